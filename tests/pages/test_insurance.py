"""Insurance at the table: both windows, the cap, and the document that offers one window only."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from pages.conftest import Dealer, Visit


def test_insurance_is_taken_in_both_windows_and_paid(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("windows").open_bets().bet("Guest", 1, "banker", 600)
    page = visit("Guest", "/table/windows")
    # Player 4, Banker 5: Banker may be insured at 2 to 1, so 300 covers the whole bet.
    dealer.close_bets().draw("4c 5d Ts Th")
    offer = page.locator(".offer.banker")
    expect(offer.locator(".offer-title > b")).to_have_text("Insure Banker at 2 to 1")
    expect(page.locator(".call")).to_have_text("Insurance?")
    offer.locator("input[type=number]").fill("100")
    expect(offer.locator(".returns")).to_have_text("returns 300")
    offer.get_by_role("button", name="Insure 100").click()
    expect(page.locator("[data-insures=banker] .stack .amount")).to_have_text("100")
    expect(page.locator(".offer .tag")).to_have_text("insured 100")
    expect(page.locator(".insurance-time")).to_have_text("Until the next card", use_inner_text=True)
    # Player's third card makes 1 against 5, and Banker will draw: insured again, at 7 to 1, with what the cap has left.
    dealer.draw("7h")
    expect(page.locator(".offer.banker .offer-title > b")).to_have_text("Insure Banker at 7 to 1")
    expect(page.locator(".offer.banker input[type=number]")).to_have_attribute("max", "57")
    page.locator(".offer.banker button.primary").click()
    expect(page.locator(".full")).to_have_text("Insured as far as allowed")
    dealer.draw("5c")
    lines = page.locator(".tray-result tbody tr")
    expect(lines).to_have_count(3)
    expect(lines.nth(2)).to_have_class("lose")
    back = page.locator(".tray-result tr.win td:nth-child(4)")
    expect(back).to_have_text(["300", "456"])


def test_who_insured_once_is_not_offered_more_where_the_document_says_so(
    visit: Visit, deal: Callable[[str], Dealer]
) -> None:
    dealer = deal("once").open_bets().bet("Guest", 1, "banker", 600).bet("Second Guest", 2, "banker", 600)
    page, other = visit("Guest", "/table/once"), visit("Second Guest", "/table/once")
    dealer.close_bets().draw("4c 5d Ts Th")
    page.locator(".offer.banker button.primary").click()
    expect(page.locator("[data-insures=banker] .stack")).to_have_count(1)
    dealer.draw("7h")
    expect(other.locator(".offer.banker")).to_be_visible()
    expect(page.locator(".slot")).to_have_count(5)
    expect(page.locator(".offer")).not_to_be_visible()
    dealer.draw("5c")


def test_insurance_by_keyboard_alone(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("windows").open_bets().bet("Guest", 1, "banker", 600)
    page = visit("Guest", "/table/windows")
    dealer.close_bets().draw("4c 5d Ts Th")
    expect(page.locator(".offer.banker")).to_be_visible()
    page.keyboard.press("i")
    page.keyboard.press("Enter")
    expect(page.locator("[data-insures=banker] .stack .amount")).to_have_text("300")
    dealer.draw("7h 5c")


def test_the_time_to_insure_runs_where_it_is_taken(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("timed").open_bets().bet("Guest", 1, "banker", 600)
    page = visit("Guest", "/table/timed")
    dealer.close_bets().draw("4c 5d Ts Th")
    left = page.locator(".insurance-time punto-countdown .figure")
    expect(page.locator(".insurance-time")).to_contain_text("Time left")
    expect(left).to_have_text(re.compile(r"^[1-6]?\d$"))
    seconds = int(left.inner_text())
    assert 0 < seconds <= 60
    # By the server's clock, and downwards.
    less = "(before) => Number(document.querySelector('.insurance-time .figure').textContent) < before"
    page.wait_for_function(less, arg=seconds)
    # Both at one moment: between two looks from here a second may pass.
    both = [".centre punto-countdown .figure", ".insurance-time .figure"]
    same = "(both) => new Set(both.map((one) => document.querySelector(one).textContent)).size === 1"
    page.wait_for_function(same, arg=both)
