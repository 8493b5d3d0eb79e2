"""Chromium, a house with tables that wait for nothing but the test, and people at them."""

from __future__ import annotations

import os
import shutil
import warnings
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from pages.staffed import staffed
from punto.server.service import COOKIE
from server.running import Running, a_table, quick, running

DOCUMENTS: Final = ("da-hu-ying-xiong", "rws-baccarat", "rws-insurance", "insurance-lucky-six", "easy-six")

DESK: Final = (1280, 800)
PHONE: Final = (390, 844)

CHIPS: Final = 100_000

_PATIENCE_MS: Final = 15_000
"""How long a page may take on a machine that has much else to do. Only a failing test waits that long."""

_SIGN: Final = {"stake_min": 25, "stake_max": 5_000, "differential_max": 10_000, "boxes": 7, "burn": False}
_FACE_DOWN: Final = {"sign": _SIGN | {"face_down": True}, "cards": "physical"}
_FACE_UP: Final = {"sign": _SIGN, "cards": "physical"}


_NEEDLESS: Final = (
    # An address bar that nobody sees loads two pages of its own for each window, which takes longer than ours.
    "WebUIOmniboxPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxAimPopup",
    # What Playwright switches off; only the last list of features counts.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
)
FLAGS: Final = (
    "--no-sandbox",  # A machine that runs tests as root has no sandbox for Chromium; these pages are our own.
    "--disable-gpu",
    f"--disable-features={','.join(_NEEDLESS)}",
)
"""How Chromium is started for the pages' tests and benchmarks."""


def chromium() -> str | None:
    """The system's Chromium: nothing is downloaded for these tests."""
    given = os.environ.get("PUNTO_CHROMIUM")
    return given or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        pytest.skip("no Chromium on this machine (apt-get install chromium, or name one in PUNTO_CHROMIUM)")
    expect.set_options(timeout=_PATIENCE_MS)
    with warnings.catch_warnings(), sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Every document dealt by hand, tables for single tests, and one that deals by itself."""
    tables = [
        *(a_table(id, id, **_FACE_UP) for id in DOCUMENTS),
        *(a_table(id, "rws-insurance", **_FACE_UP) for id in ("windows", "link", "offline", "away", "language")),
        a_table("seen", "rws-baccarat", **_FACE_UP),
        a_table("once", "insurance-lucky-six", name="Table 6", **_FACE_UP),
        a_table("shared", "da-hu-ying-xiong", **_FACE_UP),
        *(
            a_table(id, "da-hu-ying-xiong", squeeze_seconds=600.0, **_FACE_DOWN)
            for id in ("squeezed", "granted", "first", "pit")
        ),
        *(a_table(id, "da-hu-ying-xiong", **_FACE_DOWN) for id in ("asked", "phoned", "dialogs")),
        a_table("consents", "da-hu-ying-xiong", dealer="automatic", sign=_SIGN | {"face_down": True}),
        a_table("timed", "rws-insurance", insurance_seconds=60.0, **_FACE_UP),
        a_table("keys", "easy-six", **_FACE_UP),
        a_table("racks", "easy-six", **_FACE_UP),
        a_table("choices", "rws-baccarat", choice_seconds=50.0, **_FACE_DOWN),
        quick("alone", "rws-insurance", 0.15, betting_seconds=1.2, result_seconds=0.6),
    ]
    with running(tmp_path_factory.mktemp("house"), *tables) as up:
        for patron in ("Guest", "Second Guest"):
            up.must("buy_in", "keys", patron=patron, amount=CHIPS)
        yield up


@pytest.fixture(scope="session")
def staff(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The house of the staff's pages; a module that wants it takes it for its own `house`."""
    yield from staffed(tmp_path_factory.mktemp("staffed"))


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, house: Running) -> Iterator[Visit]:
    """Open an address as somebody, in a browser of their own; whatever the console says against it fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open(who: str | None, path: str = "/", size: tuple[int, int] = DESK, language: str = "en") -> Page:
        context = browser.new_context(
            base_url=house.url, viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
        )
        contexts.append(context)
        context.set_default_timeout(_PATIENCE_MS)
        kept = "localStorage.getItem('punto.language') ?? localStorage.setItem('punto.language', '%s')"
        context.add_init_script(kept % language)
        if who:
            context.add_cookies([{"name": COOKIE, "value": house.token(who), "url": house.url}])
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.goto(path)
        return page

    yield open
    for context in contexts:
        context.close()
    # A refused request is no mistake of the page; Chromium logs those, and being offline, by itself.
    mistakes = [one for one in complaints if not one.startswith("Failed to load resource")]
    assert not mistakes


class Dealer:
    """A dealer at one table during one test, with cards as they are called out."""

    def __init__(self, house: Running, table: str) -> None:
        self.house = house
        self.table = table
        self._has_shoe = False

    def open_bets(self) -> Dealer:
        self._take_shoe()
        self.house.must("open_bets", self.table)
        return self

    def _take_shoe(self) -> None:
        """A shoe of this test's own: tests share tables, and what one has dealt is in no other's roads or cards.

        It is never changed later in the test: that would begin the roads anew before the eyes of a page.
        """
        table = self.house.live(self.table).state.table
        if not self._has_shoe and table.phase in ("betting", "dealing", "stopped"):
            # Another test did not deal its round to the end.
            self.house.must(
                "rule", self.table, by="shift_manager", reason="so be it", coup="void", person="Shift Manager 1"
            )
        shoe = table.shoe
        if not self._has_shoe and shoe is not None and shoe.source == "physical" and shoe.seen:
            self.house.must("close_shoe", self.table, by="pit_supervisor", reason="so be it")
            shoe = None
        if shoe is None:
            self.house.must("open_shoe", self.table, cards="physical")
        self._has_shoe = True

    def close_bets(self) -> Dealer:
        self.house.must("close_bets", self.table)
        return self

    def draw(self, cards: str) -> Dealer:
        """Cards one by one; the last that the tableau asks for also pays."""
        for card in cards.split():
            self.house.must("draw_card", self.table, card=card)
        return self

    def bet(self, patron: str, box: int, bet: str, stake: int, stance: str = "seated") -> Dealer:
        self.house.must("place_bet", self.table, patron=patron, box=box, bet=bet, stake=stake, stance=stance)
        return self

    def insure(self, patron: str, box: int, hand: str, stake: int) -> Dealer:
        self.house.must("take_insurance", self.table, patron=patron, box=box, insures=hand, stake=stake)
        return self

    def stake(self, patron: str, box: int, bet: str) -> int:
        """What lies there, as the books have it."""
        coup = self.house.live(self.table).state.coup
        placed = coup.bet(patron, box, bet)
        return placed.stake if placed else 0


@pytest.fixture
def deal(house: Running) -> Callable[[str], Dealer]:
    """The dealer of a table, the same one throughout a test."""
    dealers: dict[str, Dealer] = {}
    return lambda table: dealers.setdefault(table, Dealer(house, table))


def wallet(house: Running, name: str) -> int:
    return house.house.store.ledger.balance(f"wallet:{name}")


def fits(page: Page) -> bool:
    """Whether nothing sticks out to the right."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def in_chinese(page: Page) -> None:
    """Let a page that speaks English speak Chinese."""
    page.get_by_role("button", name="改用中文").click()
    page.wait_for_function("() => document.documentElement.lang === 'zh-Hant'")
