"""Settlement of a whole coup, and its opposite: a void that returns every stake once."""

from __future__ import annotations

from dataclasses import replace as with_changes

import msgspec

from punto.coup import Result, result_of
from punto.kit import NotWhole, Odds, Refused, Rounding
from punto.rulebook import Authority, Settlement, Terms, settle_bet, settle_insurance
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import require
from punto.table.evolve import evolve
from punto.table.insurance import cell_of, offered
from punto.table.neglect import judged_anew
from punto.table.phase import require_dealing, require_no_choice
from punto.table.state import PlacedBet, State, TakenInsurance


def is_complete(state: State) -> bool:
    """Whether the tableau asks for no further card."""
    return state.rules.tableau.next_side(state.coup.points) is None


def settle(state: State, command: c.Settle) -> list[e.Event]:
    """Pay a complete coup that waited."""
    require_dealing(state)
    require_no_choice(state)
    require(command, Authority.DEALER, state.book, "settling")
    if not is_complete(state):
        raise Refused(
            code="coup_is_not_complete",
            message=f"coup {state.coup.number} has {len(state.coup.cards)} cards and needs more",
        )
    return after_cards(state)


def settled(state: State) -> e.CoupSettled:
    """Every bet and insurance of a complete coup, paid or not, with its paragraph."""
    coup, book = state.coup, state.rules
    result = result_of(book.tableau, coup.cards)
    lines = [_bet_line(state, bet, result) for bet in coup.bets]
    lines += [_insurance_line(state, insurance, result) for insurance in coup.insurance]
    return e.CoupSettled(
        coup=coup.number,
        cards=" ".join(map(str, coup.cards)),
        winner=result.winner,
        player_points=result.player_points,
        banker_points=result.banker_points,
        rounding=state.coup_sign.rounding,
        lines=tuple(lines),
    )


def _bet_line(state: State, bet: PlacedBet, result: Result) -> e.Line:
    terms = state.coup_sign.terms(state.rules)
    try:
        ended = settle_bet(state.rules, bet.bet, bet.plays, result, terms)
    except NotWhole:  # A share pro rata can fail to divide even where every stake did.
        ended = settle_bet(state.rules, bet.bet, bet.plays, result, _rounding_down(terms))
    return _line(e.Returned(patron=bet.patron, box=bet.box, bet=bet.bet, stake=bet.stake), "", bet.plays, ended)


def _rounding_down(terms: Terms) -> Terms:
    return with_changes(terms, rounding=Rounding.DOWN)


def _insurance_line(state: State, insurance: TakenInsurance, result: Result) -> e.Line:
    return _line(_returned(insurance), insurance.window, insurance.stake, insurance_outcome(state, insurance, result))


def _returned(insurance: TakenInsurance) -> e.Returned:
    """Insurance as it would be handed back."""
    return e.Returned(
        patron=insurance.patron,
        box=insurance.box,
        bet=e.INSURANCE,
        insures=insurance.insures.value,
        stake=insurance.stake,
    )


def insurance_outcome(state: State, insurance: TakenInsurance, result: Result) -> Settlement:
    """How an insurance ends, by the cell that its window offered."""
    cell = cell_of(state.rules, state.coup.cards, insurance)
    assert cell is not None  # Insurance that the cards no longer offer is returned when they are put in order.
    return settle_insurance(state.rules, cell, insurance.stake, result, state.coup_sign.terms(state.rules))


def after_cards(state: State) -> list[e.Event]:
    """The events that follow from the cards on the table: a settlement, or offers of insurance."""
    if not is_complete(state):
        return offered(state)
    if state.coup.choosing:
        return []  # It is paid once everybody has chosen.
    paid = settled(state)
    return [paid, *judged_anew(evolve(state, paid), state.coup.claims)]


def complete_coup(state: State) -> list[e.Event]:
    """The settlement of a coup that waited for patrons to choose, once nobody has a choice left."""
    coup = state.coup
    return after_cards(state) if not coup.choosing and not coup.ended and is_complete(state) else []


def _line(staked: e.Returned, window: str, effective: int, ended: Settlement) -> e.Line:
    return e.Line(
        patron=staked.patron,
        box=staked.box,
        bet=staked.bet,
        insures=staked.insures,
        window=window,
        stake=staked.stake,
        effective=effective,
        outcome=ended.outcome,
        odds=ended.odds.text if isinstance(ended.odds, Odds) else "",
        winnings=ended.winnings,
        commission=ended.commission,
        payback=ended.payback + staked.stake - effective,
        cite=ended.cite,
        exact=str(ended.rounded.exact) if ended.rounded else msgspec.UNSET,
    )


def stakes_of(state: State, patron: str | None = None) -> tuple[e.Returned, ...]:
    """Everything on the layout in this coup, or all of one patron's, as it would be handed back."""
    coup = state.coup
    bets = [e.Returned(patron=bet.patron, box=bet.box, bet=bet.bet, stake=bet.stake) for bet in coup.bets]
    bets += map(_returned, coup.insurance)
    return tuple(bet for bet in bets if patron is None or bet.patron == patron)


def voided(state: State, cite: str, because: str) -> e.CoupVoided:
    """The coup has no result: every stake goes back, this once."""
    return e.CoupVoided(coup=state.coup.number, cite=cite, because=because, stakes=stakes_of(state))
