"""The walk over a table's events, in order: what each must be, given those before it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from punto.audit import (
    abandoning,
    banking,
    betting,
    choosing,
    claiming,
    confirming,
    dealing,
    insured,
    laying,
    mixing,
    opening,
    reporting,
    reversing,
    sequel,
    squeezing,
)
from punto.audit.account import Account
from punto.audit.bank_book import BankBook
from punto.audit.decided import Matter
from punto.audit.era import is_of_before
from punto.audit.felt import Felt, Slip
from punto.audit.finding import Wrong, hold
from punto.audit.giver import Assignments, Giver
from punto.audit.sequel import NextEvent
from punto.audit.shoe import ShoeBook
from punto.kit import Card, Refused
from punto.rulebook import BadRulebook, FindRulebook, Rulebook
from punto.rulebook.model import Irregularity
from punto.table import Event, Posting, Sign, kind_of
from punto.table import events as e
from punto.table.upcast import schema_of

Moves = dict[str, int]
"""What each account gains."""

Handler = Callable[[Any, Any], Moves | None]

_HANDLERS: dict[type[Event], Handler] = {
    **opening.HANDLERS,
    **abandoning.HANDLERS,
    **mixing.HANDLERS,
    **betting.HANDLERS,
    **dealing.HANDLERS,
    **squeezing.HANDLERS,
    **claiming.HANDLERS,
    **insured.HANDLERS,
    **reporting.HANDLERS,
    **laying.HANDLERS,
    **choosing.HANDLERS,
    **reversing.HANDLERS,
    **confirming.HANDLERS,
    **banking.HANDLERS,
}

_KINDS: dict[type[Event], str] = {kind: str(kind.__struct_config__.tag) for kind in _HANDLERS}

# Sets, because they are asked at every event: `isinstance` goes through a tuple kind by kind.
_Kinds = frozenset[type[Event]]

_WHILE_STOPPED: _Kinds = frozenset(
    {
        e.DecisionMade,
        e.RulingMade,
        e.ReportWithdrawn,
        e.IrregularityReported,
        e.PositionAssigned,
        e.SignPrepared,
        e.DebtWrittenOff,
        e.ChipsEntered,
        e.BoughtIn,
        e.CashedOut,
        e.ShoeAbandoned,
        *banking.HANDLERS,
    }
)

_WHILE_CLOSED: _Kinds = frozenset({e.TableOpened, e.PositionAssigned, *banking.WHILE_CLOSED})
"""What also happens at a table that is not open."""

_OF_WAITING: _Kinds = frozenset(
    {e.ConfirmationAwaited, e.ConfirmationGiven, e.ConfirmationDeclined, e.ConfirmationExpired}
)
"""Requests to a second person, and their answers."""

_BANK: _Kinds = frozenset(banking.HANDLERS)

_BEGINS: _Kinds = frozenset({e.IrregularityReported, e.DecisionMade, e.RulingMade, e.ShoeAbandoned})
"""What a matter begins with."""

_CLAIMS: _Kinds = frozenset({e.SettlementReversed, e.RulingMade})
"""Events that take back money which may be spent: what a wallet lacks is owed."""


class Walk:
    """One table as its auditor knows it.

    `alone` says that nobody else moves these wallets, so that they can be followed event by event.
    """

    def __init__(self, table: str, find: FindRulebook, *, alone: bool = True) -> None:
        self.table = table
        self._layout = f"layout:{table}"
        self.find = find
        self.alone = alone
        self.sign: Sign | None = None
        self.prepared: Sign | None = None
        """The sign that must go up when the round is over."""
        self.book: Rulebook | None = None
        self.today: Rulebook | None = None
        """The file in use now, where the book was played by one that it replaced."""
        self.paragraphs: set[str] = set()
        self.shoe: ShoeBook | None = None
        self.felt: Felt | None = None
        self.previous: Felt | None = None
        """The round before, of which insurance may still be claimed."""
        self.drawn: dict[int, list[Card]] = {}
        """The cards of every round since the table opened, in the order drawn: their record may be corrected."""
        self.chip_rounds: dict[int, Felt] = {}
        """Rounds with real chips since the table opened: where they lay may still be corrected on record."""
        self.dealers: dict[int, set[str]] = {}
        self.shoes = 0
        self.coups = 0
        self.last: Event | None = None
        self.before: bool | None = None
        """Whether the record was made under readings older than today's; None while no event has decided that."""
        self.otherwise: list[str] = []
        """What today's readings would call a fault in the event at hand, in a record under older readings."""
        self.pending: e.IrregularityReported | None = None
        """The report that waits for somebody of rank."""
        self.lighter: e.IrregularityReported | None = None
        """The report whose place that one took."""
        self.lighter_before: e.IrregularityReported | None = None
        """The same in a record of before, in which it is gone for good."""
        self.returning: e.IrregularityReported | None = None
        """The lighter report that must wait again, now that the graver one is over, unless its round is void."""
        self.schema = self.report_schema = 0
        """The number of the shape that the event at hand was written in, and the last report before it."""
        self.matter: Matter | None = None
        """What is being dealt with, once somebody has decided it."""
        self.ruling: e.RulingMade | None = None
        self.next_events: list[NextEvent] = []
        """What must follow, or may."""
        self.newly_aside: Counter[Card] = Counter()
        """Cards laid aside in the matter that is being dealt with."""
        self.back: Counter[Slip] = Counter()
        """Insurance that goes back because of what was just corrected."""
        self.in_order: bool | None = None
        """Whether the choice that is due is one with cards put in order; None where it may be either."""
        self.closed_by_a_card = False
        """Whether a card that became known has just closed the bets."""
        self.chips_due: Counter[str] = Counter()
        """Real chips that payments taken back have left to move, by patron."""
        self.assignments: Assignments = {}
        self.confirmations = confirming.Confirmations()
        self.giver = Giver()
        self.due: set[tuple[str, str]] = set()
        """Insurance that the last card makes due and that was not offered yet: window and hand."""
        self.cut_card_shows = False
        """Whether the last card drawn uncovered the cut card, which is then said at once."""
        self.balances: defaultdict[str, int] = defaultdict(int)
        self.bank = BankBook()
        self.account = Account(tables=1)

    @property
    def by(self) -> str:
        """The rank in which the event at hand was brought about."""
        return self.giver.position

    def step(self, event: Event, postings: Iterable[Posting], giver: Giver | str = "", schema: int = 0) -> None:
        """Go on by one event; Wrong if it cannot be so, or moves other money than it says.

        `schema` is the number of the shape it was written in; today's where none is named.
        """
        self.giver = giver if isinstance(giver, Giver) else Giver(giver or "dealer")
        self.otherwise = []
        kind = _KINDS.get(type(event)) or kind_of(event)
        self.schema = schema or schema_of(kind)
        self.before = is_of_before(self.before, kind, self.schema, self.book)
        handler = _HANDLERS.get(type(event))
        if handler is None:
            raise Wrong("is a kind the auditor does not know")
        self._check_moment(event)
        confirming.check_alone(self, event)
        moves = handler(self, event) or {}
        self._check_cite(getattr(event, "cite", ""))
        self._post(event, moves, postings)
        reversing.count_chips(self, event, moves)
        self.account.conduct.take(self, event)
        self._pass_on(event)
        self.account.events += 1
        if isinstance(event, e.TableClosed):
            self.sign = self.book = None

    def _check_moment(self, event: Event) -> None:
        """Checks that nothing else must come first, and that whoever acts was assigned to it."""
        banking.check_named(self, event)
        kind = type(event)
        if self.sign is None and kind not in _WHILE_CLOSED:
            raise Wrong("happens at a table that is not open")
        if self.confirmations.closing and not isinstance(event, e.ConfirmationExpired | e.TableClosed):
            raise Wrong("happens as the table closes")
        if kind in _OF_WAITING:
            # Whatever is going on at the table, it goes on after these.
            self.giver.check_assigned(self.assignments)
            return
        if self.pending and kind not in _WHILE_STOPPED:
            raise Wrong(f"happens while {self.pending.what} waits for a {self.pending.decides}")
        reporting.check_returning(self, event)
        felt = self.felt
        if felt and felt.uninsured and not isinstance(event, e.InsuranceReturned | e.CardsReconstructed):
            raise Wrong("happens where cards must be put in order, since insurance was returned for it")
        if self.cut_card_shows and not isinstance(event, e.CutCardReached):
            raise Wrong("happens before the cut card, which the last card uncovered")
        if felt and felt.goes_back and not isinstance(event, e.BetRejected | e.LimitExceeded):
            raise Wrong(f"happens before bets beyond the differential went back: {felt.goes_back}")
        if felt and felt.together and not isinstance(event, e.BetPlaced):
            raise Wrong("happens between bets that were given together")
        if felt and felt.waives and not isinstance(event, e.InsuranceWaived):
            raise Wrong("happens before insurance is waived, as the consent just given does")
        if felt and felt.must_return and not isinstance(event, e.BetsReturned):
            raise Wrong(f"happens where {felt.must_return}'s bets must be returned")
        if (
            self.due
            and not self.next_events
            and not isinstance(event, e.InsuranceOffered | e.OptionsGiven | e.CutCardReached)
        ):
            raise Wrong(f"happens before insurance was offered that the last card made due: {sorted(self.due)}")
        if self.before:
            return
        if kind in _BANK:
            self.giver.check_assigned(self.assignments)
            return  # Chips in the rack have nothing to do with what follows from a report.
        offered = isinstance(event, e.InsuranceOffered) and not any(next_event.must for next_event in self.next_events)
        if not isinstance(event, e.CutCardReached) and not offered:
            follows = sequel.take(self.next_events, event)
            if not follows and kind not in _BEGINS:
                self.matter = None
        self.giver.check_assigned(self.assignments)

    def _pass_on(self, event: Event) -> None:
        """What the next event must know of this one."""
        if type(event) in _BANK:
            return
        from_the_shoe = self.matter is not None and self.matter.what in sequel.FROM_THE_SHOE
        closed = isinstance(event, e.BetsClosed) or (self.closed_by_a_card and bool(self.next_events))
        self.closed_by_a_card = from_the_shoe and closed
        if isinstance(event, e.OptionsGiven):
            self.in_order = None
        self.last = event

    def _check_cite(self, cite: str) -> None:
        """A paragraph or a reading that is cited is in the rulebook."""
        if cite and self.book is not None and cite not in self.paragraphs:
            raise Wrong(f"cites {cite}, and {self.book.id} has no such paragraph")

    def _post(self, event: Event, moves: Moves, postings: Iterable[Posting]) -> None:
        posted: Moves = {}
        owing = []
        claims = type(event) in _CLAIMS
        for posting in postings:
            account, amount = posting.account, posting.amount
            self.balances[account] += amount
            if claims and account.startswith("owed:"):
                hold(amount < 0, f"{account} is given {amount}")
                account = account.replace("owed:", "wallet:", 1)
                owing.append(account)
            posted[account] = posted.get(account, 0) + amount
        if posted != moves:  # But for accounts that gain nothing.
            expected = {account: amount for account, amount in moves.items() if amount}
            if expected != {account: amount for account, amount in posted.items() if amount}:
                raise Wrong(f"its postings are {posted}, and what happened moves {expected}")
        if self.alone:
            for account in posted:
                if account.startswith("wallet:") and self.balances[account] < 0:
                    raise Wrong(f"{account} is left with {self.balances[account]}")
                if account.startswith("owed:"):
                    hold(self.balances[account] <= 0, f"{account} is given {self.balances[account]} too much")
            for account in owing:
                hold(self.balances[account] == 0, f"{account} still holds {self.balances[account]}, and yet it owes")
        lies, balance = self.felt.total if self.felt else 0, self.balances[self._layout]
        if balance != lies:
            raise Wrong(f"the layout account holds {balance}, and {lies} lies on the felt")

    # What the handlers ask of a walk, and tell it.

    def reading(self, so: bool, why: str) -> None:
        """A condition of today's readings: a fault where it fails, and in a record under older readings only listed."""
        if so:
            return
        if not self.before:
            raise Wrong(why)
        if why not in self.otherwise:
            self.otherwise.append(why)

    def expect(self, *kinds: type[Event]) -> None:
        """These must come next, in this order, before all others expected."""
        if not self.before:
            self.next_events[:0] = [NextEvent((kind,)) for kind in kinds]

    def may_follow(self, kind: type[Event]) -> None:
        """An event of this kind may come after all others expected."""
        self.next_events.append(NextEvent((kind,), must=False))

    def is_expected(self, kind: type[Event]) -> bool:
        return any(kind in next_event.kinds and next_event.must for next_event in self.next_events)

    def expect_choice(self, in_order: bool) -> None:
        self.in_order = in_order
        self.expect(e.OptionsGiven)

    def expect_choice_of(self, clause: Irregularity, in_order: bool) -> None:
        """The choice, if the clause gives it now."""
        if sequel.choice_is_due(self, clause, in_order):
            self.expect_choice(in_order)

    def offer(self) -> None:
        """What the cards that lie make due to be offered."""
        self.due = self.on_offer()

    def on_offer(self) -> set[tuple[str, str]]:
        """Window and hand of what may be insured on the cards that lie."""
        offered = dealing.on_offer(self, self.coup())
        return {(cell.window.value, side.value) for side, cell in offered.items()} if offered else set()

    @property
    def is_complete(self) -> bool:
        """Whether the tableau asks for no further card."""
        return dealing.is_complete(self, self.coup())

    def check_concluded(self) -> None:
        """A round that was paid is declared so before anything that ends it for good."""
        if self.felt is not None and not self.before:  # Nobody declared it once.
            hold(self.felt.stage != "settled", f"comes before coup {self.felt.number} was declared paid")

    def spend(self, felt: Felt) -> None:
        """The cards of a round that has ended, as they were played."""
        if self.shoe is not None and self.shoe.played is not None:
            self.shoe.played += felt.cards

    def unspend(self, felt: Felt) -> None:
        """Takes the cards of a round off again, where its end is taken back."""
        if self.shoe is not None and self.shoe.played is not None:
            del self.shoe.played[len(self.shoe.played) - len(felt.cards) :]

    @property
    def rules(self) -> Rulebook:
        assert self.book is not None  # A table is open whenever a handler runs.
        return self.book

    @property
    def terms(self) -> Sign:
        assert self.sign is not None
        return self.sign

    def person(self, patron: str) -> str:
        return ("wallet:" if self.terms.wallets else "chips:") + patron

    def cards_in_use(self) -> ShoeBook:
        if self.shoe is None:
            raise Wrong("happens without a shoe on the table")
        return self.shoe

    def coup(self) -> Felt:
        if self.felt is None:
            raise Wrong("happens without a coup")
        return self.felt

    def live(self, stage: str) -> Felt:
        felt = self.coup()
        if felt.stage != stage:
            raise Wrong(f"happens when coup {felt.number} is at {felt.stage}, not {stage}")
        return felt

    def between_coups(self) -> None:
        hold(self.felt is None or not self.felt.live, "happens in the middle of a coup")

    def recorded_book(self, rulebook: str, sha256: str) -> Rulebook:
        """The edition that the record names, from the shelf, with the same hash."""
        try:
            book = self.find(rulebook, sha256=sha256)
        except (Refused, BadRulebook) as error:
            raise Wrong(f"{rulebook} is not on the shelf: {error}") from None
        hold(book.sha256 == sha256, f"{rulebook} on the shelf has another hash than the one recorded")
        return book

    def replaced_by(self, book: Rulebook) -> Rulebook | None:
        """The file in use today, where it is another than the record was made with."""
        today = self.find(book.name)
        return today if today.sha256 != book.sha256 else None
