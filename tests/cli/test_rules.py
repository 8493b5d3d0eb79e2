"""`punto rules list`, `show` and `paragraphs`: every edition, the whole of it, and an account of each paragraph."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from cli.calling import Punto
from punto.report.paragraphs import citations
from punto.report.rule_words import numbers
from punto.rulebook import Library
from punto.rulebook.check import _citations

SHELF = Library()
BOOKS = [SHELF.find(id) for id in SHELF.ids]
IDS = [book.id for book in BOOKS]


def test_the_list_names_every_edition(punto: Punto) -> None:
    called = punto("rules", "list", "--json")
    assert called.status == 0
    listed = {one["id"]: one for one in called.json}
    assert sorted(listed) == sorted(IDS)
    for book in BOOKS:
        assert listed[book.id] == {
            "id": book.id,
            "name": book.name,
            "edition": book.edition,
            "title": {"en": book.title.en, "zh": book.title.zh},
            "source": book.source,
            "effective": book.effective.isoformat(),
            "decks": {
                "least": book.decks.least,
                "most": book.decks.most,
                "usual": book.decks.usual,
                "cite": book.decks.cite,
            },
            "bets": len(book.bets),
            "insurance": bool(book.insurance),
            "sha256": book.sha256,
            "in_force": True,
        }


def test_the_list_for_people_has_the_same_facts(punto: Punto) -> None:
    told = punto("rules", "list").out
    for book in BOOKS:
        [line] = [line for line in told.splitlines() if line.startswith(book.name)]
        assert line.endswith(f" {book.sha256[:12]}")
        assert f"{book.decks.least}–{book.decks.most} decks, {len(book.bets)} bets, " in line
        assert ("no insurance" in line) is not bool(book.insurance)
        assert book.title.zh in told
    assert told.count("the trade's common rules") == 2


@pytest.mark.parametrize("id", IDS)
def test_json_shows_the_whole_rulebook(punto: Punto, id: str) -> None:
    book, told = SHELF.find(id), punto("rules", "show", id, "--json").json
    assert (told["id"], told["edition"], told["sha256"]) == (book.id, book.edition, book.sha256)
    assert told["tableau"]["banker_draws_on"]["6"] == [6, 7]
    assert [bet["id"] for bet in told["bets"]] == list(book.bets)
    for bet in told["bets"]:
        assert bet["name"]["zh"] == book.bets[bet["id"]].name.zh
        assert [row["odds"] for row in bet["pays"]] == [str(row.odds) for row in book.bets[bet["id"]].pays]
        assert all(row["cite"] and row["words"] for row in bet["pays"])
    assert len(told["insurance"]["cells"] if told["insurance"] else []) == len(book.insurance)
    assert [one["number"] for one in told["paragraphs"]] == [one.number for one in book.paragraphs]
    assert [one["id"] for one in told["readings"]] == [one.id for one in book.readings]
    assert [one["what"] for one in told["irregularities"]] == list(book.irregularities)
    assert [one["id"] for one in told["layouts"]] == [one.id for one in book.layouts]
    assert told["procedure"] == book.procedure
    assert (told["commission"] is None) is (book.commission is None)


@pytest.mark.parametrize("id", IDS)
def test_the_screen_shows_it_within_80_columns(punto: Punto, id: str) -> None:
    book, called = SHELF.find(id), punto("rules", "show", id)
    assert called.status == 0
    told = called.out
    assert max(map(cell_len, told.splitlines())) <= 80
    joined = " ".join(told.split())
    for word in (book.title.en, book.title.zh, book.sha256, book.edition):
        assert word in joined
    for bet in book.bets.values():
        assert f"{bet.name.en}  {bet.name.zh}  ({bet.id}" in told
        for row in bet.pays:
            assert str(row.when) in joined
    for reading in book.readings:
        assert reading.reads in joined


def test_a_grid_is_laid_out_as_printed(punto: Punto) -> None:
    told = punto("rules", "show", "da-hu-ying-xiong").out
    grid = told[told.index("Insurance of Banker after Player's third card") :].splitlines()
    cells = [[cell.strip() for cell in line.strip(" │").split("│")] for line in grid if line.strip().startswith("│")]
    assert cells[:4] == [
        ["Player \\ Banker", "1", "2", "3", "4", "5", "6"],
        ["1", "6", "7", "7", "7", "7", "7"],
        ["2", "-", "-", "4", "4", "4", "4"],
        ["3", "-", "-", "-", "1.5", "-", "-"],
    ]
    assert "│ tie 8 │" in told


@pytest.mark.parametrize("id", IDS)
def test_every_paragraph_is_accounted_for(punto: Punto, id: str) -> None:
    book, accounts = SHELF.find(id), punto("rules", "paragraphs", id, "--json").json
    assert [(one["number"], one["says"]) for one in accounts] == [(p.number, p.says) for p in book.paragraphs]
    own = {"rule": None, "procedure": "module", "reading": "reading", "not_modelled": "why"}
    for account in accounts:
        assert {"module", "reading", "why"} & set(account) == ({own[account["became"]]} - {None})
        if account["became"] == "rule":
            assert account["cited_by"]
        if account["became"] == "reading":
            assert account["reading"]["reads"]


def test_a_paragraph_names_the_bets_that_cite_it(punto: Punto) -> None:
    accounts = {one["number"]: one for one in punto("rules", "paragraphs", "ez-baccarat", "--json").json}
    assert accounts["4.5"]["cited_by"] == ["bet banker when winner banker, points 7, banker cards 3"]
    told = punto("rules", "paragraphs", "ez-baccarat").out
    assert "cited by bet banker when winner banker, points 7, banker cards 3" in " ".join(told.split())


@pytest.mark.parametrize("id", IDS)
def test_no_citation_is_left_out_of_the_account(id: str) -> None:
    book = SHELF.find(id)
    known = {cite for path, cite in _citations(book) if not path.startswith("reading[")}
    assert {cite for cite, _ in citations(book)} | {""} == known | {""}


def test_paragraphs_on_screen_stay_within_80_columns(punto: Punto) -> None:
    for id in IDS:
        told = punto("rules", "paragraphs", id).out
        assert max(map(cell_len, told.splitlines())) <= 80
        assert all(paragraph.number in told for paragraph in SHELF.find(id).paragraphs)


def test_numbers_are_told_shortly() -> None:
    assert [numbers(values) for values in ([], [6], [8, 9], [5, 4, 3], [5, 6, 7, 9])] == [
        "nothing",
        "6",
        "8 or 9",
        "3 to 5",
        "5, 6, 7 or 9",
    ]


def test_the_houses_own_rulebooks_are_on_the_shelf(
    punto: Punto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").mkdir()
    punto("rules", "new", "mine", "--edition", "2024-02-29", "--out", str(tmp_path / "mine" / "2024-02-29.toml"))
    assert "mine@2024-02-29" in punto("rules", "list", "--rulebooks", str(tmp_path)).out
    monkeypatch.setenv("PUNTO_RULEBOOKS", str(tmp_path))
    assert punto("rules", "show", "mine", "--json").json["edition"] == "2024-02-29"


def test_brackets_in_a_name_are_printed_as_they_are(punto: Punto, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    file = tmp_path / "mine" / "2024-02-29.toml"
    punto("rules", "new", "mine", "--edition", "2024-02-29", "--out", str(file))
    file.write_text(file.read_text(encoding="utf-8").replace('"Tie"', '"[bold]Tie[/] :smile:"'), encoding="utf-8")
    assert "[bold]Tie[/] :smile:" in punto("rules", "show", "mine", "--rulebooks", str(tmp_path)).out


def test_a_broken_rulebook_of_the_house_points_to_the_check(punto: Punto, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "common.toml").write_text("id = 5")
    called = punto("rules", "show", "mine", "--rulebooks", str(tmp_path))
    assert (called.status, called.out) == (2, "")
    assert "punto rules check" in called.err
    assert called.err.count("\n") == 1


@pytest.mark.parametrize("command", ["show", "paragraphs"])
@pytest.mark.parametrize("arguments", [(), ("nope",), ("easy-six@nope",), ("easy-six", "easy-six"), ("--what",)])
def test_wrong_arguments_get_one_sentence(punto: Punto, command: str, arguments: tuple[str, ...]) -> None:
    called = punto("rules", command, *arguments)
    assert (called.status, called.out) == (2, "")
    assert called.err.startswith("punto: ")
    assert called.err.count("\n") == 1


def test_rules_alone_tells_its_commands(punto: Punto) -> None:
    called = punto("rules")
    assert called.status == 0
    for command in ("list", "show", "paragraphs", "check", "new", "diff"):
        assert f"\n  {command} " in called.out
