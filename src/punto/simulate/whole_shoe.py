"""Figures of whole shoes: how long they last, how results run in them, what they win and how far they fall."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from punto.kernel import BANKER_WINS, PLAYER_WINS, TIE
from punto.kernel.deal import TASK_SHOES, DealtCoups, record, tasks_of
from punto.rulebook import Rulebook
from punto.simulate.counting import DEPTHS
from punto.simulate.engine import Job
from punto.simulate.gains import gains_of
from punto.simulate.paths import Integers, paths_of

MOST_SHOES = 16_384
"""Shoes looked at one by one; more would not change a digit that is printed."""
LONG_RUN = 8
BLOCKS = (100, 1000, 10_000)
QUANTILES = (0.01, 0.05, 0.5, 0.95, 0.99)


@dataclass(frozen=True, slots=True)
class Length:
    """Coups of a shoe with the cut card here."""

    cut: int
    mean: float
    sd: float
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Streaks:
    """Runs of one hand's wins; a tie neither makes nor breaks one. A run is a column of the Big Road."""

    columns_per_shoe: float
    share_by_length: tuple[float, ...]
    """Of all columns, for lengths 1 to 7, and 8 or more."""
    longest_mean: float
    longest_most: int
    chops_mean: float
    """The longest row of columns of one in a shoe: Player, Banker, Player …"""
    expected_by_length: tuple[float, ...]
    """The same shares, if every coup were drawn anew from a coin with these chances."""
    ties_per_shoe: float


@dataclass(frozen=True, slots=True)
class BetRuns:
    """One bet at a unit a coup."""

    bet: str
    shoe_mean: float
    """The house's win on a shoe; so are the quantiles."""
    shoe_sd: float
    shoe_quantiles: tuple[tuple[float, float], ...]
    drawdown_mean: float
    """The patron's deepest fall from a high within a shoe."""
    drawdown_95: float
    longest_losing: int
    blocks: tuple[tuple[int, tuple[tuple[float, float], ...]], ...]
    """(coups, quantiles of the house's win over so many)"""


@dataclass(frozen=True, slots=True)
class WholeShoe:
    shoes: int
    coups: int
    lengths: tuple[Length, ...]
    streaks: Streaks
    bets: tuple[BetRuns, ...]


def whole_shoe(book: Rulebook, job: Job) -> WholeShoe:
    """The figures from the run's first shoes."""
    shoes = min(job.shoes, MOST_SHOES)
    coups = record(job.dealing, job.seed, 0, tasks_of(shoes), shoes)
    assert shoes <= MOST_SHOES // TASK_SHOES * TASK_SHOES
    outcome = paths_of(job.dealing.masks).outcome[coups.paths]
    shoe = np.repeat(np.arange(shoes), coups.lengths)
    table = gains_of(book)
    bets = tuple(_bet_runs(bet, -table.of(bet, coups), shoe, shoes) for bet in book.bets)
    return WholeShoe(shoes, len(coups.paths), _lengths(job, coups, shoe), _streaks(outcome, shoe, shoes), bets)


def _lengths(job: Job, coups: DealtCoups, shoe: Integers) -> tuple[Length, ...]:
    cards = job.dealing.cards
    lengths = []
    for cut in (job.dealing.cut, *(cut for cut in DEPTHS if job.dealing.cut < cut <= cards - 64)):
        # Coups that begin before the cut card, and one more.
        dealt = np.bincount(shoe[coups.places < cards - cut], minlength=len(coups.lengths)) + 1
        dealt = np.minimum(dealt, coups.lengths)
        lengths.append(Length(cut, float(dealt.mean()), float(dealt.std()), int(dealt.min()), int(dealt.max())))
    return tuple(lengths)


def _streaks(outcome: Integers, shoe: Integers, shoes: int) -> Streaks:
    decided = outcome != TIE
    side, where = outcome[decided], shoe[decided]
    starts, lengths = _runs(side, where)
    of_shoe = where[starts]
    shares = np.bincount(np.minimum(lengths, LONG_RUN), minlength=LONG_RUN + 1)[1:] / max(len(lengths), 1)
    longest = np.zeros(shoes, dtype=np.int64)
    np.maximum.at(longest, of_shoe, lengths)
    chops = np.zeros(shoes, dtype=np.int64)
    single_starts, single_lengths = _runs((lengths == 1).astype(np.int64), of_shoe)
    single = lengths[single_starts] == 1
    np.maximum.at(chops, of_shoe[single_starts][single], single_lengths[single])
    return Streaks(
        columns_per_shoe=len(lengths) / shoes,
        share_by_length=tuple(float(share) for share in shares),
        longest_mean=float(longest.mean()),
        longest_most=int(longest.max()),
        chops_mean=float(chops.mean()),
        expected_by_length=_coin(float((side == PLAYER_WINS).mean()), float((side == BANKER_WINS).mean())),
        ties_per_shoe=float((~decided).sum() / shoes),
    )


def _coin(player: float, banker: float) -> tuple[float, ...]:
    """Shares of run lengths of a coin: runs of both hands begin equally often."""
    exact = [(player ** (k - 1) * banker + banker ** (k - 1) * player) / 2 for k in range(1, LONG_RUN)]
    return (*exact, 1 - sum(exact))


def _runs(values: Integers, groups: Integers) -> tuple[Integers, Integers]:
    """Where runs of equal values begin within each group, and how long they are."""
    if not len(values):
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    change = np.flatnonzero((np.diff(values) != 0) | (np.diff(groups) != 0)) + 1
    starts = np.concatenate([[0], change])
    return starts, np.diff(np.concatenate([starts, [len(values)]]))


def _bet_runs(bet: str, house: NDArray[np.float64], shoe: Integers, shoes: int) -> BetRuns:
    by_shoe = np.zeros(shoes)
    np.add.at(by_shoe, shoe, house)
    falls = _drawdowns(-house, shoe, shoes)
    starts, lengths = _runs((house > 0).astype(np.int64), shoe)
    losing = lengths[house[starts] > 0]
    total: NDArray[np.float64] = np.concatenate([np.zeros(1), np.cumsum(house)])
    blocks = []
    for coups in BLOCKS:
        if len(house) >= 50 * coups:
            blocks.append((coups, _quantiles(total[coups::coups] - total[:-coups:coups])))
    return BetRuns(
        bet=bet,
        shoe_mean=float(by_shoe.mean()),
        shoe_sd=float(by_shoe.std()),
        shoe_quantiles=_quantiles(by_shoe),
        drawdown_mean=float(falls.mean()),
        drawdown_95=float(np.quantile(falls, 0.95)),
        longest_losing=int(losing.max()) if len(losing) else 0,
        blocks=tuple(blocks),
    )


def _drawdowns(gains: NDArray[np.float64], shoe: Integers, shoes: int) -> NDArray[np.float64]:
    """The deepest fall from a high within each shoe, the shoe's start being the first high."""
    longest = int(np.bincount(shoe, minlength=shoes).max())
    first = np.searchsorted(shoe, np.arange(shoes))
    padded = np.zeros((shoes, longest + 1))
    padded[shoe, np.arange(len(shoe)) - first[shoe] + 1] = gains
    money = np.cumsum(padded, axis=1)
    deepest: NDArray[np.float64] = (np.maximum.accumulate(money, axis=1) - money).max(axis=1)
    return deepest


def _quantiles(values: NDArray[np.float64]) -> tuple[tuple[float, float], ...]:
    return tuple((q, float(v)) for q, v in zip(QUANTILES, np.quantile(values, QUANTILES), strict=True))
