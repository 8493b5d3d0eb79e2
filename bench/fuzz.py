"""Requests no honest page sends, by the hundred thousand: no 5xx, no hang, one shape of error, nothing changed unasked.

`./run python -m bench.fuzz --requests 100000 --openings 100000`; `--schemathesis` besides walks the served OpenAPI
(group `qa`). Everything stays on this machine's loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from bench.house import Outside, Plan, plain_table
from punto.house.floor.demonstration import demonstration
from punto.house.settings import Settings
from punto.store import open_store
from punto.table.commands import COMMANDS

PATIENCE = 15.0
"""An answer that takes longer counts as none."""

ODD: list[bytes] = [
    b"null", b"true", b"-1", b"0", b"1.5", b"1e400", b"-0", b"9" * 400, b'""', b'"\\u0000"', b'"\\ud800"', b"[]", b"{}",
    b"[" * 3000, b'{"a":' * 3000, b'"' + b"x" * 70_000 + b'"', b'"\xff\xfe"', b'"\xc3\x28"', b"NaN", b"Infinity", b"'",
    b"", b'"Guest"', b'"player"', b'"easy-six"', b"25", b"1", b"18446744073709551616", b'"\\u202e"', b'"<script>"',
    b"[null]", b'{"stake_min":-1}', b'{"boxes":1e9}', b'"2s 2s"', b'"virtual"', b'"../../etc"', b"2147483648",
    b'"' + b"\xf0\x9f\x83\x8f" * 9 + b'"',
]  # fmt: skip
PATHS: list[bytes] = [
    b"/", b"/api/tables", b"/api/tables/t", b"/api/tables/t/history", b"/api/me", b"/api/people", b"/api/odds/easy-six",
    b"/api/rulebooks/easy-six", b"/api/pit", b"/api/log/t", b"/api/verify/t", b"/api/manifest", b"/api/sign-in",
    b"/api/sign-out", b"/api/switches", b"/api/people/Guest", b"/api/people/Guest/sessions", b"/sign-in/x",
    b"/assets/lib/base.css",
    b"/assets/../app.py", b"/assets/%2e%2e/app.py", b"/assets/..%2fapp.py", b"/assets/%00", b"/assets//etc/passwd",
    b"/api/tables/%00", b"/api/tables/%ff", b"/api/tables/" + b"a" * 5000, b"/api/schema/openapi.json", b"/api/schema",
    b"/table/t", b"/%", b"//", b"/api/dealer/t", b"/api/log/t/export", b"/api/odds/easy-six?decks=9999999999999",
    b"/api/odds/easy-six?composition=1,2", b"/api/odds/easy-six?cards=%00", b"/api/log/t?after=-1&limit=0",
    b"/api/log/house:switches",
]  # fmt: skip
RIGHT: dict[str, list[bytes]] = {
    "patron": [b'"Guest"', b'"Second Guest"'],
    "box": [b"1", b"2"],
    "bet": [b'"player"', b'"banker"', b'"tie"', b'"no_such"'],
    "stake": [b"5", b"25", b"999999"],
    "amount": [b"5", b"1000000"],
    "rulebook": [b'"easy-six"', b'"rws-insurance"'],
    "settings": [b"{}", b'{"wallets":true}', b'{"stake_max":9}'],
    "cards": [b'"virtual"', b'"physical"', b'"2s 3s"'],
    "card": [b'"2s"', b'"player"', b'"Kd"'],
    "place": [b"17"],
    "what": [b'"extra_card"', b'"shortage"', b'"wrong_area"', b'"other"'],
    "option": [b'"continue"', b'"return"'],
    "reason": [b'"so be it"'],
    "coup": [b'"continue"', b'"void"'],
    "insures": [b'"player"', b'"banker"'],
    "reconstruct": [b"true", b"false"],
}
"""What would be right, so that some commands get as far as the table."""

METHODS = [
    b"GET",
    b"GET",
    b"GET",
    b"POST",
    b"POST",
    b"PUT",
    b"DELETE",
    b"HEAD",
    b"OPTIONS",
    b"PATCH",
    b"TRACE",
    b"BREW",
]
KINDS = [b"application/json"] * 6 + [
    b"text/plain",
    b"application/x-www-form-urlencoded",
    b"application/msgpack",
    b"x",
    b"",
]
LAST = [b"0", b"1", b"-1", b"x", b"9" * 18, b"9" * 30, b"1.5", b"", b"\xff", b"0x1", b"1 1", b"5", b"\xe2\x91\xa0"]


@dataclass
class Outcome:
    """The answers to all requests: how many of each, and which broke a rule."""

    statuses: Counter[int] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    versions: set[int] = field(default_factory=set)
    """Events of the log that an answer said it brought about; the same id again is answered the same."""
    slowest: float = 0.0

    def answer(self, request: bytes, status: int, headers: dict[bytes, bytes], body: bytes, took: float) -> None:
        """Hold one answer to what every answer must be."""
        self.statuses[status] += 1
        self.slowest = max(self.slowest, took)
        about = f"{request[:300]!r} -> {status} {body[:200]!r}"
        if status >= 500:
            self.wrong.append(about)
        if b"content-security-policy" not in headers:
            self.wrong.append(f"no headers: {about}")
        if status >= 400 and not request.startswith(b"HEAD"):
            try:
                error = msgspec.json.decode(body)["error"]
                assert set(error) == {"code", "cite", "message"}
                self.codes[error["code"]] += 1
            except (msgspec.DecodeError, KeyError, TypeError, AssertionError):
                self.wrong.append(f"another shape: {about}")
        elif status == 200 and b"/commands " in request[:200]:
            done = msgspec.json.decode(body)
            self.versions |= set(range(done["version"] - len(done["events"]) + 1, done["version"] + 1))


class Asker:
    """One connection after another, each used until the house closes it."""

    def __init__(self, port: int, outcome: Outcome) -> None:
        self._port = port
        self._outcome = outcome
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._reader is None or self._writer is None or self._writer.is_closing():
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
            line: socket.socket = self._writer.get_extra_info("socket")
            # A hundred thousand connections that linger would leave no port free.
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return self._reader, self._writer

    def close(self) -> None:
        if self._writer is not None:
            self._writer.transport.abort()
        self._reader = self._writer = None

    async def ask(self, request: bytes) -> None:
        """Send one request and judge the answer; a stream is left after its first message."""
        began = time.monotonic()
        try:
            status, headers, body, stays = await asyncio.wait_for(self._ask(request), PATIENCE)
        except TimeoutError:
            self._outcome.wrong.append(f"no answer: {request[:300]!r}")
            self.close()
            return
        except (ConnectionError, asyncio.IncompleteReadError) as error:
            # It may hang up on what is no HTTP or far too large; an answer that was begun must be whole.
            self._outcome.statuses[0] += 1
            self._outcome.codes[type(error).__name__] += 1
            self.close()
            return
        self._outcome.answer(request, status, headers, body, time.monotonic() - began)
        if not stays:
            self.close()

    async def _ask(self, request: bytes) -> tuple[int, dict[bytes, bytes], bytes, bool]:
        reader, writer = await self._connect()
        writer.write(request)
        await writer.drain()
        head = await reader.readuntil(b"\r\n\r\n")
        first, *lines = head[:-4].split(b"\r\n")
        status = int(first.split(b" ")[1])
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(b":") for line in lines)}
        if headers.get(b"transfer-encoding") == b"chunked":
            if headers.get(b"content-type", b"").startswith(b"text/event-stream"):
                return status, headers, await reader.readuntil(b"\n\n"), False
            return status, headers, await _chunks(reader), True
        length = int(headers.get(b"content-length", b"0"))
        body = b"" if request.startswith(b"HEAD ") or status in (204, 304) else await reader.readexactly(length)
        return status, headers, body, headers.get(b"connection") != b"close"


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    body = b""
    while size := int(await reader.readline(), 16):
        body += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return body


class Maker:
    """Makes requests from a seed: the same seed, the same requests."""

    def __init__(self, seed: int, tokens: dict[str, list[str]]) -> None:
        self._chance = random.Random(seed)
        self._tokens = [token for sessions in tokens.values() for token in sessions]
        self._number = 0

    def _some(self, choices: list[bytes]) -> bytes:
        return self._chance.choice(choices)

    def _head(self, method: bytes, path: bytes, body: bytes | None = None, **more: bytes) -> bytes:
        chance = self._chance
        lines = [method + b" " + path + b" HTTP/1.1", b"Host: 127.0.0.1"]
        if chance.random() < 0.95:
            lines.append(b"X-Punto: 1")
        token = chance.choice(self._tokens).encode()
        if chance.random() < 0.1:
            token = self._some([b"x", b"", b"\xff\xfe", b'"', b"a" * 3000, b"=;=", token[:-1]])
        lines.append(b"Cookie: punto_session=" + token)
        if chance.random() < 0.05:
            lines.append(
                b"Origin: " + self._some([b"null", b"http://[", b"https://evil.example", b"\xff", b"http://127.0.0.1"])
            )
        if body is not None:
            lines += [b"Content-Type: " + self._some(KINDS), b"Content-Length: %d" % len(body)]
        lines += [name.replace("_", "-").encode() + b": " + value for name, value in more.items()]
        return b"\r\n".join(lines) + b"\r\n\r\n" + (body or b"")

    def command(self) -> bytes:
        """A command with something about it that is not right, or perhaps all right."""
        chance = self._chance
        self._number += 1
        kind = chance.choice(list(COMMANDS.values()))
        fields: dict[bytes, bytes] = {b"command": b'"%s"' % str(kind.__struct_config__.tag).encode()}
        for name in kind.__struct_fields__:
            if name not in ("by", "acting", "at") and chance.random() < 0.85:
                right = chance.random() < 0.8 and name in RIGHT
                fields[name.encode()] = self._some(RIGHT[name] if right else ODD)
        if chance.random() < 0.9:
            fields[b"id"] = b'"f%d"' % self._number
        for _ in range(chance.choice((0, 0, 0, 1, 2))):
            extra = self._some([b"seen", b"by", b"acting", b"at", b"extra", b"command", b"seed", b"id"])
            fields[extra] = self._some(ODD)
        body = b"{" + b",".join(b'"%s":%s' % pair for pair in fields.items()) + b"}"
        if chance.random() < 0.1:
            cut = chance.randrange(len(body))
            body = body[:cut] + self._some([b"", b"\x00", b"\xff", b"}", b","]) + body[cut + chance.randrange(3) :]
        path = (
            b"/api/tables/t/commands"
            if chance.random() < 0.95
            else self._some([b"/api/tables/x/commands", b"/api/tables/%00/commands"])
        )
        return self._head(b"POST", path, body)

    def request(self) -> bytes:
        """Any request at all."""
        if self._chance.random() < 0.6:
            return self.command()
        method, path = self._some(METHODS), self._some(PATHS)
        body = (
            self._some([*ODD, b'{"name":"Guest","password":"x"}', b'{"disabled":1}'])
            if method in (b"POST", b"PUT", b"PATCH")
            else None
        )
        if path == b"/api/sign-in":
            path = b"/api/me"  # Each try costs a password's worth of work by design, and locks accounts.
        if method == b"DELETE" or path.startswith((b"/api/sign-out", b"/api/switches", b"/api/people/")):
            method, body = b"GET", None  # An administrator among the askers could end everybody's session.
        return self._head(method, path, body)

    def opening(self) -> bytes:
        """A stream asked for, rightly or not."""
        chance = self._chance
        path = self._some(
            [b"/api/tables/t/events"] * 8 + [b"/api/pit/events", b"/api/tables/x/events", b"/api/tables/%00/events"]
        )
        if chance.random() < 0.3:
            path += b"?after=" + self._some([b"0", b"-1", b"x", b"9" * 20, b"%00", b"1&after=2", b"", b"5"])
        more = {"Last-Event-ID": self._some(LAST)} if chance.random() < 0.7 else {}
        if chance.random() < 0.1:
            more["Accept"] = self._some([b"text/event-stream", b"x", b"*/*", b"\xff"])
        return self._head(self._some([b"GET"] * 12 + [b"HEAD", b"POST", b"OPTIONS"]), path, None, **more)


async def ask_all(port: int, make: Callable[[], bytes], number: int, at_once: int) -> Outcome:
    """So many requests, some at a time."""
    outcome, left = Outcome(), [number]

    async def work() -> None:
        asker = Asker(port, outcome)
        while left[0] > 0:
            left[0] -= 1
            await asker.ask(make())
        asker.close()

    await asyncio.gather(*(work() for _ in range(at_once)))
    return outcome


def fuzz(folder: Path, requests: int, openings: int, seed: int, at_once: int = 12) -> dict[str, Any]:
    """Ask all, then look whether the house is as the answers say."""
    table = plain_table("t", dealer="person", betting_seconds=3600.0)
    settings = msgspec.convert({"database": str(folder / "fuzz.db"), "port": 0, "tables": [table]}, Settings)
    plan = Plan(settings, {name: role.value for name, role in demonstration().people.items()}, sessions=6, chips=10_000)
    figures: dict[str, Any] = {"seed": seed}
    with Outside(plan) as house:
        with open_store(settings.database) as store:
            before = store.head("t").version
        maker = Maker(seed, house.at.tokens)
        for name, make, number in (("requests", maker.request, requests), ("openings", maker.opening, openings)):
            began, memory = time.monotonic(), house.memory()
            outcome = asyncio.run(ask_all(house.at.port, make, number, at_once))
            figures[name] = {
                "number": number,
                "seconds": round(time.monotonic() - began, 1),
                "slowest_seconds": round(outcome.slowest, 3),
                "statuses": dict(sorted(outcome.statuses.items())),
                "codes": dict(outcome.codes.most_common()),
                "wrong": outcome.wrong[:20],
                "memory_grew_kib": (house.memory() - memory) // 1024,
            }
            before += len(outcome.versions)
            assert not house.ended
    with open_store(settings.database) as store:
        figures["log_is_what_was_answered"] = store.head("t").version == before
        figures["chain"] = str(store.verify("t") or "whole")
        figures["books"] = store.ledger.fault() or "balanced"
    return figures


CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "missing_required_header",
)

WALKERS = ("Auditor 1", "Shift Manager 1", "Guest")
"""One who may look at nearly everything, one who may give nearly every command, one who plays."""


def with_schemathesis(folder: Path, examples: int) -> int:
    """The served OpenAPI walked by schemathesis: every answer must be as the document says, whoever asks."""
    settings = msgspec.convert(
        {"database": str(folder / "schema.db"), "port": 0, "tables": [plain_table("t", dealer="person")]}, Settings
    )
    plan = Plan(settings, {name: role.value for name, role in demonstration().people.items()})
    # Names that lead somewhere, or nearly every question would end at the door.
    (folder / "schemathesis.toml").write_text('[parameters]\ntable_id = "t"\nname = "easy-six"\n')
    failed = 0
    with Outside(plan) as house:
        for name in WALKERS:
            print(f"As {name}", flush=True)
            command = [
                sys.executable, "-m", "schemathesis.cli", "run",
                f"http://127.0.0.1:{house.at.port}/api/schema/openapi.json",
                "--header", f"Cookie: punto_session={house.at.tokens[name][0]}", "--header", "X-Punto: 1",
                "--checks", ",".join(CHECKS), "--exclude-path-regex", "events$|sign-out|sign-in|me/password",
                "--max-examples", str(examples), "--phases", "examples,coverage,fuzzing",
            ]  # fmt: skip
            failed += subprocess.run(command, check=False, cwd=folder).returncode
    return failed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--openings", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--schemathesis", type=int, default=0, metavar="EXAMPLES")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.schemathesis:
            sys.exit(with_schemathesis(Path(folder), options.schemathesis))
        figures = fuzz(Path(folder), options.requests, options.openings, options.seed)
    print(msgspec.json.format(msgspec.json.encode(figures), indent=1).decode())
    failed = [figures[name]["wrong"] for name in ("requests", "openings")]
    sys.exit(1 if any(failed) or not figures["log_is_what_was_answered"] else 0)


if __name__ == "__main__":
    main()
