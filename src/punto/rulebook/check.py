"""Mistakes that a readable rulebook can still have: citations of nothing, paragraphs forgotten, rows never reached."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from punto.coup import Result, Scope, Tableau, results_from
from punto.kit import Odds, Side
from punto.rulebook.mistake import Mistake, known_ones
from punto.rulebook.model import Became, Bet, Cell, Rulebook, Window

READING = "reading:"
"""A rule that rests on a reading cites it as `reading:its-id`."""


def check_citations(book: Rulebook) -> list[Mistake]:
    """Citations that lead nowhere, and paragraphs that nothing accounts for."""
    numbers = [paragraph.number for paragraph in book.paragraphs]
    readings = [reading.id for reading in book.readings]
    mistakes = []
    cited = set()
    for path, cite in _citations(book):
        if not path.startswith("reading["):  # A reading explains a paragraph; it does not carry it out.
            cited.add(cite)
        if cite.startswith(READING):
            if (id := cite.removeprefix(READING)) not in readings:
                mistakes.append(
                    Mistake("unknown_reading", path, f"no reading is called {id!r}", known_ones(id, readings))
                )
        elif cite and cite not in numbers:
            what = f"paragraph {cite!r} does not exist"
            mistakes.append(Mistake("unknown_paragraph", path, what, known_ones(cite, numbers)))
    for index, paragraph in enumerate(book.paragraphs):
        path = f"paragraph[{index}]"
        if paragraph.became is Became.RULE and paragraph.number not in cited:
            what = f"paragraph {paragraph.number} is said to be a rule, but no rule cites it"
            mistakes.append(Mistake("unaccounted_paragraph", path, what, "cite it, or say what became of it"))
        if paragraph.became is Became.READING and paragraph.by not in readings:
            what = f"no reading is called {paragraph.by!r}"
            mistakes.append(Mistake("unknown_reading", f"{path}.by", what, known_ones(paragraph.by, readings)))
        if (
            paragraph.became is Became.PROCEDURE
            and paragraph.by
            and not re.fullmatch(r"[a-z_]+(\.[a-z_]+)*", paragraph.by)
        ):
            what = f"{paragraph.by!r} is no module"
            mistakes.append(Mistake("bad_module", f"{path}.by", what, "name it as in table.betting"))
    return mistakes + [_gap(number) for number in _gaps(numbers)]


def _gap(number: str) -> Mistake:
    return Mistake(
        "missing_paragraph", "paragraph", f"paragraph {number} is missing", "list it and say what became of it"
    )


def _gaps(numbers: list[str]) -> Iterator[str]:
    """Numbers that must exist because a later one at the same level does."""
    # Bounded, so that a slip of the pen (1.10000000) does not ask for ten million paragraphs.
    dotted = {tuple(map(int, n.split("."))) for n in numbers if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3}){1,5}", n)}
    highest: dict[tuple[int, ...], int] = {}
    for number in dotted:
        for depth in range(2, len(number) + 1):
            parent, last = number[: depth - 1], number[depth - 1]
            highest[parent] = max(highest.get(parent, 0), last)
    for parent, last in sorted(highest.items()):
        for place in range(1, last):
            # A heading may stand for its children: 4.1 is there if 4.1.1 is.
            number = (*parent, place)
            if not any(other[: len(number)] == number for other in dotted):
                yield ".".join(map(str, number))


def _citations(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Every citation in the file with its place."""
    yield "decks.cite", book.decks.cite
    for why, cite in book.tableau_cites.items():
        yield f"tableau.cite.{why.value}", cite
    for index, bet in enumerate(book.bets.values()):
        yield f"bet[{index}].cite", bet.cite
        yield f"bet[{index}].lose_cite", bet.lose_cite
        for place, row in enumerate(bet.pays):
            yield f"bet[{index}].pays[{place}].cite", row.cite
    if book.commission:
        yield "commission.cite", book.commission.cite
    grids = {(c.window, c.insures, cite): None for c in book.insurance.values() for cite in (c.cite, c.tie_cite)}
    for window, insures, cite in grids:
        yield f"insurance ({window.value} {insures.value})", cite
    if terms := book.insurance_terms:
        for key in terms.__slots__:
            if key.endswith("_cite"):
                yield f"insurance_terms.{key}", getattr(terms, key)
    if limits := book.limits:
        yield "limits.maximum_cite", limits.maximum_cite
        yield "limits.needs_cite", limits.needs_cite
    for index, layout in enumerate(book.layouts):
        yield f"layout[{index}].cite", layout.cite
    for area in book.areas:
        if area.insures:
            yield f"insurance_area ({area.insures.value}).cite", area.cite
    for index, clause in enumerate(book.irregularities.values()):
        yield f"irregularity[{index}].cite", clause.cite
        yield f"irregularity[{index}].options_cite", clause.options_cite
    for word, cite in book.procedure.items():
        yield f"procedure.{word}", cite
    for index, reading in enumerate(book.readings):
        yield f"reading[{index}].cite", reading.cite


def check_reach(book: Rulebook, unread: Iterable[Mistake] = ()) -> list[Mistake]:
    """Pay rows no coup can reach, insurance that can never be offered or never win as printed.

    A bet of which a condition could not be read is left alone: what it asks for is not known.
    """
    unread_parts = {place for mistake in unread if not mistake.guessed and (place := _needed_to_deal(mistake.path))}
    if "tableau" in unread_parts:
        return []
    mistakes = []
    results = results_by_scope(book.tableau)
    for index, bet in enumerate(book.bets.values()):
        if {"bet", f"bet[{index}]"} & unread_parts:
            continue
        for row in _unreached(bet, results[bet.scope]):
            what = f"no coup ever reaches {bet.pays[row].when}"
            fix = "a row above takes all its coups, or it asks for what cannot be"
            mistakes.append(Mistake("unreachable_row", f"bet[{index}].pays[{row}]", what, fix))
    for cell in book.insurance.values():
        path = f"insurance ({cell.window.value} {cell.insures.value})"
        place = f"Player {cell.player} v Banker {cell.banker}"
        outcomes = _outcomes(book.tableau, cell)
        if not outcomes:
            mistakes.append(Mistake("cell_never_offered", path, f"{place} can never be offered", "write - there"))
            continue
        for wins, pays in ((cell.insures.other.value, cell.on_loss), ("tie", cell.on_tie)):
            if isinstance(pays, Odds) and wins not in outcomes:
                what = f"{place} pays {pays}, but it can never win that way"
                mistakes.append(Mistake("cell_cannot_win", path, what, "write n/a there"))
    return mistakes


_CONDITION = re.compile(r"(bet(?:\[[0-9]+\])?)(?:\.pays(?:\[[0-9]+\](?:\.when.*)?)?)?")


def _needed_to_deal(path: str) -> str:
    """The part of a file that a mistake at this path makes unusable for dealing; empty if none."""
    if path.startswith("tableau"):
        return "" if path.startswith("tableau.cite") else "tableau"
    match = _CONDITION.fullmatch(path)
    return match[1] if match else ""


@lru_cache(maxsize=8)  # Nearly all rulebooks share one tableau.
def results_by_scope(tableau: Tableau) -> dict[Scope, frozenset[Result]]:
    """All results of a coup for each scope; those that no bet of the scope tells apart are one."""
    full = results_from(tableau)
    ranks = frozenset(replace(r, player_suited=False, banker_suited=False) for r in full)
    totals = frozenset(replace(r, player_pair=None, banker_pair=None) for r in ranks)
    return {Scope.TOTALS: totals, Scope.RANKS: ranks, Scope.SUITS: full}


def _unreached(bet: Bet, results: frozenset[Result]) -> list[int]:
    waiting = set(range(len(bet.pays)))
    for result in results:
        for index, row in enumerate(bet.pays):
            if row.when.holds(result):
                waiting.discard(index)
                break
        if not waiting:
            break
    return sorted(waiting)


def _outcomes(tableau: Tableau, cell: Cell) -> set[str]:
    """Who can still win when this cell is offered; empty if it never is."""
    outcomes: set[str] = set()
    if cell.window is Window.AFTER_FOUR_CARDS:
        openings = [[cell.player, cell.banker, 0, 0]]
    else:
        openings = [[(cell.player - third) % 10, cell.banker, 0, 0, third] for third in range(10)]
    for points in openings:
        if points[4:] and tableau.next_side(points[:4]) is not Side.PLAYER:
            continue
        if tableau.next_side(points) is None or (points[4:] and tableau.next_side(points) is not Side.BANKER):
            continue
        outcomes |= set(_winners(tableau, points))
    return outcomes


def _winners(tableau: Tableau, points: list[int]) -> Iterator[str]:
    if tableau.next_side(points) is not None:
        for card in range(10):
            yield from _winners(tableau, [*points, card])
        return
    owners = tableau.owners(points)
    player = sum(p for p, side in zip(points, owners, strict=True) if side is Side.PLAYER) % 10
    banker = sum(p for p, side in zip(points, owners, strict=True) if side is Side.BANKER) % 10
    yield "player" if player > banker else "banker" if banker > player else "tie"
