"""Cards that lie face down: until when they do, and up to which event the table is visible meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, get_args

from punto.kit import Card, Side
from punto.table import State
from punto.table import commands as c
from punto.table.face_down import Veil, veil
from punto.table.squeeze import BANKER_FIRST, may_squeeze, waives
from punto.view.history import History

_CARDS: Final = get_args(c.Squeezed)


@dataclass(frozen=True, slots=True)
class FaceDown:
    """What is hidden while cards lie face down, and then, until the call, how the coup ended."""

    veil: Veil
    visible_version: int
    """The last event before the first of these cards: what came after it is shown when they are turned."""
    until: datetime | None
    """None where they wait for another card."""
    call_at: datetime | None = None
    """When the coup's end becomes visible, once its cards lie open; None where that is at once."""

    def at(self, now: datetime) -> FaceDown | None:
        """What is hidden at a moment; None where nothing is."""
        if self.until is None or now < self.until:
            return self
        return replace(self, veil=Veil({}, ())) if self.call_at and now < self.call_at else None

    @property
    def lies(self) -> bool:
        """Whether cards still lie face down."""
        return bool(self.veil.cards)

    @property
    def changes_at(self) -> datetime | None:
        """When something becomes visible without anything happening."""
        return self.until if self.lies else self.call_at

    def hides(self, side: str, place: int) -> bool:
        """Whether a hand's card lies face down."""
        return (f"{side}_third" if place == 2 else side) in self.veil.cards


def open_cards(cards: Sequence[Card], hidden: FaceDown | None) -> tuple[Card, ...]:
    """The cards of a coup in their order, up to the first that lies face down."""
    if hidden is None:
        return tuple(cards)
    return tuple(cards[: _first_place(hidden.veil, len(cards))])


def _first_place(hidden: Veil, dealt: int) -> int:
    """Where in the order of dealing the first card lies that is face down."""
    places = {"player": 0, "banker": 1, "player_third": 4, "banker_third": dealt - 1}
    return min((places[card] for card in hidden.cards), default=dealt)


def squeeze_ends(state: State, history: History, seconds: float) -> datetime | None:
    """Until when the last cards lie face down for the patrons who squeeze them."""
    return _ends(veil(state), history, seconds)


def _ends(hidden: Veil, history: History, seconds: float) -> datetime | None:
    if history.laid_at is None or not hidden.squeezed:
        return None
    return history.laid_at + timedelta(seconds=seconds)


def face_down(state: State, history: History, squeeze_seconds: float, call_seconds: float) -> FaceDown | None:
    """The cards that lie face down, or the coup's end that waits for its call; None where neither hides anything.

    A squeeze lasts `squeeze_seconds`; the call comes `call_seconds` after the last card lies open.
    """
    hidden = veil(state)
    # Cards that a decision put in another order were seen by everybody who decided.
    if state.table.coup is None or len(history.drawn) != len(state.coup.cards):
        return None
    settled = state.coup.ended == "settled" and history.result_of == history.drawn[-1:]
    call = timedelta(seconds=call_seconds)
    if not hidden.cards:
        return _opened(state, history, call) if settled else None
    first = _first_place(hidden, len(history.drawn))
    until = _ends(hidden, history, squeeze_seconds)
    return FaceDown(hidden, history.drawn[first] - 1, until, until + call if until and settled else None)


def _opened(state: State, history: History, call: timedelta) -> FaceDown | None:
    """The end of a coup that waits for its call since its last card was opened."""
    # A report about the coup is visible at once, as with cards that lie face down.
    if state.table.phase not in ("paying", "ready") or history.opened_at is None:
        return None
    return FaceDown(Veil({}, ()), history.drawn[-1], history.opened_at, history.opened_at + call)


def may_ask(state: State, *, automatic: bool) -> dict[str, dict[str, str]]:
    """The cards that each patron can still ask to squeeze, with the paragraph where consent waives insurance.

    Without cards that cannot come any more, and those for which an automatic dealer declines every request.
    """
    if state.table.phase not in ("betting", "dealing") or not state.sign.face_down:
        return {}
    requested = {(request.patron, request.card) for request in state.coup.requests}
    askable: dict[str, dict[str, str]] = {}
    for patron in dict.fromkeys(bet.patron for bet in state.coup.bets):
        for card in _askable_cards(state, patron, automatic):
            if (patron, card) not in requested and may_squeeze(state, patron, card):
                askable.setdefault(patron, {})[card] = waives(state, card)
    return askable


def _askable_cards(state: State, patron: str, automatic: bool) -> Iterator[str]:
    """Cards of the hands a patron bets on, and where the document has it Banker's third before Player's."""
    terms = state.rules.insurance_terms
    hands = {state.rules.bets[bet.bet].hand for bet in state.coup.bets if bet.patron == patron}
    # After four cards it is known whether Player draws.
    stands = len(state.coup.cards) >= 4 and state.rules.tableau.next_side(state.coup.points) is not Side.PLAYER
    for card in _CARDS:
        if card in BANKER_FIRST:
            declined = automatic and waives(state, card)
            if terms and terms.squeeze_waives_cite and not stands and not declined:
                yield card
        elif Side(card.partition("_")[0]) in hands and not (stands and card == "player_third"):
            yield card
