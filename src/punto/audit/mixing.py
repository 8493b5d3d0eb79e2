"""The auditor's book of who mixed a shoe, and its own account of the order that follows: docs/shoe.md, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any, Final

import msgspec

from punto.audit.finding import hold
from punto.audit.giver import instant
from punto.kit import Card
from punto.rulebook import Authority
from punto.table import events as e

if TYPE_CHECKING:
    from punto.audit.walk import Walk


_CLOCKS: Final = timedelta(seconds=0.5)
"""Two clocks of a house may differ by this much, or one be set by it, before a stage counts as cut short."""


@dataclass(frozen=True, slots=True)
class CutShort:
    """Seats that had less time than the house had said, as far as the moments on record tell."""

    table: str
    shoe: int
    what: str
    had: float
    said: float
    left_out: tuple[str, ...]
    """Who was left out by it; nobody where commitments were taken for too short a time."""

    def __str__(self) -> str:
        who = f", and {', '.join(self.left_out)} left out" if self.left_out else ""
        return f"table {self.table}, shoe {self.shoe}: {self.what} for {self.had:g} s of the {self.said:g} s said{who}"


@dataclass(slots=True)
class MixingBook:
    """One shoe's seats: what they committed to and what they showed."""

    table: str
    cut_seconds: float | msgspec.UnsetType = msgspec.UNSET
    reveal_seconds: float | msgspec.UnsetType = msgspec.UNSET
    since: str = ""
    """When the stage at hand began."""
    committed: dict[int, e.EntropyCommitted] = field(default_factory=dict)
    revealed: dict[int, bytes] = field(default_factory=dict)
    closed: bool = False
    commitment: str = ""
    """To the order that is dealt; empty until the shoe is mixed."""

    def dealt(self, order: Sequence[Card], number: int, sealed_as: str) -> list[Card]:
        """The order that is dealt, from the sealed order and the revealed bytes."""
        cards = list(order)
        if not self.revealed:
            return cards
        parts = [part for seat in sorted(self.revealed) for part in (str(seat).encode(), self.revealed[seat])]
        seed = _hash(b"punto seed 1", self.table.encode(), str(number).encode(), sealed_as.encode(), *parts)
        numbers = _Numbers(seed)
        for last in range(len(cards) - 1, 0, -1):
            other = numbers.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards


class _Numbers:
    """Unbiased numbers from SHA-256 over a seed and a counter, by rejection sampling."""

    def __init__(self, seed: bytes) -> None:
        self._blocks = (_hash(b"punto stream 1", seed, block.to_bytes(8, "big")) for block in count())
        self._rest = b""

    def below(self, limit: int) -> int:
        bits = (limit - 1).bit_length()
        size = -(-bits // 8)
        while True:
            while len(self._rest) < size:
                self._rest += next(self._blocks)
            octets, self._rest = self._rest[:size], self._rest[size:]
            number = int.from_bytes(octets, "big") >> (8 * size - bits)
            if number < limit:
                return number


def house_cut(salt: str, cards: int) -> int:
    """The card at which the house cuts by the salt of the order it sealed."""
    return 1 + _Numbers(_hash(b"punto house cut 1", salt.encode())).below(cards - 1)


def _hash(*fields: bytes) -> bytes:
    return sha256(b"".join(len(field).to_bytes(4, "big") + field for field in fields)).digest()


def _open_list(walk: Walk, closed: bool) -> MixingBook:
    mixing = walk.cards_in_use().mixing
    hold(mixing is not None, "is about the bytes of seats, and this shoe takes none")
    assert mixing is not None
    hold(not mixing.commitment, "comes after the shoe was mixed")
    hold(mixing.closed is closed, "comes before the list was closed" if closed else "comes after the list was closed")
    return mixing


def entropy_committed(walk: Walk, event: e.EntropyCommitted) -> None:
    mixing = _open_list(walk, closed=False)
    hold(1 <= event.box <= walk.terms.boxes, f"is of box {event.box}, which the layout has not")
    hold(event.box not in mixing.committed, f"is the second commitment of box {event.box}")
    accounts = [commitment.account for commitment in mixing.committed.values()]
    hold(event.account not in accounts, f"is the second commitment of {event.account}")
    _check_own(walk, event.account, event.patron)
    mixing.committed[event.box] = event


def entropy_closed(walk: Walk, event: e.EntropyClosed) -> None:
    mixing = _open_list(walk, closed=False)
    hold(walk.giver.is_clock or walk.giver.has(Authority.DEALER), "is closed by a patron")
    hold(event.seats == tuple(mixing.committed), f"lists {event.seats}, and {tuple(mixing.committed)} committed")
    hold(walk.cards_in_use().cut > 0, "closes the list before anybody has cut the shoe")
    mixing.closed = True
    _check_time(walk, mixing, "commitments were taken", mixing.cut_seconds)
    mixing.since = walk.giver.at


def entropy_revealed(walk: Walk, event: e.EntropyRevealed) -> None:
    mixing, shoe = _open_list(walk, closed=True), walk.cards_in_use()
    commitment = mixing.committed.get(event.box)
    hold(commitment is not None, f"shows the bytes of box {event.box}, which committed to none")
    assert commitment is not None
    hold(event.box not in mixing.revealed, f"shows the bytes of box {event.box} again")
    hold(
        event.patron == commitment.patron,
        f"comes from {event.patron}, and {commitment.patron} committed for box {event.box}",
    )
    _check_own(walk, commitment.account, event.patron)
    entropy = bytes.fromhex(event.entropy)
    fields = (mixing.table, str(shoe.number), shoe.commitment, str(event.box), commitment.account)
    digest = _hash(b"punto entropy 1", *(field.encode() for field in fields), entropy).hex()
    hold(len(entropy) == 32 and digest == commitment.commitment, f"shows other bytes than box {event.box} committed to")
    mixing.revealed[event.box] = entropy


def _check_own(walk: Walk, account: str, patron: str) -> None:
    """In a house a seat is its patron's own: nobody commits or reveals for somebody else."""
    if walk.giver.session:
        hold(walk.giver.is_patron, f"takes a seat for {patron} by a {walk.by}")
        hold(walk.giver.person == account == patron, f"is {patron}'s of account {account}, by {walk.giver.person}")


def shoe_mixed(walk: Walk, event: e.ShoeMixed) -> None:
    mixing = _open_list(walk, closed=True)
    missing = tuple(commitment.patron for box, commitment in mixing.committed.items() if box not in mixing.revealed)
    hold(
        event.seats == tuple(sorted(mixing.revealed)),
        f"was mixed by {event.seats}, and {sorted(mixing.revealed)} showed",
    )
    hold(event.left_out == missing, f"leaves out {event.left_out}, and {missing} did not show their bytes")
    hold(not missing or walk.giver.is_clock, "leaves a seat out before the house's clock has ended its time")
    hold(bool(event.commitment), "has no commitment to the order that is dealt")
    mixing.commitment = event.commitment
    walk.account.shoes_mixed += bool(event.seats)
    if missing:
        walk.account.left_out.update(missing)
        _check_time(walk, mixing, "bytes were taken", mixing.reveal_seconds, missing)


def _check_time(
    walk: Walk, mixing: MixingBook, what: str, seconds: float | msgspec.UnsetType, left_out: tuple[str, ...] = ()
) -> None:
    """List a stage that ended early. No fault: a machine's clock that was set shows the same."""
    if seconds is msgspec.UNSET or not mixing.since or not walk.giver.at:
        return
    had = instant(walk.giver.at) - instant(mixing.since)
    if had + _CLOCKS < timedelta(seconds=seconds):
        number = walk.cards_in_use().number
        walk.account.cut_short.append(
            CutShort(walk.table, number, what, round(had.total_seconds(), 3), seconds, left_out)
        )


HANDLERS: dict[type[e.Event], Any] = {
    e.EntropyCommitted: entropy_committed,
    e.EntropyClosed: entropy_closed,
    e.EntropyRevealed: entropy_revealed,
    e.ShoeMixed: shoe_mixed,
}
