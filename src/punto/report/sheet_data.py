"""Sheets of figures as JSON and as CSV: exact fractions as strings, floats beside them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from punto.kit import Rank
from punto.rulebook import Cell

if TYPE_CHECKING:  # A settled coup is printed without importing the counting of chances.
    from punto.chance import BetFigures, CellFigures, RemovalEffects, Sheet
    from punto.chance.sheet import RowFigures


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
        bets=[bet_worth(figures) for figures in sheet.bets],
        insurance=[offer_worth(figures) for figures in sheet.insurance],
        notes=notes(sheet),
        removal=removal_worth(effects) if effects else msgspec.UNSET,
    )


INSURING: Final = (
    "Insuring {hand} with the most the cap allows adds to the house's gain per coup and unit on {hand}: "
    "{always} ({always_pct} %) when every offer is taken as it comes, 0/1 when none is, "
    "{favourable} ({favourable_pct} %) when only offers that favour the patron are."
)


def notes(sheet: Sheet) -> list[str]:
    """The sheet's notes, and what insurance adds, in sentences."""
    insuring = (
        INSURING.format(
            hand=use.insures.value.capitalize(),
            always=exact(use.always),
            always_pct=f"{percent(use.always):.4f}",
            favourable=exact(use.favourable),
            favourable_pct=f"{percent(use.favourable):.4f}",
        )
        for use in sheet.uses
    )
    return [*sheet.notes, *insuring]


def bet_worth(figures: BetFigures) -> BetWorth:
    return BetWorth(
        bet=figures.bet.id,
        edge=exact(figures.edge),
        edge_pct=percent(figures.edge),
        return_pct=percent(figures.returned),
        hit=exact(figures.hit),
        hit_pct=percent(figures.hit),
        sd=figures.sd,
        rows=[row_chance(row) for row in figures.rows],
    )


def row_chance(figures: RowFigures) -> RowChance:
    return RowChance(odds=figures.odds, chance=exact(figures.chance))


def offer_fields(cell: Cell) -> dict[str, Any]:
    """The fields of `OfferName`."""
    return {
        "window": cell.window.value,
        "insures": cell.insures.value,
        "player": cell.player,
        "banker": cell.banker,
        "odds": cell.odds.text,
    }


def offer_worth(figures: CellFigures) -> OfferWorth:
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


def removal_worth(effects: RemovalEffects) -> Removal:
    """For each bet and offer, the change of its edge when one card of a rank is gone."""
    return Removal(
        bets=[BetRemoval(bet=bet, ranks=_changes(by_rank)) for bet, by_rank in effects.bets.items()],
        insurance=[OfferRemoval(**offer_fields(cell), ranks=_changes(by_rank)) for cell, by_rank in effects.cells],
    )


def _changes(by_rank: Any) -> dict[str, EdgeChange]:
    return {rank.sign: EdgeChange(edge=exact(change), edge_pct=percent(change)) for rank, change in by_rank.items()}


SHOE = ("rulebook", "edition", "decks", "cards_left")
OFFER = ("window", "insures", "player", "banker", "odds")
CHANGE = ("removed", "change", "change_pct")
CSV_TABLES: Final = {
    "bets": (
        "bet", "name", "name_zh", "edge", "edge_pct", "return_pct", "hit", "hit_decimal", "push", "push_decimal",
        "lose", "lose_decimal", "variance", "sd",
    ),
    "rows": ("bet", "name", "when", "odds", "pays", "chance", "chance_decimal", "cite"),
    "insurance": (
        *OFFER, "offered", "offered_decimal", "player_wins", "player_wins_decimal", "banker_wins",
        "banker_wins_decimal", "tie", "tie_decimal", "edge", "edge_pct", "favours", "cite",
    ),
    "removal": ("bet", "name", *CHANGE),
    "insurance-removal": (*OFFER, *CHANGE),
}  # fmt: skip
"""Tables of one kind of line each: their columns after those of the shoe."""


def as_csv(sheets: Sequence[Sheet], table: str, effects: RemovalEffects | None = None) -> str:
    """One table of some sheets: exact fractions with their decimals beside them."""
    text = io.StringIO()
    out = csv.DictWriter(text, (*SHOE, *CSV_TABLES[table]), restval="", lineterminator="\n")
    out.writeheader()
    for sheet in sheets:
        shoe = {
            "rulebook": sheet.rulebook.id,
            "edition": sheet.rulebook.edition,
            "decks": "" if sheet.decks is None else sheet.decks,
            "cards_left": sheet.cards_left,
        }
        for line in _CSV_LINES[table](sheet, effects):
            out.writerow(shoe | line)
    return text.getvalue()


def _csv_bets(sheet: Sheet, _: RemovalEffects | None) -> Iterator[dict[str, Any]]:
    for figures in sheet.bets:
        lose = 1 - figures.hit - figures.push
        yield {
            "bet": figures.bet.id,
            "name": figures.bet.name.en,
            "name_zh": figures.bet.name.zh,
            "edge": exact(figures.edge),
            "edge_pct": percent(figures.edge),
            "return_pct": percent(figures.returned),
            **_chances(hit=figures.hit, push=figures.push, lose=lose),
            "variance": exact(figures.variance),
            "sd": figures.sd,
        }


def _csv_rows(sheet: Sheet, _: RemovalEffects | None) -> Iterator[dict[str, Any]]:
    for figures in sheet.bets:
        name = {"bet": figures.bet.id, "name": figures.bet.name.en}
        for row in figures.rows:
            yield {
                **name,
                "when": str(row.row.when),
                "odds": row.odds,
                "pays": exact(row.pays),
                "chance": exact(row.chance),
                "chance_decimal": float(row.chance),
                "cite": row.row.cite,
            }


def _csv_insurance(sheet: Sheet, _: RemovalEffects | None) -> Iterator[dict[str, Any]]:
    for figures in sheet.insurance:
        ends = {"player_wins": figures.player_wins, "banker_wins": figures.banker_wins, "tie": figures.tie}
        yield {
            **offer_fields(figures.cell),
            **_chances(offered=figures.offered, **ends),
            "edge": exact(figures.edge),
            "edge_pct": percent(figures.edge),
            "favours": figures.favours,
            "cite": figures.cell.cite,
        }


def _csv_removal(sheet: Sheet, effects: RemovalEffects | None) -> Iterator[dict[str, Any]]:
    assert effects is not None
    for bet, by_rank in effects.bets.items():
        yield from _csv_changes({"bet": bet, "name": sheet.rulebook.bets[bet].name.en}, by_rank)


def _csv_insurance_removal(_: Sheet, effects: RemovalEffects | None) -> Iterator[dict[str, Any]]:
    assert effects is not None
    for cell, by_rank in effects.cells:
        yield from _csv_changes(offer_fields(cell), by_rank)


def _csv_changes(of: dict[str, Any], by_rank: Mapping[Rank, Fraction]) -> Iterator[dict[str, Any]]:
    for rank, change in by_rank.items():
        yield {**of, "removed": rank.sign, "change": exact(change), "change_pct": percent(change)}


_CSV_LINES: Final = {
    "bets": _csv_bets,
    "rows": _csv_rows,
    "insurance": _csv_insurance,
    "removal": _csv_removal,
    "insurance-removal": _csv_insurance_removal,
}
OF_REMOVAL: Final = ("removal", "insurance-removal")
"""Tables that need the effects of removal."""


def _chances(**chances: Fraction) -> dict[str, Any]:
    """Each chance as a fraction, and in a column beside it in decimals."""
    columns = ((name, f"{name}_decimal", chance) for name, chance in chances.items())
    return {
        key: value
        for name, beside, chance in columns
        for key, value in ((name, exact(chance)), (beside, float(chance)))
    }
