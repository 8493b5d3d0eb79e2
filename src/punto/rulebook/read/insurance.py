"""Insurance in a rulebook file: its terms, and its pay tables joined into cells."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from punto.kit import PUSH, Odds, Push, Side
from punto.rulebook.model import Cell, InsuranceTerms, Window
from punto.rulebook.read.grid import GridCell, read_grid
from punto.rulebook.read.section import Section


class _On(Enum):
    PLAYER_WINS = "player_wins"
    BANKER_WINS = "banker_wins"
    TIE = "tie"


class _Grid(NamedTuple):
    cells: dict[tuple[int, int], GridCell]
    cite: str
    section: Section
    whole: bool
    """Whether every cell of it was read."""


def read_terms(root: Section) -> InsuranceTerms | None:
    """The conditions all insurance shares; None where the document has none."""
    if not root.has("insurance_terms"):
        if root.has("insurance"):
            root.wrong("missing_key", "insurance_terms", "insurance has no terms", "add [insurance_terms]")
        return None
    section = root.table("insurance_terms")
    terms = InsuranceTerms(
        cap_cite=section.text("cap_cite"),
        original_cite=section.text("original_cite"),
        offered_cite=section.text("offered_cite"),
        tie_cite=section.text("tie_cite"),
        both_windows=section.flag("both_windows", True),
        windows_cite=section.text("windows_cite"),
        squeeze_waives_cite=section.text("squeeze_waives_cite", ""),
        forgone_cite=section.text("forgone_cite", ""),
        notice_cite=section.text("notice_cite", ""),
    )
    section.done()
    return terms


def read_insurance(root: Section, terms: InsuranceTerms | None) -> dict[tuple[Window, Side, int, int], Cell]:
    """Cells by window, insured hand and totals, from the grids for losing and for a tie."""
    losing, tying, incomplete = _grids(root)
    for key, grid in tying.items():
        if incomplete or (key in losing and not losing[key].whole):
            continue  # What the grid for losing offers is not known.
        offered = losing[key].cells if key in losing else {}
        if stray := sorted(set(grid.cells) - set(offered)):
            places = ", ".join(f"Player {p} v Banker {b}" for p, b in stray[:5])
            what = f"{places} is not offered by the grid for losing"
            grid.section.wrong("stray_tie_cell", "grid", what, "write n/a there, or - here")
    cells: dict[tuple[Window, Side, int, int], Cell] = {}
    for (window, insures), grid in losing.items():
        ties = tying.get((window, insures), _Grid({}, "", grid.section, not incomplete))
        for totals, cell in grid.cells.items():
            if not ties.whole and totals not in ties.cells and cell.pays is None:
                continue  # Whether a tie pays it is not known.
            pays = _pays(grid.section, *totals, cell, ties.cells.get(totals, GridCell(PUSH)))
            # A tie that no grid speaks of is returned by the document's general word on ties.
            tie_cite = ties.cite if totals in ties.cells else terms.tie_cite if terms else ""
            if pays:
                cells[window, insures, *totals] = Cell(window, insures, *totals, *pays, grid.cite, tie_cite)
    return cells


_Grids = dict[tuple[Window, Side], _Grid]


def _grids(root: Section) -> tuple[_Grids, _Grids, bool]:
    """The grids for losing, those for a tie, and whether one could not be placed."""
    incomplete = False
    losing: _Grids = {}
    tying: _Grids = {}
    for section in root.tables("insurance"):
        window, insures, on = section.word("window", Window), section.word("insures", Side), section.word("on", _On)
        cite = section.text("cite")
        cells, wrong = read_grid(section.text("grid"))
        section.done()
        for sentence in wrong:
            section.wrong("bad_grid", "grid", sentence, "one line a Player total, one cell a Banker total")
        if window is None or insures is None or on is None:
            incomplete = True
            continue
        if on.value == f"{insures.value}_wins":
            what = f"insuring {insures.value} cannot pay when {insures.value} wins"
            section.wrong("insures_a_win", "on", what, f"write {insures.other.value}_wins or tie")
            incomplete = True
            continue
        grids = tying if on is _On.TIE else losing
        if (window, insures) in grids:
            what = "this window, hand and result already have a grid"
            section.wrong("duplicate_grid", "", what, "join the two")
        grids[window, insures] = _Grid(cells, cite, section, not wrong)
    return losing, tying, incomplete


def _pays(
    section: Section, player: int, banker: int, losing: GridCell, tie: GridCell
) -> tuple[Odds | None, Odds | Push] | None:
    """What a cell pays when the hand loses and on a tie; None, with a mistake, if it never could."""
    place = f"Player {player} v Banker {banker}"
    if isinstance(losing.pays, Push):
        section.wrong("bad_grid", "grid", f"{place} returns the stake when the hand loses", "write odds, n/a or -")
        return None
    if tie.pays is None:
        section.wrong("bad_grid", "grid", f"{place} has n/a for a tie", "write odds or push")
        return None
    if losing.pays is None and isinstance(tie.pays, Push):
        section.wrong("cell_never_wins", "grid", f"{place} is offered but can never win", "write -, or pay a tie")
        return None
    return losing.pays, tie.pays
