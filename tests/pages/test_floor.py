"""What the whole floor has: names of windows, a page that is missing, good roads, one's own history, the tour."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from pages.conftest import DESK, PHONE, Dealer, Visit, fits, in_chinese
from server.running import Running

TURNED = (PHONE[1], PHONE[0])


@pytest.mark.parametrize(
    ("who", "path", "title"),
    [
        ("Guest", "/", "Lobby – Punto"),
        ("Guest", "/odds", "Odds – Punto"),
        ("Guest", "/account", "Account – Punto"),
        ("Guest", "/history", "My history – Punto"),
        ("Guest", "/tour", "Learn the game – Punto"),
        ("Pit Manager 1", "/pit", "Pit – Punto"),
        ("Auditor 1", "/audit/once", "Audit – Punto"),
        ("Administrator 1", "/people", "People – Punto"),
        ("Dealer 1", "/dealer/once", "Table 6 · Baccarat Insurance and Lucky 6 – Dealer – Punto"),
        ("Guest", "/table/once", "Table 6 · Baccarat Insurance and Lucky 6 – Punto"),
        ("Display 1", "/board/once", "Table 6 · Baccarat Insurance and Lucky 6 – Punto"),
        (None, "/sign-in", "Punto"),
        ("Guest", "/no-such-page", "No such page – Punto"),
    ],
)
def test_every_window_has_its_name(visit: Visit, who: str | None, path: str, title: str) -> None:
    page = visit(who, path)
    expect(page.locator("h1, .door-card").first).to_be_attached()
    page.wait_for_function("(title) => document.title.includes(title)", arg=title.partition(" · ")[0])
    if " · " not in title:
        assert title in page.title()


def test_a_missing_page_has_a_face_and_a_way_back(house: Running, visit: Visit) -> None:
    page = visit("Guest", "/tables/of/long/ago")
    expect(page.get_by_role("heading", name="No such page")).to_be_visible()
    assert page.request.get("/tables/of/long/ago", headers={"Accept": "text/html"}).status == 404
    assert page.request.get("/tables/of/long/ago", headers={"Accept": "application/json"}).json()["error"]["code"]
    page.get_by_role("button", name="中文").click()
    expect(page.get_by_role("heading", name="沒有此頁")).to_be_visible()
    page.get_by_role("link", name="返回大廳").click()
    expect(page.locator(".table-card").first).to_be_visible()


def rounds(dealer: Dealer, *winners: str) -> None:
    cards = {"B": "Th 9c Kh Qd", "P": "9h Kd Jh Kc", "T": "3h 2c 3d 4s"}
    for winner in winners:
        dealer.open_bets().close_bets().draw(cards[winner])


def test_good_roads_are_flagged_and_say_that_they_say_nothing(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    page = visit("Guest")
    flags = page.locator("[data-table='racks'] .flag")
    rounds(deal("racks"), "P", "B", "B", "T", "B")
    expect(page.locator("[data-table='racks'] [data-count], [data-table='racks'] .count.banker b")).to_have_text("3")
    expect(flags).to_have_count(0)
    rounds(deal("racks"), "B")
    expect(flags).to_have_text("Banker streak 4")
    tip = page.locator("[data-table='racks'] .flag-tip")
    expect(tip).to_be_hidden()
    flags.hover()
    expect(tip).to_be_visible()
    expect(tip).to_contain_text("Banker has won the last 4 rounds")
    expect(tip).to_contain_text("It says nothing about the next round")
    page.mouse.move(0, 0)
    expect(tip).to_be_hidden()
    flags.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(tip).to_be_visible()
    rounds(deal("racks"), "P", "B", "P")
    expect(flags).to_have_text("Ping-pong 4")
    in_chinese(page)
    expect(flags).to_have_text("單跳 4")


def tables(page: Page) -> list[str]:
    shown: list[str] = page.eval_on_selector_all(".table-card", "all => all.map(one => one.dataset.table)")
    return shown


def test_the_lobby_is_sorted_and_filtered_and_remembers_it(house: Running, visit: Visit) -> None:
    page = visit("Guest")
    expect(page.locator(".table-card").first).to_be_visible()
    everything = tables(page)
    assert everything == list(house.house.floor.tables)
    page.locator("[name=game]").select_option("easy-six")
    assert tables(page) == ["easy-six", "keys", "racks"]
    page.locator("[name=game]").select_option("")
    house.must("change_sign", "seen", settings={"stake_min": 5}, by="pit_supervisor")
    page.locator("[name=sort]").select_option("minimum")
    expect(page.locator(".table-card").first).to_have_attribute("data-table", "seen")
    page.get_by_role("button", name="Bets are open").click()
    expect(page.get_by_role("button", name="Bets are open")).to_have_attribute("aria-pressed", "true")
    for table in tables(page):
        assert house.live(table).state.table.phase == "betting" or table in ("alone", "consents")
    page.reload()
    expect(page.locator("[name=sort]")).to_have_value("minimum")
    expect(page.get_by_role("button", name="Bets are open")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Bets are open").click()
    page.locator("[name=sort]").select_option("house")
    assert tables(page) == everything
    house.must("change_sign", "seen", settings={"stake_min": 25}, by="pit_supervisor")


def test_one_s_own_history_stands_behind_the_wallet(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("keys").open_bets()
    dealer.bet("Second Guest", 2, "player", 100).bet("Second Guest", 2, "tie", 50)
    dealer.close_bets().draw("9h Kd Kh Kc")
    page = visit("Second Guest")
    page.locator("punto-header .wallet").click()
    page.wait_for_url("**/history")
    newest = page.locator(".round").first
    expect(newest).to_contain_text("keys")
    expect(newest).to_contain_text("Player won, 9 over 0")
    expect(newest.locator(".bets li")).to_have_count(2)
    expect(newest.locator(".sum")).to_have_text("+50")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as CSV").click()
    lines = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text("utf-8"))))
    assert [(one["bet"], one["net"]) for one in lines[-2:]] == [("Player", "100"), ("Tie", "-50")]
    for size in (PHONE, TURNED):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert fits(page)
    in_chinese(page)
    expect(newest).to_contain_text("閒 9 勝庄 0")
    assert fits(page)


def test_one_s_own_history_tells_what_rounding_did(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    deal("racks").open_bets().bet("Second Guest", 2, "banker", 25).close_bets().draw("Kh 2c 4s 4d Kd")
    page = visit("Second Guest", "/history")
    told = page.locator(".round .rounded").first
    expect(told).to_have_text("1 to 2 on 25 is 12.5, rounded down to 12 (sign)")
    in_chinese(page)
    expect(told).to_contain_text("向下取整為 12")
    assert fits(page)


def press(page: Page, name: str) -> None:
    page.locator(".coach .ways").get_by_role("button", name=name).click()


@pytest.mark.parametrize("size", [DESK, PHONE, TURNED])
def test_the_tour_is_five_rounds_at_a_real_table_that_leaves_no_trace(
    house: Running, visit: Visit, size: tuple[int, int]
) -> None:
    heads = {table: house.house.store.head(table) for table in house.house.store.tables() if "alone" not in table}
    before = house.house.store.ledger.balance("wallet:Guest")
    page = visit("Guest", "/tour", size)
    points = page.locator(".hand .points")
    for bet, cards, result in (
        ("Put 100 on Player", 0, ("7", "6")),
        ("Put 100 on Player", 0, ("9", "7")),
        ("Put 100 on Banker", 2, ("4", "8")),
        ("Put 100 on Banker", 2, ("9", "7")),
        ("Put 50 on Tie", 0, ("7", "7")),
    ):
        press(page, bet)
        press(page, "No more bets: deal")
        if cards and result == ("9", "7"):
            press(page, "Insure 50 at 2 to 1")
            expect(page.locator(".area.banker .cover")).to_have_text("Insurance 50")
            expect(page.locator(".coach")).to_contain_text("Your insurance lies beside the bet")
        for _ in range(cards):
            press(page, "Next card")
        expect(points.first).to_have_text(result[0])
        expect(points.last).to_have_text(result[1])
        assert fits(page)
        if page.locator(".cover").count():
            expect(page.locator(".cover.win .came")).to_have_text("+100")
        page.locator(".coach .ways button.primary").click()
    expect(page.get_by_role("heading", name="That is the whole game")).to_be_visible()
    after = {table: house.house.store.head(table) for table in heads}
    assert {table for table in heads if after[table] != heads[table]} <= {"house:people", "house:sign-ins", "consents"}
    assert house.house.store.ledger.balance("wallet:Guest") == before
    page.get_by_role("link", name="To the tables").click()
    expect(page.locator(".table-card").first).to_be_visible()
    # Whoever has taken it is not asked again.
    expect(page.locator(".welcome")).to_have_count(0)


def test_the_tour_in_chinese_and_what_is_bet_is_the_learner_s(visit: Visit) -> None:
    page = visit("Guest", "/", DESK, "zh")
    page.locator(".welcome").get_by_role("link").click()
    expect(page.locator(".coach")).to_contain_text("請把籌碼放在閒上")
    page.locator(".area.banker").click()
    page.locator(".coach button.primary").click()
    expect(page.locator(".coach .net")).to_have_text("−100")
    expect(page.locator(".coach")).to_contain_text("閒勝")


def test_a_lesson_that_is_left_while_it_is_dealt_deals_nothing_in_the_next(visit: Visit) -> None:
    page = visit("Guest", "/tour")
    press(page, "Put 100 on Player")

    def slowly(route: Route) -> None:
        page.wait_for_timeout(150)
        route.continue_()

    page.route("**/api/practice", slowly)
    press(page, "No more bets: deal")
    page.locator(".path button").nth(1).click()
    expect(page.locator(".path [aria-current]")).to_have_text(page.locator(".path button").nth(1).inner_text())
    page.wait_for_timeout(1_000)
    expect(page.locator(".hand punto-card")).to_have_count(0)
    expect(page.locator(".toast")).to_have_count(0)
    expect(page.locator(".path button").nth(1)).to_have_attribute("aria-current", "step")
    page.unroute("**/api/practice")
    page.context.set_offline(True)
    page.locator(".path button").nth(2).click()
    expect(page.locator(".toast.bad")).to_have_count(1)
    page.context.set_offline(False)
