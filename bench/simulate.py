"""Nanoseconds a coup with the shuffle and all bets scored, beside a plain Python loop; microseconds of perfect play.

./run python bench/simulate.py
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter, process_time

import numpy as np

from punto.coup import STANDARD
from punto.kernel.deal import deal
from punto.rulebook import Library, Rulebook
from punto.simulate import dealing_for, job_of, on_threads, score, simulate
from punto.simulate.sitting import sitting_of
from punto.simulate.target import bet_gains

DOCUMENTS = ("da-hu-ying-xiong", "easy-six", "insurance-lucky-six", "rws-baccarat", "rws-insurance")
SHOES = 64 * 4096
PLAIN_SHOES = 300
DECK = [0] * 16 + [value for value in range(1, 10) for _ in range(4)]


def best(work: Callable[[], int], clock: Callable[[], float], runs: int = 3) -> float:
    """Seconds a coup of the quickest run: the one that other programs disturbed least."""
    seconds = []
    for _ in range(runs):
        start = clock()
        coups = work()
        seconds.append((clock() - start) / coups)
    return min(seconds)


def plain() -> int:
    """The same shoes as one would write them first: winners and totals counted, nothing else scored."""
    ended: dict[tuple[int, int, int], int] = {}
    coups = 0
    for _ in range(PLAIN_SHOES):
        shoe = DECK * 8
        random.shuffle(shoe)
        at, last = 1 + (shoe[0] or 10), False
        while not last:
            last = at > len(shoe) - 14
            player, banker = (shoe[at] + shoe[at + 2]) % 10, (shoe[at + 1] + shoe[at + 3]) % 10
            at += 4
            if player < 8 and banker < 8:
                if player < 6:
                    third = shoe[at]
                    at += 1
                    player = (player + third) % 10
                    if third in STANDARD.banker_draws_on[banker]:
                        banker = (banker + shoe[at]) % 10
                        at += 1
                elif banker < 6:
                    banker = (banker + shoe[at]) % 10
                    at += 1
            key = (player > banker) - (player < banker), player, banker
            ended[key] = ended.get(key, 0) + 1
            coups += 1
    return coups


def scored(book: Rulebook, threads: int) -> int:
    """Deal and score everything."""
    job = job_of(dealing_for(book, 8, 14), SHOES, 1)
    done = simulate(job, on_threads(threads))
    score(book, 8, done.tallies)
    return done.tallies.coups


def perfect(book: Rulebook) -> int:
    """The exact value of all bets at every coup."""
    job = job_of(dealing_for(book, 8, 14), 640, 1)
    coups = 0
    for task in range(job.tasks):
        view = sitting_of(job, task)
        worth = bet_gains(book, view.unseen)
        assert np.isfinite(worth).all()
        coups += len(view.shoe)
    return coups


def two_threads() -> None:
    """Two threads against one, in turns, so that both meet the same disturbances.

    By the clock it needs two idle cores. The processor time that two threads take for
    the same coups says how much they hinder each other, however busy the machine is.
    """
    dealing = dealing_for(Library().find("da-hu-ying-xiong"), 8, 14)
    job = job_of(dealing, 4 * SHOES, 1)
    clock: dict[int, list[float]] = {1: [], 2: []}
    worked: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(7):
        for threads in (1, 2):
            start, own = perf_counter(), process_time()
            simulate(job, on_threads(threads))
            clock[threads].append(perf_counter() - start)
            worked[threads].append(process_time() - own)
    print(
        f"two threads deal {min(clock[1]) / min(clock[2]):.2f} times as fast as one by the clock, "
        f"with {min(worked[2]) / min(worked[1]):.3f} times its processor time"
    )


def main() -> None:
    shelf = Library()
    loop = best(plain, process_time)
    print(f"plain Python loop, totals only: {loop * 1e9:,.0f} ns a coup")
    print(f"{'one core, all bets scored':<28}{'ns a coup':>10}{'times the loop':>16}{'perfect play, µs a coup':>26}")
    for id in DOCUMENTS:
        book = shelf.find(id)
        scored(book, 1)
        ours, exact = best(lambda b=book: scored(b, 1), process_time), best(lambda b=book: perfect(b), process_time)  # type: ignore[misc]
        print(f"{id:<28}{ours * 1e9:>10.1f}{loop / ours:>16,.0f}{exact * 1e6:>26.2f}")
    dealing = dealing_for(shelf.find("easy-six"), 8, 14)
    core = best(lambda: deal(dealing, 1, 0, SHOES // 64, SHOES).coups, process_time)
    print(f"{'the core alone':<28}{core * 1e9:>10.1f}")
    two_threads()


if __name__ == "__main__":
    main()
