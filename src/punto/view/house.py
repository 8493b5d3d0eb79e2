"""Answers about the house itself: its software, its books, its people."""

from __future__ import annotations

from datetime import datetime
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


class SessionView(msgspec.Struct, frozen=True, kw_only=True):
    """When a session ends: at `idle_until` unless it is used before, at `ends_at` in any case; null for a display."""

    now: datetime
    idle_until: datetime | None
    ends_at: datetime | None
    report_seconds: float
    """A page reports a key, a click or a touch at most this often."""


class MeView(msgspec.Struct, frozen=True, kw_only=True):
    """The person who is signed in, and what they may do and see."""

    name: str
    role: str
    has_password: bool
    owes: Literal["password", "second_factor"] | None
    """What must be done before anything else: a password of one's own, or a second factor."""
    second_factor: bool
    recovery_codes: int
    """How many are left."""
    commands: list[str]
    views: list[str]
    wallet: int
    session: SessionView


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
    second_factor: bool | msgspec.UnsetType = msgspec.UNSET


class QrView(msgspec.Struct, frozen=True, kw_only=True):
    """A QR code as the path of an SVG: dark squares in a field of `size` by `size`, with the margin it needs."""

    size: int
    path: str


class NewFactorView(msgspec.Struct, frozen=True, kw_only=True):
    """A second factor that waits for its first code: the secret as it is typed, and as an app reads it."""

    secret: str
    address: str
    qr: QrView


class RecoveryCodesView(msgspec.Struct, frozen=True, kw_only=True):
    """Recovery codes, each good once; they are shown only here."""

    name: str
    codes: list[str]


class PersonView(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    role: str
    disabled: bool
    locked: bool
    locked_at: list[str]
    """The addresses from which nobody may try this account at present."""
    second_factor: bool


class PeopleView(msgspec.Struct, frozen=True, kw_only=True):
    people: list[PersonView]
