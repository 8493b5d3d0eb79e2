"""The bytes of a stream: an event as `text/event-stream` has it, in a chunk of an answer without a length."""

from __future__ import annotations

from typing import Final


def event(name: str, data: bytes, id: int | None = None) -> bytes:
    """A server-sent event in its chunk; `data` has no line breaks, as JSON has none."""
    number = b"id: %d\n" % id if id is not None else b""
    return _chunk(b"%sevent: %s\ndata: %s\n\n" % (number, name.encode(), data))


def _chunk(content: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(content), content)


HEARTBEAT: Final = _chunk(b": still here\n\n")
"""A comment, so that nobody on the way takes the connection for dead."""
