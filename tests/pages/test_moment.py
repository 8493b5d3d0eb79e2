"""The moment a patron comes for: everything in reach at every size, nothing moves, and what leaves with a phase."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from pages.conftest import DOCUMENTS, Dealer, Visit, fits
from server.running import Running

SIZES: Final = ((1440, 900), (1280, 720), (390, 844), (844, 390))

HIT: Final = """area => {
    const box = area.getBoundingClientRect();
    const points = [[0.5, 0.5], [0.15, 0.2], [0.85, 0.8]];
    return points.every(([x, y]) => {
        const [left, top] = [box.left + box.width * x, box.top + box.height * y];
        const there = document.elementFromPoint(left, top);
        return left > 0 && top > 0 && left < innerWidth && top < innerHeight && area.contains(there);
    }) && box.width >= 40 && box.height >= 24;
}"""

IN_SIGHT: Final = """one => {
    const box = one.getBoundingClientRect();
    const there = document.elementFromPoint(box.left + 40, (box.top + box.bottom) / 2);
    return one.contains(there) && box.bottom <= innerHeight;
}"""

COVERED: Final = """() => [...document.querySelectorAll('.area')].filter((area) => {
    const box = (one) => one.getBoundingClientRect();
    const chips = [...area.querySelectorAll('.stack')].map(box);
    const names = [...area.querySelectorAll('.names, .figure, .pay')].filter((one) => one.offsetParent).map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect();
    });
    return names.some((name) => chips.some((chip) => chip.left < name.right - 1 && name.left < chip.right - 1
        && chip.top < name.bottom - 1 && name.top < chip.bottom - 1));
}).map((area) => area.dataset.bet)"""


OVERLAP: Final = """() => {
    const areas = [...document.querySelectorAll('.area')].filter((one) => one.offsetParent);
    const of = (one) => ({ bet: one.dataset.bet, box: one.getBoundingClientRect() });
    const pairs = areas.map(of).flatMap((one, at, all) => all.slice(at + 1).map((two) => [one, two]));
    return pairs.filter(([{ box: one }, { box: two }]) => one.left < two.right - 1 && two.left < one.right - 1
        && one.top < two.bottom - 1 && two.top < one.bottom - 1).map(([one, two]) => [one.bet, two.bet]);
}"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_bet_is_in_reach_and_nothing_is_covered(
    document: str, size: tuple[int, int], visit: Visit, deal: Callable[[str], Dealer]
) -> None:
    dealer = deal(document).open_bets()
    book = dealer.house.live(document).state.rules
    mains = [bet.id for bet in book.bets.values() if bet.hand]
    page = visit("Guest", f"/table/{document}", size)
    expect(page.locator("#tray[data-face=rack]")).to_be_visible()
    for bet in mains:
        assert page.locator(f".area[data-bet={bet}]").evaluate(HIT), bet
        page.click(f".area[data-bet={bet}]")
    assert page.locator(".rack-chip").first.evaluate(HIT)
    assert page.locator("[data-act=repeat]").evaluate(HIT)
    drawer = page.locator(".drawer-bar")
    for bet in book.bets:
        if bet in mains:
            continue
        area = page.locator(f".area[data-bet={bet}]")
        if drawer.is_visible() and not area.is_visible():
            drawer.click()
            assert page.evaluate(OVERLAP.replace("'.area'", "'.drawer .area'")) == []
        area.scroll_into_view_if_needed()
        assert area.evaluate(HIT), bet
        area.click()
    count = len(book.bets)
    expect(page.locator(".staked b")).to_have_text(f"{25 * count:,}")
    assert page.evaluate(COVERED) == []
    assert fits(page)
    if drawer.count() and drawer.evaluate("one => one.offsetParent !== null"):
        page.keyboard.press("b")
        expect(page.locator(".drawer")).to_be_hidden()
        aside = page.locator(".drawer .area").count()
        lie = "1 bet lies" if aside == 1 else f"{aside} bets lie"
        expect(drawer.locator(".drawer-chips")).to_have_text(f"{lie} here: {25 * aside:,}")
    assert page.evaluate(OVERLAP) == []
    dealer.close_bets().draw("9h Kd Kh Kc")
    net = page.locator("#tray .net b")
    expect(net).to_be_visible()
    assert net.evaluate(
        "one => { const box = one.getBoundingClientRect();"
        " return box.bottom <= innerHeight && box.height > 24 && one.scrollWidth <= one.clientWidth + 1; }"
    )
    outcomes = page.eval_on_selector_all(".tray-result tbody tr", "all => all.map(one => one.classList[0])")
    order = ["win", "push", "lose"]
    assert outcomes == sorted(outcomes, key=order.index)
    assert page.locator(".losers").evaluate("one => !one.open")
    assert page.locator(".losers summary").evaluate(IN_SIGHT)
    page.click(".losers summary")
    # What unfolds is hit by a pointer from the next frame on.
    page.wait_for_function(f"() => ({IN_SIGHT})(document.querySelector('.losers .lose'))")


CUT: Final = """() => [...document.querySelectorAll('.area')].filter((area) => {
    const bounds = area.getBoundingClientRect();
    return [...area.querySelectorAll('.figure, .pay, .names, .stack .amount')].some((part) => {
        const box = part.getBoundingClientRect();
        return box.left < bounds.left - 1 || box.right > bounds.right + 1
            || box.top < bounds.top - 1 || box.bottom > bounds.bottom + 1;
    });
}).map((area) => area.dataset.bet)"""


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (1366, 620)])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_large_bet_lies_within_its_area(
    language: str, size: tuple[int, int], visit: Visit, deal: Callable[[str], Dealer]
) -> None:
    dealer = deal("rws-baccarat").open_bets()
    cells = ("tie_wins_on_1", "player_wins_on_1", "banker_wins_on_6", "player_wins_on_9")
    for bet in cells:
        dealer.bet("Guest", 1, bet, 3_675)
    page = visit("Guest", "/table/rws-baccarat", size, language)
    expect(page.locator(".area.cell .stack")).to_have_count(len(cells))
    # Chips fall into their place.
    page.wait_for_function(f"() => ({CUT})().length === 0")
    assert page.evaluate(COVERED) == []
    assert fits(page)
    dealer.close_bets().draw("9h Kd Kh Kc")


APART: Final = """() => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector('.call'));
    const call = range.getBoundingClientRect();
    return [...document.querySelectorAll('.tool, .centre punto-countdown:not([hidden])')].every((one) => {
        const box = one.getBoundingClientRect();
        return box.width === 0 || box.left >= call.right || box.right <= call.left
            || box.top >= call.bottom || box.bottom <= call.top;
    });
}"""


@pytest.mark.parametrize("size", SIZES)
def test_a_result_is_called_beside_the_tools_and_focus_looks_like_no_win(
    size: tuple[int, int], visit: Visit, deal: Callable[[str], Dealer]
) -> None:
    dealer = deal("windows").open_bets().bet("Guest", 1, "banker", 500).bet("Guest", 1, "player", 100)
    page = visit("Guest", "/table/windows", size)
    expect(page.locator("#tray[data-face=rack]")).to_be_visible()
    page.locator(".area[data-bet=banker]").focus()
    page.keyboard.press("e")
    dealer.close_bets().draw("9h Kd Kh Kc")
    expect(page.locator(".call")).to_have_text("Player wins 9 over 0")
    expect(page.locator(".area.won")).to_have_count(1)
    assert page.evaluate(APART)
    # The loser keeps the focus: it is seen, inside the area and broken, and nothing shines around it.
    style = "one => { const { outlineStyle, boxShadow } = getComputedStyle(one); return [outlineStyle, boxShadow]; }"
    assert page.locator(".area[data-bet=banker]:focus-visible").evaluate(style) == ["dashed", "none"]


PLACES: Final = """() => {
    const parts = document.querySelectorAll('.area, .box, .hand-title, .tray-place, .tools, .stage');
    const name = ({ classList, dataset, parentElement }) =>
        `${classList[0]} ${dataset.bet ?? dataset.box ?? parentElement.classList[1] ?? ''}`;
    const place = (box) => ['left', 'top', 'width', 'height'].map((side) => Math.round(box[side]));
    return Object.fromEntries([...parts].filter((one) => one.offsetParent)
        .map((one) => [name(one), place(one.getBoundingClientRect())]));
}"""


@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_between_phases(size: tuple[int, int], visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("windows").open_bets().bet("Guest", 1, "banker", 500)
    page = visit("Guest", "/table/windows", size)
    expect(page.locator("#tray[data-face=rack]")).to_be_visible()
    before: dict[str, Any] = page.evaluate(PLACES)
    dealer.close_bets()
    expect(page.locator(".call")).to_have_text("No more bets")
    assert page.evaluate(PLACES) == before
    dealer.draw("4h 5d Kh Kc")
    expect(page.locator("#tray[data-face=insurance]")).to_be_visible()
    assert page.evaluate(PLACES) == before
    dealer.insure("Guest", 1, "banker", 100)
    expect(page.locator(".insured-area[data-insures=banker] .stack")).to_be_visible()
    assert page.evaluate(PLACES) == before
    dealer.draw("2h")
    expect(page.locator("#tray[data-face=result]")).to_be_visible()
    assert page.evaluate(PLACES) == before
    assert page.locator(".box").first.evaluate(HIT)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("who", ["Guest", "Second Guest"])
def test_a_long_call_is_whole_and_moves_nothing(
    who: str, size: tuple[int, int], visit: Visit, deal: Callable[[str], Dealer]
) -> None:
    dealer = deal("squeezed").open_bets().bet(who, 1, "player", 500)
    page = visit("Guest" if who == "Second Guest" else "Second Guest", "/table/squeezed", size)
    expect(page.locator("#tray[data-face=rack]")).to_be_visible()
    before: dict[str, Any] = page.evaluate(PLACES)
    dealer.house.must("squeeze", "squeezed", patron=who, card="player")
    dealer.close_bets().draw("4h 2d 3h 4c")
    expect(page.locator(".call")).to_have_text(f"{who} squeezes · box 1")
    assert page.evaluate(PLACES) == before
    # Less than a line: heights are rounded.
    assert page.locator(".call span").evaluate(
        "one => one.scrollHeight < one.clientHeight + 4 && one.scrollWidth <= one.clientWidth"
    )
    dealer.house.must("turn_card", "squeezed", patron=who)


def test_a_dialog_leaves_with_its_phase_and_a_late_click_opens_none(
    visit: Visit, deal: Callable[[str], Dealer]
) -> None:
    dealer = deal("dialogs").open_bets().bet("Guest", 1, "banker", 500)
    page = visit("Guest", "/table/dialogs")
    expect(page.locator("#tray[data-face=rack]")).to_be_visible()
    page.locator(".area[data-bet=banker]").focus()
    page.keyboard.press("l")
    # One at a time: they would lie over each other.
    expect(page.locator("dialog[open]")).to_have_id("about")
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_have_id("help")
    page.click(".ask")
    expect(page.locator("dialog[open]")).to_have_id("asking")
    page.locator(".area[data-bet=banker]").focus()
    page.keyboard.press("l")
    expect(page.locator("dialog[open]")).to_have_count(1)
    assert page.locator("dialog:modal").count() == 0
    # The table goes on beside it.
    page.click(".area[data-bet=player]")
    expect(page.locator(".staked b")).to_have_text("525")
    dealer.close_bets()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.click(".area[data-bet=banker]")
    expect(page.locator(".toast")).to_contain_text("Bets are closed")
    dealer.draw("9h Kd Kh Kc")
    expect(page.locator("#tray[data-face=result]")).to_be_visible()
    page.click(".area[data-bet=banker]")
    page.keyboard.press("l")
    expect(page.locator("dialog[open]")).to_have_count(1)
    dealer.open_bets()
    expect(page.locator("dialog[open]")).to_have_count(0)
    dealer.close_bets().draw("9h Kd Kh Kc")


def test_without_a_connection_nothing_is_taken_and_no_clock_runs(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("offline").open_bets()
    page = visit("Guest", "/table/offline")
    page.click(".area[data-bet=banker]")
    expect(page.locator(".staked b")).to_have_text("25")
    page.context.set_offline(True)
    expect(page.locator("#link")).to_be_visible()
    expect(page.locator(".layout.lost")).to_be_visible()
    expect(page.locator("#tray[data-face=note]")).to_be_visible()
    expect(page.locator(".centre punto-countdown")).to_be_hidden()
    page.locator(".area[data-bet=player]").click(force=True)
    page.context.set_offline(False)
    expect(page.locator("#tray[data-face=rack]")).to_be_visible()
    expect(page.locator(".staked b")).to_have_text("25")
    assert dealer.stake("Guest", 1, "player") == 0
    page.click(".area[data-bet=player]")
    expect(page.locator(".staked b")).to_have_text("50")
    dealer.close_bets().draw("9h Kd Kh Kc")


def test_sound_is_off_until_it_is_switched_on(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("keys").open_bets()
    page = visit("Guest", "/table/keys")
    sounds = "Number(document.documentElement.dataset.sounds ?? 0)"
    page.click(".area[data-bet=banker]")
    expect(page.locator(".staked b")).to_have_text("25")
    assert page.evaluate(sounds) == 0
    page.click("#sound")
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
    before = page.evaluate(sounds)
    assert before > 0
    page.click(".area[data-bet=banker]")
    expect(page.locator(".staked b")).to_have_text("50")
    assert page.evaluate(sounds) > before
    page.keyboard.press("m")
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    quiet = page.evaluate(sounds)
    page.click(".area[data-bet=banker]")
    expect(page.locator(".staked b")).to_have_text("75")
    assert page.evaluate(sounds) == quiet
    dealer.close_bets().draw("9h Kd Kh Kc")


def test_refusals_in_a_row_cover_nothing_one_uses(visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("racks").open_bets().bet("Guest", 1, "banker", 5_000)
    page = visit("Guest", "/table/racks", (390, 844))
    page.click(".rack-chip[data-worth='1000']")
    for _ in range(3):
        page.click(".area[data-bet=banker]")
        expect(page.locator(".toast.bad")).to_have_count(1)
    for part in (".rack-chip[data-worth='1000']", "[data-act=undo]", ".area[data-bet=player]"):
        assert page.locator(part).evaluate(HIT), part
    dealer.close_bets().draw("9h Kd Kh Kc")


LIES_OVER: Final = """() => {
    const box = (one) => one.getBoundingClientRect();
    const toast = box(document.querySelector('.toast:last-child'));
    const over = ({ left, right, top, bottom }) =>
        left < toast.right && toast.left < right && top < toast.bottom && toast.top < bottom;
    const inWindow = toast.left >= 0 && toast.top >= 0 && toast.right <= innerWidth && toast.bottom <= innerHeight;
    return [...document.querySelectorAll('.hand, .slot, .call, .area.wide, .tray')]
        .filter((one) => one.offsetParent && over(box(one))).map((one) => one.className)
        .concat(inWindow ? [] : ['outside']);
}"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_note_has_a_place_of_its_own_and_goes_soon(
    language: str, size: tuple[int, int], visit: Visit, deal: Callable[[str], Dealer]
) -> None:
    dealer = deal("rws-insurance").open_bets().bet("Guest", 1, "banker", 5_000)
    page = visit("Guest", "/table/rws-insurance", size, language)
    page.click(".area[data-bet=banker]")
    expect(page.locator(".toast.bad")).to_be_visible()
    # It rises into its place.
    page.wait_for_function(f"() => ({LIES_OVER})().length === 0")
    expect(page.locator(".toast")).to_have_count(0, timeout=5_500)
    dealer.close_bets()
    expect(page.locator("#tray[data-face=note]")).to_be_visible()
    page.click(".area[data-bet=player]")
    expect(page.locator(".toast")).to_be_visible()
    dealer.draw("4h 5d Kh Kc")
    expect(page.locator("#tray[data-face=insurance]")).to_be_visible()
    page.click(".area[data-bet=player]")
    expect(page.locator(".toast").last).to_be_visible()
    page.wait_for_function(f"() => ({LIES_OVER})().length === 0")
    dealer.draw("2h")


def test_what_is_out_of_play_is_shown_on_the_felt(house: Running, visit: Visit, deal: Callable[[str], Dealer]) -> None:
    dealer = deal("keys").open_bets()
    page = visit("Guest", "/table/keys", (390, 844))
    tie = page.locator(".area[data-bet=tie]")
    expect(tie).not_to_have_class(re.compile("off"))
    pit = house.client("Pit Manager 1")

    def flip(switch: dict[str, str], disabled: bool, reason: str) -> None:
        answer = pit.post("/api/switches", json={"switch": switch, "disabled": disabled, "reason": reason})
        assert answer.status_code == 200, answer.text

    bet, table = {"what": "bet", "id": "tie", "table": "keys"}, {"what": "table", "id": "keys"}
    flip(bet, True, "its sign is lost")
    expect(tie).to_have_class(re.compile(r"\boff\b"))
    expect(tie).to_have_attribute("aria-disabled", "true")
    expect(tie).to_contain_text("Out of play.")
    tie.click(force=True)
    expect(page.locator(".toast.bad")).to_contain_text("not taken at present")
    assert dealer.stake("Guest", 1, "tie") == 0
    flip(table, True, "a lamp is broken")
    expect(page.locator(".call")).to_have_text("No bets are taken at present")
    flip(table, False, "a new lamp")
    flip(bet, False, "found")
    expect(page.locator(".call")).to_have_text("Place your bets")
    expect(tie).not_to_have_attribute("aria-disabled", "true")
    dealer.close_bets().draw("9h Kd Kh Kc")


def test_the_rack_begins_at_the_minimum(house: Running, visit: Visit) -> None:
    page: Page = visit("Guest", "/table/keys")
    expect(page.locator(".area").first).to_be_visible()
    page.locator("#sign").wait_for()
    least = house.live("keys").state.sign.stake_min
    worths = page.eval_on_selector_all(".rack-chip", "all => all.map(one => Number(one.dataset.worth))")
    assert all(worth == 0 or worth >= least for worth in worths)


def test_a_table_is_dark_unless_somebody_chose(visit: Visit) -> None:
    page = visit("Guest", "/table/keys")
    expect(page.locator("html")).to_have_attribute("data-felt", "dark")
    page.get_by_role("button", name="Light felt").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-felt", "light")
