"""A table's own clock: what comes next by itself and when, and that nobody can rush it or make it stand still."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import loop
from punto.house.floor.floor import Floor
from punto.house.settings import Settings, TableSettings
from punto.house.tables.desk import Done
from punto.house.tables.live import LiveTable
from punto.kit import Refusal, Refused
from punto.store import open_store
from punto.table import commands as c
from punto.table import kind_of
from punto.table.script import read_command
from punto.view.switch import Switch

SIGN = {"stake_min": 5, "stake_max": 5000, "differential_max": 10_000, "wallets": False, "boxes": 7}


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
    tables = [
        TableSettings(id="auto", rulebook="rws-insurance", sign=SIGN),
        TableSettings(id="person", rulebook="easy-six", dealer="person", sign=SIGN),
        TableSettings(id="salon", rulebook="da-hu-ying-xiong", dealer="person", cards="physical", sign=SIGN),
        TableSettings(id="scanned", rulebook="easy-six", cards="physical", sign=SIGN),
    ]
    with open_store(tmp_path / "floor.db") as store:
        made = Floor(store, Settings(tables=tables), secrets.token_bytes(32), now=clock)
        made.open_tables()
        yield made
        made._writer.close()


def _bet(live: LiveTable) -> None:
    bet = c.PlaceBet(patron="Tan", box=1, bet="banker", stake=1000, by="patron")
    assert not isinstance(live.do(bet), Refusal)


def test_an_automatic_table_goes_round_by_itself(floor: Floor, clock: Clock) -> None:
    live, waits = floor.table("auto"), []
    for _ in range(40):
        step = live.next_step()
        assert step is not None
        # A moment before, a card that insurance waits for is not to be had.
        if step.waits_for == "insurance":
            clock.now = step.at - timedelta(seconds=0.1)
            early = live.do(step.command)
            assert isinstance(early, Refusal)
            assert early.code == "insurance_time_is_running"
        clock.now = max(clock.now, step.at)
        assert not isinstance(live.do(step.command, seen_version=live.version), Refusal), step
        waits.append(step.waits_for)
        if live.state.table.phase == "betting":
            _bet(live)
    assert set(waits) >= {"shoe", "bets", "card", "result"}
    assert live.state.table.coups >= 3


def test_patrons_gain_no_time_by_betting(floor: Floor, clock: Clock) -> None:
    live = floor.table("auto")
    while live.state.table.phase != "betting":
        step = live.next_step()
        assert step is not None
        clock.now = step.at
        live.do(step.command)
    closes = live.next_step()
    assert closes is not None
    clock.now += timedelta(seconds=15)
    _bet(live)
    assert live.next_step() == closes


def test_a_dealer_in_person_is_waited_for_but_not_for_the_close_of_bets(floor: Floor, clock: Clock) -> None:
    live = floor.table("person")
    assert live.next_step() is None
    live.do(c.OpenShoe(cards="virtual", by="dealer"))
    mixing = live.next_step()
    assert mixing is not None
    assert mixing.waits_for == "cut"
    live.do(mixing.command)
    assert live.next_step() is None
    live.do(c.OpenBets(by="dealer"))
    step = live.next_step()
    assert step is not None
    assert step.waits_for == "bets"
    assert step.at == clock.now + timedelta(seconds=20)


def test_an_automatic_table_with_real_cards_waits_for_whoever_reads_them(floor: Floor, clock: Clock) -> None:
    live, cards = floor.table("scanned"), iter(["3h", "Kd", "3s", "4c", "Ad", "9h", "2c", "Kc", "5s"])
    for _ in range(20):
        step = live.next_step()
        if step is None:
            assert live.state.table.phase == "dealing"
            answer = live.do(c.DrawCard(card=next(cards), by="dealer"))
        else:
            clock.now = step.at
            answer = live.do(step.command, seen_version=live.version)
        assert not isinstance(answer, Refusal), (step, answer)
        if live.state.table.coups == 2 and live.state.table.phase == "paying":
            return
    raise AssertionError("two coups were not dealt")


def test_no_such_table(floor: Floor) -> None:
    with pytest.raises(Refused, match="auto"):
        floor.table("aut")


def test_a_step_that_somebody_took_already_is_not_taken_twice(floor: Floor, clock: Clock) -> None:
    live = floor.table("auto")
    step, seen = live.next_step(), live.version
    assert step is not None
    assert not isinstance(live.do(step.command, seen_version=seen), Refusal)
    again = live.do(step.command, seen_version=seen)
    assert isinstance(again, Refusal)
    assert again.code == "page_is_stale"


def test_the_clock_runs_only_where_it_is_held(tmp_path: Path) -> None:
    quick: dict[str, Any] = {
        f"{word}_seconds": 0.02 for word in ("betting", "insurance", "choice", "card", "result", "squeeze")
    }
    tables = [TableSettings(id=id, rulebook="easy-six", sign=SIGN, **quick) for id in ("mine", "theirs")]

    async def run(floor: Floor) -> None:
        await floor.start(lambda table: table == "mine")
        await asyncio.sleep(1.0)
        async with asyncio.timeout(30):  # A second is enough, but where the machine is busy.
            while floor.table("mine").version <= 5:
                await asyncio.sleep(0.05)
        await floor.stop()

    with open_store(tmp_path / "floor.db") as store:
        floor = Floor(store, Settings(tables=tables), secrets.token_bytes(32))
        floor.open_tables()
        loop.run(run(floor))
        assert floor.table("mine").version > 5
        assert floor.table("theirs").version == 1


@pytest.mark.parametrize("turns", range(4))
def test_a_house_that_is_woken_as_it_closes_is_closed(tmp_path: Path, turns: int) -> None:
    async def run(floor: Floor) -> bool:
        await floor.start()
        await asyncio.sleep(0.05)
        floor._wakers["t"].woken.set()
        for _ in range(turns):
            await asyncio.sleep(0)
        for task in floor._tasks:
            task.cancel()
        _, running = await asyncio.wait(floor._tasks, timeout=1)
        await floor.stop()
        return not running

    with open_store(tmp_path / "floor.db") as store:
        floor = Floor(
            store, Settings(tables=[TableSettings(id="t", rulebook="easy-six", sign=SIGN)]), secrets.token_bytes(32)
        )
        assert loop.run(run(floor))


def test_books_that_cannot_be_written_for_a_moment_do_not_stop_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick: dict[str, Any] = {
        f"{word}_seconds": 0.02 for word in ("betting", "insurance", "choice", "card", "result", "squeeze")
    }
    broken = [True]

    async def run(floor: Floor) -> None:
        live = floor.table("t")
        do = live.do

        def failing(*given: Any, **more: Any) -> Any:
            if broken[0]:
                broken[0] = False
                raise Refused(code="store_failed", message="away")
            return do(*given, **more)

        monkeypatch.setattr(live, "do", failing)
        await floor.start()
        async with asyncio.timeout(30):  # It takes two seconds, and longer where the machine is busy.
            while live.version <= 3:
                await asyncio.sleep(0.05)
        await floor.stop()

    with open_store(tmp_path / "floor.db") as store:
        table = TableSettings(id="t", rulebook="easy-six", sign=SIGN, **quick)
        floor = Floor(store, Settings(tables=[table]), secrets.token_bytes(32))
        floor.open_tables()
        loop.run(run(floor))
        assert not broken[0]
        assert floor.table("t").version > 3


# A round that is paid, and choices that have their time.


def _give(live: LiveTable, command: str, **fields: Any) -> None:
    answer = live.do(read_command({"command": command, "by": "dealer"} | fields))
    assert not isinstance(answer, Refusal), answer


def _dealt(live: LiveTable, *cards: str) -> None:
    """Real cards at a table with a dealer, with three patrons' bets."""
    for command, fields in (("open_shoe", {"cards": "physical"}), ("open_bets", {})):
        _give(live, command, **fields)
    for box, patron in enumerate(("Tan", "Lim", "Wong"), 1):
        _give(live, "place_bet", patron=patron, box=box, bet="banker", stake=100)
    _give(live, "close_bets")
    for card in cards:
        _give(live, "draw_card", card=card)


def _error(live: LiveTable) -> None:
    _give(live, "report", what="exposed_card", cards="9d", reconstruct=True, by="pit_supervisor")


@pytest.fixture
def salon(floor: Floor) -> LiveTable:
    return floor.table("salon")


def test_the_time_to_choose_is_ended_by_the_clock_also_where_a_person_deals(salon: LiveTable, clock: Clock) -> None:
    _dealt(salon, "2h")
    assert salon.next_step() is None
    _error(salon)
    given = clock.now
    step = salon.next_step()
    assert step is not None
    assert (step.waits_for, step.at) == ("choice", given + timedelta(seconds=30))
    assert step.command == c.CloseChoices(by="house")
    early = salon.do(c.DrawCard(by="dealer"))
    assert isinstance(early, Refusal)
    assert early.code == "choices_are_open"
    # Who chooses gives nobody else more time.
    clock.now += timedelta(seconds=20)
    _give(salon, "choose", patron="Tan", option="return", by="patron")
    assert salon.next_step() == step
    clock.now = step.at
    assert not isinstance(salon.do(step.command, seen_version=salon.version), Refusal)
    assert salon.state.coup.choosing == ()
    assert salon.next_step() is None  # The dealer deals on.
    _give(salon, "draw_card")


def test_a_choice_that_a_report_interrupted_has_its_whole_time_again(salon: LiveTable, clock: Clock) -> None:
    _dealt(salon, "2h")
    _error(salon)
    clock.now += timedelta(seconds=25)
    _give(salon, "report", what="other", note="the lights")
    assert salon.next_step() is None
    assert salon.scene().reported_at == clock.now
    clock.now += timedelta(seconds=600)
    _give(salon, "decide", confirm=False, by="shift_manager")
    step = salon.next_step()
    assert step is not None
    assert (step.waits_for, step.at) == ("choice", clock.now + timedelta(seconds=30))
    assert salon.scene().reported_at is None


def test_bets_that_a_report_interrupted_are_open_their_whole_time_again(floor: Floor, clock: Clock) -> None:
    live = floor.table("person")
    _give(live, "open_shoe", cards="physical")
    _give(live, "open_bets")
    clock.now += timedelta(seconds=15)
    _give(live, "report", what="other")
    clock.now += timedelta(seconds=100)
    _give(live, "withdraw_report")
    step = live.next_step()
    assert step is not None
    assert (step.waits_for, step.at) == ("bets", clock.now + timedelta(seconds=20))


def test_the_last_choice_begins_the_time_of_what_comes_next(salon: LiveTable, clock: Clock) -> None:
    _dealt(salon, "2h", "2c", "3d", "4s")
    assert salon.scene().insurance_until is not None
    _give(salon, "report", what="dealing_error", reconstruct=True, by="pit_supervisor")
    assert salon.scene().insurance_until is None
    clock.now += timedelta(seconds=29)
    for patron in ("Tan", "Lim", "Wong"):
        _give(salon, "choose", patron=patron, option="continue", by="patron")
    assert salon.scene().insurance_until == clock.now + timedelta(seconds=12)


def test_a_result_that_has_stood_its_time_is_followed_by_the_next_bets(floor: Floor, clock: Clock) -> None:
    live = floor.table("auto")
    while live.state.table.phase != "paying":
        step = live.next_step()
        assert step is not None
        clock.now = max(clock.now, step.at)
        assert not isinstance(live.do(step.command), Refusal)
    paid_at = clock.now
    step = live.next_step()
    assert step is not None
    assert (step.waits_for, step.command) == ("result", c.OpenBets(by="dealer"))
    assert step.at == paid_at + timedelta(seconds=7)
    answer = live.do(step.command)
    assert isinstance(answer, Done)
    assert [kind_of(event) for event in answer.events] == ["round_concluded", "bets_opened"]


def test_a_paid_round_is_over_also_while_no_bets_may_be_opened(floor: Floor, clock: Clock) -> None:
    live = floor.table("auto")
    while live.state.table.phase != "paying":
        step = live.next_step()
        assert step is not None
        clock.now = max(clock.now, step.at)
        assert not isinstance(live.do(step.command), Refusal)
    floor.switches.flip(Switch("table", "auto"), True, "a chair is broken", "Pit Manager 1")
    step = live.next_step()
    assert step is not None
    assert step.command == c.DeclarePaid(by="house")
    answer = live.do(step.command)
    assert isinstance(answer, Done)
    assert [kind_of(event) for event in answer.events] == ["round_concluded"]
    assert live.next_step() is None
