"""Who may do what: ranks in order, and people who act in another's position."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

from punto.kit import Refused
from punto.rulebook import Authority, Rulebook, known_ones
from punto.table.commands import BankCommand, CashOut, Command
from punto.table.state import State

RANKS = {rank.word: rank for rank in Authority}

PATRON = "patron"

OFFICES = ("cage", "security", "count_team")
"""People who handle money away from the tables: without a rank at one, they give only commands about its bank."""

HOUSE = "house"
"""The house's own clock: it has a dealer's rank, and ends whatever has a time limit."""


def person_of(command: Command) -> str:
    """Who gives a command, by name; in a script the word in `by` stands for the person."""
    return command.account or command.by or Authority.DEALER.word


def require_assigned(state: State, command: Command) -> None:
    """Refused if somebody acts in a position, or deals in a house, without being assigned to it."""
    _require_at_table(state, command)
    acting = command.acting
    if acting is None or acting == command.by or acting not in RANKS:
        return  # `rank_of` refuses a word that is no rank.
    person = person_of(command)
    assignments = state.table.assignments
    assignment = next((entry for entry in assignments if (entry.person, entry.position) == (person, acting)), None)
    cite = state.book.procedure.get("authority", "") if state.book else ""
    title = acting.replace("_", " ")
    if assignment is None:
        message = f"{person[:60]} is not assigned to act as {title} at this table; assign comes first"
        raise Refused(code="not_assigned", message=message, cite=cite)
    if assignment.until and command.at and instant(command.at) > instant(assignment.until):
        message = f"{person[:60]} was assigned to act as {title} until {assignment.until}, and it is {command.at}"
        raise Refused(code="not_assigned", message=message, cite=cite)


def _require_at_table(state: State, command: Command) -> None:
    """Refused if a dealer of a house, or staff who cash a patron out, are not assigned to this table."""
    if command.session is None or command.by not in RANKS:
        return
    if command.by != Authority.DEALER.word and not isinstance(command, CashOut):
        return
    person = person_of(command)
    ends = [assignment.until for assignment in state.table.assignments if assignment.person == person]
    if any(not end or not command.at or instant(command.at) <= instant(end) for end in ends):
        return
    message = f"{person[:60]} is not assigned to this table; assign comes first"
    if ends:
        message = f"{person[:60]} was assigned to this table until {max(ends)}"
    cite = state.book.procedure.get("authority", "") if state.book else ""
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
    """The rank a command is given with: the position acted in, else the person's own; None without one."""
    for word in (command.by, command.acting):
        if word is not None and word not in (PATRON, HOUSE, *OFFICES) and word not in RANKS:
            suggestion = known_ones(word, [*RANKS, PATRON, *OFFICES])
            raise Refused(code="unknown_rank", message=f"nobody here is called {word[:40]!r}; {suggestion}")
    if command.by in OFFICES and not isinstance(command, BankCommand):
        name, office = str(command.__struct_config__.tag), command.by.replace("_", " ")
        message = f"{name} is for the people at the table, and this came from {office}"
        raise Refused(code="wrong_office", message=message)
    if command.by == PATRON or command.by in OFFICES:
        return None  # A patron is assigned to no position, nor is an office.
    return Authority.DEALER if command.by == HOUSE else RANKS.get(command.acting or command.by or "")


def require(
    command: Command, least: Authority, book: Rulebook | None, what: str, cite: str = "", offices: Collection[str] = ()
) -> str:
    """The word of the rank that gives this command; Refused if it is below the least that may.

    The sentence names offices that may give it too.
    """
    rank = rank_of(command)
    if rank is None and command.by not in (PATRON, *OFFICES) and command.acting != PATRON:
        rank = Authority.DEALER  # A script that names nobody speaks for the dealer.
    if rank is None or rank < least:
        paragraph = cite or (book.procedure.get("authority", "") if book else "")
        giver = rank.word if rank else command.by if command.by in OFFICES else PATRON
        least_words = " or ".join([f"a {_title(least)} or above", *map(_the, offices)])
        message = f"{what} takes {least_words}, and this came from a {giver.replace('_', ' ')}"
        raise Refused(code="authority_too_low", message=message, cite=paragraph)
    return rank.word


def require_office(command: Command, own: Collection[str], what: str) -> str:
    """The office that gives this command; Refused for everybody else."""
    rank_of(command)
    if command.by is None or command.by not in own:
        offices = " or ".join(_the(office) for office in own)
        giver = (command.acting or command.by or Authority.DEALER.word).replace("_", " ")
        raise Refused(code="wrong_office", message=f"{what} is for {offices}, and this came from {giver}")
    return command.by


def require_either(command: Command, least: Authority, own: Collection[str], book: Rulebook | None, what: str) -> str:
    """The word of the rank or of the office that gives this command, where either may."""
    return command.by if command.by and command.by in own else require(command, least, book, what, offices=own)


def _the(office: str) -> str:
    return f"the {office.replace('_', ' ')}" if office != "security" else office


def _title(rank: Authority) -> str:
    return rank.word.replace("_", " ")
