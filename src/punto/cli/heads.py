"""`punto heads`: where every log of the books ends, signed, to be kept where the house cannot write."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from punto.cli.books import opened
from punto.cli.options import AsJson
from punto.cli.output import print_json
from punto.cli.terminal.screen import Screen
from punto.kit import Refused
from punto.store import heads_line, make_signing_key, sign_heads, signing_key
from punto.store.private import append_private

_PUBLIC = ".pub"
"""The end of the name of the file with the public part."""


def add_to(app: typer.Typer) -> None:
    app.command("heads")(heads)


def heads(
    books: Annotated[str | None, typer.Argument(metavar="[DB]", help="A SQLite file or a postgresql:// URL.")] = None,
    key: Annotated[
        str, typer.Option("--key", metavar="FILE", help="The file with the key that signs; - for standard input.")
    ] = "",
    key_command: Annotated[
        str, typer.Option("--key-command", metavar="COMMAND", help="What prints that key; it is run without a shell.")
    ] = "",
    append: Annotated[
        Path | None, typer.Option("--append", metavar="FILE", help="Add the line to this file, and print nothing.")
    ] = None,
    new_key: Annotated[
        Path | None, typer.Option("--new-key", metavar="FILE", help="Make a key; its public part goes to FILE.pub.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Sign where every log of the books ends, the house's own included: one line of JSON.

    Kept where the house cannot write, it shows later whether a log was cut or written anew (punto audit --heads).
    The house may be open. The key need not lie on this machine.
    """
    if new_key is not None:
        if books or key or key_command or append:
            raise Refused(code="bad_request", message="--new-key makes a key and signs nothing; give it alone")
        _make(new_key, as_json)
        return
    if books is None:
        raise Refused(code="no_books", message="say whose heads: punto heads DB --key FILE")
    signer = signing_key(key, key_command, sys.stdin.read(4096) if key == "-" else None)
    if signer is None:
        raise Refused(code="no_key", message="say with which key: --key FILE, --key - or --key-command COMMAND")
    with opened(books) as store:
        line = heads_line(sign_heads(store, signer, datetime.now(UTC)))
    if append is None:
        sys.stdout.write(line.decode())
        return
    try:
        with append_private(append) as file:
            file.write(line.decode())
    except OSError as error:
        raise Refused(code="unreadable", message=f"{append} cannot be written: {error.strerror or error}") from None


class NewKeyReport(msgspec.Struct, frozen=True):
    """A new key as `--json` prints it: its public part, and where both lie."""

    key: str
    file: str
    public_file: str


def _make(file: Path, as_json: bool) -> None:
    """A new key, and a file with its public part to hand out."""
    key = make_signing_key(file)
    public = file.with_name(file.name + _PUBLIC)
    try:
        public.write_text(key.public + "\n", encoding="utf-8")
    except OSError as error:
        raise Refused(code="unreadable", message=f"{public} cannot be written: {error.strerror or error}") from None
    if as_json:
        print_json(NewKeyReport(key.public, str(file), str(public)))
        return
    screen = Screen()
    screen.title("A key that signs heads", key.public)
    screen.verdict(f"The key lies in {file}, readable by you alone: keep it off the machine that serves")
    screen.verdict(f"Its public part lies in {public}: give it to whoever audits (--signed-by)")
