"""`--as-of`: every command that names a rulebook takes the edition in force at a day's end or at an instant."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.calling import Punto
from punto.cli.rules_new import starting_file

LATER = "2020-01-15"
EARLIER = "2012-06-02"


@pytest.fixture
def shelf(tmp_path: Path) -> str:
    """A house with two editions of one rulebook, and one that is not in force for a long time."""
    for id, edition in (("mine", EARLIER), ("mine", LATER), ("next", "2999-01-01")):
        folder = tmp_path / id
        folder.mkdir(exist_ok=True)
        (folder / f"{edition}.toml").write_text(starting_file(id, edition), encoding="utf-8")
    return str(tmp_path)


def edition(punto: Punto, shelf: str, *arguments: str) -> str:
    called = punto(*arguments, "--json", "--rulebooks", shelf)
    assert called.status == 0, called.err
    answer = called.json
    return str(answer.get("edition") or answer["rulebook"].partition("@")[2])


COMMANDS = [
    "rules show mine",
    "odds mine",
    "coup mine --seed 1",
    "simulate mine --shoes 2 --sessions 2",
    "counts mine --shoes 2 --bet player",
]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("as_of", "in_force"),
    [
        (LATER, LATER),
        ("2020-01-14", EARLIER),
        ("2020-01-14T23:59:59+08:00", EARLIER),
        ("2020-01-15 00:00+08:00", LATER),
    ],
)
def test_a_command_takes_the_edition_of_that_moment(
    punto: Punto, shelf: str, command: str, as_of: str, in_force: str
) -> None:
    assert edition(punto, shelf, *command.split(), "--as-of", as_of) == in_force


@pytest.mark.parametrize("command", COMMANDS)
def test_without_it_the_moment_is_now(punto: Punto, shelf: str, command: str) -> None:
    assert edition(punto, shelf, *command.split()) == LATER


def test_an_instant_in_another_zone_is_that_instant(punto: Punto, shelf: str) -> None:
    for as_of, in_force in (("2020-01-14T15:59:59Z", EARLIER), ("2020-01-14T16:00:00Z", LATER)):
        assert edition(punto, shelf, "rules", "show", "mine", "--as-of", as_of) == in_force


def test_an_edition_that_is_named_is_taken_whatever_the_moment(punto: Punto, shelf: str) -> None:
    assert edition(punto, shelf, "odds", f"mine@{LATER}", "--as-of", "2013-01-01") == LATER


def test_paragraphs_and_comparisons_are_of_that_moment_too(punto: Punto, shelf: str) -> None:
    options = ("--as-of", "2013-01-01", "--rulebooks", shelf)
    assert f"mine@{EARLIER}" in punto("rules", "paragraphs", "mine", *options).out
    compared = punto("rules", "diff", "mine", f"mine@{LATER}", "--json", *options).json
    assert (compared["a"], compared["b"]) == (f"mine@{EARLIER}", f"mine@{LATER}")


def test_the_list_says_what_was_in_force(punto: Punto, shelf: str) -> None:
    def in_force(*options: str) -> list[str]:
        rows = punto("rules", "list", "--json", "--rulebooks", shelf, *options).json
        return [row["name"] for row in rows if row["in_force"] and row["id"] in ("mine", "next")]

    assert in_force() == [f"mine@{LATER}"]
    assert in_force("--as-of", "2013-01-01") == [f"mine@{EARLIER}"]
    assert in_force("--as-of", "2999-01-01") == [f"mine@{LATER}", "next@2999-01-01"]


def test_slips_are_settled_by_the_rules_of_that_moment(punto: Punto, shelf: str, tmp_path: Path) -> None:
    slips = tmp_path / "slips"
    slips.write_text(json.dumps({"rulebook": "next", "cards": "3h 9c 3d 5s 9d", "bets": {"player": 100}}))
    assert punto("settle", str(slips), "--rulebooks", shelf).lines[0]["refusal"]["code"] == "no_edition_in_force"
    called = punto("settle", str(slips), "--rulebooks", shelf, "--as-of", "2999-01-01")
    assert called.lines[0]["ok"]
    assert called.status == 0


@pytest.mark.parametrize("command", [*COMMANDS, "rules list", "rules diff mine mine", "settle -"])
@pytest.mark.parametrize("as_of", ["yesterday", "2020-02-30", "2020-1-5", "20200115", "2020-01-15T25:00", ""])
def test_a_moment_that_is_none_is_refused_in_plain_words(punto: Punto, shelf: str, command: str, as_of: str) -> None:
    called = punto(*command.split(), "--rulebooks", shelf, "--as-of", as_of)
    assert (called.status, called.out) == (2, "")
    assert called.err == (
        f"punto: --as-of {as_of!r} is no day and no instant; "
        "write a day as 2020-01-15, or an instant as 2020-01-15T06:00+08:00\n"
    )


def test_before_the_first_edition_nothing_is_in_force(punto: Punto) -> None:
    called = punto("odds", "easy-six", "--as-of", "2012-06-01")
    assert called.status == 2
    assert called.err.startswith("punto: no edition of easy-six was in force at 2012-06-01; the first is since 2012-06")
