"""Figures of a running house for a monitoring system, in the text that Prometheus reads."""

from __future__ import annotations

import contextlib
import resource
import sys
import time
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import accumulate
from typing import Final, NamedTuple

import msgspec

from punto.house.tables.clock import utc_now
from punto.house.tables.live import LiveTable
from punto.kit import Refused
from punto.server.counters import COUNTERS
from punto.server.service import Service
from punto.store import LAST_BACKUP, last_backup
from punto.store.commits import BOUNDS, CommitTimes

CONTENT_TYPE: Final = b"text/plain; version=0.0.4; charset=utf-8"

_STARTED: Final = time.time()


class Sample(NamedTuple):
    """One figure with its labels."""

    value: float
    labels: tuple[tuple[str, str], ...] = ()
    suffix: str = ""


class Metric(NamedTuple):
    """A name with what it means and its figures."""

    name: str
    kind: str
    help: str
    samples: Iterable[Sample]

    def lines(self) -> Iterator[str]:
        # Also without samples: whoever writes an alert sees which figures there are before one has come.
        yield f"# HELP {self.name} {self.help}"
        yield f"# TYPE {self.name} {self.kind}"
        for value, labels, suffix in self.samples:
            label_text = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels)
            yield f"{self.name}{suffix}{f'{{{label_text}}}' if label_text else ''} {value:.15g}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def metrics(service: Service) -> str:
    """All figures of this process now. It asks the books for the last backup, so it is made on a thread."""
    all_metrics = (
        *(*_tables(service), *_snapshots(service)),
        *(*_process(service), *_heads(service), *_backup(service)),
    )
    return "".join(f"{line}\n" for metric in all_metrics for line in metric.lines())


def _tables(service: Service) -> Iterator[Metric]:
    tables = list(service.floor.tables.values())
    now = utc_now()

    def each(value: Iterable[float]) -> list[Sample]:
        return [Sample(figure, (("table", live.id),)) for live, figure in zip(tables, value, strict=True)]

    yield Metric(
        "punto_phase_seconds",
        "gauge",
        "Seconds since the table last moved on, by the phase it is in.",
        [Sample(_age(live.history.stepped_at, now), (("table", live.id), ("phase", _phase(live)))) for live in tables],
    )
    waits = [live for live in tables if live.state.table.pending is not None]
    yield Metric(
        "punto_decisions_waiting",
        "gauge",
        "Reports that wait for somebody of rank to decide.",
        each(live.state.table.pending is not None for live in tables),
    )
    yield Metric(
        "punto_decision_waiting_seconds",
        "gauge",
        "How long the report at a table has waited.",
        [Sample(_age(live.history.reported_at, now), (("table", live.id),)) for live in waits],
    )
    yield Metric(
        "punto_lease_held", "gauge", "Whether this process moves the table on.", each(map(service.owns, _ids(tables)))
    )
    yield Metric("punto_streams", "gauge", "Viewers of a table here.", each(map(service.viewers, _ids(tables))))
    yield Metric("punto_pit_streams", "gauge", "Viewers of the pit here.", [Sample(service.pit_viewers)])
    yield Metric(
        "punto_late_bets_total",
        "counter",
        "Bets that came after the close and were refused here.",
        each(map(COUNTERS.late_bets, _ids(tables))),
    )


def _snapshots(service: Service) -> Iterator[Metric]:
    wrong = len(service.floor.snapshots.wrong)
    help_text = "Tables whose snapshot was not as their log has it, and was not used."
    yield Metric("punto_snapshots_wrong", "gauge", help_text, [Sample(wrong)])


def _ids(tables: list[LiveTable]) -> list[str]:
    return [live.id for live in tables]


def _phase(live: LiveTable) -> str:
    return str(live.state.table.phase)


def _age(since: datetime | None, now: datetime) -> float:
    return max(0.0, (now - since).total_seconds()) if since else 0.0


def _process(service: Service) -> Iterator[Metric]:
    writer = service.floor.writer
    refusals = sorted(COUNTERS.refusals.items())
    yield Metric("punto_open", "gauge", "Whether the house is open here.", [Sample(service.is_open)])
    yield Metric(
        "punto_refusals_total",
        "counter",
        "Requests refused, by the code of the refusal.",
        [Sample(count, (("code", code),)) for code, count in refusals],
    )
    yield Metric("punto_errors_total", "counter", "Errors, also repeated ones.", [Sample(COUNTERS.errors)])
    yield Metric("punto_commit_seconds", "histogram", "How long a commit took.", _histogram(writer.commits))
    yield Metric(
        "punto_commands_written_total", "counter", "Commands in those commits.", [Sample(writer.commits.commands)]
    )
    yield Metric(
        "punto_commits_failed_total", "counter", "Commits the database refused.", [Sample(writer.commits.failed)]
    )
    yield Metric("punto_commands_waiting", "gauge", "Commands that wait to be written.", [Sample(writer.waiting)])
    used = resource.getrusage(resource.RUSAGE_SELF)
    yield Metric(
        "process_cpu_seconds_total", "counter", "Processor time used.", [Sample(used.ru_utime + used.ru_stime)]
    )
    yield Metric("process_start_time_seconds", "gauge", "When this process began.", [Sample(_STARTED)])
    peak = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    yield Metric("punto_memory_peak_bytes", "gauge", "The most memory this process had.", [Sample(peak)])


def _heads(service: Service) -> Iterator[Metric]:
    keeper = service.house.heads
    ages = [Sample(keeper.age)] if keeper.age is not None else []
    yield Metric("punto_heads_age_seconds", "gauge", "Since the heads of all logs were signed here.", ages)
    yield Metric(
        "punto_heads_unsent", "gauge", "Signed heads that their address has not taken.", [Sample(keeper.unsent)]
    )
    contradicted = len(keeper.contradicted)
    yield Metric(
        "punto_heads_contradicted", "gauge", "Heads signed once that the books no longer hold.", [Sample(contradicted)]
    )


def _histogram(commits: CommitTimes) -> list[Sample]:
    counts = list(accumulate(commits.buckets))
    ends = [*(f"{bound:g}" for bound in BOUNDS), "+Inf"]
    buckets = [Sample(count, (("le", end),), "_bucket") for end, count in zip(ends, counts, strict=True)]
    return [*buckets, Sample(commits.seconds, suffix="_sum"), Sample(counts[-1], suffix="_count")]


def _backup(service: Service) -> Iterator[Metric]:
    """No sample where there was no backup, or the books cannot be asked: an alert is on that too."""
    ages = []
    with contextlib.suppress(Refused, msgspec.MsgspecError):
        if last := last_backup(service.house.store.remembered(LAST_BACKUP)):
            ages = [Sample(_age(datetime.fromisoformat(last.at), utc_now()))]
    yield Metric("punto_backup_age_seconds", "gauge", "Since the last backup.", ages)
