"""What goes into the books: postings, events still to be written, and records as they stand."""

from __future__ import annotations

from typing import Final

import msgspec

from punto.table.postings import Posting

WALLET: Final = "wallet:"
"""Accounts that start so belong to a patron and are never below nothing."""

DEBT: Final = "owed:"
"""What a patron's wallet could not give when something was claimed from it."""

GENESIS: Final = "0" * 64
"""What stands before the first event of a table."""

LARGEST_BALANCE: Final = 9 * 10**18
"""Both engines store 63 bits; beyond them one refuses and the other, silently, goes on in floating point."""

_LARGEST: Final = 10**18

FORM: Final = 3
"""The form in which events are hashed now."""


class Asker(msgspec.Struct, frozen=True):
    """Who had given a command that waited for a second person, and who confirmed it."""

    by: str
    acting: str
    person: str
    session: str
    confirmer: str


class NewEvent(msgspec.Struct, frozen=True):
    """An event as the table decided it; the body is any plain value that JSON can say."""

    kind: str
    body: object
    postings: tuple[Posting, ...] = ()
    schema: int = 1
    coup: int = 0
    """The coup that was opened last, itself included; 0 before the first."""
    asker: Asker | None = None
    """Whose event it is, where somebody else's command carries it out."""

    def __post_init__(self) -> None:
        # Here and not in Posting: one that was tampered with must still be readable, to be found.
        for posting in self.postings:
            if not -_LARGEST <= posting.amount <= _LARGEST:
                raise ValueError(f"{posting.amount} on {posting.account!r} is more than the books hold")
            if posting.claim and (posting.amount >= 0 or not posting.account.startswith(WALLET)):
                raise ValueError(f"only a wallet can be claimed from, not {posting.amount} from {posting.account!r}")
        if total := sum(posting.amount for posting in self.postings):
            raise ValueError(f"the postings of {self.kind!r} sum to {total}, not to nothing")


class Key(msgspec.Struct, frozen=True):
    """A request that must be done once: its key, a digest of what it asked, what it was answered."""

    key: str
    digest: str
    answer: bytes


class SealedShoe(msgspec.Struct, frozen=True):
    """A shoe's order, encrypted; the number counts a table's shoes."""

    number: int
    sealed: bytes


class SlipNumber(msgspec.Struct, frozen=True):
    """The number that an event gives to a slip: the next of its business year, or nothing is written."""

    year: int
    number: int
    place: int
    """Which event of the batch gives it, from 0."""


class Batch(msgspec.Struct, frozen=True):
    """Everything one command changes, written whole or not at all.

    A refused command has no events but may keep its key, so that it is answered alike.
    """

    events: tuple[NewEvent, ...]
    at: str
    by: str
    command_id: str
    acting: str = ""
    person: str = ""
    """Who gave the command; empty where the house did it by itself."""
    session: str = ""
    """The public id of the session it came from, which tells nothing of its token."""
    key: Key | None = None
    shoe: SealedShoe | None = None
    slip: SlipNumber | None = None


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event as it stands in the log; `body` is the canonical text that was hashed."""

    table: str
    version: int
    at: str
    by: str
    acting: str
    command_id: str
    kind: str
    schema: int
    body: str
    postings: tuple[Posting, ...]
    previous_hash: str
    hash: str
    person: str = ""
    coup: int = 0
    form: int = 1
    """How it was hashed: since form 2 with person and coup, before without; of those both are derived. Since form 3
    with session and confirmer; events before have neither."""
    session: str = ""
    """The public id of the session that the command came from."""
    confirmer: str = ""
    """The second person, of a command that waited for one."""


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a table's log ends."""

    table: str
    version: int
    hash: str


class Snapshot(msgspec.Struct, frozen=True):
    """A table's state after an event, with that event's hash."""

    table: str
    version: int
    body: bytes
    hash: str


def start(table: str) -> Head:
    """The head of a table nobody has written to."""
    return Head(table, 0, GENESIS)
