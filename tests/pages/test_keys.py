"""Keys alone: a bet without a mouse, the list of keys, and what a screen reader is told."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from pages.conftest import Dealer, Visit


def test_a_bet_by_keyboard_alone(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("keys").open_bets()
    page = visit("Guest", "/table/keys")
    expect(page.locator("#tray[data-face=rack]")).to_be_visible()
    focused = page.locator(":focus")
    page.keyboard.press("f")
    expect(focused).to_have_attribute("data-bet", "player")
    page.keyboard.press("ArrowUp")
    expect(focused).to_have_attribute("data-bet", "banker")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.locator(".staked b")).to_have_text("100")
    expect(focused).to_have_attribute("data-bet", "banker")
    expect(page.locator(":focus")).to_have_accessible_name(
        "庄 Banker 1 to 1 6 points: 1 to 2 Your stake 100. 4,900 more: maximum."
    )
    expect(page.locator("#spoken")).to_have_text("100 on Banker")
    page.keyboard.press("ArrowUp")
    expect(focused).to_have_attribute("data-bet", "tie")
    page.keyboard.press("ArrowLeft")
    expect(focused).to_have_attribute("data-bet", "player_pair")
    page.keyboard.press("Enter")
    expect(page.locator(".staked b")).to_have_text("200")
    page.keyboard.press("Delete")
    expect(page.locator(".staked b")).to_have_text("100")
    page.keyboard.press("d")
    expect(page.locator(".staked b")).to_have_text("200")
    page.keyboard.press("u")
    expect(page.locator(".staked b")).to_have_text("100")
    page.keyboard.press("c")
    expect(page.locator(".staked b")).to_have_text("0")
    dealer.close_bets()
    expect(page.locator("#spoken")).to_have_text("No more bets")
    dealer.draw("Kd 9h Kh Kc")
    expect(page.locator("#spoken")).to_have_text("Banker wins 9 over 0")


def test_tab_goes_to_the_areas_the_boxes_the_chips_and_the_actions(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("keys").open_bets()
    page = visit("Guest", "/table/keys")
    expect(page.locator("#tray[data-face=rack]")).to_be_visible()
    page.click("[data-worth='25']")
    page.click(".area[data-bet='player']")
    expect(page.locator("[data-act=undo]")).to_be_enabled()
    page.focus("#keys")
    stops = []
    for _ in range(5):
        page.keyboard.press("Tab")
        stops.append(
            page.evaluate("(document.activeElement.dataset.act ?? document.activeElement.className).split(' ')[0]")
        )
    assert stops == ["area", "box", "rack-chip", "undo", "clear"]
    dealer.close_bets().draw("Kd 9h Kh Kc")


def test_the_keys_are_listed_on_a_question_mark(visit: Visit) -> None:
    page = visit("Guest", "/table/keys")
    expect(page.locator(".area").first).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    expect(page.locator("#help .key-row")).to_have_count(19)
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_a_whole_round_by_the_names_that_a_screen_reader_says(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("keys").open_bets()
    page = visit("Guest", "/table/keys")
    table = page.get_by_role("region", name="The table")
    page.get_by_role("radio", name="Chip of 100").press("Enter")
    banker = table.get_by_role("button", name="庄 Banker 1 to 1")
    banker.press("Enter")
    expect(page.locator("#spoken")).to_have_text("100 on Banker")
    expect(banker).to_have_accessible_name("庄 Banker 1 to 1 6 points: 1 to 2 Your stake 100. 4,900 more: maximum.")
    table.get_by_role("radio", name="Box 2, free").press("Enter")
    table.get_by_role("button", name="閒 Player 1 to 1").press("Enter")
    expect(page.locator("#spoken")).to_have_text("100 on Player")
    expect(table.get_by_role("radio", name="Box 2, yours, Guest: Player 100")).to_be_checked()
    page.get_by_role("button", name="Double").press("Enter")
    expect(page.locator(".staked b")).to_have_text("400")
    dealer.close_bets()
    expect(page.locator("#spoken")).to_have_text("No more bets")
    dealer.draw("Kd 9h Kh Kc")
    expect(page.locator("#spoken")).to_have_text("Banker wins 9 over 0. You get back 400.")
    expect(table.get_by_role("img", name="9 of hearts")).to_be_visible()
    expect(table.get_by_role("row", name="Banker · Box 1 200 wins 1 to 1")).to_be_visible()
    expect(table.get_by_text("1 bet lost")).to_be_visible()
    expect(page.locator("#tray .net b")).to_have_text("0")
