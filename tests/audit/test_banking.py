"""The auditor's own books of the money on a table: a record that says otherwise is found."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from punto.audit import Giver, Walk, Wrong
from punto.table import Event
from punto.table import events as e
from punto.table.postings import postings
from rulebook.shelf import LIBRARY
from table.banking import RACK, box_counted, closed, count, count_box, counted, dropped, issued, requested
from table.clauses import NATURAL
from table.shift import Shift

GIVERS = {
    e.InventoryCounted: ("counted_by", None),
    e.FillRequested: ("requested_by", "pit_supervisor"),
    e.FillIssued: ("issued_by", "cage"),
    e.FillAccepted: ("accepted_by", "dealer"),
    e.CreditRequested: ("requested_by", "pit_supervisor"),
    e.CreditIssued: ("issued_by", "dealer"),
    e.CreditAccepted: ("accepted_by", "cage"),
    e.SlipVoided: ("voided_by", "pit_manager"),
    e.BoxDropped: ("dropped_by", "security"),
    e.BoxCounted: ("counted_by", "count_team"),
}


def shift_with_everything() -> Shift:
    """A fill, a void slip, a round, a box that two people count otherwise, and an opener with a chip too many."""
    table = issued().do("accept_fill", slip=1, account="Dealer 2")
    table.do("request_fill", chips={"100": 1}, by="pit_supervisor")
    table.do("void_slip", slip=2, by="pit_manager", reason="not needed")
    table.bets("seat 1 player 100").close().cards(NATURAL).do("declare_paid")
    count_box(dropped(closed(table, {"1000": 25, "100": 33})), currency=100)
    count_box(table, "Count 2", currency=0, slips=[1])
    return count(table, "opener", {"1000": 25, "100": 34})


def walked(events: list[Event]) -> Walk:
    """These events as the auditor goes through them."""
    walk = Walk("1", LIBRARY.find)
    giver = Giver("dealer", "", "dealer")
    for event in events:
        if type(event) in GIVERS:
            field, by = GIVERS[type(event)]
            rank = getattr(event, "rank", None) or by or "dealer"
            giver = Giver(rank, "", getattr(event, field))
        elif not isinstance(event, e.ExceptionFound | e.WinCounted):
            giver = Giver("dealer", "", "dealer")
        wallets = walk.sign.wallets if walk.sign else False
        walk.step(event, postings(event, "1", wallets), giver)
    return walk


def test_a_record_as_it_was_made_holds_and_what_was_named_is_listed() -> None:
    account = walked(shift_with_everything().log).account
    assert (account.slips, account.slips_void) == (2, 1)
    named = [one.what for one in account.exceptions]
    assert named == ["box_differs", "box_slips_differ", "win_differs", "opener_differs"]


@pytest.mark.parametrize("what", ["fill", "credit"])
@pytest.mark.parametrize("far", ["requested", "issued"])
def test_a_slip_that_is_finished_in_the_shift_after_is_in_order(what: str, far: str) -> None:
    table = closed(dropped((requested if far == "requested" else issued)(what)))
    count(table, "opener", RACK)
    if far == "requested":
        table.do(f"issue_{what}", slip=1, by="cage" if what == "fill" else "dealer")
    by, account = ("dealer", "Dealer 2") if what == "fill" else ("cage", "Cage 2")
    table.do(f"accept_{what}", slip=1, by=by, account=account)
    assert [one.what for one in walked(table.log).account.exceptions] == ["slip_unfinished"]


def changed(kind: type[Event], **fields: Any) -> list[Event]:
    """The record with the last event of a kind changed."""
    events = list(shift_with_everything().log)
    place = max(at for at, event in enumerate(events) if isinstance(event, kind))
    events[place] = replace(events[place], **fields)
    return events


@pytest.mark.parametrize(
    ("kind", "fields", "why"),
    [
        (e.InventoryCounted, {"total": 1}, "worth"),
        (e.InventoryCounted, {"agreed": False}, "called agreed"),
        (e.InventoryCounted, {"drop_box": 7}, "drop box 7"),
        (e.InventoryCounted, {"chips": {"250": 1}, "total": 250}, "chips of 250"),
        (e.FillRequested, {"slip": 1}, "was given already"),
        (e.FillRequested, {"chips": {}, "total": 0}, "requests nothing"),
        (e.FillIssued, {"chips": {"1000": 4}, "total": 4_000}, "other chips"),
        (e.FillIssued, {"slip": 9}, "nobody requested"),
        (e.FillIssued, {"issued_by": "pit_supervisor"}, "another step"),
        (e.FillAccepted, {"drop_box": 2}, "goes into drop box 2"),
        (e.SlipVoided, {"was": "issued"}, "was issued, and it was requested"),
        (e.SlipVoided, {"reason": ""}, "without a reason"),
        (e.BoxDropped, {"drop_box": 2}, "or another one"),
        (e.BoxCounted, {"drop": 1}, "holds 0, not 1"),
        (e.BoxCounted, {"agreed": True}, "called agreed"),
        (e.BoxCounted, {"drop_box": 3}, "has not had"),
        (e.WinCounted, {"win_counted": 0}, "win_counted"),
        (e.WinCounted, {"win_settled": 0}, "win_settled"),
        (e.WinCounted, {"outstanding": 5}, "outstanding"),
        (e.ExceptionFound, {"amount": 5}, "is to be named"),
        (e.ExceptionFound, {"people": ("nobody",)}, "is to be named"),
        (e.ExceptionFound, {"chips": {}}, "is to be named"),
    ],
)
def test_a_changed_record_is_found(kind: type[Event], fields: dict[str, Any], why: str) -> None:
    with pytest.raises(Wrong, match=why):
        walked(changed(kind, **fields))


@pytest.mark.parametrize("kind", [e.FillIssued, e.FillRequested, e.BoxDropped, e.WinCounted, e.ExceptionFound])
def test_an_event_that_was_left_out_is_found(kind: type[Event]) -> None:
    events = list(shift_with_everything().log)
    place = next(at for at, event in enumerate(events) if isinstance(event, kind))
    del events[place]
    with pytest.raises(Wrong):
        walked(events)


def test_bets_after_the_closer_are_found() -> None:
    table = closed(counted())
    opened = e.BetsOpened(coup=1, rulebook=table.script.state.rules.name, sha256=table.script.state.rules.sha256)
    with pytest.raises(Wrong, match="after the closer"):
        walked([*table.log, opened])


def test_a_table_that_closes_without_its_closer_is_found() -> None:
    table = counted().do("close_shoe", by="pit_supervisor", reason="over")
    with pytest.raises(Wrong):
        walked([*(event for event in table.log if not isinstance(event, e.ShoeClosed)), e.TableClosed()])


def test_an_honest_shift_has_nothing_to_name() -> None:
    assert walked(box_counted(dropped(closed(requested().do(
        "void_slip", slip=1, by="pit_manager", reason="not needed"), RACK))).log).account.exceptions == []  # fmt: skip
