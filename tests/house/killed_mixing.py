"""A process that opens, mixes and deals one shoe on real books and is killed at a step; started again it goes on.

python -m house.killed_mixing URL STOP     (prints each step once it is in the books; SIGKILL after the step STOP)
"""

from __future__ import annotations

import os
import signal
import sys

from punto.house.tables.desk import Desk, Done
from punto.house.tables.receipts import receipt_of
from punto.house.tables.shuffler import seal_shoe
from punto.kit.entropy import entropy_commitment
from punto.rulebook import Library
from punto.store import open_store, own_signing_key
from punto.table import Command
from punto.table import commands as c

KEY = bytes(range(32))
SIGNING = own_signing_key(KEY)
SEATS = {1: bytes(32), 3: bytes(range(32))}
STEPS = (
    "opened",
    "committed 1",
    "committed 3",
    "cut",
    "closed",
    "revealed 1",
    "revealed 3",
    "mixed",
    "bets opened",
    "bets closed",
    "first card",
)


def command_at(desk: Desk, step: str) -> Command:
    """What is given at a step; its id makes it happen once, however often it is sent."""
    name, _, box = step.partition(" ")
    match name:
        case "opened":
            return c.OpenShoe(cards="virtual", entropy=True, by="dealer", id=step)
        case "committed":
            seat = int(box)
            promised = entropy_commitment(desk.state.shoe.name, seat, f"seat {seat}", SEATS[seat])
            return c.CommitEntropy(patron=f"seat {seat}", box=seat, commitment=promised, by="patron", id=step)
        case "cut":
            return c.CutShoe(patron="seat 1", place=77, by="patron", id=step)
        case "closed":
            return c.CloseEntropy(by="house", id=step)
        case "revealed":
            seat = int(box)
            return c.RevealEntropy(patron=f"seat {seat}", box=seat, entropy=SEATS[seat].hex(), by="patron", id=step)
        case "mixed":
            return c.MixShoe(by="house", id=step)
        case "bets":
            return c.OpenBets(by="dealer", id=step) if box == "opened" else c.CloseBets(by="dealer", id=step)
        case _:
            return c.DrawCard(by="dealer", id=step)


def main(url: str, stop: str) -> None:
    with open_store(url) as store:
        desk = Desk(store, "t", Library().find, key=KEY, seal_shoe=seal_shoe, now=lambda: "2026-11-18T08:00:00Z")
        if desk.state.table.phase == "closed":
            assert isinstance(desk.do(c.OpenTable(rulebook="easy-six", by="dealer", id="table")), Done)
        for step in STEPS:
            done = desk.do(command_at(desk, step))
            assert isinstance(done, Done), (step, done)
            receipt = receipt_of(store, SIGNING, "t", done)
            print(f"{step}\t{done.version}\t{receipt.signature if receipt else ''}", flush=True)
            if step == stop:
                os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
