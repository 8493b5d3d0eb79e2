"""How long the lobby takes to appear: in a new browser, in one that has its files, and over a line with delay.

./run python -m bench.lobby [--times 8]

Counted by the browser from the moment it leaves for the address until the fifth table is drawn. The house is the one
of `bench/screens.py`. Needs Chromium on the machine, as the tests of the pages do.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from bench.screens import scene
from pages.conftest import DESK, FLAGS, chromium
from punto.server.service import COOKIE
from server.running import Running

DELAYS = (0, 40)
"""Milliseconds on the line, there and back."""

_FACE = ".table-card:nth-child(5)"

_NOTE = f"""new MutationObserver((_, watch) => {{
    if (!document.querySelector("{_FACE} h2")) return;
    window.drawn = performance.now();
    watch.disconnect();
}}).observe(document, {{ childList: true, subtree: true }})"""


def visits(browser: Browser, house: Running, delay: int) -> tuple[float, float]:
    """Milliseconds of a first visit and of the next, in a browser of its own."""
    context = browser.new_context(
        base_url=house.url, viewport={"width": DESK[0], "height": DESK[1]}, reduced_motion="reduce"
    )
    context.add_cookies([{"name": COOKIE, "value": house.token("Guest"), "url": house.url}])
    context.add_init_script(_NOTE)
    page = context.new_page()
    line = {"offline": False, "latency": delay, "downloadThroughput": -1, "uploadThroughput": -1}
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", line)
    took: list[float] = []
    for _ in range(2):
        page.goto("/")
        page.wait_for_selector(_FACE)
        took.append(page.evaluate("window.drawn"))
    context.close()
    return took[0], took[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=8)
    options = parser.parse_args()
    figures: dict[str, Any] = {}
    with TemporaryDirectory() as folder, scene(Path(folder)) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for delay in DELAYS:
            took = [visits(browser, house, delay) for _ in range(options.times)]
            for name, times in zip(("first", "again"), zip(*took, strict=True), strict=True):
                figures[f"{name}, delay {delay} ms"] = {"median": round(median(times)), "slowest": round(max(times))}
        browser.close()
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
