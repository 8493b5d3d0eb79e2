"""Shares: what takes part of the bets in a box that is beyond its differential when the bets close (5.1.1, 5.1.2)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from punto.kit import Rounding, Side
from punto.rulebook import Rulebook
from punto.table.events import Share
from punto.table.limits import on_hand, sides, unit_of
from punto.table.sign import Sign
from punto.table.state import PlacedBet


def shares(book: Rulebook, sign: Sign, bets: Sequence[PlacedBet]) -> list[Share]:
    """The effective stakes of the heavy side, in every box beyond the differential; what is not named plays whole."""
    parts: list[Share] = []
    for box in sorted({bet.box for bet in bets}):
        on = sides(book, bets, box)
        if sign.differential_max is None or abs(on.player - on.banker) <= sign.differential_max:
            continue
        heavy = Side.PLAYER if on.player > on.banker else Side.BANKER
        parts += _pro_rata(book, sign, on_hand(book, bets, box, heavy), on[heavy.other] + sign.differential_max)
    return parts


def _pro_rata(book: Rulebook, sign: Sign, heavy: list[PlacedBet], room: int) -> list[Share]:
    """Bets that cannot be cut take room first, the others share the rest in proportion; no share is below the least."""
    unit = unit_of(book, sign, heavy[0].bet)
    least, _ = sign.limits_of(heavy[0].bet)
    floor = -(-least // unit) * unit
    apportioned = [bet for bet in heavy if bet.stake >= least]
    room -= sum(bet.stake for bet in heavy if bet.stake < least)  # 5.1.2: it plays whole.
    plays: dict[int, int] = {}
    sharing = apportioned
    while below_floor := [bet for bet in sharing if _part(bet, sharing, room) < floor]:
        plays |= {bet.order: floor for bet in below_floor}
        room -= floor * len(below_floor)
        sharing = [bet for bet in sharing if bet.order not in plays]
    plays |= _whole_units(sharing, room, unit, spread=sign.rounding != Rounding.REFUSE.value)
    return [Share(patron=bet.patron, box=bet.box, bet=bet.bet, effective=plays[bet.order]) for bet in apportioned]


def _part(bet: PlacedBet, sharing: Sequence[PlacedBet], room: int) -> Fraction:
    return Fraction(max(0, room) * bet.stake, sum(other.stake for other in sharing))


def _whole_units(sharing: Sequence[PlacedBet], room: int, unit: int, *, spread: bool) -> dict[int, int]:
    """Parts in whole units; what rounding down leaves over is spread by largest remainder, the first placed first."""
    parts = {bet.order: _part(bet, sharing, room) for bet in sharing}
    plays = {order: part // unit * unit for order, part in parts.items()}
    spare = (room - sum(plays.values())) // unit if spread and sharing else 0
    by_remainder = sorted(parts, key=lambda order: (plays[order] - parts[order], order))
    return plays | {order: plays[order] + unit for order in by_remainder[:spare]}
