"""The dealer's page and the clock: insurance and squeezes have their time, and what comes after the close is seen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pages.conftest import Dealer, Visit
from server.running import Running, error_of, order


@pytest.fixture(scope="module")
def house(staff: Running) -> Running:
    return staff


def test_while_insurance_runs_its_call_stands_there_and_a_card_typed_too_early_stays(
    house: Running, visit: Visit
) -> None:
    dealer = Dealer(house, "timed").open_bets().bet("Guest", 1, "banker", 600).close_bets()
    page = visit("Dealer 1", "/dealer/timed")
    step, typed = page.locator("button.step"), page.locator("output.typed")
    expect(step).to_contain_text("Card for Player")
    dealer.draw("4c 5d Ts Th")
    expect(step).to_contain_text("Insurance?")
    expect(step).to_be_disabled()
    expect(page.locator(".hint")).to_contain_text("Banker at 2 to 1")
    expect(page.locator(".now punto-countdown")).to_be_visible()
    page.keyboard.type("7h")
    page.keyboard.press("Enter")
    expect(page.locator(".toast.bad")).to_contain_text("insurance may still be taken")
    expect(typed).to_have_text("7 of hearts")
    expect(page.locator(".toast:not(.bad)")).to_have_count(0)
    # When the time is over nothing comes from the server: the page knows it by itself.
    expect(step).to_contain_text("Card for Player", timeout=30_000)
    expect(step).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.locator(".hand.player punto-card")).to_have_count(3)
    expect(typed).to_be_empty()
    assert [str(card) for card in house.live("timed").state.coup.cards] == ["4c", "5d", "Ts", "Th", "7h"]


def test_while_cards_are_squeezed_there_is_nothing_to_deal(house: Running, visit: Visit) -> None:
    dealer = Dealer(house, "bent").open_bets().bet("Guest", 1, "player", 600)
    house.must("squeeze", "bent", patron="Guest", card="player")
    dealer.close_bets()
    page = visit("Dealer 1", "/dealer/bent")
    step = page.locator("button.step")
    for number, card in enumerate(("4c", "Ts", "2d", "Th")):
        expect(step).to_contain_text(f"Card for {('Player', 'Banker')[number % 2]}")
        page.keyboard.type(f"{card}\n")
    expect(step).to_contain_text("Guest squeezes")
    expect(step).to_be_disabled()
    expect(page.locator(".now punto-countdown")).to_be_visible()
    expect(step).to_contain_text("Card for Banker", timeout=30_000)
    expect(step).to_be_enabled()
    expect(page.locator(".hand.player punto-card").first).to_have_attribute("face", "4c")


def test_what_comes_after_the_close_is_refused_and_seen_by_the_dealer(house: Running, visit: Visit) -> None:
    dealer = Dealer(house, "late").open_bets().bet("Guest", 1, "player", 100)
    page = visit("Dealer 1", "/dealer/late")
    seen = house.live("late").version
    dealer.close_bets()
    guest = house.client("Guest")
    for _ in range(2):  # Pressed again it is still one.
        answer = order(guest, "place_bet", "late", patron="Guest", box=2, bet="banker", stake=300, seen=seen)
        assert (error_of(answer), answer.json()["error"]["cite"]) == ("bets_are_closed", "5.6")
    lifted = order(guest, "withdraw_bet", "late", patron="Guest", box=1, bet="player", seen=seen)
    assert error_of(lifted) == "bets_are_closed"
    box = page.locator(".box[data-box='2']")
    expect(box.locator(".late")).to_have_count(1)
    expect(box).to_contain_text("300")
    expect(box).to_contain_text("too late")
    panel = page.locator(".panel.late")
    expect(panel.locator("li > span")).to_have_text(
        ["Guest · box 2 · Banker 300", "Guest · box 1 · wanted Player back"]
    )
    expect(panel.locator(".cite").first).to_have_text("§ 5.6")
    # It is the coup's: the next one begins without it.
    dealer.draw("4d 2c 3s Th 4c")
    dealer.open_bets()
    expect(page.locator("button.step")).to_contain_text("No more bets")
    expect(panel).to_have_count(0)
    expect(page.locator(".late")).to_have_count(0)
