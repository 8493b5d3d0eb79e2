"""A page of the site as a file: its HTML with a content policy and with addresses relative to where it lies."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Final

import punto.server
from punto.server.frame import LANGUAGES, frame_of, modules_of, scripts_of, words_files, words_in

PAGES: Final = Path(punto.server.__file__).parent / "pages"

HTML: Final = {
    "site-home": "index.html",
    "site-odds": "odds.html",
    "site-roads": "roads.html",
    "site-shoe": "shoe.html",
    "site-coups": "coups.html",
}
"""Pages by their folder; there is one of `BOOK_PAGE` for each rulebook."""
BOOK_PAGE: Final = "site-rulebook"

_CALCULATING: Final = "site-odds"
"""The one page that runs the kernel, as WebAssembly."""

_BESIDE: Final = (".css", ".svg")
_NOSCRIPT: Final = '<noscript data-t="site.script"></noscript>'


def policy(folder: str) -> str:
    """Nothing from another host and nothing inline; WebAssembly on the page that calculates."""
    scripts = "'self' 'wasm-unsafe-eval'" if folder == _CALCULATING else "'self'"
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "worker-src 'self'; base-uri 'none'; form-action 'none'"
    )


SHEET_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""A PAR sheet carries its own styles and no script."""


def with_policy(html: str, content: str) -> str:
    """HTML with a content policy before anything that it is about."""
    mark = '<meta charset="utf-8">\n'
    assert html.count(mark) == 1
    return html.replace(mark, f'{mark}<meta http-equiv="Content-Security-Policy" content="{escape(content)}">\n')


def page(folder: str, path: str, book: str = "") -> bytes:
    """A page's HTML for its place in the site; `book` is the rulebook that it is about."""
    text = with_policy(frame_of(PAGES, _html(folder)), policy(folder))
    text = text.replace("<html ", f'<html data-book="{escape(book)}" ') if book else text
    text = text.replace(_NOSCRIPT, f"<noscript>{_without_script()}</noscript>")
    return text.replace('"/assets/', f'"{"../" * path.count("/")}assets/').encode()


def _without_script() -> str:
    """Why a page stays empty where scripts do not run, in both languages."""
    words = words_in(words_files(PAGES / "lib"))
    paragraphs = (f'<p lang="{language}">{escape(words[language]["site.script"])}</p>' for language in LANGUAGES)
    return "".join(paragraphs)


def assets() -> dict[str, bytes]:
    """Every module, stylesheet and picture that the pages lead to, by its path in the site."""
    folders = (*HTML, BOOK_PAGE)
    texts = {folder: frame_of(PAGES, _html(folder)) for folder in folders}
    names = {name for text in texts.values() for name in modules_of(PAGES, scripts_of(text))}
    names |= {
        file.relative_to(PAGES).as_posix()
        for folder in ("lib", *folders)
        for file in (PAGES / folder).iterdir()
        if file.suffix in _BESIDE and any(f'"/assets/{folder}/{file.name}"' in text for text in texts.values())
    }
    return {f"assets/{name}": (PAGES / name).read_bytes() for name in sorted(names)}


def _html(folder: str) -> Path:
    return PAGES / folder / f"{folder}.html"
