"""Threads of one machine, dealing a run task by task. Other engines have the same interface."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from punto.kernel.deal import Dealing, Tallies, deal, tasks_of

MOST_AT_ONCE = 1024
"""Tasks of one call: a tenth of a second, so that progress is seen and an interruption obeyed."""

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class Job:
    """What is dealt: the same job gives the same tallies on every engine."""

    dealing: Dealing
    shoes: int
    seed: int

    @property
    def tasks(self) -> int:
        return tasks_of(self.shoes)


Engine = Callable[[Job], Iterator[Tallies]]
"""Gives the tallies of consecutive parts of a job, from its first task to its last."""


def spans(tasks: int, at_once: int) -> Iterator[tuple[int, int]]:
    """Consecutive ranges of tasks."""
    for first in range(0, tasks, at_once):
        yield first, min(first + at_once, tasks)


def in_order(threads: int, parts: Iterable[Callable[[], Part]]) -> Iterator[Part]:
    """The results of `parts` in their order, computed on so many threads and only a few ahead."""
    waiting: deque[Future[Part]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for part in parts:
                waiting.append(pool.submit(part))
                if len(waiting) > threads + 1:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def on_threads(threads: int) -> Engine:
    """Deals on so many threads of this machine; the core does not hold the interpreter's lock."""

    def engine(job: Job) -> Iterator[Tallies]:
        at_once = max(4, min(MOST_AT_ONCE, -(-job.tasks // (4 * threads))))
        tasks = spans(job.tasks, at_once)
        # Parts are handed on in their order, so that what an interruption leaves is a shorter run.
        return in_order(threads, (partial(deal, job.dealing, job.seed, *span, job.shoes) for span in tasks))

    return engine
