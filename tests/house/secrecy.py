"""Looking for undealt cards of an open shoe in everything the house lets out: answers, errors, logs, files."""

from __future__ import annotations

import logging
import re
import secrets
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from punto.house.tables.desk import Desk, Done
from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refusal
from punto.kit.cards import ALL_CARDS
from punto.rulebook import Library
from punto.store import open_store
from punto.table import commands as c
from punto.table.sealed import Sealed, ShoeOrder
from shifts.people import People
from shifts.shift import say

CARD = re.compile(r"(?<![A-Za-z0-9])[A2-9TJQK][shdc](?![A-Za-z0-9])")
WORD = 4
"""So many undealt cards in a row are no coincidence: one chance in seven million for each place of a file."""


class Leak(AssertionError):
    """Something was seen that nobody may see yet."""


def spellings(order: tuple[object, ...]) -> Iterator[bytes]:
    """The ways a run of cards could stand in a file without being encrypted."""
    words = [str(card) for card in order]
    for joint in (" ", "", ",", '","', '", "', "\n"):
        yield joint.join(words).encode()
    numbers = [ALL_CARDS.index(card) for card in order]
    yield bytes(numbers * 2)  # A byte a card could come by chance, so twice as many are asked for.
    yield ",".join(map(str, numbers)).encode()


def look_for(sealed: ShoeOrder, out: int, cut: int, where: str, content: bytes) -> None:
    """Find a run of undealt cards, or the salt, in bytes that anybody might read."""
    if sealed.salt.encode() in content or bytes.fromhex(sealed.salt) in content:
        raise Leak(f"the salt of an open shoe is in {where}")
    left = sealed.cards(out, cut, sealed.size)
    for at in range(0, len(left) - WORD + 1, WORD):
        for spelling in spellings(left[at : at + WORD]):
            if spelling in content:
                raise Leak(f"cards {out + at} to {out + at + WORD} of an open shoe are in {where}")


class Watch:
    """The house at work with real shuffles, and somebody who reads everything."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.seed = folder, seed
        self.sealed: dict[str, Sealed] = {}
        """By commitment: a shoe may be shuffled for a command that is then refused."""
        self.answers = self.scans = 0
        self.heard = _Heard()

    def seal(self, decks: int, seed: int | None) -> Sealed:
        sealed = seal_shoe(decks)  # As for play, whatever seed the people of a simulation ask for.
        self.sealed[sealed.commitment] = sealed
        return sealed

    def run(self, coups: int) -> None:
        find = Library().find
        people = People(self.seed, find("da-hu-ying-xiong"))
        people.physical = False
        chance = Random(self.seed)
        root = logging.getLogger()
        root.addHandler(self.heard)
        before, root.level = root.level, logging.DEBUG
        try:
            with open_store(self.folder / "books.db") as store:
                key = secrets.token_bytes(32)
                desk = Desk(store, "T", find, key=key, seal_shoe=self.seal, now=lambda: "2026-11-16T20:00:00Z")
                saying = people.commands(coups)
                command = next(saying)
                for number in range(10_000_000):
                    shoe = desk.state.table.shoe
                    answer = desk.do(replace(command, id=f"c{number}"))
                    self._read(command, answer, desk)
                    if chance.random() < 0.02:
                        desk.save()
                    if chance.random() < 0.005 and shoe is not None:
                        self.scan(desk)
                    command = say(saying, desk.state)
        except StopIteration:
            pass
        finally:
            root.removeHandler(self.heard)
            root.level = before

    def _read(self, command: c.Command, answer: Done | Refusal, desk: Desk) -> None:
        """Every card in an answer has left the shoe, or was named by whoever sent the command."""
        self.answers += 1
        told = msgspec.json.encode(answer if isinstance(answer, Refusal) else answer.events).decode()
        shoe = desk.state.table.shoe
        if shoe is None:
            return
        sealed = self.sealed[shoe.commitment]
        # A card that was reported exposed is out of the shoe for everybody's eyes, even before it is decided on.
        waits = desk.state.table.pending
        pending = len(waits.cards) if waits else 0
        cut = shoe.cut_place
        shown = Counter(map(str, sealed.cards(0, cut, shoe.out + pending)))
        said = set(CARD.findall(msgspec.json.encode(command).decode()))
        for card in set(CARD.findall(told)) - said:
            if not shown[card]:
                raise Leak(f"{card} is in the answer {told[:200]} and has not left the shoe")
        look_for(sealed, shoe.out + pending, cut, "an answer", (told + repr(answer) + repr(desk.state.table)).encode())

    def scan(self, desk: Desk) -> None:
        """The files of the database and what was logged, at this moment."""
        shoe = desk.state.table.shoe
        if shoe is None:
            return
        sealed = self.sealed[shoe.commitment]
        waits = desk.state.table.pending
        out = shoe.out + (len(waits.cards) if waits else 0)
        for file in self.folder.iterdir():
            look_for(sealed, out, shoe.cut_place, file.name, file.read_bytes())
        look_for(sealed, out, shoe.cut_place, "the log", "\n".join(self.heard.lines).encode())
        look_for(sealed, out, shoe.cut_place, "its repr", repr(sealed).encode())
        self.scans += 1


class _Heard(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))
