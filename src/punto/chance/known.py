"""What is known of a coup before its cards lie open: a card's rank or value at its place, a hand's total."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from punto.coup import Scope
from punto.kit import Card, Rank, Refused
from punto.kit.cards import RANK_WORDS
from punto.rulebook import known_ones

PLACES = ("player1", "banker1", "player2", "banker2")
"""In the order dealt."""
HANDS = ("player", "banker")
VALUES = frozenset(range(10))

_RANGE = re.compile(r"([0-9])\s*-\s*([0-9])", re.ASCII)
_CARD = "a rank A 2 3 4 5 6 7 8 9 T J Q K, or a range of card values as in 6-9"
_TOTAL = "a two-card total from 0 to 9, or a range of them as in 0-5"


@dataclass(frozen=True, slots=True)
class KnownPlaces:
    """Which ranks may lie at a place, and which two-card totals a hand may have; what is not named is open."""

    ranks: Mapping[str, frozenset[Rank]] = field(default_factory=dict)
    """For some of PLACES."""
    totals: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """For some of HANDS."""

    def __bool__(self) -> bool:
        return bool(self.ranks or self.totals)

    @property
    def asks(self) -> Scope:
        """The detail of the cards that is needed: ranks where some ten-valued ranks are possible and others not."""
        whole = all(not (ranks & _TENS) or ranks >= _TENS for ranks in self.ranks.values())
        return Scope.TOTALS if whole else Scope.RANKS

    def fits(self, place: str, ranks: frozenset[Rank]) -> bool:
        """Whether some of these ranks may lie there."""
        possible = self.ranks.get(place)
        return possible is None or not possible.isdisjoint(ranks)

    def fits_total(self, hand: str, total: int) -> bool:
        possible = self.totals.get(hand)
        return possible is None or total in possible

    def words(self) -> str:
        """In words: `player1 5, banker2 6 or 7`."""
        ranks = {place: "".join(rank.sign for rank in sorted(possible)) for place, possible in self.ranks.items()}
        totals = {hand: "".join(map(str, sorted(possible))) for hand, possible in self.totals.items()}
        return ", ".join(
            f"{place} {'or '.join(f'{sign} ' for sign in signs).strip()}" for place, signs in (ranks | totals).items()
        )

    def holds(self, four: Sequence[Card]) -> bool:
        """Whether four cards, in the order dealt, fit: the plain version, for `brute`."""
        places = all(card.rank in self.ranks.get(place, RANKS) for place, card in zip(PLACES, four, strict=True))
        player, banker = four[0].points + four[2].points, four[1].points + four[3].points
        return places and self.fits_total("player", player % 10) and self.fits_total("banker", banker % 10)


RANKS = frozenset(Rank)
_TENS = frozenset(rank for rank in Rank if rank.points == 0)
NOTHING_KNOWN = KnownPlaces()


def read_known(entries: Mapping[str, object], where: str = "known") -> KnownPlaces:
    """`{"player1": "5", "banker2": "6-9", "player": 4}` as people write it; Refused for an unknown word."""
    ranks: dict[str, frozenset[Rank]] = {}
    totals: dict[str, frozenset[int]] = {}
    for place, what in entries.items():
        if place in PLACES:
            ranks[place] = _ranks(place, what, where)
        elif place in HANDS:
            totals[place] = _totals(place, what, where)
        else:
            message = f"{where}: there is no place {str(place)[:40]!r}; {known_ones(str(place), (*PLACES, *HANDS))}"
            raise Refused(code="unknown_place", message=message)
    return KnownPlaces(ranks, totals)


def read_known_words(words: Iterable[str], where: str = "known") -> KnownPlaces:
    """Known places from `PLACE=WHAT` words, as options and addresses carry them."""
    entries: dict[str, str] = {}
    for text in words:
        place, equals, what = text.partition("=")
        if not equals:
            message = f"{where} {text[:40]!r} is not of the form PLACE=WHAT, as in player1=5"
            raise Refused(code="bad_known", message=message)
        if place in entries:
            raise Refused(code="bad_known", message=f"{where} {place[:40]} is given twice")
        entries[place] = what
    return read_known(entries, where)


def _ranks(place: str, what: object, where: str) -> frozenset[Rank]:
    text = _text(what)
    if (values := _range(text)) is not None:
        return frozenset(rank for rank in Rank if rank.points in values)
    if text == "0":
        return _TENS
    word = "A" if text == "1" else text.upper()
    if word in RANK_WORDS:
        return frozenset({RANK_WORDS[word]})
    raise Refused(code="bad_known", message=f"{where} {place}={text[:40]!r} is no card: write {_CARD}")


def _totals(hand: str, what: object, where: str) -> frozenset[int]:
    text = _text(what)
    if (values := _range(text)) is not None:
        return values
    if len(text) == 1 and text.isascii() and text.isdigit():
        return frozenset({int(text)})
    raise Refused(code="bad_known", message=f"{where} {hand}={text[:40]!r} is no total: write {_TOTAL}")


def _text(what: object) -> str:
    return "" if isinstance(what, bool) else str(what).strip()


def _range(text: str) -> frozenset[int] | None:
    """The values of `6-9`; None for anything else, also for one that runs backwards."""
    match = _RANGE.fullmatch(text)
    if match is None or match[1] > match[2]:
        return None
    return frozenset(range(int(match[1]), int(match[2]) + 1))
