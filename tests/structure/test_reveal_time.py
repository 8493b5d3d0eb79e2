"""What follows from a card is told when every page has had the time to show the card."""

from __future__ import annotations

import re

from punto.house.settings import TableSettings
from structure.tree import PACKAGE

REVEAL = PACKAGE / "server" / "pages" / "lib" / "reveal.js"


def stages(text: str) -> dict[str, int]:
    """How many milliseconds each stage stands, as the pages' module has it."""
    [written] = re.findall(r"export const MS = \{ ([^}]+) \};", text)
    return {name: int(ms) for name, ms in re.findall(r"(\w+): (\d+)", written)}


def seconds_of_a_card(text: str) -> float:
    """How long a page takes to slide, turn and count a card."""
    ms = stages(text)
    return (ms["slide"] + ms["turn"] + ms["count"]) / 1000


def test_the_call_comes_after_the_last_card_was_shown() -> None:
    call = TableSettings(id="t", rulebook="easy-six").call_seconds
    assert seconds_of_a_card(REVEAL.read_text("utf-8")) < call


def test_a_page_that_takes_longer_is_noticed() -> None:
    slow = "export const MS = { slide: 900, turn: 430, count: 300, call: 1 };"
    assert seconds_of_a_card(slow) > TableSettings(id="t", rulebook="easy-six").call_seconds
