"""Every way a part-dealt coup can go on, as the set of results it can still have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from punto.coup.result import Result, finished
from punto.coup.tableau import Tableau
from punto.kit import Card, Rank, Side


class _Opening(NamedTuple):
    """What a result depends on in a hand's first two cards."""

    total: int
    pair: Rank | None
    suited: bool | None


@lru_cache(maxsize=4096)
def results_from(tableau: Tableau, cards: tuple[Card, ...] = ()) -> frozenset[Result]:
    """All results that can still come, whatever cards are drawn next.

    It looks at what the cards can be, not at how many of each are left: the
    documents ask what is conclusively won or lost, not what is likely.
    """
    players = _openings([card for index, card in enumerate(cards[:4]) if index % 2 == 0])
    bankers = _openings([card for index, card in enumerate(cards[:4]) if index % 2 == 1])
    thirds = [card.points for card in cards[4:]]
    return frozenset(
        finished(player_total, banker_total, player_cards, banker_cards, player[1:], banker[1:])
        for player in players
        for banker in bankers
        for player_total, player_cards, banker_total, banker_cards in _finals(
            tableau, player.total, banker.total, tuple(thirds)
        )
    )


def _openings(known_cards: Sequence[Card]) -> set[_Opening]:
    """The two-card hands that contain the known cards; those that no result tells apart are one."""
    if len(known_cards) == 2:
        first, second = known_cards
        total = (first.points + second.points) % 10
        if first.rank is not second.rank:
            return {_Opening(total, None, False)}
        suited = None if first.suit is None or second.suit is None else first.suit is second.suit
        return {_Opening(total, first.rank, suited)}
    firsts = [card.rank for card in known_cards] or list(Rank)
    openings: set[_Opening] = set()
    for first_rank in firsts:
        for second_rank in Rank:
            total = (first_rank.points + second_rank.points) % 10
            if first_rank is second_rank:
                openings |= {_Opening(total, first_rank, suited) for suited in (True, False)}
            else:
                openings.add(_Opening(total, None, False))
    return openings


@lru_cache(maxsize=65536)
def _finals(
    tableau: Tableau, player: int, banker: int, thirds: tuple[int, ...]
) -> frozenset[tuple[int, int, int, int]]:
    """(Player total, cards, Banker total, cards) that two-card totals and known third cards can lead to."""
    return frozenset(_walk(tableau, player, banker, thirds))


def _walk(tableau: Tableau, player: int, banker: int, thirds: tuple[int, ...]) -> Iterator[tuple[int, int, int, int]]:
    drawn = [player, banker, 0, 0]
    any_card = range(10)
    match tableau.next_side(drawn):
        case None:
            yield player, 2, banker, 2
        case Side.BANKER:
            for card in thirds[:1] or any_card:
                yield player, 2, (banker + card) % 10, 3
        case Side.PLAYER:
            for third in thirds[:1] or any_card:
                total = (player + third) % 10
                if tableau.next_side([*drawn, third]) is None:
                    yield total, 3, banker, 2
                    continue
                for card in thirds[1:2] or any_card:
                    yield total, 3, (banker + card) % 10, 3
