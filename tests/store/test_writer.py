"""Group commit: many tables' commands in one transaction, each answered for itself."""

from __future__ import annotations

from concurrent.futures import Future, wait
from pathlib import Path
from threading import Event

import pytest

from punto.store import Answer, Appended, Conflict, Store, StoreError, WalletShort, Writer, open_store
from punto.store.commits import CommitTimes
from store.shift import batch, bet, event, fund


def test_commands_of_many_tables_are_all_written(store: Store) -> None:
    with Writer(store) as writer:
        futures = [writer.submit(f"T{n % 20}", n // 20, bet(f"c{n}", "house -1", "layout +1")) for n in range(200)]
        assert all(isinstance(future.result(30), Appended) for future in futures)
    assert len(store.tables()) == 20
    assert all(store.head(table).version == 10 and store.verify(table) is None for table in store.tables())
    assert store.ledger.balances() == {"house": -200, "layout": 200}


def test_one_that_cannot_be_done_does_not_take_the_others_down(store: Store) -> None:
    fund(store, "ann", 100)
    unspeakable = event("odd", what=object())
    too_much = f"house -{10**18}", f"big +{10**18}"
    with Writer(store) as writer:
        good = [writer.submit(f"T{n}", 0, bet(f"c{n}")) for n in range(10)]
        late = writer.submit("T0", 5, bet("late"))
        short = writer.submit("T10", 0, bet("short", "wallet:ann -101", "layout +101"))
        broken = writer.submit("T11", 0, batch("broken", unspeakable))
        full = writer.submit("T12", 0, batch("full", *(event("much", *too_much) for _ in range(10))))
        good += [writer.submit(f"T{n}", 0, bet(f"c{n}")) for n in range(20, 30)]
        wait([*good, late, short, broken, full], 30)
    assert all(isinstance(future.result(), Appended) for future in good)
    assert late.result() == Conflict(1)
    assert short.result() == WalletShort("wallet:ann", 100, 101)
    assert isinstance(broken.exception(), TypeError)
    assert isinstance(full.exception(), StoreError)
    assert not {"T10", "T11", "T12"} & set(store.tables())
    assert store.ledger.fault() is None


def test_nothing_is_acknowledged_before_it_is_durable(file: Path) -> None:
    seen: list[tuple[str, bool]] = []
    waiting: list[Future[Answer]] = []
    submitted = Event()

    def at_step(step: str) -> None:
        submitted.wait(10)
        seen.append((step, waiting[0].done()))

    with open_store(file, at_step=at_step) as store, Writer(store) as writer:
        waiting.append(writer.submit("T1", 0, bet("c1")))
        submitted.set()
        assert isinstance(waiting[0].result(10), Appended)
    assert seen[-1] == ("committed", False)
    assert not any(done for _, done in seen)


def test_a_full_or_closed_writer_says_so_at_once(file: Path) -> None:
    gate = Event()
    with open_store(file, at_step=lambda step: void(gate.wait(10))) as store:
        writer = Writer(store, together=1, waiting=2)
        under_way = [writer.submit("T1", 0, bet("c0"))]
        while under_way[0].running() is False:
            pass
        under_way += [writer.submit("T1", n, bet(f"c{n}")) for n in (1, 2)]
        assert writer.submit("T1", 3, bet("c3")).exception(1).refusal.code == "writer_is_full"  # type: ignore[union-attr]
        gate.set()
        writer.close()
        assert [type(future.result()) for future in under_way] == [Appended] * 3
        with pytest.raises(StoreError, match="closing"):
            writer.submit("T1", 3, bet("c3")).result()
        assert store.head("T1").version == 3


def test_a_command_given_up_before_its_turn_is_not_written(file: Path) -> None:
    gate = Event()
    with open_store(file, at_step=lambda step: void(gate.wait(10))) as store:
        with Writer(store, together=1) as writer:
            first = writer.submit("T1", 0, bet("c0"))
            while not first.running():
                pass
            given_up = writer.submit("T2", 0, bet("c1"))
            assert given_up.cancel()
            gate.set()
        assert store.tables() == ["T1"]


def void(_: object) -> None:
    """For a callback whose value nobody wants."""


def test_a_commit_that_failed_speaks_for_those_to_come_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house that nobody is sent to, because it could not write once, would never learn that it can again."""
    now = 100.0
    monkeypatch.setattr("punto.store.commits.monotonic", lambda: now)
    commits = CommitTimes()
    assert not commits.failing
    commits.fail()
    assert commits.failing
    now += 11
    assert not commits.failing
    commits.fail()
    commits.observe(0.01, 1)
    assert not commits.failing
