"""Insurance pay tables as grids: Player's totals down, Banker's across, odds in the cells.

A number is "N to 1". `-` is not offered; `n/a` is offered but cannot win that way;
`push` returns the stake.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from punto.kit import PUSH, Odds, Push, read_odds

HEADER = r"player\banker"


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell that is offered: odds, a push, or None for "cannot win that way"."""

    pays: Odds | Push | None


def read_grid(text: str) -> tuple[dict[tuple[int, int], GridCell], list[str]]:
    """Cells by (Player total, Banker total), and sentences about what is wrong with the grid."""
    cells: dict[tuple[int, int], GridCell] = {}
    wrong: list[str] = []
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if not lines or lines[0][0] != HEADER:
        return cells, [f"the first line must start with {HEADER} and give Banker's totals"]
    across = lines[0][1:]
    if not across or not all(re.fullmatch(r"[0-9]", total) for total in across) or len(set(across)) != len(across):
        return cells, ["Banker's totals in the first line must be different digits 0 to 9"]
    rows: set[str] = set()
    for total, *words in lines[1:]:
        if not re.fullmatch(r"[0-9]", total):
            wrong.append(f"a line starts with {total[:12]!r} instead of a Player total 0 to 9")
            continue
        if total in rows:
            wrong.append(f"Player {total} has two lines")
            continue
        rows.add(total)
        if len(words) != len(across):
            wrong.append(f"the line of Player {total} has {len(words)} cells for {len(across)} Banker totals")
            continue
        for banker, word in zip(across, words, strict=True):
            if word == "-":
                continue
            cell = _cell(word)
            if isinstance(cell, str):
                wrong.append(f"Player {total} v Banker {banker}: {cell}")
            else:
                cells[int(total), int(banker)] = cell
    return cells, wrong


def _cell(word: str) -> GridCell | str:
    if word == "n/a":
        return GridCell(None)
    if word == "push":
        return GridCell(PUSH)
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", word):
        return f"{word[:12]!r} is no cell; write odds to one (4 or 1.5), push, n/a or -"
    try:
        return GridCell(read_odds(f"{word} to 1"))
    except ValueError as error:
        return str(error)
