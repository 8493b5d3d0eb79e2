"""Narrow screens: every command prints the figures that it prints on a wide one, none shortened."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from audit.recorded import TABLE, shift
from cli.calling import Punto, on_a_terminal
from punto.rulebook import Library

PLANS = Path(__file__).parents[2] / "examples" / "plans"

COMMANDS = [
    *(f"odds {id}" for id in Library().ids),
    "odds da-hu-ying-xiong --removal",
    "odds rws-baccarat --removal",
    "odds da-hu-ying-xiong --cards 5h,6c,Td,8s",
    "odds rws-insurance --decks 6-8",
    "odds rws-baccarat --decks 4-8",
    f"odds --compare {' '.join(Library().ids)}",
    "odds --compare easy-six rws-baccarat --decks 6-8",
    "simulate rws-insurance --shoes 40 --sessions 10 --seed 1",
    "simulate da-hu-ying-xiong --sessions 10 --seed 1 --plan PLAN",
    "counts rws-insurance --shoes 4 --seed 1",
    *(f"rules {what} da-hu-ying-xiong" for what in ("show", "paragraphs")),
    "rules list",
    "rules check",
    "rules diff rws-baccarat rws-insurance",
    "coup da-hu-ying-xiong --cards 5h,6c,Td,8s,2d,9c --bet player=12345678 --bet banker=1000 --bet tiger=25",
    "coup easy-six --seed 3 --bet player=10000",
    "audit BOOKS",
    f"log {TABLE} --db BOOKS",
    f"log {TABLE} --db BOOKS --coup 2",
]


def words(command: str) -> list[str]:
    """The command's words: cards have spaces, books and plans have paths."""
    named = {"BOOKS": str(shift()), "PLAN": str(min(PLANS.glob("*.toml")))}
    return [named.get(word, word.replace(",", " ") if "," in word else word) for word in command.split()]


def figures(told: str) -> Counter[str]:
    """Every run of digits with its sign, commas and point, and how often it is there."""
    told = re.sub(r"[\d.,]+ million\s+coups\s+a\s+second", "", told)  # The one figure that no two runs share.
    return Counter(re.findall(r"[+-]?\d+(?:[.,:]\d+)*", told))


OTHERS = [f"rules {what} {id}" for what in ("show", "paragraphs") for id in Library().ids if id != "da-hu-ying-xiong"]


@pytest.mark.parametrize(
    "command", [*COMMANDS, *(pytest.param(other, marks=pytest.mark.exhaustive) for other in OTHERS)]
)
def test_a_narrow_screen_shows_every_figure(punto: Punto, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    told = {}
    for columns in (200, 80, 40, 20):
        monkeypatch.setenv("COLUMNS", str(columns))
        called = punto(*words(command))
        assert called.status == 0
        told[columns] = called.out
    wide = figures(told[200])
    assert wide
    for columns in (80, 40, 20):
        narrow = figures(told[columns])
        assert set(narrow) == set(wide)
        assert narrow >= wide  # The names of rows stand again in each table of a stack.
        assert told[columns].count("…") == told[200].count("…")


def test_a_narrow_terminal_shows_every_figure_too() -> None:
    wide, narrow = (on_a_terminal("odds", "rws-insurance", "--removal", columns=columns) for columns in (200, 40))
    assert set(figures(narrow)) == set(figures(wide))
    assert figures(narrow) >= figures(wide)


def test_a_fault_in_the_books_is_told_on_one_line(
    punto: Punto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    exported = tmp_path / "shift.log"
    exported.write_text(punto("log", TABLE, "--db", str(shift()), "--json").out.replace("card_drawn", "card_drown", 1))
    told, fault = punto("audit", str(exported)).out, punto("audit", str(exported), "--json").json["fault"]
    assert fault["why"]
    assert any(line.endswith(f"{fault['why']}") and str(fault["version"]) in line for line in told.splitlines())


def test_how_a_bet_ended_is_told_on_one_line(punto: Punto, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    bets = ("--bet", "player=123456789", "--bet", "banker=123456789")
    told = punto("coup", "easy-six", "--cards", "3h 9c 3d 5s 9d", *bets).out
    assert "\n  Player 123,456,789 wins 129,629,628" in told
    assert "\n  Banker 123,456,789 loses" in told


def test_a_shortened_figure_is_noticed() -> None:
    assert figures("edge 0.9…") != figures("edge 0.9234")
    assert not figures("12 34") >= figures("1234")
