"""Real processes: encodings, closed and full streams, readers that go away, words that are no text."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from cli.calling import PUNTO, Punto, process

EASY = b'{"rulebook":"easy-six","cards":"3h 9c 3d 5s 9d","bets":{"player":100}}\n'


def shell(script: str) -> subprocess.CompletedProcess[bytes]:
    """A shell line in which "$@" is punto."""
    return subprocess.run(["bash", "-c", script, "bash", *PUNTO], capture_output=True, timeout=60, check=False)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_screen_that_is_not_unicode_gets_plain_letters(encoding: str) -> None:
    done = process("coup", "easy-six", "--cards", "3h 9c 3d 5s 9d", LC_ALL="C", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Player  3h  3d        = 6" in done.stdout
    done = process("rules", "show", "da-hu-ying-xiong", LC_ALL="C", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")


def test_colour_is_for_terminals_only() -> None:
    assert b"\x1b" not in process("rules", "show", "easy-six").stdout
    assert b"\x1b" in process("rules", "show", "easy-six", FORCE_COLOR="1", TERM="xterm").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        (b"coup", b"\xff"),
        (b"coup", b"easy-six", b"--bet", b"\xff=1"),
        (b"settle", b"/\xff"),
        (b"rules", b"new", b"\xff"),
    ],
)
def test_words_that_are_no_text_get_one_sentence(arguments: tuple[bytes, ...]) -> None:
    done = process(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"punto: ")
    assert done.stderr.count(b"\n") == 1


def test_a_reader_that_goes_away_ends_it_quietly(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(EASY * 20_000)
    for command in (f"settle {log}", "rules show rws-baccarat", "rules show rws-baccarat --json"):
        done = shell(f'"$@" {command} | true; exit ${{PIPESTATUS[0]}}')
        assert done.stderr == b""
        assert done.returncode in (0, 141)  # 0 where all of it fitted into the pipe before the reader left.
    assert shell(f'"$@" settle {log} | head -c 10; exit ${{PIPESTATUS[0]}}').returncode == 141


def test_closed_and_full_streams_get_one_sentence(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(EASY)
    done = shell('"$@" rules list >&-')
    assert (done.returncode, done.stderr) == (2, b"punto: standard output is closed\n")
    done = shell('"$@" settle - <&-')
    assert (done.returncode, done.stderr) == (2, b"punto: standard input is closed\n")
    assert shell('"$@" coup nope 2>&-').returncode == 2
    for command in ("rules list", f"settle {log}", "--help"):
        done = shell(f'"$@" {command} > /dev/full')
        assert done.returncode == 2
        assert done.stderr == b"punto: reading or writing failed: No space left on device\n"


def test_empty_standard_input_is_no_line() -> None:
    done = process("settle", "-")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_terminal_is_answered_line_by_line() -> None:
    leader, follower = os.openpty()
    with subprocess.Popen([*PUNTO, "settle", "-"], stdin=follower, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        os.write(leader, EASY)
        assert json.loads(running.stdout.readline())["ok"] is True
        os.write(leader, b"\x04")
        assert running.wait(30) == 0
    os.close(leader)
    os.close(follower)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nope",), "Known: "),
        (("rules", "nope"), "Known: list, show, paragraphs, check, new, diff"),
        (("--nope",), "--nope"),
        (("settle",), "FILE"),
        (("settle", "a", "b"), "b"),
        (("settle", "/nonexistent"), "/nonexistent cannot be read"),
        (("settle", "/"), "/ cannot be read"),
        (("settle", "x" * 5000), "File name too long"),
        (("settle", "-", "--rulebooks", "/nonexistent"), "/nonexistent"),
        (("rules", "list", "--rulebooks", "/dev/null"), "/dev/null"),
        (("rules", "list", "--json=5"), "--json"),
        (("rules", "list", "extra"), "extra"),
    ],
)
def test_wrong_words_get_one_sentence(punto: Punto, arguments: tuple[str, ...], says: str) -> None:
    called = punto(*arguments)
    assert (called.status, called.out) == (2, "")
    assert called.err.startswith("punto: ")
    assert called.err.count("\n") == 1
    assert says in called.err
    assert len(called.err) < 6000


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",), ("coup", "--help"), ("settle", "-h"), ("rules", "-h")])
def test_help_is_help(punto: Punto, arguments: tuple[str, ...]) -> None:
    called = punto(*arguments)
    assert (called.status, called.err) == (0, "")
    assert called.out.startswith("Usage: punto")
