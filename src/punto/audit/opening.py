"""Opening and closing: the table, its sign, its shoes, money that comes and goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from punto.audit.finding import Wrong, hold
from punto.audit.mixing import MixingBook
from punto.audit.shoe import ShoeBook
from punto.kit import read_card
from punto.rulebook import Authority
from punto.table import Sign
from punto.table import events as e
from punto.table.authority import HOUSE

if TYPE_CHECKING:
    from punto.audit.walk import Moves, Walk

FIXED = ("rulebook", "sha256", "boxes", "decks", "chip", "cut", "burn", "wallets", "alone_max")
"""What a sign shows from the opening of a table to its closing."""


def table_opened(walk: Walk, event: e.TableOpened) -> None:
    hold(walk.sign is None, "opens a table that is open")
    walk.book = walk.recorded_book(event.sign.rulebook, event.sign.sha256)
    walk.today = walk.replaced_by(walk.book)
    walk.paragraphs = set(walk.book.words)
    walk.sign, walk.prepared = event.sign, None
    walk.shoe = walk.felt = walk.previous = None
    walk.drawn, walk.dealers, walk.chip_rounds = {}, {}, {}
    _check_sign(walk, event.sign)


def _check_sign(walk: Walk, sign: Sign) -> None:
    """What the document has displayed is displayed, and the cut card leaves cards for two coups."""
    for value in sign.denominations:
        fits = value > 0 and (value % sign.chip == 0 or sign.chip % value == 0)
        hold(fits, f"has chips of {value}, and the smallest that is staked is {sign.chip}")
    limits = walk.rules.limits
    if limits is None:
        return  # A file from before signs were held to it.
    for name in limits.needs:
        hold(getattr(sign, name) is not None, f"opens a table without {name}, which {limits.needs_cite} has displayed")
    if not sign.insurance and walk.rules.insurance_terms is not None and not walk.before:
        # Who prepared a sign had the rank; it goes up by whoever ends the round.
        ranked = sign == walk.prepared or walk.giver.has(Authority.PIT_SUPERVISOR)
        hold(ranked, f"has the notice that no insurance is offered by a {walk.by}")
        hold(bool(sign.private_for), "has the notice that no insurance is offered, and nobody asked for it")
    hold(sign.cut >= 12, f"has the cut card {sign.cut} from the end")


def sign_prepared(walk: Walk, event: e.SignPrepared) -> None:
    """A sign that waits for the end of the round, or waits no more."""
    hold(walk.sign is not None, "prepares the sign of a closed table")
    hold(walk.giver.has(Authority.PIT_SUPERVISOR), f"prepares a sign by a {walk.by}")
    if event.sign is None:
        hold(walk.prepared is not None, "withdraws a sign, and none was prepared")
    else:
        _check_fixed(walk, event.sign)
        _check_sign(walk, event.sign)
    walk.prepared = event.sign


def sign_changed(walk: Walk, event: e.SignChanged) -> None:
    walk.between_coups()
    due = walk.prepared is None or event.sign == walk.prepared
    hold(due or walk.giver.has(Authority.PIT_SUPERVISOR), "puts up another sign than was prepared")
    _check_fixed(walk, event.sign)
    _check_sign(walk, event.sign)
    walk.sign, walk.prepared = event.sign, None


def _check_fixed(walk: Walk, sign: Sign) -> None:
    """Nothing changes that a table shows from its opening to its closing."""
    for name in FIXED:
        hold(getattr(walk.terms, name) == getattr(sign, name), f"changes {name} while the table is open")
    # A table may have been opened before signs named a layout.
    hold(walk.terms.layout in ("", sign.layout), "changes layout while the table is open")
    # Or named the chips in the rack.
    hold(walk.terms.denominations in ((), sign.denominations), "changes denominations while the table is open")


def table_closed(walk: Walk, event: e.TableClosed) -> None:
    walk.between_coups()
    hold(walk.shoe is None, "closes a table with a shoe on it")
    if walk.bank.boxes and not walk.terms.wallets:
        hold(walk.bank.box.closer is not None, "closes a table before the closer was counted")
    walk.check_concluded()
    hold(not walk.confirmations.waiting, "closes a table where commands wait for a second person")
    walk.felt = walk.previous = walk.prepared = None
    walk.assignments, walk.confirmations.closing = {}, False


def bought_in(walk: Walk, event: e.BoughtIn) -> Moves:
    return _money(walk, event.patron, event.amount, 1)


def cashed_out(walk: Walk, event: e.CashedOut) -> Moves:
    giver = walk.giver
    if giver.session and giver.is_patron:
        hold(event.patron == giver.person, f"pays {event.patron} out, and {giver.person} gave the command")
    elif giver.session:
        giver.check_at_table(walk.assignments)
    return _money(walk, event.patron, event.amount, -1)


def _money(walk: Walk, patron: str, amount: int, way: int) -> Moves:
    hold(walk.terms.wallets, "moves money at a table without wallets")
    hold(amount > 0, f"moves {amount}")
    return {f"wallet:{patron}": way * amount, "cage": -way * amount}


def shoe_opened(walk: Walk, event: e.ShoeOpened) -> None:
    abandoned = walk.shoe if walk.shoe and walk.shoe.abandoned else None
    if not abandoned:
        walk.between_coups()
        hold(walk.shoe is None, "opens a shoe while another is on the table")
    hold(event.number == walk.shoes + 1, f"is shoe {event.number}, and {walk.shoes + 1} is next")
    hold(event.decks == walk.terms.decks, f"has {event.decks} decks, and the sign says {walk.terms.decks}")
    virtual = event.cards == "virtual"
    hold(virtual is bool(event.commitment), "a virtual shoe, and no other, has a commitment")
    walk.shoes = event.number
    hold(virtual or not event.entropy, "has seats mix a physical shoe")
    if abandoned:
        hold(virtual, "concludes the round of a sealed shoe with cards that are not sealed")
        walk.shoe = abandoned.successor(event.number, event.decks, event.commitment, walk.coups)
        return
    walk.shoe = ShoeBook(event.number, virtual, event.decks, event.commitment, walk.coups)
    bound = walk.table if event.entropy else ""
    hold(event.table == bound, f"binds the seats' bytes to table {event.table!r}")
    if event.entropy:
        walk.shoe.mixing = MixingBook(event.table, event.cut_seconds, event.reveal_seconds, walk.giver.at)
    walk.felt = None


def shoe_cut(walk: Walk, event: e.ShoeCut) -> None:
    shoe = walk.cards_in_use()
    hold(shoe.virtual, "cuts a physical shoe")
    hold(not shoe.came, "cuts a shoe that cards have left")
    hold(0 < event.place < 52 * shoe.decks, f"cuts at {event.place}")
    hold(walk.before is True or not shoe.cut_by, f"cuts a shoe that {shoe.cut_by} has cut")
    hold(shoe.mixing is None or not shoe.mixing.closed, "cuts a shoe whose list of seats is closed")
    if event.patron == HOUSE:
        hold(shoe.mixing is not None and not walk.giver.is_patron, "is a cut in the house's name")
    elif walk.giver.session and walk.giver.is_patron:
        hold(event.patron == walk.giver.person, f"is a cut of {event.patron}, by {walk.giver.person}")
    shoe.cut, shoe.cut_by = event.place, event.patron


def cards_burned(walk: Walk, event: e.CardsBurned) -> None:
    shoe = walk.cards_in_use()
    walk.between_coups()
    hold(not shoe.came, "burns cards of a shoe that cards have left")
    card = read_card(event.card)
    hold(event.unseen == (card.points or 10), f"{card} burns {card.points or 10} more, not {event.unseen}")
    shoe.take([card])
    shoe.burn(event.unseen)


def cut_card_reached(walk: Walk, event: e.CutCardReached) -> None:
    shoe = walk.cards_in_use()
    hold(not shoe.cut_card_out, "the cut card comes out twice")
    hold(event.cards_left == shoe.left, f"{shoe.left} cards are left, not {event.cards_left}")
    hold(shoe.left <= walk.terms.cut, f"the cut card lies {walk.terms.cut} from the end, and {shoe.left} are left")
    shoe.cut_card_out, walk.cut_card_shows = True, False


def shoe_closed(walk: Walk, event: e.ShoeClosed) -> None:
    shoe = walk.cards_in_use()
    walk.between_coups()
    walk.check_concluded()
    hold(event.number == shoe.number, f"closes shoe {event.number}, and shoe {shoe.number} is on the table")
    if shoe.virtual:
        if event.order is None or event.salt is None:
            raise Wrong("a virtual shoe is closed without its order")
        shoe.reveal(event.order, event.salt)
        walk.account.shoes_revealed += 1
    else:
        hold(event.order is None and event.salt is None, "reveals the order of a physical shoe")
    _check_early(walk, shoe, event)
    walk.previous = walk.felt or walk.previous
    walk.shoe = walk.felt = None


def _check_early(walk: Walk, shoe: ShoeBook, event: e.ShoeClosed) -> None:
    """A shoe that could still be dealt from is closed by somebody of rank, with the reason."""
    finished = shoe.condemned or shoe.opened_after_cut >= 1 or shoe.left + len(shoe.aside + shoe.next_round) < 6
    if finished:
        hold(not event.reason and not event.closer, "gives a reason for closing a shoe that was dealt out")
        return
    if not walk.before:  # Once any dealer did, without a word.
        hold(walk.giver.has(Authority.PIT_SUPERVISOR), f"closes a shoe early by a {walk.by}")
        hold(bool(event.reason), "closes a shoe early without a reason")
        hold(walk.giver.is_called(event.closer), f"was closed by {event.closer}, who did not say so")
    walk.account.closed_early[event.closer or walk.giver.person or walk.by] += 1


HANDLERS: dict[type[e.Event], Any] = {
    e.TableOpened: table_opened,
    e.SignChanged: sign_changed,
    e.SignPrepared: sign_prepared,
    e.TableClosed: table_closed,
    e.BoughtIn: bought_in,
    e.CashedOut: cashed_out,
    e.ShoeOpened: shoe_opened,
    e.ShoeCut: shoe_cut,
    e.CardsBurned: cards_burned,
    e.CutCardReached: cut_card_reached,
    e.ShoeClosed: shoe_closed,
}
