"""Nothing serious or critical by the rules of axe-core, in both felts and languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from bench.screens import SHOTS
from pages.axe import inaccessible
from pages.conftest import DESK, PHONE, Dealer, Visit
from punto.server.routes.pages import PAGES as FOLDERS
from server.running import Running

PAGES: Final = (
    ("Guest", "/", ".table-card"),
    ("Guest", "/table/easy-six", ".area"),
    ("Guest", "/table/da-hu-ying-xiong", ".area"),
    ("Dealer 1", "/dealer/easy-six", ".step"),
    ("Pit Manager 1", "/pit#easy-six", ".looked-at"),
    ("Guest", "/board/easy-six", ".odds li"),
    ("Guest", "/odds/da-hu-ying-xiong", ".heat-cell"),
    ("Auditor 1", "/audit/easy-six", "tr.event"),
    ("Auditor 1", "/audit/house:switches", ".books details"),
    ("Administrator 1", "/people", "tbody tr"),
    ("Guest", "/account", "form"),
    ("Cage 1", "/cage", ".panel.waiting"),
    ("Pit Manager 1", "/results", "table.takings tr"),
    ("Guest", "/history", ".history-head"),
    ("Guest", "/tour", ".coach"),
    ("Guest", "/board/easy-six+da-hu-ying-xiong", ".tile"),
    ("Guest", "/table/easy-six+rws-baccarat", ".felt-place .area"),
    ("Dealer 1", "/dealer", "main a"),
    ("Guest", "/board", "main a"),
    (None, "/no/such/page", "h1"),
    (None, "/sign-in", "form"),
)
"""Who looks, at which address, and what must be there before it is looked at."""

IN_A_ROUND: Final = (
    ("Guest", "/table/"),
    ("Dealer 1", "/dealer/"),
    ("Pit Manager 1", "/pit#"),
    ("Display 1", "/board/"),
)


@pytest.mark.parametrize("felt", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("who", "path", "face"), PAGES, ids=[path for _, path, _ in PAGES])
def test_a_page_is_accessible(visit: Visit, who: str | None, path: str, face: str, language: str, felt: str) -> None:
    for size in (DESK, PHONE):
        page = visit(who, path, size, language)
        page.evaluate("(felt) => localStorage.setItem('punto.felt', felt)", felt)
        page.reload()
        expect(page.locator(face).first).to_be_visible()
        assert inaccessible(page) == []


@pytest.mark.parametrize("felt", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_rounds_won_lost_and_void_are_accessible(
    visit: Visit, deal: Callable[[str], Dealer], house: Running, language: str, felt: str
) -> None:
    for bet in ("player", "banker"):
        deal("keys").open_bets().bet("Guest", 1, bet, 125).close_bets().draw("9h Kd Kh Kc")
    deal("keys").open_bets().bet("Guest", 1, "banker", 125)
    house.must("rule", "keys", by="shift_manager", reason="so be it", coup="void", person="Shift Manager 1")
    page = visit("Guest", "/history", PHONE, language)
    page.evaluate("(felt) => localStorage.setItem('punto.felt', felt)", felt)
    page.reload()
    expect(page.locator(".round")).not_to_have_count(0)
    expect(page.locator(".round .lose")).not_to_have_count(0)
    assert inaccessible(page) == []


@pytest.mark.parametrize(
    ("table", "language", "felt", "size"), [("windows", "en", "dark", PHONE), ("language", "zh", "light", DESK)]
)
def test_a_round_is_accessible_in_each_of_its_phases(
    visit: Visit, deal: Callable[[str], Dealer], table: str, language: str, felt: str, size: tuple[int, int]
) -> None:
    dealer = deal(table).open_bets().bet("Guest", 1, "banker", 500).bet("Second Guest", 1, "tie", 25, "standing")
    pages = {who: visit(who, f"{path}{table}", size, language) for who, path in IN_A_ROUND}
    for page in pages.values():
        page.evaluate("(felt) => localStorage.setItem('punto.felt', felt)", felt)
        page.reload()

    def look(face: str) -> None:
        """Once the patron's page shows what is to be looked at, all are."""
        expect(pages["Guest"].locator(face).first).to_be_visible()
        assert {who: found for who, page in pages.items() if (found := inaccessible(page))} == {}

    look("#tray[data-face=rack] .rack-chip")
    dealer.close_bets().draw("4c 5d Ts Th")
    look(".offer")
    dealer.draw("7h 5c")
    look(".tray-result tr.lose, .tray-result .losers")


def test_every_page_of_a_house_is_looked_at() -> None:
    pages = {html.stem for html in FOLDERS.glob("*/*.html")}
    looked_at = {re.split(r"[/#?]", path)[1] or "lobby" for _, path, _ in PAGES} - {"no"} | {"missing"}
    # The site's pages are looked at where they are served without a house: test_site.py.
    assert {name for name in pages if not name.startswith("site-")} == looked_at
    # And a picture is made of each.
    pictures = {re.split(r"[/#?]", shot.path)[1] or "lobby" for shot in SHOTS} - {"no"} | {"missing"}
    assert pictures == looked_at


def test_the_interface_for_programs_is_accessible(visit: Visit) -> None:
    page = visit(None, "/api/schema/page", PHONE)
    expect(page.locator("h1")).to_be_visible()
    # Its sections are made alike, and there are hundreds: some of them, and one that is wider than the screen.
    page.evaluate(
        """() => [...document.querySelectorAll("section")].slice(8)
            .filter((one) => one.id !== "post-api-tables--table-id--commands").forEach((one) => one.remove())"""
    )
    assert page.locator(".wide").evaluate_all("all => all.some((one) => one.scrollWidth > one.clientWidth)")
    assert inaccessible(page) == []


@pytest.mark.parametrize(("felt", "language"), [("light", "zh"), ("dark", "en")])
def test_a_table_is_accessible_in_every_phase(
    visit: Visit, deal: Callable[[str], Dealer], felt: str, language: str
) -> None:
    dealer = deal("windows").open_bets().bet("Guest", 1, "banker", 500)
    page = visit("Guest", "/table/windows", PHONE, language)
    page.evaluate("(felt) => localStorage.setItem('punto.felt', felt)", felt)
    page.reload()
    page.click(".drawer-bar")
    expect(page.locator(".drawer")).to_be_visible()
    assert inaccessible(page) == []
    page.keyboard.press("b")
    dealer.close_bets().draw("4h 5d Kh Kc")
    expect(page.locator("#tray[data-face=insurance]")).to_be_visible()
    assert inaccessible(page) == []
    dealer.draw("2h")
    expect(page.locator("#tray[data-face=result]")).to_be_visible()
    assert inaccessible(page) == []
    squeezed = deal("squeezed").open_bets().bet("Guest", 1, "player", 500)
    squeezed.house.must("squeeze", "squeezed", patron="Guest", card="player")
    page.goto("/table/squeezed")
    expect(page.locator(".area").first).to_be_visible()
    squeezed.close_bets().draw("4h 2d 3h 4c")
    expect(page.locator("punto-squeeze")).to_be_visible()
    assert inaccessible(page) == []
    page.click(".squeeze-turn")
    expect(page.locator("#tray[data-face=result]")).to_be_visible()


def test_a_name_that_says_something_else_is_found(visit: Visit) -> None:
    page = visit("Guest", "/")
    expect(page.locator(".table-card").first).to_be_visible()
    assert inaccessible(page) == []
    page.evaluate("document.querySelector('punto-header .brand').setAttribute('aria-label', 'Something else')")
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert sorted(one.partition(":")[0] for one in inaccessible(page)) == ["button-name", "label-content-name-mismatch"]


def test_a_page_without_a_heading_or_with_parts_beside_its_landmarks_is_found(visit: Visit) -> None:
    page = visit("Guest", "/table/easy-six+rws-baccarat")
    expect(page.locator(".felt-place .area").first).to_be_visible()
    assert inaccessible(page) == []
    page.evaluate("document.querySelector('h1').remove()")
    page.evaluate(
        "document.querySelectorAll('.felt-place').forEach((one) => one.setAttribute('aria-label', 'A table'))"
    )
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p>Beside everything</p>')")
    assert {one.partition(":")[0] for one in inaccessible(page)} == {
        "page-has-heading-one",
        "landmark-unique",
        "region",
    }
