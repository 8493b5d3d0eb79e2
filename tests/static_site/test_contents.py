"""What the site is made of: the same bytes each time, relative addresses, a policy on every page, all files named."""

from __future__ import annotations

import json
import re
from datetime import date
from functools import lru_cache
from posixpath import dirname, join, normpath

import msgspec
import pytest

from punto.kernel.wasm import wasm_path
from punto.kit import Side
from punto.report.coup_data import SettledCoup, coup_steps
from punto.report.making import making
from punto.rulebook import Insured, Library, Window, read_drawn, read_terms, settle_slip
from punto.site import site_files

DAY = date(2026, 11, 18)


@lru_cache(maxsize=1)
def files() -> dict[str, bytes]:
    return made()


def made(day: date = DAY) -> dict[str, bytes]:
    return site_files(Library().all_in_force(), making(day), wasm_path().read_bytes(), pdf=False)


@pytest.mark.exhaustive
def test_two_writings_are_equal_and_another_day_is_another_site() -> None:
    assert made() == files()
    other = made(date(2026, 11, 19))
    assert other.keys() == files().keys()
    assert other["worker.js"] != files()["worker.js"], "a browser must notice that it changed"


@pytest.mark.parametrize("book", Library().ids)
def test_every_rulebook_is_there(book: str) -> None:
    assert {f"rulebooks/{book}.html", f"sheets/{book}.html", f"data/{book}.json", f"data/{book}.plan.json"} <= set(
        files()
    )


def test_every_address_is_relative_and_leads_to_a_file() -> None:
    pages = {path: octets.decode() for path, octets in files().items() if path.endswith(".html")}
    assert len(pages) == 5 + 2 * len(Library().ids)
    for path, text in pages.items():
        addresses = [one for one in re.findall(r'(?:href|src)="([^"]*)"', text) if not one.startswith("#")]
        assert bool(addresses) == (not path.startswith("sheets/"))
        for address in addresses:
            assert normpath(join(dirname(path), address)) in files(), f"{path}: {address}"


def test_every_module_that_is_imported_is_there() -> None:
    modules = {path: octets.decode() for path, octets in files().items() if path.endswith(".js")}
    for path, text in modules.items():
        for name in re.findall(r'^(?:import|export) (?:[^"]* from )?"([^"]+)"', text, re.MULTILINE):
            assert normpath(join(dirname(path), name)) in files(), f"{path}: {name}"
    assert not any("/api" in path or path.endswith("/api.js") for path in modules), "the site asks no server"


def test_each_page_has_a_policy_and_only_one_may_run_webassembly() -> None:
    calculating = set()
    for path, octets in files().items():
        if not path.endswith(".html"):
            continue
        policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', octets.decode())
        assert policy, path
        assert policy[1].startswith("default-src &#x27;none&#x27;;")
        assert ("unsafe-inline" in policy[1]) == path.startswith("sheets/")
        calculating |= {path} if "wasm-unsafe-eval" in policy[1] else set()
    assert calculating == {"odds.html"}


def test_the_index_and_the_worker_name_every_file() -> None:
    index = json.loads(files()["site.json"])
    assert index["files"] == sorted(files())
    named = re.search(r"^const SITE = (\{.*\});$", files()["worker.js"].decode(), re.MULTILINE)
    assert named
    kept = json.loads(named[1])
    assert kept["files"] == sorted(set(files()) - {"worker.js"})
    assert re.fullmatch("[0-9a-f]{16}", kept["release"])


def test_no_page_names_this_machine() -> None:
    assert not any(b"/tmp/" in octets or b"/home/" in octets for octets in files().values())


@pytest.mark.parametrize("id", Library().ids)
def test_worked_coups_are_what_the_command_line_tells(id: str) -> None:
    book = Library().find(id)
    coups = json.loads(files()[f"data/{id}.json"])["coups"]
    assert {coup["steps"]["result"]["winner"] for coup in coups} == {"player", "banker", "tie"}
    for coup in coups:
        drawn, bets = read_drawn(coup["steps"]["cards"]), dict.fromkeys(book.bets, coup["stake"])
        taken = [
            Insured(Window(one["window"]), Side(one["insures"]), one["stake"]) for one in coup["steps"]["insurance"]
        ]
        settled = settle_slip(book, drawn, bets, taken, read_terms(book, None, None), book.decks.usual)
        steps = coup_steps(SettledCoup(book, book.decks.usual, drawn, bets, settled))
        assert json.loads(msgspec.json.encode(steps)) == coup["steps"]


def test_insurance_is_worked_wherever_it_is_offered() -> None:
    for book in Library().all_in_force():
        coups = json.loads(files()[f"data/{book.id}.json"])["coups"]
        windows = {offer["window"] for coup in coups for offer in coup["steps"]["offers"]}
        assert windows == {cell.window.value for cell in book.insurance.values()}
