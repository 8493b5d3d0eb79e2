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
    BetsCorrected,
    BetsReturned,
    CardCorrected,
    CardsReconstructed,
    ChoicesClosed,
    CoupContinued,
    CoupSettled,
    DecisionMade,
    Event,
    InsuranceReturned,
    IrregularityReported,
    OptionChosen,
    OptionsGiven,
    OriginalBetReturned,
    ReportWithdrawn,
    RulingMade,
    SettlementReversed,
    WaiverLapsed,
)
from punto.view.extended import extended

Family = dict[type[Event], type[Event]]
"""For each kind of event the wider struct with further fields."""


def _family(name: str, kinds: Iterable[type[Event]], **fields: Any) -> Family:
    return {kind: _with(name, kind, fields) for kind in kinds}


def _with(name: str, kind: type[Event], fields: dict[str, Any]) -> type[Event]:
    tag = str(kind.__struct_config__.tag)
    struct = msgspec.defstruct(
        f"{name}{kind.__name__}",
        list(fields.items()),
        bases=(kind,),
        tag_field="kind",
        tag=tag,
        frozen=True,
        kw_only=True,
    )
    return cast(type[Event], struct)


REMARKABLE: Final = (
    BetRejected,
    BetsCorrected,
    BetsReturned,
    CardCorrected,
    CardsReconstructed,
    ChoicesClosed,
    CoupContinued,
    DecisionMade,
    InsuranceReturned,
    IrregularityReported,
    OptionChosen,
    OptionsGiven,
    OriginalBetReturned,
    ReportWithdrawn,
    RulingMade,
    SettlementReversed,
    WaiverLapsed,
)
"""Events that patrons see of a coup besides its end: other money, irregularities and decisions."""

_RECORDED: Final = _family("Recorded", get_args(AnyEvent), version=int, at=str)
_SIGNED: Final = _family("Signed", get_args(AnyEvent), version=int, at=str, person=str | None)
_REMARKS: Final = _family("Remark", (*REMARKABLE, CoupSettled), coup=int, version=int)

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
    return extended(_RECORDED[type(event)], event, version=version, at=at)


def signed(event: Event, version: int, at: str, person: str) -> SignedEvent:
    """An event as the pit sees it: with the person who gave the command, or None where the house acted by itself."""
    # An assignment names whom it assigns, and by which rank.
    return extended(
        _SIGNED[type(event)], event, version=version, at=at, person=getattr(event, "person", person) or None
    )


def remark(event: Event, coup: int, version: int) -> RemarkEvent:
    """An event that belongs to a coup; one between two coups belongs to the one before."""
    return extended(_REMARKS[type(event)], event, coup=coup, version=version)


def is_remarkable(event: Event) -> bool:
    """Whether patrons see this event besides a coup's end."""
    return isinstance(event, REMARKABLE)


class LogLine(NamedTuple):
    """An event with its place in the log and the person who gave the command; empty where the house acted by itself."""

    version: int
    at: str
    person: str
    event: Event
