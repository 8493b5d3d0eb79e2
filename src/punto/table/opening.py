"""Opening a table, changing its sign between coups, and money that comes to it or leaves."""

from __future__ import annotations

from datetime import datetime

import msgspec

from punto.kit import STAKE_CEILING, Refused
from punto.rulebook import Authority
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import rank_of, require
from punto.table.payable import require_payable, unpayable
from punto.table.phase import is_between_coups, require_between_coups, require_name, require_open
from punto.table.sign import Sign, make_sign
from punto.table.state import State

CHANGEABLE = (
    "stake_min",
    "stake_max",
    "bet_limits",
    "differential_max",
    "limits",
    "rounding",
    "commission",
    "face_down",
    "insurance",
    "private_for",
)
"""Settings of a sign that may change between coups; the rest is fixed until the table closes."""


def open_table(state: State, command: c.OpenTable) -> list[e.Event]:
    opens_at = _instant(command)
    if state.table.phase != "closed":
        raise Refused(code="table_is_open", message="the table is open already")
    withheld = command.settings.get("insurance") is False
    least, what = (Authority.PIT_SUPERVISOR, "a notice at") if withheld else (Authority.DEALER, "opening")
    require(command, least, None, f"{what} a table")
    book = state.find(command.rulebook, opens_at)
    sign = _checked_sign(make_sign(book, command.settings))
    if command.settings.get("denominations"):  # A table that names no chips may never count any.
        require_payable(book, sign)
    return [e.TableOpened(sign=sign)]


def _checked_sign(sign: Sign) -> Sign:
    """The sign; Refused if the patron at whose request its notice is up has no valid name."""
    if sign.private_for:
        require_name(sign.private_for)
    return sign


def _instant(command: c.OpenTable) -> datetime | None:
    """When a table opens: the edition in force then is played, unless one is named."""
    try:
        return datetime.fromisoformat(command.at) if command.at else None
    except ValueError:
        message = f"open_table: at is an instant, as in 2026-11-16T09:00:00+08:00, and not {command.at!r:.60}"
        raise Refused(code="bad_command", message=message) from None


def change_sign(state: State, command: c.ChangeSign) -> list[e.Event]:
    """New limits, or the notice that no insurance is offered; Pit Supervisor or above."""
    if not command.after_round:
        require_between_coups(state)
    require_open(state)
    require(command, Authority.PIT_SUPERVISOR, state.book, "changing the sign")
    if command.after_round and not command.settings:
        return _withdrawn(state)
    for key in command.settings:
        if key not in CHANGEABLE:
            changeable = ", ".join(CHANGEABLE)
            raise Refused(
                code="setting_is_fixed",
                message=f"{key[:40]!r} cannot change while the table is open; these can: {changeable}",
            )
    now = msgspec.to_builtins(state.table.prepared or state.sign)
    settings = {key: value for key, value in now.items() if key not in ("rulebook", "sha256")}
    sign = _checked_sign(make_sign(state.rules, settings | command.settings))
    if not unpayable(state.rules, state.sign):
        require_payable(state.rules, sign)
    return [e.SignChanged(sign=sign) if is_between_coups(state) else e.SignPrepared(sign=sign)]


def _withdrawn(state: State) -> list[e.Event]:
    if state.table.prepared is None:
        raise Refused(code="no_sign_is_prepared", message="no sign waits for the end of the round")
    return [e.SignPrepared(sign=None)]


def prepared_sign(state: State) -> list[e.Event]:
    """The sign that waited for the end of the round goes up."""
    return [e.SignChanged(sign=state.table.prepared)] if state.table.prepared else []


def buy_in(state: State, command: c.BuyIn) -> list[e.Event]:
    _check_money(state, command)
    return [e.BoughtIn(patron=command.patron, amount=command.amount)]


def cash_out(state: State, command: c.CashOut) -> list[e.Event]:
    _check_money(state, command)
    return [e.CashedOut(patron=command.patron, amount=command.amount)]


def _check_money(state: State, command: c.BuyIn | c.CashOut) -> None:
    require_open(state)
    rank_of(command)
    if not state.sign.wallets:
        raise Refused(code="no_wallets_here", message="this table runs with real chips: it was opened without wallets")
    require_name(command.patron)
    if not 0 < command.amount <= STAKE_CEILING:
        raise Refused(code="bad_amount", message=f"an amount is 1 to {STAKE_CEILING:,} units, not {command.amount}")
