"""The auditor's books of one coup: chips on the felt, insurance, cards, and who has left or chosen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from punto.kit import Card, Side
from punto.rulebook import Cell
from punto.table import Sign
from punto.table import events as e
from punto.table.events import INSURANCE, CoupSettled

Place = tuple[str, int, str]
"""Patron, box and bet: where chips lie."""


Stake = tuple[str, int, tuple[str, str], int]
"""Patron, box, the bet with the hand it insures, and how much: what is handed back."""


Slip = tuple[str, int, str, str, int]
"""Patron, box, the hand that is insured, the window, and how much."""


@dataclass(slots=True)
class Chips:
    """What lies on one place."""

    stake: int
    stance: str
    order: int
    """When it was first put down, counted in changes of stakes."""
    reached: int
    """When it came to its present stake, counted in the same way."""
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
    sign: Sign
    """What the table showed when the bets were opened: everything in the coup is judged by it."""
    stage: str = "betting"
    """betting, dealing, settled, concluded (every payment declared made) or voided"""
    without_bets: bool = False
    reversed: bool = False
    """Whether a payment of it was taken back."""
    bets: dict[Place, Chips] = field(default_factory=dict)
    returned: dict[Place, Chips] = field(default_factory=dict)
    """What patrons took back by choice."""
    puts: int = 0
    """How many times a stake has changed."""
    together: list[Place] = field(default_factory=list)
    """Bets just placed that are measured with the next one."""
    goes_back: list[tuple[Place, int]] = field(default_factory=list)
    """Bets that must go back before anything else happens, in that order, each with what is left of it."""
    insurance: list[Insurance] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    """In the order in which they are played."""
    drawn: list[Card] = field(default_factory=list)
    """In the order in which they were drawn, as far as the record is right, without what begins the next round."""
    order_is_decided: bool = False
    """Whether somebody has decided that they are played in another order than drawn."""
    dealers: set[str] = field(default_factory=set)
    requests: dict[tuple[str, str], str] = field(default_factory=dict)
    """Squeezes that a patron asked for, by the card, and what the House answered."""
    turned: set[str] = field(default_factory=set)
    """Squeezed cards that were turned before their time was over."""
    waived_by: str = ""
    """The patron whose squeeze waives the second window for everybody."""
    waives: bool = False
    """Whether the consent just given waives insurance, which is then said at once."""
    left: set[str] = field(default_factory=set)
    choosing: set[str] = field(default_factory=set)
    in_order: bool = False
    """Whether those who choose to go on do so with cards put back in order."""
    must_return: str = ""
    lifted: Counter[Place] = field(default_factory=Counter)
    """Real chips taken off the layout after the close; their bets stand."""
    settlement: CoupSettled | None = None
    repaid: dict[Place, e.OriginalBetReturned] = field(default_factory=dict)
    """Lost original bets that went back because insurance was not offered on them."""
    claims: list[e.OriginalBetReturned] = field(default_factory=list)
    """Claims paid under a settlement that was reversed since: judged anew with the next."""
    uninsured: list[Slip] = field(default_factory=list)
    """Insurance just returned because the cards, put in order, do not bear it."""
    insured_before: list[Insurance] = field(default_factory=list)
    """The insurance as it was before any went back."""
    adrift: int = 0
    """Chips just corrected in a coup that is paid, until that payment is taken back."""

    def brings(self, place: Place, stake: int, stance: str = "") -> None:
        """Sets the stake at a place; with nothing left the place is empty."""
        if not stake:
            del self.bets[place]
            return
        chips = self.bets.setdefault(place, Chips(0, stance, self.puts, self.puts))
        chips.stake, chips.stance, chips.reached = stake, stance or chips.stance, self.puts
        self.puts += 1

    @property
    def closed_with(self) -> dict[Place, Chips]:
        """What lay when the bets closed, as far as the record is right: the others' shares go by it."""
        return self.bets | self.returned if self.returned else self.bets

    @property
    def live(self) -> bool:
        return self.stage in ("betting", "dealing")

    @property
    def waived(self) -> bool:
        return bool(self.waived_by)

    @property
    def current(self) -> bool:
        """Whether the round is between its first call and the last of its payments."""
        return self.stage in ("betting", "dealing", "settled")

    @property
    def bettors(self) -> set[str]:
        """Everybody with a bet who has not walked away."""
        return {patron for patron, _, _ in self.bets} - self.left

    @property
    def total(self) -> int:
        """All money that lies on the felt."""
        if not self.live:
            return self.adrift
        lies = 0
        for chips in self.bets.values():  # Asked after every event.
            lies += chips.stake
        for slip in self.insurance:
            lies += slip.stake
        return lies

    def stakes(self, patron: str | None = None) -> Counter[Stake]:
        """Everything that would go back, or one patron's part of it."""
        lies = Counter(
            (whose, box, (bet, ""), chips.stake)
            for (whose, box, bet), chips in self.bets.items()
            if patron is None or whose == patron
        )
        for slip in self.insurance:
            if patron is None or slip.patron == patron:
                lies[slip.patron, slip.box, (INSURANCE, slip.insures.value), slip.stake] += 1
        return lies

    def insured(self, patron: str, box: int, side: Side) -> Fraction:
        """What all insurance on one original bet would win at its best."""
        return sum(
            (
                slip.stake * max(odds.to for odds in slip.cell.wins)
                for slip in self.insurance
                if (slip.patron, slip.box, slip.insures) == (patron, box, side)
            ),
            Fraction(0),
        )
