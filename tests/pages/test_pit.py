"""The pit's page: a misdeal put in order with each patron choosing, the sign, rulings, and what is out of play.

What comes of it while tables play on, links are lost and sessions end is in `test_pit_live.py`.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pages.conftest import PHONE, Visit, fits, in_chinese, wallet
from pages.staffed import PATRONS
from punto.house.tables.desk import Done
from punto.house.tables.switches import LOG
from punto.kit import Refusal
from server.running import Running


@pytest.fixture(scope="module")
def house(staff: Running) -> Running:
    return staff


def opened(house: Running, table: str) -> None:
    house.must("open_shoe", table, cards="virtual", seed=7)
    house.must("open_bets", table)


def fold(page: Page, name: str) -> None:
    page.locator(f"details[data-name={name}] > summary").click()


def a_card_too_many(house: Running, visit: Visit, table: str) -> tuple[Page, Page]:
    """The pit and the dealer at a table where a card was drawn too many, and put in order by the supervisor."""
    opened(house, table)
    for name, box in zip(PATRONS, (1, 4), strict=True):
        house.must("place_bet", table, patron=name, box=box, bet="player", stake=300)
    house.must("close_bets", table)
    house.must("draw_card", table)
    pit = visit("Pit Supervisor 1", f"/pit#{table}")
    dealer = visit("Dealer 1", f"/dealer/{table}")
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
    expect(decision).to_contain_text("Reported by Dealer 1.")
    decision.get_by_role("button", name="In order: go on").click()
    return pit, dealer


def played_on(house: Running, table: str, pit: Page, dealer: Page) -> None:
    """One goes on, one has the stake back, and the card that was too many is dealt first."""
    coup = house.live(table).state.coup
    assert dict(coup.chosen) == {"Guest": "continue", "Second Guest": "return"}
    aside = house.live(table).state.shoe.aside[0]
    expect(dealer.locator("button.step")).to_contain_text("Card for Banker")
    dealer.keyboard.press("Space")
    expect(dealer.locator(".hand.banker punto-card")).to_have_attribute("face", str(aside))
    expect(pit.locator(".reports")).to_contain_text("Second Guest: Bets back")
    expect(pit.locator(".reports")).to_contain_text("Reported by Dealer 1.")
    expect(pit.locator(".reports")).to_contain_text("Decided · Pit Supervisor 1, Pit Supervisor")


def test_a_misdeal_is_put_in_order_and_each_patron_chooses(house: Running, visit: Visit) -> None:
    before = wallet(house, "Second Guest")
    own = {name: visit(name, "/table/chosen") for name in PATRONS}
    pit, dealer = a_card_too_many(house, visit, "chosen")
    for name, option, answer in zip(PATRONS, ("continue", "return"), ("Goes on", "Bets back"), strict=True):
        # Until they have chosen the pit sees who has not, and could choose for them.
        chooses = pit.locator(f".choices li[data-patron='{name}']")
        expect(chooses.get_by_role("button")).to_have_count(2)
        own[name].locator(f".choice button[data-option='{option}']").click()
        expect(chooses.locator("b")).to_have_text(answer)
        expect(own[name].locator(".choice")).to_be_hidden()
    expect(own["Second Guest"].locator("#wallet")).to_have_text(f"{before:,}")
    assert wallet(house, "Second Guest") == before
    played_on(house, "chosen", pit, dealer)


def test_the_pit_chooses_for_patrons_who_cannot(house: Running, visit: Visit) -> None:
    before = wallet(house, "Second Guest")
    pit, dealer = a_card_too_many(house, visit, "misdealt")
    choices = pit.locator(".choices")
    for name, answer in zip(PATRONS, ("Goes on", "Bets back"), strict=True):
        choices.locator(f"li[data-patron='{name}']").get_by_role("button", name=answer).click()
        expect(choices.locator(f"li[data-patron='{name}'] b")).to_have_text(answer)
    assert wallet(house, "Second Guest") == before
    played_on(house, "misdealt", pit, dealer)


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
    card = page.locator(".table-card[data-table=signed]")
    expect(card.locator(".limits")).to_have_text("25 – 5,000differential 10,000")
    fold(page, "sign")
    form = page.locator("form.sign")
    form.get_by_role("button", name="Put up this sign").click()
    expect(page.locator(".toast").last).to_have_text("Nothing is changed yet.")
    form.get_by_label("Minimum", exact=True).fill("100")
    form.get_by_label("Differential").fill("2000")
    form.get_by_role("button", name="Put up this sign").click()
    expect(page.locator(".toast.good")).to_contain_text("The new sign is up.")
    expect(card.locator(".limits")).to_have_text("100 – 5,000differential 2,000")
    # The notice of 4.2.2 is listed, put up and taken down from here.
    notice = page.locator(".posts li", has_text="No insurance is offered")
    expect(notice).to_contain_text("§ 4.2.2")
    expect(notice).to_contain_text("is not up")
    notice.get_by_label("Asked for by").fill("Guest")
    notice.get_by_role("button", name="Put up this notice").click()
    expect(notice.locator(".posted")).to_have_text("is up")
    expect(card).to_contain_text("No insurance")
    sign = house.live("signed").state.sign
    assert (sign.stake_min, sign.differential_max, sign.insurance) == (100, 2_000, False)
    assert sign.private_for == "Guest"
    expect(card).to_contain_text("private table")
    notice.get_by_role("button", name="Take it down").click()
    expect(notice.locator(".posted")).to_have_text("is not up")
    assert house.live("signed").state.sign.insurance


def test_limits_of_single_bets_and_the_commission_are_on_the_sign(house: Running, visit: Visit) -> None:
    page = visit("Pit Supervisor 1", "/pit#limited")
    expect(page.locator(".looked-at h2")).to_have_text("Table 12")
    fold(page, "sign")
    form = page.locator("form.sign")
    form.locator(".bet-limits summary").click()
    form.get_by_label("Tie: Minimum").fill("50")
    form.get_by_role("button", name="Put up this sign").click()
    expect(page.locator(".toast.bad")).to_have_text("Tie needs a minimum and a maximum.")
    expect(form.get_by_label("Tie: Maximum")).to_be_focused()
    form.get_by_label("Tie: Maximum").fill("500")
    form.get_by_label("Commission").fill("4%")
    form.get_by_role("button", name="Put up this sign").click()
    expect(page.locator(".toast.good")).to_contain_text("Table 12: The new sign is up.")
    sign = house.live("limited").state.sign
    assert (sign.bet_limits, sign.commission) == ({"tie": (50, 500)}, "4%")
    expect(page.locator(".posts")).to_contain_text("Tie 50 – 500")
    expect(page.locator(".posts")).to_contain_text("commission 4%")
    # This document gives no right to withhold insurance, and the notice says so instead of a button.
    notice = page.locator(".posts li", has_text="No insurance is offered")
    expect(notice).to_contain_text("no right to withhold")
    expect(notice.get_by_role("button")).to_have_count(0)
    # Emptied, the table's limits and the document's commission hold again.
    for label in ("Tie: Minimum", "Tie: Maximum", "Commission"):
        form.get_by_label(label).fill("")
    form.get_by_role("button", name="Put up this sign").click()
    expect(page.locator(".posts")).to_contain_text("commission 5%")
    sign = house.live("limited").state.sign
    assert (sign.bet_limits, sign.commission) == ({}, None)


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
    answer = house.do("place_bet", "off", **placed)  # type: ignore[arg-type]
    assert isinstance(answer, Refusal)
    assert answer.code == "table_is_disabled"
    house.must("close_bets", "off")
    while house.live("off").state.table.phase == "dealing":
        house.must("draw_card", "off")
    answer = house.do("open_bets", "off")
    assert isinstance(answer, Refusal)
    assert answer.code == "table_is_disabled"
    expect(page.locator(".table-card.chosen")).to_contain_text("Out of play")
    # Whoever puts it back says why, and that is recorded.
    off = page.locator("details[data-name=switches] li", has_text="a lamp is broken")
    off.get_by_role("button", name="Put back").click()
    why = page.locator("form.backing")
    expect(why.get_by_label("Reason")).to_be_focused()
    why.get_by_role("button", name="Cancel").click()
    expect(why).to_have_count(0)
    off.get_by_role("button", name="Put back").click()
    why.get_by_label("Reason").fill("a new lamp")
    why.get_by_role("button", name="Put back").click()
    expect(off).to_have_count(0)
    [*_, last] = house.house.store.records(LOG)
    assert (last.kind, last.person) == ("enabled", "Pit Manager 1")
    assert "a new lamp" in last.body
    assert isinstance(house.do("open_bets", "off"), Done)


def test_it_fits_a_phone_in_both_languages(house: Running, visit: Visit) -> None:
    page = visit("Shift Manager 1", "/pit", PHONE)
    expect(page.locator(".table-card").first).to_be_visible()
    for summary in page.locator("details.fold summary").all():
        summary.click()
    assert fits(page)
    in_chinese(page)
    assert fits(page)
