"""A progress bar with rate and time left, on standard error, and silence where nobody looks."""

from __future__ import annotations

import sys
from time import perf_counter
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from punto.kernel.deal import Tallies
from punto.simulate import Job


class Progress:
    """Called with the tallies as they grow; keeps how long that took."""

    def __init__(self, job: Job, quiet: bool) -> None:
        self.seconds = 0.0
        self._shoes = job.shoes
        self._bar: Bar | None = None
        self._task = TaskID(0)
        if not quiet and sys.stderr.isatty():
            columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
            self._bar = Bar(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task("dealing", total=job.shoes)

    def __enter__(self) -> Progress:
        self._start = perf_counter()
        if self._bar:
            self._bar.start()
        return self

    def __call__(self, tallies: Tallies) -> None:
        self.seconds = perf_counter() - self._start
        if self._bar:
            rate = tallies.coups / max(self.seconds, 1e-9) / 1e6
            self._bar.update(self._task, completed=tallies.shoes, description=f"{rate:,.1f} million coups a second")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.seconds = perf_counter() - self._start
        if self._bar:
            self._bar.stop()
