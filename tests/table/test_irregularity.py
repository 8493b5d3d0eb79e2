"""Irregularities by example: what is handed back for a card that was seen, and what an interruption gives again."""

from __future__ import annotations

import pytest

from table.clauses import dealing
from table.shift import shift

FULL = pytest.mark.parametrize("document", ["rws-baccarat", "da-hu-ying-xiong"])


@FULL
def test_all_of_a_bet_or_a_part_is_handed_back_and_never_nothing_or_more(document: str) -> None:
    for stake, left in ((1, 499), (500, 0)):
        table = shift(document).bets("seat 2 banker 500")
        late = [{"patron": "seat 2", "box": 2, "bet": "banker", "stake": stake}]
        table.try_("report", what="exposed_card", by="pit_supervisor", cards="9d", hand_back=late)
        table.expect("bet_rejected", patron="seat 2", box=2, bet="banker", stake=stake, left=left)
    table = shift(document).bets("seat 2 banker 500")
    for patron, bet, stake in (("seat 2", "banker", 0), ("seat 2", "banker", 501), ("N" * 70, "b" * 50, 5)):
        late = [{"patron": patron, "box": 2, "bet": bet, "stake": stake}]
        table.try_("report", what="exposed_card", by="pit_supervisor", cards="9d", hand_back=late)
        table.refused("no_such_bet", "5.7", f"{patron[:60]} has no {stake} on {bet[:40]!r} in box 2")


@FULL
def test_a_choice_that_was_interrupted_is_given_again_by_its_paragraph(document: str) -> None:
    table = dealing(document).cards("2h 2c 3d 4s").report("dealing_error", by="pit_supervisor", reconstruct=True)
    table.report("interruption").confirm().expect("options_given", cite="5.12")


@FULL
def test_too_few_cards_take_a_shoe_out_of_use_only_where_more_are_counted(document: str) -> None:
    dealing(document).cards("2h").report("out_of_cards").confirm().expect("coup_voided", "cards_condemned")
    counted = dealing(document).cards("2h").cards_left(3).report("out_of_cards").confirm()
    counted.expect("coup_voided").lacks("cards_condemned")
