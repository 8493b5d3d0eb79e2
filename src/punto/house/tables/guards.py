"""Guards: what a house has against a command before the table is asked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from punto.house.settings import TableSettings
from punto.house.tables.timing import earliest_draw
from punto.kit import Refusal, Refused
from punto.rulebook import Authority
from punto.table import Command, State
from punto.table import commands as c
from punto.table.authority import require
from punto.table.late import comes_late
from punto.table.squeeze import BANKER_FIRST
from punto.view.face_down import face_down
from punto.view.history import History


class Request(NamedTuple):
    """A command as somebody gave it."""

    command: Command
    person: str = ""
    """Who gives it; empty where the house does it by itself."""
    seen_version: int | None = None
    """The version the page last saw: whoever decided on something that is over is refused."""
    session: str = ""
    """The public id of the session it came from; empty where it came from none."""


Guard = Callable[[State, Request], Refusal | None]
"""Asked each time a command is decided, because another process may have moved the table on in between."""


def stale_page(history: History, settings: TableSettings, now: Callable[[], datetime]) -> Guard:
    """Against a command that was decided on a table which has moved on since, as far as anybody may know."""

    def guard(state: State, request: Request) -> Refusal | None:
        seen_version = request.seen_version
        # A bet that comes after the close is refused for that, with its paragraph, and not because the page is old.
        if seen_version is None or seen_version >= history.stepped_version or comes_late(state, request.command):
            return None
        hidden = face_down(state, history, settings.squeeze_seconds, settings.call_seconds)
        if hidden and hidden.at(now()) and seen_version >= hidden.visible_version:
            return None
        message = f"the table has moved on to version {state.table.version} since version {seen_version} was shown"
        return Refusal(code="page_is_stale", message=message)

    return guard


def house_settings(settings: TableSettings) -> Guard:
    """Against other cards than the table's, and another sign of a dealer's own choice.

    A dealer who opens a shoe of real cards at a table with sealed ones could name every card. Opening the table with
    other limits or another commission would change its sign, for which `change_sign` asks a Pit Supervisor.
    """

    def guard(state: State, request: Request) -> Refusal | None:
        command = request.command
        if not request.session:
            return None
        if isinstance(command, c.OpenShoe) and command.cards != settings.cards:
            message = "the house's settings say which cards this table is dealt from, and nobody opens a shoe of others"
            return Refusal(code="setting_is_fixed", message=message)
        if isinstance(command, c.OpenTable) and not _as_set(command, settings):
            try:
                require(command, Authority.PIT_SUPERVISOR, None, "opening a table with another sign than the house's")
            except Refused as refused:
                return refused.refusal
        return None

    return guard


def _as_set(command: c.OpenTable, settings: TableSettings) -> bool:
    """Whether a table is opened as the settings say; to let one person move less alone is anybody's right."""
    house_sign, table_sign = ({**sign, "alone_max": None} for sign in (settings.sign, command.settings))
    return command.rulebook == settings.rulebook and house_sign == table_sign


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
    """Against insurance while cards are squeezed: what it is answered would show them.

    And, when their time is over and they lie open, against turning them, because the table's clock goes on from there,
    and against a squeeze of Banker's third card first, which is asked for until Player's third is opened (3.14).
    """

    def guard(state: State, request: Request) -> Refusal | None:
        if not isinstance(request.command, c.TakeInsurance | c.TurnCard | c.Squeeze):
            return None
        hidden = face_down(state, history, settings.squeeze_seconds, settings.call_seconds)
        hidden_now = hidden.at(now()) if hidden else None
        if not isinstance(request.command, c.TakeInsurance):
            is_over = hidden and hidden.lies and not (hidden_now and hidden_now.lies)
            return _over(state, request.command) if is_over else None
        if hidden_now is None:
            return None
        terms = state.rules.insurance_terms
        return Refusal(
            code="cards_are_face_down",
            cite=terms.offered_cite if terms else "",
            message="cards are being squeezed; what may be insured is told when they are turned",
        )

    return guard


def _over(state: State, command: c.TurnCard | c.Squeeze) -> Refusal | None:
    message, cite = "the time to squeeze is over: the cards lie open", state.rules.procedure.get("squeeze", "")
    if isinstance(command, c.TurnCard):
        return Refusal(code="nothing_to_turn", cite=cite, message=message)
    first = command.card in BANKER_FIRST and not command.decline
    return Refusal(code="card_is_drawn", cite=cite, message=message) if first else None
