"""Options that several commands share, and what they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from punto.kit import STAKE_CEILING, Card, Refused, Rounding, Side, read_cards, read_percent
from punto.rulebook import Insured, Library, Rulebook, Terms, Window, check_stake, known_ones, terms_of
from punto.rulebook import decks_of as decks_of

_WINDOWS = {window.value: window for window in Window}
_SIDES = {side.value: side for side in Side}

RulebookFolders = Annotated[
    list[Path] | None,
    typer.Option(
        "--rulebooks", envvar="PUNTO_RULEBOOKS", help="A folder with rulebooks of your own (ID/EDITION.toml)."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Decks = Annotated[int | None, typer.Option("--decks", help="Decks in the shoe.")]


def library(folders: list[Path] | None) -> Library:
    """The shipped rulebooks and those in the given folders."""
    for folder in folders or ():
        if not folder.is_dir():
            raise Refused(code="no_such_folder", message=f"--rulebooks {folder} is not a folder")
    return Library(folders or ())


def terms(book: Rulebook, rounding: str | None, commission: str | None) -> Terms:
    """How a table pays: the rulebook's own terms unless others are asked for."""
    policies = {policy.value: policy for policy in Rounding}
    if rounding is not None and rounding not in policies:
        message = f"there is no rounding {rounding[:40]!r}; {known_ones(rounding, policies)}"
        raise Refused(code="unknown_rounding", message=message)
    policy = policies[rounding] if rounding else Rounding.DOWN
    if commission is None:
        return terms_of(book, policy)
    if book.commission is None:
        raise Refused(code="no_commission", message=f"{book.id} takes no commission, so none can be set")
    try:
        return terms_of(book, policy, read_percent(commission))
    except ValueError as error:
        raise Refused(code="bad_commission", message=str(error)) from None


def pairs(given: Iterable[str], option: str, shape: str) -> list[tuple[str, str]]:
    """`NAME=VALUE` arguments, in order."""
    found = []
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise Refused(code="bad_argument", message=f"{option} {text[:60]!r} is not of the form {shape}")
        found.append((name, value))
    return found


def whole(text: str, what: str) -> int:
    """A whole number of units as a person types it: 10000 or 10,000; zero and less are for others to refuse."""
    if not re.fullmatch(r"-?([0-9]+|[0-9]{1,3}(,[0-9]{3})+)", text):
        raise Refused(code="stake_not_whole", message=f"{what}: a stake is a whole number of units, not {text[:40]!r}")
    if len(text) > 40:
        raise Refused(code="stake_too_large", message=f"{what}: no stake may be above {STAKE_CEILING:,} units")
    return int(text.replace(",", ""))


def cards_of(text: str) -> tuple[Card, ...]:
    """The cards written in a text, in the order drawn."""
    try:
        return read_cards(text)
    except ValueError as error:
        raise Refused(code="unknown_card", message=str(error)) from None


def insured(window: str, insures: str, stake: object) -> Insured:
    """An insurance bet from the words for its window and hand."""
    if window not in _WINDOWS:
        raise Refused(
            code="unknown_window", message=f"there is no window {window[:40]!r}; {known_ones(window, _WINDOWS)}"
        )
    if insures not in _SIDES:
        raise Refused(code="unknown_hand", message=f"no hand is called {insures[:40]!r}; {known_ones(insures, _SIDES)}")
    return Insured(_WINDOWS[window], _SIDES[insures], check_stake(stake, f"insurance of {insures} {window}"))
