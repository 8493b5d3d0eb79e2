from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from chance.by_hand import LIBRARY
from punto.chance import Composition, price
from punto.cli.main import run
from punto.report.sheet_data import CSV_TABLES

EIGHT = ",".join(f"{sign}:32" for sign in "A23456789TJQK")


@pytest.fixture
def odds(capfd: pytest.CaptureFixture[str]) -> Any:
    def ask(*arguments: str, status: int = 0) -> str:
        assert run(["odds", *arguments]) == status
        out, err = capfd.readouterr()
        return err if status else out

    return ask


@pytest.mark.parametrize("id", LIBRARY.ids)
def test_the_json_has_exactly_these_keys_and_lowest_terms(odds: Any, id: str) -> None:
    told = json.loads(odds(id, "--json"))
    assert list(told) == ["rulebook", "edition", "decks", "cards_left", "bets", "insurance", "notes"]
    book = LIBRARY.find(id)
    sheet = price(book, Composition.fresh(8), decks=8)
    assert (told["rulebook"], told["edition"], told["decks"], told["cards_left"]) == (id, book.edition, 8, 416)
    for line, figures in zip(told["bets"], sheet.bets, strict=True):
        assert list(line) == ["bet", "edge", "edge_pct", "return_pct", "hit", "hit_pct", "sd", "rows"]
        assert line["edge"] == f"{figures.edge.numerator}/{figures.edge.denominator}"
        assert line["hit"] == f"{figures.hit.numerator}/{figures.hit.denominator}"
        assert line["edge_pct"] + line["return_pct"] == pytest.approx(100)
        for row, printed in zip(line["rows"], figures.bet.pays, strict=True):
            assert list(row) == ["odds", "chance"]
            assert row["odds"] == printed.odds.text
    for line, offer in zip(told["insurance"], sheet.insurance, strict=True):
        assert list(line) == [
            "window", "insures", "player", "banker", "odds", "offered", "player_wins", "banker_wins", "tie",
            "edge", "edge_pct", "favours",
        ]  # fmt: skip
        assert Fraction(line["edge"]) == offer.edge
        assert line["favours"] == ("patron" if offer.edge < 0 else "house")
        assert sum(Fraction(line[end]) for end in ("player_wins", "banker_wins", "tie")) == 1


def test_a_whole_shoe_by_its_counts_is_the_fresh_one(odds: Any) -> None:
    counted, fresh = (json.loads(odds("easy-six", "--json", *more)) for more in (["--composition", EIGHT], []))
    assert counted["decks"] is None
    assert counted["bets"] == fresh["bets"]
    removed = json.loads(odds("easy-six", "--json", "--without", "6h 6d 9c"))
    assert removed["cards_left"] == 413
    assert removed["bets"] != fresh["bets"]
    fewer = EIGHT.replace("6:32", "6:30").replace("9:32", "9:31")
    assert json.loads(odds("easy-six", "--json", "--composition", fewer, "--decks", "8"))["bets"] == removed["bets"]


def test_cards_of_a_coup_are_out_of_the_shoe(odds: Any) -> None:
    told = json.loads(odds("da-hu-ying-xiong", "--json", "--cards", "5h 6c Td 8s"))
    assert told["cards_left"] == 412
    assert "Tiger Pair has already lost, whatever cards come." in told["notes"]
    assert [line["offered"] for line in told["insurance"] if line["window"] == "after_four_cards"] == ["1/1"]


def test_each_number_of_decks_gives_a_row(odds: Any) -> None:
    told = json.loads(odds("da-hu-ying-xiong", "--decks", "4-10", "--json"))
    assert [sheet["decks"] for sheet in told] == list(range(4, 11))
    lines = list(csv.DictReader(io.StringIO(odds("da-hu-ying-xiong", "--decks", "4-10", "--csv"))))
    players = [line for line in lines if line["bet"] == "player"]
    assert [line["decks"] for line in players] == [str(decks) for decks in range(4, 11)]
    assert [Fraction(line["edge"]) for line in players] == [Fraction(sheet["bets"][0]["edge"]) for sheet in told]
    text = odds("da-hu-ying-xiong", "--decks", "4-10")
    assert sum(line.split()[:1] == [str(decks)] for decks in range(4, 11) for line in text.splitlines()) >= 7


def test_rulebooks_stand_side_by_side(odds: Any) -> None:
    told = json.loads(odds("--compare", "easy-six", "rws-baccarat", "--json"))
    assert [sheet["rulebook"] for sheet in told] == ["easy-six", "rws-baccarat"]
    text = odds("--compare", "easy-six", "rws-baccarat", "--decks", "7-9")
    assert "easy-six" in text
    assert "9 decks" in text
    ranges = json.loads(odds("--compare", "easy-six", "rws-baccarat", "--decks", "7-9", "--json"))
    assert [(sheet["rulebook"], sheet["decks"]) for sheet in ranges] == [
        ("easy-six", 7), ("easy-six", 8), ("rws-baccarat", 7), ("rws-baccarat", 8), ("rws-baccarat", 9),
    ]  # fmt: skip


def test_removal_is_told_in_every_form(odds: Any) -> None:
    told = json.loads(odds("easy-six", "--removal", "--json"))
    assert list(told)[-1] == "removal"
    change = told["removal"]["bets"][0]["ranks"]["6"]
    lines = list(csv.DictReader(io.StringIO(odds("easy-six", "--removal", "--csv"))))
    assert any(
        line["bet"] == "player" and line["removed"] == "6" and line["change"] == change["edge"] for line in lines
    )
    assert "easy_six" in odds("easy-six", "--removal")


def test_each_table_of_csv_has_one_kind_of_line_with_names_and_decimals(odds: Any) -> None:
    told = json.loads(odds("da-hu-ying-xiong", "--json"))
    bets = list(csv.DictReader(io.StringIO(odds("da-hu-ying-xiong", "--csv"))))
    assert [line["bet"] for line in bets] == [bet["bet"] for bet in told["bets"]]
    for line, bet in zip(bets, told["bets"], strict=True):
        assert (line["edge"], line["hit"]) == (bet["edge"], bet["hit"])
        assert line["name"]
        assert Fraction(line["hit"]) + Fraction(line["push"]) + Fraction(line["lose"]) == 1
        for chance in ("hit", "push", "lose"):
            assert float(line[f"{chance}_decimal"]) == pytest.approx(float(Fraction(line[chance])))
    rows = list(csv.DictReader(io.StringIO(odds("da-hu-ying-xiong", "--csv-of", "rows"))))
    assert [row["chance"] for row in rows] == [row["chance"] for bet in told["bets"] for row in bet["rows"]]
    offers = list(csv.DictReader(io.StringIO(odds("da-hu-ying-xiong", "--csv-of", "insurance"))))
    assert [offer["edge"] for offer in offers] == [offer["edge"] for offer in told["insurance"]]
    lost = json.loads(odds("da-hu-ying-xiong", "--removal", "--json"))["removal"]
    tables = {of: list(csv.DictReader(io.StringIO(odds("da-hu-ying-xiong", "--csv-of", of)))) for of in CSV_TABLES}
    for of, kind in (("removal", "bets"), ("insurance-removal", "insurance")):
        changes = [change["edge"] for line in lost[kind] for change in line["ranks"].values()]
        assert [line["change"] for line in tables[of]] == changes
    assert (tables["bets"], tables["rows"], tables["insurance"]) == (bets, rows, offers)
    for lines in tables.values():
        assert all(value != "" for line in lines for value in line.values())


def test_the_text_marks_what_favours_the_patron(odds: Any) -> None:
    text = odds("da-hu-ying-xiong")
    for edge in ("1.2351", "16.6836", "* -8.44", "* -0.12", "Banker insurance after four cards"):
        assert edge in text
    assert "Small Tiger has already lost" in odds("da-hu-ying-xiong", "--cards", "5h 6c Td 8s")


def test_a_par_sheet_is_written_as_a_page(odds: Any, tmp_path: Path) -> None:
    page = tmp_path / "par.html"
    assert odds("easy-six", "--html", str(page)) == ""
    assert "<html" in page.read_text(encoding="utf-8")[:400]


def shoe_of(A: int = 0, nine: int = 0) -> str:
    """Counts of all thirteen ranks, nothing but these two."""
    return ",".join(f"{sign}:{A if sign == 'A' else nine if sign == '9' else 0}" for sign in "A23456789TJQK")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["easy-six", "--composition", "A:-3"], "there cannot be -3 cards of A: a count is never negative"),
        (
            ["easy-six", "--composition", "A:33"],
            "33 cards of A are more than the 32 in the 8 decks that",
        ),
        (
            ["easy-six", "--composition", shoe_of(A=2, nine=1)],
            "a coup starts with four cards: 4 are still to come, only 3",
        ),
        (["easy-six", "--composition", shoe_of(A=4)], "some coups need more cards than there are, only 4 are left"),
        (["easy-six", "--composition", "A:32"], "'A:32' names 1 of the thirteen ranks A 2 … K: name all of them"),
        (
            ["easy-six", "--composition", ",".join(f"{sign}:32" for sign in "A2345689TJQK")],
            (
                "the shoe names 12 of the thirteen ranks A 2 … K: name all of them, with 0 for those that are gone; "
                "missing: 7"
            ),
        ),
        (["easy-six", "--composition", "0:16,A:4"], "'0:16,A:4' names 2 of the ten values 0 A 2 … 9"),
        (["easy-six", "--composition", "Z:4"], "there is no rank 'Z'"),
        (["easy-six", "--without", "6h 6h 6h 6h 6h 6h 6h 6h 6h"], "6h is taken out 9 times and the shoe has only 8"),
        (["easy-six", "--without", "6x"], "--without: there is no card '6x'"),
        (["easy-six", "--cards", "5h 6c 2d 3s 4d"], "a natural 9: no hand draws; the coup is complete"),
        (["easy-six", "--cards", "1x"], "--cards: there is no card '1x'"),
        (["easy-six", "--decks", "9"], "easy-six is played with 4 to 8 decks, not 9"),
        (["easy-six", "--decks", "4-10"], "easy-six is played with 4 to 8 decks, not 9"),
        (["easy-six", "--decks", "8-4"], "--decks 8-4 runs backwards; write 4-8"),
        (["easy-six", "--decks", "many"], "--decks 'many' is no number of decks"),
        (["easy-six", "--composition", shoe_of(A=9, nine=9), "--decks", "4-8"], "--composition is one shoe"),
        (["nobody"], "there is no rulebook 'nobody'"),
        (["easy-six", "rws-baccarat"], "several rulebooks are given: add --compare"),
        (["easy-six", "--csv-of", "row"], "there is no table 'row'; did you mean rows?"),
        (["easy-six", "--json", "--csv"], "--json and --csv are two answers: choose one"),
        (["easy-six", "--decks", "4-8", "--removal"], "--html, --pdf and --removal are about one rulebook"),
        (["easy-six", "--cards", "5h", "--removal"], "--removal is about the next coup: leave --cards out"),
        (["easy-six", "--cards", "5h", "--html", "x.html"], "a PAR sheet is about the next coup: leave --cards out"),
        (["easy-six", "--html", "/nowhere/at/all.html"], "/nowhere/at/all.html cannot be written"),
        (["--compare", "easy-six", "rws-baccarat", "--decks", "11-12"], "none of these rulebooks is played with 11-12"),
    ],
)
def test_bad_input_gets_one_clear_sentence(odds: Any, arguments: list[str], sentence: str) -> None:
    told = odds(*arguments, status=2)
    assert told.startswith(f"punto: {sentence}")
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["rws-baccarat", "--removal"],
        ["da-hu-ying-xiong", "--removal"],
        ["rws-insurance", "--decks", "4-5"],
        ["--compare", *LIBRARY.ids],
    ],
)
def test_no_figure_is_cut_off_at_80_columns(odds: Any, monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = odds(*arguments)
    assert "…" not in told
    assert max(map(len, told.splitlines())) <= 80


def test_what_a_row_pays_stays_on_its_line(odds: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = odds("da-hu-ying-xiong")
    for pays in ("100 to 1 (0.0380 %)", "20 to 1 (0.5201 %)", "4 to 1 (13.8236 %)"):
        assert pays in told
