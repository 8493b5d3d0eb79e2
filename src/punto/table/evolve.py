"""`evolve`: the state after an event. It never refuses: an event has happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from punto.kit import Side, read_card, read_cards
from punto.rulebook import Consequence
from punto.table import events as e
from punto.table.state import Coup, Pending, PlacedBet, Shoe, SqueezeRequest, State, Table, TakenInsurance


class RulebookChanged(RuntimeError):
    """The rulebook on the shelf is not the one the record was made with."""


def evolve(state: State, event: e.Event) -> State:
    """The state once this event has happened."""
    table = state.table
    match event:
        case e.TableOpened(sign=sign):
            book = state.find(sign.rulebook, sha256=sign.sha256)
            if book.sha256 != sign.sha256:
                raise RulebookChanged(f"{sign.rulebook} is not the file this table was opened with (its hash differs)")
            # Coups and shoes are counted on: their numbers are never given twice at one table.
            opened = replace(table, phase="idle", sign=sign, shoe=None, coup=None, version=table.version + 1)
            return State(state.find, opened, book)
        case e.BetsOpened(sha256=sha256, rulebook=name) if state.rules.sha256 != sha256:
            raise RulebookChanged(f"{name} is not the file this coup was opened with (its hash differs)")
    changed = _HANDLERS[type(event)](table, event)
    return State(state.find, replace(changed, version=table.version + 1), state.book)


def replay(state: State, events: list[e.Event]) -> State:
    """The state after all these events."""
    for event in events:
        state = evolve(state, event)
    return state


def _coup(table: Table, **changes: Any) -> Table:
    assert table.coup is not None
    return replace(table, coup=replace(table.coup, **changes))


def _shoe(table: Table, **changes: Any) -> Table:
    assert table.shoe is not None
    return replace(table, shoe=replace(table.shoe, **changes))


def _same(table: Table, event: e.Event) -> Table:
    """Recorded, and nothing changes."""
    return table


def _sign_changed(table: Table, event: e.SignChanged) -> Table:
    return replace(table, sign=event.sign)


def _cards_discarded(table: Table, event: e.CardsDiscarded) -> Table:
    assert table.shoe is not None
    cards = event.cards.split()
    return _shoe(table, seen=_seen(table.shoe, *cards), out=table.shoe.out + len(cards))


def _table_closed(table: Table, event: e.TableClosed) -> Table:
    return replace(table, phase="closed", coup=None, shoe=None)


def _shoe_opened(table: Table, event: e.ShoeOpened) -> Table:
    shoe = Shoe(number=event.number, source=event.cards, decks=event.decks, commitment=event.commitment)
    return replace(table, phase="ready", shoe=shoe, shoes=event.number, coup=None)


def _cards_burned(table: Table, event: e.CardsBurned) -> Table:
    assert table.shoe is not None
    out = table.shoe.out + 1 + event.unseen
    return _shoe(table, seen=_seen(table.shoe, event.card), out=out, burned=True)


def _seen(shoe: Shoe, *cards: str) -> dict[str, int]:
    seen = dict(shoe.seen)
    for card in cards:
        seen[card] = seen.get(card, 0) + 1
    return seen


def _cut_card_reached(table: Table, event: e.CutCardReached) -> Table:
    return _shoe(table, coups_after_cut=0)


def _shoe_closed(table: Table, event: e.ShoeClosed) -> Table:
    return replace(table, phase="idle", shoe=None, coup=None)


def _bets_opened(table: Table, event: e.BetsOpened) -> Table:
    shoe = table.shoe
    assert shoe is not None
    if shoe.coups_after_cut is not None:
        shoe = replace(shoe, coups_after_cut=shoe.coups_after_cut + 1)
    return replace(table, phase="betting", shoe=shoe, coup=Coup(number=event.coup), coups=event.coup)


def _bet_placed(table: Table, event: e.BetPlaced) -> Table:
    coup = table.coup
    assert coup is not None
    before = coup.bet(event.patron, event.box, event.bet)
    if before is None:
        placed = PlacedBet(event.patron, event.box, event.stance, event.bet, event.total, coup.placed)
        bets = (*coup.bets, placed)
    else:
        raised = replace(before, stake=event.total, stance=event.stance)
        bets = tuple(raised if one is before else one for one in coup.bets)
    return _coup(table, bets=bets, placed=coup.placed + 1)


def _left(table: Table, patron: str, box: int, bet: str, stake: int) -> Table:
    """The bets with this one brought down to what is left of it."""
    assert table.coup is not None
    gone = table.coup.bet(patron, box, bet)
    bets = (replace(one, stake=stake) if one is gone else one for one in table.coup.bets)
    return _coup(table, bets=tuple(one for one in bets if one.stake))


def _bet_withdrawn(table: Table, event: e.BetWithdrawn) -> Table:
    return _left(table, event.patron, event.box, event.bet, 0)


def _bet_rejected(table: Table, event: e.BetRejected) -> Table:
    return _left(table, event.patron, event.box, event.bet, event.left)


def _bets_closed(table: Table, event: e.BetsClosed) -> Table:
    assert table.coup is not None
    effective = {(one.patron, one.box, one.bet): one.effective for one in event.shares}
    bets = tuple(
        replace(one, effective=effective.get((one.patron, one.box, one.bet))) if effective else one
        for one in table.coup.bets
    )
    return replace(_coup(table, bets=bets), phase="dealing")


def _card_drawn(table: Table, event: e.CardDrawn) -> Table:
    coup, shoe = table.coup, table.shoe
    assert coup is not None
    assert shoe is not None
    if event.aside:
        shoe = replace(shoe, aside=shoe.aside[1:])
    else:
        shoe = replace(shoe, seen=_seen(shoe, event.card), out=shoe.out + 1)
    # Drawing on ends the time to choose: who said nothing goes on (5.12).
    drawn = replace(coup, cards=(*coup.cards, read_card(event.card)), choosing=())
    return replace(table, shoe=shoe, coup=drawn)


def _insurance_taken(table: Table, event: e.InsuranceTaken) -> Table:
    assert table.coup is not None
    taken = TakenInsurance(event.patron, event.box, Side(event.insures), event.window, event.stake)
    return _coup(table, insurance=(*table.coup.insurance, taken))


def _insurance_waived(table: Table, event: e.InsuranceWaived) -> Table:
    return _coup(table, waived=True)


def _request(table: Table, request: SqueezeRequest) -> Table:
    """The requests with this one in its new form; each patron has one for a card."""
    assert table.coup is not None
    same = (request.patron, request.card)
    others = (one for one in table.coup.requests if (one.patron, one.card) != same)
    return _coup(table, requests=(*others, request))


def _squeeze_requested(table: Table, event: e.SqueezeRequested) -> Table:
    return _request(table, SqueezeRequest(event.patron, event.card))


def _squeeze_granted(table: Table, event: e.SqueezeGranted) -> Table:
    return _request(table, SqueezeRequest(event.patron, event.card, "granted"))


def _squeeze_declined(table: Table, event: e.SqueezeDeclined) -> Table:
    return _request(table, SqueezeRequest(event.patron, event.card, "declined"))


def _patron_left(table: Table, event: e.PatronLeft) -> Table:
    assert table.coup is not None
    return _coup(table, left=(*table.coup.left, event.patron))


def _irregularity_reported(table: Table, event: e.IrregularityReported) -> Table:
    if not event.decides:
        return table
    cards = () if event.leads_to == Consequence.RULING.value else read_cards(event.cards)
    pending = Pending(event.what, event.cite, event.decides, cards, table.phase)
    return replace(_coup(table, pending=pending), phase="stopped")


def _cards_set_aside(table: Table, event: e.CardsSetAside) -> Table:
    """Cards newly out of the shoe join those that wait."""
    assert table.shoe is not None
    cards = read_cards(event.cards)
    shoe = table.shoe
    return _shoe(table, aside=(*shoe.aside, *cards), seen=_seen(shoe, *map(str, cards)), out=shoe.out + len(cards))


def _cards_reconstructed(table: Table, event: e.CardsReconstructed) -> Table:
    assert table.shoe is not None
    return _shoe(_coup(table, cards=read_cards(event.cards)), aside=read_cards(event.surplus))


def _resumed(table: Table, event: e.DecisionMade | e.RulingMade) -> Table:
    """Decided: the table goes on with what it was doing."""
    if table.coup is None or table.coup.pending is None:
        return table
    return replace(_coup(table, pending=None), phase=table.coup.pending.resumes)


def _options_given(table: Table, event: e.OptionsGiven) -> Table:
    return _coup(table, choosing=event.patrons, chosen=(), reconstructed=event.reconstructed)


def _option_chosen(table: Table, event: e.OptionChosen) -> Table:
    assert table.coup is not None
    choosing = tuple(patron for patron in table.coup.choosing if patron != event.patron)
    return _coup(table, choosing=choosing, chosen=(*table.coup.chosen, (event.patron, event.option)))


def _bets_returned(table: Table, event: e.BetsReturned) -> Table:
    assert table.coup is not None
    return _coup(
        table,
        bets=tuple(one for one in table.coup.bets if one.patron != event.patron),
        insurance=tuple(one for one in table.coup.insurance if one.patron != event.patron),
    )


def _insurance_returned(table: Table, event: e.InsuranceReturned) -> Table:
    assert table.coup is not None
    gone = (Side(event.insures), event.window)
    return _coup(table, insurance=tuple(one for one in table.coup.insurance if (one.insures, one.window) != gone))


def _coup_voided(table: Table, event: e.CoupVoided) -> Table:
    voided = _coup(table, bets=(), insurance=(), choosing=(), pending=None, ended="voided", settlement=None)
    return replace(voided, phase="ready")


def _coup_settled(table: Table, event: e.CoupSettled) -> Table:
    settled = _coup(table, choosing=(), ended="settled", settlement=event)
    return replace(settled, phase="ready")


def _settlement_reversed(table: Table, event: e.SettlementReversed) -> Table:
    return replace(_coup(table, ended="", settlement=None, repaid=()), phase="dealing")


def _original_bet_returned(table: Table, event: e.OriginalBetReturned) -> Table:
    assert table.coup is not None
    returned = e.Returned(patron=event.patron, box=event.box, bet=event.bet, stake=event.stake)
    return _coup(table, repaid=(*table.coup.repaid, returned))


def _cards_condemned(table: Table, event: e.CardsCondemned) -> Table:
    return _shoe(table, condemned=True)


def _shoe_cut(table: Table, event: e.ShoeCut) -> Table:
    return _shoe(table, cut_place=event.place)


_HANDLERS: dict[type[e.Event], Callable[[Table, Any], Table]] = {
    e.SignChanged: _sign_changed,
    e.TableClosed: _table_closed,
    e.BoughtIn: _same,
    e.CashedOut: _same,
    e.ShoeOpened: _shoe_opened,
    e.ShoeCut: _shoe_cut,
    e.CardsBurned: _cards_burned,
    e.CutCardReached: _cut_card_reached,
    e.CardsCondemned: _cards_condemned,
    e.ShoeClosed: _shoe_closed,
    e.BetsOpened: _bets_opened,
    e.BetPlaced: _bet_placed,
    e.BetWithdrawn: _bet_withdrawn,
    e.BetRejected: _bet_rejected,
    e.LimitExceeded: _same,
    e.BetsClosed: _bets_closed,
    e.CardDrawn: _card_drawn,
    e.InsuranceOffered: _same,
    e.InsuranceTaken: _insurance_taken,
    e.InsuranceForgone: _same,
    e.InsuranceWaived: _insurance_waived,
    e.SqueezeRequested: _squeeze_requested,
    e.SqueezeGranted: _squeeze_granted,
    e.SqueezeDeclined: _squeeze_declined,
    e.PatronLeft: _patron_left,
    e.IrregularityReported: _irregularity_reported,
    e.CardsSetAside: _cards_set_aside,
    e.CardsReconstructed: _cards_reconstructed,
    e.CardsDiscarded: _cards_discarded,
    e.DecisionMade: _resumed,
    e.OptionsGiven: _options_given,
    e.OptionChosen: _option_chosen,
    e.BetsReturned: _bets_returned,
    e.InsuranceReturned: _insurance_returned,
    e.CoupContinued: _same,
    e.CoupVoided: _coup_voided,
    e.CoupSettled: _coup_settled,
    e.SettlementReversed: _settlement_reversed,
    e.OriginalBetReturned: _original_bet_returned,
    e.RulingMade: _resumed,
}
