"""Exceptions that a manager must look at before signing: each with its figures, the gravest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from punto.report.figures import counted
from punto.report.takings.figures import TakingsRow
from punto.report.takings.takings_words import about, deviations, money, whole
from punto.report.takings.unanswered import Unanswered
from punto.table.events import ExceptionFound

ABOUT_MONEY: Final = 400.0
"""The least weight of exceptions about money: what a count found, or what is not counted."""


@dataclass(frozen=True, slots=True)
class TakingsException:
    """Something out of the ordinary; the higher its weight, the earlier it stands."""

    weight: float
    where: str
    says: str


def counted_exceptions(exceptions: Sequence[tuple[str, ExceptionFound]]) -> list[TakingsException]:
    """What the count found, before everything else: it is about money that is there or missing."""
    return [
        TakingsException(1000.0 + abs(exception.amount), f"table {table}", _place(exception))
        for table, exception in exceptions
    ]


def _place(exception: ExceptionFound) -> str:
    """The message with the shift and the people, as far as it does not name them."""
    people = ", ".join(person for person in exception.people if person not in exception.message)
    more = [part for part in (f"{exception.day} {exception.shift}".strip(), people) if part]
    return f"{exception.message} ({'; '.join(more)})" if more else exception.message


def unanswered_exceptions(unanswered: Sequence[Unanswered]) -> list[TakingsException]:
    """What is not counted: money that may be there or missing."""
    return [TakingsException(entry.weight, f"table {entry.table}", entry.says) for entry in unanswered]


def uncounted_exceptions(tables: Sequence[TakingsRow]) -> list[TakingsException]:
    """Tables with real chips and no counted win: nothing confirms what was settled."""
    return [
        TakingsException(
            4.0, f"table {row.key}", f"{counted(row.rounds, 'round')} with real chips, and no win by a count"
        )
        for row in tables
        if row.rounds and row.win_counted is None
    ]


def exceptions_of(tables: Sequence[TakingsRow], patrons: Sequence[TakingsRow]) -> list[TakingsException]:
    """The exceptions of rows, the gravest first."""
    rows = [(f"table {row.key}", row) for row in tables] + [(f"patron {row.key}", row) for row in patrons]
    exceptions = [exception for where, row in rows for exception in _unlikely(row, where)]
    # A void round is void for everybody in it: named for each patron it would bury what else there is.
    exceptions += [exception for row in tables for exception in _interrupted(row, f"table {row.key}")]
    return sorted(exceptions, key=lambda exception: -exception.weight)


def _unlikely(row: TakingsRow, where: str) -> list[TakingsException]:
    exceptions = []
    if row.z is not None and abs(row.z) >= 2:
        chance = "one in 22" if abs(row.z) < 3 else "one in 370 or rarer"
        says = (
            f"win {money(row.win)} where {whole(row.theo)} was to be expected: {deviations(row.z)} deviations of "
            f"{about(row.sd)}, {chance}"
        )
        exceptions.append(TakingsException(min(10 * abs(row.z), ABOUT_MONEY - 1), where, says))
    if row.theo_moment < 0 < Fraction(row.theo):
        says = (
            f"the cards left favoured the bets: worth {about(row.theo_moment)} to the house when they were placed, "
            f"where {whole(row.theo)} is usual"
        )
        exceptions.append(TakingsException(15.0, where, says))
    return exceptions


def _interrupted(row: TakingsRow, where: str) -> list[TakingsException]:
    parts = [f"{counted(row.voids, 'void round')}, every stake returned"] if row.voids else []
    parts += [f"{counted(row.reversals, 'payment')} taken back"] if row.reversals else []
    weight = min(5.0 + row.voids + row.reversals, 200.0)
    return [TakingsException(weight, where, "; ".join(parts))] if parts else []
