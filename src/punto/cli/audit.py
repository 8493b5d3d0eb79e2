"""`punto audit`: a standalone check of books, from the rulebooks' values alone; names the first event at fault."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from punto.audit import Account, AuditCounts, Decided, Difference, Finding, audit_logs, audit_store
from punto.cli.books import is_log, logs, opened
from punto.cli.options import AsJson, RulebookFolders, library
from punto.cli.output import print_json
from punto.cli.terminal.screen import Screen
from punto.kit import Refused
from punto.store import Head, StoreError

_MOST_SHOWN = 20
"""Of each list, what is printed for people."""

_HEADS_LIMIT = 16 * 1024 * 1024
"""An earlier audit has some two hundred bytes for each table."""


def add_to(app: typer.Typer) -> None:
    app.command("audit")(audit)


def audit(
    books: Annotated[
        str, typer.Argument(metavar="DB|LOG", help="A SQLite file, a postgresql:// URL or an exported log.")
    ],
    table: Annotated[str | None, typer.Option("--table", help="This table alone.")] = None,
    heads: Annotated[
        Path | None,
        typer.Option("--heads", help="An earlier audit's --json: its heads must still be in the logs."),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", min=1, max=256, help="Tables of a database gone through at once.", show_default="cores"),
    ] = None,
    as_json: AsJson = False,
    rulebooks: RulebookFolders = None,
) -> int:
    """Check that books are whole and that every payment follows from the cards and the rules.

    Exit status 0 when all is well, 1 when an event is at fault.
    """
    known, ends = _heads(heads), list[Head]()
    find = library(rulebooks).find
    try:
        if is_log(books):
            read = list(logs(books))
            ends = [log.head for log in read]
            account, finding = audit_logs(read, find, table, known)
        else:
            with opened(books) as store:
                try:
                    account, finding = audit_store(store, find, table, known, jobs=jobs or _cores())
                    ends = [store.head(name) for name in store.tables()]
                except StoreError as error:
                    account, finding = Account(), Finding("", 0, "database", f"cannot be read: {error}")
    except StoreError as error:
        if error.refusal.code != "log_is_broken":
            raise
        account, finding = Account(), Finding("", 0, "log", str(error))
    if as_json:
        print_json(_report(account, finding, ends))
    else:
        _tell(Screen(), account, finding)
    return 1 if finding else 0


def _cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class AuditReport(msgspec.Struct, frozen=True):
    """An audit as `--json` prints it, and as `--heads` takes it."""

    ok: bool
    fault: Finding | None
    account: AuditCounts
    decided: list[Decided]
    rounds_called_otherwise: int
    differences: list[Difference]
    heads: list[Head]


def _report(account: Account, finding: Finding | None, ends: list[Head]) -> AuditReport:
    return AuditReport(
        ok=finding is None,
        fault=finding,
        account=account.counts(),
        decided=account.decided,
        rounds_called_otherwise=account.called_otherwise,
        differences=account.differences,
        heads=[] if finding else ends,
    )


class _Earlier(msgspec.Struct):
    heads: list[Head]


def _heads(file: Path | None) -> list[Head]:
    if file is None:
        return []
    try:
        with file.open("rb") as source:
            content = source.read(_HEADS_LIMIT + 1)
        if len(content) > _HEADS_LIMIT:
            raise Refused(
                code="no_heads", message=f"{file} is not what `punto audit --json` prints: it is far too large"
            )
        return msgspec.json.decode(content, type=_Earlier).heads
    except OSError as error:
        raise Refused(code="unreadable", message=f"{file} cannot be read: {error.strerror or error}") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise Refused(code="no_heads", message=f"{file} is not what `punto audit --json` prints: {error}") from None


def _tell(screen: Screen, account: Account, finding: Finding | None) -> None:
    if finding:
        screen.title("At fault")
        screen.verdict(str(finding), style="dim", indent=0)
        if account.events:  # None where the fault was seen before any event was gone through.
            screen.verdict(f"{account.events:,} events before it are in order.", indent=0)
        return
    screen.title("All is well")
    screen.verdict(f"Tables {account.tables:,}, events {account.events:,}: every hash, posting and balance holds.")
    screen.verdict(f"Coups {account.coups:,}: {account.settled:,} paid as the rules say, {account.voided:,} void.")
    screen.verdict(f"Bets settled {account.bets:,}, insurance {account.insurance:,}.")
    screen.verdict(f"Turned over {account.staked:,}, handed back {account.paid_back:,}.")
    screen.verdict(f"Shoes revealed {account.shoes_revealed:,}, each as it was committed to and dealt.")
    if account.shoes_unrevealed:
        screen.verdict(f"Shoes abandoned and never revealed {account.shoes_unrevealed:,}, listed below.")
    screen.verdict(f"Shoes mixed by patrons {account.shoes_mixed:,}; the order of the others is the house's alone.")
    if early := account.closed_early:
        names = ", ".join(f"{name} {number:,}" for name, number in sorted(early.items()))
        screen.verdict(f"Shoes closed early {early.total():,}: {names}.")
    if decided := account.decided:
        screen.head(f"Played otherwise than drawn or recorded, each by decision: {len(decided):,}")
        _list(screen, decided)
    if differences := account.differences:
        screen.head(
            f"By the rulebooks in use today {len(differences):,} things would be decided otherwise,"
            f" in {account.called_otherwise:,} round{'s' * (account.called_otherwise != 1)}"
        )
        _list(screen, differences)


def _list(screen: Screen, entries: Sequence[Decided | Difference]) -> None:
    for entry in entries[:_MOST_SHOWN]:
        screen.verdict(str(entry))
    if len(entries) > _MOST_SHOWN:
        screen.verdict(f"and {len(entries) - _MOST_SHOWN:,} more, which --json lists")
