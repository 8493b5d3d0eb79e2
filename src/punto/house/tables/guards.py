"""Guards: what a house has against a command before the table is asked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from punto.house.settings import TableSettings
from punto.house.tables.timing import earliest_draw
from punto.kit import Refusal
from punto.table import Command, State
from punto.table import commands as c
from punto.table.late import comes_late
from punto.view.face_down import face_down
from punto.view.history import History


class Request(NamedTuple):
    """A command as somebody gave it."""

    command: Command
    person: str = ""
    """Who gives it; empty where the house does it by itself."""
    seen_version: int | None = None
    """The version the page last saw: whoever decided on something that is over is refused."""


Guard = Callable[[State, Request], Refusal | None]
"""Asked each time a command is decided, because another process may have moved the table on in between."""


def stale_page(history: History) -> Guard:
    """Against a command that was decided on a table which has moved on since."""

    def guard(state: State, request: Request) -> Refusal | None:
        shown = request.seen_version
        # A bet that comes after the close is refused for that, with its paragraph, and not because the page is old.
        if shown is None or shown >= history.stepped_version or comes_late(state, request.command):
            return None
        message = f"the table has moved on to version {state.table.version} since version {shown} was shown"
        return Refusal(code="page_is_stale", message=message)

    return guard


def insurance_time(history: History, settings: TableSettings, now: Callable[[], datetime]) -> Guard:
    """Against a card while somebody may still insure: nobody rushes the table."""

    def guard(state: State, request: Request) -> Refusal | None:
        if not isinstance(request.command, c.DrawCard):
            return None
        moment = earliest_draw(state, history, settings)
        if moment is None or now() >= moment:
            return None
        left = (moment - now()).total_seconds()
        terms = state.rules.insurance_terms
        message = f"insurance may still be taken for {left:.0f} seconds; the card is drawn after that"
        return Refusal(code="insurance_time_is_running", cite=terms.forgone_cite if terms else "", message=message)

    return guard


def cards_face_down(history: History, settings: TableSettings, now: Callable[[], datetime]) -> Guard:
    """Against insurance while cards are squeezed: what it is answered would show them."""

    def guard(state: State, request: Request) -> Refusal | None:
        if not isinstance(request.command, c.TakeInsurance):
            return None
        hidden = face_down(state, history, settings.squeeze_seconds)
        if hidden is None or hidden.at(now()) is None:
            return None
        terms = state.rules.insurance_terms
        return Refusal(
            code="cards_are_face_down",
            cite=terms.offered_cite if terms else "",
            message="cards are being squeezed; what may be insured is told when they are turned",
        )

    return guard
