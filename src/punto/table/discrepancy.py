"""Discrepancies: what is not as it should be about the money on a table, each with its people, to the chip."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from punto.table.bank import BankPeriod, BoxCount, RackCount, Slip
from punto.table.commands import BankCommand
from punto.table.events import ExceptionFound, ExceptionKind
from punto.table.rack import Chips, difference, in_words, value_of


def _exception(
    command: BankCommand,
    what: ExceptionKind,
    message: str,
    *,
    box: int,
    people: Iterable[str],
    slip: int = 0,
    chips: Chips | None = None,
    amount: int = 0,
) -> ExceptionFound:
    return ExceptionFound(
        what=what,
        drop_box=box,
        slip=slip,
        chips=chips or {},
        amount=amount,
        people=tuple(dict.fromkeys(people)),
        day=command.day,
        shift=command.shift,
        message=message,
    )


def opener_differs(
    command: BankCommand, before: BankPeriod, chips: Chips, person: str, box: int
) -> list[ExceptionFound]:
    """An opener that is not the closer before it."""
    closer = before.closer
    if closer is None or not (apart := difference(chips, closer.chips)):
        return []
    message = (
        f"the opener of drop box {box}, counted by {person}, differs from the closer of drop box {before.drop_box}, "
        f"counted by {_names(closer.people)}: {in_words(apart)}"
    )
    people = (*closer.people, person)
    return [_exception(command, "opener_differs", message, box=box, people=people, chips=apart, amount=value_of(apart))]


def counts_differ(
    command: BankCommand, what: str, before: RackCount, chips: Chips, person: str, box: int
) -> list[ExceptionFound]:
    """Two people who counted the same rack differently; reported once, unless one of them counts something new."""
    others = [count for count in before.counts if count.person != person]
    own = next((count for count in before.counts if count.person == person), None)
    if not others or (own and own.chips == chips) or not (apart := difference(chips, others[-1].chips)):
        return []
    other = others[-1]
    message = (
        f"the {what} of drop box {box}: {other.person} counted {other.total:,} and {person} {value_of(chips):,}: "
        f"{in_words(apart)}"
    )
    people = (other.person, person)
    return [_exception(command, "counts_differ", message, box=box, people=people, chips=apart, amount=value_of(apart))]


def counted_alone(command: BankCommand, what: str, count: RackCount, box: int) -> list[ExceptionFound]:
    """An opener or closer that no dealer and supervisor have counted alike."""
    if count.agreed:
        return []
    message = (
        f"the {what} of drop box {box} was counted by {_names(count.people)}, and no dealer and supervisor agreed on it"
    )
    return [_exception(command, "counted_alone", message, box=box, people=count.people)]


def slip_differs(command: BankCommand, slip: Slip, chips: Chips, person: str, box: int) -> list[ExceptionFound]:
    """Chips that are not those on their slip."""
    if not (apart := difference(chips, slip.chips)):
        return []
    message = f"slip {slip.number}, a {slip.what} of {slip.total:,}: {person} counted {in_words(apart)}"
    people = (*slip.people, person)
    return [
        _exception(
            command,
            "slip_differs",
            message,
            box=box,
            slip=slip.number,
            people=people,
            chips=apart,
            amount=value_of(apart),
        )
    ]


def slips_unfinished(command: BankCommand, slips: Iterable[Slip], box: int) -> list[ExceptionFound]:
    """Slips without their counterpart when chips may no longer come or go."""
    next_step = {"requested": "issued", "issued": "accepted"}
    return [
        _exception(
            command,
            "slip_unfinished",
            f"slip {slip.number}, a {slip.what} of {slip.total:,}, was {slip.stage} by {slip.people[-1]} and never "
            f"{next_step[slip.stage]}",
            box=box,
            slip=slip.number,
            people=slip.people,
            chips=slip.chips,
            amount=slip.total,
        )
        for slip in slips
        if slip.waits
    ]


def box_differs(command: BankCommand, box: int, before: BoxCount, count: BoxCount) -> list[ExceptionFound]:
    """Two people who counted the same box differently."""
    apart = difference(count.chips, before.chips)
    parts = [(name, getattr(count, name) - getattr(before, name)) for name in ("currency", "markers")]
    words = [f"{name} {amount:+,}" for name, amount in parts if amount] + ([in_words(apart)] if apart else [])
    if not words:
        return []
    message = (
        f"drop box {box} does not balance: {before.person} counted {before.drop:,} and {count.person} {count.drop:,}: "
        f"{', '.join(words)}"
    )
    people, amount = (before.person, count.person), count.drop - before.drop
    return [_exception(command, "box_differs", message, box=box, people=people, chips=apart, amount=amount)]


def box_slips_differ(
    command: BankCommand, period: BankPeriod, slips: tuple[int, ...] | None, person: str
) -> list[ExceptionFound]:
    """Copies of slips that are missing in a box, or that do not belong there."""
    if slips is None:
        return []
    missing = [(number, "is missing in it") for number in period.copies if number not in slips]
    surplus = [(number, "does not belong there") for number in slips if number not in period.copies]
    return [
        _exception(
            command,
            "box_slips_differ",
            f"drop box {period.drop_box} does not balance: the copy of slip {number} {why}, says {person}",
            box=period.drop_box,
            slip=number,
            people=(person,),
        )
        for number, why in missing + surplus
    ]


def win_differs(command: BankCommand, period: BankPeriod, counted: int) -> list[ExceptionFound]:
    """A win by the count that is not the win by the settlements."""
    assert period.closer is not None
    due = period.settled + period.outstanding
    if counted == due:
        return []
    apart = counted - due
    which = f"{abs(apart):,} too {'much' if apart > 0 else 'little'}"
    less = f", {period.outstanding:+,} of which is not on the table," if period.outstanding else ""
    by_count, by_settlements = f"{counted:,} was won by the count", f"{period.settled:,}{less} by the settlements"
    message = f"drop box {period.drop_box}: {by_count} and {by_settlements}: {which}"
    counted_by = (count.person for count in period.counts)
    people = (*period.opener.people, *period.moved_by, *period.closer.people, *counted_by)
    exception = _exception(command, "win_differs", message, box=period.drop_box, people=people, amount=apart)
    # Of the shift that the closer closes, whenever its box is counted.
    return [replace(exception, day=period.closer.day, shift=period.closer.shift)]


def _names(people: tuple[str, ...]) -> str:
    return " and ".join(people)
