"""A way to bet: a count, and the true or running count from which on it bets; given, or found by training."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from punto.kit import Refused
from punto.kit.excerpt import excerpt
from punto.rulebook import Rulebook
from punto.simulate.count import Count
from punto.simulate.engine import Job
from punto.simulate.search import best_count, correlation
from punto.simulate.sitting import sitting_of
from punto.simulate.target import Occasions, Reals, Target, occasions

LEVELS = (1, 2)
TRAINING_SHOES = 1280
"""Shoes on which triggers are chosen. They are not those on which the figures are taken."""
MOST_TRIGGER = 1000
TRIGGERS = np.arange(-60, 121)


@dataclass(frozen=True, slots=True)
class Trial:
    """A count to be tried, with the count from which on it bets; without one the best is looked for."""

    count: Count
    trigger: int | None = None
    running: bool = False
    """Whether the trigger is a running count, as unbalanced counts are used; else it is a true one."""


@dataclass(frozen=True, slots=True)
class Way:
    """A count with the true or running count from which on it bets; `trigger` is None where it never pays to."""

    count: Count
    correlation: float
    trigger: int | None
    running: bool = False


def trials_of(counts: Sequence[Count], triggers: Sequence[int], running: Sequence[int]) -> list[Trial]:
    """Counts to be tried with their triggers, one for all or one for each; Refused where these do not fit."""
    if triggers and running:
        message = "--trigger is a true count and --running-trigger a running one: choose one"
        raise Refused(code="trigger_twice", message=message)
    thresholds = triggers or running
    if thresholds and not counts:
        raise Refused(code="trigger_alone", message="--trigger needs a count: give --tags or --count with it")
    if len(thresholds) not in (0, 1, len(counts)):
        message = f"{len(thresholds)} triggers are given for {len(counts)} counts: give one for all, or one for each"
        raise Refused(code="bad_trigger", message=message)
    for trigger in thresholds:
        if isinstance(trigger, bool) or not isinstance(trigger, int) or abs(trigger) > MOST_TRIGGER:
            message = f"--trigger {excerpt(trigger)} is beyond any count: -{MOST_TRIGGER} to {MOST_TRIGGER}"
            raise Refused(code="bad_trigger", message=message)
    if not thresholds:
        return [Trial(count) for count in counts]
    of_each = thresholds if len(thresholds) == len(counts) else [thresholds[0]] * len(counts)
    return [Trial(count, trigger, bool(running)) for count, trigger in zip(counts, of_each, strict=True)]


def check_after_cut(coups: int) -> None:
    """Refused unless so many coups are dealt after a cut card anywhere."""
    if isinstance(coups, bool) or coups not in (0, 1, 2):
        raise Refused(
            code="bad_coups_after_cut", message=f"{excerpt(coups)} coups after the cut card: 0, 1 or 2 are dealt"
        )


def _counts(target: Target, trials: Sequence[Trial]) -> list[tuple[Count, float]]:
    if trials:
        return [(trial.count, correlation(target.effects, trial.count)) for trial in trials]
    fits = [best_count(target.effects, level) for level in LEVELS]
    return [(fit.count, fit.correlation) for fit in fits if fit is not None]


def ways_of(book: Rulebook, job: Job, targets: list[Target], trials: Sequence[Trial]) -> list[tuple[Way, ...]]:
    """For each target every count with its trigger: the one given, else the whole number that gains most in training.

    Counts are searched for unless some are to be tried.
    """
    counts = [_counts(target, trials) for target in targets]
    if trials and all(trial.trigger is not None for trial in trials):
        trained = [tuple(Way(count, fit, None) for count, fit in target_counts) for target_counts in counts]
    else:
        trained = _trained(book, job, targets, counts)
    if not trials:
        return trained
    return [
        tuple(
            way if trial.trigger is None else Way(way.count, way.correlation, trial.trigger, trial.running)
            for way, trial in zip(ways, trials, strict=True)
        )
        for ways in trained
    ]


def _trained(
    book: Rulebook, job: Job, targets: list[Target], counts: list[list[tuple[Count, float]]]
) -> list[tuple[Way, ...]]:
    training = Job(job.dealing, TRAINING_SHOES, (job.seed + 2**63) % 2**64)
    gained = [[np.zeros(len(TRIGGERS)) for _ in target_counts] for target_counts in counts]
    for task in range(training.tasks):
        met = occasions(book, targets, sitting_of(training, task))
        for when, target_counts, sums in zip(met, counts, gained, strict=True):
            for (count, _), total in zip(target_counts, sums, strict=True):
                total += _gain_by_trigger(count, when, job.dealing.decks)
    return [
        tuple(_way(count, fit, total) for (count, fit), total in zip(target_counts, sums, strict=True))
        for target_counts, sums in zip(counts, gained, strict=True)
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
