"""A large sum takes two people: the dealer asks, the pit answers from another browser, the patron sees the money."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from pages.conftest import Visit
from server.running import Running

TABLE = "seconded"
LARGE = "60000"


@pytest.fixture(scope="module")
def house(staff: Running) -> Running:
    return staff


def ask(page: Page, amount: str) -> None:
    """Chips for the patron, at the dealer's page."""
    page.keyboard.press("p")
    form = page.locator("dialog.form")
    form.locator("[name=what]").select_option("buy_in")
    form.locator("[name=patron]").fill("Guest")
    form.locator("[name=amount]").fill(amount)
    form.get_by_role("button", name="Record").click()


def wallet(house: Running) -> int:
    return house.house.floor.wallet("Guest")


def test_a_large_buy_in_waits_until_the_pit_confirms_it(house: Running, visit: Visit) -> None:
    before = wallet(house)
    patron = visit("Guest", f"/table/{TABLE}")
    dealer = visit("Dealer 1", f"/dealer/{TABLE}")
    pit = visit("Pit Supervisor 1", f"/pit#{TABLE}")
    ask(dealer, LARGE)
    expect(dealer.locator(".toast")).to_contain_text("waits as number")
    expect(dealer.locator("dialog.form")).to_have_count(0)
    waiting = dealer.locator(".second-person")
    expect(waiting).to_contain_text("60,000")
    expect(waiting).to_contain_text("Pit Supervisor")
    expect(waiting.get_by_role("button", name="Confirm")).to_have_count(0)
    expect(waiting.get_by_role("button", name="Take it back")).to_be_visible()
    assert wallet(house) == before
    expect(pit.locator(".waits .second")).to_contain_text("60,000")
    asked = pit.locator(".detail .second-person")
    expect(asked).to_contain_text("Dealer 1")
    expect(asked.locator("punto-countdown .figure")).to_have_text(re.compile(r"^(1:\d\d|2:00|\d+)$"))
    asked.get_by_role("button", name="Confirm").click()
    expect(pit.locator(".second-person")).to_have_count(0)
    expect(dealer.locator(".second-person")).to_have_count(0)
    assert wallet(house) == before + 60_000
    expect(patron.locator("punto-header")).to_contain_text(f"{before + 60_000:,}")


def test_a_declined_one_moves_nothing(house: Running, visit: Visit) -> None:
    before = wallet(house)
    dealer = visit("Dealer 1", f"/dealer/{TABLE}")
    pit = visit("Pit Supervisor 1", f"/pit#{TABLE}")
    ask(dealer, LARGE)
    pit.locator(".detail .second-person").get_by_role("button", name="Decline").click()
    expect(dealer.locator(".second-person")).to_have_count(0)
    expect(pit.locator(".waits .second")).to_have_count(0)
    assert wallet(house) == before


def test_a_patron_cashes_out_and_a_large_sum_waits_for_the_dealer(house: Running, visit: Visit) -> None:
    house.must("buy_in", TABLE, patron="Guest", amount=90_000)
    before = wallet(house)
    patron = visit("Guest", f"/table/{TABLE}")
    cash = patron.locator("#sign").get_by_role("button", name="Cash out")
    cash.click()
    patron.locator("#cash-out [name=amount]").fill("100")
    patron.locator("#cash-out").get_by_role("button", name="Cash out").click()
    expect(patron.locator("punto-header")).to_contain_text(f"{before - 100:,}")
    cash.click()
    patron.locator("#cash-out [name=amount]").fill("70000")
    patron.locator("#cash-out").get_by_role("button", name="Cash out").click()
    expect(patron.locator(".cash-out .waits")).to_contain_text("70,000")
    dealer = visit("Dealer 1", f"/dealer/{TABLE}")
    dealer.locator(".second-person").get_by_role("button", name="Confirm").click()
    expect(patron.locator("punto-header")).to_contain_text(f"{before - 70_100:,}")
    expect(patron.locator(".cash-out .waits")).to_have_count(0)


def test_an_early_close_waits_for_the_pit_manager(house: Running, visit: Visit) -> None:
    house.must("open_shoe", TABLE, cards="virtual", seed=7)
    patron = visit("Guest", f"/table/{TABLE}")
    expect(patron.locator("[data-sign=mixed]")).to_contain_text("House only")
    expect(patron.locator("[data-sign=alone]")).to_contain_text("50,000")
    pit = visit("Pit Supervisor 1", f"/pit#{TABLE}")
    pit.locator("details[data-name=closing] summary").click()
    pit.locator("form.early-close [name=reason]").fill("a torn card")
    pit.locator("form.early-close button").click()
    expect(pit.locator(".detail .second-person")).to_contain_text("a torn card")
    manager = visit("Pit Manager 1", f"/pit#{TABLE}")
    manager.locator(".detail .second-person").get_by_role("button", name="Confirm").click()
    expect(manager.locator(".second-person")).to_have_count(0)
    assert house.live(TABLE).state.table.shoe is None
