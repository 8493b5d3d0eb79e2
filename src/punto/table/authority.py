"""Who may do what: ranks in order, and people who act in another's position."""

from __future__ import annotations

from datetime import UTC, datetime

from punto.kit import Refused
from punto.rulebook import Authority, Rulebook, known_ones
from punto.table.commands import Command
from punto.table.state import State

RANKS = {rank.word: rank for rank in Authority}

PATRON = "patron"

HOUSE = "house"
"""The house's own clock: it does what a dealer does, and ends what has its time."""


def person_of(command: Command) -> str:
    """Who gives a command, by name; in a script the word in `by` stands for the person."""
    return command.account or command.by or Authority.DEALER.word


def require_assigned(state: State, command: Command) -> None:
    """Who acts in a position that is not their own has been assigned to it."""
    acting = command.acting
    if acting is None or acting == command.by or acting not in RANKS:
        return  # A word that nobody is called by is refused as such.
    person = person_of(command)
    held = next(
        (one for one in state.table.assignments if (one.person, one.position) == (person, acting)),
        None,
    )
    cite = state.book.procedure.get("authority", "") if state.book else ""
    title = acting.replace("_", " ")
    if held is None:
        message = f"{person[:60]} is not assigned to act as {title} at this table; assign comes first"
        raise Refused(code="not_assigned", message=message, cite=cite)
    if held.until and command.at and instant(command.at) > instant(held.until):
        message = f"{person[:60]} was assigned to act as {title} until {held.until}, and it is {command.at}"
        raise Refused(code="not_assigned", message=message, cite=cite)


def instant(text: str) -> datetime:
    """An instant; one without an offset is taken as UTC."""
    try:
        instant = datetime.fromisoformat(text)
    except ValueError:
        message = f"{text[:40]!r} is no instant; write it as in 2026-11-16T09:00:00+08:00"
        raise Refused(code="bad_command", message=message) from None
    return instant if instant.tzinfo else instant.replace(tzinfo=UTC)


def rank_of(command: Command) -> Authority | None:
    """The rank a command is given with: the position acted in, else the person's own; None for a patron."""
    for word in (command.by, command.acting):
        if word is not None and word not in (PATRON, HOUSE) and word not in RANKS:
            known = known_ones(word, [*RANKS, PATRON])
            raise Refused(code="unknown_rank", message=f"nobody here is called {word[:40]!r}; {known}")
    if command.by == PATRON:
        return None  # A patron is assigned to no position.
    return Authority.DEALER if command.by == HOUSE else RANKS.get(command.acting or command.by or "")


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
