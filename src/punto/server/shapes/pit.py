"""What the pit and the dealer are answered."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from punto.house.switch import Off, Switch
from punto.server.shapes.rules import PrintedCommission
from punto.server.shapes.shape import Shape, Words
from punto.server.shapes.table import TableBase
from punto.table.events import IrregularityReported


class Clause(Shape, frozen=True, kw_only=True):
    """A clause of the irregularity code."""

    cite: str
    says: str
    leads_to: str
    decides: str
    options: str
    options_cite: str | msgspec.UnsetType = msgspec.UNSET
    options_says: str | msgspec.UnsetType = msgspec.UNSET
    may_replace_cards: bool | msgspec.UnsetType = msgspec.UNSET


class Pending(Shape, frozen=True, kw_only=True):
    """A report that waits, with its clause where one covers it."""

    what: str
    cite: str
    says: str
    decides: str
    cards: list[str]
    takes: Literal["decision", "ruling"]
    leads_to: str | msgspec.UnsetType = msgspec.UNSET
    options: str | msgspec.UnsetType = msgspec.UNSET
    options_cite: str | msgspec.UnsetType = msgspec.UNSET
    options_says: str | msgspec.UnsetType = msgspec.UNSET
    may_replace_cards: bool | msgspec.UnsetType = msgspec.UNSET


class AtCoup(Shape, frozen=True, kw_only=True):
    """Somebody with money on the layout, or with a choice."""

    patron: str
    boxes: list[int]
    seated: bool
    staked: int
    insured: int
    left: bool
    choosing: bool
    chosen: str | None


class Excess(Shape, frozen=True, kw_only=True):
    """A box beyond its differential."""

    box: int
    player: int
    banker: int
    limit: int
    over: int


class PastReport(IrregularityReported, frozen=True, kw_only=True, tag="irregularity_reported"):
    """What was reported, and the events that came of it."""

    version: int
    at: str
    person: str | None
    says: str
    after: list[dict[str, Any]]


class Notice(Shape, frozen=True, kw_only=True):
    """What a document wants posted at the table, whether it is up, and whether the table may put it up or down."""

    what: str
    cite: str
    says: str
    up: bool
    may: bool


class OpensWith(Shape, frozen=True, kw_only=True):
    rulebook: str
    settings: dict[str, Any]


class PitTable(TableBase, frozen=True, kw_only=True):
    """A table as the pit sees it: what everybody sees, and more."""

    title: Words | None
    bets: dict[str, Words]
    pending: Pending | None
    people: list[AtCoup]
    excess: list[Excess]
    reports: list[PastReport]
    notices: list[Notice]
    commission: PrintedCommission | None
    opens_with: OpensWith


class Pit(Shape, frozen=True, kw_only=True):
    tables: list[PitTable]
    switches: list[Off]
    ranks: list[str]
    may_switch: list[str]


class Reportable(Clause, frozen=True, kw_only=True):
    """Something that can be reported: which fields it takes, and its clause."""

    what: str
    fields: list[str]


class Paragraph(Shape, frozen=True, kw_only=True):
    cite: str
    says: str


class DealerTold(Shape, frozen=True, kw_only=True):
    """What a dealer needs besides the table."""

    table: str
    cards: str
    dealer: str
    ranks: list[str]
    reports: list[Reportable]
    windows: list[str]
    procedure: dict[str, Paragraph]
    changeable: list[str]
    differential: Clause | None
    seconds: dict[str, float]


class Holding(Shape, frozen=True, kw_only=True):
    """What a patron has in the wallet, and whether there is an account of that name."""

    patron: str
    account: bool
    wallet: int


class Switched(Shape, frozen=True, kw_only=True):
    switch: Switch
    disabled: bool
