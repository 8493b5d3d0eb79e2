"""From cards in the order drawn to two hands and a winner (000 3.4-3.9, 002 3.10-3.14, 003 3.10-3.17, 004 3.4-3.8)."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

Side = Literal["player", "banker"]

# 000 3.7, 002 3.12, 003 3.15, 004 3.6: Banker's two-card total, and the values of Player's third card it draws on.
BANKER_DRAWS_ON = {
    0: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    1: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    2: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: (2, 3, 4, 5, 6, 7),
    5: (4, 5, 6, 7),
    6: (6, 7),
    7: (),
}


class Final(NamedTuple):
    """How a complete coup ended."""

    winner: Literal["player", "banker", "tie"]
    player_points: int
    banker_points: int
    player_cards: int
    banker_cards: int


def value(rank: int) -> int:
    """What a card of this rank (1 ace … 13 king) counts."""
    if rank < 1 or rank > 13:
        raise ValueError(f"no such rank: {rank}")
    if rank >= 10:
        return 0
    return rank


def next_hand(values: Sequence[int]) -> Side | None:
    """Whose card comes next, or None when the coup is complete."""
    for one in values:
        if one < 0 or one > 9:
            raise ValueError(f"no such card value: {one}")
    count = len(values)
    if count == 0 or count == 2:
        return "player"
    if count == 1 or count == 3:
        return "banker"

    player = (values[0] + values[2]) % 10
    banker = (values[1] + values[3]) % 10

    if player >= 8 or banker >= 8:
        if count == 4:
            return None
        raise ValueError("a card after a natural")

    if player >= 6:
        if banker >= 6:
            if count == 4:
                return None
            raise ValueError("a card when both hands stand")
        if count == 4:
            return "banker"
        if count == 5:
            return None
        raise ValueError("a sixth card when Player stands")

    if count == 4:
        return "player"
    if values[4] in BANKER_DRAWS_ON[banker]:
        if count == 5:
            return "banker"
        if count == 6:
            return None
        raise ValueError("a seventh card")
    if count == 5:
        return None
    raise ValueError("a sixth card when Banker stands")


def hands(values: Sequence[int]) -> tuple[list[int], list[int]]:
    """Player's values and Banker's, dealt out as far as they go."""
    player: list[int] = []
    banker: list[int] = []
    for index in range(len(values)):
        side = next_hand(values[:index])
        if side == "player":
            player.append(values[index])
        elif side == "banker":
            banker.append(values[index])
        else:
            raise ValueError("a card after the coup was complete")
    return player, banker


def final(values: Sequence[int]) -> Final:
    """The result of a complete coup."""
    if next_hand(values) is not None:
        raise ValueError("the coup is not complete")
    player, banker = hands(values)
    player_points = sum(player) % 10
    banker_points = sum(banker) % 10
    winner: Literal["player", "banker", "tie"] = "tie"
    if player_points > banker_points:
        winner = "player"
    if banker_points > player_points:
        winner = "banker"
    return Final(winner, player_points, banker_points, len(player), len(banker))


def reconstructed(drawn: Sequence[int]) -> tuple[list[int], list[int], list[int]]:
    """Ranks as drawn, put where they belong: Player's, Banker's, and those left over (002 and 003 1.17/1.18, 5.7)."""
    player: list[int] = []
    banker: list[int] = []
    dealt: list[int] = []
    for index, rank in enumerate(drawn):
        side = next_hand(dealt)
        if side is None:
            return player, banker, list(drawn[index:])
        if side == "player":
            player.append(rank)
        else:
            banker.append(rank)
        dealt.append(value(rank))
    return player, banker, []
