"""The bets of a disputed round, to the unit: stake, odds, rounding, and what was handed back."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from punto.report.rounding_words import rounding_words
from punto.report.takings.pricing import Pricing
from punto.table import Event
from punto.table import events as e


class DisputeLine(msgspec.Struct, frozen=True, kw_only=True):
    """A settled bet."""

    patron: str
    box: int
    bet: str
    stake: int
    effective: int
    outcome: str
    odds: str
    exact: str
    """What the odds on the stake that took part come to before rounding, `25/2`; empty where nothing was won."""
    winnings: int
    commission: int
    payback: int
    rounding: str
    """`1 to 2 on 25 is 12.5, rounded down to 12 (sign)`; empty where nothing was rounded."""
    cite: str


class DisputeOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """The settlement that stands."""

    cards: str
    winner: str
    player_points: int
    banker_points: int
    rounding: str
    lines: list[DisputeLine]


class PatronChips(msgspec.Struct, frozen=True, kw_only=True):
    """One patron's chips in the round: what lay on the felt when the bets were closed, and what came back."""

    patron: str
    before: int
    after: int
    """Handed back when the round was over, with money moved by a ruling or a claim."""

    @property
    def net(self) -> int:
        return self.after - self.before


def outcome_of(events: Sequence[Event], pricing: Pricing) -> DisputeOutcome | None:
    """The last settlement, unless it was taken back or the round is void."""
    stands: e.CoupSettled | None = None
    for event in events:
        if isinstance(event, e.CoupSettled):
            stands = event
        elif isinstance(event, e.SettlementReversed | e.CoupVoided):
            stands = None
    if stands is None:
        return None
    return DisputeOutcome(
        cards=stands.cards,
        winner=stands.winner,
        player_points=stands.player_points,
        banker_points=stands.banker_points,
        rounding=stands.rounding,
        lines=[_line(line, pricing) for line in stands.lines],
    )


def _line(line: e.Line, pricing: Pricing) -> DisputeLine:
    won = line.outcome == "win"
    exact = line.effective * pricing.pays(line) if won else Fraction(0)
    rounded = won and exact.denominator != 1
    less = line.commission > 0
    return DisputeLine(
        patron=line.patron,
        box=line.box,
        bet=f"insurance:{line.insures}" if line.bet == e.INSURANCE else line.bet,
        stake=line.stake,
        effective=line.effective,
        outcome=line.outcome,
        odds=line.odds,
        exact=str(exact) if won else "",
        winnings=line.winnings,
        commission=line.commission,
        payback=line.payback,
        rounding=rounding_words(line.odds, line.effective, exact, line.winnings, less_commission=less)
        if rounded
        else "",
        cite=line.cite,
    )


def chips_of(events: Sequence[Event]) -> list[PatronChips]:
    """Every patron who had a stake, with all chips on the felt and all that was handed back."""
    lay: dict[str, int] = {}
    back: dict[str, int] = {}

    def move(chips: dict[str, int], patron: str, amount: int) -> None:
        chips[patron] = chips.get(patron, 0) + amount

    for event in events:
        match event:
            case e.BetPlaced() | e.InsuranceTaken():
                move(lay, event.patron, event.stake)
            case e.BetWithdrawn() | e.BetRejected():
                move(lay, event.patron, -event.stake)
            case e.BetsCorrected(of_coup=0):  # Of an earlier round the record alone is corrected.
                move(lay, event.patron, sum(bet.stake for bet in event.lay) - sum(bet.stake for bet in event.was))
            case e.CoupSettled(lines=lines):
                for line in lines:
                    move(back, line.patron, line.payback)
            case e.SettlementReversed(lines=lines, returned=returned):
                for line in lines:
                    move(back, line.patron, -line.payback)
                for bet in returned:
                    move(back, bet.patron, -bet.stake)
            case e.CoupVoided(stakes=stakes) | e.BetsReturned(stakes=stakes) | e.InsuranceReturned(stakes=stakes):
                for bet in stakes:
                    move(back, bet.patron, bet.stake)
            case e.OriginalBetReturned():
                move(back, event.patron, event.stake)
            case e.RulingMade():
                for moved in event.adjustments:
                    move(back, moved.patron, moved.amount)
    patrons = sorted({*lay, *back})
    return [PatronChips(patron=patron, before=lay.get(patron, 0), after=back.get(patron, 0)) for patron in patrons]
