"""A table as every page sees it: the same for everybody who may look at it.

Cards are in it once they are drawn and never before, and those that somebody squeezes only when they are turned; an
undealt card is nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple, cast

import msgspec

from punto.coup import hands
from punto.kit import Card, Side
from punto.report.roads import RoadCell, Roads
from punto.rulebook.model import Name
from punto.table import AnyEvent, Event, Sign, State
from punto.table.commands import Hand
from punto.table.events import CoupSettled
from punto.table.face_down import faces_of
from punto.table.insurance import insurable, open_offers, rooms
from punto.table.late import LateBet
from punto.table.limits import sides
from punto.table.squeeze import may_squeeze, waives
from punto.table.state import Pending, Phase, PlacedBet, SqueezeRequest, TakenInsurance
from punto.view.face_down import FaceDown, may_ask
from punto.view.history import HistoryView
from punto.view.recorded import RecordedEvent
from punto.view.rulebook import ClauseView, FeltView, clause_view, uncovered_view
from punto.view.switch import Switch

FACE_DOWN: Final = "??"
"""A card that has come and that nobody sees yet."""

WaitsFor = Literal["bets", "card", "choice", "insurance", "result", "shoe", "squeeze"]


class NextStepView(msgspec.Struct, frozen=True, kw_only=True):
    """What the table does by itself next, and what the countdown to it is about."""

    at: datetime
    waits_for: WaitsFor


class ShoeView(msgspec.Struct, frozen=True, kw_only=True):
    """The shoe in use, as far as anybody knows it."""

    number: int
    source: Literal["virtual", "physical"]
    commitment: str
    cards_left: int
    decks: int
    last_coup: bool
    finished: bool
    untouched: bool
    aside: list[str]
    condemned: bool


class LaidBet(PlacedBet, frozen=True, kw_only=True):
    """A bet on the layout, and what of it takes part."""

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
    """Cards that lie face down: who squeezes which, and until when; no time where they wait for another card."""

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
    """The coup on the table; a card that nobody sees yet is ??."""

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
    settlement: CoupSettled | None
    differentials: list[DifferentialView]
    late: tuple[LateBet, ...]


class PendingView(ClauseView, frozen=True, kw_only=True):
    """A report that waits for somebody of rank, with its clause; what no clause covers takes a ruling."""

    cards: list[str]
    takes: Literal["decision", "ruling"]


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a list of tables and a table's own page have in common."""

    table: str
    name: str
    now: datetime
    phase: Phase
    next: NextStepView | None
    insurance_until: datetime | None
    sign: Sign | None
    shoe: ShoeView | None


class TableView(TableRow, frozen=True, kw_only=True):
    """A table as every page sees it."""

    version: int
    dealer: Literal["automatic", "person"]
    coup: CoupView | None
    coups: int
    pending: PendingView | None
    disabled: list[Switch]


class BigRoadView(msgspec.Struct, frozen=True, kw_only=True):
    """The one road that a lobby shows: all of them are many times as long as the rest of its row."""

    big_road: tuple[RoadCell, ...]
    counts: dict[str, int]


class LobbyRow(TableRow, frozen=True, kw_only=True):
    title: Name | None
    rulebook: str | None
    free_boxes: list[int]
    roads: BigRoadView


class LobbyView(msgspec.Struct, frozen=True, kw_only=True):
    tables: list[LobbyRow]
    chips: Literal["play"]


class AtTable(msgspec.Struct, frozen=True, kw_only=True):
    """Whoever asks, at a table."""

    name: str
    role: str
    wallet: int
    commands: list[str]


class TablePage(msgspec.Struct, frozen=True, kw_only=True):
    """All that a table's page opens with."""

    view: TableView
    felt: FeltView | None
    history: HistoryView
    me: AtTable


class NewsView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What happened at a table since a version, with the table as it is; roads where they have changed."""

    version: int
    view: TableView
    events: list[RecordedEvent]
    roads: Roads | msgspec.UnsetType = msgspec.UNSET


class DoneView(msgspec.Struct, frozen=True, kw_only=True):
    """What a command led to as far as everybody may know it, and the table's version after it."""

    version: int
    events: list[AnyEvent]


class FacesView(msgspec.Struct, frozen=True, kw_only=True):
    """The faces of the cards that whoever asks squeezes now, and nobody else sees."""

    version: int
    faces: dict[str, list[str]]


class ClosedShoeView(msgspec.Struct, frozen=True, kw_only=True):
    """The shoe that was closed last, from its opening to its closing; nothing where none was."""

    events: list[RecordedEvent]


class Scene(NamedTuple):
    """A table at one moment, with all that a page shows besides its state."""

    table: str
    name: str
    dealer: Literal["automatic", "person"]
    now: datetime
    state: State
    face_down: FaceDown | None
    next_step: NextStepView | None
    insurance_until: datetime | None
    disabled: list[Switch]
    late: tuple[LateBet, ...]

    @property
    def visible_version(self) -> int:
        """The version up to which everybody may know what happened."""
        return self.face_down.visible_version if self.face_down else self.state.table.version


def table_view(scene: Scene) -> TableView:
    """A table as every page sees it at this moment."""
    table = scene.state.table
    return TableView(
        **table_row(scene),
        version=table.version,
        dealer=scene.dealer,
        coup=_coup(scene),
        coups=table.coups,
        pending=_pending(scene.state),
        disabled=scene.disabled,
    )


def table_row(scene: Scene) -> dict[str, Any]:
    """The fields that lists of tables show too."""
    table = scene.state.table
    return {
        "table": scene.table,
        "name": scene.name,
        "now": scene.now,
        "phase": "dealing" if scene.face_down else table.phase,
        "next": _next(scene),
        "insurance_until": None if scene.face_down else scene.insurance_until,
        "sign": table.sign,
        "shoe": _shoe(scene.state),
    }


def lobby_row(scene: Scene, roads: Roads) -> LobbyRow:
    """A table in the lobby, with its free boxes and its big road."""
    state = scene.state
    coup = state.table.coup
    taken = {bet.box for bet in coup.bets if bet.stance == "seated"} if coup else set()
    boxes = state.table.sign.boxes if state.table.sign else 0
    return LobbyRow(
        **table_row(scene),
        title=state.book.title if state.book else None,
        rulebook=state.book.name if state.book else None,
        free_boxes=[box for box in range(1, boxes + 1) if box not in taken],
        roads=BigRoadView(big_road=roads.big_road, counts=roads.counts),
    )


def faces_view(scene: Scene, patron: str) -> FacesView:
    """The faces of the cards this patron squeezes at this moment: theirs alone until everybody sees them."""
    squeezing = scene.face_down is not None and scene.face_down.until is not None
    faces = faces_of(scene.state, patron) if squeezing else {}
    return FacesView(version=scene.state.table.version, faces=faces)


def done_view(version: int, events: Sequence[Event], visible: int) -> DoneView:
    """What a command led to, without what is face down: not the card that somebody squeezes now."""
    first = version - len(events) + 1
    shown = [event for at, event in enumerate(events, first) if at <= visible]
    return DoneView(version=version, events=cast(list[AnyEvent], shown))


def _next(scene: Scene) -> NextStepView | None:
    """What the pages count down to. What comes after a squeeze would tell how the card looks."""
    if scene.face_down and scene.face_down.until:
        return NextStepView(at=scene.face_down.until, waits_for="squeeze")
    return scene.next_step


def _shoe(state: State) -> ShoeView | None:
    shoe = state.table.shoe
    if shoe is None:
        return None
    return ShoeView(
        number=shoe.number,
        source=shoe.source,
        commitment=shoe.commitment,
        cards_left=shoe.left,
        decks=shoe.decks,
        last_coup=shoe.coups_after_cut is not None,
        finished=shoe.finished,
        untouched=shoe.untouched,
        aside=[str(card) for card in shoe.aside],
        condemned=shoe.condemned,
    )


def _coup(scene: Scene) -> CoupView | None:
    state, hidden = scene.state, scene.face_down
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
        bets=[_laid(bet) for bet in coup.bets],
        insurance=coup.insurance,
        offers=_offers(state) if dealing else [],
        insurable=dealing and insurable(state),
        waived=terms.squeeze_waives_cite if terms and coup.waived else "",
        left=coup.left,
        may_ask={} if hidden and hidden.until else may_ask(state, automatic=scene.dealer == "automatic"),
        requests=_requests(state),
        squeeze=_squeeze(hidden),
        choosing=coup.choosing,
        chosen=dict(coup.chosen),
        settlement=None if hidden else coup.settlement,
        differentials=_differentials(state),
        late=scene.late,
    )


def _faces(side: str, cards: Sequence[Card], hidden: FaceDown | None) -> list[str]:
    return [FACE_DOWN if hidden and hidden.hides(side, at) else str(card) for at, card in enumerate(cards)]


def _points(side: str, cards: Sequence[Card], hidden: FaceDown | None) -> int | None:
    if not cards or FACE_DOWN in _faces(side, cards, hidden):
        return None
    return sum(card.points for card in cards) % 10


def _laid(bet: PlacedBet) -> LaidBet:
    return LaidBet(bet.patron, bet.box, bet.stance, bet.bet, bet.stake, bet.order, bet.effective, plays=bet.plays)


def _requests(state: State) -> list[RequestView]:
    """Squeezes asked for, with what was answered and what consent would waive; gone once the card has come."""
    cite = state.rules.procedure.get("squeeze", "")
    return [
        RequestView(request.patron, request.card, request.answer, cite=cite, waives=waives(state, request.card))
        for request in state.coup.requests
        if may_squeeze(state, request.patron, request.card)
    ]


def _squeeze(hidden: FaceDown | None) -> SqueezeView | None:
    if hidden is None:
        return None
    return SqueezeView(by=hidden.veil.squeezed, waits=hidden.veil.waits, until=hidden.until)


def _offers(state: State) -> list[OfferView]:
    """What may be insured, and for each bet on that hand how much still."""
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


def _pending(state: State) -> PendingView | None:
    pending: Pending | None = state.table.coup.pending if state.table.coup else None
    if pending is None:
        return None
    clause = state.rules.irregularities.get(pending.what)
    view = clause_view(state.rules, clause) if clause else uncovered_view(state.rules, pending.what)
    waiting = {"cite": pending.cite, "says": state.rules.says(pending.cite), "decides": pending.decides}
    return PendingView(
        **{name: waiting.get(name, getattr(view, name)) for name in ClauseView.__struct_fields__},
        cards=[str(card) for card in pending.cards],
        takes="decision" if clause else "ruling",
    )


def _differentials(state: State) -> list[DifferentialView]:
    """For each box with money on a hand: what lies there and what the limit is."""
    boxes = sorted({bet.box for bet in state.coup.bets})
    money = {box: sides(state.rules, state.coup.bets, box) for box in boxes}
    limit = state.sign.differential_max
    return [
        DifferentialView(box=box, player=on[Side.PLAYER], banker=on[Side.BANKER], limit=limit)
        for box, on in money.items()
    ]
