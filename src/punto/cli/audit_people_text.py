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
    show_columns(screen, _HEADINGS, [_row(conduct) for conduct in people], names=2)
    screen.line(
        "A count, then how many in 1,000 events of the person, and after v the median of colleagues of that rank."
    )
    for conduct in people:
        if conduct.confirmations:
            to = ", ".join(f"{name} {number:,}" for name, number in conduct.confirmations.items())
            screen.verdict(f"{conduct.person} confirmed for: {to}.")
        for hand, number in conduct.in_one_hand.items():
            what = "had, or had given, the passwords of both persons"
            screen.verdict(f"{hand} {what} in {number:,} of these.", style="bold red")
        if conduct.asked or conduct.declined:
            screen.verdict(
                f"{conduct.person} asked for a second person {conduct.asked:,} times, "
                f"and declined {conduct.declined:,}."
            )
        if conduct.splits:
            screen.verdict(
                f"{conduct.person} came above the sum for one person in parts {conduct.splits:,} times, "
                f"for one patron within an hour: {conduct.split_most:,} at most.",
                style="bold red",
            )
        if conduct.hour_most:
            beside = "" if conduct.colleagues_hour_most is None else f", v {conduct.colleagues_hour_most:,}"
            screen.verdict(f"{conduct.person} moved {conduct.hour_most:,} alone within an hour at most{beside}.")


def _row(conduct: PersonConduct) -> tuple[str, ...]:
    compared = (
        conduct.voids,
        conduct.reversals,
        conduct.corrections,
        conduct.early_closes,
        conduct.late_bets,
        conduct.confirmed,
    )
    return conduct.person, conduct.rank.replace("_", " "), f"{conduct.events:,}", *map(_cell, compared)


def _cell(beside: Beside) -> str:
    if not beside.count and beside.colleagues in (None, "0.0"):
        return "0"
    return f"{beside.count:,}  {beside.rate} v {beside.colleagues or '-'}"
