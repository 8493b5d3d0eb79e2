"""The slow obvious dealer: the same random words, a plain shuffle, and coups by the tableau as a value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from punto.coup import Tableau, result_of
from punto.kit import Card, Rank, Suit

WORD = 2**64
GOLDEN = 0x9E3779B97F4A7C15
SUITS = tuple(Suit)


def scrambled(z: int) -> int:
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
    return z ^ z >> 31


def words(seed: int, task: int) -> Iterator[int]:
    """xoshiro256++ from four words of a splitmix64 sequence."""
    start = scrambled((seed + GOLDEN) % WORD) + 4 * task * GOLDEN
    state = [scrambled((start + (k + 1) * GOLDEN) % WORD) for k in range(4)]
    while True:
        total = (state[0] + state[3]) % WORD
        yield (_turned(total, 23) + state[0]) % WORD
        shifted = state[1] << 17 & WORD - 1
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = _turned(state[3], 45)


def _turned(x: int, k: int) -> int:
    return (x << k | x >> 64 - k) % WORD


def two_choices(word: int, n: int, bits: int) -> tuple[int, int] | None:
    """A place among n and one among the n - 1 that are left, from one word; None if the word is refused."""
    span = 1 << bits
    first = word * n
    second = first % span * (n - 1)
    if second % span < span % (n * (n - 1)):
        return None
    return first >> bits, second >> bits


def shuffle(cards: list[int], places: int, stream: Iterator[int]) -> None:
    """Fisher and Yates, in place, as far as asked."""
    for start in range(0, places, 4):
        word = next(stream)
        for at, half in ((start, word >> 32), (start + 2, word % 2**32)):
            found = two_choices(half, len(cards) - at, 32)
            while found is None:
                found = two_choices(next(stream) >> 32, len(cards) - at, 32)
            for place, chosen in ((at, at + found[0]), (at + 1, at + 1 + found[1])):
                cards[place], cards[chosen] = cards[chosen], cards[place]


def fresh(decks: int) -> list[int]:
    """Cards as the core writes them."""
    one = [(rank << 4 if rank < 10 else rank - 10 << 2) | suit for rank in range(1, 14) for suit in range(4)]
    return one * decks


def card_of(byte: int) -> Card:
    rank = byte >> 4 or 10 + (byte >> 2 & 3)
    return Card(Rank(rank), SUITS[byte & 3])


@dataclass
class Plain:
    """What one shoe gives."""

    paths: list[int]
    pairings: list[int]
    places: list[int]
    voids: int


def deal(order: list[int], tableau: Tableau, cut: int, burn: int | None) -> Plain:
    """One shoe to its end: the coup in which the cut card comes out is finished, and one more is dealt."""
    cards = [card_of(byte) for byte in order]
    at = burn if burn is not None else 1 + (cards[0].points or 10)
    found = Plain([], [], [], 0)
    last = False
    while not last:
        last = at >= len(cards) - cut
        coup: list[Card] = []
        while tableau.next_side([card.points for card in coup]) is not None and at + len(coup) < len(cards):
            coup.append(cards[at + len(coup)])
        if len(coup) < 4 or tableau.next_side([card.points for card in coup]) is not None:
            found.voids += 1
            break
        found.paths.append(_path(coup))
        found.pairings.append(_pairing(coup[0], coup[2]) * 27 + _pairing(coup[1], coup[3]))
        found.places.append(at)
        assert result_of(tableau, coup)
        at += len(coup)
    return found


def _path(coup: list[Card]) -> int:
    points = [card.points for card in coup]
    fifth, sixth = (points[place] if len(points) > place else 0 for place in (4, 5))
    return (points[0] + points[2]) % 10 * 1000 + (points[1] + points[3]) % 10 * 100 + fifth * 10 + sixth


def _pairing(one: Card, other: Card) -> int:
    return (one.rank + 13 * (one.suit is other.suit)) if one.rank is other.rank else 0


def ends(tableau: Tableau, order: list[int], found: Plain) -> Counter[tuple[int, int, int, int]]:
    """(Player's cards, Banker's, both totals) of the shoe's coups."""
    ended: Counter[tuple[int, int, int, int]] = Counter()
    for place, following in zip(found.places, [*found.places[1:], None], strict=True):
        coup = [card_of(byte) for byte in order[place : following if following else place + 6]]
        while following is None and tableau.next_side([card.points for card in coup[:-1]]) is None:
            coup.pop()
        result = result_of(tableau, coup)
        ended[result.player_cards, result.banker_cards, result.player_points, result.banker_points] += 1
    return ended
