"""Who may do what: ranks in order, and people who act in another's position."""

from __future__ import annotations

from punto.kit import Refused
from punto.rulebook import Authority, Rulebook, known_ones
from punto.table.commands import Command

RANKS = {rank.word: rank for rank in Authority}

PATRON = "patron"


def rank_of(command: Command) -> Authority | None:
    """The rank a command is given with: the position acted in, else the person's own; None for a patron."""
    for word in (command.by, command.acting):
        if word is not None and word != PATRON and word not in RANKS:
            known = known_ones(word, [*RANKS, PATRON])
            raise Refused(code="unknown_rank", message=f"nobody here is called {word[:40]!r}; {known}")
    if command.by == PATRON:
        return None  # A patron is assigned to no position.
    return RANKS.get(command.acting or command.by or "")


def require(command: Command, least: Authority, book: Rulebook | None, what: str, cite: str = "") -> str:
    """The word of the rank that gives this command; Refused if it is below the least that may."""
    rank = rank_of(command)
    if rank is None and command.by != PATRON and command.acting != PATRON:
        rank = Authority.DEALER  # A script that names nobody is the dealer's own.
    if rank is None or rank < least:
        paragraph = cite or (book.procedure.get("authority", "") if book else "")
        given = PATRON if rank is None else rank.word
        message = f"{what} takes a {_title(least)} or above, and this came from a {given.replace('_', ' ')}"
        raise Refused(code="authority_too_low", message=message, cite=paragraph)
    return rank.word


def _title(rank: Authority) -> str:
    return rank.word.replace("_", " ")
