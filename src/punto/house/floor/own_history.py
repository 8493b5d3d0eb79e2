"""A patron's own history, read from the books: the newest rounds of all tables, or all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from punto.house.floor.floor import Floor
from punto.house.tables.live import LiveTable
from punto.store import Record, Sought, Store
from punto.store.sought import SECONDS
from punto.table import AnyEvent, Event
from punto.table.upcast import forward
from punto.view.own_history import KINDS, BetsOfTable, OwnHistory, OwnRound, OwnRounds, csv_lines

PAGE: Final = 100
"""Rounds in one answer."""

READ_AT_ONCE: Final = 500


def own_history(floor: Floor, patron: str, before: datetime | None) -> OwnHistory:
    """Their newest rounds, or the newest that ended no later than a moment."""
    until = before.astimezone(UTC).isoformat()[:SECONDS] if before else ""
    rounds = [own_round for live in floor.tables.values() for own_round in _newest(floor.store, live, patron, until)]
    rounds.sort(key=lambda own_round: (own_round.at, own_round.coup), reverse=True)
    page = rounds[:PAGE]
    return OwnHistory(
        rounds=page, tables=_tables_of(floor, page), before=page[-1].at if len(rounds) > PAGE and page else None
    )


def own_csv(floor: Floor, patron: str) -> Iterator[str]:
    """All their rounds as lines of CSV, the oldest first."""
    rounds = [own_round for live in floor.tables.values() for own_round in _all(floor.store, live, patron)]
    rounds.sort(key=lambda own_round: (own_round.at, own_round.coup))
    return csv_lines(rounds, _tables_of(floor, rounds))


def _newest(store: Store, live: LiveTable, patron: str, until: str) -> list[OwnRound]:
    # A round may have more than one event; twice as many leave none out but in a shift of nothing but corrections.
    sought = Sought(kinds=KINDS, person=patron, until=until, before=live.visible_version + 1)
    records = store.find(live.id, sought, 2 * PAGE, newest=True)
    return _folded(live, patron, records)[-PAGE - 1 :]


def _all(store: Store, live: LiveTable, patron: str) -> list[OwnRound]:
    records: list[Record] = []
    upto, after = live.visible_version + 1, 0
    while read := store.find(live.id, Sought(kinds=KINDS, person=patron, after=after, before=upto), READ_AT_ONCE):
        records += read
        after = read[-1].version
    return _folded(live, patron, records)


def _folded(live: LiveTable, patron: str, records: Iterable[Record]) -> list[OwnRound]:
    own = OwnRounds(live.id, patron)
    for record in records:
        own.take(_event(record), record.at, record.coup)
    return list(own.rounds())


def _event(record: Record) -> Event:
    body: dict[str, Any] = msgspec.json.decode(record.body)
    event: Event = msgspec.convert(forward(record.kind, record.schema, body), AnyEvent)
    return event


def _tables_of(floor: Floor, rounds: Iterable[OwnRound]) -> dict[str, BetsOfTable]:
    """How the tables of these rounds, and their bets, are called."""
    tables: dict[str, BetsOfTable] = {}
    for id in dict.fromkeys(own_round.table for own_round in rounds):
        live = floor.tables[id]
        book = live.state.book
        names = {bet.id: bet.name for bet in book.bets.values()} if book else {}
        tables[id] = BetsOfTable(name=live.settings.name or id, bets=names)
    return tables
