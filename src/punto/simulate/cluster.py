"""Many machines as the engine: tasks by number on a Dask cluster.

A task's coups follow from the seed and its number, and sums do not depend on their order. So a worker that dies costs
time only: another deals its tasks again, with the same tallies.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from punto.kernel.deal import Dealing, Tallies, deal
from punto.kit import Refused
from punto.simulate.engine import Engine, Job, spans

MOST_AT_ONCE = 4096
"""Tasks of one call on a worker: about a quarter of a second."""
PATIENCE = "10s"


def on_cluster(address: str, workers: int) -> Engine:
    """Deals on the cluster at tcp://…, or for `dask` on a local one of so many processes; Refused without one."""
    try:
        import distributed
    except ImportError:
        raise Refused(
            code="no_dask",
            message="--on dask needs Dask: install punto with the extra `cluster` (pip install 'punto[cluster]')",
        ) from None

    def engine(job: Job) -> Iterator[Tallies]:
        with ExitStack() as stack:
            client = stack.enter_context(_client(distributed, address, workers, stack))
            yield from deal_on(client, job)

    return engine


def _client(distributed: Any, address: str, workers: int, stack: ExitStack) -> Any:
    if address == "dask":
        cluster = distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None
        )
        return distributed.Client(stack.enter_context(cluster))
    try:
        return distributed.Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TimeoutError) as error:
        raise Refused(code="no_scheduler", message=f"no scheduler answers at {address}: {str(error)[:120]}") from None


def deal_on(client: Any, job: Job, at_once: int = MOST_AT_ONCE) -> Iterator[Tallies]:
    """Parts of the job in their order, however many workers there are and whichever of them die."""
    workers = max(1, len(client.scheduler_info()["workers"]))
    at_once = max(4, min(at_once, -(-job.tasks // (4 * workers))))
    waiting: list[Any] = []
    for first, end in spans(job.tasks, at_once):
        waiting.append(client.submit(_deal, job.dealing, job.seed, first, end, job.shoes, pure=False, retries=10))
        if len(waiting) > 2 * workers + 2:
            yield waiting.pop(0).result()
    while waiting:
        yield waiting.pop(0).result()


def _deal(dealing: Dealing, seed: int, first: int, end: int, shoes: int) -> Tallies:
    """A worker's call; a function of the module, so that the worker can import it by name."""
    return deal(dealing, seed, first, end, shoes)
