"""Betting: opening and closing the bets, placing, raising and withdrawing them at a box."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from punto.kit import Refusal, Refused, Rounding
from punto.rulebook import Authority, check_stake, known_ones, undivided
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import rank_of, require
from punto.table.evolve import evolve
from punto.table.limits import (
    below_minimum,
    beyond_differential,
    breach,
    changed_by,
    differential_cite,
    excess,
    pro_rata_cite,
    sides,
)
from punto.table.mixing import require_mixed
from punto.table.opening import prepared_sign
from punto.table.phase import require_betting, require_between_coups, require_name, require_period
from punto.table.round import concluded
from punto.table.shares import shares
from punto.table.shoe import cut_card
from punto.table.squeeze import lapsed
from punto.table.state import MOST_CARDS, PlacedBet, State


def open_bets(state: State, command: c.OpenBets) -> list[e.Event]:
    """ "Place your bets, please": a new coup begins, by the edition whose hash is recorded with it."""
    require_between_coups(state)
    require(command, Authority.DEALER, state.book, "opening the bets")
    if state.table.shoe is None:
        raise Refused(code="no_shoe", message="there are no cards on the table; open_shoe comes first")
    if state.shoe.condemned:
        raise Refused(code="cards_must_be_replaced", message="the cards in use must be replaced before another coup")
    if state.shoe.dealt_out:
        raise Refused(
            code="shoe_is_finished", message="the coup after the cut card has been dealt; a new shoe is needed"
        )
    require_mixed(state)
    book, shoe = state.rules, state.shoe
    if shoe.too_few:
        out = book.irregularities.get("out_of_cards")
        left = shoe.left + len(shoe.aside)
        message = f"{left} cards are left, and a coup may take {MOST_CARDS}; a new shoe is needed"
        raise Refused(code="too_few_cards", message=message, cite=out.cite if out else "")
    if state.table.bank.period and not state.sign.wallets:
        require_period(state)
    opened = e.BetsOpened(
        coup=state.table.coups + 1,
        rulebook=book.name,
        sha256=book.sha256,
        without_bets=bool(shoe.carried) and shoe.known,
    )
    # A card that lay aside may have been the last before the cut card, with no draw after it to say so.
    over = concluded(state) or prepared_sign(state)  # A round that was void is over without being paid.
    return [*over, *cut_card(state), opened]


def place_bet(state: State, command: c.PlaceBet) -> list[e.Event]:
    """Chips put down, or added to those that lie there; standing bets make room for a seated one (5.1)."""
    stakes = [(command.bet, command.stake), *((other.bet, other.stake) for other in command.also)]
    _check_once([bet for bet, _ in stakes])
    late = state.book.irregularities.get("late_bet") if state.book else None
    require_betting(state, late.cite if late else "")
    book, sign, now = state.rules, state.sign, state.coup.bets
    helper = rank_of(command)
    _require_bets(state)
    require_name(command.patron)
    _check_bets(state, [bet for bet, _ in stakes])
    _check_box(state, command.box)
    new_bets = [_new_bet(state, command, bet, stake, place) for place, (bet, stake) in enumerate(stakes)]
    _check_seat(state, command)
    for bet in new_bets:
        _check_division(state, bet.bet, bet.stake)
    over = breach(book, sign, now, new_bets)
    if over and sign.limits == "enforced":
        raise over.error()
    placed: list[e.Event] = [
        e.BetPlaced(
            patron=command.patron,
            box=command.box,
            stance=command.stance,
            bet=bet.bet,
            stake=stake,
            total=bet.stake,
            placed_by=helper.word if helper else "",
            more=True if place < len(new_bets) else msgspec.UNSET,
        )
        for place, (bet, (_, stake)) in enumerate(zip(new_bets, stakes, strict=True), 1)
    ]
    return [*placed, *_warning(command.box, over), *_displaced(state, new_bets)]


def _check_once(bets: list[str]) -> None:
    twice = next((bet for place, bet in enumerate(bets) if bet in bets[:place]), None)
    if twice is not None:
        raise Refused(code="bad_command", message=f"place_bet: {twice[:40]!r} is given twice; one stake for each bet")


def _check_bets(state: State, bets: list[str]) -> None:
    book = state.rules
    for bet in bets:
        if bet not in book.bets:
            message = f"{book.id} has no bet {bet[:40]!r}; {known_ones(bet, book.bets)}"
            raise Refused(code="unknown_bet", message=message)


def _new_bet(state: State, command: c.PlaceBet, bet: str, raw_stake: object, place: int) -> PlacedBet:
    """A bet as it will lie with the chips that are put down."""
    chip, moment = state.sign.chip, state.coup.placed + place
    stake = check_stake(raw_stake, bet)
    before = state.coup.bet(command.patron, command.box, bet)
    total = check_stake(stake + (before.stake if before else 0), bet)
    if stake % chip:
        raise Refused(code="stake_is_no_chips", message=f"{bet}: {stake:,} is no number of chips of {chip:,}")
    order = before.order if before else moment
    return PlacedBet(command.patron, command.box, command.stance, bet, total, order, reached=moment)


def _warning(box: int, over: Refusal | None) -> list[e.Event]:
    return [e.LimitExceeded(box=box, code=over.code, cite=over.cite, message=over.message)] if over else []


def _displaced(state: State, new_bets: list[PlacedBet]) -> list[e.Event]:
    """Standing bets that go back because a seated one, which fits without them, is taken."""
    book, sign, now = state.rules, state.sign, state.coup.bets
    if not any(book.bets[bet.bet].hand for bet in new_bets) or beyond_differential(book, sign, now, new_bets):
        return []
    return _handed_back(state, changed_by(now, new_bets), new_bets[0].box)


def _handed_back(state: State, bets: Sequence[PlacedBet], box: int) -> list[e.Event]:
    """Hands back the excess of a box over its differential, bets with the least claim first (5.1)."""
    cite = differential_cite(state.rules)
    return [
        e.BetRejected(patron=bet.patron, box=box, bet=bet.bet, stake=bet.stake - left, left=left, cite=cite)
        for bet, left in excess(state.rules, state.sign, bets, box)
    ]


def _require_bets(state: State) -> None:
    """A round that begins with a card somebody knows is dealt without bets."""
    if state.coup.without_bets:
        early = state.rules.irregularities.get("exposed_card")
        message = "a card that begins this round is known: it is dealt without bets"
        raise Refused(code="round_is_without_bets", message=message, cite=early.cite if early else "")


def _check_box(state: State, box: int) -> None:
    if not 1 <= box <= state.sign.boxes:
        message = f"there is no box {box}; this layout has boxes 1 to {state.sign.boxes}"
        raise Refused(code="unknown_box", message=message, cite=state.rules.procedure.get("boxes", ""))


def _check_seat(state: State, command: c.PlaceBet) -> None:
    """One seated patron a box; standing patrons bet on a box where somebody sits."""
    here = [bet for bet in state.coup.bets if bet.box == command.box]
    mine = next((bet for bet in here if bet.patron == command.patron), None)
    seated = next((bet for bet in here if bet.stance == "seated"), None)
    procedure = state.rules.procedure
    if mine and mine.stance != command.stance:
        message = f"{command.patron} bets {mine.stance} in box {command.box} and cannot also bet {command.stance} there"
        raise Refused(code="stance_is_taken", message=message, cite=procedure.get(mine.stance, ""))
    if command.stance == "seated" and seated and seated.patron != command.patron:
        message = f"{seated.patron} sits at box {command.box}; others may bet there standing"
        raise Refused(code="box_is_taken", message=message, cite=procedure.get("seated", ""))
    if command.stance == "standing" and not seated and "standing" in procedure:
        message = f"nobody sits at box {command.box}, and a standing bet goes on a seated patron's box"
        raise Refused(code="nobody_is_seated", message=message, cite=procedure["standing"])


def _check_division(state: State, bet: str, total: int) -> None:
    terms = state.sign.terms(state.rules)
    if terms.rounding is Rounding.REFUSE and (row := undivided(state.rules.bets[bet], total, terms)):
        message = f"{bet}: {total:,} does not divide at {row.odds}, and this table refuses such stakes"
        raise Refused(code="stake_does_not_divide", message=message, cite=row.cite)


def withdraw_bet(state: State, command: c.WithdrawBet) -> list[e.Event]:
    """A bet, or a part of it, taken back while bets are open, whatever that does to its box."""
    late = state.book.irregularities.get("late_withdrawal") if state.book else None
    require_betting(state, late.cite if late else "")
    rank_of(command)
    bet = state.coup.bet(command.patron, command.box, command.bet)
    if bet is None:
        message = f"{command.patron[:60]} has no bet {command.bet[:40]!r} in box {command.box}"
        raise Refused(code="no_such_bet", message=message)
    stake = bet.stake if command.stake is None else _taken_back(state, bet, command.stake)
    rest = replace(bet, stake=bet.stake - stake)
    under = below_minimum(state.rules, state.sign, rest) if rest.stake else None
    if under and state.sign.limits == "enforced":
        raise under.error()
    withdrawn = e.BetWithdrawn(patron=bet.patron, box=bet.box, bet=bet.bet, stake=stake, left=rest.stake)
    return [withdrawn, *_warning(bet.box, under), *_uncovered(state, rest)]


def _taken_back(state: State, bet: PlacedBet, raw_stake: object) -> int:
    """How much of a bet is taken back, where it is not all."""
    stake, chip = check_stake(raw_stake, bet.bet), state.sign.chip
    if stake % chip:
        raise Refused(code="stake_is_no_chips", message=f"{bet.bet}: {stake:,} is no number of chips of {chip:,}")
    if stake > bet.stake:
        message = f"{bet.bet}: {bet.stake:,} lies in box {bet.box}, and {stake:,} is to be taken back"
        raise Refused(code="more_than_lies", message=message)
    if stake < bet.stake:
        _check_division(state, bet.bet, bet.stake - stake)
    return stake


def _uncovered(state: State, rest: PlacedBet) -> list[e.Event]:
    """Bets on the other hand that go back, because less lies against them now.

    Where the hand itself is the heavy one still, chips lay beyond the limit before: they are the dealer's to hand back.
    """
    hand, limit = state.rules.bets[rest.bet].hand, state.sign.differential_max
    if hand is None or limit is None:
        return []
    then = [bet for bet in changed_by(state.coup.bets, [rest]) if bet.stake]
    on = sides(state.rules, then, rest.box)
    if on[hand] - on[hand.other] <= limit:
        return _handed_back(state, then, rest.box)
    lies = f"Banker {on.banker:,} v Player {on.player:,} in box {rest.box}"
    message = f"{lies}: the differential of {limit:,} is still exceeded"
    cite = differential_cite(state.rules)
    return _warning(rest.box, Refusal(code="differential_exceeded", cite=cite, message=message))


def reject_excess(state: State, command: c.Decide, box: int) -> list[e.Event]:
    """The excess of a box over its differential is handed back, bets with the least claim first (5.1)."""
    cite = differential_cite(state.rules) if state.book else ""
    require_betting(state, cite)
    require(command, Authority.DEALER, state.book, "rejecting an excess", cite)
    _check_box(state, box)
    rejected = _handed_back(state, state.coup.bets, box)
    if not rejected:
        on = sides(state.rules, state.coup.bets, box)
        limit = "no differential is set here" if (most := state.sign.differential_max) is None else f"within {most:,}"
        message = f"Banker {on.banker:,} v Player {on.player:,} in box {box}: {limit}"
        raise Refused(code="no_excess", message=message, cite=cite)
    return rejected


def close_bets(state: State, command: c.CloseBets) -> list[e.Event]:
    """ "No more bets": what lies now is what is settled; a box beyond its differential plays pro rata."""
    require_betting(state, state.book.procedure.get("close_bets", "") if state.book else "")
    require(command, Authority.DEALER, state.book, "closing the bets")
    parts = tuple(shares(state.rules, state.sign, state.coup.bets))
    closed = e.BetsClosed(shares=parts, cite=pro_rata_cite(state.rules) if parts else "")
    return [closed, *lapsed(evolve(state, closed))]
