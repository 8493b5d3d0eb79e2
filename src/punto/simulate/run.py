"""A simulation: a job dealt to its end, or until it is interrupted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from punto.chance.frame import frame_of
from punto.kernel.deal import BURN_BY_FIRST_CARD, MOST_DECKS, Dealing, Tallies, no_tallies
from punto.kit import Refused
from punto.rulebook import Rulebook
from punto.simulate.engine import Engine, Job

MOST_SHOES = 10**13
MOST_SEED = 2**64 - 1
CARDS_A_COUP = 4.94
"""Near enough to choose a number of shoes by."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """A job and its tallies; `complete` is false when it was stopped, and the job is then the part that was dealt."""

    job: Job
    tallies: Tallies
    complete: bool


def dealing_for(book: Rulebook, decks: int, cut: int, burn: int = BURN_BY_FIRST_CARD) -> Dealing:
    """How this rulebook's shoes are dealt; Refused where no coup would be left."""
    if not 1 <= decks <= MOST_DECKS:
        raise Refused(code="wrong_number_of_decks", message=f"{decks} decks cannot be dealt: 1 to {MOST_DECKS} can")
    try:
        return Dealing(frame_of(book).masks, decks, cut, burn)
    except ValueError as error:
        raise Refused(code="bad_shoe", message=str(error)) from None


def shoes_for(dealing: Dealing, coups: int) -> int:
    """Whole shoes that hold about so many coups: no shoe is left half dealt."""
    burned = 7.5 if dealing.burn == BURN_BY_FIRST_CARD else dealing.burn
    a_shoe = (dealing.cards - burned - dealing.cut) / CARDS_A_COUP + 1.5
    return max(1, round(coups / a_shoe))


def job_of(dealing: Dealing, shoes: int, seed: int) -> Job:
    """The job of so many shoes; Refused for numbers that mean nothing or would never end."""
    if not 1 <= shoes <= MOST_SHOES:
        raise Refused(code="bad_number_of_shoes", message=f"{shoes:,} shoes cannot be dealt: 1 to {MOST_SHOES:,} can")
    if not 0 <= seed <= MOST_SEED:
        raise Refused(code="bad_seed", message=f"the seed {seed} is not a whole number from 0 to 2^64 - 1")
    return Job(dealing, shoes, seed)


def simulate(job: Job, engine: Engine, on_progress: Callable[[Tallies], None] = lambda tallies: None) -> Simulated:
    """Deal the job; `on_progress` is given the tallies as they grow. Ctrl-C keeps what is done."""
    tallies = no_tallies()
    try:
        for part in engine(job):
            tallies.add(part)
            on_progress(tallies)
    except KeyboardInterrupt:
        if tallies.shoes == 0:
            raise
        return Simulated(Job(job.dealing, tallies.shoes, job.seed), tallies, complete=False)
    return Simulated(job, tallies, complete=True)
