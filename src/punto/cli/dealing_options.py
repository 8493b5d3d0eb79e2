"""Options of commands that deal many shoes: cut, burn, seed, engine, and large numbers as people type them."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from punto.kernel.deal import BURN_BY_FIRST_CARD
from punto.kit import Refused

Cut = Annotated[int, typer.Option(help="Cards behind the cut card.")]
Burn = Annotated[str, typer.Option(help="`first` turns a card and burns its count; or `none`, or a number.")]
Seed = Annotated[int, typer.Option(help="Everything follows from this number.")]
Threads = Annotated[int | None, typer.Option(help="Threads; all cores by default.")]
On = Annotated[str, typer.Option(help="`threads`, `gpu`, `dask` (a local cluster) or tcp://… of a scheduler.")]

_TYPED = re.compile(r"(\d{1,24})(?:\.(\d{1,24}))?(?:[eE]\+?(\d{1,2}))?")
"""1000000, 1,000,000 or 1e6."""


def burn_of(text: str) -> int:
    """Cards to burn, as the kernel's argument."""
    if text == "first":
        return BURN_BY_FIRST_CARD
    if text == "none":
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise Refused(code="bad_burn", message=f"--burn {text[:40]!r} is neither `first`, `none` nor a number of cards")
    return int(text)


def quantity(text: str, option: str, most: int) -> int:
    """A whole number from 1 to the most that makes sense; Refused with the option's name otherwise."""
    match = _TYPED.fullmatch(text.replace(",", "").replace("_", ""))
    if match is None:
        raise Refused(code="not_a_number", message=f"{option} {text[:40]!r} is not a number; write 1000000 or 1e6")
    whole, part, power = match[1], match[2] or "", int(match[3] or 0)
    if len(part.rstrip("0")) > power:
        raise Refused(code="not_whole", message=f"{option} {text[:40]} is not a whole number")
    number = int(whole + part.ljust(power, "0")[:power])
    if not 1 <= number <= most:
        raise Refused(code="out_of_range", message=f"{option} {text[:40]} cannot be done: 1 to {most:,} can")
    return number
