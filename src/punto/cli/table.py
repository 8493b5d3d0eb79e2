"""`punto table`: a shift run from a script, one JSON command a line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from punto.cli.lines import batches, read_object
from punto.cli.options import RulebookFolders, library
from punto.house.shuffler import seal_shoe
from punto.kit import Refusal, Refused
from punto.table import Event
from punto.table.script import Script, read_command, summary


def add_to(app: typer.Typer) -> None:
    app.command("table")(table)


def table(
    file: Annotated[Path, typer.Argument(help="A file with one JSON command a line, or - for standard input.")],
    with_summary: Annotated[bool, typer.Option("--summary", help="End with phase, boxes and balances.")] = False,
    rulebooks: RulebookFolders = None,
) -> int:
    """Run a table from a script: one JSON command a line in, its events or its refusal out.

    Exit status 0 if every command was carried out, 1 if any was refused.
    """
    script = Script(library(rulebooks).find, seal_shoe)
    encoder = msgspec.json.Encoder()
    all_done = True
    for lines in batches(file):
        answers = [_answer(script, line) for line in lines]
        all_done = all_done and not any(isinstance(answer, Refusal) for answer in answers)
        sys.stdout.buffer.write(encoder.encode_lines([_told(answer) for answer in answers]))
        sys.stdout.buffer.flush()  # Whoever waits for an answer before the next line gets it.
    if with_summary:
        sys.stdout.buffer.write(encoder.encode({"summary": summary(script)}) + b"\n")
    return 0 if all_done else 1


def _answer(script: Script, line: bytes) -> list[Event] | Refusal:
    try:
        return script.do(read_command(read_object(line)))
    except Refused as refused:
        return refused.refusal


def _told(answer: list[Event] | Refusal) -> dict[str, Any]:
    return {"refusal": answer.as_dict()} if isinstance(answer, Refusal) else {"events": answer}
