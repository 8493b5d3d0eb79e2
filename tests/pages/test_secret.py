"""No page tells a card before it lies open: every change of the document is kept, in two browsers and four tabs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pages.conftest import Dealer
from punto.server.service import COOKIE
from server.running import Running, a_table, running

SIGN: Final = {"stake_min": 25, "stake_max": 5_000, "differential_max": 10_000, "boxes": 7, "burn": False}

CALL_SECONDS: Final = 6.0
"""Longer than in a house: a machine that has much else to do shows a card late, and the recorder makes it later."""

RECORDER: Final = """() => {
    const kept = window.kept_ = [];
    const count = (what) => document.querySelectorAll(what).length;
    const look = () => {
        const parts = [...document.querySelectorAll('main, punto-header, dialog, .toasts')];
        const all = parts.flatMap((part) => [part, ...part.querySelectorAll('*')]);
        kept.push({
            at: Date.now(),
            open: count('.slot:not(.covered)'),
            banker: [...document.querySelectorAll('.hands .banker punto-card')].map((one) => one.getAttribute('face')),
            roads: count('.bead, .ringed, .filled, .slash'),
            rounds: count('.past'),
            wallet: document.querySelector('#wallet')?.textContent ?? '',
            text: parts.map((part) => part.textContent).join(' '),
            attributes: all.flatMap((one) => [...one.attributes].map((attribute) => attribute.value)).join(' '),
        });
    };
    look();
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(look).observe(document, everything);
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    face_down = {"sign": SIGN | {"face_down": True}, "cards": "physical", "call_seconds": CALL_SECONDS}
    tables = [
        a_table("squeezed", "da-hu-ying-xiong", squeeze_seconds=2.5, **face_down),
        a_table("turned", "da-hu-ying-xiong", squeeze_seconds=60.0, **face_down),
        a_table("plain", "da-hu-ying-xiong", **face_down),
        a_table("open", "da-hu-ying-xiong", **face_down | {"sign": SIGN}),
    ]
    with running(tmp_path_factory.mktemp("secret"), *tables) as up:
        for patron in ("Guest", "Second Guest"):
            up.must("buy_in", "plain", patron=patron, amount=10_000)
        yield up


Watch = Callable[[str, str], Page]


@pytest.fixture
def watch(browser: Browser, house: Running) -> Iterator[Watch]:
    """Open an address with motion, in one browser a person, and keep every change of the document."""
    contexts: dict[str, BrowserContext] = {}

    def open(who: str, path: str) -> Page:
        if who not in contexts:
            contexts[who] = browser.new_context(base_url=house.url, viewport={"width": 1440, "height": 900})
            contexts[who].set_default_timeout(30_000)
            contexts[who].add_cookies([{"name": COOKIE, "value": house.token(who), "url": house.url}])
        page = contexts[who].new_page()
        page.goto(path)
        return page

    yield open
    for context in contexts.values():
        context.close()


def kept(page: Page) -> list[dict[str, Any]]:
    return list(page.evaluate("() => window.kept_"))


def opened_at(page: Page, cards: int) -> float:
    """When all cards lay open on a table's page."""
    return float(next(one["at"] for one in kept(page) if one["open"] == cards))


def check_table(page: Page, cards: int, faces: tuple[str, ...], result: str) -> None:
    """In no state of the document is there more than follows from the cards that lie open in it."""
    before = kept(page)[0]
    for one in kept(page):
        if one["open"] == cards:
            continue
        for face in faces:
            assert face not in one["attributes"].split(), f"{face} is told at {one['open']} open cards"
        assert result not in one["text"], one["open"]
        assert result not in one["attributes"]
        assert (one["roads"], one["rounds"], one["wallet"]) == (before["roads"], before["rounds"], before["wallet"])


def check_elsewhere(page: Page, opened: float, result: str) -> None:
    """No other page shows what follows from a card before it lay open on the table's."""
    before = kept(page)[0]
    for one in kept(page):
        if one["at"] < opened:
            assert (one["roads"], one["wallet"]) == (before["roads"], before["wallet"])
            assert result not in one["text"]


def check_board(page: Page, cards: tuple[str, ...]) -> None:
    """A board turns a card as the tables' pages do: its back lies there first, long enough to be seen."""
    for card in cards:
        turned = next(place for place, one in enumerate(kept(page)) if card in one["banker"])
        shown = kept(page)[turned]
        at = shown["banker"].index(card)
        backs = [one["at"] for one in kept(page)[:turned] if one["banker"][at : at + 1] == ["??"]]
        assert backs, f"{card} came with its face up"
        assert shown["at"] - backs[0] > 150, card


@pytest.mark.parametrize("table", ["squeezed", "turned", "plain", "open"])
def test_nothing_tells_a_card_before_it_lies_open(table: str, house: Running, watch: Watch) -> None:
    dealer = Dealer(house, table).open_bets().bet("Guest", 1, "player", 500).bet("Second Guest", 2, "banker", 100)
    if table in ("squeezed", "turned"):
        house.must("squeeze", table, patron="Guest", card="player")
    tables = [watch("Guest", f"/table/{table}"), watch("Second Guest", f"/table/{table}")]
    others = [watch("Guest", "/"), watch("Second Guest", f"/board/{table}")]
    for page in tables:
        expect(page.locator("#tray[data-face=rack]")).to_be_visible()
    expect(others[0].locator(".table-card").first).to_be_visible()
    expect(others[1].locator("main")).to_be_visible()
    time.sleep(1.0)
    for page in (*tables, *others):
        page.evaluate(RECORDER)
    dealer.close_bets()
    for card in ("4h", "Kd", "5h", "Kc"):
        dealer.draw(card)
        time.sleep(0.3)
    if table == "turned":
        tables[0].click(".squeeze-turn")
    call = "Player wins 9 over 0"
    for page in tables:
        expect(page.locator(".call")).to_have_text(call)
        expect(page.locator(".past")).to_have_count(1)
    expect(tables[0].locator("#wallet")).not_to_have_text(kept(tables[0])[0]["wallet"])
    time.sleep(1.5)
    # Whoever squeezes has seen the faces before: of the others nobody.
    for page, faces in ((tables[0], ()), (tables[1], ("4h", "5h"))):
        check_table(page, 4, faces if table in ("squeezed", "turned") else ("Kc",), call)
    opened = max(opened_at(page, 4) for page in tables)
    for page in others:
        check_elsewhere(page, opened, call)
    check_board(others[1], ("Kd", "Kc"))


def test_the_recorder_notices_a_page_that_tells(house: Running, watch: Watch) -> None:
    page = watch("Guest", "/table/plain")
    expect(page.locator(".area").first).to_be_visible()
    page.evaluate(RECORDER)
    page.evaluate("document.querySelector('.call').textContent = 'Player wins 9 over 0'")
    with pytest.raises(AssertionError):
        check_table(page, 9, (), "Player wins 9 over 0")
    with pytest.raises(AssertionError):
        check_elsewhere(page, float("inf"), "Player wins 9 over 0")
