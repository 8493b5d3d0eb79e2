"""The facts a bet may ask about a coup: a small closed vocabulary, each with its possible values.

`scope` says what a fact is about, and so how its chance can be found: final
`totals` and numbers of cards, the `ranks` of the first four cards, or their `suits`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from punto.coup.result import Result
from punto.kit.cards import RANK_WORDS

Value = str | int | bool


class Scope(IntEnum):
    """What must be known of the cards to answer; each scope includes those before it."""

    TOTALS = 0
    RANKS = 1
    SUITS = 2


class SuitUnknown(ValueError):
    """A question about suits of cards whose suits were not written down."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One word of the vocabulary."""

    name: str
    about: str
    values: tuple[Value, ...]
    scope: Scope
    ask: Callable[[Result], Value | None]
    """The fact's value in a result; None where the result has none (no pair, no rank of it)."""


def _suited(pair_rank: object, suited: bool | None) -> bool:
    if pair_rank is None:
        return False
    if suited is None:
        raise SuitUnknown("a bet here depends on suits: write the first four cards with theirs, as in 9d")
    return suited


_POINTS = tuple(range(10))
_FLAG = (True, False)
_RANKS = tuple(word for word in RANK_WORDS if word != "T")
_TOTALS, _R, _S = Scope.TOTALS, Scope.RANKS, Scope.SUITS


def _natural(points: int, cards: int) -> bool:
    return cards == 2 and points >= 8


def _suited_pairs(r: Result) -> int:
    return _suited(r.player_pair, r.player_suited) + _suited(r.banker_pair, r.banker_suited)


def _rank_word(pair: object) -> str | None:
    return None if pair is None else _RANK_WORD_OF[pair]


_RANK_WORD_OF: dict[object, str] = {RANK_WORDS[word]: word for word in _RANKS}

FACTS: dict[str, Fact] = {
    fact.name: fact
    for fact in (
        Fact("winner", "who wins", ("player", "banker", "tie"), _TOTALS, lambda r: r.winner),
        Fact(
            "points",
            "the winning hand's total; on a tie the total of both",
            _POINTS,
            _TOTALS,
            lambda r: max(r.player_points, r.banker_points),
        ),
        Fact("player_points", "Player's final total", _POINTS, _TOTALS, lambda r: r.player_points),
        Fact("banker_points", "Banker's final total", _POINTS, _TOTALS, lambda r: r.banker_points),
        Fact("margin", "by how many points", _POINTS, _TOTALS, lambda r: abs(r.player_points - r.banker_points)),
        Fact("player_cards", "cards in Player's hand", (2, 3), _TOTALS, lambda r: r.player_cards),
        Fact("banker_cards", "cards in Banker's hand", (2, 3), _TOTALS, lambda r: r.banker_cards),
        Fact("cards", "cards in both hands", (4, 5, 6), _TOTALS, lambda r: r.player_cards + r.banker_cards),
        Fact(
            "player_natural",
            "Player has 8 or 9 with two cards",
            _FLAG,
            _TOTALS,
            lambda r: _natural(r.player_points, r.player_cards),
        ),
        Fact(
            "banker_natural",
            "Banker has 8 or 9 with two cards",
            _FLAG,
            _TOTALS,
            lambda r: _natural(r.banker_points, r.banker_cards),
        ),
        Fact(
            "natural",
            "either hand has 8 or 9 with two cards",
            _FLAG,
            _TOTALS,
            lambda r: _natural(r.player_points, r.player_cards) or _natural(r.banker_points, r.banker_cards),
        ),
        Fact("player_pair", "Player's first two cards are of one rank", _FLAG, _R, lambda r: r.player_pair is not None),
        Fact("banker_pair", "Banker's first two cards are of one rank", _FLAG, _R, lambda r: r.banker_pair is not None),
        Fact("player_pair_of", "the rank of Player's pair", _RANKS, _R, lambda r: _rank_word(r.player_pair)),
        Fact("banker_pair_of", "the rank of Banker's pair", _RANKS, _R, lambda r: _rank_word(r.banker_pair)),
        Fact(
            "pairs",
            "hands that start with a pair",
            (0, 1, 2),
            _R,
            lambda r: (r.player_pair is not None) + (r.banker_pair is not None),
        ),
        Fact(
            "twin_pair",
            "both hands start with a pair of the same rank",
            _FLAG,
            _R,
            lambda r: r.player_pair is not None and r.player_pair is r.banker_pair,
        ),
        Fact(
            "player_suited_pair",
            "Player's pair is also of one suit",
            _FLAG,
            _S,
            lambda r: _suited(r.player_pair, r.player_suited),
        ),
        Fact(
            "banker_suited_pair",
            "Banker's pair is also of one suit",
            _FLAG,
            _S,
            lambda r: _suited(r.banker_pair, r.banker_suited),
        ),
        Fact("suited_pairs", "hands that start with a suited pair", (0, 1, 2), _S, _suited_pairs),
    )
}
