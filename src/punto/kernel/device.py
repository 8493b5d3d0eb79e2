"""The core on a graphics processor, through CuPy: the same texts, compiled for it when first asked for.

Needs the extra `gpu` and a card; everything else in the package works without either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from punto.kernel.build import SOURCES, KernelUnavailable
from punto.kernel.counts import Integers, checked, plan_of
from punto.kernel.deal import JOINTS, LONGEST, PAIRINGS, PATHS, Dealing, Tallies
from punto.kernel.program import Program

SPARE = 8
WAVES = 16
"""Tasks a thread deals in one launch: some seconds' worth at most, and far from what a 32-bit tally holds."""
PRICE_THREADS = 64


@cache
def cupy() -> Any:
    """CuPy, if it is there and has a card to work with."""
    try:
        found: Any = import_module("cupy")
    except ImportError:
        raise KernelUnavailable(
            "no_cupy", "the GPU engine needs CuPy: install punto with the extra `gpu` (pip install 'punto[gpu]')"
        ) from None
    try:
        found.cuda.runtime.getDeviceCount()
    except found.cuda.runtime.CUDARuntimeError as error:
        raise KernelUnavailable("no_gpu", f"there is no GPU here that CuPy can use: {error}") from None
    return found


@cache
def _module(threads: int) -> Any:
    options = (f"-I{SOURCES}", "--std=c++17", f"-DTHREADS={threads}")
    text = (SOURCES / "device.cu").read_text(encoding="utf-8")
    return cupy().RawModule(code=text, options=options)


def _room() -> int:
    """Bytes of fast memory that one block may take."""
    return int(cupy().cuda.Device().attributes["MaxSharedMemoryPerBlockOptin"])


def _shape(dealing: Dealing) -> tuple[int, int]:
    """Threads a block, each with its shoe in fast memory, and the bytes they take together with the tallies."""
    tallies, shoe = 4 * (PATHS + LONGEST), dealing.cards + SPARE
    threads = min(1024, (_room() - tallies) // shoe // 32 * 32)
    if threads < 32:
        raise KernelUnavailable(
            "gpu_too_small", f"this GPU has too little fast memory for shoes of {dealing.decks} decks"
        )
    return threads, tallies + threads * shoe


def deal_on_device(dealing: Dealing, seed: int, tasks: int, shoes: int) -> Iterator[Tallies]:
    """The tallies of all tasks of a run, part by part, the same as the processor's cell by cell."""
    cp = cupy()
    threads, fast = _shape(dealing)
    kernel = _module(threads).get_function("deal_tasks")
    kernel.max_dynamic_shared_size_bytes = fast
    blocks = int(cp.cuda.Device().attributes["MultiProcessorCount"])
    prepared = cp.asarray(np.frombuffer(memoryview(dealing.prepared), dtype=np.uint8))
    at_once = blocks * threads * WAVES
    for first in range(0, tasks, at_once):
        end = min(first + at_once, tasks)
        sizes = (PATHS, PAIRINGS * PAIRINGS * JOINTS, LONGEST, 1)
        out = [cp.zeros(size, dtype=cp.uint64) for size in sizes]
        numbers = (np.uint64(seed), np.int64(first), np.int64(end), np.int64(shoes))
        kernel((blocks,), (threads,), (prepared, *numbers, *out), shared_mem=fast)
        paths, paired, lengths, voids = (cp.asnumpy(array).astype(np.int64) for array in out)
        yield Tallies(paths, paired.reshape(PAIRINGS, PAIRINGS, JOINTS), lengths, voids)


def values_on_device(program: Program, compositions: Integers) -> NDArray[np.float64]:
    """Values [n, functionals] of compositions [n, 10]: counts exact, sums and quotients in doubles."""
    return np.asarray(cupy().asnumpy(priced(program, checked(compositions))).T)


def priced(program: Program, given: Integers) -> Any:
    """Values [functionals, n] as they lie on the card."""
    cp = cupy()
    kernel = _module(32).get_function("price_shoes")
    blocks = 8 * int(cp.cuda.Device().attributes["MultiProcessorCount"])
    n, functionals = len(given), len(program.functionals)
    values = cp.empty((functionals, n))
    room = cp.empty((len(program.rows), blocks * PRICE_THREADS))
    shoes = cp.ascontiguousarray(cp.asarray(given.astype(np.int16)).T)
    kernel((blocks,), (PRICE_THREADS,), (*_laid_out(program), shoes, np.int64(n), room, values))
    return values


def _laid_out(program: Program) -> tuple[Any, ...]:
    """The program's lists on the card, in the order the kernel takes them."""
    cp = cupy()
    rows = [tuple(row) for row in program.rows]
    entries = [functional.payoffs for functional in program.functionals]
    flat = [entry for payoffs in entries for entry in payoffs]
    return (
        cp.asarray(np.frombuffer(memoryview(plan_of(program.masks)), dtype=np.uint8)),
        np.int32(len(rows)),
        cp.asarray(_starts(rows)),
        cp.asarray(np.array([cell for row in rows for cell in row], dtype=np.int32)),
        np.int32(len(entries)),
        cp.asarray(_starts(entries)),
        cp.asarray(np.array([row for row, _ in flat], dtype=np.int32)),
        cp.asarray(np.array([payoff for _, payoff in flat], dtype=np.float64)),
        cp.asarray(np.array([functional.denominator for functional in program.functionals], dtype=np.float64)),
        cp.asarray(np.array([functional.base for functional in program.functionals], dtype=np.int32)),
    )


def _starts(lists: Sequence[Sequence[object]]) -> NDArray[np.int32]:
    return np.cumsum([0, *map(len, lists)], dtype=np.int32)
