"""What callers give, read: whole numbers, texts, cards and counts of any kind, or refused by the argument's name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import isfinite
from operator import index
from typing import Any, TypeAlias

from punto.kit import Card, Rank, Refused
from punto.rulebook import read_drawn

Cards: TypeAlias = str | Iterable[Card | str]
Counts: TypeAlias = Mapping[str, int] | str
MOST = 10**18
"""More coups or shoes nobody deals; the kernel counts them in 64 bits."""
RANKS = "all thirteen ranks with their counts, as {'A': 32, '2': 31, …}"


def whole(value: object, name: str, code: str = "not_whole") -> int:
    """A whole number of any kind, numpy's too, as Python's own."""
    try:
        if not isinstance(value, bool):
            return index(value)  # type: ignore[arg-type]
    except TypeError:
        pass
    raise Refused(code=code, message=f"{name}: {value!r:.40} is not a whole number")


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
        raise Refused(code="not_whole", message=f"{name}: {value!r:.40} is not a whole number from 1 to 10^18")
    return number


def seed_of(value: object) -> int:
    try:
        number = whole(value, "seed")
    except Refused:
        number = -1
    if number < 0:
        raise Refused(code="bad_seed", message=f"a seed is a whole number from 0 on, not {value!r:.40}")
    return number


def wholes(given: object, name: str, code: str) -> list[int]:
    """A whole number, or several; none for None."""
    if given is None:
        return []
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        return [whole(given, name, code)]
    return [whole(one, name, code) for one in given]


def text_or_none(value: object, name: str, code: str, example: str) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise Refused(code=code, message=f"{name}: {value!r:.40} is no text; write it as {example}")


def cards_of(given: object, name: str) -> tuple[Card, ...]:
    """Cards as a text, or one by one."""
    if isinstance(given, str):
        return read_drawn(given, "" if name == "cards" else name)
    if isinstance(given, Iterable) and not isinstance(given, Mapping | Card):
        return tuple(_card(one, name) for one in given)
    raise Refused(code="bad_cards", message=f"{name}: {given!r:.40} is no row of cards; write them as '3h 9c'")


def _card(given: object, name: str) -> Card:
    if isinstance(given, Card) and isinstance(given.rank, Rank):
        return given
    if isinstance(given, str) and len(found := read_drawn(given, name)) == 1:
        return found[0]
    raise Refused(code="unknown_card", message=f"{name}: {given!r:.40} is no card; write one as '9d'")


def shoe_text(shoe: object) -> str:
    """A shoe by its counts in the spelling of the command line, which refuses what is wrong with it."""
    if isinstance(shoe, str):
        return shoe
    if not isinstance(shoe, Mapping):
        raise Refused(code="bad_composition", message=f"shoe: {shoe!r:.40} is no shoe; name {RANKS}")
    counts = {str(rank): whole(count, f"the count of {rank!s:.20}", "bad_composition") for rank, count in shoe.items()}
    return ",".join(f"{rank}:{count}" for rank, count in counts.items())


def known_places(known: object) -> Mapping[str, Any]:
    if known is None:
        return {}
    if isinstance(known, Mapping):
        return known
    message = f"known: {known!r:.40} names no places; write them as {{'player1': '6-9'}}"
    raise Refused(code="bad_known", message=message)


def listed(given: object, name: str, code: str, example: str) -> Sequence[object]:
    """Several of something; a text or a mapping is not several."""
    if isinstance(given, Iterable) and not isinstance(given, str | Mapping):
        return list(given)
    raise Refused(code=code, message=f"{name} is a list of {example}, not {given!r:.60}")
