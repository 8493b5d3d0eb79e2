"""Why a patron has what they have: the row that paid, what came back and by which paragraph, a choice, a seal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from pages.conftest import Dealer, Visit, in_chinese, wallet
from server.running import Running, a_table, running

SIGN: Final[dict[str, Any]] = {"stake_min": 25, "stake_max": 5_000, "differential_max": 10_000, "burn": False}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    document = "da-hu-ying-xiong"
    tables = [
        *(a_table(id, document, cards="physical", sign=SIGN) for id in ("why", "void", "ruled", "reordered", "undone")),
        a_table(
            "choose",
            document,
            dealer="automatic",
            choice_seconds=50.0,
            card_seconds=3600.0,
            result_seconds=3600.0,
            sign=SIGN | {"face_down": True},
        ),
        a_table("sealed", "easy-six", sign=SIGN | {"decks": 4}),
    ]
    with running(tmp_path_factory.mktemp("reasons"), *tables) as up:
        for patron in ("Guest", "Second Guest"):
            up.must("buy_in", "why", patron=patron, amount=20_000)
        yield up


def expect_cells(page: Page, row: str, *cells: str) -> None:
    """One row of the tray, cell by cell, as soon as the page has heard of it."""
    line = page.locator(f"#tray {row}")
    expect(line).to_have_count(1)
    expect(line.locator("td")).to_have_text(cells, use_inner_text=True)


def expect_result(page: Page, bet: str, words: str) -> None:
    """How a bet ended, as its row of the tray says it."""
    expect(page.locator(f"#tray tr[data-bet={bet}] td").nth(2)).to_have_text(words, use_inner_text=True)


def test_a_payment_says_which_row_it_was(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("why").open_bets()
    for bet in ("banker", "tiger", "tiger_pair", "small_tiger"):
        dealer.bet("Guest", 1, bet, 100)
    page = visit("Guest", "/table/why")
    dealer.close_bets().draw("2h Kc 2d 6s Kd")
    won = ("Banker", "100", "wins 1 to 2 Banker wins · 6 points", "150", "§ 4.1.1")
    expect_cells(page, "tr[data-bet=banker]", *won)
    expect_result(page, "tiger", "wins 12 to 1 Banker wins · 6 points · 2 cards")
    expect_result(page, "tiger_pair", "wins 4 to 1 1 pair")
    # So does the list of past rounds, in both languages.
    page.locator(".past").first.click()
    expect(page.locator("#past tr[data-bet=small_tiger]")).to_contain_text("Banker wins · 6 points · 2 cards")
    in_chinese(page)
    expect_result(page, "banker", "贏 2 賠 1 庄贏 · 6 點")
    expect(page.locator("#past tr[data-bet=small_tiger]")).to_contain_text("庄贏 · 6 點 · 2 張")
    dealer.open_bets().bet("Guest", 1, "banker", 100).close_bets().draw("Kh Kc 7d 7s")
    expect(page.locator(".past")).to_have_count(2)
    expect_cells(page, "tr[data-bet=banker]", "庄", "100", "退還 和局", "100", "§ 3.17")


def test_a_void_tells_paragraph_reason_and_what_came_back(
    visit: Visit, house: Running, deal: Callable[[str], Dealer]
) -> None:
    before = wallet(house, "Guest")
    dealer = deal("void").open_bets().bet("Guest", 1, "banker", 300).bet("Guest", 1, "tie", 50)
    page = visit("Guest", "/table/void")
    dealer.close_bets().draw("2h")
    house.must("report", "void", what="foreign_card", by="pit_supervisor")
    why = page.locator("#tray .void-why")
    expect(why).to_have_text("Round void: A card that is not of these decks § 5.5.1", use_inner_text=True)
    expect(page.locator("#tray .net")).to_contain_text("350 returned")
    expect_cells(page, "tr[data-bet=banker]", "Banker", "300", "comes back", "300", "§ 5.5.1")
    assert wallet(house, "Guest") == before
    for _ in range(2):
        past = page.locator("#past details")
        expect(past.locator("summary")).to_contain_text("void: A card that is not of these decks")
        past.locator("summary .past-n").click()
        expect(past.locator("tr[data-bet=tie]")).to_contain_text("50")
        page.reload()
    # A ruling says so in its own words; after a foreign card it is dealt from other cards.
    house.must("close_shoe", "void", by="pit_supervisor", reason="so be it")
    house.must("open_shoe", "void", cards="physical")
    dealer.open_bets().bet("Guest", 1, "banker", 100)
    adjust = [{"patron": "Guest", "amount": 75}]
    house.must("rule", "void", by="shift_manager", reason="燈滅了", adjustments=adjust, coup="void")
    expect(why).to_contain_text("燈滅了")
    expect_cells(page, "tr.remark", "Ruling: 燈滅了", "+75", "§ 5.18")
    expect(page.locator("#tray .net b")).to_have_text("+75")
    assert wallet(house, "Guest") == before + 75


def test_what_comes_back_later_is_in_the_tray_and_the_list(
    visit: Visit, house: Running, deal: Callable[[str], Dealer]
) -> None:
    before = wallet(house, "Guest")
    dealer = deal("ruled").open_bets().bet("Guest", 1, "banker", 500)
    page = visit("Guest", "/table/ruled")
    dealer.close_bets().draw("4c 5d Ts Th 7h 5c")
    expect(page.locator("#tray .net b")).to_have_text("−500")
    claim = {"patron": "Guest", "box": 1, "window": "after_four_cards", "insures": "banker"}
    house.must("report", "ruled", by="pit_manager", what="neglected_insurance", **claim)
    returned = ["Banker returned: insurance was not offered", "+500", "§ 5.13"]
    expect_cells(page, "tr.remark", *returned)
    expect(page.locator("#tray .net b")).to_have_text("0")
    expect(page.locator(".toast")).to_contain_text("Banker returned: insurance was not offered +500")
    house.must("rule", "ruled", by="shift_manager", reason="茶", adjustments=[{"patron": "Guest", "amount": -20}])
    expect(page.locator("#tray tr.remark")).to_have_count(2)
    expect(page.locator("#tray .net b")).to_have_text("−20")
    assert wallet(house, "Guest") == before - 20
    # After the next round has begun, and for who comes back, it is in the list.
    dealer.open_bets()
    page.reload()
    past = page.locator("#past details")
    expect(past.locator(".past-net")).to_have_text("−20")
    past.locator("summary .past-n").click()
    expect(past.locator("tr.remark td:first-child")).to_have_text([returned[0], "Ruling: 茶"])


def test_returned_insurance_is_told(visit: Visit, house: Running, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("reordered").open_bets().bet("Guest", 1, "banker", 500)
    page = visit("Guest", "/table/reordered")
    dealer.close_bets().draw("2h 2c 3d 4s")
    house.must("take_insurance", "reordered", patron="Guest", box=1, insures="banker", stake=100)
    house.must("report", "reordered", what="wrong_area", cards="4s 2h 2c 3d", by="pit_supervisor", note="x")
    if house.live("reordered").state.coup.choosing:
        house.must("close_choices", "reordered", by="house")
    told = ["Banker Insurance returned: the cards in their order do not offer it", "100", "§ 5.8"]
    expect_cells(page, "tr.remark[data-kind=insurance_returned]", *told)
    while house.live("reordered").state.table.phase == "dealing":
        dealer.draw("Kd")
    expect_cells(page, "tr.remark[data-kind=insurance_returned]", *told)


def test_a_choice_has_its_time(visit: Visit, house: Running, deal: Callable[[str], Dealer]) -> None:
    house.must("open_shoe", "choose", cards="virtual")
    house.must("open_bets", "choose")
    house.must("place_bet", "choose", patron="Guest", box=1, bet="banker", stake=100)
    page = visit("Guest", "/table/choose")
    house.must("close_bets", "choose")
    house.must("draw_card", "choose")
    house.must("report", "choose", what="face_up", note="荷官失手", by="pit_supervisor")
    figure = page.locator(".choice punto-countdown .figure")
    expect(figure).to_have_text(re.compile(r"^[1-5]?\d$"))
    expect(page.locator(".choice-time")).not_to_contain_text("dealer")
    expect(page.locator(".choice .happened q")).to_have_text("荷官失手")
    page.locator(".choice .silence .cite").focus()
    expect(page.locator(".choice .silence .cite-tip")).to_contain_text("Who does not choose, or has left, goes on")
    page.get_by_role("button", name="Play on").click()
    expect(page.locator(".choice")).to_be_hidden()


def test_an_undo_that_came_too_late_by_half_says_so(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("undone").open_bets()
    page = visit("Guest", "/table/undone")
    page.click(".rack-chip[data-worth='100']")
    for sum in ("100", "200"):
        page.click(".area[data-bet=banker]")
        expect(page.locator(".staked b")).to_have_text(sum)

    def late(route: Route) -> None:
        """The dealer calls between the lifting and the putting back."""
        if '"place_bet"' in (route.request.post_data or ""):
            dealer.close_bets()
        route.continue_()

    page.route("**/commands", late)
    page.click("[data-act=undo]")
    told = page.locator(".toast.bad")
    expect(told).to_contain_text("all of Banker was taken back, and the 100 that should have stayed")
    assert dealer.stake("Guest", 1, "banker") == 0


def test_a_patron_checks_a_closed_shoe_in_the_browser(
    visit: Visit, house: Running, deal: Callable[[str], Dealer]
) -> None:
    house.must("open_shoe", "sealed", cards="virtual")
    page = visit("Guest", "/table/sealed")
    seal = page.locator("#sign .seal")
    expect(seal).to_have_text(house.live("sealed").state.shoe.commitment)
    page.click("#sign .seal-check")
    expect(page.locator(".toast")).to_have_text("No sealed shoe has been closed here yet.")
    house.must("open_bets", "sealed")
    house.must("close_bets", "sealed")
    while house.live("sealed").state.table.phase == "dealing":
        house.must("draw_card", "sealed")
    dealt = 208 - house.live("sealed").state.shoe.left
    house.must("close_shoe", "sealed", by="pit_supervisor", reason="so be it")
    # Between two shoes the tray itself offers it.
    page.click("#tray .seal-check")
    facts = page.locator(".seal-fact")
    expect(page.locator(".seal-dialog .right")).to_have_count(4)
    expect(facts.locator("dd").nth(1)).to_have_text("the same seal")
    expect(facts.locator("dd").nth(3)).to_have_text("208, every card 4 times")
    expect(page.locator("[data-fact=dealt] dd")).to_have_text(f"{dealt}, each where the order has it")
    page.keyboard.press("Escape")
    # A house that swapped the seal, or two cards, is found out.
    page.evaluate("localStorage.setItem('punto.seals.sealed', JSON.stringify({ 1: 'ab'.repeat(32) }))")

    def swapped(route: Route) -> None:
        told = route.fetch().json()
        first, second, *rest = told["events"][-1]["order"].split()
        told["events"][-1]["order"] = " ".join([second, first, *rest])
        route.fulfill(json=told)

    page.route("**/closed-shoe", swapped)
    page.click("#tray .seal-check")
    expect(page.locator(".seal-fact.wrong").first).to_be_visible()
    wrong = page.eval_on_selector_all(".seal-fact.wrong", "all => all.map(one => one.dataset.fact)")
    assert {"seen", "gives"} <= set(wrong)
