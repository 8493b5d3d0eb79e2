"""Da Hu Ying Xiong at the table: sections 2 to 5, each test named by its paragraph."""

import pytest

from table import clauses
from table.shift import bare, shift, wide_limits

DA_HU = "da-hu-ying-xiong"


def test_2_1_1_a_table_shows_one_of_the_layouts() -> None:
    for boxes in (5, 6, 7, 9):
        shift(DA_HU, boxes=boxes)
    bare().try_("open_table", rulebook=DA_HU, settings={"boxes": 8} | wide_limits(DA_HU)).refused(
        "bad_setting", "2.1.1 a", "8"
    )


def test_2_1_1_a_there_is_a_box_for_each_patron_and_no_more() -> None:
    table = shift(DA_HU, boxes=7).bets("seat 7 banker 10")
    table.place("seat 8 banker 10").refused("unknown_box", "2.1.1 a", "box 8", "1 to 7")
    table.place("box 7 Tan banker 10").refused("box_is_taken", "1.19", "seat 7")


def test_2_2_1_four_to_ten_decks() -> None:
    for decks in (4, 10):
        shift(DA_HU, decks=decks)
    for decks in (3, 11):
        bare().try_("open_table", rulebook=DA_HU, settings={"decks": decks} | wide_limits(DA_HU)).refused(
            "bad_setting", "2.2.1", str(decks)
        )


def test_3_3_bets_open_with_the_dealers_call() -> None:
    clauses.check_opened_by_the_dealers_call(DA_HU, "3.3")


def test_3_4_limits_stand_on_the_sign() -> None:
    clauses.check_limits_are_shown(DA_HU)


def test_3_5_bets_keep_within_the_limits() -> None:
    clauses.check_within_the_limits(DA_HU, "3.5", "5.2", "5.1")


def test_3_6_the_balance_of_a_box_is_open_to_others() -> None:
    clauses.check_the_balance_is_open_to_others(DA_HU)


def test_3_7_side_bets_need_no_original_bet() -> None:
    clauses.check_side_bets_stand_alone(DA_HU)


def test_3_8_bets_close_with_the_dealers_call() -> None:
    clauses.check_closed_by_the_dealers_call(DA_HU, "5.6")


def test_3_9_the_squeeze_is_the_highest_seated_patrons() -> None:
    clauses.check_squeezed_by_the_highest_seated(DA_HU)
    clauses.check_the_squeeze_moves_on(DA_HU)


def test_3_9_nothing_is_squeezed_where_cards_lie_face_up() -> None:
    clauses.check_no_squeeze_face_up(DA_HU)


def test_3_9_a_squeeze_is_asked_for_before_the_card_is_dealt() -> None:
    clauses.check_squeezed_before_it_is_dealt(DA_HU)


def test_3_9_a_request_to_squeeze_waits_for_the_house() -> None:
    clauses.check_a_request_waits_for_the_house(DA_HU)
    clauses.check_a_request_that_cannot_be_granted_is_gone(DA_HU)


def test_3_10_four_cards_player_first() -> None:
    table = clauses.dealing(DA_HU)
    sides = [table.do("draw_card", card=card).answer[0].side for card in ("2h", "2c", "3d", "4s")]  # type: ignore[index, union-attr]
    assert sides == ["player", "banker", "player", "banker"]


def test_3_13_and_3_15_third_cards_follow_the_tableau() -> None:
    stands = clauses.dealing(DA_HU).cards("3h 9c 3d 7s")  # Player stands on 6, Banker stands on 6.
    stands.expect("coup_settled", winner="tie")
    stands.try_("draw_card", card="2h").refused("no_coup")
    draws = clauses.dealing(DA_HU).cards("3h 9c 3d 6s").phase("dealing")  # Banker draws on 5.
    draws.do("draw_card", card="2c").expect("card_drawn", side="banker").expect("coup_settled")


def test_3_16_the_higher_total_wins() -> None:
    clauses.dealing(DA_HU).cards(clauses.NATURAL).expect("coup_settled", winner="player", player_points=9)


def test_3_17_a_tie_returns_the_original_bets() -> None:
    clauses.check_a_tie_returns_original_bets(DA_HU, "3.17")


def test_4_1_every_bet_is_paid_as_its_pay_table_says() -> None:
    clauses.check_paid_as_the_pay_tables_say(DA_HU)


def test_5_1_what_exceeds_the_differential_is_rejected_the_last_claim_first() -> None:
    clauses.check_excess_is_rejected(DA_HU)
    clauses.check_excess_left_under_the_minimum_goes_whole(DA_HU)


def test_5_1_nothing_is_rejected_after_the_bets_closed() -> None:
    clauses.check_no_excess_after_the_bets_closed(DA_HU)


def test_5_1_a_standing_bet_goes_on_a_seated_patrons_box() -> None:
    table = shift(DA_HU).do("open_bets")
    table.place("box 1 standing Tan banker 10").refused("nobody_is_seated", "1.21")
    table.place("seat 1 banker 10").place("box 1 standing Tan banker 10").expect("bet_placed")
    table.place("box 1 seated Tan banker 10").refused("stance_is_taken", "1.21", "standing")


def test_5_1_1_a_box_beyond_its_differential_plays_pro_rata() -> None:
    clauses.check_pro_rata(DA_HU)


def test_5_1_1_shares_are_those_of_the_second_implementation() -> None:
    clauses.check_pro_rata_like_the_second_implementation(DA_HU)


def test_5_1_1_no_share_is_below_the_minimum() -> None:
    clauses.check_no_share_below_the_minimum(DA_HU)


def test_5_1_2_a_bet_under_the_minimum_is_not_apportioned() -> None:
    clauses.check_under_the_minimum_is_not_apportioned(DA_HU)


def test_5_2_a_patron_below_the_minimum_is_advised_and_may_increase_or_withdraw() -> None:
    clauses.check_advised_of_the_minimum(DA_HU)


def test_5_2_1_an_unnoticed_bet_below_the_minimum_wins_or_loses() -> None:
    clauses.check_unnoticed_under_the_minimum(DA_HU)


def test_5_3_1_the_bet_of_who_walked_away_is_settled() -> None:
    clauses.check_settled_for_who_walked_away(DA_HU, "5.3.1")


def test_5_4_an_interruption_is_judged_by_every_way_the_coup_can_go_on() -> None:
    clauses.check_established_like_the_second_implementation(DA_HU, "5.4.1", "5.4.2")


def test_5_4_1_with_an_outcome_established_the_coup_is_concluded() -> None:
    table = (
        clauses.dealing(DA_HU)
        .cards("2h 2c 3d 4s")
        .report("interruption")
        .confirm()
        .expect("coup_continued", cite="5.4.1")
    )
    table.cards("6d 9c").expect("coup_settled")


def test_5_4_2_with_no_outcome_established_the_coup_is_void() -> None:
    clauses.dealing(DA_HU).cards("2h 2c").report("interruption").confirm().expect("coup_voided", cite="5.4.2")
    clauses.check_interrupted_while_bets_are_open(DA_HU)


@pytest.mark.parametrize(
    ("what", "cite"),
    [("foreign_card", "5.5.1"), ("shortage", "5.5.2"), ("excess", "5.5.2"), ("not_shuffled", "5.5.5")],
)
def test_5_5_the_coup_is_void_and_those_before_stand(what: str, cite: str) -> None:
    clauses.check_voided_by(DA_HU, what, cite)


def test_5_5_1_a_foreign_card_voids_the_coup() -> None:
    clauses.check_voided_by(DA_HU, "foreign_card", "5.5.1")


def test_5_5_2_a_card_too_many_is_noticed_as_it_is_drawn() -> None:
    clauses.check_a_card_too_many_is_noticed(DA_HU)


def test_5_5_3_a_wrong_number_of_cards_is_put_in_order_where_it_can_be() -> None:
    clauses.check_wrong_number_put_in_order(DA_HU)
    clauses.check_wrong_number_that_changes_the_result(DA_HU)


def test_5_5_3_beyond_order_the_coup_is_void_and_a_payment_taken_back() -> None:
    clauses.check_wrong_number_beyond_repair(DA_HU)


def test_5_5_3_noticed_after_the_next_coup_began_it_changes_nothing() -> None:
    clauses.check_wrong_number_too_late(DA_HU)


def test_5_5_4_cards_that_run_out_void_the_coup() -> None:
    clauses.check_out_of_cards(DA_HU)


def test_5_5_5_cards_that_were_not_shuffled_void_the_coup() -> None:
    clauses.check_voided_by(DA_HU, "not_shuffled", "5.5.5")


def test_5_6_a_bet_after_no_more_bets_is_refused() -> None:
    clauses.check_late_bets_are_refused(DA_HU)


def test_5_7_an_extra_card_is_dealt_in_this_coup() -> None:
    clauses.check_extra_card_in_this_coup(DA_HU)


def test_5_7_an_extra_card_is_used_in_the_next_coup() -> None:
    clauses.check_extra_card_in_the_next_coup(DA_HU)
    clauses.check_extra_card_before_the_first_coup(DA_HU)


def test_5_7_a_card_exposed_while_bets_are_open() -> None:
    clauses.check_exposed_while_bets_are_open(DA_HU)


def test_5_7_cards_that_cannot_be_put_in_order_begin_the_next_coup() -> None:
    clauses.check_cards_beyond_order_begin_the_next_coup(DA_HU)


def test_5_7_1_options_are_given_unless_an_outcome_is_established() -> None:
    clauses.check_options_unless_established(DA_HU)


def test_5_8_cards_in_the_wrong_area_are_put_in_order() -> None:
    clauses.check_wrong_area(DA_HU)
    clauses.check_wrong_area_that_ends_the_coup(DA_HU)


def test_5_8_no_options_where_established_and_put_in_order() -> None:
    clauses.check_wrong_area_once_established(DA_HU)


def test_5_8_1_the_wrong_area_and_5_8_2_the_wrong_person_are_one_report() -> None:
    clauses.check_wrong_area(DA_HU)


def test_5_8_2_the_wrong_person_squeezing() -> None:
    table = clauses.dealing(DA_HU, face_down=True).cards("2h")
    table.report("wrong_area", note="to the wrong person").confirm().expect("options_given", cite="5.12")


def test_5_9_a_card_dealt_face_up_stands() -> None:
    clauses.check_face_up_goes_on(DA_HU)


def test_5_10_the_pit_supervisor_orders_cards_drawn_together() -> None:
    clauses.check_simultaneous(DA_HU)


def test_5_10_1_cards_drawn_together_always_give_options() -> None:
    clauses.check_simultaneous_gives_options(DA_HU)


def test_5_10_2_the_cards_may_be_replaced() -> None:
    clauses.check_simultaneous_and_new_cards(DA_HU)


def test_5_11_an_error_noticed_too_late_has_no_effect() -> None:
    clauses.check_noticed_too_late(DA_HU)


def test_5_12_a_choice_is_made_once_and_remembered() -> None:
    clauses.check_choices_are_remembered(DA_HU)


def test_5_12_who_walked_away_has_no_choice() -> None:
    clauses.check_who_left_has_no_choice(DA_HU)


def test_5_12_1_going_on_where_cards_cannot_be_put_in_order() -> None:
    clauses.check_wrong_area_once_established(DA_HU)


def test_5_12_2_going_on_with_cards_put_in_order() -> None:
    clauses.check_wrong_area(DA_HU)


def test_5_12_3_having_the_bet_back() -> None:
    clauses.check_choices_are_remembered(DA_HU)


def test_5_14_bets_are_settled_as_the_chips_lie() -> None:
    clauses.check_settled_as_the_chips_lie(DA_HU, "5.14")


def test_5_16_a_void_returns_every_bet_once() -> None:
    clauses.check_a_void_returns_every_bet_once(DA_HU, "5.16")


def test_5_17_staff_place_a_bet_on_request() -> None:
    clauses.check_bet_on_request(DA_HU, "5.17")


def test_5_18_what_no_clause_covers_is_the_shift_managers_ruling() -> None:
    clauses.check_shift_manager_rules(DA_HU, "5.18")


# Insurance. Player 5 v Banker 6 offers Banker 3 to 1; Player's 6 makes 1 v 6 and Banker draws: 7 to 1.
FOUR = "2h 2c 3d 4s"
BOTH = "2h 2c 3d 4s | 6d"


def test_3_11_who_holds_a_bet_on_a_hand_may_insure_it() -> None:
    table = (
        clauses.dealing(DA_HU).cards(FOUR).expect("insurance_offered", insures="banker", odds="3 to 1", cite="4.1.2")
    )
    table.insure("seat 1 player 10").refused("no_original_bet", "3.11", "seat 1", "player")
    table.insure("seat 2 banker 10").refused("no_original_bet", "3.11")
    table.insure("seat 1 banker 100").expect("insurance_taken", window="after_four_cards", odds="3 to 1")
    table.cards("Kd").expect("coup_settled", winner="banker")  # Banker stands on 6 and wins half.
    table.net(seat_1=250 - 100, seat_2=-300)


def test_3_11_standing_patrons_insure_and_each_original_bet_by_itself() -> None:
    table = shift(DA_HU).bets("seat 1 banker 500", "box 1 standing Tan banker 90", "seat 2 banker 60")
    table.close().cards(FOUR)
    table.insure("box 1 Tan banker 30").expect("insurance_taken")
    table.insure("box 2 Tan banker 1").refused("no_original_bet", "3.11")
    table.insure("seat 2 banker 20").expect("insurance_taken")
    table.cards("3c").expect("coup_settled", winner="player")  # 8 v 6.
    table.net(Tan=-90 + 90, seat_2=-60 + 60, seat_1=-500)


def test_3_12_the_odds_are_shown_in_both_windows() -> None:
    table = clauses.dealing(DA_HU).cards(FOUR).expect("insurance_offered", window="after_four_cards", odds="3 to 1")
    table.cards("6d").expect("insurance_forgone", "insurance_offered", window="after_player_third_card", odds="7 to 1")


def test_3_12_1_insurance_only_while_a_third_card_can_come() -> None:
    table = clauses.dealing(DA_HU).cards("2h 2c 3d").insure("seat 1 banker 1")
    table.refused("insurance_not_offered", "3.12.1", "before four cards")
    clauses.dealing(DA_HU).cards("9h 2c 2d 4s").phase("dealing").insure("seat 1 banker 1").expect("insurance_taken")
    natural = clauses.dealing(DA_HU).cards("9h 2c Kd 4s").lacks("insurance_offered")
    natural.insure("seat 1 banker 1").refused("no_coup")
    # Player 9 v Banker 6 is offered when Banker will draw, that is when the third card was a 6 or 7.
    draws = clauses.dealing(DA_HU).cards("Ah 2c 2d 4s").do("draw_card", card="6c")
    draws.expect("insurance_offered", insures="player", odds="8 to 1")
    stands = clauses.dealing(DA_HU).cards("2h 2c 2d 4s").do("draw_card", card="5c")
    stands.expect("coup_settled").lacks("insurance_offered")


def test_3_12_2_all_insurance_on_a_bet_wins_no_more_than_the_bet() -> None:
    table = clauses.dealing(DA_HU, "seat 1 banker 100").cards(FOUR)
    table.insure("seat 1 banker 34").refused("insurance_above_cap", "3.12.2", "33", "100")
    table.insure("seat 1 banker 20").insure("seat 1 banker 5").expect("insurance_taken")  # 75 of 100.
    table.cards("6d").insure("seat 1 banker 4").refused("insurance_above_cap", "3.12.2", "at most 3", "75")
    table.insure("seat 1 banker 3").expect("insurance_taken")  # 21 more: 96.
    table.cards("4c").expect("coup_settled", winner="player")  # 1 v 0.
    table.net(seat_1=-100 + 60 + 15 + 21)


def test_3_12_2_the_cap_is_of_what_plays() -> None:
    """Half of the bet plays pro rata, so half of it can be insured."""
    table = shift(DA_HU, differential_max=600, limits="observed").bets("seat 1 banker 1200").close().cards(FOUR)
    table.insure("seat 1 banker 201").refused("insurance_above_cap", "3.12.2", "600")
    table.insure("seat 1 banker 200").expect("insurance_taken")


def test_3_14_a_squeeze_of_bankers_third_waives_the_second_window_for_everybody() -> None:
    for card in ("banker_third_first", "expose_banker_third"):
        table = clauses.dealing(DA_HU, face_down=True).cards(FOUR)
        table.try_("squeeze", patron="seat 2", card=card, by="pit_supervisor")
        table.refused("squeeze_is_not_yours", "3.9", "seat 1")
        table.try_("squeeze", patron="seat 1", card=card).refused("authority_too_low", "3.14", "pit supervisor")
        table.do("squeeze", patron="seat 1", card=card, by="pit_supervisor").expect("insurance_waived", cite="3.14")
        table.insure("seat 1 banker 10").expect("insurance_taken")  # The first window is untouched.
        table.insure("seat 2 player 10").refused("insurance_not_offered", "3.12.1")
        table.cards("6d").lacks("insurance_offered")
        table.insure("seat 1 banker 10").refused("insurance_is_waived", "3.14")
    late = clauses.dealing(DA_HU, face_down=True).cards(BOTH)
    late.try_("squeeze", patron="seat 1", card="banker_third_first", by="pit_supervisor").refused("card_is_drawn")


def test_3_14_it_is_the_houses_consent_that_waives_and_not_the_request() -> None:
    for decline in (None, True):
        table = clauses.dealing(DA_HU, face_down=True).cards(FOUR)
        table.try_("squeeze", patron="seat 1", card="banker_third_first", by="patron").expect("squeeze_requested")
        if decline:
            table.try_("squeeze", patron="seat 1", card="banker_third_first", decline=True).expect("squeeze_declined")
        table.lacks("insurance_waived").cards("6d").expect("insurance_offered")


def test_3_14_nothing_is_waived_where_a_notice_withholds_insurance() -> None:
    table = clauses.dealing(DA_HU, face_down=True, insurance=False)
    table.try_("squeeze", patron="seat 1", card="banker_third_first").expect("squeeze_granted")
    table.lacks("insurance_waived")


def test_3_17_a_tie_returns_insurance_but_not_on_a_player_nine() -> None:
    table = clauses.dealing(DA_HU).cards(FOUR).insure("seat 1 banker 100").cards("6d 5c")  # Tie on 1.
    table.expect("coup_settled", winner="tie").net(seat_1=0, seat_2=0)


def test_4_2_1_player_insurance_on_nine_is_paid_on_a_tie() -> None:
    table = clauses.dealing(DA_HU).cards("Ah 2c 2d 4s 6c").insure("seat 2 player 10").expect("insurance_taken")
    table.cards("3c").expect("coup_settled", winner="tie").net(seat_2=80)  # Both on 9: 8 to 1.
    lost = clauses.dealing(DA_HU).cards("Ah 2c 2d 4s 6c").insure("seat 2 player 10").cards("2s")
    lost.expect("coup_settled", winner="player").net(seat_2=300 - 10)


def test_4_2_2_a_notice_withholds_all_insurance() -> None:
    table = clauses.dealing(DA_HU, insurance=False).cards(FOUR).lacks("insurance_offered")
    table.insure("seat 1 banker 1").refused("insurance_is_withheld", "4.2.2")
    table.cards("3c").expect("coup_settled", winner="player")
    claim = {"patron": "seat 1", "box": 1, "window": "after_four_cards", "insures": "banker"}
    table.report("neglected_insurance", by="pit_manager", **claim).refused("insurance_is_withheld", "4.2.2")
    table.try_("change_sign", by="dealer", settings={"insurance": True}).refused("authority_too_low", "1.14")
    table.do("change_sign", by="pit_supervisor", settings={"insurance": True}).bets("seat 1 banker 500").close()
    table.cards(FOUR).expect("insurance_offered")


def test_5_3_insurance_not_taken_before_the_next_card_is_forgone_for_that_window() -> None:
    table = clauses.dealing(DA_HU).cards(FOUR).cards("6d")
    table.expect("insurance_forgone", cite="5.3", window="after_four_cards")
    table.insure("seat 1 banker 10").expect("insurance_taken", window="after_player_third_card")
    table.do("draw_card", card="Kc").expect("insurance_forgone", window="after_player_third_card")


@pytest.mark.parametrize(("report", "cards"), [("extra_card", "2s"), ("exposed_card", "2s"), ("simultaneous", "2s 9c")])
def test_5_3_once_the_next_card_is_out_nobody_insures_against_it(report: str, cards: str) -> None:
    table = shift(DA_HU).bets("seat 1 banker 1000", "seat 2 tiger 100").close()
    table.cards("2h 2c 3d 4s").expect("insurance_offered")
    # With 2s Player has 7 against Banker's 6: everybody who sees it knows that Banker loses.
    table.report(report, cards=cards, reconstruct=True).do("decide", by="pit_supervisor", confirm=True)
    table.expect("decision_made", "insurance_forgone", "cards_set_aside")
    insured = {"patron": "seat 1", "box": 1, "insures": "banker", "stake": 300}
    if table.script.state.coup.choosing:
        table.choose("seat 1", "continue").choose("seat 2", "continue")
    table.try_("take_insurance", **insured).refused("insurance_not_offered", "3.12.1")
    table.cards("2s").expect("coup_settled")


def test_5_3_insurance_stays_open_where_the_card_begins_the_next_round() -> None:
    table = shift(DA_HU).bets("seat 1 banker 1000").close().cards("2h 2c 3d 4s")
    table.report("extra_card", cards="2s", by="pit_supervisor", reconstruct=False)
    assert "InsuranceForgone" not in str(table.answer)
    table.do("take_insurance", patron="seat 1", box=1, insures="banker", stake=300).expect("insurance_taken")


def test_5_3_a_window_does_not_open_while_the_next_card_lies_aside_and_5_13_applies() -> None:
    table = shift(DA_HU).bets("seat 1 banker 1000").close().cards("2h 2c 3d")
    table.report("simultaneous", cards="4s 2s", by="pit_supervisor").choose("seat 1", "continue")
    insured = {"patron": "seat 1", "box": 1, "insures": "banker", "stake": 300}
    table.cards("4s").try_("take_insurance", **insured).refused("insurance_not_offered", "3.12.1")
    table.cards("2s").expect("coup_settled", winner="player")
    claim = {"patron": "seat 1", "box": 1, "window": "after_four_cards", "insures": "banker"}
    table.report("neglected_insurance", by="pit_manager", **claim).expect("original_bet_returned", stake=1000)


def test_5_3_who_walks_away_forgoes_insurance() -> None:
    table = clauses.dealing(DA_HU).cards(FOUR).do("walk_away", patron="seat 1")
    table.insure("seat 1 banker 1").refused("insurance_is_forgone", "5.3", "seat 1")
    table.cards("6d").insure("seat 1 banker 1").refused("insurance_is_forgone", "5.3")


NEGLECTED = {"patron": "seat 1", "box": 1, "window": "after_four_cards", "insures": "banker"}


def test_5_13_neglected_insurance_that_would_have_won_returns_the_lost_bet() -> None:
    table = clauses.dealing(DA_HU).cards(FOUR).cards("3c").expect("coup_settled", winner="player").net(seat_1=-500)
    for by in ("dealer", "pit_supervisor"):
        table.report("neglected_insurance", by=by, **NEGLECTED).expect("irregularity_reported", decides="pit_manager")
        table.decide(confirm=True).refused("authority_too_low", "5.13", "pit manager")
        table.try_("withdraw_report", by=by).expect("report_withdrawn", cite="5.13").phase("paying").net(seat_1=-500)
    table.report("neglected_insurance", by="pit_manager").refused("answer_is_needed", "5.13")
    table.report("neglected_insurance", by="pit_manager", **NEGLECTED).expect("original_bet_returned", cite="5.13")
    table.net(seat_1=0)
    table.report("neglected_insurance", by="shift_manager", **NEGLECTED).refused("already_returned", "5.13", "500")


def test_5_13_only_what_was_due_lost_and_would_have_won() -> None:
    def claim(cards: str, **changes: object) -> object:
        table = clauses.dealing(DA_HU, "seat 1 banker 500", "seat 1 player 100").cards(cards)
        return table.report("neglected_insurance", by="pit_manager", **NEGLECTED | changes).answer.code  # type: ignore[union-attr]

    assert claim("2h 2c 3d 4s Kd") == "original_bet_did_not_lose"
    assert claim("2h 2c 3d 4s 6d 5c") == "original_bet_did_not_lose"  # A tie returned it.
    assert claim("2h 2c 3d 4s Kd", insures="player") == "insurance_was_not_due"
    assert claim("Ah 2c 2d 4s 6c 2s", insures="banker", window="after_player_third_card") == "insurance_was_not_due"
    assert claim("2h 2c 3d 4s 3c", box=2) == "no_original_bet"
    assert claim("2h 2c 3d 4s 3c", window="after_player_third_card") == "insurance_was_not_due"
    assert (
        clauses.dealing(DA_HU)
        .report("neglected_insurance", by="pit_manager", **NEGLECTED)
        .refused("coup_is_not_settled", "5.13")
    )


def test_5_13_insurance_that_was_taken_was_offered_and_the_cap_holds() -> None:
    table = clauses.dealing(DA_HU, "seat 1 banker 99").cards(FOUR).insure("seat 1 banker 33").cards("6d 4c")
    table.expect("coup_settled", winner="player").net(seat_1=0)
    table.report("neglected_insurance", by="pit_manager", **NEGLECTED).refused("insurance_was_taken", "5.13")
    second = NEGLECTED | {"window": "after_player_third_card"}
    table.report("neglected_insurance", by="pit_manager", **second).refused("insurance_above_cap", "3.12.2", "99")


def test_5_13_not_for_who_walked_away_or_where_a_squeeze_waived_it() -> None:
    table = clauses.dealing(DA_HU).cards(FOUR).do("walk_away", patron="seat 1").cards("3c")
    table.report("neglected_insurance", by="pit_manager", **NEGLECTED).refused("insurance_is_forgone", "5.3")
    squeezed = clauses.dealing(DA_HU, face_down=True)
    squeezed.do("squeeze", by="pit_supervisor", patron="seat 1", card="banker_third_first")
    squeezed.cards(BOTH).cards("4c").expect("coup_settled", winner="player")
    second = NEGLECTED | {"window": "after_player_third_card"}
    squeezed.report("neglected_insurance", by="pit_manager", **second).refused("insurance_is_waived", "3.14")


def test_5_13_a_returned_bet_goes_back_to_the_layout_when_the_coup_is_void() -> None:
    table = clauses.dealing(DA_HU).cards(FOUR).cards("3c").report("neglected_insurance", by="pit_manager", **NEGLECTED)
    recount = {"cards": f"{FOUR} 3c 9h", "reconstruct": False}
    table.net(seat_1=0).report("wrong_number_of_cards", by="pit_supervisor", **recount)
    table.expect("settlement_reversed", "coup_voided").net(seat_1=0, seat_2=0)
    assert table.layout == 0


def test_5_8_insurance_taken_on_cards_that_were_not_so_is_returned() -> None:
    """The first four cards in their order offer nothing: what was staked on them goes back."""
    table = clauses.dealing(DA_HU).cards(FOUR).insure("seat 1 banker 100")
    table.report("wrong_area", by="pit_supervisor", cards="4s 2h 2c 3d", note="seen by two")
    table.expect("insurance_returned", cite="5.8").net(seat_1=-500)
    table.cards("2s").expect("coup_settled", winner="banker").net(seat_1=500)  # 6 v 7.
    table.replays()


def test_5_13_the_second_window_neglected_with_room_left_under_the_cap() -> None:
    table = clauses.dealing(DA_HU).cards(FOUR).insure("seat 1 banker 10").cards("6d 4c").net(seat_1=-500 + 30)
    second = NEGLECTED | {"window": "after_player_third_card"}
    table.report("neglected_insurance", by="pit_manager", **second).expect("original_bet_returned", stake=470)
    table.net(seat_1=0)  # Nobody is better off than if it had been offered.


def test_5_12_3_insurance_comes_back_with_the_bet_and_everybody_elses_stays() -> None:
    table = shift(DA_HU).bets("seat 1 banker 300", "seat 3 banker 300").close().cards(FOUR)
    table.insure("seat 1 banker 100").insure("seat 3 banker 50")
    table.report("simultaneous", by="pit_supervisor", cards="3c 9c").expect("options_given")
    table.choose("seat 1", "return").expect("bets_returned").net(seat_1=0, seat_3=-350)
    table.choose("seat 3", "continue").do("draw_card").expect("coup_settled", winner="player")
    table.net(seat_1=0, seat_3=-300 + 150)
