"""Arguments of the library's calls: whole numbers, texts, cards and counts; a wrong one is refused by its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import isfinite
from operator import index
from typing import TypeAlias

from punto.kit import Card, Rank, Refused
from punto.kit.excerpt import excerpt
from punto.rulebook import known_ones, read_drawn

Cards: TypeAlias = str | Iterable[Card | str]
Counts: TypeAlias = Mapping[str, int] | str
MOST = 10**18
"""The most coups or shoes of one call; the kernel counts them in 64 bits."""
LONGEST = 10**100
"""Numbers from here on are refused: one of 4,300 digits cannot even be printed."""
RANKS = "all thirteen ranks with their counts, as {'A': 32, '2': 31, …}"


def whole(value: object, name: str, code: str = "not_whole") -> int:
    """A whole number of any kind, numpy's too, as Python's own."""
    try:
        number = LONGEST if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        number = LONGEST
    if not -LONGEST < number < LONGEST:
        raise Refused(code=code, message=f"{name}: {excerpt(value)} is not a whole number")
    return number


def whole_or_none(value: object, name: str, code: str = "not_whole") -> int | None:
    return None if value is None else whole(value, name, code)


def amount(value: object, name: str) -> int:
    """How many coups or shoes: a whole number from 1 on; 1e6 is one."""
    if isinstance(value, Fraction) or (isinstance(value, float) and isfinite(value)):
        value = int(value) if value == int(value) else value
    try:
        number = whole(value, name)
    except Refused:
        number = 0
    if not 1 <= number <= MOST:
        raise Refused(code="not_whole", message=f"{name}: {excerpt(value)} is not a whole number from 1 to 10^18")
    return number


def seed_of(value: object) -> int:
    try:
        number = whole(value, "seed")
    except Refused:
        number = -1
    if number < 0:
        raise Refused(code="bad_seed", message=f"a seed is a whole number from 0 on, not {excerpt(value)}")
    return number


def wholes(value: object, name: str, code: str) -> list[int]:
    """A whole number or several as a list; empty for None."""
    if value is None:
        return []
    several = None if isinstance(value, bytes) else several_of(value)
    return [whole(element, name, code) for element in ([value] if several is None else several)]


def text_or_none(value: object, name: str, code: str, example: str) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise Refused(code=code, message=f"{name}: {excerpt(value)} is no text; write it as {example}")


def word_of(value: object) -> str:
    """As text, whatever it is."""
    try:
        return str(value)
    except Exception:  # As with `excerpt`.
        return excerpt(value)


def cards_of(cards: object, name: str) -> tuple[Card, ...]:
    """Cards as a text, or one by one."""
    if isinstance(cards, str):
        return read_drawn(cards, "" if name == "cards" else name)
    if (several := several_of(cards)) is not None:
        return tuple(_card(card, name) for card in several)
    raise Refused(code="bad_cards", message=f"{name}: {excerpt(cards)} is no row of cards; write them as '3h 9c'")


def _card(card: object, name: str) -> Card:
    if isinstance(card, Card) and isinstance(card.rank, Rank):
        return card
    if isinstance(card, str) and len(cards := read_drawn(card, name)) == 1:
        return cards[0]
    raise Refused(code="unknown_card", message=f"{name}: {excerpt(card)} is no card; write one as '9d'")


def shoe_text(shoe: object) -> str:
    """A shoe by its counts in the spelling of the command line, which refuses what is wrong with it."""
    if isinstance(shoe, str):
        return shoe
    if not isinstance(shoe, Mapping):
        raise Refused(code="bad_composition", message=f"shoe: {excerpt(shoe)} is no shoe; name {RANKS}")
    words = [(word_of(rank), count) for rank, count in shoe.items()]
    return ",".join(f"{rank}:{whole(count, f'the count of {rank:.20}', 'bad_composition')}" for rank, count in words)


def known_places(places: object) -> Mapping[str, str]:
    if places is None:
        return {}
    if isinstance(places, Mapping):
        return {word_of(place): word_of(what) for place, what in places.items()}
    message = f"known: {excerpt(places)} names no places; write them as {{'player1': '6-9'}}"
    raise Refused(code="bad_known", message=message)


def several_of(value: object) -> list[object] | None:
    """The elements of an iterable as a list; None for a text, a mapping, a card and whatever is not iterable."""
    if isinstance(value, str | Mapping | Card) or not isinstance(value, Iterable):
        return None
    try:
        one_by_one = iter(value)
    except TypeError:  # A numpy array of no dimensions counts as Iterable, and iter() fails on it.
        return None
    return list(one_by_one)


def listed(value: object, name: str, code: str, example: str) -> list[object]:
    """The elements of a list or another iterable, else Refused."""
    if (several := several_of(value)) is None:
        raise Refused(code=code, message=f"{name} is a list of {example}, not {excerpt(value, 60)}")
    return several


def nearest_of(word: object, words: Iterable[str]) -> str:
    """A suggestion what to write in place of an unknown word."""
    return known_ones(word if isinstance(word, str) else "", words)


def unknown_bet(where: str, bet: object, bets: Iterable[str]) -> Refused:
    message = f"{where} has no bet {excerpt(bet, 60)}; {nearest_of(bet, bets)}"
    return Refused(code="unknown_bet", message=message)
