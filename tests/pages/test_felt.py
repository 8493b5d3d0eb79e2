"""The felt is the rulebook's, cell by cell; its edges and limits are the table's own, and told by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from pages.conftest import DOCUMENTS, PHONE, Dealer, Visit, fits, in_chinese
from punto.chance import Composition, at_commission, price
from punto.kit import Push
from punto.rulebook import PayRow, Rulebook
from server.running import Running, a_table, running

SIGN: Final[dict[str, Any]] = {"stake_min": 25, "stake_max": 5_000, "burn": False}
TIGHT: Final = SIGN | {"differential_max": 1_000}

FACTS: Final = {
    "points": "{} points",
    "banker_cards": "{} cards",
    "player_cards": "{} cards",
    "pairs": "{} pairs",
    "player_pair_of": "pair of {}",
    "banker_pair_of": "pair of {}",
    "player_pair": "pair",
    "banker_pair": "pair",
    "twin_pair": "twin pair",
    "winner": "{} wins",
}
"""How the felt says what tells one row of a bet from another, written down once more."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    tables = [
        *(a_table(id, id, cards="physical", sign=SIGN) for id in DOCUMENTS),
        a_table("mini", "easy-six", cards="physical", sign=SIGN | {"layout": "C"}),
        a_table("six", "insurance-lucky-six", cards="physical", sign=SIGN | {"decks": 6, "commission": "4%"}),
        a_table("tight", "da-hu-ying-xiong", cards="physical", sign=TIGHT),
        a_table("observed", "da-hu-ying-xiong", cards="physical", sign=TIGHT | {"limits": "observed"}),
    ]
    with running(tmp_path_factory.mktemp("felts"), *tables) as up:
        for patron in ("Guest", "Second Guest"):
            up.must("buy_in", "tight", patron=patron, amount=20_000)
        yield up


def words(row: PayRow, others: list[PayRow]) -> str:
    """What is printed beside a row's odds: what it asks and the other rows of its bet do not."""
    if not others:
        return ""
    apart = [
        (fact, values) for fact, values in row.when.asks if any((fact, values) not in one.when.asks for one in others)
    ]
    said = [FACTS[fact].format(*(str(value).capitalize() for value in values)) for fact, values in apart]
    return " · ".join(said).replace("1 pairs", "1 pair")


def printed(book: Rulebook) -> dict[str, list[tuple[str, str]]]:
    """Every area as it should be: its lines, those without a condition first."""
    found = {}
    for bet in book.bets.values():
        rows = [row for row in bet.pays if not isinstance(row.odds, Push)]
        less = f" less {book.commission.printed}" if book.commission else ""
        lines = [
            (words(row, [one for one in rows if one is not row]), f"{row.odds}{less if row.commission else ''}")
            for row in rows
        ]
        found[bet.id] = sorted(lines, key=lambda line: line[0] != "")
    return found


READ: Final = r"""all => all.map(area => {
    const text = (one, name) => one.querySelector(name)?.textContent;
    return {
        bet: area.dataset.bet, en: text(area, '.latin'), zh: text(area, '.han'), figure: text(area, '.figure'),
        grid: area.closest('.grid')?.className.match(/grid-(\w+)/)[1], hand: area.closest('.original')?.classList[1],
        reading: Boolean(area.querySelector('.reading')),
        lines: [...area.querySelectorAll('.pay')].map(pay => [text(pay, 'i') ?? '', text(pay, 'b')]),
    };
})"""


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_felt_is_the_rulebook_s_cell_by_cell(house: Running, visit: Visit, document: str) -> None:
    page = visit("Guest", f"/table/{document}")
    expect(page.locator(".area").first).to_be_visible()
    book = house.live(document).state.rules
    areas = {one["bet"]: one for one in page.eval_on_selector_all(".area", READ)}
    assert {bet: [tuple(line) for line in one["lines"]] for bet, one in areas.items()} == printed(book)
    for bet in book.bets.values():
        area = areas[bet.id]
        [row, *more] = [row for row in bet.pays if not isinstance(row.odds, Push)]
        asks = dict(row.when.asks)
        if area["grid"]:
            # A cell of a grid is the total of a win, and its grid the winner.
            assert not more
            assert ((area["grid"],), (int(area["figure"]),)) == (asks["winner"], asks["points"])
        else:
            assert (area["en"], area["zh"]) == (bet.name.en, bet.name.zh)
        assert area["hand"] == (bet.hand.value if bet.hand else None)
        assert area["reading"] == bet.cite.startswith("reading:")
    insured = page.eval_on_selector_all(
        ".insured-area", "all => all.map(one => [one.dataset.insures, one.querySelector('.latin').textContent])"
    )
    assert sorted(map(tuple, insured)) == sorted((one.insures.value, one.name.en) for one in book.areas if one.insures)
    # Banker lies above Player, and its insurance beside it.
    top = "one => one.getBoundingClientRect().top"
    assert page.locator(".original.banker").evaluate(top) < page.locator(".original.player").evaluate(top)


def test_readings_are_marked_where_the_document_is_silent(visit: Visit) -> None:
    page = visit("Guest", "/table/insurance-lucky-six")
    expect(page.locator(".area .reading").first).to_be_visible()
    marked = page.eval_on_selector_all(".area:has(.reading)", "all => all.map(one => one.dataset.bet)")
    assert sorted(marked) == ["banker", "player", "tie"]
    expect(page.locator(".readings")).to_contain_text("a reading of ours")
    for row, says in (("decks", "Six to eight packs"), ("commission", "a commission of 5 %"), ("layout", "One layout")):
        page.locator(f"#sign [data-sign={row}] .cite").focus()
        expect(page.locator(f"#sign [data-sign={row}] .cite-tip")).to_contain_text(says)
    expect(page.locator(".area[data-bet=lucky_6] .reading")).to_have_count(0)
    page.goto("/table/easy-six")
    expect(page.locator(".area[data-bet=tie]")).to_be_visible()
    expect(page.locator(".readings")).to_have_count(0)


def test_the_sign_names_the_layout(visit: Visit) -> None:
    for table, layout in (("mini", "Mini Baccarat (7 boxes)"), ("easy-six", "Bean Baccarat (7 boxes)")):
        page = visit("Guest", f"/table/{table}")
        expect(page.locator("#sign [data-sign=layout] dd")).to_have_text(layout)
        expect(page.locator(".box")).to_have_count(7)


def exactly(book: Rulebook, decks: int, bet: str) -> tuple[str, str]:
    """An edge as the page prints it, and as a fraction."""
    edge = next(one.edge for one in price(book, Composition.fresh(decks), (), decks).bets if one.bet.id == bet)
    return f"{float(100 * edge):.2f} %", f"{edge.numerator}/{edge.denominator}"


def test_edges_are_those_of_this_table(house: Running, visit: Visit) -> None:
    page = visit("Guest", "/table/six")
    page.click("#edges")
    book = house.live("six").state.rules
    short, exact = exactly(at_commission(book, "4%"), 6, "banker")
    # Neither eight decks nor the rulebook's own commission.
    assert exact not in (exactly(book, 6, "banker")[1], exactly(at_commission(book, "4%"), 8, "banker")[1])
    banker = page.locator(".area[data-bet=banker]")
    expect(banker.locator(".edge")).to_have_text(f"edge {short}")
    banker.click()  # Bets are not open: it tells instead.
    expect(page.locator("dialog.about .exact")).to_have_text(exact)
    expect(page.locator("dialog.about")).to_contain_text("6 decks")
    page.keyboard.press("Escape")
    # A new sign is another table's figures.
    house.must("change_sign", "six", by="pit_supervisor", settings={"commission": "3%"})
    expect(banker.locator(".edge")).to_have_text(f"edge {exactly(at_commission(book, '3%'), 6, 'banker')[0]}")
    expect(banker.locator(".pay b")).to_have_text("1 to 1 less 3%")


def test_each_limit_is_named_with_its_paragraph(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("tight").open_bets().bet("Guest", 1, "banker", 925)
    page = visit("Guest", "/table/tight")
    more = page.locator(".limit-more")
    # Looked at and not bet on: by pointer, by key.
    page.locator(".area[data-bet=banker]").hover()
    expect(more).to_have_text("75 more: differential § 5.1", use_inner_text=True)
    more.locator(".cite").focus()
    expect(more.locator(".cite-tip")).to_be_visible()
    page.locator(".area[data-bet=tie]").hover()
    expect(more).to_have_text("5,000 more: maximum § 3.5", use_inner_text=True)
    page.locator(".area[data-bet=player]").focus()
    expect(more).to_have_text("1,925 more: differential § 5.1", use_inner_text=True)
    page.click(".rack-chip[data-worth='25']")
    for _ in range(3):
        page.locator(".area[data-bet=banker]").click()
    expect(more).to_have_text("at the differential § 5.1", use_inner_text=True)
    dealer.bet("Guest", 1, "player", 990)
    expect(more).to_have_text("990 more: differential § 5.1", use_inner_text=True)
    page.keyboard.press("l")
    rows = page.locator("dialog.about [data-limit]")
    expect(rows.locator("td:first-child")).to_have_text(["minimum", "maximum", "differential", "your chips"])
    expect(rows.nth(2)).to_have_class("nearest")
    expect(rows.nth(2)).to_contain_text("990 more")
    expect(page.locator("dialog.about .about-pays tr").first).to_contain_text("Banker wins · 6 points")
    page.keyboard.press("Escape")
    in_chinese(page)
    page.locator(".area[data-bet=tie]").hover()
    expect(more).to_have_text("尚可 5,000（上限） § 3.5", use_inner_text=True)
    # Little is left below the minimum: that is no room for a first bet.
    dealer.bet("Second Guest", 2, "player", 985)
    page.click("[data-box='2']")
    page.locator(".area[data-bet=player]").hover()
    expect(more).to_have_text("差額餘 15，低於下限 25 § 5.1", use_inner_text=True)
    dealer.close_bets().draw("9c Kd Kh Kc")


def test_limits_that_are_observed_warn_and_refuse_nothing(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("observed").open_bets()
    page = visit("Guest", "/table/observed")
    page.click(".rack-chip[data-worth='1000']")
    banker = page.locator(".area[data-bet=banker]")
    warns = page.locator(".limit-warns")
    banker.click()
    expect(page.locator(".staked b")).to_have_text("1,000")
    expect(warns).to_have_text("0 within the differential § 5.1", use_inner_text=True)
    banker.click()
    expect(page.locator(".staked b")).to_have_text("2,000")
    expect(warns).to_have_text("1,000 beyond the differential: plays in proportion § 5.1.1", use_inner_text=True)
    expect(page.locator(".toast")).to_contain_text("Taken, though beyond the differential")
    expect(page.locator("[data-sign=limits]")).to_contain_text("taken, with a warning")
    assert dealer.stake("Guest", 1, "banker") == 2_000
    dealer.close_bets().draw("9c Kd Kh Kc")


def test_what_cannot_be_fetched_is_told_and_fetched_when_it_is_asked_for_again(visit: Visit) -> None:
    page = visit("Guest", "/table/six")
    expect(page.locator(".heads")).to_be_visible()
    page.route("**/table/about.js", lambda route: route.abort())
    banker = page.locator(".area[data-bet=banker]")
    banker.click()
    expect(page.locator(".toast.bad")).to_contain_text("cannot be reached")
    expect(page.locator("dialog.about")).to_be_hidden()
    page.unroute("**/table/about.js")
    banker.click()
    expect(page.locator("dialog.about h2")).to_contain_text("Banker")


def test_a_finger_that_stays_looks_and_does_not_bet(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("mini").open_bets()
    page = visit("Guest", "/table/mini", PHONE)
    area = page.locator(".area[data-bet=banker]")
    expect(page.locator("#tray[data-face=rack]")).to_be_visible()
    area.dispatch_event("pointerdown", {"pointerType": "touch"})
    expect(page.locator("dialog.about h2")).to_contain_text("Banker")
    area.dispatch_event("pointerup", {"pointerType": "touch"})
    area.dispatch_event("click")
    page.locator("dialog.about .ends button").click()
    assert dealer.stake("Guest", 1, "banker") == 0
    # A tap bets, and the name in the tray tells more.
    area.tap() if page.evaluate("navigator.maxTouchPoints") else area.click()
    expect(page.locator(".staked b")).to_have_text("25")
    page.locator(".limit-name").click()
    expect(page.locator("dialog.about .exact")).to_have_text(
        exactly(dealer.house.live("mini").state.rules, 8, "banker")[1]
    )
    assert fits(page)
    page.keyboard.press("Escape")
    dealer.close_bets().draw("9c Kd Kh Kc")


def test_sums_on_boxes_are_exact(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("easy-six").open_bets().bet("Guest", 3, "banker", 2_525).bet("Guest", 3, "tie", 1_010)
    page: Page = visit("Guest", "/table/easy-six", PHONE)
    expect(page.locator("[data-box='3'] .sum b")).to_have_text(["2,525", "1,010"])
    out = "one => [...one.querySelectorAll('.sum')].some(sum => sum.scrollWidth > one.clientWidth)"
    assert not page.locator("[data-box='3']").evaluate(out)
    dealer.close_bets().draw("9c Kd Kh Kc")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_tray_stays_in_the_window_with_edges_shown(visit: Visit, document: str) -> None:
    page = visit("Guest", f"/table/{document}")
    page.click("#edges")
    expect(page.locator(".area .edge").first).not_to_be_empty()
    assert page.evaluate("document.getElementById('tray').getBoundingClientRect().bottom <= innerHeight")
    spill = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.dataset.bet)"
    assert page.eval_on_selector_all(".area", spill) == []
