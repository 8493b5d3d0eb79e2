"""A rulebook prepared for pricing in a page: payoffs, classes of ends and courses of a coup.

With this and the counts of a shoe a page only multiplies and adds whole numbers, and knows no rule of the game.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Literal

import msgspec
import numpy as np

from punto.chance.completion import JOINT, OUTCOME
from punto.chance.frame import FramedBet, cell_pays, frame_of
from punto.chance.price import DECIDED, NEVER_OFFERED, UNPRICED, WHAT
from punto.coup import Scope, Tableau
from punto.kit import Odds, Side
from punto.report.sheet_data import INSURING, OfferName, exact, offer_fields
from punto.rulebook import Cell, Rulebook

Asks = Literal["totals", "ranks", "suits"]
DecidedBy = Literal["finals", "starts", "ends"]

_ASKS: dict[Scope, Asks] = {Scope.TOTALS: "totals", Scope.RANKS: "ranks", Scope.SUITS: "suits"}


class PlanTableau(msgspec.Struct, frozen=True, kw_only=True):
    """The tableau as the kernel takes it: bit masks over totals, and over the values of Player's third card."""

    naturals: int
    player_draws: int
    banker_draws_alone: int
    banker_draws_on: list[int]


class PlanRow(msgspec.Struct, frozen=True, kw_only=True):
    """A pay row."""

    odds: str
    pays: str
    """What a unit gains, net of commission, as a fraction."""
    wins: bool
    """False for a push."""


class PlanBet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet as the row that each class of ends pays; the number past the last row is a loss of one unit."""

    bet: str
    asks: Asks
    """The most that it asks of the cards."""
    hand: Literal["player", "banker"] | None
    """The hand it backs, whose insurance it carries."""
    by: DecidedBy
    """What `row_of` goes by: classes of finals, classes of starts, or both (start * finals + final)."""
    row_of: list[int]
    rows: list[PlanRow]
    unpriced: str
    """The note where these counts do not tell what it asks for."""
    decided: dict[Literal["lost", "won", "returned"], str]
    """The note where no further card can change it."""


class PlanOffer(OfferName, frozen=True, kw_only=True):
    """An offer of insurance."""

    pays: list[str]
    """What a unit gains when Player wins, when Banker wins, and on a tie."""
    to: str
    """What a unit wins at its odds."""


class PlanNotes(msgspec.Struct, frozen=True, kw_only=True):
    """Notes of a sheet; a word in braces is a figure."""

    never_offered_one: str
    never_offered: str
    insuring: str


class PricingPlan(msgspec.Struct, frozen=True, kw_only=True):
    """One rulebook's bets and offers over the ends of a coup."""

    rulebook: str
    edition: str
    tableau: PlanTableau
    finals: int
    final_of: list[int]
    """For each of the kernel's 400 joint cells its class of finals; -1 where no coup ends."""
    outcome_of: list[int]
    """For each joint cell 0 Player wins, 1 Banker wins, 2 tie."""
    starts: int
    start_of: list[int]
    """The class of 27 * Player's start + Banker's: 0 no pair, 1 to 13 a pair of that rank, 14 to 26 suited."""
    courses: list[list[list[int]]]
    """By 10 * Player's two-card total + Banker's: `[[cell]]` where four cards end the coup; else for each value of a
    fifth card `[cell]` where that ends it, or for each value of the sixth the cell."""
    bets: list[PlanBet]
    insurance: list[PlanOffer]
    notes: PlanNotes


@lru_cache(maxsize=64)
def pricing_plan(book: Rulebook) -> PricingPlan:
    """The rulebook's plan, made once."""
    frame = frame_of(book)
    masks = frame.masks
    return PricingPlan(
        rulebook=book.id,
        edition=book.edition,
        tableau=PlanTableau(
            naturals=masks.naturals,
            player_draws=masks.player_draws,
            banker_draws_alone=masks.banker_draws_alone,
            banker_draws_on=list(masks.banker_draws_on),
        ),
        finals=frame.finals,
        final_of=frame.final_of.tolist(),
        outcome_of=np.broadcast_to(OUTCOME, (4, 10, 10)).ravel().tolist(),
        starts=frame.starts,
        start_of=frame.start_of.ravel().tolist(),
        courses=[_course(book.tableau, s, t) for s in range(10) for t in range(10)],
        bets=[_bet(framed) for framed in frame.bets],
        insurance=[_offer(cell) for cell in frame.cells],
        notes=PlanNotes(never_offered_one=NEVER_OFFERED[True], never_offered=NEVER_OFFERED[False], insuring=INSURING),
    )


def _course(tableau: Tableau, s: int, t: int) -> list[list[int]]:
    """How a coup goes on from these two-card totals, by the values of its third cards."""
    four = (s, t, 0, 0)
    if tableau.next_side(four) is None:
        return [[int(JOINT[0, 0, s, t])]]
    return [_fifth(tableau, s, t, x) for x in range(10)]


def _fifth(tableau: Tableau, s: int, t: int, x: int) -> list[int]:
    cards = (s, t, 0, 0, x)
    if tableau.next_side(cards[:4]) is Side.BANKER:
        return [int(JOINT[0, 1, s, (t + x) % 10])]
    player = (s + x) % 10
    if tableau.next_side(cards) is None:
        return [int(JOINT[1, 0, player, t])]
    return [int(JOINT[1, 1, player, (t + y) % 10]) for y in range(10)]


def _bet(framed: FramedBet) -> PlanBet:
    bet, row_of = framed.bet, framed.row_of
    by: DecidedBy = "finals" if framed.by_finals else "starts" if framed.by_starts else "ends"
    row_numbers = {"finals": row_of[0], "starts": row_of[:, 0], "ends": row_of.ravel()}[by]
    return PlanBet(
        bet=bet.id,
        asks=_ASKS[bet.scope],
        hand=None if bet.hand is None else bet.hand.value,
        by=by,
        row_of=row_numbers.tolist(),
        rows=[
            PlanRow(odds=row.odds.text, pays=exact(pay), wins=isinstance(row.odds, Odds))
            for row, pay in zip(bet.pays, framed.pays, strict=False)
        ],
        unpriced="" if bet.scope is Scope.TOTALS else UNPRICED.format(bet=bet.name.en, what=WHAT[bet.scope]),
        decided={fate: sentence.format(bet=bet.name.en) for fate, sentence in DECIDED.items()},
    )


def _offer(cell: Cell) -> PlanOffer:
    pays: list[Fraction] = list(cell_pays(cell))
    return PlanOffer(**offer_fields(cell), pays=[exact(pay) for pay in pays], to=exact(cell.odds.to))
