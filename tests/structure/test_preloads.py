"""Each page names every module it needs in its head, so that a browser fetches them at once and not level by level."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest

from structure.tree import PACKAGE

PAGES = PACKAGE / "server" / "pages"

_IMPORT = re.compile(r'^(?:import|export)\s(?:[^;"=]*\sfrom\s)?"([^"]+)"', re.M)
"""Static imports only: what is imported by a call is fetched when it is needed."""


def modules(folder: Path, script: str) -> set[str]:
    """The addresses of all modules that a script leads to, itself not among them."""
    found, waiting = {script}, [script]
    while waiting:
        at = waiting.pop()
        for name in _IMPORT.findall((folder / at.removeprefix("/assets/")).read_text("utf-8")):
            if (to := urljoin(at, name)) not in found:
                found.add(to)
                waiting.append(to)
    return found - {script}


def missing(folder: Path, page: Path) -> str:
    """The lines a page's head should have in place of those it has; empty where they are right."""
    text = page.read_text("utf-8")
    [script] = re.findall(r'<script type="module" src="([^"]+)">', text)
    named = re.findall(r'<link rel="modulepreload" href="([^"]+)">', text)
    wanted = sorted(modules(folder, script))
    return "" if named == wanted else "\n".join(f'  <link rel="modulepreload" href="{one}">' for one in wanted)


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.html")), ids=lambda page: page.stem)
def test_a_page_preloads_exactly_the_modules_it_imports(page: Path) -> None:
    assert not (lines := missing(PAGES, page)), f"{page.name} should have:\n{lines}"


def test_a_module_too_many_or_too_few_is_noticed(tmp_path: Path) -> None:
    head = '<link rel="modulepreload" href="/assets/b.js">{}<script type="module" src="/assets/a.js"></script>'
    page = tmp_path / "a.html"
    (tmp_path / "a.js").write_text('import { b,\n  c } from "./b.js";\nexport const x = "./d.js";\n')
    (tmp_path / "b.js").write_text('const later = () => import("./d.js");\n')
    page.write_text(head.format(""))
    assert missing(tmp_path, page) == ""
    (tmp_path / "b.js").write_text('import "/assets/lib/c.js";\n')
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "c.js").write_text('import "../b.js";\n')
    assert "/assets/lib/c.js" in missing(tmp_path, page)
    page.write_text(head.format('<link rel="modulepreload" href="/assets/lib/c.js">'))
    assert missing(tmp_path, page) == ""
    (tmp_path / "b.js").write_text("")
    assert missing(tmp_path, page) != ""
