"""The limits of a box by the auditor's own books: what fits, what goes back, and what takes part pro rata."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from punto.audit.felt import Chips, Felt, Place
from punto.kit import Odds, Side, read_percent
from punto.rulebook import MaximumPer, Rulebook
from punto.table import Sign


def on_hand(book: Rulebook, felt: Felt, box: int, side: Side) -> list[tuple[Place, Chips]]:
    """The original bets on a hand in a box."""
    original = book.bet_on(side)
    if original is None:
        return []
    bet = original.id
    return [(at, chips) for at, chips in felt.closed_with.items() if at[1] == box and at[2] == bet]


def differential(book: Rulebook, felt: Felt, box: int) -> int:
    """What lies on Player above what lies on Banker, in one box."""
    return lead(book, felt, box, Side.PLAYER, seated_only=False)


def lead(book: Rulebook, felt: Felt, box: int, side: Side, *, seated_only: bool) -> int:
    """How far a hand is above the other; `seated_only` leaves its own standing bets out, as 5.1 does for who sits."""
    own, other = book.bet_on(side), book.bet_on(side.other)
    ahead = 0
    for (_, at, bet), chips in felt.closed_with.items():  # One pass: this is asked with every bet.
        if at != box:
            continue
        if own is not None and bet == own.id:
            if not seated_only or chips.stance == "seated":
                ahead += chips.stake
        elif other is not None and bet == other.id:
            ahead -= chips.stake
    return ahead


def held_against_maximum(book: Rulebook, felt: Felt, place: Place) -> int:
    """The stakes that the maximum of a bet is held against: the patron's, or all on that area of the box."""
    if book.limits is None or book.limits.maximum is not MaximumPer.BOX:
        return felt.bets[place].stake
    return sum(chips.stake for at, chips in felt.bets.items() if at[1:] == place[1:])


def whole(book: Rulebook, sign: Sign, bet: str) -> int:
    """What every part of a bet is a multiple of: a chip, and where stakes must divide the least number that does."""
    step = sign.chip
    if sign.rounding == "refuse":
        while not _divides(book, sign, bet, step):
            step += sign.chip
    return step


def _divides(book: Rulebook, sign: Sign, bet: str, stake: int) -> bool:
    rate = Fraction(0)
    if book.commission:
        rate = read_percent(sign.commission) if sign.commission else book.commission.rate
    rows = [row for row in book.bets[bet].pays if isinstance(row.odds, Odds)]
    wins = [(stake * row.odds.to, row.commission) for row in rows if isinstance(row.odds, Odds)]
    return all(win.denominator == 1 and (not less or (win * rate).denominator == 1) for win, less in wins)


def excess(book: Rulebook, sign: Sign, felt: Felt, box: int) -> list[tuple[Place, int]]:
    """Who goes back, in that order, and what is left of each, until the box is within its differential (5.1)."""
    limit = sign.differential_max
    if limit is None or abs(differential(book, felt, box)) <= limit:
        return []
    stakes = {side: {at: chips.stake for at, chips in on_hand(book, felt, box, side)} for side in Side}
    back: list[tuple[Place, int]] = []
    while abs(sum(stakes[Side.PLAYER].values()) - sum(stakes[Side.BANKER].values())) > limit:
        heavy = max(Side, key=lambda side: sum(stakes[side].values()))
        room = sum(stakes[heavy.other].values()) + limit
        at = max(stakes[heavy], key=lambda place: (felt.bets[place].stance == "standing", felt.bets[place].order))
        fits = room - sum(stakes[heavy].values()) + stakes[heavy][at]
        left = max(0, fits) - max(0, fits) % whole(book, sign, at[2])
        stakes[heavy][at] = left if left >= sign.limits_of(at[2])[0] else 0
        back.append((at, stakes[heavy][at]))
        if not stakes[heavy][at]:
            del stakes[heavy][at]
    return back


def _beyond(book: Rulebook, sign: Sign, felt: Felt) -> Iterator[tuple[list[tuple[Place, Chips]], int]]:
    """For every box beyond its differential the bets on its heavy hand and the room they have."""
    limit = sign.differential_max
    if limit is None:
        return
    for box in sorted({at[1] for at in felt.closed_with}):
        gap = differential(book, felt, box)
        if abs(gap) > limit:
            heavy = on_hand(book, felt, box, Side.PLAYER if gap > 0 else Side.BANKER)
            yield heavy, sum(chips.stake for _, chips in heavy) - abs(gap) + limit


def shares(book: Rulebook, sign: Sign, felt: Felt) -> dict[Place, int]:
    """The effective stakes in every box beyond the differential, pro rata (5.1.1, 5.1.2)."""
    effective: dict[Place, int] = {}
    for heavy, room in _beyond(book, sign, felt):
        bet = heavy[0][0][2]
        least, unit = sign.limits_of(bet)[0], whole(book, sign, bet)
        playable = least + -least % unit
        free = room - sum(chips.stake for _, chips in heavy if chips.stake < least)
        pool = sorted((chips.stake, chips.order, at) for at, chips in heavy if chips.stake >= least)
        # The smallest stake has the smallest part: while it falls below the minimum it plays at it, beside the rest.
        while pool and pool[0][0] * max(0, free) < playable * sum(stake for stake, _, _ in pool):
            effective[pool.pop(0)[2]] = playable
            free -= playable
        total = sum(stake for stake, _, _ in pool)
        for stake, _, at in pool:
            effective[at] = stake * free // total // unit * unit
        spare = 0 if sign.rounding == "refuse" else (free - sum(effective[at] for _, _, at in pool)) // unit
        pool.sort(key=lambda entry: (-(Fraction(entry[0] * free, total) - effective[entry[2]]), entry[1]))
        for _, _, at in pool[:spare]:
            effective[at] += unit
    return effective


def shares_on_top(book: Rulebook, sign: Sign, felt: Felt) -> dict[Place, int]:
    """Effective stakes as files that say nothing about limits were read: minima play beside the shares."""
    effective: dict[Place, int] = {}
    for heavy, room in _beyond(book, sign, felt):
        least = sign.limits_of(heavy[0][0][2])[0]
        factor = Fraction(room, sum(chips.stake for _, chips in heavy))
        parts = {at: chips.stake * factor for at, chips in heavy if chips.stake >= least}
        effective |= {at: max(least, int(part)) for at, part in parts.items()}
        in_proportion = [at for at, part in parts.items() if part >= least]
        spare = int(sum((parts[at] for at in in_proportion), Fraction(0))) - sum(effective[at] for at in in_proportion)
        in_proportion.sort(key=lambda at: (int(parts[at]) - parts[at], felt.bets[at].order))
        for at in in_proportion[:spare]:
            effective[at] += 1
    return effective
