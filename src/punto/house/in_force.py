"""Settings in force, in words, as a house prints them when it starts: those at their default too."""

from __future__ import annotations

import textwrap
from typing import Any, Final

import msgspec

from punto.house.settings import Settings, TableSettings, without_password
from punto.table import Sign

_WIDTH: Final = 110
_SECONDS: Final = "_seconds"


def setting_lines(settings: Settings) -> list[tuple[str, str]]:
    """Each setting of the house but its tables, with its value; a password in a database's URL is not shown."""
    shown = msgspec.structs.replace(settings, database=without_password(settings.database))
    return [(name, _value(getattr(shown, name))) for name in Settings.__struct_fields__ if name != "tables"]


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
    lines += _listed("seconds", [f"{one.removesuffix(_SECONDS)} {getattr(table, one):g}" for one in seconds])
    if sign:
        shown = [one for one in Sign.__struct_fields__ if one not in ("rulebook", "sha256")]
        lines += _listed("sign", [_on_sign(one, getattr(sign, one)) for one in shown])
    return lines


def _on_sign(name: str, value: Any) -> str:
    words = name.replace("_", " ")
    if name == "commission" and value is None:
        return "commission as in the rulebook"
    if value is None or value is False or value in ({}, ""):
        return f"no {words}"
    match value:
        case True:
            return words
        case int():
            return f"{words} {value:,}"
        case dict():
            return f"{words} " + " ".join(f"{bet} {least:,} to {most:,}" for bet, (least, most) in value.items())
        case _:
            return f"{words} {value}"


def _listed(word: str, said: list[str]) -> list[str]:
    text = f"{word}: " + ", ".join(said)
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
