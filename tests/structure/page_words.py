"""The words of the pages: which each folder has, and which its HTML and modules ask for."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from structure.tree import PACKAGE

PAGES: Final = PACKAGE / "server" / "pages"

Language = Literal["en", "zh"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh")

_TOKEN: Final = re.compile(
    r"""//[^\n]*|/\*.*?\*/ | (?P<text>"(?:\\.|[^"\\])*") | `(?:\\.|[^`\\])*` | (?P<word>[\w$]+) | (?P<sign>[^\s\w])""",
    re.VERBOSE | re.DOTALL,
)


def words_of(folder: Path, language: Language) -> dict[str, str]:
    """A folder's words; one that has none is only code."""
    file = folder / f"words.{language}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def asked_in(script: str) -> tuple[set[str], set[str]]:
    """Keys that a module asks for with `t("…")`, and beginnings of those it puts together."""
    keys, beginnings = set(), set()
    for call in re.finditer(r"\b(?:t|inBoth)\(", script):
        argument = _first_argument(script, call.end())
        keys.update(re.findall(r'(?:^|[?:] )"([^"]+)"', argument))
        beginnings.update(re.findall(r"(?:^|[?:] )`([^`$]+)\$", argument))
    return keys, beginnings


def _first_argument(script: str, start: int) -> str:
    depth = 0
    for token in _TOKEN.finditer(script, start):
        said = token.group()
        if depth == 0 and said in (",", ")"):
            return script[start : token.start()]
        depth += (said in "([{") - (said in ")]}")
    raise AssertionError("a call that does not end")


@dataclass(frozen=True)
class Asked:
    """What the files of a folder ask for."""

    keys: frozenset[str]
    """Keys that must be there: those in a call of `t` and those the HTML names."""
    beginnings: frozenset[str]
    """Beginnings of keys that are put together, of which at least one must be there."""
    texts: frozenset[str]
    """Every text of the modules: a key that is handed on to a call of `t` is one of them."""
    begun: frozenset[str]
    """Every beginning of a text that is put together."""

    def uses(self, key: str) -> bool:
        # "cards.one" and "cards.other" are asked for as "cards".
        plain = re.sub(r"\.(one|other)$", "", key)
        whole = {key, plain} & (self.keys | self.texts)
        return bool(whole) or any(key.startswith(one) for one in self.beginnings | self.begun)


def asked_of(folder: Path) -> Asked:
    """What a folder's HTML and modules ask for."""
    html = "".join(file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.html")))
    keys = set(re.findall(r'data-t(?:-label)?="([^"]+)"', html))
    beginnings, texts, begun = set[str](), set[str](), set[str]()
    for file in sorted(folder.glob("*.js")):
        script = file.read_text(encoding="utf-8")
        asked, put_together = asked_in(script)
        keys |= asked
        beginnings |= put_together
        texts |= set(re.findall(r'"([^"\n]*)"', script))
        begun |= set(re.findall(r"`([\w.-]+\.)\$\{", script)) | {
            text for text in texts if re.fullmatch(r"[\w.]+\.", text)
        }
    return Asked(frozenset(keys), frozenset(beginnings), frozenset(texts), frozenset(begun))


def faults(pages: Path) -> list[str]:
    """Everything that is wrong with the words of these pages, a line each."""
    lib = words_of(pages / "lib", "en")
    folders = sorted(folder for folder in pages.iterdir() if folder.is_dir())
    asked = {folder.name: asked_of(folder) for folder in folders}
    found = []
    for folder in folders:
        name, words = folder.name, {language: words_of(folder, language) for language in LANGUAGES}
        found += [f"{name}: {key} is in one language only" for key in sorted(words["en"].keys() ^ words["zh"].keys())]
        found += [
            f"{name}: {key} is empty" for language in LANGUAGES for key, said in words[language].items() if not said
        ]
        known = set(words["en"]) | set(lib)
        known |= {key.removesuffix(".other") for key in known if key.endswith(".other")}
        found += [f"{name}: {key} is missing" for key in sorted(asked[name].keys - known)]
        found += [
            f"{name}: {one}… is missing"
            for one in sorted(asked[name].beginnings)
            if not any(key.startswith(one) for key in known)
        ]
        readers = asked.values() if name == "lib" else [asked[name]]
        found += [f"{name}: {key} is unused" for key in words["en"] if not any(one.uses(key) for one in readers)]
        if name != "lib":
            found += [f"{name}: {key} is in lib already" for key in sorted(words["en"].keys() & lib.keys())]
    return found
