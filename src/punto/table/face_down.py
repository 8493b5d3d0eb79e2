"""Cards of a coup that have come and lie face down, by the squeezes the House has consented to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from punto.coup import hands
from punto.kit import Side
from punto.table.squeeze import squeezers
from punto.table.state import Coup, State


@dataclass(frozen=True, slots=True)
class Veil:
    """The cards that lie face down."""

    squeezed: dict[str, str]
    """Cards and who squeezes them; Player's third card after Banker's, where both are."""
    waits: tuple[str, ...]
    """Cards that are turned when those are."""

    @property
    def cards(self) -> tuple[str, ...]:
        return (*self.squeezed, *self.waits)


_OPEN: Final = Veil({}, ())

_MAY_LIE_FACE_DOWN: Final = ("dealing", "paying", "ready")


def veil(state: State) -> Veil:
    """The cards that lie face down now, of those that came last."""
    coup = state.table.coup
    # The last card pays the coup at once; it is squeezed all the same, before anybody hears how it ended.
    if coup is None or state.table.phase not in _MAY_LIE_FACE_DOWN or coup.ended == "voided" or not coup.requests:
        return _OPEN
    initial = _initial_veil(state, coup)
    left = {card: who for card, who in initial.squeezed.items() if card not in coup.turned}
    # Cards that wait for a squeeze are turned with its last card.
    return Veil(left, initial.waits if left or not initial.squeezed else ())


def _initial_veil(state: State, coup: Coup) -> Veil:
    """The cards that lay face down before anybody turned one."""
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


def faces_of(state: State, patron: str) -> dict[str, list[str]]:
    """The cards that a patron squeezes, with their faces."""
    dealt = hands(state.rules.tableau, state.coup.cards)
    faces = {"player": dealt.player[:2], "banker": dealt.banker[:2]}
    faces |= {"player_third": dealt.player[2:], "banker_third": dealt.banker[2:]}
    return {card: [str(face) for face in faces[card]] for card, who in veil(state).squeezed.items() if who == patron}
