"""Exposure: the most that the house can lose on what lies on a table, over every way the coup can still go on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace as with_changes
from functools import lru_cache

from punto.coup import FACTS, Result, Scope, results_from
from punto.kit import Card, NotWhole, Rounding
from punto.rulebook import Rulebook, Terms, settle_bet, settle_insurance
from punto.rulebook.model import PayRow
from punto.table import State
from punto.table.insurance import cell_of
from punto.table.state import PlacedBet, TakenInsurance
from punto.view.face_down import FaceDown, open_cards


def exposure(state: State, hidden: FaceDown | None) -> int | None:
    """What the worst end of the coup would cost the house; below nothing where it wins however the coup ends.

    None where no coup waits for its end. While cards lie face down it is the most over all cards that they may be, so
    that it reveals nothing about them.
    """
    coup = state.table.coup
    if coup is None or state.book is None or (coup.ended and hidden is None):
        return None
    cards = open_cards(coup.cards, hidden)
    ends = _ends(state.rules, cards)
    bets = [_costs(state, bet, ends) for bet in coup.bets]
    insured = [_insured(state, insurance) for insurance in coup.insurance]
    return max(sum(cost[end] for cost in bets) + sum(cost[end.winner] for cost in insured) for end in ends)


@lru_cache(maxsize=512)
def _ends(book: Rulebook, cards: tuple[Card, ...]) -> frozenset[Result]:
    """One result for each class of ends that the rulebook's bets distinguish."""
    finals, starts = _conditions(book)
    kinds: dict[tuple[object, ...], Result] = {}
    final_answers: dict[tuple[int, ...], tuple[bool, ...]] = {}
    start_answers: dict[tuple[object, ...], tuple[bool, ...]] = {}
    for result in results_from(book.tableau, cards):
        final = (result.player_points, result.banker_points, result.player_cards, result.banker_cards)
        start = (result.player_pair, result.banker_pair, result.player_suited, result.banker_suited)
        if final not in final_answers:
            final_answers[final] = tuple(FACTS[name].ask(result) in values for name, values in finals)
        if start not in start_answers:
            start_answers[start] = tuple(FACTS[name].ask(result) in values for name, values in starts)
        kinds[(result.winner, final_answers[final], start_answers[start])] = result
    return frozenset(kinds.values())


@lru_cache(maxsize=64)
def _conditions(book: Rulebook) -> tuple[list[tuple[str, Iterable[object]]], list[tuple[str, Iterable[object]]]]:
    """The pay rows' conditions on both totals, and those on the first two cards of each hand."""
    rows: list[PayRow] = [row for bet in book.bets.values() for row in bet.pays]
    conditions = list(dict.fromkeys((name, values) for row in rows for name, values in row.when.asks))
    return (
        [condition for condition in conditions if FACTS[condition[0]].scope is Scope.TOTALS],
        [condition for condition in conditions if FACTS[condition[0]].scope is not Scope.TOTALS],
    )


def _costs(state: State, bet: PlacedBet, ends: Iterable[Result]) -> Mapping[Result, int]:
    """What a bet costs the house at each end; below nothing what the house takes."""
    terms = state.coup_sign.terms(state.rules)
    return {end: _cost(state.rules, bet, end, terms) for end in ends}


def _cost(book: Rulebook, bet: PlacedBet, end: Result, terms: Terms) -> int:
    try:
        ended = settle_bet(book, bet.bet, bet.plays, end, terms)
    except NotWhole:  # A share pro rata is rounded down, as it is when the coup is paid.
        ended = settle_bet(book, bet.bet, bet.plays, end, with_changes(terms, rounding=Rounding.DOWN))
    return ended.payback - bet.plays


def _insured(state: State, insurance: TakenInsurance) -> Mapping[str, int]:
    """What an insurance costs the house by the winner: nothing else decides it."""
    terms = state.coup_sign.terms(state.rules)
    cell = cell_of(state.rules, state.coup.cards, insurance)
    assert cell is not None  # Insurance that the cards no longer offer is returned when they are put in order.
    ends = {winner: Result(winner, 0, 0, 2, 2) for winner in ("player", "banker", "tie")}
    return {
        winner: settle_insurance(state.rules, cell, insurance.stake, end, terms).payback - insurance.stake
        for winner, end in ends.items()
    }
