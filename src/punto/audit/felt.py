"""The auditor's books of one coup: chips on the felt, insurance, cards, and who has left or chosen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from punto.kit import Card, Side
from punto.rulebook import Cell, Rulebook
from punto.table import Sign
from punto.table.events import INSURANCE, CoupSettled

Place = tuple[str, int, str]
"""Patron, box and bet: where chips lie."""


Stake = tuple[str, int, tuple[str, str], int]
"""Patron, box, the bet with the hand it insures, and how much: what is handed back."""


@dataclass(slots=True)
class Chips:
    """What lies on one place."""

    stake: int
    stance: str
    order: int
    effective: int | None = None

    @property
    def plays(self) -> int:
        return self.stake if self.effective is None else self.effective


@dataclass(slots=True)
class Insurance:
    patron: str
    box: int
    insures: Side
    window: str
    stake: int
    cell: Cell
    """The cell it was taken at."""


@dataclass(slots=True)
class Felt:
    """A coup, from the opening of its bets until the next one opens."""

    number: int
    stage: str = "betting"
    """betting, dealing, settled or voided"""
    bets: dict[Place, Chips] = field(default_factory=dict)
    puts: int = 0
    insurance: list[Insurance] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    requests: dict[tuple[str, str], str] = field(default_factory=dict)
    """Squeezes that a patron asked for, by the card, and what the House answered."""
    waived: bool = False
    waives: bool = False
    """Whether the consent just given waives insurance, which is then said at once."""
    left: set[str] = field(default_factory=set)
    pending: str = ""
    decides: str = ""
    choosing: set[str] = field(default_factory=set)
    must_return: str = ""
    settlement: CoupSettled | None = None
    repaid: dict[Place, int] = field(default_factory=dict)
    """Lost original bets that went back because insurance was not offered on them."""
    uninsured: list[tuple[Side, str, Cell]] = field(default_factory=list)
    """Insurance just returned because the cards, put in order, must not offer it."""

    @property
    def live(self) -> bool:
        return self.stage in ("betting", "dealing")

    @property
    def total(self) -> int:
        """All money that lies on the felt."""
        if not self.live:
            return 0
        return sum(chips.stake for chips in self.bets.values()) + sum(taken.stake for taken in self.insurance)

    def stakes(self, patron: str | None = None) -> Counter[Stake]:
        """Everything that would go back, or one patron's part of it."""
        lies = Counter(
            (whose, box, (bet, ""), chips.stake)
            for (whose, box, bet), chips in self.bets.items()
            if patron is None or whose == patron
        )
        for one in self.insurance:
            if patron is None or one.patron == patron:
                lies[one.patron, one.box, (INSURANCE, one.insures.value), one.stake] += 1
        return lies

    def insured(self, patron: str, box: int, side: Side) -> Fraction:
        """What all insurance on one original bet would win at its best."""
        return sum(
            (
                one.stake * max(odds.to for odds in one.cell.wins)
                for one in self.insurance
                if (one.patron, one.box, one.insures) == (patron, box, side)
            ),
            Fraction(0),
        )


def on_hand(book: Rulebook, felt: Felt, box: int, side: Side) -> list[tuple[Place, Chips]]:
    """The original bets on a hand in a box."""
    original = book.bet_on(side)
    return [(at, chips) for at, chips in felt.bets.items() if original and at[1:] == (box, original.id)]


def differential(book: Rulebook, felt: Felt, box: int) -> int:
    """What lies on Player above what lies on Banker, in one box."""
    sums = [sum(chips.stake for _, chips in on_hand(book, felt, box, side)) for side in Side]
    return sums[0] - sums[1]


def shares(book: Rulebook, sign: Sign, felt: Felt) -> dict[Place, int]:
    """The effective stakes in every box beyond the differential, pro rata (5.1.1, 5.1.2)."""
    limit = sign.differential_max
    found: dict[Place, int] = {}
    if limit is None:
        return found
    for box in {at[1] for at in felt.bets}:
        gap = differential(book, felt, box)
        if abs(gap) <= limit:
            continue
        heavy = on_hand(book, felt, box, Side.PLAYER if gap > 0 else Side.BANKER)
        total = sum(chips.stake for _, chips in heavy)
        factor = Fraction(total - abs(gap) + limit, total)
        least = sign.limits_of(heavy[0][0][2])[0]
        in_proportion: list[tuple[Place, Chips, Fraction]] = []
        for at, chips in heavy:
            if chips.stake < least:
                continue
            part = chips.stake * factor
            if part < least:
                found[at] = least
            else:
                in_proportion.append((at, chips, part))
        spare = int(sum((part for _, _, part in in_proportion), Fraction(0)))
        spare -= sum(int(part) for _, _, part in in_proportion)
        in_proportion.sort(key=lambda one: (int(one[2]) - one[2], one[1].order))
        for place, (at, _, part) in enumerate(in_proportion):
            found[at] = int(part) + (1 if place < spare else 0)
    return found
