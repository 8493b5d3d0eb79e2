"""Two patrons mix a new shoe from their pages, one cuts it, and the seal's story tells both afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pages.conftest import Visit
from punto.audit.receipts import missing_reveal, read_receipt
from punto.table.state import Mixing
from server.running import Running, a_table, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    table = a_table("mixed", "easy-six", cards="virtual", cut_seconds=6.0, reveal_seconds=20.0)
    with running(tmp_path_factory.mktemp("mixing"), table) as up:
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
    with second.expect_download() as saved:
        story.get_by_role("link", name="Save it").click()
    kept = read_receipt(Path(saved.value.path()).read_bytes(), [house.house.heads.key.public])
    assert missing_reveal(house.house.store, kept) is None
