"""The dealer's page: a whole coup by keyboard, chips beyond a limit handed back, a report with its clause."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from pages.conftest import PHONE, Dealer, Visit, fits, in_chinese
from punto.house.people.roles import Role
from server.running import PASSWORD, Running, error_of, order


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
    expect(box.get_by_role("meter")).to_contain_text("Player +100 / 1,000")
    expect(step).to_be_enabled()  # A second after they were opened the bets can be closed.
    press("Space")
    expect(step).to_contain_text("Card for Player")
    # Player 4 and 3, Banker 2 and 10: Player stands on 7, Banker draws. A scanner types the last card with its Enter.
    for card, then in (("4d", "Banker"), ("2c", "Player"), ("3s", "Banker"), ("10h", "Banker")):
        page.keyboard.type(card)
        press("Enter")
        expect(step).to_contain_text(f"Card for {then}")
    expect(page.locator(".offers")).to_contain_text("Player")
    page.keyboard.type("4c\n")
    expect(step).to_contain_text("All paid")
    expect(page.locator(".hint")).to_contain_text("take Banker, pay Player")
    expect(page.locator(".between")).to_contain_text("Player wins, 7 over 6")
    expect(box.locator(".totals")).to_have_text("Take 100Pay 200")
    expect(box.locator(".part")).to_have_text(["Pay 200", "Take 100"])
    press("Space")
    expect(step).to_contain_text("Place your bets")
    coup = house.live("real").state.coup
    assert coup.ended == "settled"
    assert [str(card) for card in coup.cards] == ["4d", "2c", "3s", "Th", "4c"]


def test_what_was_rounded_names_its_odds_once(house: Running, visit: Visit) -> None:
    dealer = Dealer(house, "odd").open_bets().bet("Guest", 1, "player", 25).bet("Guest", 1, "banker", 50)
    dealer.close_bets().draw("3h Kd 3s 4c Ad")
    line = visit("Dealer 1", "/dealer/odd").locator(".lines .win .odds")
    expect(line).to_contain_text("1.05 to 1 on 25 is 26.25, rounded down to 26 (sign)")
    assert line.inner_text().count("1.05 to 1") == 1


def test_cards_of_a_scanner_are_seen_and_nobody_deals_one_twice(house: Running, visit: Visit) -> None:
    house.house.people.add("Scanner 1", Role.DEALER, PASSWORD)
    pit = house.client("Pit Supervisor 1")
    assert order(pit, "assign", "scanned", person="Scanner 1", position="dealer").status_code == 200
    house.must("open_shoe", "scanned", cards="physical")
    page = visit("Dealer 1", "/dealer/scanned")
    step = page.locator("button.step")
    expect(step).to_contain_text("Place your bets")
    page.keyboard.press("Space")
    expect(step).to_contain_text("No more bets")
    expect(step).to_be_enabled()
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
    expect(step).to_contain_text("All paid")
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
    expect(box.get_by_role("meter")).to_have_attribute("aria-valuetext", "Banker 1,000 more, limit 1,000")
    expect(box.locator(".wrong")).to_contain_text("under the minimum 25")
    box.locator(".wrong").get_by_role("button", name="Hand back").click()
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
    says = book.says(book.irregularities["interruption"].cite)
    assert says
    expect(form.locator(".clause")).to_contain_text(says)
    form.get_by_label("Note").fill("the lights went out")
    form.get_by_role("button", name="Report").click()
    expect(form).to_have_count(0)
    reports = [
        line.event for line in house.live("reported").since(0) if type(line.event).__name__ == "IrregularityReported"
    ]
    assert [getattr(event, "note", "") for event in reports] == ["the lights went out"]


def test_any_bet_is_handed_back_while_bets_are_open(house: Running, visit: Visit) -> None:
    dealer = Dealer(house, "handed").open_bets().bet("Guest", 1, "player", 100).bet("Guest", 1, "tie", 50)
    page = visit("Dealer 1", "/dealer/handed")
    page.get_by_role("button", name="Hand back 50 on Tie to Guest").click()
    expect(page.locator(".box[data-box='1'] .laid")).to_have_count(1)
    assert dealer.stake("Guest", 1, "tie") == 0
    dealer.close_bets()
    expect(page.locator("button.step")).to_contain_text("Card for Player")
    expect(page.locator(".laid .back")).to_have_count(0)


def test_every_command_names_the_version_it_was_decided_on(house: Running, visit: Visit) -> None:
    dealer = Dealer(house, "versions").open_bets().bet("Guest", 1, "player", 100)
    page = visit("Dealer 1", "/dealer/versions")
    given: list[Any] = []
    page.on("request", lambda one: given.extend([one.post_data_json] if one.method == "POST" else []))
    page.get_by_role("button", name="Hand back 100 on Player to Guest").click()
    expect(page.locator(".laid")).to_have_count(0)
    page.keyboard.press("b")
    form = page.locator("dialog[open]")
    form.get_by_label("Patron").fill("Guest")
    form.get_by_role("button", name="Put down").click()
    expect(page.locator(".laid")).to_have_count(1)
    page.keyboard.press("Space")
    expect(page.locator("button.step")).to_contain_text("Card for Player")
    dealer.draw("2h 2c")
    expect(page.locator(".hand.banker punto-card")).to_have_count(1)
    page.keyboard.press("r")
    form.get_by_label("What happened").select_option("wrong_area")
    form.get_by_role("button", name="Report").click()
    expect(page.locator(".pending")).to_contain_text("Waits for the decision")
    house.must("decide", "versions", by="shift_manager", confirm=True, reconstruct=True)
    page.locator(".choices").get_by_role("button", name="Goes on").click()
    expect(page.locator(".choices b")).to_have_text("Goes on")
    commands = {one["command"]: one.get("seen") for one in given if "command" in one}
    assert set(commands) == {"withdraw_bet", "place_bet", "close_bets", "report", "choose"}
    assert None not in commands.values()
    # What was decided on something that is over is refused.
    stale = order(house.client("Dealer 1"), "report", "versions", what="interruption", seen=commands["place_bet"])
    assert error_of(stale) == "page_is_stale"


def test_focus_and_what_was_typed_stay_while_the_table_moves_on(house: Running, visit: Visit) -> None:
    dealer = Dealer(house, "focused").open_bets()
    page = visit("Dealer 1", "/dealer/focused")
    report = page.get_by_role("button", name="Report")
    report.focus()
    for _ in range(2):
        dealer.bet("Guest", 1, "banker", 600).bet("Second Guest", 2, "banker", 600).close_bets().draw("4c 5d Ts Th")
        expect(page.locator(".insuring")).to_have_count(2)
        expect(report).to_be_focused()
        dealer.draw("7h 5c").open_bets()
        expect(page.locator("button.step")).to_contain_text("No more bets")
        expect(report).to_be_focused()
    dealer.bet("Guest", 1, "banker", 600).bet("Second Guest", 2, "banker", 600).close_bets().draw("4c 5d Ts Th")
    stake = page.get_by_label("Insurance stake of Guest, box 1")
    stake.fill("120")
    house.must("take_insurance", "focused", patron="Second Guest", box=2, insures="banker", stake=100)
    expect(page.get_by_label("Insurance stake of Second Guest, box 2")).to_have_value("200")
    expect(stake).to_be_focused()
    expect(stake).to_have_value("120")


def test_who_only_watches_has_nothing_to_press(house: Running, visit: Visit) -> None:
    """The auditor sees each phase, and no button but those that say what a paragraph is about."""
    observed = Dealer(house, "watched").open_bets().bet("Guest", 1, "banker", 1_600).bet("Guest", 1, "tie", 10)
    page = visit("Auditor 1", "/dealer/watched")
    step = page.locator(".step:visible")

    def nothing_to_press(says: str) -> None:
        expect(step).to_contain_text(says)
        expect(page.locator("main button:visible:not(.cite)")).to_have_count(0)
        expect(page.locator("main form")).to_have_count(0)

    nothing_to_press("No more bets")
    observed.close_bets()
    nothing_to_press("Card for Player")
    page.keyboard.type("4c\n")
    page.keyboard.press("r")
    observed.draw("2h 2c")
    house.must("report", "watched", what="wrong_area")
    nothing_to_press("Play is stopped")
    house.must("decide", "watched", by="shift_manager", confirm=True, reconstruct=True)
    expect(page.locator(".choices")).to_contain_text("Has not chosen yet")
    nothing_to_press("Patrons choose")
    house.must("choose", "watched", patron="Guest", option="continue")
    observed.draw("3d 4s")
    expect(page.locator(".offers")).to_contain_text("up to")
    nothing_to_press("Card for Player")
    observed.draw("3c")
    nothing_to_press("All paid")
    page.keyboard.press("Space")
    nothing_to_press("All paid")
    assert house.live("watched").state.table.phase == "paying"


def test_two_tables_of_one_game_are_told_apart(house: Running, visit: Visit) -> None:
    page = visit("Dealer 1", "/dealer")
    expect(page.locator(".choose h2").first).to_be_visible()
    names = page.locator(".choose h2").all_inner_texts()
    assert len(names) == len(set(names)) > 1
    page.goto("/dealer/handed")
    expect(page.locator("punto-header .heading")).to_have_text(re.compile("^handed · "))


def test_it_fits_a_phone_in_both_languages(house: Running, visit: Visit) -> None:
    for path in ("/dealer", "/dealer/over"):
        page = visit("Dealer 1", path, PHONE)
        expect(page.locator(".step, .choose").first).to_be_visible()
        assert fits(page)
        in_chinese(page)
        assert fits(page)
