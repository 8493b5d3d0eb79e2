"""The audit page: the chain and a closed shoe verified in the browser, and the export that `punto audit` takes."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from pages.conftest import PHONE, Visit, fits, in_chinese
from punto.house.audit import audit_logs
from punto.house.pit import words_of
from punto.store import read_logs
from server.running import Running

ANNE = "Änne 老虎"
"""A name beyond plain letters: the browser must hash it as the house does."""


@pytest.fixture(scope="module")
def house(staff: Running) -> Running:
    """Three rounds with a card too many in each, from a shoe that a patron cut; then another shoe."""

    def do(command: str, **fields: object) -> None:
        staff.must(command, "logged", **fields)

    do("buy_in", patron=ANNE, amount=1_000)
    do("open_shoe", cards="virtual")
    do("cut_shoe", patron="Guest", place=100, by="patron")
    for _ in range(3):
        do("open_bets")
        do("place_bet", patron=ANNE, box=1, bet="any_tie", stake=25)
        do("close_bets")
        do("draw_card")
        do("report", what="extra_card", by="pit_supervisor", reconstruct=True)
        while staff.live("logged").state.table.phase == "dealing":
            do("draw_card")
    do("close_shoe")
    do("open_shoe", cards="virtual")
    return staff


def test_the_chain_and_a_shoe_are_verified_in_the_browser(house: Running, visit: Visit, tmp_path: Path) -> None:
    page = visit("Auditor 1", "/audit/logged")
    page.get_by_role("button", name="Verify the chain here").click()
    head = house.house.store.head("logged")
    expect(page.locator(".told.good")).to_contain_text(head.hash)
    page.get_by_role("button", name="Read the shoes").click()
    open_, closed = page.locator("article[data-shoe='2']"), page.locator("article[data-shoe='1']")
    expect(open_).to_contain_text("its order is sealed")
    expect(open_.get_by_role("button")).to_have_count(0)
    closed.get_by_role("button", name="Verify").click()
    expect(closed.locator(".verdict .yes")).to_have_count(3)
    # Events carry their paragraphs, and a filter finds them.
    cite = house.live("logged").state.rules.irregularities["extra_card"].cite
    page.get_by_role("searchbox").fill(f"irregularity {cite}")
    expect(page.locator("tr.event").first).to_contain_text(f"§ {cite}")
    page.locator("tr.event button").first.click()
    expect(page.locator("tr.more pre").first).to_contain_text("irregularity_reported")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export").click()
    file = tmp_path / "t.jsonl"
    download.value.save_as(file)
    with file.open(encoding="utf-8") as lines:
        _, fault = audit_logs(read_logs(lines), house.house.floor.library.find)
    assert fault is None
    page.get_by_role("button", name="Ask the house").click()
    expect(page.locator(".told.good")).to_contain_text("The house says: whole")


TAMPER = """async () => {
    const { readLog, shoesOf, verifyChain, verifyShoe } = await import('/assets/audit.verify.js');
    const { plain, sha256 } = await import('/assets/lib/sha256.js');
    const text = await (await fetch('/api/log/logged/export')).text();
    const fault = async (change) => {
        const log = readLog(text);
        change(log);
        return (await verifyChain(log)).fault?.why ?? 'none';
    };
    const kept = async (change) => {
        const one = shoesOf(readLog(text).records)[0];
        change(one);
        const found = await verifyShoe(one);
        return [found.kept, found.followed, found.whole];
    };
    const turned = (one) => { one.order = one.order.split(' ').reverse().join(' '); };
    const hex = (byte) => byte.toString(16).padStart(2, '0');
    const own = (words) => [...plain(new TextEncoder().encode(words))].map(hex).join('');
    const lengths = [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000];
    return {
        faults: [
            await fault(() => {}),
            await fault((log) => { log.records[3].body = log.records[3].body.replace('virtual', 'physical') + ' '; }),
            await fault((log) => { log.records.splice(5, 1); }),
            await fault((log) => { log.records.pop(); }),
            await fault((log) => { log.records[4].previous_hash = log.records[3].previous_hash; }),
        ],
        shoes: [
            await kept(() => {}),
            await kept((one) => { one.salt += ' '; }),
            await kept(turned),
            await kept((one) => { one.cut += 1; }),
        ],
        sums: await Promise.all(lengths.map(async (size) => own('é'.repeat(size)) === await sha256('é'.repeat(size)))),
    };
}"""


def test_what_was_tampered_with_is_found_in_the_browser(house: Running, visit: Visit) -> None:
    found = visit("Auditor 1", "/audit/logged").evaluate(TAMPER)
    assert found["faults"] == ["none", "hash", "number", "head", "link"]
    whole, salted, turned, cut = found["shoes"]
    assert whole == [True, True, True]
    assert salted == [False, True, True]
    assert turned == [False, False, True]
    assert cut[:2] == [True, False]
    assert all(found["sums"])


def test_each_event_is_explained_by_the_rulebook_it_happened_by(house: Running, visit: Visit) -> None:
    live, library = house.live("rewritten"), house.house.floor.library
    for name in ("easy-six", "insurance-lucky-six"):
        if live.state.rules.id != name:
            house.must("close_table", "rewritten")
            house.must("open_table", "rewritten", rulebook=name)
        house.must("open_shoe", "rewritten", cards="physical")
        house.must("open_bets", "rewritten")
        house.must("place_bet", "rewritten", patron="Guest", box=1, bet="player", stake=100)
        house.must("close_bets", "rewritten")
        for card in ("9h", "2c", "Kd", "5s"):
            house.must("draw_card", "rewritten", card=card)
        house.must("close_shoe", "rewritten")
    page = visit("Auditor 1", "/audit/rewritten")
    expect(page.locator("tr.event").last).to_be_visible()
    rows = page.eval_on_selector_all(
        "tr.event",
        """all => all.map(one => {
            const cites = [...one.querySelectorAll('.tag')].map(tag => [tag.textContent.slice(2), tag.title]);
            return [Number(one.dataset.version), cites];
        })""",
    )
    changed = next(record.version for record in house.house.store.records("rewritten") if record.kind == "table_closed")
    books = {version: library.find("easy-six" if version <= changed else "insurance-lucky-six") for version, _ in rows}
    told = {(books[version].id, cite): says for version, cites in rows for cite, says in cites}
    assert {id for id, _ in told} == {"easy-six", "insurance-lucky-six"}
    for (id, cite), says in told.items():
        assert says == words_of(library.find(id), cite) != "", (id, cite)
    page.get_by_role("searchbox").fill("coup settled easy-six@")
    expect(page.locator("tr.event")).to_have_count(1)
    page.locator("tr.event button").click()
    expect(page.locator("tr.more")).to_contain_text("easy-six@2012-06-02")


def test_it_fits_a_phone_in_both_languages(house: Running, visit: Visit) -> None:
    page = visit("Auditor 1", "/audit/logged", PHONE)
    expect(page.locator("tr.event").first).to_be_visible()
    page.locator("tr.event button").first.click()
    assert fits(page)
    in_chinese(page)
    assert fits(page)
