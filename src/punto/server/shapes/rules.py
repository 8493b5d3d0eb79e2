"""Rulebooks and what their bets are worth, as they are answered."""

from __future__ import annotations

from typing import Any

from punto.server.shapes.shape import Shape, Words
from punto.table.commands import Hand


class FeltRow(Shape, frozen=True, kw_only=True):
    """A line of a pay table."""

    when: str
    odds: str
    cite: str
    commission: bool
    asks: dict[str, list[Any]]


class FeltBet(Shape, frozen=True, kw_only=True):
    id: str
    name: Words
    hand: Hand | None
    cite: str
    pays: list[FeltRow]


class FeltInsurance(Shape, frozen=True, kw_only=True):
    insures: Hand
    name: Words
    cite: str


class FeltCommission(Shape, frozen=True, kw_only=True):
    rate: str
    cite: str


class FeltLayout(Shape, frozen=True, kw_only=True):
    id: str
    name: Words
    cite: str


class FeltLimits(Shape, frozen=True, kw_only=True):
    """The paragraph behind each limit; empty where the document has none."""

    minimum: str
    maximum: str
    differential: str
    pro_rata: str


class FeltChoice(Shape, frozen=True, kw_only=True):
    """The paragraph of a patron's choice after an error, and the reading of silence."""

    cite: str
    silence: str


class Titled(Shape, frozen=True, kw_only=True):
    """Which rulebook it is."""

    id: str
    name: str
    edition: str
    title: Words
    source: str


class Laid(Titled, frozen=True, kw_only=True):
    """What is drawn from a rulebook, and what its paragraphs say in our words."""

    decks_cite: str
    layouts: list[FeltLayout]
    limits: FeltLimits
    choice: FeltChoice
    sha256: str
    bets: list[FeltBet]
    insurance: list[FeltInsurance]
    squeeze: str
    paragraphs: dict[str, str]
    readings: dict[str, str]


class Felt(Laid, frozen=True, kw_only=True):
    """The felt of a rulebook."""

    commission: FeltCommission | None


class DeckNumbers(Shape, frozen=True, kw_only=True):
    least: int
    most: int
    usual: int
    cite: str


class ShelfRow(Titled, frozen=True, kw_only=True):
    decks: DeckNumbers
    insurance: bool


class Shelf(Shape, frozen=True, kw_only=True):
    rulebooks: list[ShelfRow]


class InsuranceCell(Shape, frozen=True, kw_only=True):
    """What insuring a hand pays at these totals."""

    window: str
    insures: Hand
    player: int
    banker: int
    odds: str
    on_loss: str | None
    on_tie: str | None
    cite: str
    tie_cite: str


class PrintedCommission(Shape, frozen=True, kw_only=True):
    printed: str
    cite: str


class RulebookTold(Laid, frozen=True, kw_only=True):
    """A rulebook: its felt, its insurance pay tables, and where its steps and clauses are."""

    decks: DeckNumbers
    cells: list[InsuranceCell]
    procedure: dict[str, str]
    commission: PrintedCommission | None
    irregularities: dict[str, str]


class RowChance(Shape, frozen=True, kw_only=True):
    odds: str
    chance: str


class BetWorth(Shape, frozen=True, kw_only=True):
    """What a bet is worth; exact fractions are strings, floats stand beside them."""

    bet: str
    edge: str
    edge_pct: float
    return_pct: float
    hit: str
    hit_pct: float
    sd: float
    rows: list[RowChance]


class OfferWorth(Shape, frozen=True, kw_only=True):
    """What an offer of insurance is worth, judged where it is made."""

    window: str
    insures: Hand
    player: int
    banker: int
    odds: str
    offered: str
    player_wins: str
    banker_wins: str
    tie: str
    edge: str
    edge_pct: float
    favours: str


class Sheet(Shape, frozen=True, kw_only=True):
    rulebook: str
    edition: str
    decks: int | None
    cards_left: int
    bets: list[BetWorth]
    insurance: list[OfferWorth]
    notes: list[str]
