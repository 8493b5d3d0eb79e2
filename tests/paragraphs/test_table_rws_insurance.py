"""Non-Commission Baccarat with Insurance at the table: sections 2 to 5, each test named by its paragraph."""

from typing import Any

import pytest

import oracle
from punto.kit import read_cards
from table import clauses
from table.shift import bare, shift

BOOK = "rws-insurance"
FOUR = "2h 2c 3d 4s"  # Player 5 v Banker 6: Banker 3 to 1.


def test_2_1_1_a_table_shows_one_of_the_layouts() -> None:
    for boxes in (5, 6, 7, 9):
        shift(BOOK, boxes=boxes)
    bare().try_("open_table", rulebook=BOOK, settings={"boxes": 8}).refused("bad_setting", "2.1.2", "8")


def test_2_1_2_there_is_a_box_for_each_patron_and_no_more() -> None:
    table = shift(BOOK, boxes=5).bets("seat 5 banker 10")
    table.place("seat 6 banker 10").refused("unknown_box", "2.1.2", "1 to 5")


def test_2_1_2_anybody_may_bet_standing_where_the_document_says_nothing_of_it() -> None:
    shift(BOOK).bets("box 1 standing Tan banker 10")


def test_2_1_3_every_area_takes_bets() -> None:
    clauses.check_side_bets_stand_alone(BOOK)


def test_2_2_1_four_to_eight_decks() -> None:
    for decks in (4, 8):
        shift(BOOK, decks=decks)
    bare().try_("open_table", rulebook=BOOK, settings={"decks": 9}).refused("bad_setting", "2.2.1", "9")


def test_3_1_bets_open_with_the_dealers_call() -> None:
    clauses.check_opened_by_the_dealers_call(BOOK, "3.1")


def test_3_2_bets_close_with_the_dealers_call() -> None:
    clauses.check_closed_by_the_dealers_call(BOOK, "5.2")


def test_3_3_side_bets_need_no_original_bet() -> None:
    clauses.check_side_bets_stand_alone(BOOK)


def test_3_4_four_cards_player_first() -> None:
    clauses.dealing(BOOK).cards("9h 2c").phase("dealing").cards("Kd 3s").expect("coup_settled", winner="player")


def test_3_5_insurance_is_offered_as_the_situation_arises() -> None:
    table = clauses.dealing(BOOK).cards(FOUR).expect("insurance_offered", odds="3 to 1", cite="4.1.2")
    table.cards("6d").expect("insurance_forgone", "insurance_offered", window="after_player_third_card", odds="7 to 1")


def test_3_5_insurance_not_taken_is_forgone_by_window() -> None:
    table = clauses.dealing(BOOK).cards(FOUR).cards("6d")
    table.expect("insurance_forgone", cite="reading:forgone-by-window")
    table.insure("seat 1 banker 10").expect("insurance_taken", window="after_player_third_card")


def test_3_5_1_insurance_only_while_a_third_card_can_come() -> None:
    clauses.dealing(BOOK).insure("seat 1 banker 1").refused("insurance_not_offered", "3.5.1")
    clauses.dealing(BOOK).cards("9h 2c Kd 4s").lacks("insurance_offered").expect("coup_settled")
    stands = clauses.dealing(BOOK).cards("2h 2c 2d 4s").do("draw_card", card="5c")  # 9 v 6, Banker stands.
    stands.expect("coup_settled").lacks("insurance_offered")


def test_3_5_2_all_insurance_on_a_bet_wins_no_more_than_the_bet() -> None:
    table = clauses.dealing(BOOK, "seat 1 banker 100").cards(FOUR).insure("seat 1 banker 25").cards("6d")
    table.insure("seat 1 banker 4").refused("insurance_above_cap", "3.5.2", "at most 3", "75")
    table.insure("seat 1 banker 3").expect("insurance_taken").cards("4c").net(seat_1=-100 + 75 + 21)


def test_3_5_2_the_cap_is_measured_before_anything_is_rounded() -> None:
    """Player 3 v Banker 4 pays 1.5 to 1: three slips of 1 on a bet of 5 win 4.5 of it, though halves go up."""
    table = clauses.dealing(BOOK, "seat 1 banker 5", rounding="nearest").cards("Kh 2c Qd 2s | 3d")
    table.insure("seat 1 banker 1").expect("insurance_taken", odds="1.5 to 1").insure("seat 1 banker 1")
    table.insure("seat 1 banker 1").expect("insurance_taken")
    table.insure("seat 1 banker 1").refused("insurance_above_cap", "3.5.2", "at most 0")
    table.cards("7c").expect("coup_settled", winner="player").net(seat_1=-5 + 2 + 2 + 2)


def test_3_5_2_a_table_that_refuses_fractions_refuses_them_of_insurance_too() -> None:
    table = clauses.dealing(BOOK, "seat 1 banker 50", rounding="refuse").cards("Kh 2c Qd 2s | 3d")
    table.insure("seat 1 banker 3").refused("stake_does_not_divide", "4.1.2", "1.5 to 1")
    table.insure("seat 1 banker 4").expect("insurance_taken").cards("7c").net(seat_1=-50 + 6)


def test_3_6_third_cards_follow_the_tableau() -> None:
    clauses.dealing(BOOK).cards("3h 9c 3d 7s").expect("coup_settled", winner="tie")
    clauses.dealing(BOOK).cards("3h 9c 3d 6s").phase("dealing")


def test_3_9_a_tie_returns_original_bets_and_insurance() -> None:
    table = clauses.dealing(BOOK).cards(FOUR).insure("seat 1 banker 100").cards("6d 5c")
    table.expect("coup_settled", winner="tie").net(seat_1=0, seat_2=0)
    assert {line.cite for line in table.settled.lines} == {"3.9"}


def test_4_1_every_bet_is_paid_as_its_pay_table_says() -> None:
    clauses.check_paid_as_the_pay_tables_say(BOOK)


def test_4_1_2_player_insurance_on_nine_is_paid_on_a_tie() -> None:
    table = clauses.dealing(BOOK).cards("Ah 2c 2d 4s 6c").insure("seat 2 player 10").cards("3c")
    table.expect("coup_settled", winner="tie").net(seat_2=80)


def test_4_1_3_only_who_holds_a_bet_on_the_hand_insures_it() -> None:
    table = clauses.dealing(BOOK).cards(FOUR)
    table.insure("seat 2 banker 10").refused("no_original_bet", "4.1.3", "seat 2")


@pytest.mark.parametrize("card", ["banker_third_first", "expose_banker_third"])
def test_4_1_4_squeezing_or_exposing_bankers_third_first_waives_the_second_window(card: str) -> None:
    table = clauses.dealing(BOOK).cards(FOUR)
    table.try_("squeeze", patron="nobody", card=card, by="pit_supervisor").refused("no_such_bet")
    table.try_("squeeze", patron="seat 2", card=card).refused("authority_too_low", "4.1.4", "pit supervisor")
    table.do("squeeze", patron="seat 2", card=card, by="pit_supervisor").expect("insurance_waived", cite="4.1.4")
    table.insure("seat 1 banker 10").expect("insurance_taken")
    table.cards("6d").lacks("insurance_offered").insure("seat 1 banker 10").refused("insurance_is_waived", "4.1.4")


def test_4_1_4_whoever_bets_may_ask_and_the_house_consents_or_not() -> None:
    table, first = clauses.dealing(BOOK), {"card": "banker_third_first"}
    table.try_("squeeze", patron="nobody", by="patron", **first).refused("no_such_bet")
    for patron in ("seat 1", "seat 2"):
        table.try_("squeeze", patron=patron, by="patron", **first).expect("squeeze_requested", cite="4.1.4")
        table.lacks("insurance_waived")
    table.try_("squeeze", patron="seat 1", decline=True, **first).expect("squeeze_declined", cite="4.1.4")
    table.do("squeeze", patron="seat 2", by="pit_supervisor", **first)
    table.expect("squeeze_granted", "insurance_waived", cite="4.1.4")
    table.try_("squeeze", patron="seat 1", by="pit_supervisor", **first)
    table.refused("squeeze_is_not_yours", "4.1.4", "seat 2")


def test_4_1_4_the_waiver_ends_with_the_coup() -> None:
    consent = {"patron": "seat 1", "card": "banker_third_first", "by": "pit_supervisor"}
    table = clauses.dealing(BOOK).do("squeeze", **consent).expect("insurance_waived").cards(clauses.NATURAL)
    table.bets("seat 1 banker 500").close().cards(FOUR).cards("6d").expect("insurance_offered")


def test_5_1_what_voids_a_coup_returns_every_stake_insurance_too() -> None:
    table = clauses.dealing(BOOK).cards(FOUR).insure("seat 1 banker 100").report("foreign_card")
    table.confirm().expect("coup_voided", cite="5.1.1").net(seat_1=0, seat_2=0)
    assert sorted(one.stake for one in table.voided.stakes) == [100, 300, 500]


def test_5_1_1_a_foreign_card_voids_the_coup_and_those_before_stand() -> None:
    table = clauses.dealing(BOOK).cards(clauses.NATURAL).net(seat_1=-500).bets("seat 1 banker 10").close().cards("2h")
    table.report("foreign_card").confirm().expect("coup_voided", "cards_condemned", cite="5.1.1").net(seat_1=-500)
    table.try_("open_bets").refused("cards_must_be_replaced")


def test_5_1_1_a_card_too_many_is_a_slip_until_it_is_reported_as_foreign() -> None:
    table = shift(BOOK)
    for _ in range(4):
        table.bets("seat 1 player 10").close().cards("As Ks As 8d")
    table.bets("seat 1 player 10").close().try_("draw_card", card="As").refused("card_not_in_shoe", "5.1.1", "8 times")
    table.report("foreign_card", cards="As").confirm().expect("coup_voided", cite="5.1.1").net(seat_1=-40)


def test_5_1_2_a_wrong_number_of_cards_is_put_in_order_or_void() -> None:
    table = clauses.dealing(BOOK).cards(clauses.NATURAL)
    table.report("wrong_number_of_cards", cards=f"{clauses.NATURAL} 7d").expect("irregularity_reported", cite="5.1.2")
    table.decide(reconstruct=True).expect("cards_reconstructed", surplus="7d", cite="5.1.2").net(seat_2=300)
    again = {"cards": f"{clauses.NATURAL} 7d", "reconstruct": False}
    table.report("wrong_number_of_cards", by="pit_supervisor", **again).expect("coup_voided", cite="5.1.2")
    table.net(seat_1=0, seat_2=0).do("open_bets").report("wrong_number_of_cards").refused("no_coup", "5.1.2")


def test_5_1_3_cards_that_run_out_void_the_coup() -> None:
    table = shift(BOOK).bets("seat 1 banker 10").close().cards("2h").cards_left(0)
    table.do("draw_card", card="2c").expect("coup_voided", cite="5.1.3").net(seat_1=0)


def test_5_1_3_no_bets_are_opened_with_too_few_cards() -> None:
    clauses.check_too_few_cards(BOOK, "5.1.3")


def test_5_2_a_bet_after_no_more_bets_is_refused() -> None:
    table = clauses.dealing(BOOK)
    table.place("seat 3 tie 10").refused("bets_are_closed", "5.2")
    table.place("seat 1 banker 10").refused("bets_are_closed", "5.2")


@pytest.mark.parametrize(("cards", "pays"), [(clauses.NATURAL, -1), ("2h 9c Kd Ks", 1)], ids=["lost", "won"])
def test_5_2_an_increase_found_after_the_close_goes_back_won_or_lost(cards: str, pays: int) -> None:
    """Of the 500 on record 200 came after the call; the 300 that lay before stand."""
    table = clauses.dealing(BOOK).cards(cards).net(seat_1=500 * pays)
    lay = [{"box": 1, "bet": "banker", "stake": 300}]
    table.report("misplaced_bet", patron="seat 1", lay=lay, note="raised late").net(seat_1=500 * pays)
    table.confirm().expect("bets_corrected", "settlement_reversed", "coup_settled").net(seat_1=300 * pays).replays()
    table.report("misplaced_bet", by="pit_supervisor", patron="seat 1", lay=[], note="all of it late").net(seat_1=0)


def test_5_3_a_bet_lifted_after_no_more_bets_still_wins_or_loses() -> None:
    table = clauses.dealing(BOOK).try_("withdraw_bet", patron="seat 1", box=1, bet="banker")
    table.refused("bets_are_closed", "5.3").cards(clauses.NATURAL).net(seat_1=-500)


@pytest.mark.parametrize(("cards", "net"), [(clauses.NATURAL, -500), ("2h 9c 3d Kc", 500)])
def test_5_3_lifted_chips_are_to_be_given_back_and_owed_if_the_bet_lost(cards: str, net: int) -> None:
    lay = [{"box": 1, "bet": "banker", "stake": 300}]
    lifted: dict[str, Any] = {"patron": "seat 1", "lay": lay, "note": "seen by two"}
    table = clauses.dealing(BOOK).report("late_withdrawal", **lifted)
    table.expect("irregularity_reported", cite="5.3", leads_to="bet_stands", decides="", reporter="dealer")
    assert [(due.patron, due.amount) for due in table.table.chips_due] == [("seat 1", -300)]
    table.report("late_withdrawal", **lifted).refused("no_such_bet", "5.3", "300").cards(cards).net(seat_1=net)
    table.try_("enter_chips", by="dealer", moved=[{"patron": "seat 1", "amount": -300}]).refused("authority_too_low")
    table.do("enter_chips", by="pit_supervisor", moved=[{"patron": "seat 1", "amount": -100}])
    assert table.script.ledger.balances["owed:seat 1"] == -200
    assert table.table.chips_due == ()
    table.try_("write_off", by="pit_manager", patron="seat 1", amount=200).refused("authority_too_low")
    table.do("write_off", by="shift_manager", patron="seat 1", amount=200).replays()
    assert not table.script.ledger.balances["owed:seat 1"]


def test_5_3_what_cannot_have_been_lifted_is_refused() -> None:
    lay = [{"box": 1, "bet": "banker", "stake": 300}]
    said: dict[str, Any] = {"patron": "seat 1", "lay": lay}
    table = shift(BOOK).bets("seat 1 banker 500").report("late_withdrawal", **said).refused("bets_are_open")
    table = clauses.dealing(BOOK).report("late_withdrawal", patron="seat 1", lay=[]).refused("answer_is_needed", "5.3")
    table.report("late_withdrawal", patron="seat 1", lay=[*lay, *lay]).refused("no_such_bet", "5.3", "600")
    table.report("late_withdrawal", patron="seat 2", lay=lay).refused("no_such_bet", "5.3")
    table.report("late_withdrawal", by="patron", **said).refused("authority_too_low")
    table.report("late_withdrawal", coup=7, **said).refused("no_coup", "5.3", "on the table alone")
    wallets = shift(BOOK, wallets=True).do("buy_in", patron="seat 1", amount=500).bets("seat 1 banker 500").close()
    wallets.report("late_withdrawal", **said).refused("nothing_to_correct", "5.3", "wallets")


@pytest.mark.parametrize("what", ["extra_card", "wrong_area", "face_up", "interruption", "shortage", "not_shuffled"])
def test_5_what_the_document_does_not_cover_is_the_shift_managers_ruling(what: str) -> None:
    table = clauses.dealing(BOOK).cards("2h").report(what).phase("stopped")
    table.expect("irregularity_reported", decides="shift_manager", cite="reading:uncovered-matters")
    table.rule("as at the other tables", coup="void").expect("coup_voided").net(seat_1=0, seat_2=0)


def test_every_offer_in_random_coups_is_that_of_the_second_implementation() -> None:
    for document in ("rws-insurance", "da-hu-ying-xiong", "insurance-lucky-six"):
        for seed in range(60):
            table = shift(document).bets("seat 1 banker 500", "seat 2 player 500").close()
            cards = clauses.random_coup(document, seed)
            for number, card in enumerate(cards, start=1):
                table.do("draw_card", card=card)
                values = [oracle.value(rank) for rank in clauses.ranks(read_cards(" ".join(cards[:number])))]
                window = {4: "after_four_cards", 5: "after_player_third_card"}.get(number)
                expected = {
                    side
                    for side in ("player", "banker")
                    if window and number < len(cards) and oracle.offer(document, window, side, values)  # type: ignore[arg-type]
                }
                events = table.answer
                assert isinstance(events, list)
                assert {getattr(one, "insures", "") for one in events} - {""} == expected, (document, cards, number)
