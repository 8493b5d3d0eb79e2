"""`punto serve` as it is really run: processes of their own, spoken to over the web."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import msgspec

from server.running import told

SECONDS = 60
"""So long anything here may take before it counts as never; the machine may be busy."""


class Process:
    """One `punto serve`, with the links it printed."""

    def __init__(self, folder: Path, *arguments: str, environment: dict[str, str] | None = None) -> None:
        program = "from punto.cli.main import main; main()"
        self._running = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", program, "serve", "--port", "0", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=folder,
            env=os.environ | (environment or {}),
        )
        assert self._running.stdout is not None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.printed: list[str] = []
        self.links: dict[str, str] = {}
        self._clients: list[httpx.Client] = []

    def _read(self) -> None:
        assert self._running.stdout is not None
        for line in self._running.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def ready(self) -> Self:
        """Wait until it has said all it says at the start."""
        while not any("Ctrl-C" in line for line in self.printed):
            line = self._lines.get(timeout=SECONDS)
            assert line is not None, self.printed
            self.printed.append(line)
            if "/sign-in/" in line:
                name, _, link = line.strip().partition("http")
                self.links[name.strip()] = f"http{link}"
        self.url = self.printed[0].split()[-1]
        return self

    def client(self, name: str = "Guest") -> httpx.Client:
        """Somebody signed in by the link that was printed for them."""
        client = httpx.Client(base_url=self.url, headers={"X-Punto": "1"}, timeout=SECONDS, verify=False)
        self._clients.append(client)
        answer = client.get(self.links[name])
        assert answer.status_code == 302, answer.text
        return client

    @property
    def pid(self) -> int:
        return self._running.pid

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        self._running.send_signal(how)

    def wait(self) -> int:
        """Its exit status, once it has ended; what it printed is in `printed`."""
        status = self._running.wait(SECONDS)
        self._reader.join(SECONDS)
        self._gather()
        return status

    def says(self, words: str) -> bool:
        """Whether a line with these words was printed by now."""
        self._gather()
        return any(words in line for line in self.printed)

    def _gather(self) -> None:
        while not self._lines.empty():
            if (line := self._lines.get()) is not None:
                self.printed.append(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for client in self._clients:
            client.close()
        if self._running.poll() is None:
            self._running.kill()
            self._running.wait(SECONDS)
        self._reader.join(SECONDS)
        assert self._running.stdout is not None
        self._running.stdout.close()


class Watcher(threading.Thread):
    """Watches a table's stream and keeps what it saw."""

    def __init__(self, client: httpx.Client, table: str, after: int | None = None) -> None:
        super().__init__(daemon=True)
        self._client = client
        self._path = f"/api/tables/{table}/events"
        self._after = after
        self.versions: list[int] = []
        self.news: list[dict[str, Any]] = []
        self.ended = threading.Event()
        self.opened = threading.Event()
        self.start()

    def run(self) -> None:
        headers = {} if self._after is None else {"Last-Event-ID": str(self._after)}
        try:
            with self._client.stream("GET", self._path, headers=headers) as answer:
                for one in told(answer.iter_lines()):
                    self.opened.set()
                    self.news.append(one.body)
                    self.versions += [event["version"] for event in one.body["events"]]
        except httpx.HTTPError:
            pass  # Its process was killed; what it saw is what it saw.
        finally:
            self.ended.set()

    def saw(self, version: int) -> bool:
        """Wait until a version was seen."""
        return eventually(lambda: bool(self.versions) and self.versions[-1] >= version)


def eventually(what: Any, seconds: float = SECONDS) -> bool:
    """Whether something comes true in time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if what():
            return True
        time.sleep(0.02)
    return bool(what())


def settings_file(folder: Path, **given: Any) -> Path:
    """Settings as a file: TOML's inline tables are near enough to JSON for these."""
    file = folder / "settings.toml"
    lines: Iterator[str] = (f"{name} = {_toml(value)}" for name, value in given.items())
    file.write_text("\n".join(lines) + "\n")
    return file


def _toml(value: Any) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(_toml, value)) + "]"
        case _:
            return msgspec.json.encode(value).decode()
