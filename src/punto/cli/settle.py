"""`punto settle`: one JSON object a line in and out, for checking somebody else's log."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from punto.cli.lines import log_batches
from punto.cli.options import AsOfText, RulebookFolders, library
from punto.rulebook.bulk import SLIP_KEYS, BulkSettlement


def add_to(app: typer.Typer) -> None:
    app.command("settle")(settle)


def settle(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A file with one JSON object a line, or - for standard input.")
    ],
    as_of: AsOfText = None,
    rulebooks: RulebookFolders = None,
) -> int:
    """Settle coups in bulk: one JSON object a line in, one out.

    In: {"rulebook":"easy-six","cards":"3h 9c 3d 5s 9d","bets":{"player":10000}}, where wanted
    with "insurance":[{"window","insures","stake"}] and "settings":{"commission","rounding","decks"}.

    A refusal says which line of the file it is about.

    Exit status 0 if every line was ok, 1 if any was refused, 2 if nothing could be read.
    """
    settlement = BulkSettlement(library(rulebooks, as_of))
    all_ok = True
    for lines in log_batches(file, SLIP_KEYS):
        answers, ok = settlement.answers(lines, lines.numbers)
        all_ok = all_ok and ok
        sys.stdout.buffer.write(answers)
        sys.stdout.buffer.flush()  # A caller may wait for the answers before it sends the next line.
    return 0 if all_ok else 1
