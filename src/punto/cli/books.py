"""Books named on the command line: a database in a file or on a server, or an exported log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from punto.kit import Refused
from punto.store import Log, Store, open_store, read_logs
from punto.store.engine import make_engine
from punto.store.migration import revision_of
from punto.store.seal import books_key_file, find_key

_SQLITE = b"SQLite format 3\0"
_LOG = b'{"line":'


def is_log(where: str) -> bool:
    """Whether this is an exported log and not a database; Refused if it is neither."""
    if "://" in where:
        return False
    try:
        with Path(where).open("rb") as opened:
            start = opened.read(len(_SQLITE))
    except OSError as error:
        raise Refused(code="unreadable", message=f"{where} cannot be read: {error.strerror or error}") from None
    if not start.startswith((_SQLITE, _LOG)):
        raise Refused(code="no_books", message=f"{where} is neither a database nor an exported log")
    return start.startswith(_LOG)


KeyFile = Annotated[
    Path | None,
    typer.Option(
        "--key", help="The house's key, where it lies neither beside the books nor in PUNTO_SHOE_KEY.", metavar="FILE"
    ),
]


def key_of(where: str, file: Path | None = None) -> bytes | None:
    """The house's key for these books: the file that is named, the environment, or beside them; None if nowhere."""
    if file is None:
        return find_key(books_key_file(where))
    if not file.exists():
        raise Refused(code="unreadable", message=f"{file} cannot be read: there is no such file")
    return find_key(file, {})


@contextmanager
def opened_to_write(where: str, key: Path | None = None) -> Iterator[Store]:
    """A store that is there already, to write to: with the house's key, where it is found."""
    with opened(where) as store:
        if (house_key := key_of(where, key)) is not None:
            store.check_with(house_key)
        yield store


@contextmanager
def opened(where: str) -> Iterator[Store]:
    """A store that is there already; no database is made where there is none."""
    if is_log(where):
        raise Refused(code="no_database", message=f"{where} is an exported log, and a database is needed")
    engine = make_engine(where)
    try:
        with engine.connect() as connection:
            if revision_of(connection) is None:
                raise Refused(code="no_books", message=f"{where.split('?')[0]} holds no books of this house")
    finally:
        engine.dispose()
    with open_store(where) as store:
        yield store


def logs(file: str) -> Iterator[Log]:
    """The logs in a file, one after another."""
    with Path(file).open(encoding="utf-8", errors="surrogateescape") as lines:
        yield from read_logs(lines)


def known_table(table: str, tables: Sequence[str]) -> str:
    """One of these tables; Refused with the known ones if it is none of them."""
    if table not in tables:
        raise Refused(
            code="no_such_table", message=f"there is no table {table[:60]!r}; known: {', '.join(tables) or 'none'}"
        )
    return table
