"""Whether the chips in a table's rack can pay what its bets win."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

from punto.kit import STAKE_CEILING, Odds, Refused, Rounding, round_units
from punto.rulebook import Rulebook
from punto.table.sign import Sign


def require_payable(book: Rulebook, sign: Sign) -> None:
    """Refused if a stake that the sign allows can win an amount that the chips of the rack cannot make.

    Racks, slips and boxes are counted in these chips: what is paid in others would be missing in every count.
    """
    if example := unpayable(book, sign):
        (what, stake, wins), smallest = example, min(sign.rack)
        message = (
            f"denominations: {what} wins {wins:,} on {stake:,}, and the smallest chip in the rack is {smallest:,}; "
            "add smaller ones, or have stakes in larger steps (chip)"
        )
        raise Refused(code="bad_setting", message=message)


def unpayable(book: Rulebook, sign: Sign) -> tuple[str, int, int] | None:
    """A bet, a stake on it and what that wins, if the rack cannot pay it; wallets are paid without chips."""
    if sign.wallets:
        return None
    rounding, smallest = Rounding(sign.rounding), min(sign.rack)
    for what, pays, least, most in _wins(book, sign):
        step = lcm(sign.chip, pays.denominator) if rounding is Rounding.REFUSE else sign.chip
        if step * pays % smallest == 0:
            continue  # Every multiple of the step is paid as well.
        first = -(-least // step) * step
        for stake in range(first, min(most, first + step * smallest * pays.denominator) + 1, step):
            if (wins := round_units(stake * pays, rounding)) % smallest:
                return what, stake, wins
    return None


def _wins(book: Rulebook, sign: Sign) -> Iterator[tuple[str, Fraction, int, int]]:
    """The unrounded winnings of a unit on each row and offer, with the least and the most that may lie there."""
    commission = sign.terms(book).commission
    for bet in book.bets.values():
        least, most = sign.limits_of(bet.id)
        for row in bet.pays:
            if isinstance(row.odds, Odds):
                rate = commission if row.commission else Fraction(0)
                yield bet.id, row.odds.to * (1 - rate), least, STAKE_CEILING if most is None else most
    for cell in book.insurance.values() if sign.insurance else ():
        yield f"insurance on {cell.insures.value}", cell.odds.to, 1, STAKE_CEILING
