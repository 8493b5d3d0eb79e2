"""Receipts that patrons kept: what the house has signed for must be in its books. Written from docs/shoe.md."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

from punto.audit.finding import Finding
from punto.audit.known_heads import BadStatement, length_prefixed, require_signature
from punto.store import Record, Store


class KeptReceipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A receipt as a page keeps it."""

    table: str
    version: int
    hash: str
    shoe: int
    sealed_as: str
    box: int
    patron: str
    entropy: str
    key: str
    signature: str

    def __str__(self) -> str:
        return f"the bytes of box {self.box} for shoe {self.shoe}, for which {self.patron} has a receipt"


_read: Final = msgspec.json.Decoder(KeptReceipt).decode


def read_receipt(line: bytes, trusted: Collection[str]) -> KeptReceipt:
    """The receipt in a line; BadStatement unless one of these keys signed it. With none given any may have."""
    try:
        receipt = _read(line)
        entropy = bytes.fromhex(receipt.entropy)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadStatement(f"is no receipt: {error}") from None
    fields = (
        receipt.table,
        str(receipt.version),
        receipt.hash,
        str(receipt.shoe),
        receipt.sealed_as,
        str(receipt.box),
        receipt.patron,
    )
    message = length_prefixed(b"punto receipt 1", *(field.encode() for field in fields), entropy)
    require_signature(receipt.key, receipt.signature, message, trusted)
    return receipt


def missing_reveal(store: Store, receipt: KeptReceipt) -> Finding | None:
    """What the books say otherwise than the receipt."""
    record = next(store.records(receipt.table, receipt.version - 1), None)
    if record is None or record.version != receipt.version:
        return Finding(receipt.table, receipt.version, "receipt", f"{receipt} are not in the books")
    if record.hash != receipt.hash or not _tells(record, receipt):
        return Finding(receipt.table, receipt.version, "receipt", f"{receipt} are not what the books have there")
    opened = store.last(receipt.table, ("shoe_opened",), receipt.version)
    shoe = msgspec.json.decode(opened.body) if opened else {}
    if (shoe.get("number"), shoe.get("commitment")) != (receipt.shoe, receipt.sealed_as):
        return Finding(receipt.table, receipt.version, "receipt", f"{receipt} stand in the books under another shoe")
    return None


def _tells(record: Record, receipt: KeptReceipt) -> bool:
    """Whether an event is the one that a receipt is about."""
    body = msgspec.json.decode(record.body)
    stated = (record.kind, body.get("patron"), body.get("box"), body.get("entropy"))
    return stated == ("entropy_revealed", receipt.patron, receipt.box, receipt.entropy)
