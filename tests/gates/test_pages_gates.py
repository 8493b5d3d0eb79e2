"""Each gate of the pages fails on what it is there to stop: `./run pytest -m gates`; needs Node."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tools.node import ROOT, install
from tools.pages import GATES

pytestmark = pytest.mark.gates

LOBBY: Final = "src/punto/server/pages/lobby/lobby.js"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the gates look at, to plant mistakes in; the installed tools are the tree's own."""
    install()
    copy = tmp_path_factory.mktemp("tree")
    for name in ("package.json", "tsconfig.json", "eslint.config.js"):
        shutil.copy(ROOT / name, copy / name)
    for name in (
        "docs",
        "types",
        "tests/js",
        "tests/store/books_0_1_0",
        "tests/store/golden",
        "src/punto/server/pages",
    ):
        shutil.copytree(ROOT / name, copy / name)
    (copy / "node_modules").symlink_to(ROOT / "node_modules")
    return copy


Change = Callable[[str], str]


def output_of(gate: str, tree: Path, file: str, change: Change) -> str:
    """The output of a gate for the folder, or the tests, of one file that is changed; the gate must fail."""
    place = tree / file
    before = place.read_text(encoding="utf-8")
    after = change(before)
    assert after != before
    place.write_text(after, encoding="utf-8")
    try:
        status, output = GATES[gate](tree, place.stem if gate == "test" else place.parent.name)
    finally:
        place.write_text(before, encoding="utf-8")
    assert status != 0
    return output


def replaced(old: str, new: str) -> Change:
    return lambda text: text.replace(old, new, 1)


def added(line: str) -> Change:
    return lambda text: f"{text}\n{line}\n"


@pytest.mark.parametrize("gate", GATES)
def test_the_pages_pass(tree: Path, gate: str) -> None:
    status, output = GATES[gate](tree, "")
    assert status == 0, output


MISTAKES: Final[dict[str, tuple[str, str, Change, str]]] = {
    "a misspelled field of an answer": ("types", LOBBY, replaced("row.free_boxes", "row.freeboxes"), "freeboxes"),
    "a misspelled field of a command": (
        "types",
        LOBBY,
        added('import { command } from "../lib/api.js";\ncommand("t", "buy_in", { patron: "x", sum: 1 });'),
        "'sum' does not exist",
    ),
    "a misspelled address": ("types", LOBBY, replaced('poll("/api/tables")', 'poll("/api/table")'), "/api/table"),
    "a misspelled word": ("types", LOBBY, replaced('t("lobby.limits")', 't("lobby.limit")'), "lobby.limit"),
    "an element that is none": ("types", LOBBY, replaced('h("punto-roads"', 'h("punto-road"'), "punto-road"),
    "a missing annotation": (
        "types",
        LOBBY,
        added("export const half = (n) => n / 2;"),
        "implicitly has an 'any' type",
    ),
    "a text of JSON taken as known": (
        "types",
        LOBBY,
        added('export const read = JSON.parse("{}").freeboxes;'),
        "of type 'unknown'",
    ),
    "an answer taken as known": (
        "types",
        LOBBY,
        added('export const read = async () => (await (await fetch("/")).json()).freeboxes;'),
        "of type 'unknown'",
    ),
    "an error that was caught taken as known": (
        "types",
        LOBBY,
        added("first.catch((error) => error.stauts);"),
        "of type 'unknown'",
    ),
    "a list of what is unknown": (
        "types",
        LOBBY,
        added("export const rowsOf = (/** @type {unknown} */ rows) => Array.isArray(rows) && rows[0].freeboxes;"),
        'no type is known of "rows[0]"',
    ),
    "an event of no type": (
        "types",
        LOBBY,
        added("export const rowIn = (/** @type {CustomEvent} */ event) => event.detail.freeboxes;"),
        'no type is known of "event.detail"',
    ),
    "what a message brings, taken apart": (
        "types",
        LOBBY,
        added("export const boxesIn = (/** @type {MessageEvent} */ { data: { freeboxes } }) => freeboxes;"),
        'no type is known of "{ freeboxes }"',
    ),
    "an any out of a map": (
        "types",
        LOBBY,
        added("export const rows = new Map();\nrows.get(1).freeboxes();"),
        'no type is known of "rows.get(1)"',
    ),
    "an unused import": (
        "lint",
        LOBBY,
        replaced("import { money }", "import { money, signed }"),
        "'signed' is defined but never used",
    ),
    "an unknown name": ("lint", LOBBY, added("unknown();"), "'unknown' is not defined"),
    "a variable with a participle's name": (
        "lint",
        LOBBY,
        added("export const rowsOf = (rows) => rows.filter((one) => one.table);"),
        "'one' is restricted",
    ),
    "a function with a participle's name": (
        "lint",
        LOBBY,
        added("export function found() {}"),
        "'found' is restricted",
    ),
    "a private field with a participle's name": (
        "lint",
        LOBBY,
        added("export class Rows { #kept = null; get size() { return this.#kept; } }"),
        "'#kept' is restricted",
    ),
    "a constant with a participle's name": ("lint", LOBBY, replaced("STORAGE_KEY", "KEPT"), "'KEPT' is restricted"),
    "an absolute import": ("lint", LOBBY, replaced('"../lib/money.js"', '"/assets/lib/money.js"'), "are relative"),
    "an import of another page": ("lint", LOBBY, added('import "../table/table.js";'), "what two pages need is in lib"),
    "an import of another page, later": (
        "lint",
        LOBBY,
        added('export const room = () => import("../table/room.js");'),
        "what two pages need is in lib",
    ),
    "another page's module handed on": (
        "lint",
        LOBBY,
        added('export { Room } from "../table/room.js";'),
        "what two pages need is in lib",
    ),
    "an import that the server cannot read": (
        "lint",
        LOBBY,
        added("export const room = () => import(`../table/room.js`);"),
        "a text in double quotes",
    ),
    "an any that hides a shape": (
        "lint",
        LOBBY,
        added("/** @param {any} row */\nexport const boxesOf = (row) => row.freeboxes;"),
        "no any",
    ),
    "an any by another name": (
        "lint",
        LOBBY,
        added("/** @param {Record<string, *>} row */\nexport const boxesOf = (row) => row.freeboxes;"),
        "no any",
    ),
    "a function of any": (
        "lint",
        LOBBY,
        added("/** @param {Function} read */\nexport const boxesOf = (read) => read().freeboxes;"),
        "no any",
    ),
    "a line that the compiler is told to overlook": (
        "lint",
        LOBBY,
        added("// @ts-expect-error\npage.tabels = null;"),
        "looks at every line",
    ),
    "a line that the linter is told to overlook": (
        "lint",
        LOBBY,
        added("unknown(); // eslint-disable-line"),
        "'unknown' is not defined",
    ),
    "a second way to redraw": ("lint", LOBBY, added("document.body.replaceChildren();"), "one way to redraw"),
    "HTML set by hand": ("lint", LOBBY, added('document.body.innerHTML = "<p>x</p>";'), "one way to redraw"),
    "HTML set by a name in brackets": ("lint", LOBBY, added('document.body["innerHTML"] += "x";'), "one way to redraw"),
    "a text set among others": (
        "lint",
        LOBBY,
        added('Object.assign(document.body, { textContent: "x" });'),
        "one way to redraw",
    ),
    "an element put by hand": ("lint", LOBBY, added('document.body.before(h("p"));'), "one way to redraw"),
    "an element put where there may be none": ("lint", LOBBY, added("document.body?.append();"), "one way to redraw"),
    "an element taken away by hand": ("lint", LOBBY, added("document.body.remove();"), "one way to redraw"),
    "an element made by hand": ("lint", LOBBY, added('document.createElement("p");'), "one way to redraw"),
    "a second way to redraw in a toast": (
        "lint",
        "src/punto/server/pages/lib/toast.js",
        added("place.append();"),
        "one way to redraw",
    ),
    "a text set by hand": ("lint", LOBBY, added('document.body.textContent = "x";'), "one way to redraw"),
    "an element put by a name in brackets": (
        "lint",
        LOBBY,
        added('document.body["append"]("x");'),
        "one way to redraw",
    ),
    "an element put by a borrowed function": (
        "lint",
        LOBBY,
        added('Element.prototype.append.call(document.body, "x");'),
        "one way to redraw",
    ),
    "HTML set by reflection": (
        "lint",
        LOBBY,
        added('Reflect.set(document.body, "innerHTML", "x");'),
        "one way to redraw",
    ),
    "a text made by hand": ("lint", LOBBY, added('export const text = new Text("x");'), "one way to redraw"),
    "a style set by hand": ("lint", LOBBY, added('document.body.style.display = "none";'), "wear()"),
    "a style set by its name": ("lint", LOBBY, added('document.body.style.setProperty("top", "0");'), "wear()"),
    "classes taken out": ("lint", LOBBY, added('const { classList } = document.body;\nclassList.add("x");'), "wear()"),
    "an element hidden by a name in brackets": ("lint", LOBBY, added('document.body["hidden"] = true;'), "wear()"),
    "a memo key by a name in brackets": ("lint", LOBBY, added('JSON["stringify"](page);'), "memo keys"),
    "a memo key by a function taken out": ("lint", LOBBY, added("export const { stringify } = JSON;"), "memo keys"),
    "a class set by hand": ("lint", LOBBY, added('document.body.classList.add("x");'), "wear()"),
    "all classes set by hand": ("lint", LOBBY, added('document.body.className = "x";'), "wear()"),
    "an element hidden by hand": ("lint", LOBBY, added("document.body.hidden = true;"), "wear()"),
    "an attribute set by hand": ("lint", LOBBY, added('document.body.setAttribute("lang", "en");'), "wear()"),
    "an attribute taken away by hand": ("lint", LOBBY, added('document.body.removeAttribute("lang");'), "wear()"),
    "an attribute turned by hand": ("lint", LOBBY, added('document.body.toggleAttribute("inert");'), "wear()"),
    "a label set by hand": ("lint", LOBBY, added('document.body.ariaLabel = "x";'), "wear()"),
    "data set by hand": ("lint", LOBBY, added('document.querySelector("p").dataset.x = "y";'), "wear()"),
    "a hand-made memo key": ("lint", LOBBY, added("export const memoKey = JSON.stringify(page);"), "memo keys"),
    "a memo key by another name": ("lint", LOBBY, added("export const drawn = JSON.stringify(page);"), "memo keys"),
    "a memo key compared": ("lint", LOBBY, added('if (JSON.stringify(page) !== "") redraw();'), "memo keys"),
    "a memo key on an element": ("lint", LOBBY, added('h("p", { key: JSON.stringify(page) });'), "memo keys"),
    "a formatter of numbers": ("lint", LOBBY, added('new Intl.NumberFormat("en-US");'), "money() of lib/money.js"),
    "animations asked for": ("lint", LOBBY, added("document.body.getAnimations();"), "keep what animate() gives back"),
    "a wrong sum": (
        "test",
        "src/punto/server/pages/lib/money.js",
        replaced("Math.floor((stake", "Math.ceil((stake"),
        "whole units",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_stopped(tree: Path, mistake: str) -> None:
    gate, file, change, words = MISTAKES[mistake]
    assert words in output_of(gate, tree, file, change)
