"""What section 5 asks of records and of people: earlier rounds, reasons, requests, and whoever dealt or has left.

Each test is named by its paragraph as 002 and 003 number it (003 in brackets where it differs).
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

import oracle
from punto.kit import Refusal
from punto.table import commands as c
from punto.table.sealed import Sealed, filled
from table.clauses import dealing
from table.shift import Shift, bare, shift, wide_limits

RWS, DA_HU, INSURANCE, EASY = "rws-baccarat", "da-hu-ying-xiong", "rws-insurance", "easy-six"
FULL = pytest.mark.parametrize("document", [RWS, DA_HU])
COUNTED = pytest.mark.parametrize("document", [RWS, DA_HU, INSURANCE, EASY])
ALL = pytest.mark.parametrize("document", oracle.DOCUMENTS)
FIVE = "2h 2c 3d 4s 3c"  # Player 8 v Banker 6: insurance of Banker was due and would have won.
MISREAD: dict[str, Any] = {"what": "misread_card", "place": 1, "note": "as the cameras have it"}
CLAIM: dict[str, Any] = {"patron": "seat 1", "box": 1, "window": "after_four_cards", "insures": "banker"}


def rounds(document: str, number: int, **settings: Any) -> Shift:
    """So many rounds dealt and paid, and the bets of another open."""
    table = shift(document, **settings)
    for _ in range(number):
        table.bets("seat 1 banker 500").close().cards(FIVE).do("declare_paid")
    return table.bets("seat 1 banker 500")


# The record of earlier rounds


@ALL
def test_5_11_the_record_of_any_earlier_round_is_corrected_and_its_money_stands(document: str) -> None:
    table = rounds(document, 3)
    before = table.chips("seat 1")
    table.do("report", by="pit_supervisor", coup=1, card="4h", **MISREAD)
    table.expect("card_corrected", was="2h", card="4h", of_coup=1)
    assert table.chips("seat 1") == before
    table.do("report", by="pit_supervisor", coup=1, card="5h", **MISREAD).expect("card_corrected", was="4h", card="5h")
    table.do("report", coup=2, card="6h", **MISREAD).phase("stopped")
    table.confirm().expect("decision_made", "card_corrected", was="2h").phase("betting").replays()
    table.report(coup=3, card="2h", by="pit_supervisor", **MISREAD).refused("nothing_to_correct")
    table.report(coup=9, card="2h", by="pit_supervisor", **MISREAD).refused("unknown_coup")
    table.report(coup=2, card="2h", by="pit_supervisor", **MISREAD | {"place": 6}).refused("unknown_place")


@ALL
def test_5_11_a_void_round_on_the_table_is_not_corrected_though_its_number_is_named(document: str) -> None:
    table = paid_on_a_misread_card(document).rule("a fight", coup="void").expect("coup_voided")
    number = table.table.coups
    for named in (None, 0, number):
        table.report(by="pit_supervisor", coup=named, card="6h", **MISREAD).refused("no_coup")
    table.do("open_bets").do("report", by="pit_supervisor", coup=number, card="6h", **MISREAD)
    table.expect("card_corrected", of_coup=number)


BETWEEN_SHOES = ("foreign_card", "shortage", "excess", "not_shuffled", "out_of_cards", "extra_card", "exposed_card")


@ALL
@pytest.mark.parametrize("what", [*BETWEEN_SHOES, "wrong_area", "simultaneous", "dealing_error", "interruption"])
def test_5_11_what_is_about_cards_in_use_names_no_other_round(document: str, what: str) -> None:
    """Neither between two shoes, nor to be decided by whoever dealt the round on the table."""
    said: dict[str, Any] = {"cards": "7d 8d", "reconstruct": True, "note": "seen by two"}
    idle = dealing(document).cards(FIVE).do("close_shoe", by="pit_supervisor", reason="so be it")
    dealt = shift(document).bets("seat 1 banker 500").close()
    for card in FIVE.split()[:3]:
        dealt.do("draw_card", card=card, by="pit_supervisor", account="pia")
    for table, number in ((idle, 1), (idle, 7), (dealt, 7)):
        for by in ("dealer", "pit_supervisor", "shift_manager"):
            table.report(what, by=by, account="pia", coup=number, **said).refused(
                "no_coup", None, f"not round {number}"
            )
    if not isinstance(dealt.report(what, by="pit_supervisor", account="pia", coup=1, **said).answer, Refusal):
        dealt.phase("stopped")  # It names the round on the table: its dealer does not decide.


@pytest.mark.parametrize(
    ("document", "cite"), [(RWS, "5.5.3"), (DA_HU, "5.5.3"), (INSURANCE, "5.1.2"), (EASY, "5.1.2")]
)
def test_5_11_a_refusal_says_which_round_a_report_cannot_be_about(document: str, cite: str) -> None:
    table = dealing(document).cards(FIVE).report("wrong_number_of_cards", coup=7, cards="7d 8d", reconstruct=True)
    message = "wrong number of cards is about the round on the table alone, and not round 7"
    assert table.answer == Refusal(code="no_coup", cite=cite, message=message)


@ALL
def test_5_11_nobody_dealt_a_round_that_was_void_before_its_first_card(document: str) -> None:
    table = shift(document).bets("seat 1 banker 500").rule("the light failed", coup="void")
    lay = [{"box": 1, "bet": "player", "stake": 500}]
    for _ in range(3):
        table.bets("seat 1 banker 500").close().cards(FIVE).do("declare_paid")
    table.report("misplaced_bet", by="pit_supervisor", coup=1, patron="seat 1", lay=lay).refused("unknown_coup")


@ALL
def test_5_11_a_round_that_has_not_been_is_not_reported_about(document: str) -> None:
    idle = dealing(document).cards(FIVE).do("close_shoe", by="pit_supervisor", reason="so be it")
    idle.report("other", coup=2, note="a quarrel").refused("unknown_coup", None, "round 2")
    idle.report("other", coup=1, note="a quarrel").expect("irregularity_reported", of_coup=1)
    idle.rule("settled among them", adjustments=[{"patron": "seat 1", "amount": 5}]).expect("ruling_made")


@FULL
def test_5_11_an_error_noticed_between_two_shoes_is_recorded_and_changes_nothing(document: str) -> None:
    idle = dealing(document).cards(FIVE).do("close_shoe", by="pit_supervisor", reason="so be it")
    idle.report("late_error", note="two cards stuck together").expect("irregularity_reported", cite="5.11")
    idle.report("late_error", coup=2, note="so").refused("unknown_coup", "5.11", "round 2")


@ALL
def test_5_11_a_dealers_word_about_an_earlier_round_waits_also_between_shoes(document: str) -> None:
    idle = dealing(document).cards(FIVE).do("close_shoe", by="pit_supervisor", reason="so be it")
    idle.report(coup=1, card="3h", **MISREAD).phase("stopped")
    idle.confirm(order="3h").expect("card_corrected", of_coup=1).phase("idle").replays()


@ALL
def test_5_18_a_matter_of_an_earlier_round_gives_whoever_dealt_this_one_no_ruling_on_it(document: str) -> None:
    table = dealing(document).cards(FIVE).bets("seat 1 banker 500").close()
    table.do("draw_card", card="2h", by="shift_manager", account="sam")
    table.report("other", coup=1, note="a quarrel").phase("stopped")
    for fields in ({"coup": "void"}, {"options": True}):
        table.rule("mine", account="sam", **fields).refused("dealt_this_round")
    table.rule("the earlier one alone", account="sam").expect("ruling_made")


def test_5_13_insurance_that_was_neglected_is_claimed_also_between_two_shoes() -> None:
    table = dealing(DA_HU).cards(FIVE).do("close_shoe", by="pit_supervisor", reason="so be it")
    table.report("neglected_insurance", **CLAIM).phase("stopped")
    table.confirm(by="pit_manager").expect("original_bet_returned", stake=500, of_coup=1).phase("idle").replays()
    table.do("open_shoe", cards="physical")
    table.report("neglected_insurance", by="pit_manager", **CLAIM).refused("already_returned")


@ALL
def test_5_11_chips_of_any_earlier_round_are_corrected_on_record_and_its_money_stands(document: str) -> None:
    table = rounds(document, 3)
    before, lay = table.chips("seat 1"), [{"box": 1, "bet": "player", "stake": 300}]
    said: dict[str, Any] = {"by": "pit_supervisor", "patron": "seat 1", "note": "as the cameras have it"}
    table.report("misplaced_bet", coup=1, lay=lay, **said).expect("bets_corrected", of_coup=1)
    table.lacks("settlement_reversed").lacks("chips_entered")
    assert table.chips("seat 1") == before
    assert [(chips.bet, chips.stake) for chips in table.table.earlier[0].chips] == [("player", 300)]
    assert table.table.chips_due == ()
    table.report("misplaced_bet", coup=1, lay=lay, **said).refused("nothing_to_correct")
    table.report("misplaced_bet", coup=1, lay=[], **said).expect("bets_corrected", of_coup=1)
    table.report("misplaced_bet", coup=9, lay=lay, **said).refused("unknown_coup")
    table.report("misplaced_bet", coup=2, lay=[{"box": 99, "bet": "player", "stake": 300}], **said).refused(
        "unknown_box"
    )
    table.report("misplaced_bet", coup=4, lay=lay, **said).refused("bets_are_open")
    waits = said | {"by": "dealer"}
    table.report("misplaced_bet", coup=2, lay=lay, **waits).phase("stopped")
    table.confirm().expect("decision_made", "bets_corrected", of_coup=2).phase("betting").replays()


@ALL
def test_5_11_where_chips_are_in_wallets_an_earlier_record_is_the_layout(document: str) -> None:
    table = shift(document, wallets=True).do("buy_in", patron="seat 1", amount=5_000)
    for _ in range(2):
        table.bets("seat 1 banker 500").close().cards(FIVE).do("declare_paid")
    table.report("misplaced_bet", by="pit_supervisor", patron="seat 1", coup=1, lay=[]).refused("nothing_to_correct")


@ALL
def test_5_11_a_card_of_an_earlier_round_of_this_shoe_is_counted_as_it_was(document: str) -> None:
    table = rounds(document, 2)
    assert table.table.shoe is not None
    table.do("report", by="pit_supervisor", coup=1, card="4h", **MISREAD)
    assert (table.table.shoe.seen["2h"], table.table.shoe.seen["4h"]) == (1, 1)
    # Eight decks hold eight of each: a ninth of the true card never lay there.
    for _ in range(7):
        table.close().cards("4h 9c Kd").report("other")
        table.rule("as it was", coup="void").bets("seat 1 banker 500")
    table.report(coup=2, card="4h", by="pit_supervisor", **MISREAD).refused("card_not_in_shoe")


@ALL
def test_5_11_of_a_shoe_that_has_gone_only_the_record_changes(document: str) -> None:
    table = shift(document).bets("seat 1 banker 500").close().cards(FIVE)
    table.do("close_shoe", by="pit_supervisor", reason="so be it").do("open_shoe", cards="physical").bets(
        "seat 1 banker 500"
    )
    table.do("report", by="pit_supervisor", coup=1, card="4h", **MISREAD).expect("card_corrected", was="2h")
    assert table.table.shoe is not None
    assert table.table.shoe.seen == {}


def test_5_11_the_records_go_when_the_table_closes() -> None:
    table = (
        rounds(RWS, 1).close().cards(FIVE).do("close_shoe", by="pit_supervisor", reason="so be it").do("close_table")
    )
    assert table.table.earlier == ()


# Chips


@ALL
def test_5_13_chips_lay_once_in_a_place_and_in_whole_chips(document: str) -> None:
    table = shift(document, chip=10).bets("seat 1 banker 500").close().cards("2h")
    for lay, code in (
        ([("banker", 100), ("banker", 200)], "bad_command"),
        ([("banker", 105)], "stake_is_no_chips"),
    ):
        given = [{"box": 1, "bet": bet, "stake": stake} for bet, stake in lay]
        table.report("misplaced_bet", by="pit_supervisor", patron="seat 1", lay=given).refused(code)
    given = [{"box": 1, "bet": "banker", "stake": 100}, {"box": 2, "bet": "banker", "stake": 100}]
    table.report("misplaced_bet", by="pit_supervisor", patron="seat 1", lay=given).expect("bets_corrected")


def test_5_14_the_highest_bet_is_found_anew_and_a_waiver_lapses_with_it() -> None:
    table = shift(DA_HU, face_down=True).bets("seat 1 banker 500", "seat 2 player 300")
    table.do("squeeze", patron="seat 1", card="banker_third_first", by="pit_supervisor").expect("insurance_waived")
    table.close().cards("2h 2c 3d")
    lay = [{"box": 1, "bet": "banker", "stake": 300}]
    # Of equals the bet that reached its amount first: the patron keeps the right, and the waiver holds.
    table.report("misplaced_bet", by="pit_supervisor", patron="seat 1", lay=lay).lacks("waiver_lapsed")
    lay = [{"box": 1, "bet": "banker", "stake": 200}]
    table.report("misplaced_bet", by="pit_supervisor", patron="seat 1", lay=lay).expect("waiver_lapsed", cite="3.14")
    table.cards("4s 6d").expect("insurance_offered")


# Reasons, requests, and who decides


@COUNTED
def test_5_5_3_another_order_of_the_cards_on_record_is_named_with_its_reason(document: str) -> None:
    table = dealing(document).cards(FIVE)
    given: dict[str, Any] = {"by": "pit_supervisor", "reconstruct": True}
    turned = "3d 2c 2h 4s 3c 9c"
    table.report("wrong_number_of_cards", cards=turned, **given).refused("reason_is_needed")
    table.report("wrong_number_of_cards", cards=turned).phase("stopped")
    table.decide(confirm=True).refused("reason_is_needed")
    table.confirm(note="the camera shows it").expect("cards_reconstructed", cards="3d 2c 2h 4s 3c")
    plain = dealing(document).cards(FIVE).report("wrong_number_of_cards", cards=f"{FIVE} 9c", **given)
    plain.expect("cards_reconstructed", cards=FIVE, surplus="9c")


@ALL
def test_5_17_whoever_dealt_the_round_does_not_rule_on_it(document: str) -> None:
    table = dealing(document).do("draw_card", card="2h", by="shift_manager", account="sam")
    for fields in ({"coup": "void"}, {"options": True}, {"adjustments": [{"patron": "seat 1", "amount": 5}]}):
        table.rule("mine", account="sam", **fields).refused("dealt_this_round")
    table.report("other", by="shift_manager", account="sam").phase("stopped")
    table.rule("mine", account="sam").refused("dealt_this_round")
    table.rule("hers", account="ida", coup="void").expect("ruling_made", "coup_voided")


def test_5_13_whoever_dealt_the_round_does_not_judge_its_claims_in_the_next_either() -> None:
    table = shift(DA_HU).bets("seat 1 banker 500").close()
    for card in FIVE.split():
        table.do("draw_card", card=card, by="pit_manager", account="max")
    table.do("declare_paid").bets("seat 1 banker 500")
    table.report("neglected_insurance", by="pit_manager", account="max", **CLAIM).phase("stopped")
    table.decide(by="pit_manager", account="max", confirm=True).refused("dealt_this_round", "5.13")
    table.confirm(by="pit_manager", account="ida").expect("original_bet_returned", stake=500)


def test_5_15_whoever_dealt_an_earlier_round_does_not_correct_its_record_alone() -> None:
    table = shift(RWS).bets("seat 1 banker 500").close()
    for card in FIVE.split():
        table.do("draw_card", card=card, by="pit_supervisor", account="pia")
    table.do("declare_paid")
    for _ in range(2):
        table.bets("seat 1 banker 500").close().cards(FIVE).do("declare_paid")
    table.do("report", by="pit_supervisor", account="pia", coup=1, card="4h", **MISREAD).phase("stopped")
    table.decide(account="pia", confirm=True).refused("dealt_this_round")
    table.confirm(account="ida").expect("card_corrected")
    table.do("report", by="pit_supervisor", account="pia", coup=2, card="4h", **MISREAD).expect("card_corrected")


def test_4_2_2_the_notice_needs_a_patrons_request_and_a_pit_supervisor() -> None:
    settings = {"decks": 8, "insurance": False} | wide_limits(DA_HU)
    bare().try_("open_table", rulebook=DA_HU, settings=settings | {"private_for": "Tan"}).refused("authority_too_low")
    bare().try_("open_table", by="pit_supervisor", rulebook=DA_HU, settings=settings).refused(
        "request_is_needed", "4.2.2"
    )
    table = shift(DA_HU)
    notice = {"insurance": False, "private_for": "Tan"}
    table.try_("change_sign", settings=notice).refused("authority_too_low")
    table.try_("change_sign", by="pit_supervisor", settings={"insurance": False}).refused("request_is_needed", "4.2.2")
    table.bets("seat 1 banker 500").close().cards("2h 2c 3d 4s").expect("insurance_offered")
    table.cards("3c").do("change_sign", by="pit_supervisor", settings=notice)
    assert table.table.sign is not None
    assert table.table.sign.private_for == "Tan"
    # From the next round on: what was neglected in this one is still due.
    table.report("neglected_insurance", by="pit_manager", **CLAIM).expect("original_bet_returned")
    table.bets("seat 1 banker 500").close().cards("2h 2c 3d 4s").lacks("insurance_offered").cards("3c")
    table.do("change_sign", by="pit_supervisor", settings={"insurance": True})
    assert table.table.sign is not None
    assert not table.table.sign.private_for


# Cards that somebody has seen


@FULL
def test_5_7_a_pit_supervisor_who_saw_the_card_hands_back_what_was_put_down_since(document: str) -> None:
    table = shift(document).bets("seat 1 banker 500")
    late = [{"patron": "seat 1", "box": 1, "bet": "banker", "stake": 200}]
    seen: dict[str, Any] = {"what": "exposed_card", "cards": "9d", "hand_back": late}
    table.try_("report", by="dealer", **seen).refused("authority_too_low", "5.7")
    table.try_("report", by="pit_supervisor", **seen).expect("bet_rejected", stake=200, left=300, cite="5.7")
    table.expect("bets_closed", "cards_set_aside", "options_given")
    table.close_choices().try_("report", by="pit_supervisor", **seen | {"cards": "8d"}).refused(
        "bets_are_closed", "5.7"
    )
    table.report("interruption").decide(confirm=True, hand_back=late).refused("bets_are_closed", "5.4")


@FULL
def test_5_7_the_shift_manager_allows_bets_also_once_the_round_is_open(document: str) -> None:
    table = dealing(document).cards("2h").report("extra_card", by="pit_supervisor", cards="9d", reconstruct=False)
    table.close_choices().cards("3c 4d 5s").do("open_bets")
    table.place("seat 1 banker 100").refused("round_is_without_bets")
    table.rule("nobody saw it", bets=True).expect("ruling_made")
    table.place("seat 1 banker 100").expect("bet_placed").replays()


@FULL
def test_5_12_who_walks_away_goes_on_and_nobody_waits_for_them(document: str) -> None:
    table = shift(document).bets("seat 1 banker 500", "seat 2 player 300").close().cards("2h")
    table.report("dealing_error", by="pit_supervisor", reconstruct=True).expect("options_given")
    table.do("walk_away", patron="seat 1").choose("seat 1", "return").refused("no_choice_is_open")
    table.choose("seat 2", "continue").expect("option_chosen")
    table.do("draw_card", card="3c").replays()


@FULL
def test_5_12_a_complete_round_is_paid_when_the_last_who_could_choose_walks_away(document: str) -> None:
    table = shift(document).bets("seat 1 banker 500").close().cards("9h 9c Kd Kc")
    table.report("simultaneous", by="pit_supervisor", cards="Kc Kd").expect("settlement_reversed", "options_given")
    table.do("walk_away", patron="seat 1").expect("patron_left", "coup_settled").phase("paying").replays()


# The seal


@FULL
def test_5_5_2_a_sealed_order_of_the_wrong_count_fails_verification(document: str) -> None:
    table = shift(document, cards="virtual").bets("seat 1 banker 500").close()
    whole = table.script._sealed
    assert isinstance(whole, Sealed)
    short = Sealed((*whole.order[:-1], whole.order[0]), whole.salt)
    state = table.script.state
    assert state.table.shoe is not None
    shoe = structs.replace(state.table.shoe, commitment=short.commitment)
    resealed = type(state)(state.find, structs.replace(state.table, shoe=shoe), state.book)
    for what in ("shortage", "exposed_card"):
        command = filled(resealed, c.Report(what=what), short)
        assert not isinstance(command, Refusal)
        assert isinstance(command, c.Report)
        assert command.seal_broken
    command = filled(state, c.Report(what="shortage"), whole)
    assert isinstance(command, c.Report)
    assert not command.seal_broken


def test_5_13_nothing_is_returned_where_not_one_chip_could_have_been_insured() -> None:
    """Banker 6 against 5 is insured at 3 to 1: 33 of a bet of 100 at the most."""
    for chip, code in ((100, "insurance_above_cap"), (10, "")):
        table = shift(DA_HU, chip=chip).bets("seat 1 banker 100").close().cards(FIVE)
        table.report("neglected_insurance", by="pit_manager", **CLAIM)
        table.refused(code, "3.12.2") if code else table.expect("original_bet_returned", stake=100)


# Real chips after a reversal


def paid_on_a_misread_card(document: str, **settings: Any) -> Shift:
    """Player 9 v Banker 0: seat 1 has lost 500 on Banker, seat 2 won 300 on Player."""
    table = shift(document, **settings)
    if settings.get("wallets"):
        for seat in (1, 2):
            table.do("buy_in", patron=f"seat {seat}", amount=1000)
    return table.bets("seat 1 banker 500", "seat 2 player 300").close().cards("4h Kc 5d Ks")


def corrected(table: Shift) -> Shift:
    return table.do("report", what="misread_card", by="pit_supervisor", place=1, card="3h")


def due(table: Shift) -> dict[str, int]:
    return {one.patron: one.amount for one in table.table.chips_due}


@COUNTED
def test_1_19_a_reversal_with_real_chips_lists_what_to_collect_and_to_hand_out(document: str) -> None:
    """Player's 9 is 8 with a 3 for the 4, which wins as well; against a 9 of Banker's it loses."""
    table = corrected(paid_on_a_misread_card(document))
    assert due(table) == {}  # 8 wins as 9 did.
    table.do("report", what="misread_card", by="pit_supervisor", place=2, card="9c").expect("coup_settled")
    table.net(seat_1=500, seat_2=-300)
    assert due(table) == {"seat 1": 1000, "seat 2": -600}
    table.try_("enter_chips", felt_was_right=True).refused("authority_too_low")
    for amount in (-601, 1):
        table.try_("enter_chips", by="pit_supervisor", moved=[{"patron": "seat 2", "amount": amount}])
        table.refused("bad_amount")
    moved = [{"patron": "seat 2", "amount": -250}]
    table.do("enter_chips", by="pit_supervisor", moved=moved).expect("chips_entered", felt_was_right=False)
    assert due(table) == {"seat 1": 1000}
    balances = table.script.ledger.balances
    assert (balances["owed:seat 2"], balances["chips:seat 2"]) == (-350, 50)
    # Nobody else's payment waits for it, nor does the next round; what is not handed out is kept.
    table.do("declare_paid").do("open_bets")
    table.do("enter_chips", by="pit_supervisor", moved=[{"patron": "seat 1", "amount": 400}])
    balances = table.script.ledger.balances
    assert (balances["kept:seat 1"], balances["chips:seat 1"]) == (600, -100)
    table.try_("enter_chips", by="pit_supervisor", felt_was_right=True).refused("no_chips_to_move")
    table.try_("write_off", by="shift_manager", patron="seat 2", amount=351).refused("nothing_is_owed")
    table.do("write_off", by="shift_manager", patron="seat 2", amount=350).replays()
    assert table.script.ledger.balances["owed:seat 2"] == 0


@COUNTED
def test_1_19_where_the_felt_was_right_only_the_record_changes(document: str) -> None:
    table = corrected(paid_on_a_misread_card(document))
    table.do("report", what="misread_card", by="pit_supervisor", place=2, card="9c").expect("coup_settled")
    table.do("enter_chips", by="pit_supervisor", felt_was_right=True).net(seat_1=500, seat_2=-300)
    assert due(table) == {}
    assert not any(account.startswith(("owed:", "kept:")) for account in table.script.ledger.balances)


@ALL
def test_1_19_a_void_after_payment_lists_chips_too_and_wallets_never_do(document: str) -> None:
    table = paid_on_a_misread_card(document).rule("a fight", coup="void").expect("settlement_reversed", "coup_voided")
    assert due(table) == {"seat 1": 500, "seat 2": -300}
    wallets = paid_on_a_misread_card(document, wallets=True).rule("a fight", coup="void")
    assert due(wallets.expect("coup_voided")) == {}


@ALL
def test_1_19_chips_that_lay_elsewhere_are_counted_where_the_round_was_paid(document: str) -> None:
    """Before the last card nothing was paid, and no chips move."""
    lay = [{"box": 1, "bet": "player", "stake": 200}]
    early = shift(document).bets("seat 1 banker 500").close().cards("4h")
    early.report("misplaced_bet", by="pit_supervisor", patron="seat 1", lay=lay).expect("bets_corrected")
    assert due(early) == {}
    late = paid_on_a_misread_card(document)
    late.report("misplaced_bet", by="pit_supervisor", patron="seat 1", lay=lay).net(seat_1=200)
    assert due(late) == {"seat 1": 700}
