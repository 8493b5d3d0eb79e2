"""Who may do what: every rank at every command in every phase, against a table written down here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from punto.kit import Refusal
from table.clauses import NATURAL, dealing
from table.shift import Shift, bare, shift, wide_limits

RWS, DA_HU = "rws-baccarat", "da-hu-ying-xiong"
ROLES = ("patron", None, "dealer", "pit_supervisor", "pit_manager", "shift_manager")
STAFF = ROLES[1:]
SUPERVISORS = ROLES[3:]
SHIFT = ROLES[5:]
EVERYBODY = ROLES
FOUR = "2h 2c 3d 4s"
CLAIM = {"patron": "seat 1", "box": 1, "window": "after_four_cards", "insures": "banker"}

DEALT = ("dealing", "choosing", "paying", "ready")
WITH_CARDS = ("betting", *DEALT)
SHORT_OF_CARDS = ("betting", "dealing", "choosing", "ready", "stopped", "uncovered")
"""Where too few cards can be reported: with the last card on the table there were enough."""
OPEN = ("idle", *WITH_CARDS, "stopped", "uncovered")

OPENING = {"wallets": False, "face_down": True} | wide_limits(DA_HU)

PHASES: dict[str, Callable[[], Shift]] = {
    "closed": bare,
    "idle": lambda: bare().do("open_table", rulebook=DA_HU, settings=OPENING),
    "paying": lambda: shift(DA_HU, face_down=True).bets("seat 1 banker 99").close().cards(f"{FOUR} 3c"),
    "ready": lambda: PHASES["paying"]().do("declare_paid"),
    "betting": lambda: shift(DA_HU, face_down=True).bets("seat 1 banker 99"),
    "dealing": lambda: PHASES["betting"]().do("squeeze", patron="seat 1", card="banker").close().cards(FOUR),
    "choosing": lambda: PHASES["betting"]().close().cards("2h").report("face_up").confirm(),
    "stopped": lambda: shift(DA_HU, face_down=True).bets("seat 1 banker 99").close().report("extra_card", card="9d"),
    "uncovered": lambda: shift(DA_HU, face_down=True).bets("seat 1 banker 99").close().report("other"),
}

# Who may, and when; at every other time nobody may.
MAY: dict[str, tuple[dict[str, Any], tuple[str | None, ...], tuple[str, ...]]] = {
    "open_table": ({"rulebook": DA_HU, "settings": OPENING}, STAFF, ("closed",)),
    "close_table": ({}, STAFF, ("idle",)),
    "change_sign": ({"settings": {"stake_min": 2}}, SUPERVISORS, ("idle", "paying", "ready")),
    "open_shoe": ({"cards": "physical"}, STAFF, ("idle",)),
    "close_shoe": ({"reason": "so be it"}, SUPERVISORS, ("paying", "ready")),
    "open_bets": ({}, STAFF, ("paying", "ready")),
    "declare_paid": ({}, STAFF, ("paying",)),
    "close_choices": ({}, SUPERVISORS, ("choosing",)),
    "choose": ({"patron": "seat 1", "option": "return"}, EVERYBODY, ("choosing",)),
    "assign": ({"person": "Lee", "position": "pit_supervisor"}, SUPERVISORS, ("closed", *OPEN)),
    "place_bet": ({"patron": "seat 2", "box": 2, "bet": "tie", "stake": 5}, EVERYBODY, ("betting",)),
    "withdraw_bet": ({"patron": "seat 1", "box": 1, "bet": "banker"}, EVERYBODY, ("betting",)),
    "close_bets": ({}, STAFF, ("betting",)),
    "draw_card": ({"card": "6h"}, STAFF, ("dealing",)),
    "take_insurance": (
        {"patron": "seat 1", "box": 1, "insures": "banker", "stake": 5}, EVERYBODY, ("dealing",)
    ),
    "walk_away": ({"patron": "seat 1"}, EVERYBODY, ("betting", "dealing", "choosing")),
    "squeeze": ({"patron": "seat 1", "card": "player_third"}, EVERYBODY, ("betting", "dealing", "choosing")),
    "turn_card": ({"patron": "seat 1"}, EVERYBODY, ("dealing",)),
    # What voids a round is heard also while something lighter waits.
    "report shortage": ({"what": "shortage"}, STAFF, (*WITH_CARDS, "stopped", "uncovered")),
    "report out_of_cards": ({"what": "out_of_cards"}, STAFF, SHORT_OF_CARDS),
    "report interruption": ({"what": "interruption"}, STAFF, WITH_CARDS),
    "report extra_card": ({"what": "extra_card", "card": "9d"}, STAFF, WITH_CARDS),
    "report simultaneous": ({"what": "simultaneous", "cards": "9d 8d"}, STAFF, DEALT),
    "report wrong_area": ({"what": "wrong_area"}, STAFF, DEALT),
    "report face_up": ({"what": "face_up"}, STAFF, DEALT),
    "report wrong_number_of_cards": (
        {"what": "wrong_number_of_cards", "cards": f"{FOUR} 3c 9h"}, STAFF, DEALT
    ),
    "report misread_card": ({"what": "misread_card", "place": 1, "card": "5h"}, STAFF, DEALT),
    "report misplaced_bet": ({"what": "misplaced_bet", "patron": "seat 1", "lay": []}, STAFF, DEALT),
    "report dealing_error": ({"what": "dealing_error", "reconstruct": True}, STAFF, ("dealing", "choosing")),
    "report late_error": ({"what": "late_error"}, STAFF, ("idle", *WITH_CARDS)),
    "report neglected_insurance": ({"what": "neglected_insurance"} | CLAIM, STAFF, ("paying", "ready")),
    "decide": ({"reconstruct": True}, SUPERVISORS, ("stopped",)),
    "rule": ({"reason": "so be it"}, SHIFT, ("idle", *WITH_CARDS, "uncovered")),
}  # fmt: skip


@pytest.mark.parametrize("command", MAY)
def test_nobody_may_do_more_or_less_than_the_table_says(command: str) -> None:
    fields, who, when = MAY[command]
    for phase, build in PHASES.items():
        for role in ROLES:
            table = build()
            given = fields | ({"by": role} if role else {})
            answer = table.try_(command.split()[0], **given).answer
            done = not isinstance(answer, Refusal)
            assert done is (phase in when and role in who), (phase, role, answer)
            if phase in when and role not in who:
                table.refused("authority_too_low")


def test_a_dealer_who_reports_what_a_supervisor_decides_waits_for_one() -> None:
    for role, waits in (("dealer", True), ("pit_supervisor", False), ("shift_manager", False)):
        table = dealing(RWS).report("extra_card", by=role, card="9d")
        assert (table.table.phase == "stopped") is waits


@pytest.mark.parametrize(
    ("by", "acting", "may"),
    [
        ("dealer", None, False),
        ("dealer", "pit_supervisor", True),
        ("dealer", "pit_manager", True),
        ("pit_manager", "pit_supervisor", True),
        ("pit_manager", "dealer", False),  # Who deals is the dealer, whoever it is.
        (None, "pit_supervisor", True),
    ],
)
def test_whoever_acts_in_a_position_has_its_powers(by: str | None, acting: str | None, may: bool) -> None:
    fields = {key: value for key, value in (("by", by), ("acting", acting)) if value}
    table = shift(RWS)
    if acting:
        table.try_("change_sign", settings={"stake_min": 2}, **fields).refused("not_assigned", "1.13", acting[:3])
        table.do("assign", person=by or "dealer", position=acting, by="shift_manager").expect(
            "position_assigned", person=by or "dealer", assigned_by="shift_manager", cite="1.13"
        )
    table.try_("change_sign", settings={"stake_min": 2}, **fields)
    if may:
        table.expect("sign_changed")
    else:
        table.refused("authority_too_low", "1.13", "pit supervisor", "dealer")


def test_an_acting_decision_is_recorded_as_of_the_position() -> None:
    table = dealing(RWS).do("assign", person="dealer", position="pit_supervisor", by="pit_manager")
    table.report("extra_card", card="9d")
    table.try_("decide", by="dealer", acting="pit_supervisor", reconstruct=True)
    table.expect("decision_made", decided_by="pit_supervisor", decider="dealer")


def test_whoever_dealt_the_round_does_not_decide_about_its_errors() -> None:
    """Not by assignment, not by rank: another person confirms."""
    table = dealing(RWS).do("assign", person="dealer", position="pit_supervisor", by="pit_manager").cards("2h")
    table.report("face_up").refused("cards_are_face_up")
    table.report("extra_card", by="dealer", acting="pit_supervisor", card="9d").phase("stopped")
    table.try_("decide", by="dealer", acting="pit_supervisor", reconstruct=True).refused("dealt_this_round", "5.7")
    table.try_("decide", by="dealer", acting="pit_supervisor", confirm=False).refused("dealt_this_round", "5.7")
    table.decide(reconstruct=True).expect("decision_made", decider="pit_supervisor")
    dealt = dealing(RWS).do("draw_card", card="2h", by="pit_supervisor")
    dealt.report("extra_card", by="pit_supervisor", card="9d").phase("stopped")
    dealt.decide(reconstruct=True).refused("dealt_this_round", "5.7", "pit_supervisor")
    dealt.decide(by="pit_manager", reconstruct=True).expect("decision_made")


def test_nobody_assigns_above_their_own_position_nor_themselves_and_an_assignment_ends() -> None:
    assign = {"person": "dealer", "position": "pit_manager"}
    table = shift(RWS).try_("assign", by="pit_supervisor", **assign).refused("authority_too_low", "1.13", "pit manager")
    table.try_("assign", by="dealer", person="Lee", position="dealer").expect("position_assigned")
    table.try_("assign", by="pit_manager", person="pit_manager", position="dealer").refused(
        "assigned_to_oneself", "1.13"
    )
    table.try_("assign", by="pit_manager", until="noon", **assign).refused("bad_command", None, "noon")
    table.do("assign", by="pit_manager", until="2026-11-18T20:00:00+08:00", **assign)
    sign = {"settings": {"stake_min": 2}, "by": "dealer", "acting": "pit_manager"}
    table.try_("change_sign", at="2026-11-18T20:00:01+08:00", **sign).refused("not_assigned", "1.13", "until")
    table.try_("change_sign", at="2026-11-18T20:00:00+08:00", **sign).expect("sign_changed")
    # A later assignment to the same position takes the earlier one's place; closing the table ends them all.
    table.do("assign", by="pit_manager", **assign).do("change_sign", at="2027-01-01T00:00:00+08:00", **sign)
    table.do("close_shoe", by="pit_supervisor", reason="so be it").do("close_table").do(
        "open_table", rulebook=RWS, settings=wide_limits(RWS)
    )
    table.try_("change_sign", **sign).refused("not_assigned")


def test_a_report_is_withdrawn_by_who_made_it_and_dismissed_by_who_may_decide_it() -> None:
    table = dealing(RWS).cards("2h").report("extra_card", card="9d").phase("stopped")
    table.try_("withdraw_report", by="pit_supervisor").refused("not_your_report", "5.7", "dealer")
    table.try_("withdraw_report", by="dealer", note="a slip").expect("report_withdrawn", note="a slip").phase("dealing")
    table.report("foreign_card").decide(by="dealer", confirm=False).refused("authority_too_low", "5.5.1")
    table.decide(confirm=False, note="one of ours").expect("decision_made", confirmed=False).lacks("coup_voided")
    table.phase("dealing").cards("2c").replays()


def test_a_graver_report_takes_the_place_of_a_lighter_one_and_never_the_other_way() -> None:
    table = dealing(RWS).cards("2h").report("extra_card", card="9d").report("foreign_card").phase("stopped")
    table.expect("irregularity_reported", what="foreign_card")
    table.report("extra_card", card="9d").refused("decision_is_awaited", "5.5.1")
    table.report("shortage").refused("decision_is_awaited", "5.5.1")
    table.confirm().expect("coup_voided", cite="5.5.1").phase("ready").replays()
    at_once = dealing(RWS).cards("2h").report("extra_card", card="9d").report("foreign_card", by="pit_supervisor")
    at_once.expect("decision_made", "coup_voided", cite="5.5.1").phase("ready").replays()


def test_a_patron_acts_for_nobody() -> None:
    table = dealing(RWS).report("extra_card", card="9d")
    table.try_("decide", by="patron", acting="shift_manager", reconstruct=True).refused("not_assigned")
    betting = shift(RWS).do("open_bets")
    betting.try_("place_bet", by="patron", acting="dealer", patron="Tan", box=1, bet="player", stake=5)
    betting.refused("not_assigned", "1.13")
    table.try_("decide", acting="patron", reconstruct=True).refused("authority_too_low")


def test_a_patron_asks_for_a_squeeze_and_the_house_answers() -> None:
    ask = {"patron": "seat 1", "card": "banker_third_first"}
    for role in ROLES:
        given = {"by": role} if role else {}
        consent = dealing(DA_HU, face_down=True).try_("squeeze", **ask, **given)
        asked = dealing(DA_HU, face_down=True).do("squeeze", by="patron", **ask)
        decline = asked.try_("squeeze", decline=True, **ask, **given)
        if role == "patron":
            consent.expect("squeeze_requested").lacks("squeeze_granted", "insurance_waived")
            decline.refused("authority_too_low", "1.14", "dealer or above", "patron")
        else:
            if role in SUPERVISORS:
                consent.expect("squeeze_granted", "insurance_waived")
            else:
                consent.refused("authority_too_low", "3.14", "pit supervisor")
            decline.expect("squeeze_declined").lacks("insurance_waived")
    dealing(DA_HU, face_down=True).try_("squeeze", acting="patron", **ask).refused("authority_too_low")


@pytest.mark.parametrize("field", ["by", "acting"])
def test_a_rank_nobody_holds_is_refused_everywhere(field: str) -> None:
    for command, (fields, _, when) in MAY.items():
        table = PHASES[when[0]]().try_(command.split()[0], **fields | {field: "king"})
        table.refused("unknown_rank", "", "king")


def test_the_cards_of_a_shoe_are_cut_and_burned_by_those_who_may() -> None:
    for role in ROLES:
        fields = {"by": role} if role else {}
        cut = shift(RWS, cards="virtual").try_("cut_shoe", patron="seat 1", place=9, **fields).answer
        assert isinstance(cut, Refusal) is (role != "patron")  # Others cut for somebody who is at the table.
        burned = shift(RWS).try_("burn", card="9d", **fields).answer
        assert isinstance(burned, Refusal) is (role == "patron")


def test_settling_and_choosing() -> None:
    for role in ROLES:
        fields = {"by": role} if role else {}
        table = dealing(RWS).cards(NATURAL).report("wrong_area", by="pit_supervisor", reconstruct=False)
        table.expect("settlement_reversed", "options_given").phase("dealing")
        table.try_("choose", patron="seat 1", option="return", **fields).expect("bets_returned")
        table.try_("settle", **fields).refused("choices_are_open", "5.12", "seat 2")
        table.try_("choose", patron="seat 2", option="continue", **fields).expect("coup_settled").net(
            seat_1=0, seat_2=300
        )
        done = dealing(RWS).cards(NATURAL)
        done.try_("settle", **fields).refused("no_coup")
