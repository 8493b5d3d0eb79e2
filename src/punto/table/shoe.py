"""The shoe: opening and closing it, burn and cut, and whether it can hold the card that came out."""

from __future__ import annotations

from collections import Counter

import msgspec
from msgspec.structs import replace

from punto.kit import Card, Refused, read_card, read_cards
from punto.kit.cards import Suit
from punto.rulebook import Authority
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import PATRON, person_of, rank_of, require
from punto.table.mixing import require_mixed
from punto.table.phase import require_between_coups, require_name
from punto.table.round import concluded
from punto.table.second_person import dropped
from punto.table.state import Shoe, State

_SUITS = ("", *(suit.value for suit in Suit))


def open_shoe(state: State, command: c.OpenShoe) -> list[e.Event]:
    """New cards: sealed and committed to (virtual), or read as they come (physical)."""
    require_between_coups(state)
    require(command, Authority.DEALER, state.book, "opening a shoe")
    if state.table.shoe is not None:
        raise Refused(code="shoe_is_open", message=f"shoe {state.shoe.number} is on the table; close it first")
    virtual = command.cards == "virtual"
    if virtual and not command.commitment:
        raise Refused(code="no_commitment", message="a virtual shoe opens with the commitment to its sealed order")
    return [
        e.ShoeOpened(
            number=state.table.shoes + 1,
            cards=command.cards,
            decks=state.sign.decks,
            commitment=command.commitment,
            seeded=virtual and command.seed is not None,
            entropy=virtual and command.entropy,
            table=command.table if virtual and command.entropy else "",
            cut_seconds=command.cut_seconds if virtual and command.entropy else msgspec.UNSET,
            reveal_seconds=command.reveal_seconds if virtual and command.entropy else msgspec.UNSET,
        )
    ]


def cut_shoe(state: State, command: c.CutShoe) -> list[e.Event]:
    """A patron cuts a virtual shoe, once, after its commitment and before anybody knows a byte of what mixes it."""
    require_between_coups(state)
    rank_of(command)
    _require_untouched(state, "cut")
    if state.shoe.mixing and state.shoe.mixing.stage != "committing":
        raise Refused(code="commitments_are_closed", message="the time to cut this shoe is over")
    if state.shoe.cut_by:
        message = f"{state.shoe.cut_by} has cut this shoe at card {state.shoe.cut_place}; a shoe is cut once"
        raise Refused(code="shoe_is_cut", message=message)
    require_name(command.patron)
    if not _at_the_table(state, command):
        message = f"{command.patron} is not at this table: a shoe is cut by a patron who is"
        raise Refused(code="not_at_the_table", message=message)
    if state.shoe.source != "virtual":
        raise Refused(code="shoe_is_physical", message="a physical shoe is cut by hand")
    if not 0 < command.place < state.shoe.decks * 52:
        message = f"the shoe is cut between card 1 and card {state.shoe.decks * 52 - 1}, not at {command.place}"
        raise Refused(code="unknown_place", message=message)
    return [e.ShoeCut(patron=command.patron, place=command.place)]


def _at_the_table(state: State, command: c.CutShoe) -> bool:
    """Whether the patron asks in person, or has a bet of this or the last round, or a seat that mixes the shoe."""
    coups = [coup for coup in (state.table.coup, state.table.previous) if coup]
    committed = state.shoe.mixing.committed if state.shoe.mixing else ()
    names = {bet.patron for coup in coups for bet in coup.bets} | {seat.patron for seat in committed}
    return command.by == PATRON or command.patron in names


def burn(state: State, command: c.Burn) -> list[e.Event]:
    """The first card is turned and as many more are burned unseen as it counts, ten for a ten or picture."""
    require_between_coups(state)
    require(command, Authority.DEALER, state.book, "burning cards")
    _require_untouched(state, "burn")
    require_mixed(state)
    card = known_card(command.card)
    return [e.CardsBurned(card=str(card), unseen=card.points or 10)]


def _require_untouched(state: State, what: str) -> None:
    if state.table.shoe is None:
        raise Refused(code="no_shoe", message=f"there is no shoe to {what}")
    if not state.shoe.untouched:
        raise Refused(code="shoe_has_started", message=f"cards have left the shoe already; it is too late to {what}")


def close_shoe(state: State, command: c.CloseShoe) -> list[e.Event]:
    """The cards go; a virtual shoe's order is revealed, to be held against its commitment."""
    require_between_coups(state)
    require(command, Authority.DEALER, state.book, "closing a shoe")
    if state.table.shoe is None:
        raise Refused(code="no_shoe", message="there is no shoe to close")
    closed = e.ShoeClosed(number=state.shoe.number, order=command.order, salt=command.salt)
    if not state.shoe.finished:
        require(command, Authority.PIT_SUPERVISOR, state.book, "closing a shoe that could still be dealt from")
        if not command.reason.strip():
            raise Refused(code="reason_is_needed", message="a shoe that is closed early is recorded with the reason")
        closed = replace(closed, reason=command.reason.strip(), closer=person_of(command))
    return [*concluded(state), closed]


def close_table(state: State, command: c.CloseTable) -> list[e.Event]:
    require_between_coups(state)
    require(command, Authority.DEALER, state.book, "closing the table")
    if state.table.shoe is not None:
        raise Refused(code="shoe_is_open", message=f"shoe {state.shoe.number} is on the table; close it first")
    period = state.table.bank.period
    if period and not period.closer and not state.sign.wallets:
        message = (
            f"the opener of drop box {period.drop_box} was counted, and no closer yet; count_inventory comes first"
        )
        raise Refused(code="closer_is_missing", message=message)
    return [*dropped(state), e.TableClosed()]


def known_card(text: str) -> Card:
    try:
        return read_card(text)
    except ValueError as error:
        raise Refused(code="unknown_card", message=str(error)) from None


def known_cards(text: str) -> tuple[Card, ...]:
    try:
        return read_cards(text)
    except ValueError as error:
        raise Refused(code="unknown_card", message=str(error)) from None


def can_hold(shoe: Shoe, *cards: Card) -> bool:
    """Whether the decks in use can still have these cards; of one without a suit only the rank is counted."""
    if len(cards) > shoe.left:
        return False
    counts = Counter(map(str, cards))
    if any(len(card) == 2 and shoe.seen.get(card, 0) + times > shoe.decks for card, times in counts.items()):
        return False
    of_rank = Counter(card.rank.sign for card in cards)
    return all(_count_of_rank(shoe, sign) + times <= 4 * shoe.decks for sign, times in of_rank.items())


def _count_of_rank(shoe: Shoe, sign: str) -> int:
    return sum(shoe.seen.get(sign + suit, 0) for suit in _SUITS)


def cut_card(state: State) -> list[e.Event]:
    """The cut card shows in the mouth of the shoe once the last card before it is out."""
    shoe = state.shoe
    shows = shoe.coups_after_cut is None and shoe.left <= state.sign.cut
    return [e.CutCardReached(cards_left=shoe.left)] if shows else []
