"""Section 5 with several people looking: what dealer and pit mend is seen by the patrons it concerns."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from pages.conftest import Dealer, Visit, wallet
from pages.staffed import CHIPS, PATRONS
from punto.house.people.roles import Role
from server.running import PASSWORD, Running


@pytest.fixture(scope="module")
def house(staff: Running) -> Running:
    return staff


def test_a_misread_card_is_mended_by_dealer_and_pit_and_two_patrons_see_it(house: Running, visit: Visit) -> None:
    before = [wallet(house, name) for name in PATRONS]
    Dealer(house, "mended").open_bets().bet("Guest", 1, "player", 100).bet("Second Guest", 2, "banker", 300)
    patrons = [visit(name, "/table/mended") for name in PATRONS]
    Dealer(house, "mended").close_bets().draw("9h 2c Kd 3s")
    nets = [page.locator("#tray .net b") for page in patrons]
    expect(nets[0]).to_have_text("+100")
    expect(nets[1]).to_have_text("−300")
    deals = visit("Dealer 1", "/dealer/mended")
    expect(deals.locator("button.step")).to_contain_text("All paid")
    deals.get_by_role("button", name="9 of hearts was read wrongly").click()
    deals.keyboard.type("Kh\n")
    deals.locator("dialog[open]").get_by_role("button", name="Report").click()
    expect(deals.locator("button.step")).to_contain_text("Play is stopped")
    pit = visit("Pit Supervisor 1", "/pit#mended")
    pit.locator("[data-answer=confirm]").get_by_role("button", name="Confirm").click()
    expect(pit.locator(".panel.decision")).to_have_count(0)
    # Player has nothing and Banker 5: a card is due to Player, and what was paid is taken back until it lies.
    Dealer(house, "mended").draw("2d")
    for page, net, back in zip(patrons, ("−100", "+300"), ("200", None), strict=True):
        expect(page.locator("#tray .net b")).to_have_text(net)
        expect(page.locator("#tray tr.remark[data-kind=card_corrected]").first).to_contain_text("9h is Kh")
        if back:
            taken = page.locator("#tray tr.remark[data-kind=settlement_reversed]").first
            expect(taken).to_contain_text(f"The payment of {back} was taken back")
    assert [wallet(house, name) for name in PATRONS] == [before[0] - 100, before[1] + 300]
    # In the list of past rounds it is one story.
    deals.keyboard.press("Space")
    house.must("open_bets", "mended")
    for page, paid in zip(patrons, ("0", "600"), strict=True):
        page.reload()
        past = page.locator("#past details").first
        past.locator("summary .past-n").click()
        expect(past.locator("tr.remark[data-kind=card_corrected]")).to_contain_text("§ 5.15")
        expect(past.locator("tr.remark[data-kind=coup_settled]")).to_contain_text(f"Paid instead: {paid}")


def test_three_patrons_choose_and_the_clock_ends_it_for_the_last(house: Running, visit: Visit) -> None:
    third = "Third Guest"
    if not house.house.people.has_name(third):
        house.house.people.add(third, Role.PATRON, PASSWORD)
    house.must("buy_in", "three", patron=third, amount=CHIPS)
    names = (*PATRONS, third)
    before = {name: wallet(house, name) for name in names}
    deal = Dealer(house, "three").open_bets()
    for box, name in enumerate(names, 1):
        deal.bet(name, box, "banker", 100)
    pages = {name: visit(name, "/table/three") for name in names}
    deal.close_bets().draw("2c")
    house.must("report", "three", what="dealing_error", by="pit_supervisor", reconstruct=True, note="a hand was moved")
    for page in pages.values():
        expect(page.locator(".choice punto-countdown .figure")).to_have_text(re.compile(r"^\d$"))
    pages["Guest"].get_by_role("button", name="Take the stakes back").click()
    pages["Second Guest"].get_by_role("button", name="Play on").click()
    expect(pages["Guest"].locator(".choice")).to_be_hidden()
    # The third says nothing: when the time is over the bets play on, and only then is a card drawn.
    expect(pages[third].locator(".choice")).to_be_hidden(timeout=20_000)
    coup = house.live("three").state.coup
    assert coup.choosing == ()
    assert sorted(bet.patron for bet in coup.bets) == ["Second Guest", third]
    deal.draw("2d 9s 7h")
    assert wallet(house, "Guest") == before["Guest"]
    for name in names[1:]:
        expect(pages[name].locator("#tray .net b")).to_be_visible()


def test_a_seated_patron_displaces_a_standing_one_who_is_told_at_once(house: Running, visit: Visit) -> None:
    before = wallet(house, "Second Guest")
    deal = Dealer(house, "displaced").open_bets().bet("Guest", 3, "banker", 100)
    deal.bet("Second Guest", 3, "banker", 900, "standing")
    sits, stands = visit("Guest", "/table/displaced"), visit("Second Guest", "/table/displaced")
    sits.click("[data-box='3']")
    sits.click(".rack-chip[data-worth='500']")
    sits.click(".area[data-bet='banker']")
    told = stands.locator(".toast", has_text="handed back")
    expect(told).to_contain_text("500")
    expect(told).to_contain_text("5.1")
    coup = house.live("displaced").state.coup
    assert {(bet.patron, bet.stake) for bet in coup.bets} == {("Guest", 600), ("Second Guest", 400)}
    assert wallet(house, "Second Guest") == before - 400


def test_chips_that_a_reversal_leaves_to_move_are_entered_in_the_pit(house: Running, visit: Visit) -> None:
    Dealer(house, "collected").open_bets().bet("Guest", 1, "player", 100).bet("Second Guest", 4, "banker", 300)
    Dealer(house, "collected").close_bets().draw("9h 2c Kd 3s")
    house.must("report", "collected", what="foreign_card", by="pit_supervisor")
    page = visit("Pit Supervisor 1", "/pit#collected")
    panel = page.locator(".panel.chips-due")
    expect(panel).to_be_visible()
    assert panel.locator("tr[data-patron=Guest] td").all_inner_texts()[:2] == ["100", "–"]
    assert panel.locator("tr[data-patron='Second Guest'] td").all_inner_texts()[:2] == ["–", "300"]
    panel.get_by_label("Moved, Guest").fill("60")
    panel.get_by_role("button", name="These chips moved").click()
    expect(panel).to_have_count(0)
    balance = house.house.store.ledger.balance
    assert (balance("owed:Guest"), balance("kept:Second Guest")) == (-40, 0)
