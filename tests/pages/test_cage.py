"""The cage, the dealer and the pit about the money on a table: open, fill, play, credit, drop, count, close."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from pages.axe import inaccessible
from pages.conftest import PHONE, Visit, fits, in_chinese
from punto.house.people.roles import Role
from server.running import PASSWORD, Running, a_table, running

SIGN = {
    "stake_min": 25, "stake_max": 5_000, "differential_max": 10_000, "wallets": False, "burn": False,
    "denominations": [1000, 500, 100, 25, 5, 1],
}  # fmt: skip


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    tables = [a_table(id, "easy-six", cards="physical", sign=SIGN) for id in ("chips", "wrong", "asked")]
    with running(tmp_path_factory.mktemp("cage"), *tables, a_table("wallets")) as up:
        up.house.people.add("Dealer 2", Role.DEALER, PASSWORD)
        yield up


def fill_in(form: Locator, chips: dict[str, int]) -> None:
    """Chips typed by denomination, and sent."""
    for worth, number in chips.items():
        form.locator(f"input[name='{worth}']").fill(str(number))


def unfold(page: Page) -> None:
    """The money on the table is folded away while nothing about it is due."""
    fold = page.locator("details.table-bank")
    expect(fold).to_have_count(1)
    # Not by a click: it opens by itself when something is due, and a click between two looks would close it.
    fold.evaluate("fold => { fold.open = true; }")


def count(page: Page, what: str, chips: dict[str, int], total: str) -> None:
    unfold(page)
    page.get_by_text("Count the rack", exact=True).first.click()
    form = page.locator("form.count")
    form.get_by_label(what).check()
    fill_in(form, chips)
    expect(form.locator("output")).to_have_text(total)
    form.get_by_role("button").click()
    expect(form).to_be_hidden()


def test_open_fill_play_credit_drop_count_close_report_dispute(house: Running, visit: Visit) -> None:
    dealer, pit = visit("Dealer 1", "/dealer/chips"), visit("Pit Supervisor 1", "/pit#chips")
    cage, security = visit("Cage 1", "/cage"), visit("Security 1", "/cage")
    count(dealer, "Opener", {"1000": 20, "100": 35}, "23,500")
    expect(dealer.locator(".rack")).to_contain_text("a second count is needed")
    count(pit, "Opener", {"1000": 20, "100": 35}, "23,500")
    expect(dealer.locator(".rack")).to_contain_text("dealer and supervisor agree")

    # A fill: the pit requests it, the cage issues it, the dealer accepts it.
    unfold(pit)
    pit.get_by_text("Request a fill or credit").click()
    fill_in(pit.locator("form.request"), {"1000": 5})
    pit.locator("form.request").get_by_role("button").click()
    slip = cage.locator(".waiting .slip").filter(has_text="5,000")
    expect(slip).to_have_count(1)
    fill = int(slip.get_attribute("data-slip") or 0)
    for page in (dealer, pit, cage):
        assert inaccessible(page) == []
    slip.get_by_role("button", name="Issue the chips").click()
    # One chip is missing: it is named, and the step waits for the right ones.
    dealer.get_by_text("Enter counted chips").click()
    fill_in(dealer.locator(".count-slip form"), {"1000": 4})
    dealer.locator(".count-slip form").get_by_role("button").click()
    expect(cage.locator(".exceptions-all")).to_contain_text("1 of 1,000 too few")
    dealer.get_by_role("button", name="Accept into the rack").first.click()
    expect(cage.locator(f".waiting .slip[data-slip='{fill}']")).to_have_count(0)

    # Play: seat 1 wins 100 on Player.
    steps: tuple[tuple[str, dict[str, Any]], ...] = (
        ("open_shoe", {"cards": "physical"}), ("open_bets", {}),
        ("place_bet", {"patron": "Seat 1", "box": 1, "bet": "player", "stake": 100}), ("close_bets", {}),
        *(("draw_card", {"card": card}) for card in ("9h", "2h", "Kh", "3h")), ("declare_paid", {}),
    )  # fmt: skip
    for command, fields in steps:
        house.must(command, "chips", **fields)

    # A credit: the dealer requests it, the pit hands the chips over, the cage accepts them.
    unfold(dealer)
    dealer.get_by_text("Request a fill or credit").click()
    form = dealer.locator("form.request")
    form.get_by_label("Credit").check()
    fill_in(form, {"1000": 2})
    form.get_by_role("button").click()
    pit.get_by_role("button", name="Hand the chips over").click()
    credit = fill + 1
    cage.locator(f".waiting .slip[data-slip='{credit}']").get_by_role("button", name="Accept into the cage").click()
    expect(dealer.locator(f".slip[data-slip='{credit}'] .steps li.done")).to_have_count(3)

    # The box goes, the rack is counted, the count team counts the box, and the table closes.
    security.locator("[data-table='chips']").get_by_role("button", name="Take drop box 1 away").click()
    rest = {"1000": 23, "100": 31}
    count(dealer, "Closer", rest, "26,100")
    count(pit, "Closer", rest, "26,100")
    for name in ("Count Team 1", "Count Team 2"):
        counting = visit(name, "/cage")
        counting.get_by_text("Count the box", exact=True).click()
        form = counting.locator("form.count-box")
        form.get_by_label("Currency").fill("300")
        form.get_by_label("Numbers of the slips in it").fill(f"{fill}, {credit}" if name.endswith("2") else f"{fill}")
        form.get_by_role("button").click()
        expect(counting.locator(".drop-box form")).to_have_count(0 if name.endswith("2") else 1)
    won = cage.locator(".bank[data-table='chips'] .bank-figures")
    expect(won).to_contain_text("−100")
    expect(won).not_to_contain_text("Differs by")
    house.must("close_shoe", "chips", by="pit_supervisor", reason="over")
    house.must("close_table", "chips")
    period = house.live("chips").state.table.bank.period
    assert period is not None
    assert (period.agreed, period.settled, period.fills, period.credits) == (True, -100, 5_000, 2_000)
    named = house.live("chips").state.table.bank.exceptions
    assert [(one.what, one.slip) for one in named] == [("slip_differs", fill), ("box_slips_differ", credit)]

    # The report has the count beside what was settled, and the round behind it has its dispute pack.
    results = visit("Pit Manager 1", "/results")
    row = results.locator("table.takings tr[data-key='chips']")
    expect(row.locator(".win").first).to_have_text("−100")
    expect(row.locator(".drop")).to_have_text("300")
    row.get_by_role("button", name="chips").click()
    with results.expect_download() as pack:
        results.locator("table.rounds tr[data-coup='1']").get_by_role("link", name="Dispute pack of round 1").click()
    assert pack.value.suggested_filename == "chips-round-1.pdf"


def test_a_chip_too_few_is_named_at_once_to_cage_and_pit(house: Running, visit: Visit) -> None:
    house.must("count_inventory", "wrong", what="opener", chips={"100": 10}, person="Dealer 1")
    pit, cage = visit("Pit Supervisor 1", "/pit#wrong"), visit("Cage 1", "/cage")
    count(pit, "Opener", {"100": 9}, "900")
    expect(pit.locator(".toast.bad")).to_contain_text("Two people counted the rack of drop box 1 differently")
    expect(cage.locator(".exceptions-all")).to_contain_text("1 of 100 too few")
    expect(cage.locator(".exceptions-all")).to_contain_text("Dealer 1, Pit Supervisor 1")
    in_chinese(cage)
    expect(cage.locator(".exceptions-all")).to_contain_text("面值 100 少 1 枚")
    assert inaccessible(cage) == []


def test_what_is_refused_is_said_on_the_page(house: Running, visit: Visit) -> None:
    for person, rank in (("Dealer 1", "dealer"), ("Pit Supervisor 1", "pit_supervisor")):
        house.must("count_inventory", "asked", what="opener", chips={"100": 10}, by=rank, person=person)
    house.must("request_fill", "asked", chips={"100": 1}, by="pit_manager", person="Cage 1")
    cage = visit("Cage 1", "/cage")
    slip = cage.locator(".waiting .slip").filter(has_text="asked")
    expect(slip).to_contain_text("Requested")
    expect(slip.get_by_role("button", name="Issue the chips")).to_have_count(0)  # Each step is another person's.


def test_the_cage_fits_a_phone_and_shows_tables_with_wallets(house: Running, visit: Visit) -> None:
    cage = visit("Count Team 1", "/cage", PHONE)
    expect(cage.locator(".by-themselves")).to_contain_text("Counted win")
    assert fits(cage)


def test_a_patron_is_turned_away(house: Running, visit: Visit) -> None:
    expect(visit("Guest", "/cage").locator(".turned-away")).to_contain_text("not for your role")
