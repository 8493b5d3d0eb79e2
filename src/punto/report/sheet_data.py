"""Sheets of figures as JSON and as CSV: exact fractions as strings, floats beside them."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from punto.chance import BetFigures, CellFigures, RemovalEffects, Sheet
from punto.rulebook import Cell


def exact(figure: Fraction) -> str:
    """A fraction in lowest terms, always with its denominator."""
    return f"{figure.numerator}/{figure.denominator}"


def percent(figure: Fraction) -> float:
    return float(100 * figure)


def as_dict(sheet: Sheet) -> dict[str, Any]:
    """A sheet as its JSON object."""
    return {
        "rulebook": sheet.rulebook.id,
        "edition": sheet.rulebook.edition,
        "decks": sheet.decks,
        "cards_left": sheet.cards_left,
        "bets": [_bet(figures) for figures in sheet.bets],
        "insurance": [{**_cell(figures.cell), **_offer(figures)} for figures in sheet.insurance],
        "notes": list(notes(sheet)),
    }


def notes(sheet: Sheet) -> list[str]:
    """The sheet's notes, and what insurance adds, in sentences."""
    told = list(sheet.notes)
    for use in sheet.uses:
        hand = use.insures.value.capitalize()
        told.append(
            f"Insuring {hand} with the most the cap allows adds to the house's gain per coup and unit on {hand}: "
            f"{exact(use.always)} ({percent(use.always):.4f} %) when every offer is taken as it comes, "
            f"0/1 when none is, "
            f"{exact(use.favourable)} ({percent(use.favourable):.4f} %) when only offers that favour the patron are."
        )
    return told


def _bet(figures: BetFigures) -> dict[str, Any]:
    return {
        "bet": figures.bet.id,
        "edge": exact(figures.edge),
        "edge_pct": percent(figures.edge),
        "return_pct": percent(figures.returned),
        "hit": exact(figures.hit),
        "hit_pct": percent(figures.hit),
        "sd": figures.sd,
        "rows": [{"odds": row.odds, "chance": exact(row.chance)} for row in figures.rows],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "window": cell.window.value,
        "insures": cell.insures.value,
        "player": cell.player,
        "banker": cell.banker,
        "odds": cell.odds.text,
    }


def _offer(figures: CellFigures) -> dict[str, Any]:
    return {
        "offered": exact(figures.offered),
        "player_wins": exact(figures.player_wins),
        "banker_wins": exact(figures.banker_wins),
        "tie": exact(figures.tie),
        "edge": exact(figures.edge),
        "edge_pct": percent(figures.edge),
        "favours": figures.favours,
    }


def removal_dict(effects: RemovalEffects) -> dict[str, Any]:
    """For each bet and offer, the change of its edge when one card of a rank is gone."""
    return {
        "bets": [
            {"bet": bet, "ranks": {rank.sign: _change(change) for rank, change in by_rank.items()}}
            for bet, by_rank in effects.bets.items()
        ],
        "insurance": [
            {**_cell(cell), "ranks": {rank.sign: _change(change) for rank, change in by_rank.items()}}
            for cell, by_rank in effects.cells
        ],
    }


def _change(change: Fraction) -> dict[str, Any]:
    return {"edge": exact(change), "edge_pct": percent(change)}


COLUMNS = (
    "rulebook", "edition", "decks", "cards_left", "kind", "bet", "window", "insures", "player", "banker", "odds",
    "chance", "edge", "edge_pct", "return_pct", "hit", "hit_pct", "sd",
    "offered", "player_wins", "banker_wins", "tie", "favours", "removed", "change", "change_pct",
)  # fmt: skip
"""One table for everything; what a line does not have is left empty."""


def as_csv(sheets: Sequence[Sheet], effects: RemovalEffects | None) -> str:
    """Lines of kind `bet`, `row`, `insurance` and `removal`."""
    text = io.StringIO()
    out = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n")
    out.writeheader()
    for sheet in sheets:
        shoe = {
            "rulebook": sheet.rulebook.id,
            "edition": sheet.rulebook.edition,
            "decks": "" if sheet.decks is None else sheet.decks,
            "cards_left": sheet.cards_left,
        }
        for figures in sheet.bets:
            line = _bet(figures)
            rows = line.pop("rows")
            out.writerow({**shoe, "kind": "bet", **line})
            for row in rows:
                out.writerow(
                    {**shoe, "kind": "row", "bet": figures.bet.id, "odds": row["odds"], "chance": row["chance"]}
                )
        for offer in sheet.insurance:
            out.writerow({**shoe, "kind": "insurance", **_cell(offer.cell), **_offer(offer)})
        if effects:
            for line in _removal_lines(effects):
                out.writerow({**shoe, "kind": "removal", **line})
    return text.getvalue()


def _removal_lines(effects: RemovalEffects) -> list[dict[str, Any]]:
    named = [({"bet": bet}, by_rank) for bet, by_rank in effects.bets.items()]
    named += [(_cell(cell), by_rank) for cell, by_rank in effects.cells]
    return [
        {**name, "removed": rank.sign, "change": exact(change), "change_pct": percent(change)}
        for name, by_rank in named
        for rank, change in by_rank.items()
    ]
