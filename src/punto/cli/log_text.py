"""A shift, and one coup with all that proves it, on the screen."""

from __future__ import annotations

from collections.abc import Iterable

from punto.audit import Finding
from punto.cli.terminal.screen import Screen
from punto.report.dispute import CoupInLog, Dispute
from punto.report.event_words import event_lines, is_heading
from punto.store import Head
from punto.table import Event


def show_shift(screen: Screen, table: str, events: Iterable[Event], number: int) -> None:
    """Events on a screen, a heading for every new beginning."""
    screen.title(f"Table {table}", f"{number:,} events. At the right: the rulebook's paragraphs.")
    for event in events:
        (first, cite), *rest = event_lines(event)
        if is_heading(event):
            screen.head(first)
        else:
            screen.line(first, cite)
        for more, cite in rest:
            screen.line(more, cite, style="dim", indent=4)


def show_dispute(screen: Screen, coup: CoupInLog, pack: Dispute, finding: Finding | None, head: Head) -> None:
    """One coup: what happened, its money and paragraphs, and the proof."""
    screen.title(f"Table {pack.table}, coup {pack.coup}", f"{pack.rulebook}, SHA-256 {pack.sha256}")
    screen.head("What happened")
    for entry, event in coup.entries:
        (first, cite), *rest = event_lines(event)
        who = entry.acting or entry.by
        screen.line(f"{entry.version}  {first}{f'  [{who}]' if who else ''}", cite)
        for more, cite in rest:
            screen.line(more, cite, style="dim", indent=6)
    screen.head("Money")
    for account, amount in pack.money.items():
        screen.line(f"{account}  {amount:+,}")
    screen.head("Paragraphs")
    for cite, says in pack.paragraphs.items():
        screen.line(f"{cite}  {says}")
    screen.head("Proof")
    if pack.shoe.commitment:
        revealed = "revealed since" if pack.shoe.order else "not revealed yet"
        screen.line(f"Shoe {pack.shoe.number}, committed to as {pack.shoe.commitment}, {revealed}")
    start, last = coup.entries[0][0], coup.entries[-1][0]
    screen.line(f"Event {start.version} follows {start.previous_hash}")
    screen.line(f"Event {last.version} is {last.hash}")
    screen.line(f"The log ends at event {head.version}, {head.hash}")
    verdict = f"The auditor finds at fault: {finding}" if finding else "The auditor finds nothing at fault"
    screen.verdict(verdict, style="bold red" if finding else "bold green")
