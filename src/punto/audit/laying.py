"""Cards that lie: set aside, put in order, corrected. What was played is held against what was drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from punto.audit.dealing import is_complete
from punto.audit.decided import list_decided
from punto.audit.felt import Felt
from punto.audit.finding import Wrong, hold
from punto.audit.insured import check_returned, expect_back, going_back, stands_on
from punto.audit.reporting import clause_of
from punto.audit.sequel import FROM_THE_SHOE, choice_is_due
from punto.kit import Card, read_card, read_cards
from punto.table import events as e

if TYPE_CHECKING:
    from punto.audit.shoe import ShoeBook
    from punto.audit.walk import Walk


def cards_set_aside(walk: Walk, event: e.CardsSetAside) -> None:
    shoe, cards = walk.cards_in_use(), read_cards(event.cards)
    what = walk.matter.what if walk.matter else ""
    dealing = walk.felt is not None and walk.felt.stage == "dealing"
    comes_next = what in FROM_THE_SHOE or (what == "simultaneous" and not walk.is_expected(e.CardsReconstructed))
    if not walk.before and dealing and comes_next and not event.next_round and walk.on_offer():
        hold(isinstance(walk.last, e.InsuranceForgone), "lie aside while a window is open, and nobody closed it")
    shoe.take(cards)
    walk.newly_aside.update(cards)
    if walk.before:
        shoe.aside.extend(cards)
        return
    _check_aside(walk, shoe, event, cards)
    (shoe.next_round if event.next_round else shoe.aside).extend(cards)
    shoe.aside_known = shoe.aside_known or event.known
    if what == "wrong_number_of_cards":
        list_decided(walk, "on record", "", f"{event.cards} besides")
    if event.next_round:
        list_decided(walk, "drawn", event.cards, "the first of the next round")
    clause = clause_of(walk.rules, what)
    if clause and dealing and comes_next:
        in_order = what == "simultaneous" or not event.next_round
        if (walk.closed_by_a_card and walk.coup().bettors) or choice_is_due(walk, clause, in_order):
            walk.expect_choice(in_order)


def _check_aside(walk: Walk, shoe: ShoeBook, event: e.CardsSetAside, cards: Sequence[Card]) -> None:
    """Which cards, whether they have a place in this round, and whether somebody knows them."""
    report = walk.matter.report if walk.matter else None
    if report is None:
        raise Wrong("lie aside, and nothing was reported")
    hold(not (shoe.virtual and event.next_round), "a sealed shoe's cards are said to have no order")
    dealing = walk.felt is not None and walk.felt.stage in ("dealing", "settled")
    hold(dealing or not event.next_round, "has no place in a round that is not dealt")
    reported = Counter(read_cards(report.cards)) if report.cards and not shoe.virtual else None
    if report.what in FROM_THE_SHOE:
        hold(
            reported is None or reported == Counter(cards), f"lays {event.cards} aside, and {report.cards} was reported"
        )
        is_known = report.what == "exposed_card" or walk.closed_by_a_card or not walk.terms.face_down
        hold(event.known == is_known, f"says that nobody knows them, or somebody: {event.known}")
        return
    hold(
        reported is None or not Counter(cards) - reported, f"lays {event.cards} aside, and {report.cards} was reported"
    )


def cards_discarded(walk: Walk, event: e.CardsDiscarded) -> None:
    """Cards thrown away, as was once done with those that could not be put in order."""
    shoe = walk.cards_in_use()
    walk.reading(False, f"throws {event.cards} away, and it would begin the next round")
    shoe.take(read_cards(event.cards))
    shoe.played = None


def cards_reconstructed(walk: Walk, event: e.CardsReconstructed) -> None:
    """The same cards in their order, dealt by the tableau; a surplus only when the coup is complete."""
    felt, shoe = walk.live("dealing"), walk.cards_in_use()
    cards, surplus = read_cards(event.cards), read_cards(event.surplus)
    drawn = Counter(felt.cards) + Counter(shoe.aside)
    hold(Counter(cards) + Counter(surplus) == drawn, "puts other cards in order than were drawn")
    points = [card.points for card in cards]
    hold(len(walk.rules.tableau.owners(points)) == len(cards), "the tableau has no place for all these cards")
    waiting = len(surplus) > 0 and walk.rules.tableau.next_side(points) is not None
    # What lay aside before may go on lying there; nothing of the coup's own is left over while it needs cards.
    hold(not waiting or Counter(surplus) <= Counter(shoe.aside), "leaves cards over while the coup needs more")
    _check_order(walk, felt, shoe, cards, surplus)
    check_returned(walk, felt, cards)
    felt.drawn[:] = _own(felt.drawn, cards)
    felt.cards, shoe.aside = list(cards), list(surplus)
    shoe.aside_known = bool(surplus or shoe.next_round) and (shoe.aside_known or not felt.sign.face_down)
    _after_order(walk)


def _own(drawn: Sequence[Card], cards: Sequence[Card]) -> list[Card]:
    """What the coup keeps of the cards drawn, in that order, and what has come to it; the rest is the next round's."""
    over = Counter(drawn) - Counter(cards)
    own: list[Card] = []
    for card in reversed(drawn):
        if over[card]:
            over[card] -= 1
        else:
            own.insert(0, card)
    return [*own, *(Counter(cards) - Counter(drawn)).elements()]


def _check_order(walk: Walk, felt: Felt, shoe: ShoeBook, cards: Sequence[Card], surplus: Sequence[Card]) -> None:
    """Played in another order than drawn: never with a sealed shoe, and with real cards by decision alone."""
    same = list(cards) == felt.cards and list(surplus) == shoe.aside
    if shoe.virtual:
        drawn, played = _text([*felt.cards, *shoe.aside]), _text([*cards, *surplus])
        walk.reading(same, f"plays {played} of a sealed shoe, and {drawn} is the order in which they left it")
        if not same:
            shoe.played = None
    what = walk.matter.what if walk.matter else ""
    if what == "wrong_number_of_cards":
        own = Counter(surplus) - (Counter(shoe.aside) - walk.newly_aside)
        needs_more = walk.rules.tableau.next_side([card.points for card in cards]) is not None
        differs = needs_more or len(cards) + own.total() != len(felt.cards)
        # The cards on record, named in another order, are as many as they were: that order is the order drawn.
        others_lay = Counter(cards) + own != Counter(felt.cards)
        wrong = others_lay and (bool(own) or (is_complete(walk, felt) and differs))
        walk.reading(wrong, "as many cards lie as the tableau asks for: no number was wrong")
    report = walk.matter.report if walk.matter else None
    if report and report.cards and not report.decides and what in ("wrong_area", "wrong_number_of_cards"):
        decided_cards = list(read_cards(report.cards))
        hold(
            [*cards, *surplus][: len(decided_cards)] == decided_cards,
            f"plays {_text(cards)}, and {report.cards} was decided",
        )
    if same:
        return
    felt.order_is_decided = True
    if walk.before:
        return
    reordered = what == "wrong_number_of_cards" and not _in_order([*cards, *surplus], felt.cards)
    if what == "wrong_area" or reordered:
        hold(bool(walk.matter and walk.matter.note.strip()), "names another order and no reason")
    left = f", and {_text(surplus)} for the next round" if surplus else ""
    list_decided(walk, "drawn", _text([*felt.cards, *shoe.aside]), f"{_text(cards)}{left}")


def _in_order(cards: Sequence[Card], record: Sequence[Card]) -> bool:
    """Whether the cards on record come in the order on record, whatever lies between them."""
    rest = list(record)
    for card in cards:
        if rest and card == rest[0]:
            rest.pop(0)
    return not rest


def _after_order(walk: Walk) -> None:
    """The choice the clause gives; a complete coup is paid once everybody has chosen."""
    felt = walk.coup()
    matter = walk.matter
    clause = clause_of(walk.rules, matter.what) if matter else None
    walk.offer()
    if walk.before or walk.is_expected(e.CoupSettled) or matter is None:
        return
    gives_choice = (
        matter.what in ("wrong_area", "simultaneous") and clause and choice_is_due(walk, clause, in_order=True)
    )
    if gives_choice:
        walk.expect_choice(in_order=True)
    elif is_complete(walk, felt) and not felt.choosing:
        walk.expect(e.CoupSettled)


def card_corrected(walk: Walk, event: e.CardCorrected) -> None:
    """A card of the record gives way to the one that lay; the coup is judged again from the true cards."""
    _check_corrected(walk, event)
    if event.of_coup:
        _correct_record(walk, event)
        return
    felt, shoe = walk.coup(), walk.cards_in_use()
    hold(not shoe.virtual, "corrects a card of a sealed shoe")
    hold(felt.stage in ("dealing", "settled", "concluded"), f"corrects a coup that is {felt.stage}")
    was, card = read_card(event.was), read_card(event.card)
    hold(felt.drawn[event.place - 1 : event.place] == [was], f"card {event.place} is not {event.was} on record")
    hold(was != card, "corrects nothing")
    list_decided(walk, f"card {event.place}", event.was, event.card)
    shoe.correct(was, card)
    same_before = felt.drawn[: event.place].count(was)
    played = [place for place, other in enumerate(felt.cards) if other == was][same_before - 1 : same_before]
    felt.drawn[event.place - 1] = card
    for place in played:
        felt.cards[place] = card
    _judge_again(walk, felt)


def _correct_record(walk: Walk, event: e.CardCorrected) -> None:
    """The record of an earlier round gives way, and the count of its cards if they are still in use; no money moves."""
    drawn = walk.drawn.get(event.of_coup, [])
    was, card = read_card(event.was), read_card(event.card)
    hold(drawn[event.place - 1 : event.place] == [was], f"card {event.place} of round {event.of_coup} is not {was}")
    hold(was != card, "corrects nothing")
    drawn[event.place - 1] = card
    list_decided(walk, f"card {event.place}", event.was, f"{event.card} on record", event.of_coup)
    if walk.shoe is not None and event.of_coup > walk.shoe.after:
        hold(not walk.shoe.virtual, "corrects a card of a sealed shoe")
        walk.shoe.correct(was, card)


def _check_corrected(walk: Walk, event: e.CardCorrected) -> None:
    report = walk.matter.report if walk.matter else None
    clause = clause_of(walk.rules, "misread_card")
    hold(clause is not None and event.cite == clause.cite, f"cites {event.cite}")
    if report is None or report.what != "misread_card":
        raise Wrong("corrects a card that nobody reported")
    same = (report.place, report.cards) == (event.place, event.card) and report.of_coup in (event.of_coup, walk.coups)
    hold(same, f"makes card {event.place} {event.card}, and card {report.place} was reported to be {report.cards}")


def _judge_again(walk: Walk, felt: Felt) -> None:
    """What a correction leads to: the payment taken back, insurance, a surplus, and the payment made again."""
    places = len(walk.rules.tableau.owners([card.points for card in felt.cards]))
    in_play = felt.cards[:places]
    surplus = places < len(felt.cards)
    complete = surplus or is_complete(walk, felt)
    if complete and not felt.choosing:
        walk.expect(e.CoupSettled)
    if surplus:
        walk.expect(e.CardsReconstructed)
    expect_back(walk, felt, in_play)
    still = [slip for slip in felt.insurance if not _goes_back(walk, felt, slip, in_play)]
    _stand(walk, still, in_play, felt)
    if felt.settlement is not None:
        walk.expect(e.SettlementReversed)
    walk.due = set() if complete else walk.on_offer()


def _goes_back(walk: Walk, felt: Felt, slip: Any, cards: Sequence[Card]) -> bool:
    whole = (slip.patron, slip.box, slip.insures.value, slip.window, slip.stake)
    return whole in going_back(walk, felt, [slip], cards)


def _stand(walk: Walk, slips: Iterable[Any], cards: Sequence[Card], felt: Felt) -> None:
    """Insurance that stays stands at the odds of the true cards."""
    everything, felt.insurance = felt.insurance, list(slips)
    stands_on(walk, felt, cards)
    felt.insurance = everything


def _text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


HANDLERS: dict[type[e.Event], Any] = {
    e.CardsSetAside: cards_set_aside,
    e.CardsDiscarded: cards_discarded,
    e.CardsReconstructed: cards_reconstructed,
    e.CardCorrected: card_corrected,
}
