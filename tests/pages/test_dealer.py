"""The dealer's page: a whole coup by keyboard, chips beyond a limit handed back, a report with its clause."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from pages.conftest import PHONE, Visit, fits, in_chinese
from punto.house.pit import words_of
from punto.house.roles import Role
from server.running import PASSWORD, Running, order


@pytest.fixture(scope="module")
def house(staff: Running) -> Running:
    return staff


def test_a_whole_coup_by_keyboard(house: Running, visit: Visit) -> None:
    page = visit("Dealer 1", "/dealer/real")
    step = page.locator("button.step")
    press = page.keyboard.press
    expect(step).to_contain_text("Open a shoe")
    press("Space")
    expect(step).to_contain_text("Burn")
    for key in ("5", "h", "Enter"):
        press(key)
    expect(step).to_contain_text("Place your bets")
    press("Space")
    expect(step).to_contain_text("No more bets")
    house.must("place_bet", "real", patron="Guest", box=2, stance="seated", bet="player", stake=200)
    house.must("place_bet", "real", patron="Second Guest", box=2, stance="standing", bet="banker", stake=100)
    box = page.locator(".box[data-box='2']")
    expect(box.locator(".owner-of")).to_have_count(2)
    expect(box).to_contain_text("Guest seated")
    expect(box.get_by_role("meter")).to_contain_text("Player 100 more, limit 1,000")
    press("Space")
    expect(step).to_contain_text("Card for Player")
    # Player 4 and 3, Banker 2 and 10: Player stands on 7, Banker draws. A scanner types the last card with its Enter.
    for card, then in (("4d", "Banker"), ("2c", "Player"), ("3s", "Banker"), ("10h", "Banker")):
        page.keyboard.type(card)
        press("Enter")
        expect(step).to_contain_text(f"Card for {then}")
    expect(page.locator(".offers")).to_contain_text("Player")
    page.keyboard.type("4c\n")
    expect(step).to_contain_text("Pay the boxes")
    expect(page.locator(".between")).to_contain_text("Player wins 7 to 6")
    expect(box.locator(".paying .pay")).to_have_text("Pay 200")
    expect(box.locator(".paying .take")).to_have_text("Take 100")
    press("Space")
    expect(step).to_contain_text("Place your bets")
    coup = house.live("real").state.coup
    assert coup.ended == "settled"
    assert [str(card) for card in coup.cards] == ["4d", "2c", "3s", "Th", "4c"]


def test_cards_of_a_scanner_are_seen_and_nobody_deals_one_twice(house: Running, visit: Visit) -> None:
    house.house.people.add("Scanner 1", Role.DEALER, PASSWORD)
    house.must("open_shoe", "scanned", cards="physical")
    page = visit("Dealer 1", "/dealer/scanned")
    step = page.locator("button.step")
    expect(step).to_contain_text("Place your bets")
    page.keyboard.press("Space")
    expect(step).to_contain_text("No more bets")
    page.keyboard.press("Space")
    expect(step).to_contain_text("Card for Player")
    scanner = house.client("Scanner 1")
    # The dealer has begun to type when the scanner reads the card: what was typed is not dealt as the next one.
    page.keyboard.type("3h")
    expect(page.locator("output.typed")).not_to_be_empty()
    assert order(scanner, "draw_card", "scanned", card="3h").status_code == 200
    expect(step).to_contain_text("Card for Banker")
    expect(page.locator("output.typed")).to_be_empty()
    page.keyboard.press("Enter")
    # They may take turns: the keyboard, then the scanner again, each without a look at the other's version.
    page.keyboard.type("Kd")
    page.keyboard.press("Enter")
    expect(step).to_contain_text("Card for Player")
    for card, side in (("3s", "player"), ("4c", "banker")):
        assert order(scanner, "draw_card", "scanned", card=card).status_code == 200
        expect(page.locator(f".hand.{side} punto-card")).to_have_count(2)
    page.keyboard.type("Ad")
    page.keyboard.press("Enter")
    expect(step).to_contain_text("Pay the boxes")
    coup = house.live("scanned").state.coup
    assert [str(card) for card in coup.cards] == ["3h", "Kd", "3s", "4c", "Ad"]
    expect(page.locator(".toast.bad")).to_have_count(0)


def test_a_card_the_scanner_read_first_is_refused_to_the_keyboard(house: Running, visit: Visit) -> None:
    """Both at the same moment: the page has not heard of the scanner's card yet."""
    house.must("open_shoe", "both", cards="physical")
    house.must("open_bets", "both")
    house.must("close_bets", "both")
    page = visit("Dealer 1", "/dealer/both")
    expect(page.locator("button.step")).to_contain_text("Card for Player")

    def scanned_first(route: Route) -> None:
        house.must("draw_card", "both", card="3h")
        route.continue_()

    page.route("**/api/tables/*/commands", scanned_first)
    page.keyboard.type("3h")
    page.keyboard.press("Enter")
    expect(page.locator(".toast.bad")).to_contain_text("has moved on")
    expect(page.locator("button.step")).to_contain_text("Card for Banker")
    expect(page.locator(".toast:not(.bad)")).to_have_count(0)
    assert [str(card) for card in house.live("both").state.coup.cards] == ["3h"]


def test_chips_beyond_a_limit_are_handed_back(house: Running, visit: Visit) -> None:
    for command in ("open_shoe", "open_bets"):
        house.must(command, "over", **({"cards": "physical"} if command == "open_shoe" else {}))
    house.must("place_bet", "over", patron="Guest", box=1, stance="seated", bet="banker", stake=1_600)
    house.must("place_bet", "over", patron="Guest", box=1, stance="seated", bet="player_pair", stake=10)
    page = visit("Dealer 1", "/dealer/over")
    box = page.locator(".box[data-box='1']")
    expect(box).to_contain_text("over by 600")
    box.get_by_role("button", name="Hand back the excess").click()
    expect(box).to_contain_text("Banker 1,000 more")
    expect(box.locator(".wrong")).to_contain_text("under the minimum 25")
    box.get_by_role("button", name="Hand back").click()
    expect(box.locator(".laid")).to_have_count(1)
    state = house.live("over").state
    assert [(bet.bet, bet.stake) for bet in state.coup.bets] == [("banker", 1_000)]
    # And chips put down by the dealer, at a patron's word.
    page.keyboard.press("b")
    form = page.locator("dialog[open]")
    form.get_by_label("Patron").fill("Second Guest")
    form.get_by_label("Box").select_option("3")
    form.get_by_label("Stake").fill("50")
    form.get_by_role("button", name="Put down").click()
    expect(page.locator(".box[data-box='3']")).to_contain_text("Second Guest")
    assert house.live("over").state.coup.bet("Second Guest", 3, "player") is not None


def test_a_report_shows_its_clause_before_it_is_made(house: Running, visit: Visit) -> None:
    house.must("open_shoe", "reported", cards="virtual")
    house.must("open_bets", "reported")
    page = visit("Dealer 1", "/dealer/reported")
    expect(page.locator("button.step")).to_contain_text("No more bets")
    page.keyboard.press("r")
    form = page.locator("dialog[open]")
    form.get_by_label("What happened").select_option("interruption")
    book = house.live("reported").state.rules
    says = words_of(book, book.irregularities["interruption"].cite)
    assert says
    expect(form.locator(".clause")).to_contain_text(says)
    form.get_by_label("Note").fill("the lights went out")
    form.get_by_role("button", name="Report").click()
    expect(form).to_have_count(0)
    reports = [
        event for _, _, event in house.live("reported").since(0) if type(event).__name__ == "IrregularityReported"
    ]
    assert [getattr(event, "note", "") for event in reports] == ["the lights went out"]


def test_it_fits_a_phone_in_both_languages(house: Running, visit: Visit) -> None:
    for path in ("/dealer", "/dealer/over"):
        page = visit("Dealer 1", path, PHONE)
        expect(page.locator(".step, .choose").first).to_be_visible()
        assert fits(page)
        in_chinese(page)
        assert fits(page)
