"""The hash chain: every event holds the one before it fast, and the head holds the last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

import msgspec

from punto.store.canonical import canonical, plain
from punto.store.entry import Head, Record, start
from punto.table.postings import Posting

_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing in a log that is not as it was written."""

    table: str
    version: int
    why: str

    def __str__(self) -> str:
        return f"table {self.table}, event {self.version}: {self.why}"


def chained(
    head: Head,
    *,
    at: str,
    by: str,
    acting: str,
    command_id: str,
    kind: str,
    schema: int,
    body: str,
    postings: tuple[Posting, ...],
) -> Record:
    """The record that comes after this head."""
    version = head.version + 1
    content = (head.hash, head.table, version, at, by, acting, command_id, kind, schema, body)
    return Record(
        head.table,
        version,
        at,
        by,
        acting,
        command_id,
        kind,
        schema,
        body,
        postings,
        head.hash,
        _hash(content, postings),
    )


def hash_of(record: Record) -> str:
    """SHA-256, in hex, over a JSON array of the record's fields.

    `[previous hash, table, version, at, by, acting, command id, kind, schema, body text, [[account, amount], …]]`,
    UTF-8, without spaces: anybody can make it again with a few lines of any language.
    """
    content = (
        record.previous_hash,
        record.table,
        record.version,
        record.at,
        record.by,
        record.acting,
        record.command_id,
        record.kind,
        record.schema,
        record.body,
    )
    return _hash(content, record.postings)


def _hash(content: tuple[object, ...], postings: tuple[Posting, ...]) -> str:
    lines = [(posting.account, posting.amount) for posting in postings]
    return sha256(_encode((*content, lines))).hexdigest()


def verify_chain(records: Iterable[Record], head: Head, *, after: Head | None = None) -> Fault | None:
    """The first event at fault between `after` (the beginning, if not given) and the head, or None.

    The head is what makes a log's missing end visible: take it from somewhere the
    log's keeper cannot write, and a wholly rewritten log is found as well.
    """
    last = after or start(head.table)
    for record in records:
        if why := _fault_of(record, last):
            return Fault(last.table, record.version, why)
        last = Head(last.table, record.version, record.hash)
    if last.version < head.version:
        return Fault(
            head.table, last.version + 1, f"missing: the log ends at {last.version}, its head says {head.version}"
        )
    if last.version > head.version:
        return Fault(head.table, head.version + 1, f"comes after the log's head, which says {head.version}")
    if last != head:
        return Fault(head.table, head.version, "its hash is not the head's")
    return None


def _fault_of(record: Record, last: Head) -> str | None:
    if record.table != last.table:
        return f"belongs to table {record.table}"
    if record.version != last.version + 1:
        return f"follows event {last.version}: {last.version + 1} was expected"
    if record.previous_hash != last.hash:
        return "does not name the hash of the event before it"
    try:
        hashed = hash_of(record)
        written = canonical(plain(record.body))
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        return f"cannot be read: {error}"
    if hashed != record.hash:
        return "its content does not give its hash"
    if written != record.body:
        return "its body is not in canonical form"
    if total := sum(posting.amount for posting in record.postings):
        return f"its postings sum to {total}, not to nothing"
    return None
