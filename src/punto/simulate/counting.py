"""How well each bet and offer can be beaten: by a simple count, and by perfect play, which knows each coup's edge."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from punto.kernel.deal import Dealing
from punto.kit import Refused, Side
from punto.rulebook import Bet, Cell, Rulebook, Window
from punto.simulate.count import Count
from punto.simulate.engine import Job, in_order
from punto.simulate.paths import Flags, Integers
from punto.simulate.sitting import Sitting, dealt_at, sitting_of
from punto.simulate.takings import Sums, Takings
from punto.simulate.target import Occasions, Reals, Target, insured_hands, occasions, targets_of
from punto.simulate.way import Trial, Way, ways_of

DEPTHS = (14, 26, 52, 78, 104, 156, 208)


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
class CountTotal:
    """All bets of the report together: by one count, each by its own, or by perfect play."""

    way: Way | None
    """The count, where one is tried on all of them."""
    perfect: bool
    takings: tuple[Takings, ...]
    """At each cut depth. A coup on which two bets are made counts as two."""


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
    totals: tuple[CountTotal, ...] = ()
    """Where several bets were looked at."""
    coups_after_cut: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class _CountingPlan:
    book: Rulebook
    job: Job
    targets: tuple[Target, ...]
    ways: tuple[tuple[Way, ...], ...]
    depths: tuple[int, ...]
    coups_after_cut: int
    tried: int
    """How many counts were given; 0 where the best are searched for."""

    @property
    def bets(self) -> list[int]:
        """The places of bets among the targets."""
        return [at for at, target in enumerate(self.targets) if isinstance(target.what, Bet)]

    @property
    def totals(self) -> list[int]:
        """Which way of each bet makes a total: each count given, else the last of each bet; perfect play last."""
        return [] if len(self.bets) < 2 else [*(range(self.tried) if self.tried else [-2]), -1]

    @property
    def dealt(self) -> Job:
        return reaching(self.job, self.coups_after_cut)


def reaching(job: Job, coups_after_cut: int) -> Job:
    """The job with its cut card so far back that all these coups are dealt: a coup has six cards at most."""
    if coups_after_cut <= 1:
        return job
    cut = max(0, job.dealing.cut - 6 * (coups_after_cut - 1))
    return replace(job, dealing=replace(job.dealing, cut=cut))


def counting(
    book: Rulebook,
    job: Job,
    targets: list[Target],
    threads: int,
    counts: Count | Sequence[Trial] | None = None,
    trigger: int | None = None,
    on_progress: Callable[[int], None] = lambda shoes: None,
    *,
    cuts: Sequence[int] | None = None,
    coups_after_cut: int = 1,
) -> CountReport:
    """Deal the job's shoes and take every target's figures; counts are searched for unless some are given.

    Figures are also taken with the cut card at each of `cuts`, the usual depths unless they are named.
    """
    trials = [Trial(counts, trigger)] if isinstance(counts, Count) else list(counts or ())
    ways = ways_of(book, reaching(job, coups_after_cut), targets, trials)
    depths = (job.dealing.cut, *_depths(job.dealing, cuts))
    plan = _CountingPlan(book, job, tuple(targets), tuple(ways), depths, coups_after_cut, len(trials))
    sums = _Part.empty(plan)
    # In the order of their tasks, so that sums are the same on any number of threads.
    for part in in_order(threads, (partial(_part, plan, task) for task in range(plan.job.tasks))):
        sums.merge(part)
        on_progress(part.shoes)
    return _report(plan, sums)


def _depths(dealing: Dealing, cuts: Sequence[int] | None) -> list[int]:
    longest = dealing.cards - 64
    if cuts is None:
        return [depth for depth in DEPTHS if dealing.cut < depth <= longest]
    for cut in cuts:
        if not dealing.cut <= cut <= longest:
            raise Refused(
                code="bad_cuts",
                message=f"figures cannot be taken with the cut card {cut} from the end: "
                f"shoes are dealt to {dealing.cut}, so {dealing.cut} to {longest} can be looked at",
            )
    return sorted(set(cuts) - {dealing.cut})


@dataclass(slots=True, eq=False)
class _Part:
    """The figures of some shoes: sums by target, way and depth, by insured hand and depth, by total and depth."""

    table: list[Sums]
    hands: list[Sums]
    totals: list[Sums]
    coups: int = 0
    shoes: int = 0

    @classmethod
    def empty(cls, plan: _CountingPlan) -> _Part:
        depths = len(plan.depths)
        ways = sum(len(ways) + 1 for ways in plan.ways)
        numbers = (ways, len(insured_hands(plan.targets)), len(plan.totals))
        table, hands, totals = ([Sums() for _ in range(number * depths)] for number in numbers)
        return cls(table, hands, totals)

    def merge(self, other: _Part) -> None:
        for own, others in zip(
            (self.table, self.hands, self.totals), (other.table, other.hands, other.totals), strict=True
        ):
            for sums, more in zip(own, others, strict=True):
                sums.merge(more)
        self.coups += other.coups
        self.shoes += other.shoes


def _part(plan: _CountingPlan, task: int) -> _Part:
    sitting = sitting_of(plan.dealt, task)
    part = _Part.empty(plan)
    within = [dealt_at(sitting, plan.job.dealing, depth, plan.coups_after_cut) for depth in plan.depths]
    coups = [np.bincount(sitting.shoe[mask], minlength=sitting.shoes) for mask in within]
    met = occasions(plan.book, plan.targets, sitting)
    rows = iter(part.table)
    bet_flags: list[list[Flags]] = []
    for when, ways in zip(met, plan.ways, strict=True):
        bet_flags.append([_above(way, when, plan.job.dealing.decks) for way in ways] + [when.gain > 0])
        for bet in bet_flags[-1]:
            for mask, number in zip(within, coups, strict=True):
                chosen = bet & mask[when.coup]
                shoe = sitting.shoe[when.coup[chosen]]
                next(rows).add(sitting.shoes, shoe, when.gain[chosen], number, when.square[chosen])
    rows = iter(part.hands)
    for side in insured_hands(plan.targets):
        gains, squares = _insured(plan, met, sitting, side)
        for mask, number in zip(within, coups, strict=True):
            chosen = (gains > 0) & mask
            next(rows).add(sitting.shoes, sitting.shoe[chosen], gains[chosen], number, squares[chosen])
    rows = iter(part.totals)
    for way in plan.totals:
        for mask, number in zip(within, coups, strict=True):
            next(rows).add_lines(_together(plan, met, bet_flags, way, sitting, mask, number), math.nan)
    part.coups, part.shoes = int(within[0].sum()), sitting.shoes
    return part


def _together(
    plan: _CountingPlan,
    met: list[Occasions],
    bet_flags: list[list[Flags]],
    way: int,
    sitting: Sitting,
    mask: Flags,
    coups: Integers,
) -> Reals:
    """All bets of some shoes, each made its own way: [bets, gains, coups] of each shoe."""
    lines = np.stack([np.zeros(sitting.shoes), np.zeros(sitting.shoes), coups.astype(np.float64)])
    for at in plan.bets:
        if way == -2 and not plan.ways[at]:
            continue  # No count follows this bet: it is never made.
        chosen = bet_flags[at][way] & mask
        lines[0] += np.bincount(sitting.shoe[chosen], minlength=sitting.shoes)
        lines[1] += np.bincount(sitting.shoe[chosen], weights=met[at].gain[chosen], minlength=sitting.shoes)
    return lines


def _above(way: Way, when: Occasions, decks: int) -> Flags:
    """The occasions on which a way bets; never where too few cards are left for a coup."""
    if way.trigger is None:
        return np.zeros(len(when.gain), dtype=bool)
    count = way.count.running(when.unseen, decks) if way.running else way.count.true(when.unseen, decks)
    above: Flags = (count >= way.trigger) & ~np.isnan(when.gain)
    return above


def _insured(plan: _CountingPlan, met: list[Occasions], sitting: Sitting, side: Side) -> tuple[Reals, Reals]:
    """Units each coup's insurance of a hand gains, and their mean square: the first window if good, else the second."""
    gains, squares = np.zeros(len(sitting.shoe)), np.zeros(len(sitting.shoe))
    for window in (Window.AFTER_PLAYER_THIRD_CARD, Window.AFTER_FOUR_CARDS):
        for target, when in zip(plan.targets, met, strict=True):
            if isinstance(target.what, Cell) and target.what.insures is side and target.what.window is window:
                good = when.gain > 0
                # The first window comes last here, so that it stands where both are good.
                gains[when.coup[good]] = target.stake * when.gain[good]
                squares[when.coup[good]] = target.stake**2 * when.square[good]
    return gains, squares


def _report(plan: _CountingPlan, sums: _Part) -> CountReport:
    depths = len(plan.depths)

    def at_depths(rows: Iterator[Sums], stake: float) -> tuple[Takings, ...]:
        return tuple(next(rows).takings(stake) for _ in range(depths))

    rows, insured, together = iter(sums.table), iter(sums.hands), iter(sums.totals)
    vulnerabilities = []
    for target, ways in zip(plan.targets, plan.ways, strict=True):
        counted = tuple(Beaten(way, at_depths(rows, target.stake)) for way in ways)
        vulnerabilities.append(Vulnerability(target, counted, at_depths(rows, target.stake)))
    sides = [InsuredHand(side, at_depths(insured, 1.0)) for side in insured_hands(plan.targets)]
    totals = [
        CountTotal(plan.ways[plan.bets[0]][way] if way >= 0 else None, way == -1, at_depths(together, 1.0))
        for way in plan.totals
    ]
    return CountReport(
        book=plan.book,
        job=plan.job,
        coups=sums.coups,
        depths=plan.depths,
        targets=tuple(vulnerabilities),
        hands=tuple(sides),
        totals=tuple(totals),
        coups_after_cut=plan.coups_after_cut,
    )


def chosen_targets(book: Rulebook, decks: int, bets: list[str]) -> list[Target]:
    """All targets, or those bets alone."""
    every = targets_of(book, decks)
    if not bets:
        return every
    return [target for target in every if isinstance(target.what, Bet) and target.what.id in bets]
