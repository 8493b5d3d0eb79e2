"""The squeeze by example: who may still ask, and what becomes of a waiver with Player's third card on the felt."""

from __future__ import annotations

from table.shift import shift

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
