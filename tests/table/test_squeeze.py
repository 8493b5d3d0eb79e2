"""The squeeze by example: who may still ask, and what becomes of a waiver with Player's third card on the felt."""

from __future__ import annotations

from typing import Any

import pytest

from punto.kit import Refusal
from punto.table.squeeze import may_squeeze, waiting
from table.shift import Shift, bare, shift

DA_HU = "da-hu-ying-xiong"
FIRST = {"patron": "seat 1", "card": "banker_third_first", "by": "pit_supervisor"}


def test_a_waiver_lapses_also_while_players_third_card_lies_and_the_window_opens_at_once() -> None:
    table = shift(DA_HU, face_down=True).bets("seat 1 banker 500", "seat 2 player 300").do("squeeze", **FIRST).close()
    table.cards("2h 2c 3d 4s 6d").report("dealing_error", by="pit_supervisor", reconstruct=True)
    table.choose("seat 1", "return").expect("waiver_lapsed", "insurance_offered")


def test_where_nobody_sits_with_a_bet_nobody_squeezes() -> None:
    table = shift(DA_HU, face_down=True).do("open_bets")
    table.try_("squeeze", patron="seat 1", card="player").refused(
        "squeeze_is_not_yours", "3.9", "nobody sits with a bet"
    )


def test_a_document_without_the_paragraph_names_none_and_a_long_name_is_cut() -> None:
    table = shift("easy-six").bets("seat 1 banker 500")
    table.do("squeeze", patron="seat 1", card="player").expect("squeeze_granted", cite="")
    table.try_("squeeze", patron="N" * 70, card="player").refused("no_such_bet")
    assert getattr(table.answer, "message", "") == f"{'N' * 60} has no bet in this coup"


def says(table: Shift, code: str, cite: str, sentence: str) -> None:
    """Refused with exactly this sentence."""
    assert table.answer == Refusal(code=code, cite=cite, message=sentence)


def asked(table: Shift, patron: str, card: str, **fields: Any) -> Shift:
    return table.try_("squeeze", patron=patron, card=card, **fields)


def test_who_may_not_squeeze_is_told_why_by_the_paragraph() -> None:
    words = "cards are dealt face up at this table, so none is squeezed"
    says(asked(shift(DA_HU).bets("seat 1 banker 500"), "seat 1", "player"), "cards_are_face_up", "3.9", words)
    table = shift(DA_HU, face_down=True)
    says(asked(table, "seat 1", "player"), "no_coup", "", "no coup is in progress")
    table.do("open_bets")
    words = "the squeeze is for the seated patron with the highest bet: nobody sits with a bet"
    says(asked(table, "seat 1", "player"), "squeeze_is_not_yours", "3.9", words)
    table.bets("seat 1 banker 500", "seat 2 player 1700")
    words = "the squeeze is for the seated patron with the highest bet: it is seat 2's with 1,700"
    says(asked(table, "seat 1", "player"), "squeeze_is_not_yours", "3.9", words)
    asked(table, "seat 2", "player").expect("squeeze_granted", cite="3.9")
    asked(table.bets("seat 1 banker 2000"), "seat 2", "banker").refused("squeeze_is_not_yours", "3.9")
    table = shift("easy-six").bets("seat 1 banker 500", "seat 2 player 300")
    asked(table, "seat 1", "player").expect("squeeze_granted")
    says(asked(table, "seat 2", "player"), "squeeze_is_not_yours", "", "that squeeze was granted to seat 1")
    table.do("walk_away", patron="seat 1")
    says(asked(table, "seat 1", "banker"), "already_left", "", "seat 1 has already left")


@pytest.mark.parametrize(("card", "place"), [
    ("player", 1), ("banker", 2), ("player_third", 5), ("banker_third", 6), ("banker_third_first", 5),
    ("expose_banker_third", 5),
])  # fmt: skip
@pytest.mark.parametrize("document", ["rws-insurance", DA_HU])
def test_a_squeeze_is_asked_for_before_its_card_is_drawn(document: str, card: str, place: int) -> None:
    cite = {DA_HU: "3.9", "rws-insurance": "4.1.4"}[document]
    cards = ["2h", "2c", "3d", "4s", "6d"]  # Player draws a third card, and Banker is to draw one.
    table = shift(document, face_down=document == DA_HU).bets("seat 1 banker 500").close()
    for number, drawn in enumerate(cards, start=1):
        if number == place:
            asked(table, "seat 1", card, by="patron").expect("squeeze_requested", cite=cite, card=card)
        table.cards(drawn)
        if number >= place:
            words = f"card {place} is drawn already; a squeeze is asked for before that"
            says(asked(table, "seat 1", card, by="pit_supervisor"), "card_is_drawn", cite, words)


@pytest.mark.parametrize("card", ["banker_third_first", "expose_banker_third"])
@pytest.mark.parametrize("document", ["rws-insurance", DA_HU])
def test_bankers_third_first_is_asked_for_until_players_third_is_opened(document: str, card: str) -> None:
    cite = {DA_HU: "3.9", "rws-insurance": "4.1.4"}[document]
    for turned in (False, True):
        table = (
            shift(document, face_down=True)
            .bets("seat 1 banker 500")
            .do("squeeze", patron="seat 1", card="player_third")
        )
        table.close().cards("2h 2c 3d 4s 7s")  # Player has 2, Banker 6 and is to draw; 7s lies face down.
        if turned:
            table.do("turn_card", patron="seat 1").expect("card_turned", cards=("player_third",))
            asked(table, "seat 1", card, by="pit_supervisor").refused("card_is_drawn", cite)
            table.do("take_insurance", patron="seat 1", box=1, insures="banker", stake=10).expect("insurance_taken")
        else:
            asked(table, "seat 1", card, by="pit_supervisor").expect("squeeze_granted", "insurance_waived")


def test_a_request_is_answered_once_and_whoever_asks_again_is_told_so() -> None:
    table = shift(DA_HU, face_down=True).bets("seat 1 banker 500")
    words = "seat 1 waits for no answer to a request for that squeeze"
    says(asked(table, "seat 1", "player", decline=True), "no_request_is_open", "3.9", words)
    for card, answer, told in (
        ("player", None, "it waits for the dealer"),
        ("banker", {}, "it was granted"),
        ("player_third", {"decline": True}, "it was declined"),
    ):
        asked(table, "seat 1", card, by="patron").expect("squeeze_requested", cite="3.9", patron="seat 1", card=card)
        if answer is not None:
            asked(table, "seat 1", card, by="dealer", **answer)
        words = f"seat 1 has asked for that squeeze in this coup already: {told}"
        says(asked(table, "seat 1", card, by="patron"), "already_asked", "3.9", words)
    says(
        asked(table, "seat 1", "player_third", decline=True),
        "no_request_is_open",
        "3.9",
        "seat 1 waits for no answer to a request for that squeeze",
    )


def test_who_answers_a_request_and_who_consents_for_everybody() -> None:
    table = shift(DA_HU, face_down=True).bets("seat 1 banker 500")
    words = "answering a request to squeeze takes a dealer or above, and this came from a patron"
    says(asked(table, "seat 1", "player", by="patron", decline=True), "authority_too_low", "1.14", words)
    words = "consent that waives everybody's insurance takes a pit supervisor or above, and this came from a dealer"
    says(asked(table, "seat 1", "expose_banker_third", by="dealer"), "authority_too_low", "3.14", words)
    asked(table, "seat 1", "expose_banker_third", by="patron").expect("squeeze_requested")
    asked(table, "seat 1", "expose_banker_third", by="dealer", decline=True).expect("squeeze_declined", cite="3.9")
    asked(table, "seat 1", "expose_banker_third", by="pit_supervisor")
    table.expect("insurance_waived", cite="3.14", patron="seat 1")
    # It is waived already: the other squeeze of that card takes nothing more from anybody.
    asked(table, "seat 1", "banker_third_first", by="dealer").expect("squeeze_granted").lacks("insurance_waived")


def test_nothing_lapses_where_nothing_was_waived() -> None:
    table = shift(DA_HU, face_down=True).bets("seat 1 banker 500", "seat 2 player 300").close().cards("2h 2c 3d 4s")
    table.report("dealing_error", by="pit_supervisor", reconstruct=True)
    table.choose("seat 1", "return").expect("bets_returned").lacks("waiver_lapsed", "insurance_offered")


def test_who_was_given_a_card_may_still_squeeze_it_and_nobody_else() -> None:
    assert waiting(bare().script.state) == []
    table = shift("easy-six").bets("seat 1 banker 500", "seat 2 player 300")
    asked(table, "seat 1", "player").expect("squeeze_granted")
    state = table.script.state
    assert may_squeeze(state, "seat 1", "player")
    assert may_squeeze(state, "seat 2", "banker")
    assert not may_squeeze(state, "seat 2", "player")
    assert not may_squeeze(state, "seat 3", "banker")
