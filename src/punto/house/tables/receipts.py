"""Receipts: the house's signature for the bytes that a seat revealed, made from what is in the books."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from punto.house.tables.desk import Done
from punto.store import SigningKey, Store
from punto.table.events import EntropyRevealed, ShoeOpened
from punto.table.receipt import Receipt, receipt_message


def receipt_of(store: Store, key: SigningKey, table: str, done: Done) -> Receipt | None:
    """The receipt for a reveal; None where a command was none. The same command sent again gets the same."""
    if not any(isinstance(event, EntropyRevealed) for event in done.events):
        return None
    record = store.last(table, ("entropy_revealed",), done.version)
    opened = store.last(table, ("shoe_opened",), done.version)
    assert record is not None  # Both were written before this was answered.
    assert opened is not None
    reveal = msgspec.json.decode(record.body, type=EntropyRevealed)
    shoe = msgspec.json.decode(opened.body, type=ShoeOpened)
    receipt = Receipt(
        table=table,
        version=record.version,
        hash=record.hash,
        shoe=shoe.number,
        sealed_as=shoe.commitment,
        box=reveal.box,
        patron=reveal.patron,
        entropy=reveal.entropy,
        key=key.public,
        signature="",
    )
    return replace(receipt, signature=key.sign(receipt_message(receipt)))
