"""The odds page: exact figures, heat maps that mark what favours the patron, and a shoe under the hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages.conftest import PHONE, Visit, fits, in_chinese
from punto.chance import Composition, price
from punto.chance.price import Sheet
from server.running import Running


@pytest.fixture(scope="module")
def house(staff: Running) -> Running:
    return staff


def expect_edges(page: Page, sheet: Sheet) -> None:
    """Every bet of a sheet and no other, each with its exact edge."""
    expect(page.locator("table.bets tbody tr")).to_have_count(len(sheet.bets))
    for one in sheet.bets:
        edge = page.locator(f"table.bets tbody tr[data-bet={one.bet.id}] .edge")
        expect(edge).to_have_attribute("title", f"{one.edge.numerator}/{one.edge.denominator}")


def test_figures_react_to_the_shoe(house: Running, visit: Visit) -> None:
    book = house.house.floor.library.find("da-hu-ying-xiong")
    page = visit("Guest", "/odds/da-hu-ying-xiong")
    expect(page.locator(".cards-left")).to_have_text("416 cards in the shoe")
    fresh = price(book, Composition.fresh(8), (), 8)
    expect_edges(page, fresh)
    # Two sixes go by the button, a nine by the arrow key: what Tiger is worth changes at once.
    less = page.get_by_role("button", name="One 6 less")
    less.click()
    less.click()
    page.get_by_role("spinbutton", name="9: cards left").press("ArrowDown")
    expect(page.locator(".cards-left")).to_have_text("413 cards in the shoe")
    counts = [32] * 13
    counts[5], counts[8] = 30, 31
    fewer = price(book, Composition.of_ranks(counts))
    expect_edges(page, fewer)
    assert [one.edge for one in fewer.bets] != [one.edge for one in fresh.bets]
    expect(page.locator("tr[data-bet=tiger] .change")).to_be_visible()
    page.get_by_role("button", name="Fresh shoe").click()
    expect(page.locator(".cards-left")).to_have_text("416 cards in the shoe")
    expect_edges(page, fresh)


def test_focus_stays_through_fifty_edits(house: Running, visit: Visit) -> None:
    page = visit("Guest", "/odds/da-hu-ying-xiong")
    expect(page.locator(".cards-left")).to_have_text("416 cards in the shoe")
    expected = dict.fromkeys("A23456789TJQK", 32)
    page.locator("[data-count=A]").focus()
    for edit in range(50):
        sign = "A23456789TJQK"[edit % 13]
        expect(page.locator(f"[data-count='{sign}']")).to_be_focused()
        expected[sign] = 31 - edit % 7
        # What is typed takes the place of what stood there; Tab goes to the next rank, and after the last to the first.
        page.keyboard.type(str(expected[sign]))
        if edit % 10 == 5:  # The figures come while somebody types on.
            expect(page.locator(".cards-left")).to_have_text(f"{sum(expected.values())} cards in the shoe")
            expect(page.locator(f"[data-count='{sign}']")).to_be_focused()
        if sign == "K":
            page.locator("[data-count=A]").focus()
        else:
            page.keyboard.press("Tab")
    expect(page.locator(".cards-left")).to_have_text(f"{sum(expected.values())} cards in the shoe")
    shown = page.eval_on_selector_all("[data-count]", "all => all.map(one => [one.dataset.count, Number(one.value)])")
    assert dict(shown) == expected


def test_a_field_takes_digits_only(house: Running, visit: Visit) -> None:
    page = visit("Guest", "/odds/easy-six")
    field = page.locator("[data-count='7']")
    field.focus()
    page.keyboard.type("a1x2é")
    expect(field).to_have_value("12")
    expect(page.locator(".cards-left")).to_have_text("396 cards in the shoe")
    # More than there are is as many as there are, once the field is left; nothing typed leaves what was there.
    field.fill("99")
    page.keyboard.press("Tab")
    expect(field).to_have_value("32")
    field.fill("")
    page.keyboard.press("Tab")
    expect(field).to_have_value("32")
    # A button at its end keeps the focus.
    less = page.get_by_role("button", name="One 7 less")
    less.focus()
    for _ in range(33):
        page.keyboard.press("Enter")
    expect(field).to_have_value("0")
    expect(less).to_be_focused()


def test_a_cell_that_favours_the_patron_is_marked_by_more_than_colour(house: Running, visit: Visit) -> None:
    book = house.house.floor.library.find("da-hu-ying-xiong")
    page = visit("Guest", "/odds/da-hu-ying-xiong")
    expect(page.locator(".heat-cell").first).to_be_visible()
    told = page.eval_on_selector_all(
        ".heat-cell[data-edge]",
        "all => all.map(one => [one.dataset.edge, one.querySelector('.edge').textContent.startsWith('★')])",
    )
    figures = price(book, Composition.fresh(8), (), 8).insurance
    expected = [(f"{one.edge.numerator}/{one.edge.denominator}", one.edge < 0) for one in figures]
    assert sorted(map(tuple, told)) == sorted(expected)
    assert any(favours for _, favours in expected)
    # Insurance goes on right below the bets, however long the shoe beside them is.
    box = "document.querySelector('%s').closest('section').getBoundingClientRect()"
    gap = page.evaluate(f"{box % '.heat-cell'}.top - {box % 'table.bets, .bets table'}.bottom")
    assert 0 < gap < 40
    # Too few cards for what a bet asks: the page says so and stays.
    for _ in range(9):
        page.get_by_role("button", name="Half of all").click()
    expect(page.locator(".refused, .cards-left").first).to_be_visible()


def test_the_par_sheet_is_saved_for_what_is_shown(house: Running, visit: Visit) -> None:
    page = visit("Guest", "/odds/easy-six")
    page.locator("select[name=decks]").select_option("6")
    for form, begins in (("HTML", b"<!doctype html>"), ("PDF", b"%PDF-")):
        with page.expect_download() as download:
            page.get_by_role("link", name=f"PAR sheet as {form}, 6 decks").click()
        assert download.value.suggested_filename == f"easy-six-2012-06-02-6-decks.{form.lower()}"
        assert Path(download.value.path()).read_bytes().startswith(begins)
    page.locator("select[name=rulebook]").select_option("punto-banco")
    expect(page.get_by_role("link", name="PAR sheet as PDF, 8 decks")).to_have_attribute(
        "href", "/api/odds/punto-banco%40common/pdf?decks=8"
    )
    assert page.url.endswith("/odds/punto-banco")


def test_it_fits_a_phone_in_both_languages(house: Running, visit: Visit) -> None:
    page = visit("Guest", "/odds/da-hu-ying-xiong", PHONE)
    expect(page.locator("table.bets tbody tr").first).to_be_visible()
    page.locator("details.exact summary").click()
    assert fits(page)
    in_chinese(page)
    assert fits(page)


def test_what_we_read_into_a_document_is_marked(house: Running, visit: Visit) -> None:
    page = visit("Guest", "/odds/insurance-lucky-six")
    marked = page.locator("table.bets tr:has(punto-cite)")
    expect(marked).to_have_count(3)
    assert [one.get_attribute("data-bet") for one in marked.all()] == ["player", "banker", "tie"]
    page.locator("tr[data-bet=banker] .cite").click()
    expect(page.locator("tr[data-bet=banker] .cite-tip")).to_contain_text("commission of 5 %")
    # The decks are read, too.
    expect(page.locator(".odds-head punto-cite")).to_have_attribute("of", "reading:standard-decks")
    page.locator("select[name=rulebook]").select_option("easy-six")
    expect(page.locator("tr[data-bet=easy_six]")).to_be_visible()
    expect(page.locator("punto-cite")).to_have_count(0)
