"""The door: who is not signed in is sent to it, and comes back to where they wanted to go."""

from __future__ import annotations

from playwright.sync_api import expect

from pages.conftest import PHONE, Visit, fits
from server.running import PASSWORD


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
