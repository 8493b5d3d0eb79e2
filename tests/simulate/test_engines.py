"""Engines that are not threads of this machine: a cluster that loses a worker, a GPU that is not there."""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.kernel import KernelUnavailable
from punto.kernel.deal import deal, no_tallies
from punto.kernel.device import cupy, deal_on_device
from punto.kit import Refused
from punto.rulebook import Library
from punto.simulate import dealing_for, job_of
from punto.simulate.cluster import deal_on
from punto.simulate.engines import engine_of

JOB = job_of(dealing_for(Library().find("easy-six"), 8, 14), 64 * 800, 17)


@pytest.fixture
def client() -> Iterator[object]:
    distributed = pytest.importorskip("distributed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # What other people's event loops say when a worker is killed.
        with (
            distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
            ) as cluster,
            distributed.Client(cluster) as found,
        ):
            yield found


@pytest.mark.filterwarnings("ignore")
def test_a_killed_worker_changes_nothing(client: object) -> None:
    pids: dict[str, int] = client.run(os.getpid)  # type: ignore[attr-defined]
    total = no_tallies()
    for part, tallies in enumerate(deal_on(client, JOB, at_once=16)):
        if part == 3:
            os.kill(next(iter(pids.values())), signal.SIGKILL)
        total.add(tallies)
    assert total.same(deal(JOB.dealing, JOB.seed, 0, JOB.tasks, JOB.shoes))


def test_a_scheduler_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("punto.simulate.cluster.PATIENCE", "300ms")
    engine = engine_of("tcp://127.0.0.1:9", 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(Refused, match=r"^no scheduler answers at tcp://127\.0\.0\.1:9"):
            next(iter(engine(JOB)))


def gpu() -> bool:
    try:
        cupy()
    except KernelUnavailable:
        return False
    return True


@pytest.mark.skipif(gpu(), reason="there is a GPU here")
def test_a_missing_gpu_is_refused() -> None:
    with pytest.raises(Refused, match="GPU"):
        engine_of("gpu", 1)


@pytest.mark.skipif(not gpu(), reason="no GPU here; docs/figures-simulate.md has the last result on one")
def test_a_gpu_deals_the_same_cells() -> None:
    total = no_tallies()
    for part in deal_on_device(JOB.dealing, JOB.seed, JOB.tasks, JOB.shoes):
        total.add(part)
    assert total.same(deal(JOB.dealing, JOB.seed, 0, JOB.tasks, JOB.shoes))


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(Refused, match="choose threads, gpu, dask or tcp"):
        engine_of("abacus", 1)


def test_the_gpus_text_is_shipped_with_the_core() -> None:
    from punto.kernel.build import SOURCES

    text = (SOURCES / "device.cu").read_text(encoding="utf-8")
    assert '#include "deal.inc"' in text
    assert Path(SOURCES / "deal.inc").exists()
