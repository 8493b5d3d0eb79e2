"""Plans, sessions and ruin: stakes follow the file, and no plan changes what a unit loses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from punto.chance import Composition, price
from punto.kernel.deal import TASK_SHOES, record
from punto.kit import Refused
from punto.rulebook import Library
from punto.simulate import dealing_for, job_of
from punto.simulate.gains import gains_of
from punto.simulate.paths import paths_of
from punto.simulate.plan import Plan, flat, plan_of, read_plan
from punto.simulate.ruin import ruin
from punto.simulate.session import play
from punto.simulate.sitting import sitting_of
from punto.simulate.whole_shoe import whole_shoe

SHELF = Library()
BOOK = SHELF.find("da-hu-ying-xiong")
JOB = job_of(dealing_for(BOOK, 8, 14), 64, 31)
PLANS = sorted((Path(__file__).parents[2] / "examples" / "plans").glob("*.toml"))


def by_hand(plan: Plan, session: int) -> tuple[float, int, float]:
    """One session, coup by coup: the money at the end, the coup it was ruined at, and all stakes."""
    evening = job_of(JOB.dealing, session * TASK_SHOES + 20, JOB.seed)
    dealt = record(JOB.dealing, JOB.seed, session, session + 1, evening.shoes)
    table = gains_of(BOOK)
    gains = {bet: table.of(bet, dealt) for bet in {plan.bet, "player", "banker"}}
    outcome = paths_of(JOB.dealing.masks).outcome[dealt.paths]
    true = plan.count.true(sitting_of(evening, session).unseen, 8) if plan.count else None
    money, step, last, staked = float(plan.bankroll), 0, 0, 0.0
    for coup in range(plan.coups):
        stake = plan.steps[step]
        if money < stake:
            return money, coup, staked
        sides = ["player", "banker"]
        bet = {"bet": plan.bet, "follow": sides[last], "against": sides[1 - last]}[plan.choose]
        if true is None or true[coup] >= plan.trigger:
            gain = float(gains[bet][coup]) * stake
            money += gain
            staked += stake
            if gain:
                move = plan.on_win if gain > 0 else plan.on_loss
                step = {"next": (step + 1) % len(plan.steps), "back": max(step - 1, 0), "first": 0, "stay": step}[move]
        if outcome[coup] < 2:
            last = int(outcome[coup])
    return money, -1, staked


@pytest.mark.parametrize("file", PLANS, ids=lambda file: file.stem)
def test_sessions_are_played_as_a_person_would(file: Path) -> None:
    plan = read_plan(file, BOOK)
    played = play(BOOK, plan, JOB, 40)
    hands = [by_hand(plan, session) for session in range(40)]
    assert played.gained == pytest.approx(sum(money - plan.bankroll for money, _, _ in hands))
    assert played.staked == pytest.approx(sum(staked for _, _, staked in hands))
    assert played.ruin_pct.value == pytest.approx(100 * sum(at >= 0 for _, at, _ in hands) / 40)


@pytest.mark.parametrize("file", [file for file in PLANS if "count" not in file.stem], ids=lambda file: file.stem)
def test_no_plan_changes_what_a_unit_loses(file: Path) -> None:
    plan = read_plan(file, BOOK)
    played = play(BOOK, plan, JOB, 3000)
    sheet = price(BOOK, Composition.fresh(8))
    edges = [100 * float(sheet.bet(bet).edge) for bet in ([plan.bet] if plan.choose == "bet" else ["player", "banker"])]
    assert min(edges) - 4 * played.edge_pct.se < played.edge_pct.value < max(edges) + 4 * played.edge_pct.se


def test_ruin_is_what_a_walk_with_these_steps_gives() -> None:
    """Player at a unit a coup, from 10 units, 60 coups: the exact walk of independent coups."""
    sheet = price(BOOK, Composition.fresh(8))
    figures = sheet.bet("player")
    win, push = float(figures.hit), float(figures.push)
    chances = {0: 1 - win - push, 1: push, 2: win}
    money = np.zeros(80)
    money[10] = 1.0
    ruined = 0.0
    for _ in range(60):
        after = np.zeros(80)
        for step, chance in chances.items():
            after[max(0, step - 1) : 80 - max(0, 1 - step)] += chance * money[max(0, 1 - step) : 80 - max(0, step - 1)]
        ruined += after[0]
        after[0] = 0
        money = after
    [found] = [one for one in ruin(BOOK, JOB, 1, 10, 61, 4000) if one.plan.bet == "player"]
    assert abs(found.ruin_pct.value / 100 - ruined) < 4 * found.ruin_pct.se / 100 + 0.01
    assert dict(found.time_to_ruin)[0.01] >= 10


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"stake": 5}, "a plan has no 'stake'"),
        ({"bet": "tigger"}, "bet cannot be 'tigger'"),
        ({"steps": []}, "steps must be a list"),
        ({"steps": [1, 0]}, "a step must be a whole number"),
        ({"steps": [1, True]}, "a step must be a whole number"),
        ({"steps": [1, 200], "bankroll": 100}, "step 2 stakes 200 of a bankroll of 100: no plan bets more than it has"),
        ({"bankroll": -5}, "bankroll must be a whole number from 1"),
        ({"bankroll": 10**18}, "bankroll must be a whole number from 1"),
        ({"coups": 10**9}, "coups must be a whole number from 1 to 20,000"),
        ({"choose": "hope"}, "choose cannot be 'hope'"),
        ({"on_win": "up"}, "on_win cannot be 'up'"),
        ({"count": {"tags": {"Z": 1}, "trigger": 1}}, "there is no rank 'Z'"),
        ({"count": {"tags": {"3": 1}}}, "count must have tags"),
        ({"name": ""}, "name must be a text"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        plan_of(given, BOOK)


def test_a_session_longer_than_its_shoes_is_refused() -> None:
    with pytest.raises(Refused, match="a session has at most"):
        play(BOOK, flat("player", 1, 100, 20_000), JOB, 1)


def test_whole_shoes_add_up() -> None:
    job = job_of(JOB.dealing, 2000, 5)
    found = whole_shoe(BOOK, job)
    dealt = record(job.dealing, 5, 0, 32, 2000)
    assert found.coups == len(dealt.paths)
    assert found.lengths[0].mean == pytest.approx(dealt.lengths.mean())
    shorter = record(dealing_for(BOOK, 8, 104), 5, 0, 32, 2000)
    assert abs(next(one.mean for one in found.lengths if one.cut == 104) - shorter.lengths.mean()) < 0.25
    assert sum(found.streaks.share_by_length) == pytest.approx(1)
    assert found.streaks.share_by_length == pytest.approx(found.streaks.expected_by_length, abs=0.02)
    for one in found.bets:
        gains = gains_of(BOOK).of(one.bet, dealt)
        assert one.shoe_mean * 2000 == pytest.approx(-gains.sum())
        first = np.concatenate([[0.0], np.cumsum(gains[: dealt.lengths[0]])])
        assert one.drawdown_95 >= 0
        assert (np.maximum.accumulate(first) - first).max() >= 0
    ties = (paths_of(job.dealing.masks).outcome[dealt.paths] == 2).sum()
    assert found.streaks.ties_per_shoe == pytest.approx(ties / 2000)
