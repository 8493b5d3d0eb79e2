"""The dispute pack: one coup with its rules, cards, money, hashes and the auditor's finding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, tzinfo
from typing import Any

import msgspec

from punto.chance import at_commission
from punto.kit import Refused
from punto.report.dispute_lines import DisputeOutcome, PatronChips, chips_of, outcome_of
from punto.report.event_words import event_lines
from punto.report.round_of import RoundOf
from punto.report.takings.pricing import Pricing
from punto.report.takings.table_walk import read_instant
from punto.report.timeline import Entry, TimelineEvent, timeline_event
from punto.rulebook import FindRulebook
from punto.table import Event, Sign
from punto.table import events as e


class ShoeProof(msgspec.Struct, kw_only=True):
    """The proof that a coup's cards came from the shoe that was committed to."""

    number: int
    cards: str
    commitment: str
    cut: int = 0
    cards_out_before: int = 0
    order: str | msgspec.UnsetType | None = msgspec.UNSET
    """Of the cards, once the shoe is closed; with it the salt of the commitment."""
    salt: str | msgspec.UnsetType | None = msgspec.UNSET


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one coup, as it stands in the books."""

    table: str
    coup: int
    rulebook: str
    sha256: str
    sign: Sign
    shoe: ShoeProof
    events: list[Any]
    """Entries of the log."""
    paragraphs: dict[str, str]
    """The text of each paragraph cited, in our own words."""
    money: dict[str, int]
    """What each account gained in this coup."""
    zone: str
    """The zone of the times below."""
    told: list[TimelineEvent]
    """The same events in words, with who acted and when."""
    outcome: DisputeOutcome | None
    """The settlement that stands; None for a round that is void, or not over."""
    patrons: list[PatronChips]
    """Each patron's chips on the felt, and what was handed back."""
    audit: Any
    """Where the auditor finds the books at fault; None where nothing is."""
    head: Any
    """Where the log ends."""


class CoupInLog:
    """One coup picked out of a table's log: its events, the sign it was played under, its shoe."""

    def __init__(self, log: Iterable[tuple[Entry, Event]], table: str, coup: int) -> None:
        self.table, self.coup = table, coup
        self.entries: list[tuple[Entry, Event]] = []
        """Its own entries and later ones that name it: a claim, a correction of its record."""
        self.sign: Sign | None = None
        self.shoe: ShoeProof | None = None
        self._coups = self._cards_out = 0
        round_of, over = RoundOf(), False
        last: Event | None = None
        for entry, event in log:
            about = round_of(event)
            goes_on = isinstance(last, e.ShoeAbandoned) and last.goes_on
            if self.entries and not goes_on and isinstance(event, e.ShoeOpened | e.ShoeClosed):
                self._reveal(event)
                over = True
            last = event
            # A round that is concluded from a second shoe is still shown with the one it began with.
            if not (over or (self.entries and goes_on)):
                self._follow(event)
            if over and about == round_of.on_table and not isinstance(event, e.RulingMade):
                continue  # Of the table and its next shoe, not of the round.
            if about == coup > 0 and not isinstance(event, e.ShoeClosed):
                self.entries.append((entry, event))
        if not self.entries:
            raise Refused(code="no_such_coup", message=f"table {table} has no coup {coup}; it has had {self._coups}")

    def _follow(self, event: Event) -> None:
        """Follows the sign and the shoe up to the coup, and how many cards are out before it."""
        match event:
            case e.TableOpened(sign=sign) | e.SignChanged(sign=sign) if not self.entries:
                self.sign = sign
            case e.ShoeOpened():
                self.shoe = ShoeProof(number=event.number, cards=event.cards, commitment=event.commitment)
                self._cards_out = 0
            case e.ShoeCut(place=place) if self.shoe and not self.entries:
                self.shoe.cut = place
            case e.BetsOpened(coup=coup):
                self._coups = max(self._coups, coup)
                if coup == self.coup and self.shoe:
                    self.shoe.cards_out_before = self._cards_out
        self._cards_out += _left_shoe(event)

    def _reveal(self, event: Event) -> None:
        if self.shoe and isinstance(event, e.ShoeClosed) and event.number == self.shoe.number:
            self.shoe.order, self.shoe.salt = event.order, event.salt

    @property
    def began(self) -> datetime | None:
        """When its bets were opened, as far as the record says."""
        return read_instant(self.entries[0][0].at)

    def pack(self, find: FindRulebook, zone: tzinfo, audit: object, head: object) -> Dispute:
        """The coup with its paragraphs and money, the auditor's finding, and where the log ends."""
        assert self.sign is not None, "bets open at an open table only"
        assert self.shoe is not None, "and with a shoe"
        book = find(self.sign.rulebook, sha256=self.sign.sha256)
        cites = {cite for _, event in self.entries for _, cite in event_lines(event) if cite}
        says = {paragraph.number: paragraph.says for paragraph in book.paragraphs}
        says |= {reading.cited_as: reading.reads for reading in book.readings}
        return Dispute(
            table=self.table,
            coup=self.coup,
            rulebook=self.sign.rulebook,
            sha256=self.sign.sha256,
            sign=self.sign,
            shoe=self.shoe,
            events=[entry for entry, _ in self.entries],
            paragraphs={cite: says[cite] for cite in sorted(cites) if cite in says},
            money=self._money(),
            zone=str(zone),
            told=[timeline_event(entry, event, zone) for entry, event in self.entries],
            outcome=outcome_of(self._events, Pricing(at_commission(book, self.sign.commission), self.sign.decks)),
            patrons=chips_of(self._events),
            audit=audit,
            head=head,
        )

    @property
    def _events(self) -> list[Event]:
        return [event for _, event in self.entries]

    def _money(self) -> dict[str, int]:
        gains: Counter[str] = Counter()
        for entry, _ in self.entries:
            for posting in entry.postings:
                gains[posting.account] += posting.amount
        return {account: amount for account, amount in sorted(gains.items()) if amount}


def require_patron(pack: Dispute, patron: str) -> None:
    """Refused unless the patron had a bet in the round."""
    if patron not in (chips.patron for chips in pack.patrons):
        names = ", ".join(chips.patron for chips in pack.patrons) or "nobody"
        message = f"{patron[:60]} had no bet in coup {pack.coup} of table {pack.table}; who had: {names}"
        raise Refused(code="no_such_patron", message=message)


def auditors_verdict(finding: object) -> str:
    """The auditor's finding on the books, as a sentence."""
    return "The auditor finds nothing at fault" if finding is None else f"The auditor finds at fault: {finding}"


def _left_shoe(event: Event) -> int:
    """How many cards left the shoe with this event."""
    match event:
        case e.CardsBurned(unseen=unseen):
            return 1 + unseen
        case e.CardDrawn(aside=False):
            return 1
        case e.CardsSetAside(cards=cards) | e.CardsDiscarded(cards=cards):
            return len(cards.split())
    return 0
