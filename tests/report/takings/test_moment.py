"""What stakes were worth when they were placed: a perfect player gains by it what the exact edges say."""

from __future__ import annotations

from fractions import Fraction
from math import isclose, sqrt

import numpy as np
import pytest

from punto.chance import Composition, price, price_many
from punto.kit import read_cards
from punto.report.takings import HouseTakings
from punto.table import events as e
from report.takings.messy import BEGAN, STEP
from report.takings.test_takings import CALENDAR
from rulebook.shelf import LIBRARY, book
from table.shift import Shift, wide_limits

GAME = "easy-six"


def perfect_play(shoes: int, stake: int) -> tuple[Shift, Fraction, int]:
    """Somebody who sees every card and bets on whatever favours them: the log, what that is worth, how many bets."""
    rules = book(GAME)
    table = Shift()
    table.do("open_table", rulebook=GAME, settings={"decks": 6, "cut": 12} | wide_limits(GAME), by="dealer")
    worth, bets = Fraction(0), 0
    for seed in range(shoes):
        table.do("open_shoe", cards="virtual", seed=seed)
        seen = len(table.log)
        unseen = Composition.fresh(6)
        while table.table.shoe is not None and not table.script.state.shoe.finished:
            table.do("open_bets")
            for event in table.log[seen:]:
                if isinstance(event, e.CardsBurned | e.CardDrawn):
                    unseen = unseen.without(read_cards(event.card))
            seen = len(table.log)
            edges = price_many(rules, np.array([unseen.cards])).bets[0]
            for at, bet in enumerate(rules.bets):
                if edges[at] < 0:
                    table.place(f"seat 1 {bet} {stake}")
                    worth -= stake * price(rules, unseen).bet(bet).edge
                    bets += 1
            table.do("close_bets")
            while table.table.phase == "dealing":
                table.do("draw_card")
        table.do("close_shoe")
    return table, worth, bets


def test_a_perfect_player_gains_what_the_exact_edges_say() -> None:
    table, worth, bets = perfect_play(8, 100)
    takings = HouseTakings(LIBRARY.find, CALENDAR, "patron")
    for at, event in enumerate(table.log):
        takings.take("T", BEGAN + at * STEP, event)
    takings.end()
    [row] = takings.report("patron").rows
    assert bets > 20
    assert row.handle == 100 * bets
    gain = -row.theo_moment  # Figures are the house's.
    assert gain > 0
    assert isclose(gain, worth, rel_tol=1e-9)
    assert Fraction(row.theo) > 0  # By the edges of a fresh shoe the house should have won.
    assert abs(-row.win - gain) < 4 * row.sd


def test_insurance_is_worth_what_its_cards_left_say() -> None:
    table = Shift()
    table.do("open_table", rulebook="rws-insurance", settings=wide_limits("rws-insurance"), by="dealer")
    table.do("open_shoe", cards="physical")
    table.bets("seat 1 player 10").close().cards("9h 3c 9d 3s")
    table.bets("seat 1 banker 1000").close().cards("Ah 4c Kd Ks 2d").insure("seat 1 banker 200").cards("8c")
    takings = HouseTakings(LIBRARY.find, CALENDAR, "bet")
    for at, event in enumerate(table.log):
        takings.take("T", BEGAN + at * STEP, event)
    takings.end()
    rows = {row.key: row for row in takings.report("bet").rows}
    rules, unseen = book("rws-insurance"), Composition.fresh(8).without(read_cards("9h 3c 9d 3s"))
    assert isclose(rows["banker"].theo_moment, 1000 * price(rules, unseen).bet("banker").edge)
    assert isclose(rows["player"].theo_moment, 10 * price(rules, Composition.fresh(8)).bet("player").edge)
    [offer] = price(rules, unseen, read_cards("Ah 4c Kd Ks 2d")).insurance
    assert isclose(rows["insurance:banker"].theo_moment, 200 * offer.edge)
    assert rows["insurance:banker"].theo_moment != pytest.approx(float(Fraction(rows["insurance:banker"].theo)))
    assert isclose(rows["insurance:banker"].sd, 200 * sqrt(variance(offer)), rel_tol=0.2)


def variance(offer: object) -> Fraction:
    chances = (offer.player_wins, offer.banker_wins, offer.tie)  # type: ignore[attr-defined]
    gains = (Fraction(3, 2), Fraction(-1), Fraction(0))
    mean = sum((chance * gain for chance, gain in zip(chances, gains, strict=True)), Fraction(0))
    return sum((chance * gain**2 for chance, gain in zip(chances, gains, strict=True)), Fraction(0)) - mean**2
