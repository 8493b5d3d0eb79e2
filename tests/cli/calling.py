"""Calling `punto`: in this process for its answer, or as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
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
