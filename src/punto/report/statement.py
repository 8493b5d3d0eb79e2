"""A patron's statement: every round they had chips in, with what lay, what came back and what rounding did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import tzinfo

import msgspec

from punto.report.dispute_lines import DisputeLine, chips_of, outcome_of
from punto.report.takings.pricing import Pricing, Pricings
from punto.report.takings.span import Span
from punto.report.takings.table_walk import read_instant
from punto.report.told import Entry, wall_time
from punto.table import Event
from punto.table import events as e


class StatementRound(msgspec.Struct, frozen=True, kw_only=True):
    """One round as far as it is the patron's."""

    coup: int
    at: str
    """When its bets were opened, by the clock on the house's wall."""
    cards: str
    """Empty for a round that has no result."""
    result: str
    lines: list[DisputeLine]
    before: int
    after: int
    net: int


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody played at a table."""

    table: str
    patron: str
    zone: str
    rounds: list[StatementRound]
    before: int
    after: int
    net: int


def statement_of(
    log: Iterable[tuple[Entry, Event]], table: str, patron: str, span: Span, zone: tzinfo, pricings: Pricings
) -> Statement:
    """The patron's rounds whose bets were opened in the span."""
    rounds = [
        made
        for pricing, events in _rounds(log, span, pricings)
        if (made := _round(events, patron, zone, pricing)) is not None
    ]
    before, after = sum(one.before for one in rounds), sum(one.after for one in rounds)
    return Statement(
        table=table, patron=patron, zone=str(zone), rounds=rounds, before=before, after=after, net=after - before
    )


def _rounds(
    log: Iterable[tuple[Entry, Event]], span: Span, pricings: Pricings
) -> Iterator[tuple[Pricing, list[tuple[Entry, Event]]]]:
    """Each round's events, from its bets to those of the next."""
    shown: Pricing | None = None
    pricing: Pricing | None = None
    events: list[tuple[Entry, Event]] = []
    for entry, event in log:
        if isinstance(event, e.TableOpened | e.SignChanged):
            shown = pricings.of(event.sign)
        if isinstance(event, e.BetsOpened):
            if events and pricing:
                yield pricing, events
            began = read_instant(entry.at)
            pricing = shown
            events = [(entry, event)] if began is None or began in span else []
        elif events:
            events.append((entry, event))
    if events and pricing:
        yield pricing, events


def _round(entries: list[tuple[Entry, Event]], patron: str, zone: tzinfo, pricing: Pricing) -> StatementRound | None:
    events = [event for _, event in entries]
    chips = next((one for one in chips_of(events) if one.patron == patron), None)
    opened = events[0]
    if chips is None or not isinstance(opened, e.BetsOpened):
        return None
    outcome = outcome_of(events, pricing)
    return StatementRound(
        coup=opened.coup,
        at=wall_time(entries[0][0].at, zone),
        cards=outcome.cards if outcome else "",
        result=_result(events, outcome.winner if outcome else ""),
        lines=[line for line in outcome.lines if line.patron == patron] if outcome else [],
        before=chips.before,
        after=chips.after,
        net=chips.net,
    )


def _result(events: list[Event], winner: str) -> str:
    if winner:
        return "a tie" if winner == "tie" else f"{winner.capitalize()} wins"
    return "void" if any(isinstance(event, e.CoupVoided) for event in events) else "not over"
