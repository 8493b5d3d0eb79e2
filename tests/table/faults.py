"""What can be wrong about many commands alike: who gives them, and when."""

from __future__ import annotations

from table.scene import Build, Faults
from table.shift import bare
from table.situations import betting, complete, settled, stopped

WHO: Faults = {"unknown_rank": {"by": "king"}, "authority_too_low": {"by": "patron"}}
ANYBODY: Faults = {"unknown_rank": {"by": "king"}}
STAKES: Faults = {
    "stake_not_whole": {"stake": 1.5},
    "stake_not_positive": {"stake": 0},
    "stake_too_large": {"stake": 10**16},
}
CLOSED: dict[str, Build] = {"table_is_closed": bare}
DECIDING: dict[str, Build] = CLOSED | {"decision_is_awaited": stopped}
BETWEEN: dict[str, Build] = DECIDING | {"coup_in_progress": betting, "choices_are_open": complete}
DEALING: dict[str, Build] = DECIDING | {"bets_are_open": betting, "no_coup": settled}
