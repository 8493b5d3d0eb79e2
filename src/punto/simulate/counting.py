"""How well each bet and offer can be beaten: by a simple count, and by somebody who knows its worth at every coup."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from punto.kit import Side
from punto.rulebook import Bet, Cell, Rulebook, Window
from punto.simulate.count import Count
from punto.simulate.engine import Job
from punto.simulate.search import best_count, correlation
from punto.simulate.sitting import Sitting, dealt_at, sitting
from punto.simulate.takings import Sums, Takings
from punto.simulate.target import Occasions, Reals, Target, insured_hands, occasions, targets_of

LEVELS = (1, 2)
DEPTHS = (14, 26, 52, 78, 104, 156, 208)
TRAINING_SHOES = 1280
"""Shoes on which triggers are chosen. They are not those on which the figures are taken."""
TRIGGERS = np.arange(-60, 121)


@dataclass(frozen=True, slots=True)
class Way:
    """A count with the true count from which on it bets; `trigger` is None where it never pays to."""

    count: Count
    correlation: float
    trigger: int | None


@dataclass(frozen=True, slots=True)
class Beaten:
    """What a way of betting takes, at each cut depth of the report."""

    way: Way
    takings: tuple[Takings, ...]


@dataclass(frozen=True, slots=True)
class Vulnerability:
    """One bet or offer: how it moves, how a count follows it, what perfect play takes from it."""

    target: Target
    counted: tuple[Beaten, ...]
    """The best count of each level, or the one that was given."""
    perfect: tuple[Takings, ...]
    """At each cut depth of the report."""


@dataclass(frozen=True, slots=True)
class InsuredHand:
    """All insurance of one hand, each offer taken as it comes when it favours the patron, the exposed cards known."""

    insures: Side
    perfect: tuple[Takings, ...]


@dataclass(frozen=True, slots=True)
class CountReport:
    """Where one rulebook's game can be beaten."""

    book: Rulebook
    job: Job
    coups: int
    depths: tuple[int, ...]
    """Cards behind the cut card, the job's own first."""
    targets: tuple[Vulnerability, ...]
    hands: tuple[InsuredHand, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _CountingPlan:
    book: Rulebook
    job: Job
    targets: tuple[Target, ...]
    ways: tuple[tuple[Way, ...], ...]
    depths: tuple[int, ...]


def counting(
    book: Rulebook,
    job: Job,
    targets: list[Target],
    threads: int,
    given: Count | None = None,
    trigger: int | None = None,
    on_progress: Callable[[int], None] = lambda shoes: None,
) -> CountReport:
    """Deal the job's shoes and take every target's figures; counts are searched for unless one is given."""
    counts = [_counts(target, given) for target in targets]
    if given is not None and trigger is not None:
        ways = [tuple(Way(count, fit, trigger) for count, fit in found) for found in counts]
    else:
        ways = _trained(book, job, targets, counts)
    longest = job.dealing.cards - 64
    depths = (job.dealing.cut, *(depth for depth in DEPTHS if job.dealing.cut < depth <= longest))
    plan = _CountingPlan(book, job, tuple(targets), tuple(ways), depths)
    table, hands, coups = _tables(plan)
    for part, insured, number, shoes in _on_threads(plan, threads):
        coups += number
        for own, other in zip(table, part, strict=True):
            own.merge(other)
        for own, other in zip(hands, insured, strict=True):
            own.merge(other)
        on_progress(shoes)
    return _report(plan, table, hands, coups)


def _counts(target: Target, given: Count | None) -> list[tuple[Count, float]]:
    if given is not None:
        return [(given, correlation(target.effects, given))]
    found = [best_count(target.effects, level) for level in LEVELS]
    return [(one.count, one.correlation) for one in found if one is not None]


def _trained(
    book: Rulebook, job: Job, targets: list[Target], counts: list[list[tuple[Count, float]]]
) -> list[tuple[Way, ...]]:
    """Every count with the whole-number trigger that gains most over the training shoes."""
    training = Job(job.dealing, TRAINING_SHOES, (job.seed + 2**63) % 2**64)
    gained = [[np.zeros(len(TRIGGERS)) for _ in found] for found in counts]
    for task in range(training.tasks):
        met = occasions(book, targets, sitting(training, task))
        for when, found, sums in zip(met, counts, gained, strict=True):
            for (count, _), total in zip(found, sums, strict=True):
                total += _gain_by_trigger(count, when, job.dealing.decks)
    return [
        tuple(_way(count, fit, total) for (count, fit), total in zip(found, sums, strict=True))
        for found, sums in zip(counts, gained, strict=True)
    ]


def _gain_by_trigger(count: Count, when: Occasions, decks: int) -> Reals:
    """What betting from each trigger on would gain."""
    place = np.floor(count.true(when.unseen, decks)).astype(np.int64) - TRIGGERS[0]
    gains = np.where(np.isnan(when.gain), 0.0, when.gain)
    at = np.bincount(np.clip(place, 0, len(TRIGGERS) - 1), weights=gains, minlength=len(TRIGGERS))
    return at[::-1].cumsum()[::-1]


def _way(count: Count, fit: float, gained: Reals) -> Way:
    best = int(np.argmax(gained))
    return Way(count, fit, int(TRIGGERS[best]) if gained[best] > 0 else None)


def _tables(plan: _CountingPlan) -> tuple[list[Sums], list[Sums], int]:
    """Empty sums: for each target its ways and perfect play at each depth, and for each insured hand."""
    depths = len(plan.depths)
    rows = sum(len(ways) + 1 for ways in plan.ways) * depths
    return [Sums() for _ in range(rows)], [Sums() for _ in range(len(insured_hands(plan.targets)) * depths)], 0


def _part(plan: _CountingPlan, task: int) -> tuple[list[Sums], list[Sums], int, int]:
    seen = sitting(plan.job, task)
    table, hands, _ = _tables(plan)
    within = [dealt_at(seen, plan.job.dealing, depth) for depth in plan.depths]
    coups = [np.bincount(seen.shoe[mask], minlength=seen.shoes) for mask in within]
    met = occasions(plan.book, plan.targets, seen)
    rows = iter(table)
    for when, ways in zip(met, plan.ways, strict=True):
        taken = [_above(way, when, plan.job.dealing.decks) for way in ways] + [when.gain > 0]
        for bet in taken:
            for mask, number in zip(within, coups, strict=True):
                chosen = bet & mask[when.coup]
                next(rows).add(seen.shoes, seen.shoe[when.coup[chosen]], when.gain[chosen], number)
    rows = iter(hands)
    for side in insured_hands(plan.targets):
        gains = _insured(plan, met, seen, side)
        for mask, number in zip(within, coups, strict=True):
            chosen = (gains > 0) & mask
            next(rows).add(seen.shoes, seen.shoe[chosen], gains[chosen], number)
    return table, hands, len(seen.shoe), seen.shoes


def _above(way: Way, when: Occasions, decks: int) -> NDArray[np.bool_]:
    if way.trigger is None:
        return np.zeros(len(when.gain), dtype=bool)
    return way.count.true(when.unseen, decks) >= way.trigger


def _insured(plan: _CountingPlan, met: list[Occasions], seen: Sitting, side: Side) -> Reals:
    """Units each coup's insurance of a hand gains: the first window if it is good, else the second."""
    gains = np.zeros(len(seen.shoe))
    for window in (Window.AFTER_PLAYER_THIRD_CARD, Window.AFTER_FOUR_CARDS):
        for target, when in zip(plan.targets, met, strict=True):
            if isinstance(target.what, Cell) and target.what.insures is side and target.what.window is window:
                good = when.gain > 0
                # The first window comes last here, so that it stands where both are good.
                gains[when.coup[good]] = target.stake * when.gain[good]
    return gains


def _on_threads(plan: _CountingPlan, threads: int) -> Iterator[tuple[list[Sums], list[Sums], int, int]]:
    """Parts in the order of their tasks, so that sums are the same on any number of threads."""
    waiting: deque[Future[tuple[list[Sums], list[Sums], int, int]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for task in range(plan.job.tasks):
                waiting.append(pool.submit(_part, plan, task))
                if len(waiting) > threads + 1:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def _report(plan: _CountingPlan, table: list[Sums], hands: list[Sums], coups: int) -> CountReport:
    depths = len(plan.depths)
    rows, insured = iter(table), iter(hands)
    found = []
    for target, ways in zip(plan.targets, plan.ways, strict=True):
        counted = tuple(Beaten(way, tuple(next(rows).takings(target.stake) for _ in range(depths))) for way in ways)
        found.append(Vulnerability(target, counted, tuple(next(rows).takings(target.stake) for _ in range(depths))))
    sides = [
        InsuredHand(side, tuple(next(insured).takings(1.0) for _ in range(depths)))
        for side in insured_hands(plan.targets)
    ]
    return CountReport(plan.book, plan.job, coups, plan.depths, tuple(found), tuple(sides))


def chosen_targets(book: Rulebook, decks: int, bets: list[str]) -> list[Target]:
    """All targets, or those bets alone."""
    every = targets_of(book, decks)
    if not bets:
        return every
    return [one for one in every if isinstance(one.what, Bet) and one.what.id in bets]
