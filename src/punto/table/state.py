"""The state of a table: what its events so far add up to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from punto.kit import Card, Side, read_cards
from punto.kit.entropy import ShoeName
from punto.rulebook import FindRulebook, Rulebook
from punto.table.bank import Bank
from punto.table.commands import Squeezed, Stance
from punto.table.events import ConfirmationAwaited, CoupSettled, IrregularityReported, OriginalBetReturned
from punto.table.sign import Sign

MOST_CARDS: Final = 6
"""A coup takes no more cards."""

Phase = Literal["closed", "idle", "ready", "betting", "dealing", "paying", "stopped"]
"""closed: not open. idle: open without a shoe. ready: between rounds. paying: settled, until every payment is declared
made. stopped: a decision is awaited."""


class PlacedBet(msgspec.Struct, frozen=True):
    """One patron's bet in one box."""

    patron: str
    box: int
    stance: Stance
    bet: str
    stake: int
    order: int
    """The place in which it was first put down: who comes first among equals."""
    effective: int | None = None
    """The part of the stake that takes part in the coup, where the box is beyond its differential."""
    reached: int = 0
    """When it came to its present stake, counted like `order`."""

    @property
    def place(self) -> tuple[str, int, str]:
        """Patron, box and bet: where it lies."""
        return self.patron, self.box, self.bet

    @property
    def plays(self) -> int:
        return self.stake if self.effective is None else self.effective


class TakenInsurance(msgspec.Struct, frozen=True):
    patron: str
    box: int
    insures: Side
    window: str
    stake: int


class SqueezeRequest(msgspec.Struct, frozen=True):
    """A patron's request to squeeze, and the answer of the House."""

    patron: str
    card: Squeezed
    answer: Literal["", "granted", "declined"] = ""


class Pending(msgspec.Struct, frozen=True):
    """A report that waits for somebody of rank."""

    report: IrregularityReported
    resumes: Phase
    """The phase before the report, and again once it is decided."""
    lighter: IrregularityReported | None = None
    """The report whose place it took: it waits again if this one does not make it moot."""

    @property
    def what(self) -> str:
        return self.report.what

    @property
    def cite(self) -> str:
        return self.report.cite

    @property
    def decides(self) -> str:
        return self.report.decides

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards it names; none where the text may be anything at all, as of a foreign card or before a ruling."""
        return () if self.what == "foreign_card" or self.report.leads_to == "ruling" else read_cards(self.report.cards)


class Assignment(msgspec.Struct, frozen=True):
    """A position somebody acts in that is not their own."""

    person: str
    position: str
    until: str = ""
    """An instant; empty until the table closes."""


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """A command that waits for a second person, and what was on the table when it was given."""

    asked: ConfirmationAwaited
    shoe: int
    coup: int
    report: IrregularityReported | None
    """The report that waited for a decision."""

    @property
    def number(self) -> int:
        return self.asked.waiting


class Coup(msgspec.Struct, frozen=True, kw_only=True):
    """A coup from the opening of its bets until the next one opens."""

    number: int
    sign: Sign | None = None
    """The sign when the bets were opened: the coup is judged by it, whatever the sign says later."""
    without_bets: bool = False
    """Whether no bets are taken, because a card that begins the round is known."""
    bets: tuple[PlacedBet, ...] = ()
    placed: int = 0
    """How many times chips were put down, or a part of them taken back, which orders them."""
    cards: tuple[Card, ...] = ()
    """In the order in which they are played."""
    drawn: tuple[Card, ...] = ()
    """In the order in which they were drawn, without those that begin the next round."""
    dealers: tuple[str, ...] = ()
    """Who dealt a card of it."""
    insurance: tuple[TakenInsurance, ...] = ()
    waived_by: str = ""
    """The patron whose squeeze waives the second window of insurance for everybody."""
    left: tuple[str, ...] = ()
    """Patrons who walked away."""
    requests: tuple[SqueezeRequest, ...] = ()
    """Squeezes asked for; consent to one that was only spoken stands here too."""
    turned: tuple[str, ...] = ()
    """Squeezed cards that were turned before their time was over, by name."""
    choosing: tuple[str, ...] = ()
    """Patrons with a choice still open."""
    chosen: tuple[tuple[str, str], ...] = ()
    reconstructed: bool = False
    ended: Literal["", "settled", "voided"] = ""
    settlement: CoupSettled | None = None
    reversed: bool = False
    """Whether a payment of it was taken back."""
    repaid: tuple[OriginalBetReturned, ...] = ()
    """Original bets already returned for insurance that was not offered."""
    claims: tuple[OriginalBetReturned, ...] = ()
    """Original bets returned with settlements since reversed: judged again with the next settlement."""
    lifted: tuple[RecordedChips, ...] = ()
    """Real chips taken off the layout after the close: their bets stand."""
    returned: tuple[PlacedBet, ...] = ()
    """Bets taken back by choice: in the shares of the others they weigh as they did when the bets closed."""

    def bet(self, patron: str, box: int, bet: str) -> PlacedBet | None:
        return next(
            (placed for placed in self.bets if placed.patron == patron and placed.box == box and placed.bet == bet),
            None,
        )

    @property
    def points(self) -> list[int]:
        return [card.points for card in self.cards]

    @property
    def waived(self) -> bool:
        """Whether a squeeze has waived the second window of insurance."""
        return bool(self.waived_by)


class RecordedChips(msgspec.Struct, frozen=True, array_like=True):
    """Real chips that lay when the bets of a round closed, as the record has them."""

    patron: str
    box: int
    bet: str
    stake: int
    stance: Stance


class EarlierRound(msgspec.Struct, frozen=True, array_like=True):
    """The record of a round that is no longer on the table: it may still be corrected, its money not."""

    number: int
    shoe: int
    drawn: str
    dealers: tuple[str, ...] = ()
    chips: tuple[RecordedChips, ...] = ()
    """None where chips are in wallets: there the record is the layout."""


class ChipsDue(msgspec.Struct, frozen=True, array_like=True):
    """Real chips to be handed to a patron or, below nothing, to be collected."""

    patron: str
    amount: int


class Commitment(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that takes part in mixing the shoe."""

    box: int
    patron: str
    account: str
    commitment: str


class Mixing(msgspec.Struct, frozen=True, kw_only=True):
    """How far the seats have mixed a shoe."""

    table: str
    stage: Literal["committing", "revealing", "mixed"] = "committing"
    committed: tuple[Commitment, ...] = ()
    revealed: dict[int, str] = {}
    """The bytes of each box that has shown them, in hexadecimal digits."""


class Shoe(msgspec.Struct, frozen=True, kw_only=True):
    """The cards in use, as far as anybody at the table knows them."""

    number: int
    source: Literal["virtual", "physical"]
    decks: int
    commitment: str
    cut_place: int = 0
    cut_by: str = ""
    mixing: Mixing | None = None
    """None for a shoe whose order is the house's alone."""
    seen: dict[str, int] = {}
    """Cards that came out, by how often."""
    out: int = 0
    """Cards that left the shoe, seen or not."""
    aside: tuple[Card, ...] = ()
    """Out of the shoe, to be dealt first."""
    next_round: tuple[Card, ...] = ()
    """Out of the shoe without a place in this round: they begin the next."""
    known: bool = False
    """Whether somebody has seen a card that lies aside."""
    coups_after_cut: int | None = None
    """Coups opened since the cut card came out; None before."""
    condemned: bool = False
    burned: bool = False

    @property
    def name(self) -> ShoeName:
        """The name of the shoe that the seats' bytes are bound to."""
        return ShoeName(self.mixing.table if self.mixing else "", self.number, self.commitment)

    @property
    def left(self) -> int:
        return self.decks * 52 - self.out

    @property
    def carried(self) -> tuple[Card, ...]:
        """The cards with which the next round begins, in the order drawn."""
        return self.aside + self.next_round

    @property
    def untouched(self) -> bool:
        """Whether no card has left it: only then is it cut or burned."""
        return self.out == 0

    @property
    def dealt_out(self) -> bool:
        """Whether the coup after the cut card has been opened."""
        return (self.coups_after_cut or 0) >= 1

    @property
    def too_few(self) -> bool:
        """Whether the cards left, those that lie aside included, may not be enough for a coup."""
        return self.left + len(self.carried) < MOST_CARDS

    @property
    def finished(self) -> bool:
        """Whether no further coup is dealt from it."""
        return self.condemned or self.dealt_out or self.too_few


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """All that is remembered of a table between events."""

    phase: Phase = "closed"
    sign: Sign | None = None
    prepared: Sign | None = None
    """The sign that goes up when the round is over."""
    shoe: Shoe | None = None
    shoes: int = 0
    coups: int = 0
    coup: Coup | None = None
    previous: Coup | None = None
    """The round before: insurance neglected in it may still be claimed."""
    earlier: tuple[EarlierRound, ...] = ()
    """Rounds dealt since the table opened, in their order."""
    pending: Pending | None = None
    chips_due: tuple[ChipsDue, ...] = ()
    """Chips to be moved after payments that were taken back, until somebody enters that they were."""
    assignments: tuple[Assignment, ...] = ()
    asked: int = 0
    """How many commands have waited for a second person since the beginning: each has a number of its own."""
    waiting: tuple[Waiting, ...] = ()
    """Commands that wait for a second person."""
    bank: Bank = Bank()
    version: int = 0


_NEW = Table()


@dataclass(frozen=True, slots=True)
class State:
    """A table with the rulebook it is played by.

    The rulebook itself is not part of the record; its name and hash are, and
    `find` leads from the name back to it.
    """

    find: FindRulebook
    table: Table = _NEW
    book: Rulebook | None = None

    @property
    def sign(self) -> Sign:
        assert self.table.sign is not None  # Only asked behind a check of the phase.
        return self.table.sign

    @property
    def rules(self) -> Rulebook:
        assert self.book is not None
        return self.book

    @property
    def coup(self) -> Coup:
        assert self.table.coup is not None
        return self.table.coup

    @property
    def coup_sign(self) -> Sign:
        """The sign when the bets of the coup were opened."""
        return self.coup.sign or self.sign

    @property
    def pending(self) -> Pending:
        assert self.table.pending is not None  # Only asked where a decision is awaited.
        return self.table.pending

    @property
    def shoe(self) -> Shoe:
        assert self.table.shoe is not None
        return self.table.shoe
