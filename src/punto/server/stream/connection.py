"""The connection to a viewer, as a stream sees it: the way past the framework for the messages of a stream.

With thousands of viewers it matters through how many layers each message goes. Once an answer has begun, messages are
written to the transport as they are; the request finds its connection among the ASGI scope's extensions.
"""

from __future__ import annotations

from typing import Final, Protocol, cast

from litestar.types import Scope

EXTENSION: Final = "punto.connection"


class Connection(Protocol):
    """The way to one viewer. What is written goes out as fast as they take it."""

    def write(self, message: bytes) -> None: ...

    @property
    def full(self) -> bool:
        """Whether so much waits to go out that more would only pile up."""

    async def drained(self) -> None:
        """Wait until it is not full."""

    def close(self) -> None:
        """Cut it: whoever is there comes back and goes on where they were."""

    def abort(self) -> None:
        """Cut it at once, whatever still waits to go out."""

    def answer_last(self) -> None:
        """Answer nothing behind what is being answered: who asks for more is cut off.

        What is read ahead is read no further until it is its turn, and behind an answer without end it never is: nobody
        would notice that the viewer has left.
        """


def connection_of(scope: Scope) -> Connection:
    """The connection on which a request came."""
    return cast(Connection, scope["extensions"][EXTENSION])  # type: ignore[index]
