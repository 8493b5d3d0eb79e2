"""What somebody does who wants to stop a house: each a coroutine against a house on this machine's loopback.

Every attack comes from loopback addresses of its own, as from machines of its own, is bounded in connections and in
time, and counts what it was answered: a status with its code, or `cut` where the house hung up without a word.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Final

HOST: Final = "127.0.0.1"
_CODE: Final = re.compile(rb'"code":"(\w+)"')
_LENGTH: Final = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)


@dataclass(frozen=True)
class Target:
    """A house, sessions of people in it by name, and a table with how many events its log has."""

    port: int
    tokens: dict[str, list[str]]
    table: str
    versions: int
    scale: float = 1.0
    """Part of the usual number of connections."""

    def number(self, usual: int) -> int:
        return max(1, round(usual * self.scale))


Answers = Counter[str]
Attack = Callable[[Target, float], Awaitable[Answers]]
Worker = Callable[[int, Answers], Awaitable[None]]


class Line:
    """One connection of an attacker, from an address of their choice."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, octets: bytes) -> None:
        self.writer.write(octets)
        await self.writer.drain()

    async def answer(self, seconds: float) -> bytes:
        """The first bytes that come; none if it was cut, or nothing comes in time."""
        try:
            async with asyncio.timeout(seconds):
                return await self.reader.read(65536)
        except TimeoutError:
            return b""

    async def response(self, seconds: float) -> bytes:
        """A whole answer, or of one without a length its head; none if it was cut, or does not come in time."""
        try:
            async with asyncio.timeout(seconds):
                head = await self.reader.readuntil(b"\r\n\r\n")
                length = _LENGTH.search(head)
                return head + (await self.reader.readexactly(int(length[1])) if length else b"")
        except (TimeoutError, asyncio.IncompleteReadError):
            return b""


@contextlib.asynccontextmanager
async def line_from(address: str, port: int) -> AsyncIterator[Line]:
    reader, writer = await asyncio.open_connection(HOST, port, local_addr=(address, 0), limit=1 << 20)
    try:
        yield Line(reader, writer)
    finally:
        writer.transport.abort()


def outcome(answer: bytes) -> str:
    """An answer in a word or two."""
    if not answer:
        return "cut"
    status = answer.split(b" ", 2)[1].decode()
    code = _CODE.search(answer) if not status.startswith("2") else None
    return f"{status} {code[1].decode()}" if code else status


async def _many(number: int, until: float, worker: Worker) -> Answers:
    """So many workers, each again and again until the time has come."""
    answers: Answers = Counter()

    async def work(place: int) -> None:
        while time.monotonic() < until:
            try:
                await worker(place, answers)
            except OSError:
                answers["cut"] += 1
                await asyncio.sleep(0.01)

    async with asyncio.timeout(until - time.monotonic() + 30):
        await asyncio.gather(*(work(place) for place in range(number)))
    return answers


def _get(path: str, token: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: x\r\nCookie: punto_session={token}\r\n\r\n".encode()


async def endless_heads(target: Target, until: float) -> Answers:
    """One header without end on each connection, as fast as it is taken."""

    async def head(place: int, answers: Answers) -> None:
        async with line_from("127.0.0.11", target.port) as line:
            await line.send(b"GET / HTTP/1.1\r\nHost: x\r\nX-Endless: ")
            with contextlib.suppress(OSError):
                for _ in range(64):
                    await line.send(b"a" * 4096)
            answers[outcome(await line.response(2))] += 1

    return await _many(target.number(20), until, head)


async def endless_bodies(target: Target, until: float) -> Answers:
    """One line without end behind a body that came in chunks, as fast as it is taken."""

    async def line_behind(place: int, answers: Answers) -> None:
        async with line_from("127.0.0.16", target.port) as line:
            await line.send(
                b"POST /api/sign-in HTTP/1.1\r\nHost: x\r\nX-Punto: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
            )
            with contextlib.suppress(OSError):
                await line.send(b"2\r\n{}\r\n0\r\nX-Endless: ")
                for _ in range(64):
                    await line.send(b"a" * 4096)
            answers[outcome(await line.response(2))] += 1

    return await _many(target.number(20), until, line_behind)


async def half_open(target: Target, until: float) -> Answers:
    """More connections than one address may have, each with a request that comes byte by byte and never ends."""

    async def drops(place: int, answers: Answers) -> None:
        async with line_from("127.0.0.12", target.port) as line:
            body = b"POST /api/sign-in HTTP/1.1\r\nHost: x\r\nX-Punto: 1\r\nContent-Length: 900\r\n\r\n"
            await line.send(body if place % 2 else b"GET / HTTP/1.1\r\nX-Slow: ")
            for _ in range(100):
                if answer := await line.response(0.5):
                    answers[outcome(answer)] += 1
                    return
                if line.reader.at_eof() or time.monotonic() > until:
                    answers["cut" if line.reader.at_eof() else "open"] += 1
                    return
                await line.send(b"x")

    return await _many(target.number(600), until, drops)


async def strangers(target: Target, until: float) -> Answers:
    """Requests without a session, or with one that nobody gave out, one after another on each connection."""

    async def ask(place: int, answers: Answers) -> None:
        async with line_from("127.0.0.13", target.port) as line:
            while time.monotonic() < until:
                await line.send(_get("/api/me" if place % 2 else "/sign-in", secrets.token_hex(8)))
                answer = await line.response(5)
                answers[outcome(answer)] += 1
                if not answer:
                    return

    return await _many(target.number(50), until, ask)


async def catch_up_streams(target: Target, until: float) -> Answers:
    """Streams from any version of the past, closed and opened again."""
    token = target.tokens["Second Guest"][0]

    async def watch(place: int, answers: Answers) -> None:
        async with line_from("127.0.0.14", target.port) as line:
            after = random.randrange(target.versions + 1)
            await line.send(_get(f"/api/tables/{target.table}/events?after={after}", token))
            answers[outcome(await line.response(5))] += 1
            ends = time.monotonic() + 1
            while time.monotonic() < ends and await line.answer(0.2):
                pass

    return await _many(target.number(60), until, watch)


async def exports(target: Target, until: float) -> Answers:
    """The whole log by one auditor, thirteen times at once and again."""
    token = target.tokens["Auditor 1"][0]

    async def export(place: int, answers: Answers) -> None:
        async with line_from("127.0.0.15", target.port) as line:
            await line.send(_get(f"/api/log/{target.table}/export", token))
            answer = await line.response(10)
            answers[outcome(answer)] += 1
            while answer.startswith(b"HTTP/1.1 200") and time.monotonic() < until:
                if not (part := await line.answer(5)) or part.endswith(b"0\r\n\r\n"):
                    return
            await asyncio.sleep(0.1)

    return await _many(target.number(13), until, export)


async def viewers(target: Target, until: float) -> Answers:
    """A thousand people who watch: no attack, but the house must carry them. Sessions of `Viewer …` share them."""
    tokens = [tokens[0] for name, tokens in sorted(target.tokens.items()) if name.startswith("Viewer")]
    answers: Answers = Counter()

    async def watch(place: int) -> None:
        await asyncio.sleep(place / 500)
        async with line_from(f"127.0.1.{1 + place % len(tokens)}", target.port) as line:
            await line.send(_get(f"/api/tables/{target.table}/events", tokens[place % len(tokens)]))
            answers[outcome(await line.response(10))] += 1
            while (left := until - time.monotonic()) > 0 and not line.reader.at_eof():
                came = await line.answer(left)
                answers["messages"] += came.count(b"event: table")

    await asyncio.gather(*(watch(place) for place in range(target.number(1000))))
    return answers


ATTACKS: Final[dict[str, Attack]] = {
    "endless heads": endless_heads,
    "endless bodies": endless_bodies,
    "half-open requests": half_open,
    "anonymous requests": strangers,
    "catch-up streams": catch_up_streams,
    "exports": exports,
    "1,000 viewers": viewers,
}
