"""A wall: legible at five metres from 1280 × 720 to 4K, several tables, nothing of a web page."""

from __future__ import annotations

from math import isfinite

import pytest
from playwright.sync_api import Page, expect

from pages.conftest import PHONE, Visit, fits
from pages.staffed import DOCUMENTS
from server.running import Running

SIZES = ((1280, 720), (1920, 1080), (3840, 2160))

WIN = "rgb(255, 212, 94)"
"""The colour of winning, as in tokens.css."""

SMALLEST = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let least = [Infinity, ""];
    while (texts.nextNode()) {
        const node = texts.currentNode, holder = node.parentElement;
        const unseen = "script, style, title, .tools, .cite-tip, punto-still-here, .visually-hidden";
        if (!node.textContent.trim() || holder.closest(unseen)) continue;
        if (!holder.checkVisibility({ visibilityProperty: true })) continue;
        let size = parseFloat(getComputedStyle(holder).fontSize);
        const drawn = holder.closest("svg");
        if (drawn) size *= drawn.getScreenCTM().a;
        if (size < least[0]) least = [size, node.textContent.trim().slice(0, 40)];
    }
    return least;
}"""
"""The smallest letters that can be seen, in pixels, and what they say."""


OUT_OF_TILE = """() => [...document.querySelectorAll(".tile")].flatMap((tile) => {
    const within = tile.getBoundingClientRect();
    const parts = "h2, .game, .phase, punto-countdown:not([hidden]), .side, .points, punto-card, svg.road";
    return [...tile.querySelectorAll(parts)]
        .map((part) => [part.className.baseVal ?? part.className, part.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.right > within.right + 1 || box.left < within.left - 1))
        .map(([name]) => name);
})"""


@pytest.fixture(scope="module")
def house(staff: Running) -> Running:
    return staff


def legible(page: Page, height: int) -> None:
    # A page that has another size now is laid out anew in a moment.
    for _ in range(40):
        size, text = page.evaluate(SMALLEST)
        # Without any letters it is between two leaves.
        if isfinite(size) and size >= 0.016 * height:
            return
        page.wait_for_timeout(100)
    raise AssertionError((text, size, height))


def played(house: Running, table: str) -> None:
    if house.live(table).state.table.shoe is None:
        house.must("open_shoe", table, cards="physical")
    _end_round(house, table)
    for cards in ("8h 7c Th Kc", "9d 9h Qs Qc", "8d 8s Js Jc", "3h 2c 3d 4s", "Th 9c Kh Qd"):
        house.must("open_bets", table)
        house.must("close_bets", table)
        for card in cards.split():
            house.must("draw_card", table, card=card)


def _end_round(house: Running, table: str) -> None:
    """Deal out what another test has left on the table."""
    live = house.live(table)
    if live.state.table.phase == "betting":
        house.must("close_bets", table)
    physical = live.state.shoe.source == "physical"
    for card in ("2h", "3c", "4d", "5s", "6h", "7c"):
        if live.state.table.phase == "dealing":
            house.must("draw_card", table, **({"card": card} if physical else {}))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_text_is_under_1_6_percent_of_the_height(house: Running, visit: Visit, document: str) -> None:
    played(house, document)
    page = visit("Display 1", f"/board/{document}", SIZES[0])
    expect(page.locator("svg.big_road .ringed").first).to_be_visible()
    for language in ("en", "zh"):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            legible(page, height)
        if language == "en":
            page.keyboard.press("l")
            page.wait_for_function("() => document.documentElement.lang === 'zh-Hant'")


def test_small_letters_are_found(house: Running, visit: Visit) -> None:
    page = visit("Display 1", "/board/easy-six", SIZES[0])
    expect(page.locator(".odds li").first).to_be_visible()
    legible(page, 720)
    # A sheet of its own: what is set on an element is gone with the next redraw.
    page.evaluate("""() => {
        const small = new CSSStyleSheet();
        small.replaceSync('.odds li, .odds li * { font-size: 11px !important; }');
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, small];
    }""")
    # As soon as the leaf with the odds is shown.
    page.wait_for_function(f"() => ({SMALLEST})()[0] < {0.016 * 720}")


def test_four_tables_stand_on_one_wall(house: Running, visit: Visit) -> None:
    for table in ("word", "focused"):
        played(house, table)
    page = visit("Display 1", "/board/word+focused+easy-six+rws-baccarat", SIZES[0])
    expect(page.locator(".tile")).to_have_count(4)
    expect(page.locator("[data-table=word] .ringed").first).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        legible(page, height)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Each follows its own table.
    house.must("open_bets", "word")
    expect(page.locator("[data-table=word] .phase")).to_have_text("Bets open")
    expect(page.locator("[data-table=focused] .phase")).not_to_have_text("Bets open")
    house.must("close_bets", "word")
    for card in ["9h", "Kd", "Kh", "Kc"]:
        house.must("draw_card", "word", card=card)
    won = page.locator("[data-table=word] .hand.won")
    expect(won.locator(".side")).to_have_text("Player")
    expect(won).to_have_css("border-top-color", WIN)


@pytest.mark.parametrize("size", [PHONE, (PHONE[1], PHONE[0])])
def test_a_wall_of_tables_fits_a_phone(house: Running, visit: Visit, size: tuple[int, int]) -> None:
    for table in ("word", "rws-insurance"):
        played(house, table)
    page = visit("Display 1", "/board/word+rws-insurance+rws-baccarat", size)
    expect(page.locator(".tile")).to_have_count(3)
    expect(page.locator("[data-table=word] punto-card").first).to_be_visible()
    for language in ("en", "zh-Hant"):
        page.wait_for_function(f"() => document.documentElement.lang === '{language}'")
        assert fits(page)
        # Nothing sticks out of its own tile either, and no hand lies over what another counts.
        assert page.evaluate(OUT_OF_TILE) == []
        page.keyboard.press("l")


def test_tables_of_a_wall_are_marked_in_the_list(house: Running, visit: Visit) -> None:
    page = visit("Display 1", "/board", SIZES[1])
    for name in ("easy-six", "word"):
        page.locator(f"input[name={name}]").check()
    page.get_by_role("link", name="Show these 2 on one wall").click()
    expect(page.locator(".wall .tile")).to_have_count(2)


def test_a_wall_has_no_web_chrome(house: Running, visit: Visit) -> None:
    page = visit("Display 1", "/board/easy-six", SIZES[1])
    expect(page.locator(".odds li").first).to_be_visible()
    assert page.locator("main a, main button:not(.cite), punto-header").count() == 0
    page.keyboard.press("f")
    assert page.get_attribute("html", "data-felt") == "dark"
    # Whoever is no display finds their way back as soon as they move.
    desk = visit("Guest", "/board/easy-six", SIZES[0])
    expect(desk.locator(".tools")).to_have_css("opacity", "0")
    desk.mouse.move(300, 300)
    expect(desk.locator(".tools")).to_have_css("opacity", "1")
    desk.get_by_role("link", name="Back to the lobby").click()
    expect(desk.locator(".table-card").first).to_be_visible()


def test_the_shoe_s_seal_stands_small_in_a_corner(house: Running, visit: Visit) -> None:
    house.must("open_shoe", "shut", cards="virtual", seed=3)
    page = visit("Display 1", "/board/shut", SIZES[1])
    shoe = house.live("shut").state.table.shoe
    assert shoe is not None
    expect(page.locator(".seal code")).to_have_text(" ".join(shoe.commitment[at : at + 4] for at in range(0, 16, 4)))
    house.must("close_shoe", "shut", reason="as it was", by="pit_supervisor")
