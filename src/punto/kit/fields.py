"""Fields one after another, each with its length before it: what is hashed or signed, so that no two messages run into
one."""

from __future__ import annotations


def joined(*fields: str | bytes | int) -> bytes:
    """Texts are UTF-8, numbers decimal texts; a length is four bytes, the most significant first."""
    whole = bytearray()
    for field in fields:
        octets = field if isinstance(field, bytes) else str(field).encode()
        whole += len(octets).to_bytes(4, "big") + octets
    return bytes(whole)
