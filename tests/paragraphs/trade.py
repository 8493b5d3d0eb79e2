"""What the two rulebooks of the trade share, tried with each."""

from __future__ import annotations

from paragraphs.coup_lines import check
from paragraphs.rest import NATURAL, dealing
from paragraphs.tableau_lines import banker_rows, lone_banker_rows, natural_rows, player_rows
from punto.rulebook import Authority
from punto.table.events import CardDrawn
from punto.view.grounds import grounds
from rulebook.shelf import book
from table.shift import bare, shift


def check_decks(id: str) -> None:
    for decks in (6, 8):
        bare().do("open_table", rulebook=id, settings={"decks": decks})
    for decks in (5, 9):
        bare().try_("open_table", rulebook=id, settings={"decks": decks}).refused("bad_setting", "1.1", str(decks))
    sign = bare().do("open_table", rulebook=id).table.sign
    assert sign is not None
    assert sign.decks == 8


def check_values(id: str) -> None:
    check(id, "cards Ah Tc 7d 7s", "result player 8 v 7")
    check(id, "cards 9h Qc 9d 9s", "result banker 9 v 8")
    check(id, "cards Jh Kc 5d 6s | 9d", "result banker 6 v 4")


def check_burn(id: str) -> None:
    for card, burned in (("Ah", 1), ("9c", 9), ("Td", 10), ("Ks", 10)):
        table = shift(id).do("burn", card=card).expect("cards_burned", card=card, unseen=burned)
        assert grounds(table.log[-1], book(id)) == ("1.3",)
        table.do("open_bets").try_("burn", card=card).refused("coup_in_progress")


def check_cut(id: str) -> None:
    sign = bare().do("open_table", rulebook=id).table.sign
    assert sign is not None
    assert sign.cut == 14
    table = shift(id, decks=6, cut=6 * 52 - 6).bets("seat 1 banker 10").close().cards(NATURAL)
    table.bets("seat 1 banker 10").close().cards("2h").lacks("cut_card_reached")
    table.do("draw_card", card="2c").expect("cut_card_reached").cards("3d 4s Kd").expect("coup_settled")
    table.bets("seat 1 banker 10").close().cards(NATURAL).expect("coup_settled")
    table.try_("open_bets").refused("shoe_is_finished")


def check_empty_shoe(id: str) -> None:
    """A shoe that is empty in the middle of a coup voids it."""
    clause = book(id).irregularities["out_of_cards"]
    assert (clause.cite, clause.decides) == ("1.4", Authority.PIT_SUPERVISOR)
    dealing(id, "2h").report("out_of_cards", by="pit_supervisor").expect("coup_voided", cite="1.4")


def check_calls(id: str) -> None:
    table = shift(id).place("seat 1 banker 10").refused("bets_are_not_open", "2.1")
    table.bets("seat 1 banker 10").try_("draw_card", card="9h").refused("bets_are_open", "2.1")
    table.close().try_("close_bets").refused("bets_are_closed", "2.1")


def check_limits(id: str) -> None:
    table = shift(id, stake_min=10, stake_max=100).do("open_bets")
    table.place("seat 1 banker 9").refused("below_minimum", "2.2", "9", "10")
    table.place("seat 1 banker 101").refused("above_maximum", "2.2", "101", "100")
    table.place("seat 1 banker 100").expect("bet_placed")


def check_bets(id: str, *bets: str) -> None:
    """Each alone, and all together."""
    assert tuple(book(id).bets) == bets
    for bet in bets:
        shift(id).bets(f"seat 1 {bet} 10").close().cards(NATURAL).expect("coup_settled")
    shift(id).bets(*(f"seat 1 {bet} 10" for bet in bets)).close().cards(NATURAL).expect("coup_settled")
    shift(id).do("open_bets").place("seat 1 tiger 10").refused("unknown_bet")


def check_boxes(id: str) -> None:
    for boxes in (5, 6, 7, 9):
        shift(id, boxes=boxes).bets(f"seat {boxes} banker 10").place(f"seat {boxes + 1} banker 10").refused(
            "unknown_box", "2.4"
        )
    bare().try_("open_table", rulebook=id, settings={"boxes": 8}).refused("bad_setting", "2.4", "8")


def check_opening(id: str) -> None:
    """Four cards, Player first and in turn; a coup of three is none."""
    check(id, "cards 9h 2c Kd 3s", "result player 9 v 5")
    check(id, "cards 2h 9c 3d Ks", "result banker 9 v 5")
    check(id, "cards 2h 3c 2d", "bet tie 5", "refused too_few_cards")
    drawn = [event for event in dealing(id, NATURAL).log if isinstance(event, CardDrawn)]
    assert [event.side for event in drawn] == ["player", "banker", "player", "banker"]
    for place, event in enumerate(drawn):
        assert grounds(event, book(id), [before.card for before in drawn[:place]]) == ("3.1",)


def check_naturals(id: str) -> None:
    for cards, natural in natural_rows():
        check(id, cards, f"natural {natural} (3.2)")


def check_player_draws(id: str) -> None:
    for cards, verb in player_rows():
        check(id, cards, f"player {verb} (3.3)")


def check_lone_banker_draws(id: str) -> None:
    for cards, verb in lone_banker_rows():
        check(id, cards, f"banker {verb} (3.4)")


def check_banker_draws(id: str) -> None:
    for cards, verb in banker_rows():
        check(id, cards, f"banker {verb} (3.5)")


def check_losing(id: str) -> None:
    check(id, "cards 9h 2c Kd 3s", "bet banker 100 -> -100 (4.1)")
    check(id, "cards 2h 9c 3d Ks", "bet player 100 -> -100 (4.1)")


def check_tie_returns(id: str) -> None:
    check(id, "cards 2h 2c 4d 4s", "bet player 100 -> 0 (4.2)", "bet banker 100 -> 0 (4.2)")


def check_tie_pays(id: str) -> None:
    check(id, "cards 2h 2c 4d 4s", "bet tie 10 -> +80 (4.6)")
    check(id, "cards 9h 2c Kd 3s", "bet tie 10 -> -10 (4.6)")


def check_void_returns(id: str) -> None:
    table = dealing(id, "2h").report("other").rule("no cards", coup="void").expect("coup_voided").net(seat_1=0)
    table.net(seat_2=0)
    assert table.layout == 0


def check_rulings(id: str) -> None:
    table = (
        dealing(id, "2h").report("foreign_card").expect("irregularity_reported", cite="5.2", decides="shift_manager")
    )
    table.decide(by="pit_manager", confirm=True).refused("ruling_is_needed", "5.2")
    table.rule("the card is taken out", by="pit_manager").refused("authority_too_low", "5.2")
    table.rule("the card is taken out").expect("ruling_made", cite="5.2", decided_by="shift_manager")
