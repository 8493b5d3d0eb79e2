"""Pictures of every page at four widths, in both felts and languages, and how long the lobby takes to appear.

./run python bench/screens.py FOLDER [--only table] [--quick]
./run python bench/screens.py docs/pictures --docs

A house is opened for it in a temporary folder: rounds are dealt on every table, then each is left in
another phase. Needs Chromium on the machine, as the tests of the pages do.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, Page, sync_playwright

from pages.conftest import DOCUMENTS, FLAGS, PHONE, chromium
from punto.server.service import COOKIE
from punto.view.switch import Switch
from server.running import Running, a_table, running

FACE_DOWN = {"squeeze": "da-hu-ying-xiong", "asked": "da-hu-ying-xiong", "choice": "rws-baccarat"}
SINGLE = FACE_DOWN | {"stopped": "da-hu-ying-xiong"}
"""Tables for one moment that no other shows."""
ROUNDS = 38
SEATS = {"Seat 2": 2, "Seat 4": 4, "Guest": 1, "Seat 7": 7}
SIZES = {"wide": (1440, 900), "desk": (1280, 720), "phone": PHONE, "turned": (PHONE[1], PHONE[0])}
"""A large screen, a desk, a phone, and a phone on its side."""
LOOKS = (("light", "en"), ("dark", "zh"), ("dark", "en"), ("light", "zh"))

DOCS = {"lobby": "lobby", "table": "table-insurance", "win": "table-result"}
"""The three that stand in the README and in docs, by the names of their files."""

_SIGN = {"stake_min": 25, "stake_max": 5_000, "differential_max": 10_000, "boxes": 7, "burn": False}


class Shot(NamedTuple):
    """One address, as one person sees it; `face` is what must be there before the picture is taken."""

    name: str
    who: str | None
    path: str
    face: str = "main"


SHOTS = (
    Shot("sign-in", None, "/sign-in"),
    Shot("lobby", "Guest", "/", ".table-card:nth-child(5)"),
    Shot("lobby-flags", "Guest", "/", ".flag"),
    Shot("history", "Guest", "/history", ".round"),
    Shot("tour", "Guest", "/tour", ".coach"),
    Shot("missing", "Guest", "/no/such/page", "h1"),
    Shot("table-betting", "Guest", "/table/da-hu-ying-xiong", "#tray[data-face=rack] .stack, .area .stack"),
    Shot("table-grids", "Guest", "/table/rws-baccarat", ".area .stack"),
    Shot("table-insurance", "Guest", "/table/rws-insurance", ".offer"),
    Shot("table-dealing", "Guest", "/table/insurance-lucky-six", ".slot"),
    Shot("table-result", "Guest", "/table/easy-six", ".tray-result tr"),
    Shot("table-squeeze", "Guest", "/table/squeeze", "punto-squeeze"),
    Shot("table-asked", "Guest", "/table/asked", ".ask:not([hidden])"),
    Shot("table-several", "Guest", "/table/da-hu-ying-xiong+rws-insurance+easy-six", ".felt-place .area"),
    Shot("table-choice", "Guest", "/table/choice", ".choice button"),
    Shot("dealer-list", "Dealer 1", "/dealer", ".choose a"),
    Shot("dealer-betting", "Dealer 1", "/dealer/da-hu-ying-xiong"),
    Shot("dealer-dealing", "Dealer 1", "/dealer/insurance-lucky-six"),
    Shot("dealer-insurance", "Dealer 1", "/dealer/rws-insurance"),
    Shot("dealer-asked", "Dealer 1", "/dealer/asked", ".request"),
    Shot("dealer-squeeze", "Dealer 1", "/dealer/squeeze"),
    Shot("dealer-choice", "Dealer 1", "/dealer/choice", ".choices"),
    Shot("dealer-result", "Dealer 1", "/dealer/easy-six"),
    Shot("dealer-watched", "Auditor 1", "/dealer/rws-insurance"),
    Shot("pit", "Pit Manager 1", "/pit#rws-insurance", ".looked-at"),
    Shot("pit-asked", "Pit Manager 1", "/pit#asked", ".request"),
    Shot("pit-decision", "Pit Manager 1", "/pit#stopped", ".decision form"),
    Shot("pit-choice", "Pit Manager 1", "/pit#choice", ".choices"),
    Shot("pit-auditor", "Auditor 1", "/pit#stopped", ".decision"),
    Shot("results", "Pit Manager 1", "/results", "table.takings"),
    Shot("cage", "Cage 1", "/cage", ".panel.waiting"),
    Shot("board-list", "Display 1", "/board", ".choose"),
    Shot("board-wall", "Display 1", "/board/rws-insurance+easy-six+da-hu-ying-xiong+rws-baccarat", ".wall"),
    Shot("board", "Guest", "/board/rws-insurance"),
    Shot("board-grids", "Guest", "/board/rws-baccarat", ".odds li"),
    Shot("board-readings", "Guest", "/board/insurance-lucky-six", ".odds li"),
    Shot("odds", "Guest", "/odds/da-hu-ying-xiong"),
    Shot("audit", "Auditor 1", "/audit/easy-six"),
    Shot("audit-stopped", "Auditor 1", "/audit/stopped", "tr.event"),
    Shot("audit-house", "Auditor 1", "/audit/house:switches"),
    Shot("people", "Administrator 1", "/people"),
    Shot("people-auditor", "Auditor 1", "/people"),
    Shot("account", "Guest", "/account", "form.own"),
)


class Hands:
    """A dealer who has every card at hand: shuffled ones for the past, chosen ones for the moment of the picture."""

    def __init__(self, house: Running, table: str, seed: int) -> None:
        self.house = house
        self.table = table
        self.random = random.Random(seed)
        self.cards = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"] * 8
        self.random.shuffle(self.cards)

    def do(self, command: str, **fields: Any) -> None:
        self.house.must(command, self.table, **fields)

    def past(self, rounds: int) -> None:
        self.do("open_shoe", cards="physical")
        for _ in range(rounds):
            self.bets()
            self.do("close_bets")
            while self.house.live(self.table).state.table.phase == "dealing":
                self.do("draw_card", card=self.cards.pop())

    def bets(self) -> None:
        self.do("open_bets")
        book = self.house.live(self.table).state.rules
        others = [bet.id for bet in book.bets.values() if not bet.hand]
        for patron, box in SEATS.items():
            self.bet(patron, box, self.random.choice(("player", "banker")), 25 * self.random.choice((2, 4, 8, 20)))
            self.bet(patron, box, self.random.choice(others), 25 * self.random.choice((1, 2, 4)))

    def bet(self, patron: str, box: int, bet: str, stake: int, stance: str = "seated") -> None:
        self.do("place_bet", patron=patron, box=box, bet=bet, stake=stake, stance=stance)

    def deal(self, cards: str) -> None:
        self.do("close_bets")
        for card in cards.split():
            self.do("draw_card", card=card)


def set_the_scene(house: Running) -> None:
    """A past for every table, then a phase for each."""
    hands = {table: Hands(house, table, place) for place, table in enumerate((*DOCUMENTS, *SINGLE))}
    for table, dealer in hands.items():
        dealer.past(3 if table in SINGLE else ROUNDS)
        dealer.bets()
    hands["da-hu-ying-xiong"].bet("Second Guest", 1, "banker", 250, "standing")
    hands["da-hu-ying-xiong"].bet("Guest", 1, "banker", 600)
    for bet in ("player_wins_on_8", "tie_wins_on_6", "banker", "any_tie"):
        hands["rws-baccarat"].bet("Guest", 1, bet, 125)
    hands["rws-insurance"].bet("Guest", 1, "banker", 600)
    hands["rws-insurance"].deal("4c 5d Ts Th")
    hands["insurance-lucky-six"].deal("4c 5d Ts")
    hands["easy-six"].bet("Guest", 1, "easy_six", 100)
    hands["easy-six"].bet("Guest", 1, "player", 300)
    hands["easy-six"].deal("3h Kd 3s 4c Ad")
    hands["squeeze"].bet("Guest", 1, "banker", 2_000)
    for card in ("player", "banker"):
        hands["squeeze"].do("squeeze", patron="Guest", card=card)
    hands["squeeze"].deal("4h 6d 9s Kc")
    hands["asked"].bet("Guest", 1, "player", 2_000)
    for card in ("player", "player_third", "banker_third_first"):
        hands["asked"].do("squeeze", patron="Guest", card=card, by="patron")
    hands["choice"].deal("2c")
    hands["choice"].do("report", what="face_up")
    hands["choice"].do("decide", confirm=True, by="shift_manager")
    hands["stopped"].deal("2c 7d")
    hands["stopped"].do("report", what="exposed_card", cards="4h", note="it turned over on the shoe", id="Dealer 1/1")


@contextmanager
def scene(folder: Path, time_left: float = 3600.0) -> Iterator[Running]:
    """The house: dealt without waiting first, then opened again with time enough for pictures."""
    tables = {id: id for id in DOCUMENTS} | SINGLE

    def settings(seconds: float) -> list[Any]:
        face = {table: {"face_down": table in FACE_DOWN} for table in tables}
        pace = {"betting_seconds": time_left, "insurance_seconds": seconds, "squeeze_seconds": seconds}
        return [
            a_table(id, book, name=f"Table {number}", cards="physical", sign=_SIGN | face[id], **pace)
            for number, (id, book) in enumerate(tables.items(), 1)
        ]

    with running(folder, *settings(0.0)) as house:
        for patron in ("Second Guest", *SEATS):
            house.must("buy_in", "easy-six", patron=patron, amount=100_000)
        set_the_scene(house)
        house.house.floor.switches.flip(
            Switch("bet", "any_tie", "rws-baccarat"), True, "its sign is lost", "Pit Manager 1"
        )
    with running(folder, *settings(time_left)) as house:
        yield house


def visit(browser: Browser, house: Running, shot: Shot, size: tuple[int, int], look: tuple[str, str]) -> Page:
    felt, language = look
    context = browser.new_context(
        base_url=house.url, viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
    )
    script = f"localStorage.setItem('punto.felt', '{felt}'); localStorage.setItem('punto.language', '{language}')"
    context.add_init_script(script)
    if shot.who:
        context.add_cookies([{"name": COOKIE, "value": house.token(shot.who), "url": house.url}])
    page = context.new_page()
    page.goto(shot.path)
    page.wait_for_selector(shot.face)
    page.wait_for_timeout(600)
    return page


def for_docs(folder: Path) -> None:
    """The pictures of README and docs, with clocks as in a house, and no welcome that comes once."""
    with TemporaryDirectory() as books, scene(Path(books), 60.0) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name, title in DOCS.items():
            shot = next(shot for shot in SHOTS if shot.name == title)
            page = visit(browser, house, shot, SIZES["wide"], ("dark", "en"))
            page.evaluate("localStorage.setItem('punto.tour', 'seen')")
            page.reload()
            page.wait_for_selector(shot.face)
            page.wait_for_timeout(600)
            page.screenshot(path=folder / f"{name}.png")
            page.context.close()
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="pictures whose name begins so")
    parser.add_argument("--quick", action="store_true", help="one look a page instead of four")
    parser.add_argument("--docs", action="store_true", help="the three pictures of README and docs, and no others")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.docs:
        for_docs(options.folder)
    else:
        for_looking(options.folder, options.only, options.quick)


def for_looking(to: Path, only: str, quick: bool) -> None:
    """A picture of every page whose name begins so, at every size and in every look."""
    figures: dict[str, Any] = {"pictures": 0, "wider_than_the_screen": []}
    with TemporaryDirectory() as folder, scene(Path(folder)) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for shot in SHOTS:
            if not shot.name.startswith(only):
                continue
            for width, size in SIZES.items():
                for look in LOOKS[: 1 if quick else None]:
                    before = perf_counter()
                    page = visit(browser, house, shot, size, look)
                    if shot.name == "lobby":
                        figures["lobby_seconds"] = round(perf_counter() - before - 0.6, 2)
                    name = f"{shot.name}-{width}-{'-'.join(look)}"
                    # The patron's tray sticks to the window, so a whole-page picture would show it in the middle.
                    whole = width == "phone" and not shot.name.startswith("table")
                    page.screenshot(path=to / f"{name}.png", full_page=whole)
                    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
                        figures["wider_than_the_screen"].append(name)
                    figures["pictures"] += 1
                    page.context.close()
        browser.close()
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
