"""A writer killed at any moment loses nothing it acknowledged and repeats nothing.

The thousandfold campaign is `./run python -m bench.kill --times 1000`; this is its small version.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from punto.store import Store, open_store
from punto.store.writing import STEPS

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))  # The campaign is a program of bench/, not of the package.

from bench.kill import TABLES, Campaign, command, events_before  # noqa: E402

TIMES = 2 * len(STEPS) + 8


def test_the_books_are_whole_after_every_kill(url: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "bench.kill", "--times", str(TIMES), "--url", url],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert told["violations"] == []
    assert told["kills"] == TIMES
    assert set(told["kills_by_moment"]) == {*STEPS, "any moment"}
    assert told["commands_acknowledged"] > TIMES
    assert told["durable_but_unheard"] > 0, "some kills fell between the commit and its acknowledgement"


@pytest.fixture
def campaign(file: Path) -> Campaign:
    """An auditor who was told of seven commands at each table, all of them really there."""
    campaign = Campaign(str(file), None, random.Random(0))
    with open_store(file) as store:
        for table in TABLES:
            send(store, table, 0, 7)
            campaign.acknowledged[table] = 7
    return campaign


def send(store: Store, table: str, first: int, end: int) -> None:
    for number in range(first, end):
        store.append(table, events_before(number), command(table, number))


class TestTheAuditor:
    """The auditor finds what it is there to find."""

    def test_is_content_with_whole_books(self, campaign: Campaign) -> None:
        campaign.check(whole=True)
        campaign.check(whole=False)
        assert campaign.violations == []

    def test_finds_a_command_lost(self, campaign: Campaign) -> None:
        campaign.acknowledged["east"] += 1
        campaign.check(whole=False)
        assert campaign.violations == ["east: 7 commands are there, 8 were acknowledged"]

    def test_finds_a_command_nobody_sent(self, campaign: Campaign) -> None:
        with open_store(campaign.where) as store:
            send(store, "east", 7, 9)
        campaign.check(whole=False)
        assert campaign.violations == ["east: 9 commands are there, 7 were acknowledged"]

    def test_finds_a_command_done_twice(self, campaign: Campaign) -> None:
        campaign.check(whole=False)
        with open_store(campaign.where) as store:
            once = command("east", 6)
            store.append("east", store.head("east").version, type(once)(once.events, "", "dealer", once.command_id))
        campaign.check(whole=False)
        assert any("once each" in violation for violation in campaign.violations)

    def test_finds_half_a_command(self, campaign: Campaign) -> None:
        with open_store(campaign.where) as store:
            send(store, "east", 7, 11)
            campaign.acknowledged["east"] = 11
            half = command("east", 11)
            store.append("east", events_before(11), type(half)(half.events[:1], "", "dealer", half.command_id))
        campaign.check(whole=False)
        assert any("once each" in violation for violation in campaign.violations)

    def test_finds_money_that_moved_by_itself(self, campaign: Campaign) -> None:
        with open_store(campaign.where) as store:
            moved = command("elsewhere", 0)
            store.append("elsewhere", 0, moved)
        campaign.check(whole=False)
        assert any("the accounts hold" in violation for violation in campaign.violations)
