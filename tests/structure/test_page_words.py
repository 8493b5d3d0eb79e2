"""Every word a page asks for is there, in both languages, none for nothing, and the Chinese ones are Chinese."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from structure.page_words import LANGUAGES, PAGES, asked_in, faults, words_of

FOLDERS: Final = sorted(folder for folder in PAGES.iterdir() if folder.is_dir())

NAMES: Final = {"Punto", "PAR", "PDF", "SHA", "Enter", "Home", "End", "Page", "EN", "English", "Switch", "to", "Th"}
"""Names, keys of a keyboard, cards as they are typed, and the way back to English."""


def test_every_word_is_there_and_used() -> None:
    assert faults(PAGES) == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_words_have_the_same_figures_in_both_languages(folder: Path) -> None:
    english, chinese = (words_of(folder, language) for language in LANGUAGES)
    assert english
    for key in english:
        figures = [set(re.findall(r"\{\w+\}", words[key])) for words in (english, chinese)]
        assert figures[0] == figures[1], f"{key}: {figures}"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_chinese_words_are_chinese(folder: Path) -> None:
    words = words_of(folder, "zh")
    english = {key: re.findall(r"[A-Za-z]{2,}", re.sub(r"\{\w+\}", "", said)) for key, said in words.items()}
    assert {key: found for key, found in english.items() if set(found) - NAMES} == {}


def test_no_module_says_words_of_its_own() -> None:
    """A word in a module is one that no translator finds."""
    modules = sorted(PAGES.rglob("*.js"))
    texts = {f"{file.parent.name}/{file.name}": _code(file.read_text(encoding="utf-8")) for file in modules}
    said = {name: re.findall(r"[\u4e00-\u9fff]+", text) for name, text in texts.items()}
    assert {name: found for name, found in said.items() if found} == {}


def _code(script: str) -> str:
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", script, flags=re.DOTALL)


def test_words_are_read_as_they_are_asked_for() -> None:
    script = """
put(t("a.b", { n: t(one ? "c" : `e.${two("x")}`) }), t(`f.${three}`), start("g"), t(side === "player" ? "h" : "i"));
inBoth("j");
"""
    assert asked_in(script) == ({"a.b", "c", "h", "i", "j"}, {"e.", "f."})


Files = dict[str, str]


def written(folder: Path, files: Files) -> Path:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def words(**said: str) -> str:
    return json.dumps({key.replace("_", "."): text for key, text in said.items()})


WHOLE: Final[Files] = {
    "a/a.html": '<p data-t="title"></p>',
    "a/a.js": 'put(t("both"), t(`part.${one}`), t("cards", { count: 2 }), row("handed.on"));\n',
    "a/words.en.json": words(title="A", part_x="X", cards_one="1", cards_other="n", handed_on="H"),
    "a/words.zh.json": words(title="甲", part_x="乙", cards_one="丙", cards_other="丙", handed_on="丁"),
    "lib/words.en.json": words(both="B"),
    "lib/words.zh.json": words(both="戊"),
}

MISTAKES: Final[dict[str, tuple[str, Callable[[str], str], list[str]]]] = {
    "missing": ("a/a.js", lambda text: text + 't("not.there");', ["a: not.there is missing"]),
    "missing in the HTML": ("a/a.html", lambda text: text + '<b data-t-label="no"></b>', ["a: no is missing"]),
    "missing beginning": ("a/a.js", lambda text: text + "t(`none.${x}`);", ["a: none.… is missing"]),
    "unused": ("a/a.js", lambda text: text.replace('row("handed.on")', ""), ["a: handed.on is unused"]),
    "unused in lib": ("a/a.js", lambda text: text.replace('t("both")', ""), ["lib: both is unused"]),
    "empty": ("a/words.zh.json", lambda text: text.replace(json.dumps("甲"), '""'), ["a: title is empty"]),
    "in one language": (
        "lib/words.zh.json",
        lambda text: text.replace("both", "other"),
        ["lib: both is in one language only", "lib: other is in one language only"],
    ),
    "twice": ("lib/words.en.json", lambda text: words(both="B", title="A"), ["a: title is in lib already"]),
}


def test_words_without_a_mistake_have_none(tmp_path: Path) -> None:
    assert faults(written(tmp_path, WHOLE)) == []


@pytest.mark.parametrize("mistake", MISTAKES)
def test_each_mistake_is_seen(tmp_path: Path, mistake: str) -> None:
    name, change, said = MISTAKES[mistake]
    found = faults(written(tmp_path, WHOLE | {name: change(WHOLE[name])}))
    assert set(said) <= set(found)
