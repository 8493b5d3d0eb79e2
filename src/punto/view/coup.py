"""The coup on a table as every page sees it: cards, bets, insurance on offer, squeezes and choices."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal

import msgspec

from punto.coup import hands
from punto.kit import Card, Side
from punto.table import State
from punto.table.commands import Hand
from punto.table.events import CoupSettled
from punto.table.insurance import insurable, open_offers, rooms
from punto.table.late import LateBet
from punto.table.limits import sides
from punto.table.squeeze import may_squeeze, waives
from punto.table.state import PlacedBet, SqueezeRequest, TakenInsurance
from punto.view.extended import extended
from punto.view.face_down import FaceDown, may_ask

FACE_DOWN: Final = "??"
"""A card that lies face down."""


class LaidBet(PlacedBet, frozen=True, kw_only=True):
    """A bet on the layout, and how much of its stake takes part."""

    plays: int


class RequestView(SqueezeRequest, frozen=True, kw_only=True):
    """A request to squeeze, its paragraph, and the one by which consent would waive insurance."""

    cite: str
    waives: str


class RoomView(msgspec.Struct, frozen=True, kw_only=True):
    """How much insurance a bet can still take."""

    patron: str
    box: int
    most: int


class OfferView(msgspec.Struct, frozen=True, kw_only=True):
    """Insurance that may be taken now."""

    window: str
    insures: Hand
    player: int
    banker: int
    odds: str
    wins_on: Literal["loss", "tie"]
    cite: str
    most: list[RoomView]


class SqueezeView(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that lie face down: who squeezes which, and until when; no time while they wait for another card."""

    by: dict[str, str]
    waits: tuple[str, ...]
    until: datetime | None


class DifferentialView(msgspec.Struct, frozen=True, kw_only=True):
    """What lies on both hands in a box."""

    box: int
    player: int
    banker: int
    limit: int | None


class CoupView(msgspec.Struct, frozen=True, kw_only=True):
    """The coup on the table; a card that lies face down is ??."""

    number: int
    ended: Literal["", "settled", "voided"] | None
    player: list[str]
    banker: list[str]
    player_points: int | None
    banker_points: int | None
    turn: Hand | None
    bets: list[LaidBet]
    insurance: tuple[TakenInsurance, ...]
    offers: list[OfferView]
    insurable: bool
    waived: str
    left: tuple[str, ...]
    may_ask: dict[str, dict[str, str]]
    requests: list[RequestView]
    squeeze: SqueezeView | None
    choosing: tuple[str, ...]
    chosen: dict[str, str]
    drawn: list[str]
    """The cards in the order drawn, by which a card that was read wrongly is named; none while any lies face down."""
    settlement: CoupSettled | None
    differentials: list[DifferentialView]
    late: tuple[LateBet, ...]


def coup_view(state: State, hidden: FaceDown | None, *, automatic: bool, late: tuple[LateBet, ...]) -> CoupView | None:
    """The coup on a table as everybody sees it; None before the first."""
    coup = state.table.coup
    if coup is None or state.book is None:
        return None
    dealt = hands(state.rules.tableau, coup.cards)
    dealing = state.table.phase == "dealing" and not hidden
    turn = state.rules.tableau.next_side(coup.points) if dealing else None
    terms = state.rules.insurance_terms
    return CoupView(
        number=coup.number,
        ended=None if hidden else coup.ended,
        player=_faces("player", dealt.player, hidden),
        banker=_faces("banker", dealt.banker, hidden),
        player_points=_points("player", dealt.player, hidden),
        banker_points=_points("banker", dealt.banker, hidden),
        turn=turn.value if turn else None,
        bets=[_laid_bet(bet) for bet in coup.bets],
        insurance=coup.insurance,
        offers=_offers(state) if dealing else [],
        insurable=dealing and insurable(state),
        waived=terms.squeeze_waives_cite if terms and coup.waived else "",
        left=coup.left,
        may_ask={} if hidden and hidden.until else may_ask(state, automatic=automatic),
        # Which requests are still possible would reveal the cards that lie face down.
        requests=[] if hidden and hidden.until else _requests(state),
        squeeze=_squeeze(hidden),
        choosing=coup.choosing,
        chosen=dict(coup.chosen),
        drawn=[] if hidden else [str(card) for card in coup.drawn],
        settlement=None if hidden else coup.settlement,
        differentials=_differentials(state),
        late=late,
    )


def _faces(side: str, cards: Sequence[Card], hidden: FaceDown | None) -> list[str]:
    return [FACE_DOWN if hidden and hidden.hides(side, at) else str(card) for at, card in enumerate(cards)]


def _points(side: str, cards: Sequence[Card], hidden: FaceDown | None) -> int | None:
    if not cards or FACE_DOWN in _faces(side, cards, hidden):
        return None
    return sum(card.points for card in cards) % 10


def _laid_bet(bet: PlacedBet) -> LaidBet:
    return extended(LaidBet, bet, plays=bet.plays)


def _requests(state: State) -> list[RequestView]:
    """Requests to squeeze a card that still can be, with their answers and what consent would waive."""
    cite = state.rules.procedure.get("squeeze", "")
    return [
        extended(RequestView, request, cite=cite, waives=waives(state, request.card))
        for request in state.coup.requests
        if may_squeeze(state, request.patron, request.card)
    ]


def _squeeze(hidden: FaceDown | None) -> SqueezeView | None:
    if hidden is None or not hidden.lies:
        return None
    return SqueezeView(by=hidden.veil.squeezed, waits=hidden.veil.waits, until=hidden.until)


def _offers(state: State) -> list[OfferView]:
    """The offers open now, each with how much insurance every bet on that hand can still take."""
    return [
        OfferView(
            window=cell.window.value,
            insures=cell.insures.value,
            player=cell.player,
            banker=cell.banker,
            odds=cell.odds.text,
            wins_on="loss" if cell.on_loss else "tie",
            cite=cell.cite,
            most=[RoomView(patron=bet.patron, box=bet.box, most=most) for bet, most in rooms(state, cell)],
        )
        for cell in open_offers(state)
    ]


def _differentials(state: State) -> list[DifferentialView]:
    """For each box with money on a hand: what lies there and what the limit is."""
    boxes = sorted({bet.box for bet in state.coup.bets})
    money = {box: sides(state.rules, state.coup.bets, box) for box in boxes}
    limit = state.sign.differential_max
    return [
        DifferentialView(box=box, player=on[Side.PLAYER], banker=on[Side.BANKER], limit=limit)
        for box, on in money.items()
    ]
