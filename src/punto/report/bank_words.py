"""Events about the money on a table in words: inventory, slips, drop box."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from punto.table import Event
from punto.table import events as e


def chips_in_words(chips: Mapping[str, int]) -> str:
    """Chips by denomination, the largest first: `20 of 1,000, 35 of 100`."""
    largest_first = sorted(((int(name), number) for name, number in chips.items()), reverse=True)
    return ", ".join(f"{number:,} of {value:,}" for value, number in largest_first) or "nothing"


def _inventory(event: e.InventoryCounted) -> list[tuple[str, str]]:
    agreed = ", the same as the count before it" if event.agreed else ""
    counted = f"{event.counted_by} counts the {event.what} of drop box {event.drop_box}: {event.total:,}{agreed}"
    return [(counted, ""), (chips_in_words(event.chips), "")]


def _slip(step: str, what: str) -> Callable[[Any], list[tuple[str, str]]]:
    def lines(event: e.SlipEvent) -> list[tuple[str, str]]:
        person = getattr(event, f"{step}ed_by" if step != "issue" else "issued_by")
        says = f"{person} {step}s a {what} of {event.total:,}: slip {event.slip}"
        return [(says, ""), (chips_in_words(event.chips), "")]

    return lines


def _voided(event: e.SlipVoided) -> list[tuple[str, str]]:
    return [(f"{event.voided_by} makes slip {event.slip} of {event.total:,} void: {event.reason}", "")]


def _box_counted(event: e.BoxCounted) -> list[tuple[str, str]]:
    agreed = ", the same as the count before it" if event.agreed else ""
    parts = f"currency {event.currency:,}, chips {event.chips_total:,}, markers {event.markers:,}"
    return [(f"{event.counted_by} counts drop box {event.drop_box}: {event.drop:,}{agreed}", ""), (parts, "")]


def _win(event: e.WinCounted) -> list[tuple[str, str]]:
    parts = (
        f"closer {event.closer:,}, credits {event.credits:,} and drop {event.drop:,}, "
        f"less opener {event.opener:,} and fills {event.fills:,}"
    )
    won = f"{event.win_counted:,} by the count and {event.win_settled:,} by the settlements"
    outstanding = [(f"{event.outstanding:+,} of it is not on the table", "")] if event.outstanding else []
    return [(f"Drop box {event.drop_box} won {won}", ""), (parts, ""), *outstanding]


BANK_WORDS: Final[dict[type[Event], Callable[[Any], list[tuple[str, str]]]]] = {
    e.InventoryCounted: _inventory,
    e.FillRequested: _slip("request", "fill"),
    e.FillIssued: _slip("issue", "fill"),
    e.FillAccepted: _slip("accept", "fill"),
    e.CreditRequested: _slip("request", "credit"),
    e.CreditIssued: _slip("issue", "credit"),
    e.CreditAccepted: _slip("accept", "credit"),
    e.SlipVoided: _voided,
    e.BoxDropped: lambda event: [(f"{event.dropped_by} takes drop box {event.drop_box} away", "")],
    e.BoxCounted: _box_counted,
    e.WinCounted: _win,
    e.ExceptionFound: lambda event: [(f"Not as it should be: {event.message}", "")],
}
