"""A patron at a table: from the door to the payout, with chips, limits and the reason for each payment."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from pages.conftest import DOCUMENTS, PHONE, Dealer, Visit, fits, wallet
from server.running import PASSWORD, Running


def put(page: Page, bet: str, chip: int, times: int = 1) -> None:
    page.click(f".rack-chip[data-worth='{chip}']")
    for _ in range(times):
        page.click(f".area[data-bet='{bet}']")


def staked(page: Page, amount: str) -> None:
    expect(page.locator(".staked b")).to_have_text(amount)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_from_the_door_to_the_payout(
    document: str, visit: Visit, house: Running, deal: Callable[[str], Dealer]
) -> None:
    dealer = deal(document).open_bets()
    before = wallet(house, "Guest")
    page = visit(None, "/sign-in")
    page.fill("#name", "Guest")
    page.fill("#password", PASSWORD)
    page.click("form button")
    page.locator(f"[data-table='{document}'] a.primary").click()
    book = house.live(document).state.rules
    expect(page.locator(".area")).to_have_count(len(book.bets))
    expect(page.locator(".call")).to_have_text("Place your bets")
    page.click("[data-box='6']")
    put(page, "player", 100, 2)
    staked(page, "200")
    assert dealer.stake("Guest", 6, "player") == 200
    dealer.close_bets()
    expect(page.locator(".call")).to_have_text("No more bets")
    dealer.draw("9h Kd Kh Kc")
    expect(page.locator(".call")).to_have_text("Player wins 9 over 0")
    expect(page.locator(".slot")).to_have_count(4)
    line = page.locator(".tray-result tr.win")
    expect(line).to_contain_text("Player")
    expect(line.locator("td").nth(3)).to_have_text("400")
    line.locator(".cite").click()
    cite = next(row.cite for row in book.bets["player"].pays)
    words = {one.number: one.says for one in book.paragraphs}
    words |= {f"reading:{one.id}": one.reads for one in book.readings}
    expect(line.locator(".cite-tip")).to_contain_text(words[cite])
    expect(line.locator(".cite-tip")).to_be_visible()
    expect(page.locator("#wallet")).to_have_text(f"{before + 200:,}")
    assert wallet(house, "Guest") == before + 200
    expect(page.locator("#spoken")).to_have_text("Player wins 9 over 0. You get back 400.")
    assert fits(page)


def test_what_a_paragraph_says_stays_for_whoever_has_the_focus_on_it(visit: Visit) -> None:
    """A pointer that passes over it, or over which a page moves it, closes nothing that a key has opened."""
    page = visit("Guest", "/table/insurance-lucky-six")
    number = page.locator("#sign [data-sign=decks] .cite")
    tip = page.locator("#sign [data-sign=decks] .cite-tip")
    number.focus()
    expect(tip).to_be_visible()
    number.hover()
    page.mouse.move(0, 0)
    page.wait_for_function("() => !document.querySelector('punto-cite:hover')")
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_phone_shows_the_whole_felt_without_a_sideways_scroll(document: str, visit: Visit) -> None:
    page = visit("Guest", f"/table/{document}", PHONE, "zh")
    expect(page.locator(".area").first).to_be_visible()
    assert fits(page)
    # Nothing printed sticks out of its area either.
    out = page.evaluate(
        """[...document.querySelectorAll('.area')].filter((area) => area.scrollWidth > area.clientWidth + 1)
           .map((area) => area.dataset.bet)"""
    )
    assert out == []


def test_undo_clear_repeat_double_and_what_the_limits_leave(
    visit: Visit, house: Running, deal: Callable[[str], Dealer]
) -> None:
    dealer = deal("racks").open_bets()
    page = visit("Guest", "/table/racks")
    put(page, "banker", 100)
    put(page, "tie", 25)
    staked(page, "125")
    page.click("[data-act='undo']")
    staked(page, "100")
    page.click("[data-act='double']")
    staked(page, "200")
    page.click("[data-act='clear']")
    staked(page, "0")
    page.click("[data-act='undo']")
    staked(page, "200")
    # The maximum is 5,000: what is left is told, and beyond it the table says which rule refuses.
    put(page, "banker", 1000, 4)
    staked(page, "4,200")
    expect(page.locator(".limit-more")).to_have_text("800 more: maximum")
    put(page, "banker", 1000)
    expect(page.locator(".toast.bad")).to_contain_text("the maximum is 5,000")
    staked(page, "4,200")
    # Taking back works by hand.
    put(page, "tie", 25)
    staked(page, "4,225")
    page.click(".rack-chip.take")
    page.click(".area[data-bet='tie']")
    staked(page, "4,200")
    dealer.close_bets().draw("Kd 9h Kh Kc").open_bets()
    page.click("[data-act='repeat']")
    staked(page, "4,200")
    assert dealer.stake("Guest", 1, "banker") == 4_200
    page.click("[data-act='clear']")
    staked(page, "0")
    dealer.close_bets().draw("Kd 9h Kh Kc")


def test_edges_are_shown_to_who_wants_them(visit: Visit) -> None:
    page = visit("Guest", "/table/easy-six")
    edge = page.locator(".area[data-bet='player'] .edge")
    expect(edge).to_be_empty()
    page.click("#edges")
    expect(edge).to_have_text("edge 0.92 %")
    page.keyboard.press("e")
    expect(edge).to_be_empty()
    # The exact one for who looks closer, by key or by tap.
    page.locator(".area[data-bet='player']").focus()
    page.keyboard.press("l")
    expect(page.locator("dialog.about .exact")).to_have_text("1549770704/168029201925")


def test_the_language_changes_everything_at_once(visit: Visit) -> None:
    page = visit("Guest", "/table/language")
    expect(page.locator("h1.heading")).to_have_text("language · Non-Commission Baccarat with Insurance")
    page.get_by_role("button", name="改用中文").click()
    expect(page.locator("h1.heading")).to_have_text("language · 免佣百家樂（附保險）")
    expect(page.locator(".area[data-bet='tie']")).to_have_accessible_name("和 Tie 1 賠 8")
    expect(page.get_by_role("heading", name="路單")).to_be_visible()


def test_a_table_that_deals_by_itself_goes_round(visit: Visit) -> None:
    page = visit("Guest", "/table/alone")
    # Whatever the cards, one sees results come, rounds follow, and a countdown by the server's clock.
    expect(page.locator(".call")).to_have_text(re.compile("wins|Tie on"))
    first = page.locator(".round").inner_text()
    expect(page.locator(".call")).to_have_text("Place your bets")
    expect(page.locator(".centre punto-countdown")).to_be_visible()
    expect(page.locator(".round")).not_to_have_text(first)
    expect(page.locator(".past").nth(1)).to_be_visible()
