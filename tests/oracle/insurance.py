"""Insurance in 000, 001 and 003: when it is offered, at what odds, and what it hands back."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from oracle.dealing import Side, final, next_hand
from oracle.money import round_down

Window = Literal["after_four_cards", "after_player_third_card"]


class Offer(NamedTuple):
    """What a unit of insurance wins when the insured hand loses (None: it cannot win so), and on a tie."""

    on_loss: Fraction | None
    on_tie: Fraction | Literal["push"]


def offer(document: str, window: Window, insures: Side, values_so_far: Sequence[int]) -> Offer | None:
    """The insurance offered on a hand once these values are out, or None."""
    if insures not in ("player", "banker"):
        raise ValueError(f"no such hand: {insures}")
    coming = next_hand(values_so_far)
    if window == "after_four_cards":
        if len(values_so_far) != 4:
            raise ValueError("this window stands after four cards")
        if coming is None:
            return None
        player = (values_so_far[0] + values_so_far[2]) % 10
        banker = (values_so_far[1] + values_so_far[3]) % 10
        if document == "rws-insurance":
            return _000_after_four_cards(insures, player, banker)
        if document == "insurance-lucky-six":
            return _001_two_card(insures, player, banker)
        if document == "da-hu-ying-xiong":
            return _003_after_four_cards(insures, player, banker)
        return None
    if window == "after_player_third_card":
        if len(values_so_far) != 5:
            raise ValueError("this window stands after five cards")
        if coming != "banker":  # Banker stands, or the fifth card was Banker's own.
            return None
        player = (values_so_far[0] + values_so_far[2] + values_so_far[4]) % 10
        banker = (values_so_far[1] + values_so_far[3]) % 10
        if document == "rws-insurance":
            return _000_after_third_card(insures, player, banker)
        if document == "insurance-lucky-six":
            return _001_three_card(insures, player, banker)
        if document == "da-hu-ying-xiong":
            return _003_after_third_card(insures, player, banker)
        return None
    raise ValueError(f"no such window: {window}")


def insurance_payback(document: str, window: Window, insures: Side, values_all: Sequence[int], stake: int) -> Fraction:
    """What insurance hands back when the coup is over; exact, before any rounding."""
    end = final(values_all)
    seen = 4 if window == "after_four_cards" else 5
    if len(values_all) < seen:
        raise ValueError("the coup ended before this window")
    terms = offer(document, window, insures, values_all[:seen])
    if terms is None:
        raise ValueError("insurance was not offered")
    if end.winner == "tie":
        if terms.on_tie == "push":
            return Fraction(stake)
        return stake + stake * terms.on_tie
    if end.winner == insures:
        return Fraction(0)
    if terms.on_loss is None:
        return Fraction(0)
    return stake + stake * terms.on_loss


def insurance_room(document: str, original_stake: int, already: Sequence[tuple[int, Fraction]], odds: Fraction) -> int:
    """The most whole units that may still be staked on one original bet (000 3.5.2, 001, 003 3.12.2)."""
    if document not in ("rws-insurance", "insurance-lucky-six", "da-hu-ying-xiong"):
        return 0
    left = Fraction(original_stake)
    for stake, best_odds in already:
        left -= stake * best_odds
    if left <= 0:
        return 0
    return round_down(left / odds)


def second_window_allowed(document: str, insured_in_first: bool) -> bool:
    """Whether a person may insure after Player's third card."""
    if document == "insurance-lucky-six":  # 001, Baccarat Insurance, third part.
        return not insured_in_first
    return document in ("rws-insurance", "da-hu-ying-xiong")


def _pushing(odds: Fraction) -> Offer:
    return Offer(odds, "push")


def _000_after_four_cards(insures: Side, player: int, banker: int) -> Offer | None:
    """000 4.1.2, first and second part."""
    if insures == "banker":
        if banker == 5 and player in (0, 1, 2, 3, 4):
            return _pushing(Fraction(2))
        if banker == 6 and player in (0, 1, 2, 3, 4, 5):
            return _pushing(Fraction(3))
        if banker == 7 and player in (0, 1, 2, 3, 4, 5):
            return _pushing(Fraction(4))
        return None
    if player == 5 and banker == 4:
        return _pushing(Fraction(2))
    if player == 6 and banker in (0, 1, 2, 3, 4, 5):
        return _pushing(Fraction(3))
    if player == 7 and banker in (0, 1, 2, 3, 4, 5):
        return _pushing(Fraction(4))
    return None


def _000_after_third_card(insures: Side, player: int, banker: int) -> Offer | None:
    """000 4.1.2, third and fourth part, and the note under it."""
    if insures == "banker":
        if player == 1 and banker == 1:
            return _pushing(Fraction(6))
        if player == 1 and banker in (2, 3, 4, 5, 6):
            return _pushing(Fraction(7))
        if player == 2 and banker in (3, 4, 5, 6):
            return _pushing(Fraction(4))
        if player == 3 and banker == 4:
            return _pushing(Fraction(3, 2))
        return None
    if banker in (0, 1, 2, 3, 4) and player == 5:
        return _pushing(Fraction(2))
    if banker in (0, 1, 2, 3, 4, 5) and player == 6:
        return _pushing(Fraction(3))
    if banker in (0, 1, 2, 3, 4, 5, 6) and player == 7:
        return _pushing(Fraction(4))
    if banker in (0, 1, 2, 3, 4, 5, 6) and player == 8:
        return _pushing(Fraction(7))
    if banker in (0, 1, 2, 3, 4, 5, 6) and player == 9:
        return Offer(None, Fraction(8))
    return None


def _003_after_four_cards(insures: Side, player: int, banker: int) -> Offer | None:
    """003 4.1.2, first and second part."""
    if insures == "banker":
        if banker == 5 and 0 <= player <= 4:
            return _pushing(Fraction(2))
        if banker == 6 and 0 <= player <= 5:
            return _pushing(Fraction(3))
        if banker == 7 and 0 <= player <= 5:
            return _pushing(Fraction(4))
        return None
    if player == 5 and banker == 4:
        return _pushing(Fraction(2))
    if player == 6 and 0 <= banker <= 5:
        return _pushing(Fraction(3))
    if player == 7 and 0 <= banker <= 5:
        return _pushing(Fraction(4))
    return None


def _003_after_third_card(insures: Side, player: int, banker: int) -> Offer | None:
    """003 4.1.2, third and fourth part, with 3.17 and 4.2.1; the rows for 7, 8 and 9 are a reading."""
    if insures == "banker":
        if player == 1 and banker == 1:
            return _pushing(Fraction(6))
        if player == 1 and 2 <= banker <= 6:
            return _pushing(Fraction(7))
        if player == 2 and 3 <= banker <= 6:
            return _pushing(Fraction(4))
        if player == 3 and banker == 4:
            return _pushing(Fraction(3, 2))
        return None
    if player == 5 and 0 <= banker <= 4:
        return _pushing(Fraction(2))
    if player == 6 and 0 <= banker <= 5:
        return _pushing(Fraction(3))
    if player == 7 and 0 <= banker <= 6:
        return _pushing(Fraction(4))
    if player == 8 and 0 <= banker <= 6:
        return _pushing(Fraction(7))
    if player == 9 and 0 <= banker <= 6:
        return Offer(None, Fraction(8))
    return None


# 001's grids: Player's total, then Banker's. A pair that is missing is printed as a dash.
TWO_CARD_BANKER = {
    0: {4: "1.5", 5: "1.5", 6: "2.5", 7: "4.5"},
    1: {4: "1.5", 5: "2", 6: "3", 7: "4.5"},
    2: {4: "1.5", 5: "2", 6: "3", 7: "4.5"},
    3: {4: "1.5", 5: "2", 6: "2.5", 7: "4.5"},
    4: {5: "1.5", 6: "2.5", 7: "4.5"},
    5: {6: "2.5", 7: "4.5"},
}
TWO_CARD_PLAYER = {
    5: {4: "1.5"},
    6: {0: "2.5", 1: "2.5", 2: "2.5", 3: "2.5", 4: "2.5", 5: "2.5"},
    7: {0: "4.5", 1: "4.5", 2: "4.5", 3: "4.5", 4: "4.5", 5: "4.5"},
}
THREE_CARD_BANKER_PLAYER_WINS = {
    0: {0: "N/A", 1: "N/A", 2: "N/A", 3: "N/A", 4: "N/A", 5: "N/A", 6: "N/A"},
    1: {0: "1.5", 1: "6", 2: "10", 3: "10", 4: "10", 5: "10", 6: "10"},
    2: {2: "3", 3: "4", 4: "4", 5: "4", 6: "4"},
    3: {3: "1.5", 4: "2.5"},
}
THREE_CARD_BANKER_TIE = {
    0: {0: "2", 1: "10", 2: "10", 3: "10", 4: "10", 5: "10", 6: "10"},
    1: {0: "Push", 1: "Push", 2: "Push", 3: "Push", 4: "Push", 5: "Push", 6: "Push"},
    2: {2: "Push", 3: "Push", 4: "Push", 5: "Push", 6: "Push"},
    3: {3: "Push", 4: "Push"},
}
THREE_CARD_PLAYER_BANKER_WINS = {
    4: {0: "1", 1: "1", 2: "1", 3: "1"},
    5: {0: "1.5", 1: "1.5", 2: "1.5", 3: "1.5", 4: "1.5"},
    6: {0: "2.5", 1: "2.5", 2: "2.5", 3: "2.5", 4: "2.5", 5: "2.5"},
    7: {0: "4", 1: "4", 2: "4", 3: "4", 4: "4", 5: "4", 6: "4"},
    8: {0: "9", 1: "9", 2: "9", 3: "9", 4: "9", 5: "9", 6: "9"},
    9: {0: "N/A", 1: "N/A", 2: "N/A", 3: "N/A", 4: "N/A", 5: "N/A", 6: "N/A"},
}
THREE_CARD_PLAYER_TIE = {
    4: {0: "Push", 1: "Push", 2: "Push", 3: "Push"},
    5: {0: "Push", 1: "Push", 2: "Push", 3: "Push", 4: "Push"},
    6: {0: "Push", 1: "Push", 2: "Push", 3: "Push", 4: "Push", 5: "Push"},
    7: {0: "Push", 1: "Push", 2: "Push", 3: "Push", 4: "Push", 5: "Push", 6: "Push"},
    8: {0: "Push", 1: "Push", 2: "Push", 3: "Push", 4: "Push", 5: "Push", 6: "Push"},
    9: {0: "10", 1: "10", 2: "10", 3: "10", 4: "10", 5: "10", 6: "10"},
}


def _001_two_card(insures: Side, player: int, banker: int) -> Offer | None:
    """001, 2-Card Banker and 2-Card Player Insurance; both push on a tie."""
    grid = TWO_CARD_BANKER if insures == "banker" else TWO_CARD_PLAYER
    cell = grid.get(player, {}).get(banker)
    if cell is None:
        return None
    return _pushing(Fraction(cell))


def _001_three_card(insures: Side, player: int, banker: int) -> Offer | None:
    """001, 3-Card Banker and 3-Card Player Insurance, each with its second grid for ties."""
    if insures == "banker":
        on_loss = THREE_CARD_BANKER_PLAYER_WINS.get(player, {}).get(banker)
        on_tie = THREE_CARD_BANKER_TIE.get(player, {}).get(banker)
    else:
        on_loss = THREE_CARD_PLAYER_BANKER_WINS.get(player, {}).get(banker)
        on_tie = THREE_CARD_PLAYER_TIE.get(player, {}).get(banker)
    if on_loss is None or on_tie is None:
        return None
    return Offer(
        None if on_loss == "N/A" else Fraction(on_loss),
        "push" if on_tie == "Push" else Fraction(on_tie),
    )
