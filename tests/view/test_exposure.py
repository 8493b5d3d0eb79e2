"""Exposure: held to every card there is, one after another, and to what the round then costs the house."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from punto.coup import results_from
from punto.rulebook import settle_bet
from punto.table import commands as c
from punto.table.face_down import Veil
from punto.table.script import Script
from punto.view.exposure import exposure
from punto.view.face_down import FaceDown
from rulebook.shelf import shipped
from table.shift import Shift, shift

KINDS = [f"{sign}{suit}" for sign in "A23456789TJQK" for suit in "hs"]


def copy_of(table: Shift) -> Script:
    made = Script(table.script.state.find, table.script._seal)
    made.state, made.ledger.balances = table.script.state, dict(table.script.ledger.balances)
    return made


def costs(table: Shift) -> Iterator[int]:
    """What the round costs the house for every next card, and for every card after that, by paying it."""
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        dealt = waiting.pop()
        script = copy_of(table)
        for card in dealt:
            assert isinstance(script.do(c.DrawCard(card=card)), list)
        settlement = script.state.coup.settlement
        if settlement is None:
            waiting += [(*dealt, kind) for kind in KINDS]
        else:
            yield sum(line.payback - line.stake for line in settlement.lines)


def every_bet(document: str) -> Shift:
    """A table with money on everything it offers, in different sums."""
    table = shift(document)
    bets = list(table.script.state.rules.bets)
    return table.bets(*(f"seat {1 + place % 5} {bet} {10 * (place + 3)}" for place, bet in enumerate(bets)))


@pytest.mark.parametrize("document", sorted(shipped()))
@pytest.mark.parametrize("cards", ["4h 5d Ts Th", "2c 2h 2s 3d", "9h Kd Kh 8c"])
def test_after_four_cards_it_is_what_the_worst_card_costs(document: str, cards: str) -> None:
    table = every_bet(document).close().cards(" ".join(cards.split()[:3]))
    before = exposure(table.script.state, None)
    table.cards(cards.split()[3])
    if table.table.phase == "dealing":
        after = exposure(table.script.state, None)
        assert after == max(costs(table))
        assert before is not None
        assert after is not None
        assert before >= after
    else:  # A natural: it is paid, and nothing lies any more.
        assert exposure(table.script.state, None) is None


@pytest.mark.parametrize(
    "document",
    [
        pytest.param(name, marks=pytest.mark.exhaustive) if name == "rws-baccarat" else name
        for name in sorted(shipped())
    ],
)
def test_before_the_first_card_it_is_the_worst_of_all_results(document: str) -> None:
    state = every_bet(document).script.state
    terms = state.sign.terms(state.rules)
    worst = max(
        sum(settle_bet(state.rules, bet.bet, bet.plays, result, terms).payback - bet.plays for bet in state.coup.bets)
        for result in results_from(state.rules.tableau)
    )
    assert exposure(state, None) == worst


def test_by_hand() -> None:
    table = shift("rws-insurance").bets("seat 1 banker 100")
    assert exposure(table.script.state, None) == 100
    table.bets("seat 2 player 80")
    assert exposure(table.script.state, None) == 20
    # A tie hands both back, and pays eight times this.
    table.bets("seat 3 tie 50")
    assert exposure(table.script.state, None) == 400
    # Player 4 against Banker 5, insured at 2 to 1: if Player wins the house pays 80 and 100, and takes 100 and 50.
    table.close().cards("4c 5d Ts Th").insure("seat 1 banker 50").expect("insurance_taken")
    assert exposure(table.script.state, None) == max(100 - 80 - 50 - 50, 80 + 100 - 100 - 50, 400)


def test_nothing_that_lies_is_no_exposure() -> None:
    table = shift("rws-insurance")
    assert exposure(table.script.state, None) is None
    table.bets("seat 1 banker 100").close().cards("9h Kd Kh 8c")
    assert exposure(table.script.state, None) is None


def test_a_card_that_lies_face_down_is_not_told() -> None:
    told = set()
    for last in ("9c", "2c", "Kc"):
        table = shift("rws-insurance").bets("seat 1 player 100").close().cards(f"4h 5d {last} Ts")
        hidden = FaceDown(Veil({"player": "seat 1"}, ()), 0, None)
        told.add(exposure(table.script.state, hidden))
    assert told == {100}
