"""The tableau: whose card is next, and why."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from punto.coup import STANDARD, Tableau, Why
from punto.kit import Side
from rulebook.shelf import book, shipped

points = st.integers(0, 9)
totals = st.frozensets(points)
tableaux = st.builds(
    Tableau,
    player_draws=totals,
    naturals=totals,
    banker_draws_alone=totals,
    banker_draws_on=st.tuples(*[totals] * 10),
)


@pytest.mark.parametrize("id", shipped())
def test_every_shipped_rulebook_has_the_standard_tableau(id: str) -> None:
    assert book(id).tableau == STANDARD


def test_whose_card_is_next_in_every_coup() -> None:
    names = {None: None, "player": Side.PLAYER, "banker": Side.BANKER}
    for length in range(4):
        for values in product(range(0, 10, 3), repeat=length):
            assert STANDARD.next_side(values) is names[oracle.next_hand(values)]
    for four in product(range(10), repeat=4):
        side = oracle.next_hand(four)
        assert STANDARD.next_side(four) is names[side]
        for fifth in range(10) if side else ():
            five = (*four, fifth)
            side = oracle.next_hand(five)
            assert STANDARD.next_side(five) is names[side]
            if side:
                assert STANDARD.next_side((*five, fifth)) is None


@given(tableaux, st.lists(points, max_size=8))
def test_owners_are_those_whose_card_was_next(tableau: Tableau, drawn: list[int]) -> None:
    owners = tableau.owners(drawn)
    for index, side in enumerate(owners):
        assert tableau.next_side(drawn[:index]) is side
    if len(owners) < len(drawn):
        assert tableau.next_side(drawn[: len(owners)]) is None
        assert len(owners) >= 4
    assert len(owners) <= 6
    assert owners.count(Side.PLAYER) <= 3
    assert owners.count(Side.BANKER) <= 3


@given(tableaux, st.lists(points, min_size=4, max_size=6))
def test_hands_that_may_still_draw(tableau: Tableau, drawn: list[int]) -> None:
    """As found by drawing every card there is."""
    expected: set[Side] = set()
    side = tableau.next_side(drawn)
    if side:
        expected.add(side)
        for card in range(10):
            later = tableau.next_side([*drawn, card])
            expected |= {later} if later else set()
    assert tableau.may_still_draw(drawn) == expected


@pytest.mark.parametrize("drawn", range(4))
def test_before_four_cards_both_may_draw(drawn: int) -> None:
    assert STANDARD.may_still_draw([0] * drawn) == {Side.PLAYER, Side.BANKER}


def test_banker_may_draw_after_player_unless_its_total_never_does() -> None:
    assert STANDARD.may_still_draw([1, 1, 2, 1]) == {Side.PLAYER, Side.BANKER}
    assert STANDARD.may_still_draw([1, 9, 2, 8]) == {Side.PLAYER}
    assert STANDARD.may_still_draw([1, 1, 2, 1, 8]) == {Side.BANKER}
    assert STANDARD.may_still_draw([9, 1, 0, 1]) == frozenset()


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ([4, 2, 4, 3], ["a natural 8: no hand draws"]),
        ([4, 5, 4, 4], ["a natural 8: no hand draws"]),
        ([1, 5, 4, 4], ["a natural 9: no hand draws"]),
        ([3, 2, 4, 3], ["Player has 7: Player stands", "Banker has 5 and Player stood: Banker draws"]),
        ([3, 2, 4, 4], ["Player has 7: Player stands", "Banker has 6 and Player stood: Banker stands"]),
        ([3, 2, 2, 4], ["Player has 5: Player draws"]),
        (
            [3, 2, 2, 4, 6],
            ["Player has 5: Player draws", "Banker has 6 and Player's third card counts 6: Banker draws"],
        ),
        (
            [3, 2, 2, 4, 1],
            ["Player has 5: Player draws", "Banker has 6 and Player's third card counts 1: Banker stands"],
        ),
    ],
)
def test_decisions_in_words(values: list[int], told: list[str]) -> None:
    assert [ruling.sentence() for ruling in STANDARD.third_cards(values)] == told


def test_what_a_decision_was_made_on() -> None:
    player, banker = STANDARD.third_cards([3, 2, 2, 4, 6])
    assert (player.side, player.draws, player.why, player.total, player.third) == (
        Side.PLAYER,
        True,
        Why.PLAYER,
        5,
        None,
    )
    assert (banker.side, banker.draws, banker.why, banker.total, banker.third) == (Side.BANKER, True, Why.BANKER, 6, 6)
    (natural,) = STANDARD.third_cards([0, 4, 9, 4])
    assert (natural.side, natural.draws, natural.why, natural.total) == (Side.PLAYER, False, Why.NATURAL, 9)
    (natural,) = STANDARD.third_cards([0, 4, 2, 4])
    assert (natural.side, natural.draws, natural.why, natural.total) == (Side.BANKER, False, Why.NATURAL, 8)
    alone = STANDARD.third_cards([3, 2, 4, 3])[1]
    assert (alone.side, alone.draws, alone.why, alone.total, alone.third) == (
        Side.BANKER,
        True,
        Why.BANKER_ALONE,
        5,
        None,
    )
