"""What an audit found, on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from punto.audit import Account, CutShort, Decided, Difference, Finding, NamedException
from punto.cli.evidence import Evidence
from punto.cli.terminal.screen import Screen

_MOST_SHOWN = 20
"""Of each list, what is printed for people."""


def show_audit(
    screen: Screen, account: Account, finding: Finding | None, unchecked: dict[str, int], has_key: bool
) -> None:
    """The verdict, what it is about, and what people have decided or should look at."""
    if finding:
        screen.title("At fault")
        screen.verdict(str(finding), style="dim", indent=0)
        if account.events:  # None where the fault was seen before any event was gone through.
            screen.verdict(f"{account.events:,} events before it are in order.", indent=0)
        return
    if unchecked:
        _show_unchecked(screen, unchecked, has_key)
    else:
        screen.title("All is well")
    _show_counts(screen, account)
    _show_lists(screen, account)


def _show_unchecked(screen: Screen, unchecked: dict[str, int], has_key: bool) -> None:
    screen.title("Not all could be checked")
    rows = ", ".join(f"{table} {number:,}" for table, number in unchecked.items())
    if has_key:
        screen.verdict(f"Rows that no seal speaks of, for the books carry none: {rows}.")
        screen.verdict("Somebody took the seals away, or `punto upgrade` has yet to write them.")
        screen.verdict("Nothing else is at fault:")
    else:
        screen.verdict(f"Rows that only the house's key checks, and it is not here: {rows}.")
        screen.verdict("Give it with --key FILE or in PUNTO_SHOE_KEY. Nothing else is at fault:")


def _show_counts(screen: Screen, account: Account) -> None:
    screen.verdict(f"Tables {account.tables:,}, events {account.events:,}: every hash, posting and balance holds.")
    screen.verdict(f"Coups {account.coups:,}: {account.settled:,} paid as the rules say, {account.voided:,} void.")
    screen.verdict(f"Bets settled {account.bets:,}, insurance {account.insurance:,}.")
    screen.verdict(f"Turned over {account.staked:,}, handed back {account.paid_back:,}.")
    screen.verdict(f"Shoes revealed {account.shoes_revealed:,}, each as it was committed to and dealt.")
    if account.shoes_unrevealed:
        screen.verdict(f"Shoes abandoned and never revealed {account.shoes_unrevealed:,}, listed below.")
    screen.verdict(f"Shoes mixed by patrons {account.shoes_mixed:,}; the order of the others is the house's alone.")
    if left_out := account.left_out:
        names = ", ".join(f"{name} {number:,}" for name, number in sorted(left_out.items()))
        screen.verdict(f"Left out of shoes they had committed to mix {left_out.total():,}: {names}.")
    if early := account.closed_early:
        names = ", ".join(f"{name} {number:,}" for name, number in sorted(early.items()))
        screen.verdict(f"Shoes closed early {early.total():,}: {names}.")
    if account.slips or account.boxes_counted:
        screen.verdict(
            f"Slips {account.slips:,}, numbered without a gap, {account.slips_void:,} of them void; "
            f"drop boxes counted by two people {account.boxes_counted:,}."
        )


def _show_lists(screen: Screen, account: Account) -> None:
    if cut_short := account.cut_short:
        screen.head(f"Seats had less time than was said, or a clock was set meanwhile: {len(cut_short):,}")
        _list(screen, cut_short)
    if exceptions := account.exceptions:
        screen.head(f"Named about the money on tables: {len(exceptions):,}")
        _list(screen, exceptions)
    if decided := account.decided:
        screen.head(f"Played otherwise than drawn or recorded, each by decision: {len(decided):,}")
        _list(screen, decided)
    if differences := account.differences:
        screen.head(
            f"By the rulebooks in use today {len(differences):,} things would be decided otherwise,"
            f" in {account.called_otherwise:,} round{'s' * (account.called_otherwise != 1)}"
        )
        _list(screen, differences)


def show_evidence(screen: Screen, evidence: Evidence, has_signers: bool, whole: bool) -> None:
    """What was kept elsewhere, and holds."""
    if evidence.statements and whole:
        screen.verdict(f"Signed heads {evidence.statements:,}, each of them in the logs, the house's own included.")
    elif evidence.statements:
        screen.verdict(
            f"Signed heads {evidence.statements:,}: these logs hold what they say of them; they name others too."
        )
    if evidence.receipts:
        screen.verdict(f"Receipts {len(evidence.receipts):,}, each for what is in the books.")
    if (evidence.statements or evidence.receipts) and not has_signers:
        screen.verdict("Nobody has said whose key signed them: --signed-by does.")


def _list(screen: Screen, entries: Sequence[CutShort | Decided | Difference | NamedException]) -> None:
    for entry in entries[:_MOST_SHOWN]:
        screen.verdict(str(entry))
    if len(entries) > _MOST_SHOWN:
        screen.verdict(f"and {len(entries) - _MOST_SHOWN:,} more, which --json lists")
