"""Cards out of their order: whether somebody knows them, which round they are for, and what is said of them."""

from __future__ import annotations

from typing import Any

import pytest

from punto.kit import Refusal, read_cards
from punto.table.reconstruction import is_in_order
from table.clauses import dealing
from table.shift import Shift

FULL = pytest.mark.parametrize("document", ["rws-baccarat", "da-hu-ying-xiong"])


@FULL
@pytest.mark.parametrize("face_down", [True, False])
def test_an_exposed_card_is_known_and_an_extra_one_only_where_cards_lie_open(document: str, face_down: bool) -> None:
    for what, known in (("exposed_card", True), ("extra_card", not face_down)):
        table = dealing(document, face_down=face_down).cards("2h")
        table.report(what, by="pit_supervisor", cards="9d", reconstruct=True).expect("cards_set_aside", known=known)


@FULL
@pytest.mark.parametrize("face_down", [True, False])
def test_cards_drawn_at_once_are_in_order_once_it_is_decided(document: str, face_down: bool) -> None:
    table = dealing(document, face_down=face_down).cards("2h")
    table.report("simultaneous", by="pit_supervisor", cards="7d 8d").expect("cards_set_aside", known=not face_down)
    table.expect("options_given", reconstructed=True)
    lying = dealing(document, face_down=face_down).cards("2h 3c")
    lying.report("simultaneous", by="pit_supervisor", cards="3c 2h").expect("options_given", reconstructed=True)


@FULL
@pytest.mark.parametrize("face_down", [True, False])
def test_a_wrong_number_beyond_order_leaves_its_cards_for_the_next_round(document: str, face_down: bool) -> None:
    table = dealing(document, face_down=face_down).cards("9h 2c Kd 3s")
    table.report("wrong_number_of_cards", by="pit_supervisor", cards="9h 2c Kd 3s 7d", reconstruct=False)
    table.expect("cards_set_aside", next_round=True, known=not face_down)
    table.expect("coup_voided", because="wrong_number_of_cards", cite="5.5.3")
    again = dealing(document, face_down=face_down).cards("9h 2c Kd 3s")
    again.report("wrong_number_of_cards", by="pit_supervisor", cards="9h 2c Kd 3s 7d", reconstruct=True)
    again.expect("cards_set_aside", next_round=False).expect("cards_reconstructed", surplus="7d")


@FULL
@pytest.mark.parametrize("reconstruct", [True, False])
def test_a_dealing_error_gives_the_choice_and_moves_no_card(document: str, reconstruct: bool) -> None:
    """5.12 speaks of the bets alone: the cards that lie stay where they are, and none is dealt again."""
    table = dealing(document).cards("2h 2c 3d")
    table.report("dealing_error", by="pit_supervisor", reconstruct=reconstruct)
    table.expect("options_given", cite="5.12", reconstructed=reconstruct)
    table.lacks("cards_reconstructed", "cards_set_aside")


def says(table: Shift, code: str, cite: str, sentence: str) -> None:
    """Refused with exactly this sentence."""
    assert table.answer == Refusal(code=code, cite=cite, message=sentence)


@FULL
def test_an_order_of_other_cards_is_refused_by_its_paragraph(document: str) -> None:
    table = dealing(document).cards("2h 2c").report("wrong_area", by="pit_supervisor", cards="2h 3c", note="seen")
    says(table, "other_cards", "5.8", "the order must name the cards of this coup: 2h 2c")
    table = dealing(document).cards("9h 2c Kd 3s")
    count: dict[str, Any] = {"by": "pit_supervisor", "reconstruct": True, "note": "seen"}
    words = "2c was dealt in this coup and is not in that order"
    says(table.report("wrong_number_of_cards", cards="9h 8s Kd 3s 7d", **count), "other_cards", "5.5.3", words)
    table = dealing(document, decks=4).cards("8c 9c 8c 8c").bets("seat 1 banker 500").close().cards("8c 2c Ad 3s")
    words = "the shoe cannot hold 8c as well as what came out of it"
    says(table.report("wrong_number_of_cards", cards="8c 2c Ad 3s 8c", **count), "card_not_in_shoe", "5.5.3", words)


def test_cards_are_in_order_whatever_is_named_between_them() -> None:
    for named, record, in_order in (
        ("9h 2c Kd", "9h 2c Kd", True),
        ("9h 2c", "9h 2c Kd", True),
        ("9h 5s 2c Kd", "9h 2c Kd", True),
        ("9h 9h 2c Kd", "9h 2c Kd", True),  # The second nine was never on record.
        ("9h 2c 9h", "9h 2c 9h", True),
        ("2c 9h Kd", "9h 2c Kd", False),
        ("2c Kd", "9h 2c Kd", False),
    ):
        assert is_in_order(read_cards(named), read_cards(record)) is in_order, (named, record)


@FULL
def test_of_cards_drawn_at_once_a_new_one_is_played_and_lies_nowhere_else(document: str) -> None:
    table = dealing(document).cards("2h").report("simultaneous", by="pit_supervisor", cards="2h 7d")
    table.expect("cards_set_aside", cards="7d").expect("cards_reconstructed", cards="2h 7d", surplus="", cite="5.10")
    # What lay aside before goes on lying there.
    table = dealing(document).cards("2h").report("extra_card", by="pit_supervisor", cards="5s", reconstruct=True)
    table.close_choices().report("simultaneous", by="pit_supervisor", cards="2h 7d")
    table.expect("cards_set_aside", cards="7d").expect("cards_reconstructed", cards="2h 7d", surplus="5s")
