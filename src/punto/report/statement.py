"""A patron's statement: every round they had chips in, with stakes, paybacks and rounding."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import tzinfo
from typing import TypeAlias

import msgspec

from punto.report.dispute_lines import DisputeLine, chips_of, outcome_of
from punto.report.round_of import RoundOf
from punto.report.takings.pricing import Pricing, Pricings
from punto.report.takings.span import Span
from punto.report.takings.table_walk import read_instant
from punto.report.timeline import Entry, wall_time
from punto.table import Event
from punto.table import events as e


class StatementRound(msgspec.Struct, frozen=True, kw_only=True):
    """The patron's part of one round."""

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


Entries: TypeAlias = list[tuple[Entry, Event]]
RoundsByNumber: TypeAlias = dict[int, tuple[Pricing, Entries]]
"""The rounds in which the patron had chips, and the one on the table."""


def statement_of(
    log: Iterable[tuple[Entry, Event]], table: str, patron: str, span: Span, zone: tzinfo, pricings: Pricings
) -> Statement:
    """The patron's rounds whose bets were opened in the span, with their later corrections."""
    played: RoundsByNumber = {}
    pricing: Pricing | None = None
    round_of, before = RoundOf(), 0
    for entry, event in log:
        about = round_of(event)
        match event:
            case e.TableOpened() | e.SignChanged():
                pricing = pricings.of(event.sign)
            case e.BetsOpened() if pricing:
                _drop_unless_played(played, before, patron)
                began, before = read_instant(entry.at), event.coup
                if began is None or began in span:
                    played[before] = pricing, []
        if about in played:
            played[about][1].append((entry, event))
    _drop_unless_played(played, before, patron)
    own = (_round(entries, patron, zone, pricing) for pricing, entries in played.values())
    rounds = [round for round in own if round is not None]
    lay, back = sum(round.before for round in rounds), sum(round.after for round in rounds)
    return Statement(table=table, patron=patron, zone=str(zone), rounds=rounds, before=lay, after=back, net=back - lay)


def _drop_unless_played(rounds: RoundsByNumber, number: int, patron: str) -> None:
    if number not in rounds:
        return
    _, entries = rounds[number]
    if all(chips.patron != patron for chips in chips_of([event for _, event in entries])):
        del rounds[number]


def _round(entries: Entries, patron: str, zone: tzinfo, pricing: Pricing) -> StatementRound | None:
    events = [event for _, event in entries]
    chips = next((patron_chips for patron_chips in chips_of(events) if patron_chips.patron == patron), None)
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
