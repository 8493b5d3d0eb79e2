"""Sheets of figures as JSON and as CSV: exact fractions as strings, floats beside them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Literal

import msgspec
from msgspec.structs import asdict

from punto.chance import BetFigures, CellFigures, RemovalEffects, Sheet
from punto.rulebook import Cell


class RowChance(msgspec.Struct, frozen=True, kw_only=True):
    """How likely a pay row is."""

    odds: str
    chance: str


class BetWorth(msgspec.Struct, frozen=True, kw_only=True):
    """What a bet is worth."""

    bet: str
    edge: str
    edge_pct: float
    return_pct: float
    hit: str
    hit_pct: float
    sd: float
    rows: list[RowChance]


class OfferName(msgspec.Struct, frozen=True, kw_only=True):
    """Which offer of insurance it is."""

    window: str
    insures: Literal["player", "banker"]
    player: int
    banker: int
    odds: str


class OfferWorth(OfferName, frozen=True, kw_only=True):
    """What an offer of insurance is worth, judged where it is made."""

    offered: str
    player_wins: str
    banker_wins: str
    tie: str
    edge: str
    edge_pct: float
    favours: str


class EdgeChange(msgspec.Struct, frozen=True, kw_only=True):
    edge: str
    edge_pct: float


class BetRemoval(msgspec.Struct, frozen=True, kw_only=True):
    """What one card less of each rank does to a bet's edge."""

    bet: str
    ranks: dict[str, EdgeChange]


class OfferRemoval(OfferName, frozen=True, kw_only=True):
    """What one card less of each rank does to an offer's edge."""

    ranks: dict[str, EdgeChange]


class Removal(msgspec.Struct, frozen=True, kw_only=True):
    bets: list[BetRemoval]
    insurance: list[OfferRemoval]


class SheetFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet; with the effects of removal where these were asked for."""

    rulebook: str
    edition: str
    decks: int | None
    cards_left: int
    bets: list[BetWorth]
    insurance: list[OfferWorth]
    notes: list[str]
    removal: Removal | msgspec.UnsetType = msgspec.UNSET


def exact(figure: Fraction) -> str:
    """A fraction in lowest terms, always with its denominator."""
    return f"{figure.numerator}/{figure.denominator}"


def percent(figure: Fraction) -> float:
    return float(100 * figure)


def sheet_figures(sheet: Sheet, effects: RemovalEffects | None = None) -> SheetFigures:
    """A sheet as `--json` prints it and the server answers it."""
    return SheetFigures(
        rulebook=sheet.rulebook.id,
        edition=sheet.rulebook.edition,
        decks=sheet.decks,
        cards_left=sheet.cards_left,
        bets=[_bet(figures) for figures in sheet.bets],
        insurance=[_offer(figures) for figures in sheet.insurance],
        notes=notes(sheet),
        removal=_removal(effects) if effects else msgspec.UNSET,
    )


def notes(sheet: Sheet) -> list[str]:
    """The sheet's notes, and what insurance adds, in sentences."""
    sentences = list(sheet.notes)
    for use in sheet.uses:
        hand = use.insures.value.capitalize()
        sentences.append(
            f"Insuring {hand} with the most the cap allows adds to the house's gain per coup and unit on {hand}: "
            f"{exact(use.always)} ({percent(use.always):.4f} %) when every offer is taken as it comes, "
            f"0/1 when none is, "
            f"{exact(use.favourable)} ({percent(use.favourable):.4f} %) when only offers that favour the patron are."
        )
    return sentences


def _bet(figures: BetFigures) -> BetWorth:
    return BetWorth(
        bet=figures.bet.id,
        edge=exact(figures.edge),
        edge_pct=percent(figures.edge),
        return_pct=percent(figures.returned),
        hit=exact(figures.hit),
        hit_pct=percent(figures.hit),
        sd=figures.sd,
        rows=[RowChance(odds=row.odds, chance=exact(row.chance)) for row in figures.rows],
    )


def offer_fields(cell: Cell) -> dict[str, Any]:
    """The fields of `OfferName`."""
    return {
        "window": cell.window.value,
        "insures": cell.insures.value,
        "player": cell.player,
        "banker": cell.banker,
        "odds": cell.odds.text,
    }


def _offer(figures: CellFigures) -> OfferWorth:
    return OfferWorth(
        **offer_fields(figures.cell),
        offered=exact(figures.offered),
        player_wins=exact(figures.player_wins),
        banker_wins=exact(figures.banker_wins),
        tie=exact(figures.tie),
        edge=exact(figures.edge),
        edge_pct=percent(figures.edge),
        favours=figures.favours,
    )


def _removal(effects: RemovalEffects) -> Removal:
    """For each bet and offer, the change of its edge when one card of a rank is gone."""
    return Removal(
        bets=[BetRemoval(bet=bet, ranks=_changes(by_rank)) for bet, by_rank in effects.bets.items()],
        insurance=[OfferRemoval(**offer_fields(cell), ranks=_changes(by_rank)) for cell, by_rank in effects.cells],
    )


def _changes(by_rank: Any) -> dict[str, EdgeChange]:
    return {rank.sign: EdgeChange(edge=exact(change), edge_pct=percent(change)) for rank, change in by_rank.items()}


COLUMNS = (
    "rulebook", "edition", "decks", "cards_left", "kind", "bet", "window", "insures", "player", "banker", "odds",
    "chance", "edge", "edge_pct", "return_pct", "hit", "hit_pct", "sd",
    "offered", "player_wins", "banker_wins", "tie", "favours", "removed", "change", "change_pct",
)  # fmt: skip
"""One table for everything; what a line does not have is left empty."""


def as_csv(sheets: Sequence[SheetFigures]) -> str:
    """Lines of kind `bet`, `row`, `insurance` and `removal`."""
    text = io.StringIO()
    out = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n")
    out.writeheader()
    for sheet in sheets:
        shoe = {
            "rulebook": sheet.rulebook,
            "edition": sheet.edition,
            "decks": "" if sheet.decks is None else sheet.decks,
            "cards_left": sheet.cards_left,
        }
        for line in _csv_lines(sheet):
            out.writerow(shoe | line)
    return text.getvalue()


def _csv_lines(sheet: SheetFigures) -> Iterator[dict[str, Any]]:
    for bet in sheet.bets:
        figures = asdict(bet)
        del figures["rows"]
        yield {"kind": "bet", **figures}
        yield from ({"kind": "row", "bet": bet.bet, "odds": row.odds, "chance": row.chance} for row in bet.rows)
    yield from ({"kind": "insurance", **asdict(offer)} for offer in sheet.insurance)
    removals: list[BetRemoval | OfferRemoval] = []
    if sheet.removal:
        removals = [*sheet.removal.bets, *sheet.removal.insurance]
    for removal in removals:
        name = asdict(removal)
        del name["ranks"]
        for rank, change in removal.ranks.items():
            yield {"kind": "removal", **name, "removed": rank, "change": change.edge, "change_pct": change.edge_pct}
