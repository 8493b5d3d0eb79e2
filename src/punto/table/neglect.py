"""Insurance that should have been offered and was not: the original bet is returned if it would have won."""

from __future__ import annotations

from typing import NamedTuple

from punto.coup import result_of
from punto.kit import Refused, Rounding, Side
from punto.rulebook import Cell, Window, most_stake, offers, settle_insurance
from punto.rulebook.model import Irregularity
from punto.table import commands as c
from punto.table import events as e
from punto.table.insurance import insurance_taken, is_gone
from punto.table.state import State


class Claim(NamedTuple):
    """Insurance that somebody meant to take and was not offered."""

    patron: str
    box: int
    window: Window
    insures: Side


def claimed(clause: Irregularity, command: c.Report) -> Claim:
    """What a report of neglected insurance is about."""
    patron, box, window, insures = command.patron, command.box, command.window, command.insures
    if patron is None or box is None or window is None or insures is None:
        message = "name the patron, box, window and insures of the insurance that was not offered"
        raise Refused(code="answer_is_needed", message=message, cite=clause.cite)
    return Claim(patron, box, Window(window), Side(insures))


def neglected(state: State, clause: Irregularity, claim: Claim) -> e.OriginalBetReturned:
    """The return of a lost original bet, if insurance was due on it and would have won."""
    line = _original(state, clause, claim.patron, claim.box, claim.insures)
    cell = _due(state, clause, line, claim.insures, claim.window)
    bet = f"{line.patron}'s bet of {line.stake:,} on {line.bet}"
    if line.outcome != "lose":
        raise Refused(code="original_bet_did_not_lose", message=f"{bet} did not lose", cite=clause.cite)
    if not _wins(state, cell):
        message = f"insurance of {line.bet} {claim.window.value} at {cell.odds} would not have won"
        raise Refused(code="insurance_would_not_have_won", message=message, cite=clause.cite)
    if any((one.patron, one.box, one.bet) == (line.patron, line.box, line.bet) for one in state.coup.repaid):
        raise Refused(code="already_returned", message=f"{bet} was returned already", cite=clause.cite)
    return e.OriginalBetReturned(patron=line.patron, box=line.box, bet=line.bet, stake=line.effective, cite=clause.cite)


def _original(state: State, clause: Irregularity, patron: str, box: int, side: Side) -> e.Line:
    """How the original bet ended."""
    original, settlement = state.rules.bet_on(side), state.coup.settlement
    assert original is not None
    assert settlement is not None
    line = next((one for one in settlement.lines if (one.patron, one.box, one.bet) == (patron, box, original.id)), None)
    if line is None:
        raise Refused(
            code="no_original_bet", message=f"{patron[:60]} had no bet on {side.value} in box {box}", cite=clause.cite
        )
    return line


def _due(state: State, clause: Irregularity, line: e.Line, side: Side, window: Window) -> Cell:
    """The cell that should have been offered on this bet; Refused if there was none, or no room under the cap."""
    coup, terms = state.coup, state.rules.insurance_terms
    if terms is None or not state.sign.insurance:
        message = "a notice at this table says that no insurance is offered"
        raise Refused(code="insurance_is_withheld", message=message, cite=terms.notice_cite if terms else "")
    if is_gone(state, line.patron):
        message = f"{line.patron} walked away and has forgone insurance in this coup"
        raise Refused(code="insurance_is_forgone", message=message, cite=terms.forgone_cite)
    if coup.waived and window is Window.AFTER_PLAYER_THIRD_CARD:
        raise Refused(
            code="insurance_is_waived", message="that window was waived by a squeeze", cite=terms.squeeze_waives_cite
        )
    seen = coup.cards[: window.cards]
    cell = next((one for one in offers(state.rules, seen) if one.insures is side and one.window is window), None)
    if cell is None:
        message = f"insurance of {side.value} {window.value} was not due on {' '.join(map(str, seen))}"
        raise Refused(code="insurance_was_not_due", message=message, cite=terms.offered_cite)
    taken = insurance_taken(state, line.patron, line.box, side)
    if any(one.window is window for _, one in taken):
        message = f"{line.patron} insured {side.value} {window.value}, so it was offered"
        raise Refused(code="insurance_was_taken", message=message, cite=clause.cite)
    earlier = [(stake, one) for stake, one in taken if one.window is Window.AFTER_FOUR_CARDS]
    rounding = Rounding(state.sign.rounding)
    if window is Window.AFTER_PLAYER_THIRD_CARD and most_stake(cell, line.effective, earlier, rounding) < 1:
        message = f"{line.patron} had already insured as much of {line.effective:,} as may be insured"
        raise Refused(code="insurance_above_cap", message=message, cite=terms.cap_cite)
    return cell


def _wins(state: State, cell: Cell) -> bool:
    result = result_of(state.rules.tableau, state.coup.cards)
    return settle_insurance(state.rules, cell, 2, result, state.sign.terms(state.rules)).outcome == "win"
