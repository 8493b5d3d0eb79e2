"""The hash chain: every event holds the one before it fast, and the head holds the last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

import msgspec
from msgspec.structs import astuple

from punto.store.canonical import canonical, plain
from punto.store.derived import CoupCount, person_of
from punto.store.entry import FORM, Head, Record, start
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
    person: str,
    session: str,
    confirmer: str,
    command_id: str,
    coup: int,
    kind: str,
    schema: int,
    body: str,
    postings: tuple[Posting, ...],
) -> Record:
    """The record that comes after this head."""
    version = head.version + 1
    giver = (by, acting, person, session, confirmer)
    content = (FORM, head.hash, head.table, version, at, *giver, command_id, coup, kind, schema, body)
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
        person,
        coup,
        FORM,
        session,
        confirmer,
    )


def hash_of(record: Record) -> str:
    """SHA-256, in hex, over a JSON array of the record's fields.

    `[3, previous hash, table, version, at, by, acting, person, session, confirmer, command id, coup, kind, schema,
    body text, [[account, amount], …]]`, UTF-8, without spaces: anybody can compute it again with a few lines of any
    language. Form 2 has neither session nor confirmer; form 1 has neither the number at its beginning nor person and
    coup besides.
    """
    r = record
    content: tuple[object, ...] = (r.previous_hash, r.table, r.version, r.at, r.by, r.acting)
    if r.form == 1:
        content = (*content, r.command_id, r.kind, r.schema, r.body)
    else:
        content = (r.form, *content, r.person, *((r.session, r.confirmer) if r.form > 2 else ()))
        content = (*content, r.command_id, r.coup, r.kind, r.schema, r.body)
    return _hash(content, record.postings)


def _hash(content: tuple[object, ...], postings: tuple[Posting, ...]) -> str:
    lines = [(posting.account, posting.amount) for posting in postings] if postings else ()
    return sha256(_encode((*content, lines))).hexdigest()


def verify_chain(records: Iterable[Record], head: Head, *, after: Head | None = None) -> Fault | None:
    """The first event at fault between `after` (the beginning, if not given) and the head, or None.

    The head is what makes a log's missing end visible: take it from somewhere the
    log's keeper cannot write, and a wholly rewritten log is found as well.
    """
    check = ChainCheck(head, after)
    for record in records:
        if fault := check.take(record):
            return fault
    return check.end()


class ChainCheck:
    """Verifies a chain record by record, for a caller that reads each of them anyway."""

    def __init__(self, head: Head, after: Head | None = None) -> None:
        self._head = head
        self._last = after or start(head.table)
        self._form = 1
        self._coups = CoupCount(None if after else 0)

    def take(self, record: Record) -> Fault | None:
        """What is wrong with the next record; not to be called after the first fault."""
        if why := _fault_of(record, self._last, self._form) or _misfiled(record, self._coups):
            return Fault(self._last.table, record.version, why)
        self._last, self._form = Head(self._last.table, record.version, record.hash), record.form
        return None

    def end(self) -> Fault | None:
        """What is wrong with where the log ends."""
        last, head = self._last, self._head
        if last.version < head.version:
            return Fault(
                head.table, last.version + 1, f"missing: the log ends at {last.version}, its head says {head.version}"
            )
        if last.version > head.version:
            return Fault(head.table, head.version + 1, f"comes after the log's head, which says {head.version}")
        if last != head:
            return Fault(head.table, head.version, "its hash is not the head's")
        return None


def _fault_of(record: Record, last: Head, form: int) -> str | None:
    if record.form != form and record.form not in range(form, FORM + 1):
        return f"is hashed in form {record.form}, after events in form {form}"
    if record.table != last.table:
        return f"belongs to table {record.table}"
    if bytes in map(type, astuple(record)):  # Written in JSON as a text, whose hash they would give.
        return "holds octets where a text belongs"
    if record.version != last.version + 1:
        return f"follows event {last.version}: {last.version + 1} was expected"
    if record.previous_hash != last.hash:
        return "does not name the hash of the event before it"
    try:
        hashed = hash_of(record)
        canonical_body = canonical(plain(record.body))
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        return f"cannot be read: {error}"
    if hashed != record.hash:
        return "its content does not give its hash"
    if canonical_body != record.body:
        return "its body is not in canonical form"
    if record.postings and (total := sum([posting.amount for posting in record.postings])):
        return f"its postings sum to {total}, not to nothing"
    return None


def _misfiled(record: Record, coups: CoupCount) -> str | None:
    """What the columns of an older event say otherwise than the event itself; later ones are under the hash."""
    if record.form < 3 and (record.session or record.confirmer):
        return "names a session or a second person, and is hashed in a form that knew neither"
    if record.form != 1:
        return None
    coup = coups.at(record.kind, record.body)
    if coup is None:
        coup = coups.coup = record.coup
    derived = (person_of(record.table, record.by, record.command_id), coup)
    if (record.person, record.coup) != derived:
        return f"is filed under {(record.person, record.coup)}, and what it says gives {derived}"
    return None
