"""Group commit: appends from many tables share a transaction, and each is answered when it is durable."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future
from threading import Condition, Thread
from time import perf_counter
from types import TracebackType
from typing import Final, Self

from punto.store.answer import Answer, Append
from punto.store.commits import CommitTimes
from punto.store.entry import Batch
from punto.store.error import StoreError
from punto.store.store import Store

_TOGETHER: Final = 256
_WAITING: Final = 20_000


class Writer:
    """One thread that writes for a whole process.

    While one group is being made durable the next gathers, so the busier the
    house, the larger the groups; a lone command still goes at once.
    """

    def __init__(self, store: Store, *, together: int = _TOGETHER, waiting: int = _WAITING) -> None:
        self._store = store
        self._together = together
        self._most_waiting = waiting
        self._waiting: deque[tuple[Append, Future[Answer]]] = deque()
        self._changed = Condition()
        self._closing = False
        self.commits = CommitTimes()
        self._thread = Thread(target=self._work, name="punto-writer", daemon=True)
        self._thread.start()

    def submit(self, table: str, expected_version: int, batch: Batch, epoch: int | None = None) -> Future[Answer]:
        """A future answer, which is set only when what was written will outlive a crash."""
        future: Future[Answer] = Future()
        with self._changed:
            if self._closing:
                future.set_exception(
                    StoreError(code="writer_is_closed", message="the house is closing; nothing more is written")
                )
            elif len(self._waiting) >= self._most_waiting:
                # Better to say so at once than to let the queue, and everybody's wait, grow for ever.
                future.set_exception(
                    StoreError(
                        code="writer_is_full", message=f"{len(self._waiting)} commands already wait to be written"
                    )
                )
            else:
                self._waiting.append((Append(table, expected_version, batch, epoch), future))
                self._changed.notify()
        return future

    @property
    def waiting(self) -> int:
        """Commands that wait to be written."""
        return len(self._waiting)

    @property
    def alive(self) -> bool:
        """Whether the writing thread still runs."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Write what waits, then stop."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _work(self) -> None:
        while group := self._next_group():
            # A caller that gave up before its turn is not written for.
            live = [(append, future) for append, future in group if future.set_running_or_notify_cancel()]
            if live:
                self._write(live)

    def _next_group(self) -> list[tuple[Append, Future[Answer]]]:
        with self._changed:
            while not self._waiting and not self._closing:
                self._changed.wait()
            return [self._waiting.popleft() for _ in range(min(self._together, len(self._waiting)))]

    def _write(self, group: list[tuple[Append, Future[Answer]]]) -> None:
        began = perf_counter()
        try:
            answers = self._store.append_together([append for append, _ in group])
        except Exception as error:
            self.commits.fail()
            if len(group) == 1:
                group[0][1].set_exception(error)
            else:
                # One of them is more than the database takes; alone, each is answered for itself.
                for alone in group:
                    self._write([alone])
            return
        self.commits.observe(perf_counter() - began, len(group))
        for (_, future), answer in zip(group, answers, strict=True):
            future.set_result(answer)
