"""A lighter report that a graver one replaced: the auditor has it wait again, but for books of before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from audit.recorded import LIBRARY, TABLE, rehashed
from audit.test_faults import BETS, REAL_CARDS, cards, played
from punto.audit import audit_logs
from punto.store import Log, Record, open_store
from punto.store.canonical import canonical
from punto.table import irregularity

REPLACED = [*REAL_CARDS, *BETS, *cards("2h"), "report {'what': 'face_up'}", "report {'what': 'foreign_card'}"]
WITHDRAWN = [*REPLACED, "withdraw_report {'note': 'a shadow'}"]
DISMISSED = [*REPLACED, "decide {'by': 'pit_supervisor', 'confirm': false}"]
CONFIRMED = [*REPLACED, "decide {'by': 'pit_supervisor', 'confirm': true}"]
DECIDED = "decide {'by': 'pit_supervisor', 'confirm': true}"
ENDED = ["close_choices {'by': 'pit_supervisor'}", *cards("9c 3d 5s")]
PAID = [*REAL_CARDS, *BETS, *cards("2h 2c 3d 4s Kh"), "declare_paid {}"]
MISREAD = "report {'what': 'misread_card', 'place': 1, 'card': '2s'}"


def faces(lines: list[str]) -> list[str]:
    return [line.replace("'differential_max'", "'face_down': true, 'differential_max'") for line in lines]


def vanishes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(irregularity, "waits_again", lambda state, lighter, events: events)


@pytest.mark.parametrize(
    "lines",
    [
        [*WITHDRAWN, DECIDED, *ENDED],
        [*DISMISSED, DECIDED, *ENDED],
        [*DISMISSED, "report {'what': 'shortage'}", "withdraw_report {}", "withdraw_report {}", *cards("9c")],
        CONFIRMED,
        [*PAID, MISREAD, "report {'what': 'foreign_card'}", DECIDED, DECIDED],
        [*PAID, MISREAD, "report {'by': 'pit_supervisor', 'what': 'foreign_card'}", DECIDED],
    ],
    ids=["withdrawn", "dismissed", "in turn", "void", "no void", "no void, at once"],
)
def test_books_in_which_it_waits_again_are_well(tmp_path: Path, lines: list[str]) -> None:
    assert played(tmp_path, faces(lines))[1] is None


@pytest.mark.parametrize("lines", [WITHDRAWN, DISMISSED], ids=["withdrawn", "dismissed"])
def test_one_that_vanishes_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> None:
    vanishes(monkeypatch)
    _, finding = played(tmp_path, faces([*lines, *cards("9c")]))
    assert finding is not None
    assert "face_up, which was replaced, must wait again" in finding.why


def test_books_of_before_went_on_without_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A graver report did not say then that it took a lighter one's place, which was gone for good."""
    vanishes(monkeypatch)
    played(tmp_path, faces([*WITHDRAWN, *cards("9c 3d 5s")]))
    records = [_of_before(record) for record in _log(tmp_path).records]
    account, finding = audit_logs([rehashed(records)], LIBRARY.find)
    assert finding is None
    assert account.called_otherwise == 1
    assert [entry.then for entry in account.differences] == ["leaves face_up undecided, whose place it took"]
    # Nobody calls new books old.
    reports = [at for at, record in enumerate(records) if record.kind == "irregularity_reported"]
    records[reports[0]] = _log(tmp_path).records[reports[0]]
    finding = audit_logs([rehashed(records)], LIBRARY.find)[1]
    assert finding is not None
    assert "the shape of an older version" in finding.why


def _of_before(record: Record) -> Record:
    if record.kind != "irregularity_reported":
        return record
    body = {name: value for name, value in json.loads(record.body).items() if name not in ("replaces", "again")}
    return replace(record, schema=2, body=canonical(body))


def _log(folder: Path) -> Log:
    with open_store(folder / "books.db") as store:
        return Log(tuple(store.records(TABLE)), store.head(TABLE))


@pytest.mark.parametrize(
    ("which", "changes", "why"),
    [
        (1, {"replaces": False}, "does not say whether it takes another report's place"),
        (0, {"replaces": True}, "does not say whether it takes another report's place"),
        (2, {"reporter": "pit_supervisor"}, "waits again as another report than it was"),
        (2, {"note": "nothing"}, "waits again as another report than it was"),
        (1, {"again": True}, "whose place nothing took"),
    ],
)
def test_what_it_says_is_held_to_what_was(tmp_path: Path, which: int, changes: dict[str, Any], why: str) -> None:
    played(tmp_path, faces([*WITHDRAWN, DECIDED, *ENDED]))
    records = list(_log(tmp_path).records)
    place = [at for at, record in enumerate(records) if record.kind == "irregularity_reported"][which]
    body = json.loads(records[place].body) | changes
    records[place] = replace(records[place], body=canonical(body))
    finding = audit_logs([rehashed(records)], LIBRARY.find)[1]
    assert finding is not None
    assert why in finding.why
