"""Limits of a box: minimum, maximum and differential; what is in excess, and shares pro rata."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from punto.kit import BySide, Refusal, Side
from punto.rulebook import Rulebook
from punto.table.events import Share
from punto.table.sign import Sign
from punto.table.state import PlacedBet


def sides(book: Rulebook, bets: Sequence[PlacedBet], box: int) -> BySide[int]:
    """What lies on each hand in a box."""
    return BySide(*(sum(one.stake for one in _on(book, bets, box, side)) for side in Side))


def _on(book: Rulebook, bets: Sequence[PlacedBet], box: int, side: Side) -> list[PlacedBet]:
    """The original bets on a hand in a box: seated first, then standing, each in order of placing."""
    original = book.bet_on(side)
    if original is None:
        return []
    found = [one for one in bets if one.box == box and one.bet == original.id]
    return sorted(found, key=lambda one: (one.stance == "standing", one.order))


def breach(book: Rulebook, sign: Sign, now: Sequence[PlacedBet], changed: PlacedBet) -> Refusal | None:
    """The first limit that is broken if this bet takes the place of what lies now; withdrawn, its stake is nothing."""
    least, most = sign.limits_of(changed.bet)
    name = book.bets[changed.bet].name.en
    cite = book.procedure.get("limits", "")
    if 0 < changed.stake < least:
        under = book.irregularities.get("under_minimum")
        message = f"{name} {changed.stake:,} in box {changed.box}: the minimum is {least:,}"
        return Refusal(code="below_minimum", cite=under.cite if under else cite, message=message)
    if most is not None and changed.stake > most:
        message = f"{name} {changed.stake:,} in box {changed.box}: the maximum is {most:,}"
        return Refusal(code="above_maximum", cite=cite, message=message)
    return _differential(book, sign, now, changed)


def _differential(book: Rulebook, sign: Sign, now: Sequence[PlacedBet], changed: PlacedBet) -> Refusal | None:
    hand, limit = book.bets[changed.bet].hand, sign.differential_max
    if limit is None or hand is None:
        return None
    place = (changed.patron, changed.box, changed.bet)
    then = [one for one in now if (one.patron, one.box, one.bet) != place] + [changed]
    before, after = sides(book, now, changed.box), sides(book, then, changed.box)
    if abs(after.player - after.banker) <= limit:
        return None
    lies = f"Banker {before.banker:,} v Player {before.player:,} in box {changed.box}"
    name = hand.value.capitalize()
    if after[hand] > before[hand] and after[hand] > after[hand.other]:
        free = max(0, before[hand.other] + limit - before[hand])
        message = f"{lies}: only {free:,} more can be taken on {name}"
    elif after[hand] > before[hand]:  # A step towards balance, where chips lie beyond the limit already.
        message = f"{lies}: with more on {name} the differential of {limit:,} is still exceeded"
    else:
        message = f"{lies}: with less on {name} the differential of {limit:,} would be exceeded"
    return Refusal(code="differential_exceeded", cite=differential_cite(book), message=message)


def differential_cite(book: Rulebook) -> str:
    """The clause about the differential, where the document has one."""
    clause = book.irregularities.get("over_differential")
    return clause.cite if clause else ""


def pro_rata_cite(book: Rulebook) -> str:
    """The part of that clause by which a box beyond its differential plays in proportion."""
    return book.part(differential_cite(book), 1)


def excess(book: Rulebook, sign: Sign, bets: Sequence[PlacedBet], box: int) -> list[tuple[PlacedBet, int]]:
    """The bets of a box that must be cut to the differential, with what is left of each; the last claim goes first."""
    if sign.differential_max is None:
        return []
    on = sides(book, bets, box)
    heavy = Side.PLAYER if on.player > on.banker else Side.BANKER
    room = on[heavy.other] + sign.differential_max
    cut = []
    for one in _on(book, bets, box, heavy):
        left = min(one.stake, room)
        if left < one.stake:
            least, _ = sign.limits_of(one.bet)
            cut.append((one, left if left >= least else 0))
        room -= left
    return cut


def shares(book: Rulebook, sign: Sign, bets: Sequence[PlacedBet]) -> list[Share]:
    """The effective stakes in boxes that are beyond the differential when the bets close (5.1.1, 5.1.2)."""
    found: list[Share] = []
    for box in sorted({one.box for one in bets}):
        on = sides(book, bets, box)
        if sign.differential_max is None or abs(on.player - on.banker) <= sign.differential_max:
            continue
        heavy = Side.PLAYER if on.player > on.banker else Side.BANKER
        found += _pro_rata(sign, _on(book, bets, box, heavy), on[heavy.other] + sign.differential_max)
    return found


def _pro_rata(sign: Sign, heavy: list[PlacedBet], allowed: int) -> list[Share]:
    """Shares of the heavy side: in proportion, never below the minimum, whole units by largest remainder."""
    least, _ = sign.limits_of(heavy[0].bet)
    factor = Fraction(allowed, sum(one.stake for one in heavy))
    apportioned = [one for one in heavy if one.stake >= least]
    exact = {one.order: one.stake * factor for one in apportioned}
    effective = {one.order: least for one in apportioned if exact[one.order] < least}
    pool = [one for one in apportioned if one.order not in effective]
    floors = {one.order: int(exact[one.order]) for one in pool}
    spare = int(sum((exact[one.order] for one in pool), Fraction(0))) - sum(floors.values())
    by_remainder = sorted(pool, key=lambda one: (floors[one.order] - exact[one.order], one.order))
    for place, one in enumerate(by_remainder):
        effective[one.order] = floors[one.order] + (place < spare)
    return [Share(patron=one.patron, box=one.box, bet=one.bet, effective=effective[one.order]) for one in apportioned]
