"""Reconstruction at the table: misdealt cards put in their order, with what that does to a payment and to insurance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from punto.coup import reconstruct
from punto.kit import Card, Refused
from punto.rulebook.model import Irregularity
from punto.table import events as e
from punto.table.choice import options
from punto.table.insurance import forgone
from punto.table.reinsurance import reinsured
from punto.table.round import after, settlement_reversed
from punto.table.settlement import after_cards, is_complete, voided
from punto.table.shoe import can_hold
from punto.table.state import State


class NamedCards(NamedTuple):
    """Cards that were named, held against the record of the coup."""

    order: tuple[Card, ...]
    """All cards of the coup, with the named ones in the order named."""
    new: tuple[Card, ...]
    """Those that the record does not have yet."""


def resolved(state: State, clause: Irregularity, cards: tuple[Card, ...], can: bool) -> list[e.Event]:
    """The events that follow once it is decided whether the cards can be put in order."""
    match clause.what:
        case "wrong_number_of_cards":
            return _recounted(state, clause, cards, can)
        case "simultaneous":
            return _ordered(state, clause, cards)
        case "extra_card" | "exposed_card":
            return _surplus(state, clause, cards, can)
        case "dealing_error":
            return options(state, clause, reconstructed=can)
        case _:
            return _rearranged(state, clause, cards, can)


def _surplus(state: State, clause: Irregularity, cards: tuple[Card, ...], can: bool) -> list[e.Event]:
    """Cards out too early: dealt in their turn where they can be put in order, else they begin the next round."""
    dealing = state.table.phase == "dealing"
    is_known = clause.what == "exposed_card" or not state.sign.face_down
    aside = e.CardsSetAside(cards=_text(cards), next_round=dealing and not can, known=is_known)
    if not dealing:
        return [aside]
    over = forgone(state) if can else []  # The next card is drawn, though it lies in no hand yet.
    # Whether an outcome is established is asked with these cards, if they are cards of this round.
    return [*over, aside, *options(after(state, [aside]), clause, reconstructed=can)]


def _rearranged(state: State, clause: Irregularity, cards: tuple[Card, ...], can: bool) -> list[e.Event]:
    """Cards in the wrong hands: dealt again in their order; the coup waits where patrons have a choice."""
    order = cards or state.coup.cards
    if sorted(map(str, order)) != sorted(map(str, state.coup.cards)):
        message = f"the order must name the cards of this coup: {_text(state.coup.cards)}"
        raise Refused(code="other_cards", message=message, cite=clause.cite)
    if can and order == state.coup.cards and state.coup.settlement is not None:
        return []  # It was played in this order, and paid so.
    events = settlement_reversed(state, clause.cite)
    state = after(state, events)
    if can:
        again = reconstructed(state, order, state.shoe.aside, clause.cite)
        events += again
        state = after(state, again)
    return [*events, *_with_options(state, clause, can)]


def _with_options(state: State, clause: Irregularity, can: bool) -> list[e.Event]:
    """The choice the clause gives; a complete coup with a choice open is paid once everybody has chosen."""
    choice = options(state, clause, reconstructed=can)
    return [*choice, *([] if choice and is_complete(state) else after_cards(state))]


def _ordered(state: State, clause: Irregularity, cards: tuple[Card, ...]) -> list[e.Event]:
    """Cards drawn at once: those on record take the places they have there in the order decided, new ones follow."""
    order, new = cards_found(state, cards)
    if len(new) == len(cards):
        is_known = not state.coup_sign.face_down
        aside = e.CardsSetAside(cards=_text(cards), known=is_known)
        return [*forgone(state), aside, *options(after(state, [aside]), clause, reconstructed=True)]
    events = settlement_reversed(state, clause.cite)
    if new:
        events.append(e.CardsSetAside(cards=_text(new)))
    state = after(state, events)
    aside_before = state.shoe.aside[: len(state.shoe.aside) - len(new)]
    again = reconstructed(state, order, aside_before, clause.cite)
    state = after(state, again)
    return [*events, *again, *_with_options(state, clause, can=True)]


def is_in_order(cards: Sequence[Card], record: Sequence[Card]) -> bool:
    """Whether cards that the record has are named in the order on record, whatever else is named between them."""
    spare = Counter(record)
    again = []
    for card in cards:
        if spare[card]:
            spare[card] -= 1
            again.append(card)
    return again == list(record)[: len(again)]


def cards_found(state: State, cards: tuple[Card, ...]) -> NamedCards:
    """Which of these cards are on record in the coup, and the coup's cards with them in the order named."""
    record = list(state.coup.cards) if state.table.coup else []
    places: list[int] = []
    new: list[Card] = []
    for card in cards:
        place = next((at for at in reversed(range(len(record))) if record[at] == card and at not in places), None)
        if place is None:
            new.append(card)
        else:
            places.append(place)
    if not new:
        for place, card in zip(sorted(places), cards, strict=True):
            record[place] = card
        return NamedCards(tuple(record), ())
    rest = [card for at, card in enumerate(record) if at not in places]
    return NamedCards((*rest, *cards), tuple(new))


def reconstructed(state: State, drawn: tuple[Card, ...], aside: tuple[Card, ...], cite: str) -> list[e.Event]:
    """The cards dealt again in their order; what the tableau has no place for begins the next coup."""
    built = reconstruct(state.rules.tableau, [(card, None) for card in drawn])
    coup_cards = drawn[: len(drawn) - len(built.surplus)]
    order = e.CardsReconstructed(cards=_text(coup_cards), surplus=_text((*built.surplus, *aside)), cite=cite)
    return [*reinsured(state, state.coup.cards, coup_cards, cite), order]


def _recounted(state: State, clause: Irregularity, drawn: tuple[Card, ...], can: bool) -> list[e.Event]:
    """A wrong number of cards: dealt again if that can be done, else void; a payment made is taken back first."""
    _require_wrong_number(state, clause, drawn or state.coup.cards)
    events = settlement_reversed(state, clause.cite)
    state = after(state, events)
    order = drawn or state.coup.cards
    newly, aside = _accounted(state, order, clause)
    again: list[e.Event] = []
    if newly:
        is_known = not state.coup_sign.face_down
        again = [e.CardsSetAside(cards=_text(newly), next_round=not can, known=is_known)]
    if not can:
        state = after(state, again)
        return [*events, *again, voided(state, clause.cite, clause.what)]
    again += reconstructed(after(state, again), order, aside, clause.cite)
    state = after(state, again)
    return [*events, *again, *after_cards(state)]


def _require_wrong_number(state: State, clause: Irregularity, lies: tuple[Card, ...]) -> None:
    """The number that lies differs from what the tableau asks for on these cards.

    Who names the cards on record in another order finds no wrong number: the order on record is the order drawn.
    """
    if Counter(lies) == Counter(state.coup.cards):
        lies = state.coup.cards
    built = reconstruct(state.rules.tableau, [(card, None) for card in lies])
    # A coup that was ended has as many cards on record as the tableau asked for: another number was wrong.
    differs = is_complete(state) and (built.next_side is not None or len(lies) != len(state.coup.cards))
    if built.surplus or differs:
        return
    message = f"{len(lies)} cards lie ({_text(lies)}), and that is what the tableau asks for"
    raise Refused(code="number_is_right", message=message, cite=clause.cite)


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
    if dealt:
        raise Refused(
            code="other_cards",
            message=f"{_text(dealt)} was dealt in this coup and is not in that order",
            cite=clause.cite,
        )
    return newly, tuple(aside)


def _text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
