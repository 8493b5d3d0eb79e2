"""The page on running a house: its commands print what it shows, its figures are there, its unit and proxy hold."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from cli.calling import Punto
from cli.conftest import punto  # noqa: F401
from punto.cli.main import COMMANDS
from punto.house.settings import read_settings
from punto.server.errors import STATUS
from punto.server.metrics import metrics
from server.processes import Process
from server.running import running

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "operations.md").read_text("utf-8")
UNITS = ("punto.service", "punto-backup.service", "punto-backup.timer")


def printed() -> list[tuple[str, str, str]]:
    """The page's `$ punto …` commands with their heading and what is shown under each."""
    found = []
    for part in re.split(r"^## ", PAGE, flags=re.M)[1:]:
        heading, _, body = part.partition("\n")
        for block in re.findall(r"```console\n(.*?)```", body, re.S):
            for one in re.split(r"^\$ ", block, flags=re.M)[1:]:
                command, _, shown = one.partition("\n")
                if command.startswith("punto "):
                    found.append((heading, command.removeprefix("punto "), shown))
    return found


def fits(shown: str, came: str) -> bool:
    """Whether an output is the one shown; `…` stands for anything in a line, alone in a line for any lines."""
    pattern = "".join(
        r"(?:\n.*)*" if line == "…" else r"\n" + ".*".join(map(re.escape, line.split("…")))
        for line in shown.strip().splitlines()
    )
    return re.fullmatch(pattern, "".join("\n" + line.rstrip() for line in came.strip().splitlines())) is not None


def _page_settings(folder: Path) -> Path:
    block = re.search(r"```toml\n(.*?)```", PAGE, re.S)
    assert block
    (folder / "house.toml").write_text(block[1], "utf-8")
    settings = read_settings(folder / "house.toml", {})
    assert settings.monitoring
    # The port of the page may be taken here; the rest is as it stands.
    (folder / "house.toml").write_text(block[1].replace('monitoring = "127.0.0.1:9417"\n', ""), "utf-8")
    return folder / "house.toml"


def test_the_page_s_commands_print_what_it_shows(
    punto: Punto,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = printed()
    assert {command.split()[0] for _, command, _ in commands} == {
        *("backup", "audit", "restore", "upgrade"),
        *("heads", "keys"),
    }
    with Process(tmp_path, "--settings", str(_page_settings(tmp_path)), "--no-demo") as house:
        house.ready()
        for heading, command, shown in commands:
            if heading == "Restore" and "open in another process" not in shown and house._running.poll() is None:
                house.kill(signal.SIGTERM)
                assert house.wait() == 0
            said = punto(*shlex.split(command))
            assert fits(shown, said.out + said.err), said.out + said.err
            assert said.status == (2 if shown.startswith("punto: ") else 0)


def test_a_wrong_output_is_noticed() -> None:
    assert fits("a …\n…\nc", "a b\nx\ny\nc")
    assert not fits("a …\nc", "a b\nd")


def test_every_figure_is_told_and_every_told_figure_is_there(tmp_path: Path) -> None:
    with running(tmp_path) as up:
        there = set(re.findall(r"^# TYPE (\S+)", metrics(up.service), re.M))
    section = PAGE.partition("## What to watch")[2].partition("## At three")[0]
    told = set(re.findall(r"`((?:punto|process)_[a-z_]+)", section))
    untold = {"process_start_time_seconds", "punto_commands_written_total"}
    assert there - untold == told
    codes = set(re.findall(r"`([a-z]+_[a-z_]+)`", section.partition("punto_refusals_total")[2].partition("\n")[0]))
    assert codes <= set(STATUS)


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_says_only_what_systemd_knows(unit: str) -> None:
    file = ROOT / "examples" / unit
    parsed = configparser.ConfigParser(strict=False, interpolation=None)
    parsed.optionxform = str  # type: ignore[assignment,method-assign]
    parsed.read(file)
    if parsed.has_option("Service", "ExecStart"):
        assert parsed["Service"]["UMask"] == "0077"
        command = re.search(r"\.venv/bin/punto (\w+)", parsed["Service"]["ExecStart"])
        assert command
        assert command[1] in COMMANDS
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd here to ask")
    asked = subprocess.run(
        ["systemd-analyze", "verify", str(file)], capture_output=True, text=True, check=False, timeout=60
    )
    complaints = [line for line in asked.stderr.splitlines() if unit in line and "is not executable" not in line]
    assert complaints == []


@contextmanager
def certified(folder: Path, port: int) -> Iterator[tuple[int, Path]]:
    """A proxy with a certificate of its own before a house; its port, and the certificate to believe."""
    key, certificate = folder / "tls.key", folder / "tls.crt"
    asked = "req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
    subprocess.run(["openssl", *asked.split(), "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                plain, _ = listener.accept()
            except OSError:
                return
            to = socket.create_connection(("127.0.0.1", port))
            with context.wrap_socket(plain, server_side=True) as asking, to:
                to.sendall(asking.recv(65536))
                while block := to.recv(65536):
                    asking.sendall(block)

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield listener.getsockname()[1], certificate
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here to make a certificate")
def test_behind_a_certificate_the_cookie_is_secure_and_browsers_are_told_to_stay(tmp_path: Path) -> None:
    house = running(tmp_path, https=True, origins=["https://localhost"])
    with house as up, certified(tmp_path, up.port) as (port, believed):
        link = up.house.people.link("Guest")
        context = ssl.create_default_context(cafile=str(believed))
        with httpx.Client(verify=context, headers={"Connection": "close"}) as client:
            answer = client.get(f"https://localhost:{port}/sign-in/{link}")
        assert answer.status_code == 302, answer.text
        assert "Secure" in answer.headers["set-cookie"]
        assert answer.headers["strict-transport-security"].startswith("max-age=")
