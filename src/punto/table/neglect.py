"""Insurance that should have been offered and was not: the original bet is returned if it would have won."""

from __future__ import annotations

from typing import NamedTuple

from punto.coup import result_of
from punto.kit import Refused, Side
from punto.rulebook import Cell, Window, most_stake, offers, settle_insurance
from punto.rulebook.model import Irregularity
from punto.table import events as e
from punto.table.insurance import cell_of
from punto.table.sign import Sign
from punto.table.state import Coup, State, TakenInsurance


class Claim(NamedTuple):
    """Insurance that somebody meant to take and was not offered, in a round that is settled."""

    coup: Coup
    sign: Sign
    """The table's sign when the bets of that round were opened."""
    earlier: bool
    """Whether it is the round before the one on the table."""
    patron: str
    box: int
    window: Window
    insures: Side


def claim_of(state: State, clause: Irregularity, noted: e.IrregularityReported) -> Claim:
    """The claim that a report of neglected insurance makes."""
    coup = settled_coup(state, clause, noted.of_coup)
    sign, earlier = coup.sign or state.sign, coup is not state.table.coup
    return Claim(coup, sign, earlier, noted.patron, noted.box, Window(noted.window), Side(noted.insures))


def settled_coup(state: State, clause: Irregularity, number: int) -> Coup:
    """The settled round a claim is about: the one on the table, or the one before."""
    for coup in (state.table.coup, state.table.previous):
        if coup is not None and coup.settlement is not None and number in (0, coup.number):
            return coup
    message = "this is settled once the coup is, and no other round than the last is still on record here"
    raise Refused(code="coup_is_not_settled", message=message, cite=clause.cite)


def neglected(state: State, clause: Irregularity, claim: Claim) -> e.OriginalBetReturned:
    """The return of a lost original bet, if insurance was due on it and would have won.

    What insurance on the same bet has won is taken off: nobody is better off than if it had been offered.
    """
    line = _original(state, clause, claim)
    cell = _due(state, clause, line, claim)
    bet = f"{line.patron}'s bet of {line.stake:,} on {line.bet}"
    if line.outcome != "lose":
        raise Refused(code="original_bet_did_not_lose", message=f"{bet} did not lose", cite=clause.cite)
    if not _wins(state, claim, cell):
        message = f"insurance of {line.bet} {claim.window.value} at {cell.odds} would not have won"
        raise Refused(code="insurance_would_not_have_won", message=message, cite=clause.cite)
    if any((event.patron, event.box, event.bet) == (line.patron, line.box, line.bet) for event in claim.coup.repaid):
        raise Refused(code="already_returned", message=f"{bet} was returned already", cite=clause.cite)
    back = line.effective - _won_by_insurance(claim)
    if back <= 0:
        message = f"insurance on {bet} has already won as much as was lost"
        raise Refused(code="nothing_to_return", message=message, cite=clause.cite)
    return e.OriginalBetReturned(
        patron=line.patron,
        box=line.box,
        bet=line.bet,
        stake=back,
        cite=clause.cite,
        window=claim.window.value,
        insures=claim.insures.value,
        of_coup=claim.coup.number if claim.earlier else 0,
    )


def judged_anew(state: State, claims: tuple[e.OriginalBetReturned, ...]) -> list[e.Event]:
    """Claims of a settlement that was reversed, judged again by the one in its place."""
    clause = state.rules.irregularities.get("neglected_insurance")
    coup = state.coup
    again: list[e.Event] = []
    for old in claims:
        assert clause is not None  # A claim is returned by this clause alone.
        side, window = Side(old.insures), Window(old.window)
        claim = Claim(coup, state.coup_sign, False, old.patron, old.box, window, side)
        try:
            again.append(neglected(state, clause, claim))
        except Refused:
            continue  # The claim does not hold on the true cards or chips.
    return again


def _lines(claim: Claim) -> tuple[e.Line, ...]:
    assert claim.coup.settlement is not None
    return claim.coup.settlement.lines


def _won_by_insurance(claim: Claim) -> int:
    same = (claim.patron, claim.box, claim.insures.value)
    return sum(line.winnings for line in _lines(claim) if (line.patron, line.box, line.insures) == same)


def _original(state: State, clause: Irregularity, claim: Claim) -> e.Line:
    """How the original bet ended."""
    original = state.rules.bet_on(claim.insures)
    assert original is not None
    place = (claim.patron, claim.box, original.id)
    line = next((line for line in _lines(claim) if (line.patron, line.box, line.bet) == place), None)
    if line is None:
        message = f"{claim.patron[:60]} had no bet on {claim.insures.value} in box {claim.box}"
        raise Refused(code="no_original_bet", message=message, cite=clause.cite)
    return line


def _due(state: State, clause: Irregularity, line: e.Line, claim: Claim) -> Cell:
    """The cell that should have been offered on this bet; Refused if there was none, or no room under the cap."""
    coup, terms, side, window = claim.coup, state.rules.insurance_terms, claim.insures, claim.window
    if terms is None or not claim.sign.insurance:
        message = "a notice at this table said that no insurance is offered"
        raise Refused(code="insurance_is_withheld", message=message, cite=terms.notice_cite if terms else "")
    if line.patron in coup.left:
        message = f"{line.patron} walked away and has forgone insurance in this coup"
        raise Refused(code="insurance_is_forgone", message=message, cite=terms.forgone_cite)
    if coup.waived and window is Window.AFTER_PLAYER_THIRD_CARD:
        raise Refused(
            code="insurance_is_waived", message="that window was waived by a squeeze", cite=terms.squeeze_waives_cite
        )
    lay = coup.cards[: window.cards]
    cell = next((offer for offer in offers(state.rules, lay) if offer.insures is side and offer.window is window), None)
    if cell is None:
        message = f"insurance of {side.value} {window.value} was not due on {' '.join(map(str, lay))}"
        raise Refused(code="insurance_was_not_due", message=message, cite=terms.offered_cite)
    insurances = [(insurance.stake, its_cell, insurance.window) for insurance, its_cell in _insurance_of(state, claim)]
    if any(its_window == window.value for _, _, its_window in insurances):
        message = f"{line.patron} insured {side.value} {window.value}, so it was offered"
        raise Refused(code="insurance_was_taken", message=message, cite=clause.cite)
    if most_stake(cell, line.effective, [(stake, its_cell) for stake, its_cell, _ in insurances]) < claim.sign.chip:
        message = f"not one chip more of {line.patron}'s {line.effective:,} could have been insured"
        raise Refused(code="insurance_above_cap", message=message, cite=terms.cap_cite)
    return cell


def _insurance_of(state: State, claim: Claim) -> list[tuple[TakenInsurance, Cell]]:
    """The insurance that the patron has on the same original bet, with its cells."""
    slips = []
    for insurance in claim.coup.insurance:
        if (insurance.patron, insurance.box, insurance.insures) == (claim.patron, claim.box, claim.insures):
            cell = cell_of(state.rules, claim.coup.cards, insurance)
            assert cell is not None  # Insurance that the cards do not offer has been returned.
            slips.append((insurance, cell))
    return slips


def _wins(state: State, claim: Claim, cell: Cell) -> bool:
    result = result_of(state.rules.tableau, claim.coup.cards)
    return settle_insurance(state.rules, cell, 2, result, claim.sign.terms(state.rules)).outcome == "win"
