"""Every paragraph that says how a coup is dealt or paid has a test that is named by it, and no test names another."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import oracle
from punto.rulebook import Rulebook
from punto.rulebook.model import Became
from rulebook.shelf import book

HERE = Path(__file__).parent
CARRIED_BY = ("coup.", "rulebook.")
"""Modules whose procedures are tested here; those of the table have tests of their own."""
ELSEWHERE = {
    # Titles that only pay tables stand under; the tests of their grids carry the titles as data.
    "insurance-lucky-six": {
        *(f"{cards}-Card {side} Insurance Pay Table, {other} Pays" for cards in (2, 3) for side, other in [
            ("Banker", "Player Win"), ("Player", "Banker Win"), ("Banker", "Tie"), ("Player", "Tie")
        ]),
    },
}  # fmt: skip


def slug(number: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", number.lower())


def named_in(source: str) -> list[str]:
    return [
        node.name.removeprefix("test_")
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def cited_here(rules: Rulebook) -> Iterator[str]:
    """The paragraphs that this level's rules cite: cards, tableau, bets, insurance."""
    yield rules.decks.cite
    yield from rules.tableau_cites.values()
    for bet in rules.bets.values():
        yield from (bet.cite, bet.lose_cite, *(row.cite for row in bet.pays))
    for cell in rules.insurance.values():
        yield from (cell.cite, cell.tie_cite)
    if terms := rules.insurance_terms:
        yield from (terms.cap_cite, terms.original_cite, terms.offered_cite, terms.tie_cite, terms.windows_cite)


def with_behaviour(rules: Rulebook) -> set[str]:
    """The paragraphs that need a test here."""
    cited = set(cited_here(rules))
    return {
        paragraph.number
        for paragraph in rules.paragraphs
        if paragraph.number in cited or (paragraph.became is Became.PROCEDURE and paragraph.by.startswith(CARRIED_BY))
    } - ELSEWHERE.get(rules.id, set())


def untested(rules: Rulebook, tests: list[str]) -> set[str]:
    return {
        number
        for number in with_behaviour(rules)
        if not any(test.startswith(slug(number) + "_") for test in tests)
    }  # fmt: skip


def homeless(rules: Rulebook, tests: list[str]) -> set[str]:
    """Tests that are named for a paragraph the document does not have."""
    slugs = {slug(paragraph.number) for paragraph in rules.paragraphs}
    slugs |= {"2_card_pay_tables"} if rules.id == "insurance-lucky-six" else set()
    return {test for test in tests if not any(test.startswith(known + "_") for known in slugs)}


def source_of(document: str) -> str:
    return (HERE / f"test_{slug(document)}.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("document", oracle.DOCUMENTS)
def test_every_paragraph_with_behaviour_has_a_test(document: str) -> None:
    assert untested(book(document), named_in(source_of(document))) == set()


@pytest.mark.parametrize("document", oracle.DOCUMENTS)
def test_no_test_is_named_for_a_paragraph_that_is_not_there(document: str) -> None:
    assert homeless(book(document), named_in(source_of(document))) == set()


def test_the_checks_can_fail() -> None:
    tests = [test for test in named_in(source_of("easy-six")) if not test.startswith("3_8_")]
    assert untested(book("easy-six"), tests) == {"3.8"}
    assert homeless(book("easy-six"), ["3_18_a_paragraph_of_another_document", "3_8_a_tie"]) == {
        "3_18_a_paragraph_of_another_document"
    }
