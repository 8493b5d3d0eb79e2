"""The core on a graphics processor, through CuPy: the same source, compiled for it on first use.

Needs the extra `gpu` and a card; everything else in the package works without either.
"""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import c_void_p
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from punto.kernel.build import SOURCES, KernelUnavailable
from punto.kernel.counts import Integers, checked
from punto.kernel.deal import JOINTS, LONGEST, PAIRINGS, PATHS, Dealing, Tallies
from punto.kernel.program import Program
from punto.kernel.row_lists import PLACES, row_lists

SPARE = 8
WAVES = 16
"""Tasks a thread deals in one launch: some seconds' worth at most, and far from what a 32-bit tally holds."""
OPTIONS = (f"-I{SOURCES}", "--std=c++17")
MOST_CARDS = 458
"""The largest composition whose sequences a double counts exactly."""


@cache
def cupy() -> Any:
    """CuPy, if it is there and has a card to work with."""
    try:
        module: Any = import_module("cupy")
    except ImportError:
        raise KernelUnavailable(
            "no_cupy", "the GPU engine needs CuPy: install punto with the extra `gpu` (pip install 'punto[gpu]')"
        ) from None
    try:
        module.cuda.runtime.getDeviceCount()
    except module.cuda.runtime.CUDARuntimeError as error:
        raise KernelUnavailable("no_gpu", f"there is no GPU here that CuPy can use: {error}") from None
    return module


@cache
def _module(threads: int) -> Any:
    return cupy().RawModule(code=_text(), options=(*OPTIONS, f"-DTHREADS={threads}"))


def _text() -> str:
    return (SOURCES / "device.cu").read_text(encoding="utf-8")


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
    array = checked(compositions)
    if array.size and int(array.sum(axis=1).max()) > MOST_CARDS:
        raise ValueError(f"a composition has more than {MOST_CARDS} cards: a GPU counts in doubles")
    pricer = Pricer(program)
    return np.asarray(cupy().asnumpy(pricer.run(pricer.carried(array))).T)


class Pricer:
    """A program laid out on the card, to price any number of compositions with."""

    def __init__(self, program: Program) -> None:
        cp = cupy()
        module = cp.RawModule(code=_text(), options=(*OPTIONS, "-DTHREADS=32"))
        self._kernel = module.get_function("price_shoes")
        lists = row_lists(program)
        there = module.get_global("lists")
        there.copy_from_host(np.frombuffer(lists, dtype=np.uint8).ctypes.data_as(c_void_p), len(lists))
        a_thread = 8 * (20 + len(PLACES) + len(program.rows))
        self._threads = min(256, _room() // a_thread // 32 * 32)
        if self._threads < 32:
            raise KernelUnavailable(
                "gpu_too_small", f"this GPU has too little fast memory for {len(program.rows)} rows"
            )
        self._fast = self._threads * a_thread
        self._kernel.max_dynamic_shared_size_bytes = self._fast
        per_processor = max(1, _room() // self._fast)
        self._blocks = per_processor * int(cp.cuda.Device().attributes["MultiProcessorCount"])
        self._functionals = len(program.functionals)
        self._payoffs = _payoffs(program)

    def carried(self, compositions: Integers) -> Any:
        """Compositions [n, 10] as [10, n] on the card."""
        return cupy().asarray(np.ascontiguousarray(compositions.T, dtype=np.int16))

    def run(self, shoes: Any) -> Any:
        """Values [functionals, n] of compositions on the card."""
        values = cupy().empty((self._functionals, shoes.shape[1]))
        arguments = (np.int32(self._functionals), *self._payoffs, shoes, np.int64(shoes.shape[1]), values)
        self._kernel((self._blocks,), (self._threads,), arguments, shared_mem=self._fast)
        return values


def _payoffs(program: Program) -> tuple[Any, ...]:
    """The program's functionals on the card, in the order the kernel takes them."""
    cp = cupy()
    entries = [functional.payoffs for functional in program.functionals]
    flat = [entry for payoffs in entries for entry in payoffs]
    lists: tuple[NDArray[Any], ...] = (
        np.cumsum([0, *map(len, entries)], dtype=np.int32),
        np.array([row for row, _ in flat], dtype=np.int32),
        np.array([payoff for _, payoff in flat], dtype=np.float64),
        np.array([functional.denominator for functional in program.functionals], dtype=np.float64),
        np.array([functional.base for functional in program.functionals], dtype=np.int32),
    )
    return tuple(cp.asarray(array) for array in lists)
