"""A betting plan as a file: what to bet on, how much after a win or a loss, and when."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from punto.kit import STAKE_CEILING, Refused
from punto.rulebook import Rulebook, known_ones
from punto.simulate.count import Count, count_of, read_toml

Choice = Literal["bet", "follow", "against"]
Move = Literal["next", "back", "first", "stay"]
CHOICES: tuple[Choice, ...] = ("bet", "follow", "against")
MOVES: tuple[Move, ...] = ("next", "back", "first", "stay")
MOST_COUPS = 20_000
MOST_STEPS = 64
KEYS = ("name", "bet", "choose", "steps", "on_win", "on_loss", "bankroll", "coups", "count")


@dataclass(frozen=True, slots=True)
class Plan:
    """Stakes run along `steps`; a win or a loss moves to the next step, back one, or to the first."""

    name: str
    bet: str
    choose: Choice
    """`bet`: always the same; `follow` or `against`: the hand that won last, or the other one."""
    steps: tuple[int, ...]
    on_win: Move
    on_loss: Move
    bankroll: int
    coups: int
    """How long a session lasts, if the money does."""
    count: Count | None = None
    trigger: int = 0
    """With a count: bet only from this true count on."""


def flat(bet: str, stake: int, bankroll: int, coups: int) -> Plan:
    """The same stake on the same bet, coup after coup."""
    return Plan("flat", bet, "bet", (stake,), "stay", "stay", bankroll, coups)


def read_plan(file: Path, book: Rulebook) -> Plan:
    """The plan in a TOML file; Refused with its place for anything that cannot be played."""
    values = read_toml(file)
    try:
        return plan_of(values, book)
    except Refused as error:
        raise Refused(code=error.refusal.code, message=f"{file}: {error}") from None


def plan_of(values: dict[str, Any], book: Rulebook) -> Plan:
    """The plan these values describe."""
    for key in values:
        if key not in KEYS:
            raise Refused(code="unknown_key", message=f"a plan has no {key[:40]!r}; {known_ones(key, KEYS)}")
    steps = _steps(values.get("steps", [1]))
    count, trigger = _count(values.get("count"))
    plan = Plan(
        name=_text(values, "name"),
        bet=_one_of(values, "bet", tuple(book.bets), "player"),
        choose=_one_of(values, "choose", CHOICES, "bet"),  # type: ignore[arg-type]
        steps=steps,
        on_win=_one_of(values, "on_win", MOVES, "first"),  # type: ignore[arg-type]
        on_loss=_one_of(values, "on_loss", MOVES, "first"),  # type: ignore[arg-type]
        bankroll=_whole(values, "bankroll", 100, STAKE_CEILING),
        coups=_whole(values, "coups", 200, MOST_COUPS),
        count=count,
        trigger=trigger,
    )
    if max(steps) > plan.bankroll:
        place = steps.index(max(steps)) + 1
        raise Refused(
            code="stakes_more_than_it_has",
            message=f"step {place} stakes {max(steps):,} of a bankroll of {plan.bankroll:,}: "
            "no plan bets more than it has",
        )
    if plan.choose != "bet" and not {"player", "banker"} <= set(book.bets):
        raise Refused(code="no_such_bets", message=f"{book.id} has no bets on both hands to follow")
    return plan


def _text(values: dict[str, Any], key: str) -> str:
    value = values.get(key, "plan")
    if not isinstance(value, str) or not 1 <= len(value) <= 80:
        raise Refused(code="bad_plan", message=f"{key} must be a text of 1 to 80 letters")
    return value


def _one_of(values: dict[str, Any], key: str, choices: tuple[str, ...], usual: str) -> str:
    value = values.get(key, usual)
    if not isinstance(value, str) or value not in choices:
        raise Refused(
            code="bad_plan", message=f"{key} cannot be {str(value)[:40]!r}; {known_ones(str(value), choices)}"
        )
    return value


def _whole(values: dict[str, Any], key: str, usual: int, most: int) -> int:
    value = values.get(key, usual)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise Refused(
            code="bad_plan", message=f"{key} must be a whole number from 1 to {most:,}, not {str(value)[:40]}"
        )
    return value


def _steps(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_STEPS:
        raise Refused(code="bad_plan", message=f"steps must be a list of 1 to {MOST_STEPS} stakes")
    for stake in value:
        if isinstance(stake, bool) or not isinstance(stake, int) or not 1 <= stake <= STAKE_CEILING:
            raise Refused(
                code="bad_plan", message=f"a step must be a whole number of units from 1 on, not {str(stake)[:40]}"
            )
    return tuple(value)


def _count(value: object) -> tuple[Count | None, int]:
    if value is None:
        return None, 0
    if not isinstance(value, dict) or set(value) != {"tags", "trigger"} or not isinstance(value["tags"], dict):
        raise Refused(code="bad_plan", message="count must have tags, a number for each rank, and a trigger")
    trigger = value["trigger"]
    if isinstance(trigger, bool) or not isinstance(trigger, int) or abs(trigger) > 1000:
        raise Refused(code="bad_plan", message="count.trigger must be a whole number from -1000 to 1000")
    return count_of(value["tags"]), trigger
