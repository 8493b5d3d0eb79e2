"""A page's HTML as it is sent: its file, with every module named that it will load and with its words.

A browser that reads the modules' names in the head fetches them at once and not level by level, and has the words
before the first module runs: docs/pages.md.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

import msgspec

LANGUAGES: Final = ("en", "zh")

_IMPORT: Final = re.compile(r'^(?:import|export)\s(?:[^;"=]*\sfrom\s)?"([^"]+)"', re.MULTILINE)
"""Static imports only: what is imported by a call is fetched when it is needed."""

_SCRIPT: Final = re.compile(r' *<script type="module" src="/assets/([^"]+)"></script>\n')


def framed(pages: Path, html: Path) -> tuple[bytes, frozenset[Path]]:
    """The HTML as it is sent, and the files it was made from."""
    text = html.read_text(encoding="utf-8")
    scripts = [match[1] for match in _SCRIPT.finditer(text)]
    modules = modules_of(pages, scripts)
    files = [file for folder in ("lib", html.parent.name) for file in words_files(pages / folder)]
    head = [f'  <link rel="modulepreload" href="/assets/{name}">\n' for name in sorted(modules - set(scripts))]
    head.append(f'  <script type="application/json" id="words">{_for_script(words_in(files))}</script>\n')
    place = match.start() if (match := _SCRIPT.search(text)) else text.index("</head>")
    whole = text[:place] + "".join(head) + text[place:]
    return whole.encode(), frozenset({html, *files, *(pages / name for name in modules)})


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
