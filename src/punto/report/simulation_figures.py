"""What a simulation prints as JSON, field by field."""

from __future__ import annotations

import msgspec

from punto.report.sheet_data import OfferName
from punto.simulate.whole_shoe import Length, Streaks


class BetEdge(msgspec.Struct, frozen=True, kw_only=True):
    """A bet's simulated edge beside the exact one; null where no coup was dealt."""

    bet: str
    edge_pct: float | None
    se_pct: float | None
    exact_edge_pct: float | None
    z: float | None


class OfferEdge(OfferName, frozen=True, kw_only=True):
    """An offer of insurance, how often it was made, and its simulated edge beside the exact one."""

    offered: int
    edge_pct: float | None
    se_pct: float | None
    exact_edge_pct: float | None
    z: float | None


class InsuranceUseEdge(msgspec.Struct, frozen=True, kw_only=True):
    """What insuring a hand never, always, or where it favours the patron adds to the house's gain."""

    insures: str
    policy: str
    taken: int
    edge_pct: float | None
    se_pct: float | None
    exact_edge_pct: float | None
    z: float | None


class WinOver(msgspec.Struct, frozen=True, kw_only=True):
    """The house's win over so many coups."""

    coups: int
    quantiles: dict[str, float]


class BetRunFigures(msgspec.Struct, frozen=True, kw_only=True):
    """One bet at a unit a coup, shoe by shoe."""

    bet: str
    house_win_per_shoe: float
    house_win_per_shoe_sd: float
    house_win_per_shoe_quantiles: dict[str, float]
    drawdown_mean: float
    drawdown_95: float
    longest_losing: int
    house_win_over: list[WinOver]


class WholeShoeFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What whole shoes showed."""

    shoes: int
    coups: int
    coups_by_cut: list[Length]
    streaks: Streaks
    bets: list[BetRunFigures]


class PlanFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a plan's sessions; the edge is null where it never bet. A row of the ruin table is one of a run
    that says the rulebook and the seed; a plan played by itself says them, and what its bet is worth."""

    rulebook: str | msgspec.UnsetType = msgspec.UNSET
    seed: int | msgspec.UnsetType = msgspec.UNSET
    plan: str
    bet: str
    choose: str
    bankroll: int
    sessions: int
    coups: int
    bets: int
    staked: float
    gained: float
    edge_pct: float | None
    edge_pct_se: float | None
    ruin_pct: float
    ruin_pct_se: float
    time_to_ruin: dict[str, float]
    end: dict[str, float]
    mean_end: float
    mean_end_se: float
    drawdown: dict[str, float]
    verdict: str
    exact_edge_pct: float | msgspec.UnsetType | None = msgspec.UNSET


class SimulationFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A run: bets and offers, whole shoes, and the ruin table where there is one."""

    rulebook: str
    decks: int
    cut: int
    burn: int | str
    coups: int
    shoes: int
    seed: int
    complete: bool
    coups_per_shoe: float
    bets: list[BetEdge]
    insurance: list[OfferEdge]
    insurance_use: list[InsuranceUseEdge]
    notes: list[str]
    whole_shoe: WholeShoeFigures
    ruin: list[PlanFigures]
