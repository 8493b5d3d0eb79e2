"""Bets placed, taken back, cut down and closed: within the sign's limits where the sign enforces them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from punto.audit.felt import Chips, Felt, Place, differential, shares
from punto.audit.finding import Wrong, hold
from punto.table import events as e

if TYPE_CHECKING:
    from punto.audit.walk import Moves, Walk


def bets_opened(walk: Walk, event: e.BetsOpened) -> None:
    shoe = walk.cards_in_use()
    walk.between_coups()
    hold(event.coup == walk.coups + 1, f"opens coup {event.coup}, and {walk.coups + 1} is next")
    hold(event.rulebook == walk.terms.rulebook, f"is played by {event.rulebook}, the sign says {walk.terms.rulebook}")
    hold(event.sha256 == walk.rules.sha256, "its rulebook has another hash than the table's")
    hold(not shoe.condemned, "is played with cards that must be replaced")
    if shoe.virtual and walk.terms.burn:
        hold(bool(shoe.came), "a virtual shoe is played without a burn")
    hold(shoe.cut_card_out or shoe.left > walk.terms.cut, "the cut card is out, and nobody said so")
    if shoe.cut_card_out:
        hold(shoe.opened_after_cut == 0, "is a second coup after the cut card")
        shoe.opened_after_cut += 1
    walk.coups = event.coup
    walk.felt = Felt(event.coup)
    walk.account.coups += 1
    walk.reported = ""


def bet_placed(walk: Walk, event: e.BetPlaced) -> Moves:
    felt = walk.live("betting")
    sign, place = walk.terms, (event.patron, event.box, event.bet)
    hold(event.bet in walk.rules.bets, f"there is no bet {event.bet}")
    hold(1 <= event.box <= sign.boxes, f"there is no box {event.box}")
    hold(event.stake > 0 and event.stake % sign.chip == 0, f"{event.stake} cannot be put down")
    _check_seat(felt, event)
    chips = felt.bets.get(place)
    before = chips.stake if chips else 0
    hold(event.total == before + event.stake, f"{before} and {event.stake} do not make {event.total}")
    if chips:
        chips.stake, chips.stance = event.total, event.stance
    else:
        felt.bets[place] = Chips(event.total, event.stance, felt.puts)
    felt.puts += 1
    _check_limits(walk, felt, place, event.total)
    return {walk.person(event.patron): -event.stake, f"layout:{walk.table}": event.stake}


def _check_seat(felt: Felt, event: e.BetPlaced) -> None:
    """One seated patron a box, and nobody both seated and standing at it."""
    for (patron, box, _), chips in felt.bets.items():
        if box != event.box:
            continue
        if patron == event.patron:
            hold(chips.stance == event.stance, f"{patron} bets {chips.stance} in box {box} already")
        elif event.stance == "seated":
            hold(chips.stance != "seated", f"{patron} sits at box {box}")


def _check_limits(walk: Walk, felt: Felt, place: Place, stake: int) -> None:
    sign = walk.terms
    if sign.limits != "enforced":
        return
    if stake:
        least, most = sign.limits_of(place[2])
        hold(stake >= least, f"{stake} is below the minimum of {least}")
        hold(most is None or stake <= most, f"{stake} is above the maximum of {most}")
    if sign.differential_max is not None and walk.rules.bets[place[2]].hand:
        gap = abs(differential(walk.rules, felt, place[1]))
        hold(gap <= sign.differential_max, f"box {place[1]} is at a differential of {gap}")


def bet_withdrawn(walk: Walk, event: e.BetWithdrawn) -> Moves:
    felt = walk.live("betting")
    chips = felt.bets.pop((event.patron, event.box, event.bet), None)
    hold(chips is not None and chips.stake == event.stake, f"{event.stake} does not lie there")
    _check_limits(walk, felt, (event.patron, event.box, event.bet), 0)
    return {walk.person(event.patron): event.stake, f"layout:{walk.table}": -event.stake}


def bet_rejected(walk: Walk, event: e.BetRejected) -> Moves:
    felt = walk.live("betting")
    place = (event.patron, event.box, event.bet)
    chips = felt.bets.get(place)
    if chips is None or chips.stake != event.stake + event.left or event.left < 0 or event.stake <= 0:
        raise Wrong(f"{event.stake} handed back and {event.left} left is not what lies there")
    chips.stake = event.left
    if not event.left:
        del felt.bets[place]
    return {walk.person(event.patron): event.stake, f"layout:{walk.table}": -event.stake}


def limit_exceeded(walk: Walk, event: e.LimitExceeded) -> None:
    walk.live("betting")
    hold(walk.terms.limits == "observed", "a table that enforces its limits warns of one")


def bets_closed(walk: Walk, event: e.BetsClosed) -> None:
    felt = walk.live("betting")
    stated = {(share.patron, share.box, share.bet): share.effective for share in event.shares}
    due = shares(walk.rules, walk.terms, felt)
    hold(stated == due, f"the shares are {stated}, and pro rata they are {due}")
    for place, effective in due.items():
        felt.bets[place].effective = effective
    felt.stage = "dealing"


HANDLERS: dict[type[e.Event], Any] = {
    e.BetsOpened: bets_opened,
    e.BetPlaced: bet_placed,
    e.BetWithdrawn: bet_withdrawn,
    e.BetRejected: bet_rejected,
    e.LimitExceeded: limit_exceeded,
    e.BetsClosed: bets_closed,
}
