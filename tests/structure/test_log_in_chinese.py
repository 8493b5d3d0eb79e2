"""The audit page has a Chinese word for every kind of event in the log, and for every field that it shows."""

import re
from typing import Final, get_args

import msgspec

from punto.house.tables.switches import SwitchEntry
from punto.table.events import AnyEvent
from structure.page_words import PAGES

LEFT_OUT: Final = {"cite", "message", "sha256", "order", "salt", "lines", "shares", "stakes", "sign"}
"""What stands beside an event anyway, or only when it is unfolded."""


def words(name: str, script: str) -> set[str]:
    block = script.partition(f"export const {name} = {{")[2].partition("\n};")[0]
    return set(re.findall(r'(\w+): "[^"]+"', block))


def test_every_event_and_field_has_a_chinese_word() -> None:
    script = (PAGES / "audit.zh.js").read_text(encoding="utf-8")
    events: tuple[type[msgspec.Struct], ...] = get_args(AnyEvent)
    structs: list[type[msgspec.Struct]] = [*events, SwitchEntry]
    kinds = {str(event.__struct_config__.tag) for event in events} | {"disabled", "enabled"}
    fields = {field for struct in structs for field in struct.__struct_fields__}
    assert kinds - words("KINDS", script) == set()
    assert fields - LEFT_OUT - words("FIELDS", script) == set()


def test_a_word_that_is_missing_is_seen() -> None:
    script = 'export const KINDS = {\n  bet_placed: "下注",\n};\nexport const FIELDS = {\n  box: "注區",\n};\n'
    assert words("KINDS", script) == {"bet_placed"}
    assert words("FIELDS", script) == {"box"}
