"""The check of dependencies: what is known is told, and that it could not ask is never taken for "none"."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tools import vulnerabilities
from tools.vulnerabilities import Package, Unreachable, installed, main, shipped, vulnerabilities_of

ENTRY: dict[str, Any] = {
    "id": "GHSA-xxxx",
    "aliases": ["CVE-2026-1", "PYSEC-1"],
    "summary": "a head that never ends",
    "affected": [
        {"package": {"name": "Litestar"}, "ranges": [{"events": [{"introduced": "0"}, {"fixed": "99.1"}]}]},
        {"package": {"name": "other"}, "ranges": [{"events": [{"fixed": "1.0"}]}]},
    ],
}


class _Database(BaseHTTPRequestHandler):
    """Speaks as OSV does, and knows one thing against litestar, on the second page."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self._answer({"results": [self._found(query) for query in asked["queries"]]})

    def do_GET(self) -> None:
        assert self.path == "/v1/vulns/GHSA-xxxx"
        self._answer(ENTRY)

    def _found(self, query: dict[str, Any]) -> dict[str, Any]:
        assert query["package"]["ecosystem"] == "PyPI"
        if query["package"]["name"] != "litestar":
            return {}
        return {"vulns": [{"id": "GHSA-xxxx"}]} if query.get("page_token") == "2" else {"next_page_token": "2"}

    def _answer(self, body: Any) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


@pytest.fixture
def source() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Database) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_a_vulnerability_is_told_with_what_mends_it(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--source", source, "--shipped"]) == 1
    first, last = capsys.readouterr().out.splitlines()
    version = next(package.version for package in installed() if package.name == "litestar")
    assert first == f"litestar {version}: GHSA-xxxx, CVE-2026-1 a head that never ends; mended in 99.1"
    assert last.endswith("1 known vulnerabilities.")


def test_none_known_is_said_with_how_many_were_checked(
    source: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vulnerabilities, "installed", lambda: [Package("numpy", "2.0")])
    assert main(["--source", source]) == 0
    assert capsys.readouterr().out == f"1 packages held against {source}: no known vulnerability.\n"


def test_a_source_that_cannot_be_reached_is_said_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert main(["--source", f"http://127.0.0.1:{port}"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"Nothing was checked: http://127.0.0.1:{port} cannot be asked (")
    assert said.err.count("\n") == 1


def test_an_answer_for_some_packages_only_is_no_answer() -> None:
    with pytest.raises(Unreachable, match="0 of 1"):
        vulnerabilities_of([Package("numpy", "2.0")], lambda path, question: {"results": []})


def test_what_is_shipped_is_what_punto_needs_and_what_that_needs() -> None:
    names = {package.name for package in shipped()}
    assert {"litestar", "sqlalchemy", "uvicorn", "multidict", "psycopg"} <= names
    assert "pytest" not in names
    assert {"pytest", "litestar"} <= {package.name for package in installed()}
