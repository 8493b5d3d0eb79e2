"""Who may do what: every rank at every command in every phase, against a table written down here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from punto.kit import Refusal
from table.clauses import NATURAL, dealing
from table.shift import Shift, bare, shift

RWS, DA_HU = "rws-baccarat", "da-hu-ying-xiong"
ROLES = ("patron", None, "dealer", "pit_supervisor", "pit_manager", "shift_manager")
STAFF = ROLES[1:]
SUPERVISORS = ROLES[3:]
MANAGERS = ROLES[4:]
SHIFT = ROLES[5:]
EVERYBODY = ROLES
FOUR = "2h 2c 3d 4s"
CLAIM = {"patron": "seat 1", "box": 1, "window": "after_four_cards", "insures": "banker"}

PHASES: dict[str, Callable[[], Shift]] = {
    "closed": bare,
    "idle": lambda: bare().do("open_table", rulebook=DA_HU, settings={"wallets": False, "face_down": True}),
    "ready": lambda: shift(DA_HU, face_down=True).bets("seat 1 banker 99").close().cards(f"{FOUR} 3c"),
    "betting": lambda: shift(DA_HU, face_down=True).bets("seat 1 banker 99"),
    "dealing": lambda: shift(DA_HU, face_down=True).bets("seat 1 banker 99").close().cards(FOUR),
    "stopped": lambda: shift(DA_HU, face_down=True).bets("seat 1 banker 99").close().report("extra_card", card="9d"),
    "uncovered": lambda: shift(DA_HU, face_down=True).bets("seat 1 banker 99").close().report("other"),
}

# Who may, and when; at every other time nobody may.
MAY: dict[str, tuple[dict[str, Any], tuple[str | None, ...], tuple[str, ...]]] = {
    "open_table": ({"rulebook": DA_HU}, STAFF, ("closed",)),
    "close_table": ({}, STAFF, ("idle",)),
    "change_sign": ({"settings": {"stake_min": 2}}, SUPERVISORS, ("idle", "ready")),
    "open_shoe": ({"cards": "physical"}, STAFF, ("idle",)),
    "close_shoe": ({}, STAFF, ("ready",)),
    "open_bets": ({}, STAFF, ("ready",)),
    "place_bet": ({"patron": "seat 2", "box": 2, "bet": "tie", "stake": 5}, EVERYBODY, ("betting",)),
    "withdraw_bet": ({"patron": "seat 1", "box": 1, "bet": "banker"}, EVERYBODY, ("betting",)),
    "close_bets": ({}, STAFF, ("betting",)),
    "draw_card": ({"card": "6h"}, STAFF, ("dealing",)),
    "take_insurance": (
        {"patron": "seat 1", "box": 1, "insures": "banker", "stake": 5}, EVERYBODY, ("dealing",)
    ),
    "walk_away": ({"patron": "seat 1"}, EVERYBODY, ("betting", "dealing")),
    "squeeze": ({"patron": "seat 1", "card": "player_third"}, EVERYBODY, ("betting", "dealing")),
    "report shortage": ({"what": "shortage"}, STAFF, ("ready", "betting", "dealing")),
    "report extra_card": ({"what": "extra_card", "card": "9d"}, STAFF, ("ready", "betting", "dealing")),
    "report simultaneous": ({"what": "simultaneous", "cards": "9d 8d"}, STAFF, ("dealing",)),
    "report wrong_area": ({"what": "wrong_area"}, STAFF, ("dealing",)),
    "report face_up": ({"what": "face_up"}, STAFF, ("dealing",)),
    "report wrong_number_of_cards": ({"what": "wrong_number_of_cards"}, STAFF, ("ready", "dealing")),
    "report late_error": ({"what": "late_error"}, STAFF, ("idle", "ready", "betting", "dealing")),
    "report neglected_insurance": ({"what": "neglected_insurance"} | CLAIM, MANAGERS, ("ready",)),
    "decide": ({"reconstruct": True}, SUPERVISORS, ("stopped",)),
    "rule": ({"reason": "so be it"}, SHIFT, ("idle", "ready", "betting", "dealing", "uncovered")),
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
    table = shift(RWS).try_("change_sign", settings={"stake_min": 2}, **fields)
    if may:
        table.expect("sign_changed")
    else:
        table.refused("authority_too_low", "1.13", "pit supervisor", "dealer")


def test_an_acting_decision_is_recorded_as_of_the_position() -> None:
    table = dealing(RWS).report("extra_card", card="9d")
    table.try_("decide", by="dealer", acting="pit_supervisor", reconstruct=True)
    table.expect("decision_made", decided_by="pit_supervisor")


def test_a_patron_acts_for_nobody() -> None:
    table = dealing(RWS).report("extra_card", card="9d")
    table.try_("decide", by="patron", acting="shift_manager", reconstruct=True).refused("authority_too_low")
    betting = shift(RWS).do("open_bets")
    betting.try_("place_bet", by="patron", acting="dealer", patron="Tan", box=1, bet="player", stake=5)
    betting.expect("bet_placed", placed_by="")
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
            consent.expect("squeeze_granted", "insurance_waived")
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
        shift(RWS, cards="virtual").do("cut_shoe", patron="seat 1", place=9, **fields)
        burned = shift(RWS).try_("burn", card="9d", **fields).answer
        assert isinstance(burned, Refusal) is (role == "patron")


def test_settling_and_choosing() -> None:
    for role in ROLES:
        fields = {"by": role} if role else {}
        table = dealing(RWS).cards("2h 5c 3d Ks | 6d").report("wrong_area", cards="3d 5c 6d Ks 2h", reconstruct=False)
        table.try_("choose", patron="seat 1", option="return", **fields).expect("bets_returned")
        assert isinstance(table.try_("settle", **fields).answer, Refusal) is (role == "patron")
        done = dealing(RWS).cards(NATURAL)
        done.try_("settle", **fields).refused("no_coup")
