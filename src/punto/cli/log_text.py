"""A shift, one coup with its proof, and a patron's rounds, on the screen."""

from __future__ import annotations

from collections.abc import Iterable

from punto.cli.terminal.columns import show_columns
from punto.cli.terminal.screen import Screen
from punto.report.dispute import Dispute, auditors_verdict
from punto.report.dispute_document import UNSETTLED, signed
from punto.report.event_words import bet_words, event_lines, is_heading
from punto.report.statement import Statement
from punto.report.timeline import TimelineEvent, clock_time
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


def show_dispute(screen: Screen, pack: Dispute, patron: str | None) -> None:
    """One coup: what happened, its money and paragraphs, and the proof."""
    began = f" {pack.told[0].at}," if pack.told else ""
    about = f"{began} {pack.zone}. {pack.rulebook}, SHA-256 {pack.sha256}".strip()
    screen.title(f"Table {pack.table}, coup {pack.coup}", about)
    _show_short(screen, pack, patron)
    screen.head("What happened")
    for event in pack.told:
        _show_event(screen, event, pack.told[0].at)
    screen.head("Money")
    for account, amount in pack.money.items():
        screen.line(f"{account}  {signed(amount)}")
    if pack.paragraphs:
        screen.head("Paragraphs")
    for cite, says in pack.paragraphs.items():
        screen.line(f"{cite}  {says}")
    _show_proof(screen, pack)


def _show_short(screen: Screen, pack: Dispute, patron: str | None) -> None:
    screen.head("Chips")
    if pack.outcome is None:
        screen.line(UNSETTLED)
    for chips in pack.patrons:
        if patron is None or chips.patron == patron:
            screen.line(
                f"{chips.patron}: {chips.before:,} on the felt, {chips.after:,} handed back, {signed(chips.net)}"
            )
    lines = pack.outcome.lines if pack.outcome else []
    for line in lines:
        if line.rounding and (patron is None or line.patron == patron):
            screen.line(f"{line.patron}, {bet_words(line.bet)}: {line.rounding}", line.cite)


def _show_event(screen: Screen, event: TimelineEvent, began: str) -> None:
    first, *rest = event.lines
    who = f"  [{event.who}]" if event.who else ""
    screen.line(f"{event.version}  {clock_time(event.at, began)}  {first.says}{who}", first.cite)
    if event.confirmed:
        screen.line(f"confirmed by {event.confirmed}", style="dim", indent=6)
    for more in rest:
        screen.line(more.says, more.cite, style="dim", indent=6)


def _show_proof(screen: Screen, pack: Dispute) -> None:
    screen.head("Proof")
    if pack.shoe.commitment:
        revealed = "revealed since" if pack.shoe.order else "not revealed yet"
        screen.line(f"Shoe {pack.shoe.number}, committed to as {pack.shoe.commitment}, {revealed}")
    start, last, head = pack.events[0], pack.events[-1], pack.head
    screen.line(f"Event {start.version} follows {start.previous_hash}")
    screen.line(f"Event {last.version} is {last.hash}")
    screen.line(f"The log ends at event {head.version}, {head.hash}")
    screen.verdict(auditors_verdict(pack.audit), style="bold red" if pack.audit else "bold green")


def show_statement(screen: Screen, statement: Statement) -> None:
    """A patron's rounds, one line a bet."""
    net = f"{statement.before:,} staked, {statement.after:,} handed back: {signed(statement.net)}"
    screen.title(
        f"{statement.patron} at table {statement.table}",
        f"{len(statement.rounds):,} rounds, {net}. Times: {statement.zone}",
    )
    rows = [
        [
            f"{round.coup}" if not at else "",
            round.at[:19] if not at else "",
            round.result if not at else "",
            f"{bet_words(line.bet)} {line.stake:,}" if line else "",
            f"{line.payback:,}" if line else "",
            signed(round.net) if not at else "",
        ]
        for round in statement.rounds
        for at, line in enumerate(round.lines or [None])
    ]
    show_columns(screen, ("round", "time", "result", "bet", "back", "net"), rows, names=4)
    for round in statement.rounds:
        for line in round.lines:
            if line.rounding:
                screen.line(f"Round {round.coup}, {bet_words(line.bet)}: {line.rounding}", line.cite)
