"""A page's HTML as it is sent: its file, with the head that all pages share, every module named that it will load, and
its words.

A browser that reads the modules' names in the head fetches them at once and not level by level, and has the words
before the first module runs: docs/pages.md. What the HTML says can be read, and the felt is the reader's, before the
page's own modules are there. Addresses of files carry the release they belong to, so that a browser keeps them and need
not ask again.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

import msgspec

LANGUAGES: Final = ("en", "zh")

STYLES: Final = "styles"
"""Where a page's stylesheets are sent from, joined: on a line with delay each file counts."""

_IMPORT: Final = re.compile(r'^(?:import|export)\s(?:[^;"=]*\sfrom\s)?"([^"]+)"', re.MULTILINE)
"""Static imports only: what is imported by a call is fetched when it is needed."""

_HEAD: Final = """\
  <meta charset="utf-8">
  <link rel="icon" href="/assets/lib/sign.svg">
  <link rel="stylesheet" href="/assets/lib/tokens.css">
  <link rel="stylesheet" href="/assets/lib/base.css">
"""
"""What stands in the head of every page; its own stylesheets come after these."""

_VIEWPORT: Final = '  <meta name="viewport" content="width=device-width, initial-scale=1">\n'
"""Where a page names no viewport of its own."""

_STYLE: Final = re.compile(r' *<link rel="stylesheet" href="/assets/([^"]+)">\n')

FIRST: Final = ("lib/theme.js", "lib/i18n.js")
"""Modules that import none and run before the page's own: the felt, and the words of what stands in the HTML."""

_ASKING: Final = frozenset({"lib/header.js", "lib/turned-away.js"})
"""Modules that ask who is signed in, before which a page shows nothing of what it is about."""

_WHO: Final = '  <link rel="preload" as="fetch" href="/api/me" crossorigin>\n'
"""That answer is on its way while the modules are."""

_SCRIPT: Final = re.compile(r' *<script type="module" src="/assets/([^"]+)"></script>\n')


def release_of(pages: Path) -> tuple[str, frozenset[Path]]:
    """A name for the files of all pages as they are now, and those files."""
    files = sorted(file for file in pages.rglob("*") if file.is_file())
    contents = hashlib.sha256()
    for file in files:
        name, octets = str(file.relative_to(pages)).encode(), file.read_bytes()
        contents.update(b"%d %b %d " % (len(name), name, len(octets)) + octets)
    return contents.hexdigest()[:16], frozenset(files)


def framed(pages: Path, html: Path, release: str) -> bytes:
    """The HTML as it is sent, its stylesheets joined to one."""
    joined = f'  <link rel="stylesheet" href="/assets/{STYLES}/{html.stem}.css">\n'
    text = _STYLE.sub("", frame_of(pages, html)).replace("</title>\n", f"</title>\n{joined}", 1)
    return text.replace('"/assets/', f'"/assets/{release}/').encode()


def frame_of(pages: Path, html: Path) -> str:
    """The HTML with its modules and words; its files' addresses begin with `/assets/`."""
    text = with_shared_head(html.read_text(encoding="utf-8"))
    scripts = scripts_of(text)
    modules = modules_of(pages, scripts)
    files = [file for folder in ("lib", html.parent.name) for file in words_files(pages / folder)]
    first = [name for name in FIRST if name in modules]
    head = [_WHO] if _ASKING & modules else []
    head += [f'  <script type="module" src="/assets/{name}"></script>\n' for name in first]
    later = modules.difference(scripts, first)
    head += [f'  <link rel="modulepreload" href="/assets/{name}">\n' for name in sorted(later)]
    head.append(f'  <script type="application/json" id="words">{_for_script(words_in(files))}</script>\n')
    place = match.start() if (match := _SCRIPT.search(text)) else text.index("</head>")
    return text[:place] + "".join(head) + text[place:]


def scripts_of(html: str) -> list[str]:
    """The modules that a page's HTML names, by their paths from the pages' folder."""
    return [match[1] for match in _SCRIPT.finditer(html)]


def with_shared_head(text: str) -> str:
    """A page's own HTML with what stands in the head of every page."""
    viewport = "" if '<meta name="viewport"' in text else _VIEWPORT
    return text.replace("<head>\n", f"<head>\n{_HEAD}{viewport}", 1)


def styles_of(pages: Path, html: Path) -> list[Path]:
    """The stylesheets of a page, in their order: those that all pages share, and its own."""
    return [pages / name for name in _STYLE.findall(with_shared_head(html.read_text(encoding="utf-8")))]


def modules_of(pages: Path, scripts: list[str]) -> set[str]:
    """The modules that these lead to, themselves among them, by their paths from the pages' folder."""
    modules, waiting = set(scripts), list(scripts)
    while waiting:
        name = waiting.pop()
        for imported in _IMPORT.findall((pages / name).read_text(encoding="utf-8")):
            if (module := urljoin(name, imported)) not in modules:
                modules.add(module)
                waiting.append(module)
    return modules


def words_files(folder: Path) -> list[Path]:
    """A folder's words, a file a language."""
    return [file for language in LANGUAGES if (file := folder / f"words.{language}.json").is_file()]


def words_in(files: list[Path]) -> dict[str, dict[str, str]]:
    """Words by language and key."""
    words: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
    for file in files:
        language = file.name.split(".")[1]
        words[language] |= msgspec.json.decode(file.read_bytes(), type=dict[str, str])
    return words


def _for_script(words: dict[str, dict[str, str]]) -> str:
    # Within a script element a "<" could end it or begin a comment.
    return msgspec.json.encode(words).decode().replace("<", "\\u003c")
