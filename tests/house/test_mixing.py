"""Mixing a shoe in a house: the clock ends each stage, a desk loaded anew deals the same order, a dealer has no say."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from audit.recorded import LIBRARY
from punto.audit import Account, Giver, Walk, Wrong, audit_store
from punto.house.floor.floor import Floor
from punto.house.settings import Settings, TableSettings, checked
from punto.house.tables.desk import Done
from punto.house.tables.live import LiveTable
from punto.kit import Refusal, Refused
from punto.kit.entropy import entropy_commitment
from punto.store import open_store
from punto.table import AnyEvent
from punto.table import commands as c
from punto.table.events import EntropyCommitted, ShoeCut

ENTROPY = {1: bytes(range(32)), 3: bytes(32)}


class House:
    """One table on real books, which can be started anew at any moment."""

    def __init__(self, folder: Path) -> None:
        self.now = datetime(2026, 11, 16, tzinfo=UTC)
        self.store = open_store(folder / "house.db").__enter__()
        self._key = secrets.token_bytes(32)
        self.start()

    def start(self) -> LiveTable:
        settings = Settings(tables=[TableSettings(id="t", rulebook="easy-six", dealer="person")])
        self.floor = Floor(self.store, settings, self._key, now=lambda: self.now)
        self.floor.open_tables()
        return self.live

    @property
    def live(self) -> LiveTable:
        return self.floor.table("t")

    def do(self, command: c.Command, person: str = "Guest") -> Done | Refusal:
        return self.live.do(command, person=person)

    def tick(self) -> str:
        """The clock's next step."""
        step = self.live.due()
        assert step is not None
        self.now = max(self.now, step.at)
        assert isinstance(self.live.do(step.command), Done)
        return step.waits_for


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.floor._writer.close()
    made.store.__exit__(None, None, None)


def commit(house: House, box: int, person: str) -> Done | Refusal:
    commitment = entropy_commitment(house.live.state.shoe.name, box, person, ENTROPY[box])
    return house.do(c.CommitEntropy(patron=person, box=box, commitment=commitment, by="patron"), person)


def reveal(house: House, box: int, person: str) -> Done | Refusal:
    return house.do(c.RevealEntropy(patron=person, box=box, entropy=ENTROPY[box].hex(), by="patron"), person)


def test_a_house_started_anew_between_any_two_steps_deals_the_order_that_was_mixed(house: House) -> None:
    house.do(c.OpenShoe(cards="virtual", by="dealer"), "Dealer")
    early = house.do(c.OpenBets(by="dealer"), "Dealer")
    assert isinstance(early, Refusal)
    assert early.code == "shoe_is_not_mixed"
    assert isinstance(commit(house, 3, "Guest"), Done)
    house.start()
    assert isinstance(commit(house, 1, "Second Guest"), Done)
    house.start()
    assert isinstance(house.do(c.CutShoe(patron="Guest", place=100, by="patron")), Done)
    house.start()
    assert house.tick() == "cut"
    house.start()
    assert isinstance(reveal(house, 1, "Second Guest"), Done)
    house.start()
    before = house.live.due()
    assert before is not None
    assert isinstance(reveal(house, 3, "Guest"), Done)
    after = house.live.due()
    assert after is not None
    assert after.at < before.at  # Nobody waits longer than for the last.
    assert house.tick() == "mixing"
    assert isinstance(house.do(c.OpenBets(by="dealer"), "Dealer"), Done)
    assert isinstance(house.do(c.CloseBets(by="dealer"), "Dealer"), Done)
    while house.live.state.table.phase == "dealing":
        house.start()
        assert isinstance(house.do(c.DrawCard(by="dealer"), "Dealer"), Done)
    closed = house.do(c.CloseShoe(by="pit_supervisor", reason="so be it"), "Pit Supervisor")
    assert isinstance(closed, Done)
    account, finding = audit_store(house.store, LIBRARY.find)
    assert finding is None
    assert (account.shoes_mixed, dict(account.closed_early)) == (1, {"Pit Supervisor": 1})


def test_a_dealer_cannot_have_a_shoe_without_the_seats_nor_end_their_time(house: House) -> None:
    house.do(c.OpenShoe(cards="virtual", entropy=False, by="dealer"), "Dealer")
    assert house.live.state.shoe.mixing is not None
    assert isinstance(commit(house, 1, "Guest"), Done)
    assert house.tick() == "cut"
    early = house.do(c.MixShoe(by="dealer"), "Dealer")
    assert isinstance(early, Refusal)
    assert early.code == "entropy_is_awaited"
    assert house.tick() == "mixing"
    assert house.live.state.shoe.mixing is not None
    assert house.live.state.shoe.mixing.revealed == {}


def hurried(house: House, commits: float, reveals: float) -> Account:
    """A shoe whose stages somebody with the machine ends by other clocks, dealt and closed; what the audit says."""
    house.do(c.OpenShoe(cards="virtual", by="dealer"), "Dealer")
    assert isinstance(commit(house, 1, "Guest"), Done)
    assert isinstance(commit(house, 3, "Second Guest"), Done)
    house.now += timedelta(seconds=commits)
    assert isinstance(house.live.do(c.CloseEntropy(by="house")), Done)
    assert isinstance(reveal(house, 3, "Second Guest"), Done)
    house.now += timedelta(seconds=reveals)
    assert isinstance(house.live.do(c.MixShoe(by="house")), Done)
    assert isinstance(house.do(c.CloseShoe(by="pit_supervisor", reason="so be it"), "Pit Supervisor"), Done)
    account, finding = audit_store(house.store, LIBRARY.find)
    assert finding is None
    return account


def test_who_is_left_out_is_counted_by_name(house: House) -> None:
    account = hurried(house, 6.0, 4.0)
    assert (dict(account.left_out), account.cut_short) == ({"Guest": 1}, [])
    opened = next(event.body for event in house.store.events("t") if event.kind == "shoe_opened")
    assert (opened["cut_seconds"], opened["reveal_seconds"]) == (6.0, 4.0)


@pytest.mark.parametrize(
    ("commits", "reveals", "says"),
    [
        (6.0, 0.2, "table t, shoe 1: bytes were taken for 0.2 s of the 4 s said, and Guest left out"),
        (2.0, 4.0, "table t, shoe 1: commitments were taken for 2 s of the 6 s said"),
        (5.6, 3.6, ""),
    ],
)
def test_a_house_that_ends_the_time_of_the_seats_early_is_listed(
    house: House, commits: float, reveals: float, says: str
) -> None:
    """Else it leaves out every seat but its own, and the order is again the one that it sealed."""
    assert "; ".join(map(str, hurried(house, commits, reveals).cut_short)) == says


def test_nobody_is_hurried_where_all_have_revealed(house: House) -> None:
    house.do(c.OpenShoe(cards="virtual", by="dealer"), "Dealer")
    commit(house, 1, "Guest")
    assert house.tick() == "cut"
    reveal(house, 1, "Guest")
    assert house.tick() == "mixing"
    account, finding = audit_store(house.store, LIBRARY.find)
    assert finding is None
    assert (account.shoes_mixed, dict(account.left_out), account.cut_short) == (1, {}, [])


@pytest.mark.parametrize(("cut", "reveal"), [(0.2, 4.0), (6.0, 0.0)])
def test_no_house_asks_for_bytes_that_cannot_come_in_time(cut: float, reveal: float) -> None:
    table = TableSettings(id="t", rulebook="easy-six", cut_seconds=cut, reveal_seconds=reveal)
    with pytest.raises(Refused, match="where seats mix a shoe"):
        checked(Settings(tables=[table]))
    checked(Settings(tables=[msgspec.structs.replace(table, cut_seconds=0.0)]))  # The house's alone, and it says so.


PATRON = Giver("patron", person="Guest", session="s1")


@pytest.mark.parametrize(
    ("giver", "event", "why"),
    [
        (PATRON._replace(by="pit_supervisor"), {}, "takes a seat for Guest by a pit_supervisor"),
        (PATRON._replace(person="Ann"), {}, "is Guest's of account Guest, by Ann"),
        (PATRON, {"account": "Ann"}, "is Guest's of account Ann, by Guest"),
    ],
)
def test_the_auditor_lets_nobody_take_a_seat_for_somebody_else(
    house: House, giver: Giver, event: dict[str, str], why: str
) -> None:
    house.do(c.OpenShoe(cards="virtual", by="dealer"), "Dealer")
    walk = Walk("t", LIBRARY.find)
    for stored in house.store.events("t"):
        walk.step(msgspec.convert(stored.body, AnyEvent), ())
    given = EntropyCommitted(patron="Guest", box=1, account="Guest", commitment="0" * 64)
    with pytest.raises(Wrong, match=why):
        walk.step(msgspec.structs.replace(given, **event), (), giver)
    with pytest.raises(Wrong, match="is a cut of Guest, by Ann"):
        walk.step(ShoeCut(patron="Guest", place=7), (), PATRON._replace(person="Ann"))
    walk.step(given, (), PATRON)
