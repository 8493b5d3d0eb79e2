"""The paragraphs that the two rulebooks of the trade share, tried with each."""

from __future__ import annotations

import pytest

from paragraphs.coup_lines import check
from paragraphs.rest import NATURAL, dealing
from paragraphs.tableau_lines import banker_rows, lone_banker_rows, natural_rows, player_rows
from punto.rulebook import Authority
from punto.table.events import CardDrawn
from punto.view.grounds import grounds
from rulebook.shelf import book
from table.shift import bare, shift

BETS = {
    "ez-baccarat": ("player", "banker", "tie", "dragon_7", "panda_8"),
    "punto-banco": ("player", "banker", "tie", "player_pair", "banker_pair"),
}
BOTH = pytest.mark.parametrize("document", list(BETS))


@BOTH
def test_1_1_six_to_eight_decks(document: str) -> None:
    for decks in (6, 8):
        bare().do("open_table", rulebook=document, settings={"decks": decks})
    for decks in (5, 9):
        bare().try_("open_table", rulebook=document, settings={"decks": decks}).refused(
            "bad_setting", "1.1", str(decks)
        )
    sign = bare().do("open_table", rulebook=document).table.sign
    assert sign is not None
    assert sign.decks == 8


@BOTH
def test_1_2_what_cards_count(document: str) -> None:
    check(document, "cards Ah Tc 7d 7s", "result player 8 v 7")
    check(document, "cards 9h Qc 9d 9s", "result banker 9 v 8")
    check(document, "cards Jh Kc 5d 6s | 9d", "result banker 6 v 4")


@BOTH
def test_1_3_the_first_card_says_how_many_are_burned(document: str) -> None:
    for card, burned in (("Ah", 1), ("9c", 9), ("Td", 10), ("Ks", 10)):
        table = shift(document).do("burn", card=card).expect("cards_burned", card=card, unseen=burned)
        assert grounds(table.log[-1], book(document)) == ("1.3",)
        table.do("open_bets").try_("burn", card=card).refused("coup_in_progress")


@BOTH
def test_1_4_after_the_cut_card_one_more_coup_is_dealt(document: str) -> None:
    sign = bare().do("open_table", rulebook=document).table.sign
    assert sign is not None
    assert sign.cut == 14
    table = shift(document, decks=6, cut=6 * 52 - 6).bets("seat 1 banker 10").close().cards(NATURAL)
    table.bets("seat 1 banker 10").close().cards("2h").lacks("cut_card_reached")
    table.do("draw_card", card="2c").expect("cut_card_reached").cards("3d 4s Kd").expect("coup_settled")
    table.bets("seat 1 banker 10").close().cards(NATURAL).expect("coup_settled")
    table.try_("open_bets").refused("shoe_is_finished")


@BOTH
def test_1_4_an_empty_shoe_voids_the_coup(document: str) -> None:
    """A shoe that is empty in the middle of a coup voids it."""
    clause = book(document).irregularities["out_of_cards"]
    assert (clause.cite, clause.decides) == ("1.4", Authority.PIT_SUPERVISOR)
    dealing(document, "2h").report("out_of_cards", by="pit_supervisor").expect("coup_voided", cite="1.4")


@BOTH
def test_2_1_bets_are_open_between_two_calls(document: str) -> None:
    table = shift(document).place("seat 1 banker 10").refused("bets_are_not_open", "2.1")
    table.bets("seat 1 banker 10").try_("draw_card", card="9h").refused("bets_are_open", "2.1")
    table.close().try_("close_bets").refused("bets_are_closed", "2.1")


@BOTH
def test_2_2_the_sign_gives_the_least_and_the_most(document: str) -> None:
    table = shift(document, stake_min=10, stake_max=100).do("open_bets")
    table.place("seat 1 banker 9").refused("below_minimum", "2.2", "9", "10")
    table.place("seat 1 banker 101").refused("above_maximum", "2.2", "101", "100")
    table.place("seat 1 banker 100").expect("bet_placed")


@BOTH
def test_2_3_the_bets(document: str) -> None:
    """Each alone, and all together."""
    bets = BETS[document]
    assert tuple(book(document).bets) == bets
    for bet in bets:
        shift(document).bets(f"seat 1 {bet} 10").close().cards(NATURAL).expect("coup_settled")
    shift(document).bets(*(f"seat 1 {bet} 10" for bet in bets)).close().cards(NATURAL).expect("coup_settled")
    shift(document).do("open_bets").place("seat 1 tiger 10").refused("unknown_bet")


@BOTH
def test_2_4_one_layout_of_five_to_nine_boxes(document: str) -> None:
    for boxes in (5, 6, 7, 9):
        shift(document, boxes=boxes).bets(f"seat {boxes} banker 10").place(f"seat {boxes + 1} banker 10").refused(
            "unknown_box", "2.4"
        )
    bare().try_("open_table", rulebook=document, settings={"boxes": 8}).refused("bad_setting", "2.4", "8")


@BOTH
def test_3_1_four_cards_player_first(document: str) -> None:
    """Four cards, Player first and in turn; a coup of three is none."""
    check(document, "cards 9h 2c Kd 3s", "result player 9 v 5")
    check(document, "cards 2h 9c 3d Ks", "result banker 9 v 5")
    check(document, "cards 2h 3c 2d", "bet tie 5", "refused too_few_cards")
    drawn = [event for event in dealing(document, NATURAL).log if isinstance(event, CardDrawn)]
    assert [event.side for event in drawn] == ["player", "banker", "player", "banker"]
    for place, event in enumerate(drawn):
        assert grounds(event, book(document), [before.card for before in drawn[:place]]) == ("3.1",)


@BOTH
def test_3_2_with_a_natural_nobody_draws(document: str) -> None:
    for cards, natural in natural_rows():
        check(document, cards, f"natural {natural} (3.2)")


@BOTH
def test_3_3_player_draws_on_nought_to_five(document: str) -> None:
    for cards, verb in player_rows():
        check(document, cards, f"player {verb} (3.3)")


@BOTH
def test_3_4_banker_after_a_standing_player(document: str) -> None:
    for cards, verb in lone_banker_rows():
        check(document, cards, f"banker {verb} (3.4)")


@BOTH
def test_3_5_banker_after_players_third_card(document: str) -> None:
    for cards, verb in banker_rows():
        check(document, cards, f"banker {verb} (3.5)")


@BOTH
def test_4_1_a_bet_on_the_other_hand_loses(document: str) -> None:
    check(document, "cards 9h 2c Kd 3s", "bet banker 100 -> -100 (4.1)")
    check(document, "cards 2h 9c 3d Ks", "bet player 100 -> -100 (4.1)")


@BOTH
def test_4_2_a_tie_returns_the_bets_on_both_hands(document: str) -> None:
    check(document, "cards 2h 2c 4d 4s", "bet player 100 -> 0 (4.2)", "bet banker 100 -> 0 (4.2)")


@BOTH
def test_4_3_player_pays_one_to_one(document: str) -> None:
    check(document, "cards 9h 2c Kd 3s", "bet player 100 -> +100 (4.3)")


@BOTH
def test_4_6_tie_pays_eight_to_one(document: str) -> None:
    check(document, "cards 2h 2c 4d 4s", "bet tie 10 -> +80 (4.6)")
    check(document, "cards 9h 2c Kd 3s", "bet tie 10 -> -10 (4.6)")


@BOTH
def test_5_1_a_void_coup_returns_every_bet(document: str) -> None:
    table = dealing(document, "2h").report("other").rule("no cards", coup="void").expect("coup_voided").net(seat_1=0)
    table.net(seat_2=0)
    assert table.layout == 0


@BOTH
def test_5_2_whatever_goes_wrong_is_ruled_on(document: str) -> None:
    table = (
        dealing(document, "2h")
        .report("foreign_card")
        .expect("irregularity_reported", cite="5.2", decides="shift_manager")
    )
    table.decide(by="pit_manager", confirm=True).refused("ruling_is_needed", "5.2")
    table.rule("the card is taken out", by="pit_manager").refused("authority_too_low", "5.2")
    table.rule("the card is taken out").expect("ruling_made", cite="5.2", decided_by="shift_manager")
