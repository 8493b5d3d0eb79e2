"""An event, and the kind it is stored under."""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """One thing that happened."""


def kind_of(event: Event) -> str:
    """The kind an event is stored under."""
    return str(event.__struct_config__.tag)
