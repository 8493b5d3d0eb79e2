"""The books as Parquet files: events, settled bets, rounds, slips and counts, for whoever works with them elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, get_type_hints

import msgspec

from punto.house.export_rows import FILES, BetRow, CountRow, EventRow, Row, SettlementRow, SlipStepRow
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
        files = {name: stack.enter_context(_File(folder / f"{name}.parquet", row)) for name, row in FILES.items()}
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
            EventRow(
                table=record.table,
                version=record.version,
                at=at,
                person=record.person,
                by=record.by,
                acting=record.acting,
                coup=record.coup,
                kind=record.kind,
                body=record.body,
                hash=record.hash,
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


def _slip(table: str, kind: str, body: dict[str, Any], at: datetime | None) -> SlipStepRow:
    return SlipStepRow(
        table=table,
        year=body["year"],
        slip=body["slip"],
        step=kind,
        who=body[_STEPS[kind]],
        total=body["total"],
        chips=msgspec.json.encode(body["chips"], order="sorted").decode(),
        drop_box=body["drop_box"],
        at=at,
        day=body["day"],
        shift=body["shift"],
        reason=body.get("reason", ""),
    )


class _Rounds:
    """Writes each finished round, claim and count to its file."""

    def __init__(self, files: dict[str, _File], calendar: BusinessCalendar) -> None:
        self._files = files
        self._clock = RowClock(calendar)

    def _shift(self, at: datetime) -> tuple[str, str]:
        """Business day and shift of a moment."""
        shift = self._clock.shift(at)
        return shift.day.isoformat(), shift.name

    def add(self, finished: Finished, edges: MomentEdges) -> None:
        self._files["settlements"].add(self._settlement(finished, edges))
        for line in finished.lines:
            self._files["bets"].add(self._line(finished, line, edges))
        for claim in finished.claims:
            money = (claim.patron, claim.box, claim.bet, claim.stake)
            self._files["bets"].add(self._money(finished, finished.coup, *money, cite=claim.cite))

    def _settlement(self, finished: Finished, edges: MomentEdges) -> SettlementRow:
        pricing, settlement = finished.pricing, finished.settlement
        tally = RowTally()
        if settlement:
            tally.add_stakes(stakes_of(finished, finished.lines, edges), pricing)
        day, shift = self._shift(finished.at)
        return SettlementRow(
            table=finished.table,
            game=pricing.book.id,
            rulebook=pricing.book.name,
            decks=pricing.decks,
            coup=finished.coup,
            shoe=finished.shoe,
            dealer=finished.dealer,
            since=finished.since,
            at=finished.at,
            day=day,
            shift=shift,
            void=settlement is None,
            reversals=finished.reversals,
            cards=settlement.cards if settlement else "",
            winner=settlement.winner if settlement else "",
            wallets=finished.wallets,
            variance=float(tally.variance),
        )

    def _line(self, finished: Finished, line: e.Line, edges: MomentEdges) -> BetRow:
        pricing = finished.pricing
        stakes = stakes_of(finished, [line], edges)
        on = next(iter(stakes.on), None)
        edge = Fraction(0) if on is None else pricing.edge(on)
        rounding = sum((Fraction(gained, parts) for parts, gained in stakes.rounding.items()), Fraction(0))
        day, shift = self._shift(finished.at)
        return BetRow(
            table=finished.table,
            game=pricing.book.id,
            coup=finished.coup,
            at=finished.at,
            day=day,
            shift=shift,
            patron=line.patron,
            box=line.box,
            bet=insurance_name(line.insures) if line.bet == e.INSURANCE else line.bet,
            stake=line.stake,
            effective=line.effective,
            outcome=line.outcome,
            odds=line.odds,
            winnings=line.winnings,
            commission=line.commission,
            payback=line.payback,
            edge=reduced(edge),
            edge_float=float(edge),
            moment=stakes.moment,
            rounding=float(rounding),
            cite=line.cite,
        )

    def _money(
        self, of: Finished | HandedOut, coup: int, patron: str, box: int, bet: str, amount: int, cite: str = ""
    ) -> BetRow:
        """Money that went to a patron without a stake."""
        day, shift = self._shift(of.at)
        return BetRow(
            table=of.table,
            game=of.pricing.book.id,
            coup=coup,
            at=of.at,
            day=day,
            shift=shift,
            patron=patron,
            box=box,
            bet=bet,
            stake=0,
            effective=0,
            outcome="given",
            odds="",
            winnings=0,
            commission=0,
            payback=amount,
            edge="0/1",
            edge_float=0.0,
            moment=0.0,
            rounding=0.0,
            cite=cite,
        )

    def hand_out(self, over: HandedOut) -> None:
        self._files["bets"].add(self._money(over, 0, over.patron, 0, over.bet, over.amount))

    def count(self, counted: CountedWin) -> None:
        day, shift = self._shift(counted.at)
        game = counted.pricing.book.id
        self._files["counts"].add(CountRow(counted.table, game, counted.at, day, shift, counted.win, counted.drop))


class _File:
    """One Parquet file, written some thousand rows at a time."""

    def __init__(self, path: Path, row: type[Row]) -> None:
        pa = self._arrow = arrow()
        instant = pa.timestamp("us", tz="UTC")
        types = {
            str: pa.string(),
            int: pa.int64(),
            float: pa.float64(),
            bool: pa.bool_(),
            datetime: instant,
            datetime | None: instant,
        }
        self._schema = pa.schema([(name, types[kind]) for name, kind in get_type_hints(row).items()])
        self._path = path
        self._rows: list[Row] = []
        self.rows = 0

    def __enter__(self) -> _File:
        self._writer = self._arrow.parquet.ParquetWriter(self._path, self._schema, compression="zstd")
        return self

    def add(self, row: Row) -> None:
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
