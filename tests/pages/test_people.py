"""The people page: the administrator adds, shuts out and ends sessions; the auditor only looks."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pages.conftest import PHONE, Visit, fits
from punto.house.roles import Role
from punto.kit import Refused
from server.running import Running


@pytest.fixture(scope="module")
def house(staff: Running) -> Running:
    return staff


def test_an_account_is_added_shut_out_and_let_in_again(house: Running, visit: Visit) -> None:
    page = visit("Administrator 1", "/people")
    page.on("dialog", lambda dialog: dialog.accept())
    form = page.locator("form.new")
    form.get_by_label("Name").fill("Morgan")
    form.get_by_label("Role").select_option("dealer")
    form.get_by_label("Password").fill("a long enough one")
    form.get_by_role("button", name="Add").click()
    row = page.locator("tr[data-name=Morgan]")
    expect(row).to_contain_text("Dealer")
    token = house.house.people.sign_in("Morgan", "a long enough one")
    row.get_by_role("button", name="End sessions").click()
    expect(page.locator(".toast.good").last).to_contain_text("Every session of Morgan has ended.")
    with pytest.raises(Refused):
        house.house.people.who(token)
    row.get_by_role("button", name="Shut out").click()
    expect(row).to_contain_text("shut out")
    with pytest.raises(Refused):
        house.house.people.sign_in("Morgan", "a long enough one")
    row.get_by_role("button", name="Let in again").click()
    expect(row).to_contain_text("may come in")
    assert house.house.people.sign_in("Morgan", "a long enough one")
    # A name that passes for another is refused in words, and what was typed stays.
    form.get_by_label("Name").fill("M0rgan")
    form.get_by_label("Password").fill("a long enough one")
    form.get_by_role("button", name="Add").click()
    expect(page.locator(".toast.bad")).to_be_visible()
    expect(form.get_by_label("Name")).to_have_value("M0rgan")


def test_a_display_is_an_account_like_others(house: Running, visit: Visit) -> None:
    page = visit("Administrator 1", "/people", language="zh")
    form = page.locator("form.new")
    form.locator("[name=name]").fill("Display 2")
    form.locator("[name=role]").select_option(label="顯示屏")
    form.locator("[name=password]").fill("a long enough one")
    form.locator("button").click()
    expect(page.locator("tr[data-name='Display 2']")).to_contain_text("顯示屏")
    assert house.house.people.who(house.token("Display 2")).role is Role.DISPLAY


def test_the_auditor_looks_and_changes_nothing(house: Running, visit: Visit) -> None:
    page = visit("Auditor 1", "/people", PHONE)
    expect(page.locator("tr[data-name]").first).to_be_visible()
    expect(page.locator("main button")).to_have_count(0)
    assert fits(page)
    assert fits(visit("Administrator 1", "/people", PHONE, "zh"))
