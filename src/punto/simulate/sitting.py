"""What somebody who saw every card knows before each coup of a shoe."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from punto.kernel.deal import BURN_BY_FIRST_CARD, Dealing, record
from punto.simulate.engine import Job
from punto.simulate.paths import Flags, Integers

# A card's byte is 16 times its value, plus 4 times its kind, plus its suit; ranks run from the ace, 0, to the king, 12.
RANK_OF_BYTE = np.array([9 + (byte >> 2 & 3) if byte < 16 else (byte >> 4) - 1 for byte in range(256)], dtype=np.int64)
POINTS_OF_RANK = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0])


@dataclass(frozen=True, slots=True, eq=False)
class Sitting:
    """The coups of some shoes, n in all, as a person at the table sees them come.

    The turned card is seen and the burned ones are not: unseen cards are all alike, whether
    they lie in the shoe, among the burned ones or behind the cut card.
    """

    shoes: int
    shoe: Integers
    """[n] which of these shoes the coup is dealt from."""
    number: Integers
    """[n] the coup's place in its shoe, 0 for the first."""
    place: Integers
    """[n] cards gone from the shoe before it."""
    unseen: Integers
    """[n, 13] by rank, the ace first, before the coup's first card."""
    paths: Integers
    pairings: Integers
    cards: Integers
    """[n, 6] ranks of the next six cards, of which the coup takes four to six."""


def sitting_of(job: Job, task: int) -> Sitting:
    """The shoes of one task."""
    dealing = job.dealing
    coups = record(dealing, job.seed, task, task + 1, job.shoes, orders=True)
    assert coups.orders is not None
    ranks = RANK_OF_BYTE[coups.orders]
    shoe = np.repeat(np.arange(len(coups.lengths)), coups.lengths)
    first = np.cumsum(coups.lengths) - coups.lengths
    place = coups.places.astype(np.int64)
    start = place[first]
    prefix_counts = _prefix_counts(ranks)
    seen_counts = prefix_counts[shoe, place] - prefix_counts[shoe, start[shoe]]
    if dealing.burn == BURN_BY_FIRST_CARD:
        seen_counts[np.arange(len(shoe)), ranks[shoe, 0]] += 1
    padded = np.pad(ranks, ((0, 0), (0, 6)))
    return Sitting(
        shoes=len(coups.lengths),
        shoe=shoe,
        number=np.arange(len(shoe)) - first[shoe],
        place=place,
        unseen=4 * dealing.decks - seen_counts,
        paths=coups.paths.astype(np.int64),
        pairings=coups.pairings.astype(np.int64),
        cards=padded[shoe[:, None], place[:, None] + np.arange(6)],
    )


def _prefix_counts(ranks: Integers) -> NDArray[np.int64]:
    """[shoes, cards + 1, 13] how many of each rank lie before each place."""
    shoes, cards = ranks.shape
    counts = np.zeros((shoes, cards + 1, 13), dtype=np.int64)
    counts[np.arange(shoes)[:, None], np.arange(1, cards + 1), ranks] = 1
    return np.cumsum(counts, axis=1, out=counts)


def dealt_at(sitting: Sitting, dealing: Dealing, cut: int, coups_after_cut: int = 1) -> Flags:
    """Which of these coups a cut card so far from the end would still let be dealt.

    The coup in which the card comes out is finished, so many more follow it, and the first is dealt anyhow.
    """
    before = sitting.place < dealing.cards - cut
    begun = np.bincount(sitting.shoe[before], minlength=sitting.shoes)
    dealt: Flags = (sitting.number < begun[sitting.shoe] + coups_after_cut) | (sitting.number == 0)
    return dealt
