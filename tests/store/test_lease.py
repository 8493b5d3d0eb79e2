"""Leases: whoever has lost one writes nothing under it, on both engines, also from inside a transaction."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from punto.store import Appended, Batch, Fenced, NewEvent, Store, StoreError, Writer, open_store
from punto.store.engine import writing
from punto.store.writing import append_within
from store.conftest import server  # noqa: F401
from store.server import Server


@pytest.fixture
def two(url: str) -> Iterator[tuple[Store, Store]]:
    """Two processes on one database."""
    with open_store(url) as one, open_store(url) as other:
        yield one, other


def batch(number: int = 1) -> Batch:
    return Batch((NewEvent("x", {"n": number}),), "2026-11-18T08:00:00Z", "", "")


def taken(store: Store, table: str = "t") -> int:
    epoch = store.leases.take(table, store.leases.look().get(table))
    assert epoch is not None
    return epoch


def test_an_append_under_a_lease_that_was_taken_over_is_not_written(two: tuple[Store, Store]) -> None:
    one, other = two
    first = taken(one)
    assert isinstance(one.append("t", 0, batch(), first), Appended)
    second = taken(other)
    assert second > first
    with Writer(one) as writer:
        assert one.append("t", 1, batch(2), first) == Fenced(second)
        # Its neighbours in the same transaction are none the worse for it.
        answers = [writer.submit("t", 1, batch(2), first), writer.submit("u", 0, batch())]
        assert answers[0].result() == Fenced(second)
        assert isinstance(answers[1].result(), Appended)
    assert one.head("t").version == 1
    assert isinstance(other.append("t", 1, batch(2), second), Appended)
    assert isinstance(one.append("t", 2, batch(3)), Appended)  # What a patron asks for is taken at any process.


def test_of_two_who_take_a_lease_at_once_one_has_it(two: tuple[Store, Store]) -> None:
    one, other = two
    taken(one)
    seen = one.leases.look()["t"]
    assert other.leases.take("t", seen) is not None
    assert one.leases.take("t", seen) is None
    assert one.leases.take("t", None) is None
    assert one.leases.look()["t"].holder == other.leases.holder != one.leases.holder


def test_a_lease_that_is_given_back_keeps_its_epoch(two: tuple[Store, Store]) -> None:
    one, other = two
    first = taken(one)
    one.leases.beat()
    assert one.leases.look()["t"].beats == 1
    one.leases.release()
    assert (one.leases.look()["t"].holder, one.leases.look()["t"].beats) == ("", None)
    assert taken(other) == first + 1
    assert isinstance(one.append("t", 0, batch(), first), Fenced)


def test_a_process_that_stops_inside_a_transaction_keeps_nobody_out_and_writes_nothing(server: Server) -> None:  # noqa: F811
    url = server.make_database("stopped_inside")
    with open_store(url) as one, open_store(url) as other:
        first = taken(one)
        one.append("t", 0, batch(), first)
        stopped = writing(one._engine)
        append_within(stopped.__enter__(), "t", batch(2), None)  # It has locked the table, and goes no further.
        other.leases.hang_up(other.leases.look()["t"])
        second = taken(other)
        assert isinstance(other.append("t", 1, batch(3), second), Appended)
        with pytest.raises(StoreError):
            stopped.__exit__(None, None, None)
        assert one.head("t").version == 2  # It wakes up, and its connections are made anew.
        assert one.append("t", 2, batch(4), first) == Fenced(second)
