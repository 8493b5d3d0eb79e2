"""Reconstruction at the table: misdealt cards put in their order, with what that does to a payment and to insurance."""

from __future__ import annotations

from collections.abc import Iterable

from punto.coup import reconstruct
from punto.kit import Card, Refused, Side
from punto.rulebook.model import Irregularity
from punto.table import events as e
from punto.table.choice import options
from punto.table.evolve import evolve
from punto.table.insurance import cell_of
from punto.table.settlement import after_cards, is_complete, stakes_of, voided
from punto.table.shoe import can_hold
from punto.table.state import State


def resolved(state: State, clause: Irregularity, cards: tuple[Card, ...], can: bool) -> list[e.Event]:
    """What follows once it is settled whether the cards can be put in order."""
    match clause.what:
        case "wrong_number_of_cards":
            return _recounted(state, clause, cards, can)
        case "simultaneous":
            return [e.CardsSetAside(cards=_text(cards)), *options(state, clause, reconstructed=True)]
        case "extra_card" | "exposed_card":
            discarded = e.CardsDiscarded(cards=_text(cards), cite=clause.cite)
            aside = e.CardsSetAside(cards=_text(cards)) if can else discarded
            return [aside, *options(state, clause, reconstructed=can)]
        case _:
            return _rearranged(state, clause, cards, can)


def _rearranged(state: State, clause: Irregularity, cards: tuple[Card, ...], can: bool) -> list[e.Event]:
    """Cards in the wrong hands: dealt again in their order; the coup waits where patrons have a choice."""
    order = cards or state.coup.cards
    if sorted(map(str, order)) != sorted(map(str, state.coup.cards)):
        message = f"the order must name the cards of this coup: {_text(state.coup.cards)}"
        raise Refused(code="other_cards", message=message, cite=clause.cite)
    events: list[e.Event] = []
    if can or cards:
        events = _reconstructed(state, order, state.shoe.aside, clause)
        state = _after(state, events)
    choice = options(state, clause, reconstructed=can)
    if not events:
        return choice
    # A complete coup with a choice open is paid by `settle`, once everybody has had the time to choose.
    follows = [] if choice and is_complete(state) else after_cards(state)
    return [*events, *choice, *follows]


def _reconstructed(
    state: State, drawn: tuple[Card, ...], aside: tuple[Card, ...], clause: Irregularity
) -> list[e.Event]:
    """The cards dealt again in their order; what the tableau has no place for begins the next coup."""
    built = reconstruct(state.rules.tableau, [(card, None) for card in drawn])
    kept = drawn[: len(drawn) - len(built.surplus)]
    order = e.CardsReconstructed(cards=_text(kept), surplus=_text((*built.surplus, *aside)), cite=clause.cite)
    return [*_uninsured(state, kept, clause), order]


def _uninsured(state: State, kept: tuple[Card, ...], clause: Irregularity) -> list[e.Event]:
    """Insurance taken on other cards than those that count goes back: its odds were never on offer."""
    gone: list[tuple[Side, str]] = []
    for one in state.coup.insurance:
        before, now = (cell_of(state.rules, cards, one) for cards in (state.coup.cards, kept))
        if before != now and (one.insures, one.window) not in gone:
            gone.append((one.insures, one.window))
    stakes = list(zip(state.coup.insurance, _insured(state), strict=True))
    return [
        e.InsuranceReturned(
            window=window,
            insures=side.value,
            stakes=tuple(back for one, back in stakes if (one.insures, one.window) == (side, window)),
            cite=clause.cite,
        )
        for side, window in gone
    ]


def _insured(state: State) -> tuple[e.Returned, ...]:
    return stakes_of(state)[len(state.coup.bets) :]


def _recounted(state: State, clause: Irregularity, drawn: tuple[Card, ...], can: bool) -> list[e.Event]:
    """A wrong number of cards: dealt again if that can be done, else void; a payment made is taken back first."""
    events: list[e.Event] = []
    if (settlement := state.coup.settlement) is not None:
        coup = state.coup
        events = [
            e.SettlementReversed(coup=coup.number, lines=settlement.lines, returned=coup.repaid, cite=clause.cite)
        ]
        state = _after(state, events)
    if not can:
        return [*events, voided(state, clause.cite, clause.what)]
    order = drawn or state.coup.cards
    newly, aside = _accounted(state, order, clause)
    again: list[e.Event] = [e.CardsSetAside(cards=_text(newly))] if newly else []
    again += _reconstructed(_after(state, again), order, aside, clause)
    state = _after(state, again)
    return [*events, *again, *after_cards(state)]


def _accounted(state: State, order: tuple[Card, ...], clause: Irregularity) -> tuple[list[Card], tuple[Card, ...]]:
    """Of a true order: the cards that the record did not have yet, and those that go on lying aside."""
    dealt, aside = list(state.coup.cards), list(state.shoe.aside)
    newly = []
    for card in order:
        if card in dealt:
            dealt.remove(card)
        elif card in aside:
            aside.remove(card)
        else:
            newly.append(card)
    if not can_hold(state.shoe, *newly):
        message = f"the shoe cannot hold {_text(newly)} as well as what came out of it"
        raise Refused(code="card_not_in_shoe", message=message, cite=clause.cite)
    if newly and state.shoe.source == "virtual":
        raise Refused(
            code="other_cards", message=f"{_text(newly)} has not left the sealed shoe in this coup", cite=clause.cite
        )
    if dealt:
        raise Refused(
            code="other_cards",
            message=f"{_text(dealt)} was dealt in this coup and is not in that order",
            cite=clause.cite,
        )
    return newly, tuple(aside)


def _after(state: State, events: Iterable[e.Event]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def _text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
