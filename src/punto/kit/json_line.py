"""A line that is one JSON object, read strictly, however long or broken it is."""

from __future__ import annotations

import json
from typing import Any

from punto.kit.refusal import Refused

LINE_LIMIT = 64 * 1024
"""A longer line is no command and no settled coup."""


def read_object(line: bytes) -> dict[str, Any]:
    """The JSON object on a line; Refused if it is anything else.

    The standard library's reader, because it shows every key: one that is given
    twice is refused, since nobody can say which was meant.
    """
    if len(line) > LINE_LIMIT:
        raise Refused(code="line_too_long", message=f"the line is longer than {LINE_LIMIT:,} bytes")
    try:
        # Decoded first: left to itself the reader would also take other encodings.
        value = json.loads(line.decode(), object_pairs_hook=_unique_keys, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise Refused(code="not_utf8", message=f"byte {error.start} of the line is not UTF-8") from None
    except RecursionError:
        raise Refused(code="not_json", message="the line is not JSON: it is nested too deep") from None
    except json.JSONDecodeError as error:
        # The decoder's own message has a line number, which would stand beside the number of the line in its file.
        fault = f"{error.msg[:1].lower()}{error.msg[1:100]}, at character {error.pos + 1}"
        raise Refused(code="not_json", message=f"the line is not JSON: {fault}") from None
    except ValueError:  # Python reads no number of thousands of digits.
        raise Refused(
            code="not_json", message="the line is not JSON that can be read: a number in it has too many digits"
        ) from None
    if not isinstance(value, dict):
        raise Refused(code="wrong_type", message="a line is one JSON object")
    return value


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Refused(code="duplicate_key", message=f"the key {twice[:40]!r} is given twice")
    return values


def _no_constant(word: str) -> None:
    raise Refused(code="not_json", message=f"the line is not JSON: {word} is no number")
