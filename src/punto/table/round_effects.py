"""Effects on the round: its bets, cards, insurance and squeezes after an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from punto.kit import Side, read_card
from punto.table import events as e
from punto.table.shoe_effects import cards_seen, earlier_rounds
from punto.table.state import Coup, PlacedBet, SqueezeRequest, Table, TakenInsurance


def coup_with(table: Table, **changes: Any) -> Table:
    """The table with its round changed so."""
    assert table.coup is not None
    return replace(table, coup=replace(table.coup, **changes))


def _bets_opened(table: Table, event: e.BetsOpened) -> Table:
    shoe = table.shoe
    assert shoe is not None
    after_cut = None if shoe.coups_after_cut is None else shoe.coups_after_cut + 1
    shoe = replace(shoe, coups_after_cut=after_cut, aside=shoe.carried, next_round=(), known=False)
    coup = Coup(number=event.coup, sign=table.sign, without_bets=event.without_bets)
    before = {"previous": table.coup or table.previous, "earlier": earlier_rounds(table)}
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
        bets = tuple(raised if bet is before else bet for bet in coup.bets)
    return coup_with(table, bets=bets, placed=coup.placed + 1)


def _left(table: Table, patron: str, box: int, bet: str, stake: int) -> Table:
    """The bets with this one brought down to what is left of it."""
    assert table.coup is not None
    before, placed = table.coup.bet(patron, box, bet), table.coup.placed
    if not stake:
        return coup_with(table, bets=tuple(other for other in table.coup.bets if other is not before))
    bets = (replace(other, stake=stake, reached=placed) if other is before else other for other in table.coup.bets)
    return coup_with(table, bets=tuple(bets), placed=placed + 1)


def _bet_withdrawn(table: Table, event: e.BetWithdrawn) -> Table:
    return _left(table, event.patron, event.box, event.bet, event.left)


def _bet_rejected(table: Table, event: e.BetRejected) -> Table:
    return _left(table, event.patron, event.box, event.bet, event.left)


def apportioned(bets: tuple[PlacedBet, ...], shares: tuple[e.Share, ...]) -> tuple[PlacedBet, ...]:
    """The bets with what takes part of each, where a box is beyond its differential."""
    effective = {(share.patron, share.box, share.bet): share.effective for share in shares}
    return tuple(replace(bet, effective=effective.get((bet.patron, bet.box, bet.bet))) for bet in bets)


def _bets_closed(table: Table, event: e.BetsClosed) -> Table:
    assert table.coup is not None
    return replace(coup_with(table, bets=apportioned(table.coup.bets, event.shares)), phase="dealing")


def _card_drawn(table: Table, event: e.CardDrawn) -> Table:
    coup, shoe = table.coup, table.shoe
    assert coup is not None
    assert shoe is not None
    if event.aside:
        aside = shoe.aside[1:]
        shoe = replace(shoe, aside=aside, known=shoe.known and bool(aside or shoe.next_round))
    else:
        shoe = replace(shoe, seen=cards_seen(shoe, event.card), out=shoe.out + 1)
    card = read_card(event.card)
    dealers = coup.dealers if event.dealer in ("", *coup.dealers) else (*coup.dealers, event.dealer)
    # In older logs drawing on ended the time to choose: who said nothing goes on (5.12).
    drawn = replace(coup, cards=(*coup.cards, card), drawn=(*coup.drawn, card), dealers=dealers, choosing=())
    return replace(table, shoe=shoe, coup=drawn)


def _insurance_taken(table: Table, event: e.InsuranceTaken) -> Table:
    assert table.coup is not None
    insurance = TakenInsurance(event.patron, event.box, Side(event.insures), event.window, event.stake)
    return coup_with(table, insurance=(*table.coup.insurance, insurance))


def _insurance_waived(table: Table, event: e.InsuranceWaived) -> Table:
    assert table.coup is not None
    # Events of 0.1.0 do not name the patron; the consent that waives insurance stands just before.
    return coup_with(table, waived_by=event.patron or table.coup.requests[-1].patron)


def _waiver_lapsed(table: Table, event: e.WaiverLapsed) -> Table:
    return coup_with(table, waived_by="")


def _request(table: Table, request: SqueezeRequest) -> Table:
    """The requests with this one in its new form; each patron has one for a card."""
    assert table.coup is not None
    same = (request.patron, request.card)
    others = (other for other in table.coup.requests if (other.patron, other.card) != same)
    return coup_with(table, requests=(*others, request))


def _squeeze_requested(table: Table, event: e.SqueezeRequested) -> Table:
    return _request(table, SqueezeRequest(event.patron, event.card))


def _squeeze_granted(table: Table, event: e.SqueezeGranted) -> Table:
    return _request(table, SqueezeRequest(event.patron, event.card, "granted"))


def _squeeze_declined(table: Table, event: e.SqueezeDeclined) -> Table:
    return _request(table, SqueezeRequest(event.patron, event.card, "declined"))


def _card_turned(table: Table, event: e.CardTurned) -> Table:
    assert table.coup is not None
    return coup_with(table, turned=(*table.coup.turned, *event.cards))


def _patron_left(table: Table, event: e.PatronLeft) -> Table:
    assert table.coup is not None
    # Who has left chooses no more, and goes on (5.12).
    choosing = tuple(patron for patron in table.coup.choosing if patron != event.patron)
    return coup_with(table, left=(*table.coup.left, event.patron), choosing=choosing)


ROUND_EFFECTS: Final[dict[type[e.Event], Callable[[Table, Any], Table]]] = {
    e.BetsOpened: _bets_opened,
    e.BetPlaced: _bet_placed,
    e.BetWithdrawn: _bet_withdrawn,
    e.BetRejected: _bet_rejected,
    e.BetsClosed: _bets_closed,
    e.CardDrawn: _card_drawn,
    e.InsuranceTaken: _insurance_taken,
    e.InsuranceWaived: _insurance_waived,
    e.WaiverLapsed: _waiver_lapsed,
    e.SqueezeRequested: _squeeze_requested,
    e.SqueezeGranted: _squeeze_granted,
    e.SqueezeDeclined: _squeeze_declined,
    e.CardTurned: _card_turned,
    e.PatronLeft: _patron_left,
}
