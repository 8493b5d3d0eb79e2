"""Microseconds a composition, by route and by call, beside a plain Python enumeration in the same run.

At the end the core as pages have it, WebAssembly under Node where the machine has that, beside the native one.

./run python bench/kernel.py
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from kernel.dealing import STANDARD, deal, shoe
from punto.kernel import Functional, Program, Route, counts, five_cell, four_cell, joint_cell, routes
from punto.kernel.wasm import wasm_path
from punto.server.routes.pages import PAGES

COMPOSITIONS = 10_000
# The sizes of a document with insurance: seven bets on totals, seventy-three insurance cells.
OFFERS_AFTER_FOUR, OFFERS_AFTER_FIVE = 37, 36


def best(work: Callable[[], object], runs: int) -> float:
    """Seconds of the quickest run: the one that other programs disturbed least."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def program() -> Program:
    """Bets and insurance of the size a house would price."""
    ends = [(pc, bc, p, b) for pc in (2, 3) for bc in (2, 3) for p in range(10) for b in range(10)]
    rows = [
        [joint_cell(*end) for end in ends if end[2] > end[3]],
        [joint_cell(*end) for end in ends if end[2] < end[3]],
        [joint_cell(*end) for end in ends if end[2] == end[3]],
        [joint_cell(*end) for end in ends if end[2] < end[3] == 6 and end[1] == 2],
        [joint_cell(*end) for end in ends if end[2] < end[3] == 6 and end[1] == 3],
        [joint_cell(*end) for end in ends if end[2] == end[3] == 6],
    ]
    bets = [
        Functional(((0, 1), (1, -1))),
        Functional(((0, -2), (1, 2), (3, -1)), denominator=2),
        Functional(((0, -1), (1, -1), (2, 8))),
        Functional(((0, -1), (1, -1), (2, -1), (3, 13), (4, 21))),
        Functional(((0, -1), (1, -1), (2, -1), (4, 51))),
        Functional(((0, -1), (1, -1), (2, -1), (3, 23))),
        Functional(((0, -1), (1, -1), (2, -1), (5, 36))),
    ]
    for cell, offers in ((four_cell, OFFERS_AFTER_FOUR), (five_cell, OFFERS_AFTER_FIVE)):
        for offer in range(offers):
            player, banker = offer % 6, offer // 6
            at = len(rows)
            rows.append([cell(player, banker, outcome) for outcome in range(3)])
            rows += [[cell(player, banker, outcome)] for outcome in range(3)]
            bets.append(Functional(((at + 1, 3), (at + 2, -2)), denominator=2, base=at))
    return Program(STANDARD, rows, bets)


IN_A_PAGE = """
const { readFileSync } = await import("node:fs");
const { lib, module, tableau, compositions, runs } = JSON.parse(readFileSync(0));
const { kernelOf } = await import(`${lib}/kernel.js`);
const kernel = await kernelOf(readFileSync(module));
const given = Int32Array.from(compositions);
let best = Infinity;
for (let run = 0; run < runs; run++) {
  const start = performance.now();
  kernel.countsOfMany(tableau, given);
  best = Math.min(best, performance.now() - start);
}
console.log(best / 1000);
"""


def in_a_page(compositions: np.ndarray[tuple[int, ...], np.dtype[np.int64]], runs: int) -> float | None:
    """Seconds for all of them, copied in and out as a page does it; None without Node."""
    node = shutil.which("node")
    if node is None:
        return None
    question = {
        "lib": (PAGES / "lib").as_uri(),
        "module": str(wasm_path()),
        "tableau": {
            "naturals": STANDARD.naturals,
            "player_draws": STANDARD.player_draws,
            "banker_draws_alone": STANDARD.banker_draws_alone,
            "banker_draws_on": STANDARD.banker_draws_on,
        },
        "compositions": compositions.ravel().tolist(),
        "runs": runs,
    }
    command = [node, "--input-type=module", "-e", IN_A_PAGE]
    done = subprocess.run(command, input=json.dumps(question), capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    rng = np.random.default_rng(8)
    compositions = rng.integers(0, np.array(shoe(8)) + 1, size=(COMPOSITIONS, 10))
    composition = compositions[:1].copy()
    priced = program()
    plain = best(lambda: deal(shoe(8), STANDARD), 3) * 1e6
    print(f"{len(priced.functionals)} payoffs over {len(priced.rows)} rows, {COMPOSITIONS:,} random parts of 8 decks")
    print(f"{'µs a composition':<28}{'counts':>10}{'prices':>10}{'plain Python / prices':>26}")
    for route in routes():
        counted = best(lambda route=route: counts(compositions, STANDARD, route), 3) / COMPOSITIONS * 1e6  # type: ignore[misc]
        price = best(lambda route=route: priced.price(compositions, route), 3) / COMPOSITIONS * 1e6  # type: ignore[misc]
        print(f"{route.name.lower().replace('_', ' '):<28}{counted:>10.2f}{price:>10.2f}{plain / price:>26,.0f}")
    single = best(lambda: [priced.price(composition) for _ in range(200)], 10) / 200 * 1e6
    print(f"{'one composition, one call':<28}{'':>10}{single:>10.2f}{plain / single:>26,.0f}")
    print(f"{'plain Python':<28}{plain:>10,.0f}")
    # Few at a time and many times: one of them is disturbed by nobody.
    few, runs = compositions[:200], 300
    if (page := in_a_page(few, runs)) is not None:
        native = best(lambda: counts(few, STANDARD, Route.TWO_LANES), runs)
        for name, took in (("two lanes, 200 at a time", native), ("WebAssembly, 200 at a time", page)):
            print(f"{name:<28}{took / len(few) * 1e6:>10.2f}")
        print(f"WebAssembly takes {page / native:.2f} times as long")


if __name__ == "__main__":
    main()
