from __future__ import annotations

import math
import random
import threading
from fractions import Fraction

import numpy as np
import pytest

from kernel.dealing import STANDARD, shoe
from punto.kernel import Functional, Program, Route, counts, five_cell, four_cell, joint_cell, routes, sequences


def cells_where(keep: str) -> list[int]:
    wanted = {"player": 1, "banker": -1, "tie": 0}[keep]
    return [
        joint_cell(pc, bc, p, b)
        for pc in (2, 3)
        for bc in (2, 3)
        for p in range(10)
        for b in range(10)
        if (p > b) - (p < b) == wanted
    ]


WINNERS = [cells_where("player"), cells_where("banker"), cells_where("tie")]
OFFER = [[four_cell(4, 2, o) for o in range(3)], [four_cell(4, 2, 0)], [four_cell(4, 2, 1)]]
LATE = [[five_cell(9, 6, o) for o in range(3)], [five_cell(9, 6, 2)]]
ROWS = WINNERS + OFFER + LATE
BETS = [
    Functional(((0, 1), (1, -1))),
    Functional(((0, -20), (1, 19)), denominator=20),
    Functional(((0, -1), (1, -1), (2, 8))),
    Functional(((4, 3), (5, -2)), denominator=2, base=3),
    Functional(((6, -1), (7, 8)), base=6),
    Functional(()),
]


def compositions() -> list[list[int]]:
    rng = np.random.default_rng(11)
    some = rng.integers(0, np.array(shoe(8)) + 1, size=(200, 10)).tolist()
    few = rng.integers(0, 3, size=(100, 10)).tolist()
    big = rng.integers(30, 140, size=(9, 10)).tolist()
    return [*some[:50], *few, [0] * 10, shoe(27), *big, *some[50:]]


def test_rows_are_the_sums_of_their_cells() -> None:
    cells = counts(compositions(), STANDARD)
    rows = Program(STANDARD, ROWS, BETS).price(compositions()).rows
    for r, row in enumerate(ROWS):
        assert rows[:, r].tolist() == cells[:, row].sum(axis=1).tolist()


def test_values_are_the_exact_quotients_rounded_once() -> None:
    program = Program(STANDARD, ROWS, BETS)
    prices = program.price(compositions())
    exact = program.exact(compositions())
    for i, composition in enumerate(compositions()):
        rows = prices.rows[i].tolist()
        assert exact.rows[i].tolist() == rows
        for f, bet in enumerate(BETS):
            numerator = sum(payoff * rows[row] for row, payoff in bet.payoffs)
            base = sequences(sum(composition)) if bet.base < 0 else rows[bet.base]
            value = float(prices.values[i, f])
            assert exact.numerator(i, f) == numerator
            if base == 0:
                assert math.isnan(value)
            else:
                assert value == float(Fraction(numerator, bet.denominator * base))


def test_quotients_of_every_size_are_rounded_once() -> None:
    """Payoffs and denominators of 1 to 62 bits over one big shoe: every way the core divides is taken."""
    rng = random.Random(12)
    bets = [
        Functional(
            tuple((row, rng.choice((-1, 1)) * rng.getrandbits(rng.randint(1, 60))) for row in range(3)),
            denominator=rng.getrandbits(rng.randint(1, 61)) + 1,
            base=rng.choice((-1, 0, 3)),
        )
        for _ in range(3000)
    ]
    program = Program(STANDARD, ROWS, bets)
    for composition in ([128, *(32,) * 9], [145] * 10, [3, 2, 1, 1, 1, 1, 1, 1, 1, 1]):
        prices = program.price([composition])
        exact = program.exact([composition])
        for f, bet in enumerate(bets):
            rows = prices.rows[0].tolist()
            numerator = sum(payoff * rows[row] for row, payoff in bet.payoffs)
            base = sequences(sum(composition)) if bet.base < 0 else rows[bet.base]
            assert exact.numerator(0, f) == numerator
            assert prices.values[0, f] == float(Fraction(numerator, bet.denominator * base))


def test_a_quotient_halfway_between_two_doubles_goes_to_the_even_one() -> None:
    odd, even = 2**54 + 2 + 4, 2**54 + 2
    program = Program(STANDARD, [cells_where("player") + cells_where("banker") + cells_where("tie")], [
        Functional(((0, odd),)), Functional(((0, even),)), Functional(((0, -even),)), Functional(((0, even + 1),)),
    ])  # fmt: skip
    for composition in (shoe(1), shoe(8)):
        assert program.values([composition])[0].tolist() == [float(odd), float(even), -float(even), float(even + 1)]


def test_a_numerator_that_almost_cancels_keeps_its_sign() -> None:
    # Player and Banker counts of this shoe have sixteen digits; the payoffs are each other's counts, off by one.
    rows = Program(STANDARD, ROWS, []).price([shoe(8)]).rows[0].tolist()
    scale = math.gcd(rows[0], rows[1])
    player, banker = rows[0] // scale, rows[1] // scale
    bets = [Functional(((0, banker), (1, -player + off))) for off in (-1, 0, 1)]
    values = Program(STANDARD, ROWS, bets).values([shoe(8)])[0].tolist()
    assert values[0] < 0
    assert values[1] == 0
    assert values[2] > 0


@pytest.mark.parametrize("route", routes())
def test_every_route_gives_the_same_prices_bit_for_bit(route: Route) -> None:
    program = Program(STANDARD, ROWS, BETS)
    expected = program.price(compositions(), Route.INTEGER)
    found = program.price(compositions(), route)
    assert found.rows.tobytes() == expected.rows.tobytes()
    assert found.values.tobytes() == expected.values.tobytes()
    assert program.values(compositions(), route).tobytes() == expected.values.tobytes()
    high, low = program.exact(compositions(), route).high, program.exact(compositions()).low
    assert high.tobytes() == program.exact(compositions(), Route.INTEGER).high.tobytes()
    assert low.tobytes() == program.exact(compositions(), Route.INTEGER).low.tobytes()


def test_one_program_serves_several_threads() -> None:
    program = Program(STANDARD, ROWS, BETS)
    expected = program.values(compositions()).tobytes()
    found: list[bytes] = []

    def work() -> None:
        for _ in range(20):
            found.append(program.values(compositions()).tobytes())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 80


def test_a_program_may_be_empty() -> None:
    prices = Program(STANDARD, [], []).price([shoe(8)])
    assert prices.rows.shape == prices.values.shape == (1, 0)
    assert Program(STANDARD, [[]], [Functional(((0, 5),))]).price([shoe(8)]).values.tolist() == [[0.0]]


@pytest.mark.parametrize(
    ("rows", "bets", "sentence"),
    [
        ([[1000]], [], "row 0 names a cell outside 0 to 999"),
        ([[0], [-1]], [], "row 1 names a cell outside 0 to 999"),
        ([[7, 7]], [], "row 0 names a cell twice"),
        ([[399, 400]], [], "row 0 mixes cells of two tables"),
        ([[0]], [Functional(((1, 1),))], "functional 0 names a row that the program does not have"),
        ([[0]], [Functional(((-1, 1),))], "functional 0 names a row that the program does not have"),
        ([[0]], [Functional(((0, 1),), base=1)], "functional 0 names a row that the program does not have"),
        ([[0]], [Functional((), denominator=0)], r"functional 0 has the denominator 0: 1 to 2\^62 - 1 is possible"),
        ([[0]], [Functional(((0, 2**61), (0, -(2**61))))], r"functional 0 has payoffs of 2\^62 or more together"),
    ],
)
def test_bad_programs_get_one_clear_sentence(rows: list[list[int]], bets: list[Functional], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        Program(STANDARD, rows, bets)


def test_a_bad_composition_is_refused_by_its_number() -> None:
    with pytest.raises(ValueError, match=r"^composition 2 has -1 cards of value 9: a count is never negative$"):
        Program(STANDARD, ROWS, BETS).price([shoe(1), shoe(1), [4] * 9 + [-1]])


def test_a_route_the_processor_lacks_is_refused() -> None:
    class Wider:
        name, value = "SIXTEEN_LANES", 5

    with pytest.raises(ValueError, match=r"^this processor cannot take the route SIXTEEN_LANES$"):
        Program(STANDARD, ROWS, BETS).price([shoe(1)], Wider())  # type: ignore[arg-type]
