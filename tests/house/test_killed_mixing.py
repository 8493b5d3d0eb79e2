"""kill -9 between commitment, reveal and first card: what was acknowledged stands, and the same order is dealt."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from house.killed_mixing import KEY, STEPS
from house.mixed_shoes import Line, plainly, published_order
from punto.audit import audit_store
from punto.house.tables.desk import Desk, Done
from punto.house.tables.shuffler import seal_shoe
from punto.rulebook import Library
from punto.store import open_store
from punto.table import AnyEvent
from punto.table import commands as c
from punto.table.events import CardDrawn, CardsBurned
from store.conftest import server, url  # noqa: F401

TESTS = Path(__file__).parent.parent


def run(url: str, stop: str) -> tuple[int, dict[str, tuple[str, str]]]:  # noqa: F811
    """The process until it is killed or done; what it said of each step: the version, and a receipt's signature."""
    done = subprocess.run(
        [sys.executable, "-m", "house.killed_mixing", url, stop],
        cwd=TESTS,
        env=os.environ | {"PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
        check=False,
    )
    told = [line.split("\t") for line in done.stdout.splitlines()]
    return done.returncode, {step: (version, receipt) for step, version, receipt in told}


def each(*steps: str) -> list[Any]:
    return [pytest.param(step, marks=pytest.mark.exhaustive) for step in steps]


@pytest.mark.parametrize(
    "stop", [*each("opened", "committed 1", "cut", "closed"), "revealed 1", *each("revealed 3", "mixed")]
)
def test_a_shoe_is_mixed_and_dealt_on_after_a_kill_at_any_step(url: str, stop: str) -> None:  # noqa: F811
    status, before = run(url, stop)
    assert status == -signal.SIGKILL
    assert list(before) == list(STEPS[: STEPS.index(stop) + 1])
    status, after = run(url, "never")
    assert status == 0
    assert {step: after[step] for step in before} == before  # Nothing lost, nothing twice, and the same receipts.
    assert [bool(receipt) for _, receipt in after.values()] == [step.startswith("revealed") for step in STEPS]
    check(url)


def check(url: str) -> None:  # noqa: F811
    """The cards that came are those that follow from what is published."""
    with open_store(url) as store:
        desk = Desk(store, "t", Library().find, key=KEY, seal_shoe=seal_shoe, now=lambda: "2026-11-18T08:00:00Z")
        while desk.state.table.phase == "dealing":
            assert isinstance(desk.do(c.DrawCard(by="dealer")), Done)
        assert isinstance(desk.do(c.CloseShoe(by="pit_supervisor", reason="so be it")), Done)
        account, finding = audit_store(store, Library().find)
        assert finding is None
        assert (account.shoes_mixed, account.shoes_revealed) == (1, 1)
        records = list(store.events("t"))
    lines = [Line(msgspec.convert(record.body, AnyEvent), (), record.by) for record in records]
    assert plainly(lines) is None
    burned = next(line.event for line in lines if isinstance(line.event, CardsBurned))
    came = [line.event.card for line in lines if isinstance(line.event, CardDrawn)]
    start = 1 + burned.unseen
    assert published_order(lines)[start : start + len(came)] == came
