"""The pages on roles and words name every command, event and refusal of the second person and of mixing a shoe."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from punto.table import confirmation_events, mixing, second_person, shoe, shoe_commands, shoe_events
from punto.table.refusals import MEANINGS

ROOT = Path(__file__).parents[2]
ROLES, GLOSSARY = ((ROOT / page).read_text("utf-8") for page in ("docs/roles.md", "GLOSSARY.md"))

OF_MIXING = re.compile(r".*(entropy|mix|cut)_?.*")
OF_MIXING_A_SHOE = {"shoe_is_cut", "not_at_the_table", "reason_is_needed", "commitments_are_closed"}


def tags(*modules: ModuleType) -> set[str]:
    """What the commands or events of these modules are called."""
    return {tag for one in modules for tag in re.findall(r'tag="(\w+)"', Path(str(one.__file__)).read_text("utf-8"))}


def refused(*modules: ModuleType) -> set[str]:
    return {code for one in modules for code in re.findall(r'code="(\w+)"', Path(str(one.__file__)).read_text("utf-8"))}


def named(word: str, page: str) -> bool:
    return f"`{word}`" in page


COMMANDS = {tag for tag in tags(shoe_commands) if OF_MIXING.fullmatch(tag)} | {"confirm"}
EVENTS = {tag for tag in tags(shoe_events) if OF_MIXING.fullmatch(tag)} - {"cut_card_reached"} | tags(
    confirmation_events
)


def test_there_is_something_to_name() -> None:
    assert {"commit_entropy", "reveal_entropy", "close_entropy", "mix_shoe", "cut_shoe"} <= COMMANDS
    assert {"shoe_mixed", "shoe_cut", "entropy_closed", "confirmation_given"} <= EVENTS


@pytest.mark.parametrize("word", sorted(COMMANDS | EVENTS))
def test_a_command_or_event_is_named(word: str) -> None:
    assert named(word, ROLES)
    assert named(word, GLOSSARY)


@pytest.mark.parametrize("code", sorted(refused(mixing, second_person) | refused(shoe) & OF_MIXING_A_SHOE))
def test_a_refusal_is_named_and_has_its_place_in_the_order(code: str) -> None:
    assert named(code, ROLES)
    assert code in MEANINGS
