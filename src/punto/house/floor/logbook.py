"""The logbook: a table's log as an auditor reads it. Who did it, in which coup, by which rulebook and paragraph."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from punto.kit import Refused
from punto.rulebook import Library, Rulebook
from punto.store import Record, Sought, Store
from punto.store.derived import is_house_log
from punto.table import AnyEvent, Event
from punto.table.events import CardDrawn, CardsSetAside
from punto.table.upcast import forward
from punto.view.grounds import grounds
from punto.view.log import LogEntry, LogHead, LogPage, RulebookSpan

_NAMING: Final = ("table_opened", "sign_changed", "bets_opened")
"""Kinds of events that say by which rulebook the table is played from then on."""

_DEALT: Final = ("card_drawn", "cards_reconstructed")


@dataclass(frozen=True, slots=True)
class LogQuery:
    """A search of a log: which events, how many, and from which end."""

    sought: Sought
    limit: int = 100
    newest: bool = False


def look_up(store: Store, library: Library, table: str, query: LogQuery) -> LogPage:
    """The events that a query finds, each with what explains it."""
    end = store.head(table)
    records = store.find(table, query.sought, query.limit + 1, newest=query.newest)
    more = len(records) > query.limit
    if more:
        records = records[1:] if query.newest else records[:-1]
    past = _Past(store, library, table, records)
    return LogPage(
        table=table,
        head=LogHead(end.version, end.hash),
        more=more,
        rulebooks=past.spans,
        events=[past.entry(record) for record in records],
    )


class _Past:
    """Earlier events that explain some records: the rulebook, the cards, the decision before them."""

    def __init__(self, store: Store, library: Library, table: str, records: list[Record]) -> None:
        self._store = store
        self._library = library
        self._table = table
        self._first, self._last = (records[0].version, records[-1].version) if records else (0, 0)
        naming = self._naming() if records else []
        self.spans = self._spans(naming)
        self._dealt: dict[int, list[tuple[int, dict[str, Any]]]] = {}
        """By coup: its cards as they came."""
        self._books: dict[RulebookSpan, Rulebook | None] = {}

    def _naming(self) -> list[tuple[int, str, dict[str, Any]]]:
        before = self._store.last(self._table, _NAMING, self._first)
        events = [(before.version, before.kind, before.body)] if before else []
        events += self._store.bodies(self._table, Sought(kinds=_NAMING, after=self._first, before=self._last + 1))
        return [(version, kind, _plain(body)) for version, kind, body in events]

    def _spans(self, naming: list[tuple[int, str, dict[str, Any]]]) -> list[RulebookSpan]:
        """By which rulebook these records were written, from the first of them on."""
        spans: list[RulebookSpan] = []
        for version, _, body in naming:
            rulebook = _rulebook(body)
            if rulebook and (not spans or rulebook != (spans[-1].name, spans[-1].sha256)):
                spans.append(RulebookSpan(version, *rulebook))
        over = sum(span.since <= self._first for span in spans) - 1
        return spans[max(0, over) :]

    def entry(self, record: Record) -> LogEntry:
        body = _plain(record.body)
        cites = sorted(set(_cites(body)))
        return LogEntry(
            version=record.version,
            at=record.at,
            by="" if is_house_log(record.table) else record.by,
            person=record.person or None,
            acting=record.acting,
            session=record.session,
            confirmer=record.confirmer or None,
            command_id=record.command_id,
            coup=record.coup or None,
            kind=record.kind,
            body=body,
            cites=cites,
            grounds=[] if cites else list(self._grounds(record, body)),
            postings=[(posting.account, posting.amount) for posting in record.postings],
            previous_hash=record.previous_hash,
            hash=record.hash,
        )

    def _grounds(self, record: Record, body: dict[str, Any]) -> tuple[str, ...]:
        book = self._book(record.version)
        if book is None:
            return ()
        try:
            event: Event = msgspec.convert(forward(record.kind, record.schema, body), AnyEvent)
            drawn = self._drawn(record.coup, record.version) if isinstance(event, CardDrawn) else ()
            decided = self._decided(record.version) if isinstance(event, CardsSetAside) else ""
            return grounds(event, book, drawn, decided)
        except (msgspec.ValidationError, KeyError, ValueError):
            return ()  # It was tampered with, or is of another time; the chain and the audit speak of that.

    def _book(self, version: int) -> Rulebook | None:
        """The rulebook in force at an event; None if the file on the shelf is no longer that one."""
        span = next((span for span in reversed(self.spans) if span.since <= version), None)
        if span is not None and span not in self._books:
            try:
                book = self._library.find(span.name, sha256=span.sha256)
            except Refused:
                self._books[span] = None
            else:
                self._books[span] = book if book.sha256 == span.sha256 else None
        return self._books[span] if span else None

    def _drawn(self, coup: int, version: int) -> list[str]:
        """The cards of a coup that lay there before an event."""
        if coup not in self._dealt:
            came = self._store.bodies(self._table, Sought(kinds=_DEALT, coup=coup))
            self._dealt[coup] = [(version, _plain(body)) for version, _, body in came]
        cards: list[str] = []
        for came_at, body in self._dealt[coup]:
            if came_at >= version:
                break
            cards = [*cards, str(body["card"])] if "card" in body else str(body["cards"]).split()
        return cards

    def _decided(self, version: int) -> str:
        decision = self._store.last(self._table, ("decision_made",), version)
        return str(_plain(decision.body).get("what", "")) if decision else ""


def _plain(body: str) -> dict[str, Any]:
    """What a body says; one that was made unreadable is shown as it is."""
    with contextlib.suppress(msgspec.DecodeError):
        if isinstance(read := msgspec.json.decode(body), dict):
            return read
    return {"unreadable": body}


def _rulebook(body: dict[str, Any]) -> tuple[str, str] | None:
    """The rulebook and its hash, where an event says them; one that was tampered with may not."""
    sign = body.get("sign", body)
    return (str(sign.get("rulebook")), str(sign.get("sha256"))) if isinstance(sign, dict) else None


def _cites(body: Any) -> Iterator[str]:
    """Every paragraph an event names, in itself and in its lines."""
    if isinstance(body, dict):
        if cite := body.get("cite"):
            yield str(cite)
        for value in body.values():
            yield from _cites(value)
    elif isinstance(body, list):
        for value in body:
            yield from _cites(value)
