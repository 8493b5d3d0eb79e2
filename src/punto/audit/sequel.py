"""What must follow a report, a decision or a ruling, worked out from the clause and the auditor's own books."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from punto.audit.felt import Felt
from punto.audit.finding import Wrong
from punto.kit import read_cards
from punto.rulebook import Consequence, Options, decided
from punto.rulebook.model import Irregularity, NewCards
from punto.table import events as e
from punto.table.events import kind_of

if TYPE_CHECKING:
    from punto.audit.walk import Walk

OUT_OF_USE: Final = ("foreign_card", "shortage", "excess", "not_shuffled")
"""After these the cards in use must be replaced, in every document."""

FROM_THE_SHOE: Final = ("extra_card", "exposed_card")

_A_ROUND: Final = 6
"""The most cards one round takes."""

CAUSED: Final[frozenset[type[e.Event]]] = frozenset(
    {
        e.SettlementReversed,
        e.CoupVoided,
        e.CardsCondemned,
        e.CardsSetAside,
        e.CardsReconstructed,
        e.CardCorrected,
        e.BetsCorrected,
        e.InsuranceReturned,
        e.OptionsGiven,
        e.CoupContinued,
        e.OriginalBetReturned,
        e.WaiverLapsed,
        e.CardsDiscarded,
    }
)
"""Events that never happen unless another one leads to them."""


class NextEvent(NamedTuple):
    """An event of one of these kinds comes next: it must, or it may; once, or many times."""

    kinds: tuple[type[e.Event], ...]
    must: bool = True
    many: bool = False


def take(next_events: list[NextEvent], event: e.Event) -> bool:
    """Whether the event was expected; Wrong where another must come first, or where nothing leads to it."""
    while next_events:
        if isinstance(event, next_events[0].kinds):
            if not next_events[0].many:
                next_events.pop(0)
            return True
        if next_events[0].must:
            words = " or ".join(str(kind.__struct_config__.tag) for kind in next_events[0].kinds)
            raise Wrong(f"happens where {words} must follow")
        if next_events[0].kinds == (e.CardsCondemned,) and isinstance(event, e.InsuranceOffered | e.CoupSettled):
            return True  # Offered or paid on the cards as they lie; new ones come after the round (5.10.2).
        next_events.pop(0)
    if type(event) in CAUSED:
        raise Wrong(f"nothing that happened leads to {kind_of(event)}")
    return False


def certain(walk: Walk, felt: Felt) -> bool:
    """Whether some bet on the layout is won or lost whatever comes, by every card drawn for this round."""
    drawn = [*felt.cards, *(walk.shoe.aside if walk.shoe else ())]
    places = len(walk.rules.tableau.owners([card.points for card in drawn]))
    sure = bool(decided(walk.rules, tuple(drawn[:places])))
    if walk.before:
        as_was = bool(decided(walk.rules, tuple(felt.cards)))
        walk.reading(sure == as_was, "looks away from cards that were drawn and lay aside")
        return as_was
    return sure


def choice_is_due(walk: Walk, clause: Irregularity, in_order: bool) -> bool:
    """Whether everybody with a bet may choose between going on and having it back."""
    felt = walk.felt
    if felt is None or not felt.live or not felt.bettors or clause.options is Options.NEVER:
        return False
    if clause.options is Options.ALWAYS:
        return True
    sure = certain(walk, felt)
    return not sure if clause.options is Options.UNLESS_ESTABLISHED else not (sure and in_order)


def expect_of_matter(walk: Walk, clause: Irregularity | None, report: e.IrregularityReported) -> None:
    """Expects the consequence of a clause, once somebody entitled to it has confirmed the report."""
    if walk.before:
        return
    felt = walk.felt
    leads_to = clause.leads_to if clause else Consequence.VOID  # The table's own count, in any document.
    match leads_to:
        case Consequence.VOID:
            _expect_void(walk, clause, report)
        case Consequence.CONCLUDE_IF_ESTABLISHED_ELSE_VOID if felt and felt.current:
            goes_on = felt.stage == "betting" or certain(walk, felt)
            walk.expect(e.CoupContinued if goes_on else e.CoupVoided)
        case Consequence.CONCLUDE_IF_ESTABLISHED_ELSE_VOID:
            pass
        case Consequence.CONTINUE:
            walk.expect(e.CoupContinued)
        case Consequence.RETURN_ORIGINAL_BET:
            walk.expect(e.OriginalBetReturned)
        case Consequence.TABLE_PREVAILS:
            walk.expect(e.CardCorrected)
        case Consequence.SETTLE_AS_IT_LIES:
            walk.expect(e.BetsCorrected)
        case _:
            assert clause is not None
            _expect_cards(walk, clause, report)


def _expect_void(walk: Walk, clause: Irregularity | None, report: e.IrregularityReported) -> None:
    felt = walk.felt
    follows: list[type[e.Event]] = []
    if felt and felt.current:
        follows = [e.SettlementReversed, e.CoupVoided] if felt.stage == "settled" else [e.CoupVoided]
    left = walk.cards_in_use().left
    counted_out = report.what == "out_of_cards" and bool(report.reporter) and left >= _A_ROUND
    replaced = clause is not None and clause.cards is NewCards.REPLACED and bool(report.reporter)
    if report.what in OUT_OF_USE or replaced or counted_out:
        follows.append(e.CardsCondemned)
    walk.expect(*follows)


def _expect_cards(walk: Walk, clause: Irregularity, report: e.IrregularityReported) -> None:
    """Cards out of their order; what follows them is known once they are on record."""
    felt = walk.felt
    if clause.cards is NewCards.MAY_BE_REPLACED:
        walk.may_follow(e.CardsCondemned)
    paid = felt is not None and felt.settlement is not None
    match report.what:
        case "dealing_error":
            if choice_is_due(walk, clause, in_order=True):
                walk.expect(e.OptionsGiven)
        case "extra_card" | "exposed_card" if felt and felt.stage == "betting":
            walk.expect(e.BetsClosed, e.CardsSetAside)
            walk.next_events.insert(0, NextEvent((e.BetRejected,), must=False, many=True))
        case "extra_card" | "exposed_card":
            _expect_aside(walk)
        case "simultaneous":
            _expect_simultaneous(walk, report, paid)
        case "wrong_area":
            choice_due = choice_is_due(walk, clause, in_order=False)
            kinds = (e.CardsReconstructed, e.OptionsGiven)
            walk.next_events.insert(0, NextEvent((*kinds, e.CoupSettled), must=choice_due and not paid))
            walk.next_events.insert(0, NextEvent((e.InsuranceReturned,), must=False, many=True))
            if paid:
                walk.next_events.insert(0, NextEvent((e.SettlementReversed,), must=False))
        case _:
            walk.next_events.insert(0, NextEvent((e.CardsReconstructed, e.CoupVoided)))
            walk.next_events.insert(0, NextEvent((e.InsuranceReturned,), must=False, many=True))
            walk.next_events.insert(0, NextEvent((e.CardsSetAside,), must=False))
            if paid:
                walk.expect(e.SettlementReversed)


def _expect_aside(walk: Walk) -> None:
    """Cards that are dealt next lie aside; a window that was open is over with them."""
    walk.expect(e.CardsSetAside)
    walk.next_events.insert(0, NextEvent((e.InsuranceForgone,), must=False))


def _expect_simultaneous(walk: Walk, report: e.IrregularityReported, paid: bool) -> None:
    """Cards drawn at once: new ones lie aside, those on record change places."""
    reported, record = Counter(read_cards(report.cards)), Counter(walk.felt.cards if walk.felt else ())
    new = reported - record
    if new == reported:
        _expect_aside(walk)
        return
    walk.expect(e.CardsReconstructed)
    walk.next_events.insert(0, NextEvent((e.InsuranceReturned,), must=False, many=True))
    if new:
        walk.expect(e.CardsSetAside)
    if paid:
        walk.expect(e.SettlementReversed)


def expect_of_ruling(walk: Walk, pending: e.IrregularityReported | None) -> None:
    """A ruling may void the round or give the choice; a payment already booked is reversed first."""
    if walk.before:
        return
    if pending and pending.what in OUT_OF_USE and walk.shoe:
        walk.expect(e.CardsCondemned)
    walk.next_events.insert(0, NextEvent((e.SettlementReversed, e.CoupVoided, e.OptionsGiven), must=False))
