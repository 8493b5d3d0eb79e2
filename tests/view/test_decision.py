"""What a decision would do to everybody's money, shown before it is taken, is what it does when it is."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from punto.kit import Refusal
from punto.table import State, decide
from punto.table import commands as c
from punto.table.postings import postings
from punto.table.sealed import Sealed
from punto.view.decision import AnswerView, answers
from table.shift import Shift, shift

DA_HU = "da-hu-ying-xiong"
BETS = ("seat 1 banker 500", "seat 2 player 300", "seat 3 tie 50")
NATURAL = "9h 2c Kd 3s"


def paid(cards: str = NATURAL, **sign: Any) -> Shift:
    return shift(DA_HU, cards="physical", **sign).bets(*BETS).close().cards(cards)


REPORTS: dict[str, tuple[str, dict[str, Any]]] = {
    "misread_card": (NATURAL, {"place": 2, "card": "9c"}),
    "misread_card that shows a card missing": (NATURAL, {"what": "misread_card", "place": 1, "card": "2h"}),
    "misplaced_bet": (NATURAL, {"patron": "seat 1", "lay": [{"box": 1, "bet": "player", "stake": 500}]}),
    "foreign_card": (NATURAL, {}),
    "wrong_area": (NATURAL, {"cards": "2c 9h Kd 3s", "note": "swapped"}),
    "wrong_number_of_cards": (NATURAL, {"cards": f"{NATURAL} 5d"}),
    "exposed_card": ("2h 2c", {"cards": "9d"}),
    "interruption": ("2h 2c", {}),
    "dealing_error": ("2h 2c", {}),
}


def change(state: State, answer: AnswerView) -> dict[str, int]:
    """What a Pit Manager's decision moves, by the table's own postings."""
    given = c.Decide(
        confirm=answer.confirm, reconstruct=answer.reconstruct, by="pit_manager", note="as it was", account="Pit 1"
    )
    events = decide(state, given)
    assert not isinstance(events, Refusal), events
    moved: Counter[str] = Counter()
    for event in events:
        for posting in postings(event, "T", state.sign.wallets):
            if posting.account.startswith("chips:"):
                moved[posting.account.removeprefix("chips:")] += posting.amount
    return dict(moved)


@pytest.mark.parametrize("name", REPORTS)
def test_what_is_shown_is_what_is_done(name: str) -> None:
    cards, fields = REPORTS[name]
    table = paid(cards).report(**{"what": name} | fields).phase("stopped")
    state = table.script.state
    shown = answers(state)
    assert [answer.confirm for answer in shown][-1] is False
    assert any(answer.confirm for answer in shown)
    for answer in shown:
        assert answer.refusal is None, answer
        moved = change(state, answer)
        assert {one.patron for one in answer.money} == {"seat 1", "seat 2", "seat 3"}
        for one in answer.money:
            assert one.then - one.now == moved.get(one.patron, 0), (name, answer)
            assert one.hand_out - one.collect == one.then - one.now
            assert min(one.hand_out, one.collect) == 0
    assert all(one.then == one.now for one in shown[-1].money)


def test_a_void_brings_everybody_back_to_nothing() -> None:
    confirmed, _ = answers(paid().report("foreign_card").script.state)
    assert (confirmed.voids, confirmed.new_cards, confirmed.result) == (True, True, None)
    assert [(one.patron, one.now, one.then) for one in confirmed.money] == [
        ("seat 1", -500, 0),
        ("seat 2", 300, 0),
        ("seat 3", -50, 0),
    ]
    assert [(one.collect, one.hand_out) for one in confirmed.money] == [(0, 500), (300, 0), (0, 50)]


def test_stakes_that_lie_count_as_given() -> None:
    *_, dismissed = answers(paid("2h 2c").report("interruption").script.state)
    assert [(one.now, one.then) for one in dismissed.money] == [(-500, -500), (-300, -300), (-50, -50)]


def test_who_would_choose_is_named() -> None:
    in_order, _, _ = answers(paid("2h 2c").report("exposed_card", cards="9d").script.state)
    assert in_order.choosing == ("seat 1", "seat 2", "seat 3")


def test_an_answer_that_would_be_refused_says_why() -> None:
    table = shift(DA_HU, cards="virtual").bets(*BETS).close()
    table.do("draw_card")
    state = table.report("wrong_area").phase("stopped").script.state
    refused = [answer.refusal.code for answer in answers(state) if answer.refusal]
    assert refused == ["shoe_is_sealed"]  # Nobody says of a sealed shoe that its order is not known.


def test_what_takes_a_ruling_can_only_be_dismissed_here() -> None:
    assert [answer.confirm for answer in answers(paid().report("other").script.state)] == [False]


def test_nothing_waits_nothing_is_shown() -> None:
    assert answers(paid().script.state) == []


def test_no_card_of_a_sealed_shoe_is_shown_before_it_is_out() -> None:
    table = shift(DA_HU, cards="virtual").bets(*BETS).close()
    table.do("draw_card")
    table.report("exposed_card").phase("stopped")
    state, sealed = table.script.state, table.script._sealed
    assert isinstance(sealed, Sealed)
    *confirmed, dismissed = answers(state)
    assert all(answer.from_shoe and answer.money == [] and answer.result is None for answer in confirmed)
    assert not dismissed.from_shoe
    hidden = sealed.cards(state.shoe.out, state.shoe.cut_place, 3)
    text = msgspec.json.encode([answers(state), state.pending.report]).decode()
    assert not [card for card in hidden if str(card) in text]
