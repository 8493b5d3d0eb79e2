"""Calling `punto`: in this process for its answer, as a process of its own, or on a terminal."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

PUNTO = [sys.executable, "-c", "from punto.cli.main import main; main()"]


@dataclass(frozen=True)
class Called:
    """What a call left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Punto = Callable[..., Called]


def process(*arguments: str | bytes, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A real `punto`, with its streams as bytes."""
    words: list[str | bytes] = [*PUNTO, *arguments]
    return subprocess.run(
        words, input=given, capture_output=True, timeout=60, check=False, env={**os.environ, **environment}
    )


def on_a_terminal(*arguments: str, columns: int) -> str:
    """What a terminal this wide is given, without its colours."""
    leader, follower = os.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm"}
    with subprocess.Popen([*PUNTO, *arguments], stdin=subprocess.DEVNULL, stdout=follower, env=environment) as running:
        os.close(follower)
        told = b"".join(_read(leader))
        assert running.wait(60) == 0
    os.close(leader)
    assert b"\x1b[" in told
    return re.sub(r"\x1b\[[\d;]*m", "", told.decode()).replace("\r\n", "\n")


def _read(terminal: int) -> Iterator[bytes]:
    while True:
        try:
            block = os.read(terminal, 65536)
        except OSError:  # Linux says so when the other end is closed.
            return
        if not block:
            return
        yield block
