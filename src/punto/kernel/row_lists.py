"""The rows that each deal of a composition adds to, listed in the order in which the GPU's loops come to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from punto.kernel.counts import BANKER_WINS, PLAYER_WINS, TIE, Masks, five_cell, four_cell, joint_cell
from punto.kernel.program import Program

PLACES = [(s, t) for s in range(10) for t in range(s, 10)]
STEPS_MOST, ENTRIES_MOST, ROWS_MOST = 4096, 20_000, 4096


def row_lists(program: Program) -> bytes:
    """`struct lists` of device.cu for these rows; ValueError where they do not fit."""
    masks = program.masks
    rows_of: dict[int, list[int]] = {}
    for row, cells in enumerate(program.rows):
        for cell in cells:
            rows_of.setdefault(cell, []).append(row)
    open_at = [at for at, couple in enumerate(PLACES) if not any(_has(masks.naturals, total) for total in couple)]
    drawn_at = [at for at in open_at if any(_both_may_draw(masks, s, t) for s, t in _ways(PLACES[at]))]
    starts, entries = [0], []
    for cells in _steps(masks, open_at, drawn_at):
        times = Counter(row for cell in cells for row in rows_of.get(cell, ()))
        entries += [row | number << 12 for row, number in sorted(times.items())]
        starts.append(len(entries))
    if len(starts) > STEPS_MOST or len(entries) > ENTRIES_MOST or len(program.rows) > ROWS_MOST:
        raise ValueError(f"{len(program.rows)} rows over {len(entries)} deals do not fit the GPU's lists")
    low, high = zip(*PLACES, strict=True)
    return b"".join(
        (
            np.array([len(open_at), len(drawn_at), len(program.rows)], dtype=np.int32).tobytes(),
            *(_bytes(list(part)) for part in (low, high, open_at, drawn_at)),
            _words(starts, STEPS_MOST),
            _words(entries, ENTRIES_MOST),
        )
    )


def _steps(masks: Masks, open_at: list[int], drawn_at: list[int]) -> Iterator[list[int]]:
    """The cells that each count goes to."""
    for couple in PLACES:
        yield [joint_cell(2, 2, s, t) for s, t in _ways(couple) if _ends(masks, s, t)]
    for x in range(10):
        for at in open_at:
            yield [cell for s, t in _ways(PLACES[at]) for cell in _fifth(masks, s, t, x)]
        for y in range(x, 10):
            orders = {(x, y), (y, x)}
            for at in drawn_at:
                yield [
                    cell
                    for s, t in _ways(PLACES[at])
                    for fifth, sixth in orders
                    for cell in _sixth(masks, s, t, fifth, sixth)
                ]


def _ways(couple: tuple[int, int]) -> set[tuple[int, int]]:
    """Player's and Banker's totals, either way round."""
    return {couple, (couple[1], couple[0])}


def _has(mask: int, place: int) -> bool:
    return bool(mask >> place & 1)


def _both_may_draw(masks: Masks, s: int, t: int) -> bool:
    return _has(masks.player_draws, s) and bool(masks.banker_draws_on[t])


def _ends(masks: Masks, s: int, t: int) -> bool:
    """Whether four cards end the coup."""
    if _has(masks.naturals, s) or _has(masks.naturals, t):
        return True
    return not _has(masks.player_draws, s) and not _has(masks.banker_draws_alone, t)


def _fifth(masks: Masks, s: int, t: int, x: int) -> list[int]:
    """Cells of a coup without a natural that ends with the fifth card x."""
    if _has(masks.player_draws, s):
        if _has(masks.banker_draws_on[t], x):
            return []
        player = (s + x) % 10
        return [joint_cell(3, 2, player, t), four_cell(s, t, _outcome(player, t))]
    if not _has(masks.banker_draws_alone, t):
        return []
    banker = (t + x) % 10
    return [joint_cell(2, 3, s, banker), four_cell(s, t, _outcome(s, banker))]


def _sixth(masks: Masks, s: int, t: int, x: int, y: int) -> list[int]:
    """Cells of a coup in which Player draws x and Banker then y."""
    if not _has(masks.player_draws, s) or not _has(masks.banker_draws_on[t], x):
        return []
    player, banker = (s + x) % 10, (t + y) % 10
    outcome = _outcome(player, banker)
    return [joint_cell(3, 3, player, banker), four_cell(s, t, outcome), five_cell(player, t, outcome)]


def _outcome(player: int, banker: int) -> int:
    return PLAYER_WINS if player > banker else BANKER_WINS if player < banker else TIE


def _bytes(values: list[int]) -> bytes:
    return bytes(values).ljust(len(PLACES), b"\0")


def _words(values: list[int], room: int) -> bytes:
    return np.array(values, dtype=np.uint16).tobytes().ljust(2 * room, b"\0")
