"""The insurance pay tables that two documents print alike (4.1.2)."""

from __future__ import annotations

import pytest

from paragraphs.coup_lines import check

BOTH = pytest.mark.parametrize("document", ["da-hu-ying-xiong", "rws-insurance"])


@BOTH
@pytest.mark.parametrize(
    ("cards", "offer"),
    [
        ("cards Kh 2c 4d 3s", "banker 2 to 1"),
        ("cards Kh 2c 5d 4s", "banker 3 to 1"),
        ("cards Kh 3c 5d 4s", "banker 4 to 1"),
        ("cards Kh 2c 5d 2s", "player 2 to 1"),
        ("cards Kh 2c 6d 3s", "player 3 to 1"),
        ("cards Kh Kc 7d Ks", "player 4 to 1"),
    ],
)
def test_4_1_2_after_four_cards(document: str, cards: str, offer: str) -> None:
    check(document, cards, f"offer {offer} after four cards")


@BOTH
@pytest.mark.parametrize(
    ("cards", "offer"),
    [
        ("cards Kh Ac Kd Ks | Ad", "banker 6 to 1"),
        ("cards Kh 6c 4d Ks | 7d", "banker 7 to 1"),
        ("cards Kh 3c Kd Ks | 2d", "banker 4 to 1"),
        ("cards Kh 4c Kd Ks | 3d", "banker 1.5 to 1"),
        ("cards Kh 4c Kd Ks | 5d", "player 2 to 1"),
        ("cards Kh 5c Kd Ks | 6d", "player 3 to 1"),
        ("cards Kh 6c Kd Ks | 7d", "player 4 to 1"),
        ("cards Kh 6c Ad Ks | 7d", "player 7 to 1"),
    ],
)
def test_4_1_2_after_player_s_third_card(document: str, cards: str, offer: str) -> None:
    check(document, cards, f"offer {offer} after Player's third card")
