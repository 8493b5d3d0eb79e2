"""The lobby: tables with their documents, limits, free boxes and roads."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from pages.conftest import PHONE, Dealer, Visit, fits


def test_every_table_shows_its_document_limits_and_boxes(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    page = visit("Guest")
    card = page.locator("[data-table='seen']")
    expect(card.locator("h2")).to_have_text("seen")
    expect(card.locator(".game")).to_have_text("RWS Baccarat RWS 百家樂")
    expect(card).to_contain_text("25 – 5,000")
    expect(card.locator(".boxes-dots .free")).to_have_count(7)
    expect(page.locator(".notice")).to_contain_text("play chips")
    # Somebody sits down, and the lobby knows without being asked again.
    deal("seen").open_bets().bet("Second Guest", 3, "banker", 100)
    expect(card.locator(".boxes-dots .taken")).to_have_text("3")
    expect(card.locator(".table-phase")).to_have_text("Place your bets")
    deal("seen").close_bets().draw("9h Kd Kh Kc")
    expect(card.locator(".road circle.ringed.player")).to_have_count(1)
    card.locator("a.primary").click()
    page.wait_for_url("**/table/seen")


def test_the_lobby_on_a_phone_in_chinese(visit: Visit) -> None:
    page = visit("Guest", "/", PHONE, "zh")
    expect(page.locator("[data-table='easy-six'] .game")).to_contain_text("免佣易六百家樂")
    # A table that has a number for a name is called by it in either language.
    expect(page.locator("[data-table='once'] h2")).to_have_text("6 號檯")
    expect(page.locator(".notice")).to_contain_text("娛樂")
    assert fits(page)


def test_a_card_is_used_while_the_table_plays_on(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    page = visit("Guest")
    card = page.locator("[data-table='easy-six']")
    link = card.get_by_role("link", name="Board")
    link.focus()
    kept = link.element_handle()
    deal("easy-six").open_bets().bet("Guest", 1, "player", 100)
    expect(card.locator(".boxes-dots .taken")).to_have_text("1")
    expect(link).to_be_focused()
    expect(card.locator("punto-countdown .figure")).to_have_text(re.compile(r"59:\d\d|60:00"))
    assert page.evaluate("one => one.isConnected", kept)
    deal("easy-six").close_bets().draw("9h Kd Kh Kc")


def test_what_is_shown_is_marked_as_old_while_the_house_cannot_be_reached(visit: Visit) -> None:
    page = visit("Guest")
    expect(page.locator(".table-card").first).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator("#age")).to_contain_text("No connection. This is how it was at")
    expect(page.locator("#tables")).not_to_have_css("opacity", "1")
    page.context.set_offline(False)
    expect(page.locator("#age")).to_be_hidden()
    expect(page.locator("#tables")).to_have_css("opacity", "1")


def test_an_answer_that_breaks_off_does_not_end_the_news(visit: Visit) -> None:
    page = visit("Guest")
    expect(page.locator(".table-card").first).to_be_visible()
    page.route("**/api/tables", lambda route: route.fulfill(body='{"tables": ['), times=1)
    expect(page.locator("#age")).to_contain_text("This is how it was at")
    expect(page.locator("#age")).to_be_hidden()


def test_the_felt_is_light_or_dark_and_that_is_remembered(visit: Visit) -> None:
    page = visit("Guest")
    page.wait_for_selector(".table-card")
    assert page.get_attribute("html", "data-felt") == "light"
    page.get_by_role("button", name="Dark felt").click()
    assert page.get_attribute("html", "data-felt") == "dark"
    page.reload()
    page.wait_for_selector(".table-card")
    assert page.get_attribute("html", "data-felt") == "dark"


def test_signing_out_ends_the_session(visit: Visit) -> None:
    page = visit("Second Guest")
    page.locator("punto-header summary").click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in")
    page.goto("/")
    page.wait_for_url("**/sign-in")


_COUNT_TURNS = """
window.turns = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { window.turns += 1; return animate.apply(this, how); };
"""


def test_nothing_is_asked_for_or_begun_twice_before_the_tables_are_drawn(
    visit: Visit, deal: Callable[[str], Dealer]
) -> None:
    deal("easy-six").open_bets().bet("Guest", 1, "player", 100)
    page = visit("Guest", "/sign-in")
    page.context.add_init_script(_COUNT_TURNS)
    page.goto("/")
    expect(page.locator("[data-table='easy-six'] punto-countdown .figure")).to_be_visible()
    resources = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)")
    assert [resources.count(path) for path in ("/api/me", "/api/tables")] == [1, 1]
    # Two halves of a ring, each begun once.
    assert page.evaluate("turns") == 2 * page.locator("punto-countdown:not([hidden])").count() > 0
    deal("easy-six").close_bets().draw("9h Kd Kh Kc")
