"""Several people at one table: a shared box, a choice after a dealing error, and a lost connection."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from pages.conftest import Dealer, Visit
from punto.house.tables.recent import RecentEvents
from server.running import Running


def test_two_browsers_at_one_box_seated_and_standing(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("shared").open_bets()
    sits, stands = visit("Guest", "/table/shared"), visit("Second Guest", "/table/shared")
    for page in (sits, stands):
        page.click("[data-box='3']")
    sits.click(".area[data-bet='banker']")
    expect(stands.locator(".area[data-bet='banker'] .stack .owner")).to_have_text("G")
    expect(stands.locator(".stance [aria-checked=true]")).to_have_text("Standing")
    stands.click(".rack-chip[data-worth='500']")
    stands.click(".area[data-bet='banker']")
    # Two people's chips on one spot: each sees their own marked, and whose the other is.
    expect(sits.locator(".area[data-bet='banker'] .stack")).to_have_count(2)
    expect(sits.locator(".area[data-bet='banker'] .stack.mine .amount")).to_have_text("25")
    expect(sits.locator(".area[data-bet='banker'] .stack:not(.mine) .owner")).to_have_text("SG")
    expect(sits.locator("[data-box='3'] .sitter")).to_have_text("yours+1")
    coup = dealer.house.live("shared").state.coup
    assert [(bet.patron, bet.stance, bet.stake) for bet in coup.bets] == [
        ("Guest", "seated", 25),
        ("Second Guest", "standing", 500),
    ]
    dealer.close_bets().draw("Kd 9h Kh Kc")
    expect(sits.locator(".tray-result tr.win td").nth(3)).to_have_text("50")
    expect(stands.locator(".tray-result tr.win td").nth(3)).to_have_text("1,000")


def test_each_patron_chooses_after_a_dealing_error(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("choices").open_bets().bet("Guest", 1, "banker", 100)
    page = visit("Guest", "/table/choices")
    dealer.close_bets().draw("2c")
    dealer.house.must("report", "choices", what="face_up", by="pit_supervisor")
    expect(page.locator(".choice h3")).to_contain_text("What shall become of your bets?")
    # What happened, by which paragraph, what silence means, and how long.
    expect(page.locator(".choice .happened")).to_have_text("Cards turned face up § 5.9", use_inner_text=True)
    expect(page.locator(".choice h3 .cite")).to_have_text("§ 5.12")
    expect(page.locator(".choice .silence")).to_contain_text("If you say nothing, your bets play on.")
    expect(page.locator(".choice punto-countdown .figure")).to_have_text(re.compile(r"^\d+$"))
    page.reload()
    expect(page.locator(".choice .happened")).to_have_text("Cards turned face up § 5.9", use_inner_text=True)
    page.get_by_role("button", name="Take the stakes back").click()
    expect(page.locator(".choice")).to_be_hidden()
    taken = page.locator(".tray-note tr.remark")
    expect(taken.locator("td")).to_have_text(
        ["Stakes taken back, as you chose", "100", "§ 5.12.3"], use_inner_text=True
    )
    assert dealer.house.live("choices").state.coup.choosing == ()
    expect(page.locator("#wallet")).to_have_text(f"{dealer.house.house.store.ledger.balance('wallet:Guest'):,}")


def test_a_page_that_comes_back_in_mid_coup_has_missed_nothing_and_repeats_nothing(
    visit: Visit, deal: Callable[[str], Dealer]
) -> None:
    dealer = deal("link").open_bets().bet("Guest", 1, "player", 100)
    page = visit("Guest", "/table/link")
    dealer.close_bets().draw("Kd 9h")
    expect(page.locator(".slot")).to_have_count(2)
    page.context.set_offline(True)
    expect(page.locator("#link")).to_have_text("You are offline. Bets placed stand.")
    dealer.draw("Kh Kc").open_bets().close_bets().draw("9c Kd")
    page.context.set_offline(False)
    expect(page.locator("#link")).to_be_hidden()
    # The coup that ended meanwhile is in the list, once; the one that is being dealt is on the felt.
    expect(page.locator(".past")).to_have_count(1)
    expect(page.locator(".past-net")).to_have_text("−100")
    expect(page.locator(".slot")).to_have_count(2)
    expect(page.locator(".road.big_road .ringed")).to_have_count(1)
    dealer.draw("Kh Kc")
    expect(page.locator(".past")).to_have_count(2)
    page.reload()
    expect(page.locator(".past")).to_have_count(2)
    expect(page.locator(".call")).to_have_text("Player wins 9 over 0")


def test_a_page_that_was_away_for_longer_than_is_remembered_shows_the_rounds_meanwhile(
    visit: Visit, house: Running, deal: Callable[[str], Dealer]
) -> None:
    dealer = deal("away").open_bets().bet("Guest", 1, "player", 100)
    page = visit("Guest", "/table/away")
    expect(page.locator(".call")).to_have_text("Place your bets")
    past = page.locator(".past").count()
    page.context.set_offline(True)
    expect(page.locator("#link")).to_be_visible()
    dealer.close_bets().draw("Kd 9h Kh Kc").open_bets()
    house.live("away")._recent = RecentEvents(most=1)
    dealer.close_bets()
    page.context.set_offline(False)
    expect(page.locator("#link")).to_be_hidden()
    expect(page.locator(".past")).to_have_count(past + 1)
    expect(page.locator("#wallet")).to_have_text(f"{house.house.store.ledger.balance('wallet:Guest'):,}")


def test_a_session_that_is_ended_leads_back_to_the_door(visit: Visit, house: Running) -> None:
    page = visit("Second Guest", "/table/language")
    expect(page.locator(".area").first).to_be_visible()
    house.house.people.revoke("Second Guest")
    page.wait_for_url("**/sign-in?why=session_was_ended&next=%2Ftable%2Flanguage")
