"""The rows of exported books: each file's columns are the fields of its rows."""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple, TypeAlias


class EventRow(NamedTuple):
    table: str
    version: int
    at: datetime | None
    person: str
    by: str
    acting: str
    coup: int
    kind: str
    body: str
    hash: str


class BetRow(NamedTuple):
    """A settled bet; also money that went to a patron without a stake, of which a ruling has the bet `ruling`."""

    table: str
    game: str
    coup: int
    at: datetime
    day: str
    shift: str
    patron: str
    box: int
    bet: str
    stake: int
    effective: int
    outcome: str
    odds: str
    winnings: int
    commission: int
    payback: int
    edge: str
    edge_float: float
    moment: float
    rounding: float
    cite: str


class SettlementRow(NamedTuple):
    table: str
    game: str
    rulebook: str
    decks: int
    coup: int
    shoe: int
    dealer: str
    since: datetime
    at: datetime
    day: str
    shift: str
    void: bool
    reversals: int
    cards: str
    winner: str
    wallets: bool
    variance: float


class SlipStepRow(NamedTuple):
    table: str
    year: int
    slip: int
    step: str
    who: str
    total: int
    chips: str
    drop_box: int
    at: datetime | None
    day: str
    shift: str
    reason: str


class CountRow(NamedTuple):
    """Win and drop by the count."""

    table: str
    game: str
    at: datetime
    day: str
    shift: str
    win: int
    drop: int


Row: TypeAlias = EventRow | BetRow | SettlementRow | SlipStepRow | CountRow

FILES: Final[dict[str, type[Row]]] = {
    "events": EventRow,
    "bets": BetRow,
    "settlements": SettlementRow,
    "slips": SlipStepRow,
    "counts": CountRow,
}
"""By the name of the file."""
