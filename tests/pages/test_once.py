"""A double click is one command: money moves once, wherever a button moves it. Chips on the felt are the exception."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pages.conftest import Dealer, Visit, wallet
from punto.table import kind_of
from server.running import Running


@pytest.fixture(scope="module")
def house(staff: Running) -> Running:
    return staff


def happened(house: Running, table: str, kind: str) -> list[Any]:
    """Events of a kind, as the books have them."""
    return [line.event for line in house.live(table).since(0) if kind_of(line.event) == kind]


def settled(page: Page) -> None:
    """Give a second press the time to be answered, too."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(700)


_CLICK_AGAIN = """async () => {
    const click = () => document.querySelector(".offer.banker button.primary").click();
    click();
    while (!document.querySelector(".offer .tag")) await new Promise(requestAnimationFrame);
    click();
}"""
"""The second as soon as the first is drawn."""


def opened(house: Running, table: str) -> Dealer:
    return Dealer(house, table).open_bets()


def test_a_ruling_moves_its_money_once(house: Running, visit: Visit) -> None:
    page = visit("Shift Manager 1", "/pit#twice-ruled")
    page.locator("details[data-name=ruling] summary").click()
    form = page.locator("details[data-name=ruling] form.ruling")
    form.get_by_label("Reason").fill("a chip had rolled under the table")
    form.get_by_role("button", name="Add an adjustment").click()
    form.get_by_label("Patron", exact=True).fill("Guest")
    form.get_by_label("Amount").fill("50")
    before = wallet(house, "Guest")
    form.get_by_role("button", name="Rule").dblclick()
    expect(form.get_by_label("Reason")).to_be_empty()
    settled(page)
    assert len(happened(house, "twice-ruled", "ruling_made")) == 1
    assert wallet(house, "Guest") == before + 50


def test_chips_are_put_down_once(house: Running, visit: Visit) -> None:
    opened(house, "twice-put")
    page = visit("Dealer 1", "/dealer/twice-put")
    expect(page.locator("button.step")).to_contain_text("No more bets")
    page.keyboard.press("b")
    form = page.locator("dialog[open]")
    form.get_by_label("Patron").fill("Guest")
    form.get_by_label("Stake").fill("100")
    form.get_by_role("button", name="Put down").dblclick()
    expect(page.locator(".box[data-box='1']")).to_contain_text("Guest")
    settled(page)
    assert [event.stake for event in happened(house, "twice-put", "bet_placed")] == [100]


@pytest.mark.parametrize("table", ["twice-insured", "twice-insured-again"])
def test_insurance_is_taken_once(house: Running, visit: Visit, table: str) -> None:
    """Whether the second click comes before the answer, or when the page has already drawn what is left."""
    opened(house, table).bet("Guest", 1, "banker", 600).close_bets().draw("4c 5d Ts Th")
    page = visit("Guest", f"/table/{table}")
    offer = page.locator(".offer.banker")
    offer.locator("input[type=number]").fill("100")
    if table == "twice-insured-again":
        page.evaluate(_CLICK_AGAIN)
    else:
        offer.locator("button.primary").dblclick()
    settled(page)
    assert [event.stake for event in happened(house, table, "insurance_taken")] == [100]


def test_a_choice_and_a_decision_are_made_once(house: Running, visit: Visit) -> None:
    opened(house, "twice-decided").bet("Guest", 1, "player", 300)
    house.must("close_bets", "twice-decided")
    house.must("draw_card", "twice-decided", card="2c")
    house.must("report", "twice-decided", what="extra_card", cards="9d")
    pit = visit("Pit Supervisor 1", "/pit#twice-decided")
    pit.locator(".panel.decision").get_by_role("button", name="In order: go on").dblclick()
    expect(pit.locator(".choices")).to_contain_text("Guest")
    page = visit("Guest", "/table/twice-decided")
    page.locator(".choice button[data-option='continue']").dblclick()
    expect(pit.locator(".choices b")).to_have_text("Goes on")
    settled(page)
    assert len(happened(house, "twice-decided", "decision_made")) == 1
    assert len(happened(house, "twice-decided", "option_chosen")) == 1
    for one in (page, pit):
        expect(one.locator(".toast.bad")).to_have_count(0)


def test_the_second_click_of_a_double_click_is_not_the_next_step(house: Running, visit: Visit) -> None:
    house.must("open_shoe", "twice-stepped", cards="physical")
    page = visit("Dealer 1", "/dealer/twice-stepped")
    step = page.locator("button.step")
    expect(step).to_contain_text("Place your bets")
    step.dblclick()
    expect(step).to_contain_text("No more bets")
    settled(page)
    assert house.live("twice-stepped").state.table.phase == "betting"


def test_two_clicks_on_an_area_are_two_chips(house: Running, visit: Visit) -> None:
    opened(house, "twice-felt")
    page = visit("Guest", "/table/twice-felt")
    page.locator(".rack-chip[data-worth='100']").click()
    page.locator("[data-bet='player']").first.dblclick()
    expect(page.locator("[data-bet='player'] .stack .amount")).to_have_text("200")
    assert len(happened(house, "twice-felt", "bet_placed")) == 2
