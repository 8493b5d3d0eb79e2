"""The shoe: opening and closing it, burn and cut, and whether it can hold the card that came out."""

from __future__ import annotations

from punto.kit import Card, Refused, read_card, read_cards
from punto.rulebook import Authority
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import require
from punto.table.phase import require_between_coups, require_name, require_open
from punto.table.state import Shoe, State


def open_shoe(state: State, command: c.OpenShoe) -> list[e.Event]:
    """New cards: sealed and committed to (virtual), or read as they come (physical)."""
    require_between_coups(state)
    require(command, Authority.DEALER, state.book, "opening a shoe")
    if state.table.shoe is not None:
        raise Refused("shoe_is_open", f"shoe {state.shoe.number} is on the table; close it first")
    if command.cards == "virtual" and not command.commitment:
        raise Refused("no_commitment", "a virtual shoe opens with the commitment to its sealed order")
    return [
        e.ShoeOpened(
            number=state.table.shoes + 1,
            cards=command.cards,
            decks=state.sign.decks,
            commitment=command.commitment,
            seeded=command.seed is not None,
        )
    ]


def cut_shoe(state: State, command: c.CutShoe) -> list[e.Event]:
    """A patron cuts a virtual shoe after its commitment and before its first card."""
    _require_untouched(state, "cut")
    require_name(command.patron)
    if state.shoe.source != "virtual":
        raise Refused("shoe_is_physical", "a physical shoe is cut by hand")
    if not 0 < command.place < state.shoe.decks * 52:
        message = f"the shoe is cut between card 1 and card {state.shoe.decks * 52 - 1}, not at {command.place}"
        raise Refused("unknown_place", message)
    return [e.ShoeCut(patron=command.patron, place=command.place)]


def burn(state: State, command: c.Burn) -> list[e.Event]:
    """The first card is turned and as many more are burned unseen as it counts, ten for a ten or picture."""
    _require_untouched(state, "burn")
    require(command, Authority.DEALER, state.book, "burning cards")
    card = known_card(command.card)
    return [e.CardsBurned(card=str(card), unseen=card.points or 10)]


def _require_untouched(state: State, what: str) -> None:
    require_between_coups(state)
    if state.table.shoe is None:
        raise Refused("no_shoe", f"there is no shoe to {what}")
    if state.shoe.out:
        raise Refused("shoe_has_started", f"cards have left the shoe already; it is too late to {what}")


def close_shoe(state: State, command: c.CloseShoe) -> list[e.Event]:
    """The cards go; a virtual shoe's order is revealed, to be held against its commitment."""
    require_between_coups(state)
    require(command, Authority.DEALER, state.book, "closing a shoe")
    if state.table.shoe is None:
        raise Refused("no_shoe", "there is no shoe to close")
    return [e.ShoeClosed(number=state.shoe.number, order=command.order, salt=command.salt)]


def close_table(state: State, command: c.CloseTable) -> list[e.Event]:
    require_open(state)
    require_between_coups(state)
    require(command, Authority.DEALER, state.book, "closing the table")
    if state.table.shoe is not None:
        raise Refused("shoe_is_open", f"shoe {state.shoe.number} is on the table; close it first")
    return [e.TableClosed()]


def known_card(text: str) -> Card:
    try:
        return read_card(text)
    except ValueError as error:
        raise Refused("unknown_card", str(error)) from None


def known_cards(text: str) -> tuple[Card, ...]:
    try:
        return read_cards(text)
    except ValueError as error:
        raise Refused("unknown_card", str(error)) from None


def can_hold(shoe: Shoe, card: Card) -> bool:
    """Whether the decks in use can still have this card; without a suit only its rank is counted."""
    if card.suit and shoe.seen.get(str(card), 0) >= shoe.decks:
        return False
    of_rank = sum(times for seen, times in shoe.seen.items() if seen[0] == card.rank.sign)
    return of_rank < 4 * shoe.decks
