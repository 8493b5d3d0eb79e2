"""The people page: the administrator adds, shuts out, changes, unlocks; the auditor only looks. Own passwords."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pages.conftest import PHONE, Visit, fits
from punto.house.people.roles import Role
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


def test_a_role_a_password_and_a_lock_are_the_administrators(house: Running, visit: Visit) -> None:
    people = house.house.people
    people.add("Robin", Role.PATRON, "a long enough one")
    token = people.sign_in("Robin", "a long enough one")
    for _ in range(3):
        with pytest.raises(Refused):
            people.sign_in("Robin", "a wrong one", address="203.0.113.9")
    page = visit("Administrator 1", "/people")
    row, newest = page.locator("tr[data-name=Robin]"), page.locator(".doings li").first
    expect(row).to_contain_text("locked")
    row.get_by_role("button", name="Unlock").click()
    expect(row).not_to_contain_text("locked")
    expect(newest).to_contain_text("Administrator 1 let Robin try again")
    assert people.who(token)
    row.get_by_role("button", name="Change").click()
    dialog = page.locator("dialog")
    dialog.get_by_label("Role").select_option("dealer")
    dialog.get_by_role("button", name="Give this role").click()
    expect(row).to_contain_text("Dealer")
    expect(newest).to_contain_text("Administrator 1 made Robin Dealer (was Patron)")
    with pytest.raises(Refused):
        people.who(token)
    row.get_by_role("button", name="Change").click()
    dialog.get_by_label("Password").fill("another long one")
    dialog.get_by_role("button", name="Set the password").click()
    expect(newest).to_contain_text("Administrator 1 gave Robin a password")
    expect(dialog).to_have_count(0)
    assert people.sign_in("Robin", "another long one")
    # What is refused is said in the dialog: a staff name is no patron's.
    page.locator("tr[data-name='Dealer 1']").get_by_role("button", name="Change").click()
    dialog.get_by_label("Role").select_option("patron")
    dialog.get_by_role("button", name="Give this role").click()
    expect(dialog.locator(".refused").first).to_contain_text("is not given to a patron")


def test_every_role_can_be_given_and_somebody_keeps_their_own_when_it_is_looked_at(
    house: Running, visit: Visit
) -> None:
    page = visit("Administrator 1", "/people")
    form = page.locator("form.new")
    options = form.get_by_label("Role").locator("option")
    expect(options).to_have_count(len(Role))
    assert {option.get_attribute("value") for option in options.all()} == {role.value for role in Role}
    form.get_by_label("Name").fill("Count Team 3")
    form.get_by_label("Role").select_option("count_team")
    form.get_by_label("Password").fill("a long enough one")
    form.get_by_role("button", name="Add").click()
    row = page.locator("tr[data-name='Count Team 3']")
    expect(row).to_contain_text("Count Team")
    assert house.house.people.who(house.token("Count Team 3")).role is Role.COUNT_TEAM
    row.get_by_role("button", name="Change").click()
    expect(page.locator("dialog").get_by_label("Role")).to_have_value("count_team")


def test_more_than_a_page_of_what_was_done(house: Running, visit: Visit) -> None:
    for _ in range(20):
        house.house.people.unlock("Second Guest", "Administrator 1")
    page = visit("Auditor 1", "/people")
    expect(page.locator(".doings li")).to_have_count(20)
    page.locator("button[name=older]").click()
    expect(page.locator(".doings li").nth(21)).to_be_visible()
    versions = [int(one.get_attribute("data-version") or 0) for one in page.locator(".doings li").all()]
    assert versions == sorted(set(versions), reverse=True)


def test_one_s_own_password(house: Running, visit: Visit) -> None:
    house.house.people.add("Sasha", Role.DEALER, None)
    page = visit("Sasha", "/")
    page.locator("punto-header summary").click()
    page.get_by_role("link", name="Account").click()
    page.wait_for_url("**/account")
    own = page.locator(".own").first
    expect(own).to_contain_text("no password yet")
    page.fill("[name=password]", "a long enough one")
    page.fill("[name=again]", "a long enough two")
    page.get_by_role("button", name="Set it", exact=True).click()
    expect(own.locator(".refused")).to_have_text("The two are not the same.")
    page.fill("[name=password]", "a long enough one")
    page.fill("[name=again]", "a long enough one")
    page.get_by_role("button", name="Set it", exact=True).click()
    expect(own).to_contain_text("Your password is set.")
    page.goto("/account")  # The session goes on, and now the present password is asked for.
    own.locator("[name=current]").fill("not this one")
    page.fill("[name=password]", "a long enough two")
    page.fill("[name=again]", "a long enough two")
    page.get_by_role("button", name="Set it", exact=True).click()
    expect(own.locator(".refused")).to_have_text("the present password is wrong")
    assert house.house.people.sign_in("Sasha", "a long enough one")
    assert fits(visit("Sasha", "/account", PHONE, "zh"))


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
    expect(page.locator(".doings li").first).to_be_visible()
    expect(page.locator("main button:not([name=older], [name=verify], .which button)")).to_have_count(0)
    page.locator("button[name=verify]").click()
    expect(page.locator(".toast.good")).to_contain_text("The chain is whole")
    assert fits(page)
    assert fits(visit("Administrator 1", "/people", PHONE, "zh"))
