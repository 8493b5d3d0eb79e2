"""RWS Baccarat at the table: sections 2 to 5, each test named by its paragraph."""

import pytest

from table import clauses
from table.shift import bare, shift, wide_limits

RWS = "rws-baccarat"


def test_2_1_1_a_table_shows_one_of_the_layouts() -> None:
    for boxes in (5, 6, 7, 9):
        shift(RWS, boxes=boxes)
    bare().try_("open_table", rulebook=RWS, settings={"boxes": 8} | wide_limits(RWS)).refused(
        "bad_setting", "2.1.1 a", "8"
    )


def test_2_1_1_a_there_is_a_box_for_each_patron_and_no_more() -> None:
    table = shift(RWS, boxes=7).bets("seat 7 banker 10")
    table.place("seat 8 banker 10").refused("unknown_box", "2.1.1 a", "box 8", "1 to 7")
    table.place("box 7 Tan banker 10").refused("box_is_taken", "1.20", "seat 7")


def test_2_2_1_four_to_ten_decks() -> None:
    for decks in (4, 10):
        shift(RWS, decks=decks)
    for decks in (3, 11):
        bare().try_("open_table", rulebook=RWS, settings={"decks": decks} | wide_limits(RWS)).refused(
            "bad_setting", "2.2.1", str(decks)
        )


def test_3_3_bets_open_with_the_dealers_call() -> None:
    clauses.check_opened_by_the_dealers_call(RWS, "3.3")


def test_3_4_limits_stand_on_the_sign() -> None:
    clauses.check_limits_are_shown(RWS)


def test_3_5_bets_keep_within_the_limits() -> None:
    clauses.check_within_the_limits(RWS, "3.5", "5.2", "5.1")


def test_3_6_the_balance_of_a_box_is_open_to_others() -> None:
    clauses.check_the_balance_is_open_to_others(RWS)


def test_3_7_side_bets_need_no_original_bet() -> None:
    clauses.check_side_bets_stand_alone(RWS)


def test_3_8_bets_close_with_the_dealers_call() -> None:
    clauses.check_closed_by_the_dealers_call(RWS, "5.6")


def test_3_9_the_squeeze_is_the_highest_seated_patrons() -> None:
    clauses.check_squeezed_by_the_highest_seated(RWS)
    clauses.check_the_squeeze_moves_on(RWS)


def test_3_9_nothing_is_squeezed_where_cards_lie_face_up() -> None:
    clauses.check_no_squeeze_face_up(RWS)


def test_3_9_a_squeeze_is_asked_for_before_the_card_is_dealt() -> None:
    clauses.check_squeezed_before_it_is_dealt(RWS)


def test_3_9_a_request_to_squeeze_waits_for_the_house() -> None:
    clauses.check_a_request_waits_for_the_house(RWS)
    clauses.check_a_request_that_cannot_be_granted_is_gone(RWS)


def test_3_10_four_cards_player_first() -> None:
    table = clauses.dealing(RWS)
    sides = [table.do("draw_card", card=card).answer[0].side for card in ("2h", "2c", "3d", "4s")]  # type: ignore[index, union-attr]
    assert sides == ["player", "banker", "player", "banker"]


def test_3_11_and_3_12_third_cards_follow_the_tableau() -> None:
    stands = clauses.dealing(RWS).cards("3h 9c 3d 7s")  # Player stands on 6, Banker stands on 6.
    stands.expect("coup_settled", winner="tie")
    stands.try_("draw_card", card="2h").refused("no_coup")
    draws = clauses.dealing(RWS).cards("3h 9c 3d 6s").phase("dealing")  # Banker draws on 5.
    draws.do("draw_card", card="2c").expect("card_drawn", side="banker").expect("coup_settled")


def test_3_13_the_higher_total_wins() -> None:
    clauses.dealing(RWS).cards(clauses.NATURAL).expect("coup_settled", winner="player", player_points=9)


def test_3_14_a_tie_returns_the_original_bets() -> None:
    clauses.check_a_tie_returns_original_bets(RWS, "3.14")


def test_4_1_every_bet_is_paid_as_its_pay_table_says() -> None:
    clauses.check_paid_as_the_pay_tables_say(RWS)


def test_5_1_what_exceeds_the_differential_is_rejected_the_last_claim_first() -> None:
    clauses.check_excess_is_rejected(RWS)
    clauses.check_excess_left_under_the_minimum_goes_whole(RWS)


def test_5_1_nothing_is_rejected_after_the_bets_closed() -> None:
    clauses.check_no_excess_after_the_bets_closed(RWS)


def test_5_1_chips_on_the_light_side_of_a_box_beyond_its_differential_are_told_as_such() -> None:
    table = shift(RWS, limits="observed", differential_max=1000).bets("seat 1 banker 5000")
    lies = "Banker 5,000 v Player 0 in box 1"
    told = f"{lies}: with more on Player the differential of 1,000 is still exceeded"
    table.place("seat 1 player 100").expect("limit_exceeded", cite="5.1", message=told)
    told = "Banker 5,000 v Player 100 in box 1: only 0 more can be taken on Banker"
    table.place("seat 1 banker 100").expect("limit_exceeded", cite="5.1", message=told)


def test_5_1_a_standing_bet_goes_on_a_seated_patrons_box() -> None:
    table = shift(RWS).do("open_bets")
    table.place("box 1 standing Tan banker 10").refused("nobody_is_seated", "1.21")
    table.place("seat 1 banker 10").place("box 1 standing Tan banker 10").expect("bet_placed")
    table.place("box 1 seated Tan banker 10").refused("stance_is_taken", "1.21", "standing")


def test_5_1_1_a_box_beyond_its_differential_plays_pro_rata() -> None:
    clauses.check_pro_rata(RWS)


def test_5_1_1_shares_are_those_of_the_second_implementation() -> None:
    clauses.check_pro_rata_like_the_second_implementation(RWS)


def test_5_1_1_no_share_is_below_the_minimum() -> None:
    clauses.check_no_share_below_the_minimum(RWS)


def test_5_1_2_a_bet_under_the_minimum_is_not_apportioned() -> None:
    clauses.check_under_the_minimum_is_not_apportioned(RWS)


def test_5_2_a_patron_below_the_minimum_is_advised_and_may_increase_or_withdraw() -> None:
    clauses.check_advised_of_the_minimum(RWS)


def test_5_2_1_an_unnoticed_bet_below_the_minimum_wins_or_loses() -> None:
    clauses.check_unnoticed_under_the_minimum(RWS)


def test_5_3_the_bet_of_who_walked_away_is_settled() -> None:
    clauses.check_settled_for_who_walked_away(RWS, "5.3")


def test_5_4_an_interruption_is_judged_by_every_way_the_coup_can_go_on() -> None:
    clauses.check_established_like_the_second_implementation(RWS, "5.4.1", "5.4.2")


def test_5_4_1_with_an_outcome_established_the_coup_is_concluded() -> None:
    table = (
        clauses.dealing(RWS).cards("2h 2c 3d").report("interruption").confirm().expect("coup_continued", cite="5.4.1")
    )
    table.cards("4s 6d 9c").expect("coup_settled")  # Player Pair was lost with the third card.


def test_5_4_2_with_no_outcome_established_the_coup_is_void() -> None:
    clauses.dealing(RWS).cards("2h 2c").report("interruption").confirm().expect("coup_voided", cite="5.4.2")
    clauses.check_interrupted_while_bets_are_open(RWS)


@pytest.mark.parametrize(
    ("what", "cite"),
    [("foreign_card", "5.5.1"), ("shortage", "5.5.2"), ("excess", "5.5.2"), ("not_shuffled", "5.5.5")],
)
def test_5_5_the_coup_is_void_and_those_before_stand(what: str, cite: str) -> None:
    clauses.check_voided_by(RWS, what, cite)


def test_5_5_1_a_foreign_card_voids_the_coup() -> None:
    clauses.check_voided_by(RWS, "foreign_card", "5.5.1")


def test_5_5_2_a_card_too_many_is_noticed_as_it_is_drawn() -> None:
    clauses.check_a_card_too_many_is_noticed(RWS)


def test_5_5_3_a_wrong_number_of_cards_is_put_in_order_where_it_can_be() -> None:
    clauses.check_wrong_number_put_in_order(RWS)
    clauses.check_wrong_number_that_changes_the_result(RWS)


def test_5_5_3_beyond_order_the_coup_is_void_and_a_payment_taken_back() -> None:
    clauses.check_wrong_number_beyond_repair(RWS)


def test_5_5_3_noticed_after_the_next_coup_began_it_changes_nothing() -> None:
    clauses.check_wrong_number_too_late(RWS)


def test_5_5_4_cards_that_run_out_void_the_coup() -> None:
    clauses.check_out_of_cards(RWS)


def test_5_5_5_cards_that_were_not_shuffled_void_the_coup() -> None:
    clauses.check_voided_by(RWS, "not_shuffled", "5.5.5")


def test_5_6_a_bet_after_no_more_bets_is_refused() -> None:
    clauses.check_late_bets_are_refused(RWS)


def test_5_7_an_extra_card_is_dealt_in_this_coup() -> None:
    clauses.check_extra_card_in_this_coup(RWS)


def test_5_7_an_extra_card_is_used_in_the_next_coup() -> None:
    clauses.check_extra_card_in_the_next_coup(RWS)
    clauses.check_extra_card_before_the_first_coup(RWS)


def test_5_7_a_card_exposed_while_bets_are_open() -> None:
    clauses.check_exposed_while_bets_are_open(RWS)


def test_5_7_cards_that_cannot_be_put_in_order_begin_the_next_coup() -> None:
    clauses.check_cards_beyond_order_begin_the_next_coup(RWS)


def test_5_7_1_options_are_given_unless_an_outcome_is_established() -> None:
    clauses.check_options_unless_established(RWS)


def test_5_8_cards_in_the_wrong_area_are_put_in_order() -> None:
    clauses.check_wrong_area(RWS)
    clauses.check_wrong_area_that_ends_the_coup(RWS)


def test_5_8_no_options_where_established_and_put_in_order() -> None:
    clauses.check_wrong_area_once_established(RWS)


def test_5_8_1_the_wrong_area_and_5_8_2_the_wrong_person_are_one_report() -> None:
    clauses.check_wrong_area(RWS)


def test_5_8_2_the_wrong_person_squeezing() -> None:
    table = clauses.dealing(RWS, face_down=True).cards("2h")
    table.report("wrong_area", note="to the wrong person").confirm().expect("options_given", cite="5.12")


def test_5_9_a_card_dealt_face_up_stands() -> None:
    clauses.check_face_up_goes_on(RWS)


def test_5_10_the_pit_supervisor_orders_cards_drawn_together() -> None:
    clauses.check_simultaneous(RWS)


def test_5_10_1_cards_drawn_together_always_give_options() -> None:
    clauses.check_simultaneous_gives_options(RWS)


def test_5_10_2_the_cards_may_be_replaced() -> None:
    clauses.check_simultaneous_and_new_cards(RWS)


def test_5_11_an_error_noticed_too_late_has_no_effect() -> None:
    clauses.check_noticed_too_late(RWS)


def test_5_12_a_choice_is_made_once_and_remembered() -> None:
    clauses.check_choices_are_remembered(RWS)


def test_5_12_who_walked_away_has_no_choice() -> None:
    clauses.check_who_left_has_no_choice(RWS)


def test_5_12_1_going_on_where_cards_cannot_be_put_in_order() -> None:
    clauses.check_wrong_area_once_established(RWS)


def test_5_12_2_going_on_with_cards_put_in_order() -> None:
    clauses.check_wrong_area(RWS)


def test_5_12_3_having_the_bet_back() -> None:
    clauses.check_choices_are_remembered(RWS)


def test_5_13_bets_are_settled_as_the_chips_lie() -> None:
    clauses.check_settled_as_the_chips_lie(RWS, "5.13")


def test_5_15_a_void_returns_every_bet_once() -> None:
    clauses.check_a_void_returns_every_bet_once(RWS, "5.15")


def test_5_16_staff_place_a_bet_on_request() -> None:
    clauses.check_bet_on_request(RWS, "5.16")


def test_5_17_what_no_clause_covers_is_the_shift_managers_ruling() -> None:
    clauses.check_shift_manager_rules(RWS, "5.17")


def test_5_5_1_a_foreign_card_may_be_anything_at_all() -> None:
    table = clauses.dealing(RWS).report("foreign_card", card="joker")
    table.expect("irregularity_reported", cards="joker").confirm().expect("coup_voided", cite="5.5.1")


def test_5_11_an_error_is_recorded_between_shoes_too() -> None:
    shift(RWS).do("close_shoe", by="pit_supervisor", reason="so be it").report("late_error").expect(
        "irregularity_reported", cite="5.11"
    )
