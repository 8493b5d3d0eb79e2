"""The win by the count: closer, credits and drop, less opener and fills, held against what was settled."""

from __future__ import annotations

from punto.table import discrepancy
from punto.table.bank import BankPeriod
from punto.table.commands import BankCommand
from punto.table.events import Event, WinCounted


def win(command: BankCommand, period: BankPeriod | None) -> list[Event]:
    """The win of a table once its closer and its box are counted, and by how much it differs from the settled win."""
    if period is None or period.closer is None or not period.counts:
        return []
    closer, drop = period.closer, period.counts[-1].drop
    counted = closer.total + period.credits + drop - period.opener.total - period.fills
    event = WinCounted(
        drop_box=period.drop_box,
        opener=period.opener.total,
        closer=closer.total,
        fills=period.fills,
        credits=period.credits,
        drop=drop,
        win_counted=counted,
        win_settled=period.settled,
        outstanding=period.outstanding,
        day=closer.day,
        shift=closer.shift,
    )
    return [event, *discrepancy.win_differs(command, period, counted)]
