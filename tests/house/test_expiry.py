"""What the house forgets by rule, and what it never forgets; nobody at a table waits for it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread

import pytest

import loop
from punto.audit import audit_store
from punto.house.floor.expiry import AT_ONCE, Expiry
from punto.house.floor.floor import Floor
from punto.house.people.links import token_hash
from punto.house.people.people import AccessRules, People
from punto.house.people.roles import Role
from punto.house.settings import Settings, TableSettings
from punto.house.tables.desk import Done
from punto.kit import Refusal
from punto.store import Batch, Key, open_store
from punto.table import commands as c

SIGN = {"stake_min": 5, "stake_max": 5000, "differential_max": 10_000, "wallets": True, "boxes": 7}
LATE = c.PlaceBet(patron="Tan", box=1, bet="banker", stake=1000, by="patron", id="Tan/late")
BUY = c.BuyIn(patron="Tan", amount=5000, by="dealer", id="Dealer/buy")


class Clock:
    """The house's clock, moved by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 16, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def floor(tmp_path: Path, clock: Clock) -> Iterator[Floor]:
    tables = [TableSettings(id="person", rulebook="easy-six", dealer="person", sign=SIGN)]
    with open_store(tmp_path / "floor.db") as store:
        made = Floor(store, Settings(tables=tables), secrets.token_bytes(32), now=clock)
        made.open_tables()
        yield made
        made._writer.close()


@pytest.fixture
def expiry(floor: Floor, clock: Clock) -> Expiry:
    return Expiry(floor.store.expiry, floor.settings, clock)


def test_a_refused_command_is_answered_alike_until_its_time_and_never_done_twice(
    floor: Floor, clock: Clock, expiry: Expiry
) -> None:
    live = floor.table("person")
    bought, refused = live.do(BUY), live.do(LATE)
    assert isinstance(bought, Done)
    assert isinstance(refused, Refusal)
    live.do(c.OpenShoe(cards="virtual", by="dealer"))
    live.do(c.CloseEntropy(by="house"))
    live.do(c.OpenBets(by="dealer"))
    clock.now += timedelta(days=6, hours=23)
    assert not expiry.step()
    assert live.do(LATE) == refused, "a week is not over"
    clock.now += timedelta(hours=2)
    expiry.step()
    assert isinstance(live.do(LATE), Done), "forgotten, so it is a new command, and bets are open now"
    clock.now += timedelta(days=3000)
    expiry.step()
    for _ in range(2):
        assert live.do(BUY) == bought
        assert isinstance(live.do(LATE), Done)
    assert floor.store.ledger.balance("wallet:Tan") == 4000, "bought in once, bet once"
    account, finding = audit_store(floor.store, floor.library.find)
    assert finding is None
    assert account.events == live.version


def test_nothing_is_forgotten_under_a_tables_lock_and_no_command_waits(floor: Floor, clock: Clock) -> None:
    live = floor.table("person")
    live.do(LATE)
    clock.now += timedelta(days=8)
    forgetting = Expiry(floor.store.expiry, floor.settings, clock)
    with live._lock:  # Somebody's command is being decided.
        thread = Thread(target=forgetting.step)
        thread.start()
        thread.join(20)
        assert not thread.is_alive()
    assert floor.store.key("person", "Tan/late") is None


def test_much_that_is_old_goes_in_small_transactions(floor: Floor, clock: Clock, expiry: Expiry) -> None:
    version = floor.table("person").version
    for number in range(AT_ONCE + 1):
        key = Key(f"r{number}", "d", b"{}")
        floor.store.append("person", version, Batch((), clock.now.isoformat(), "patron", key.key, key=key))
    clock.now += timedelta(days=8)
    assert expiry.step(), "there is more"
    left = [number for number in range(AT_ONCE + 1) if floor.store.key("person", f"r{number}")]
    assert len(left) == 1
    assert not expiry.step()


def test_a_house_that_is_open_forgets_by_itself(floor: Floor, clock: Clock) -> None:
    people = People(floor.store, clock.now.timestamp, AccessRules(300, 300, 12 * 3600, False), bytes(32))
    people.add("Tan Ah Kow", Role.PATRON, None)
    people.add("Wall 1", Role.DISPLAY, None)
    token, wall = (people.follow(people.link(name)) for name in ("Tan Ah Kow", "Wall 1"))
    people.link("Tan Ah Kow")
    people.sign_out(token)
    floor.table("person").do(LATE)
    clock.now += timedelta(days=31)

    async def run() -> None:
        await floor.start(owns=lambda table: False)
        async with asyncio.timeout(20):
            while floor.store.people.links.all():
                await asyncio.sleep(0.01)
        for task in floor._tasks:
            task.cancel()
        await asyncio.gather(*floor._tasks, return_exceptions=True)

    loop.run(run())
    assert floor.store.key("person", "Tan/late") is None
    assert people.going([token_hash(token), token_hash(wall)]) == {token_hash(wall)}
    assert people.who(wall).name == "Wall 1", "a screen on a wall stays"
