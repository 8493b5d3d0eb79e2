"""Clauses that two documents share word for word (002 and 003, sections 3 and 5), each tried at a table of either."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import oracle
from punto.kit import Card, Rank, Refusal, read_cards
from punto.table.events import BetRejected
from punto.table.squeeze import squeezers, waiting
from table.shift import Shift, bare, shift, wide_limits

TIE = {"rws-baccarat": "any_tie", "da-hu-ying-xiong": "tie"}
NATURAL = "9h 2c Kd 3s"  # Player 9 v Banker 5, no third card.
OPEN = "2h 2c 3d"  # Three cards: Banker's second is still to come.
SIX_CARDS = "2h 2c 3d 3s | 4d | Ac"  # Player 9 v Banker 6.


def dealing(document: str, *bets: str, **settings: Any) -> Shift:
    """A table whose bets have just closed."""
    return shift(document, **settings).bets(*(bets or ("seat 1 banker 500", "seat 2 player 300"))).close()


def ranks(cards: Sequence[Card]) -> list[int]:
    return [int(card.rank) for card in cards]


def random_coup(document: str, seed: int) -> list[str]:
    """The cards of a random whole coup, ranks and suits."""
    source = random.Random(f"{document} {seed}")
    values: list[int] = []
    cards: list[str] = []
    while oracle.next_hand(values) is not None:
        card = Card(Rank(source.randint(1, 13)), read_cards(f"A{source.choice('shdc')}")[0].suit)
        cards.append(str(card))
        values.append(oracle.value(int(card.rank)))
    return cards


# Section 3


def check_opened_by_the_dealers_call(document: str, cite: str) -> None:
    table = shift(document)
    table.place("seat 1 banker 500").refused("bets_are_not_open", cite)
    table.do("open_bets").place("seat 1 banker 500").expect("bet_placed", stake=500)


def check_closed_by_the_dealers_call(document: str, late: str) -> None:
    table = dealing(document)
    table.place("seat 1 banker 500").refused("bets_are_closed", late)
    table.cards("2h").place("seat 3 player 1").refused("bets_are_closed", late)


def check_limits_are_shown(document: str) -> None:
    table = shift(document, stake_min=50, differential_max=1000)
    sign = table.table.sign
    assert sign is not None
    assert (sign.stake_min, sign.differential_max) == (50, 1000)


def check_within_the_limits(document: str, limits: str, under: str, over: str) -> None:
    table = shift(document, stake_min=50, stake_max=2000, differential_max=3000).do("open_bets")
    table.place("seat 1 banker 49").refused("below_minimum", under, "49", "50")
    table.place("seat 1 banker 2001").refused("above_maximum", limits, "2,001", "2,000")
    table.place("seat 1 banker 2000").expect("bet_placed")
    table = shift(document, stake_min=50, stake_max=5000, differential_max=3000).bets("seat 1 banker 2000")
    table.place("box 1 standing Tan banker 1001").refused("differential_exceeded", over, "2,000", "1,000 more")
    table.place("box 1 standing Tan banker 1000").expect("bet_placed")


def check_the_balance_is_open_to_others(document: str) -> None:
    table = shift(document, differential_max=1000).bets("seat 1 banker 400")
    table.place("box 1 standing Tan banker 600").expect("bet_placed")
    table.place("box 1 standing Lim banker 1").refused("differential_exceeded", "5.1", "only 0 more")
    table.place("box 1 standing Lim player 500").expect("bet_placed")
    table.place("box 1 standing Lim banker 500").expect("bet_placed")  # What Player holds makes room.


def check_squeezed_by_the_highest_seated(document: str) -> None:
    table = shift(document, face_down=True).bets("seat 1 banker 400", "seat 2 player 700", "seat 3 banker 700")
    table.place("box 1 standing Tan banker 5000").expect("bet_placed")
    ask = {"card": "player_third"}
    table.try_("squeeze", patron="Tan", **ask).refused("squeeze_is_not_yours", "3.9", "seat 2", "700")
    table.try_("squeeze", patron="seat 1", **ask).refused("squeeze_is_not_yours", "3.9")
    # Of equal bets the one that was put down first has the right.
    table.try_("squeeze", patron="seat 3", **ask).refused("squeeze_is_not_yours", "3.9")
    table.try_("squeeze", patron="seat 2", **ask).expect("squeeze_granted", cite="3.9").lacks("insurance_waived")


def check_the_squeeze_moves_on(document: str) -> None:
    """Who raises above the others gets the right; who walks away sits no longer."""
    table = shift(document, face_down=True).bets("seat 1 banker 400", "seat 2 player 700", "seat 1 banker 301")
    table.try_("squeeze", patron="seat 2", card="player").refused("squeeze_is_not_yours", "3.9", "seat 1", "701")
    table.do("walk_away", patron="seat 1")
    table.try_("squeeze", patron="seat 2", card="player").expect("squeeze_granted")


def check_no_squeeze_face_up(document: str) -> None:
    table = shift(document).bets("seat 1 banker 400")
    table.try_("squeeze", patron="seat 1", card="player").refused("cards_are_face_up", "3.9")
    empty = shift(document, face_down=True).do("open_bets")
    empty.try_("squeeze", patron="seat 1", card="player").refused(
        "squeeze_is_not_yours", "3.9", "nobody sits with a bet"
    )


def check_squeezed_before_it_is_dealt(document: str) -> None:
    table = dealing(document, face_down=True).cards("2h 2c")
    table.try_("squeeze", patron="seat 1", card="player").refused("card_is_drawn", "3.9")
    table.try_("squeeze", patron="seat 1", card="banker_third").expect("squeeze_granted")


def check_a_request_waits_for_the_house(document: str) -> None:
    table = shift(document, face_down=True).bets("seat 1 banker 400", "seat 2 player 300")
    ask = {"patron": "seat 1", "by": "patron"}
    table.try_("squeeze", patron="seat 2", by="patron", card="player").refused("squeeze_is_not_yours", "3.9", "seat 1")
    table.try_("squeeze", card="banker", **ask).expect("squeeze_requested", cite="3.9").lacks("squeeze_granted")
    table.try_("squeeze", card="banker", **ask).refused("already_asked", "3.9", "waits")
    table.do("squeeze", card="banker_third", **ask).do("squeeze", card="player", **ask)
    assert open_requests(table) == ["banker", "banker_third", "player"]
    table.try_("squeeze", card="banker", patron="seat 1").expect("squeeze_granted", cite="3.9")
    table.try_("squeeze", card="player", patron="seat 1", decline=True).expect("squeeze_declined", cite="3.9")
    table.try_("squeeze", card="player", patron="seat 1", decline=True).refused("no_request_is_open", "3.9")
    table.try_("squeeze", card="banker", **ask).refused("already_asked", "3.9", "granted")
    table.try_("squeeze", card="player", **ask).refused("already_asked", "3.9", "declined")
    # Who declined may think better of it.
    table.try_("squeeze", card="player", patron="seat 1").expect("squeeze_granted")
    assert open_requests(table) == ["banker_third"]
    assert squeezers(table.script.state) == {"banker": "seat 1", "player": "seat 1"}
    table.replays()


def check_a_request_that_cannot_be_granted_is_gone(document: str) -> None:
    """With the right goes what was asked and granted by it; a card that is drawn, and a coup that is over, end it."""
    table = shift(document, face_down=True).bets("seat 1 banker 400", "seat 2 player 300")
    table.do("squeeze", patron="seat 1", card="player").do("squeeze", patron="seat 1", by="patron", card="banker")
    table.bets("seat 2 player 200")
    assert open_requests(table) == []
    assert squeezers(table.script.state) == {}
    table.try_("squeeze", patron="seat 1", card="banker", decline=True).refused("squeeze_is_not_yours")
    table.try_("squeeze", patron="seat 2", by="patron", card="player").expect("squeeze_requested")
    table.do("withdraw_bet", patron="seat 2", box=2, bet="player")
    assert open_requests(table) == ["banker"]
    table.close().cards("2h")
    assert open_requests(table) == ["banker"]
    table.cards("2c")
    assert open_requests(table) == []
    table.do("squeeze", patron="seat 1", by="patron", card="banker_third").cards("6d 7s")
    assert open_requests(table) == []
    table.do("open_bets")
    assert table.table.coup is not None
    assert table.table.coup.requests == ()


def open_requests(table: Shift) -> list[str]:
    return [one.card for one in waiting(table.script.state)]


def check_side_bets_stand_alone(document: str) -> None:
    table = shift(document).do("open_bets")
    for number, bet in enumerate(oracle.bets(document)[2:], start=1):
        table.do("place_bet", patron=f"patron {number}", box=1 + number % 9, stance="standing", bet=bet, stake=1) if (
            number > 9
        ) else table.do("place_bet", patron=f"seat {number}", box=number, bet=bet, stake=1)
    table.place("seat 1 dragon 5").refused("unknown_bet")


def check_a_tie_returns_original_bets(document: str, cite: str) -> None:
    table = dealing(document, "seat 1 banker 500", "seat 2 player 300", f"seat 3 {TIE[document]} 10")
    table.cards("2h 3c 5d 4s").expect("coup_settled", winner="tie")
    for line in table.settled.lines[:2]:
        assert (line.outcome, line.payback, line.cite) == ("push", line.stake, cite)
    table.net(seat_1=0, seat_2=0, seat_3=80)


def check_paid_as_the_pay_tables_say(document: str, coups: int = 25) -> None:
    """Every bet of the layout, in random coups, against the second implementation."""
    for seed in range(coups):
        table = shift(document, boxes=9).do("open_bets")
        for number, bet in enumerate(oracle.bets(document)):
            table.do("place_bet", patron=f"p{number % 9}", box=1 + number % 9, bet=bet, stake=20)
        cards = random_coup(document, seed)
        table.close().cards(" ".join(cards)).expect("coup_settled")
        for line in table.settled.lines:
            exact = oracle.payback(document, line.bet, ranks(read_cards(" ".join(cards))), 20)
            assert line.payback == oracle.round_down(exact), (cards, line)
        assert table.layout == 0
        table.replays()


# Section 5


def rejected(table: Shift) -> list[tuple[str, int, int]]:
    """Whose bets the last command sent back, in that order: patron, what goes back, what is left."""
    assert not isinstance(table.answer, Refusal), table.answer
    return [(one.patron, one.stake, one.left) for one in table.answer if isinstance(one, BetRejected)]


def check_excess_is_rejected(document: str) -> None:
    """Seated first, then standing in the order they came: the last claim is the first to go."""
    table = shift(document, stake_min=50, differential_max=1000, limits="observed").bets("seat 1 banker 700")
    table.place("box 1 standing Tan banker 500").expect("limit_exceeded", cite="5.1", code="differential_exceeded")
    table.place("box 1 standing Lim banker 300").expect("limit_exceeded", cite="5.1", code="differential_exceeded")
    table.decide(by="dealer", reject_excess=1).expect("bet_rejected", cite="5.1")
    assert rejected(table) == [("Lim", 300, 0), ("Tan", 200, 300)]
    table.net(seat_1=-700, Tan=-300, Lim=0)
    table.decide(by="dealer", reject_excess=1).refused("no_excess", "5.1", "1,000", "box 1")


def check_excess_left_under_the_minimum_goes_whole(document: str) -> None:
    table = shift(document, stake_min=50, differential_max=1000, limits="observed").bets("seat 1 banker 970")
    table.place("box 1 standing Tan banker 100").expect("limit_exceeded")
    table.decide(by="dealer", reject_excess=1).expect("bet_rejected", stake=100, left=0)


def check_no_excess_after_the_bets_closed(document: str) -> None:
    table = shift(document, differential_max=1000, limits="observed").bets("seat 1 banker 1500").close()
    table.decide(by="dealer", reject_excess=1).refused("bets_are_closed", "5.1")


def check_pro_rata(document: str) -> None:
    """Banker 2,000 v Player 500 at a limit of 1,000: 1,500 of 2,000 play, three quarters of every bet."""
    table = shift(document, stake_min=50, differential_max=1000, limits="observed")
    table.bets("seat 1 banker 1200", "box 1 standing Tan banker 800", "box 1 standing Lim player 500").close()
    table.expect("bets_closed", cite="5.1.1")
    table.cards("3h 9c 3d 8s").expect("coup_settled", winner="banker")  # Banker on 7.
    table.lines(seat_1__banker=1200 + 900, Tan__banker=800 + 600, Lim__player=0)
    lost = shift(document, stake_min=50, differential_max=1000, limits="observed")
    lost.bets("seat 1 banker 1200", "box 1 standing Tan banker 800", "box 1 standing Lim player 500").close()
    lost.cards(NATURAL).lines(seat_1__banker=300, Tan__banker=200, Lim__player=1000)
    assert table.layout == lost.layout == 0


def check_pro_rata_like_the_second_implementation(document: str) -> None:
    source = random.Random(511)
    for _ in range(60):
        least, limit = source.choice((1, 10, 50, 100)), source.choice((100, 500, 1000))
        table = shift(document, stake_min=least, differential_max=limit, limits="observed").do("open_bets")
        placed: list[tuple[str, oracle.dealing.Side, int]] = []
        for number in range(source.randint(1, 6)):
            side: oracle.dealing.Side = source.choice(("player", "banker"))
            stake = source.choice((source.randint(1, 3000), source.randint(1, 120)))
            who = "seat 1" if number == 0 else f"box 1 standing P{number}"
            table.place(f"{who} {side} {stake}").expect("bet_placed")
            placed.append(("", side, stake))
        table.close()
        coup = table.table.coup
        assert coup is not None
        assert [bet.plays for bet in coup.bets] == oracle.pro_rata(placed, limit, least), placed


def check_no_share_below_the_minimum(document: str) -> None:
    """Half of every bet would play; half of 80 is below the minimum of 50, so 50 play, and 950 of the other."""
    table = shift(document, stake_min=50, differential_max=1000, limits="observed")
    table.bets("seat 1 banker 1920", "box 1 standing Tan banker 80").close()
    table.cards("3h 9c 3d 8s").lines(Tan__banker=80 + 50, seat_1__banker=1920 + 950)


def check_under_the_minimum_is_not_apportioned(document: str) -> None:
    """5.1.2: a bet under the minimum wins or loses whole, though the box plays pro rata, and takes its room first."""
    table = shift(document, stake_min=50, differential_max=1000, limits="observed")
    table.bets("seat 1 banker 1960", "box 1 standing Tan banker 40").close()
    table.cards("3h 9c 3d 8s").lines(Tan__banker=80, seat_1__banker=1960 + 960)


def check_advised_of_the_minimum(document: str) -> None:
    table = shift(document, stake_min=50, limits="observed").do("open_bets")
    table.place("seat 1 banker 30").expect("bet_placed", "limit_exceeded", cite="5.2", code="below_minimum")
    table.place("seat 1 banker 20").expect("bet_placed", total=50).lacks("limit_exceeded")  # Increased,
    table.place("seat 2 player 30").expect("limit_exceeded")
    table.do("withdraw_bet", patron="seat 2", box=2, bet="player").net(seat_2=0)  # or withdrawn.


def check_unnoticed_under_the_minimum(document: str) -> None:
    table = shift(document, stake_min=50, limits="observed").bets("seat 1 player 30").close().cards(NATURAL)
    table.net(seat_1=30)


def check_settled_for_who_walked_away(document: str, cite: str) -> None:
    table = dealing(document).cards("2h")
    table.do("walk_away", patron="seat 1").expect("patron_left", cite=cite)
    table.try_("walk_away", patron="seat 1").refused("already_left")
    table.try_("walk_away", patron="seat 9").refused("no_such_bet")
    table.cards("9c 3d 8s | 6c").expect("coup_settled")  # Player 1 v Banker 7.
    table.net(seat_1=500, seat_2=-300)


def check_established_like_the_second_implementation(document: str, concluded: str, void: str) -> None:
    """A power failure after every number of cards, in coups that reach each kind of answer."""
    seen = set()
    for seed in range(24):
        cards = random_coup(document, seed)
        for number in range(3 * (seed > 5), len(cards)):  # The second implementation is slow on few cards.
            table = dealing(document).cards(" ".join(cards[:number])).report("interruption", by="pit_supervisor")
            sure = oracle.established(document, ranks(read_cards(" ".join(cards[:number]))))
            seen.add((number, sure))
            if sure:
                table.expect("coup_continued", cite=concluded).lacks("coup_voided").phase("dealing")
            else:
                table.expect("coup_voided", cite=void).phase("ready").net(seat_1=0, seat_2=0)
    assert {(0, False), (1, False), (4, True)} <= seen


def check_interrupted_while_bets_are_open(document: str) -> None:
    """With bets open the betting resumes; nobody loses or wins anything by it."""
    table = shift(document).bets("seat 1 banker 500").report("interruption").phase("stopped").confirm()
    table.expect("coup_continued", cite="5.4").lacks("coup_voided").phase("betting")
    table.place("seat 1 banker 500").expect("bet_placed", total=1000)


def check_voided_by(document: str, what: str, cite: str) -> None:
    """The coup in progress is void and every bet returned once; what was settled before stands."""
    table = dealing(document).cards(NATURAL).net(seat_1=-500, seat_2=300)
    table.bets("seat 1 banker 70", "seat 2 player 80", f"seat 3 {TIE[document]} 5").close().cards(OPEN)
    table.report(what).expect("irregularity_reported", cite=cite, decides="pit_supervisor").phase("stopped")
    table.confirm().expect("decision_made", "coup_voided", cite=cite).expect("cards_condemned", cite=cite)
    assert sorted(one.stake for one in table.voided.stakes) == [5, 70, 80]
    table.net(seat_1=-500, seat_2=300, seat_3=0).phase("ready")
    assert table.layout == 0
    table.report(what, by="pit_supervisor").expect("irregularity_reported").lacks("coup_voided")  # Once.
    table.try_("open_bets").refused("cards_must_be_replaced")


def check_a_card_too_many_is_noticed(document: str) -> None:
    """The ninth ace of spades out of eight decks is first a slip of the hand; reported, it voids the coup."""
    table = shift(document)
    for _ in range(4):
        table.bets("seat 1 player 10").close().cards("As Ks As 8d")  # Banker's natural.
    table.bets("seat 1 player 10").close()
    table.try_("draw_card", card="As").refused("card_not_in_shoe", "5.5.2", "As", "8 times", "8 decks").phase("dealing")
    table.report("excess", cards="As").confirm().expect("coup_voided", cite="5.5.2").net(seat_1=-40)


def check_wrong_number_put_in_order(document: str) -> None:
    """A fifth card on a natural: the coup is dealt again in order and the surplus begins the next."""
    table = dealing(document).cards(NATURAL).net(seat_1=-500, seat_2=300)
    table.report("wrong_number_of_cards", cards=f"{NATURAL} 7d").phase("stopped")
    table.do("decide", by="pit_supervisor", reconstruct=True)
    table.expect("settlement_reversed", "cards_set_aside", "cards_reconstructed", "coup_settled")
    table.expect("cards_reconstructed", surplus="7d", cite="5.5.3").net(seat_1=-500, seat_2=300)
    table.do("open_bets").expect("bets_opened", without_bets=True)  # Everybody has seen the card that begins it.
    table.close().do("draw_card").expect("card_drawn", card="7d", aside=True)


def check_wrong_number_that_changes_the_result(document: str) -> None:
    """Player's third card was forgotten and Banker's dealt instead: in order, 7d is Player's."""
    table = dealing(document).cards("2h 2c 3d 4s | 9d").expect("coup_settled", winner="banker")  # 4 v 6.
    table.report("wrong_number_of_cards", by="pit_supervisor", cards="2h 2c 3d 4s 6d 9d")
    table.expect("settlement_reversed", "cards_reconstructed", "coup_settled", winner="banker")
    assert table.settled.cards == "2h 2c 3d 4s 6d 9d"  # Player 1, Banker draws on a 6: 6 and 9 make 5.
    assert table.settled.banker_points == 5
    table.net(seat_1=500, seat_2=-300)


def check_wrong_number_beyond_repair(document: str) -> None:
    table = dealing(document).cards(NATURAL).report("wrong_number_of_cards", cards=f"{NATURAL} 7d")
    table.decide(by="dealer", reconstruct=False).refused("authority_too_low", "5.5.3", "pit supervisor", "dealer")
    table.decide().refused("answer_is_needed", "5.5.3")
    table.decide(reconstruct=False).expect("settlement_reversed", "coup_voided", cite="5.5.3")
    table.net(seat_1=0, seat_2=0).phase("ready")
    assert table.layout == 0


def check_wrong_number_too_late(document: str) -> None:
    table = dealing(document).cards(NATURAL).bets("seat 1 banker 10")
    table.report("wrong_number_of_cards", cards=f"{NATURAL} 7d").refused("no_coup", "5.5.3")


def check_out_of_cards(document: str) -> None:
    """The table's own count lets no coup begin that could run out; with real cards one still can."""
    table = dealing(document).cards("2h").cards_left(0)
    table.do("draw_card", card="As").expect("coup_voided", cite="5.5.4", because="out_of_cards").phase("ready")
    table.expect("irregularity_reported", cite="5.5.4", what="out_of_cards", leads_to="void", decides="")
    table.net(seat_1=0, seat_2=0)
    assert table.layout == 0


def check_too_few_cards(document: str, cite: str) -> None:
    """Six cards are enough for a coup; those that lie aside count, since they are dealt first."""
    table = shift(document).cards_left(5)
    table.try_("open_bets").refused("too_few_cards", cite, "5 cards", "6")
    shift(document).cards_left(6).do("open_bets")
    table.do("close_shoe", by="pit_supervisor", reason="so be it").do("open_shoe", cards="physical").do(
        "open_bets"
    ).expect("bets_opened")
    shift(document, cut=12)
    opening = {"decks": 8, "cut": 11} | wide_limits(document)
    bare().try_("open_table", rulebook=document, settings=opening).refused("bad_setting", cite, "cut", "12", "11")


def check_late_bets_are_refused(document: str) -> None:
    table = dealing(document)
    table.place("seat 3 banker 10").refused("bets_are_closed", "5.6")
    table.place("seat 1 banker 10").refused("bets_are_closed", "5.6")
    table.try_("withdraw_bet", patron="seat 1", box=1, bet="banker").refused("bets_are_closed", "5.6")


def check_extra_card_in_this_coup(document: str) -> None:
    """The second card slipped out with the first: it is put aside and dealt in its turn."""
    table = dealing(document).cards("2h")
    table.report("extra_card", card="9d").phase("stopped").expect("irregularity_reported", cite="5.7")
    table.try_("draw_card", card="3d").refused("decision_is_awaited", "5.7", "pit supervisor")
    table.decide(reconstruct=True).expect("decision_made", "cards_set_aside", "options_given", cite="5.12")
    table.try_("draw_card").refused("choices_are_open", "5.12", "seat 1", "seat 2")
    table.close_choices().do("draw_card").expect("card_drawn", card="9d", side="banker", aside=True)


def check_extra_card_in_the_next_coup(document: str) -> None:
    table = dealing(document).cards(NATURAL).report("extra_card", by="pit_supervisor", card="9d")
    table.expect("cards_set_aside").lacks("options_given").phase("paying")
    table.do("open_bets").place("seat 1 player 10").refused("round_is_without_bets", "5.7")
    table.close().try_("draw_card", card="8d").refused("card_lies_aside", None, "9d")
    table.do("draw_card").expect("card_drawn", card="9d", aside=True)


def check_extra_card_before_the_first_coup(document: str) -> None:
    table = shift(document).report("exposed_card", by="pit_supervisor", card="9d").expect("cards_set_aside")
    table.phase("ready").do("open_bets").place("seat 1 player 10").refused("round_is_without_bets", "5.7")
    table.close().do("draw_card").expect("card_drawn", card="9d")


def check_exposed_while_bets_are_open(document: str) -> None:
    """The next card is seen before the bets close: that closes them, and everybody may take the bets back."""
    table = shift(document).bets("seat 1 banker 500").report("exposed_card", card="9d").phase("stopped")
    table.decide(reconstruct=True).expect("bets_closed", "cards_set_aside", "options_given", patrons=("seat 1",))
    table.phase("dealing").place("seat 2 player 5").refused("bets_are_closed", "5.6")
    table.choose("seat 1", "return").expect("bets_returned", cite="5.12.3").net(seat_1=0)
    table.do("draw_card").expect("card_drawn", card="9d", side="player")


def check_cards_beyond_order_begin_the_next_coup(document: str) -> None:
    """The House has absolute discretion: a card that cannot be placed begins the next round, and nothing is lost."""
    table = dealing(document).cards("2h 2c").report("exposed_card", cards="9d 9h")
    table.decide(reconstruct=False, cards="9d").refused("other_cards", "5.7", "9d 9h")
    table.decide(reconstruct=False).expect("cards_set_aside", "options_given", reconstructed=False)
    table.expect("cards_set_aside", cards="9d 9h", next_round=True, known=True)
    shoe = table.table.shoe
    assert shoe is not None
    assert shoe.left == 8 * 52 - 4
    assert not shoe.aside
    table.close_choices().cards("Kd 5s Ac").expect("coup_settled")  # 2 and 7: Player draws to 3, Banker stands.
    table.do("open_bets").expect("bets_opened", without_bets=True).close()
    table.do("draw_card").expect("card_drawn", card="9d").do("draw_card").expect("card_drawn", card="9h")


def check_options_unless_established(document: str) -> None:
    """5.7.1: with four cards down a pair bet is decided, so nobody chooses."""
    table = dealing(document).cards("2h 2c 3d 4s").report("extra_card", by="pit_supervisor", card="9d")
    table.expect("cards_set_aside").lacks("options_given")
    early = dealing(document).cards("2h").report("extra_card", by="pit_supervisor", card="9d")
    early.expect("options_given", patrons=("seat 1", "seat 2"), cite="5.12")


def check_wrong_area(document: str) -> None:
    """Two cards changed places: dealt again in the order they were drawn, and everybody may choose."""
    table = dealing(document).cards("2h 9c").report("wrong_area", cards="9c 2h").phase("stopped")
    table.decide(confirm=True).refused("reason_is_needed", "5.8")
    table.decide(confirm=True, note="seen to be drawn so").expect("decision_made", note="seen to be drawn so")
    table.expect("cards_reconstructed", "options_given", cite="5.12")
    coup = table.table.coup
    assert coup is not None
    assert " ".join(map(str, coup.cards)) == "9c 2h"
    table.choose("seat 2", "continue").expect("option_chosen", cite="5.12.2")


def check_wrong_area_once_established(document: str) -> None:
    """Established and put in order: no choice. Established and beyond order: a choice all the same."""
    table = dealing(document).cards("2h 2c 3d 4s")
    table.report("wrong_area").confirm().expect("cards_reconstructed").lacks("options_given")
    other = dealing(document).cards("2h 2c 3d 4s").report("wrong_area").decide(reconstruct=False)
    other.expect("options_given", reconstructed=False)
    other.choose("seat 1", "continue").expect("option_chosen", cite="5.12.1")


def check_wrong_area_that_ends_the_coup(document: str) -> None:
    """In the order they were drawn four cards make a natural: the fifth begins the next coup."""
    table = dealing(document).cards("2h 5c 3d Ks | 6d").phase("dealing")  # Player 1, Banker 5 draws on a 6.
    table.report("wrong_area", by="pit_supervisor", cards="3d 5c 6d Ks 2h", note="seen by two")
    table.expect("cards_reconstructed", surplus="2h")
    table.expect("coup_settled", winner="player", player_points=9).phase("paying").net(seat_1=-500, seat_2=300)
    table.do("open_bets").close().do("draw_card").expect("card_drawn", card="2h", aside=True)
    table.replays()


def check_face_up_goes_on(document: str) -> None:
    table = dealing(document, face_down=True).cards("2h")
    table.report("face_up").confirm().expect("coup_continued", cite="5.9").expect("options_given", cite="5.12")
    table.choose("seat 1", "return").net(seat_1=0).close_choices().cards("2c 3d 4s")
    table.report("face_up").confirm().expect("coup_continued").lacks("options_given")  # Now established.
    dealing(document).cards("2h").report("face_up").refused("cards_are_face_up", "5.9")


def check_simultaneous(document: str) -> None:
    table = dealing(document).cards("2h").report("simultaneous", cards="9c 3d").phase("stopped")
    table.decide(by="dealer", cards="3d 9c").refused("authority_too_low", "5.10", "pit supervisor")
    table.decide(cards="3d 8c").refused("other_cards", "5.10", "9c 3d")
    table.decide(cards="3d 9c").expect("decision_made", "cards_set_aside", cards="3d 9c")
    table.close_choices().do("draw_card").expect("card_drawn", card="3d", side="banker")
    table.do("draw_card").expect("card_drawn", card="9c", side="player")


def check_simultaneous_gives_options(document: str) -> None:
    """5.10.1: always, even with an outcome established."""
    table = dealing(document).cards("2h 2c 3d 4s").report("simultaneous", by="pit_supervisor", cards="6d 9c")
    table.expect("options_given", cite="5.12")


def check_simultaneous_and_new_cards(document: str) -> None:
    for by in ("pit_supervisor", "pit_manager", "shift_manager"):
        table = dealing(document).cards("2h").report("simultaneous", cards="9c 3d")
        table.decide(by="dealer", new_cards=True).refused("authority_too_low", "5.10")
        table.decide(by=by, new_cards=True).expect("cards_condemned", cite="5.10.2")
        table.close_choices().do("draw_card").do("draw_card").do("draw_card", card="9s").expect(
            "coup_settled"
        )  # Banker's 8.
        table.try_("open_bets").refused("cards_must_be_replaced")
        table.do("close_shoe", by="pit_supervisor", reason="so be it").do("open_shoe", cards="physical").do("open_bets")
    direct = dealing(document).report("simultaneous", by="pit_supervisor", cards="9c 3d", new_cards=True)
    direct.expect("cards_condemned", cite="5.10.2")


def check_noticed_too_late(document: str) -> None:
    table = dealing(document).cards(NATURAL).net(seat_1=-500).bets("seat 1 banker 10")
    table.report("late_error", note="a card was misread").expect("irregularity_reported", cite="5.11", decides="")
    table.phase("betting").net(seat_1=-510, seat_2=300)


def check_choices_are_remembered(document: str) -> None:
    table = dealing(document, "seat 1 banker 500", f"seat 1 {TIE[document]} 20", "seat 2 player 300", "seat 3 banker 7")
    table.cards("2h").report("extra_card", by="pit_supervisor", card="2c")
    table.choose("seat 1", "return").expect("bets_returned", cite="5.12.3").net(seat_1=0)
    table.choose("seat 1", "continue").refused("no_choice_is_open", "5.12", "return")
    table.choose("seat 2", "continue").expect("option_chosen", cite="5.12.2")
    table.choose("seat 2", "return").refused("no_choice_is_open", "5.12", "continue")
    # Seat 3 does not choose: when the time for it is over the bet stays in play.
    table.try_("draw_card").refused("choices_are_open", "5.12", "seat 3")
    table.close_choices().expect("choices_closed", cite="5.12", patrons=("seat 3",))
    table.do("draw_card").cards("3d 4s 6d 9c").expect("coup_settled", winner="banker")  # 1 v 5.
    table.choose("seat 3", "return").refused("no_choice_is_open", "5.12")
    table.net(seat_1=0, seat_2=-300, seat_3=7)


def check_who_left_has_no_choice(document: str) -> None:
    table = dealing(document).cards("2h").do("walk_away", patron="seat 1")
    table.report("extra_card", by="pit_supervisor", card="2c").expect("options_given", patrons=("seat 2",))
    table.choose("seat 1", "return").refused("no_choice_is_open", "5.12")


def check_settled_as_the_chips_lie(document: str, cite: str) -> None:
    """What lay on the layout when the bets closed is what is settled, whoever put it there and meant what."""
    table = shift(document).bets("seat 1 banker 500").place("seat 1 banker 500 by dealer").expect("bet_placed")
    table.close().try_("withdraw_bet", patron="seat 1", box=1, bet="banker").refused("bets_are_closed")
    table.cards("3h 9c 3d 8s").net(seat_1=1000)
    assert table.script.state.rules.procedure["position"] == cite


def check_a_void_returns_every_bet_once(document: str, cite: str) -> None:
    table = dealing(document, "seat 1 banker 500", f"seat 1 {TIE[document]} 20", "seat 2 player 300")
    table.cards("2h").report("extra_card", by="pit_supervisor", card="2c").choose("seat 1", "return").net(seat_1=0)
    table.report("foreign_card").confirm().expect("coup_voided")
    assert [(one.patron, one.stake) for one in table.voided.stakes] == [("seat 2", 300)]
    table.net(seat_1=0, seat_2=0)
    assert table.layout == 0
    assert table.script.state.rules.procedure["void"] == cite


def check_bet_on_request(document: str, cite: str) -> None:
    table = shift(document).do("open_bets")
    for by in ("dealer", "pit_supervisor", "pit_manager"):
        table.place(f"seat 1 banker 100 by {by}").expect("bet_placed", placed_by=by, patron="seat 1")
    table.place("seat 1 banker 100").expect("bet_placed", placed_by="", total=400)
    assert table.script.state.rules.procedure["request"] == cite


def check_shift_manager_rules(document: str, cite: str) -> None:
    table = dealing(document).cards("2h").report("other", note="a drink on the felt").phase("stopped")
    table.expect("irregularity_reported", cite=cite, decides="shift_manager")
    table.decide(by="shift_manager", reconstruct=True).refused("ruling_is_needed", cite)
    table.rule("chips washed away", by="pit_manager").refused("authority_too_low", cite, "shift manager")
    pay = [{"patron": "seat 1", "amount": 50}, {"patron": "seat 2", "amount": -20}]
    table.rule("chips washed away", adjustments=pay).expect("ruling_made", cite=cite, decided_by="shift_manager")
    table.phase("dealing").net(seat_1=-450, seat_2=-320)
    void = dealing(document).report("other").rule("no fair way to go on", coup="void")
    void.expect("ruling_made", "coup_voided", cite=cite).net(seat_1=0, seat_2=0)
    betting = shift(document).bets("seat 1 banker 10").report("other").rule("go on").phase("betting")
    betting.place("seat 1 banker 10").expect("bet_placed")
