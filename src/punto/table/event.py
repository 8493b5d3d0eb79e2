"""An event: what each is, and the word it is filed under."""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """One thing that happened."""


def kind_of(event: Event) -> str:
    """The word an event is filed under."""
    return str(event.__struct_config__.tag)
