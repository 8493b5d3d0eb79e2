"""Every paragraph with a part at the table has a test named by it; every paragraph is accounted for."""

import ast
import json
import re
from pathlib import Path

import pytest

import oracle
from punto.cli.rules_paragraphs import paragraphs
from punto.rulebook import Rulebook
from punto.rulebook.model import Became
from rulebook.shelf import book
from structure.tree import PACKAGE

HERE = Path(__file__).parent

ELSEWHERE = {
    "display": "what the pages show is tested with the pages",
    "authority": "walked in tests/table/test_authority.py",
    "seated": "tested under 2.1.1 a and 5.1",
    "standing": "tested under 5.1",
}
"""Procedures whose paragraphs are definitions (section 1) or another layer's."""


def slug(number: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", number.lower()).strip("_")


def named_in(source: str) -> set[str]:
    return {
        node.name.removeprefix("test_")
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def at_the_table(rules: Rulebook) -> set[str]:
    """The paragraphs of a document that the table acts by."""
    cited = {clause.cite for what, clause in rules.irregularities.items() if what != "wrong_display"}
    cited |= {clause.options_cite for clause in rules.irregularities.values()}
    cited |= {cite for step, cite in rules.procedure.items() if step not in ELSEWHERE}
    if terms := rules.insurance_terms:
        cited |= {terms.cap_cite, terms.original_cite, terms.offered_cite, terms.tie_cite, terms.windows_cite}
        cited |= {terms.squeeze_waives_cite, terms.forgone_cite, terms.notice_cite}
    carried = ("table.", "coup.continuations", "coup.reconstruction")
    for one in rules.paragraphs:
        if one.became is Became.PROCEDURE and one.by.startswith(carried):
            cited.add(one.number)
    return {cite for cite in cited if cite and not cite.startswith(("reading:", "1"))}


def untested(numbers: set[str], tests: set[str]) -> set[str]:
    """The paragraphs none of these tests is named by; 5.1 is not tested by a test of 5.1.1."""
    return {
        number
        for number in numbers
        if not any(re.match(rf"(.*_and_)?{slug(number)}_(?![0-9])", test) for test in tests)
    }


@pytest.mark.parametrize("id", oracle.DOCUMENTS)
def test_every_paragraph_at_the_table_has_a_test_named_by_it(id: str) -> None:
    tests = named_in((HERE / f"test_table_{slug(id)}.py").read_text())
    assert untested(at_the_table(book(id)), tests) == set()


def test_a_paragraph_without_a_test_is_seen() -> None:
    assert untested({"5.1", "5.1.1"}, {"5_1_1_shares"}) == {"5.1"}
    assert untested({"2.1.1 a"}, {"2_1_1_layouts"}) == {"2.1.1 a"}


@pytest.mark.parametrize("id", oracle.DOCUMENTS)
def test_every_paragraph_has_its_procedure_its_reading_its_rule_or_its_reason(
    id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    paragraphs(id, as_json=True)
    accounts = json.loads(capsys.readouterr().out)
    readings = {reading.id for reading in book(id).readings}
    assert accounts
    for account in accounts:
        match account["became"]:
            case "procedure":
                module = PACKAGE.joinpath(*account["module"].split("."))
                assert module.with_suffix(".py").is_file(), account
            case "reading":
                assert account["reading"]["id"] in readings, account
            case "rule":
                assert account["cited_by"], account
            case _:
                assert account["why"], account
