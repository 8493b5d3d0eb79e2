"""The message about a field that is wrong: msgspec's, with the allowed words where the field has a closed list."""

from __future__ import annotations

from enum import Enum
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec


def wrong_field(error: msgspec.ValidationError, struct: type[msgspec.Struct]) -> str:
    """msgspec's message; for a word that is not in the field's closed list, the list too."""
    sentence = str(error)
    place = sentence.partition("`$.")[2].rstrip("`")
    if not sentence.startswith("Invalid enum value") or place not in struct.__struct_fields__:
        return sentence
    word = sentence.removeprefix("Invalid enum value ").partition(" - at ")[0]
    return f"{place} cannot be {word}; known: {', '.join(_words(get_type_hints(struct)[place]))}"


def _words(hint: Any) -> list[str]:
    if get_origin(hint) is Literal:
        return [str(word) for word in get_args(hint)]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return [str(member.value) for member in hint]
    return [word for part in get_args(hint) for word in _words(part)]
