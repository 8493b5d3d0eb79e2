"""Effects of what went wrong: cards and chips put right, decisions, choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from punto.kit import Card, read_card, read_cards
from punto.table import events as e
from punto.table.round_effects import apportioned, coup_with
from punto.table.shoe_effects import cards_seen, shoe_with
from punto.table.state import Pending, PlacedBet, RecordedChips, Shoe, Table


def _irregularity_reported(table: Table, event: e.IrregularityReported) -> Table:
    if not event.decides:
        return _lifted(table, event) if event.what == "late_withdrawal" else table
    if table.pending is None:
        return replace(table, pending=Pending(event, table.phase), phase="stopped")
    lighter = table.pending.report if event.replaces else None
    return replace(table, pending=Pending(event, table.pending.resumes, lighter), phase="stopped")


def _lifted(table: Table, event: e.IrregularityReported) -> Table:
    """Chips taken off the layout after the close: the bets stand as they lay, and the chips are to be collected."""
    assert table.coup is not None
    bets = [(table.coup.bet(event.patron, lay.box, lay.bet), lay.stake) for lay in event.lay]
    chips = tuple(RecordedChips(bet.patron, bet.box, bet.bet, stake, bet.stance) for bet, stake in bets if bet)
    return coup_with(table, lifted=(*table.coup.lifted, *chips))


def _cards_set_aside(table: Table, event: e.CardsSetAside) -> Table:
    """Cards newly out of the shoe join those that wait."""
    assert table.shoe is not None
    cards = read_cards(event.cards)
    shoe = table.shoe
    waiting = {"next_round": shoe.next_round + cards} if event.next_round else {"aside": shoe.aside + cards}
    counted = {"seen": cards_seen(shoe, *map(str, cards)), "out": shoe.out + len(cards)}
    return shoe_with(table, **waiting, **counted, known=shoe.known or event.known)


def _cards_discarded(table: Table, event: e.CardsDiscarded) -> Table:
    assert table.shoe is not None
    cards = event.cards.split()
    return shoe_with(table, seen=cards_seen(table.shoe, *cards), out=table.shoe.out + len(cards))


def _cards_reconstructed(table: Table, event: e.CardsReconstructed) -> Table:
    coup, shoe = table.coup, table.shoe
    assert coup is not None
    assert shoe is not None
    cards, surplus = read_cards(event.cards), read_cards(event.surplus)
    sign = coup.sign or table.sign
    assert sign is not None
    return shoe_with(
        coup_with(table, cards=cards, drawn=_drawn(coup.drawn, cards)),
        aside=surplus,
        known=bool(surplus or shoe.next_round) and (shoe.known or not sign.face_down),
    )


def _drawn(before: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The coup's cards in the order drawn, those that are new last; a surplus is a card of the round it begins."""
    spare = Counter(cards)
    own: list[Card] = []
    for card in before:
        if spare[card]:
            spare[card] -= 1
            own.append(card)
    return (*own, *spare.elements())


def _card_corrected(table: Table, event: e.CardCorrected) -> Table:
    """The card in its place in the order drawn, and in its place among the cards as they are played."""
    if event.of_coup:
        return _record_corrected(table, event)
    coup, shoe = table.coup, table.shoe
    assert coup is not None
    assert shoe is not None
    was, card = read_card(event.was), read_card(event.card)
    drawn = list(coup.drawn)
    occurrence = drawn[: event.place].count(was)
    drawn[event.place - 1] = card
    cards = list(coup.cards)
    played = [place for place, other in enumerate(cards) if other == was][occurrence - 1 : occurrence]
    for place in played:
        cards[place] = card
    return shoe_with(coup_with(table, cards=tuple(cards), drawn=tuple(drawn)), seen=_recounted(shoe, event))


def _recounted(shoe: Shoe, event: e.CardCorrected) -> dict[str, int]:
    """The cards that came out, with the true one in the place of the other."""
    counts = cards_seen(shoe, event.card)
    counts[event.was] -= 1
    return {card: times for card, times in counts.items() if times}


def _record_corrected(table: Table, event: e.CardCorrected) -> Table:
    """The record of an earlier round and, if its cards are still in use, their count; nothing else changes."""
    at = next((at for at, round in enumerate(table.earlier) if round.number == event.of_coup), None)
    if at is None:
        return table  # A round of before such records were kept.
    round = table.earlier[at]
    drawn = round.drawn.split()
    drawn[event.place - 1] = event.card
    corrected = replace(round, drawn=" ".join(drawn))
    after = replace(table, earlier=(*table.earlier[:at], corrected, *table.earlier[at + 1 :]))
    in_use = table.shoe is not None and table.shoe.number == round.shoe
    return shoe_with(after, seen=_recounted(table.shoe, event)) if in_use and table.shoe else after


def _bets_corrected(table: Table, event: e.BetsCorrected) -> Table:
    """The patron's bets as they lay; those that were on record keep their place in the order of placing."""
    if event.of_coup:
        return _chips_on_record(table, event)
    coup = table.coup
    assert coup is not None
    bets: list[PlacedBet] = [bet for bet in coup.bets if bet.patron != event.patron]
    placed = coup.placed
    for lay in event.lay:
        before = coup.bet(event.patron, lay.box, lay.bet)
        order, reached = (before.order, before.reached) if before else (placed, placed)
        placed += before is None
        bets.append(PlacedBet(event.patron, lay.box, lay.stance, lay.bet, lay.stake, order, reached=reached))
    in_order = tuple(sorted(bets, key=lambda bet: bet.order))
    return coup_with(table, bets=apportioned(in_order, event.shares), placed=placed)


def _chips_on_record(table: Table, event: e.BetsCorrected) -> Table:
    """The record of an earlier round has the patron's chips where they lay; nothing else changes."""
    lay = tuple(RecordedChips(event.patron, chips.box, chips.bet, chips.stake, chips.stance) for chips in event.lay)
    rounds = (
        replace(round, chips=(*(chips for chips in round.chips if chips.patron != event.patron), *lay))
        if round.number == event.of_coup
        else round
        for round in table.earlier
    )
    return replace(table, earlier=tuple(rounds))


def _resumed(table: Table, event: e.DecisionMade | e.ReportWithdrawn | e.RulingMade) -> Table:
    """Decided: the table goes on with what it was doing."""
    if table.pending is None:
        return table
    return replace(table, pending=None, phase=table.pending.resumes)


def _ruling_made(table: Table, event: e.RulingMade) -> Table:
    after = _resumed(table, event)
    if not event.bets or after.shoe is None:
        return after
    if after.phase == "betting":
        after = coup_with(after, without_bets=False)  # Ruled while the round that begins with a known card is open.
    return shoe_with(after, known=False)


def _options_given(table: Table, event: e.OptionsGiven) -> Table:
    return coup_with(table, choosing=event.patrons, chosen=(), reconstructed=event.reconstructed)


def _option_chosen(table: Table, event: e.OptionChosen) -> Table:
    assert table.coup is not None
    choosing = tuple(patron for patron in table.coup.choosing if patron != event.patron)
    return coup_with(table, choosing=choosing, chosen=(*table.coup.chosen, (event.patron, event.option)))


def _choices_closed(table: Table, event: e.ChoicesClosed) -> Table:
    return coup_with(table, choosing=())


REPORT_EFFECTS: Final[dict[type[e.Event], Callable[[Table, Any], Table]]] = {
    e.IrregularityReported: _irregularity_reported,
    e.ReportWithdrawn: _resumed,
    e.CardsSetAside: _cards_set_aside,
    e.CardsReconstructed: _cards_reconstructed,
    e.CardCorrected: _card_corrected,
    e.BetsCorrected: _bets_corrected,
    e.CardsDiscarded: _cards_discarded,
    e.DecisionMade: _resumed,
    e.OptionsGiven: _options_given,
    e.OptionChosen: _option_chosen,
    e.ChoicesClosed: _choices_closed,
    e.RulingMade: _ruling_made,
}
