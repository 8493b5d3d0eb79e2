"""The display board: every odds of the rulebook, the sign, the roads, and that the table prevails."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from pages.conftest import PHONE, Visit, fits
from pages.staffed import DOCUMENTS
from punto.kit import Push
from server.running import PASSWORD, Running

WALL = (1920, 1080)

WHOLE = """() => [document.documentElement, ...document.querySelectorAll('.terms-side, .roads, .top')]
    .every((one) => one.scrollHeight <= one.clientHeight + 1)"""
"""Whether everything on a board fits its place."""


@pytest.fixture(scope="module")
def house(staff: Running) -> Running:
    return staff


def dealt(house: Running, table: str, *coups: str) -> None:
    if house.live(table).state.table.shoe is None:
        house.must("open_shoe", table, cards="physical")
    for cards in coups:
        house.must("open_bets", table)
        house.must("close_bets", table)
        for card in cards.split():
            house.must("draw_card", table, card=card)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_odds_is_the_rulebook_s(house: Running, visit: Visit, document: str) -> None:
    page = visit("Guest", f"/board/{document}", WALL)
    expect(page.locator(".odds li").first).to_be_visible()
    book = house.live(document).state.rules
    shown = page.eval_on_selector_all(
        ".odds li",
        "all => all.map(one => [one.dataset.bet, [...one.querySelectorAll('.row b')].map(b => b.textContent)])",
    )
    # A stake that comes back is not among the odds.
    told = {bet: Counter(rows) for bet, rows in shown}
    assert told == {
        bet.id: Counter(str(row.odds) for row in bet.pays if not isinstance(row.odds, Push))
        for bet in book.bets.values()
    }
    cells = page.eval_on_selector_all(
        ".pay-table td[data-odds]",
        """all => all.map(one => {
            const { window, insures } = one.closest('table').dataset, { player, banker } = one.dataset;
            return [window, insures, Number(player), Number(banker), one.firstChild.textContent];
        })""",
    )
    assert sorted(map(tuple, cells)) == sorted(
        (cell.window.value, cell.insures.value, cell.player, cell.banker, cell.odds.text.removesuffix(" to 1"))
        for cell in book.insurance.values()
    )
    starred = page.eval_on_selector_all(".odds .row", "all => all.filter(one => one.textContent.endsWith('*')).length")
    assert starred == sum(row.commission for bet in book.bets.values() for row in bet.pays)
    clause = book.irregularities.get("wrong_display")
    cited = "reading" if clause and clause.cite.startswith("reading:") else clause.cite if clause else ""
    expect(page.locator(".prevails")).to_contain_text(f"§ {cited}" if clause else "the table prevails")
    expect(page.locator("[data-sign=stake]")).to_have_text("25 – 5,000")
    expect(page.locator("[data-sign=differential]")).to_have_text("10,000")
    assert fits(page)


def whole(page: Page) -> None:
    """Nothing is beyond an edge, as soon as the page has noticed what size it has."""
    page.wait_for_function(WHOLE)
    assert fits(page)
    expect(page.locator(".prevails")).to_be_in_viewport(ratio=1)
    expect(page.locator(".under-roads")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_wall_is_not_scrolled(house: Running, visit: Visit, document: str) -> None:
    page = visit("Display 1", f"/board/{document}", WALL)
    expect(page.locator(".odds li").first).to_be_visible()
    for _ in ("en", "zh"):
        for width, height in ((1280, 720), (1366, 768), WALL, (3840, 2160)):
            page.set_viewport_size({"width": width, "height": height})
            whole(page)
        page.keyboard.press("l")


def test_however_much_the_sign_says_all_of_it_is_on_the_wall(house: Running, visit: Visit) -> None:
    page = visit("Display 1", "/board/rws-baccarat", (1280, 720))
    expect(page.locator(".odds li").first).to_be_visible()
    limits = dict.fromkeys(house.live("rws-baccarat").state.rules.bets, (25, 1_000))
    house.must("change_sign", "rws-baccarat", settings={"bet_limits": limits}, by="pit_supervisor")
    expect(page.locator(".own-limits span")).to_have_count(len(limits))
    whole(page)
    house.must("change_sign", "rws-baccarat", settings={"bet_limits": {}}, by="pit_supervisor")


def test_what_we_read_into_a_document_is_marked(house: Running, visit: Visit) -> None:
    page = visit("Guest", "/board/insurance-lucky-six", WALL)
    marked = page.locator(".odds li:has(punto-cite)")
    expect(marked).to_have_count(3)
    assert [one.get_attribute("data-bet") for one in marked.all()] == ["player", "banker", "tie"]
    expect(page.locator(".terms li:has(punto-cite)")).to_have_text(re.compile("^8 decks"))
    expect(page.locator(".marks")).to_contain_text("a reading of ours")
    page.locator(".odds li[data-bet=tie] .cite").click()
    expect(page.locator(".odds li[data-bet=tie] .cite-tip")).to_contain_text("8 to 1")
    page.goto("/board/easy-six")
    expect(page.locator(".odds li").first).to_be_visible()
    expect(page.locator("punto-cite")).to_have_count(0)


def test_an_old_board_says_so(house: Running, visit: Visit) -> None:
    page = visit("Display 1", "/board/easy-six", WALL)
    expect(page.locator(".odds li").first).to_be_visible()
    page.route("**/events?*", lambda route: route.abort())
    page.context.set_offline(True)
    page.context.set_offline(False)
    expect(page.locator(".age")).to_contain_text("This is how it was at")
    expect(page.locator(".roads")).not_to_have_css("opacity", "1")
    page.unroute("**/events?*")
    expect(page.locator(".age")).to_be_hidden()


def test_roads_offers_and_counts_follow_the_table(house: Running, visit: Visit) -> None:
    page = visit("Guest", "/board/rws-insurance", WALL)
    expect(page.locator("[data-count=coups]")).to_have_text("0")
    # Player wins 8 to 7; a tie on 6 with a pair; Banker wins 9 to 0.
    dealt(house, "rws-insurance", "8h 7c Th Kc", "3h 2c 3d 4s", "Th 9c Kh Qd")
    for name, number in {"player": 1, "tie": 1, "banker": 1, "player_pair": 1, "coups": 3}.items():
        expect(page.locator(f"[data-count={name}]")).to_have_text(str(number))
    expect(page.locator("svg.bead_plate .bead")).to_have_count(3)
    expect(page.locator("svg.big_road .ringed")).to_have_count(2)
    expect(page.locator("svg.big_road .slash.tie")).to_have_count(1)
    house.must("open_bets", "rws-insurance")
    house.must("place_bet", "rws-insurance", patron="Ann", box=1, bet="banker", stake=100)
    house.must("close_bets", "rws-insurance")
    for card in ("2h", "6c", "3d", "Ts"):
        house.must("draw_card", "rws-insurance", card=card)
    coup = house.live("rws-insurance").state.coup
    offered = house.live("rws-insurance").state.rules.insurance
    odds = [
        cell.odds.text for cell in offered.values() if (cell.player, cell.banker) == (5, 6) and len(coup.cards) == 4
    ]
    expect(page.locator("[data-offer]").first).to_be_visible()
    assert {one.get_attribute("data-offer") for one in page.locator("[data-offer]").all()} <= set(odds)
    expect(page.locator(".pay-table td.offered")).to_have_count(page.locator("[data-offer]").count())


def test_a_display_comes_straight_to_the_boards(house: Running, visit: Visit) -> None:
    page = visit(None, f"/sign-in/{house.house.people.link('Display 1')}", WALL)
    expect(page.locator("a.panel")).to_have_count(len(house.house.floor.tables))
    page.locator("a[href='/board/easy-six']").click()
    expect(page.locator(".odds li").first).to_be_visible()
    page.goto("/")
    expect(page.locator(".table-card").first).to_be_visible()
    expect(page.locator("punto-header nav.wide a")).to_have_count(1)
    # By name and password it comes there too.
    house.house.people.revoke("Display 1")
    page.goto("/board")
    page.wait_for_url("**/sign-in?*next=*")
    page.goto("/sign-in")
    page.fill("#name", "Display 1")
    page.fill("#password", PASSWORD)
    page.click("form button")
    page.wait_for_url("**/board")


def test_a_board_follows_its_table_to_another_rulebook(house: Running, visit: Visit) -> None:
    page = visit("Display 1", "/board/reopened", WALL)
    expect(page.locator(".title h1")).to_have_text("reopened")
    expect(page.locator(".title .game")).to_have_text(house.live("reopened").state.rules.title.en)
    house.must("close_table", "reopened")
    house.must("open_table", "reopened", rulebook="punto-banco")
    expect(page.locator(".title .game")).to_have_text(house.live("reopened").state.rules.title.en)
    expect(page.locator(".foot, footer")).to_contain_text("punto-banco@")


def test_it_fits_a_phone_in_both_languages(house: Running, visit: Visit) -> None:
    for document in ("da-hu-ying-xiong", "rws-baccarat"):
        page = visit("Guest", f"/board/{document}", PHONE)
        expect(page.locator(".prevails")).to_be_visible()
        assert fits(page)
        page.get_by_role("button", name="中文").click()
        expect(page.locator(".prevails")).to_contain_text("以賭檯為準")
        assert fits(page)
