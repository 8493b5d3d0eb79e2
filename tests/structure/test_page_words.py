"""Every word that a page asks for is there, in both languages, and the Chinese ones are Chinese."""

import re
from pathlib import Path
from typing import Final

import pytest

from structure.page_words import PAGES, Language, asked_in, asked_of, known_to, words_of

SCRIPTS: Final = sorted(PAGES.rglob("*.js"))
HTML: Final = sorted(PAGES.glob("*.html"))

NAMES: Final = {"Punto", "PAR", "Enter", "Page", "EN", "English", "Switch", "to", "Th"}
"""Names, keys of a keyboard, cards as they are typed, and the way back to English."""


def missing(page: Path, language: Language) -> set[str]:
    keys, beginnings = asked_of(page)
    known = known_to(page, language)
    begun = {one for one in beginnings if not any(key.startswith(one) for key in known)}
    return (keys - known) | begun


@pytest.mark.parametrize("page", HTML, ids=lambda page: page.stem)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_page_has_every_word_that_it_asks_for(page: Path, language: Language) -> None:
    assert missing(page, language) == set()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_words_are_in_both_languages_with_the_same_figures(script: Path) -> None:
    words = words_of(script.read_text(encoding="utf-8"))
    assert words["en"].keys() ^ words["zh"].keys() == set(), "said in one language only"
    for key in words["en"]:
        figures = [set(re.findall(r"\{\w+\}", words[language][key])) for language in ("en", "zh")]
        assert figures[0] == figures[1], f"{key}: {figures}"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_chinese_words_are_chinese(script: Path) -> None:
    words = words_of(script.read_text(encoding="utf-8"))["zh"]
    english = {key: re.findall(r"[A-Za-z]{2,}", re.sub(r"\{\w+\}", "", said)) for key, said in words.items()}
    assert {key: found for key, found in english.items() if set(found) - NAMES} == {}


def test_words_are_read_as_they_are_written() -> None:
    script = """
add({
  en: { "a.b": "One {n}", c: "long " + "words", "key: d": "x" }, // "no": "word"
  zh: { "a.b": "一 {n}", c: "字" },
});
put(t("a.b", { n: t(one ? "c" : `e.${two("x")}`) }), t(`f.${three}`), start("g"), t(side === "player" ? "h" : "i"));
"""
    assert words_of(script)["en"] == {"a.b": "One {n}", "c": "long words", "key: d": "x"}
    assert words_of(script)["zh"] == {"a.b": "一 {n}", "c": "字"}
    assert asked_in(script) == ({"a.b", "c", "h", "i"}, {"e.", "f."})


def test_a_word_that_is_missing_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('<script type="module" src="./page.js"></script><p data-t="a"></p>')
    (tmp_path / "page.js").write_text('import { two } from "./more.js";\nput(t("b"), t(`c.${two}`));\n')
    (tmp_path / "more.js").write_text('add({ en: { a: "A" }, zh: { a: "甲", b: "乙" } });\n', encoding="utf-8")
    assert missing(page, "en") == {"b", "c."}
    assert missing(page, "zh") == {"c."}
