"""`punto keys`: the key that seals the shoes of a house and the secrets of its people, replaced by another."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from punto.cli.books import opened
from punto.cli.group import add_group
from punto.cli.options import AsJson
from punto.cli.output import print_json
from punto.cli.terminal.screen import Screen
from punto.kit import Refused
from punto.store.key_source import key_from_file, make_key_file
from punto.store.rotation import Rotated, rotate_key
from punto.store.seal import KEY_VARIABLES, books_key_file, find_key

_NEW = ".new"
"""The end of the name of the new key's file until it replaces the old one."""


def add_to(app: typer.Typer) -> None:
    keys = add_group(app, "keys", "The key of a house: change it.")
    keys.command("rotate", short_help="Give the key up for another, while the house is closed.")(rotate)


def rotate(
    books: Annotated[str, typer.Argument(metavar="DB", help="A SQLite file or a postgresql:// URL.")],
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="FILE", help="The new key's file, made if need be; without it beside the books."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Seal open shoes and second factors with another key; the house must be closed.

    The old key is found as the house finds it. Where it lies in a file beside the books the new one takes its place,
    and the old one is kept under another name, for backups of its time. Interrupted anywhere, the same command goes on.
    """
    beside = books_key_file(books)
    elsewhere = any(map(os.environ.get, KEY_VARIABLES))
    if elsewhere and to is None:
        message = "the key is not a file beside the books: say where the new one is, --to FILE"
        raise Refused(code="no_key", message=message)
    with opened(books):
        pass  # Refused where there are no books; no key is made then.
    draft = to or beside.with_name(beside.name + _NEW)
    old = find_key(beside)
    if old is None:
        raise Refused(code="no_key", message=f"there is no key to give up: {beside} is not there")
    try:
        make_key_file(draft)
    except OSError as error:
        raise Refused(code="unreadable", message=f"{draft} cannot be written: {error.strerror or error}") from None
    done = rotate_key(books, old, key_from_file(draft), datetime.now(UTC).isoformat())
    old_file = None if elsewhere or to else _exchange(beside, draft)
    if as_json:
        print_json(RotationReport(done, str(to or beside), old_file))
        return
    _print(Screen(), done, to or beside, old_file)


def _exchange(beside: Path, draft: Path) -> str:
    """Put the new key in the old one's place; the old one's file keeps its content under another name."""
    old_file = beside.with_name(f"{beside.name}.until-{datetime.now(UTC):%Y%m%dT%H%M%SZ}")
    beside.rename(old_file)
    draft.rename(beside)
    return str(old_file)


class RotationReport(msgspec.Struct, frozen=True):
    """A change of key as `--json` prints it."""

    sealed: Rotated
    key: str
    old_key: str | None


def _print(screen: Screen, done: Rotated, key: Path, old_file: str | None) -> None:
    screen.title("The house has another key", f"It lies in {key}, readable by you alone.")
    screen.verdict(f"Sealed anew: {done.shoes:,} shoes, {done.factors:,} second factors, every row beside the logs.")
    if done.left:
        screen.verdict(f"Of an older key and closed, so left as they are: {done.left:,} shoes.")
    if old_file:
        screen.verdict(f"The old key lies in {old_file}: keep it apart, as long as you keep backups of its time")
    else:
        screen.verdict("Have the house find the new key before its next start; keep the old one for older backups.")
