"""Insurance held against the true cards or chips: what stands, at which odds, and what goes back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from punto.audit.felt import Felt, Insurance, Slip
from punto.audit.finding import Wrong, hold
from punto.audit.paying import offered_on
from punto.kit import Card
from punto.rulebook import Cell, Window
from punto.table import events as e

if TYPE_CHECKING:
    from punto.audit.walk import Moves, Walk


def cell_on(walk: Walk, cards: Sequence[Card], slip: Insurance) -> Cell | None:
    """What the window of this insurance offers on its hand, if these are the cards."""
    return offered_on(walk.rules, cards[: Window(slip.window).cards]).get(slip.insures)


def going_back(walk: Walk, felt: Felt, slips: Iterable[Insurance], cards: Sequence[Card]) -> list[Slip]:
    """Insurance that the true cards and chips do not support.

    At the same odds insurance stands; at better ones it stands at those, and stake above the cap goes back; at worse
    ones, where none was due, or without its original bet, it goes back whole.
    """
    back: list[Slip] = []
    standing: list[tuple[Insurance, Cell]] = []
    for slip in slips:
        cell = cell_on(walk, cards, slip)
        if cell is None or _is_another(walk, cell, slip.cell) or not _original(walk, felt, slip):
            back.append(_slip(slip, slip.stake))
        else:
            standing.append((slip, cell))
    if walk.before:
        return back
    for place, (slip, cell) in enumerate(standing):
        room = _original(walk, felt, slip) - sum(
            other.stake * its_cell.most for other, its_cell in standing[:place] if _same_bet(other, slip)
        )
        above = slip.stake - max(0, room // cell.most)
        if above > 0:
            back.append(_slip(slip, above))
    return back


def _is_another(walk: Walk, now: Cell, then: Cell) -> bool:
    """Whether it pays less, or on another outcome; as it was once read, whether it is another cell at all."""
    if walk.before:
        return now != then
    return (now.on_loss is None) != (then.on_loss is None) or now.odds.to < then.odds.to


def _original(walk: Walk, felt: Felt, slip: Insurance) -> int:
    bet = walk.rules.bet_on(slip.insures)
    chips = felt.bets.get((slip.patron, slip.box, bet.id)) if bet else None
    return chips.plays if chips else 0


def _same_bet(slip: Insurance, other: Insurance) -> bool:
    return (slip.patron, slip.box, slip.insures) == (other.patron, other.box, other.insures)


def _slip(slip: Insurance, stake: int) -> Slip:
    return slip.patron, slip.box, slip.insures.value, slip.window, stake


def stands_on(walk: Walk, felt: Felt, cards: Sequence[Card]) -> None:
    """What is left stands at the odds of these cards."""
    for slip in felt.insurance:
        cell = cell_on(walk, cards, slip)
        if cell is None:
            raise Wrong(f"{slip.patron}'s insurance stays, and these cards do not offer it")
        slip.cell = cell


def expect_back(walk: Walk, felt: Felt, cards: Sequence[Card]) -> None:
    """Every return that cards or chips just corrected must lead to, one event for each window and hand."""
    walk.back = Counter(going_back(walk, felt, felt.insurance, cards))
    walk.expect(*[e.InsuranceReturned] * len({(hand, window) for _, _, hand, window, _ in walk.back}))


def insurance_returned(walk: Walk, event: e.InsuranceReturned) -> Moves:
    """Insurance of one hand and window goes back; where cards are put in order next, it is checked by that order."""
    felt = walk.live("dealing")
    returns = Counter((back.patron, back.box, back.insures, event.window, back.stake) for back in event.stakes)
    hold(bool(returns), "returns nothing")
    for back in event.stakes:
        hold((back.bet, back.insures) == (e.INSURANCE, event.insures), f"returns {back.bet} of {back.insures}")
    if walk.back:
        due = Counter({slip: n for slip, n in walk.back.items() if slip[2:4] == (event.insures, event.window)})
        hold(returns == due, f"returns {dict(returns)}, and {dict(due)} goes back")
        walk.back -= returns
    else:
        if not felt.uninsured:
            felt.insured_before = [_copy(slip) for slip in felt.insurance]
        felt.uninsured += returns.elements()
    for returned in returns.elements():
        _take_off(felt, returned)
    moves: Counter[str] = Counter()
    for back in event.stakes:
        moves[walk.person(back.patron)] += back.stake
        moves[f"layout:{walk.table}"] -= back.stake
    return moves


def _copy(slip: Insurance) -> Insurance:
    return Insurance(slip.patron, slip.box, slip.insures, slip.window, slip.stake, slip.cell)


def _take_off(felt: Felt, returned: Slip) -> None:
    """What goes back comes off what was taken, the last first; insurance of nothing is gone."""
    patron, box, hand, window, stake = returned
    for slip in reversed(felt.insurance):
        if (slip.patron, slip.box, slip.insures.value, slip.window) == (patron, box, hand, window):
            off = min(stake, slip.stake)
            slip.stake, stake = slip.stake - off, stake - off
    hold(stake == 0, f"returns more insurance of {hand} than {patron} has taken in box {box}")
    felt.insurance = [slip for slip in felt.insurance if slip.stake]


def check_returned(walk: Walk, felt: Felt, cards: Sequence[Card]) -> None:
    """Once the order is known: exactly the insurance that it does not support has gone back."""
    slips = felt.insured_before if felt.uninsured else felt.insurance
    due = going_back(walk, felt, slips, cards)
    if Counter(due) != Counter(felt.uninsured):
        raise Wrong(f"these cards take back the insurance {due}, and {felt.uninsured} went back")
    felt.uninsured, felt.insured_before = [], []
    stands_on(walk, felt, cards)


HANDLERS: dict[type[e.Event], Any] = {e.InsuranceReturned: insurance_returned}
