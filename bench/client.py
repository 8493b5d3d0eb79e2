"""One person at a house over HTTP, as a benchmark plays them: a connection for commands and one for the stream."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec


def asking(token: str, path: str) -> bytes:
    """The head of a request to look at something."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: punto_session={token}\r\n\r\n".encode()


def percentile(values: list[float], part: float) -> float:
    """The value that this part of all stay below."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


class Client:
    """One person's connection, kept open; commands one after another."""

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._token = token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._number = random.getrandbits(60)
        self.retries = 0
        """Requests that were sent again because the house hung up on a connection that had been silent."""

    async def order(self, table: str, command: str, **fields: Any) -> tuple[int, Any]:
        """A command's status and answer."""
        self._number += 1
        body = msgspec.json.encode({"command": command, "id": f"b{self._number}"} | fields)
        head = f"POST /api/tables/{table}/commands HTTP/1.1\r\nContent-Type: application/json\r\nX-Punto: 1\r\n"
        return await self._ask(f"{head}Content-Length: {len(body)}\r\n".encode(), body)

    async def get(self, path: str) -> tuple[int, Any]:
        return await self._ask(f"GET {path} HTTP/1.1\r\n".encode(), b"")

    async def _ask(self, head: bytes, body: bytes) -> tuple[int, Any]:
        request = head + f"Host: 127.0.0.1\r\nCookie: punto_session={self._token}\r\n\r\n".encode() + body
        if (streams := self._kept_open()) is not None:
            try:
                return await self._exchange(*streams, request)
            except (ConnectionError, asyncio.IncompleteReadError):
                # Any browser does the same: the connection was closed before the request reached the house, or its
                # id makes it happen once.
                self.retries += 1
        self.close()
        self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
        return await self._exchange(*self._streams, request)

    def _kept_open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        if self._streams is None or self._streams[0].at_eof() or self._streams[1].is_closing():
            return None
        return self._streams

    async def _exchange(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes
    ) -> tuple[int, Any]:
        writer.write(request)
        answer = await reader.readuntil(b"\r\n\r\n")
        status = int(answer.split(b" ", 2)[1])
        length = int(answer.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        return status, msgspec.json.decode(await reader.readexactly(length))

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None
