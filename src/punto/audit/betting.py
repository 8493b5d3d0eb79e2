"""Bets placed, taken back, cut down and closed: within the sign's limits where the sign enforces them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from punto.audit.felt import Felt, Place
from punto.audit.finding import Wrong, hold
from punto.audit.limits import excess, held_against_maximum, lead, shares, shares_on_top
from punto.audit.squeezing import expect_lapse
from punto.table import events as e

if TYPE_CHECKING:
    from punto.audit.walk import Moves, Walk


def bets_opened(walk: Walk, event: e.BetsOpened) -> None:
    shoe = walk.cards_in_use()
    walk.between_coups()
    walk.check_concluded()
    hold(walk.prepared is None, "is opened, and the sign that was prepared for it is not up")
    hold(event.coup == walk.coups + 1, f"opens coup {event.coup}, and {walk.coups + 1} is next")
    hold(event.rulebook == walk.terms.rulebook, f"is played by {event.rulebook}, the sign says {walk.terms.rulebook}")
    hold(event.sha256 == walk.rules.sha256, "its rulebook has another hash than the table's")
    hold(not shoe.condemned, "is played with cards that must be replaced")
    hold(walk.terms.wallets or not walk.bank.ended, "opens bets after the closer or the drop")
    if shoe.virtual and walk.terms.burn:
        hold(bool(shoe.came), "a virtual shoe is played without a burn")
    hold(shoe.cut_card_out or shoe.left > walk.terms.cut, "the cut card is out, and nobody said so")
    if walk.rules.limits:
        hold(shoe.left + len(shoe.aside) >= 6, f"is opened with {shoe.left} cards left")
    if shoe.cut_card_out:
        hold(shoe.opened_after_cut == 0, "is a second coup after the cut card")
        shoe.opened_after_cut += 1
    known_card_begins = bool(shoe.aside or shoe.next_round) and shoe.aside_known
    hold(
        event.without_bets == known_card_begins,
        "takes bets though a card that begins it is known, or none without such a card",
    )
    shoe.carry()
    walk.coups = event.coup
    walk.previous = walk.felt or walk.previous
    walk.felt = Felt(event.coup, walk.terms, without_bets=event.without_bets)
    walk.drawn[event.coup], walk.dealers[event.coup] = walk.felt.drawn, walk.felt.dealers
    if not walk.terms.wallets:
        walk.chip_rounds[event.coup] = walk.felt
    walk.account.coups += 1


def bet_placed(walk: Walk, event: e.BetPlaced) -> Moves:
    felt = walk.live("betting")
    hold(not felt.without_bets, "is a bet in a round that is dealt without")
    sign, place = walk.terms, (event.patron, event.box, event.bet)
    # Sentences are made where they are needed: a log has more bets than anything else but cards.
    if event.bet not in walk.rules.bets:
        raise Wrong(f"there is no bet {event.bet}")
    if not 1 <= event.box <= sign.boxes:
        raise Wrong(f"there is no box {event.box}")
    if event.stake <= 0 or event.stake % sign.chip:
        raise Wrong(f"{event.stake} cannot be put down")
    _check_seat(felt, event)
    chips = felt.bets.get(place)
    before = chips.stake if chips else 0
    if event.total != before + event.stake:
        raise Wrong(f"{before} and {event.stake} do not make {event.total}")
    felt.brings(place, event.total, event.stance)
    felt.together.append(place)
    if event.more is not True:
        _check_limits(walk, felt, felt.together)
        felt.together = []
    return {walk.person(event.patron): -event.stake, f"layout:{walk.table}": event.stake}


def _check_seat(felt: Felt, event: e.BetPlaced) -> None:
    """One seated patron a box, and nobody both seated and standing at it."""
    for (patron, box, _), chips in felt.bets.items():
        if box != event.box:
            continue
        if patron == event.patron:
            if chips.stance != event.stance:
                raise Wrong(f"{patron} bets {chips.stance} in box {box} already")
        elif event.stance == "seated" and chips.stance == "seated":
            raise Wrong(f"{patron} sits at box {box}")


def _check_limits(walk: Walk, felt: Felt, places: list[Place]) -> None:
    """Bets given together keep the limits where those are enforced; then displaced bets make room for them (5.1)."""
    sign, book, box = walk.terms, walk.rules, places[0][1]
    enforced = sign.limits == "enforced"
    for place in places if enforced else ():
        least, most = sign.limits_of(place[2])
        stake, total = felt.bets[place].stake, held_against_maximum(book, felt, place)
        if stake < least:
            raise Wrong(f"{stake} is below the minimum of {least}")
        if most is not None and total > most:
            raise Wrong(f"{total} is above the maximum of {most}")
    limit = sign.differential_max
    hands = [hand for place in places if (hand := book.bets[place[2]].hand)]
    if limit is None or not hands:
        return
    seated = felt.bets[places[0]].stance == "seated"
    claim = max(lead(book, felt, box, hand, seated_only=seated) for hand in hands)
    # Whoever sits and bets on both hands is measured on each as they sit: standing bets make room on either.
    uncovered = (hand.other for hand in hands if hand.other not in hands)
    gap = max((lead(book, felt, box, hand, seated_only=False) for hand in uncovered), default=claim)
    fits = claim <= limit and gap <= limit
    if enforced and not fits:
        raise Wrong(f"box {box} is at a differential of {max(claim, gap)}")
    if fits:
        _expect_back(walk, felt, box)


def _expect_back(walk: Walk, felt: Felt, box: int) -> None:
    """What is beyond the differential goes back at once; chips lay on where the file says nothing about limits."""
    if walk.rules.limits or walk.terms.limits == "enforced":
        felt.goes_back = excess(walk.rules, walk.terms, felt, box)


def bet_withdrawn(walk: Walk, event: e.BetWithdrawn) -> Moves:
    felt = walk.live("betting")
    place, sign = (event.patron, event.box, event.bet), walk.terms
    chips = felt.bets.get(place)
    hold(chips is not None and chips.stake == event.stake + event.left, f"{event.stake} does not lie there")
    hold(event.stake > 0 and event.left >= 0 and event.stake % sign.chip == 0, f"{event.stake} cannot be taken back")
    felt.brings(place, event.left)
    least, hand = sign.limits_of(event.bet)[0], walk.rules.bets[event.bet].hand
    if event.left and sign.limits == "enforced":
        hold(event.left >= least, f"{event.left} is left, below the minimum of {least}")
    limit = sign.differential_max
    if hand and limit is not None and lead(walk.rules, felt, event.box, hand, seated_only=False) <= limit:
        _expect_back(walk, felt, event.box)
    return {walk.person(event.patron): event.stake, f"layout:{walk.table}": -event.stake}


def bet_rejected(walk: Walk, event: e.BetRejected) -> Moves:
    felt = walk.live("betting")
    place = (event.patron, event.box, event.bet)
    chips = felt.bets.get(place)
    if chips is None or chips.stake != event.stake + event.left or event.left < 0 or event.stake <= 0:
        raise Wrong(f"{event.stake} handed back and {event.left} left is not what lies there")
    clause = walk.rules.irregularities.get("over_differential")
    if walk.rules.limits and event.cite == (clause.cite if clause else ""):
        due = felt.goes_back or excess(walk.rules, walk.terms, felt, event.box)
        hold(due[:1] == [(place, event.left)], f"leaves {event.left}, and what goes back is {due}")
        felt.goes_back = due[1:]
    elif not walk.before and walk.matter is not None:
        hold(event.cite == walk.matter.cite, f"cites {event.cite}, and it goes back by {walk.matter.cite}")
    felt.brings(place, event.left)
    return {walk.person(event.patron): event.stake, f"layout:{walk.table}": -event.stake}


def limit_exceeded(walk: Walk, event: e.LimitExceeded) -> None:
    walk.live("betting")
    hold(walk.terms.limits == "observed", "a table that enforces its limits warns of one")


def bets_closed(walk: Walk, event: e.BetsClosed) -> None:
    felt = walk.live("betting")
    stated = {(share.patron, share.box, share.bet): share.effective for share in event.shares}
    due = shares(walk.rules, walk.terms, felt)
    # Played by a file that says nothing about limits, before the table read it as it does today or since.
    before = due if walk.rules.limits else shares_on_top(walk.rules, walk.terms, felt)
    if stated not in (due, before):
        raise Wrong(f"the shares are {stated}, and pro rata they are {due}")
    for place, effective in stated.items():
        felt.bets[place].effective = effective
    felt.stage = "dealing"
    expect_lapse(walk)


HANDLERS: dict[type[e.Event], Any] = {
    e.BetsOpened: bets_opened,
    e.BetPlaced: bet_placed,
    e.BetWithdrawn: bet_withdrawn,
    e.BetRejected: bet_rejected,
    e.LimitExceeded: limit_exceeded,
    e.BetsClosed: bets_closed,
}
