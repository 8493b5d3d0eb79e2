"""What a record holds: the event, and who brought it about."""

from __future__ import annotations

from typing import Final

import msgspec

from punto.audit.finding import Wrong
from punto.audit.giver import Giver
from punto.store import Record
from punto.store.canonical import canonical, plain
from punto.table import AnyEvent, Event, kind_of
from punto.table.upcast import forward, schema_of

# Made once: each `convert` to a union of this many kinds looks all of them up again, which costs ten times the reading.
_decode: Final = msgspec.json.Decoder(AnyEvent).decode

_UNREADABLE: Final = (msgspec.MsgspecError, ValueError, LookupError, TypeError, AttributeError)


def giver_of(record: Record) -> Giver:
    """Who brought a record about; where it names nobody, the word for the rank stands for the person."""
    by = record.by or Giver().by
    return Giver(by, record.acting, record.person or by, record.at, record.session, record.confirmer)


def read_event(record: Record) -> Event:
    """The event a record holds; Wrong if it is none, or holds more than the event says."""
    current_schema = schema_of(record.kind)
    if record.schema > current_schema:
        raise Wrong(f"is written in schema {record.schema}, which is not known here")
    if record.schema == current_schema:
        try:
            event: Event = _decode(record.body)
        except _UNREADABLE:
            return _read_with_care(record)
        if kind_of(event) == record.kind and canonical(event) == record.body:
            return event
    return _read_with_care(record)


def _read_with_care(record: Record) -> Event:
    """Reads an event of an older shape, or a broken one, by plain values, so that Wrong can say what is wrong."""
    try:
        body = forward(record.kind, record.schema, plain(record.body))
        event: Event = msgspec.convert(body, AnyEvent)
    except _UNREADABLE as error:
        raise Wrong(f"cannot be read as an event: {error}") from None
    if kind_of(event) != record.kind:
        raise Wrong(f"is filed as {record.kind} and is {kind_of(event)}")
    if canonical(event) != canonical(body):
        raise Wrong("says more, or less, than an event of its kind")
    return event
