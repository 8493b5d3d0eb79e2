"""The pit's page while tables play on: nothing falls from under the hand, and nobody decides on an old picture."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from pages.conftest import Visit
from pages.test_pit import fold
from server.running import Running


@pytest.fixture(scope="module")
def house(staff: Running) -> Running:
    return staff


def a_round(house: Running, table: str) -> None:
    house.must("open_bets", table)
    house.must("place_bet", table, patron="Guest", box=1, bet="banker", stake=25)
    house.must("close_bets", table)
    while house.live(table).state.table.phase == "dealing":
        house.must("draw_card", table)


def cut(page: Page) -> None:
    """The stream ends and cannot be opened again."""
    page.route("**/api/pit/events", lambda route: route.abort())
    page.context.set_offline(True)
    page.context.set_offline(False)


def test_focus_and_what_was_typed_stay_over_two_rounds(house: Running, visit: Visit) -> None:
    house.must("open_shoe", "typed", cards="virtual", seed=7)
    page = visit("Shift Manager 1", "/pit#typed")
    for name in ("sign", "ruling", "switches"):
        fold(page, name)
    page.locator("form.ruling [name=reason]").fill("half a sentence")
    page.get_by_role("button", name="Add an adjustment").click()
    page.locator("form.ruling [name=amount]").fill("15")
    page.locator("form.switching [name=reason]").fill("a lamp")
    page.locator("form.sign [name=limits]").select_option("observed")
    page.locator("form.sign [name=face_down]").check()
    minimum = page.locator("form.sign [name=stake_min]")
    minimum.fill("7")
    card = page.locator(".table-card[data-table=typed]")
    kept = page.evaluate_handle("document.querySelector('.table-card[data-table=typed]')")
    for number in (1, 2):
        a_round(house, "typed")
        expect(card).to_contain_text(f"Round {number}")
        expect(minimum).to_be_focused()
        page.keyboard.type("5")
    expect(minimum).to_have_value("755")
    expect(page.locator("form.ruling [name=reason]")).to_have_value("half a sentence")
    expect(page.locator("form.ruling [name=amount]")).to_have_value("15")
    expect(page.locator("form.switching [name=reason]")).to_have_value("a lamp")
    expect(page.locator("form.sign [name=limits]")).to_have_value("observed")
    expect(page.locator("form.sign [name=face_down]")).to_be_checked()
    # What nobody touched follows the sign, and what somebody writes stays.
    house.must("change_sign", "typed", settings={"stake_max": 4_000}, by="pit_supervisor")
    expect(page.locator("form.sign [name=stake_max]")).to_have_value("4000")
    expect(minimum).to_have_value("755")
    # A card is the same element all the time, so a press that begins on it also ends on it.
    assert page.evaluate("one => one === document.querySelector('.table-card[data-table=typed]')", kept)
    # Another table looked at, another language: it is all there still.
    page.locator(".table-card[data-table=signed]").click()
    expect(page.locator(".looked-at h2")).to_have_text("signed")
    card.click()
    page.get_by_role("button", name="改用中文").click()
    expect(minimum).to_have_value("755")
    expect(page.locator("form.ruling [name=reason]")).to_have_value("half a sentence")


def test_a_session_that_ends_leaves_no_dead_picture(house: Running, visit: Visit) -> None:
    page = visit("Pit Supervisor 1", "/pit#signed")
    expect(page.locator(".looked-at h2")).to_have_text("signed")
    house.house.people.revoke("Pit Supervisor 1")
    page.wait_for_url("**/sign-in?why=session_was_ended&next=%2Fpit%23signed")


def test_a_picture_is_marked_as_old_while_the_link_is_lost(house: Running, visit: Visit) -> None:
    page = visit("Pit Manager 1", "/pit#signed")
    floor = page.locator(".floor")
    expect(page.locator(".age")).to_be_hidden()
    expect(floor).to_have_css("opacity", "1")
    cut(page)
    expect(page.locator(".age")).to_have_text(re.compile(r"Reconnecting … This is how it was at \d\d:\d\d:\d\d\."))
    expect(floor).not_to_have_css("opacity", "1")
    page.unroute("**/api/pit/events")
    expect(page.locator(".age")).to_be_hidden()
    expect(floor).to_have_css("opacity", "1")


def test_a_decision_on_an_old_picture_is_refused(house: Running, visit: Visit) -> None:
    house.must("open_shoe", "stale", cards="virtual", seed=7)
    house.must("open_bets", "stale")
    house.must("place_bet", "stale", patron="Guest", box=1, bet="player", stake=300)
    house.must("close_bets", "stale")
    house.must("draw_card", "stale")
    house.must("report", "stale", what="extra_card")
    page = visit("Pit Supervisor 1", "/pit#stale")
    yes = page.get_by_role("button", name="In order: go on")
    expect(yes).to_be_visible()
    cut(page)
    expect(page.locator(".age")).to_be_visible()
    # Somebody else decides, and something else is reported: the page does not know yet.
    house.must("decide", "stale", reconstruct=True, by="pit_supervisor")
    house.must("close_choices", "stale", by="pit_supervisor")
    house.must("draw_card", "stale")
    house.must("report", "stale", what="exposed_card")
    version = house.live("stale").version
    yes.click()
    expect(page.locator(".toast.bad")).to_contain_text("the table has moved on")
    assert house.live("stale").version == version
    page.unroute("**/api/pit/events")
    expect(page.locator(".panel.decision")).to_contain_text("A card seen before its time")
    # Of a sealed shoe nobody says that its cards cannot be put in order: that answer is told with its refusal.
    expect(page.locator("[data-answer=not_in_order]")).to_contain_text("the order of a sealed shoe's cards is known")
    expect(page.get_by_role("button", name="They cannot be put in order")).to_have_count(0)
    page.get_by_role("button", name="Dismiss the report").click()
    expect(page.locator(".panel.decision")).to_have_count(0)


def test_every_command_of_the_pit_says_which_picture_it_was_given_on(house: Running, visit: Visit) -> None:
    page = visit("Pit Supervisor 1", "/pit#shut")
    told: list[dict[str, object]] = []

    def hear(route: Route) -> None:
        told.append(dict(route.request.post_data_json or {}))
        route.continue_()

    page.route("**/api/tables/shut/commands", hear)
    page.on("dialog", lambda dialog: dialog.accept())
    fold(page, "closing")
    page.get_by_role("button", name="Close the table").click()
    expect(page.locator(".table-card.chosen")).to_contain_text("Closed")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".table-card.chosen")).to_contain_text("No shoe")
    now = house.live("shut").version
    assert [(one["command"], one["seen"]) for one in told] == [("close_table", now - 2), ("open_table", now - 1)]


def next_round(page: Page) -> None:
    """Wait until bets have just been opened at a table that deals by itself."""
    for phase in ("paying", "betting"):
        expect(page.locator(".table-card.chosen")).to_have_class(re.compile(rf"\b{phase}\b"), timeout=20_000)


def test_a_change_waits_for_the_gap_between_two_rounds(house: Running, visit: Visit) -> None:
    page = visit("Pit Supervisor 1", "/pit#alone")
    fold(page, "sign")
    form = page.locator("form.sign")
    change = form.get_by_role("button", name="Put up after this round")
    waits = page.locator(".posts .prepared")
    # Prepared and thought better of.
    next_round(page)
    form.locator("[name=stake_min]").fill("50")
    change.click()
    expect(waits).to_contain_text("minimum 50")
    expect(page.locator(".wait.prepared")).to_contain_text("after this round")
    waits.get_by_role("button", name="Do not change it").click()
    expect(waits).to_have_count(0)
    next_round(page)
    assert house.live("alone").state.sign.stake_min == 25
    # Prepared again, it goes up by itself; another of the same round goes with it.
    expect(form.locator("[name=stake_min]")).to_have_value("50")
    change.click()
    expect(page.locator(".toast.good").first).to_contain_text("goes up when the round is over")
    form.locator("[name=differential_max]").fill("2000")
    change.click()
    expect(page.locator(".table-card.chosen .limits")).to_have_text("50 – 5,000differential 2,000", timeout=20_000)
    expect(waits).to_have_count(0)
    sign = house.live("alone").state.sign
    assert (sign.stake_min, sign.differential_max) == (50, 2_000)


def test_a_prepared_sign_is_kept_by_the_house_and_not_by_the_page(house: Running, visit: Visit) -> None:
    house.must("open_shoe", "kept", cards="virtual", seed=7)
    house.must("open_bets", "kept")
    page = visit("Pit Supervisor 1", "/pit#kept")
    fold(page, "sign")
    page.locator("form.sign [name=stake_min]").fill("75")
    page.get_by_role("button", name="Put up after this round").click()
    expect(page.locator(".posts .prepared")).to_contain_text("minimum 75")
    # The page may be left: it stands there again, and on everybody's page, with how long it has waited.
    page.reload()
    expect(page.locator(".posts .prepared")).to_contain_text("minimum 75")
    page.goto("/odds")
    other = visit("Pit Manager 1", "/pit#kept")
    expect(other.locator(".posts .prepared")).to_contain_text("minimum 75")
    expect(other.locator(".wait.prepared")).to_contain_text("waits")
    house.must("close_bets", "kept")
    while house.live("kept").state.table.phase == "dealing":
        house.must("draw_card", "kept")
    assert house.live("kept").state.sign.stake_min == 25
    house.must("declare_paid", "kept")
    assert house.live("kept").state.sign.stake_min == 75
    expect(other.locator(".posts .prepared")).to_have_count(0)
    expect(other.locator(".table-card.chosen .limits")).to_contain_text("75")


def test_insurance_counts_down_where_a_person_deals(house: Running, visit: Visit) -> None:
    house.must("open_shoe", "insured", cards="physical")
    house.must("open_bets", "insured")
    house.must("place_bet", "insured", patron="Guest", box=1, bet="banker", stake=100)
    pit, lobby = visit("Pit Supervisor 1", "/pit#insured"), visit("Guest", "/")
    card = lobby.locator("[data-table=insured]")
    expect(pit.locator(".table-card[data-table=insured] .left")).to_have_text(re.compile(r"Bets close in 59:\d\d"))
    expect(card.locator("punto-countdown .figure")).to_have_text(re.compile(r"59:\d\d"))
    house.must("close_bets", "insured")
    for one in ("2h", "6c", "3d", "Ts"):
        house.must("draw_card", "insured", card=one)
    expect(pit.locator(".table-card[data-table=insured] .left")).to_have_text(re.compile(r"Insurance (60:00|59:\d\d)"))
    expect(card.locator(".table-phase")).to_have_text("Insurance")
    expect(card.locator("punto-countdown .figure")).to_have_text(re.compile(r"60:00|59:\d\d"))
    board = visit("Guest", "/board/insured", (1920, 1080))
    expect(board.locator(".clock punto-countdown .figure")).to_have_text(re.compile(r"60:00|59:\d\d"))
