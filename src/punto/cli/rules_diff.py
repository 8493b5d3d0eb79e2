"""`punto rules diff`: two editions or documents, rule by rule."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Annotated, Any, NamedTuple

import typer

from punto.cli.options import AsJson, RulebookFolders, library
from punto.cli.rules_show import clause_leads, decks, numbers, row_pays, words
from punto.cli.screen import Screen, print_json
from punto.kit import Odds
from punto.rulebook import Bet, Cell, Rulebook


class Rule(NamedTuple):
    """The place of one rule: which part of the book, what in it, which line of that."""

    part: str
    id: str
    place: str


class Change(NamedTuple):
    """A rule that differs; None is the book that does not have it."""

    rule: Rule
    before: str | None
    after: str | None

    @property
    def kind(self) -> str:
        return "added" if self.before is None else "removed" if self.after is None else "changed"


def add_to(rules: typer.Typer) -> None:
    rules.command("diff")(diff)


def diff(
    a: Annotated[str, typer.Argument(metavar="A", help="A rulebook; @EDITION may follow.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The one to compare it with.")],
    as_json: AsJson = False,
    rulebooks: RulebookFolders = None,
) -> None:
    """Compare two editions or documents: decks, tableau, each bet, each insurance cell, irregularities.

    Paragraph numbers are not compared: two documents never share them.
    """
    shelf = library(rulebooks)
    before, after = shelf.find(a), shelf.find(b)
    found = changes(before, after)
    if as_json:
        print_json(_as_json(before, after, found))
        return
    screen = Screen()
    screen.title(f"{before.name} → {after.name}", f"{before.title.en} → {after.title.en}")
    if not found:
        screen.line("The two have the same rules.", indent=0)
    for _, group in groupby(found, key=lambda change: change.rule[:2]):
        _print(screen, list(group), before, after)


def changes(before: Rulebook, after: Rulebook) -> list[Change]:
    """What differs, in the order of the first book, with what only the second has after its part."""
    old, new = dict(_rules(before)), dict(_rules(after))
    found = [Change(rule, old.get(rule), new.get(rule)) for rule in old | new if old.get(rule) != new.get(rule)]
    found += [
        _reordered(bet, after.bets[id]) for id, bet in before.bets.items() if _is_reordered(bet, after.bets.get(id))
    ]
    parts = list(dict.fromkeys(rule.part for rule in old | new))
    ids = list(dict.fromkeys(rule[:2] for rule in old | new))
    return sorted(found, key=lambda change: (parts.index(change.rule.part), ids.index(change.rule[:2])))


def _rules(book: Rulebook) -> Iterator[tuple[Rule, str]]:
    """Every rule that is compared, with what it says."""
    yield Rule("decks", "", "in a shoe"), f"{decks(book)}, usually {book.decks.usual}"
    tableau = book.tableau
    yield Rule("tableau", "", "naturals"), numbers(tableau.naturals)
    yield Rule("tableau", "", "Player draws on"), numbers(tableau.player_draws)
    yield Rule("tableau", "", "Banker draws, when Player stood, on"), numbers(tableau.banker_draws_alone)
    for total, thirds in enumerate(tableau.banker_draws_on):
        yield Rule("tableau", "", f"Banker on {total} draws when Player's third card counts"), numbers(thirds)
    if book.commission:
        yield Rule("commission", "", "rate"), book.commission.printed
    for bet in book.bets.values():
        yield Rule("bet", bet.id, "name"), f"{bet.name.en} {bet.name.zh}"
        if bet.hand:
            yield Rule("bet", bet.id, "backs"), bet.hand.value.capitalize()
        for row in bet.pays:
            yield Rule("bet", bet.id, str(row.when)), row_pays(row)
    yield from _insurance(book)
    for layout in book.layouts:
        yield Rule("layout", layout.id, "boxes"), numbers(layout.boxes)
    for clause in book.irregularities.values():
        yield Rule("irregularity", clause.what, "leads to"), clause_leads(clause)


def _insurance(book: Rulebook) -> Iterator[tuple[Rule, str]]:
    if terms := book.insurance_terms:
        again = "both" if terms.both_windows else "one of the two"
        yield Rule("insurance", "terms", "windows one may use"), again
        for place, cite in (
            ("an early Banker card waives the second window", terms.squeeze_waives_cite),
            ("letting the next card come forgoes it", terms.forgone_cite),
            ("a notice may withhold all of it", terms.notice_cite),
        ):
            yield Rule("insurance", "terms", place), "yes" if cite else "no"
    for cell in book.insurance.values():
        id = f"of {cell.insures.value.capitalize()} {cell.window.words}"
        yield Rule("insurance", id, f"Player {cell.player} v Banker {cell.banker}"), _cell(cell)


def _cell(cell: Cell) -> str:
    losing = cell.on_loss.text if cell.on_loss else "cannot win by a loss"
    return f"{losing}, tie {cell.on_tie}" if isinstance(cell.on_tie, Odds) else losing


def _whens(bet: Bet) -> list[str]:
    return [str(row.when) for row in bet.pays]


def _is_reordered(before: Bet, after: Bet | None) -> bool:
    """The first row that fits pays, so the same rows in another order are another rule."""
    if after is None:
        return False
    old, new = _whens(before), _whens(after)
    return [when for when in old if when in new] != [when for when in new if when in old]


def _reordered(before: Bet, after: Bet) -> Change:
    return Change(Rule("bet", before.id, "order of its rows"), "; ".join(_whens(before)), "; ".join(_whens(after)))


def _as_json(before: Rulebook, after: Rulebook, found: list[Change]) -> dict[str, Any]:
    changed = {change.rule.id for change in found if change.rule.part == "bet"}
    shared = [id for id in before.bets if id in after.bets]
    return {
        "a": before.name,
        "b": after.name,
        "same": not found,
        "bets": {
            "added": [id for id in after.bets if id not in before.bets],
            "removed": [id for id in before.bets if id not in after.bets],
            "changed": [id for id in shared if id in changed],
            "same": [id for id in shared if id not in changed],
        },
        "changes": [
            {**change.rule._asdict(), "change": change.kind, "before": change.before, "after": change.after}
            for change in found
        ],
    }


_ABSENT = {"bet": "no row of its own", "commission": "none", "insurance": "not offered"}
"""What a book says that lacks one line of a thing both have."""


def _print(screen: Screen, group: list[Change], before: Rulebook, after: Rulebook) -> None:
    """One bet, one grid, one clause: whole where only one book has it, else line by line."""
    part, id, _ = group[0].rule
    holders = [book.name for book in (before, after) if any(rule[:2] == (part, id) for rule, _ in _rules(book))]
    alone = f": only in {holders[0]}" if len(holders) == 1 else ""
    heading = words(f"{part} {id}".strip())
    screen.head(f"{heading[:1].upper()}{heading[1:]}{alone}")
    for place, was, becomes in ((change.rule.place, change.before, change.after) for change in group):
        told = was or becomes if alone else f"{was or _ABSENT[part]} → {becomes or _ABSENT[part]}"
        screen.line(f"{place}: {told}", style="red" if becomes is None else "green" if was is None else "yellow")
