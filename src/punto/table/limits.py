"""Limits of a box: minimum, maximum and differential; which bets go back when it is beyond them."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm

from msgspec.structs import replace

from punto.kit import BySide, Refusal, Rounding, Side
from punto.rulebook import MaximumPer, Rulebook, step_of
from punto.table.sign import Sign
from punto.table.state import PlacedBet


def sides(book: Rulebook, bets: Sequence[PlacedBet], box: int) -> BySide[int]:
    """The money on each hand in a box."""
    return BySide(*(sum(bet.stake for bet in on_hand(book, bets, box, side)) for side in Side))


def on_hand(book: Rulebook, bets: Sequence[PlacedBet], box: int, side: Side) -> list[PlacedBet]:
    """The original bets on a hand in a box: seated first, then standing, each in order of placing."""
    original = book.bet_on(side)
    if original is None:
        return []
    hand_bets = [bet for bet in bets if bet.box == box and bet.bet == original.id]
    return sorted(hand_bets, key=lambda bet: (bet.stance == "standing", bet.order))


def changed_by(now: Sequence[PlacedBet], new_bets: Sequence[PlacedBet]) -> list[PlacedBet]:
    """All bets once the new ones have taken the place of those of the same patron, box and area."""
    places = {bet.place for bet in new_bets}
    return [*(bet for bet in now if bet.place not in places), *new_bets]


def breach(book: Rulebook, sign: Sign, now: Sequence[PlacedBet], new_bets: Sequence[PlacedBet]) -> Refusal | None:
    """The first limit that one patron's bets in one box break, measured together."""
    then = changed_by(now, new_bets)
    checks = [below_minimum(book, sign, bet) for bet in new_bets]
    checks += [_above_maximum(book, sign, then, bet, _lying(now, bet)) for bet in new_bets]
    return next((refusal for refusal in checks if refusal), None) or beyond_differential(book, sign, now, new_bets)


def below_minimum(book: Rulebook, sign: Sign, bet: PlacedBet) -> Refusal | None:
    """The minimum holds for each patron on each area (5.2)."""
    least, _ = sign.limits_of(bet.bet)
    if bet.stake >= least:
        return None
    under = book.irregularities.get("under_minimum")
    message = f"{book.bets[bet.bet].name.en} {bet.stake:,} in box {bet.box}: the minimum is {least:,}"
    return Refusal(code="below_minimum", cite=under.cite if under else _limits_cite(book), message=message)


def _lying(now: Sequence[PlacedBet], bet: PlacedBet) -> int:
    """The money that the same patron has on this area of the box already."""
    return sum(other.stake for other in now if other.place == bet.place)


def _above_maximum(book: Rulebook, sign: Sign, then: Sequence[PlacedBet], bet: PlacedBet, lies: int) -> Refusal | None:
    """The maximum holds for a patron, or for all who share an area of a box (3.6): there nobody is displaced."""
    _, most = sign.limits_of(bet.bet)
    if most is None:
        return None
    by_patron, rule = _limits_cite(book), book.limits
    others = 0
    if rule is not None and rule.maximum is MaximumPer.BOX:
        others = sum(other.stake for other in then if (other.box, other.bet) == (bet.box, bet.bet)) - bet.stake
    if others + bet.stake <= most:
        return None
    name = book.bets[bet.bet].name.en
    beside, whose = (f" beside {others:,} of others", " of a box") if others else ("", "")
    message = f"{name} {bet.stake:,} in box {bet.box}{beside}: the maximum{whose} is {most:,}"
    if others or lies:
        message += f", so only {max(0, most - others - lies):,} more can be taken"
    cite = by_patron if rule is None or bet.stake > most else rule.maximum_cite
    return Refusal(code="above_maximum", cite=cite, message=message)


def _limits_cite(book: Rulebook) -> str:
    return book.procedure.get("limits", "")


def beyond_differential(
    book: Rulebook, sign: Sign, now: Sequence[PlacedBet], new_bets: Sequence[PlacedBet]
) -> Refusal | None:
    """Whether bets that one patron gives together leave their box beyond its differential.

    A seated bet has priority (5.1): it is measured without the standing bets on its own side.
    """
    limit, box, stance = sign.differential_max, new_bets[0].box, new_bets[0].stance
    hands = [hand for bet in new_bets if (hand := book.bets[bet.bet].hand)]
    if limit is None or not hands:
        return None
    then = changed_by(now, new_bets)
    before, after = sides(book, now, box), sides(book, then, box)
    lies = f"Banker {before.banker:,} v Player {before.player:,} in box {box}"
    for hand in hands:
        if stance == "standing":
            claim, had = after[hand], before[hand]
        else:
            claim, had = (_seated_on(book, bets, box, hand) for bets in (then, now))
        if claim - after[hand.other] > limit:
            free = max(0, after[hand.other] + limit - had)
            message = f"{lies}: only {free:,} more can be taken on {hand.value.capitalize()}"
            return Refusal(code="differential_exceeded", cite=differential_cite(book), message=message)
    light = next((hand for hand in hands if hand.other not in hands and after[hand.other] - after[hand] > limit), None)
    if light is None:
        return None
    # A step towards balance, where chips lie beyond the limit already. With both hands given what stands makes room.
    message = f"{lies}: with more on {light.value.capitalize()} the differential of {limit:,} is still exceeded"
    return Refusal(code="differential_exceeded", cite=differential_cite(book), message=message)


def _seated_on(book: Rulebook, bets: Sequence[PlacedBet], box: int, hand: Side) -> int:
    return sum(bet.stake for bet in on_hand(book, bets, box, hand) if bet.stance == "seated")


def differential_cite(book: Rulebook) -> str:
    """The clause about the differential, where the document has one."""
    clause = book.irregularities.get("over_differential")
    return clause.cite if clause else ""


def pro_rata_cite(book: Rulebook) -> str:
    """The part of that clause by which a box beyond its differential plays in proportion."""
    return book.part(differential_cite(book), 1)


def excess(book: Rulebook, sign: Sign, bets: Sequence[PlacedBet], box: int) -> list[tuple[PlacedBet, int]]:
    """The bets of a box that go back to its differential, in the order they go, with what is left of each.

    Standing bets first, the last placed before the others, then the seated one (5.1).
    """
    limit = sign.differential_max
    cut: list[tuple[PlacedBet, int]] = []
    while limit is not None:
        on = sides(book, bets, box)
        heavy = Side.PLAYER if on.player > on.banker else Side.BANKER
        over = on[heavy] - on[heavy.other] - limit
        if over <= 0:
            break
        last = on_hand(book, bets, box, heavy)[-1]
        unit = unit_of(book, sign, last.bet)
        left = (last.stake - over) // unit * unit
        if left < max(1, sign.limits_of(last.bet)[0]):
            left = 0
        cut.append((last, left))
        bets = [replace(bet, stake=left) if bet is last else bet for bet in bets if left or bet is not last]
    return cut


def unit_of(book: Rulebook, sign: Sign, bet: str) -> int:
    """The unit of a bet's parts: the smallest chip; where stakes must divide, the least multiple of it that does."""
    refuses = sign.rounding == Rounding.REFUSE.value
    return lcm(sign.chip, step_of(book.bets[bet], sign.terms(book))) if refuses else sign.chip
