"""`punto rules diff`: bet by bet, cell by cell."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.calling import Punto
from punto.cli.rules_new import starting_file
from punto.rulebook import Library

OLD, NEW = "mine@2024-01-01", "mine@2025-01-01"
Edit = Callable[[str], str]


def compared(punto: Punto, folder: Path, edit: Edit) -> Any:
    """The differences that an edit of the starting file makes, as JSON."""
    write_editions(folder, edit)
    called = punto("rules", "diff", OLD, NEW, "--rulebooks", str(folder), "--json")
    assert called.status == 0
    return called.json


def write_editions(folder: Path, edit: Edit) -> None:
    (folder / "mine").mkdir()
    (folder / "mine" / "2024-01-01.toml").write_text(starting_file("mine", "2024-01-01"), encoding="utf-8")
    (folder / "mine" / "2025-01-01.toml").write_text(edit(starting_file("mine", "2025-01-01")), encoding="utf-8")


def test_editions_with_the_same_rules_do_not_differ(punto: Punto, tmp_path: Path) -> None:
    told = compared(punto, tmp_path, lambda text: text)
    assert (told["a"], told["b"], told["same"], told["changes"]) == (OLD, NEW, True, [])
    assert told["bets"] == {"added": [], "removed": [], "changed": [], "same": ["player", "banker", "tie"]}
    assert "same rules" in punto("rules", "diff", OLD, NEW, "--rulebooks", str(tmp_path)).out


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        ('odds = "8 to 1"', 'odds = "9 to 1"', ("bet", "tie", "winner tie", "pays 8 to 1", "pays 9 to 1")),
        ('zh = "和"', 'zh = "和局"', ("bet", "tie", "name", "Tie 和", "Tie 和局")),
        ("usual = 8", "usual = 6", ("decks", "", "in a shoe", "6–8 decks, usually 8", "6–8 decks, usually 6")),
        ("6 = [6, 7]", "6 = [6]", ("tableau", "", "Banker on 6 draws when Player's third card counts", "6 or 7", "6")),
        ("boxes = [5, 6, 7, 9]", "boxes = [7]", ("layout", "standard", "boxes", "5, 6, 7 or 9", "7")),
    ],
)
def test_one_edit_is_one_change(punto: Punto, tmp_path: Path, before: str, after: str, change: tuple[str, ...]) -> None:
    told = compared(punto, tmp_path, lambda text: text.replace(before, after))
    part, id, place, was, becomes = change
    assert told["changes"] == [
        {"part": part, "id": id, "place": place, "change": "changed", "before": was, "after": becomes}
    ]
    assert told["bets"]["changed"] == ([id] if part == "bet" else [])


def test_another_rank_in_a_clause_is_one_change(punto: Punto, tmp_path: Path) -> None:
    """Both editions have a clause about interruptions, decided by one rank and then by the next."""
    write_editions(tmp_path, lambda text: text)
    for edition, rank in (("2024-01-01", "pit_supervisor"), ("2025-01-01", "pit_manager")):
        clause = f'[[irregularity]]\nwhat = "interruption"\nleads_to = "void"\ndecides = "{rank}"\ncite = "5.1"\n\n'
        text = starting_file("mine", edition).replace("[[irregularity]]\n", f"{clause}[[irregularity]]\n", 1)
        (tmp_path / "mine" / f"{edition}.toml").write_text(text, encoding="utf-8")
    called = punto("rules", "diff", OLD, NEW, "--rulebooks", str(tmp_path), "--json")
    assert called.status == 0
    [change] = called.json["changes"]
    assert (change["part"], change["id"], change["place"]) == ("irregularity", "interruption", "leads to")
    assert (change["before"], change["after"]) == ("void; pit supervisor decides", "void; pit manager decides")


def test_rows_in_another_order_are_another_rule(punto: Punto, tmp_path: Path) -> None:
    first = '  { when = { winner = "player" }, odds = "1 to 1", cite = "4.1" },\n'
    second = '  { when = { winner = "tie" }, odds = "push", cite = "4.2" },\n'
    told = compared(punto, tmp_path, lambda text: text.replace(first + second, second + first))
    assert [(one["id"], one["place"], one["before"], one["after"]) for one in told["changes"]] == [
        ("player", "order of its rows", "winner player; winner tie", "winner tie; winner player")
    ]


def test_a_paragraph_number_is_no_rule(punto: Punto, tmp_path: Path) -> None:
    told = compared(punto, tmp_path, lambda text: text.replace('"8 to 1", cite = "4.1"', '"8 to 1", cite = "4.2"'))
    assert told["same"] is True


def test_documents_are_compared_bet_by_bet(punto: Punto) -> None:
    told = punto("rules", "diff", "rws-insurance", "easy-six", "--json").json
    assert told["bets"] == {
        "added": ["easy_six"],
        "removed": [],
        "changed": ["player", "tie", "player_pair", "banker_pair"],
        "same": ["banker"],
    }
    [row] = [one for one in told["changes"] if one["id"] == "tie"]
    assert row == {
        "part": "bet",
        "id": "tie",
        "place": "winner tie, points 6",
        "change": "added",
        "before": None,
        "after": "pays 10 to 1",
    }
    people = " ".join(punto("rules", "diff", "rws-insurance", "easy-six").out.split())
    assert "winner tie, points 6: no row of its own → pays 10 to 1" in people
    assert "Bet easy six: only in easy-six@2012-06-02" in people


def test_insurance_is_compared_cell_by_cell(punto: Punto) -> None:
    a, b = Library().find("rws-insurance"), Library().find("insurance-lucky-six")
    told = punto("rules", "diff", a.id, b.id, "--json").json
    cells = {(one["id"], one["place"]): one for one in told["changes"] if one["place"].startswith("Player ")}
    places = a.insurance | b.insurance
    expected = 0
    for key in places:
        old, new = a.insurance.get(key), b.insurance.get(key)
        pays = [(str(c.on_loss), str(c.on_tie)) if c else None for c in (old, new)]
        expected += pays[0] != pays[1]
    assert len(cells) == expected > 20
    nine = cells["of Player after Player's third card", "Player 9 v Banker 0"]
    assert (nine["before"], nine["after"]) == ("cannot win by a loss, tie 8 to 1", "cannot win by a loss, tie 10 to 1")
    four = cells["of Player after Player's third card", "Player 4 v Banker 0"]
    assert (four["change"], four["before"], four["after"]) == ("added", None, "1 to 1")


def test_a_difference_turned_round_is_the_same_difference(punto: Punto) -> None:
    there = punto("rules", "diff", "ez-baccarat", "da-hu-ying-xiong", "--json").json
    back = punto("rules", "diff", "da-hu-ying-xiong", "ez-baccarat", "--json").json
    turned = {(c["part"], c["id"], c["place"], c["after"], c["before"]) for c in back["changes"]}
    assert {(c["part"], c["id"], c["place"], c["before"], c["after"]) for c in there["changes"]} == turned
    assert there["bets"]["added"] == back["bets"]["removed"]


@pytest.mark.parametrize("arguments", [(), ("easy-six",), ("easy-six", "nope"), ("nope", "easy-six"), ("a", "b", "c")])
def test_wrong_arguments_get_one_sentence(punto: Punto, arguments: tuple[str, ...]) -> None:
    called = punto("rules", "diff", *arguments)
    assert (called.status, called.out) == (2, "")
    assert called.err.count("\n") == 1
