"""A plan played through many sessions, side by side: how they end, and what became of every unit staked."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from punto.kernel import BANKER_WINS, PLAYER_WINS
from punto.kernel.deal import TASK_SHOES, DealtCoups, record
from punto.kit import Refused
from punto.rulebook import Rulebook
from punto.simulate.engine import Job
from punto.simulate.gains import gains_of
from punto.simulate.paths import Integers, paths_of
from punto.simulate.plan import Plan
from punto.simulate.sitting import sitting_of
from punto.simulate.takings import Figure

Reals = NDArray[np.float64]
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
AT_ONCE = 512
"""Sessions played side by side, so that memory does not grow with their number."""
MOST_SESSIONS = 10**7


@dataclass(frozen=True, slots=True)
class Played:
    """What became of all sessions."""

    plan: Plan
    sessions: int
    coups: int
    bets: int
    staked: float
    gained: float
    edge_pct: Figure
    """The house's, per unit staked: what no plan changes."""
    ruin_pct: Figure
    """Sessions that could not make the plan's next bet."""
    time_to_ruin: tuple[tuple[float, float], ...]
    """(quantile, coups) of the sessions that were ruined."""
    ends: tuple[tuple[float, float], ...]
    """(quantile, bankroll) at the end."""
    mean_end: Figure
    drawdown: tuple[tuple[float, float], ...]
    """(quantile, units) of the deepest fall from a high."""


@dataclass(slots=True, eq=False)
class _Purse:
    """Some sessions, at one coup of them."""

    bankroll: Reals
    high: Reals
    fall: Reals
    step: Integers
    last: Integers
    """Which hand won last; Player where none has yet."""
    staked: Reals
    bets: Integers
    ruined_at: Integers
    """Coups played when the next bet could not be made; -1 while it can."""


def play(book: Rulebook, plan: Plan, job: Job, sessions: int) -> Played:
    """Play the plan; each session sits down at a fresh shoe and goes on to the next ones."""
    if not 1 <= sessions <= MOST_SESSIONS:
        raise Refused(
            code="bad_sessions", message=f"{sessions:,} sessions cannot be played: 1 to {MOST_SESSIONS:,} can"
        )
    purses = []
    coups = 0
    for first in range(0, sessions, AT_ONCE):
        number = min(AT_ONCE, sessions - first)
        purse, played = _play_some(book, plan, job, first, number)
        purses.append(purse)
        coups += played
    return _played(plan, purses, coups)


def _play_some(book: Rulebook, plan: Plan, job: Job, first: int, number: int) -> tuple[_Purse, int]:
    """Sessions `first` on: each has a task of its own, and as many of its shoes as it needs."""
    gains, outcome, counted = _coups(book, plan, job, first, number)
    start = np.full(number, float(plan.bankroll))
    purse = _Purse(
        start.copy(),
        start.copy(),
        np.zeros(number),
        np.zeros(number, dtype=np.int64),
        np.full(number, PLAYER_WINS),
        np.zeros(number),
        np.zeros(number, dtype=np.int64),
        np.full(number, -1),
    )
    steps = np.array(plan.steps, dtype=np.float64)
    for coup in range(plan.coups):
        _one_coup(plan, steps, purse, coup, gains[:, :, coup], outcome[:, coup], counted[:, coup])
    lived = np.where(purse.ruined_at < 0, plan.coups, purse.ruined_at)
    return purse, int(lived.sum())


def _one_coup(
    plan: Plan, steps: Reals, purse: _Purse, coup: int, gains: Reals, outcome: Integers, counted: NDArray[np.bool_]
) -> None:
    stake = steps[purse.step]
    purse.ruined_at[(purse.ruined_at < 0) & (purse.bankroll < stake)] = coup
    betting = (purse.ruined_at < 0) & counted
    chosen = purse.last if plan.choose == "follow" else 1 - purse.last if plan.choose == "against" else 0
    gain = np.where(betting, gains[chosen, np.arange(len(stake))] * stake, 0.0)
    purse.staked += np.where(betting, stake, 0.0)
    purse.bets += betting
    purse.bankroll += gain
    purse.high = np.maximum(purse.high, purse.bankroll)
    purse.fall = np.maximum(purse.fall, purse.high - purse.bankroll)
    top = len(steps) - 1
    for won, move in ((gain > 0, plan.on_win), (gain < 0, plan.on_loss)):
        # A loss on the last step has no next one: it begins again, as people who play so do.
        moved = {
            "next": np.where(purse.step == top, 0, purse.step + 1),
            "back": np.maximum(purse.step - 1, 0),
            "first": np.zeros_like(purse.step),
            "stay": purse.step,
        }[move]
        purse.step = np.where(won, moved, purse.step)
    decided = (outcome == PLAYER_WINS) | (outcome == BANKER_WINS)
    purse.last = np.where(decided, outcome, purse.last)


def _coups(book: Rulebook, plan: Plan, job: Job, first: int, number: int) -> tuple[Reals, Integers, NDArray[np.bool_]]:
    """For each session's coups: gains by bet [bets, sessions, coups], outcomes, and whether a count says to bet."""
    table, paths = gains_of(book), paths_of(job.dealing.masks)
    bets = [plan.bet] if plan.choose == "bet" else ["player", "banker"]
    gains = np.empty((len(bets), number, plan.coups))
    outcome = np.empty((number, plan.coups), dtype=np.int64)
    counted = np.ones((number, plan.coups), dtype=bool)
    for session in range(number):
        evening, coups = _evening(job, first + session, plan.coups)
        for at, bet in enumerate(bets):
            gains[at, session] = table.of(bet, coups)[: plan.coups]
        outcome[session] = paths.outcome[coups.paths[: plan.coups]]
        if plan.count is not None:
            unseen = sitting_of(evening, first + session).unseen
            counted[session] = plan.count.true(unseen[: plan.coups], job.dealing.decks) >= plan.trigger
    return gains, outcome, counted


def _evening(job: Job, session: int, coups: int) -> tuple[Job, DealtCoups]:
    """As many shoes of one task as a session needs: each session is a task, from its first shoe on."""
    few = min(TASK_SHOES, coups // (job.dealing.cards // 7 or 1) + 2)
    for shoes in (few, TASK_SHOES):
        evening = Job(job.dealing, session * TASK_SHOES + shoes, job.seed)
        dealt = record(job.dealing, job.seed, session, session + 1, evening.shoes)
        if len(dealt.paths) >= coups:
            return evening, dealt
    raise Refused(
        code="session_too_long",
        message=f"a session has at most {len(dealt.paths):,} coups of these shoes, and the plan wants {coups:,}",
    )


def _played(plan: Plan, purses: list[_Purse], coups: int) -> Played:
    ends = np.concatenate([purse.bankroll for purse in purses])
    staked = np.concatenate([purse.staked for purse in purses])
    ruined = np.concatenate([purse.ruined_at for purse in purses])
    falls = np.concatenate([purse.fall for purse in purses])
    gained = ends - plan.bankroll
    n, total = len(ends), float(staked.sum())
    edge = -float(gained.sum()) / total if total else math.nan
    spread = math.sqrt(float(((gained + edge * staked) ** 2).sum())) / total if total else math.nan
    ruin = float((ruined >= 0).mean())
    times = ruined[ruined >= 0]
    return Played(
        plan=plan,
        sessions=n,
        coups=coups,
        bets=int(sum(int(purse.bets.sum()) for purse in purses)),
        staked=total,
        gained=float(gained.sum()),
        edge_pct=Figure(100 * edge, 100 * spread),
        ruin_pct=Figure(100 * ruin, 100 * math.sqrt(ruin * (1 - ruin) / n)),
        time_to_ruin=_quantiles(times.astype(np.float64)),
        ends=_quantiles(ends),
        mean_end=Figure(float(ends.mean()), float(ends.std()) / math.sqrt(n)),
        drawdown=_quantiles(falls),
    )


def _quantiles(values: Reals) -> tuple[tuple[float, float], ...]:
    if not len(values):
        return ()
    return tuple((q, float(v)) for q, v in zip(QUANTILES, np.quantile(values, QUANTILES), strict=True))
