"""A table's log as lines of JSON: to hand to an auditor, and to check without a database.

One line opens it, one line an event follows, and one line closes it with the head,
so that a log cut short is seen to be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec.structs import replace

from punto.store.chain import Fault, verify_chain
from punto.store.derived import CoupCount, person_of
from punto.store.entry import Head, Record
from punto.store.error import StoreError

FORM: Final = 3
"""How lines are written now; lines of form 2 had events without session and second person, lines of form 1 without
person and coup, which are derived as they are read."""


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", tag="log"):
    """The first line: whose log it is and how it is written."""

    table: str
    form: int = FORM


class EventLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", tag="event"):
    """A line for an event."""

    event: Record


class Closing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", tag="end"):
    """The last line: where the log ends."""

    head: Head


_read = msgspec.json.Decoder(Opening | EventLine | Closing).decode
_write = msgspec.json.encode


@dataclass(frozen=True, slots=True)
class Log:
    """One table's log, read but not yet verified."""

    records: tuple[Record, ...]
    head: Head

    def verify(self) -> Fault | None:
        """The first event at fault, if any."""
        return verify_chain(self.records, self.head)


def log_lines(records: Iterable[Record], head: Head) -> Iterator[str]:
    """The log of a table as lines, without their line ends."""
    yield _write(Opening(head.table)).decode()
    for record in records:
        yield _write(EventLine(record)).decode()
    yield _write(Closing(head)).decode()


def read_logs(lines: Iterable[str]) -> Iterator[Log]:
    """The logs in a file, one after another; StoreError names a line that cannot be one."""
    opening: Opening | None = None
    records: list[Record] = []
    coups = CoupCount()
    number = 0
    for number, line in enumerate(lines, 1):
        try:
            read = _read(line)
        except (msgspec.MsgspecError, ValueError) as error:
            raise _broken(number, str(error)) from None
        if (opening is None) is not isinstance(read, Opening):
            raise _broken(number, "a log begins before the last one ended, or goes on before it began")
        match read:
            case Opening():
                if not 1 <= read.form <= FORM:
                    raise _broken(number, f"form {read.form} is not known, only 1 to {FORM}")
                opening, records, coups = read, [], CoupCount()
            case EventLine(event=record):
                records.append(record if opening and opening.form > 1 else _filed(record, coups, number))
            case Closing():
                if opening and read.head.table != opening.table:
                    raise _broken(number, f"the log of {opening.table} ends with the head of {read.head.table}")
                yield Log(tuple(records), read.head)
                opening = None
    if opening is not None:
        raise _broken(number + 1, f"the log of {opening.table} has no end")


def _filed(record: Record, coups: CoupCount, number: int) -> Record:
    """An event of an old log, with the person and the coup that follow from it."""
    try:
        coup = coups.at(record.kind, record.body) or 0
    except (msgspec.DecodeError, AttributeError) as error:
        raise _broken(number, f"the event cannot be read: {error}") from None
    return replace(record, person=person_of(record.table, record.by, record.command_id), coup=coup)


def _broken(number: int, why: str) -> StoreError:
    return StoreError(code="log_is_broken", message=f"line {number}: {why}")
