"""How long exact chances take: many shoes at once, one shoe, a part-dealt coup, the command; against plain dealing.

`./run python bench/chance.py` prints a line for each, with the target it is held to. One core is used.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from punto.chance import Composition, price, price_many
from punto.chance.brute import bet_by_hand, deal, offers_by_hand
from punto.kit import read_cards
from punto.rulebook import Library, Rulebook

SHOES = 10_000
LIBRARY = Library()


def best(work: Callable[[], object], times: int) -> float:
    """Seconds of the quickest run: what the machine can do when nothing else wants it."""
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def by_hand(book: Rulebook, shoe: Composition) -> None:
    """The same figures by a plain enumeration in Python."""
    tally = deal(book, shoe, max(bet.scope for bet in book.bets.values()))
    for bet in book.bets:
        bet_by_hand(book, bet, tally)
    offers_by_hand(book, tally)


def line(what: str, seconds: float, target: float, plain: float | None = None) -> None:
    unit, scale = ("us", 1e6) if target < 1e-3 else ("ms", 1e3)
    ratio = "" if plain is None else f"   {plain / seconds:>12,.0f} times as fast as dealing by hand"
    print(f"{what:<58}{seconds * scale:>9.2f} {unit}  (target {target * scale:g} {unit}){ratio}")


def measure(book: Rulebook) -> None:
    shoes = np.random.default_rng(1).integers(0, 33, size=(SHOES, 13))
    alone, first = shoes[:1].copy(), Composition.of_ranks(shoes[0].tolist())
    plain = best(lambda: by_hand(book, first), 1)
    figures = f"{len(book.bets)} bets, {len(book.insurance)} offers"
    print(f"{book.id}, {figures}: dealing one shoe by hand takes {plain:.1f} s")
    price_many(book, shoes[:10])
    line(f"  {SHOES:,} random shoes in one call, each", best(lambda: price_many(book, shoes), 5) / SHOES, 12e-6, plain)
    line("  one shoe alone, from Python", best(lambda: price_many(book, alone), 300), 100e-6, plain)
    line("  a whole sheet of fractions", best(lambda: price(book, first), 10), 50e-3, plain)
    for cards in ("5h", "5h 6c", "5h 6c Td", "5h 6c Td 8s"):
        line(f"  a coup after {cards}", best(partial(price, book, Composition.fresh(8), read_cards(cards)), 5), 50e-3)
    command = f"from punto.cli.main import main; main(['odds', '{book.id}', '--json'])"
    shell = partial(subprocess.run, [sys.executable, "-c", command], check=True, stdout=subprocess.DEVNULL)
    line(f"  punto odds {book.id} --json, from the shell", best(shell, 3), 1.0)


if __name__ == "__main__":
    for id in ("da-hu-ying-xiong", "rws-baccarat"):
        measure(LIBRARY.find(id))
