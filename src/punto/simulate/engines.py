"""Engines by name: threads of this machine, its GPU, or a cluster."""

from __future__ import annotations

import os

from punto.kit import Refused
from punto.simulate.engine import Engine, on_threads

MOST_THREADS = 1024


def threads_of(threads: int | None) -> int:
    """The given number of threads, else one a core."""
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise Refused(code="bad_threads", message=f"--threads {threads} cannot be used: 1 to {MOST_THREADS} can")
    if threads is not None:
        return threads
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def engine_of(on: str, threads: int | None) -> Engine:
    """The engine of that name; Refused if it is not there."""
    number = threads_of(threads)
    if on == "threads":
        return on_threads(number)
    if on == "gpu":
        from punto.simulate.gpu import on_gpu

        return on_gpu()
    if on == "dask" or on.startswith("tcp://"):
        from punto.simulate.cluster import on_cluster

        return on_cluster(on, number)
    raise Refused(
        code="unknown_engine", message=f"--on {on[:60]!r} is not known; choose threads, gpu, dask or tcp://HOST:PORT"
    )
