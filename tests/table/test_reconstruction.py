"""Cards out of their order: whether somebody knows them, which round they are for, and what is said of them."""

from __future__ import annotations

import pytest

from table.clauses import dealing

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
