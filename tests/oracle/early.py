"""Which bets are settled before the last card, found by going on in every way (002 and 003 5.4)."""

from collections.abc import Sequence
from typing import Literal

from oracle.dealing import next_hand, value
from oracle.paying import bets, payback

Settled = Literal["won", "lost"]


def settled_early(document: str, cards_so_far: Sequence[int]) -> dict[str, Settled | None]:
    """Each bet's fate if it is the same whatever ranks come; None while it is open or can be returned."""
    shown: dict[str, set[str]] = {bet: set() for bet in bets(document)}
    _go_on(document, tuple(cards_so_far), shown)
    answer: dict[str, Settled | None] = {}
    for bet, outcomes in shown.items():
        if outcomes == {"won"}:
            answer[bet] = "won"
        elif outcomes == {"lost"}:
            answer[bet] = "lost"
        else:
            answer[bet] = None
    return answer


def established(document: str, cards_so_far: Sequence[int]) -> bool:
    """Whether some bet on the layout, placed or not, is already won or lost."""
    return any(fate is not None for fate in settled_early(document, cards_so_far).values())


def _go_on(document: str, ranks: tuple[int, ...], shown: dict[str, set[str]]) -> bool:
    """Note the outcomes of every coup that begins so; True once no bet can still be settled."""
    if next_hand([value(rank) for rank in ranks]) is not None:
        # The rank of a third card decides no pair: one card worth nothing stands there for all four.
        last = 14 if len(ranks) < 4 else 11
        return any(_go_on(document, (*ranks, rank), shown) for rank in range(1, last))
    for bet, outcomes in shown.items():
        if len(outcomes) < 2:
            outcomes.add(_outcome(document, bet, ranks))
    return all(len(outcomes) >= 2 for outcomes in shown.values())


def _outcome(document: str, bet: str, ranks: tuple[int, ...]) -> str:
    back = payback(document, bet, ranks, 1)
    if back == 0:
        return "lost"
    if back == 1:
        return "returned"
    return "won"
