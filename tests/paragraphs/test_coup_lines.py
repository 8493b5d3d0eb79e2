"""The reader of coup lines fails when a line does not hold."""

import pytest

from paragraphs.coup_lines import check

CARDS = "cards 2h 2c Ad 5s | 9d"
TRUE = (
    "player draws (3.15)",
    "banker stands (3.15)",
    "offer banker 4 to 1 after four cards",
    "no player offer after four cards",
    "no offer after Player's third card",
    "result banker 7 v 2",
    "bet banker 100 -> +100 (4.1.1)",
    "insure banker 25 after four cards -> -25 (4.1.2)",
)
FALSE = (
    "player stands (3.15)",
    "player draws (3.13)",
    "banker draws (3.15)",
    "natural 7 (3.15)",
    "offer banker 3 to 1 after four cards",
    "offer player 4 to 1 after four cards",
    "offer banker 4 to 1 after Player's third card",
    "offer banker 4 to 1 after four cards, on a tie",
    "no offer after four cards",
    "no banker offer after four cards",
    "result player 7 v 2",
    "result banker 7 v 3",
    "result tie 7",
    "bet tie 100 -> +100",
    "bet tie 100 -> 0",
    "bet tie 100 -> -100 (4.1.2)",
    "insure banker 5 after four cards -> 0",
    "insure banker 5 after four cards -> -5 (3.17)",
    "refused stake_not_whole",
    "no such line",
)


def test_a_coup_told_right() -> None:
    check("da-hu-ying-xiong", CARDS, *TRUE)


@pytest.mark.parametrize("line", FALSE)
def test_a_line_that_does_not_hold(line: str) -> None:
    with pytest.raises((AssertionError, ValueError)):
        check("da-hu-ying-xiong", CARDS, "bet banker 1000", line)


def test_a_refusal_with_another_code_or_paragraph() -> None:
    lines = "insure banker 25 after four cards", "refused no_original_bet (3.11)"
    check("da-hu-ying-xiong", CARDS, *lines)
    for line in ("refused insurance_not_offered (3.11)", "refused no_original_bet (3.12)"):
        with pytest.raises(AssertionError):
            check("da-hu-ying-xiong", CARDS, lines[0], line)
