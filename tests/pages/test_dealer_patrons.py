"""What a dealer does at a patron's word: insurance, chips for cash and back, who has left, who cuts the shoe."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pages.conftest import Dealer, Visit, wallet
from punto.house.people.roles import Role
from server.running import PASSWORD, Running


@pytest.fixture(scope="module")
def house(staff: Running) -> Running:
    return staff


def record(page: Page, what: str, patron: str, **more: str) -> None:
    page.get_by_role("button", name="Chips and people").click()
    form = page.locator("dialog[open]")
    form.get_by_label("What").select_option(label=what)
    form.get_by_label("Patron").fill(patron)
    for label, value in more.items():
        form.get_by_label(label).fill(value)
    form.get_by_role("button", name="Record").click()


def test_insurance_is_recorded_at_a_patron_s_word(house: Running, visit: Visit) -> None:
    dealer = Dealer(house, "word").open_bets().bet("Guest", 1, "banker", 600).close_bets().draw("4c 5d Ts Th")
    page = visit("Dealer 1", "/dealer/word")
    stake = page.get_by_label("Insurance stake of Guest, box 1")
    expect(stake).to_have_value("300")
    stake.fill("100")
    insure = page.locator(".insuring").get_by_role("button", name="Insure")
    insure.dblclick()
    expect(page.locator(".laid.insured .amount")).to_have_text("100")
    expect(stake).to_have_value("200")
    taken = house.live("word").state.coup.insurance
    assert [(one.patron, one.box, one.stake) for one in taken] == [("Guest", 1, 100)]
    dealer.draw("7h 5c")
    expect(page.locator(".insuring")).to_have_count(0)


def test_a_new_patron_gets_chips_and_has_them_changed_back(house: Running, visit: Visit) -> None:
    house.house.people.add("Newcomer", Role.PATRON, PASSWORD)
    page = visit("Dealer 1", "/dealer/bought")
    expect(page.locator("button.step")).to_contain_text("Open a shoe")
    page.keyboard.press("p")
    form = page.locator("dialog[open]")
    form.get_by_label("Patron").fill("Newcome")
    expect(form.locator(".holds")).to_have_text("Nobody here has an account of this name.")
    form.get_by_label("Patron").fill("Newcomer")
    expect(form.locator(".holds")).to_have_text("Holds 0.")
    form.get_by_label("Amount").fill("500")
    form.get_by_role("button", name="Record").dblclick()
    expect(page.locator(".toast.good")).to_have_text("Newcomer has 500 more in chips.")
    assert wallet(house, "Newcomer") == 500
    # More than there is stays in the dialog, with the reason.
    record(page, "Cash for chips", "Newcomer", Amount="501")
    expect(form.locator(".refused")).to_contain_text("Newcomer has 500 in the wallet")
    form.get_by_label("Amount").fill("500")
    form.get_by_role("button", name="Record").click()
    expect(form).to_have_count(0)
    assert wallet(house, "Newcomer") == 0


def test_a_shoe_is_cut_and_a_patron_leaves(house: Running, visit: Visit) -> None:
    # Who has bet in the last round is at the table, and may have the dealer cut.
    house.must("open_shoe", "cashed", cards="virtual")
    Dealer(house, "cashed").open_bets().bet("Guest", 1, "player", 100)
    house.must("close_bets", "cashed")
    while house.live("cashed").state.table.phase == "dealing":
        house.must("draw_card", "cashed")
    house.must("close_shoe", "cashed", by="pit_supervisor", reason="so be it")
    house.must("open_shoe", "cashed", cards="virtual")
    page = visit("Dealer 1", "/dealer/cashed")
    expect(page.locator("button.step")).to_contain_text("Place your bets")
    record(page, "Cuts the shoe", "Guest", **{"Cut at card": "100"})
    expect(page.locator(".toast.good")).to_have_text("Guest has cut the shoe.")
    dealer = Dealer(house, "left").open_bets().bet("Guest", 1, "player", 100)
    page = visit("Dealer 1", "/dealer/left")
    expect(page.locator(".box[data-box='1']")).to_contain_text("Guest")
    record(page, "Has left the table", "Guest")
    expect(page.locator(".box[data-box='1']")).to_contain_text("walked away")
    assert house.live("left").state.coup.left == ("Guest",)
    dealer.close_bets()
