"""Betting: opening and closing the bets, placing, raising and withdrawing them at a box."""

from __future__ import annotations

from msgspec.structs import replace

from punto.kit import Refused, Rounding
from punto.rulebook import Authority, check_stake, known_ones, undivided
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import rank_of, require
from punto.table.limits import breach, differential_cite, excess, pro_rata_cite, shares, sides
from punto.table.phase import require_betting, require_between_coups, require_name
from punto.table.shoe import cut_card
from punto.table.state import PlacedBet, State


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
    book = state.rules
    # A card that lay aside may have been the last before the cut card, with no draw after it to say so.
    return [*cut_card(state), e.BetsOpened(coup=state.table.coups + 1, rulebook=book.name, sha256=book.sha256)]


def place_bet(state: State, command: c.PlaceBet) -> list[e.Event]:
    """Chips put down, or added to those that lie there."""
    late = state.book.irregularities.get("late_bet") if state.book else None
    require_betting(state, late.cite if late else "")
    book, sign = state.rules, state.sign
    helper = rank_of(command)
    require_name(command.patron)
    if command.bet not in book.bets:
        raise Refused(
            code="unknown_bet",
            message=f"{book.id} has no bet {command.bet[:40]!r}; {known_ones(command.bet, book.bets)}",
        )
    _check_box(state, command.box)
    stake = check_stake(command.stake, command.bet)
    before = state.coup.bet(command.patron, command.box, command.bet)
    total = check_stake(stake + (before.stake if before else 0), command.bet)
    if stake % sign.chip:
        raise Refused(
            code="stake_is_no_chips", message=f"{command.bet}: {stake:,} is no number of chips of {sign.chip:,}"
        )
    _check_seat(state, command)
    _check_division(state, command.bet, total)
    changed = PlacedBet(
        command.patron,
        command.box,
        command.stance,
        command.bet,
        total,
        before.order if before else state.coup.placed,
    )
    over = breach(book, sign, state.coup.bets, changed)
    if over and sign.limits == "enforced":
        raise over.error()
    placed = e.BetPlaced(
        patron=command.patron,
        box=command.box,
        stance=command.stance,
        bet=command.bet,
        stake=stake,
        total=total,
        placed_by=helper.word if helper else "",
    )
    warning = [e.LimitExceeded(box=command.box, code=over.code, cite=over.cite, message=over.message)] if over else []
    return [placed, *warning]


def _check_box(state: State, box: int) -> None:
    if not 1 <= box <= state.sign.boxes:
        message = f"there is no box {box}; this layout has boxes 1 to {state.sign.boxes}"
        raise Refused(code="unknown_box", message=message, cite=state.rules.procedure.get("boxes", ""))


def _check_seat(state: State, command: c.PlaceBet) -> None:
    """One seated patron a box; standing patrons bet on a box where somebody sits."""
    here = [one for one in state.coup.bets if one.box == command.box]
    mine = next((one for one in here if one.patron == command.patron), None)
    seated = next((one for one in here if one.stance == "seated"), None)
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
    """A bet taken back while bets are open."""
    late = state.book.irregularities.get("late_withdrawal") if state.book else None
    require_betting(state, late.cite if late else "")
    rank_of(command)
    bet = state.coup.bet(command.patron, command.box, command.bet)
    if bet is None:
        message = f"{command.patron[:60]} has no bet {command.bet[:40]!r} in box {command.box}"
        raise Refused(code="no_such_bet", message=message)
    over = breach(state.rules, state.sign, state.coup.bets, replace(bet, stake=0))
    if over and state.sign.limits == "enforced":
        raise over.error()
    withdrawn = e.BetWithdrawn(patron=bet.patron, box=bet.box, bet=bet.bet, stake=bet.stake)
    warning = [e.LimitExceeded(box=bet.box, code=over.code, cite=over.cite, message=over.message)] if over else []
    return [withdrawn, *warning]


def reject_excess(state: State, command: c.Decide, box: int) -> list[e.Event]:
    """What a box holds beyond the differential is handed back, those with the least claim first (5.1)."""
    cite = differential_cite(state.rules) if state.book else ""
    require_betting(state, cite)
    require(command, Authority.DEALER, state.book, "rejecting an excess", cite)
    _check_box(state, box)
    cut = excess(state.rules, state.sign, state.coup.bets, box)
    if not cut:
        on = sides(state.rules, state.coup.bets, box)
        limit = "no differential is set here" if (most := state.sign.differential_max) is None else f"within {most:,}"
        message = f"Banker {on.banker:,} v Player {on.player:,} in box {box}: {limit}"
        raise Refused(code="no_excess", message=message, cite=cite)
    return [
        e.BetRejected(patron=one.patron, box=box, bet=one.bet, stake=one.stake - left, left=left, cite=cite)
        for one, left in cut
    ]


def close_bets(state: State, command: c.CloseBets) -> list[e.Event]:
    """ "No more bets": what lies now is what is settled; a box beyond its differential plays pro rata."""
    require_betting(state, state.book.procedure.get("close_bets", "") if state.book else "")
    require(command, Authority.DEALER, state.book, "closing the bets")
    parts = tuple(shares(state.rules, state.sign, state.coup.bets))
    return [e.BetsClosed(shares=parts, cite=pro_rata_cite(state.rules) if parts else "")]
