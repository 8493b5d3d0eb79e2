"""The server names in each page's head every module the page needs, so that a browser fetches them at once."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from punto.server.frame import FIRST, framed, styles_of
from structure.tree import PACKAGE

PAGES = PACKAGE / "server" / "pages"
RELEASE = "0123456789abcdef"


def named(folder: Path, page: Path) -> list[str]:
    """The modules that a page's head names."""
    html = framed(folder, page, RELEASE).decode()
    assert html.count('"/assets/') == html.count(f'"/assets/{RELEASE}/'), "an address without its release"
    first = [name for name in FIRST if f'<script type="module" src="/assets/{RELEASE}/{name}">' in html]
    return first + re.findall(rf'<link rel="modulepreload" href="/assets/{RELEASE}/([^"]+)">', html)


def imported(folder: Path, page: Path) -> set[str]:
    """The modules that a page leads to. Every address of a module in a module counts, called for later or not."""
    [script] = re.findall(r'<script type="module" src="/assets/([^"]+)">', page.read_text("utf-8"))
    known, waiting = {script}, [script]
    while waiting:
        at = waiting.pop()
        for name in re.findall(r'"(\.{1,2}/[^"\s]+\.js)"', _code((folder / at).read_text("utf-8"))):
            to = os.path.normpath(Path(at).parent / name)
            if to not in known:
                known.add(to)
                waiting.append(to)
    return known - {script}


def _code(text: str) -> str:
    """A module without what it does not import at once: comments, types in them, and calls of import()."""
    return re.sub(r'/\*.*?\*/|^\s*//[^\n]*|\bimport\("[^"]+"\)', "", text, flags=re.DOTALL | re.MULTILINE)


_ADDRESS = re.compile(r"""\b(?:from |import |import\()(["']|(?<=\()`)([^"'`\s]+)\1""")


def stray(folder: Path) -> list[str]:
    """Imports that are not relative, or that lead into another page's folder."""
    lines = []
    for file in sorted(folder.rglob("*.js")):
        own = file.relative_to(folder).parts[0]
        for _, name in _ADDRESS.findall(file.read_text("utf-8")):
            to = os.path.relpath(os.path.normpath(file.parent / name), folder)
            if not name.startswith(".") or Path(to).parts[0] not in (own, "lib"):
                lines.append(f"{file.relative_to(folder)}: {name}")
    return lines


@pytest.mark.parametrize("page", sorted(PAGES.glob("*/*.html")), ids=lambda page: page.stem)
def test_a_page_preloads_exactly_the_modules_it_imports(page: Path) -> None:
    assert set(named(PAGES, page)) == imported(PAGES, page)
    first = [name for name in named(PAGES, page) if name in FIRST]
    assert named(PAGES, page) == first + sorted(set(named(PAGES, page)) - set(first))


@pytest.mark.parametrize("page", sorted(PAGES.glob("*/*.html")), ids=lambda page: page.stem)
def test_felt_and_words_run_before_the_modules_of_the_page_and_wait_for_none(page: Path) -> None:
    html = framed(PAGES, page, RELEASE).decode()
    scripts = re.findall(rf'<script type="module" src="/assets/{RELEASE}/([^"]+)">', html)
    assert scripts == [*FIRST, f"{page.stem}/{page.stem}.js"]
    assert [name for name in FIRST if re.search(r"^import ", (PAGES / name).read_text("utf-8"), re.MULTILINE)] == []
    assert html.index('id="words"') < html.index("</head>")


@pytest.mark.parametrize("page", sorted(PAGES.glob("*/*.html")), ids=lambda page: page.stem)
def test_a_reader_is_sent_one_stylesheet_of_all_that_the_page_names(page: Path) -> None:
    html = framed(PAGES, page, RELEASE).decode()
    assert re.findall('<link rel="stylesheet" href="([^"]+)">', html) == [f"/assets/{RELEASE}/styles/{page.stem}.css"]
    styles = styles_of(PAGES, page)
    assert [style.name for style in styles[:2]] == ["tokens.css", "base.css"]
    assert set(page.parent.glob("*.css")) <= set(styles), "a stylesheet beside the page that nobody is sent"
    assert all(style.is_file() and "url(" not in style.read_text("utf-8") for style in styles), "relative when joined"


@pytest.mark.parametrize("page", sorted(PAGES.glob("*/*.html")), ids=lambda page: page.stem)
def test_a_page_that_asks_who_is_signed_in_is_sent_the_answer_ahead(page: Path) -> None:
    html = framed(PAGES, page, RELEASE).decode()
    modules = {f"{page.stem}/{page.stem}.js", *named(PAGES, page)}
    asks = any(re.search(r"\b(me|admitted)\(", _code((PAGES / name).read_text("utf-8"))) for name in modules - API)
    assert html.count('<link rel="preload" as="fetch" href="/api/me" crossorigin>') == asks


API = {"lib/api.js", "lib/turned-away.js"}
"""Where me() and admitted() are said; who calls them asks."""


def test_no_page_names_a_module_by_hand() -> None:
    assert [page.name for page in PAGES.glob("*/*.html") if "modulepreload" in page.read_text("utf-8")] == []


SHARED = ("charset=", "lib/sign.svg", "lib/tokens.css", "lib/base.css")


@pytest.mark.parametrize("page", sorted(PAGES.glob("*/*.html")), ids=lambda page: page.stem)
def test_the_head_that_all_pages_share_is_written_by_the_server(page: Path) -> None:
    own, sent = page.read_text("utf-8"), framed(PAGES, page, RELEASE).decode()
    assert [part for part in SHARED if part in own] == []
    assert [sent.count(part) for part in (*SHARED[:2], 'rel="stylesheet"', 'name="viewport"')] == [1] * 4
    assert [style.name for style in styles_of(PAGES, page)][:2] == ["tokens.css", "base.css"]


def test_a_page_may_name_a_viewport_of_its_own() -> None:
    assert "viewport-fit=cover" in framed(PAGES, PAGES / "table" / "table.html", RELEASE).decode()


def test_imports_are_relative_and_lead_to_lib_or_the_page_itself() -> None:
    assert stray(PAGES) == []


def test_an_import_that_leads_elsewhere_is_noticed(tmp_path: Path) -> None:
    for name in ("a", "b", "lib"):
        (tmp_path / name).mkdir()
    (tmp_path / "a" / "a.js").write_text('import "./x.js";\nimport { y } from "../lib/y.js";\n')
    assert stray(tmp_path) == []
    (tmp_path / "a" / "a.js").write_text('import "/assets/lib/y.js";\nimport { y } from "../b/y.js";\n')
    assert stray(tmp_path) == ["a/a.js: /assets/lib/y.js", "a/a.js: ../b/y.js"]
    (tmp_path / "a" / "a.js").write_text("import '../b/y.js';\nconst later = () => import(`../b/z.js`);\n")
    assert stray(tmp_path) == ["a/a.js: ../b/y.js", "a/a.js: ../b/z.js"]
    (tmp_path / "a" / "a.js").unlink()
    (tmp_path / "lib" / "y.js").write_text('const later = () => import("../a/a.js");\n')
    assert stray(tmp_path) == ["lib/y.js: ../a/a.js"]


def test_a_module_too_many_or_too_few_is_noticed(tmp_path: Path) -> None:
    for name in ("a", "lib"):
        (tmp_path / name).mkdir()
    page = tmp_path / "a" / "a.html"
    page.write_text('<head>\n<script type="module" src="/assets/a/a.js"></script>\n</head>')
    (tmp_path / "a" / "a.js").write_text('import { b,\n  c } from "./b.js";\nexport const x = { c: "d.js" };\n')
    (tmp_path / "a" / "b.js").write_text('// "./e.js"\nconst later = () => import("./d.js");\n')
    assert named(tmp_path, page) == ["a/b.js"]
    assert imported(tmp_path, page) == {"a/b.js"}
    (tmp_path / "a" / "b.js").write_text('import "../lib/c.js";\n')
    (tmp_path / "lib" / "c.js").write_text('import "../a/b.js";\n')
    assert named(tmp_path, page) == ["a/b.js", "lib/c.js"]
    # What the server would overlook: an import that does not stand at the beginning of a line.
    (tmp_path / "lib" / "d.js").write_text("")
    (tmp_path / "lib" / "c.js").write_text('const a = 1; import "./d.js";\n')
    assert set(named(tmp_path, page)) != imported(tmp_path, page)
