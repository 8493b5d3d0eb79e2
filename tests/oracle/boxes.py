"""What counts of the bets in one box that is over the differential (002 and 003 5.1.1, 5.1.2)."""

from collections.abc import Sequence
from fractions import Fraction

from oracle.dealing import Side
from oracle.money import round_down


def pro_rata(bets: Sequence[tuple[str, Side, int]], differential_max: int, stake_min: int) -> list[int]:
    """The effective stake of each (person, side, stake), in the order given."""
    player = sum(stake for _, side, stake in bets if side == "player")
    banker = sum(stake for _, side, stake in bets if side == "banker")
    effective = [stake for _, _, stake in bets]
    if abs(player - banker) <= differential_max:
        return effective

    if player > banker:
        heavy: Side = "player"
        factor = Fraction(banker + differential_max, player)
    else:
        heavy = "banker"
        factor = Fraction(player + differential_max, banker)

    shares: dict[int, Fraction] = {}
    for index, (_, side, stake) in enumerate(bets):
        if side != heavy:
            continue
        if stake < stake_min:  # 5.1.2: left alone.
            continue
        share = stake * factor
        if share < stake_min:  # 5.1.1: never brought under the minimum.
            effective[index] = stake_min
            continue
        shares[index] = share
        effective[index] = round_down(share)

    # Largest remainder; of equal remainders the bet placed first. Where some bets are left alone or held at the
    # minimum, the others' exact shares need not add up to a whole: the odd part of a unit is dropped.
    spare = round_down(sum(shares.values(), Fraction(0))) - sum(effective[index] for index in shares)
    by_remainder = sorted(shares, key=lambda index: (effective[index] - shares[index], index))
    for index in by_remainder[:spare]:
        effective[index] += 1
    return effective
