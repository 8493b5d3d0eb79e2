"""A struct with further fields: a wider view copies the fields of a narrower one."""

from __future__ import annotations

from typing import TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


def extended(kind: type[T], narrow: msgspec.Struct, **further: object) -> T:
    """The fields of `narrow` and the further ones, as the wider struct; a further field replaces one of its name."""
    return kind(**({name: getattr(narrow, name) for name in narrow.__struct_fields__} | further))
