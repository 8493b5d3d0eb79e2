"""`punto table`: a shift run from a script, one JSON command a line, in memory or on durable books."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from punto.cli.lines import log_batches
from punto.cli.options import RulebookFolders, library
from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refusal, Refused
from punto.kit.json_line import read_object
from punto.rulebook import FindRulebook
from punto.table import Command, Event, Table
from punto.table.script import SCRIPT_KEYS, Script, Standing, read_command, standing

Answer = Sequence[Event] | Refusal
Do = Callable[[Command], Answer]
Look = Callable[[], tuple[Table, dict[str, int]]]


def add_to(app: typer.Typer) -> None:
    app.command("table")(table)


def table(
    file: Annotated[Path, typer.Argument(help="A file with one JSON command a line, or - for standard input.")],
    with_summary: Annotated[bool, typer.Option("--summary", help="End with phase, boxes and balances.")] = False,
    db: Annotated[
        str | None, typer.Option("--db", help="Keep it on durable books: a SQLite file or a postgresql:// URL.")
    ] = None,
    name: Annotated[str, typer.Option("--table", help="The table's name in the books.")] = "1",
    rulebooks: RulebookFolders = None,
) -> int:
    """Run a table from a script: one JSON command a line in, its events or its refusal out.

    Exit status 0 if every command was carried out, 1 if any was refused.
    """
    find = library(rulebooks).find
    with _on_books(db, name, find) if db is not None else _in_memory(name, find) as (do, look):
        encoder = msgspec.json.Encoder()
        all_done = True
        for lines in log_batches(file, SCRIPT_KEYS):
            answers = [_answer(do, line) for line in lines]
            all_done = all_done and not any(isinstance(answer, Refusal) for answer in answers)
            sys.stdout.buffer.write(encoder.encode_lines(list(map(_line, answers, lines.numbers))))
            sys.stdout.buffer.flush()  # A caller may wait for the answers before it sends the next line.
        if with_summary:
            sys.stdout.buffer.write(encoder.encode(SummaryLine(standing(*look()))) + b"\n")
    return 0 if all_done else 1


@contextmanager
def _in_memory(name: str, find: FindRulebook) -> Iterator[tuple[Do, Look]]:
    script = Script(find, seal_shoe, name)
    yield script.do, lambda: (script.state.table, script.ledger.balances)


@contextmanager
def _on_books(db: str, name: str, find: FindRulebook) -> Iterator[tuple[Do, Look]]:
    """A table of the books; the key of its shoes comes from the environment or lies beside the database file."""
    # Databases take a moment to load, and most scripts need none.
    from punto.house.settings_log import recorded_calendar
    from punto.house.tables.desk import Desk
    from punto.house.tables.lost_key import house_key
    from punto.store import key_file, open_store
    from punto.store.seal import KEY_VARIABLE, KEY_VARIABLES

    if not 0 < len(name) <= 60 or not name.isprintable():
        raise Refused(code="bad_name", message="a table's name is 1 to 60 printable characters")
    if "://" in db:
        if not any(map(os.environ.get, KEY_VARIABLES)):
            raise Refused(code="no_key", message=f"a database on a server needs the key of its shoes in {KEY_VARIABLE}")
        file = Path()
    else:
        file = key_file(Path(db))
    with open_store(db) as store:
        key = house_key(store, file, name)
        store.use_key(key)
        desk = Desk(
            store,
            name,
            find,
            key=key,
            seal_shoe=seal_shoe,
            now=lambda: datetime.now(UTC).isoformat(),
            calendar=recorded_calendar(store),
        )

        def do(command: Command) -> Answer:
            answer = desk.do(command)
            return answer if isinstance(answer, Refusal) else answer.events

        yield do, lambda: (desk.refresh().table, store.ledger.balances())


def _answer(do: Do, line: bytes) -> Answer:
    try:
        return do(read_command(read_object(line)))
    except Refused as refused:
        return refused.refusal


class RefusedLine(msgspec.Struct, frozen=True):
    """Why a command was not carried out; the sentence names its line of the file."""

    refusal: Refusal


class DoneLine(msgspec.Struct, frozen=True):
    events: Sequence[Event]


class SummaryLine(msgspec.Struct, frozen=True):
    summary: Standing


def _line(answer: Answer, number: int) -> RefusedLine | DoneLine:
    return RefusedLine(answer.at_line(number)) if isinstance(answer, Refusal) else DoneLine(answer)
