"""The one way a value is written, so that the same value always gives the same hash."""

from __future__ import annotations

from typing import Any

import msgspec

_encoder = msgspec.json.Encoder(order="sorted")


def canonical(value: object) -> str:
    """The value as JSON with sorted keys, no spaces and no escapes that are not needed."""
    return _encoder.encode(value).decode()


def plain(text: str) -> Any:
    """What canonical text says, as plain values."""
    return msgspec.json.decode(text)
