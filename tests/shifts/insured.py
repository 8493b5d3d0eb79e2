"""What becomes of insurance when the true cards or chips are others than those it was taken on (readings)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from oracle import Offer, final, insurance_room, offer, value
from shifts.round import Round, Slip


def terms(document: str, cards: Sequence[int], window: Any, hand: Any) -> Offer | None:
    """What a window offers on a hand with these ranks, in the order played."""
    seen = 4 if window == "after_four_cards" else 5
    values = [value(rank) for rank in cards[:seen]]
    return offer(document, window, hand, values) if len(values) == seen else None


def best(found: Offer) -> Fraction:
    return max(odds for odds in (found.on_loss, found.on_tie) if isinstance(odds, Fraction))


def due_offers(document: str, round_: Round) -> set[tuple[str, str]]:
    """Window and hand of all that may be insured now."""
    cards = round_.cards
    window = {4: "after_four_cards", 5: "after_player_third_card"}.get(len(cards))
    if window is None or not round_.sign.insurance or (round_.waived_by and len(cards) == 5):
        return set()
    return {(window, hand) for hand in ("player", "banker") if terms(document, cards, window, hand)}


def standing(document: str, slips: list[Slip], were: list[int], round_: Round) -> Counter[tuple[str, int, str, str]]:
    """What stays of each insurance on the true cards and chips: odds as good or better, up to the cap."""
    stays: Counter[tuple[str, int, str, str]] = Counter()
    for patron, box, hand, window, stake in slips:
        before, now = terms(document, were, window, hand), terms(document, round_.cards, window, hand)
        original = round_.plays((patron, box, hand))
        if now is None or before is None or not original:
            continue
        if (now.on_loss is None) != (before.on_loss is None) or best(now) < best(before):
            continue
        earlier = [
            (held, best(found))
            for (p, b, h, w), held in stays.items()
            if (p, b, h) == (patron, box, hand) and (found := terms(document, round_.cards, w, h))
        ]
        stays[patron, box, hand, window] += min(stake, insurance_room(document, original, earlier, best(now)))
    return +stays


def totals(slips: list[Slip]) -> Counter[tuple[str, int, str, str]]:
    together: Counter[tuple[str, int, str, str]] = Counter()
    for patron, box, hand, window, stake in slips:
        together[patron, box, hand, window] += stake
    return together


def claimable(document: str, round_: Round, claim: tuple[str, int, str, str]) -> int:
    """What goes back for insurance that was due and not offered (003 5.13); nothing where it does not."""
    patron, box, hand, window = claim
    place = (patron, box, hand)
    if document != "da-hu-ying-xiong" or place not in round_.bets or not round_.sign.insurance:
        return 0
    if patron in round_.left or (round_.waived_by and window == "after_player_third_card"):
        return 0
    if place in [(old.patron, old.box, old.bet) for old in round_.repaid]:
        return 0
    found = terms(document, round_.cards, window, hand)
    end = final([value(rank) for rank in round_.cards])
    if found is None or end.winner in ("tie", hand) or found.on_loss is None:
        return 0
    mine = [slip for slip in round_.insured if slip[:3] == place]
    if window in [slip[3] for slip in mine]:
        return 0
    taken = [(slip[4], best(cell)) for slip in mine if (cell := terms(document, round_.cards, slip[3], hand))]
    if insurance_room(document, round_.plays(place), taken, best(found)) < round_.sign.chip:
        return 0
    lines = [line for line in round_.paid if (line.patron, line.box, line.insures) == place]
    won: int = sum(line.payback - line.stake for line in lines if line.payback > line.stake)
    return max(0, round_.plays(place) - won)
