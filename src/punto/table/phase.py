"""Checks of the table's phase, with which every command begins."""

from __future__ import annotations

from punto.kit import Refused
from punto.table.bank import BankPeriod
from punto.table.state import State


def require_open(state: State) -> None:
    if state.table.phase == "closed":
        raise Refused(code="table_is_closed", message="the table is closed; open_table comes first")


def require_no_decision(state: State) -> None:
    """Nothing goes on while somebody of rank has to decide."""
    if state.table.phase == "stopped":
        pending = state.pending
        who = pending.decides.replace("_", " ")
        message = f"{pending.what.replace('_', ' ')} was reported and waits for a {who} to decide"
        raise Refused(code="decision_is_awaited", message=message, cite=pending.cite)


def require_betting(state: State, cite: str) -> None:
    """Bets are open; the paragraph that closes them otherwise."""
    require_open(state)
    require_no_decision(state)
    if state.table.phase == "dealing":
        raise Refused(code="bets_are_closed", message='the dealer has called "No more bets"', cite=cite)
    if state.table.phase != "betting":
        raise Refused(
            code="bets_are_not_open", message="no bets are taken before the dealer opens them", cite=_opens(state)
        )


def require_dealing(state: State) -> None:
    require_open(state)
    require_no_decision(state)
    if state.table.phase == "betting":
        raise Refused(
            code="bets_are_open", message="the bets must be closed before a card is drawn", cite=_closes(state)
        )
    if state.table.phase != "dealing":
        raise Refused(code="no_coup", message="no coup is being dealt")


def require_no_choice(state: State) -> None:
    """Nothing goes on while patrons may still choose to have their bets back."""
    choosing = state.table.coup.choosing if state.table.coup else ()
    if choosing:
        message = f"{len(choosing)} may still choose ({', '.join(choosing)}); close_choices ends the time for it"
        raise Refused(code="choices_are_open", message=message, cite=state.rules.procedure.get("choice", ""))


def require_between_coups(state: State) -> None:
    require_open(state)
    require_no_decision(state)
    require_no_choice(state)
    if state.table.phase in ("betting", "dealing"):
        raise Refused(code="coup_in_progress", message=f"coup {state.coup.number} is in progress")


def is_between_coups(state: State) -> bool:
    """Whether no coup is in progress and no choice is open; a coup that is being paid keeps its own sign."""
    coup = state.table.coup
    return state.table.phase in ("idle", "ready", "paying") and not (coup and coup.choosing)


def require_real_chips(state: State) -> None:
    """Inventory, slips and box are entered by people only where chips are real."""
    if state.sign.wallets:
        message = "this table runs with wallets: its inventory, its fills and its drop follow from the books"
        raise Refused(code="books_keep_themselves", message=message)


def require_period(state: State) -> BankPeriod:
    """Chips may come and go: the opener is counted, the closer not, and the box is still under the table."""
    period = state.table.bank.period
    if period is None:
        raise Refused(code="no_opener", message="the opener is counted first (count_inventory)")
    if period.dropped_by:
        message = f"drop box {period.drop_box} was dropped by {period.dropped_by}; the next opener comes first"
        raise Refused(code="box_is_dropped", message=message)
    if period.closer:
        message = f"{period.closer.people[-1]} has counted the closer; the next opener comes first"
        raise Refused(code="inventory_is_closed", message=message)
    return period


def _opens(state: State) -> str:
    return state.rules.procedure.get("open_bets", "")


def _closes(state: State) -> str:
    return state.rules.procedure.get("close_bets", "")


def require_name(name: str) -> None:
    """A patron's name as it can stand in the record."""
    if not 0 < len(name) <= 60 or not name.isprintable() or name != name.strip():
        raise Refused(code="bad_name", message="a patron's name is 1 to 60 printable characters")
