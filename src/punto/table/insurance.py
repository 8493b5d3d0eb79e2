"""Insurance at the table: offered as the cards allow, taken per original bet, forgone when the next card comes."""

from __future__ import annotations

from collections.abc import Sequence

from punto.kit import Card, Refused, Rounding, Side
from punto.rulebook import Cell, Rulebook, Window, check_stake, most_stake, offers, would_win
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import rank_of
from punto.table.phase import require_dealing, require_name
from punto.table.state import PlacedBet, State, TakenInsurance


def open_offers(state: State) -> list[Cell]:
    """The cells on offer at this moment."""
    if not state.coup_sign.insurance or state.shoe.aside:
        return []  # A card that lies aside is the next one: it is drawn, and nobody insures against what is known.
    cells = offers(state.rules, state.coup.cards)
    if state.coup.waived:
        cells = [cell for cell in cells if cell.window is not Window.AFTER_PLAYER_THIRD_CARD]
    return cells


def offered(state: State) -> list[e.Event]:
    """The lammers the dealer pushes out."""
    return [
        e.InsuranceOffered(
            window=cell.window.value,
            insures=cell.insures.value,
            player=cell.player,
            banker=cell.banker,
            odds=cell.odds.text,
            cite=cell.cite,
        )
        for cell in open_offers(state)
    ]


def forgone(state: State) -> list[e.Event]:
    """The window that the next card closes, if one was open."""
    cells = open_offers(state)
    terms = state.rules.insurance_terms
    if not cells or terms is None:
        return []
    return [e.InsuranceForgone(window=cells[0].window.value, cite=terms.forgone_cite)]


def cell_of(book: Rulebook, cards: Sequence[Card], insurance: TakenInsurance) -> Cell | None:
    """The cell by which insurance was taken, as far as the cards offer it."""
    window_cards = cards[: Window(insurance.window).cards]
    return next((cell for cell in offers(book, window_cards) if cell.insures is insurance.insures), None)


def take_insurance(state: State, command: c.TakeInsurance) -> list[e.Event]:
    """Insure one original bet at what is offered now."""
    require_dealing(state)
    rank_of(command)
    require_name(command.patron)
    book, coup, side = state.rules, state.coup, Side(command.insures)
    terms = book.insurance_terms
    if terms is None:
        raise Refused(code="no_insurance", message=f"{book.id} has no insurance")
    stake = check_stake(command.stake, f"insurance of {command.insures}")
    if stake % state.sign.chip:
        raise Refused(code="stake_is_no_chips", message=f"{stake:,} is no number of chips of {state.sign.chip:,}")
    original = book.bet_on(side)
    insured = coup.bet(command.patron, command.box, original.id) if original else None
    if insured is None:
        message = f"{command.patron} has no bet on {side.value} in box {command.box} to insure"
        raise Refused(code="no_original_bet", message=message, cite=terms.original_cite)
    if not state.coup_sign.insurance:
        message = "a notice at this table says that no insurance is offered"
        raise Refused(code="insurance_is_withheld", message=message, cite=terms.notice_cite)
    if is_gone(state, command.patron):
        message = f"{command.patron} walked away and has forgone insurance in this coup"
        raise Refused(code="insurance_is_forgone", message=message, cite=terms.forgone_cite)
    cell = next((cell for cell in open_offers(state) if cell.insures is side), None)
    if cell is None:
        raise _not_offered(state, side)
    if is_spent(state, command.patron, cell.window):
        message = f"{command.patron} insured in the first window and is not offered insurance again"
        raise Refused(code="insured_in_first_window", message=message, cite=terms.windows_cite)
    _check_division(state, cell, stake)
    _check_cap(state, command, cell, insured.plays, stake, terms.cap_cite)
    return [
        e.InsuranceTaken(
            patron=command.patron,
            box=command.box,
            insures=command.insures,
            window=cell.window.value,
            stake=stake,
            odds=cell.odds.text,
        )
    ]


def is_gone(state: State, patron: str) -> bool:
    """Whether a patron walked away from this coup: no window is theirs any more."""
    return patron in state.coup.left


def is_spent(state: State, patron: str, window: Window) -> bool:
    """Whether a patron insured in another window, where the document then offers no more."""
    terms = state.rules.insurance_terms
    if terms is None or terms.both_windows:
        return False
    return any(insurance.patron == patron and insurance.window != window.value for insurance in state.coup.insurance)


def insurable(state: State) -> bool:
    """Whether anybody at the table could take what is offered now."""
    hands = {bet.id for cell in open_offers(state) if (bet := state.rules.bet_on(cell.insures))}
    return any(bet.bet in hands and not is_gone(state, bet.patron) for bet in state.coup.bets)


def _not_offered(state: State, side: Side) -> Refused:
    book, coup = state.rules, state.coup
    terms = book.insurance_terms
    assert terms is not None
    # A squeeze waives the second window only, and only what that window would have offered.
    if coup.waived and len(coup.cards) == 5 and any(cell.insures is side for cell in offers(book, coup.cards)):
        message = "insurance after Player's third card is waived for this coup by a squeeze"
        return Refused(code="insurance_is_waived", message=message, cite=terms.squeeze_waives_cite)
    # How many cards, not which: some may lie face down.
    when = "before four cards are dealt" if len(coup.cards) < 4 else f"on the {len(coup.cards)} cards dealt"
    message = f"insurance of {side.value} is not offered {when}"
    return Refused(code="insurance_not_offered", message=message, cite=terms.offered_cite)


def insurance_taken(state: State, patron: str, box: int, side: Side) -> list[tuple[int, Cell]]:
    """The insurance a patron already has on one original bet, as stakes and their cells."""
    stakes = []
    for insurance in state.coup.insurance:
        if (insurance.patron, insurance.box, insurance.insures) == (patron, box, side):
            cell = cell_of(state.rules, state.coup.cards, insurance)
            assert cell is not None
            stakes.append((insurance.stake, cell))
    return stakes


def _check_division(state: State, cell: Cell, stake: int) -> None:
    odd = next((odds for odds in cell.wins if (stake * odds.to).denominator != 1), None)
    if Rounding(state.sign.rounding) is Rounding.REFUSE and odd:
        message = f"insurance: {stake:,} does not divide at {odd}, and this table refuses such stakes"
        raise Refused(code="stake_does_not_divide", message=message, cite=cell.cite)


def _check_cap(state: State, command: c.TakeInsurance, cell: Cell, original: int, stake: int, cite: str) -> None:
    already = insurance_taken(state, command.patron, command.box, cell.insures)
    most = most_stake(cell, original, already)
    if stake > most:
        used = f", of which {would_win(already)} is taken up" if already else ""
        message = (
            f"at {cell.odds} at most {most:,} may be staked, so that insurance wins no more than "
            f"the original bet of {original:,}{used}; {stake:,} was asked"
        )
        raise Refused(code="insurance_above_cap", message=message, cite=cite)


def walk_away(state: State, command: c.WalkAway) -> list[e.Event]:
    """A patron leaves: the bets stay and are settled as they lie, insurance is forgone."""
    if state.table.phase not in ("betting", "dealing"):
        require_dealing(state)
    rank_of(command)
    if not any(bet.patron == command.patron for bet in state.coup.bets):
        raise Refused(code="no_such_bet", message=f"{command.patron[:60]} has no bet in this coup")
    if command.patron in state.coup.left:
        raise Refused(code="already_left", message=f"{command.patron} has already left")
    clause = state.rules.irregularities.get("walked_away")
    return [e.PatronLeft(patron=command.patron, cite=clause.cite if clause else "")]


def rooms(state: State, cell: Cell) -> list[tuple[PlacedBet, int]]:
    """For each original bet that may still be insured at this offer, the most that may be staked."""
    original = state.rules.bet_on(cell.insures)
    insurable_bets = [
        bet
        for bet in state.coup.bets
        if original and bet.bet == original.id and not is_gone(state, bet.patron)
        if not is_spent(state, bet.patron, cell.window)
    ]
    return [
        (bet, most_stake(cell, bet.plays, insurance_taken(state, bet.patron, bet.box, cell.insures)))
        for bet in insurable_bets
    ]
