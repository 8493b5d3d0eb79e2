"""A page that speaks Chinese speaks nothing else: in every phase, to every role, and when it refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, get_args

import pytest
from playwright.sync_api import Page, expect

from pages.conftest import Dealer, Visit
from punto.house.floor.demonstration import demonstration
from punto.table.commands import Reported
from punto.view.switch import Switch
from server.running import PASSWORD, Running, a_table, running

SIGN: Final[dict[str, Any]] = {"stake_min": 25, "stake_max": 5_000, "differential_max": 10_000, "burn": False}

TABLES: Final = {
    "open": "da-hu-ying-xiong",
    "insured": "rws-insurance",
    "paid": "easy-six",
    "asked": "rws-baccarat",
    "stopped": "da-hu-ying-xiong",
    "sealed": "insurance-lucky-six",
    "squeezed": "da-hu-ying-xiong",
}

NAMES: Final = (
    *demonstration().people,
    *TABLES,
    *(rf"{book}@\S+" for book in set(TABLES.values())),
    *("Punto", "RWS", "EZ", "PAR", "HTML", "PDF", "Enter", "Page"),
    "第 [^條]+ 條",
    "§ .+",
    "[0-9a-f]{10,}",
    r"\b[2-9TJQKA][shdc]\b",
)
"""What is one in every language: names of people, tables, rulebooks and keys, headings of a document, hashes, cards."""

READ: Final = r"""() => {
    const english = (one) => one.closest('[lang]').lang === 'en' || one.closest('code, pre, kbd, script, .owner');
    const found = [];
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) if (!english(texts.currentNode.parentElement)) found.push(texts.currentNode.data);
    for (const one of document.querySelectorAll('*'))
        if (!english(one))
            for (const name of ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt'])
                found.push(one.getAttribute(name) ?? '');
    return found;
}"""


def english(page: Page) -> set[str]:
    """Whatever on a page has English words in it and does not say so."""
    names = re.compile("|".join(sorted(NAMES, key=len, reverse=True)))
    return {text.strip() for text in page.evaluate(READ) if re.search(r"[A-Za-z]{2,}", names.sub("", text))}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A table in each phase, with money on it."""
    tables = [
        a_table(
            id,
            book,
            cards="virtual" if id == "sealed" else "physical",
            sign=SIGN | {"face_down": id in ("asked", "squeezed")},
        )
        for id, book in TABLES.items()
    ]
    with running(tmp_path_factory.mktemp("chinese"), *tables) as up:
        for patron in ("Guest", "Second Guest"):
            up.must("buy_in", "open", patron=patron, amount=50_000)
        for table in TABLES.keys() - {"sealed"}:
            dealer = Dealer(up, table).open_bets()
            for side in ("player", "banker"):
                dealer.bet("Guest", 1, side, 500)
        Dealer(up, "open").bet("Second Guest", 1, "banker", 100, "standing")
        Dealer(up, "insured").close_bets().draw("4c 5d Ts Th")
        Dealer(up, "paid").bet("Guest", 1, "easy_six", 100).close_bets().draw("3h Kd 3s 4c Ad")
        Dealer(up, "asked").close_bets().draw("2c")
        up.must("report", "asked", what="face_up", by="pit_supervisor")
        Dealer(up, "stopped").close_bets().draw("2c 3d")
        up.must("report", "stopped", what="exposed_card", cards="4h", note="八")
        for card in ("player", "banker"):
            up.must("squeeze", "squeezed", patron="Guest", card=card, by="patron")
        up.must("open_shoe", "sealed", cards="virtual")
        up.must("open_bets", "sealed")
        up.must("report", "sealed", what="other")
        up.live("sealed").switches.flip(Switch("table", "sealed"), True, "試", "Pit Manager 1")
        yield up


SEEN: Final = (
    (None, "/sign-in", "form button"),
    ("Guest", "/", ".table-card:nth-child(7)"),
    ("Guest", "/table/open", "#tray[data-face=rack] .rack-chip"),
    ("Guest", "/table/insured", ".offer"),
    ("Guest", "/table/paid", ".tray-result tr"),
    ("Guest", "/table/asked", ".choice button"),
    ("Guest", "/table/stopped", ".call"),
    ("Guest", "/table/squeezed", ".area .stack"),
    ("Dealer 1", "/dealer", ".choose a"),
    ("Dealer 1", "/dealer/open", ".box"),
    ("Dealer 1", "/dealer/insured", ".offers"),
    ("Dealer 1", "/dealer/paid", ".paying"),
    ("Dealer 1", "/dealer/asked", ".choices"),
    ("Dealer 1", "/dealer/stopped", ".pending"),
    ("Dealer 1", "/dealer/squeezed", ".box"),
    ("Pit Manager 1", "/pit#stopped", ".decision"),
    ("Shift Manager 1", "/pit#sealed", ".ruling"),
    ("Pit Supervisor 1", "/pit#open", ".sign"),
    ("Guest", "/board/open", ".pay-table"),
    ("Guest", "/board/paid", ".odds li"),
    ("Guest", "/odds/da-hu-ying-xiong", ".heat-cell"),
    ("Auditor 1", "/audit/stopped", "tr.event"),
    ("Auditor 1", "/audit/insured", "tr.event"),
    ("Auditor 1", "/audit/paid", "tr.event"),
    ("Auditor 1", "/audit/squeezed", "tr.event"),
    ("Auditor 1", "/audit/house:switches", ".books .verdict"),
    ("Auditor 1", "/audit/house:people", "tr.event"),
    ("Auditor 1", "/people", ".doings li"),
    ("Administrator 1", "/people", ".doings li"),
    ("Administrator 1", "/account", "form.own"),
    ("Administrator 1", "/table/open", ".turned-away"),
)


_SPEAK = """
const own = document.querySelector('script[type="module"]').src;
import(new URL('../lib/i18n.js', own)).then((words) => words.speak('zh'));
"""
"""The page's own module of words: its address carries the pages' release."""


@pytest.mark.parametrize(("who", "path", "face"), SEEN, ids=[path for _, path, _ in SEEN])
def test_a_chinese_page_is_chinese(visit: Visit, who: str | None, path: str, face: str) -> None:
    page = visit(who, path)
    expect(page.locator(face).first).to_be_attached()
    # Changed while it is open, and opened anew.
    page.evaluate(_SPEAK)
    assert english(page) == set()
    page.reload()
    expect(page.locator(face).first).to_be_attached()
    assert english(page) == set()


def test_a_paragraph_says_that_it_is_english(visit: Visit) -> None:
    page = visit("Guest", "/table/paid", language="zh")
    page.locator(".tray-result .cite").first.hover()
    expect(page.locator(".tray-result .cite-tip").first).to_contain_text("英文摘要")


def test_forms_are_chinese(visit: Visit) -> None:
    page = visit("Dealer 1", "/dealer/open", language="zh")
    page.get_by_role("button", name="報告異常").click()
    kinds = page.locator("dialog select[name=what]")
    expect(kinds).to_be_visible()
    for kind in get_args(Reported):
        kinds.select_option(kind)
        assert english(page) == set()
    page.get_by_role("button", name="取消").click()
    page.get_by_role("button", name="代下注").click()
    expect(page.locator("dialog input[name=patron]")).to_be_visible()
    assert english(page) == set()


def test_an_event_unfolded_is_chinese(visit: Visit) -> None:
    page = visit("Auditor 1", "/audit/stopped", language="zh")
    page.get_by_role("searchbox").fill("報告異常")
    page.locator("tr.event button").first.click()
    expect(page.locator("tr.more pre").first).to_contain_text("irregularity_reported")
    page.get_by_role("button", name="由紀錄讀取牌靴").click()
    expect(page.locator("article.shoe")).to_contain_text("實體牌")
    page.get_by_role("button", name="在此驗證雜湊鏈").click()
    expect(page.locator(".told.good")).to_contain_text("雜湊鏈完整")
    assert english(page) == set()


def test_a_shoe_under_the_hand_is_noted_in_chinese(visit: Visit) -> None:
    page = visit("Guest", "/odds/da-hu-ying-xiong", language="zh")
    page.locator("[data-less='6']").click()
    expect(page.locator(".cards-left")).to_contain_text("415")
    page.locator("details.exact summary").click()
    assert english(page) == set()


def test_a_refusal_is_chinese_and_keeps_its_figures(visit: Visit) -> None:
    page = visit("Guest", "/table/open", language="zh")
    page.locator(".rack-chip[data-worth='5000']").click()
    page.locator(".area[data-bet=tie]").click()
    page.locator(".area[data-bet=tie]").click()
    told = page.locator(".toast.bad punto-refusal")
    expect(told.locator("span")).to_have_text("高於投注上限。")
    expect(told.locator("small")).to_contain_text("5,000")
    assert english(page) == set()
    # Whoever changes the language reads it in that one.
    page.get_by_role("button", name="Switch to English").click()
    expect(told).to_contain_text("the maximum is 5,000")
    expect(told.locator("small")).to_have_count(0)


def test_the_door_refuses_in_chinese(visit: Visit) -> None:
    page = visit(None, "/sign-in", language="zh")
    page.fill("#name", "Guest")
    page.fill("#password", f"not {PASSWORD}")
    page.click("form button")
    expect(page.locator("#refused")).to_have_text("姓名或密碼不正確。")
    assert english(page) == set()


def test_without_a_connection_it_is_chinese_too(visit: Visit) -> None:
    page = visit("Pit Manager 1", "/pit#open", language="zh")
    expect(page.locator(".detail h2")).to_be_visible()
    page.context.set_offline(True)
    page.locator("details[data-name=switches] summary").click()
    page.fill(".switching input[name=reason]", "試")
    page.locator(".switching button").click()
    expect(page.locator(".toast.bad")).to_have_text("無法連線到本場。")


def test_english_on_a_chinese_page_is_seen(visit: Visit) -> None:
    page = visit(None, "/sign-in", language="zh")
    page.evaluate("document.querySelector('form').append('Come in, Guest')")
    page.evaluate("document.querySelector('form button').title = 'Come in'")
    assert english(page) == {"Come in, Guest", "Come in"}
