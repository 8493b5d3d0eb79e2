"""How long each page takes to appear: in a new browser and in one that was here before, without and with a delay.

./run python -m bench.paint [--against FOLDER] [--times 5] [--only lobby]

FOLDER is another checkout with its `./run` (a clone, or `git worktree add`): its house stands beside this one's, and
each visit of one is followed by the same visit of the other, so that both meet the same load. Counted by the browser
from the moment it leaves for the address: until something of the page is painted, and until what it is about is drawn.
The house is that of `bench/idle.py`. Needs Chromium on the machine, as the tests of the pages do.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import IO, Any, Final, NamedTuple

HERE: Final = Path(__file__).parents[1]

DELAYS: Final = (0, 40)
"""Milliseconds on the line, there and back."""

_NOTE: Final = """new MutationObserver((_, watch) => {
    if (!document.querySelector(%s)) return;
    window.drawn = performance.now();
    watch.disconnect();
}).observe(document, { childList: true, subtree: true, attributes: true })"""

_PAINTED: Final = """() => new Promise((painted) => new PerformanceObserver((list) => {
    const [first] = list.getEntriesByName("first-contentful-paint");
    if (first) painted(first.startTime);
}).observe({ type: "paint", buffered: true }))"""


class Door(NamedTuple):
    """Where a house is, and the process that it stands in."""

    url: str
    questions: IO[bytes]
    answers: IO[bytes]

    def token(self, name: str) -> str:
        """A new session of somebody: one from the beginning of a long run would have ended meanwhile."""
        self.questions.write(name.encode() + b"\n")
        self.questions.flush()
        return self.answers.readline().decode().strip()


@contextmanager
def house_of(checkout: Path) -> Iterator[Door]:
    """The house of a checkout, in a process of its own with that checkout's environment."""
    command = [str(checkout / "run"), "python", str(Path(__file__)), "--house", str(checkout)]
    with subprocess.Popen(command, cwd=checkout, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield Door(process.stdout.readline().decode().strip(), process.stdin, process.stdout)
        finally:
            process.stdin.close()


def stand(checkout: Path) -> None:
    """Be that house until its standard input ends, each line of which is a name and answered by a session; whatever the
    checkout, its own modules are used."""
    sys.path[:0] = [str(checkout / "tests")]
    from pages.conftest import DOCUMENTS
    from server.running import quick, running

    tables = [quick(id, id, 0.15, betting_seconds=600.0, result_seconds=2.0) for id in DOCUMENTS]
    with TemporaryDirectory() as folder, running(Path(folder), *tables) as house:
        print(house.url, flush=True)
        for line in sys.stdin:
            print(house.token(line.strip()), flush=True)


def visits(browser: Any, door: Door, look: Any, delay: int) -> Iterator[tuple[str, float]]:
    """Milliseconds of a first visit and of the next, in a browser of its own."""
    context = browser.new_context(base_url=door.url, viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    if look.who:
        context.add_cookies([{"name": COOKIE, "value": door.token(look.who), "url": door.url}])
    context.add_init_script(_NOTE % json.dumps(look.face))
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    line = {"offline": False, "latency": delay, "downloadThroughput": -1, "uploadThroughput": -1}
    tools.send("Network.emulateNetworkConditions", line)
    for visit in ("new", "again"):
        page.goto(look.path)
        page.wait_for_selector(look.face)
        yield f"{visit}, {delay} ms, painted", page.evaluate(_PAINTED)
        yield f"{visit}, {delay} ms, drawn", page.evaluate("window.drawn")
        page.goto("about:blank")
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    sides = {"here": HERE} | ({"there": options.against.resolve()} if options.against else {})
    figures: dict[str, Any] = {}
    with ExitStack() as stack, sync_playwright() as playwright:
        doors = {side: stack.enter_context(house_of(checkout)) for side, checkout in sides.items()}
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        looks = [look for look in LOOKS if look.page.startswith(options.only)]
        if options.against:  # A page that the other checkout has not cannot be held against it.
            pages = options.against / "src" / "punto" / "server" / "pages"
            looks = [look for look in looks if list(pages.rglob(f"{look.page}.html"))]
        for look in looks:
            took: dict[str, dict[str, list[float]]] = {}
            for delay in DELAYS:
                for turn in range(options.times):
                    for side in list(doors)[:: -1 if turn % 2 else 1]:
                        for name, ms in visits(browser, doors[side], look, delay):
                            took.setdefault(name, {}).setdefault(side, []).append(ms)
            figures[look.page] = {
                name: {side: round(median(times)) for side, times in by_side.items()} for name, by_side in took.items()
            }
            print(look.page, json.dumps(figures[look.page]), flush=True, file=sys.stderr)
        browser.close()
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--house"]:
        stand(Path(sys.argv[2]))
    else:
        from playwright.sync_api import sync_playwright

        from bench.idle import LOOKS
        from pages.conftest import FLAGS, chromium
        from punto.server.service import COOKIE

        main()
