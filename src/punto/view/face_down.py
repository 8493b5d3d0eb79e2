"""What everybody may know while cards lie face down: until when they do, and up to which event the table is visible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, get_args

from punto.kit import Side
from punto.table import State
from punto.table import commands as c
from punto.table.face_down import Veil, veil
from punto.table.squeeze import BANKER_FIRST, may_squeeze, waives
from punto.view.history import History

_CARDS: Final = get_args(c.Squeezed)


@dataclass(frozen=True, slots=True)
class FaceDown:
    """What is kept from everybody while cards lie face down."""

    veil: Veil
    visible_version: int
    """The last event before the first of these cards: what came after it is shown when they are turned."""
    until: datetime | None
    """None where they wait for another card."""

    def at(self, now: datetime) -> FaceDown | None:
        """This while its time runs, None when it is over."""
        return self if self.until is None or now < self.until else None

    def hides(self, side: str, place: int) -> bool:
        """Whether a hand's card lies face down."""
        return (f"{side}_third" if place == 2 else side) in self.veil.cards


def squeeze_ends(state: State, history: History, seconds: float) -> datetime | None:
    """Until when the cards that came last lie face down for whoever squeezes them."""
    return _ends(veil(state), history, seconds)


def _ends(hidden: Veil, history: History, seconds: float) -> datetime | None:
    if history.stepped_at is None or not hidden.squeezed:
        return None
    return history.stepped_at + timedelta(seconds=seconds)


def face_down(state: State, history: History, seconds: float) -> FaceDown | None:
    """What lies face down since the last card came, for so many seconds of squeezing."""
    hidden = veil(state)
    # Cards that a decision put in another order were seen by everybody who decided.
    if not hidden.cards or len(history.drawn) != len(state.coup.cards):
        return None
    places = {"player": 0, "banker": 1, "player_third": 4, "banker_third": len(history.drawn) - 1}
    first = min(places[card] for card in hidden.cards)
    return FaceDown(hidden, history.drawn[first] - 1, _ends(hidden, history, seconds))


def may_ask(state: State, *, automatic: bool) -> dict[str, dict[str, str]]:
    """What each patron could ask to squeeze now and has not, with the paragraph where consent waives insurance.

    Nothing that cannot come any more, and nothing that an automatic dealer declines anyway.
    """
    if state.table.phase not in ("betting", "dealing") or not state.sign.face_down:
        return {}
    requested = {(request.patron, request.card) for request in state.coup.requests}
    askable: dict[str, dict[str, str]] = {}
    for patron in dict.fromkeys(bet.patron for bet in state.coup.bets):
        for card in _wanted(state, patron, automatic):
            if (patron, card) not in requested and may_squeeze(state, patron, card):
                askable.setdefault(patron, {})[card] = waives(state, card)
    return askable


def _wanted(state: State, patron: str, automatic: bool) -> Iterator[str]:
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
