"""`punto rules new`: a commented file to begin a rulebook with."""

from __future__ import annotations

import datetime
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from textwrap import wrap
from typing import Annotated

import typer

from punto.coup import FACTS, Fact
from punto.kit import Refused
from punto.rulebook import Authority, Options
from punto.rulebook.clauses import CLAUSES
from punto.rulebook.model import PROCEDURES, NewCards

_STARTING = Path(__file__).with_name("starting.toml")


def add_to(rules: typer.Typer) -> None:
    rules.command("new", short_help="Begin a rulebook with a file that explains itself.")(new)


def new(
    id: Annotated[str, typer.Argument(metavar="ID", help="Small letters, digits and hyphens: easy-six.")],
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it there; never over a file.")] = None,
    edition: Annotated[str | None, typer.Option(help="The day it comes into force; today if left out.")] = None,
) -> None:
    """Begin a rulebook: a file that explains every key and passes `punto rules check` as it is."""
    text = starting_file(_checked(id), _day(edition))
    if out is None:
        sys.stdout.buffer.write(text.encode())
        return
    try:
        with out.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise Refused(code="file_exists", message=f"{out} exists and is left as it is") from None
    except OSError as error:
        raise Refused(code="unwritable", message=f"{out} cannot be written: {error.strerror}") from None
    print(f"{out} is written; `punto rules check {out}` checks it as it grows")


def starting_file(id: str, edition: str) -> str:
    """The text of the file, with the vocabulary of this version of the program."""
    filled = {
        "ID": id,
        "EDITION": edition,
        "TITLE": re.sub("[_-]", " ", id).title(),
        "FACTS": "\n".join(line for fact in FACTS.values() for line in _fact(fact)),
        "CLAUSES": "\n".join(_clause(what) for what in CLAUSES),
        "DECIDES": _listed(rank.word for rank in Authority),
        "OPTIONS": _listed(option.value for option in Options),
        "STEPS": _listed(PROCEDURES),
        "CARDS": _listed(cards.value for cards in NewCards),
    }
    return re.sub("@([A-Z]+)@", lambda key: filled[key[1]], _STARTING.read_text(encoding="utf-8"))


def _fact(fact: Fact) -> list[str]:
    values = ", ".join(
        str(v).lower() if isinstance(v, bool) else f'"{v}"' if isinstance(v, str) else str(v) for v in fact.values
    )
    return wrap(f"{fact.about}: {values}", 98, initial_indent=f"#   {fact.name:<20}", subsequent_indent=f"#   {'':<20}")


def _clause(what: str) -> str:
    """An irregularity, what it may lead to, and the least rank that decides."""
    ways = CLAUSES[what]
    least = min(rank for way in ways.values() for rank in way.decides)
    decides = "" if least is Authority.DEALER else f" ({least.word})"
    return f"#   {what:<24}{', '.join(way.value for way in ways)}{decides}"


def _listed(words: Iterable[str]) -> str:
    return "\n#              ".join(wrap(", ".join(words), 84))


def _checked(id: str) -> str:
    if not re.fullmatch(r"[a-z0-9]+(?:[_-][a-z0-9]+)*", id) or len(id) > 60:
        raise Refused(
            code="bad_id", message=f"{id[:60]!r} is no id; write small letters, digits and hyphens, as in easy-six"
        )
    return id


def _day(edition: str | None) -> str:
    if edition is None:
        return datetime.datetime.now().astimezone().date().isoformat()
    try:
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}", edition, re.ASCII):
            return datetime.date.fromisoformat(edition).isoformat()
    except ValueError:
        pass
    raise Refused(code="bad_edition", message=f"{edition[:40]!r} is no day; write it as 2012-06-02")
