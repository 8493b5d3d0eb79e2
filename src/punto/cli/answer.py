"""Results and settlements as JSON gives them."""

from __future__ import annotations

from typing import Any

from punto.coup import Result
from punto.rulebook import Insured, Settled, Settlement


def settled_dict(settled: Settled) -> dict[str, Any]:
    """A coup that was settled."""
    return {
        "ok": True,
        "result": result_dict(settled.result),
        "bets": {bet: settlement_dict(ended) for bet, ended in settled.bets.items()},
        "insurance": [insurance_dict(one, ended) for one, _, ended in settled.insurance],
    }


def result_dict(result: Result) -> dict[str, Any]:
    """A result as its facts."""
    return {
        "winner": result.winner,
        "player_points": result.player_points,
        "banker_points": result.banker_points,
        "player_cards": result.player_cards,
        "banker_cards": result.banker_cards,
        "player_pair": result.player_pair is not None,
        "banker_pair": result.banker_pair is not None,
    }


def settlement_dict(ended: Settlement) -> dict[str, Any]:
    """How a bet ended."""
    told: dict[str, Any] = {
        "outcome": ended.outcome,
        "odds": ended.odds.text if ended.odds else None,
        "winnings": ended.winnings,
        "payback": ended.payback,
        "cite": ended.cite,
    }
    if ended.commission:
        told["commission"] = ended.commission
    return told


def insurance_dict(one: Insured, ended: Settlement) -> dict[str, Any]:
    """How an insurance bet ended."""
    return {"window": one.window.value, "insures": one.insures.value, "stake": one.stake, **settlement_dict(ended)}
