"""Claims by 5.13: a lost original bet goes back where insurance was due on it, was not offered and would have won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from punto.audit.felt import Felt
from punto.audit.finding import Wrong, hold
from punto.audit.paying import due_on_insurance, offered_on
from punto.coup import result_of
from punto.kit import Side
from punto.rulebook import Cell, Window
from punto.table import events as e

if TYPE_CHECKING:
    from punto.audit.walk import Moves, Walk

CLAUSE = "neglected_insurance"


def original_bet_returned(walk: Walk, event: e.OriginalBetReturned) -> Moves:
    """A claim on the round on the table, or on the one before it where it says so."""
    felt = _claimed(walk, event)
    place = (event.patron, event.box, event.bet)
    bet = walk.rules.bets.get(event.bet)
    if place not in felt.bets or bet is None or bet.hand is None:
        raise Wrong(f"{event.patron} had no such original bet")
    clause = walk.rules.irregularities.get(CLAUSE)
    if clause is None:
        raise Wrong("no clause of this document returns it")
    hold(event.cite == clause.cite, f"cites {event.cite}, the clause is {clause.cite}")
    if walk.before:
        _check_of_before(walk, felt, event, bet.hand)
    else:
        hold(event.insures == bet.hand.value, f"is about insurance of {event.insures}, and returns {event.bet}")
        _check_report(walk, event)
        due = due_on_claim(walk, felt, event.patron, event.box, bet.hand, Window(event.window))
        hold(event.stake == due, f"returns {event.stake}, and {due} is due")
    felt.repaid[place] = event
    return {walk.person(event.patron): event.stake, f"float:{walk.table}": -event.stake}


def is_claim(walk: Walk) -> bool:
    """Whether what is being dealt with is such a claim, and not a settlement that is made anew."""
    return walk.matter is not None and walk.matter.what == CLAUSE


def _claimed(walk: Walk, event: e.OriginalBetReturned) -> Felt:
    if event.of_coup:
        earlier = walk.previous
        if earlier is None or earlier.number != event.of_coup or earlier.settlement is None:
            raise Wrong(f"is about round {event.of_coup}, which is not the one before")
        return earlier
    felt = walk.coup()
    hold(felt.stage in ("settled", "concluded"), f"coup {felt.number} is {felt.stage}, and is not paid")
    return felt


def _check_report(walk: Walk, event: e.OriginalBetReturned) -> None:
    """What was reported is what goes back; a claim that is judged anew was reported with the first settlement."""
    report = walk.matter.report if walk.matter else None
    if report is None or report.what != CLAUSE:
        return
    reported = (report.patron, report.box, report.window, report.insures)
    returned = (event.patron, event.box, event.window, event.insures)
    hold(reported == returned, f"returns {returned}, and {reported} was reported")


def due_on_claim(walk: Walk, felt: Felt, patron: str, box: int, hand: Side, window: Window) -> int:
    """What goes back: the stake that took part and lost, less what insurance on the same bet has won."""
    original, settlement = walk.rules.bet_on(hand), felt.settlement
    chips = felt.bets.get((patron, box, original.id)) if original else None
    if original is None or chips is None or settlement is None:
        raise Wrong(f"{patron} had no bet on {hand.value} in box {box} that was settled")
    hold((patron, box, original.id) not in felt.repaid, "was returned already")
    cell = _neglected(walk, felt, patron, box, hand, window)
    result = result_of(walk.rules.tableau, felt.cards)
    hold(result.winner == hand.other.value, f"{original.id} did not lose")
    hold(due_on_insurance(cell, 2, result, "down").outcome == "win", "insurance would not have won")
    won = sum(
        line.winnings for line in settlement.lines if (line.patron, line.box, line.insures) == (patron, box, hand.value)
    )
    hold(chips.plays > won, f"returns a bet of {chips.plays} on which insurance has won {won}")
    return chips.plays - won


def _neglected(walk: Walk, felt: Felt, patron: str, box: int, hand: Side, window: Window) -> Cell:
    """The cell that was due to this patron, with room for one unit at least."""
    cell = offered_on(walk.rules, felt.cards[: window.cards]).get(hand)
    if cell is None or not felt.sign.insurance or len(felt.cards) <= window.cards:
        raise Wrong(f"no insurance of {hand.value} was due {window.value}")
    hold(not (felt.waived and window is Window.AFTER_PLAYER_THIRD_CARD), "that window was waived by a squeeze")
    hold(patron not in felt.left, f"{patron} walked away")
    mine = [slip for slip in felt.insurance if (slip.patron, slip.box, slip.insures) == (patron, box, hand)]
    hold(all(slip.window != window.value for slip in mine), f"{patron} insured {hand.value} {window.value}")
    original = walk.rules.bet_on(hand)
    assert original is not None
    room = felt.bets[patron, box, original.id].plays - felt.insured(patron, box, hand)
    hold(room >= cell.most * felt.sign.chip, f"{patron} had not one chip left to insure")
    return cell


def _check_of_before(walk: Walk, felt: Felt, event: e.OriginalBetReturned, hand: Side) -> None:
    """As it was once read: the whole bet, whichever window was missed, until the next bets open."""
    hold((event.patron, event.box, event.bet) not in felt.repaid, "was returned already")
    plays = felt.bets[event.patron, event.box, event.bet].plays
    hold(event.stake == plays, f"returns {event.stake}, and {plays} took part")
    hold(event.patron not in felt.left, f"{event.patron} walked away")
    fits: list[int] = []
    for window in Window:
        try:
            fits.append(due_on_claim(walk, felt, event.patron, event.box, hand, window))
        except Wrong:
            continue
    walk.reading(event.stake in fits, f"returns {event.stake}, and {max(fits, default=0)} would be due")
    result = result_of(walk.rules.tableau, felt.cards)
    hold(result.winner == hand.other.value, f"{event.bet} did not lose")
    hold(bool(fits) or _was_due(walk, felt, event.patron, event.box, hand), "no insurance was due that would have won")


def _was_due(walk: Walk, felt: Felt, patron: str, box: int, hand: Side) -> bool:
    """Whether insurance was due that would have won, whatever room was left for it."""
    result = result_of(walk.rules.tableau, felt.cards)
    insured_windows = {
        slip.window for slip in felt.insurance if (slip.patron, slip.box, slip.insures) == (patron, box, hand)
    }
    for window in Window:
        cell = offered_on(walk.rules, felt.cards[: window.cards]).get(hand) if len(felt.cards) > window.cards else None
        waived = felt.waived and window is Window.AFTER_PLAYER_THIRD_CARD
        if cell is None or waived or window.value in insured_windows or not felt.sign.insurance:
            continue
        if due_on_insurance(cell, 1, result, "down").outcome == "win":
            return True
    return False


def expect_claims(walk: Walk, felt: Felt) -> None:
    """Claims paid under the settlement before are judged anew with this one."""
    claims, felt.claims = felt.claims, []
    for claim in reversed(claims):
        try:
            due_on_claim(walk, felt, claim.patron, claim.box, Side(claim.insures), Window(claim.window))
        except Wrong:
            continue  # The true cards or chips do not bear it.
        walk.expect(e.OriginalBetReturned)


HANDLERS: dict[type[e.Event], Any] = {e.OriginalBetReturned: original_bet_returned}
