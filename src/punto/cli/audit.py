"""`punto audit`: a standalone check of books, from the rulebooks' values alone; names the first event at fault."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from punto.audit import (
    Account,
    AuditCounts,
    CutShort,
    Decided,
    Difference,
    Finding,
    NamedException,
    PersonConduct,
    audit_logs,
    audit_store,
    by_person,
)
from punto.audit.receipts import missing_reveal
from punto.cli.audit_people_text import show_people
from punto.cli.audit_text import show_audit, show_evidence
from punto.cli.books import KeyFile, is_log, key_of, logs, opened
from punto.cli.evidence import Evidence, read_evidence
from punto.cli.options import AsJson, RulebookFolders, library
from punto.cli.output import print_json
from punto.cli.terminal.screen import Screen
from punto.kit import Refused
from punto.store import Head, StoreError

UNCHECKED = 3
"""Exit status where nothing is at fault and some rows could not be checked."""

_KEY_FAULTS = ("seals_are_gone", "seal_has_another_key")


def add_to(app: typer.Typer) -> None:
    app.command("audit")(audit)


def audit(
    books: Annotated[
        str, typer.Argument(metavar="DB|LOG", help="A SQLite file, a postgresql:// URL or an exported log.")
    ],
    table: Annotated[str | None, typer.Option("--table", help="This table alone.")] = None,
    heads: Annotated[
        list[Path] | None,
        typer.Option("--heads", help="Signed heads, or an earlier audit's --json: all must still be in the logs."),
    ] = None,
    signed_by: Annotated[
        list[str] | None,
        typer.Option("--signed-by", metavar="KEY", help="A public key, or a file with one, that may have signed them."),
    ] = None,
    receipt: Annotated[
        list[Path] | None,
        typer.Option("--receipt", help="Receipts of a patron: what they are for must be in the books."),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", min=1, max=256, help="Tables of a database gone through at once.", show_default="cores"),
    ] = None,
    key: KeyFile = None,
    people: Annotated[
        bool, typer.Option("--people", help="List what each person of the staff did, beside their colleagues.")
    ] = False,
    as_json: AsJson = False,
    rulebooks: RulebookFolders = None,
) -> int:
    """Check that books are whole and that every payment follows from the cards and the rules.

    Exit status 0 when all is well, 1 when something is at fault, 3 when nothing is but rows were left unchecked,
    because the house's key is not here.
    """
    evidence, ends = read_evidence(heads or (), receipt or (), signed_by or ()), list[Head]()
    if signed_by and not evidence.statements and not evidence.receipts and evidence.finding is None:
        raise Refused(code="no_heads", message="--signed-by is about signed heads or receipts, and none are given")
    unchecked: dict[str, int] = {}
    has_key = False
    find = library(rulebooks).find
    try:
        if is_log(books):
            read = list(logs(books))
            ends = [log.head for log in read]
            if evidence.receipts:
                raise Refused(code="no_database", message="receipts are held against a database, not an exported log")
            account, finding = audit_logs(read, find, table, evidence.heads)
        else:
            house_key = key_of(books, key)  # A missing key is no fault of the books.
            has_key = house_key is not None
            with opened(books) as store:
                try:
                    if house_key is not None:
                        store.check_with(house_key)
                    account, finding = audit_store(store, find, table, evidence.heads, jobs=jobs or _cores())
                    missing = (missing_reveal(store, kept_receipt) for kept_receipt in evidence.receipts)
                    finding = finding or next(filter(None, missing), None)
                    ends = [] if finding else [store.head(name) for name in store.tables()]
                    unchecked = store.unchecked(table)
                except StoreError as error:
                    account, finding = Account(), _unreadable(error)
    except StoreError as error:
        if error.refusal.code != "log_is_broken":
            raise
        account, finding = Account(), Finding("", 0, "log", str(error))
    finding = finding or evidence.finding
    looked_at = {table} if table is not None else {end.table for end in ends}
    whole = all(head.table in looked_at for head in evidence.heads)
    if as_json:
        print_json(_report(account, finding, ends, unchecked, evidence, people, whole))
    else:
        show_audit(Screen(), account, finding, unchecked, has_key)
        if finding is None:
            show_evidence(Screen(), evidence, bool(signed_by), whole)
        if people:
            show_people(Screen(), by_person(account.conduct))
    return 1 if finding else UNCHECKED if unchecked else 0


def _unreadable(error: StoreError) -> Finding:
    """The finding for a database that cannot be read to its end."""
    if error.refusal.code in _KEY_FAULTS:
        return Finding("", 0, "seals", str(error))
    return Finding("", 0, "database", f"cannot be read: {error}")


def _cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class UncheckedRows(msgspec.Struct, frozen=True):
    """Rows of a table of the database that only the house's key checks."""

    table: str
    rows: int


class AuditReport(msgspec.Struct, frozen=True):
    """An audit as `--json` prints it, and as `--heads` takes it."""

    ok: bool
    fault: Finding | None
    unchecked: list[UncheckedRows]
    account: AuditCounts
    decided: list[Decided]
    rounds_called_otherwise: int
    differences: list[Difference]
    exceptions: list[NamedException]
    """What was named about the money on tables."""
    cut_short: list[CutShort]
    """Where seats that mix a shoe had less time than the house had said."""
    heads: list[Head]
    signed_heads_held: int
    """Lines of signed heads that the books hold; 0 where not every log that they name was looked at."""
    receipts_held: int
    people: list[PersonConduct] | msgspec.UnsetType = msgspec.UNSET
    """With `--people`, what each person of the staff did."""


def _report(
    account: Account,
    finding: Finding | None,
    ends: list[Head],
    unchecked: dict[str, int],
    evidence: Evidence,
    people: bool,
    whole: bool,
) -> AuditReport:
    return AuditReport(
        ok=finding is None and not unchecked,
        fault=finding,
        unchecked=[UncheckedRows(table, rows) for table, rows in unchecked.items()],
        account=account.counts(),
        decided=account.decided,
        rounds_called_otherwise=account.called_otherwise,
        differences=account.differences,
        exceptions=account.exceptions,
        cut_short=account.cut_short,
        heads=[] if finding else ends,
        signed_heads_held=evidence.statements if whole and not finding else 0,
        receipts_held=0 if finding else len(evidence.receipts),
        people=by_person(account.conduct) if people else msgspec.UNSET,
    )
