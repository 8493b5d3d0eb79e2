"""Failures of what a store depends on: a file, a server, a key."""

from __future__ import annotations

from punto.kit.refusal import Refused


class StoreError(Refused):
    """The database, its key or a log is not as it must be; code and sentence are in `refusal`."""


class Contended(StoreError):
    """Another process was first, or a deadlock was broken: the same may succeed when tried again."""
