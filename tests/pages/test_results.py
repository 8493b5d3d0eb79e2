"""The Results page: figures live, from a row down to its rounds and their dispute packs, ratings, and what is kept."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from pages.conftest import PHONE, Dealer, Visit, fits, in_chinese
from server.running import Running

pytestmark = pytest.mark.pages


@pytest.fixture
def played(house: Running, deal: Callable[[str], Dealer]) -> str:
    """A round that Player wins, with 25 on it."""
    deal("racks").open_bets().bet("Guest", 1, "player", 25).close_bets().draw("9h 3c 9d 3s")
    return "racks"


def test_a_row_leads_to_its_rounds_and_their_disputes(house: Running, played: str, visit: Visit) -> None:
    page = visit("Pit Manager 1", "/results")
    row = page.locator(f"table.takings tr[data-key='{played}']")
    # Other tests play here too: what the house won since is what its float gained.
    win = house.house.store.ledger.balance(f"float:{played}")
    expect(row).to_contain_text(f"{win:,}".replace("-", "−"))
    # Every column is on a desk's screen.
    assert page.locator("table.takings").evaluate("table => table.scrollWidth <= table.parentElement.clientWidth")
    row.get_by_role("button", name=played).click()
    round_ = page.locator("table.rounds tr[data-coup]").first
    expect(round_).to_contain_text("9h 3c 9d 3s")
    with page.expect_download() as download:
        round_.get_by_role("link", name="Dispute pack of round").click()
    assert download.value.suggested_filename.endswith(".pdf")
    page.get_by_role("button", name="Ratings").click()
    expect(page.locator("table.ratings")).to_contain_text("Guest")
    # What is kept is what is shown.
    with page.expect_download() as download:
        page.locator(".results-files").get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename == "ratings.csv"
    expect(page.locator(".results-files a")).to_have_count(2)
    assert fits(page)


def test_figures_and_stakes_are_told_while_the_page_is_open(
    house: Running, deal: Callable[[str], Dealer], played: str, visit: Visit
) -> None:
    """Nobody reloads: what is at stake comes with the bets, the win with the settlement."""
    page = visit("Pit Manager 1", "/results")
    row = page.locator(f"table.takings tr[data-key='{played}']")
    expect(row.locator(".exposure")).to_have_text("0")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/results?" in request.url else None)
    dealer = deal(played).open_bets().bet("Guest", 1, "player", 1_000)
    expect(row.locator(".exposure")).to_have_text("1,050")
    assert not asked  # On the stream alone.
    dealer.close_bets().draw("3h 9c 3d Ks")
    win = house.house.store.ledger.balance(f"float:{played}")
    expect(row.locator(".win").first).to_have_text(f"{win:,}".replace("-", "−"))
    expect(row.locator(".exposure")).to_have_text("0")


def test_it_is_said_in_chinese_and_fits_a_phone(played: str, visit: Visit) -> None:
    page = visit("Shift Manager 1", "/results", size=PHONE)
    expect(page.locator("table.takings")).to_be_visible()
    in_chinese(page)
    assert fits(page)


def test_a_patron_is_turned_away(visit: Visit) -> None:
    page = visit("Guest", "/results")
    expect(page.locator("main")).not_to_contain_text("theoretical")
    expect(page.locator("table.takings")).to_have_count(0)


def test_the_pits_cards_show_win_and_z(played: str, visit: Visit) -> None:
    page = visit("Pit Manager 1", "/pit")
    expect(page.locator(f".table-card[data-table='{played}'] .takings")).to_contain_text("win")


def test_the_audit_page_has_a_button_for_the_pack(played: str, visit: Visit) -> None:
    page = visit("Auditor 1", f"/audit/{played}?coup=1")
    with page.expect_download() as download:
        page.get_by_role("link", name="Dispute pack of round 1").click()
    assert download.value.suggested_filename == f"{played}-round-1.pdf"
