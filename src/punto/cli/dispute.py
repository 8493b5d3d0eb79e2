"""The dispute pack: one coup with its rules, cards, money, hashes and the auditor's word, whole in one place."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from punto.audit import audit_store
from punto.audit.inspection import read_event
from punto.cli.screen import Screen
from punto.cli.shift_telling import told
from punto.kit import Refused
from punto.rulebook import FindRulebook
from punto.store import Record, Store
from punto.table import Event
from punto.table import events as e


class Dispute:
    """Everything about one coup, as it stands in the books."""

    def __init__(self, store: Store, table: str, coup: int, find: FindRulebook) -> None:
        self.table, self.coup = table, coup
        self.head = store.head(table)
        _, self.finding = audit_store(store, find, table)
        self.records: list[tuple[Record, Event]] = []
        self.shoe: dict[str, Any] = {}
        sign, coups, at, out = None, 0, 0, 0
        for record in store.records(table):
            event = read_event(record)
            if isinstance(event, e.TableOpened | e.SignChanged) and not self.records:
                sign = event.sign
            if isinstance(event, e.ShoeOpened):
                if self.records:
                    break
                self.shoe = {"number": event.number, "cards": event.cards, "commitment": event.commitment, "cut": 0}
                out = 0
            elif isinstance(event, e.ShoeCut) and not self.records:
                self.shoe["cut"] = event.place
            elif isinstance(event, e.ShoeClosed) and self.records:
                self.shoe |= {"order": event.order, "salt": event.salt}
                break
            if isinstance(event, e.BetsOpened):
                at = event.coup
                coups = max(coups, at)
                if at == coup:
                    self.shoe["cards_out_before"] = out
            out += _left_shoe(event)
            if at == coup and not isinstance(event, e.ShoeClosed):
                self.records.append((record, event))
        if not self.records or sign is None:
            raise Refused(code="no_such_coup", message=f"table {table} has no coup {coup}; it has had {coups}")
        self.sign = sign
        self.book = find(sign.rulebook, sha256=sign.sha256)

    @property
    def paragraphs(self) -> dict[str, str]:
        """What each paragraph cited says, in our own few words."""
        cited = {cite for _, event in self.records for _, cite in told(event) if cite}
        said = {paragraph.number: paragraph.says for paragraph in self.book.paragraphs}
        return {cite: said[cite] for cite in sorted(cited) if cite in said}

    @property
    def money(self) -> dict[str, int]:
        """What each account gained in this coup."""
        gained: Counter[str] = Counter()
        for record, _ in self.records:
            for posting in record.postings:
                gained[posting.account] += posting.amount
        return {account: amount for account, amount in sorted(gained.items()) if amount}

    def as_dict(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "coup": self.coup,
            "rulebook": self.sign.rulebook,
            "sha256": self.sign.sha256,
            "sign": msgspec.to_builtins(self.sign),
            "shoe": self.shoe,
            "events": [record for record, _ in self.records],
            "paragraphs": self.paragraphs,
            "money": self.money,
            "audit": self.finding.as_dict() if self.finding else None,
            "head": self.head,
        }

    def tell(self, screen: Screen) -> None:
        screen.title(f"Table {self.table}, coup {self.coup}", f"{self.sign.rulebook}, SHA-256 {self.sign.sha256}")
        screen.head("What happened")
        for record, event in self.records:
            (first, cite), *rest = told(event)
            who = record.acting or record.by
            screen.line(f"{record.version}  {first}{f'  [{who}]' if who else ''}", cite)
            for more, cite in rest:
                screen.line(more, cite, style="dim", indent=6)
        screen.head("Money")
        for account, amount in self.money.items():
            screen.line(f"{account}  {amount:+,}")
        screen.head("Paragraphs")
        for cite, says in self.paragraphs.items():
            screen.line(f"{cite}  {says}")
        screen.head("Proof")
        if self.shoe.get("commitment"):
            revealed = "revealed since" if self.shoe.get("order") else "not revealed yet"
            screen.line(f"Shoe {self.shoe['number']}, committed to as {self.shoe['commitment']}, {revealed}")
        start, last = self.records[0][0], self.records[-1][0]
        screen.line(f"Event {start.version} follows {start.previous_hash}")
        screen.line(f"Event {last.version} is {last.hash}")
        screen.line(f"The log ends at event {self.head.version}, {self.head.hash}")
        verdict = (
            f"The auditor finds at fault: {self.finding}" if self.finding else "The auditor finds nothing at fault"
        )
        screen.verdict(verdict, style="bold red" if self.finding else "bold green")


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
