"""Events read from their text in the log, older schemas brought forward."""

from __future__ import annotations

from typing import Final

import msgspec

from punto.table import AnyEvent, Event
from punto.table.upcast import forward, schema_of

# One decoder for all: building one for a union of so many kinds takes time.
_decode: Final = msgspec.json.Decoder(AnyEvent).decode


def read_event(kind: str, schema: int, body: str) -> Event:
    """The event; ValueError where the text is none."""
    try:
        if schema == schema_of(kind):
            event: Event = _decode(body)
            return event
        event = msgspec.convert(forward(kind, schema, msgspec.json.decode(body)), AnyEvent)
    except (msgspec.MsgspecError, LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"cannot be read as an event: {error}") from None
    return event
