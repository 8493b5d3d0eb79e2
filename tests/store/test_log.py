"""The log an auditor is handed: lines of JSON that stand by themselves."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from punto.store import Log, Store, StoreError, log_lines, open_store, read_logs
from store.shift import shift


def exported(store: Store, table: str) -> list[str]:
    return list(log_lines(store.records(table), store.head(table)))


@pytest.fixture
def lines(file: Path) -> list[str]:
    with open_store(file) as store:
        shift(store, "T1", 2)
        shift(store, "T2", 1)
        return exported(store, "T1") + exported(store, "T2")


def faults(lines: list[str]) -> list[str]:
    try:
        return [str(fault) for log in read_logs(lines) if (fault := log.verify())]
    except StoreError as error:
        return [str(error)]


def test_a_log_holds_every_field_and_its_head(store: Store) -> None:
    shift(store, "T1", 2)
    [log] = read_logs(exported(store, "T1"))
    assert log == Log(tuple(store.records("T1")), store.head("T1"))
    assert log.verify() is None


def test_both_engines_tell_the_same_log(store: Store, tmp_path: Path) -> None:
    shift(store, "T1", 2)
    with open_store(tmp_path / "another.db") as other:
        shift(other, "T1", 2)
        assert exported(store, "T1") == exported(other, "T1")


def test_logs_may_follow_each_other_in_a_file(lines: list[str]) -> None:
    assert [log.head.table for log in read_logs(lines)] == ["T1", "T2"]
    assert faults(lines) == []


def test_a_line_removed_repeated_or_moved_is_found(lines: list[str]) -> None:
    for place in range(len(lines)):
        assert faults(lines[:place] + lines[place + 1 :]), f"without line {place}"
        assert faults(lines[: place + 1] + lines[place:]), f"with line {place} twice"
        if place:
            moved = [*lines[: place - 1], lines[place], lines[place - 1], *lines[place + 1 :]]
            assert faults(moved), f"with line {place} moved up"


def test_a_log_cut_short_is_found(lines: list[str]) -> None:
    whole = {0, 8, len(lines)}  # Between two logs nothing is missing but a log.
    for kept in range(len(lines) + 1):
        assert bool(faults(lines[:kept])) is (kept not in whole), kept


def test_every_character_changed_is_found(lines: list[str]) -> None:
    first = lines[:8]
    for place, line in enumerate(first):
        for at in range(0, len(line), 3):
            changed = line[:at] + chr(ord(line[at]) ^ 1) + line[at + 1 :]
            assert faults([*first[:place], changed, *first[place + 1 :]]), (place, at)


def test_what_is_no_log_is_refused_with_the_line(lines: list[str]) -> None:
    for broken, why in (
        (["{}"], "line 1"),
        (["nonsense"], "line 1"),
        (['{"line":"log","table":"T1","form":4}'], "form 4 is not known"),
        ([lines[0], lines[-1]], "the log of T1 ends with the head of T2"),
        ([lines[0]], "line 2: the log of T1 has no end"),
    ):
        assert faults(broken)
        assert why in faults(broken)[0]


def test_an_event_of_another_table_is_found(lines: list[str]) -> None:
    other = msgspec.json.decode(lines[-2])
    assert other["event"]["table"] == "T2"
    assert faults([*lines[:1], lines[-2], *lines[2:8]]) == ["table T1, event 3: belongs to table T2"]
