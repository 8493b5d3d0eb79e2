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
    sd: float | None
    """Of what one bet wins or loses, in units."""
    desirability: float | None
    """A thousand times the mean gain of a coup dealt, by its standard deviation."""


class CutTakings(TakingsFigures, frozen=True, kw_only=True):
    """Takings with the cut card here."""

    cut: int


class WayFigures(TakingsFigures, frozen=True, kw_only=True):
    """A count, the true or running count from which on it bets, and what that takes."""

    level: int
    tags: dict[str, int]
    sum_per_deck: int
    balanced: bool
    trigger: int | None
    running: bool
    """Whether the trigger is a running count; else it is a true one."""
    correlation: float
    by_cut: list[CutTakings]


class CutFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The best count and perfect play with the cut card here."""

    cut: int
    counted: TakingsFigures
    perfect: TakingsFigures


class WeaknessFigures(TakingsFigures, frozen=True, kw_only=True):
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
    counts: list[WayFigures]
    perfect: TakingsFigures
    by_cut: list[CutFigures]
    verdict: str


class HandInsurance(msgspec.Struct, frozen=True, kw_only=True):
    """Insuring one hand whenever that favours the patron."""

    insures: str
    perfect: TakingsFigures
    by_cut: list[CutTakings]


class TotalFigures(TakingsFigures, frozen=True, kw_only=True):
    """All bets together: by one count (its tags), each by its own (null), or by perfect play."""

    perfect: bool
    tags: dict[str, int] | None
    trigger: int | None
    running: bool
    by_cut: list[CutTakings]


class CountFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game can be beaten."""

    rulebook: str
    decks: int
    cut: int
    coups_after_cut: int
    burn: int | str
    shoes: int
    coups: int
    seed: int
    bets: list[WeaknessFigures]
    insurance: list[WeaknessFigures]
    insurance_hands: list[HandInsurance]
    totals: list[TotalFigures]
    """Where several bets were looked at."""
    notes: list[str]
