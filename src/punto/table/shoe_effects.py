"""Effects on the shoe: what it is after an event of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from punto.table import events as e
from punto.table.state import Commitment, Coup, EarlierRound, Mixing, RecordedChips, Shoe, Table


def shoe_with(table: Table, **changes: Any) -> Table:
    """The table with its shoe changed so."""
    assert table.shoe is not None
    return replace(table, shoe=replace(table.shoe, **changes))


def _shoe_opened(table: Table, event: e.ShoeOpened) -> Table:
    shoe = Shoe(number=event.number, source=event.cards, decks=event.decks, commitment=event.commitment)
    if (before := table.shoe) is not None:  # Abandoned in mid-coup: cards that are out of it already are still played.
        shoe = replace(shoe, aside=before.aside, next_round=before.next_round, known=before.known)
        return replace(table, shoe=shoe, shoes=event.number)
    mixing = Mixing(table=event.table) if event.entropy else None
    shoe = Shoe(number=event.number, source=event.cards, decks=event.decks, commitment=event.commitment, mixing=mixing)
    return replace(table, phase="ready", shoe=shoe, shoes=event.number)


def _entropy_committed(table: Table, event: e.EntropyCommitted) -> Table:
    seat = Commitment(box=event.box, patron=event.patron, account=event.account, commitment=event.commitment)
    return _mixing(table, lambda mixing: replace(mixing, committed=(*mixing.committed, seat)))


def _entropy_closed(table: Table, event: e.EntropyClosed) -> Table:
    return _mixing(table, lambda mixing: replace(mixing, stage="revealing"))


def _entropy_revealed(table: Table, event: e.EntropyRevealed) -> Table:
    return _mixing(table, lambda mixing: replace(mixing, revealed={**mixing.revealed, event.box: event.entropy}))


def _shoe_mixed(table: Table, event: e.ShoeMixed) -> Table:
    return _mixing(table, lambda mixing: replace(mixing, stage="mixed"))


def _mixing(table: Table, change: Callable[[Mixing], Mixing]) -> Table:
    assert table.shoe is not None
    assert table.shoe.mixing is not None
    return shoe_with(table, mixing=change(table.shoe.mixing))


def _shoe_cut(table: Table, event: e.ShoeCut) -> Table:
    return shoe_with(table, cut_place=event.place, cut_by=event.patron)


def _cards_burned(table: Table, event: e.CardsBurned) -> Table:
    assert table.shoe is not None
    out = table.shoe.out + 1 + event.unseen
    return shoe_with(table, seen=cards_seen(table.shoe, event.card), out=out, burned=True)


def cards_seen(shoe: Shoe, *cards: str) -> dict[str, int]:
    """How often each card came out of the shoe, these counted too."""
    counts = dict(shoe.seen)
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return counts


def _cut_card_reached(table: Table, event: e.CutCardReached) -> Table:
    return shoe_with(table, coups_after_cut=0)


def _cards_condemned(table: Table, event: e.CardsCondemned) -> Table:
    return shoe_with(table, condemned=True)


def _shoe_closed(table: Table, event: e.ShoeClosed) -> Table:
    before = {"previous": table.coup or table.previous, "earlier": earlier_rounds(table)}
    return replace(table, phase="idle", shoe=None, coup=None, **before)


def earlier_rounds(table: Table) -> tuple[EarlierRound, ...]:
    """The rounds on record with the one that leaves the table now."""
    coup, shoe = table.coup, table.shoe
    if coup is None or shoe is None or not coup.drawn:
        return table.earlier
    drawn = " ".join(map(str, coup.drawn))
    return (*table.earlier, EarlierRound(coup.number, shoe.number, drawn, coup.dealers, _recorded_chips(table, coup)))


def _recorded_chips(table: Table, coup: Coup) -> tuple[RecordedChips, ...]:
    sign = coup.sign or table.sign
    if sign is None or sign.wallets:
        return ()
    return tuple(
        RecordedChips(bet.patron, bet.box, bet.bet, bet.stake, bet.stance) for bet in (*coup.bets, *coup.returned)
    )


def _shoe_abandoned(table: Table, event: e.ShoeAbandoned) -> Table:
    """A pending report falls with the shoe; a round that goes on keeps the cards that are out of it."""
    phase = table.pending.resumes if table.pending else table.phase
    table = replace(table, phase=phase, pending=None)
    if event.goes_on:
        return table
    if phase in ("betting", "dealing"):
        return replace(table, shoe=None)  # The void of its round follows.
    return replace(table, phase="idle", shoe=None, coup=None, previous=table.coup or table.previous)


SHOE_EFFECTS: Final[dict[type[e.Event], Callable[[Table, Any], Table]]] = {
    e.ShoeOpened: _shoe_opened,
    e.ShoeCut: _shoe_cut,
    e.EntropyCommitted: _entropy_committed,
    e.EntropyClosed: _entropy_closed,
    e.EntropyRevealed: _entropy_revealed,
    e.ShoeMixed: _shoe_mixed,
    e.CardsBurned: _cards_burned,
    e.CutCardReached: _cut_card_reached,
    e.CardsCondemned: _cards_condemned,
    e.ShoeClosed: _shoe_closed,
    e.ShoeAbandoned: _shoe_abandoned,
}
