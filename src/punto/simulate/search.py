"""The best whole-number counts for a bet, found from what each card's removal does to it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from punto.simulate.count import Count

Reals: TypeAlias = NDArray[np.float64]
# By value 0 to 9: four ranks count nothing.
WEIGHTS = np.array([4.0, *(1.0,) * 9])
RANKS_OF_VALUES = (*range(1, 10), 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class FittedCount:
    """A count, and how closely it follows the bet: 1 would be a perfect line."""

    count: Count
    correlation: float


def correlation(effects: Reals, count: Count) -> float:
    """Between effects of removal by rank, positive where the patron gains, and tags; 0 where either does not vary."""
    tags = np.array(count.tags, dtype=np.float64)
    centred_effects, centred_tags = effects - effects.mean(), tags - tags.mean()
    size = float(np.sqrt((centred_effects @ centred_effects) * (centred_tags @ centred_tags)))
    return float(centred_effects @ centred_tags) / size if size > 1e-15 else 0.0


def best_count(effects: Reals, level: int) -> FittedCount | None:
    """The balanced count with tags from -level to level that correlates best; None where no card's removal matters.

    All of them are looked at. Ten-valued cards share one tag, as people count them. Of
    counts that do equally well, the one with the smallest tags is taken.
    """
    by_value = np.array([effects[9:].mean(), *effects[:9]])
    centred = by_value - (by_value @ WEIGHTS) / 13
    size = float(np.sqrt(centred * centred @ WEIGHTS))
    if size < 1e-12:
        return None
    tags, norms = _balanced(level)
    fit = tags @ (centred * WEIGHTS).astype(np.float32) / (norms * size)
    best = np.flatnonzero(fit >= fit.max() - 1e-6)
    chosen = best[np.argmin(norms[best])]
    count = Count(tuple(int(tags[chosen, value]) for value in RANKS_OF_VALUES))
    return FittedCount(count, correlation(effects, count))


@lru_cache(maxsize=4)
def _balanced(level: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Every balanced choice of ten tags [n, 10], the idle one left out, with its length."""
    choices = np.arange(-level, level + 1, dtype=np.int8)
    half = np.stack(np.meshgrid(*(choices,) * 5, indexing="ij"), axis=-1).reshape(-1, 5)
    low, high = half @ WEIGHTS[:5].astype(np.int8), half.sum(axis=1)
    balanced = []
    for total in range(-5 * level, 5 * level + 1):
        left, right = half[low == -total], half[high == total]
        both = np.concatenate(
            [np.repeat(left, len(right), axis=0), np.tile(right, (len(left), 1))],
            axis=1,
        )
        balanced.append(both)
    tags = np.concatenate(balanced)
    tags = tags[tags.any(axis=1)].astype(np.float32)
    return tags, np.sqrt((tags * tags) @ WEIGHTS.astype(np.float32))
