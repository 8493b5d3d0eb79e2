"""Options that several commands share, and what they stand for."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from punto.kit import Refused, Rounding, read_percent
from punto.rulebook import Library, Rulebook, Terms, known_ones, terms_of

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
            raise Refused("no_such_folder", f"--rulebooks {folder} is not a folder")
    return Library(folders or ())


def decks_of(book: Rulebook, decks: int | None) -> int:
    """A number of decks this rulebook allows."""
    if decks is None:
        return book.decks.usual
    if not book.decks.least <= decks <= book.decks.most:
        message = f"{book.id} is played with {book.decks.least} to {book.decks.most} decks, not {decks}"
        raise Refused("wrong_number_of_decks", message, book.decks.cite)
    return decks


def terms(book: Rulebook, rounding: str | None, commission: str | None) -> Terms:
    """How a table pays: the rulebook's own terms unless others are asked for."""
    policies = {policy.value: policy for policy in Rounding}
    if rounding is not None and rounding not in policies:
        message = f"there is no rounding {rounding[:40]!r}; {known_ones(rounding, policies)}"
        raise Refused("unknown_rounding", message)
    policy = policies[rounding] if rounding else Rounding.DOWN
    if commission is None:
        return terms_of(book, policy)
    if book.commission is None:
        raise Refused("no_commission", f"{book.id} takes no commission, so none can be set")
    try:
        return terms_of(book, policy, read_percent(commission))
    except ValueError as error:
        raise Refused("bad_commission", str(error)) from None


def pairs(given: Iterable[str], option: str, shape: str) -> list[tuple[str, str]]:
    """`NAME=VALUE` arguments, in order."""
    found = []
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise Refused("bad_argument", f"{option} {text[:60]!r} is not of the form {shape}")
        found.append((name, value))
    return found


def whole(text: str, what: str) -> int:
    """A whole number as a person types it: 10000 or 10,000."""
    plain = text.replace(",", "").replace("_", "")
    if not plain.lstrip("-").isascii() or not plain.lstrip("-").isdigit() or len(plain) > 40:
        raise Refused("not_whole", f"{what}: a stake is a whole number of units, not {text[:40]!r}")
    return int(plain)
