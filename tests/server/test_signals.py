"""SIGTERM ends a house in order from the first line it prints."""

from __future__ import annotations

import signal
import socket
import time
from pathlib import Path

import httpx
import pytest

from punto.server.listen import Server, SignalsToStop
from punto.store import open_store
from server.processes import Process, eventually, settings_file


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_at_the_first_line_printed_ends_the_house_in_order(tmp_path: Path, how: signal.Signals) -> None:
    with Process(tmp_path, "--demo") as house:
        first = house._lines.get(timeout=60)
        assert first is not None
        assert first.startswith("Punto is open at")
        house.kill(how)
        assert house.wait() == 0
    assert house.printed[-1].startswith("punto: the house is closed"), house.printed[-5:]
    with open_store(tmp_path / "punto.db") as store:
        assert store.people.links.all() == {}  # None of the links it printed is left.


def test_a_signal_before_there_is_a_server_is_obeyed_when_there_is_one() -> None:
    with SignalsToStop() as signals:
        signal.raise_signal(signal.SIGTERM)
        server = Server.__new__(Server)
        server.should_exit = server.force_exit = False
        server._captured_signals = []
        signals.stop(server)
        assert server.should_exit
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_monitoring_keeps_no_house_from_closing(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    file = settings_file(tmp_path, database="house.db", demo=True, monitoring=f"127.0.0.1:{port}")
    with Process(tmp_path, "--settings", str(file)) as house:
        house.ready()
        assert any(f"127.0.0.1:{port}" in line for line in house.printed if "monitoring" in line)

        def ready() -> bool:
            try:
                return httpx.get(f"http://127.0.0.1:{port}/readyz").status_code == 200
            except httpx.HTTPError:
                return False

        assert eventually(ready)
        began = time.monotonic()
        house.kill(signal.SIGTERM)
        assert house.wait() == 0
        assert time.monotonic() - began < 10
