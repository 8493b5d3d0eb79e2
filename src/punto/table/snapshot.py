"""Snapshots: a table's state as bytes, so that a long log need not be replayed from its start."""

from __future__ import annotations

import msgspec

from punto.table.state import Table

_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER = msgspec.json.Decoder(Table)


def to_bytes(table: Table) -> bytes:
    """The state in one fixed form: equal states give equal bytes. Keys that are numbers become texts, to be ordered."""
    return _ENCODER.encode(msgspec.to_builtins(table, str_keys=True))


def from_bytes(content: bytes) -> Table:
    """The state in a snapshot."""
    return _DECODER.decode(content)
