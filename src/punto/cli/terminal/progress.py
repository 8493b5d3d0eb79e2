"""A progress bar with rate and time left, on standard error; silent where that is no terminal."""

from __future__ import annotations

import sys
from time import perf_counter
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from punto.kernel.deal import Tallies


class Progress:
    """The progress of some work, and how long it took."""

    def __init__(self, total: int, quiet: bool, unit: str = "shoes", task: str = "dealing") -> None:
        self.seconds = 0.0
        self._done = 0
        self._unit = unit
        self._bar: Bar | None = None
        self._task = TaskID(0)
        if not quiet and sys.stderr.isatty():
            columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
            self._bar = Bar(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task(task, total=total)

    def __enter__(self) -> Progress:
        self._start = perf_counter()
        if self._bar:
            self._bar.start()
        return self

    def tallied(self, tallies: Tallies) -> None:
        """Shows how many coups a second are dealt."""
        rate = tallies.coups / max(perf_counter() - self._start, 1e-9) / 1e6
        self._show(tallies.shoes, f"{rate:,.1f} million coups a second")

    def more(self, units: int) -> None:
        """Adds units that are done."""
        self._done += units
        rate = self._done / max(perf_counter() - self._start, 1e-9)
        self._show(self._done, f"{rate:,.0f} {self._unit} a second")

    def turn_to(self, task: str) -> None:
        """Starts again at 0 with another task over the same total."""
        self._done, self._start = 0, perf_counter()
        if self._bar:
            self._bar.reset(self._task, description=task)

    def _show(self, done: int, rate: str) -> None:
        if self._bar:
            self._bar.update(self._task, completed=done, description=rate)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.seconds = perf_counter() - self._start
        if self._bar:
            self._bar.stop()
