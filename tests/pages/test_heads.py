"""A patron's browser keeps the heads it was shown, and says when the house contradicts one of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages.conftest import PHONE, Visit
from punto.audit.known_heads import signed_heads
from server.running import Running, a_table, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("heads"), a_table("kept", "easy-six")) as up:
        yield up


def kept(page: Page) -> dict[str, list[dict[str, object]]]:
    return dict(json.loads(page.evaluate("localStorage.getItem('punto.heads')")))


def test_heads_are_shown_kept_and_can_be_handed_to_an_auditor(visit: Visit, house: Running) -> None:
    page = visit("Guest", "/table/kept")
    shown = page.locator("#sign .heads")
    newest = house.house.heads.newest
    assert newest is not None
    expect(shown.locator("summary")).to_contain_text(newest.digest[:16])
    shown.locator("summary").click()
    expect(shown).to_contain_text("The signature holds.")
    expect(shown).to_contain_text(newest.key)
    with page.expect_download() as saved:
        shown.get_by_role("link", name="Save 1 line").click()
    lines = Path(saved.value.path()).read_bytes().splitlines()
    assert [head.table for head in signed_heads(lines[0], [newest.key])] == [head.table for head in newest.heads]
    house.house.heads.step()
    page.reload()
    expect(shown.locator("summary")).to_contain_text(house.house.heads.newest.digest[:16])  # type: ignore[union-attr]
    assert len(kept(page)["lines"]) == 2
    expect(page.locator("#contradiction")).to_be_hidden()
    board = visit("Guest", "/board/kept")
    expect(board.locator("footer")).to_contain_text(house.house.heads.newest.digest[:16])  # type: ignore[union-attr]


@pytest.mark.parametrize(("language", "says"), [("en", "contradicts what it signed"), ("zh", "矛盾")])
def test_a_house_that_contradicts_what_it_signed_is_told(
    visit: Visit, house: Running, language: str, says: str
) -> None:
    page = visit("Guest", "/table/kept", size=PHONE, language=language)
    expect(page.locator("#sign .heads summary")).to_have_count(1)
    expect(page.locator("#contradiction")).to_be_hidden()
    # What this browser kept is not what the books have: as if they had been written anew since.
    page.evaluate(
        """() => {
          const kept = JSON.parse(localStorage.getItem('punto.heads'));
          kept.lines[0].heads.find((head) => head.table === 'kept').hash = '0'.repeat(64);
          localStorage.setItem('punto.heads', JSON.stringify(kept));
        }"""
    )
    page.reload()
    notice = page.locator("#contradiction")
    expect(notice).to_be_visible()
    expect(notice).to_contain_text(says)
    expect(notice).to_contain_text("kept")
    assert [one["table"] for one in kept(page)["found"]] == ["kept"]
    page.reload()  # It stays told, whatever the house says afterwards.
    expect(notice).to_be_visible()
