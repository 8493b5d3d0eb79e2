"""What several documents define or lay down in the same way, each tried at a table of that document."""

from __future__ import annotations

from table.shift import Shift, bare, shift

NATURAL = "9h 2c Kd 3s"  # Player 9 v Banker 5, no third card.


def dealing(document: str, cards: str = "", **settings: object) -> Shift:
    """A table with a bet on each hand whose bets have closed, and these cards drawn."""
    table = shift(document, **settings).bets("seat 1 banker 500", "seat 2 player 300").close()  # type: ignore[arg-type]
    return table.cards(cards)


def check_shoe_electronic_or_not(document: str) -> None:
    """One is read by whoever deals, the other names its cards itself."""
    by_hand = dealing(document).try_("draw_card").refused("card_is_needed", "", "physical shoe")
    by_hand.do("draw_card", card="9h").expect("card_drawn", card="9h")
    sealed = shift(document, cards="virtual").bets("seat 1 banker 500").close().do("draw_card").expect("card_drawn")
    assert sealed.table.shoe is not None
    assert sealed.table.shoe.commitment
    by_hand.do("draw_card", card="2c")


def check_dealer_deals(document: str, cite: str) -> None:
    """What a dealer does is not a patron's."""
    table = shift(document).bets("seat 1 banker 500")
    table.try_("close_bets", by="patron").refused("authority_too_low", cite, "dealer")
    table.do("close_bets", by="dealer").try_("draw_card", by="patron", card="9h").refused("authority_too_low", cite)
    table.do("draw_card", by="dealer", card="9h").expect("card_drawn", dealer="dealer")


def check_original_bets(document: str, tie: str) -> None:
    """The differential looks at bets on Player and Banker alone."""
    table = shift(document, stake_min=1, differential_max=100).bets(f"seat 1 {tie} 5000", "seat 1 banker 100")
    table.place("seat 1 banker 1").refused("differential_exceeded")
    table.place("seat 1 player 1").expect("bet_placed").place("seat 1 banker 1").expect("bet_placed")


def check_positions(document: str, cite: str) -> None:
    """Who stands in for somebody was assigned to it, by somebody of that position."""
    table = dealing(document, NATURAL)
    stands_in = {"by": "dealer", "acting": "pit_supervisor"}
    table.try_("change_sign", **stands_in, settings={"stake_min": 5}).refused("not_assigned", cite)
    table.try_("assign", by="dealer", person="dealer", position="pit_supervisor").refused("authority_too_low", cite)
    table.do("assign", by="pit_manager", person="dealer", position="pit_supervisor").expect("position_assigned")
    table.do("change_sign", **stands_in, settings={"stake_min": 5}).expect("sign_changed")


def check_seated(document: str, cite: str) -> None:
    """One patron sits at a box and bets on it."""
    table = shift(document).bets("seat 1 banker 100")
    table.place("box 1 seated Tan banker 100").refused("box_is_taken", cite, "seat 1")
    table.place("seat 1 banker 100").expect("bet_placed", total=200)


def check_standing(document: str, cite: str) -> None:
    """A standing patron bets on the box of somebody who sits."""
    table = shift(document).do("open_bets").place("box 1 standing Tan banker 100").refused("nobody_is_seated", cite)
    table.place("seat 1 banker 100").expect("bet_placed")
    table.place("box 1 standing Tan banker 100").expect("bet_placed", stance="standing")


def check_void_has_no_result(document: str, cite: str) -> None:
    """Nothing is won or lost in it, and no result stands on the record."""
    table = dealing(document, "2h 2c").report("foreign_card").phase("stopped")
    table.decide(confirm=True).expect("coup_voided", cite=cite).lacks("coup_settled").net(seat_1=0, seat_2=0)
    assert table.table.coup is not None
    assert (table.table.coup.ended, table.table.coup.settlement) == ("voided", None)


def check_the_table_prevails(document: str, cite: str) -> None:
    """A card that the display shows wrongly is what lies on the table, also once it was paid by."""
    table = dealing(document, NATURAL).net(seat_1=-500, seat_2=300)
    table.report("misread_card", place=4, card="7s").expect("irregularity_reported", cite=cite).phase("stopped")
    table.decide(confirm=True).expect("card_corrected", cite=cite, was="3s", card="7s")
    table.expect("settlement_reversed", "coup_settled", winner="tie").net(seat_1=0, seat_2=0)


def check_chips_count_where_they_lie(document: str, cite: str) -> None:
    """Where a bet lay when the bets closed is what is paid; what the record has otherwise is put right."""
    table = dealing(document, NATURAL).net(seat_1=-500, seat_2=300)
    lay = [{"box": 1, "bet": "player", "stake": 500}]
    table.report("misplaced_bet", patron="seat 1", lay=lay).expect("irregularity_reported", cite=cite)
    table.decide(confirm=True).expect("bets_corrected", cite=cite).net(seat_1=500, seat_2=300)


def check_closed_by_a_call(document: str, cite: str) -> None:
    """No card comes before it, and it is made once."""
    table = shift(document).bets("seat 1 banker 100").try_("draw_card", card="9h").refused("bets_are_open", cite)
    table.close().try_("close_bets").refused("bets_are_closed", cite)
    table.do("draw_card", card="9h")


def check_layout(document: str, letter: str, boxes: int) -> None:
    """A table may show this layout, with as many boxes as it has and no others."""
    sign = shift(document, layout=letter).table.sign
    assert sign is not None
    assert (sign.layout, sign.boxes) == (letter, boxes)
    other = {"layout": letter, "boxes": 5 if boxes != 5 else 9}
    bare().try_("open_table", rulebook=document, settings=other).refused("bad_setting", None, f"layout {letter}")
