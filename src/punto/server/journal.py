"""The journal: what a process says of itself while it runs, one line of JSON each, on standard error.

An error that comes again and again is written once a minute, with how often it came meanwhile: a database that is away
for an hour must not fill the disk with a million lines of one sentence.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final, TextIO

import msgspec

from punto.server.counters import COUNTERS

REQUEST: Final[ContextVar[str]] = ContextVar("punto_request", default="")
"""The id of the request that is being answered; it is in the answer's header `X-Request-Id`."""

REPEAT_SECONDS: Final = 60.0
"""So long the same error is counted and not written again."""

_KINDS: Final = 500
"""Different errors told apart; beyond that the oldest is forgotten."""

_FIGURES: Final = re.compile(r"\d+")


class JournalLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the journal."""

    time: str
    level: str
    message: str
    request: str = ""
    repeated: int = 0
    """How often it came since it was last written."""
    error: str = ""
    """The traceback, where there is one."""


class _Repeats:
    """One kind of error: since when it is counted, how often it came since, and its last line."""

    __slots__ = ("count", "line", "since")

    def __init__(self, since: float, line: JournalLine) -> None:
        self.since = since
        self.line = line
        self.count = 0


class Journal(logging.Handler):
    """Writes what is logged; errors and warnings that repeat themselves are counted."""

    def __init__(self, out: TextIO | None = None, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._out = out
        self._now = now
        self._kinds: OrderedDict[tuple[str, ...], _Repeats] = OrderedDict()
        self._guard = threading.Lock()

    def emit(self, record: logging.LogRecord) -> None:
        line = _line(record)
        if record.levelno >= logging.ERROR:
            COUNTERS.count_error()
        with self._guard:
            due_line = line if record.levelno < logging.WARNING else self._counted(_kind(record, line), line)
            if due_line is not None:
                self._write(due_line)

    def _counted(self, kind: tuple[str, ...], line: JournalLine) -> JournalLine | None:
        """The line to write now, with what was counted before it; None if it is only counted."""
        repeats = self._kinds.get(kind)
        now = self._now()
        if repeats is not None and now - repeats.since < REPEAT_SECONDS:
            repeats.count += 1
            repeats.line = line
            return None
        self._kinds[kind] = _Repeats(now, line)
        self._kinds.move_to_end(kind)
        while len(self._kinds) > _KINDS:
            self._write_count(self._kinds.popitem(last=False)[1])
        return line if repeats is None else msgspec.structs.replace(line, repeated=repeats.count)

    def sweep(self) -> None:
        """Write the counts of errors whose minute is over."""
        with self._guard:
            for kind, repeats in list(self._kinds.items()):
                if self._now() - repeats.since >= REPEAT_SECONDS:
                    self._write_count(self._kinds.pop(kind))

    def close(self) -> None:
        """Write what was counted and not written yet."""
        with self._guard:
            while self._kinds:
                self._write_count(self._kinds.popitem(last=False)[1])
        super().close()

    def _write_count(self, repeats: _Repeats) -> None:
        if repeats.count:
            self._write(msgspec.structs.replace(repeats.line, repeated=repeats.count, error=""))

    def _write(self, line: JournalLine) -> None:
        out = self._out or sys.stderr
        try:
            out.write(msgspec.json.encode(line).decode() + "\n")
            out.flush()
        except (OSError, ValueError):
            pass  # Nobody reads it any more; the house goes on.


def _line(record: logging.LogRecord) -> JournalLine:
    error = "".join(traceback.format_exception(record.exc_info[1])) if record.exc_info and record.exc_info[1] else ""
    return JournalLine(
        time=datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        level=record.levelname.lower(),
        message=" ".join(record.getMessage().split()),
        request=REQUEST.get(),
        error=error,
    )


def _kind(record: logging.LogRecord, line: JournalLine) -> tuple[str, ...]:
    """What makes two lines the same: their words without the figures, and where the error was raised."""
    raised = record.exc_info[1] if record.exc_info else None
    frames = traceback.extract_tb(raised.__traceback__) if raised else None
    place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return record.name, line.level, _FIGURES.sub("#", line.message), type(raised).__name__, place


@contextmanager
def journal(out: TextIO | None = None) -> Iterator[Journal]:
    """Have everything that this process logs written as a journal: what the house does, and what warns.

    On a terminal only what warns: whoever sits there has just read the rest.
    """
    handler = Journal(out)
    root, ours = logging.getLogger(), logging.getLogger("punto")
    before = root.level, ours.level
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    ours.setLevel(logging.WARNING if (out or sys.stderr).isatty() else logging.INFO)
    try:
        yield handler
    finally:
        root.removeHandler(handler)
        root.setLevel(before[0])
        ours.setLevel(before[1])
        handler.close()


def sweep_journals() -> None:
    """Write the counts whose minute is over, of whatever journal is open."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler, Journal):
            handler.sweep()
