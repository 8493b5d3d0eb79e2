"""The books as Parquet files: events, settled bets, rounds, slips and counts, for whoever works with them elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import msgspec

from punto.house.takings import OnEvents, take_books
from punto.kit.business_day import BusinessCalendar
from punto.report.takings import HouseTakings
from punto.report.takings.figures import reduced
from punto.report.takings.finished import CountedWin, Finished, HandedOut
from punto.report.takings.keys import RowClock, insurance_name
from punto.report.takings.moment import MomentEdges
from punto.report.takings.row_fold import stakes_of
from punto.report.takings.table_walk import read_instant
from punto.report.takings.tally import RowTally
from punto.rulebook import FindRulebook
from punto.simulate.coup_file import arrow
from punto.store import Store
from punto.table import events as e

AT_ONCE: Final = 20_000
"""Rows that are held before they are written."""

FILES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "events": (
        ("table", "string"),
        ("version", "int64"),
        ("at", "time"),
        ("person", "string"),
        ("by", "string"),
        ("acting", "string"),
        ("coup", "int64"),
        ("kind", "string"),
        ("body", "string"),
        ("hash", "string"),
    ),
    "bets": (
        ("table", "string"),
        ("game", "string"),
        ("coup", "int64"),
        ("at", "time"),
        ("day", "string"),
        ("shift", "string"),
        ("patron", "string"),
        ("box", "int64"),
        ("bet", "string"),
        ("stake", "int64"),
        ("effective", "int64"),
        ("outcome", "string"),
        ("odds", "string"),
        ("winnings", "int64"),
        ("commission", "int64"),
        ("payback", "int64"),
        ("edge", "string"),
        ("edge_float", "double"),
        ("moment", "double"),
        ("rounding", "double"),
        ("cite", "string"),
    ),
    "settlements": (
        ("table", "string"),
        ("game", "string"),
        ("rulebook", "string"),
        ("decks", "int64"),
        ("coup", "int64"),
        ("shoe", "int64"),
        ("dealer", "string"),
        ("since", "time"),
        ("at", "time"),
        ("day", "string"),
        ("shift", "string"),
        ("void", "bool"),
        ("reversals", "int64"),
        ("cards", "string"),
        ("winner", "string"),
        ("wallets", "bool"),
        ("variance", "double"),
    ),
    "slips": (
        ("table", "string"),
        ("year", "int64"),
        ("slip", "int64"),
        ("step", "string"),
        ("who", "string"),
        ("total", "int64"),
        ("chips", "string"),
        ("drop_box", "int64"),
        ("at", "time"),
        ("day", "string"),
        ("shift", "string"),
        ("reason", "string"),
    ),
    "counts": (
        ("table", "string"),
        ("game", "string"),
        ("at", "time"),
        ("day", "string"),
        ("shift", "string"),
        ("win", "int64"),
        ("drop", "int64"),
    ),
}
"""Each file's columns. `bets` has rulings too, with the bet `ruling`; `counts` is win and drop by the count."""


def export_books(
    store: Store,
    folder: Path,
    find: FindRulebook,
    calendar: BusinessCalendar,
    tables: Sequence[str],
    on_events: OnEvents = lambda events: None,
) -> dict[str, int]:
    """Write every file and say how many rows each has; memory does not grow with the books."""
    with ExitStack() as stack:
        files = {
            name: stack.enter_context(_File(folder / f"{name}.parquet", columns)) for name, columns in FILES.items()
        }
        takings = HouseTakings(find, calendar)
        takings.listen(_Rounds(files, calendar))
        take_books(store, takings, tables, on_events)
        for table in tables:
            _write_log(store, table, files)
    return {name: file.rows for name, file in files.items()}


def _write_log(store: Store, table: str, files: dict[str, _File]) -> None:
    for record in store.records(table):
        at = read_instant(record.at)
        files["events"].add(
            (
                record.table,
                record.version,
                at,
                record.person,
                record.by,
                record.acting,
                record.coup,
                record.kind,
                record.body,
                record.hash,
            )
        )
        if record.kind in _STEPS:
            files["slips"].add(_slip(table, record.kind, msgspec.json.decode(record.body), at))


_STEPS: Final = {
    "fill_requested": "requested_by",
    "fill_issued": "issued_by",
    "fill_accepted": "accepted_by",
    "credit_requested": "requested_by",
    "credit_issued": "issued_by",
    "credit_accepted": "accepted_by",
    "slip_voided": "voided_by",
}
"""Steps of slips, and where each names its person."""


def _slip(table: str, kind: str, body: dict[str, Any], at: datetime | None) -> tuple[object, ...]:
    return (
        table,
        body["year"],
        body["slip"],
        kind,
        body[_STEPS[kind]],
        body["total"],
        msgspec.json.encode(body["chips"], order="sorted").decode(),
        body["drop_box"],
        at,
        body["day"],
        body["shift"],
        body.get("reason", ""),
    )


class _Rounds:
    """Hears of rounds and writes them down."""

    def __init__(self, files: dict[str, _File], calendar: BusinessCalendar) -> None:
        self._files = files
        self._clock = RowClock(calendar)

    def _when(self, at: datetime) -> tuple[str, str]:
        shift = self._clock.shift(at)
        return shift.day.isoformat(), shift.name

    def add(self, finished: Finished, edges: MomentEdges) -> None:
        pricing, settlement = finished.pricing, finished.settlement
        tally = RowTally()
        if settlement:
            tally.add_stakes(stakes_of(finished, finished.lines, edges), pricing)
        self._files["settlements"].add(
            (
                finished.table,
                pricing.book.id,
                pricing.book.name,
                pricing.decks,
                finished.coup,
                finished.shoe,
                finished.dealer,
                finished.since,
                finished.at,
                *self._when(finished.at),
                settlement is None,
                finished.reversals,
                settlement.cards if settlement else "",
                settlement.winner if settlement else "",
                finished.wallets,
                float(tally.variance),
            )
        )
        for line in finished.lines:
            self._files["bets"].add(self._line(finished, line, edges))
        for claim in finished.claims:
            given = (claim.patron, claim.box, claim.bet, claim.stake)
            self._files["bets"].add(self._money(finished, finished.coup, *given, cite=claim.cite))

    def _line(self, finished: Finished, line: e.Line, edges: MomentEdges) -> tuple[object, ...]:
        pricing = finished.pricing
        one = stakes_of(finished, [line], edges)
        on = next(iter(one.on), None)
        edge = Fraction(0) if on is None else pricing.edge(on)
        rounding = sum((Fraction(gained, parts) for parts, gained in one.rounding.items()), Fraction(0))
        return (
            finished.table,
            pricing.book.id,
            finished.coup,
            finished.at,
            *self._when(finished.at),
            line.patron,
            line.box,
            insurance_name(line.insures) if line.bet == e.INSURANCE else line.bet,
            line.stake,
            line.effective,
            line.outcome,
            line.odds,
            line.winnings,
            line.commission,
            line.payback,
            reduced(edge),
            float(edge),
            one.moment,
            float(rounding),
            line.cite,
        )

    def _money(
        self, of: Finished | HandedOut, coup: int, patron: str, box: int, bet: str, amount: int, cite: str = ""
    ) -> tuple[object, ...]:
        """Money that went to a patron without a stake."""
        place = (of.table, of.pricing.book.id, coup, of.at, *self._when(of.at), patron, box, bet)
        return (*place, 0, 0, "given", "", 0, 0, amount, "0/1", 0.0, 0.0, 0.0, cite)

    def hand_out(self, over: HandedOut) -> None:
        self._files["bets"].add(self._money(over, 0, over.patron, 0, over.bet, over.amount))

    def count(self, counted: CountedWin) -> None:
        place = (counted.table, counted.pricing.book.id, counted.at, *self._when(counted.at))
        self._files["counts"].add((*place, counted.win, counted.drop))


class _File:
    """One Parquet file, written some thousand rows at a time."""

    def __init__(self, path: Path, columns: Sequence[tuple[str, str]]) -> None:
        pa = self._arrow = arrow()
        types: dict[str, Callable[[], Any]] = {
            "string": pa.string,
            "int64": pa.int64,
            "double": pa.float64,
            "bool": pa.bool_,
            "time": lambda: pa.timestamp("us", tz="UTC"),
        }
        self._schema = pa.schema([(name, types[kind]()) for name, kind in columns])
        self._path = path
        self._rows: list[tuple[object, ...]] = []
        self.rows = 0

    def __enter__(self) -> _File:
        self._writer = self._arrow.parquet.ParquetWriter(self._path, self._schema, compression="zstd")
        return self

    def add(self, row: tuple[object, ...]) -> None:
        self._rows.append(row)
        if len(self._rows) >= AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        columns = list(zip(*self._rows, strict=True)) or [()] * len(self._schema)
        arrays = [
            self._arrow.array(column, type=field.type) for column, field in zip(columns, self._schema, strict=True)
        ]
        self._writer.write_table(self._arrow.table(arrays, schema=self._schema))
        self.rows += len(self._rows)
        self._rows.clear()

    def __exit__(self, *_: object) -> None:
        self._flush()
        self._writer.close()
