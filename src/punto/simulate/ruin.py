"""Risk of ruin and time to ruin on every bet, for one stake and bankroll."""

from __future__ import annotations

from punto.kit import STAKE_CEILING, Refused
from punto.rulebook import Rulebook
from punto.simulate.engine import Job
from punto.simulate.plan import MOST_COUPS, flat
from punto.simulate.session import Played, play


def ruin(book: Rulebook, job: Job, stake: int, bankroll: int, coups: int, sessions: int) -> list[Played]:
    """Each bet played flat through so many sessions of at most so many coups."""
    if not 1 <= bankroll <= STAKE_CEILING:
        raise Refused(
            code="bad_bankroll", message=f"a bankroll of {bankroll:,} cannot be played: 1 to {STAKE_CEILING:,} can"
        )
    if not 1 <= stake <= bankroll:
        raise Refused(
            code="stakes_more_than_it_has",
            message=f"a stake of {stake:,} cannot be bet from a bankroll of {bankroll:,}: 1 to {bankroll:,} can",
        )
    if not 1 <= coups <= MOST_COUPS:
        raise Refused(
            code="bad_session", message=f"a session of {coups:,} coups cannot be played: 1 to {MOST_COUPS:,} can"
        )
    return [play(book, flat(bet, stake, bankroll, coups), job, sessions) for bet in book.bets]
