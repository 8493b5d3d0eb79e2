"""Two patrons mix a new shoe from their pages, one cuts it, and the seal's story tells both afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pages.conftest import DESK, PHONE, Visit
from punto.audit.receipts import missing_reveal, read_receipt
from punto.kit.entropy import entropy_commitment
from punto.table.state import Mixing
from server.running import Running, a_table, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    table = a_table("mixed", "easy-six", cards="virtual", cut_seconds=6.0, reveal_seconds=20.0)
    slow = a_table("late", "easy-six", cards="virtual", cut_seconds=3600.0, reveal_seconds=3600.0)
    with running(tmp_path_factory.mktemp("mixing"), table, slow) as up:
        yield up


def test_two_patrons_mix_a_shoe_and_one_cuts_it(visit: Visit, house: Running) -> None:
    first, second = visit("Guest", "/table/mixed"), visit("Second Guest", "/table/mixed")
    expect(first.locator(".call")).to_have_text("A new shoe is coming")
    house.must("open_shoe", "mixed", cards="virtual")
    expect(first.locator(".call")).to_have_text("The shoe is being mixed")
    first.get_by_role("button", name="Cut the shoe").click()
    expect(second.locator(".mixing")).to_contain_text("Guest has cut at card 208")
    expect(second.get_by_role("button", name="Cut the shoe")).to_have_count(0)
    expect(first.locator(".mixing")).to_have_count(0, timeout=30_000)
    mixing = house.live("mixed").state.shoe.mixing
    assert isinstance(mixing, Mixing)
    assert mixing.stage == "mixed"
    assert {one.patron for one in mixing.committed} == {"Guest", "Second Guest"}
    assert set(mixing.revealed) == {one.box for one in mixing.committed}
    house.must("open_bets", "mixed")
    house.must("close_bets", "mixed")
    while house.live("mixed").state.table.phase == "dealing":
        house.must("draw_card", "mixed")
    house.must("close_shoe", "mixed", by="pit_supervisor", reason="so be it")
    second.locator("#sign .seal-check").click()
    story = second.locator("dialog.seal-dialog")
    for fact in ("seen", "gives", "whole", "mixed", "dealt"):
        expect(story.locator(f"[data-fact={fact}]")).to_have_class("seal-fact right")
    expect(story.locator("[data-fact=mixed]")).to_contain_text("Guest")
    expect(story.locator("[data-fact=mixed]")).to_contain_text("Second Guest")
    expect(story.locator("[data-fact=cut]")).to_contain_text("at card 208, by Guest")
    expect(story.locator("[data-fact=receipt]")).to_have_class("seal-fact right")
    expect(story.locator("[data-fact=receipt]")).to_contain_text("the signature and the log agree")
    expect(story.locator("[data-key=house]")).to_have_text(house.house.heads.key.public)
    second.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for fact in ("sealed", "gives", "whole", "mixed", "time", "cut", "dealt", "receipt"):
        expect(story.locator(f"[data-fact={fact}]")).to_be_in_viewport(ratio=1)
    expect(story.locator("form button")).to_be_in_viewport(ratio=1)
    assert story.evaluate("one => one.scrollHeight <= one.clientHeight")
    with second.expect_download() as saved:
        story.get_by_role("link", name="Save it").click()
    kept = read_receipt(Path(saved.value.path()).read_bytes(), [house.house.heads.key.public])
    assert missing_reveal(house.house.store, kept) is None


@pytest.fixture(scope="module")
def late(house: Running) -> None:
    """A shoe of seven seats whose second did not reveal, closed; the house ended its time after a moment."""
    live = house.live("late")
    seats = dict(enumerate(("Guest", "Second Guest", *(f"Guest {number}" for number in range(3, 8))), 1))
    house.must("open_shoe", "late", cards="virtual")
    for box, patron in seats.items():
        promised = entropy_commitment(live.state.shoe.name, box, patron, bytes([box] * 32))
        house.must("commit_entropy", "late", by="patron", patron=patron, box=box, commitment=promised)
    house.must("close_entropy", "late", by="house")
    for box in seats.keys() - {2}:
        entropy = bytes([box] * 32).hex()
        house.must("reveal_entropy", "late", by="patron", patron=seats[box], box=box, entropy=entropy)
    house.must("mix_shoe", "late", by="house")
    house.must("close_shoe", "late", by="pit_supervisor", reason="so be it")


TOLD = {
    "en": ("Left out, not revealed in time: Second Guest.", "s of the 3600 s said, then to reveal"),
    "zh": ("未及時公開而未計入：Second Guest。", "（公告為 3600 秒），其後公開"),
}


@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("language", TOLD)
def test_the_seals_story_is_one_screen_and_tells_who_was_left_out_after_how_long(
    visit: Visit, late: None, size: tuple[int, int], language: str
) -> None:
    left_out, time = TOLD[language]
    page = visit("Guest", "/table/late", size=size, language=language)
    page.evaluate("localStorage.setItem('punto.seals.late', '{}')")  # This browser has seen a seal here.
    page.reload()
    page.locator("#sign .seal-check").click()
    story = page.locator("dialog.seal-dialog")
    expect(story.locator("[data-fact=mixed]")).to_contain_text(left_out)
    expect(story.locator("[data-fact=time]")).to_contain_text(time)
    expect(story.locator("[data-fact=time]")).to_have_class("seal-fact wrong")
    for fact in ("sealed", "gives", "whole", "mixed", "time", "cut", "dealt"):
        expect(story.locator(f"[data-fact={fact}]")).to_be_in_viewport(ratio=1)
    expect(story.locator("form button")).to_be_in_viewport(ratio=1)
    assert story.evaluate("one => one.scrollHeight <= one.clientHeight")
