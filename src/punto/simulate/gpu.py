"""A graphics processor as the engine: the same tallies for the same job, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator

from punto.kernel import KernelUnavailable
from punto.kernel.deal import Tallies
from punto.kernel.device import cupy, deal_on_device
from punto.kit import Refused
from punto.simulate.engine import Engine, Job


def on_gpu() -> Engine:
    """Deals on this machine's first GPU; Refused where there is none."""
    try:
        cupy()
    except KernelUnavailable as error:
        raise Refused(code=error.code, message=error.sentence) from None

    def engine(job: Job) -> Iterator[Tallies]:
        yield from deal_on_device(job.dealing, job.seed, job.tasks, job.shoes)

    return engine
