"""People, logs and the software itself, as they are answered."""

from __future__ import annotations

from typing import Literal

import msgspec

from punto.house.logbook import LogHead
from punto.server.shapes.shape import Shape


class Me(Shape, frozen=True, kw_only=True):
    name: str
    role: str
    has_password: bool
    commands: list[str]
    views: list[str]
    wallet: int


class SignedIn(Shape, frozen=True, kw_only=True):
    name: str
    role: str
    landing: str


class SignedOut(Shape, frozen=True, kw_only=True):
    signed_out: Literal[True]


class Somebody(Shape, frozen=True, kw_only=True):
    """An account after a change: what was changed is there."""

    name: str
    role: str | msgspec.UnsetType = msgspec.UNSET
    disabled: bool | msgspec.UnsetType = msgspec.UNSET
    locked: bool | msgspec.UnsetType = msgspec.UNSET
    sessions: Literal["ended"] | msgspec.UnsetType = msgspec.UNSET


class Person(Shape, frozen=True, kw_only=True):
    name: str
    role: str
    disabled: bool
    locked: bool


class People(Shape, frozen=True, kw_only=True):
    people: list[Person]


class FaultTold(Shape, frozen=True, kw_only=True):
    version: int
    why: str


class Verified(Shape, frozen=True, kw_only=True):
    """Whether a log is as it was written."""

    table: str
    whole: bool
    head: LogHead
    fault: FaultTold | None


class Change(Shape, frozen=True, kw_only=True, rename={"then": "was", "now": "is"}):
    """A file that is not as it was, with both hashes; an empty one where there was or is none."""

    name: str
    then: str
    now: str


class ManifestTold(Shape, frozen=True, kw_only=True):
    """Hashes of what the house runs on, taken now."""

    digest: str
    at_start: str
    changed: list[Change]
    changed_at_start: list[Change] | None
    """Since the start before; null at the first."""
    approved_by: str
    files: dict[str, str]
    versions: dict[str, str]
