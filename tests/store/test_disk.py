"""A disk that fails: a log that was cut, no room, no right to write, damaged pages. Nothing is ever half there."""

from __future__ import annotations

import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event

from punto.store import Appended, Batch, NewEvent, Posting, Store, StoreError, open_store
from punto.store.engine import _writers
from punto.store.failure import failure
from punto.store.wal import left_over

PAGE = 4096
FRAME = 24 + PAGE


def batch(size: int = 10) -> Batch:
    moved = (Posting("wallet:ann", 5), Posting("cage", -5))
    return Batch((NewEvent("x", {"n": "y" * size}, moved),), "2026-11-18T08:00:00Z", "", "")


def written(store: Store, events: int) -> None:
    for _ in range(events):
        assert isinstance(store.append("t", store.head("t").version, batch()), Appended)


@pytest.fixture
def killed(tmp_path: Path) -> Iterator[Path]:
    """Books as a process leaves them that is killed: the last twenty events are in the write-ahead log alone."""
    with open_store(tmp_path / "live.db") as store:
        written(store, 5)
        with store._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        written(store, 20)
        for end in ("", "-wal"):
            shutil.copy(tmp_path / f"live.db{end}", tmp_path / f"books.db{end}")
        yield tmp_path / "books.db"


def log_of(books: Path) -> Path:
    return books.with_name(books.name + "-wal")


def whole(books: Path) -> int:
    """How many events are there, all of them in order and in balance."""
    with open_store(books) as store:
        assert store.verify("t") is None
        assert store.ledger.fault() is None
        version = store.head("t").version
        assert store.ledger.balance("wallet:ann") == 5 * version
        written(store, 1)  # And the house goes on from there.
        assert store.verify("t") is None
        return version


def test_a_log_that_is_whole_is_taken_up_whole(killed: Path) -> None:
    assert left_over(killed) == 0
    assert whole(killed) == 25


@pytest.mark.parametrize("octets", [0, 1, 31, 32, 33, 32 + FRAME, -1, -FRAME, -FRAME // 2, -5 * FRAME - 7])
def test_of_a_log_that_was_cut_no_half_of_an_event_is_taken_up(killed: Path, octets: int) -> None:
    log = log_of(killed)
    size = len(log.read_bytes())
    kept = octets if octets >= 0 else size + octets
    log.write_bytes(log.read_bytes()[:kept])
    said = left_over(killed)
    assert said <= kept
    assert (said > 0) is (kept not in (0, 32))  # None of these is the end of a transaction.
    assert 5 <= whole(killed) < 25


def test_an_octet_changed_in_a_log_is_noticed_for_what_is_lost_behind_it(killed: Path) -> None:
    log = log_of(killed)
    octets = bytearray(log.read_bytes())
    octets[len(octets) // 2] ^= 1
    log.write_bytes(octets)
    assert left_over(killed) > len(octets) // 3
    assert 5 <= whole(killed) < 25


def test_frames_of_before_behind_a_log_that_was_begun_anew_are_nothing_lost(tmp_path: Path) -> None:
    with open_store(tmp_path / "live.db") as store:
        written(store, 30)
        with store._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(RESTART)")
        written(store, 2)
        assert left_over(tmp_path / "live.db") == 0
    assert left_over(tmp_path / "none.db") == 0


@contextmanager
def no_file_larger_than(octets: int) -> Iterator[None]:
    """The system lets nobody in this process write past a size: what is left of a disk, without being root."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (octets, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_write_that_the_system_breaks_off_leaves_nothing_and_the_next_one_is_whole(tmp_path: Path) -> None:
    books = tmp_path / "books.db"
    with open_store(books) as store:
        written(store, 3)
        head = store.head("t")
        with no_file_larger_than(log_of(books).stat().st_size + FRAME + 100), pytest.raises(StoreError):
            store.append("t", head.version, batch(20_000))
        assert store.head("t") == head
        written(store, 1)
    assert whole(books) == 4


@pytest.mark.parametrize(
    ("pragma", "undone", "code"),
    [
        ("max_page_count=1", "max_page_count=1073741823", "store_is_full"),
        ("query_only=ON", "query_only=OFF", "store_is_read_only"),
    ],
)
def test_a_disk_without_room_or_right_says_so_and_is_written_again_afterwards(
    tmp_path: Path, pragma: str, undone: str, code: str
) -> None:
    now = [pragma]
    with open_store(tmp_path / "books.db") as store:
        written(store, 3)
        event.listen(
            _writers[store._engine].engine, "checkout", lambda raw, *_: raw.execute(f"PRAGMA {now[0]}").close()
        )
        with pytest.raises(StoreError) as refused:
            store.append("t", 3, batch(50_000))
        assert refused.value.refusal.code == code
        assert "what waits goes on" in str(refused.value)
        assert store.head("t").version == 3
        now[0] = undone
        written(store, 1)
    assert whole(tmp_path / "books.db") == 4


@pytest.mark.parametrize("from_page", [0, 1])
def test_a_damaged_page_is_called_that(killed: Path, from_page: int) -> None:
    log_of(killed).unlink()
    octets = bytearray(killed.read_bytes())
    for page in range(from_page, len(octets) // PAGE):
        octets[page * PAGE : page * PAGE + 200] = b"\xff" * 200
    killed.write_bytes(octets)
    with pytest.raises(StoreError) as refused, open_store(killed):
        pass
    assert refused.value.refusal.code == "store_is_damaged"
    assert "restore a copy" in str(refused.value)


@pytest.mark.parametrize(
    ("state", "code"),
    [
        ("53100", "store_is_full"),
        ("25006", "store_is_read_only"),
        ("XX001", "store_is_damaged"),
        ("57P01", "store_failed"),
    ],
)
def test_a_server_s_failures_are_told_apart_alike(state: str, code: str) -> None:
    error = Exception("could not extend file")
    error.sqlstate = state  # type: ignore[attr-defined]
    assert failure(error).refusal.code == code
