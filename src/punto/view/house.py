"""The house itself: its software, its books, its people, as they are answered."""

from __future__ import annotations

from typing import Literal

import msgspec

from punto.kit import Refusal


class ErrorView(msgspec.Struct, frozen=True):
    """The one shape of everything that is refused."""

    error: Refusal


class FileChange(msgspec.Struct, frozen=True, rename={"then": "was", "now": "is"}):
    """A file that is not as it was, with both hashes; an empty one where there was or is none."""

    name: str
    then: str
    now: str


class ManifestView(msgspec.Struct, frozen=True, kw_only=True):
    """Hashes of what the house runs on, taken now."""

    digest: str
    at_start: str
    changed: list[FileChange]
    changed_at_start: list[FileChange] | None
    """Since the start before; null at the first."""
    approved_by: str
    files: dict[str, str]
    versions: dict[str, str]


class AccountView(msgspec.Struct, frozen=True):
    account: str
    balance: int


class AccountGroup(msgspec.Struct, frozen=True):
    """Accounts of one kind: wallets, chips, layouts, floats, commissions, the cage, what is owed and kept."""

    kind: str
    balance: int
    accounts: list[AccountView]


class BooksView(msgspec.Struct, frozen=True):
    """What every account holds; the total is nothing, or the books are wrong."""

    total: int
    fault: str | None
    """The first account that does not hold what its postings say, or may not hold what it does."""
    groups: list[AccountGroup]


class MeView(msgspec.Struct, frozen=True, kw_only=True):
    """Whoever is signed in, and what they may do and see."""

    name: str
    role: str
    has_password: bool
    commands: list[str]
    views: list[str]
    wallet: int


class SignedIn(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    role: str
    landing: str


class SignedOut(msgspec.Struct, frozen=True, kw_only=True):
    signed_out: Literal[True] = True


class AccountChanged(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An account that was just made or changed, and what about it."""

    name: str
    role: str | msgspec.UnsetType = msgspec.UNSET
    disabled: bool | msgspec.UnsetType = msgspec.UNSET
    locked: bool | msgspec.UnsetType = msgspec.UNSET
    sessions: Literal["ended"] | msgspec.UnsetType = msgspec.UNSET


class PersonView(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    role: str
    disabled: bool
    locked: bool


class PeopleView(msgspec.Struct, frozen=True, kw_only=True):
    people: list[PersonView]
