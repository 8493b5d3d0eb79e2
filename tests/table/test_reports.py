"""The table of reports in docs/roles.md: every word of `report`, what it says, and what it names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from punto.table import AnyEvent
from punto.table.commands import COMMANDS, Report, Reported
from punto.table.refusals import MEANINGS
from punto.table.report import fields_of

DOCS = Path(__file__).parents[2] / "docs" / "roles.md"
WORD = re.compile(r"`(\w+)`")


def section() -> str:
    text = DOCS.read_text(encoding="utf-8")
    return text.partition("\n## Reports\n")[2].partition("\n## ")[0]


def test_every_report_stands_once_with_what_it_says() -> None:
    rows = [line.split("|")[1:3] for line in section().splitlines() if line.startswith("| `")]
    named = [(what, tuple(WORD.findall(says))) for reports, says in rows[1:] for what in WORD.findall(reports)]
    assert sorted(what for what, _ in named) == sorted(get_args(Reported))
    for what, says in named:
        assert says == fields_of(what, "physical"), what


def test_every_other_word_is_an_event_a_refusal_a_command_or_a_field() -> None:
    events = {str(kind.__struct_config__.tag) for kind in get_args(AnyEvent)}
    known = events | set(MEANINGS) | set(COMMANDS) | set(Report.__struct_fields__) | set(get_args(Reported))
    assert set(WORD.findall(section())) <= known
