"""A verdict in plain words: whether a bet can be beaten, and whether that is worth anybody's time."""

from __future__ import annotations

from punto.simulate.counting import Vulnerability
from punto.simulate.takings import Takings

SLIGHT = 0.05
"""Units per 100 coups below which it is not worth sitting down."""
STRONG = 0.25


def verdict(weakness: Vulnerability) -> str:
    """A sentence for game protection, from the figures at the shoe's own cut."""
    best = weakness.perfect[0]
    rate = best.units_per_100.value
    if best.edge_when_bet_pct is None or rate <= 0:
        return "It never turned to the patron's side, not even for somebody who knew every card."
    perfect = f"Perfect play bets {_often(best)} and gains {_units(rate)} per 100 coups"
    counted = max((beaten.takings[0].units_per_100.value for beaten in weakness.counted), default=0.0)
    if counted <= 0:
        return f"{perfect}; no simple count finds those coups."
    share = f"a simple count reaches {100 * counted / rate:.0f} % of that"
    if rate < SLIGHT:
        return f"{perfect}; {share}. Too little to be worth anybody's time."
    if rate < STRONG:
        return f"{perfect}; {share}. Worth an eye on large stakes late in a shoe."
    return f"{perfect}; {share}. Vulnerable: cut the shoe shorter, or limit the stake."


def _often(takings: Takings) -> str:
    share = takings.bet_share_pct.value
    return f"{share:.2g} % of coups" if share < 10 else f"{share:.0f} % of coups"


def _units(rate: float) -> str:
    return f"{rate:.3f} units" if rate >= 0.001 else "less than a thousandth of a unit"
