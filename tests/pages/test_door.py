"""The door: who is not signed in is sent to it, and comes back to where they wanted to go."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pages.conftest import PHONE, Visit, fits, in_chinese
from server.running import PASSWORD, Running


def test_a_stranger_is_sent_to_the_door_and_comes_back_to_the_table(visit: Visit) -> None:
    page = visit(None, "/table/easy-six")
    page.wait_for_url("**/sign-in?next=*")
    page.fill("#name", "Guest")
    page.fill("#password", "not the password")
    page.click("form button")
    expect(page.locator("#refused")).to_have_text("the name or the password is wrong")
    page.fill("#password", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/easy-six")
    expect(page.locator(".area")).not_to_have_count(0)


def test_the_door_says_what_the_chips_are_in_both_languages(visit: Visit) -> None:
    page = visit(None, "/sign-in", PHONE)
    expect(page.locator(".notice")).to_contain_text("not certified")
    expect(page.locator(".notice")).to_contain_text("regulator’s licence")
    page.click("#language")
    expect(page.locator(".notice")).to_contain_text("牌照")
    assert page.get_attribute("html", "lang") == "zh-Hant"
    assert fits(page)


def test_the_door_leads_nowhere_but_into_the_house(visit: Visit) -> None:
    page = visit(None, "/sign-in?next=//elsewhere.example/")
    page.fill("#name", "Guest")
    page.fill("#password", PASSWORD)
    page.click("form button")
    page.wait_for_selector(".table-card")
    assert page.evaluate("location.pathname") == "/"


def test_a_spent_link_leads_to_the_door_which_says_so(house: Running, visit: Visit) -> None:
    link = house.house.people.link("Guest")
    visit(None, f"/sign-in/{link}").wait_for_selector(".table-card")
    page = visit(None, f"/sign-in/{link}")
    expect(page.locator("#refused")).to_contain_text("This link has been used or is no longer good.")
    assert link not in page.url
    page.click("#language")
    expect(page.locator("#refused")).to_contain_text("此登入連結已使用或失效")
    page.fill("#name", "Guest")
    page.fill("#password", PASSWORD)
    page.click("form button")
    page.wait_for_selector(".table-card")


def test_an_administrator_is_offered_no_table(visit: Visit) -> None:
    page = visit("Administrator 1")
    expect(page.locator("[data-table='seen'] .game")).to_contain_text("RWS Baccarat")
    expect(page.locator(".table-card a")).to_have_count(0)
    expect(visit("Auditor 1").locator("[data-table='seen'] a")).to_have_count(3)


NOT_FOR = [
    ("Administrator 1", "/table/seen"), ("Administrator 1", "/board/seen"), ("Administrator 1", "/board"),
    ("Guest", "/dealer"), ("Guest", "/dealer/seen"), ("Dealer 1", "/pit"), ("Dealer 1", "/audit/seen"),
    ("Guest", "/people"), ("Display 1", "/odds"), ("Display 1", "/odds/easy-six"),
]  # fmt: skip


@pytest.mark.parametrize(("who", "path"), NOT_FOR)
def test_a_page_that_is_not_for_one_s_role_says_so_and_stays(visit: Visit, who: str, path: str) -> None:
    page = visit(who, path)
    expect(page.locator("main .turned-away")).to_contain_text("This page is not for your role.")
    assert page.locator("main > *").count() == 1
    if page.locator("punto-header").count():
        in_chinese(page)
        expect(page.locator("main .turned-away")).to_contain_text("您的職級不可查看此頁。")
    page.locator(".turned-away a").click()
    page.wait_for_selector(".table-card, .choose")


@pytest.mark.parametrize(
    ("who", "path", "code"),
    [
        ("Guest", "/table/nowhere", "沒有這張檯。"),
        ("Guest", "/board/nowhere", "沒有這張檯。"),
        ("Dealer 1", "/dealer/nowhere", "沒有這張檯。"),
        ("Auditor 1", "/audit/nowhere", "沒有這張檯。"),
        ("Guest", "/odds/nowhere", "沒有這份規則。"),
    ],
)
def test_an_unknown_table_is_told_on_the_page(visit: Visit, who: str, path: str, code: str) -> None:
    page = visit(who, path, PHONE)
    expect(page.locator("main punto-refusal")).to_contain_text("nowhere")
    assert page.locator(".toast").count() == 0
    assert fits(page)
    expect(visit(who, path, language="zh").locator("main punto-refusal span")).to_have_text(code)
