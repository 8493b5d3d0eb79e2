"""The second person: what moves more than one person may move alone waits until another has confirmed it.

Only in a house, where a command comes from somebody's session; a script is not bound. A command that waits is on
record with all it says, so what is confirmed is what was asked for, and a house that is opened again still knows it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

import msgspec

from punto.kit import Refusal, Refused
from punto.rulebook import Authority
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import HOUSE, PATRON, RANKS, instant, person_of, rank_of, require
from punto.table.state import State, Waiting

SECONDS: Final = 120
"""How long a command waits for its second person."""

_OF_EVERY_COMMAND: Final = ("by", "acting", "account", "session", "at", "id")
"""Fields that every command has: not on record with one that waits, and set again when it is carried out."""

_OF_THE_SHOE: Final = ("order", "salt", "seal_broken")
"""Fields that only the sealed shoe can fill in: when the command is carried out, and never on record before."""


def awaited(state: State, command: c.Command, events: list[e.Event]) -> e.ConfirmationAwaited | None:
    """The event recorded in place of these, where one person alone may not bring them about."""
    alone_max = state.table.sign.alone_max if state.table.sign else msgspec.UNSET
    if command.session is None or alone_max is msgspec.UNSET:
        return None
    total = money_of(state, events)
    if total <= alone_max and not _closes_early(events):
        return None
    asker = person_of(command)
    if any(waiting.asked.asker == asker for waiting in state.table.waiting):
        message = f"a command of {asker[:60]} waits already for a second person: one at a time"
        raise Refused(code="already_waits", message=message)
    assert command.at is not None  # The house says when a command came.
    fields = msgspec.to_builtins(command)
    return e.ConfirmationAwaited(
        waiting=state.table.asked + 1,
        command={key: value for key, value in fields.items() if key not in (*_OF_EVERY_COMMAND, *_OF_THE_SHOE)},
        sum=total,
        asker=asker,
        by=command.by or Authority.DEALER.word,
        acting=command.acting or "",
        session=command.session,
        needs=rank_above(command).word,
        until=(instant(command.at) + timedelta(seconds=SECONDS)).isoformat(),
    )


def money_of(state: State, events: Iterable[e.Event]) -> int:
    """The money in these events that a second person must confirm; of a correction the stakes that it is about."""
    events = tuple(events)
    # A claim returned again with a second settlement was decided with the first.
    anew = any(isinstance(event, e.SettlementReversed) for event in events)
    total = 0
    for event in events:
        match event:
            case e.BoughtIn(amount=amount) | e.CashedOut(amount=amount) | e.DebtWrittenOff(amount=amount):
                total += amount
            case e.RulingMade(adjustments=adjustments):
                total += sum(abs(adjustment.amount) for adjustment in adjustments)
            case e.ChipsEntered(chips=chips):
                total += sum(max(abs(chips_moved.due), abs(chips_moved.moved)) for chips_moved in chips)
            case e.CardCorrected(of_coup=0):
                coup = state.coup
                total += sum(bet.stake for bet in coup.bets) + sum(insurance.stake for insurance in coup.insurance)
            case e.BetsCorrected(was=was, lay=lay, of_coup=0):
                total += max(sum(chips.stake for chips in was), sum(chips.stake for chips in lay))
            case e.OriginalBetReturned(stake=stake) if not anew:
                total += stake
    return total


def _closes_early(events: Iterable[e.Event]) -> bool:
    return any(isinstance(event, e.ShoeClosed) and event.closer for event in events)


def rank_above(command: c.Command) -> Authority:
    """The least rank that confirms a command: the next above the one it is given with, or the highest itself."""
    own, acting = RANKS.get(command.by or ""), RANKS.get(command.acting or "")
    highest = max((rank for rank in (own, acting) if rank is not None), default=None)
    if highest is None:
        return Authority.DEALER if command.by == PATRON else Authority.PIT_SUPERVISOR
    return next((rank for rank in sorted(Authority) if rank > highest), highest)


def needed(confirmation: e.ConfirmationAwaited) -> Refusal:
    """The answer to a command that waits for a second person."""
    what, who = str(confirmation.command["command"]).replace("_", " "), confirmation.needs.replace("_", " ")
    of = f" of {confirmation.sum:,}" if confirmation.sum else ""
    message = f"{what}{of} waits as number {confirmation.waiting} until a {who} or above, another person, confirms it"
    return Refusal(code="second_person_needed", message=f"{message}; after {confirmation.until[:19]} it is over")


def answered(events: Iterable[e.Event]) -> Refusal | None:
    """The answer to a command that led to these events; None if it does not wait."""
    return next((needed(event) for event in events if isinstance(event, e.ConfirmationAwaited)), None)


def waiting_for(state: State, command: c.Confirm) -> Waiting:
    """The command that somebody answers for; Refused if nothing waits under that number."""
    waiting = next((waiting for waiting in state.table.waiting if waiting.number == command.waiting), None)
    if waiting is None:
        message = f"nothing waits here for a second person under number {command.waiting}"
        raise Refused(code="nothing_waits", message=message)
    return waiting


def confirm(state: State, command: c.Confirm) -> list[e.Event]:
    """Another person's yes or no, of the rank it takes, from another session, in time; the asker may take it back."""
    confirmation = waiting_for(state, command).asked
    number = confirmation.waiting
    if command.at is None or instant(command.at) > instant(confirmation.until):
        message = f"number {number} waited until {confirmation.until[:19]}, and nobody confirms it after that"
        raise Refused(code="confirmation_is_over", message=message)
    person = person_of(command)
    own = person == confirmation.asker
    least = Authority.DEALER if own and command.decline else RANKS[confirmation.needs]
    confirmed_as = require(command, least, state.book, "confirming this")
    session = command.session or ""
    if command.decline:
        return [e.ConfirmationDeclined(waiting=number, decliner=person, declined_as=confirmed_as, session=session)]
    if own:
        message = f"{person[:60]} asked for it: another person confirms it"
        raise Refused(code="own_command", message=message)
    if session == confirmation.session:
        raise Refused(code="own_session", message="it was asked for in this session: it is confirmed from another")
    return [e.ConfirmationGiven(waiting=number, confirmer=person, confirmed_as=confirmed_as, session=session)]


def confirmed_command(state: State, waiting: Waiting, at: str | None) -> c.Command:
    """The command that waited, as its asker gives it now; Refused if what it was about is over."""
    confirmation = waiting.asked
    command: c.Command = msgspec.convert(confirmation.command, c.COMMANDS[confirmation.command["command"]])
    table = state.table
    report = table.pending.report if table.pending else None
    match command:
        case c.CloseShoe():
            same = table.shoe is not None and waiting.shoe == table.shoes
        case c.Report() | c.Decide() | c.Rule():
            same = (waiting.coup, waiting.report) == (table.coups, report)
        case _:
            same = True
    if not same:
        raise _changed(confirmation)
    return msgspec.structs.replace(
        command,
        by=confirmation.by,
        acting=confirmation.acting or None,
        account=confirmation.asker,
        session=confirmation.session,
        at=at,
    )


def require_same_money(state: State, waiting: Waiting, events: list[e.Event]) -> None:
    """Refused if the command moves other money now than was confirmed."""
    if money_of(state, events) != waiting.asked.sum:
        raise _changed(waiting.asked)


def _changed(confirmation: e.ConfirmationAwaited) -> Refused:
    message = f"what number {confirmation.waiting} was about has changed since it was asked for; it is given anew"
    return Refused(code="matter_has_changed", message=message)


def expire_waiting(state: State, command: c.ExpireWaiting) -> list[e.Event]:
    """Expires the commands that have waited their time, by the house's clock."""
    now = instant(command.at) if command.at else None
    over = [waiting for waiting in state.table.waiting if now is not None and instant(waiting.asked.until) < now]
    if not over:
        raise Refused(code="nothing_waits", message="nothing here has waited its time for a second person")
    if command.by != HOUSE:
        rank_of(command)
        raise Refused(code="authority_too_low", message="the time for a second person is ended by the house's clock")
    return [e.ConfirmationExpired(waiting=waiting.number, because="time") for waiting in over]


def dropped(state: State) -> list[e.Event]:
    """Expires the commands that still wait when the table is closed."""
    return [e.ConfirmationExpired(waiting=waiting.number, because="table_closed") for waiting in state.table.waiting]
