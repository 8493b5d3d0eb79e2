"""The logbook: a table's log as an auditor reads it. Who did it, in which coup, by which rulebook and paragraph."""

from __future__ import annotations

import contextlib
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from punto.house.grounds import grounds
from punto.house.people import HOUSE
from punto.kit import Refused
from punto.rulebook import Library, Rulebook
from punto.store import Record, Sought, Store
from punto.table import AnyEvent, Event
from punto.table.events import CardDrawn, CardsSetAside

_NAMING: Final = ("table_opened", "sign_changed", "bets_opened")
"""Kinds of events that say by which rulebook the table is played from then on."""

_DEALT: Final = ("card_drawn", "cards_reconstructed")


class Span(msgspec.Struct, frozen=True, rename={"since": "from"}):
    """From which version on a table was played by a rulebook; a paragraph means what it said then."""

    since: int
    name: str
    sha256: str


class Entry(msgspec.Struct, frozen=True):
    """An event of the log, and what belongs to it."""

    version: int
    at: str
    by: str
    """The rank it was done with; the clock deals as the dealer does."""
    person: str | None
    """Who did it; nobody where the house did it by itself."""
    acting: str
    command_id: str
    coup: int | None
    """The coup that was opened last."""
    kind: str
    body: dict[str, Any]
    """The event exactly as it was written and hashed."""
    cites: list[str]
    """The paragraphs the event itself names."""
    grounds: list[str]
    """Where it names none: those that its rulebook has for what happened."""
    postings: list[tuple[str, int]]
    previous_hash: str
    hash: str


class LogHead(msgspec.Struct, frozen=True):
    """Where a log ends."""

    version: int
    hash: str


class Found(msgspec.Struct, frozen=True):
    """Some of a log's events, oldest first."""

    table: str
    head: LogHead
    more: bool
    """Whether there are others that fit, older ones when the newest were asked for."""
    rulebooks: list[Span]
    events: list[Entry]


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to read."""

    sought: Sought
    coup: int | None = None
    limit: int = 100
    newest: bool = False


def look_up(store: Store, library: Library, table: str, asked: Asked) -> Found:
    """What fits, explained."""
    end = store.head(table)
    head = LogHead(end.version, end.hash)
    sought = _within(store, table, asked)
    if sought is None:
        return Found(table, head, False, [], [])
    some = store.find(table, sought, asked.limit + 1, newest=asked.newest)
    more = len(some) > asked.limit
    records = (some[1:] if asked.newest else some[:-1]) if more else some
    past = _Past(store, library, table, records)
    return Found(table, head, more, past.spans, [past.entry(record) for record in records])


def person_of(record: Record) -> str | None:
    """Who did it: before the id of a command stands the name of whoever gave it; the house's own logs name nobody else.

    Nobody, where the house did it by itself.
    """
    if _is_the_houses(record.table):
        return record.by if record.by != HOUSE else None
    return record.command_id.rpartition("/")[0] or None


def _is_the_houses(log: str) -> bool:
    return ":" in log  # No table's id holds one.


def _within(store: Store, table: str, asked: Asked) -> Sought | None:
    """What is sought, in the versions of the coup that was named; None if there is no such coup."""
    sought = replace(asked.sought, signed=_is_the_houses(table))
    if asked.coup is None:
        return sought
    opened, closed = (_opened(store, table, number) for number in (asked.coup, asked.coup + 1))
    if opened is None:
        return None
    ends = [end for end in (sought.before, closed) if end is not None]
    return replace(sought, after=max(sought.after, opened - 1), before=min(ends, default=None))


def _opened(store: Store, table: str, coup: int) -> int | None:
    """The version with which a coup was opened."""
    found = store.bodies(table, Sought(kinds=("bets_opened",), begins=f'{{"coup":{coup},'))
    return found[0][0] if found else None


class _Past:
    """What went before some records, as far as it explains them."""

    def __init__(self, store: Store, library: Library, table: str, records: list[Record]) -> None:
        self._store = store
        self._library = library
        self._table = table
        self._first, self._last = (records[0].version, records[-1].version) if records else (0, 0)
        naming = self._naming() if records else []
        self.spans = self._spans(naming)
        self._opened = [version for version, kind, _ in naming if kind == "bets_opened"]
        self._numbers = [body.get("coup") for _, kind, body in naming if kind == "bets_opened"]
        self._dealt: dict[int, list[tuple[int, dict[str, Any]]]] = {}
        """By the place of a coup: its cards as they came."""
        self._books: dict[Span, Rulebook | None] = {}

    def _naming(self) -> list[tuple[int, str, dict[str, Any]]]:
        before = (self._store.last(self._table, kinds, self._first) for kinds in (_NAMING, ("bets_opened",)))
        known = {(record.version, record.kind, record.body) for record in before if record}
        known |= set(self._between(_NAMING, self._first, self._last))
        return [(version, kind, _plain(body)) for version, kind, body in sorted(known)]

    def _between(self, kinds: tuple[str, ...], after: int, upto: int) -> list[tuple[int, str, str]]:
        return self._store.bodies(self._table, Sought(kinds=kinds, after=after, before=upto + 1))

    def _spans(self, naming: list[tuple[int, str, dict[str, Any]]]) -> list[Span]:
        """By which rulebook these records were written, from the first of them on."""
        found: list[Span] = []
        for version, _, body in naming:
            named = _rulebook(body)
            if named and (not found or named != (found[-1].name, found[-1].sha256)):
                found.append(Span(version, *named))
        over = sum(span.since <= self._first for span in found) - 1
        return found[max(0, over) :]

    def entry(self, record: Record) -> Entry:
        body = _plain(record.body)
        cites = sorted(set(_cites(body)))
        place = bisect_right(self._opened, record.version) - 1
        return Entry(
            version=record.version,
            at=record.at,
            by="" if _is_the_houses(record.table) else record.by,
            person=person_of(record),
            acting=record.acting,
            command_id=record.command_id,
            coup=self._numbers[place] if place >= 0 else None,
            kind=record.kind,
            body=body,
            cites=cites,
            grounds=[] if cites else list(self._grounds(record, body, place)),
            postings=[(posting.account, posting.amount) for posting in record.postings],
            previous_hash=record.previous_hash,
            hash=record.hash,
        )

    def _grounds(self, record: Record, body: dict[str, Any], place: int) -> tuple[str, ...]:
        book = self._book(record.version)
        if book is None:
            return ()
        try:
            event: Event = msgspec.convert(body, AnyEvent)
            drawn = self._drawn(place, record.version) if isinstance(event, CardDrawn) else ()
            decided = self._decided(record.version) if isinstance(event, CardsSetAside) else ""
            return grounds(event, book, drawn, decided)
        except (msgspec.ValidationError, KeyError, ValueError):
            return ()  # It was tampered with, or is of another time; the chain and the audit speak of that.

    def _book(self, version: int) -> Rulebook | None:
        """The rulebook in force at an event; None if the file on the shelf is no longer that one."""
        span = next((span for span in reversed(self.spans) if span.since <= version), None)
        if span is not None and span not in self._books:
            try:
                book = self._library.find(span.name)
            except Refused:
                self._books[span] = None
            else:
                self._books[span] = book if book.sha256 == span.sha256 else None
        return self._books[span] if span else None

    def _drawn(self, place: int, version: int) -> list[str]:
        """The cards of a coup that lay there before an event."""
        if place not in self._dealt:
            upto = self._opened[place + 1] if place + 1 < len(self._opened) else self._last
            came = self._between(_DEALT, self._opened[place] if place >= 0 else 0, upto)
            self._dealt[place] = [(version, _plain(body)) for version, _, body in came]
        cards: list[str] = []
        for came_at, body in self._dealt[place]:
            if came_at >= version:
                break
            cards = [*cards, str(body["card"])] if "card" in body else str(body["cards"]).split()
        return cards

    def _decided(self, version: int) -> str:
        made = self._store.last(self._table, ("decision_made",), version)
        return str(_plain(made.body).get("what", "")) if made else ""


def _plain(body: str) -> dict[str, Any]:
    """What a body says; one that was made unreadable is shown as it is."""
    with contextlib.suppress(msgspec.DecodeError):
        if isinstance(read := msgspec.json.decode(body), dict):
            return read
    return {"unreadable": body}


def _rulebook(body: dict[str, Any]) -> tuple[str, str] | None:
    """The rulebook and its hash, where an event says them; one that was tampered with may not."""
    told = body.get("sign", body)
    return (str(told.get("rulebook")), str(told.get("sha256"))) if isinstance(told, dict) else None


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
