"""What the auditor says of books that were tampered with in many ways, a line each.

`PYTHONPATH=tests ./run python -m audit.verdicts` writes the file that later auditors are held to; `--all` prints a line
for every way on every event, to hold two checkouts against each other.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from audit.recorded import LIBRARY, REAL, SHIFT, books, log, rehashed
from audit.test_tampering import DATABASE, FIELDS, flipped, leaves, other, put
from punto.audit import Account, Finding, audit_logs, audit_store
from punto.store import Log, StoreError, open_store
from punto.store.canonical import canonical

GOLDEN = Path(__file__).parent / "golden" / "verdicts.txt"

EVERY = 67
"""Of all ways, those that the suite tries."""

BESIDE = (
    "UPDATE heads SET version = version - 1",
    "DELETE FROM heads",
    "UPDATE accounts SET balance = balance + 1 WHERE account = 'wallet:ann'",
    "UPDATE snapshots SET body = CAST(replace(body, 'ann', 'eve') AS BLOB)",
    "UPDATE snapshots SET body = 'nothing'",
    "INSERT INTO postings VALUES ('north', 2, 7, 'wallet:eve', 0)",
    "DELETE FROM shoes",
    "DELETE FROM mentions WHERE name = 'ann'",
    "INSERT INTO mentions SELECT table_id, 'Nobody', max(version) + 900 FROM mentions",
    "UPDATE mentions SET name = CAST(X'ff' AS TEXT) WHERE version = (SELECT min(version) FROM mentions)",
    "UPDATE events SET body = CAST(X'7bff7d' AS TEXT) WHERE version = 30",
    "UPDATE events SET coup = coup + 1 WHERE version = 30",
)
"""What stands in the books beside the events."""


class _Books(NamedTuple):
    """Books, and what is done to them at which event."""

    source: Path
    statements: tuple[str, ...]
    version: int


Tampered = Log | _Books


def ways() -> Iterator[tuple[str, Callable[[], Tampered]]]:
    """Every way by name, made when it is asked for."""
    for name, text in (("sealed", SHIFT), ("real", REAL)):
        whole = log(text)
        records = whole.records
        yield f"{name} as it is", partial(Log, records, whole.head)
        for place, record in enumerate(records):
            at = f"{name} {place + 1} {record.kind}"
            before, after = records[:place], records[place + 1 :]
            for field in FIELDS:
                changed = replace(record, **{field: flipped(getattr(record, field))})
                yield f"{at} {field} flipped", partial(Log, (*before, changed, *after), whole.head)
            yield f"{at} left out", partial(Log, (*before, *after), whole.head)
            yield f"{at} left out, rehashed", partial(rehashed, (*before, *after))
            yield f"{at} twice, rehashed", partial(rehashed, (*before, record, record, *after))
            body = json.loads(record.body)
            for path, value in leaves(body):
                forged = replace(record, body=canonical(put(body, path, other(value))))
                yield f"{at} {path} forged", partial(rehashed, (*before, forged, *after))
            for number, way in enumerate(DATABASE):
                yield f"{at} database {number}", partial(_Books, books(text), way, record.version)
        for statement in BESIDE:
            yield f"{name}: {statement}", partial(_Books, books(text), (statement,), 0)


def verdict(way: Tampered, folder: Path) -> str:
    """The finding, and a hash of everything the audit answers."""
    account, finding = Account(), None
    try:
        if isinstance(way, Log):
            account, finding = audit_logs([way], LIBRARY.find)
        else:
            account, finding = _in_the_books(way, folder)
    except StoreError as error:
        return f"database: {error}"
    whole = msgspec.json.encode(
        (account.counts(), [str(one) for one in account.decided], [str(one) for one in account.differences])
    )
    return f"{finding} | {hashlib.sha256(whole).hexdigest()[:16]}"


def _in_the_books(way: _Books, folder: Path) -> tuple[Account, Finding | None]:
    file = folder / "books.db"
    shutil.copy(way.source, file)
    database = sqlite3.connect(file)
    for (trigger,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        database.execute(f"DROP TRIGGER {trigger}")
    for statement in way.statements:
        database.execute(statement, {"v": way.version} if ":v" in statement else {})
    database.commit()
    database.close()
    try:
        with open_store(file) as store:
            return audit_store(store, LIBRARY.find)
    finally:
        for left in folder.glob("books.db*"):
            left.unlink()


def lines(every: int = EVERY) -> Iterator[str]:
    with TemporaryDirectory() as folder:
        for number, (name, way) in enumerate(ways()):
            if number % every == 0 or name.endswith(BESIDE):
                yield f"{name}: {verdict(way(), Path(folder))}"


if __name__ == "__main__":
    if sys.argv[1:] == ["--all"]:
        for line in lines(1):
            print(line)
    else:
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text("".join(f"{line}\n" for line in lines()), encoding="utf-8")
