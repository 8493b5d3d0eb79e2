"""How much a page works while nobody touches it, and what a first visit weighs.

./run python -m bench.idle [--seconds 20] [--only lobby]

Five tables deal by themselves and wait a minute for bets, so that every countdown runs. Counted by the browser: the
main thread's share of the time, layouts and style recalculations a second; requests and bytes of the first visit.
Needs Chromium on the machine, as the tests of the pages do.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, sync_playwright

from pages.conftest import DESK, DOCUMENTS, FLAGS, chromium
from punto.server.service import COOKIE
from server.running import Running, quick, running


class Look(NamedTuple):
    """A page, who looks at it, and what must be there before it is measured."""

    page: str
    who: str | None
    path: str
    face: str = "main"


LOOKS = (
    Look("lobby", "Guest", "/", ".table-card:nth-child(5)"),
    Look("table", "Guest", "/table/easy-six", ".area"),
    Look("dealer", "Dealer 1", "/dealer/easy-six", ".box"),
    Look("pit", "Pit Manager 1", "/pit#easy-six", ".looked-at"),
    Look("board", "Guest", "/board/easy-six", ".odds li"),
    Look("odds", "Guest", "/odds/easy-six", "table"),
    Look("audit", "Auditor 1", "/audit/easy-six", "tr.event"),
    Look("cage", "Cage 1", "/cage", ".panel.waiting"),
    Look("results", "Pit Manager 1", "/results", "table.takings tr"),
    Look("history", "Guest", "/history", ".history-head"),
    Look("tour", "Guest", "/tour", ".coach"),
    Look("people", "Administrator 1", "/people", "table"),
    Look("account", "Guest", "/account", "form"),
    Look("sign-in", None, "/sign-in", "form"),
)


def measured(browser: Browser, house: Running, look: Look, seconds: float) -> dict[str, float]:
    """One page's figures, in a browser of its own."""
    context = browser.new_context(base_url=house.url, viewport={"width": DESK[0], "height": DESK[1]})
    if look.who:
        context.add_cookies([{"name": COOKIE, "value": house.token(look.who), "url": house.url}])
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    loaded: list[float] = []
    tools.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    page.goto(look.path)
    page.wait_for_selector(look.face)
    page.wait_for_timeout(3000)
    requests, weight = len(loaded), sum(loaded)
    tools.send("Performance.enable")
    before, began = _metrics(tools), time.perf_counter()
    page.wait_for_timeout(seconds * 1000)
    after, took = _metrics(tools), time.perf_counter() - began
    context.close()
    spent = {name: (after[name] - before[name]) / took for name in after}
    return {
        "main thread, %": round(100 * spent["TaskDuration"], 2),
        "layouts a second": round(spent["LayoutCount"], 1),
        "styles a second": round(spent["RecalcStyleCount"], 1),
        "requests": requests,
        "kilobytes": round(weight / 1000),
    }


def _metrics(tools: Any) -> dict[str, float]:
    metrics = tools.send("Performance.getMetrics")["metrics"]
    return {
        metric["name"]: metric["value"]
        for metric in metrics
        if metric["name"] in ("TaskDuration", "LayoutCount", "RecalcStyleCount")
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    tables = [quick(document, document, 0.15, betting_seconds=60.0, result_seconds=2.0) for document in DOCUMENTS]
    figures: dict[str, Any] = {}
    with TemporaryDirectory() as folder, running(Path(folder), *tables) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for look in LOOKS:
            if look.page.startswith(options.only):
                figures[look.page] = measured(browser, house, look, options.seconds)
        browser.close()
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
