"""What each person of the staff did beside their colleagues, on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from punto.audit import Beside, PersonConduct
from punto.cli.terminal.columns import show_columns
from punto.cli.terminal.screen import Screen

_HEADINGS = ("", "rank", "events", "voids", "reversals", "corrections", "early closes", "late bets", "confirmed")


def show_people(screen: Screen, people: Sequence[PersonConduct]) -> None:
    """A row a person: how often, and in a thousand of their events beside the median of their colleagues."""
    screen.head("By person")
    if not people:
        screen.line("Nobody of the staff is named in these books.")
        return
    show_columns(screen, _HEADINGS, [_row(one) for one in people], names=2)
    screen.line(
        "A count, then how many in 1,000 events of the person, and after v the median of colleagues of that rank."
    )
    for one in people:
        if one.confirmations:
            to = ", ".join(f"{name} {number:,}" for name, number in one.confirmations.items())
            screen.verdict(f"{one.person} confirmed for: {to}.")
        for hand, number in one.in_one_hand.items():
            what = "had, or had given, the passwords of both persons"
            screen.verdict(f"{hand} {what} in {number:,} of these.", style="bold red")
        if one.asked or one.declined:
            screen.verdict(
                f"{one.person} asked for a second person {one.asked:,} times, and declined {one.declined:,}."
            )
        if one.splits:
            screen.verdict(
                f"{one.person} came above the sum for one person in parts {one.splits:,} times, for one patron within"
                f" an hour: {one.split_most:,} at most.",
                style="bold red",
            )
        if one.hour_most:
            beside = "" if one.colleagues_hour_most is None else f", v {one.colleagues_hour_most:,}"
            screen.verdict(f"{one.person} moved {one.hour_most:,} alone within an hour at most{beside}.")


def _row(one: PersonConduct) -> tuple[str, ...]:
    compared = (one.voids, one.reversals, one.corrections, one.early_closes, one.late_bets, one.confirmed)
    return one.person, one.rank.replace("_", " "), f"{one.events:,}", *map(_cell, compared)


def _cell(beside: Beside) -> str:
    if not beside.count and beside.colleagues in (None, "0.0"):
        return "0"
    return f"{beside.count:,}  {beside.rate} v {beside.colleagues or '-'}"
