"""Matters that wait, in the pit: what each answer does to everybody's money is told before it is given."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from pages.conftest import PHONE, Dealer, Visit, fits, wallet
from pages.staffed import PATRONS
from pages.test_pit import fold
from punto.table import kind_of
from server.running import Running


@pytest.fixture(scope="module")
def house(staff: Running) -> Running:
    return staff


NATURAL = "9h 2c Kd 3s"
"""Player 9, Banker 5: Player wins."""


def dealt(house: Running, table: str, cards: str) -> None:
    """Guest has 100 on Player, Second Guest 300 on Banker, and these cards lie."""
    deal = Dealer(house, table).open_bets()
    deal.bet("Guest", 1, "player", 100).bet("Second Guest", 4, "banker", 300).close_bets().draw(cards)


def happened(house: Running, table: str) -> list[str]:
    """What the books have of a table, from its last report on."""
    kinds = [kind_of(line.event) for line in house.live(table).since(0)]
    return kinds[len(kinds) - 1 - kinds[::-1].index("irregularity_reported") :]


def reported(house: Running, table: str, **fields: Any) -> None:
    house.must("report", table, person="Dealer 1", **fields)


def expect_money(page: Page, answer: str, *rows: list[str]) -> None:
    """The rows of an answer's table, cell by cell."""
    lines = page.locator(f"[data-answer={answer}] tbody tr")
    expect(lines).to_have_count(len(rows))
    for number, cells in enumerate(rows):
        expect(lines.nth(number).locator("th, td")).to_have_text(cells, use_inner_text=True)


def expect_faces(cards: Locator, faces: str) -> None:
    """Cards that lie there, in their order."""
    expect(cards).to_have_count(len(faces.split()))
    for number, face in enumerate(faces.split()):
        expect(cards.nth(number)).to_have_attribute("face", face)


def test_a_void_after_the_last_card_is_decided_in_the_pit(house: Running, visit: Visit) -> None:
    before = {name: wallet(house, name) for name in PATRONS}
    dealt(house, "void-paid", NATURAL)
    assert [wallet(house, name) - before[name] for name in PATRONS] == [100, -300]
    page = visit("Pit Supervisor 1", "/pit#void-paid")
    expect(page.locator(".table-card.chosen")).to_contain_text("Paying")
    reported(house, "void-paid", what="foreign_card", note="a red back among the blue")
    decision = page.locator(".panel.decision")
    expect(decision).to_contain_text("A card that is not of these decks")
    expect(decision.locator(".top .tag")).to_have_text(re.compile(r"§ 5\.\d"))
    expect(decision).to_contain_text("Reported by Dealer 1. “a red back among the blue”")
    expect(decision.locator(".age-of")).to_have_text(re.compile(r"waits \d+ s"))
    expect(page.locator("a.wait.decision[href='#void-paid']")).to_contain_text("waits")
    expect_faces(decision.locator(".drawn punto-card"), NATURAL)
    confirm = decision.locator("[data-answer=confirm]")
    expect(confirm).to_contain_text("The round is void")
    expect(confirm).to_contain_text("The cards must be replaced")
    # Money is in wallets here: no real chips move.
    expect_money(page, "confirm", ["Guest", "+100", "→ 0"], ["Second Guest", "−300", "→ 0"])
    expect(decision.locator("[data-answer=dismiss]")).to_contain_text("Nobody’s money changes.")
    confirm.get_by_role("button", name="Confirm").click()
    expect(decision).to_have_count(0)
    assert {name: wallet(house, name) for name in PATRONS} == before
    assert happened(house, "void-paid") == [
        "irregularity_reported",
        "decision_made",
        "settlement_reversed",
        "coup_voided",
        "cards_condemned",
    ]
    expect(page.locator(".reports")).to_contain_text("The payment was taken back")


def test_a_misread_card_is_confirmed_by_the_pit(house: Running, visit: Visit) -> None:
    dealt(house, "read-again", NATURAL)
    page = visit("Pit Supervisor 1", "/pit#read-again")
    reported(house, "read-again", what="misread_card", place=1, card="4h", note="it was a four")
    decision = page.locator(".panel.decision")
    expect(decision).to_contain_text("card 1 in the order drawn")
    expect_faces(decision.locator(".drawn li.misread punto-card"), "9h 4h")
    # Player has 4 and not 9, Banker 5: a card is due, and what was paid is taken back until it lies.
    expect_money(page, "confirm", ["Guest", "+100", "→ −100", "200", "–"], ["Second Guest", "−300", "→ −300", "–", "–"])
    expect(decision.locator("[data-answer=confirm] tfoot td")).to_have_text(["200", "0"])
    # Dismissed with a note, it is as it was; reported again, it is confirmed.
    decision.get_by_label("Note").fill("I saw a nine")
    decision.get_by_role("button", name="Dismiss the report").click()
    expect(decision).to_have_count(0)
    expect(page.locator(".reports")).to_contain_text("Dismissed · Pit Supervisor 1, Pit Supervisor · I saw a nine")
    reported(house, "read-again", what="misread_card", place=2, card="9c")
    expect(decision.locator("[data-answer=confirm]")).to_contain_text("Result: Player, Player 9, Banker 2.")
    expect(decision.locator("[data-answer=confirm]")).to_contain_text("Nobody’s money changes.")
    decision.get_by_role("button", name="Confirm").click()
    expect(decision).to_have_count(0)
    assert happened(house, "read-again")[:3] == ["irregularity_reported", "decision_made", "card_corrected"]
    expect(page.locator(".reports")).to_contain_text("Card corrected: 2c → 9c")


def test_whoever_has_not_chosen_goes_on_when_the_pit_ends_the_time(house: Running, visit: Visit) -> None:
    before = wallet(house, "Guest")
    dealt(house, "choosers", "2h 2c")
    reported(house, "choosers", what="dealing_error", note="a hand was moved")
    page = visit("Pit Supervisor 1", "/pit#choosers")
    expect(page.locator("[data-answer=in_order]")).to_contain_text("May choose: Guest, Second Guest.")
    page.locator(".decision").get_by_role("button", name="In order: go on").click()
    choices = page.locator(".choices")
    expect(choices.locator(".time-of")).to_have_text(re.compile(r"(50:00|49:\d\d) left to choose"))
    choices.locator("li[data-patron=Guest]").get_by_role("button", name="Bets back").click()
    expect(choices.locator("li[data-patron=Guest] b")).to_have_text("Bets back")
    assert wallet(house, "Guest") == before
    choices.get_by_role("button", name="End the time to choose").click()
    expect(choices.get_by_role("button")).to_have_count(0)
    assert house.live("choosers").state.coup.choosing == ()
    expect(page.locator(".reports")).to_contain_text("The time to choose was over")


_COUNTED = """() => {
    globalThis.notes = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...at) { globalThis.notes += 1; return start.apply(this, at); };
}"""


def test_a_matter_that_comes_is_heard_unless_the_sound_is_off(house: Running, visit: Visit) -> None:
    dealt(house, "rung", "2h 2c")
    page = visit("Pit Supervisor 1", "/pit#rung")
    page.evaluate(_COUNTED)
    sound = page.get_by_label("Sound when something waits")
    expect(sound).to_be_checked()
    page.locator(".looked-at h2").click()  # A browser lets no page sound before somebody has touched it.
    reported(house, "rung", what="interruption")
    expect(page.locator(".panel.decision")).to_be_visible()
    page.wait_for_function("() => globalThis.notes > 0")
    page.get_by_role("button", name="Dismiss the report").click()
    expect(page.locator(".panel.decision")).to_have_count(0)
    sound.uncheck()
    page.reload()
    expect(sound).not_to_be_checked()
    page.evaluate(_COUNTED)
    page.locator(".looked-at h2").click()
    reported(house, "rung", what="interruption")
    expect(page.locator(".panel.decision")).to_be_visible()
    page.wait_for_timeout(200)
    assert page.evaluate("globalThis.notes") == 0
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert fits(page)


def test_somebody_is_assigned_a_position(house: Running, visit: Visit) -> None:
    page = visit("Pit Supervisor 1", "/pit#signed")
    fold(page, "assigning")
    form = page.locator("form.assigning")
    expect(form.get_by_label("Acts as").locator("option")).to_have_text(["Dealer", "Pit Supervisor"])
    form.get_by_label("Person").fill("Dealer 1")
    form.get_by_label("Acts as").select_option("pit_supervisor")
    form.get_by_role("button", name="Assign").click()
    given = page.locator(".assigned li", has_text="Dealer 1").filter(has_text="Pit Supervisor · until the table closes")
    expect(given).to_have_count(1)
    held = {(one.person, one.position) for one in house.live("signed").state.table.assignments}
    assert ("Dealer 1", "pit_supervisor") in held
    form.get_by_label("Person").fill("Pit Supervisor 1")
    form.get_by_role("button", name="Assign").click()
    expect(page.locator(".toast.bad")).to_contain_text("nobody assigns themselves")
