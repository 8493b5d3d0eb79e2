"""Events with their place in the log: the same fields, and beside them version, time, person or coup."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast, get_args

import msgspec

from punto.table.events import (
    AnyEvent,
    BetRejected,
    BetsReturned,
    Event,
    InsuranceReturned,
    IrregularityReported,
    OptionsGiven,
    OriginalBetReturned,
    RulingMade,
    SettlementReversed,
)

Family = dict[type[Event], type[Event]]
"""For each kind of event the same with further fields."""


def _family(name: str, kinds: Iterable[type[Event]], **fields: Any) -> Family:
    return {kind: _with(name, kind, fields) for kind in kinds}


def _with(name: str, kind: type[Event], fields: dict[str, Any]) -> type[Event]:
    tag = str(kind.__struct_config__.tag)
    made = msgspec.defstruct(
        f"{name}{kind.__name__}",
        list(fields.items()),
        bases=(kind,),
        tag_field="kind",
        tag=tag,
        frozen=True,
        kw_only=True,
    )
    return cast(type[Event], made)


def _placed(family: Family, event: Event, **fields: Any) -> Event:
    values = {name: getattr(event, name) for name in event.__struct_fields__}
    return family[type(event)](**(values | fields))


REMARKABLE: Final = (
    BetRejected,
    BetsReturned,
    InsuranceReturned,
    IrregularityReported,
    OptionsGiven,
    OriginalBetReturned,
    RulingMade,
    SettlementReversed,
)
"""What patrons hear of a coup besides its end: money that moved apart from it, and what went wrong."""

_RECORDED: Final = _family("Recorded", get_args(AnyEvent), version=int, at=str)
_SIGNED: Final = _family("Signed", get_args(AnyEvent), version=int, at=str, person=str | None)
_REMARKS: Final = _family("Remark", REMARKABLE, coup=int, version=int)

if TYPE_CHECKING:
    RecordedEvent = Event
    SignedEvent = Event
    RemarkEvent = Event
else:
    RecordedEvent = reduce(or_, _RECORDED.values())
    SignedEvent = reduce(or_, _SIGNED.values())
    RemarkEvent = reduce(or_, _REMARKS.values())


def recorded(event: Event, version: int, at: str) -> RecordedEvent:
    """An event as everybody sees it: its version and when it was written."""
    return _placed(_RECORDED, event, version=version, at=at)


def signed(event: Event, version: int, at: str, person: str) -> SignedEvent:
    """An event as the pit sees it: with who gave the command; nobody where the house did it by itself."""
    return _placed(_SIGNED, event, version=version, at=at, person=person or None)


def remark(event: Event, coup: int, version: int) -> RemarkEvent:
    """An event that belongs to a coup; one between two coups belongs to the one before."""
    return _placed(_REMARKS, event, coup=coup, version=version)


def is_remarkable(event: Event) -> bool:
    """Whether patrons hear of an event besides a coup's end."""
    return isinstance(event, REMARKABLE)


class LogLine(NamedTuple):
    """An event with its place in the log and who gave the command; nobody where the house did it by itself."""

    version: int
    at: str
    person: str
    event: Event
