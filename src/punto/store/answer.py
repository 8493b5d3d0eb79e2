"""How an append ends: written, or why nothing was."""

from __future__ import annotations

from dataclasses import dataclass

from punto.store.entry import Batch, Record


@dataclass(frozen=True, slots=True)
class Append:
    """A batch for a table that is believed to stand at a version."""

    table: str
    expected_version: int
    batch: Batch
    epoch: int | None = None
    """The table's lease under which it was decided, where its process holds it."""


@dataclass(frozen=True, slots=True)
class Appended:
    """Durably written; the records carry the postings as they were really made."""

    version: int
    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """The table stands at another version: read on and decide again."""

    version: int


@dataclass(frozen=True, slots=True)
class WalletShort:
    """A wallet holds less than an event takes from it."""

    account: str
    balance: int
    amount: int


@dataclass(frozen=True, slots=True)
class AlreadyDone:
    """The same request was done before; this is what it was answered then."""

    answer: bytes


@dataclass(frozen=True, slots=True)
class KeyReused:
    """The key belongs to another request."""

    key: str


@dataclass(frozen=True, slots=True)
class Fenced:
    """Another process has taken the table's lease over: nothing is written under the old one."""

    epoch: int
    """The lease's epoch now."""


@dataclass(frozen=True, slots=True)
class NumberTaken:
    """Another slip has the number: take the next and decide again."""

    number: int


Answer = Appended | Conflict | WalletShort | AlreadyDone | KeyReused | Fenced | NumberTaken
