"""The page on what holds each row names every table of the schema, and says of each what the program does."""

from __future__ import annotations

import re
from pathlib import Path

from punto.store.moment import NEEDING_KEY
from punto.store.schema import REVISIONS, metadata

PAGE = (Path(__file__).parents[2] / "docs" / "books.md").read_text("utf-8")


def told(page: str = PAGE) -> dict[str, str]:
    """By table: what the page says it is held by."""
    return dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", page, re.M))


def test_every_table_is_told_once_and_in_one_of_three_ways() -> None:
    names = re.findall(r"^\| `(\w+)` \| (?:\w+) \|", PAGE, re.M)
    assert sorted(names) == sorted({*metadata.tables, REVISIONS})
    assert set(told().values()) == {"chain", "derived", "seal"}


def test_what_is_sealed_is_what_the_audit_needs_the_key_for() -> None:
    assert {name for name, way in told().items() if way == "seal"} == {str(table.name) for table in NEEDING_KEY}


def test_a_table_that_is_left_out_is_noticed() -> None:
    without = PAGE.replace("| `leases` | seal |", "| leases | seal |")
    assert told(without).keys() != {*metadata.tables, REVISIONS}
