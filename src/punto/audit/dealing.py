"""Cards by the tableau, insurance by its pay table and cap, and the settlement they lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from punto.audit.claiming import expect_claims
from punto.audit.felt import Felt, Insurance
from punto.audit.finding import Wrong, hold
from punto.audit.paying import Due, due_on_bet, due_on_insurance, next_hand, offered_on
from punto.coup import Result, WrongCards, result_of
from punto.kit import Side, read_card
from punto.rulebook import Cell
from punto.table import events as e

if TYPE_CHECKING:
    from punto.audit.walk import Moves, Walk


def on_offer(walk: Walk, felt: Felt) -> Mapping[Side, Cell]:
    """What may be insured now, by the sign and by what was waived."""
    if not felt.sign.insurance or not walk.rules.insurance:
        return {}
    if felt.waived and len(felt.cards) == 5:
        return {}
    if not walk.before and walk.shoe and walk.shoe.aside:
        return {}  # The next card is out: nobody insures against it.
    return offered_on(walk.rules, felt.cards)


def card_drawn(walk: Walk, event: e.CardDrawn) -> None:
    felt, shoe = walk.live("dealing"), walk.cards_in_use()
    # Sentences are made where they are needed: a log has more cards than anything else.
    hold(not walk.giver.is_patron, "is dealt by a patron")
    if felt.choosing:
        walk.reading(False, f"is drawn while {', '.join(sorted(felt.choosing))} may still choose")
    if walk.before is not True and not walk.giver.is_called(event.dealer):
        raise Wrong(f"was dealt by {event.dealer}, who did not say so")
    if on_offer(walk, felt) and not walk.before:
        hold(isinstance(walk.last, e.InsuranceForgone), "is drawn while a window is open, and nobody closed it")
    card = read_card(event.card)
    side = next_hand(walk.rules, felt.cards)
    if side is None or side.value != event.side:
        raise Wrong(f"goes to {event.side}, and the tableau says {side}")
    if event.aside:
        hold(bool(shoe.aside) and shoe.aside[0] == card, f"{card} does not lie aside first")
        shoe.aside.pop(0)
        shoe.aside_known = shoe.aside_known and bool(shoe.aside or shoe.next_round)
    else:
        hold(not shoe.aside, "comes from the shoe while a card lies aside")
        shoe.take([card])
    felt.cards.append(card)
    felt.drawn.append(card)
    if event.dealer:
        felt.dealers.add(event.dealer)
    felt.choosing.clear()
    walk.cut_card_shows = not shoe.cut_card_out and shoe.left <= walk.terms.cut
    after_cards(walk)


def after_cards(walk: Walk) -> None:
    """What the cards that lie lead to: a settlement, or what may now be insured."""
    walk.offer()
    if is_complete(walk, walk.coup()):
        walk.expect(e.CoupSettled)


def is_complete(walk: Walk, felt: Felt) -> bool:
    """Whether the tableau asks for no further card."""
    return next_hand(walk.rules, felt.cards) is None


def insurance_offered(walk: Walk, event: e.InsuranceOffered) -> None:
    felt = walk.live("dealing")
    cell = on_offer(walk, felt).get(Side(event.insures))
    stated = (event.window, event.player, event.banker, event.odds, event.cite)
    if cell is None or stated != (cell.window.value, cell.player, cell.banker, cell.odds.text, cell.cite):
        raise Wrong("the pay table does not offer that on these cards")
    walk.due.discard((event.window, event.insures))


def insurance_taken(walk: Walk, event: e.InsuranceTaken) -> Moves:
    felt, side = walk.live("dealing"), Side(event.insures)
    cell, original = on_offer(walk, felt).get(side), walk.rules.bet_on(side)
    if cell is None or original is None or cell.window.value != event.window:
        raise Wrong(f"insurance of {event.insures} {event.window} is not offered on these cards")
    hold(event.odds == cell.odds.text, f"is taken at {event.odds}, and {cell.odds} is offered")
    chips = felt.bets.get((event.patron, event.box, original.id))
    if chips is None:
        raise Wrong(f"{event.patron} has no bet on {event.insures} in box {event.box} to insure")
    hold(event.stake > 0, f"{event.stake} cannot be staked")
    hold(event.patron not in felt.left, f"{event.patron} walked away")
    terms = walk.rules.insurance_terms
    if terms and not terms.both_windows:
        earlier = any(slip.patron == event.patron and slip.window != event.window for slip in felt.insurance)
        hold(not earlier, f"{event.patron} insured in the first window")
    felt.insurance.append(Insurance(event.patron, event.box, side, event.window, event.stake, cell))
    would = felt.insured(event.patron, event.box, side)
    hold(would <= chips.plays, f"it would win {_units(would)}, above the original bet of {chips.plays}")
    return {walk.person(event.patron): -event.stake, f"layout:{walk.table}": event.stake}


def _units(amount: Fraction) -> str:
    return str(amount) if amount.denominator > 1 else f"{amount.numerator:,}"


def insurance_forgone(walk: Walk, event: e.InsuranceForgone) -> None:
    felt = walk.live("dealing")
    windows = {cell.window.value for cell in on_offer(walk, felt).values()}
    hold(event.window in windows, f"{event.window} is not open")
    terms = walk.rules.insurance_terms
    hold(terms is not None and event.cite == terms.forgone_cite, f"cites {event.cite}")


def patron_left(walk: Walk, event: e.PatronLeft) -> None:
    felt = walk.coup()
    hold(any(patron == event.patron for patron, _, _ in felt.bets), f"{event.patron} has no bet")
    hold(event.patron not in felt.left, f"{event.patron} left already")
    felt.left.add(event.patron)
    if event.patron in felt.choosing and not walk.before:
        felt.choosing.discard(event.patron)  # Who has left goes on.
        if not felt.choosing and felt.stage == "dealing" and is_complete(walk, felt):
            walk.expect(e.CoupSettled)


def due_lines(walk: Walk, felt: Felt, result: Result) -> Iterator[tuple[Any, ...]]:
    """Every line a settlement must have, from the auditor's own books."""
    sign = felt.sign
    for (patron, box, bet), chips in felt.bets.items():
        due = due_on_bet(walk.rules, sign, bet, chips.plays, result)
        yield _line(patron, box, (bet, "", ""), chips.stake, chips.plays, due)
    for slip in felt.insurance:
        due = due_on_insurance(slip.cell, slip.stake, result, sign.rounding)
        what = (e.INSURANCE, slip.insures.value, slip.window)
        yield _line(slip.patron, slip.box, what, slip.stake, slip.stake, due)


def _line(patron: str, box: int, bet: tuple[str, str, str], stake: int, plays: int, due: Due) -> tuple[Any, ...]:
    back = due.payback + stake - plays
    return (
        (patron, box, bet, stake, plays),
        (due.outcome, due.odds, due.winnings, due.commission, back, due.cite),
        due.exact,
    )


def _stated(line: e.Line) -> tuple[Any, ...]:
    odds = "" if line.outcome == "push" else line.odds
    return (
        (line.patron, line.box, (line.bet, line.insures, line.window), line.stake, line.effective),
        (line.outcome, odds, line.winnings, line.commission, line.payback, line.cite),
        line.exact or "",
    )


def coup_settled(walk: Walk, event: e.CoupSettled) -> Moves:
    felt = walk.live("dealing")
    hold(event.coup == felt.number, f"settles coup {event.coup}, and coup {felt.number} is on the felt")
    hold(event.cards == " ".join(map(str, felt.cards)), f"settles {event.cards}, and other cards lie on the felt")
    sign = felt.sign
    hold(event.rounding == sign.rounding, f"rounds {event.rounding}, the coup's sign says {sign.rounding}")
    hold(walk.before is True or not felt.choosing, f"is paid while {', '.join(sorted(felt.choosing))} may still choose")
    in_order = felt.cards == felt.drawn[: len(felt.cards)]
    hold(in_order or felt.order_is_decided, "is played in another order than was drawn, and nobody decided that")
    try:
        result = result_of(walk.rules.tableau, felt.cards)
    except WrongCards as error:
        raise Wrong(f"the coup is not complete: {error}") from None
    stated = (event.winner, event.player_points, event.banker_points)
    real = (result.winner, result.player_points, result.banker_points)
    hold(stated == real, f"gives the result as {stated}, and the cards give {real}")
    due, paid = list(due_lines(walk, felt, result)), [_stated(line) for line in event.lines]
    if not any(exact for *_, exact in paid):  # Settlements of older versions do not say what was rounded.
        due = [(*line[:-1], "") for line in due]
    _compare(due, paid)
    felt.stage, felt.settlement = "settled", event
    felt.choosing.clear()
    walk.spend(felt)
    expect_claims(walk, felt)
    account = walk.account
    account.settled += 1
    account.bets += len(felt.bets)
    account.insurance += len(felt.insurance)
    account.staked += sum(line.stake for line in event.lines)
    account.paid_back += sum(line.payback for line in event.lines)
    return settled_moves(walk, event.lines)


def _compare(due: list[tuple[Any, ...]], paid: list[tuple[Any, ...]]) -> None:
    """Each line that is due is settled, and no other; in which order they stand does not matter."""
    if due == paid:
        return
    for line in Counter(due) - Counter(paid):
        raise Wrong(f"{_sentence(line)} is due, and the settlement has nothing like it")
    for line in Counter(paid) - Counter(due):
        raise Wrong(f"{_sentence(line)} is settled, and nothing like it is due")


def settled_moves(walk: Walk, lines: tuple[e.Line, ...]) -> Moves:
    """What paying these lines moves."""
    stakes = commission = house = 0
    paid: Moves = {}
    for line in lines:
        person = walk.person(line.patron)
        paid[person] = paid.get(person, 0) + line.payback
        stakes += line.stake
        commission += line.commission
        house += line.stake - line.payback - line.commission
    return paid | {
        f"layout:{walk.table}": -stakes,
        f"commission:{walk.table}": commission,
        f"float:{walk.table}": house,
    }


def _sentence(line: tuple[Any, ...]) -> str:
    (patron, box, (bet, insures, window), stake, _), (outcome, odds, _, _, back, cite), exact = line
    at = f" at {odds}" if odds else ""
    rounded = f", {exact} before rounding" if exact else ""
    when = f" of {insures} {window}" if insures else ""
    by = f" by {cite}" if cite else ""
    return f"{patron}'s {bet}{when} {stake} in box {box}, {outcome}{at} with {back} back{rounded}{by}"


def round_concluded(walk: Walk, event: e.RoundConcluded) -> None:
    """Every payment was declared made, by the dealer, the house's clock, or by what opens next."""
    felt = walk.live("settled")
    hold(not walk.giver.is_patron, "is declared by a patron")
    hold(event.coup == felt.number, f"ends coup {event.coup}, and coup {felt.number} was paid")
    paragraph = walk.rules.procedure.get("round", "")
    hold(event.cite == paragraph, f"cites {event.cite}, and a round ends by {paragraph}")
    felt.stage = "concluded"


HANDLERS: dict[type[e.Event], Any] = {
    e.CardDrawn: card_drawn,
    e.InsuranceOffered: insurance_offered,
    e.InsuranceTaken: insurance_taken,
    e.InsuranceForgone: insurance_forgone,
    e.PatronLeft: patron_left,
    e.CoupSettled: coup_settled,
    e.RoundConcluded: round_concluded,
}
