"""The tests of a document by the paragraph that they are named by, and a rulebook with a paragraph taken out of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from inspect import signature
from itertools import product
from pathlib import Path
from types import FunctionType
from typing import Any

from punto.coup import Tableau, Why
from punto.kit import Push, read_odds
from punto.rulebook import MaximumPer, Options, Rulebook
from punto.rulebook.model import Became, Bet, Cell, Decks, InsuranceTerms, LimitTerms

HERE = Path(__file__).parent
NAMED_ONLY = ("balance", "position", "void", "display")
"""Steps that the table takes in any case: a rulebook only says which paragraph they are, for the account of them."""

SHARED = ("test_insurance_cells", "test_table_limits", "test_trade")
"""Modules whose tests take the document as a parameter."""


def slug(number: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", number.lower()).strip("_")


def carried_out(rules: Rulebook) -> list[str]:
    """The paragraphs that a rulebook calls a rule or a procedure."""
    return [one.number for one in rules.paragraphs if one.became in (Became.RULE, Became.PROCEDURE)]


def functions_of(document: str) -> dict[str, FunctionType]:
    """The test functions of a document's modules, by module and name."""
    own = [path.stem for path in sorted(HERE.glob("test_*.py")) if path.stem.endswith(f"_{slug(document)}")]
    modules = [import_module(f"paragraphs.{name}") for name in (*own, *SHARED)]
    return {
        f"{module.__name__}.{name}": function
        for module in modules
        for name, function in vars(module).items()
        if name.startswith("test_") and isinstance(function, FunctionType)
        if module.__name__.rpartition(".")[2] in own or _takes(function, document)
    }


def _takes(function: FunctionType, document: str) -> bool:
    """Whether this document is one of those that a shared test is called with."""
    return "document" in signature(function).parameters and any(True for _ in cases(function, document))


def is_named_by(test: str, number: str) -> bool:
    """Whether a test's name begins with the number; 5.1 is not tested by a test of 5.1.1."""
    return re.match(rf"(?:.*_and_)?{slug(number)}_(?![0-9])", test.rpartition(".test_")[2]) is not None


def named_by(number: str, tests: dict[str, FunctionType]) -> dict[str, FunctionType]:
    return {name: function for name, function in tests.items() if is_named_by(name, number)}


def cases(function: FunctionType, document: str) -> Iterator[Callable[[], Any]]:
    """The calls of a test: one for each row of its parameters, those for this document where it has one."""
    rows: list[list[dict[str, Any]]] = []
    for mark in getattr(function, "pytestmark", ()):
        if mark.name == "parametrize":
            names = mark.args[0] if not isinstance(mark.args[0], str) else [n.strip() for n in mark.args[0].split(",")]
            rows.append([_row(names, values) for values in mark.args[1]])
    for chosen in product(*rows):
        arguments = {name: value for row in chosen for name, value in row.items()}
        is_whole = set(arguments) == set(signature(function).parameters)  # Else it needs what only pytest gives.
        if is_whole and arguments.get("document", document) == document:
            yield partial(function, **arguments)


def _row(names: Any, values: Any) -> dict[str, Any]:
    values = getattr(values, "values", values) if hasattr(values, "marks") else values
    return dict(zip(names, values, strict=True)) if len(names) > 1 else {names[0]: values}


# A rulebook without what one of its paragraphs says


def without(rules: Rulebook, number: str) -> Rulebook:
    """The rulebook with everything that cites this paragraph taken out, or turned into something else."""
    clauses = {
        what: replace(clause, options=Options.NEVER) if clause.options_cite == number else clause
        for what, clause in rules.irregularities.items()
        if clause.cite != number
    }
    return replace(
        rules,
        decks=Decks(1, 24, rules.decks.usual, "") if rules.decks.cite == number else rules.decks,
        tableau=_tableau(rules, number),
        tableau_cites={why: "" if cite == number else cite for why, cite in rules.tableau_cites.items()},
        bets={id: _bet(bet, number) for id, bet in rules.bets.items() if bet.cite != number},
        commission=None if rules.commission and rules.commission.cite == number else rules.commission,
        insurance={key: _cell(cell, number) for key, cell in rules.insurance.items() if cell.cite != number},
        insurance_terms=_terms(rules.insurance_terms, number) if rules.insurance_terms else None,
        layouts=tuple(layout for layout in rules.layouts if layout.cite != number),
        areas=tuple(area for area in rules.areas if area.cite != number),
        limits=_limits(rules.limits, number) if rules.limits else None,
        irregularities=clauses,
        procedure={step: cite for step, cite in rules.procedure.items() if cite != number or step in NAMED_ONLY},
    )


def _bet(bet: Bet, number: str) -> Bet:
    rows = tuple(row for row in bet.pays if row.cite != number)
    return replace(bet, pays=rows, lose_cite="" if bet.lose_cite == number else bet.lose_cite)


def _cell(cell: Cell, number: str) -> Cell:
    """On a tie it pays what nobody prints."""
    if cell.tie_cite != number:
        return cell
    pays = read_odds("99 to 1") if isinstance(cell.on_tie, Push) else cell.on_tie
    return replace(cell, tie_cite="", on_tie=pays)


def _terms(terms: InsuranceTerms, number: str) -> InsuranceTerms:
    """What the table does by the terms it does in any case; the paragraph is gone, and with it the second window."""
    blank = {key: "" for key in terms.__slots__ if key.endswith("_cite") and getattr(terms, key) == number}
    windows = not terms.both_windows if terms.windows_cite == number else terms.both_windows
    return replace(terms, **blank, both_windows=windows)


def _limits(limits: LimitTerms, number: str) -> LimitTerms:
    other = {MaximumPer.BOX: MaximumPer.PATRON, MaximumPer.PATRON: MaximumPer.BOX}[limits.maximum]
    return LimitTerms(
        maximum=other if limits.maximum_cite == number else limits.maximum,
        maximum_cite="" if limits.maximum_cite == number else limits.maximum_cite,
        needs=() if limits.needs_cite == number else limits.needs,
        needs_cite="" if limits.needs_cite == number else limits.needs_cite,
    )


def _tableau(rules: Rulebook, number: str) -> Tableau:
    """A tableau by which a hand stands where the paragraph lets it draw, and naturals are none."""
    gone = {why for why, cite in rules.tableau_cites.items() if cite == number}
    is_played = rules.tableau
    none: frozenset[int] = frozenset()
    return Tableau(
        none if Why.PLAYER in gone else is_played.player_draws,
        none if Why.NATURAL in gone else is_played.naturals,
        none if Why.BANKER_ALONE in gone else is_played.banker_draws_alone,
        (none,) * 10 if Why.BANKER in gone else is_played.banker_draws_on,
    )
