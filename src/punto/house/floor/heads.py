"""The house's signed heads: made every few minutes and when a table closes, shown, and given away where settings say.

All of it happens on threads of its own: a disk that hangs, or an address that does not answer, holds up nothing but
the next signature.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import msgspec

from punto.house.listener import Listener
from punto.house.settings import Settings, without_password
from punto.house.tables.live import LiveTable
from punto.kit import Refused
from punto.store import Head, SignedHeads, SigningKey, Store, contradictions, heads_line, sign_heads
from punto.store.private import append_private
from punto.store.signed_heads import heads_message

POST_SECONDS: Final = 5.0
STOP_SECONDS: Final = 6.0
"""How long the end of a house waits for its last heads to be given away."""

MOST_UNSENT: Final = 1_000
"""Lines kept for an address that does not answer; beyond them the oldest goes."""

_LINE_LIMIT: Final = 1024 * 1024


class HeadKeeper(Listener):
    """Signs the heads of one process's house, shows the newest, and gives each away."""

    def __init__(self, store: Store, key: SigningKey, settings: Settings, now: Callable[[], datetime]) -> None:
        self.key = key
        self.newest: SignedHeads | None = None
        self.contradicted: list[Head] = []
        """Heads that were signed and that the books no longer hold."""
        self._store = store
        self._now = now
        self._every = settings.heads_minutes * 60
        self._file = Path(settings.heads_file) if settings.heads_file else None
        self._post = Post(settings.heads_url) if settings.heads_url else None
        self._tables: Mapping[str, LiveTable] = {}
        self._open: set[str] = set()
        self._due = threading.Event()
        self._stopping = False
        self._thread: threading.Thread | None = None
        self._signed_at = time.monotonic()
        self._failing = False

    @property
    def age(self) -> float | None:
        """Seconds since heads were signed last; None where they never were."""
        return time.monotonic() - self._signed_at if self.newest else None

    @property
    def unsent(self) -> int:
        """Lines that wait for the address to answer."""
        return self._post.waiting if self._post else 0

    def start(self, tables: Mapping[str, LiveTable]) -> None:
        """Sign once, and go on by the clock and by what tables do."""
        self._tables = tables
        self._open = {id for id, live in tables.items() if live.state.table.phase != "closed"}
        self._check(self._last_line())
        self.step()
        for live in tables.values():
            live.subscribe(self)
        if self._post:
            self._post.start()
        self._thread = threading.Thread(target=self._run, name="punto-heads", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Sign what was written last, and wait a little for it to be given away."""
        self._stopping = True
        self._due.set()
        if self._thread:
            self._thread.join(STOP_SECONDS)
        if self._post:
            self._post.stop()

    def table_changed(self, table: str) -> None:
        closed = self._tables[table].state.table.phase == "closed"
        if closed and table in self._open:
            self._open.discard(table)
            self._due.set()
        elif not closed:
            self._open.add(table)

    def step(self) -> None:
        """Hold the books to what was signed last, sign them anew, and give that away."""
        try:
            if self.newest:
                self._check(self.newest)
            signed = sign_heads(self._store, self.key, self._now(), self._visible())
        except Refused as error:  # The database is away for a moment; the age of the last heads tells.
            self._complain("heads are not signed, because the books cannot be read: %s", error)
            return
        self.newest, self._signed_at = signed, time.monotonic()
        if self._post:
            self._post.give(signed)
        try:
            if self._file:
                with append_private(self._file) as file:
                    file.write(heads_line(signed).decode())
        except OSError as error:
            self._complain("signed heads cannot be written to %s: %s", self._file, error.strerror or error)
            return
        if self._failing:
            _log.warning("heads are signed and written again")
        self._failing = False

    def _visible(self) -> dict[str, int]:
        """By table, the version up to which heads are signed: by a hash a card that lies face down could be guessed."""
        return {id: live.visible_version for id, live in self._tables.items()}

    def _check(self, before: SignedHeads | None) -> None:
        """Say once where the books no longer hold what was signed."""
        if before is None:
            return
        for head in contradictions(self._store, before.heads):
            if head not in self.contradicted:
                self.contradicted.append(head)
                where = f"{head.table} no longer holds event {head.version} as it was signed at {before.at}"
                _log.error("the books were rewritten, cut or restored: %s", where)

    def _last_line(self) -> SignedHeads | None:
        """The last line of the file that this house signed, so that a start sees what was lost before it.

        What somebody has written after it, or a line that was cut short, does not hide it. After a change of the key
        it is whatever can be read last.
        """
        lines: list[SignedHeads] = []
        with contextlib.suppress(OSError):
            if self._file:
                with self._file.open("rb") as file:
                    file.seek(max(0, file.seek(0, 2) - _LINE_LIMIT))
                    for line in file.read().splitlines():
                        with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError):
                            lines.append(msgspec.json.decode(line, type=SignedHeads))
        return next((line for line in reversed(lines) if self._is_ours(line)), lines[-1] if lines else None)

    def _is_ours(self, line: SignedHeads) -> bool:
        return line.key == self.key.public and line.signature == self.key.sign(heads_message(line.at, line.heads))

    def _run(self) -> None:
        while not self._stopping:
            self._due.wait(self._every)
            self._due.clear()
            self.step()

    def _complain(self, message: str, *about: object) -> None:
        if not self._failing:  # Once, however long it lasts.
            _log.error(message, *about)
        self._failing = True


class Post:
    """Posts lines to an address in their order; one that is not accepted is tried again with the next."""

    def __init__(self, url: str) -> None:
        self._url = urlsplit(url)
        self._public_url = without_password(url)
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._unsent: list[bytes] = []
        self._failing = False
        self._thread = threading.Thread(target=self._run, name="punto-heads-post", daemon=True)

    @property
    def waiting(self) -> int:
        return len(self._unsent) + self._lines.qsize()

    def start(self) -> None:
        self._thread.start()

    def give(self, signed: SignedHeads) -> None:
        self._lines.put(heads_line(signed))

    def stop(self) -> None:
        self._lines.put(None)
        self._thread.join(STOP_SECONDS)

    def _run(self) -> None:
        while (line := self._lines.get()) is not None:
            self._unsent = [*self._unsent, line][-MOST_UNSENT:]
            try:
                while self._unsent:
                    self._send(self._unsent[0])
                    self._unsent = self._unsent[1:]
            except (OSError, HTTPException, ValueError) as error:
                if not self._failing:  # Once, however long it lasts.
                    _log.warning("signed heads cannot be posted to %s, and are kept: %s", self._public_url, error)
                self._failing = True
            else:
                self._failing = False

    def _send(self, line: bytes) -> None:
        """Post one line; OSError, or another error of the connection, unless it is accepted."""
        secure = self._url.scheme == "https"
        kind = HTTPSConnection if secure else HTTPConnection
        connection = kind(self._url.hostname or "", self._url.port, timeout=POST_SECONDS)
        with contextlib.closing(connection):
            query = f"?{self._url.query}" if self._url.query else ""
            connection.request("POST", (self._url.path or "/") + query, line, {"Content-Type": "application/json"})
            status = connection.getresponse().status
            if not 200 <= status < 300:
                raise OSError(f"it answered with status {status}")


_log: Final = logging.getLogger("punto")
