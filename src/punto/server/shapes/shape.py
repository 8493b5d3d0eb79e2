"""What every shape is, and those that all routes share."""

from __future__ import annotations

import msgspec


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """A JSON object by its fields; those that are UNSET may be missing."""


class Refusal(Shape, frozen=True, kw_only=True):
    """Why something was refused."""

    code: str
    cite: str
    """The paragraph, where there is one."""
    message: str
    """A sentence in English, with the figures in it."""


class Error(Shape, frozen=True, kw_only=True):
    """One shape for everything that is refused."""

    error: Refusal


class Words(Shape, frozen=True, kw_only=True):
    """A name in both languages."""

    en: str
    zh: str
