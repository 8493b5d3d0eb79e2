"""A sign prepared during a round: kept by the table, on record, and put up when the round is over."""

from __future__ import annotations

from table.clauses import dealing
from table.shift import Shift, shift

RWS = "rws-baccarat"


def prepared(**settings: object) -> Shift:
    table = shift(RWS).bets("seat 1 banker 100")
    return table.do("change_sign", by="pit_supervisor", after_round=True, settings=settings).expect("sign_prepared")


def test_it_goes_up_when_the_round_is_declared_paid() -> None:
    table = prepared(stake_min=50)
    assert table.script.state.sign.stake_min != 50
    table.do("close_bets").cards("9h Kd Kh Kc").phase("paying")
    assert table.script.state.sign.stake_min != 50
    table.do("declare_paid").expect("round_concluded", "sign_changed")
    assert (table.script.state.sign.stake_min, table.script.state.table.prepared) == (50, None)


def test_opening_the_next_round_puts_it_up_first() -> None:
    table = prepared(stake_min=50).do("close_bets").cards("9h Kd Kh Kc")
    table.do("open_bets").expect("round_concluded", "sign_changed", "bets_opened")
    assert table.script.state.coup_sign.stake_min == 50


def test_a_round_that_was_void_is_over_too() -> None:
    table = prepared(stake_min=50).do("close_bets").cards("9h").report("other")
    table.rule("a power cut", coup="void").expect("coup_voided")
    assert table.script.state.sign.stake_min != 50
    table.do("open_bets").expect("sign_changed", "bets_opened")


def test_the_later_word_is_added_to_the_earlier() -> None:
    table = prepared(stake_min=50)
    table.do("change_sign", by="pit_manager", after_round=True, settings={"face_down": True}).expect("sign_prepared")
    table.do("close_bets").cards("9h Kd Kh Kc").do("declare_paid")
    assert (table.script.state.sign.stake_min, table.script.state.sign.face_down) == (50, True)


def test_a_sign_put_up_between_rounds_has_what_was_prepared() -> None:
    table = prepared(stake_min=50).do("close_bets").cards("9h Kd Kh Kc").phase("paying")
    table.do("change_sign", by="pit_manager", settings={"face_down": True}).expect("sign_changed")
    assert (table.script.state.sign.stake_min, table.script.state.sign.face_down) == (50, True)
    table.do("declare_paid").lacks("sign_changed")


def test_it_can_be_withdrawn_and_then_nothing_changes() -> None:
    table = prepared(stake_min=50)
    table.do("change_sign", by="pit_supervisor", after_round=True, settings={}).expect("sign_prepared", sign=None)
    table.try_("change_sign", by="pit_supervisor", after_round=True, settings={}).refused("no_sign_is_prepared")
    table.do("close_bets").cards("9h Kd Kh Kc").do("declare_paid").lacks("sign_changed")


def test_between_rounds_it_goes_up_at_once() -> None:
    table = shift(RWS).do("change_sign", by="pit_supervisor", after_round=True, settings={"stake_min": 50})
    table.expect("sign_changed")


def test_while_a_decision_is_awaited_it_may_be_prepared() -> None:
    table = dealing(RWS).cards("2h").report("other").phase("stopped")
    table.do("change_sign", by="pit_supervisor", after_round=True, settings={"stake_min": 50}).expect("sign_prepared")
