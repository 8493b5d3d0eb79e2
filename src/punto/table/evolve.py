"""`evolve`: the state after an event. It never refuses: an event has happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from punto.table import events as e
from punto.table.bookkeeping import ENTRIES, MONEY_MOVES, bank_after, entered, opened
from punto.table.chips import chips_due, without
from punto.table.report_effects import REPORT_EFFECTS
from punto.table.round_effects import ROUND_EFFECTS
from punto.table.settlement_effects import SETTLEMENT_EFFECTS
from punto.table.shoe_effects import SHOE_EFFECTS
from punto.table.state import Assignment, State, Table, Waiting


class RulebookChanged(RuntimeError):
    """The rulebook on the shelf is not the one the record was made with."""


def evolve(state: State, event: e.Event) -> State:
    """The state once this event has happened."""
    table = state.table
    match event:
        case e.TableOpened(sign=sign):
            book = state.find(sign.rulebook, sha256=sign.sha256)
            if book.sha256 != sign.sha256:
                raise RulebookChanged(f"{sign.rulebook} is not the file this table was opened with (its hash differs)")
            # Coups and shoes are counted on: their numbers are never given twice at one table.
            bank = opened(table.bank)
            fresh = replace(table, phase="idle", sign=sign, shoe=None, coup=None, bank=bank, version=table.version + 1)
            return State(state.find, fresh, book)
        case e.BetsOpened(sha256=sha256, rulebook=name) if state.rules.sha256 != sha256:
            raise RulebookChanged(f"{name} is not the file this coup was opened with (its hash differs)")
    changed = _HANDLERS[type(event)](table, event)
    if isinstance(event, MONEY_MOVES):
        changed = replace(changed, bank=bank_after(changed.bank, event))
    after = replace(changed, chips_due=chips_due(table, event), version=table.version + 1)
    if isinstance(event, e.ChipsEntered):
        after = replace(after, chips_due=without(table.chips_due, event))
    return State(state.find, after, state.book)


def replay(state: State, events: list[e.Event]) -> State:
    """The state after all these events."""
    for event in events:
        state = evolve(state, event)
    return state


def _same(table: Table, event: e.Event) -> Table:
    """Recorded, and nothing changes."""
    return table


def _sign_changed(table: Table, event: e.SignChanged) -> Table:
    return replace(table, sign=event.sign, prepared=None)


def _sign_prepared(table: Table, event: e.SignPrepared) -> Table:
    return replace(table, prepared=event.sign)


def _table_closed(table: Table, event: e.TableClosed) -> Table:
    return replace(
        table, phase="closed", prepared=None, coup=None, previous=None, earlier=(), shoe=None, assignments=()
    )


def _position_assigned(table: Table, event: e.PositionAssigned) -> Table:
    others = (old for old in table.assignments if (old.person, old.position) != (event.person, event.position))
    return replace(table, assignments=(*others, Assignment(event.person, event.position, event.until)))


def _confirmation_awaited(table: Table, event: e.ConfirmationAwaited) -> Table:
    report = table.pending.report if table.pending else None
    waiting = Waiting(asked=event, shoe=table.shoes, coup=table.coups, report=report)
    return replace(table, asked=event.waiting, waiting=(*table.waiting, waiting))


def _no_longer_waits(
    table: Table, event: e.ConfirmationGiven | e.ConfirmationDeclined | e.ConfirmationExpired
) -> Table:
    return replace(table, waiting=tuple(waiting for waiting in table.waiting if waiting.number != event.waiting))


_RECORDED_ONLY = (
    e.BoughtIn,
    e.CashedOut,
    e.LimitExceeded,
    e.InsuranceOffered,
    e.InsuranceForgone,
    e.CoupContinued,
    e.DebtWrittenOff,
    e.ChipsEntered,
)

_HANDLERS: dict[type[e.Event], Callable[[Table, Any], Table]] = {
    e.SignChanged: _sign_changed,
    e.SignPrepared: _sign_prepared,
    e.TableClosed: _table_closed,
    e.PositionAssigned: _position_assigned,
    e.ConfirmationAwaited: _confirmation_awaited,
    e.ConfirmationGiven: _no_longer_waits,
    e.ConfirmationDeclined: _no_longer_waits,
    e.ConfirmationExpired: _no_longer_waits,
    **SHOE_EFFECTS,
    **ROUND_EFFECTS,
    **REPORT_EFFECTS,
    **SETTLEMENT_EFFECTS,
    **dict.fromkeys(_RECORDED_ONLY, _same),
    **dict.fromkeys(ENTRIES, entered),
}
