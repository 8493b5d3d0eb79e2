"""What a house prints when it starts: every setting in force, those at their default too, and the ways in."""

from __future__ import annotations

import textwrap
from typing import Any, Final, TextIO

import msgspec

from punto.house.house import House
from punto.house.settings import Settings, TableSettings, shown_settings
from punto.table import Sign

_WIDTH: Final = 110
_SECONDS: Final = "_seconds"

_TORN: Final = "were no whole transaction: if nothing was cut short, hold the books to an audit (punto audit --heads)"
"""Printed after the number of octets: only an earlier audit shows whether an acknowledged transaction is missing."""


_HOW_IN: Final = {
    True: "The chips are play chips. To come in, follow a link; each is good until the house closes:",
    False: "No administrator has a password yet. Follow this link, which works once, and set one:",
}
"""The line above the links, of a demonstration and of any other house."""


_NOT_ON_SIGN: Final = {"private_for": "private for nobody", "alone_max": "alone max none"}
"""Words for a field that a sign lacks, where `no` before its name would be no English."""


def print_start(house: House, out: TextIO, port: int) -> None:
    """Prints every setting in force, and the links to sign in with."""
    settings = house.settings
    address = f"http://{f'[{settings.host}]' if ':' in settings.host else settings.host}:{port}"
    print(f"Punto is open at {address}", file=out)
    for name, value in (*setting_lines(settings), *_about(house)):
        print(f"  {name:<25}{value}", file=out)
    for live in house.floor.tables.values():
        for line in table_lines(live.settings, live.state.table.sign):
            print(f"    {line}", file=out)
    if house.links:
        print(f"  {_HOW_IN[settings.demo]}", file=out)
        # A cookie for https is not kept at the bare address behind the proxy.
        public = settings.origins[0].rstrip("/") if settings.https and settings.origins else address
        for name, secret in house.links.items():
            print(f"    {name:<18}{public}/sign-in/{secret}", file=out)
    print("  Not certified; running it for money needs a regulator's licence. Ctrl-C closes the house.", file=out)
    out.flush()


def _about(house: House) -> list[tuple[str, str]]:
    """The program's own hash, and how many tables there are."""
    changed = house.changed_at_start
    since = "the first start" if changed is None else f"{len(changed)} changed since the last start"
    if changed == []:
        since = "as at the last start"
    software = f"{house.manifest.digest[:16]}, {since}"
    lines = [("software", software), ("signing key", house.heads.key.public)]
    lines.append(("tables", str(len(house.settings.tables))))
    if house.torn:
        lines.append(("write-ahead log", f"{house.torn:,} octets at its end {_TORN}"))
    return [*lines, *(("closed unrevealed", f"{shoe}, whose key is lost") for shoe in house.abandoned)]


def setting_lines(settings: Settings) -> list[tuple[str, str]]:
    """Each setting of the house but its tables, with its value; a password in an address is not shown."""
    printed = shown_settings(settings)
    return [(name, _value(getattr(printed, name))) for name in Settings.__struct_fields__ if name != "tables"]


def _value(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}"
        case list():
            return " ".join(value) or "none"
        case _:
            return str(value) or "none"


def table_lines(table: TableSettings, sign: Sign | None) -> list[str]:
    """One table: who deals by which rules, its seconds, and the sign that stands on it now."""
    seconds = [name for name in TableSettings.__struct_fields__ if name.endswith(_SECONDS)]
    name = f" ({table.name})" if table.name else ""
    played = sign.rulebook if sign else f"{table.rulebook}, closed"
    lines = [f"{table.id}{name}: {played}, {table.dealer} dealer, {table.cards} cards"]
    lines += _listed("seconds", [f"{field.removesuffix(_SECONDS)} {getattr(table, field):g}" for field in seconds])
    if sign:
        fields = [field for field in Sign.__struct_fields__ if field not in ("rulebook", "sha256")]
        lines += _listed("sign", [_on_sign(field, getattr(sign, field)) for field in fields])
    return lines


def _on_sign(name: str, value: Any) -> str:
    words = name.replace("_", " ")
    if name == "commission" and value is None:
        return "commission as in the rulebook"
    if value is None or value is False or value is msgspec.UNSET or value in ({}, ""):
        return _NOT_ON_SIGN.get(name, f"no {words}")
    match value:
        case True:
            return words
        case int():
            return f"{words} {value:,}"
        case tuple():
            return f"{words} " + " ".join(f"{number:,}" for number in value)
        case dict():
            return f"{words} " + " ".join(f"{bet} {least:,} to {most:,}" for bet, (least, most) in value.items())
        case _:
            return f"{words} {value}"


def _listed(word: str, parts: list[str]) -> list[str]:
    text = f"{word}: " + ", ".join(parts)
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
