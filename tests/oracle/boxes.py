"""What counts of the bets in one box that is over the differential (002 and 003 5.1, 5.1.1, 5.1.2)."""

from collections.abc import Sequence
from fractions import Fraction

from oracle.dealing import Side
from oracle.money import round_down


def pro_rata(
    bets: Sequence[tuple[str, Side, int]],
    differential_max: int,
    stake_min: int,
    chip: int = 1,
    divides: int | None = None,
) -> list[int]:
    """The effective stake of each (person, side, stake), in the order given.

    `divides` is named at a table that refuses stakes that do not divide: the least stake on the heavy side that does.
    """
    player = sum(stake for _, side, stake in bets if side == "player")
    banker = sum(stake for _, side, stake in bets if side == "banker")
    effective = [stake for _, _, stake in bets]
    if abs(player - banker) <= differential_max:
        return effective

    heavy: Side = "player" if player > banker else "banker"
    room = min(player, banker) + differential_max
    unit = chip
    while divides is not None and unit % divides:
        unit += chip
    least = stake_min
    while least % unit:
        least += 1

    cut: list[int] = []
    for index, (_, side, stake) in enumerate(bets):
        if side != heavy:
            continue
        if stake < stake_min:  # 5.1.2: left alone, and its room is gone.
            room -= stake
        else:
            cut.append(index)

    shares: dict[int, Fraction] = {}
    while cut:
        together = sum(bets[index][2] for index in cut)
        shares = {index: Fraction(max(room, 0) * bets[index][2], together) for index in cut}
        short = [index for index in cut if shares[index] < least]
        if not short:
            break
        for index in short:  # 5.1.1: never brought under the minimum, and its room is gone.
            effective[index] = least
            room -= least
            cut.remove(index)
            del shares[index]

    for index, share in shares.items():
        effective[index] = round_down(share / unit) * unit
    if divides is None:
        # Largest remainder; of equal remainders the bet placed first.
        spare = round_down(Fraction(room - sum(effective[index] for index in shares), unit))
        by_remainder = sorted(shares, key=lambda index: (effective[index] - shares[index], index))
        for index in by_remainder[:spare]:
            effective[index] += unit
    return effective


Standing = tuple[str, Side, int, bool]
"""Person, side, stake, and whether it is a standing bet; in the order first placed."""


def handed_back(
    bets: Sequence[Standing], differential_max: int, stake_min: int, unit: int = 1
) -> list[tuple[int, int]]:
    """The bets of one box that go back before the close, in the order they go: place in the list, and what is left."""
    lies = [stake for _, _, stake, _ in bets]
    gone: list[tuple[int, int]] = []
    while True:
        player = sum(stake for stake, (_, side, _, _) in zip(lies, bets, strict=True) if side == "player")
        banker = sum(stake for stake, (_, side, _, _) in zip(lies, bets, strict=True) if side == "banker")
        too_much = abs(player - banker) - differential_max
        if too_much <= 0:
            return gone
        heavy = "player" if player > banker else "banker"
        standing = [at for at, (_, side, _, stands) in enumerate(bets) if side == heavy and stands and lies[at]]
        seated = [at for at, (_, side, _, stands) in enumerate(bets) if side == heavy and not stands and lies[at]]
        last = max(standing) if standing else max(seated)
        fits = lies[last] - too_much
        fits -= fits % unit
        lies[last] = fits if fits >= stake_min else 0
        gone.append((last, lies[last]))


def fits(bets: Sequence[Standing], given: set[Side], differential_max: int, *, standing: bool) -> bool:
    """Whether a box still fits once a patron's bets on the hands `given` lie in it, as `bets` has them already.

    Who sits is measured without the standing bets on their own side, which make room; those on the other side count.
    """
    for side in given:
        own = sum(stake for _, at, stake, stands in bets if at == side and (standing or not stands))
        other = sum(stake for _, at, stake, _ in bets if at != side)
        if own - other > differential_max:
            return False
    return True
