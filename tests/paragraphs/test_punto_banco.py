"""Punto Banco as the trade deals it, the paragraphs that are its own."""

from paragraphs.coup_lines import check
from table.shift import shift

ID = "punto-banco"


def test_4_4_banker_pays_one_to_one() -> None:
    check(ID, "cards 2h 9c 3d Ks", "bet banker 100 -> +95 (4.4)")


def test_4_5_the_house_takes_five_percent_of_what_banker_wins_unless_the_table_says_otherwise() -> None:
    check(ID, "cards 2h 9c 3d Ks", "bet banker 1,000 -> +950")
    for rate, won in ((None, 950), ("4%", 960)):
        settings = {"commission": rate} if rate else {}
        shift(ID, **settings).bets("seat 1 banker 1000").close().cards("2h 9c 3d Ks").net(seat_1=won)


def test_4_7_a_pair_pays_eleven_to_one() -> None:
    check(ID, "cards Kh Tc Kd Js | 9d 9c", "bet player_pair 10 -> +110 (4.7)", "bet banker_pair 10 -> -10 (4.7)")
    check(ID, "cards Kh Tc Qd Ts | 9d 9c", "bet player_pair 10 -> -10 (4.7)", "bet banker_pair 10 -> +110 (4.7)")


def test_4_8_a_fraction_is_rounded_as_the_sign_says() -> None:
    for rounding, won in (("down", 28), ("nearest", 29)):  # 95 % of 30 is 28 and a half.
        shift(ID, rounding=rounding).bets("seat 1 banker 30").close().cards("2h 9c 3d Ks").net(seat_1=won)
