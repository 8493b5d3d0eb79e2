"""How smooth a table's page is while cards are revealed and squeezed, and how little of it moves between phases.

./run python -m bench.frames [--rounds 6]

Counted by the browser at 1440 x 900, with motion: the time between two frames while a round is dealt, called and paid
and while a card is peeled by the mouse, its median and its 95th percentile in milliseconds; and the layout shift of a
whole round. Needs Chromium on the machine, as the tests of the pages do, and two cores to itself.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Page, sync_playwright

from pages.conftest import FLAGS, Dealer, chromium
from punto.server.service import COOKIE
from server.running import Running, a_table, running

SIZE = (1440, 900)
SIGN = {"stake_min": 25, "stake_max": 5_000, "differential_max": 10_000, "boxes": 7, "burn": False}
FACE_DOWN = SIGN | {"face_down": True}

_RECORD = """() => {
    window.frames_ = [];
    window.shift_ = 0;
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift_ += one.value;
    }).observe({ type: 'layout-shift', buffered: false });
    let last = performance.now();
    const next = (now) => {
        window.frames_.push(now - last);
        last = now;
        requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
}"""


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, math.ceil(part * len(values)) - 1)]


def summary(values: list[float]) -> dict[str, float]:
    return {
        "frames": len(values),
        "median": round(percentile(values, 0.5), 1),
        "95th percentile": round(percentile(values, 0.95), 1),
    }


def take(page: Page) -> list[float]:
    return list(page.evaluate("() => window.frames_.splice(0)"))


def round_of(page: Page, dealer: Dealer) -> list[float]:
    """Frames of one round, from the first card until everything is shown."""
    dealer.open_bets()
    page.wait_for_selector("#tray[data-face=rack]")
    for bet in ("player", "banker", "any_tie"):
        page.click(f".area[data-bet={bet}]")
    page.wait_for_timeout(400)
    dealer.close_bets()
    take(page)
    for card in ("4h", "Kd", "5h", "Kc"):
        dealer.draw(card)
        page.wait_for_timeout(1200)
    page.wait_for_selector("#tray[data-face=result]")
    page.wait_for_timeout(2200)
    return take(page)


def squeeze_of(page: Page, dealer: Dealer) -> list[float]:
    """Frames while a card is peeled from a corner and from an edge."""
    dealer.open_bets().bet("Guest", 1, "player", 500)
    dealer.house.must("squeeze", dealer.table, patron="Guest", card="player")
    dealer.close_bets().draw("4h 2d 3h 4c")
    page.wait_for_selector("punto-squeeze")
    page.wait_for_timeout(500)
    box = page.locator("punto-squeeze").bounding_box()
    assert box
    take(page)
    for x, y in ((0.05, 0.95), (0.5, 0.98)):
        page.mouse.move(box["x"] + box["width"] * x, box["y"] + box["height"] * y)
        page.mouse.down()
        for step in range(60):
            page.mouse.move(box["x"] + box["width"] * (x + step / 300), box["y"] + box["height"] * (y - step / 120))
            page.wait_for_timeout(16)
        page.mouse.move(box["x"] + box["width"] * x, box["y"] + box["height"] * y)
        page.mouse.up()
    frames = take(page)
    page.click(".squeeze-turn")
    page.wait_for_selector("punto-squeeze", state="detached")
    page.wait_for_timeout(3500)
    return frames


def measured(house: Running, page: Page, rounds: int) -> dict[str, Any]:
    page.goto("/table/shown")
    page.wait_for_selector(".area")
    page.evaluate(_RECORD)
    reveal = [frame for _ in range(rounds) for frame in round_of(page, Dealer(house, "shown"))]
    shift = page.evaluate("() => window.shift_") / rounds
    page.goto("/table/squeezed")
    page.wait_for_selector(".area")
    page.evaluate(_RECORD)
    squeeze = [frame for _ in range(max(1, rounds // 2)) for frame in squeeze_of(page, Dealer(house, "squeezed"))]
    return {"reveal": summary(reveal), "squeeze": summary(squeeze), "layout shift a round": round(shift, 4)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=6)
    options = parser.parse_args()
    tables = [
        a_table("shown", "rws-baccarat", cards="physical", sign=SIGN),
        a_table("squeezed", "da-hu-ying-xiong", cards="physical", squeeze_seconds=600.0, sign=FACE_DOWN),
    ]
    with TemporaryDirectory() as folder, running(Path(folder), *tables) as house, sync_playwright() as playwright:
        house.must("buy_in", "shown", patron="Guest", amount=100_000)
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        context = browser.new_context(base_url=house.url, viewport={"width": SIZE[0], "height": SIZE[1]})
        context.add_cookies([{"name": COOKIE, "value": house.token("Guest"), "url": house.url}])
        print(json.dumps(measured(house, context.new_page(), options.rounds), indent=2))
        browser.close()


if __name__ == "__main__":
    main()
