"""Shoes at speed: every bet of a rulebook scored over billions of coups, and where a game can be beaten.

Public: `job_of`, `simulate`, `on_threads` (and `gpu`, `cluster` for other engines), `score`.
"""

from punto.simulate.engine import Engine, Job, on_threads
from punto.simulate.run import Simulated, dealing_for, job_of, shoes_for, simulate
from punto.simulate.score import Estimate, Score, ScoredBet, ScoredOffer, ScoredUse, score

__all__ = [
    "Engine",
    "Estimate",
    "Job",
    "Score",
    "ScoredBet",
    "ScoredOffer",
    "ScoredUse",
    "Simulated",
    "dealing_for",
    "job_of",
    "on_threads",
    "score",
    "shoes_for",
    "simulate",
]
