"""A settled slip as JSON gives it."""

from __future__ import annotations

from typing import Literal

import msgspec

from punto.coup import Result
from punto.kit import Refusal
from punto.kit.odds import Outcome
from punto.rulebook.settlement import Settlement
from punto.rulebook.slip import Insured, Settled


class ResultAnswer(msgspec.Struct, frozen=True):
    """A result as its facts."""

    winner: str
    player_points: int
    banker_points: int
    player_cards: int
    banker_cards: int
    player_pair: bool
    banker_pair: bool


class BetAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a bet ended."""

    outcome: Outcome
    odds: str | None
    winnings: int
    payback: int
    cite: str
    commission: int = 0
    exact: str = ""
    """What the winnings came to before they were rounded, `25/2`; left out where they were whole."""
    rounding: str = ""
    """By which policy they were rounded."""


class InsuranceAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an insurance bet ended."""

    window: str
    insures: Literal["player", "banker"]
    stake: int
    outcome: Outcome
    odds: str | None
    winnings: int
    payback: int
    cite: str
    commission: int = 0
    exact: str = ""
    rounding: str = ""


class SlipAnswer(msgspec.Struct, frozen=True):
    """A slip that was settled."""

    ok: bool
    result: ResultAnswer
    bets: dict[str, BetAnswer]
    insurance: list[InsuranceAnswer]


class SlipRefusal(msgspec.Struct, frozen=True):
    """A slip that was not, and why."""

    ok: bool
    refusal: Refusal


def slip_answer(settled: Settled) -> SlipAnswer:
    bets = {bet: bet_answer(ended) for bet, ended in settled.bets.items()}
    insurance = [insurance_answer(insured, ended) for insured, _, ended in settled.insurance]
    return SlipAnswer(True, result_answer(settled.result), bets, insurance)


def result_answer(result: Result) -> ResultAnswer:
    return ResultAnswer(
        result.winner,
        result.player_points,
        result.banker_points,
        result.player_cards,
        result.banker_cards,
        result.player_pair is not None,
        result.banker_pair is not None,
    )


def bet_answer(ended: Settlement) -> BetAnswer:
    odds = ended.odds.text if ended.odds else None
    answer = BetAnswer(ended.outcome, odds, ended.winnings, ended.payback, ended.cite, ended.commission)
    if ended.rounded is None:
        return answer
    return msgspec.structs.replace(answer, exact=str(ended.rounded.exact), rounding=ended.rounded.policy.value)


def insurance_answer(insured: Insured, ended: Settlement) -> InsuranceAnswer:
    end = msgspec.structs.asdict(bet_answer(ended))
    return InsuranceAnswer(window=insured.window.value, insures=insured.insures.value, stake=insured.stake, **end)
