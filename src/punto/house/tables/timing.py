"""Timing: what a table does by itself next, and when. The server's clock decides; pages only show it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from punto.house.settings import TableSettings
from punto.table import Command, State
from punto.table import commands as c
from punto.table.authority import HOUSE, instant
from punto.table.insurance import insurable
from punto.table.mixing import all_revealed
from punto.table.settlement import is_complete
from punto.table.squeeze import waiting, waives
from punto.view.face_down import squeeze_ends
from punto.view.history import History
from punto.view.table import WaitsFor


@dataclass(frozen=True, slots=True)
class NextStep:
    """A command that comes by itself at a moment, unless something happens before."""

    at: datetime
    command: Command
    waits_for: WaitsFor
    """What the countdown on the pages is about."""


def next_step(state: State, history: History, table: TableSettings) -> NextStep | None:
    """The table's next step of its own: all of them with an automatic dealer.

    With a person it is the close of the bets, of the time to choose and of the time to mix the shoe: nobody at the
    table ends those early or late.
    """
    last = history.stepped_at
    if last is None or state.table.phase in ("closed", "stopped"):
        return None

    start = squeeze_ends(state, history, table.squeeze_seconds) or last

    def after(seconds: float, command: Command, waits_for: WaitsFor) -> NextStep:
        return NextStep(start + timedelta(seconds=seconds), command, waits_for)

    dealer = "dealer"
    if state.table.phase == "betting":
        opened = history.bets_opened_at or last
        return NextStep(opened + timedelta(seconds=table.betting_seconds), c.CloseBets(by=dealer), "bets")
    if state.table.phase == "dealing" and state.coup.choosing:
        choice_began = history.choices_opened_at or last
        return NextStep(choice_began + timedelta(seconds=table.choice_seconds), c.CloseChoices(by=HOUSE), "choice")
    if state.table.phase == "ready" and (mixing := mixing_step(state, last, table)):
        return mixing
    if table.dealer == "person":
        return None
    match state.table.phase:
        case "idle":
            return after(table.result_seconds / 2, c.OpenShoe(cards=table.cards, by=dealer), "shoe")
        case "paying" | "ready":
            # Both declare the payments of a round made, when its result has stood its time.
            if state.shoe.finished:
                return after(table.result_seconds, c.CloseShoe(by=dealer), "shoe")
            pause = table.result_seconds if state.table.coup else table.card_seconds
            return after(pause, c.OpenBets(by=dealer), "result")
        case "dealing":
            if _awaits_a_reader(state):
                return None
            if is_complete(state):
                return after(table.card_seconds, c.Settle(by=dealer), "result")
            if insurable(state):
                return after(table.insurance_seconds, c.DrawCard(by=dealer), "insurance")
            return after(table.card_seconds, c.DrawCard(by=dealer), "card")
    return None


def mixing_step(state: State, last: datetime, table: TableSettings) -> NextStep | None:
    """The end of the time to commit or to reveal, by the house's clock and by nobody at the table."""
    mixing = state.shoe.mixing
    match mixing and mixing.stage:
        case "committing":
            return NextStep(last + timedelta(seconds=table.cut_seconds), c.CloseEntropy(by=HOUSE), "cut")
        case "revealing":
            wait = 0.0 if all_revealed(state) else table.reveal_seconds
            return NextStep(last + timedelta(seconds=wait), c.MixShoe(by=HOUSE), "mixing")
    return None


def expiry_step(state: State) -> NextStep | None:
    """The end of the time that a command waits for a second person; no page of the table counts down to it."""
    moments = [instant(waiting.asked.until) for waiting in state.table.waiting]
    if not moments:
        return None
    # A moment after it: until then, that moment included, somebody may confirm.
    return NextStep(min(moments) + timedelta(milliseconds=1), c.ExpireWaiting(by=HOUSE), "confirmation")


def without_bets(state: State, step: NextStep) -> NextStep | None:
    """What the house does in place of a step while no bets may be opened: a round that was paid is over then too."""
    return replace(step, command=c.DeclarePaid(by=HOUSE)) if state.table.phase == "paying" else None


def _awaits_a_reader(state: State) -> bool:
    """Whether the next card is real and has to be read by a person or a scanner."""
    return state.shoe.source == "physical" and not state.shoe.aside and not is_complete(state)


def earliest_draw(state: State, history: History, table: TableSettings) -> datetime | None:
    """Before this moment no card is drawn, because somebody may still insure; nobody can rush the table."""
    if state.table.phase != "dealing" or history.stepped_at is None or state.coup.choosing or not insurable(state):
        return None  # While patrons choose no card is drawn at all; insurance has its time after that.
    start = squeeze_ends(state, history, table.squeeze_seconds) or history.stepped_at
    return start + timedelta(seconds=table.insurance_seconds)


def squeeze_answer(state: State, table: TableSettings) -> Command | None:
    """The House's answer to a request where nobody in person deals.

    It consents at once, unless that would take insurance from everybody else at the table.
    """
    if table.dealer == "person":
        return None
    for request in waiting(state):
        declines = bool(waives(state, request.card))
        return c.Squeeze(patron=request.patron, card=request.card, decline=declines, by="dealer")
    return None
