"""Many shoes at once: edges of all bets and offers in microseconds, over counts that are exact.

Bets on totals and all offers come from one call of the kernel. Bets on the pairs that
hands start with have a closed form: with w[i] ordered pairs of rank i, all starts of a
class number a quadratic in w. Bets that mix both, or look at suits, are priced shoe by
shoe, which takes milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from punto.chance.composition import Composition
from punto.chance.frame import Frame, FramedBet, Integers, cell_pays, frame_of
from punto.chance.outlook import Outlook, outlook_of
from punto.coup import Scope
from punto.kernel import Functional, Program, five_cell, four_cell, sequences
from punto.rulebook import Rulebook, Window

Reals: TypeAlias = NDArray[np.float64]
BLOCK = 512
"""Shoes whose pairs are counted at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """The house's edge of every bet and offer of n shoes; NaN below six cards, and where there is no such offer."""

    book: Rulebook
    bets: Reals
    """[n, bets] in the rulebook's order; NaN too for a bet that asks what the counts do not tell."""
    cells: Reals
    """[n, offers] in the rulebook's order."""
    starts: Reals | None
    """[n, classes of starts] of ordered four-card deals, exact whole numbers; None without a bet on pairs alone."""
    shoes: Integers
    """[n, 10] the shoes by value."""
    counted: Integers | None = None
    """The program's rows, where `count_many` kept them; None where only edges were asked for, to save memory."""

    @property
    def rows(self) -> Integers:
        """[n, rows of the program] of ordered six-card sequences, exact."""
        return _plan(self.book).program.price(self.shoes).rows if self.counted is None else self.counted

    @property
    def finals(self) -> Integers:
        """[n, classes of finals] of ordered six-card sequences, exact."""
        return self.rows[:, : frame_of(self.book).finals]

    @property
    def offers(self) -> Integers:
        """[n, offers, 3] sequences that come to the offer and end for Player, for Banker, tied."""
        return self.rows[:, _plan(self.book).offer_rows]

    def _row(self, shoe: int) -> Integers:
        """The rows of one shoe."""
        program = _plan(self.book).program
        rows = program.price(self.shoes[shoe][None, :]).rows if self.counted is None else self.counted[shoe][None, :]
        row: Integers = rows[0]
        return row

    def exact(self, shoe: int, bet: str) -> Fraction:
        """A bet's edge as a fraction."""
        framed = next(framed for framed in frame_of(self.book).bets if framed.bet.id == bet)
        total = int(self.shoes[shoe].sum())
        if framed.by_finals:
            ends, row_of, ways = self._row(shoe)[: len(framed.row_of[0])], framed.row_of[0], sequences(total)
        elif framed.by_starts and framed.bet.scope is Scope.RANKS and self.starts is not None:
            ends, row_of = self.starts[shoe].astype(np.int64), framed.row_of[:, 0]
            ways = total * (total - 1) * (total - 2) * (total - 3)
        else:
            raise ValueError(f"{bet} mixes starts and finals, or looks at suits: price its shoe alone")
        return -sum((framed.pays[row] * int(n) for row, n in zip(row_of, ends, strict=True)), Fraction(0)) / ways

    def exact_offer(self, shoe: int, cell: int) -> Fraction:
        """An offer's edge as a fraction."""
        ends = self._row(shoe)[_plan(self.book).offer_rows[cell]].tolist()
        pays = cell_pays(frame_of(self.book).cells[cell])
        return -sum((pay * int(n) for pay, n in zip(pays, ends, strict=True)), Fraction(0)) / int(sum(ends))


def mean_squares(edges: Edges) -> Reals:
    """[n, bets] of what a unit wins or loses; NaN where its edge is, and for bets that are priced shoe by shoe."""
    frame = frame_of(edges.book)
    totals = edges.shoes.sum(axis=1).astype(np.float64)
    four = totals * (totals - 1) * (totals - 2) * (totals - 3)
    six = four * (totals - 4) * (totals - 5)
    means = np.full(edges.bets.shape, np.nan)
    finals = edges.finals.astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        for at, framed in enumerate(frame.bets):
            squares = np.array([float(pay * pay) for pay in framed.pays])
            if framed.by_finals:
                means[:, at] = finals @ squares[framed.row_of[0]] / six
            elif framed.by_starts and edges.starts is not None and framed.bet.scope is Scope.RANKS:
                means[:, at] = edges.starts @ squares[framed.row_of[:, 0]] / four
    means[np.isnan(edges.bets)] = np.nan
    return means


@dataclass(frozen=True, slots=True, eq=False)
class _Pairs:
    """Classes of starts as polynomials of the counts by rank, and the bets read off them."""

    classes: int
    products: Reals
    """[13, classes * 13] times w[i] w[j]"""
    fours: Reals
    """[13, classes] times ordered fours of a rank"""
    pairs: Reals
    """[13, classes] times w[i] and any two other cards"""
    all: Reals
    """[classes] times all four-card deals"""
    losses: Reals
    """[classes, bets] what the house gains, over `denominators`"""
    denominators: Reals

    def count(self, ranks: Integers) -> tuple[Reals, Reals]:
        """Deals of each class [n, classes] and all deals [n, 1], in blocks that fit a processor's cache."""
        class_deals, deals = np.empty((len(ranks), self.classes)), np.empty((len(ranks), 1))
        for first in range(0, len(ranks), BLOCK):
            block = slice(first, first + BLOCK)
            class_deals[block], deals[block] = self._count(ranks[block])
        return class_deals, deals

    def _count(self, ranks: Integers) -> tuple[Reals, Reals]:
        """Of one block. Doubles: every sum here is a whole number far below 2^53."""
        m = ranks.astype(np.float64)
        n = m.sum(axis=1, keepdims=True)
        rest = (n - 2) * (n - 3)
        w = m * (m - 1)
        deals = n * (n - 1) * rest
        # Twice as fast as the product and its sum, which goes through memory once more.
        class_deals = np.einsum("ncr,nr->nc", (w @ self.products).reshape(len(m), self.classes, 13), w)
        class_deals += (w * (m - 2) * (m - 3)) @ self.fours
        class_deals += (w * rest) @ self.pairs
        class_deals += deals * self.all
        return class_deals, deals


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """A frame sorted by how its bets are priced."""

    frame: Frame
    program: Program
    by_finals: Integers
    by_starts: Integers
    one_by_one: tuple[int, ...]
    offer_rows: Integers
    """[offers, 3] rows of the program"""
    pairs: _Pairs | None


def price_many(book: Rulebook, shoes: Integers) -> Edges:
    """Edges from counts [n, 13] by rank (the ace first), [n, 52] by card or [n, 10] by value."""
    plan, shoes = _plan(book), np.asarray(shoes)
    values, ranks = _coarser(shoes)
    return _edges(plan, shoes, values, ranks, plan.program.values(values))


def count_many(book: Rulebook, shoes: Integers) -> Edges:
    """As `price_many`, keeping the rows that the edges were counted from."""
    plan, shoes = _plan(book), np.asarray(shoes)
    values, ranks = _coarser(shoes)
    prices = plan.program.price(values)
    return replace(_edges(plan, shoes, values, ranks, prices.values), counted=prices.rows)


def _edges(plan: _Plan, shoes: Integers, values: Integers, ranks: Integers | None, priced: Reals) -> Edges:
    edges = np.full((len(shoes), len(plan.frame.bets)), np.nan)
    edges[:, plan.by_finals] = priced[:, : len(plan.by_finals)]
    starts = None
    if plan.pairs is not None and ranks is not None:
        starts, deals = plan.pairs.count(ranks)
        with np.errstate(invalid="ignore", divide="ignore"):
            edges[:, plan.by_starts] = starts @ plan.pairs.losses / (deals * plan.pairs.denominators)
        short = values.sum(axis=1) < 6
        if short.any():
            edges[short] = np.nan
    if plan.one_by_one:
        _fill(plan, shoes, edges)
    return Edges(
        book=plan.frame.book,
        bets=edges,
        cells=priced[:, len(plan.by_finals) :],
        starts=starts,
        shoes=values,
    )


def _coarser(shoes: Integers) -> tuple[Integers, Integers | None]:
    """Counts by value, and by rank unless only values are known."""
    if shoes.ndim != 2 or shoes.shape[1] not in (10, 13, 52):
        raise ValueError(f"shoes have shape {shoes.shape}: counts [n, 13] by rank, [n, 52] by card or [n, 10] by value")
    if shoes.shape[1] == 10:
        return np.asarray(shoes, dtype=np.int64), None
    ranks = shoes.reshape(len(shoes), 13, 4).sum(axis=2) if shoes.shape[1] == 52 else shoes
    values = np.empty((len(shoes), 10), dtype=np.int64)
    values[:, 0] = ranks[:, 9:].sum(axis=1)
    values[:, 1:] = ranks[:, :9]
    return values, ranks


def _fill(plan: _Plan, shoes: Integers, edges: Reals) -> None:
    """Bets that need the whole outlook, one shoe at a time."""
    make = {10: Composition.of_values, 13: Composition.of_ranks, 52: Composition.of_cards}[shoes.shape[1]]
    for at, counts in enumerate(shoes.tolist()):
        shoe = make(counts)
        if shoe.total < 6:
            continue
        outlook = outlook_of(plan.frame, shoe)
        for bet in plan.one_by_one:
            framed = plan.frame.bets[bet]
            if framed.bet.scope <= shoe.knows:
                edges[at, bet] = _edge(outlook, framed)


def _edge(outlook: Outlook, framed: FramedBet) -> float:
    return float(
        -sum((pay * n for pay, n in zip(framed.pays, outlook.rows(framed), strict=True)), Fraction(0)) / outlook.ways
    )


@lru_cache(maxsize=64)
def _plan(book: Rulebook) -> _Plan:
    frame = frame_of(book)
    by_finals = [at for at, framed in enumerate(frame.bets) if framed.by_finals]
    by_starts = [
        at
        for at, framed in enumerate(frame.bets)
        if framed.by_starts and not framed.by_finals and framed.bet.scope is Scope.RANKS
    ]
    others = set(range(len(frame.bets))) - {*by_finals, *by_starts}
    program, offer_rows = _program(frame, by_finals)
    return _Plan(
        frame=frame,
        program=program,
        by_finals=np.array(by_finals, dtype=np.int64),
        by_starts=np.array(by_starts, dtype=np.int64),
        one_by_one=tuple(sorted(others)),
        offer_rows=offer_rows,
        pairs=_pairs(frame, [frame.bets[at] for at in by_starts]) if by_starts else None,
    )


def _program(frame: Frame, by_finals: list[int]) -> tuple[Program, Integers]:
    """What the kernel sums: a row for each class of finals, four for each pair of totals that has an offer."""
    rows = [np.flatnonzero(frame.final_of == kind).tolist() for kind in range(frame.finals)]
    functionals = [_functional(frame.bets[at].pays, frame.bets[at].row_of[0].tolist()) for at in by_finals]
    places: dict[tuple[Window, int, int], int] = {}
    offer_rows = []
    for cell in frame.cells:
        place = cell.window, cell.player, cell.banker
        if place not in places:
            places[place] = len(rows)
            look = four_cell if cell.window is Window.AFTER_FOUR_CARDS else five_cell
            ends = [look(cell.player, cell.banker, outcome) for outcome in range(3)]
            rows += [[end] for end in ends] + [ends]
        first = places[place]
        offer_rows.append([first, first + 1, first + 2])
        functionals.append(_functional(cell_pays(cell), [0, 1, 2], first, first + 3))
    return Program(frame.masks, rows, functionals), np.array(offer_rows, dtype=np.int64).reshape(-1, 3)


def _functional(pays: tuple[Fraction, ...], row_of: list[int], first: int = 0, base: int = -1) -> Functional:
    """The house's loss and gain over rows that start at `first`."""
    denominator = lcm(*(pay.denominator for pay in pays))
    entries = [(first + at, -int(pays[row] * denominator)) for at, row in enumerate(row_of)]
    return Functional(tuple((row, gain) for row, gain in entries if gain), denominator, base)


def _pairs(frame: Frame, bets: list[FramedBet]) -> _Pairs:
    """Two pairs, one pair and none: the polynomial of each class, less what other classes count."""
    kind = frame.start_of[:14, :14]
    products = np.zeros((13, frame.starts, 13))
    fours, pairs = np.zeros((13, frame.starts)), np.zeros((13, frame.starts))
    none = kind[0, 0]
    for i in range(13):
        pairs[i, kind[i + 1, 0]] += 1
        pairs[i, kind[0, i + 1]] += 1
        pairs[i, none] -= 2
        for j in range(13):
            for at, sign in ((kind[i + 1, j + 1], 1), (kind[i + 1, 0], -1), (kind[0, j + 1], -1), (none, 1)):
                if i == j:
                    fours[i, at] += sign
                else:
                    products[i, at, j] += sign
    everything = np.zeros(frame.starts)
    everything[none] = 1
    denominators = [lcm(*(pay.denominator for pay in framed.pays)) for framed in bets]
    losses = [
        [float(-framed.pays[row] * denominator) for row in framed.row_of[:, 0]]
        for framed, denominator in zip(bets, denominators, strict=True)
    ]
    return _Pairs(
        classes=frame.starts,
        products=products.reshape(13, -1),
        fours=fours,
        pairs=pairs,
        all=everything,
        losses=np.array(losses).T,
        denominators=np.array(denominators, dtype=np.float64),
    )
