"""`punto rules check`: all mistakes at once, with place and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.calling import Punto
from punto.cli.rules_new import starting_file
from punto.rulebook import Library

GOOD = starting_file("mine", "2024-02-29")


def test_all_shipped_rulebooks_are_in_order(punto: Punto) -> None:
    called = punto("rules", "check", "--json")
    assert called.status == 0
    assert [one["mistakes"] for one in called.json] == [[]] * len(Library().files)
    assert [one["warnings"] for one in called.json] == [[]] * len(Library().files)
    assert punto("rules", "check").out.count(": ok\n") >= 1


def test_every_mistake_is_told_at_once(punto: Punto, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    text = GOOD.replace('odds = "8 to 1"', 'odds = "8 by 1"').replace(
        'winner = "tie" }, odds = "8', 'vinner = "tie" }, odds = "8'
    )
    file.write_text(text.replace("usual = 8", "usual = 80"), encoding="utf-8")
    called = punto("rules", "check", str(file), "--json")
    assert called.status == 1
    [told] = called.json
    assert told["file"] == str(file)
    assert {"out_of_range", "unknown_fact", "impossible_odds"} <= {one["code"] for one in told["mistakes"]}
    for one in told["mistakes"]:
        assert list(one) == ["code", "path", "name", "line", "what", "fix"]
        assert one["what"]
        assert one["fix"]
    paths = {one["code"]: one["path"] for one in told["mistakes"]}
    assert paths["impossible_odds"] == "bet[2].pays[0].odds"
    people = " ".join(punto("rules", "check", str(file)).out.split())
    line = text.split("\n").index(next(line for line in text.split("\n") if "8 by 1" in line)) + 1
    assert f"line {line}, bet[2].pays[0].odds (bet tie): " in people
    assert f"{len(told['mistakes'])} mistakes" in people


def test_a_folder_stands_for_the_files_below_it(punto: Punto, tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "one.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "two.toml").write_text("x = ", encoding="utf-8")
    (tmp_path / "three.txt").write_text("no rulebook")
    called = punto("rules", "check", str(tmp_path), str(tmp_path / "two.toml"), "--json")
    assert called.status == 1
    assert [(Path(one["file"]).name, [m["code"] for m in one["mistakes"]]) for one in called.json] == [
        ("one.toml", []),
        ("two.toml", ["not_toml"]),
    ]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\xff\xfe", "not_utf8"),
        (b"\x7fELF" + b"\x00" * 100, "not_toml"),
        (b"a = 1\na = 2\n", "not_toml"),
        (b"a = " + b"[" * 100_000, "nested_too_deep"),
        (b"a = " + b"[" * 1_100_000, "too_large"),
        (b"", "missing_key"),
    ],
)
def test_what_is_no_rulebook_is_a_mistake_not_a_traceback(
    punto: Punto, tmp_path: Path, content: bytes, code: str
) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(content)
    called = punto("rules", "check", str(file), "--json")
    assert called.status == 1
    assert code in {one["code"] for one in called.json[0]["mistakes"]}


def test_a_file_whose_name_is_no_text_is_still_named(punto: Punto, tmp_path: Path) -> None:
    file = tmp_path / "\udcff.toml"
    file.write_text(GOOD, encoding="utf-8")
    assert punto("rules", "check", str(file), "--json").json[0]["mistakes"] == []
    assert ": ok" in punto("rules", "check", str(file)).out


def test_a_rulebook_in_the_wrong_folder_is_told(punto: Punto, tmp_path: Path) -> None:
    (tmp_path / "yours").mkdir()
    (tmp_path / "yours" / "2024-02-29.toml").write_text(GOOD, encoding="utf-8")
    called = punto("rules", "check", "--rulebooks", str(tmp_path), "--json")
    assert called.status == 1
    mistakes = [one for told in called.json for one in told["mistakes"]]
    assert [one["code"] for one in mistakes] == ["misplaced_rulebook"]
    assert "mine/2024-02-29.toml" in mistakes[0]["fix"]


def test_a_path_that_is_not_there_is_a_wrong_argument(punto: Punto, tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        called = punto("rules", "check", str(path))
        assert (called.status, called.out) == (2, "")
        assert str(path) in called.err
        assert called.err.count("\n") == 1


@pytest.mark.parametrize(("odds", "edge", "why"), [("20 to 1", "−99.", "loses"), ("1 to 2", "85.", "more than half")])
def test_a_bet_with_an_unusual_edge_is_warned_of(punto: Punto, tmp_path: Path, odds: str, edge: str, why: str) -> None:
    """It is no mistake: the file can be played, and the exit status is 0."""
    file = tmp_path / "odd.toml"
    text = GOOD.replace('odds = "8 to 1"', f'odds = "{odds}"')
    file.write_text(text, encoding="utf-8")
    called = punto("rules", "check", str(file), "--json")
    assert called.status == 0
    [told] = called.json
    assert told["mistakes"] == []
    [warning] = told["warnings"]
    assert (warning["code"], warning["path"], warning["name"]) == ("unusual_edge", "bet[2]", "bet tie")
    assert text.split("\n")[warning["line"] - 1 : warning["line"] + 1] == ["[[bet]]", 'id = "tie"']
    assert why in warning["what"]
    assert f"is {edge}" in warning["what"]
    people = punto("rules", "check", str(file))
    assert people.status == 0
    assert ": ok, 1 warning" in people.out


def test_a_warning_comes_with_the_mistakes_of_other_parts_but_not_of_what_is_priced(
    punto: Punto, tmp_path: Path
) -> None:
    file = tmp_path / "odd.toml"
    odd = GOOD.replace('odds = "8 to 1"', 'odds = "20 to 1"')
    file.write_text(odd.replace('decides = "shift_manager"', 'decides = "dealer"'), encoding="utf-8")
    called = punto("rules", "check", str(file), "--json")
    assert called.status == 1
    assert [len(called.json[0][key]) for key in ("mistakes", "warnings")] == [1, 1]
    file.write_text(odd.replace('{ winner = "player" }', '{ winner = "dealer" }'), encoding="utf-8")
    assert [len(punto("rules", "check", str(file), "--json").json[0][key]) for key in ("mistakes", "warnings")] == [
        1,
        0,
    ]
