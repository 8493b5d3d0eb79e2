"""Every paragraph that a rulebook calls a rule or a procedure has a test named by its number, which fails without it.

What a rulebook has of a paragraph as data is taken out of it, and the tests named by that paragraph are run: one of
them must fail. What is a part of the program has no data to take out; there the tests must meet the paragraph in an
answer of the table, or the paragraph stands in a list with the reason.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from types import FunctionType
from typing import Any

import pytest

from paragraphs.account import carried_out, cases, functions_of, named_by, without
from punto.kit import Refusal
from punto.rulebook import Rulebook
from punto.rulebook.model import Became
from rulebook.shelf import LIBRARY, book, shipped
from table.shift import Shift

WITHOUT_TEST: dict[str, dict[str, str]] = {
    "rws-baccarat": {"1.7": "defines a kind of shoe on which no rule depends"},
    "da-hu-ying-xiong": {"1.7": "defines a kind of shoe on which no rule depends"},
}
"""Paragraphs that cannot have a test, with the reason."""


@contextmanager
def on_the_shelf(changed: Rulebook) -> Iterator[None]:
    """The library has this rulebook in the place of the one with its name."""
    file = next(file for file, read in LIBRARY._read.items() if read.sha256 == changed.sha256)
    before = LIBRARY._read[file]
    LIBRARY._read[file] = changed
    book.cache_clear()
    try:
        yield
    finally:
        LIBRARY._read[file] = before
        book.cache_clear()


def fails(tests: dict[str, FunctionType], document: str) -> bool:
    """Whether one of these tests fails, whatever way."""
    for function in tests.values():
        for case in cases(function, document):
            try:
                case()
            except Exception:  # An assertion that does not hold, or a table that cannot even be opened.
                return True
    return False


def test_the_list_of_exceptions_names_paragraphs_that_have_no_test() -> None:
    for document, numbers in WITHOUT_TEST.items():
        tests = functions_of(document)
        for number, reason in numbers.items():
            assert number in carried_out(book(document))
            assert named_by(number, tests) == {}
            assert reason


def untested(rules: Rulebook, tests: dict[str, FunctionType]) -> list[str]:
    excused = WITHOUT_TEST.get(rules.id, {})
    return [number for number in carried_out(rules) if number not in excused and not named_by(number, tests)]


@pytest.mark.parametrize("document", shipped())
def test_every_rule_and_procedure_has_a_test_named_by_its_number(document: str) -> None:
    assert untested(book(document), functions_of(document)) == []


def test_a_paragraph_without_a_test_is_listed() -> None:
    tests = {name: test for name, test in functions_of("easy-six").items() if ".test_5_2_" not in name}
    assert untested(book("easy-six"), tests) == ["5.2"]


# What is data, taken away


def as_data(rules: Rulebook) -> list[str]:
    """The paragraphs of which something in the rulebook is taken out with them."""
    return [number for number in carried_out(rules) if without(rules, number) != rules and _differs(rules, number)]


def _differs(rules: Rulebook, number: str) -> bool:
    gone = without(rules, number)
    parts = ["decks", "tableau", "tableau_cites", "bets", "commission", "insurance", "insurance_terms", "layouts"]
    parts += ["areas", "limits", "irregularities", "procedure"]
    return any(getattr(gone, part) != getattr(rules, part) for part in parts)


def not_noticed(document: str, tests: dict[str, FunctionType]) -> list[str]:
    """The paragraphs whose tests still pass when the rulebook has nothing of them."""
    rules = book(document)
    kept = []
    for number in as_data(rules):
        with on_the_shelf(without(rules, number)):
            if not fails(named_by(number, tests), document) and number not in WITHOUT_TEST.get(document, {}):
                kept.append(number)
    return kept


@pytest.mark.parametrize("document", shipped())
def test_what_is_taken_out_of_a_rulebook_is_missed_by_its_test(document: str) -> None:
    assert not_noticed(document, functions_of(document)) == []


def test_a_test_that_misses_nothing_is_listed() -> None:
    def test_5_2_says_nothing() -> None:
        pass

    tests = {name: test for name, test in functions_of("easy-six").items() if ".test_5_2_" not in name}
    tests["paragraphs.x.test_5_2_says_nothing"] = test_5_2_says_nothing  # type: ignore[assignment]
    assert not_noticed("easy-six", tests) == ["5.2"]


def test_the_shelf_is_as_it_was_afterwards() -> None:
    rules = book("easy-six")
    with on_the_shelf(without(rules, "5.2")):
        assert "late_bet" not in book("easy-six").irregularities
    assert book("easy-six") is rules


# What is a part of the program


class Gone(Exception):
    """What was called is a part of the module that was taken away."""


@contextmanager
def out_of_the_program(module: str) -> Iterator[None]:
    """Whatever this module defines cannot be called, wherever it was imported, nor is an answer of it remembered."""

    def gone(*_: object, **__: object) -> None:
        raise Gone(module)

    def is_its(value: object) -> bool:
        function = getattr(value, "__wrapped__", value)  # A cached function is a wrapper around its own.
        return isinstance(function, FunctionType) and function.__module__ == module

    places: list[Any] = [place for name, place in list(sys.modules.items()) if name.startswith(("punto", "paragr"))]
    places += [kind for place in places for kind in vars(place).values() if isinstance(kind, type)]
    members = [(place, name, value) for place in dict.fromkeys(places) for name, value in list(vars(place).items())]
    for _, _, value in members:
        if isinstance(value, _lru_cache_wrapper):
            value.cache_clear()
    with pytest.MonkeyPatch.context() as patched:
        for place, name, value in members:
            if is_its(value) and not (isinstance(place, type) and name.startswith("__")):
                patched.setattr(place, name, gone)
        yield


def not_carried(document: str, tests: dict[str, FunctionType]) -> list[str]:
    """The procedures whose tests pass without the module that is said to carry them."""
    idle = []
    for paragraph in book(document).paragraphs:
        if paragraph.became is Became.PROCEDURE and paragraph.number not in WITHOUT_TEST.get(document, {}):
            with out_of_the_program(f"punto.{paragraph.by}"):
                if not fails(named_by(paragraph.number, tests), document):
                    idle.append(paragraph.number)
    return idle


@pytest.mark.exhaustive
@pytest.mark.parametrize("document", shipped())
def test_a_procedure_is_carried_out_by_the_module_that_the_rulebook_names(document: str) -> None:
    assert not_carried(document, functions_of(document)) == []


@pytest.mark.exhaustive
def test_what_other_tests_left_in_a_cache_does_not_carry_a_procedure() -> None:
    tests = functions_of("rws-baccarat")
    for function in named_by("5.4.1", tests).values():
        for case in cases(function, "rws-baccarat"):
            case()
    assert not_carried("rws-baccarat", tests) == []


def test_a_test_that_does_without_its_module_is_listed() -> None:
    def test_3_1_says_nothing() -> None:
        pass

    tests = {name: test for name, test in functions_of("easy-six").items() if ".test_3_1_" not in name}
    tests["paragraphs.x.test_3_1_says_nothing"] = test_3_1_says_nothing  # type: ignore[assignment]
    assert not_carried("easy-six", tests) == ["3.1"]


_SECTION_FIVE = {
    "5.1.2": "shares are handed out by 5.1.1, and this bet has none",
    "5.2.1": "it is paid by its pay table, like any bet",
    "5.5": "a heading: what is under it is named",
    "5.7.1": "the choice is given by 5.12",
    "5.8.1": "one report for both parts of 5.8, which it names",
    "5.8.2": "one report for both parts of 5.8, which it names",
    "5.10.1": "the choice is given by 5.12",
}
_DEFINITIONS = {
    "1.4": "a definition: cards come from both kinds of shoe",
    "1.5": "who is refused is told the paragraph with all positions",
    "2.1.1": "the layout that a table shows is refused by the paragraph about its boxes",
}
_VOID = "a void names the clause that led to it"

WITHOUT_CITE: dict[str, dict[str, str]] = {
    "rws-baccarat": {
        **_DEFINITIONS,
        **_SECTION_FIVE,
        "1.12": "the differential that looks at such bets is refused by 5.1",
        "1.24": _VOID,
        "5.15": _VOID,
    },
    "da-hu-ying-xiong": {**_DEFINITIONS, **_SECTION_FIVE, "1.26": _VOID, "5.16": _VOID},
    "easy-six": {
        "2.1.1": _DEFINITIONS["2.1.1"],
        "2.1.3": "an area is named by the paragraph that has its bet",
        "5.1": _VOID,
    },
    "rws-insurance": {
        "2.1.1": _DEFINITIONS["2.1.1"],
        "3.5": "an offer is named by its pay table, what is not offered by 3.5.1",
        "5.1": _VOID,
    },
    "insurance-lucky-six": {
        "3-Card Banker Insurance": "an offer is named by its pay table",
        "3-Card Player Insurance": "an offer is named by its pay table",
    },
    "punto-banco": {"5.1": _VOID},
    "ez-baccarat": {"5.1": _VOID},
}
"""Procedures that no answer of the table names, with what shows them instead."""


def cites_met(tests: dict[str, FunctionType], document: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The paragraphs that the table names in its answers while these tests run."""
    met: set[str] = set()
    give = Shift.give

    def listening(self: Shift, command: Any) -> Shift:
        answered = give(self, command)
        answers = [answered.answer] if isinstance(answered.answer, Refusal) else answered.answer
        met.update(cite for answer in answers for cite in _cites(answer))
        return answered

    with monkeypatch.context() as patched:
        patched.setattr(Shift, "give", listening)
        for function in tests.values():
            for case in cases(function, document):
                case()
    return met


def _cites(answer: object) -> Iterator[str]:
    yield getattr(answer, "cite", "")
    for line in getattr(answer, "lines", ()):
        yield line.cite


@pytest.mark.parametrize("document", shipped())
def test_a_procedure_of_the_table_is_named_in_an_answer(document: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, tests = book(document), functions_of(document)
    data = set(as_data(rules))
    procedures = [p.number for p in rules.paragraphs if p.became is Became.PROCEDURE and p.by.startswith("table.")]
    unnamed = {
        number
        for number in procedures
        if number not in data and number not in WITHOUT_TEST.get(document, {})
        if number not in cites_met(named_by(number, tests), document, monkeypatch)
    }
    assert unnamed == set(WITHOUT_CITE.get(document, {}))
