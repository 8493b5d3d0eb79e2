"""The squeeze as the house runs it: what may be asked for, what it answers by itself, what nobody is told meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, get_args

from punto.coup import hands
from punto.house.history import History
from punto.house.settings import TableSettings
from punto.kit import Side
from punto.table import Command, State
from punto.table import commands as c
from punto.table.squeeze import BANKER_FIRST, may_squeeze, squeezers, waiting, waives

_CARDS: Final = get_args(c.Squeezed)


def answer_due(state: State, table: TableSettings) -> Command | None:
    """The House's answer to a request where nobody in person deals.

    It consents at once, unless that would take insurance from everybody else at the table.
    """
    if table.dealer == "person":
        return None
    for one in waiting(state):
        return c.Squeeze(patron=one.patron, card=one.card, decline=bool(waives(state, one.card)), by="dealer")
    return None


def may_ask(state: State, table: TableSettings) -> dict[str, dict[str, str]]:
    """What each patron could ask for now and has not, with the paragraph where consent waives insurance.

    Nothing that cannot come any more, and nothing that the house declines anyway.
    """
    if state.table.phase not in ("betting", "dealing") or not state.sign.face_down:
        return {}
    asked = {(one.patron, one.card) for one in state.coup.requests}
    found: dict[str, dict[str, str]] = {}
    for patron in dict.fromkeys(one.patron for one in state.coup.bets):
        for card in _wanted(state, table, patron):
            if (patron, card) not in asked and may_squeeze(state, patron, card):
                found.setdefault(patron, {})[card] = waives(state, card)
    return found


def _wanted(state: State, table: TableSettings, patron: str) -> Iterator[str]:
    """Cards of the hands a patron bets on, and where the document has it Banker's third before Player's."""
    terms = state.rules.insurance_terms
    on = {state.rules.bets[one.bet].hand for one in state.coup.bets if one.patron == patron}
    # After four cards it is known whether Player draws.
    stands = len(state.coup.cards) >= 4 and state.rules.tableau.next_side(state.coup.points) is not Side.PLAYER
    for card in _CARDS:
        if card in BANKER_FIRST:
            declined = table.dealer == "automatic" and waives(state, card)
            if terms and terms.squeeze_waives_cite and not stands and not declined:
                yield card
        elif Side(card.partition("_")[0]) in on and not (stands and card == "player_third"):
            yield card


@dataclass(frozen=True, slots=True)
class Veil:
    """Cards of a coup that have come and lie face down."""

    squeezed: dict[str, str]
    """Cards and who squeezes them; Player's third card after Banker's, where both are."""
    waits: tuple[str, ...]
    """Cards that are turned when those are."""


_OPEN: Final = Veil({}, ())


def veil(state: State) -> Veil:
    """What lies face down of the cards that came last, by the squeezes the House has consented to."""
    coup = state.table.coup
    # The last card pays the coup at once; it is squeezed all the same, before the pages tell how it ended.
    if coup is None or state.table.phase not in ("dealing", "ready") or coup.ended == "voided" or not coup.requests:
        return _OPEN
    by = squeezers(state)
    dealt = hands(state.rules.tableau, coup.cards)
    if len(coup.cards) <= 4:
        here = {"player": dealt.player, "banker": dealt.banker}
        opening = {card: by[card] for card, cards in here.items() if cards and card in by}
        return Veil(opening, ()) if len(coup.cards) == 4 else Veil({}, tuple(opening))
    coming = state.rules.tableau.next_side(coup.points)
    first, exposed = by.get("banker_third_first"), by.get("expose_banker_third")
    player = by.get("player_third") or exposed
    banker = by.get("banker_third") or first
    match len(dealt.player), len(dealt.banker):
        case 3, 2 if coming is Side.BANKER and (first or exposed):
            return Veil({}, ("player_third",))  # It lies there until Banker's third card has come.
        case 3, 2:
            return Veil({"player_third": player} if player else {}, ())
        case 2, 3:
            return Veil({"banker_third": banker} if banker else {}, ())
        case 3, 3 if first:
            both = {"banker_third": first} | ({"player_third": player} if player else {})
            return Veil(both, () if player else ("player_third",))
        case 3, 3 if exposed:
            return Veil({"player_third": exposed}, ())
        case 3, 3:
            return Veil({"banker_third": banker} if banker else {}, ())
    return _OPEN


@dataclass(frozen=True, slots=True)
class Covered:
    """What is kept from everybody while cards lie face down."""

    lies: Veil
    told: int
    """The last event before the first of these cards: what came after it is told when they are turned."""
    until: datetime | None
    """None where they wait for another card."""

    def at(self, now: datetime) -> Covered | None:
        """The same while its time runs."""
        return self if self.until is None or now < self.until else None

    def hides(self, side: str, place: int) -> bool:
        """Whether a hand's card lies face down."""
        card = f"{side}_third" if place == 2 else side
        return card in self.lies.squeezed or card in self.lies.waits


def squeeze_ends(state: State, history: History, table: TableSettings) -> datetime | None:
    """Until when the cards that came last lie face down for whoever squeezes them."""
    return _ends(veil(state), history, table)


def _ends(lies: Veil, history: History, table: TableSettings) -> datetime | None:
    if history.stepped_at is None or not lies.squeezed:
        return None
    return history.stepped_at + timedelta(seconds=table.squeeze_seconds)


def cover(state: State, history: History, table: TableSettings) -> Covered | None:
    """What lies face down since the last card came, and what may not be told because of it."""
    lies = veil(state)
    cards = (*lies.squeezed, *lies.waits)
    # Cards that a decision put in another order were seen by everybody who decided.
    if not cards or len(history.drawn) != len(state.coup.cards):
        return None
    places = {"player": 0, "banker": 1, "player_third": 4, "banker_third": len(history.drawn) - 1}
    first = min(places[card] for card in cards)
    return Covered(lies, history.drawn[first] - 1, _ends(lies, history, table))
