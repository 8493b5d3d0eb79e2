"""The money on the tables as the cage sees it: racks, slips, drop boxes and exceptions."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from punto.table import Event
from punto.table.bank import Bank, BankPeriod, RackCount, Slip
from punto.table.events import BoxCounted, ExceptionFound, WinCounted
from punto.table.rack import Chips
from punto.table.state import Phase
from punto.view.table import Scene


class RackView(msgspec.Struct, frozen=True, kw_only=True):
    """An opener or a closer."""

    chips: Chips
    total: int
    people: tuple[str, ...]
    agreed: bool
    """Whether a dealer and a supervisor counted the same."""
    day: str
    shift: str


class DropBoxView(msgspec.Struct, frozen=True, kw_only=True):
    """A drop box, with the opener, closer, slips and counts of its period."""

    drop_box: int
    opener: RackView
    closer: RackView | None
    fills: int
    credits: int
    dropped_by: str
    """Who took it away; empty while it is under the table."""
    counted_by: list[str]
    agreed: bool
    """Whether two people counted the same."""
    drop: int | None
    win_counted: int | None
    win_settled: int | None
    outstanding: int
    """Hidden, with the settled win and the counts, from those who carry and count the box until two counts agree."""


class WalletBooksView(msgspec.Struct, frozen=True, kw_only=True):
    """The same figures of a table with wallets, since it opened; they come from its books and need no count."""

    opener: int
    closer: int
    fills: int
    credits: int
    drop: int
    win_counted: int


class BankView(msgspec.Struct, frozen=True, kw_only=True):
    """The money on one table."""

    table: str
    name: str
    phase: Phase
    coups: int
    denominations: tuple[int, ...]
    wallets: WalletBooksView | None
    """Only where stakes come from wallets."""
    box: DropBoxView | None
    """The drop box of the last opener."""
    waiting: list[DropBoxView]
    """Drop boxes that left the table and that two people have not counted alike yet."""
    slips: tuple[Slip, ...]
    exceptions: tuple[ExceptionFound, ...]
    """The latest ones."""


class CageView(msgspec.Struct, frozen=True, kw_only=True):
    day: str
    shift: str
    tables: list[BankView]


def bank_view(scene: Scene) -> BankView:
    """The money on a table now."""
    table = scene.state.table
    bank, sign = table.bank, table.sign
    return BankView(
        table=scene.table,
        name=scene.name,
        phase=table.phase,
        coups=table.coups,
        denominations=sign.rack if sign else (),
        wallets=_wallet_books(bank) if sign and sign.wallets else None,
        box=_drop_box(bank.period) if bank.period else None,
        waiting=[_drop_box(period) for period in bank.boxes() if period.dropped_by and not period.agreed],
        slips=bank.slips,
        exceptions=bank.exceptions,
    )


def before_the_count(cage: CageView) -> CageView:
    """The cage for those who carry and count the boxes.

    Somebody who knew what a box must hold could take any surplus out of it, and the books would still balance.
    """
    return replace(cage, tables=[_before_the_count(bank) for bank in cage.tables])


def _before_the_count(bank: BankView) -> BankView:
    boxes = [*bank.waiting, *([bank.box] if bank.box else [])]
    open_boxes = {box.drop_box for box in boxes if not box.agreed}
    exceptions = [
        _without_figures(exception) if exception.drop_box in open_boxes else exception
        for exception in bank.exceptions
        if exception.what != "win_differs" or exception.drop_box not in open_boxes
    ]
    return replace(
        bank,
        box=_uncounted(bank.box) if bank.box else None,
        waiting=[_uncounted(box) for box in bank.waiting],
        exceptions=tuple(exceptions),
    )


def _uncounted(box: DropBoxView) -> DropBoxView:
    return box if box.agreed else replace(box, drop=None, win_counted=None, win_settled=None, outstanding=0)


def _without_figures(exception: ExceptionFound) -> ExceptionFound:
    """That two counts of a box differ, and not by how much: the next count is made blind too."""
    if exception.what != "box_differs":
        return exception
    message = f"drop box {exception.drop_box} does not balance: {' and '.join(exception.people)} counted differently"
    return replace(exception, chips={}, amount=0, message=message)


def before_the_win(events: Sequence[Event]) -> int:
    """How many events of a count come before the counted win: all that the person who made the count may see."""
    return next((place for place, event in enumerate(events) if _of_the_win(event)), len(events))


def without_other_counts(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events of a count for the person who made it: until two counts agree, without what another one was."""
    if any(isinstance(event, BoxCounted) and event.agreed for event in events):
        return events
    return tuple(_without_figures(event) if isinstance(event, ExceptionFound) else event for event in events)


def _of_the_win(event: Event) -> bool:
    return isinstance(event, WinCounted) or (isinstance(event, ExceptionFound) and event.what == "win_differs")


def _drop_box(period: BankPeriod) -> DropBoxView:
    drop = period.counts[-1].drop if period.counts else None
    closer = period.closer
    won = None
    if drop is not None and closer is not None:
        won = closer.total + period.credits + drop - period.opener.total - period.fills
    return DropBoxView(
        drop_box=period.drop_box,
        opener=_rack(period.opener),
        closer=_rack(closer) if closer else None,
        fills=period.fills,
        credits=period.credits,
        dropped_by=period.dropped_by,
        counted_by=[count.person for count in period.counts],
        agreed=period.agreed,
        drop=drop,
        win_counted=won,
        win_settled=period.settled if closer else None,
        outstanding=period.outstanding,
    )


def _rack(count: RackCount) -> RackView:
    return RackView(
        chips=count.chips,
        total=count.total,
        people=count.people,
        agreed=count.agreed,
        day=count.day,
        shift=count.shift,
    )


def _wallet_books(bank: Bank) -> WalletBooksView:
    """Chips for a buy-in come from the cage, and its currency goes into the box; the rack is what the house has won."""
    drop = bank.bought - bank.bought_before
    return WalletBooksView(
        opener=bank.settled_before,
        closer=bank.settled,
        fills=drop,
        credits=0,
        drop=drop,
        win_counted=bank.settled + drop - bank.settled_before - drop,
    )
