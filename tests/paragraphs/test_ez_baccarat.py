"""EZ Baccarat as the trade deals it, the paragraphs that are its own."""

from paragraphs.coup_lines import check
from table.shift import shift

ID = "ez-baccarat"


def test_4_4_banker_pays_one_to_one_without_commission() -> None:
    check(ID, "cards 2h 9c 3d Ks", "bet banker 100 -> +100 (4.4)")


def test_4_5_banker_winning_on_seven_with_three_cards_is_returned() -> None:
    check(ID, "cards Kh 2c 6d 3s | 2d", "result banker 7 v 6", "bet banker 100 -> 0 (4.5)", "bet player 100 -> -100")
    check(ID, "cards Kh 3c 6d 4s", "result banker 7 v 6", "bet banker 100 -> +100 (4.4)")


def test_4_7_dragon_7() -> None:
    check(ID, "cards Kh 2c 6d 3s | 2d", "bet dragon_7 10 -> +400 (4.7)")
    check(ID, "cards Kh 3c 6d 4s", "bet dragon_7 10 -> -10 (4.7)")


def test_4_8_panda_8() -> None:
    check(ID, "cards Kh 7c 4d Ks | 4d", "result player 8 v 7", "bet panda_8 10 -> +250 (4.8)")
    check(ID, "cards Kh 2c 8d 5s", "result player 8 v 7", "bet panda_8 10 -> -10 (4.8)")


def test_4_9_a_fraction_is_rounded_as_the_sign_says() -> None:
    table = shift(ID, rounding="nearest").bets("seat 1 player 15").close().cards("9h 2c Kd 3s").net(seat_1=15)
    assert table.settled.rounding == "nearest"
