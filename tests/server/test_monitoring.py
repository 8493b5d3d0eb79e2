"""What a monitoring system is told: alive, ready, and figures that move when the house does."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from punto.house.people.roles import Role
from punto.house.settings import Settings, checked, monitoring_address
from punto.kit import Refused
from punto.server.counters import COUNTERS
from punto.server.listen import bind, make_monitoring_server
from punto.server.metrics import Metric, Sample, metrics
from punto.server.monitoring import monitoring_app
from punto.server.service import Service
from punto.store import back_up
from punto.store.seal import books_key_file, find_key
from server.processes import eventually
from server.running import Running, a_table, order, running


@contextmanager
def watched(service: Service) -> Iterator[httpx.Client]:
    """The address of its own, for as long as a test lasts."""
    listener = bind("127.0.0.1", 0)
    server = make_monitoring_server(monitoring_app(service))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        while not server.started:
            thread.join(0.01)
        with httpx.Client(base_url=f"http://127.0.0.1:{listener.getsockname()[1]}", timeout=20) as client:
            yield client
    finally:
        server.should_exit = True
        thread.join(20)
        listener.close()


_LABEL = r'[a-z]+="(?:[^"\\\n]|\\.)*"'


def figures(text: str) -> dict[str, float]:
    """Every sample by its name and labels; each line must be one that Prometheus reads."""
    found = {}
    for line in text.splitlines():
        if line.startswith("# "):
            assert re.fullmatch(r"# (HELP|TYPE) [a-z_]+ .+", line), line
            continue
        sample = re.fullmatch(rf"([a-z_]+(?:\{{{_LABEL}(?:,{_LABEL})*\}})?) (\S+)", line)
        assert sample, line
        found[sample[1]] = float(sample[2])
    return found


def test_health_and_readiness_are_answered_at_an_address_of_their_own(up: Running) -> None:
    with watched(up.service) as client:
        assert client.get("/healthz").json() == {"alive": True}
        ready = client.get("/readyz")
        assert (ready.status_code, ready.json()) == (200, {"ready": True, "reasons": []})
        assert client.get("/metrics").headers["content-type"].startswith("text/plain; version=0.0.4")
        assert client.get("/api/me").status_code == 404
        assert client.post("/metrics").status_code == 405
    stranger = up.client()
    for path in ("/healthz", "/readyz", "/metrics"):  # Not where the public comes.
        assert stranger.get(path).status_code == 404


def test_a_house_that_is_closing_or_cannot_read_its_books_is_not_ready(
    up: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> list[str]:
        raise Refused(code="store_failed", message="no route to 10.0.0.9")

    with watched(up.service) as client:
        with monkeypatch.context() as patch:
            patch.setattr(up.house.store, "tables", away)
            answer = client.get("/readyz")
            assert answer.status_code == 503
            assert answer.json()["reasons"] == ["the books cannot be read"]
            assert client.get("/healthz").status_code == 200
        with monkeypatch.context() as patch:
            patch.setattr(up.service, "is_open", False)
            assert client.get("/readyz").json()["reasons"] == ["the house is not open"]
            assert figures(client.get("/metrics").text)["punto_open"] == 0


def test_every_figure_moves_with_what_it_counts(tmp_path: Path) -> None:
    with running(tmp_path, a_table("t", sign={"wallets": False})) as up:
        before = figures(metrics(up.service))
        assert "punto_backup_age_seconds" not in before
        patron = up.client("Guest")
        up.must("open_shoe", cards="virtual")
        up.must("open_bets")
        assert order(patron, "place_bet", patron="Guest", box=1, bet="player", stake=25).status_code == 200
        up.must("close_bets")
        late = order(patron, "place_bet", patron="Guest", box=1, bet="player", stake=25)
        assert late.status_code == 422
        up.must("report", what="dealing_error", note="seen", person="Dealer 1", by="dealer")
        back_up(tmp_path / "house.db", tmp_path / "backup", key=find_key(books_key_file(str(tmp_path / "house.db"))))
        with patron.stream("GET", "/api/tables/t/events") as stream:
            lines = stream.iter_lines()  # Let go of, it would hang up.
            next(lines)
            assert eventually(lambda: up.service.viewers("t") == 1)
            now = figures(metrics(up.service))
        code = late.json()["error"]["code"]
        refused = f'punto_refusals_total{{code="{code}"}}'
        assert now[refused] == before.get(refused, 0) + 1
        assert now['punto_late_bets_total{table="t"}'] == before['punto_late_bets_total{table="t"}'] + 1
        assert now['punto_streams{table="t"}'] == 1
        assert now['punto_decisions_waiting{table="t"}'] == 1
        assert 0 <= now['punto_decision_waiting_seconds{table="t"}'] < 60
        assert 0 <= now[f'punto_phase_seconds{{table="t",phase="{up.live().state.table.phase}"}}'] < 60
        assert now['punto_lease_held{table="t"}'] == 1
        assert 0 <= now["punto_backup_age_seconds"] < 60
        # Commits, as a histogram has them: cumulative, and all in the last bucket.
        assert now["punto_commit_seconds_count"] >= before["punto_commit_seconds_count"] + 5
        assert now["punto_commit_seconds_count"] == now['punto_commit_seconds_bucket{le="+Inf"}']
        assert now["punto_commit_seconds_sum"] > before["punto_commit_seconds_sum"]
        buckets = [value for name, value in now.items() if name.startswith("punto_commit_seconds_bucket")]
        assert buckets == sorted(buckets)
        assert now["punto_commands_written_total"] >= now["punto_commit_seconds_count"]


def test_figures_name_nobody_and_no_card(up: Running) -> None:
    up.client(Role.DEALER).get("/api/tables/t")
    told = metrics(up.service)
    assert "Guest" not in told
    assert "Dealer" not in told


def test_labels_are_escaped() -> None:
    metric = Metric("x", "gauge", "A thing.", [Sample(1.5, (("table", 'a"b\\c\nd'),))])
    assert list(metric.lines())[2] == 'x{table="a\\"b\\\\c\\nd"} 1.5'


@pytest.mark.parametrize("monitoring", ["9417", ":9417", "127.0.0.1", "127.0.0.1:", "127.0.0.1:http", "x:70000"])
def test_an_address_that_is_none_is_refused(monitoring: str) -> None:
    with pytest.raises(Refused, match="monitoring is an address and a port"):
        checked(Settings(monitoring=monitoring))


def test_the_address_is_read() -> None:
    assert monitoring_address("[::1]:9417") == ("::1", 9417)
    assert checked(Settings()).monitoring == ""


def test_a_refusal_before_there_is_a_request_is_counted_too(up: Running) -> None:
    """An endless head never comes to a route."""
    before = COUNTERS.refusals.get("head_too_large", 0)
    with socket.create_connection(("127.0.0.1", up.port), timeout=20) as stranger:
        stranger.sendall(b"GET / HTTP/1.1\r\nx: " + b"a" * 40_000)
        assert stranger.recv(4096).startswith(b"HTTP/1.1 431")
    assert COUNTERS.refusals["head_too_large"] == before + 1
