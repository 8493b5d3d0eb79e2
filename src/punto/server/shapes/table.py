"""A table, the lobby and their news, as they are answered."""

from __future__ import annotations

from typing import Literal

from punto.house.late import LateBet
from punto.house.remarks import Remarkable
from punto.house.switch import Switch
from punto.report.roads import Cell, Roads
from punto.server.shapes.rules import Felt
from punto.server.shapes.shape import Shape, Words
from punto.table.commands import Hand
from punto.table.events import AnyEvent, CoupSettled, CoupVoided
from punto.table.sign import Sign
from punto.table.state import Phase, PlacedBet, SqueezeRequest, TakenInsurance


class Step(Shape, frozen=True, kw_only=True):
    """What the table does by itself next."""

    at: str
    waits_for: str


class ShoeSeen(Shape, frozen=True, kw_only=True):
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


class BetSeen(PlacedBet, frozen=True, kw_only=True):
    """A bet on the layout, and what of it takes part."""

    plays: int


class RequestSeen(SqueezeRequest, frozen=True, kw_only=True):
    """A request to squeeze, its paragraph, and the one by which consent would waive insurance."""

    cite: str
    waives: str


class Most(Shape, frozen=True, kw_only=True):
    """How much insurance a bet can still take."""

    patron: str
    box: int
    most: int


class Offer(Shape, frozen=True, kw_only=True):
    """Insurance that may be taken now."""

    window: str
    insures: Hand
    player: int
    banker: int
    odds: str
    wins_on: Literal["loss", "tie"]
    cite: str
    most: list[Most]


class SqueezeSeen(Shape, frozen=True, kw_only=True):
    """Cards that lie face down: who squeezes which, and until when."""

    by: dict[str, str]
    waits: list[str]
    until: str | None


class Differential(Shape, frozen=True, kw_only=True):
    """What lies on both hands in a box."""

    box: int
    player: int
    banker: int
    limit: int | None


class CoupSeen(Shape, frozen=True, kw_only=True):
    """The coup on the table; a card that nobody sees yet is ??."""

    number: int
    ended: Literal["", "settled", "voided"] | None
    player: list[str]
    banker: list[str]
    player_points: int | None
    banker_points: int | None
    turn: Hand | None
    bets: list[BetSeen]
    insurance: list[TakenInsurance]
    offers: list[Offer]
    insurable: bool
    waived: str
    left: list[str]
    may_ask: dict[str, dict[str, str]]
    requests: list[RequestSeen]
    squeeze: SqueezeSeen | None
    choosing: list[str]
    chosen: dict[str, str]
    settlement: CoupSettled | None
    differentials: list[Differential]
    late: list[LateBet]


class Awaited(Shape, frozen=True, kw_only=True):
    """A report that waits for a decision."""

    what: str
    cite: str
    decides: str
    cards: list[str]


class TableBase(Shape, frozen=True, kw_only=True):
    """What everybody is told of a table, those in the pit too."""

    table: str
    name: str
    version: int
    now: str
    phase: Phase
    dealer: Literal["automatic", "person"]
    next: Step | None
    insurance_until: str | None
    sign: Sign | None
    shoe: ShoeSeen | None
    coup: CoupSeen | None
    coups: int
    disabled: list[Switch]


class TableSeen(TableBase, frozen=True, kw_only=True):
    """A table as every page sees it."""

    pending: Awaited | None


class PastSettled(CoupSettled, frozen=True, kw_only=True, tag="coup_settled"):
    """A coup that was paid."""

    at: str
    version: int


class PastVoided(CoupVoided, frozen=True, kw_only=True, tag="coup_voided"):
    """A coup without a result."""

    at: str
    version: int


class History(Shape, frozen=True, kw_only=True):
    """The shoe's roads and the last coups, the newest first."""

    roads: Roads
    coups: list[PastSettled | PastVoided]
    remarks: list[Remarkable]
    """What else happened in them, the oldest first; each also has `coup` and `version`."""


class AtTable(Shape, frozen=True, kw_only=True):
    """Whoever asks, at a table."""

    name: str
    role: str
    wallet: int
    commands: list[str]


class Table(Shape, frozen=True, kw_only=True):
    view: TableSeen
    felt: Felt | None
    history: History
    me: AtTable


class BigRoad(Shape, frozen=True, kw_only=True):
    """The one road that a lobby shows."""

    big_road: list[Cell]
    counts: dict[str, int]


class LobbyRow(Shape, frozen=True, kw_only=True):
    table: str
    name: str
    title: Words | None
    rulebook: str | None
    phase: Phase
    next: Step | None
    insurance_until: str | None
    now: str
    sign: Sign | None
    free_boxes: list[int]
    shoe: ShoeSeen | None
    roads: BigRoad


class Lobby(Shape, frozen=True, kw_only=True):
    tables: list[LobbyRow]
    chips: Literal["play"]


class Done(Shape, frozen=True, kw_only=True):
    """What a command led to, and the table's version after it."""

    version: int
    events: list[AnyEvent]


class News(Shape, frozen=True, kw_only=True):
    """What happened at a table since a version, with the table as it is; each event also has `version` and `at`."""

    version: int
    view: TableSeen
    events: list[AnyEvent]
    roads: Roads | None = None


class Faces(Shape, frozen=True, kw_only=True):
    """The faces of the cards that whoever asks squeezes now, and nobody else sees."""

    version: int
    faces: dict[str, list[str]]


class ClosedShoe(Shape, frozen=True, kw_only=True):
    """The shoe that was closed last, from its opening to its closing; each event also has `version`."""

    events: list[AnyEvent]
