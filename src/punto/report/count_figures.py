"""What `counts` prints as JSON, field by field."""

from __future__ import annotations

import msgspec


class TakingsFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What a way of betting takes, each figure with its error."""

    bet_share_pct: float
    bet_share_pct_se: float
    edge_when_bet_pct: float | None
    edge_when_bet_pct_se: float | None
    units_per_100: float
    units_per_100_se: float
    units_per_shoe: float
    units_per_shoe_se: float


class CutTakings(msgspec.Struct, frozen=True, kw_only=True):
    """Takings with the cut card here."""

    cut: int
    bet_share_pct: float
    bet_share_pct_se: float
    edge_when_bet_pct: float | None
    edge_when_bet_pct_se: float | None
    units_per_100: float
    units_per_100_se: float
    units_per_shoe: float
    units_per_shoe_se: float


class WayFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A count, the true count from which on it bets, and what that takes."""

    level: int
    tags: dict[str, int]
    trigger: int | None
    correlation: float
    bet_share_pct: float
    bet_share_pct_se: float
    edge_when_bet_pct: float | None
    edge_when_bet_pct_se: float | None
    units_per_100: float
    units_per_100_se: float
    units_per_shoe: float
    units_per_shoe_se: float


class CutFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The best count and perfect play with the cut card here."""

    cut: int
    counted: TakingsFigures
    perfect: TakingsFigures


class WeaknessFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Where a bet, or an offer of insurance, can be beaten: by the best count (null where none follows it), by each
    of them, and by perfect play. Either `bet` or the five fields of the offer say which one it is."""

    bet: str | msgspec.UnsetType = msgspec.UNSET
    window: str | msgspec.UnsetType = msgspec.UNSET
    insures: str | msgspec.UnsetType = msgspec.UNSET
    player: int | msgspec.UnsetType = msgspec.UNSET
    banker: int | msgspec.UnsetType = msgspec.UNSET
    odds: str | msgspec.UnsetType = msgspec.UNSET
    effects_pct: dict[str, float]
    tags: dict[str, int] | None
    trigger: int | None
    correlation: float | None
    bet_share_pct: float
    bet_share_pct_se: float
    edge_when_bet_pct: float | None
    edge_when_bet_pct_se: float | None
    units_per_100: float
    units_per_100_se: float
    units_per_shoe: float
    units_per_shoe_se: float
    counts: list[WayFigures]
    perfect: TakingsFigures
    by_cut: list[CutFigures]
    verdict: str


class HandInsurance(msgspec.Struct, frozen=True, kw_only=True):
    """Insuring one hand whenever that favours the patron."""

    insures: str
    perfect: TakingsFigures
    by_cut: list[CutTakings]


class CountFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game can be beaten."""

    rulebook: str
    decks: int
    cut: int
    burn: int | str
    shoes: int
    coups: int
    seed: int
    bets: list[WeaknessFigures]
    insurance: list[WeaknessFigures]
    insurance_hands: list[HandInsurance]
    notes: list[str]
