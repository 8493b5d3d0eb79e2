"""Large numbers as people type them: 1000000, 1,000,000 or 1e6."""

from __future__ import annotations

import re

from punto.kit import Refused

_TYPED = re.compile(r"(\d{1,24})(?:\.(\d{1,24}))?(?:[eE]\+?(\d{1,2}))?")


def quantity(text: str, option: str, most: int) -> int:
    """A whole number from 1 to the most that makes sense; Refused with the option's name otherwise."""
    found = _TYPED.fullmatch(text.replace(",", "").replace("_", ""))
    if found is None:
        raise Refused(code="not_a_number", message=f"{option} {text[:40]!r} is not a number; write 1000000 or 1e6")
    whole, part, power = found[1], found[2] or "", int(found[3] or 0)
    if len(part.rstrip("0")) > power:
        raise Refused(code="not_whole", message=f"{option} {text[:40]} is not a whole number")
    number = int(whole + part.ljust(power, "0")[:power])
    if not 1 <= number <= most:
        raise Refused(code="out_of_range", message=f"{option} {text[:40]} cannot be done: 1 to {most:,} can")
    return number
