"""`evolve`: the state after an event. It never refuses: an event has happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from punto.kit import Side, read_card, read_cards
from punto.table import events as e
from punto.table.chips import chips_due, without
from punto.table.state import (
    Assignment,
    Commitment,
    Coup,
    EarlierRound,
    Mixing,
    Pending,
    PlacedBet,
    Shoe,
    SqueezeRequest,
    State,
    Table,
    TakenInsurance,
)


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
    after = replace(changed, chips_due=chips_due(table, event), version=table.version + 1)
    if isinstance(event, e.ChipsEntered):
        after = replace(after, chips_due=without(table.chips_due, event))
    return State(state.find, after, state.book)


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
    return replace(table, phase="closed", coup=None, previous=None, earlier=(), shoe=None, assignments=())


def _shoe_opened(table: Table, event: e.ShoeOpened) -> Table:
    shoe = Shoe(number=event.number, source=event.cards, decks=event.decks, commitment=event.commitment)
    if (before := table.shoe) is not None:  # Abandoned in mid-coup: cards that are out of it already are still played.
        shoe = replace(shoe, aside=before.aside, next_round=before.next_round, known=before.known)
        return replace(table, shoe=shoe, shoes=event.number)
    mixing = Mixing(table=event.table) if event.entropy else None
    shoe = Shoe(number=event.number, source=event.cards, decks=event.decks, commitment=event.commitment, mixing=mixing)
    return replace(table, phase="ready", shoe=shoe, shoes=event.number)


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
    before = {"previous": table.coup or table.previous, "earlier": _with_earlier(table)}
    return replace(table, phase="idle", shoe=None, coup=None, **before)


def _with_earlier(table: Table) -> tuple[EarlierRound, ...]:
    """The rounds on record with the one that leaves the table now."""
    coup, shoe = table.coup, table.shoe
    if coup is None or shoe is None or not coup.drawn:
        return table.earlier
    drawn = " ".join(map(str, coup.drawn))
    return (*table.earlier, EarlierRound(coup.number, shoe.number, drawn, coup.dealers))


def _shoe_abandoned(table: Table, event: e.ShoeAbandoned) -> Table:
    """What waited for a decision falls with the shoe; a round that goes on keeps the cards that are out of it."""
    phase = table.pending.resumes if table.pending else table.phase
    table = replace(table, phase=phase, pending=None)
    if event.goes_on:
        return table
    if phase in ("betting", "dealing"):
        return replace(table, shoe=None)  # The void of its round follows.
    return replace(table, phase="idle", shoe=None, coup=None, previous=table.coup or table.previous)


def _bets_opened(table: Table, event: e.BetsOpened) -> Table:
    shoe = table.shoe
    assert shoe is not None
    after_cut = None if shoe.coups_after_cut is None else shoe.coups_after_cut + 1
    shoe = replace(shoe, coups_after_cut=after_cut, aside=shoe.carried, next_round=(), known=False)
    coup = Coup(number=event.coup, sign=table.sign, without_bets=event.without_bets)
    before = {"previous": table.coup or table.previous, "earlier": _with_earlier(table)}
    return replace(table, phase="betting", shoe=shoe, coup=coup, coups=event.coup, **before)


def _bet_placed(table: Table, event: e.BetPlaced) -> Table:
    coup = table.coup
    assert coup is not None
    before = coup.bet(event.patron, event.box, event.bet)
    if before is None:
        placed = PlacedBet(
            event.patron, event.box, event.stance, event.bet, event.total, coup.placed, reached=coup.placed
        )
        bets = (*coup.bets, placed)
    else:
        raised = replace(before, stake=event.total, stance=event.stance, reached=coup.placed)
        bets = tuple(raised if one is before else one for one in coup.bets)
    return _coup(table, bets=bets, placed=coup.placed + 1)


def _left(table: Table, patron: str, box: int, bet: str, stake: int) -> Table:
    """The bets with this one brought down to what is left of it."""
    assert table.coup is not None
    gone, placed = table.coup.bet(patron, box, bet), table.coup.placed
    if not stake:
        return _coup(table, bets=tuple(one for one in table.coup.bets if one is not gone))
    bets = (replace(one, stake=stake, reached=placed) if one is gone else one for one in table.coup.bets)
    return _coup(table, bets=tuple(bets), placed=placed + 1)


def _bet_withdrawn(table: Table, event: e.BetWithdrawn) -> Table:
    return _left(table, event.patron, event.box, event.bet, event.left)


def _bet_rejected(table: Table, event: e.BetRejected) -> Table:
    return _left(table, event.patron, event.box, event.bet, event.left)


def _apportioned(bets: tuple[PlacedBet, ...], shares: tuple[e.Share, ...]) -> tuple[PlacedBet, ...]:
    """The bets with what takes part of each, where a box is beyond its differential."""
    effective = {(share.patron, share.box, share.bet): share.effective for share in shares}
    return tuple(replace(bet, effective=effective.get((bet.patron, bet.box, bet.bet))) for bet in bets)


def _bets_closed(table: Table, event: e.BetsClosed) -> Table:
    assert table.coup is not None
    return replace(_coup(table, bets=_apportioned(table.coup.bets, event.shares)), phase="dealing")


def _bets_corrected(table: Table, event: e.BetsCorrected) -> Table:
    """The patron's bets as they lay; those that were on record keep their place in the order of placing."""
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
    return _coup(table, bets=_apportioned(in_order, event.shares), placed=placed)


def _card_drawn(table: Table, event: e.CardDrawn) -> Table:
    coup, shoe = table.coup, table.shoe
    assert coup is not None
    assert shoe is not None
    if event.aside:
        aside = shoe.aside[1:]
        shoe = replace(shoe, aside=aside, known=shoe.known and bool(aside or shoe.next_round))
    else:
        shoe = replace(shoe, seen=_seen(shoe, event.card), out=shoe.out + 1)
    card = read_card(event.card)
    dealers = coup.dealers if event.dealer in ("", *coup.dealers) else (*coup.dealers, event.dealer)
    # In older logs drawing on ended the time to choose: who said nothing goes on (5.12).
    drawn = replace(coup, cards=(*coup.cards, card), drawn=(*coup.drawn, card), dealers=dealers, choosing=())
    return replace(table, shoe=shoe, coup=drawn)


def _insurance_taken(table: Table, event: e.InsuranceTaken) -> Table:
    assert table.coup is not None
    taken = TakenInsurance(event.patron, event.box, Side(event.insures), event.window, event.stake)
    return _coup(table, insurance=(*table.coup.insurance, taken))


def _insurance_waived(table: Table, event: e.InsuranceWaived) -> Table:
    assert table.coup is not None
    # Events of 0.1.0 do not name the patron; the consent that waives insurance stands just before.
    return _coup(table, waived_by=event.patron or table.coup.requests[-1].patron)


def _waiver_lapsed(table: Table, event: e.WaiverLapsed) -> Table:
    return _coup(table, waived_by="")


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
    # Who has left chooses no more, and goes on (5.12).
    choosing = tuple(patron for patron in table.coup.choosing if patron != event.patron)
    return _coup(table, left=(*table.coup.left, event.patron), choosing=choosing)


def _irregularity_reported(table: Table, event: e.IrregularityReported) -> Table:
    if not event.decides:
        return table
    # A graver report takes the place of a lighter one that waits.
    resumes = table.pending.resumes if table.pending else table.phase
    return replace(table, pending=Pending(event, resumes), phase="stopped")


def _cards_set_aside(table: Table, event: e.CardsSetAside) -> Table:
    """Cards newly out of the shoe join those that wait."""
    assert table.shoe is not None
    cards = read_cards(event.cards)
    shoe = table.shoe
    waiting = {"next_round": shoe.next_round + cards} if event.next_round else {"aside": shoe.aside + cards}
    counted = {"seen": _seen(shoe, *map(str, cards)), "out": shoe.out + len(cards)}
    return _shoe(table, **waiting, **counted, known=shoe.known or event.known)


def _cards_reconstructed(table: Table, event: e.CardsReconstructed) -> Table:
    coup, shoe = table.coup, table.shoe
    assert coup is not None
    assert shoe is not None
    cards, surplus = read_cards(event.cards), read_cards(event.surplus)
    new = tuple((Counter(cards) - Counter(coup.drawn)).elements())
    sign = coup.sign or table.sign
    assert sign is not None
    return _shoe(
        _coup(table, cards=cards, drawn=coup.drawn + new),
        aside=surplus,
        known=bool(surplus or shoe.next_round) and (shoe.known or not sign.face_down),
    )


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
    return _shoe(_coup(table, cards=tuple(cards), drawn=tuple(drawn)), seen=_recounted(shoe, event))


def _recounted(shoe: Shoe, event: e.CardCorrected) -> dict[str, int]:
    """The cards that came out, with the true one in the place of the other."""
    seen = _seen(shoe, event.card)
    seen[event.was] -= 1
    return {known: times for known, times in seen.items() if times}


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
    return _shoe(after, seen=_recounted(table.shoe, event)) if in_use and table.shoe else after


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
        after = _coup(after, without_bets=False)  # Ruled while the round that begins with a known card is open.
    return _shoe(after, known=False)


def _position_assigned(table: Table, event: e.PositionAssigned) -> Table:
    others = (old for old in table.assignments if (old.person, old.position) != (event.person, event.position))
    return replace(table, assignments=(*others, Assignment(event.person, event.position, event.until)))


def _options_given(table: Table, event: e.OptionsGiven) -> Table:
    return _coup(table, choosing=event.patrons, chosen=(), reconstructed=event.reconstructed)


def _option_chosen(table: Table, event: e.OptionChosen) -> Table:
    assert table.coup is not None
    choosing = tuple(patron for patron in table.coup.choosing if patron != event.patron)
    return _coup(table, choosing=choosing, chosen=(*table.coup.chosen, (event.patron, event.option)))


def _choices_closed(table: Table, event: e.ChoicesClosed) -> Table:
    return _coup(table, choosing=())


def _bets_returned(table: Table, event: e.BetsReturned) -> Table:
    assert table.coup is not None
    return _coup(
        table,
        bets=tuple(one for one in table.coup.bets if one.patron != event.patron),
        insurance=tuple(one for one in table.coup.insurance if one.patron != event.patron),
    )


def _insurance_returned(table: Table, event: e.InsuranceReturned) -> Table:
    """What goes back is taken off the slips, the last taken first; a slip of nothing is gone."""
    assert table.coup is not None
    back = Counter[tuple[str, int]]()
    for returned in event.stakes:
        back[returned.patron, returned.box] += returned.stake
    left = []
    for taken in reversed(table.coup.insurance):
        if (taken.insures, taken.window) == (Side(event.insures), event.window):
            off = min(taken.stake, back[taken.patron, taken.box])
            back[taken.patron, taken.box] -= off
            taken = replace(taken, stake=taken.stake - off)
        left.append(taken)
    return _coup(table, insurance=tuple(taken for taken in reversed(left) if taken.stake))


def _coup_voided(table: Table, event: e.CoupVoided) -> Table:
    voided = _coup(table, bets=(), insurance=(), choosing=(), ended="voided", settlement=None, claims=())
    if voided.shoe is None:  # It was abandoned.
        return replace(voided, pending=None, phase="idle", coup=None, previous=voided.coup)
    return replace(voided, pending=None, phase="ready")


def _coup_settled(table: Table, event: e.CoupSettled) -> Table:
    settled = _coup(table, choosing=(), ended="settled", settlement=event, claims=())
    return replace(settled, phase="paying")


def _settlement_reversed(table: Table, event: e.SettlementReversed) -> Table:
    assert table.coup is not None
    taken_back = _coup(table, ended="", settlement=None, reversed=True, repaid=(), claims=table.coup.repaid)
    return replace(taken_back, phase="dealing")


def _original_bet_returned(table: Table, event: e.OriginalBetReturned) -> Table:
    if event.of_coup and (coup := table.previous) is not None:
        return replace(table, previous=replace(coup, repaid=(*coup.repaid, event)))
    assert table.coup is not None
    return _coup(table, repaid=(*table.coup.repaid, event))


def _round_concluded(table: Table, event: e.RoundConcluded) -> Table:
    return replace(table, phase="ready")


def _cards_condemned(table: Table, event: e.CardsCondemned) -> Table:
    return _shoe(table, condemned=True)


def _shoe_cut(table: Table, event: e.ShoeCut) -> Table:
    return _shoe(table, cut_place=event.place, cut_by=event.patron)


def _entropy_committed(table: Table, event: e.EntropyCommitted) -> Table:
    given = Commitment(box=event.box, patron=event.patron, account=event.account, commitment=event.commitment)
    return _mixing(table, lambda mixing: replace(mixing, committed=(*mixing.committed, given)))


def _entropy_closed(table: Table, event: e.EntropyClosed) -> Table:
    return _mixing(table, lambda mixing: replace(mixing, stage="revealing"))


def _entropy_revealed(table: Table, event: e.EntropyRevealed) -> Table:
    return _mixing(table, lambda mixing: replace(mixing, revealed={**mixing.revealed, event.box: event.entropy}))


def _shoe_mixed(table: Table, event: e.ShoeMixed) -> Table:
    return _mixing(table, lambda mixing: replace(mixing, stage="mixed"))


def _mixing(table: Table, change: Callable[[Mixing], Mixing]) -> Table:
    assert table.shoe is not None
    assert table.shoe.mixing is not None
    return _shoe(table, mixing=change(table.shoe.mixing))


_HANDLERS: dict[type[e.Event], Callable[[Table, Any], Table]] = {
    e.SignChanged: _sign_changed,
    e.TableClosed: _table_closed,
    e.BoughtIn: _same,
    e.CashedOut: _same,
    e.ShoeOpened: _shoe_opened,
    e.ShoeCut: _shoe_cut,
    e.EntropyCommitted: _entropy_committed,
    e.EntropyClosed: _entropy_closed,
    e.EntropyRevealed: _entropy_revealed,
    e.ShoeMixed: _shoe_mixed,
    e.CardsBurned: _cards_burned,
    e.CutCardReached: _cut_card_reached,
    e.CardsCondemned: _cards_condemned,
    e.ShoeClosed: _shoe_closed,
    e.ShoeAbandoned: _shoe_abandoned,
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
    e.WaiverLapsed: _waiver_lapsed,
    e.SqueezeRequested: _squeeze_requested,
    e.SqueezeGranted: _squeeze_granted,
    e.SqueezeDeclined: _squeeze_declined,
    e.PatronLeft: _patron_left,
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
    e.BetsReturned: _bets_returned,
    e.InsuranceReturned: _insurance_returned,
    e.CoupContinued: _same,
    e.CoupVoided: _coup_voided,
    e.CoupSettled: _coup_settled,
    e.SettlementReversed: _settlement_reversed,
    e.OriginalBetReturned: _original_bet_returned,
    e.RoundConcluded: _round_concluded,
    e.RulingMade: _ruling_made,
    e.DebtWrittenOff: _same,
    e.ChipsEntered: _same,
    e.PositionAssigned: _position_assigned,
}
