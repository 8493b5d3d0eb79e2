"""Sessions in a browser: a page asks before it signs out and says why; the second factor from QR code to the door."""

from __future__ import annotations

import time
from base64 import b32decode

import pytest
from playwright.sync_api import expect

from pages.conftest import PHONE, Visit, fits, in_chinese
from punto.house.people.roles import Role
from punto.house.people.totp import STEP_SECONDS, code_at
from server.running import PASSWORD, Running


def test_a_page_asks_before_it_signs_out_and_a_key_is_enough(
    house: Running, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle = house.house.people.sessions.idle
    monkeypatch.setitem(idle, Role.SHIFT_MANAGER, 40.0)
    page = visit("Shift Manager 1", "/pit", PHONE)
    dialog = page.locator("dialog.still-here")
    expect(dialog).to_contain_text("Still here?")
    expect(dialog.locator("punto-countdown .figure")).to_be_visible()
    assert fits(page)
    monkeypatch.setitem(idle, Role.SHIFT_MANAGER, 300.0)
    page.keyboard.press("Shift")
    expect(dialog).to_have_count(0)


def test_whoever_is_away_is_told_why_they_were_signed_out(
    house: Running, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(house.house.people.sessions.idle, Role.SHIFT_MANAGER, 8.0)
    page = visit("Shift Manager 1", "/pit")
    expect(page.locator("dialog.still-here")).to_be_visible()
    page.wait_for_url("**/sign-in?why=session_is_over&next=*")
    expect(page.locator("#why")).to_have_text("You were signed out because nothing was done for a while.")
    page.click("#language")
    expect(page.locator("#why")).to_have_text("因一段時間沒有操作，您已被登出。")
    page.fill("#name", "Shift Manager 1")
    page.fill("#password", PASSWORD)
    monkeypatch.setitem(house.house.people.sessions.idle, Role.SHIFT_MANAGER, 300.0)
    page.click("form button")
    page.wait_for_url("**/pit")


def test_a_session_that_has_lasted_is_announced_and_no_key_prolongs_it(
    house: Running, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(house.house.people.sessions.life, Role.SHIFT_MANAGER, 50.0)
    opened = time.monotonic()
    page = visit("Shift Manager 1", "/odds")
    dialog = page.locator("dialog.still-here")
    expect(dialog).to_contain_text("Your session ends")
    dialog.get_by_role("button", name="Understood").click()
    expect(dialog).to_have_count(0)
    # It has three seconds from when the page is opened anew, however long all that took.
    begun = time.monotonic() - opened
    monkeypatch.setitem(house.house.people.sessions.life, Role.SHIFT_MANAGER, begun + 3.0)
    page.reload()
    page.wait_for_url("**/sign-in?why=session_is_too_old&next=*")


def test_use_is_reported_sparingly(house: Running, visit: Visit) -> None:
    page = visit("Shift Manager 1", "/odds")
    page.wait_for_selector("main h1, main h2")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/api/me/session") else None)
    with page.expect_request("**/api/me/session"):
        page.keyboard.press("Shift")
    for _ in range(8):
        page.keyboard.press("Shift")
        page.mouse.click(5, 300)
    page.wait_for_timeout(300)
    assert len(sent) == 1


def test_a_second_factor_from_the_qr_code_to_the_door(house: Running, visit: Visit) -> None:
    name = "Shift Manager 1"
    page = visit(name, "/account", PHONE)
    form = page.locator("form.own", has_text="Second factor")
    form.get_by_label("Present password").fill(PASSWORD)
    form.get_by_role("button", name="Set it up").click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    page.get_by_text("Type it in instead").click()
    secret = b32decode(page.locator(".secret").inner_text().replace(" ", ""))
    page.get_by_label("Code from the app").fill("000000")
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".refused", has_text="not the code")).to_be_visible()
    page.get_by_label("Code from the app").fill(code_at(secret, int(time.time()) // STEP_SECONDS))
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".codes li")).to_have_count(10)
    assert fits(page)
    codes = page.locator(".codes code").all_inner_texts()
    page.get_by_role("button", name="I have kept them").click()
    expect(page.locator("form.own", has_text="10 recovery codes are left")).to_be_visible()
    in_chinese(page)
    expect(page.locator("main")).to_contain_text("尚餘 10 個備用代碼")
    door = visit(None, "/sign-in")
    door.fill("#name", name)
    door.fill("#password", PASSWORD)
    door.click("form button")
    expect(door.locator("#code")).to_be_focused()
    door.fill("#code", "000000")
    door.keyboard.press("Enter")
    expect(door.locator("#refused")).to_contain_text("the code is wrong")
    door.fill("#code", codes[0])
    door.keyboard.press("Enter")
    door.wait_for_selector(".table-card")
    boss = visit("Administrator 1", "/people")
    boss.locator(f"tr[data-name='{name}']").get_by_role("button", name="Change").click()
    boss.get_by_role("button", name="Take the second factor away").click()
    expect(boss.locator(".doings li").first).to_contain_text(f"Administrator 1 took the second factor of {name} away")
    boss.get_by_role("button", name="Sign-ins").click()
    expect(boss.locator(".doings")).to_contain_text(f"{name} came in from 127.0.0.1 by password and recovery code")
    boss.get_by_role("button", name="Settings").click()
    expect(boss.locator(".doings")).to_contain_text("staff_idle_minutes: 5")
