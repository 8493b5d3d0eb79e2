"""A GPU against the processor: the same cells for one seed, the same values, and both rates.

./run python -m bench.gpu --dump build/gpu.json   where the rulebooks can be read
python -m bench.gpu build/gpu.json                where the card is; needs NumPy, CuPy and the kernel alone
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from punto.kernel import Functional, Masks, Program
from punto.kernel.deal import Dealing, deal, no_tallies, tasks_of
from punto.kernel.device import Pricer, cupy, deal_on_device, values_on_device

SMALL, LARGE = 64 * 4096, 64 * 132 * 448 * 16 * 4
DECK = np.array([16, *(4,) * 9])


def dump(file: Path) -> None:
    """Every shipped rulebook's tableau and prices, as plain lists."""
    from punto.chance.many import _plan
    from punto.rulebook import Library

    shelf = Library()
    programs = {}
    for id in shelf.ids:
        program = _plan(shelf.find(id)).program
        masks = program.masks
        programs[id] = {
            "masks": [masks.player_draws, masks.naturals, masks.banker_draws_alone, list(masks.banker_draws_on)],
            "rows": [list(row) for row in program.rows],
            "functionals": [
                [list(map(list, functional.payoffs)), functional.denominator, functional.base]
                for functional in program.functionals
            ],
        }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(programs))


def masks_of(plain: dict[str, Any]) -> Masks:
    player, naturals, alone, on = plain["masks"]
    return Masks(player, naturals, alone, tuple(on))


def program_of(plain: dict[str, Any]) -> Program:
    functionals = [Functional(tuple(map(tuple, pays)), down, base) for pays, down, base in plain["functionals"]]
    return Program(masks_of(plain), plain["rows"], functionals)


def dealing_agrees(masks: Masks) -> None:
    for decks, cut, burn in ((8, 14, -1), (6, 3, 0), (10, 100, 5), (1, 0, 0)):
        dealing = Dealing(masks, decks, cut, burn)
        shoes = SMALL // 8 + 17
        there = no_tallies()
        for part in deal_on_device(dealing, 20261116, tasks_of(shoes), shoes):
            there.add(part)
        here = deal(dealing, 20261116, 0, tasks_of(shoes), shoes)
        print(
            f"{decks} decks, cut {cut}, burn {burn}: {here.coups:,} coups, every cell alike: {here.same(there)}",
            flush=True,
        )
        assert here.same(there)


def deal_rate(masks: Masks) -> None:
    dealing = Dealing(masks)
    for _ in range(3):
        start, coups = perf_counter(), 0
        for part in deal_on_device(dealing, 1, tasks_of(LARGE), LARGE):
            coups += part.coups
        seconds = perf_counter() - start
        print(f"{coups:,} coups in {seconds:.3f} s: {coups / seconds / 1e9:.1f} billion a second", flush=True)


def prices_agree(id: str, program: Program) -> None:
    shoes = np.random.default_rng(7).integers(0, 8 * DECK + 1, size=(20_000, 10))
    here, there = program.values(shoes), values_on_device(program, shoes)
    apart = np.nanmax(np.abs(here - there))
    print(f"{id}: {len(program.functionals)} values of {len(shoes):,} shoes, at most {apart:.1e} apart", flush=True)
    assert apart < 1e-9
    assert (np.isnan(here) == np.isnan(there)).all()


def price_rate(id: str, program: Program) -> None:
    """With everything the program prices, and with bets alone, which is what perfect play asks."""
    cp = cupy()
    bets = [functional for functional in program.functionals if functional.base < 0]
    most = 1 + max(row for functional in bets for row, _ in functional.payoffs)
    shoes = np.random.default_rng(8).integers(0, 8 * DECK + 1, size=(4_000_000, 10))
    for what, part in (("bets and offers", program), ("bets", Program(program.masks, program.rows[:most], bets))):
        pricer = Pricer(part)
        there = pricer.carried(shoes)
        rates = []
        for _ in range(4):
            start = perf_counter()
            pricer.run(there)
            cp.cuda.Device().synchronize()
            rates.append(len(shoes) / (perf_counter() - start) / 1e6)
        print(f"{id}, {len(part.functionals)} {what}: {max(rates):.1f} million compositions a second", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--dump", action="store_true")
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    if options.dump:
        dump(options.file)
        return
    programs = json.loads(options.file.read_text())
    print(cupy().cuda.runtime.getDeviceProperties(0)["name"].decode())
    masks = masks_of(programs["da-hu-ying-xiong"])
    dealing_agrees(masks)
    deal_rate(masks)
    for id, plain in programs.items():
        prices_agree(id, program_of(plain))
    for id, plain in programs.items():
        price_rate(id, program_of(plain))


if __name__ == "__main__":
    main()
