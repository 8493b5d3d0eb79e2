"""`punto rules new`: the file passes its own check, also with every example taken into use."""

from __future__ import annotations

import datetime
import re
import tomllib
from pathlib import Path

import pytest

from cli.calling import Punto
from punto.cli.rules_new import starting_file
from punto.coup import FACTS
from punto.kit import read_cards
from punto.rulebook import Consequence, check_file, read_rulebook, settle_slip, terms_of
from punto.rulebook.clauses import IRREGULARITIES
from punto.rulebook.model import PROCEDURES


def in_use(text: str) -> str:
    """The file with the # taken away from every example."""
    return re.sub(r"^#(?=[^ \n])", "", text, flags=re.MULTILINE)


def test_the_file_passes_the_check(punto: Punto, tmp_path: Path) -> None:
    called = punto("rules", "new", "my-game", "--edition", "2024-02-29")
    assert called.status == 0
    file = tmp_path / "x.toml"
    file.write_text(called.out, encoding="utf-8")
    assert check_file(file) == []
    book = read_rulebook(file)
    assert (book.name, book.title.en) == ("my-game@2024-02-29", "My Game")
    assert "@" not in re.sub("`[^`]*`", "", called.out)


def test_every_example_in_it_works(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text(in_use(starting_file("mine", "2024-02-29")), encoding="utf-8")
    assert check_file(file) == []
    book = read_rulebook(file)
    assert list(book.bets)[3:] == [
        "dragon_7",
        "panda_8",
        "player_dragon_bonus",
        "super_6",
        "either_pair",
        "perfect_pair",
        "big",
        "small",
        "natural",
        "banker_natural",
    ]
    assert book.insurance
    assert book.commission
    assert book.readings
    assert book.procedure


@pytest.mark.parametrize(
    ("cards", "winners"),
    [
        ("Ah 3c Kd As 2c 3d", {"banker", "dragon_7", "big"}),
        ("Ah 2c Kd Ks 7c 5d", {"player", "panda_8", "big"}),
        ("9h Kc Qd Ks", {"player", "natural", "small", "player_dragon_bonus", "either_pair"}),
        ("3h Kc 2d Ac 4d Jc", {"player", "player_dragon_bonus", "big"}),
        ("Kh 3c Kh Ad 2c 2d", {"banker", "super_6", "big", "either_pair", "perfect_pair"}),
        ("2h 9c Kd Ks", {"banker", "natural", "small", "banker_natural"}),
        ("9h 9c Kd Ks", {"tie", "natural", "small"}),
    ],
)
def test_the_example_bets_win_when_they_should(tmp_path: Path, cards: str, winners: set[str]) -> None:
    file = tmp_path / "x.toml"
    file.write_text(in_use(starting_file("mine", "2024-02-29")), encoding="utf-8")
    book = read_rulebook(file)
    settled = settle_slip(book, read_cards(cards), dict.fromkeys(book.bets, 100), (), terms_of(book), 8)
    assert {bet for bet, end in settled.bets.items() if end.outcome == "win"} == winners


def test_it_explains_every_key_and_the_whole_vocabulary() -> None:
    text = starting_file("mine", "2024-02-29")
    for word in (*FACTS, *IRREGULARITIES, *PROCEDURES, *(one.value for one in Consequence)):
        assert re.search(rf"^#.*\b{word}\b", text, re.MULTILINE), word
    for fact in FACTS.values():
        assert fact.about in " ".join(text.replace("\n#", " ").split())
    assert max(map(len, text.splitlines())) <= 120
    keys = set(tomllib.loads(in_use(text)))
    assert keys >= {"version", "commission", "insurance_terms", "insurance", "insurance_area", "reading", "procedure"}


def test_today_is_the_edition_unless_one_is_given(punto: Punto) -> None:
    before = datetime.datetime.now().astimezone().date()
    told = tomllib.loads(punto("rules", "new", "mine").out)
    assert datetime.date.fromisoformat(told["edition"]) in {before, before + datetime.timedelta(days=1)}
    assert told["effective"].date().isoformat() == told["edition"]


def test_a_file_is_written_once_and_never_over_another(punto: Punto, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert punto("rules", "new", "mine", "--out", str(file)).status == 0
    assert punto("rules", "check", str(file)).status == 0
    file.write_text("mine alone")
    called = punto("rules", "new", "mine", "--out", str(file))
    assert (called.status, called.out) == (2, "")
    assert "left as it is" in called.err
    assert file.read_text() == "mine alone"


@pytest.mark.parametrize("id", ["", "Easy", "easy six", "../up", "a/b", "-x", "x-", "é", "a" * 61, "\udcff", "a\n"])
def test_an_id_is_small_letters_digits_and_hyphens(punto: Punto, id: str) -> None:
    called = punto("rules", "new", "--", id)
    assert (called.status, called.out) == (2, "")
    assert "is no id" in called.err


@pytest.mark.parametrize("edition", ["", "today", "2024-02-30", "20240229", "2024-2-9", "٢٠٢٤-٠٢-٢٩"])
def test_an_edition_is_a_day(punto: Punto, edition: str) -> None:
    called = punto("rules", "new", "mine", "--edition", edition)
    assert (called.status, called.out) == (2, "")
    assert "is no day" in called.err


def test_a_place_that_cannot_be_written_is_told(punto: Punto, tmp_path: Path) -> None:
    called = punto("rules", "new", "mine", "--out", str(tmp_path / "no" / "x.toml"))
    assert (called.status, called.out) == (2, "")
    assert "cannot be written" in called.err
