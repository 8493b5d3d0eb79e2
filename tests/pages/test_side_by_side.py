"""Two to four felts side by side, each with its own clock, on one stream."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from playwright.sync_api import expect

from pages.conftest import Dealer, Visit, fits


def test_two_tables_are_played_side_by_side_on_one_stream(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    one, two = deal("keys").open_bets(), deal("racks").open_bets()
    page = visit("Guest", "/table/keys+racks", (1440, 900))
    left, right = page.locator("[data-table=keys].felt-place"), page.locator("[data-table=racks].felt-place")
    left.locator(".area[data-bet=banker]").click()
    right.locator(".area[data-bet=player]").click()
    expect(left.locator(".staked b")).to_have_text("25")
    expect(right.locator(".staked b")).to_have_text("25")
    assert (one.stake("Guest", 1, "banker"), two.stake("Guest", 1, "player")) == (25, 25)
    # Keys are for the table that was used last.
    page.keyboard.press("d")
    expect(right.locator(".staked b")).to_have_text("50")
    expect(left.locator(".staked b")).to_have_text("25")
    one.close_bets().draw("9h Kd Kh Kc")
    expect(left.locator(".call")).to_have_text("Player wins 9 over 0")
    expect(right.locator(".call")).to_have_text("Place your bets")
    expect(right.locator("#tray, [data-part=tray]")).to_have_attribute("data-face", "rack")
    streams = page.evaluate(
        "performance.getEntriesByType('resource').filter(one => one.name.includes('/events')).length"
    )
    assert streams <= 1
    assert fits(page)
    two.close_bets().draw("9h Kd Kh Kc")
    page.locator("[data-table=racks].felt-name a").click()
    expect(page.locator(".felt-place")).to_have_count(0)
    expect(page.locator("#layout .area").first).to_be_visible()


def test_another_table_is_added_from_the_felt(visit: Visit) -> None:
    page = visit("Guest", "/table/keys")
    expect(page.locator(".area").first).to_be_visible()
    page.keyboard.press("t")
    page.locator("dialog.beside .button", has_text="racks").click()
    expect(page.locator(".felt-place")).to_have_count(2)
    page.goto("/table/keys+racks+seen+link+timed")
    expect(page.locator(".felt-place")).to_have_count(4)
    assert fits(page)


SPILLED: Final = """() => [...document.querySelectorAll('.felt-place')].flatMap((place) => {
    const out = (box, edge) => box.left < edge.left - 1 || box.right > edge.right + 1;
    const words = (one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect();
    };
    const there = (what) => [...place.querySelectorAll(what)].filter((one) => one.offsetParent);
    const parts = there('.area, .drawer-bar, .box, .tool, .rack-chip, .actions button');
    const edge = place.getBoundingClientRect();
    return [
        ...parts.filter((one) => out(one.getBoundingClientRect(), edge)),
        ...there('.area .names, .area .pay')
            .filter((one) => out(words(one), one.closest('.area').getBoundingClientRect())),
    ].map((one) => `${place.dataset.table}: ${one.className}`);
})"""


def test_four_felts_in_a_small_window_stay_in_their_places(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    tables = ["easy-six", "da-hu-ying-xiong", "rws-insurance", "rws-baccarat"]
    dealers = [deal(table).open_bets() for table in tables]
    for dealer in dealers:
        dealer.bet("Guest", 1, "banker", 500).bet(
            "Guest", 1, "banker_pair" if dealer is not dealers[1] else "tiger", 125
        )
    page = visit("Guest", f"/table/{'+'.join(tables)}", (1280, 720))
    expect(page.locator(".felt-place [data-face=rack]")).to_have_count(4)
    assert page.evaluate(SPILLED) == []
    for dealer in dealers:
        dealer.close_bets().draw("9h Kd Kh Kc")
    expect(page.locator(".felt-place [data-face=result]")).to_have_count(4)
    assert page.evaluate(SPILLED) == []
    page.evaluate("document.querySelector('.felt-place .tool').style.translate = '25rem'")
    assert page.evaluate(SPILLED) == ["easy-six: tool"]
