"""Corrections: the table prevails over its record, where a card was read wrongly or chips lay elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from punto.kit import Card, Refused, read_cards
from punto.rulebook import check_stake, known_ones
from punto.rulebook.model import Irregularity
from punto.table import events as e
from punto.table.phase import require_name
from punto.table.reconstruction import reconstructed
from punto.table.reinsurance import reinsured, uncovered
from punto.table.round import after, settlement_reversed
from punto.table.settlement import after_cards, is_complete
from punto.table.shares import shares
from punto.table.shoe import can_hold
from punto.table.squeeze import lapsed
from punto.table.state import EarlierRound, PlacedBet, RecordedChips, State


def card_corrected(state: State, clause: Irregularity, place: int, card: Card, coup: int) -> list[e.Event]:
    """A card of the coup is another than the record has: the coup is judged again from the true cards."""
    if is_earlier(state, coup):
        return [_of_an_earlier_round(state, clause, place, card, coup)]
    was = card_on_record(state, clause, place, coup)
    if was == card:
        message = f"card {place} is on record as {card} already"
        raise Refused(code="nothing_to_correct", message=message, cite=clause.cite)
    _require_in_shoe(state, clause, was, card)
    corrected = e.CardCorrected(place=place, was=str(was), card=str(card), cite=clause.cite)
    were = state.coup.cards
    state = after(state, [corrected])
    events: list[e.Event] = [corrected, *settlement_reversed(state, clause.cite)]
    state = after(state, events[1:])
    return [*events, *_judged_again(state, clause, were)]


def is_earlier(state: State, number: int) -> bool:
    """Whether a round is named that is not the one on the table."""
    return number != 0 and (state.table.coup is None or number != state.coup.number)


def card_on_record(state: State, clause: Irregularity, place: int, number: int) -> Card:
    """The recorded card at a place in the order drawn, of the round on the table or of an earlier one."""
    if is_earlier(state, number):
        drawn = read_cards(earlier_round(state, clause, number).drawn)
    else:
        drawn, number = state.coup.drawn, state.coup.number
    if not 1 <= place <= len(drawn):
        message = f"there is no card {place}: {len(drawn)} were drawn in round {number}"
        raise Refused(code="unknown_place", message=message, cite=clause.cite)
    return drawn[place - 1]


def earlier_round(state: State, clause: Irregularity, number: int) -> EarlierRound:
    """A round whose record may still be corrected: any since the table opened."""
    record = next((earlier for earlier in state.table.earlier if earlier.number == number), None)
    if record is None:
        message = f"there is no record here of cards drawn in round {number} since the table opened"
        raise Refused(code="unknown_coup", message=message, cite=clause.cite)
    return record


def _judged_again(state: State, clause: Irregularity, were: tuple[Card, ...]) -> list[e.Event]:
    """The coup by its true cards: a card too many begins the next round, one that is missing is dealt."""
    cards = state.coup.cards
    again: list[e.Event]
    if len(state.rules.tableau.owners([card.points for card in cards])) < len(cards):
        surplus_clause = state.rules.irregularities.get("extra_card") or clause
        coup_cards = cards[: len(state.rules.tableau.owners([card.points for card in cards]))]
        again = [*reinsured(state, were, coup_cards, clause.cite), *_without_surplus(state, surplus_clause.cite)]
    else:
        again = reinsured(state, were, cards, clause.cite)
    state = after(state, again)
    if state.coup.choosing and is_complete(state):
        return again  # It is paid once everybody has chosen.
    return [*again, *after_cards(state)]


def _without_surplus(state: State, cite: str) -> list[e.Event]:
    orders = reconstructed(state, state.coup.cards, state.shoe.aside, cite)
    return [event for event in orders if isinstance(event, e.CardsReconstructed)]


def _of_an_earlier_round(state: State, clause: Irregularity, place: int, card: Card, number: int) -> e.Event:
    """The record of an earlier round is corrected; its money only moves by a ruling."""
    was = card_on_record(state, clause, place, number)
    if was == card:
        message = f"card {place} of round {number} is on record as {card} already"
        raise Refused(code="nothing_to_correct", message=message, cite=clause.cite)
    if state.table.shoe is not None and earlier_round(state, clause, number).shoe == state.shoe.number:
        _require_in_shoe(state, clause, was, card)
    return e.CardCorrected(place=place, was=str(was), card=str(card), cite=clause.cite, of_coup=number)


def _require_in_shoe(state: State, clause: Irregularity, was: Card, card: Card) -> None:
    counts = dict(state.shoe.seen)
    counts[str(was)] = counts.get(str(was), 1) - 1
    if not can_hold(replace(state.shoe, seen=counts, out=state.shoe.out - 1), card):
        message = f"the shoe cannot hold {card} as well as what came out of it"
        raise Refused(code="card_not_in_shoe", message=message, cite=clause.cite)


def bets_corrected(
    state: State, clause: Irregularity, patron: str, lay: tuple[e.Placed, ...], number: int
) -> list[e.Event]:
    """A patron's chips as they lay when the bets closed; limits, shares and insurance are found anew."""
    if is_earlier(state, number):
        return [_chips_of_an_earlier_round(state, clause, patron, lay, number)]
    if state.sign.wallets:
        message = "chips are in wallets at this table: the record is the layout"
        raise Refused(code="nothing_to_correct", message=message, cite=clause.cite)
    _require_not_returned(state, clause, patron)
    closed = (*state.coup.bets, *state.coup.returned)
    was, lies = _on_record(closed, patron), _lying(state, clause, patron, lay, closed)
    corrected = e.BetsCorrected(patron=patron, was=was, lay=lies, cite=clause.cite)
    corrected = replace(corrected, shares=_shares_anew(after(state, [corrected])))
    state = after(state, [corrected])
    events: list[e.Event] = [corrected, *settlement_reversed(state, clause.cite)]
    state = after(state, events[1:])
    back = uncovered(state, clause.cite)
    state = after(state, back)
    if len(events) > 1:
        return [*events, *back, *after_cards(state)]
    # The highest bet may now be another patron's, and with it the squeeze that waives insurance.
    return [*events, *back, *lapsed(state)]


def _require_not_returned(state: State, clause: Irregularity, patron: str) -> None:
    """Refused if the patron took the bets of this round back: no correction puts them on the layout again."""
    if any(bet.patron == patron for bet in state.coup.returned):
        message = f"{patron} has taken all bets of this round back: no chips of theirs take part in it"
        raise Refused(code="nothing_to_correct", message=message, cite=clause.cite)


def _shares_anew(state: State) -> tuple[e.Share, ...]:
    """Every effective stake, by all bets that lay when the bets closed, also those returned since."""
    returned = {bet.patron for bet in state.coup.returned}
    parts = shares(state.rules, state.coup_sign, (*state.coup.bets, *state.coup.returned))
    return tuple(part for part in parts if part.patron not in returned)


def _chips_of_an_earlier_round(
    state: State, clause: Irregularity, patron: str, lay: tuple[e.Placed, ...], number: int
) -> e.Event:
    """The record of an earlier round has a patron's chips where they lay; its money only moves by a ruling."""
    chips = earlier_round(state, clause, number).chips
    if state.sign.wallets and not chips:
        message = "chips are in wallets at this table: the record is the layout"
        raise Refused(code="nothing_to_correct", message=message, cite=clause.cite)
    was, lies = _on_record(chips, patron), _lying(state, clause, patron, lay, chips)
    return e.BetsCorrected(patron=patron, was=was, lay=lies, cite=clause.cite, of_coup=number)


def _on_record(chips: Iterable[PlacedBet | RecordedChips], patron: str) -> tuple[e.Placed, ...]:
    """A patron's chips as the record has them."""
    return tuple(
        e.Placed(box=bet.box, bet=bet.bet, stake=bet.stake, stance=bet.stance) for bet in chips if bet.patron == patron
    )


def _lying(
    state: State,
    clause: Irregularity,
    patron: str,
    lay: tuple[e.Placed, ...],
    chips: Iterable[PlacedBet | RecordedChips],
) -> tuple[e.Placed, ...]:
    """Where a patron's chips lay, if they can have lain there and the record has them elsewhere."""
    require_name(patron)
    _require_once(lay, clause.cite)
    lies = tuple(_placed(state, patron, placed, chips) for placed in lay)
    if sorted(_on_record(chips, patron), key=_place) == sorted(lies, key=_place):
        message = f"{patron}'s chips are on record where they are said to have lain"
        raise Refused(code="nothing_to_correct", message=message, cite=clause.cite)
    return lies


def _require_once(lay: tuple[e.Placed, ...], cite: str) -> None:
    """Refused if an area of a box is named twice: the chips on it are one bet."""
    places = [(placed.box, placed.bet) for placed in lay]
    twice = next((place for number, place in enumerate(places) if place in places[:number]), None)
    if twice is not None:
        message = f"{twice[1][:40]!r} in box {twice[0]} is given twice; one stake for each bet"
        raise Refused(code="bad_command", message=f"report: {message}", cite=cite)


def _place(placed: e.Placed) -> tuple[int, str, int]:
    return placed.box, placed.bet, placed.stake


def _placed(state: State, patron: str, lay: e.Placed, chips: Iterable[PlacedBet | RecordedChips]) -> e.Placed:
    """Chips that can have lain there, with the stance the patron has at that box."""
    if lay.bet not in state.rules.bets:
        suggestion = known_ones(lay.bet, state.rules.bets)
        raise Refused(code="unknown_bet", message=f"{state.rules.id} has no bet {lay.bet[:40]!r}; {suggestion}")
    if not 1 <= lay.box <= state.sign.boxes:
        message = f"there is no box {lay.box}; this layout has boxes 1 to {state.sign.boxes}"
        raise Refused(code="unknown_box", message=message, cite=state.rules.procedure.get("boxes", ""))
    stake, chip = check_stake(lay.stake, lay.bet), state.sign.chip
    if stake % chip:
        raise Refused(code="stake_is_no_chips", message=f"{lay.bet}: {stake:,} is no number of chips of {chip:,}")
    here = [bet for bet in chips if bet.box == lay.box]
    own = next((bet.stance for bet in here if bet.patron == patron), None)
    seat_is_taken = any(bet.stance == "seated" for bet in here)
    return replace(lay, stance=own or ("standing" if seat_is_taken else "seated"))
