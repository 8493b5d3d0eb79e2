"""Slips at a table with real cards: a card that comes when none is due, one read wrongly, chips recorded elsewhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from pages.conftest import PHONE, Dealer, Visit, fits, in_chinese, wallet
from server.running import Running

COUP = "4d 2c 3s Th 4c"
"""Player stands on 7, Banker has 6."""


@pytest.fixture(scope="module")
def house(staff: Running) -> Running:
    return staff


def test_a_surplus_scan_is_swallowed_whole_and_offered_as_a_report(house: Running, visit: Visit) -> None:
    dealer = Dealer(house, "surplus").open_bets().bet("Guest", 1, "player", 100)
    page = visit("Dealer 1", "/dealer/surplus")
    step, offered = page.locator("button.step"), page.locator(".surplus")
    live = house.live("surplus")

    def phase() -> str:
        return live.state.table.phase

    expect(step).to_contain_text("No more bets")
    page.keyboard.type("9h\n")
    expect(offered).to_contain_text("9 of hearts was read, but no card is due")
    assert phase() == "betting"
    page.keyboard.press("Escape")
    expect(offered).to_have_count(0)
    # With a button in focus, or with half a card, its Enter presses nothing either.
    page.get_by_role("button", name="Hand back 100 on Player to Guest").focus()
    page.keyboard.type("10s\n")
    expect(offered).to_contain_text("10 of spades")
    page.locator(".surplus").get_by_role("button", name="No card came out").click()
    page.keyboard.type("7\n")
    assert dealer.stake("Guest", 1, "player") == 100
    assert phase() == "betting"
    # The last card lies: another one does not declare the boxes paid.
    dealer.close_bets().draw(COUP)
    expect(step).to_contain_text("All paid")
    page.keyboard.type("9h\n")
    expect(offered).to_contain_text("9 of hearts")
    assert phase() == "paying"
    page.keyboard.press("r")
    form = page.locator("dialog[open]")
    expect(form.get_by_label("What happened")).to_have_value("extra_card")
    expect(form.get_by_label("Cards concerned")).to_have_value("9h")
    # Nor does one that is scanned while the form is open send it.
    page.keyboard.type("8h\n")
    expect(form).to_be_visible()
    form.get_by_role("button", name="Report").click()
    expect(step).to_contain_text("Play is stopped")
    expect(offered).to_have_count(0)
    expect(page.locator(".pending")).to_contain_text("A card drawn too many")
    assert [str(card) for card in live.state.pending.cards] == ["9h"]


def test_a_scan_into_a_field_leaves_it_as_it_was(house: Running, visit: Visit) -> None:
    Dealer(house, "fields").open_bets().bet("Guest", 1, "banker", 600).close_bets().draw("4c 5d Ts Th")
    page = visit("Dealer 1", "/dealer/fields")
    stake = page.get_by_label("Insurance stake of Guest, box 1")
    expect(stake).not_to_have_value("")
    value = stake.input_value()
    stake.focus()
    page.keyboard.type("4c\n")
    expect(stake).to_have_value(value)
    assert not house.live("fields").state.coup.insurance


def test_a_misread_card_is_reported_while_paying_and_mended_by_the_pit(house: Running, visit: Visit) -> None:
    Dealer(house, "misread").open_bets().bet("Guest", 1, "player", 100).close_bets()
    page = visit("Dealer 1", "/dealer/misread")
    step, form = page.locator("button.step"), page.locator("dialog[open]")
    before = wallet(house, "Guest")
    expect(step).to_contain_text("Card for Player")
    for number, card in enumerate(COUP.split(), 1):
        page.keyboard.type(f"{card}\n")
        expect(page.locator(".hand punto-card")).to_have_count(number)
        # One key away at every card, with the card that lies there last.
        page.keyboard.press("m")
        expect(form.get_by_role("radio", checked=True)).to_have_value(str(number))
        form.get_by_role("button", name="Cancel").click()
        expect(form).to_have_count(0)
    expect(step).to_contain_text("All paid")
    assert wallet(house, "Guest") == before + 200
    # It was Banker's second card: the ten was a five.
    page.get_by_role("button", name="10 of hearts was read wrongly").click()
    expect(form.get_by_role("radio", checked=True)).to_have_value("4")
    page.keyboard.type("5h\n")
    expect(form.locator(".card-name")).to_have_text("5 of hearts")
    expect(form.locator(".clause")).to_contain_text("waits for a Pit Supervisor or above")
    form.get_by_role("button", name="Report").click()
    expect(step).to_contain_text("Play is stopped")
    waiting = page.locator(".pending")
    expect(waiting).to_contain_text("Card 4: 10 of hearts → 5 of hearts")
    expect(waiting).to_contain_text("Reported by Dealer 1")
    expect(waiting).to_contain_text("Waits for the decision of a Pit Supervisor or above")
    house.must("decide", "misread", by="pit_supervisor", confirm=True)
    # Seven each: Banker stands, and what was drawn for Banker begins the next round.
    expect(step).to_contain_text("All paid")
    expect(page.locator(".between .won")).to_have_text("Tie on 7")
    assert wallet(house, "Guest") == before + 100
    page.keyboard.press("Space")
    expect(step).to_contain_text("Place your bets")
    assert house.live("misread").state.table.phase == "ready"


def test_a_report_that_waits_is_withdrawn_by_its_reporter_alone(house: Running, visit: Visit) -> None:
    Dealer(house, "withdrawn").open_bets().bet("Guest", 1, "player", 100).close_bets().draw(COUP)
    page = visit("Dealer 1", "/dealer/withdrawn")
    expect(page.locator("button.step")).to_contain_text("All paid")
    page.keyboard.press("m")
    form = page.locator("dialog[open]")
    form.get_by_label("What it really is").fill("4s")
    form.get_by_role("button", name="Report").click()
    expect(page.locator(".pending")).to_contain_text("4 of clubs → 4 of spades")
    other = visit("Pit Supervisor 1", "/dealer/withdrawn")
    expect(other.locator(".pending")).to_contain_text("Reported by Dealer 1")
    expect(other.locator(".withdraw")).to_have_count(0)
    page.get_by_role("button", name="Withdraw this report").click()
    expect(page.locator("button.step")).to_contain_text("All paid")
    assert house.live("withdrawn").state.table.pending is None


def test_chips_that_lay_elsewhere_are_reported_with_where_they_lay(house: Running, visit: Visit) -> None:
    dealer = Dealer(house, "misplaced").open_bets().bet("Guest", 1, "player", 100).bet("Guest", 1, "tie", 25)
    dealer.close_bets().draw(COUP)
    page = visit("Dealer 1", "/dealer/misplaced")
    expect(page.locator("button.step")).to_contain_text("All paid")
    page.keyboard.press("r")
    form = page.locator("dialog[open]")
    form.get_by_label("What happened").select_option("misplaced_bet")
    expect(form.get_by_label("Patron")).to_have_value("Guest")
    expect(form.get_by_label("Stake, line 1")).to_have_value("100")
    form.get_by_label("Bet, line 1").select_option("banker")
    form.get_by_role("button", name="Take out line 2").click()
    expect(form.locator(".lay-row")).to_have_count(1)
    form.get_by_role("button", name="Report").click()
    expect(page.locator(".pending")).to_contain_text("Box 1 · Banker 100")
    lay = house.live("misplaced").state.pending.report.lay
    assert [(one.box, one.bet, one.stake) for one in lay] == [(1, "banker", 100)]


def test_the_bets_do_not_turn_twice_within_a_second(house: Running, visit: Visit) -> None:
    Dealer(house, "turned").open_bets().close_bets().draw(COUP)
    page = visit("Dealer 1", "/dealer/turned")
    step = page.locator("button.step")
    expect(step).to_contain_text("All paid")
    page.keyboard.press("Space")
    expect(step).to_contain_text("Place your bets")
    page.keyboard.press("Space")
    expect(step).to_contain_text("No more bets")
    expect(step).to_be_disabled()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    assert house.live("turned").state.table.phase == "betting"
    expect(step).to_be_enabled()
    page.keyboard.press("Space")
    expect(step).to_contain_text("Card for Player")


def test_while_patrons_choose_the_step_says_so_with_the_time(house: Running, visit: Visit) -> None:
    dealer = Dealer(house, "choosing").open_bets().bet("Guest", 1, "player", 100).bet("Second Guest", 2, "banker", 100)
    dealer.close_bets().draw("2h 2c")
    house.must("report", "choosing", what="wrong_area")
    house.must("decide", "choosing", by="shift_manager", confirm=True, reconstruct=True)
    page = visit("Dealer 1", "/dealer/choosing")
    step = page.locator("button.step")
    expect(step).to_contain_text("Patrons choose")
    expect(step).to_be_disabled()
    expect(page.locator(".hint")).to_contain_text("Guest, Second Guest")
    expect(page.locator(".now punto-countdown")).to_be_visible()
    expect(page.get_by_role("button", name="The time to choose is over")).to_have_count(0)
    page.keyboard.type("9h\n")
    expect(page.locator(".surplus")).to_contain_text("9 of hearts")
    page.locator(".choices li", has_text="Second Guest").get_by_role("button", name="Bets back").click()
    expect(page.locator(".hint")).not_to_contain_text("Second Guest")
    pit = visit("Pit Supervisor 1", "/dealer/choosing")
    pit.get_by_role("button", name="The time to choose is over").click()
    expect(step).to_contain_text("Card for Player")
    assert house.live("choosing").state.coup.choosing == ()


def test_the_offer_and_the_form_fit_a_phone_in_both_languages(house: Running, visit: Visit) -> None:
    Dealer(house, "phoned").open_bets().bet("Guest", 1, "player", 100).close_bets().draw(COUP)
    page = visit("Dealer 1", "/dealer/phoned", PHONE)
    expect(page.locator("button.step")).to_contain_text("All paid")
    page.keyboard.type("9h\n")
    expect(page.locator(".surplus")).to_be_visible()
    assert fits(page)
    page.keyboard.press("m")
    expect(page.locator("dialog[open] .place-of")).to_have_count(5)
    expect(page.get_by_label("What it really is")).to_have_value("9h")
    assert fits(page)
    page.get_by_role("button", name="Cancel").click()
    in_chinese(page)
    assert fits(page)


def test_a_card_scanned_while_the_page_opens_presses_nothing(house: Running, visit: Visit) -> None:
    """Its first keys come before the page knows its table, and its Enter once it does."""
    Dealer(house, "turned").open_bets()
    page = visit("Dealer 1", "/dealer")
    held: list[Route] = []

    def wait(route: Route) -> None:
        held.append(route)

    page.route("**/api/dealer/turned", wait)
    page.goto(page.url.rpartition("/dealer")[0] + "/dealer/turned")
    while not held:
        page.wait_for_timeout(20)
    page.keyboard.type("Kd")
    held[0].continue_()
    step = page.locator("button.step")
    expect(step).to_contain_text("No more bets")
    page.keyboard.press("Enter")
    expect(page.locator(".surplus")).to_contain_text("was read, but no card is due")
    assert house.live("turned").state.table.phase == "betting"
    page.keyboard.press("Escape")
    page.keyboard.press("Space")
    expect(step).to_contain_text("Card for Player")
