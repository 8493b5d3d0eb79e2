"""The squeeze: asked for by whoever has the right, answered by the dealer, and shown to everybody as it was granted."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
from playwright.sync_api import Page, expect

from pages.conftest import PHONE, Dealer, Visit, fits, in_chinese
from server.running import Running

BANKER_FIRST = "Banker’s third card before Player’s is opened"
EXPOSED = "Player’s third card once Banker’s is exposed"
WARNING = "Consent waives insurance after Player’s third card for everybody this round."


def ask(page: Page, cards: str) -> None:
    page.click(".ask")
    page.locator("dialog.asking").get_by_role("button", name=cards).click()


def time_is_over(dealer: Dealer) -> None:
    """The squeeze's seconds have passed."""
    live = dealer.house.live(dealer.table)
    live.settings = msgspec.structs.replace(live.settings, squeeze_seconds=0.0)
    live._look_ahead()
    live.changed()


def test_the_squeeze_is_asked_for_by_whoever_has_the_right_and_waits_for_the_dealer(
    visit: Visit, deal: Callable[[str], Dealer]
) -> None:
    dealer = deal("granted").open_bets().bet("Second Guest", 2, "player", 50)
    high, low = visit("Guest", "/table/granted"), visit("Second Guest", "/table/granted")
    expect(low.locator(".ask")).to_be_visible()
    high.click(".rack-chip[data-worth='500']")
    high.click(".area[data-bet='player']")
    expect(low.locator(".ask")).to_be_hidden()
    ask(high, "Player’s cards · Player’s third card")
    expect(high.locator(".ask")).to_contain_text("Asked; the dealer decides")
    # Consent is the dealer's, by a key.
    staff = visit("Dealer 1", "/dealer/granted")
    request = staff.locator(".request")
    expect(request).to_contain_text("Guest asks to squeeze § 3.9")
    expect(request.locator("li")).to_have_text(["Player’s cards", "Player’s third card"])
    expect(request.locator(".warning")).to_have_count(0)
    staff.keyboard.press("y")
    expect(request).to_have_count(0)
    expect(high.locator(".ask")).to_contain_text("The squeeze is yours")
    expect(high.locator(".toast.good").first).to_contain_text("The dealer consents")
    dealer.close_bets().draw("4h Kd 5h Kc")
    expect(high.locator("punto-squeeze")).to_have_count(1)
    expect(high.locator(".squeeze-head")).to_contain_text("1 more after this")
    expect(high.locator(".squeeze-head punto-countdown")).to_be_visible()
    expect(low.locator("punto-squeeze")).to_have_count(0)
    expect(low.locator(".call")).to_have_text("Guest squeezes · box 1")
    expect(low.locator(".hand.player .slot.squeezed.covered")).to_have_count(2)
    expect(high.locator(".hand.player .points")).to_be_empty()
    first = high.locator("punto-squeeze")
    expect(first).to_be_focused()
    # On a phone's side, where height is short, the card has all of it.
    wide = high.viewport_size
    high.set_viewport_size({"width": PHONE[1], "height": PHONE[0]})
    high.wait_for_function("() => document.querySelector('punto-squeeze').clientHeight > 0.8 * innerHeight")
    assert wide
    high.set_viewport_size(wide)
    for key in ("ArrowUp", "Home", "PageDown", "ArrowLeft"):
        for _ in range(4):
            first.press(key)
        expect(first).to_have_attribute("aria-valuenow", re.compile(r"^(1[1-9]|[2-9]\d|100)$"))
    high.click(".squeeze-rotate")
    expect(high.locator(".squeeze-over.across")).to_be_visible()
    first.press("Enter")
    expect(high.locator(".squeeze-head")).not_to_contain_text("more after this")
    # The coup is paid in the books already; nobody is told how it ended before the cards lie open, nor who comes anew.
    for _ in range(2):
        expect(high.locator(".call")).to_have_text("You squeeze")
        expect(low.locator(".call")).to_have_text("Guest squeezes · box 1")
        for page in (high, low):
            expect(page.locator(".past")).to_have_count(0)
        expect(low.locator(".hand.player punto-card[aria-label='card face down']")).to_have_count(2)
        low.reload()
    # A corner is peeled by the mouse until the card turns; it was the last, so that everybody sees them now.
    box = high.locator("punto-squeeze").bounding_box()
    assert box
    high.mouse.move(box["x"] + 4, box["y"] + box["height"] - 4)
    high.mouse.down()
    high.mouse.move(box["x"] + 3 * box["width"], box["y"] - 2 * box["height"], steps=5)
    high.mouse.up()
    expect(high.locator("punto-squeeze")).to_have_count(0)
    expect(high.locator(".hand.player .slot.covered")).to_have_count(0)
    expect(high.locator(".hand.player punto-card").first).to_have_attribute("face", "4h")
    for page in (high, low):
        expect(page.locator(".call")).to_have_text("Player wins 9 over 0")
        expect(page.locator(".hand.player .points")).to_have_text("9")
        expect(page.locator(".slot.covered")).to_have_count(0)
        expect(page.locator(".past")).to_have_count(1)
    assert dealer.house.live("granted").state.coup.turned == ("player",)


def test_bankers_third_card_first_is_asked_with_a_warning_and_waives_insurance_for_everybody(
    visit: Visit, deal: Callable[[str], Dealer]
) -> None:
    dealer = deal("first").open_bets().bet("Guest", 1, "banker", 500).bet("Second Guest", 2, "player", 50)
    high, low = visit("Guest", "/table/first"), visit("Second Guest", "/table/first")
    staff = visit("Pit Supervisor 1", "/dealer/first")
    high.keyboard.press("s")
    dialog = high.locator("dialog.asking")
    expect(dialog.locator(".warning")).to_contain_text(f"{WARNING} § 3.14")
    dialog.get_by_role("button", name=EXPOSED).click()
    request = staff.locator(".request.waives")
    expect(request.locator(".warning")).to_contain_text(f"{WARNING} § 3.14")
    # The key that consents to a squeeze does not give away everybody's insurance.
    staff.keyboard.press("y")
    expect(request).to_be_visible()
    staff.keyboard.press("n")
    expect(request).to_have_count(0)
    expect(high.locator(".toast.bad")).to_contain_text(f"The dealer declines: {EXPOSED}")
    high.click(".ask")
    expect(dialog.locator(".stand")).to_contain_text("declined")
    dialog.get_by_role("button", name=BANKER_FIRST).click()
    request.get_by_role("button", name="Consent").click()
    for page in (high, low):
        expect(page.locator(".waived")).to_contain_text("waived for everybody this round. § 3.14")
    # Banker 6 v Player 5: both draw. Player's third card lies face down until Banker's has been squeezed.
    dealer.close_bets().draw("2h 2c 3d 4s 6d")
    assert dealer.house.live("first").state.coup.waived
    for page in (high, low):
        expect(page.locator(".call")).to_have_text("Third card for Banker first")
        expect(page.locator(".hand.player .slot.third.covered")).to_have_count(1)
        expect(page.locator(".hand.player .points")).to_be_empty()
        expect(page.locator("#tray")).to_have_attribute("data-face", "note")
    dealer.draw("5c")
    expect(low.locator(".slot.third.covered")).to_have_count(2)
    expect(high.locator(".squeeze-head")).to_contain_text("Banker · third card")
    expect(high.locator(".hand.player .slot.third.covered")).to_have_count(1)
    expect(low.locator(".call")).to_have_text("Guest squeezes · box 1")
    # Player's third card is turned when Banker's is, for everybody at once; when the time is over by itself.
    time_is_over(dealer)
    for page in (high, low):
        expect(page.locator(".call")).to_have_text("Tie on 1")
        expect(page.locator(".slot.covered")).to_have_count(0)


def test_the_pit_lists_a_request_among_what_waits_and_may_answer_it(
    visit: Visit, deal: Callable[[str], Dealer]
) -> None:
    dealer = deal("pit").open_bets().bet("Guest", 1, "banker", 500)
    for card in ("banker", "banker_third_first"):
        dealer.house.must("squeeze", "pit", patron="Guest", card=card, by="patron")
    auditor = visit("Auditor 1", "/pit#pit")
    expect(auditor.locator(".request")).to_have_count(2)
    expect(auditor.locator(".request button")).to_have_count(0)
    pit = visit("Pit Supervisor 1", "/pit#pit")
    expect(pit.locator(".wait.asks[data-key^='pit ']")).to_have_count(2)
    expect(pit.locator(".wait.asks[data-key^='pit ']").first).to_contain_text("Guest asks to squeeze")
    expect(pit.locator(".wait.asks.waives[data-key^='pit ']")).to_contain_text(BANKER_FIRST)
    pit.locator(".request.waives").get_by_role("button", name="Decline").click()
    expect(pit.locator(".request")).to_have_count(1)
    pit.locator(".request").get_by_role("button", name="Consent").click()
    expect(pit.locator(".wait.asks[data-key^='pit ']")).to_have_count(0)
    coup = dealer.house.live("pit").state.coup
    assert {(one.card, one.answer) for one in coup.requests} == {
        ("banker", "granted"),
        ("banker_third_first", "declined"),
    }
    assert not coup.waived


def test_a_request_is_gone_once_its_card_is_drawn(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("asked").open_bets().bet("Guest", 1, "banker", 500)
    page, staff = visit("Guest", "/table/asked"), visit("Dealer 1", "/dealer/asked")
    ask(page, "Banker’s cards · Banker’s third card")
    expect(staff.locator(".request li")).to_have_count(2)
    dealer.close_bets().draw("2h 2c")
    expect(staff.locator(".request li")).to_have_text(["Banker’s third card"])
    expect(page.locator(".ask")).to_contain_text("Asked; the dealer decides")
    staff.locator(".request").get_by_role("button", name="Decline").click()
    expect(page.locator(".ask")).to_contain_text("The dealer declined")


def test_a_table_that_deals_by_itself_consents_at_once_and_offers_nothing_it_would_decline(
    visit: Visit, house: Running
) -> None:
    page = visit("Guest", "/table/consents")
    expect(page.locator(".call")).to_have_text("Place your bets", timeout=30_000)
    page.click(".area[data-bet='player']")
    page.click(".ask")
    expect(page.locator(".ask")).to_have_text("The squeeze is yours")
    expect(page.locator("dialog.asking")).to_be_hidden()
    granted = [one.card for one in house.live("consents").state.coup.requests if one.answer == "granted"]
    assert granted == ["player", "player_third"]


def test_a_request_fits_a_phone_in_both_languages(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("phoned").open_bets().bet("Guest", 1, "banker", 500)
    dealer.house.must("squeeze", "phoned", patron="Guest", card="banker_third_first", by="patron")
    staff, page = visit("Dealer 1", "/dealer/phoned", PHONE), visit("Guest", "/table/phoned", PHONE)
    expect(staff.locator(".request .warning")).to_be_visible()
    page.click(".ask")
    for one in (staff, page):
        assert fits(one)
    page.keyboard.press("Escape")
    for one in (staff, page):
        in_chinese(one)
        assert fits(one)
    expect(staff.locator(".request .warning")).to_contain_text("放棄閒家補牌後的保險")
    expect(page.locator(".ask")).to_contain_text("已要求，由荷官決定")
