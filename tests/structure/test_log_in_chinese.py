"""The audit page has a Chinese word for every kind of event in the log, and for every field that it shows."""

from typing import Final, get_args

import msgspec

from punto.house.tables.switches import SwitchEntry
from punto.table.events import AnyEvent
from structure.page_words import PAGES, words_of

LEFT_OUT: Final = {"cite", "message", "sha256", "order", "salt", "lines", "shares", "stakes", "sign", "session"}
"""What stands beside an event anyway, or only when it is unfolded."""


def under(beginning: str, words: dict[str, str]) -> set[str]:
    return {key.removeprefix(beginning) for key in words if key.startswith(beginning)}


def test_every_event_and_field_has_a_chinese_word() -> None:
    words = words_of(PAGES / "audit", "zh")
    events: tuple[type[msgspec.Struct], ...] = get_args(AnyEvent)
    structs: list[type[msgspec.Struct]] = [*events, SwitchEntry]
    kinds = {str(event.__struct_config__.tag) for event in events} | {"disabled", "enabled"}
    fields = {field for struct in structs for field in struct.__struct_fields__}
    assert kinds - under("audit.kind.", words) == set()
    assert fields - LEFT_OUT - under("audit.field.", words) == set()


def test_a_word_that_is_missing_is_seen() -> None:
    words = {"audit.kind.bet_placed": "下注", "audit.field.box": "注區"}
    assert under("audit.kind.", words) == {"bet_placed"}
    assert under("audit.field.", words) == {"box"}
