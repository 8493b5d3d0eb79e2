"""Baccarat Insurance and Lucky 6: each insurance pay table by a cell of it, won, lost and tied."""

from paragraphs.coup_lines import check

ID = "insurance-lucky-six"


def test_2_card_banker_insurance_pay_table_player_win_pays_as_printed() -> None:
    lines = "bet banker 90", "offer banker 4.5 to 1 after four cards"
    won = "insure banker 20 after four cards -> +90 (2-Card Banker Insurance Pay Table, Player Win Pays)"
    check(ID, "cards Kh 3c 5d 4s | 4d", *lines, won)
    check(ID, "cards Kh 3c 5d 4s | Ad", *lines, "insure banker 20 after four cards -> -20")


def test_2_card_player_insurance_pay_table_banker_win_pays_as_printed() -> None:
    lines = "bet player 90", "offer player 4.5 to 1 after four cards"
    won = "insure player 20 after four cards -> +90 (2-Card Player Insurance Pay Table, Banker Win Pays)"
    check(ID, "cards Kh Kc 7d 4s | 4d", *lines, won)
    check(ID, "cards Kh Kc 7d 4s | 2d", *lines, "insure player 20 after four cards -> -20")


def test_3_card_banker_insurance_pay_table_player_win_pays_as_printed() -> None:
    lines = "bet banker 100", "offer banker 6 to 1 after Player's third card"
    insure, title = "insure banker 10 after Player's third card", "3-Card Banker Insurance Pay Table, Player Win Pays"
    check(ID, "cards Kh Ac Kd Ks | Ad 9d", *lines, f"{insure} -> +60 ({title})")
    check(ID, "cards Kh Ac Kd Ks | Ad 2d", *lines, f"{insure} -> -10")


def test_3_card_banker_insurance_pay_table_tie_pays_as_printed() -> None:
    insure, title = "insure banker 10 after Player's third card", "3-Card Banker Insurance Pay Table, Tie Pays"
    check(ID, "cards Kh Kc 2d Ks | 8d Kd", "bet banker 100", f"{insure} -> +20 ({title})")
    check(ID, "cards Kh Ac 2d Ks | 8d 9d", "bet banker 100", f"{insure} -> +100 ({title})")
    check(ID, "cards Kh Ac Kd Ks | Ad Qd", "bet banker 100", f"{insure} -> 0 ({title})")


def test_3_card_player_insurance_pay_table_banker_win_pays_as_printed() -> None:
    lines = "bet player 100", "offer player 9 to 1 after Player's third card"
    insure, title = "insure player 11 after Player's third card", "3-Card Player Insurance Pay Table, Banker Win Pays"
    check(ID, "cards Kh 5c 4d Ks | 4d 4h", *lines, f"{insure} -> +99 ({title})")
    check(ID, "cards Kh 5c 4d Ks | 4d 2h", *lines, f"{insure} -> -11")


def test_3_card_player_insurance_pay_table_tie_pays_as_printed() -> None:
    insure, title = "insure player 10 after Player's third card", "3-Card Player Insurance Pay Table, Tie Pays"
    check(ID, "cards Kh 5c 4d Ks | 5d 4h", "bet player 100", "result tie 9", f"{insure} -> +100 ({title})")
    check(ID, "cards Kh 5c 4d Ks | 4d 3h", "bet player 100", "result tie 8", f"{insure} -> 0 ({title})")
