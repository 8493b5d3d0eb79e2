"""Shoes mixed by random patrons, some absent and some liars, at an honest house and at one that wants other cards.

What is published of each is held to a plain account of docs/shoe.md (`table.mixing`) and to the auditor. The dishonest
house learns what the seats reveal, then looks among orders it could have sealed for one that deals better cards.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from house.shuffling import Statistics
from punto.audit.finding import Wrong
from punto.audit.giver import Giver
from punto.audit.walk import Walk
from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refusal
from punto.kit.cards import ALL_CARDS
from punto.rulebook import Library
from punto.table import Event, State
from punto.table import commands as c
from punto.table import events as e
from punto.table.postings import Posting
from punto.table.sealed import Sealed
from punto.table.turn import take_turn
from table.mixing import joined, numbers, order_dealt

LIBRARY = Library()
DECKS, FACES = 8, 52
BOXES = 7
WISHES = 4
"""Among so many orders the dishonest house looks."""

FACE = {str(card): place for place, card in enumerate(ALL_CARDS)}


@dataclass(frozen=True, slots=True)
class Line:
    """One event as it is published, with its money and whoever brought it about."""

    event: Event
    moved: tuple[Posting, ...]
    by: str


class Wheel:
    """One table with one shoe: commands in, lines out."""

    def __init__(self, table: str, seal: Callable[[], Sealed]) -> None:
        self.table, self._seal = table, seal
        self.state = State(LIBRARY.find)
        self.sealed: Sealed | None = None
        self.lines: list[Line] = []

    def copy(self) -> Wheel:
        other = Wheel(self.table, self._seal)
        other.state, other.sealed, other.lines = self.state, self.sealed, list(self.lines)
        return other

    def do(self, command: c.Command) -> Refusal | None:
        turn = take_turn(self.state, command, self.sealed, lambda decks, seed: self._seal(), self.table)
        if isinstance(turn, Refusal):
            return turn
        self.state = turn.state
        assert turn.sealed is None or isinstance(turn.sealed, Sealed)
        self.sealed = turn.sealed
        self.lines += [
            Line(one, moved, command.by or "") for one, moved in zip(turn.events, turn.postings, strict=True)
        ]
        return None

    def must(self, *commands: c.Command) -> None:
        for command in commands:
            refusal = self.do(command)
            assert refusal is None, refusal

    def deal_and_close(self) -> None:
        """One round without bets, and the order is shown."""
        self.must(c.OpenBets(by="dealer"), c.CloseBets(by="dealer"))
        while self.state.table.phase == "dealing":
            self.must(c.DrawCard(by="dealer"))
        self.must(c.CloseShoe(by="pit_supervisor", reason="so be it"))


@dataclass(slots=True)
class Tally:
    """What came of many shoes."""

    shoes: int = 0
    seats: int = 0
    absent: int = 0
    lies_refused: int = 0
    house_only: int = 0
    tried: Counter[str] = field(default_factory=Counter)
    caught: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    """What should not have happened: an honest shoe that is found fault with, or a lie that is not."""
    orders: list[NDArray[np.int64]] = field(default_factory=list)

    def statistics(self) -> Statistics:
        found = Statistics(DECKS, FACES)
        found.take(np.array(self.orders, np.int64))
        return found


def play(tally: Tally, source: Random) -> None:
    """One shoe, honestly; then the same as a house would have it that chooses after the reveals."""
    seal = lambda: dataclasses.replace(seal_shoe(DECKS), dealt=())  # noqa: E731
    wheel = Wheel(f"t{source.randrange(5)}", seal)
    wheel.must(c.OpenTable(rulebook="easy-six", by="dealer"), c.OpenShoe(cards="virtual", entropy=True, by="dealer"))
    seats = {box: source.randbytes(32) for box in source.sample(range(1, BOXES + 1), source.randrange(BOXES + 1))}
    shoe = wheel.state.shoe
    for box, entropy in seats.items():
        fields = (wheel.table, str(shoe.number), shoe.commitment, str(box), f"seat {box}")
        promised = joined("punto entropy 1", *fields, entropy).hex()
        wheel.must(c.CommitEntropy(patron=f"seat {box}", box=box, commitment=promised, by="patron"))
    if source.random() < 0.5 and seats:
        who = source.choice(list(seats))
        wheel.must(c.CutShoe(patron=f"seat {who}", place=source.randrange(1, DECKS * FACES), by="patron"))
    wheel.must(c.CloseEntropy(by="house"))
    shown = _reveal(tally, wheel, seats, source)
    honest = wheel.copy()
    if seats:
        honest.must(c.MixShoe(by="house"))
    _honest(tally, honest)
    for name, lines in lies(wheel, honest, shown, source, seal):
        tally.tried[name] += 1
        missed = [who for who, says in (("auditor", audited(lines)), ("plain", plainly(lines))) if says is None]
        kept = unkept(lines, shown) if name == "a reveal that came is left out" else not missed
        tally.caught[name] += kept
        if not kept:
            tally.wrong.append(f"{name} is not found by {missed}")


def _reveal(tally: Tally, wheel: Wheel, seats: dict[int, bytes], source: Random) -> dict[int, str]:
    """Some seats lie first, some never show what they have; what was shown, by box."""
    shown: dict[int, str] = {}
    tally.shoes += 1
    tally.seats += len(seats)
    for box, entropy in sorted(seats.items(), key=lambda one: source.random()):
        mood = source.random()
        if mood < 0.2:
            other = source.randbytes(32).hex()
            refusal = wheel.do(c.RevealEntropy(patron=f"seat {box}", box=box, entropy=other, by="patron"))
            assert refusal is not None
            assert refusal.code == "bad_entropy"
            tally.lies_refused += 1
        if mood < 0.1 or mood > 0.8:
            tally.absent += 1
            continue
        wheel.must(c.RevealEntropy(patron=f"seat {box}", box=box, entropy=entropy.hex(), by="patron"))
        shown[box] = entropy.hex()
    tally.house_only += not shown
    return shown


def _honest(tally: Tally, wheel: Wheel) -> None:
    assert wheel.sealed is not None
    sealed, cut = wheel.sealed, wheel.state.shoe.cut_place
    came = [str(card) for card in sealed.cards(0, cut, sealed.size)]
    wheel.deal_and_close()
    for who, says in (("auditor", audited(wheel.lines)), ("plain account", plainly(wheel.lines))):
        if says is not None:
            tally.wrong.append(f"the {who} has something against an honest shoe: {says}")
    if published_order(wheel.lines) != came:
        tally.wrong.append("the order that follows from what is published is not the one that was dealt from")
    tally.orders.append(np.array([FACE[card] for card in came], np.int64))


def lies(
    wheel: Wheel, honest: Wheel, shown: dict[int, str], source: Random, seal: Callable[[], Sealed]
) -> list[tuple[str, list[Line]]]:
    """The same shoe as a house tells it that chose its order, its cut or its seats after the reveals."""
    assert wheel.sealed is not None
    found = []
    other = wheel.copy()
    wishes = [dataclasses.replace(one, dealt=()) for one in (seal() for _ in range(WISHES))]
    # The order whose first card counts most, once the seats' bytes have mixed it: what the house would like to deal.
    other.sealed = max(wishes, key=lambda one: _first_points(wheel, one))
    if wheel.state.shoe.mixing and wheel.state.shoe.mixing.stage != "mixed":
        other.must(c.MixShoe(by="house"))
    other.deal_and_close()
    true = next(line.event for line in honest.lines if isinstance(line.event, e.ShoeClosed))
    mixed = next(line.event for line in honest.lines if isinstance(line.event, e.ShoeMixed))
    shows_true = changed(other.lines, e.ShoeClosed, order=true.order, salt=true.salt)
    found.append(("another order is dealt and shown", other.lines))
    found.append(("another order is dealt, the sealed one shown", shows_true))
    claims = changed(shows_true, e.ShoeMixed, commitment=mixed.commitment)
    found.append(("the same, with the commitment of the sealed one", claims))
    if shown:
        fresh = other.sealed
        assert fresh is not None
        again = changed(other.lines, e.ShoeOpened, commitment=Sealed(fresh.order, fresh.salt).commitment)
        found.append(("the first commitment is replaced too", again))
        box = source.choice(sorted(shown))
        dropped = _without(wheel, box)
        dropped.deal_and_close()
        found.append(("a reveal that came is left out", dropped.lines))
    if honest.state.table.shoe is None and _cut_by(honest.lines) == "house":
        place = 1 + (_cut_at(honest.lines) + source.randrange(DECKS * FACES - 2)) % (DECKS * FACES - 1)
        if place != _cut_at(honest.lines):
            found.append(("the house cuts elsewhere", changed(honest.lines, e.ShoeCut, place=place)))
    return found


def _first_points(wheel: Wheel, order: Sealed) -> int:
    shoe = wheel.state.shoe
    revealed = shoe.mixing.revealed if shoe.mixing else {}
    dealt = order_dealt([str(card) for card in order.order], shoe.name, dict(revealed), shoe.cut_place)
    return int("0A23456789".find(dealt[0][0]))


def _without(wheel: Wheel, box: int) -> Wheel:
    """The same house, as if one seat had never shown its bytes."""
    other = Wheel(wheel.table, lambda: sealed)
    sealed = dataclasses.replace(wheel.sealed, dealt=()) if wheel.sealed else seal_shoe(DECKS)
    for line in wheel.lines:
        match line.event:
            case e.TableOpened():
                other.must(c.OpenTable(rulebook="easy-six", by="dealer"))
            case e.ShoeOpened():
                other.must(c.OpenShoe(cards="virtual", entropy=True, by="dealer"))
            case e.EntropyCommitted() as one:
                given = c.CommitEntropy(patron=one.patron, box=one.box, commitment=one.commitment, by="patron")
                other.must(given)
            case e.ShoeCut(patron=patron, place=place) if patron != "house":
                other.must(c.CutShoe(patron=patron, place=place, by="patron"))
            case e.EntropyClosed():
                other.must(c.CloseEntropy(by="house"))
            case e.EntropyRevealed() as one if one.box != box:
                other.must(c.RevealEntropy(patron=one.patron, box=one.box, entropy=one.entropy, by="patron"))
    other.must(c.MixShoe(by="house"))
    return other


def unkept(lines: Sequence[Line], receipts: dict[int, str]) -> bool:
    """Whether a receipt of some seat is for bytes that the log has not: what `punto audit --receipt` says."""
    told = {(line.event.box, line.event.entropy) for line in lines if isinstance(line.event, e.EntropyRevealed)}
    return any(receipt not in told for receipt in receipts.items())


def changed(lines: Sequence[Line], kind: type[Event], **fields: object) -> list[Line]:
    """The same lines, with something else in the events of one kind."""
    return [
        dataclasses.replace(line, event=replace(line.event, **fields)) if isinstance(line.event, kind) else line
        for line in lines
    ]


def audited(lines: Sequence[Line]) -> str | None:
    """What the auditor has against a log."""
    opened = next(line.event for line in lines if isinstance(line.event, e.ShoeOpened))
    walk = Walk(opened.table, LIBRARY.find)
    try:
        for line in lines:
            walk.step(line.event, line.moved, Giver(line.by))
    except Wrong as error:
        return str(error)
    return None


def _cut_by(lines: Sequence[Line]) -> str:
    return next(line.event.patron for line in lines if isinstance(line.event, e.ShoeCut))


def _cut_at(lines: Sequence[Line]) -> int:
    return next(line.event.place for line in lines if isinstance(line.event, e.ShoeCut))


def published_order(lines: Sequence[Line]) -> list[str]:
    """The cards in the order in which they leave the shoe, from what is published alone."""
    events = [line.event for line in lines]
    opened = next(one for one in events if isinstance(one, e.ShoeOpened))
    closed = next(one for one in events if isinstance(one, e.ShoeClosed))
    shown = {one.box: one.entropy for one in events if isinstance(one, e.EntropyRevealed)}
    name = (opened.table, opened.number, opened.commitment)
    return order_dealt((closed.order or "").split(), name, shown, _cut_at(lines))


def plainly(lines: Sequence[Line]) -> str | None:
    """What a plain reading of docs/shoe.md has against a log."""
    events = [line.event for line in lines]
    opened = next(one for one in events if isinstance(one, e.ShoeOpened))
    closed = next(one for one in events if isinstance(one, e.ShoeClosed))
    mixed = next(one for one in events if isinstance(one, e.ShoeMixed))
    if sha256(f"{closed.salt}\n{closed.order}".encode()).hexdigest() != opened.commitment:
        return "the order shown is not the one committed to"
    promised = {one.box: one for one in events if isinstance(one, e.EntropyCommitted)}
    for one in events:
        if isinstance(one, e.EntropyRevealed):
            fields = (opened.table, str(opened.number), opened.commitment, str(one.box), promised[one.box].account)
            if joined("punto entropy 1", *fields, bytes.fromhex(one.entropy)).hex() != promised[one.box].commitment:
                return "a seat shows other bytes than it committed to"
    cut, size = _cut_at(lines), DECKS * FACES
    if _cut_by(lines) == "house" and cut != 1 + numbers(joined("punto house cut 1", closed.salt or ""), [size - 1])[0]:
        return "the house did not cut by its salt"
    order = published_order(lines)
    uncut = order[-cut:] + order[:-cut]
    if sha256(f"{closed.salt}\n{' '.join(uncut)}".encode()).hexdigest() != mixed.commitment:
        return "the order that follows is not the one committed to after the reveals"
    came: list[str | None] = []
    for one in events:
        if isinstance(one, e.CardsBurned):
            came += [one.card, *[None] * one.unseen]
        elif isinstance(one, e.CardDrawn):
            came.append(one.card)
    if any(card is not None and card != due for card, due in zip(came, order, strict=False)):
        return "a card was dealt that the order has not there"
    return None
