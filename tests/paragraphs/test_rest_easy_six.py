"""Non-Commission Easy Six Baccarat: its layouts one by one, and the call that closes the bets."""

from paragraphs import rest

ID = "easy-six"


def test_2_1_1_a_bean_shaped_with_nine_boxes() -> None:
    rest.check_layout(ID, "A", 9)


def test_2_1_1_b_bean_shaped_with_seven_boxes() -> None:
    rest.check_layout(ID, "B", 7)


def test_2_1_1_c_mini_with_seven_boxes() -> None:
    rest.check_layout(ID, "C", 7)


def test_3_2_no_card_comes_before_the_call_that_closes_the_bets() -> None:
    rest.check_closed_by_a_call(ID, "3.2")
