"""The audit page: the chain and a closed shoe verified in the browser, and the export that `punto audit` takes."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from pages.conftest import PHONE, Visit, fits, in_chinese
from punto.audit import audit_logs
from punto.house.floor.manifest import Manifest
from punto.server.routes import software
from punto.store import read_logs
from punto.view.switch import Switch
from server.running import Running, a_table

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
        if staff.live("logged").state.coup.choosing:
            do("close_choices", by="house")
        while staff.live("logged").state.table.phase == "dealing":
            do("draw_card")
    do("close_shoe", by="pit_supervisor", reason="so be it")
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
    const { readLog, shoesOf, verifyChain, verifyShoe } = await import('/assets/audit/verify.js');
    const { plain, sha256 } = await import('/assets/lib/sha256.js');
    const text = await (await fetch('/api/log/logged/export')).text();
    const fault = async (change) => {
        const log = readLog(text);
        change(log);
        return (await verifyChain(log)).fault?.why ?? 'none';
    };
    const verified = async (change) => {
        const shoe = shoesOf(readLog(text).records)[0];
        change(shoe);
        const check = await verifyShoe(shoe);
        return [check.sealHolds, check.followed, check.whole];
    };
    const turned = (shoe) => { shoe.order = shoe.order.split(' ').reverse().join(' '); };
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
            await verified(() => {}),
            await verified((shoe) => { shoe.salt += ' '; }),
            await verified(turned),
            await verified((shoe) => { shoe.cut += 1; }),
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
        house.must("close_shoe", "rewritten", by="pit_supervisor", reason="so be it")
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
        assert says == library.find(id).says(cite) != "", (id, cite)
    page.get_by_role("searchbox").fill("coup settled easy-six@")
    expect(page.locator("tr.event")).to_have_count(1)
    page.locator("tr.event button").click()
    expect(page.locator("tr.more")).to_contain_text("easy-six@2012-06-02")


YESTERDAY = "2026-01-01T12:00:00+00:00"
TODAY = "2026-01-02T12:00:00+00:00"


@pytest.fixture(scope="module")
def shift(house: Running) -> str:
    """A table with a name, and sixteen rounds on two days: each opened by a dealer and closed by the clock."""
    floor = house.house.floor
    floor.tables["two-days"] = floor._live(a_table("two-days", "easy-six", name="Table 9", sign={"burn": False}))
    opening = {"rulebook": "easy-six", "settings": {"burn": False, "wallets": True}}
    house.must("open_table", "two-days", at=YESTERDAY, **opening)
    house.must("open_shoe", "two-days", cards="physical", at=YESTERDAY)
    for coup in range(1, 17):
        at = YESTERDAY if coup < 9 else TODAY
        house.must("open_bets", "two-days", at=at, id=f"d{coup}", person=f"Dealer {coup % 2 + 1}")
        house.must(
            "place_bet",
            "two-days",
            patron="Guest",
            box=1,
            bet="player",
            stake=5,
            at=at,
            by="patron",
            id=f"g{coup}",
            person="Guest",
        )
        house.must("close_bets", "two-days", at=at)
        for rank in "92K5":
            house.must("draw_card", "two-days", card=rank + "shdc"[coup % 4], at=at)
        house.must("declare_paid", "two-days", at=at)
    return "two-days"


def test_it_says_who_and_on_which_day(house: Running, visit: Visit, shift: str) -> None:
    page = visit("Auditor 1", f"/audit/{shift}?coup=8")
    expect(page.locator("select[name=table] option:checked")).to_have_text("Table 9 · Non-Commission Easy Six Baccarat")
    expect(page.locator("tr.day")).to_have_text(["Thursday, 1 January 2026"])
    who = page.locator("tr.event .who")
    expect(page.locator("tr.event .person")).to_have_text(["Guest", "Dealer 1"])
    expect(who.filter(has_text="Guest")).to_have_text("Guestpatron")
    expect(who.filter(has_text="automatic").first).to_have_text("automaticdealer")
    page.locator("tr.event", has_text="bet placed").get_by_role("button").click()
    expect(page.locator("tr.more:visible")).to_contain_text("Guest (patron) · Thursday, 1 January 2026")
    expect(page.locator("tr.more:visible")).to_contain_text("§ 3.3")
    in_chinese(page)
    expect(page.locator("select[name=table] option:checked")).to_have_text("9 號檯 · 免佣易六百家樂")
    expect(who.filter(has_text="自動").first).to_have_text("自動荷官")


def test_the_server_looks_through_the_whole_log(house: Running, visit: Visit, shift: str) -> None:
    page = visit("Auditor 1", f"/audit/{shift}")
    expect(page.locator("tr.day")).to_have_count(2)
    events = page.locator("tr.event")
    expect(events).to_have_count(100)
    page.locator("select[name=kind]").select_option("bets_opened")
    expect(events).to_have_count(16)
    page.get_by_role("combobox", name="Person", exact=True).fill("Dealer 2")
    page.get_by_role("combobox", name="Person", exact=True).press("Enter")
    expect(events).to_have_count(8)
    expect(page.locator(".who .person")).to_have_text(["Dealer 2"] * 8)
    page.get_by_role("button", name="Clear").click()
    expect(events).to_have_count(100)
    # By time, on this machine's clock: the first of the two days only.
    page.get_by_label("To", exact=True).fill("2026-01-02T00:00")
    expect(page.locator("tr.day")).to_have_text(["Thursday, 1 January 2026"])
    page.locator("select[name=kind]").select_option("coup_settled")
    expect(events).to_have_count(8)
    # What is looked for stands in the address.
    page.reload()
    expect(events).to_have_count(8)


def test_one_jumps_to_a_round_and_turns_the_pages(house: Running, visit: Visit, shift: str) -> None:
    page = visit("Auditor 1", f"/audit/{shift}")
    page.get_by_role("button", name="Round 15").click()
    rounds = page.locator("tr.round")
    expect(rounds).to_have_text(["Round 15"])
    expect(page.locator("tr.event").last).to_contain_text("bets opened")
    page.get_by_role("button", name="The round before").click()
    expect(rounds).to_have_text(["Round 14"])
    page.get_by_label("Round", exact=True).fill("2")
    page.get_by_label("Round", exact=True).press("Enter")
    expect(rounds).to_have_text(["Round 2"])
    page.get_by_label("Round", exact=True).fill("99")
    page.get_by_label("Round", exact=True).press("Enter")
    expect(page.get_by_text("Nothing matches.")).to_be_visible()
    page.get_by_role("button", name="Clear").click()
    head = house.house.store.head(shift).version
    first = page.locator("tr.event").first
    expect(first).to_have_attribute("data-version", str(head))
    page.get_by_role("button", name="Older").click()
    expect(first).to_have_attribute("data-version", str(head - 100))
    expect(page.get_by_role("button", name="Older")).to_be_disabled()
    page.get_by_role("button", name="Newer").click()
    expect(first).to_have_attribute("data-version", str(head))
    expect(page.get_by_role("button", name="Newer")).to_be_disabled()


def test_the_house_shows_its_software_its_books_and_its_own_logs(
    house: Running, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whoever works on the files meanwhile changes nothing here.
    monkeypatch.setattr(software, "take_manifest", lambda _: house.house.manifest)
    house.house.floor.switches.flip(Switch("patron", "Seat 9"), True, "asked to be left out", "Pit Manager 1")
    page = visit("Auditor 1", "/audit")
    page.get_by_role("button", name="House", exact=True).click()
    program, books = page.locator(".software"), page.locator(".books")
    expect(program).to_contain_text(house.house.manifest.digest)
    expect(program.locator(".verdict.yes")).to_contain_text("As when the house was opened.")
    expect(program).to_contain_text("This is the first start of this house.")
    expect(books.locator(".verdict.yes")).to_contain_text("The books balance")
    books.locator("[data-kind=wallet] summary").click()
    balance = house.house.store.ledger.balance("wallet:Guest")
    expect(books.locator("tr", has_text="wallet:Guest")).to_contain_text(f"+{balance:,}")
    expect(page.locator("tr.event").first).to_contain_text("Pit Manager 1")
    expect(page.locator("tr.event").first).to_contain_text("asked to be left out")
    page.get_by_role("button", name="Verify the chain here").click()
    expect(page.locator(".told.good")).to_contain_text("The chain is whole")
    page.locator("select[name=table]").select_option("house:people")
    expect(page.locator("tr.event").last).to_contain_text("person added")
    page.get_by_role("button", name="Tables", exact=True).click()
    expect(page.locator(".shoes")).to_be_visible()
    # Whoever may not see accounts is not offered their log.
    page = visit("Pit Manager 1", "/audit/house:switches")
    expect(page.locator("select[name=table] option")).to_have_text(["Out of play"])


def test_what_is_wrong_with_the_house_is_said(house: Running, visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = house.house.store.ledger
    monkeypatch.setattr(type(ledger), "fault", lambda _: "wallet:Guest holds 1, its postings sum to 2")
    changed = Manifest(house.house.manifest.files | {"program/table/decide.py": "0" * 64})
    monkeypatch.setattr(software, "take_manifest", lambda _: changed)
    page = visit("Auditor 1", "/audit/house:switches")
    expect(page.locator(".books .verdict.no")).to_contain_text("wallet:Guest holds 1")
    expect(page.locator(".software .verdict.no")).to_contain_text("not as when the house was opened: 1")
    expect(page.locator(".software .changes")).to_contain_text("program/table/decide.py")


def test_it_fits_a_phone_in_both_languages(house: Running, visit: Visit) -> None:
    page = visit("Auditor 1", "/audit/logged", PHONE)
    expect(page.locator("tr.event").first).to_be_visible()
    page.locator("tr.event button").first.click()
    assert fits(page)
    page.locator(".seek summary").click()
    assert fits(page)
    in_chinese(page)
    assert fits(page)
    page.get_by_role("button", name="全場").click()
    expect(page.locator(".books .verdict")).to_be_visible()
    assert fits(page)
