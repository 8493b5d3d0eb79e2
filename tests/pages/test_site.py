"""The site without a server: served as plain files, then with the network cut, in both languages."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import punto
from pages.axe import inaccessible
from pages.conftest import DESK, PHONE, fits, in_chinese
from punto.kernel.wasm import wasm_path
from punto.report.making import making
from punto.rulebook import Library
from punto.site import site_files, write_site
from static_site.static_server import served

pytestmark = pytest.mark.pages

BOOKS: Final = tuple(Library().ids)
HTML: Final = {
    "index.html": ".book",
    "odds.html": ".bets tbody tr",
    "coups.html": ".coup",
    "roads.html": ".typed",
    "shoe.html": ".steps",
}
PAGES: Final = HTML | {f"rulebooks/{book}.html": ".tableau" for book in BOOKS}
"""Every page, and what must be there before it is looked at."""

KEPT: Final = "() => navigator.serviceWorker.controller?.state === 'activated'"
"""A worker takes the page over once it has every file."""

RESULTS: Final = "BBPBBBTPPBPBPBBPPPPTBPPBBBBBBBTPBPPBBPBPPTPPPBBPB"

_PATIENCE_MS: Final = 15_000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site, in a folder of a server that has others."""
    root = tmp_path_factory.mktemp("static")
    kernel = wasm_path().read_bytes()
    files = site_files(Library().all_in_force(), making(date(2026, 11, 18)), kernel, pdf=False)
    write_site(root / "somewhere", files)
    with served(root) as address:
        yield f"{address}/somewhere/"


Open = Callable[..., Page]


@pytest.fixture
def visit_site(browser: Browser, site: str) -> Iterator[Open]:
    """Open a page of the site in a browser of its own; whatever the console says against it fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open(path: str = "index.html", size: tuple[int, int] = DESK, language: str = "en", felt: str = "light") -> Page:
        context = browser.new_context(
            base_url=site, viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
        )
        contexts.append(context)
        context.set_default_timeout(_PATIENCE_MS)
        for name, value in (("language", language), ("felt", felt)):
            kept = "localStorage.getItem('punto.%s') ?? localStorage.setItem('punto.%s', '%s')"
            context.add_init_script(kept % (name, name, value))
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.goto(path)
        return page

    yield open
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_page_is_there_in_both_languages(visit_site: Open, language: str) -> None:
    page = visit_site("index.html", language=language)
    for path, face in PAGES.items():
        page.goto(path)
        expect(page.locator(face).first).to_be_visible()
        expect(page.locator("site-footer .made")).to_contain_text("2026-11-18")
        # No word is missing in either language: an unknown key shows itself.
        assert page.locator("body").inner_text().count("site.") == 0
        assert fits(page), path
    page.goto("index.html")
    expect(page.locator(".book")).to_have_count(len(BOOKS))


LOOKS: Final = (("en", "light", DESK), ("zh", "dark", PHONE), ("en", "dark", PHONE), ("zh", "light", DESK))


@pytest.mark.parametrize(("language", "felt", "size"), LOOKS)
def test_pages_are_accessible(visit_site: Open, language: str, felt: str, size: tuple[int, int]) -> None:
    page = visit_site("index.html", size, language, felt)
    for path in (*HTML, "rulebooks/rws-insurance.html"):
        page.goto(f"{path}#{RESULTS if path == 'roads.html' else 'easy-six'}")
        expect(page.locator(PAGES[path]).first).to_be_visible()
        assert inaccessible(page) == [], path


def shown_edges(page: Page) -> dict[str, str]:
    return dict(
        page.eval_on_selector_all(
            "table.bets tbody tr", "all => all.map(one => [one.dataset.bet, one.querySelector('.edge').title])"
        )
    )


def expect_figures(page: Page, figures: Any) -> None:
    """Every bet with its exact edge, and every offer that there is."""
    expected = {bet["bet"]: bet["edge"] for bet in figures["bets"]}
    for bet, edge in expected.items():
        expect(page.locator(f"table.bets tr[data-bet={bet}] .edge")).to_have_attribute("title", edge)
    assert shown_edges(page) == expected
    cells = page.eval_on_selector_all(".heat-cell[data-edge]", "all => all.map(one => one.dataset.edge)")
    assert sorted(cells) == sorted(offer["edge"] for offer in figures["insurance"])


def priced(book: str, **given: Any) -> Any:
    """What `punto odds --json` prints."""
    return punto.load(book).price(**given).to_dict()


@pytest.mark.parametrize("book", ["easy-six", "rws-insurance", "da-hu-ying-xiong"])
def test_an_edited_shoe_is_priced_as_the_command_line_does(visit_site: Open, book: str) -> None:
    page = visit_site(f"odds.html#{book}")
    expect_figures(page, priced(book))
    for _ in range(3):
        page.get_by_role("button", name="One 6 less").click()
    page.get_by_role("spinbutton", name="9: cards left").fill("20")
    expect(page.locator(".cards-left")).to_have_text("401 cards in the shoe")
    counts = dict.fromkeys("A23456789TJQK", 32) | {"6": 29, "9": 20}
    expect_figures(page, priced(book, shoe=counts))
    page.get_by_role("button", name="Fresh shoe").click()
    page.locator("select[name=decks]").select_option("6")
    expect(page.locator(".cards-left")).to_have_text("312 cards in the shoe")
    expect_figures(page, priced(book, decks=6))


def test_known_cards_condition_every_figure(visit_site: Open) -> None:
    page = visit_site("odds.html#rws-insurance")
    page.locator("input[name=player1]").fill("9")
    page.locator("input[name=banker2]").fill("6-9")
    expect(page.locator(".price-given")).to_be_visible()
    expect_figures(page, priced("rws-insurance", known={"player1": "9", "banker2": "6-9"}))
    page.locator("input[name=player]").fill("3")
    page.locator("input[name=player1]").fill("K")
    expect_figures(page, priced("rws-insurance", known={"player1": "K", "banker2": "6-9", "player": "3"}))
    page.locator("input[name=player1]").fill("x")
    expect(page.locator(".refused")).to_contain_text("neither a card nor a range")
    page.get_by_role("button", name="Forget all of it").click()
    expect_figures(page, priced("rws-insurance"))
    page.locator("input[name=cards]").fill("4c 5d Ts Th")
    expect_figures(page, priced("rws-insurance", cards="4c 5d Ts Th"))


def test_roads_are_those_of_the_library(visit_site: Open) -> None:
    page = visit_site("roads.html")
    page.locator("textarea").fill("BBP player, 和 t")
    expect(page.locator(".counts .banker b")).to_have_text("2")
    assert page.url.endswith("#BBPPTT")
    page.get_by_role("button", name="Banker", exact=True).click()
    expect(page.locator(".counts .banker b")).to_have_text("3")
    dealt = random.Random(17)
    shoes = ["".join(dealt.choices("BPT", (46, 45, 9), k=dealt.randrange(80))) for _ in range(200)]
    shoes += ["", "T", "TTT", "B" * 40, "BP" * 40, "TB", "BBBBBBBPPPPPPPBBBBBBB"]
    found = page.evaluate(
        """async (shoes) => {
            const { readResults, roadMap } = await import("./assets/site-roads/road-map.js");
            return shoes.map((shoe) => roadMap(readResults(shoe).results));
        }""",
        shoes,
    )
    for shoe, drawn in zip(shoes, found, strict=True):
        expected = punto.roads(shoe).to_dict()
        assert all(drawn[road] == expected[road] for road in drawn if road != "counts"), shoe
        assert drawn["counts"].items() <= expected["counts"].items()


def test_a_shoe_is_verified_and_a_forged_one_found_out(visit_site: Open, tmp_path: Path) -> None:
    page = visit_site("shoe.html")
    page.get_by_role("button", name="An example", exact=True).click()
    expect(page.locator(".verdict[data-right=true]")).to_be_visible()
    expect(page.locator("[data-fact=mixed]")).to_contain_text("Left out, not revealed in time: Sofia")
    page.get_by_role("button", name="two cards exchanged").click()
    expect(page.locator(".verdict[data-right=false]")).to_be_visible()
    # The same as a file of one event a line, as an exported log has them.
    shoe = json.loads(page.evaluate("fetch('data/example-shoe.json').then((answer) => answer.text())"))
    lines = [
        {
            "line": "event",
            "event": {"version": at, "at": "", "table": "example", "kind": event["kind"], "body": json.dumps(event)},
        }
        for at, event in enumerate(shoe["events"], 1)
    ]
    log = tmp_path / "log.jsonl"
    log.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    page.locator("input[type=file]").set_input_files(log)
    expect(page.locator(".verdict[data-right=true]")).to_be_visible()
    page.locator("textarea").fill("nothing of the kind")
    expect(page.locator(".found .refused")).to_be_visible()


def test_a_receipt_is_held_to_its_signature(visit_site: Open) -> None:
    receipt = {
        "table": "t", "version": 12, "hash": "a" * 64, "shoe": 1, "sealed_as": "0" * 64, "box": 3, "patron": "Guest",
        "entropy": bytes(range(32)).hex(),
        "key": "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8",
        "signature": "ed94bc077407e95b68f6b5b282f98c19daaf70b6519d42f9903daa8d7bf6ee23"
        "b3714afd2354137233fdbea9d0a6a79bf77b4ba4ec797711ee2f222125e49c03",
    }  # fmt: skip
    page = visit_site("shoe.html")
    page.locator("textarea").fill(json.dumps(receipt))
    expect(page.locator(".verdict .seal-fact")).to_contain_text("The signature holds.")
    expect(page.locator(".verdict .seal-fact")).to_contain_text("No shoe given here has these bytes.")
    page.locator("textarea").fill(json.dumps(receipt | {"box": 4}))
    expect(page.locator(".verdict .seal-fact")).to_contain_text("The signature does not hold.")


def test_worked_rounds_say_why_as_the_command_line_does(visit_site: Open) -> None:
    page = visit_site("coups.html")
    for book in BOOKS:
        page.goto(f"coups.html#{book}")
        page.reload()
        coups = json.loads(page.evaluate(f"fetch('data/{book}.json').then((answer) => answer.text())"))["coups"]
        assert len(coups) >= 3
        expect(page.locator(".coup")).to_have_count(len(coups))
        for coup in coups:
            steps = coup["steps"]
            told = page.locator(f".coup[data-cards='{steps['cards']}']")
            for step in steps["draws"]:
                sentence = step["why"][:1].upper() + step["why"][1:].replace("'", "’")
                expect(told.locator(".course")).to_contain_text(sentence)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_once_opened_it_works_without_a_connection(visit_site: Open, language: str) -> None:
    page = visit_site("index.html", language=language)
    page.wait_for_function(KEPT)
    expect(page.locator("site-footer .kept")).to_be_visible()
    page.context.set_offline(True)
    for path, face in PAGES.items():
        page.goto(path)
        expect(page.locator(face).first).to_be_visible()
    page.goto("")  # The folder itself.
    expect(page.locator(".book").first).to_be_visible()
    page.goto("odds.html#easy-six")
    page.locator("[data-count='6']").fill("10")
    counts = dict.fromkeys("A23456789TJQK", 32) | {"6": 10}
    expect_figures(page, priced("easy-six", shoe=counts))
    page.goto("sheets/easy-six.html")
    expect(page.locator("h1")).to_contain_text("Easy Six")
    page.goto("shoe.html")
    page.locator("button[name=example]").click()
    expect(page.locator(".verdict[data-right=true]")).to_be_visible()
    if language == "en":
        in_chinese(page)
        expect(page.locator("h1")).to_contain_text("封存")


def test_nothing_is_asked_of_another_host_or_outside_the_folder(visit_site: Open, site: str) -> None:
    page = visit_site("index.html")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for path, face in PAGES.items():
        page.goto(path)
        expect(page.locator(face).first).to_be_visible()
    assert asked
    assert [url for url in asked if not url.startswith(site)] == []
