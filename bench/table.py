"""Commands a second that the table decides and evolves in memory, with and without money moved.

    python bench/table.py [COUPS]

One shift of random bets at each document; every command is decided, its events
folded into the state, its postings made in a ledger.
"""

from __future__ import annotations

import random
import sys
import time

from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refusal
from punto.rulebook import Library
from punto.table import commands as c
from punto.table import decide, evolve
from punto.table.script import Script
from punto.table.state import State

DOCUMENTS = ("rws-insurance", "insurance-lucky-six", "rws-baccarat", "da-hu-ying-xiong", "easy-six")
BETS = ("player", "banker")
SEATS = [(f"seat {box}", box) for box in range(1, 6)]


def commands(document: str, coups: int) -> list[c.Command]:
    """A shift: five seats, two bets each, insurance asked for after four cards and after five."""
    source = random.Random(document)
    script = Script(Library().find, seal_shoe)
    shift: list[c.Command] = []

    def do(command: c.Command) -> bool:
        shift.append(command)
        return not isinstance(script.do(command), Refusal)

    do(c.OpenTable(rulebook=document, settings={"boxes": 7, "decks": 8, "stake_min": 1, "differential_max": 5000}))
    do(c.OpenShoe(cards="physical"))
    order = list(seal_shoe(8, 1).order)
    for _ in range(coups):
        if len(order) < 20:
            do(c.CloseShoe(by="pit_supervisor", reason="so be it"))
            do(c.OpenShoe(cards="physical"))
            order = list(seal_shoe(8, source.randrange(10**9)).order)
        if not do(c.OpenBets()):
            order.clear()
            continue
        for patron, box in SEATS:
            do(c.PlaceBet(patron=patron, box=box, bet=source.choice(BETS), stake=source.randint(1, 50) * 10))
            do(c.PlaceBet(patron=patron, box=box, bet=source.choice(BETS), stake=100))
        do(c.CloseBets())
        while script.state.table.phase == "dealing":
            do(c.DrawCard(card=str(order.pop())))
            if len(script.state.coup.cards) in (4, 5):
                patron, box = source.choice(SEATS)
                do(c.TakeInsurance(patron=patron, box=box, insures="banker", stake=10))
    return shift


def decided(shift: list[c.Command], find: object) -> tuple[int, float]:
    """Events and seconds of this process (others may be busy), decided and folded, nothing else."""
    state = State(find)  # type: ignore[arg-type]
    events = 0
    start = time.process_time()
    for command in shift:
        answer = decide(state, command)
        if isinstance(answer, list):
            for event in answer:
                state = evolve(state, event)
            events += len(answer)
    return events, time.process_time() - start


def booked(shift: list[c.Command]) -> float:
    """Seconds with the postings made in a ledger."""
    script = Script(Library().find, seal_shoe)
    start = time.process_time()
    for command in shift:
        script.do(command)
    return time.process_time() - start


def main() -> None:
    coups = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    print(f"{'rulebook':22}{'commands':>10}{'events':>9}{'decided/s':>12}{'booked/s':>12}")
    for document in DOCUMENTS:
        shift = commands(document, coups)
        find = Library().find
        find(document)
        events, seconds = decided(shift, find)
        whole = booked(shift)
        row = f"{document:22}{len(shift):>10,}{events:>9,}{len(shift) / seconds:>12,.0f}{len(shift) / whole:>12,.0f}"
        print(row)


if __name__ == "__main__":
    main()
