"""Insurance that should have been offered and was not: the original bet is returned if it would have won."""

from __future__ import annotations

from punto.coup import result_of
from punto.kit import Refused, Side
from punto.rulebook import Cell, Window, offers, settle_insurance
from punto.rulebook.model import Irregularity
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import require
from punto.table.insurance import insurance_taken
from punto.table.state import State


def neglected(state: State, clause: Irregularity, command: c.Report) -> list[e.Event]:
    """The return of a lost original bet, if insurance was due on it and would have won."""
    require(command, clause.decides, state.book, "returning an original bet", clause.cite)
    patron, box, window, insures = command.patron, command.box, command.window, command.insures
    if patron is None or box is None or window is None or insures is None:
        message = "name the patron, box, window and insures of the insurance that was not offered"
        raise Refused("answer_is_needed", message, clause.cite)
    coup = state.table.coup
    if coup is None or coup.settlement is None:
        raise Refused(
            "coup_is_not_settled", "whether insurance would have won is known once the coup is settled", clause.cite
        )
    terms = state.rules.insurance_terms
    if terms is None or not state.sign.insurance:
        message = "a notice at this table says that no insurance is offered"
        raise Refused("insurance_is_withheld", message, terms.notice_cite if terms else "")
    if coup.waived and window == Window.AFTER_PLAYER_THIRD_CARD.value:
        raise Refused("insurance_is_waived", "that window was waived by a squeeze", terms.squeeze_waives_cite)
    side = Side(insures)
    seen = coup.cards[: 4 if window == Window.AFTER_FOUR_CARDS.value else 5]
    cell = next((one for one in offers(state.rules, seen) if one.insures is side and one.window.value == window), None)
    if cell is None or len(coup.cards) <= len(seen):
        raise Refused("insurance_was_not_due", f"insurance of {insures} {window} was not due", terms.offered_cite)
    if any(taken.window is cell.window for _, taken in insurance_taken(state, patron, box, side)):
        raise Refused("insurance_was_taken", f"{patron} insured {insures} then, so it was offered", clause.cite)
    return [_returned(state, clause, patron, box, side, cell_wins=_wins(state, cell))]


def _wins(state: State, cell: Cell) -> bool:
    result = result_of(state.rules.tableau, state.coup.cards)
    return settle_insurance(state.rules, cell, 1, result, state.sign.terms(state.rules)).outcome == "win"


def _returned(
    state: State, clause: Irregularity, patron: str, box: int, side: Side, cell_wins: bool
) -> e.OriginalBetReturned:
    original = state.rules.bet_on(side)
    settlement = state.coup.settlement
    assert original is not None
    assert settlement is not None
    line = next((one for one in settlement.lines if (one.patron, one.box, one.bet) == (patron, box, original.id)), None)
    if line is None:
        raise Refused("no_original_bet", f"{patron} had no bet on {side.value} in box {box}", clause.cite)
    if line.outcome != "lose":
        raise Refused("original_bet_did_not_lose", f"{patron}'s bet on {side.value} did not lose", clause.cite)
    if not cell_wins:
        raise Refused("insurance_would_not_have_won", "that insurance would not have won", clause.cite)
    if (patron, box, original.id) in state.coup.repaid:
        raise Refused("already_returned", f"{patron}'s bet on {side.value} was returned already", clause.cite)
    return e.OriginalBetReturned(patron=patron, box=box, bet=original.id, stake=line.effective, cite=clause.cite)
