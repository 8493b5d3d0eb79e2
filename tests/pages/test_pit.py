"""The pit's page: a misdeal put in order with each patron choosing, the sign, rulings, and what is out of play."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pages.conftest import PHONE, Visit, fits, in_chinese, wallet
from pages.staffed import PATRONS
from punto.house.desk import Done
from punto.kit import Refusal
from server.running import Running


@pytest.fixture(scope="module")
def house(staff: Running) -> Running:
    return staff


def opened(house: Running, table: str) -> None:
    house.must("open_shoe", table, cards="virtual", seed=7)
    house.must("open_bets", table)


def fold(page: Page, name: str) -> None:
    page.locator(f"details[data-name={name}] summary").click()


def test_a_misdeal_is_put_in_order_and_each_patron_chooses(house: Running, visit: Visit) -> None:
    opened(house, "misdealt")
    for name, box in zip(PATRONS, (1, 4), strict=True):
        house.must("place_bet", "misdealt", patron=name, box=box, bet="player", stake=300)
    house.must("close_bets", "misdealt")
    house.must("draw_card", "misdealt")
    before = wallet(house, "Second Guest") + 300
    pit = visit("Pit Supervisor 1", "/pit#misdealt")
    dealer = visit("Dealer 1", "/dealer/misdealt")
    expect(dealer.locator("button.step")).to_contain_text("Card for Banker")
    dealer.keyboard.press("r")
    form = dealer.locator("dialog[open]")
    form.get_by_label("What happened").select_option("extra_card")
    form.get_by_role("button", name="Report").click()
    expect(dealer.locator("button.step")).to_contain_text("Play is stopped")
    # The dealer's rank does not decide; the supervisor sees the clause, the card and the two answers.
    decision = pit.locator(".panel.decision")
    expect(decision).to_contain_text("§ 5.7")
    expect(decision).to_contain_text("Pit Supervisor or above")
    expect(decision.locator("punto-card")).to_have_count(1)
    decision.get_by_role("button", name="In order: go on").click()
    choices = pit.locator(".choices")
    for name, answer in zip(PATRONS, ("Goes on", "Bets back"), strict=True):
        choices.locator(f"li[data-patron='{name}']").get_by_role("button", name=answer).click()
        expect(choices.locator(f"li[data-patron='{name}'] b")).to_have_text(answer)
    coup = house.live("misdealt").state.coup
    assert dict(coup.chosen) == {"Guest": "continue", "Second Guest": "return"}
    assert wallet(house, "Second Guest") == before
    # The extra card was not lost: it lies aside and is dealt first.
    aside = house.live("misdealt").state.shoe.aside[0]
    expect(dealer.locator("button.step")).to_contain_text("Card for Banker")
    dealer.keyboard.press("Space")
    expect(dealer.locator(".hand.banker punto-card")).to_have_attribute("face", str(aside))
    expect(pit.locator(".reports")).to_contain_text("Second Guest: Bets back")


def test_only_who_may_decide_gets_buttons(house: Running, visit: Visit) -> None:
    opened(house, "ruled")
    house.must("close_bets", "ruled")
    house.must("report", "ruled", what="other", note="a chandelier fell")
    below = visit("Pit Manager 1", "/pit#ruled")
    expect(below.locator(".panel.decision")).to_contain_text("Shift Manager or above")
    expect(below.locator(".panel.decision")).to_contain_text("Your rank does not decide this.")
    expect(below.locator(".panel.decision button")).to_have_count(0)
    auditor = visit("Auditor 1", "/pit#ruled")
    expect(auditor.locator(".panel.decision .warning")).to_be_visible()
    expect(auditor.locator("main button:enabled")).to_have_count(0)
    above = visit("Shift Manager 1", "/pit#ruled")
    form = above.locator(".panel.decision form.ruling")
    form.get_by_label("Reason").fill("the round is void, and Guest is given a drink")
    form.get_by_label("The round").select_option("void")
    form.get_by_role("button", name="Add an adjustment").click()
    form.get_by_label("Patron", exact=True).fill("Guest")
    form.get_by_label("Amount").fill("15")
    before = wallet(house, "Guest")
    form.get_by_role("button", name="Rule").click()
    expect(above.locator(".panel.decision")).to_have_count(0)
    assert house.live("ruled").state.coup.ended == "voided"
    assert wallet(house, "Guest") == before + 15


def test_the_sign_is_changed_between_rounds_with_the_notice(house: Running, visit: Visit) -> None:
    page = visit("Pit Supervisor 1", "/pit#signed")
    fold(page, "sign")
    form = page.locator("form.sign")
    form.get_by_label("Minimum").fill("100")
    form.get_by_label("Differential").fill("2000")
    form.get_by_label("Notice").check()
    expect(form).to_contain_text("§ 4.2.2")
    form.get_by_role("button", name="Put up this sign").click()
    expect(page.locator(".toast.good")).to_contain_text("The new sign is up.")
    sign = house.live("signed").state.sign
    assert (sign.stake_min, sign.differential_max, sign.insurance) == (100, 2_000, False)


def test_what_is_out_of_play_takes_no_bets_and_its_round_is_finished(house: Running, visit: Visit) -> None:
    placed = {"patron": "Guest", "box": 1, "bet": "tie", "stake": 50}
    opened(house, "off")
    house.must("place_bet", "off", **placed)
    page = visit("Pit Manager 1", "/pit#off")
    fold(page, "switches")
    panel = page.locator("form.switching")
    panel.get_by_role("combobox").select_option(label="This table")
    panel.get_by_label("Reason").fill("a lamp is broken")
    panel.get_by_role("button", name="Take out of play").click()
    expect(page.locator("details[data-name=switches]")).to_contain_text("a lamp is broken")
    answer = house.do("place_bet", "off", **placed)
    assert isinstance(answer, Refusal)
    assert answer.code == "table_is_disabled"
    house.must("close_bets", "off")
    while house.live("off").state.table.phase == "dealing":
        house.must("draw_card", "off")
    answer = house.do("open_bets", "off")
    assert isinstance(answer, Refusal)
    assert answer.code == "table_is_disabled"
    expect(page.locator(".table-card.chosen")).to_contain_text("Out of play")
    page.get_by_role("button", name="Put back").click()
    expect(page.locator("details[data-name=switches]")).to_contain_text("Nothing is out of play.")
    assert isinstance(house.do("open_bets", "off"), Done)


def test_it_fits_a_phone_in_both_languages(house: Running, visit: Visit) -> None:
    page = visit("Shift Manager 1", "/pit", PHONE)
    expect(page.locator(".table-card").first).to_be_visible()
    for summary in page.locator("details.fold summary").all():
        summary.click()
    assert fits(page)
    in_chinese(page)
    assert fits(page)
