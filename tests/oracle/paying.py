"""What each bet of each document hands back, straight from the printed pay tables."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from oracle.dealing import Final, final, value

DOCUMENTS = ("rws-insurance", "insurance-lucky-six", "rws-baccarat", "da-hu-ying-xiong", "easy-six")

# What is won for each unit staked; "push" when the stake is returned, None when it is lost.
Won = Fraction | Literal["push"] | None

PLAYER_WINS_ON = {1: 160, 2: 80, 3: 50, 4: 50, 5: 30, 6: 11, 7: 8, 8: 6, 9: 5}  # 002 4.1.2
BANKER_WINS_ON = {1: 160, 2: 80, 3: 50, 4: 25, 5: 15, 6: 11, 7: 8, 8: 6, 9: 5}  # 002 4.1.3
TIE_WINS_ON = {0: 110, 1: 160, 2: 160, 3: 150, 4: 100, 5: 90, 6: 35, 7: 35, 8: 60, 9: 60}  # 002 4.1.4


def bets(document: str) -> list[str]:
    """The bets on this document's layout, insurance apart."""
    if document == "rws-insurance":
        return ["player", "banker", "tie", "player_pair", "banker_pair"]
    if document == "insurance-lucky-six":
        return ["player", "banker", "tie", "lucky_6"]
    if document == "rws-baccarat":
        ids = ["player", "banker", "any_tie", "player_pair", "banker_pair"]
        ids += [f"player_wins_on_{points}" for points in PLAYER_WINS_ON]
        ids += [f"banker_wins_on_{points}" for points in BANKER_WINS_ON]
        ids += [f"tie_wins_on_{points}" for points in TIE_WINS_ON]
        return ids
    if document == "da-hu-ying-xiong":
        return ["player", "banker", "tie", "tiger", "big_tiger", "small_tiger", "tiger_tie", "tiger_pair"]
    if document == "easy-six":
        return ["player", "banker", "tie", "player_pair", "banker_pair", "easy_six"]
    raise ValueError(f"no such document: {document}")


def least_that_divides(document: str, side: str, commission: Fraction = Fraction(1, 20)) -> int:
    """The least stake on Player or Banker that wins whole units however the coup ends."""
    if side == "player":
        return 20 if document == "easy-six" else 1  # 004 pays 1.05 to 1 on six.
    if document == "insurance-lucky-six":
        return commission.denominator
    return 2  # Banker on six wins half.


def payback(
    document: str, bet: str, cards: Sequence[int], stake: int, commission: Fraction = Fraction(1, 20)
) -> Fraction:
    """What is handed back for a stake after these ranks, in the order drawn; exact, before any rounding."""
    won = _won(document, bet, tuple(cards), commission)
    if won is None:
        return Fraction(0)
    if won == "push":
        return Fraction(stake)
    return stake + stake * won


@lru_cache(maxsize=1000)  # Many bets ask about one coup.
def _end(ranks: tuple[int, ...]) -> Final:
    return final([value(rank) for rank in ranks])


def _won(document: str, bet: str, ranks: tuple[int, ...], commission: Fraction) -> Won:
    end = _end(ranks)
    if document == "rws-insurance":
        return _rws_insurance(bet, ranks, end)
    if document == "insurance-lucky-six":
        return _insurance_lucky_six(bet, end, commission)
    if document == "rws-baccarat":
        return _rws_baccarat(bet, ranks, end)
    if document == "da-hu-ying-xiong":
        return _da_hu_ying_xiong(bet, ranks, end)
    if document == "easy-six":
        return _easy_six(bet, ranks, end)
    raise ValueError(f"no such document: {document}")


def _rws_insurance(bet: str, ranks: tuple[int, ...], end: Final) -> Won:
    """000 4.1.1; the return on a tie, 3.9."""
    if bet == "player":
        if end.winner == "player":
            return Fraction(1)
        if end.winner == "tie":
            return "push"
        return None
    if bet == "banker":
        if end.winner == "banker" and end.banker_points == 6:
            return Fraction(1, 2)
        if end.winner == "banker":
            return Fraction(1)
        if end.winner == "tie":
            return "push"
        return None
    if bet == "tie":
        if end.winner == "tie":
            return Fraction(8)
        return None
    if bet == "player_pair":
        if ranks[0] == ranks[2]:
            return Fraction(11)
        return None
    if bet == "banker_pair":
        if ranks[1] == ranks[3]:
            return Fraction(11)
        return None
    raise ValueError(f"no such bet in 000: {bet}")


def _insurance_lucky_six(bet: str, end: Final, commission: Fraction) -> Won:
    """001, Lucky 6; the other three are the standard game's, by reading."""
    if bet == "player":
        if end.winner == "player":
            return Fraction(1)
        if end.winner == "tie":
            return "push"
        return None
    if bet == "banker":
        if end.winner == "banker":
            return 1 - commission
        if end.winner == "tie":
            return "push"
        return None
    if bet == "tie":
        if end.winner == "tie":
            return Fraction(8)
        return None
    if bet == "lucky_6":
        if end.winner == "banker" and end.banker_points == 6 and end.banker_cards == 3:
            return Fraction(21 - 1)  # 21 for 1 has the stake in it.
        if end.winner == "banker" and end.banker_points == 6 and end.banker_cards == 2:
            return Fraction(13 - 1)
        return None
    raise ValueError(f"no such bet in 001: {bet}")


def _rws_baccarat(bet: str, ranks: tuple[int, ...], end: Final) -> Won:
    """002 4.1.1 to 4.1.4; the return on a tie, 3.14."""
    if bet == "player":
        if end.winner == "player":
            return Fraction(1)
        if end.winner == "tie":
            return "push"
        return None
    if bet == "banker":
        if end.winner == "banker" and end.banker_points == 6:
            return Fraction(1, 2)
        if end.winner == "banker":
            return Fraction(1)
        if end.winner == "tie":
            return "push"
        return None
    if bet == "any_tie":
        if end.winner == "tie":
            return Fraction(8)
        return None
    if bet == "player_pair":
        if ranks[0] == ranks[2]:
            return Fraction(11)
        return None
    if bet == "banker_pair":
        if ranks[1] == ranks[3]:
            return Fraction(11)
        return None
    for points, odds in PLAYER_WINS_ON.items():
        if bet == f"player_wins_on_{points}":
            if end.winner == "player" and end.player_points == points:
                return Fraction(odds)
            return None
    for points, odds in BANKER_WINS_ON.items():
        if bet == f"banker_wins_on_{points}":
            if end.winner == "banker" and end.banker_points == points:
                return Fraction(odds)
            return None
    for points, odds in TIE_WINS_ON.items():
        if bet == f"tie_wins_on_{points}":
            if end.winner == "tie" and end.player_points == points:
                return Fraction(odds)
            return None
    raise ValueError(f"no such bet in 002: {bet}")


def _da_hu_ying_xiong(bet: str, ranks: tuple[int, ...], end: Final) -> Won:
    """003 4.1.1 with 1.3, 1.20, 1.23 to 1.25; the return on a tie, 3.17."""
    if bet == "player":
        if end.winner == "player":
            return Fraction(1)
        if end.winner == "tie":
            return "push"
        return None
    if bet == "banker":
        if end.winner == "banker" and end.banker_points == 6:
            return Fraction(1, 2)
        if end.winner == "banker":
            return Fraction(1)
        if end.winner == "tie":
            return "push"
        return None
    if bet == "tie":
        if end.winner == "tie":
            return Fraction(8)
        return None
    if bet == "tiger":
        if end.winner == "banker" and end.banker_points == 6 and end.banker_cards == 2:
            return Fraction(12)
        if end.winner == "banker" and end.banker_points == 6 and end.banker_cards == 3:
            return Fraction(20)
        return None
    if bet == "big_tiger":
        if end.winner == "banker" and end.banker_points == 6 and end.banker_cards == 3:
            return Fraction(50)
        return None
    if bet == "small_tiger":
        if end.winner == "banker" and end.banker_points == 6 and end.banker_cards == 2:
            return Fraction(22)
        return None
    if bet == "tiger_tie":
        if end.winner == "tie" and end.banker_points == 6:
            return Fraction(35)
        return None
    if bet == "tiger_pair":
        player_has_one = ranks[0] == ranks[2]
        banker_has_one = ranks[1] == ranks[3]
        if player_has_one and banker_has_one and ranks[0] == ranks[1]:
            return Fraction(100)
        if player_has_one and banker_has_one:
            return Fraction(20)
        if player_has_one or banker_has_one:
            return Fraction(4)
        return None
    raise ValueError(f"no such bet in 003: {bet}")


def _easy_six(bet: str, ranks: tuple[int, ...], end: Final) -> Won:
    """004 4.1.1 with the definition of Easy Six; the return on a tie, 3.8."""
    if bet == "player":
        if end.winner == "player" and end.player_points == 6:
            return Fraction(105, 100)
        if end.winner == "player":
            return Fraction(1)
        if end.winner == "tie":
            return "push"
        return None
    if bet == "banker":
        if end.winner == "banker" and end.banker_points == 6:
            return Fraction(1, 2)
        if end.winner == "banker":
            return Fraction(1)
        if end.winner == "tie":
            return "push"
        return None
    if bet == "tie":
        if end.winner == "tie" and end.player_points == 6:
            return Fraction(10)
        if end.winner == "tie":
            return Fraction(8)
        return None
    if bet == "player_pair":
        if ranks[0] == 6 and ranks[2] == 6:
            return Fraction(13)
        if ranks[0] == ranks[2]:
            return Fraction(11)
        return None
    if bet == "banker_pair":
        if ranks[1] == 6 and ranks[3] == 6:
            return Fraction(13)
        if ranks[1] == ranks[3]:
            return Fraction(11)
        return None
    if bet == "easy_six":
        if end.winner == "player" and end.player_points == 6:
            return Fraction(6)
        if end.winner == "banker" and end.banker_points == 6:
            return Fraction(6)
        if end.winner == "tie" and end.player_points == 6:
            return Fraction(6)
        return None
    raise ValueError(f"no such bet in 004: {bet}")
