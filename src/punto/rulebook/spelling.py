"""The written form of a slip's parts, read as values: cards, terms of a table, insurance."""

from __future__ import annotations

import re
from datetime import date, datetime

from punto.kit import Card, Refused, Rounding, Side, read_cards, read_percent
from punto.rulebook.library import AsOf
from punto.rulebook.mistake import known_ones
from punto.rulebook.model import Rulebook, Window
from punto.rulebook.settlement import Terms, terms_of
from punto.rulebook.slip import Insured, check_stake

_WINDOWS = {window.value: window for window in Window}
_SIDES = {side.value: side for side in Side}
_POLICIES = {policy.value: policy for policy in Rounding}


def read_drawn(text: str, where: str = "") -> tuple[Card, ...]:
    """The cards written in a text, in the order drawn; a refusal begins with where the text stood."""
    try:
        return read_cards(text)
    except ValueError as error:
        raise Refused(code="unknown_card", message=f"{where}: {error}" if where else str(error)) from None


def read_moment(text: str, where: str) -> AsOf:
    """A day, or an instant with or without its offset."""
    try:
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
            return date.fromisoformat(text)
        if re.match(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d", text, re.ASCII):
            return datetime.fromisoformat(text)
    except ValueError:
        pass
    shapes = "write a day as 2020-01-15, or an instant as 2020-01-15T06:00+08:00"
    raise Refused(code="bad_as_of", message=f"{where} {text[:40]!r} is no day and no instant; {shapes}")


def read_terms(book: Rulebook, rounding: str | None, commission: str | None) -> Terms:
    """How a table pays: the rulebook's own terms unless others are written."""
    if rounding is not None and rounding not in _POLICIES:
        message = f"there is no rounding {rounding[:40]!r}; {known_ones(rounding, _POLICIES)}"
        raise Refused(code="unknown_rounding", message=message)
    policy = _POLICIES[rounding] if rounding else Rounding.DOWN
    if commission is None:
        return terms_of(book, policy)
    if book.commission is None:
        raise Refused(code="no_commission", message=f"{book.id} takes no commission, so none can be set")
    try:
        return terms_of(book, policy, read_percent(commission))
    except ValueError as error:
        raise Refused(code="bad_commission", message=str(error)) from None


def read_insured(window: str, insures: str, stake: object) -> Insured:
    """An insurance bet from the words for its window and hand."""
    if window not in _WINDOWS:
        raise Refused(
            code="unknown_window", message=f"there is no window {window[:40]!r}; {known_ones(window, _WINDOWS)}"
        )
    if insures not in _SIDES:
        raise Refused(code="unknown_hand", message=f"no hand is called {insures[:40]!r}; {known_ones(insures, _SIDES)}")
    return Insured(_WINDOWS[window], _SIDES[insures], check_stake(stake, f"insurance of {insures} {window}"))
