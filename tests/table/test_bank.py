"""The money on a table: counts, slips, drop boxes, the win by the count, and what is named about them."""

from __future__ import annotations

from typing import Any

import pytest

from punto.table import events as e
from punto.table.calendar import SlipBook
from punto.table.script import read_command
from table.banking import RACK, accepted, box_counted, closed, count, count_box, counted, dropped, issued, requested
from table.clauses import NATURAL
from table.shift import Shift, shift


def found(table: Shift) -> list[tuple[str, int, dict[str, int], int]]:
    """What was named by the last command."""
    assert isinstance(table.answer, list)
    named = [event for event in table.answer if isinstance(event, e.ExceptionFound)]
    return [(one.what, one.slip, one.chips, one.amount) for one in named]


def win(table: Shift) -> e.WinCounted:
    assert isinstance(table.answer, list)
    [won] = [event for event in table.answer if isinstance(event, e.WinCounted)]
    return won


def stages(table: Shift) -> list[str]:
    return [slip.stage for slip in table.table.bank.slips]


def played(table: Shift, bet: str = "seat 1 player 100") -> Shift:
    """A round that Player wins."""
    return table.bets(bet).close().cards(NATURAL).do("declare_paid")


def test_a_dealer_and_a_supervisor_who_count_alike_agree() -> None:
    table = shift("rws-baccarat").do("count_inventory", what="opener", chips=RACK)
    opener = table.table.bank.period.opener  # type: ignore[union-attr]
    assert (opener.total, opener.people, opener.agreed) == (23_500, ("dealer",), False)
    table.do("count_inventory", what="opener", chips=RACK, by="dealer", account="Dealer 2")
    assert not table.table.bank.period.opener.agreed  # type: ignore[union-attr]
    table.do("count_inventory", what="opener", chips=RACK, by="pit_supervisor")
    assert table.table.bank.period.opener.agreed  # type: ignore[union-attr]
    assert found(table) == []


def test_two_counts_that_differ_are_named_to_the_chip_and_nothing_is_lost() -> None:
    table = shift("rws-baccarat").do("count_inventory", what="opener", chips=RACK)
    table.do("count_inventory", what="opener", chips=RACK | {"100": 34}, by="pit_supervisor")
    assert found(table) == [("counts_differ", 0, {"100": -1}, -100)]
    table.do("count_inventory", what="opener", chips=RACK, by="pit_supervisor")
    assert found(table) == []
    assert table.table.bank.period.opener.agreed  # type: ignore[union-attr]


def test_the_win_by_the_count_is_the_settled_one() -> None:
    table = played(accepted())  # A fill of 5,000, and 100 lost to seat 1.
    table.do("request_credit", chips={"100": 10}, by="dealer")
    table.do("issue_credit", slip=2, by="pit_supervisor").do("accept_credit", slip=2, by="cage")
    rack = {"1000": 25, "100": 35 - 10 - 1 - 3}  # Paid 100, and 300 changed for cash.
    box_counted(dropped(closed(table, rack)), currency=300)
    assert found(table) == []
    won = win(table)
    assert (won.opener, won.closer, won.fills, won.credits, won.drop) == (23_500, 27_100, 5_000, 1_000, 300)
    assert (won.win_counted, won.win_settled, won.outstanding) == (-100, -100, 0)


@pytest.mark.parametrize("order", ["closer first", "drop first", "box first"])
def test_closer_drop_and_count_come_in_any_order_that_can_be(order: str) -> None:
    table, rack = played(counted()), {"1000": 20, "100": 34}
    if order == "closer first":
        box_counted(dropped(closed(table, rack)))
    elif order == "drop first":
        box_counted(closed(dropped(table), rack))
    else:
        closed(box_counted(dropped(table)), rack)
    assert (win(table).win_counted, win(table).win_settled) == (-100, -100)


def test_an_opener_that_is_not_the_last_closer_is_named() -> None:
    table = box_counted(dropped(closed(counted())))
    table.do("count_inventory", what="opener", chips={"1000": 20, "100": 34, "25": 4})
    assert found(table) == [("opener_differs", 0, {"100": -1, "25": 4}, 0)]
    [event] = [one for one in table.log if isinstance(one, e.ExceptionFound)]
    assert event.people == ("dealer", "pit_supervisor")
    table.do("count_inventory", what="opener", chips={"1000": 20, "100": 34, "25": 4}, by="pit_supervisor")
    assert found(table) == []  # Said once.


def test_a_slip_whose_chips_are_others_is_named_and_not_done() -> None:
    table = issued().do("accept_fill", slip=1, chips={"1000": 4}, account="Dealer 2")
    assert found(table) == [("slip_differs", 1, {"1000": -1}, -1000)]
    assert stages(table) == ["issued"]
    table.do("accept_fill", slip=1, chips={"1000": 5}, account="Dealer 2")
    assert stages(table) == ["accepted"]


def test_a_slip_that_outlasts_its_shift_belongs_to_the_box_its_copy_goes_into() -> None:
    table = count(dropped(closed(requested())), "opener", RACK)
    table.do("issue_fill", slip=1, chips={"1000": 4}, by="cage").do("issue_fill", slip=1, by="cage")
    table.do("accept_fill", slip=1, by="dealer", account="Dealer 2")
    slips = [one for one in table.log if isinstance(one, e.FillRequested | e.FillIssued | e.FillAccepted)]
    assert [slip.drop_box for slip in slips] == [1, 2, 2]
    [differs] = [one for one in table.log if isinstance(one, e.ExceptionFound) and one.what == "slip_differs"]
    assert differs.drop_box == 2
    box_counted(dropped(closed(table, {"1000": 25, "100": 35})), drop_box=2, slips=[1])
    assert found(table) == []
    assert (win(table).fills, win(table).win_counted) == (5_000, 0)


@pytest.mark.parametrize("ends", [dropped, lambda table: table.do("count_inventory", what="closer", chips=RACK)])
@pytest.mark.parametrize(("build", "says"), [(requested, "never issued"), (issued, "never accepted")])
def test_a_slip_without_its_counterpart_is_named_when_chips_may_no_longer_move(
    ends: Any, build: Any, says: str
) -> None:
    table = ends(build())
    assert ("slip_unfinished", 1, {"1000": 5}, 5_000) in found(table)
    assert isinstance(table.answer, list)
    assert any(isinstance(event, e.ExceptionFound) and says in event.message for event in table.answer)
    table.do("void_slip", slip=1, by="pit_manager", reason="the chips went back")
    assert table.table.bank.slips[0].stage == "void"


def test_a_box_that_two_people_count_otherwise_does_not_balance() -> None:
    table = dropped(closed(counted()))
    count_box(table, currency=0, chips={"100": 2})
    assert found(table) == [("win_differs", 0, {}, 200)]
    count_box(table, "Count 2", currency=200)
    assert found(table) == [("box_differs", 0, {"100": -2}, 0), ("win_differs", 0, {}, 200)]
    count_box(table, "Count 2", chips={"100": 2})
    assert table.table.bank.period.agreed  # type: ignore[union-attr]


def test_who_counts_again_is_held_against_the_other_and_not_against_themselves() -> None:
    """Else the second of two could agree first, and count less once nobody looks."""
    table = shift("rws-baccarat").do("count_inventory", what="opener", chips=RACK)
    table.do("count_inventory", what="opener", chips=RACK, by="pit_supervisor")
    table.do("count_inventory", what="opener", chips=RACK | {"100": 34}, by="pit_supervisor")
    assert found(table) == [("counts_differ", 0, {"100": -1}, -100)]
    table.do("count_inventory", what="opener", chips=RACK | {"100": 34}, by="pit_supervisor")
    assert found(table) == []  # Said once.
    table = dropped(closed(counted(), {"1000": 20, "100": 35}))
    count_box(table, currency=500)
    count_box(table, "Count 2", currency=400)
    count_box(table, "Count 2", currency=300)
    assert found(table) == [("box_differs", 0, {}, -200), ("win_differs", 0, {}, 300)]


@pytest.mark.parametrize("void", [False, True])
def test_a_win_that_differs_names_whose_hands_the_chips_of_slips_went_through(void: bool) -> None:
    """A fill may be short by as much as nobody counted."""
    table = issued() if void else accepted()
    if void:
        table.do("void_slip", slip=1, by="pit_manager", reason="not needed")
    moved = [slip.people for slip in table.table.bank.slips]
    rack = {"1000": 19, "100": 35} if void else {"1000": 24, "100": 35}
    box_counted(dropped(closed(table, rack)))
    assert found(table) == [("win_differs", 0, {}, -1_000)]
    [event] = [one for one in table.log if isinstance(one, e.ExceptionFound)][-1:]
    assert len(moved[0]) == 3
    assert set(moved[0]) < set(event.people)


def test_copies_of_slips_are_held_against_those_that_were_made() -> None:
    table = dropped(closed(accepted(), {"1000": 25, "100": 35}))
    count_box(table, slips=[2])
    assert found(table) == [("box_slips_differ", 1, {}, 0), ("box_slips_differ", 2, {}, 0)]
    count_box(table, "Count 2", slips=[1])
    assert found(table) == []


def test_what_patrons_owe_or_is_kept_for_them_is_no_fault_of_the_count() -> None:
    table = counted().bets("seat 1 player 100").close().cards(NATURAL)
    table.report("wrong_number_of_cards", by="pit_supervisor", cards=f"{NATURAL} 7d", reconstruct=False)
    # The 100 paid is to be collected again; 60 of it is, 40 is owed.
    table.do("enter_chips", by="pit_supervisor", moved=[{"patron": "seat 1", "amount": -60}])
    table.do("close_shoe", by="pit_supervisor", reason="over")
    rack = {"1000": 20, "100": 34, "25": 2, "5": 2}
    box_counted(dropped(closed(table, rack)))
    assert found(table) == []
    assert (win(table).win_counted, win(table).win_settled, win(table).outstanding) == (-40, 0, -40)


def test_chips_that_wait_to_be_moved_are_counted_where_they_are() -> None:
    table = counted().bets("seat 1 player 100").close().cards(NATURAL)
    table.report("wrong_number_of_cards", by="pit_supervisor", cards=f"{NATURAL} 7d", reconstruct=False)
    box_counted(dropped(closed(table, {"1000": 20, "100": 34})))
    assert (win(table).win_counted, win(table).win_settled, win(table).outstanding) == (-100, 0, -100)
    count(table, "opener", {"1000": 20, "100": 34})
    table.do("enter_chips", by="pit_supervisor", moved=[{"patron": "seat 1", "amount": -100}])
    box_counted(dropped(closed(table, {"1000": 20, "100": 35})))
    assert (win(table).win_counted, win(table).win_settled, win(table).outstanding) == (100, 0, 100)
    assert found(table) == []


def test_a_box_is_counted_when_its_table_is_closed_or_open_again() -> None:
    table = dropped(closed(counted())).do("close_shoe", by="pit_supervisor", reason="over").do("close_table")
    count_box(table, currency=0)
    table.do("open_table", rulebook="rws-baccarat", settings={"stake_min": 1, "stake_max": 9, "differential_max": 99})
    count(table, "opener", RACK)
    count_box(table, "Count 2", currency=0)
    assert win(table).drop_box == 1
    assert table.table.bank.uncounted == ()
    table.try_("count_box", by="count_team", drop_box=1).refused("box_is_counted")


def test_slips_are_numbered_without_a_gap_and_void_ones_keep_theirs() -> None:
    table = counted()
    for number in range(1, 5):
        table.do("request_fill", chips={"100": number})
        if number % 2:
            table.do("void_slip", slip=number, by="pit_manager", reason="not needed")
    table.try_("request_fill", chips={"250": 1}).refused("unknown_denomination")
    table.do("request_credit", chips={"100": 1})
    assert [slip.number for slip in table.table.bank.slips] == [1, 2, 3, 4, 5]


def test_a_new_business_year_begins_with_slip_1() -> None:
    table = counted()
    for at in ("2027-01-01T05:59:00+00:00", "2027-01-01T06:00:00+00:00"):
        table.do("request_fill", chips={"100": 1}, at=at)
    assert [(slip.year, slip.number) for slip in table.table.bank.slips] == [(2026, 1), (2027, 1)]


def test_a_closer_belongs_to_the_shift_it_closes() -> None:
    table = shift("rws-baccarat")
    table.do("count_inventory", what="opener", chips=RACK, at="2026-11-18T05:57:00+00:00")
    table.do("count_inventory", what="closer", chips=RACK, at="2026-11-18T14:04:00+00:00")
    period = table.table.bank.period
    closer = period.closer if period else None
    assert closer is not None
    assert (closer.day, closer.shift) == ("2026-11-18", "06:00")


def test_a_time_that_is_none_is_refused_in_a_sentence() -> None:
    table = shift("rws-baccarat")
    table.try_("count_inventory", what="opener", chips=RACK, at="tomorrow").refused("bad_command")


def test_a_table_with_wallets_keeps_the_same_books_by_itself() -> None:
    table = shift("rws-baccarat", wallets=True).do("buy_in", patron="seat 1", amount=500)
    played(table)
    bank = table.table.bank
    assert (bank.bought, bank.settled) == (500, -100)
    balances = table.script.ledger.balances
    assert bank.settled == balances["float:1"] + balances.get("commission:1", 0)


def test_who_fills_in_what_is_the_house_alone() -> None:
    slips = SlipBook(lambda year: 7)
    table = counted()
    command = read_command({"command": "request_fill", "chips": {"100": 1}, "at": "2026-11-18T15:00:00+00:00"})
    filled = slips.filled_in(table.script.state, command)
    assert (filled.number, filled.year, filled.day, filled.shift) == (7, 2026, "2026-11-18", "14:00")  # type: ignore[attr-defined]


@pytest.mark.parametrize(("number", "said"), [(True, "true"), (None, "null"), ("3", "'3'"), (1.0, "1.0")])
def test_what_is_no_whole_number_is_named_as_it_was_written(number: object, said: str) -> None:
    table = counted()
    table.try_("request_fill", chips={"100": number}).refused("count_not_whole", None, f"{said} is no number")
