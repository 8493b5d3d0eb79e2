"""The walk over a table's events, in order: what each must be, given those before it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from punto.audit import betting, dealing, irregularity, opening, squeezing
from punto.audit.account import Account
from punto.audit.felt import Felt
from punto.audit.finding import Wrong, hold
from punto.audit.shoe import ShoeBook
from punto.kit import Refused
from punto.rulebook import BadRulebook, FindRulebook, Rulebook
from punto.table import Event, Posting, Sign
from punto.table import events as e

Moves = dict[str, int]
"""What each account gains."""

Handler = Callable[[Any, Any], Moves | None]

_HANDLERS: dict[type[Event], Handler] = {
    **opening.HANDLERS,
    **betting.HANDLERS,
    **dealing.HANDLERS,
    **squeezing.HANDLERS,
    **irregularity.HANDLERS,
}

_WHILE_STOPPED = (e.DecisionMade, e.RulingMade, e.BoughtIn, e.CashedOut)

_CLAIMS = (e.SettlementReversed, e.RulingMade)
"""Events that take back money which may be spent: what a wallet lacks is owed."""


class Walk:
    """One table as its auditor knows it.

    `alone` says that nobody else moves these wallets, so that they can be followed event by event.
    """

    def __init__(self, table: str, find: FindRulebook, *, alone: bool = True) -> None:
        self.table = table
        self.find = find
        self.alone = alone
        self.sign: Sign | None = None
        self.book: Rulebook | None = None
        self.today: Rulebook | None = None
        """The file in use now, where the book was played by one that it replaced."""
        self.paragraphs: set[str] = set()
        self.shoe: ShoeBook | None = None
        self.felt: Felt | None = None
        self.shoes = 0
        self.coups = 0
        self.last: Event | None = None
        self.reported = ""
        """The irregularity that is being dealt with."""
        self.by = "dealer"
        """The rank in which the event at hand was brought about."""
        self.due: set[tuple[str, str]] = set()
        """Insurance that the last card makes due and that was not offered yet: window and hand."""
        self.cut_card_shows = False
        """Whether the last card drawn uncovered the cut card, which is then said at once."""
        self.balances: defaultdict[str, int] = defaultdict(int)
        self.account = Account(tables=1)

    def step(self, event: Event, postings: Iterable[Posting], by: str = "") -> None:
        """Go on by one event; Wrong if it cannot be so, or moves other money than it says."""
        self.by = by or "dealer"
        if not isinstance(event, e.TableOpened):
            hold(self.sign is not None, "happens at a table that is not open")
        if self.felt and self.felt.pending and not isinstance(event, _WHILE_STOPPED):
            raise Wrong(f"happens while {self.felt.pending} waits for a {self.felt.decides}")
        if self.felt and self.felt.uninsured and not isinstance(event, e.InsuranceReturned | e.CardsReconstructed):
            raise Wrong("happens where cards must be put in order, since insurance was returned for it")
        if self.cut_card_shows and not isinstance(event, e.CutCardReached):
            raise Wrong("happens before the cut card, which the last card uncovered")
        if self.due and not isinstance(event, e.InsuranceOffered | e.OptionsGiven | e.CutCardReached):
            raise Wrong(f"happens before insurance was offered that the last card made due: {sorted(self.due)}")
        if self.felt and self.felt.waives and not isinstance(event, e.InsuranceWaived):
            raise Wrong("happens before insurance is waived, as the consent just given does")
        if self.felt and self.felt.must_return and not isinstance(event, e.BetsReturned):
            raise Wrong(f"happens where {self.felt.must_return}'s bets must be returned")
        handler = _HANDLERS.get(type(event))
        if handler is None:
            raise Wrong("is a kind the auditor does not know")
        moves = handler(self, event) or {}
        self._check_cite(getattr(event, "cite", ""))
        self._post(event, moves, postings)
        self.last = event
        self.account.events += 1
        if isinstance(event, e.TableClosed):
            self.sign = self.book = None

    def _check_cite(self, cite: str) -> None:
        """A paragraph or a reading that is cited is in the rulebook."""
        if cite and self.book is not None and cite not in self.paragraphs:
            raise Wrong(f"cites {cite}, and {self.book.id} has no such paragraph")

    def _post(self, event: Event, moves: Moves, postings: Iterable[Posting]) -> None:
        expected = {account: amount for account, amount in moves.items() if amount}
        posted: Counter[str] = Counter()
        owing = []
        for posting in postings:
            self.balances[posting.account] += posting.amount
            account = posting.account
            if isinstance(event, _CLAIMS) and account.startswith("owed:"):
                hold(posting.amount < 0, f"{account} is given {posting.amount}")
                account = account.replace("owed:", "wallet:", 1)
                owing.append(account)
            posted[account] += posting.amount
        if expected != {account: amount for account, amount in posted.items() if amount}:
            raise Wrong(f"its postings are {dict(posted)}, and what happened moves {expected}")
        if self.alone:
            for account in posted:
                if account.startswith("wallet:") and self.balances[account] < 0:
                    raise Wrong(f"{account} is left with {self.balances[account]}")
            for account in owing:
                hold(self.balances[account] == 0, f"{account} still holds {self.balances[account]}, and yet it owes")
        lies = self.felt.total if self.felt else 0
        if self.balances[f"layout:{self.table}"] != lies:
            held = self.balances[f"layout:{self.table}"]
            raise Wrong(f"the layout account holds {held}, and {lies} lies on the felt")

    # What the handlers ask.

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

    def found(self, rulebook: str, sha256: str) -> Rulebook:
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
