"""A struct with further fields: what a wider view shows of a narrower one is copied from it, field by field."""

from __future__ import annotations

from typing import TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


def extended(kind: type[T], narrow: msgspec.Struct, **further: object) -> T:
    """The fields of `narrow` and these further ones, as the wider struct; a further one stands in place of its like."""
    return kind(**({name: getattr(narrow, name) for name in narrow.__struct_fields__} | further))
