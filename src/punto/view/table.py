"""A table as every page sees it: the same for everybody who may look at it.

Cards are in it once they are drawn and never before, and those that somebody squeezes only when they are turned; an
undealt card is nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple, cast

import msgspec

from punto.report.good_roads import GoodRoad
from punto.report.roads import RoadCell, Roads
from punto.rulebook.model import Name
from punto.table import AnyEvent, Event, Sign, State
from punto.table.authority import instant
from punto.table.events import IrregularityReported
from punto.table.face_down import faces_of
from punto.table.late import LateBet
from punto.table.receipt import Receipt
from punto.table.report import clause_of
from punto.table.state import Mixing, Phase, Waiting
from punto.view.coup import CoupView, coup_view
from punto.view.extended import extended
from punto.view.face_down import FaceDown
from punto.view.history import HistoryView, WonView
from punto.view.recorded import RecordedEvent
from punto.view.rulebook import ClauseView, FeltView, report_clause, uncovered_view
from punto.view.switch import Switch

WaitsFor = Literal["bets", "card", "choice", "confirmation", "cut", "insurance", "mixing", "result", "shoe", "squeeze"]


class NextStepView(msgspec.Struct, frozen=True, kw_only=True):
    """When the table next acts by itself, and what it waits for until then."""

    at: datetime
    waits_for: WaitsFor


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that mixes the shoe."""

    box: int
    patron: str
    revealed: bool


class MixingView(msgspec.Struct, frozen=True, kw_only=True):
    """How far the seats have mixed the shoe; with no seats its order is the house's alone."""

    stage: Literal["committing", "revealing", "mixed"]
    seats: list[SeatView]


class ShoeView(msgspec.Struct, frozen=True, kw_only=True):
    """The shoe in use, without anything that is secret until it closes."""

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
    cut_by: str
    cut_place: int
    mixing: MixingView | None
    """None where the table waits for no seats."""


class PendingView(ClauseView, frozen=True, kw_only=True):
    """A report that waits for somebody of rank, with its clause; what no clause covers takes a ruling."""

    report: IrregularityReported
    """What was reported, and by whom."""
    since: datetime | None
    cards: list[str]
    """The cards that the report names."""
    drawn: list[str]
    """The cards of the round in the order drawn; none while one of them lies face down."""
    takes: Literal["decision", "ruling"]


class WaitingView(msgspec.Struct, frozen=True, kw_only=True):
    """A command that waits for a second person: who asked for what, for how much, and until when."""

    waiting: int
    what: str
    """The command's name."""
    sum: int
    """0 for what moves no money."""
    patron: str
    """Whom it is about, where it is about one patron."""
    reason: str
    asker: str
    by: str
    needs: str
    """The least rank of the second person."""
    until: datetime


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
    waiting: list[int]
    """The numbers of commands that wait for a second person; what they are is not for everybody."""
    disabled: list[Switch]


class BigRoadView(msgspec.Struct, frozen=True, kw_only=True):
    """The one road that a lobby shows: all of them are many times as long as the rest of its row."""

    big_road: tuple[RoadCell, ...]
    counts: dict[str, int]
    good_roads: tuple[GoodRoad, ...]


class LobbyRow(TableRow, frozen=True, kw_only=True):
    title: Name | None
    rulebook: str | None
    free_boxes: list[int]
    roads: BigRoadView


class LobbyView(msgspec.Struct, frozen=True, kw_only=True):
    tables: list[LobbyRow]
    chips: Literal["play"]


class AtTable(msgspec.Struct, frozen=True, kw_only=True):
    """The person who asks, at a table."""

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


class WaitingPage(msgspec.Struct, frozen=True, kw_only=True):
    """The commands that wait for a second person, as far as the person who asks may see them."""

    version: int
    waiting: list[WaitingView]


class NewsView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What happened at a table since a version, with the table as it is; roads where they have changed."""

    version: int
    view: TableView
    events: list[RecordedEvent]
    fresh: bool = False
    """Whether this is a fresh view: earlier events are not in it and must be asked for."""
    roads: Roads | msgspec.UnsetType = msgspec.UNSET
    won: list[WonView] | msgspec.UnsetType = msgspec.UNSET
    """What won in the shoe's last coups, with the roads."""


class DoneView(msgspec.Struct, frozen=True, kw_only=True):
    """What a command led to as far as everybody may know it, and the table's version after it."""

    version: int
    events: list[AnyEvent]
    receipt: Receipt | msgspec.UnsetType = msgspec.UNSET
    """Of `reveal_entropy` alone: the house's signature for the bytes."""


class FacesView(msgspec.Struct, frozen=True, kw_only=True):
    """The faces of the cards that the person who asks squeezes now, and nobody else sees."""

    version: int
    faces: dict[str, list[str]]


class ClosedShoeView(msgspec.Struct, frozen=True, kw_only=True):
    """The shoe that was closed last, from its opening to its closing; empty where none was."""

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
    reported_at: datetime | None
    """Since when a report waits."""

    @property
    def visible_version(self) -> int:
        """The version up to which everybody may know what happened."""
        return self.face_down.visible_version if self.face_down else self.state.table.version


def table_view(scene: Scene) -> TableView:
    """A table as every page sees it at this moment."""
    table = scene.state.table
    return extended(
        TableView,
        _table_row(scene),
        # The number of events would reveal whether the cards that lie face down ended the coup.
        version=scene.visible_version,
        dealer=scene.dealer,
        coup=coup_view(scene.state, scene.face_down, automatic=scene.dealer == "automatic", late=scene.late),
        coups=table.coups,
        pending=_pending(scene),
        waiting=[waiting.number for waiting in table.waiting],
        disabled=scene.disabled,
    )


def _table_row(scene: Scene) -> TableRow:
    """The fields that lists of tables show too."""
    table = scene.state.table
    return TableRow(
        table=scene.table,
        name=scene.name,
        now=scene.now,
        phase="dealing" if scene.face_down else table.phase,
        next=_next(scene),
        insurance_until=None if scene.face_down else scene.insurance_until,
        sign=table.sign,
        shoe=_shoe(scene.state, hidden=scene.face_down is not None),
    )


def lobby_row(scene: Scene, roads: Roads) -> LobbyRow:
    """A table in the lobby, with its free boxes and its big road."""
    state = scene.state
    coup = state.table.coup
    taken_boxes = {bet.box for bet in coup.bets if bet.stance == "seated"} if coup else set()
    boxes = state.table.sign.boxes if state.table.sign else 0
    return extended(
        LobbyRow,
        _table_row(scene),
        title=state.book.title if state.book else None,
        rulebook=state.book.name if state.book else None,
        free_boxes=[box for box in range(1, boxes + 1) if box not in taken_boxes],
        roads=BigRoadView(big_road=roads.big_road, counts=roads.counts, good_roads=roads.good_roads),
    )


def faces_view(scene: Scene, patron: str) -> FacesView:
    """The faces of the cards this patron squeezes at this moment: theirs alone until everybody sees them."""
    squeezing = scene.face_down is not None and scene.face_down.lies and scene.face_down.until is not None
    faces = faces_of(scene.state, patron) if squeezing else {}
    return FacesView(version=scene.visible_version, faces=faces)


def done_view(version: int, events: Sequence[Event], visible: int, receipt: Receipt | None = None) -> DoneView:
    """A command's events up to the visible version, without a card that is squeezed now."""
    first = version - len(events) + 1
    visible_events = [event for at, event in enumerate(events, first) if at <= visible]
    return DoneView(
        version=min(version, visible), events=cast(list[AnyEvent], visible_events), receipt=receipt or msgspec.UNSET
    )


def _next(scene: Scene) -> NextStepView | None:
    """The next step that pages count down to; one after a squeeze would reveal the card."""
    if scene.face_down and not scene.face_down.lies:
        return None
    if scene.face_down and scene.face_down.until:
        return NextStepView(at=scene.face_down.until, waits_for="squeeze")
    return scene.next_step


def _mixing(mixing: Mixing) -> MixingView:
    seats = [
        SeatView(box=seat.box, patron=seat.patron, revealed=seat.box in mixing.revealed) for seat in mixing.committed
    ]
    return MixingView(stage=mixing.stage, seats=seats)


def _shoe(state: State, *, hidden: bool) -> ShoeView | None:
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
        finished=shoe.finished and not hidden,
        untouched=shoe.untouched,
        aside=[str(card) for card in shoe.aside],
        condemned=shoe.condemned,
        cut_by=shoe.cut_by,
        cut_place=shoe.cut_place,
        mixing=_mixing(shoe.mixing) if shoe.mixing else None,
    )


def waiting_views(state: State, patron: str | None = None) -> list[WaitingView]:
    """Everything that waits at a table, or only what one patron asked for or is the subject of."""
    views = [_waiting(waiting) for waiting in state.table.waiting]
    return views if patron is None else [view for view in views if patron in (view.asker, view.patron)]


def _waiting(waiting: Waiting) -> WaitingView:
    request = waiting.asked
    return WaitingView(
        waiting=request.waiting,
        what=str(request.command["command"]),
        sum=request.sum,
        patron=str(request.command.get("patron") or ""),
        reason=str(request.command.get("reason") or request.command.get("note") or ""),
        asker=request.asker,
        by=request.by,
        needs=request.needs,
        until=instant(request.until),
    )


def _pending(scene: Scene) -> PendingView | None:
    state = scene.state
    pending = state.table.pending
    if pending is None:
        return None
    clause = clause_of(state.rules, pending.what) if pending.report.leads_to != "ruling" else None
    view = report_clause(state.rules, pending.what) if clause else uncovered_view(state.rules, pending.what)
    # The paragraph and the rank that were named when it was reported.
    says = state.rules.says(pending.cite)
    return extended(
        PendingView,
        msgspec.structs.replace(view, cite=pending.cite, says=says, decides=pending.decides),
        report=pending.report,
        since=scene.reported_at,
        cards=[str(card) for card in pending.cards],
        drawn=[str(card) for card in state.coup.drawn] if state.table.coup and not scene.face_down else [],
        takes="decision" if clause else "ruling",
    )
