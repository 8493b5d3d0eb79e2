"""Two editions or documents compared, rule by rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from punto.kit import Odds
from punto.report.rule_words import clause_leads, decks, numbers, row_pays
from punto.rulebook import Bet, Cell, Rulebook


class RulePlace(NamedTuple):
    """The place of one rule: a part of the book, an entry of it, a line of that."""

    part: str
    id: str
    place: str


class Change(NamedTuple):
    """A rule that differs; None stands for the book that does not have it."""

    rule: RulePlace
    before: str | None
    after: str | None

    @property
    def kind(self) -> str:
        return "added" if self.before is None else "removed" if self.after is None else "changed"


def changes(before: Rulebook, after: Rulebook) -> list[Change]:
    """The rules that differ, in the order of the first book; a rule that only the second has ends its part."""
    old, new = dict(rules_of(before)), dict(rules_of(after))
    differing = [Change(rule, old.get(rule), new.get(rule)) for rule in old | new if old.get(rule) != new.get(rule)]
    differing += [
        _reordered(bet, after.bets[id]) for id, bet in before.bets.items() if _is_reordered(bet, after.bets.get(id))
    ]
    parts = list(dict.fromkeys(rule.part for rule in old | new))
    ids = list(dict.fromkeys(rule[:2] for rule in old | new))
    return sorted(differing, key=lambda change: (parts.index(change.rule.part), ids.index(change.rule[:2])))


def rules_of(book: Rulebook) -> Iterator[tuple[RulePlace, str]]:
    """Every rule that is compared, with its text."""
    yield RulePlace("decks", "", "in a shoe"), f"{decks(book)}, usually {book.decks.usual}"
    tableau = book.tableau
    yield RulePlace("tableau", "", "naturals"), numbers(tableau.naturals)
    yield RulePlace("tableau", "", "Player draws on"), numbers(tableau.player_draws)
    yield RulePlace("tableau", "", "Banker draws, when Player stood, on"), numbers(tableau.banker_draws_alone)
    for total, thirds in enumerate(tableau.banker_draws_on):
        yield RulePlace("tableau", "", f"Banker on {total} draws when Player's third card counts"), numbers(thirds)
    if book.commission:
        yield RulePlace("commission", "", "rate"), book.commission.printed
    for bet in book.bets.values():
        yield RulePlace("bet", bet.id, "name"), f"{bet.name.en} {bet.name.zh}"
        if bet.hand:
            yield RulePlace("bet", bet.id, "backs"), bet.hand.value.capitalize()
        for row in bet.pays:
            yield RulePlace("bet", bet.id, str(row.when)), row_pays(row)
    if limits := book.limits:
        yield RulePlace("limits", "maximum", "is held against the stakes of"), f"a {limits.maximum.value}"
        yield RulePlace("limits", "sign", "must show"), ", ".join(limits.needs) or "nothing"
    yield from _insurance(book)
    for layout in book.layouts:
        yield RulePlace("layout", layout.id, "boxes"), numbers(layout.boxes)
    for clause in book.irregularities.values():
        yield RulePlace("irregularity", clause.what, "leads to"), clause_leads(clause)


def _insurance(book: Rulebook) -> Iterator[tuple[RulePlace, str]]:
    if terms := book.insurance_terms:
        again = "both" if terms.both_windows else "one of the two"
        yield RulePlace("insurance", "terms", "windows one may use"), again
        for place, cite in (
            ("an early Banker card waives the second window", terms.squeeze_waives_cite),
            ("letting the next card come forgoes it", terms.forgone_cite),
            ("a notice may withhold all of it", terms.notice_cite),
        ):
            yield RulePlace("insurance", "terms", place), "yes" if cite else "no"
    for cell in book.insurance.values():
        id = f"of {cell.insures.value.capitalize()} {cell.window.words}"
        yield RulePlace("insurance", id, f"Player {cell.player} v Banker {cell.banker}"), _cell(cell)


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
    return Change(RulePlace("bet", before.id, "order of its rows"), "; ".join(_whens(before)), "; ".join(_whens(after)))


class BetsCompared(msgspec.Struct, frozen=True):
    """The bets of both books by their ids."""

    added: list[str]
    removed: list[str]
    changed: list[str]
    same: list[str]


class ChangeData(msgspec.Struct, frozen=True):
    """A change as `--json` prints it."""

    part: str
    id: str
    place: str
    change: str
    before: str | None
    after: str | None


class ChangesData(msgspec.Struct, frozen=True):
    """Two books compared, as `--json` prints it."""

    a: str
    b: str
    same: bool
    bets: BetsCompared
    changes: list[ChangeData]


def changes_data(before: Rulebook, after: Rulebook, differing: list[Change]) -> ChangesData:
    changed = {change.rule.id for change in differing if change.rule.part == "bet"}
    shared = [id for id in before.bets if id in after.bets]
    return ChangesData(
        a=before.name,
        b=after.name,
        same=not differing,
        bets=BetsCompared(
            added=[id for id in after.bets if id not in before.bets],
            removed=[id for id in before.bets if id not in after.bets],
            changed=[id for id in shared if id in changed],
            same=[id for id in shared if id not in changed],
        ),
        changes=[ChangeData(*change.rule, change.kind, change.before, change.after) for change in differing],
    )
