"""The journal: one line of JSON each with time, level and request; what repeats itself is counted."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from punto.server.counters import COUNTERS
from punto.server.journal import REPEAT_SECONDS, REQUEST, Journal, journal
from server.running import Running, error_of


class Kept:
    """A journal at a clock of its own."""

    def __init__(self) -> None:
        self.out = io.StringIO()
        self.now = 0.0
        self.journal = Journal(self.out, lambda: self.now)
        self.log = logging.getLogger("punto.test_journal")
        self.log.propagate = False
        self.log.setLevel(logging.INFO)
        self.log.addHandler(self.journal)

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.getvalue().splitlines()]


@pytest.fixture
def kept() -> Iterator[Kept]:
    made = Kept()
    yield made
    made.log.removeHandler(made.journal)


def test_a_line_has_time_level_message_and_request(kept: Kept) -> None:
    token = REQUEST.set("3cf1194bf8264de2")
    kept.log.error("the books\ncannot be read: %s", "disk full")
    REQUEST.reset(token)
    (line,) = kept.lines
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line.pop("time"))
    assert line == {"level": "error", "message": "the books cannot be read: disk full", "request": "3cf1194bf8264de2"}


def test_an_error_that_repeats_itself_is_counted_and_not_repeated(kept: Kept) -> None:
    before = COUNTERS.errors
    for number in range(1000):
        kept.log.error("table 7: cannot write event %d", number)
    kept.log.error("something else")
    assert [line["message"] for line in kept.lines] == ["table 7: cannot write event 0", "something else"]
    kept.now = REPEAT_SECONDS
    kept.log.error("table 7: cannot write event %d", 1000)
    assert kept.lines[-1]["repeated"] == 999
    assert COUNTERS.errors == before + 1002  # The figure knows them all.


def test_what_was_counted_is_written_when_its_minute_is_over_or_the_house_closes(kept: Kept) -> None:
    for _ in range(3):
        kept.log.warning("slow")
    kept.journal.sweep()
    assert len(kept.lines) == 1
    kept.now = REPEAT_SECONDS
    kept.journal.sweep()
    assert [line.get("repeated") for line in kept.lines] == [None, 2]
    kept.log.warning("slow")
    kept.log.warning("slow")
    kept.journal.close()
    assert [line.get("repeated") for line in kept.lines] == [None, 2, None, 1]


def test_a_traceback_is_one_line_and_told_once(kept: Kept) -> None:
    def fail() -> None:
        raise KeyError("x")

    for _ in range(2):
        try:
            fail()
        except KeyError:
            kept.log.exception("unexpected")
    (line,) = kept.lines
    assert line["error"].startswith("Traceback")
    assert "in fail" in line["error"]


def test_what_the_house_does_is_written_each_time(kept: Kept) -> None:
    kept.log.info("the clock of table t is this process's")
    kept.log.info("the clock of table t is this process's")
    assert len(kept.lines) == 2


def test_endlessly_many_different_errors_fill_no_memory(kept: Kept) -> None:
    words = (f"{chr(97 + one % 26)}{chr(97 + one // 26 % 26)}{chr(97 + one // 676)}" for one in range(2000))
    for word in words:
        kept.log.error("no %s", word)
    assert len(kept.journal._kinds) <= 500


def test_an_error_s_line_carries_the_id_that_its_answer_had(
    up: Running, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Somebody who was told "it has been noted" can say which note."""

    def broken(token: str) -> None:
        raise ZeroDivisionError("inside")

    out = io.StringIO()
    client = up.client("Guest")
    monkeypatch.setattr(up.house.people, "who", broken)
    with journal(out):
        answers = [client.get("/api/me") for _ in range(3)]
    assert {error_of(answer) for answer in answers} == {"mistake_of_ours"}
    ids = [answer.headers["x-request-id"] for answer in answers]
    assert len(set(ids)) == 3
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    first, last = (line for line in lines if line["level"] == "error")
    assert (first["request"], last["request"]) == (ids[0], ids[-1])
    assert last["repeated"] == 2
    assert "ZeroDivisionError: inside" in first["error"]
