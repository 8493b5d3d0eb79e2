"""Pages that count by themselves: the kernel as WebAssembly against the native one, in a browser."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from chance.by_hand import SUITED
from pages.conftest import Visit
from pages.test_odds import expect_edges
from punto.chance import Composition, price, read_known
from punto.chance.frame import frame_of
from punto.kernel import counts
from punto.kit import Refused
from punto.report.pricing_plan import pricing_plan
from punto.report.sheet_data import sheet_figures
from punto.rulebook import Rulebook, read_drawn
from punto.server.service import COOKIE
from server.running import Running

SHOES = 10_000
BATCH = 500


@pytest.fixture(scope="module")
def house(staff: Running) -> Running:
    return staff


def random_shoes() -> np.ndarray[Any, np.dtype[np.int64]]:
    """From nearly empty to more than doubles can count; the first few are the edges of what there is."""
    rng = np.random.default_rng(17)
    most = rng.choice([2, 8, 32, 128], size=(SHOES, 1))
    shoes = rng.integers(0, most + 1, size=(SHOES, 10))
    shoes[0], shoes[1], shoes[2], shoes[3] = 0, 145, [1450, *[0] * 9], [458, *[0] * 9]
    return shoes


HASHES = """async ({ lib, tableau, shoes, batch }) => {
  const { loadKernel } = await import(`${lib}/kernel.js`);
  const kernel = await loadKernel();
  const given = new Int32Array(Uint8Array.from(atob(shoes), (one) => one.charCodeAt(0)).buffer);
  const hashes = [];
  for (let at = 0; at < given.length; at += batch * 10) {
    const cells = kernel.countsOfMany(tableau, given.subarray(at, at + batch * 10));
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", cells));
    hashes.push([...hash].map((one) => one.toString(16).padStart(2, "0")).join(""));
  }
  return hashes;
}"""


def lib_of(page: Page) -> str:
    """Where the page's modules are."""
    return str(page.evaluate("document.querySelector('link[href$=\"/lib/api.js\"]').href")).removesuffix("/api.js")


def test_every_cell_of_ten_thousand_shoes_equals_the_native_kernel_s(house: Running, visit: Visit) -> None:
    book = house.house.floor.library.find("da-hu-ying-xiong")
    shoes = random_shoes()
    page = visit("Guest", "/odds/da-hu-ying-xiong")
    told = page.evaluate(
        HASHES,
        {
            "lib": lib_of(page),
            "tableau": msgspec.to_builtins(pricing_plan(book).tableau),
            "shoes": base64.b64encode(shoes.astype("<i4").tobytes()).decode(),
            "batch": BATCH,
        },
    )
    masks = frame_of(book).masks
    native = [counts(shoes[at : at + BATCH], masks) for at in range(0, SHOES, BATCH)]
    assert told == [hashlib.sha256(cells.astype("<i8").tobytes()).hexdigest() for cells in native]


SHEETS = """async ({ lib, plan, questions }) => {
  const { fresh, ofCards, ofRanks, ofValues, readCards } = await import(`${lib}/card-counts.js`);
  const { loadKernel } = await import(`${lib}/kernel.js`);
  const { readKnown } = await import(`${lib}/known-places.js`);
  const { priceSheet } = await import(`${lib}/pricing.js`);
  const kernel = await loadKernel();
  const makers = { fresh, cards: ofCards, ranks: ofRanks, values: ofValues };
  return questions.map(({ shoe: [kind, given], decks, cards, known }) => {
    try {
      const counts = makers[kind](given);
      return priceSheet(plan, kernel, { counts, decks, cards: readCards(cards), knownCards: readKnown(known) });
    } catch (error) {
      return { refused: error.code ?? String(error) };
    }
  });
}"""

_SHOES: dict[str, Callable[[Any], Composition]] = {
    "fresh": Composition.fresh,
    "cards": Composition.of_cards,
    "ranks": Composition.of_ranks,
    "values": Composition.of_values,
}

_COUPS = (
    "", "5h", "5h 6c", "5 5 5", "5h 6c Kd Ts", "3h 9c 3d 5s 9d", "3h 4c Kd Ks 9d", "2h 3c Kd Ks 6d 2c",
    "9h 4c Kd Ks 9d", "2h 3c Kd Ks 6d 2c 5c",
)  # fmt: skip
_KNOWN: tuple[dict[str, str], ...] = (
    {},
    {"player1": "5"},
    {"player1": "6-9", "banker2": "K"},
    {"player": "4"},
    {"banker": "0-3", "player1": "0"},
)


def questions() -> list[dict[str, Any]]:
    """Shoes told in every detail, coups under way, and what may be known of them; some cannot be priced."""
    rng = np.random.default_rng(3)
    shoes: list[tuple[str, Any, int | None]] = [("fresh", decks, decks) for decks in (8, 6, 1, 16)]
    for kind, kinds, most in (("ranks", 13, 32), ("ranks", 13, 1), ("cards", 52, 8), ("values", 10, 60)):
        shoes += [(kind, rng.integers(0, most + 1, size=kinds).tolist(), None) for _ in range(2)]
    shoes.append(("ranks", [1, 1, 1, *[0] * 10], None))
    told = [
        {"shoe": (kind, given), "decks": decks, "cards": "", "known": known}
        for kind, given, decks in shoes
        for known in _KNOWN[: 2 if decks is None else None]
    ]
    for cards in _COUPS[1:]:
        for at in (0, 4, 8, 10):
            kind, given, decks = shoes[at]
            told.append({"shoe": (kind, given), "decks": decks, "cards": cards, "known": _KNOWN[at % len(_KNOWN)]})
    return told


def answer(book: Rulebook, question: dict[str, Any]) -> Any:
    """What the server answers, or the code it refuses with."""
    kind, given = question["shoe"]
    try:
        known = read_known(question["known"])
        sheet = price(book, _SHOES[kind](given), read_drawn(question["cards"]), question["decks"], known)
        return msgspec.json.decode(msgspec.json.encode(sheet_figures(sheet)))
    except Refused as refused:
        return {"refused": refused.code}


def test_every_sheet_equals_the_server_s(house: Running, visit: Visit) -> None:
    page = visit("Guest", "/odds/da-hu-ying-xiong")
    lib, every = lib_of(page), questions()
    # Bets on pairs and totals at once, and on suits; with two known places the server takes seconds to deal by suits.
    by_suits = [question for question in every if "banker2" not in question["known"]]
    books = [(book, every) for book in house.house.floor.library.all_in_force()]
    refused: list[str] = []
    for book, asked in [*books, (SUITED, by_suits)]:
        plan = msgspec.to_builtins(pricing_plan(book))
        told = page.evaluate(SHEETS, {"lib": lib, "plan": plan, "questions": asked})
        for question, mine in zip(asked, told, strict=True):
            theirs = answer(book, question)
            assert mine == theirs, (book.id, question)
            refused += [theirs["refused"]] if "refused" in theirs else []
    assert {"too_few_cards", "too_many_cards", "card_not_there"} <= set(refused)
    assert len(refused) < len(every) * len(books) / 2


def test_once_it_has_the_kernel_the_page_asks_no_more(house: Running, visit: Visit) -> None:
    book = house.house.floor.library.find("rws-insurance")
    page = visit("Guest", "/odds/rws-insurance")
    expect(page.locator("[data-counted=page]")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/odds/" in request.url else None)
    page.get_by_role("button", name="One 6 less").click()
    expect(page.locator(".cards-left")).to_have_text("415 cards in the shoe")
    ranks = [32] * 13
    ranks[5] = 31
    expect_edges(page, price(book, Composition.of_ranks(ranks)))
    assert asked == []
    # What cannot be priced is the server's to refuse.
    for _ in range(9):
        page.get_by_role("button", name="Half of all").click()
    expect(page.get_by_role("alert")).to_contain_text("a coup starts with four cards")
    assert any("/api/odds/rws-insurance?composition=" in one for one in asked)


@pytest.mark.parametrize("missing", ["delete globalThis.WebAssembly", "the file"])
def test_without_webassembly_the_server_answers(house: Running, browser: Browser, missing: str) -> None:
    book = house.house.floor.library.find("easy-six")
    with browser.new_context(base_url=house.url) as context:
        context.add_cookies([{"name": COOKIE, "value": house.token("Guest"), "url": house.url}])
        if missing == "the file":
            context.route("**/kernel.wasm", lambda route: route.fulfill(status=404, body="{}"))
        else:
            context.add_init_script(missing)
        page = context.new_page()
        with page.expect_response("**/kernel.wasm"):
            page.goto("/odds/easy-six")
        expect(page.locator(".cards-left")).to_have_text("416 cards in the shoe")
        with page.expect_response("**/api/odds/easy-six?composition=*"):
            page.get_by_role("button", name="One 6 less").click()
        ranks = [32] * 13
        ranks[5] = 31
        expect_edges(page, price(book, Composition.of_ranks(ranks)))
        expect(page.locator("[data-counted=server]")).to_be_visible()


COMPILES = """async () => {
  const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
  return WebAssembly.compile(empty).then(() => "compiled", (error) => error.constructor.name);
}"""


def test_the_policy_lets_webassembly_be_compiled_on_the_odds_page_alone(house: Running, browser: Browser) -> None:
    table = next(iter(house.house.floor.tables))
    addresses = ("/odds/easy-six", "/", f"/table/{table}", f"/dealer/{table}", "/board", "/audit", "/pit")
    with browser.new_context(base_url=house.url) as context:
        context.add_cookies([{"name": COOKIE, "value": house.token("Guest"), "url": house.url}])
        page = context.new_page()
        told = {}
        for address in addresses:
            page.goto(address)
            told[address] = page.evaluate(COMPILES)
    assert told == dict.fromkeys(addresses, "CompileError") | {"/odds/easy-six": "compiled"}
