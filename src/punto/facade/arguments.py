"""What callers give, read: whole numbers, texts, cards and counts of any kind, or refused by the argument's name."""

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
"""More coups or shoes nobody deals; the kernel counts them in 64 bits."""
LONGEST = 10**100
"""Nobody means a number as long as this, and one of 4,300 digits cannot even be printed."""
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


def wholes(given: object, name: str, code: str) -> list[int]:
    """A whole number, or several; none for None."""
    if given is None:
        return []
    several = None if isinstance(given, bytes) else several_of(given)
    return [whole(one, name, code) for one in ([given] if several is None else several)]


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


def cards_of(given: object, name: str) -> tuple[Card, ...]:
    """Cards as a text, or one by one."""
    if isinstance(given, str):
        return read_drawn(given, "" if name == "cards" else name)
    if (several := several_of(given)) is not None:
        return tuple(_card(one, name) for one in several)
    raise Refused(code="bad_cards", message=f"{name}: {excerpt(given)} is no row of cards; write them as '3h 9c'")


def _card(given: object, name: str) -> Card:
    if isinstance(given, Card) and isinstance(given.rank, Rank):
        return given
    if isinstance(given, str) and len(found := read_drawn(given, name)) == 1:
        return found[0]
    raise Refused(code="unknown_card", message=f"{name}: {excerpt(given)} is no card; write one as '9d'")


def shoe_text(shoe: object) -> str:
    """A shoe by its counts in the spelling of the command line, which refuses what is wrong with it."""
    if isinstance(shoe, str):
        return shoe
    if not isinstance(shoe, Mapping):
        raise Refused(code="bad_composition", message=f"shoe: {excerpt(shoe)} is no shoe; name {RANKS}")
    words = [(word_of(rank), count) for rank, count in shoe.items()]
    return ",".join(f"{rank}:{whole(count, f'the count of {rank:.20}', 'bad_composition')}" for rank, count in words)


def known_places(known: object) -> Mapping[str, str]:
    if known is None:
        return {}
    if isinstance(known, Mapping):
        return {word_of(place): word_of(what) for place, what in known.items()}
    message = f"known: {excerpt(known)} names no places; write them as {{'player1': '6-9'}}"
    raise Refused(code="bad_known", message=message)


def several_of(given: object) -> list[object] | None:
    """Several of something, one by one; None for a text, a mapping or a card, and for what is one thing."""
    if isinstance(given, str | Mapping | Card) or not isinstance(given, Iterable):
        return None
    try:
        one_by_one = iter(given)
    except TypeError:  # An array of no dimensions says it can be gone through, and cannot.
        return None
    return list(one_by_one)


def listed(given: object, name: str, code: str, example: str) -> list[object]:
    """Several of something, or refused."""
    if (several := several_of(given)) is None:
        raise Refused(code=code, message=f"{name} is a list of {example}, not {excerpt(given, 60)}")
    return several


def nearest_of(given: object, known: Iterable[str]) -> str:
    """What to write instead of an unknown word, whatever was written."""
    return known_ones(given if isinstance(given, str) else "", known)


def unknown_bet(where: str, bet: object, bets: Iterable[str]) -> Refused:
    message = f"{where} has no bet {excerpt(bet, 60)}; {nearest_of(bet, bets)}"
    return Refused(code="unknown_bet", message=message)
