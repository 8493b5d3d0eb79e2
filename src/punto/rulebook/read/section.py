"""A table of a rulebook file, read key by key: wrong and unknown keys become mistakes, not exceptions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from difflib import get_close_matches
from enum import Enum
from typing import Any, TypeVar
from unicodedata import category

from punto.kit import PUSH, Odds, Push, read_odds
from punto.rulebook.mistake import Mistake, known_ones, nearest
from punto.rulebook.model import PROCEDURES, Name
from punto.rulebook.read.toml import UNREADABLE

E = TypeVar("E", bound=Enum)

KEYS = {*PROCEDURES} | {
    *("banker_draws_alone", "banker_draws_on", "became", "bet", "boxes", "both_windows", "by", "cap_cite", "cards"),
    *("cite", "commission", "decides", "decks", "edition", "effective", "en", "forgone_cite", "grid", "hand", "id"),
    *("insurance", "insurance_area", "insurance_terms", "insures", "irregularity", "kind", "layout", "leads_to"),
    *("least", "limits", "lose_cite", "maximum", "maximum_cite", "most", "n", "name", "naturals", "needs"),
    *("needs_cite", "notice_cite", "odds", "offered_cite", "on", "options", "options_cite", "original_cite"),
    *("paragraph", "pays", "player_draws", "procedure", "rate", "reading", "reads", "says", "source"),
    *("squeeze_waives_cite", "tableau", "tie_cite", "title", "usual", "version", "what", "when", "why", "window"),
    *("windows_cite", "zh"),
}
"""Every key that some table of the format has: none of them is a misspelling of another."""

_KINDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "a table"}


def _is_control(letter: str) -> bool:
    """Whether a screen acts on this character instead of showing it: an escape, a change of writing direction."""
    return category(letter) in ("Cc", "Cf") and letter not in "\n\t"


class Section:
    """One table, its place in the file, and the list its mistakes go to."""

    def __init__(self, table: dict[str, Any], path: str, mistakes: list[Mistake]) -> None:
        self._table = table
        self._read_keys: set[str] = set()
        self._misspelt: dict[str, str] = {}
        """Keys that stand here under another spelling."""
        self.path = path
        self.mistakes = mistakes

    def at(self, key: str) -> str:
        key = self._misspelt.get(key, key)
        return f"{self.path}.{key}" if self.path else key

    def wrong(self, code: str, key: str, what: str, fix: str, guessed: bool = False) -> None:
        self.mistakes.append(Mistake(code, self.at(key) if key else self.path, what, fix, guessed))

    def has(self, key: str) -> bool:
        return self._spelling(key) in self._table

    def is_unreadable(self, key: str) -> bool:
        """Whether the value is no TOML; that mistake is reported already."""
        self._read_keys.add(key)
        return self._table.get(self._spelling(key)) is UNREADABLE

    def _spelling(self, key: str) -> str:
        """The key as this table spells it; a misspelt one is a mistake, and is read as the key it resembles."""
        if key in self._table or key in self._misspelt:
            return self._misspelt.get(key, key)
        strange = {word.lower(): word for word in self._table if word not in KEYS and word not in self._read_keys}
        cutoff = 0.75 if len(key) > 3 else 0.6  # One letter of three that is another.
        near = [strange[word] for word in get_close_matches(key, strange, n=1, cutoff=cutoff)] if len(key) > 2 else []
        if not near:
            return key
        what = f"there is no key {quote(near[0])} here"
        self.wrong("unknown_key", near[0], what, f"did you mean {key}?", guessed=True)
        self._misspelt[key] = near[0]
        self._read_keys.add(near[0])
        return near[0]

    def _take(self, key: str, kind: type, default: Any, required: bool) -> Any:
        self._read_keys.add(key)
        spelling = self._spelling(key)
        if spelling not in self._table:
            if required:
                self.wrong("missing_key", key, f"{key} is missing", f"write {key} = {_KINDS[kind]}")
            return default
        value = self._table[spelling]
        if value is UNREADABLE:
            return default
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.wrong("wrong_type", key, f"{key} is {quote(value)}", f"write {_KINDS[kind]}")
            return default
        return value

    def text(self, key: str, default: str | None = None) -> str:
        value: str = self._take(key, str, default or "", default is None)
        if default is None and self.has(key) and value == "" and isinstance(self._table[self._spelling(key)], str):
            self.wrong("empty_text", key, f"{key} is empty", "write something there")
        if hidden := next((letter for letter in value if _is_control(letter)), ""):
            what = f"{key} has the control character U+{ord(hidden):04X}"
            self.wrong("unprintable_text", key, what, "take it out: screens would obey it instead of showing it")
        return value

    def id(self) -> str:
        """An id: small letters, digits, hyphens or underscores."""
        word = self.text("id")
        if word and not re.fullmatch(r"[a-z0-9]+(?:[_-][a-z0-9]+)*", word):
            self.wrong("bad_id", "id", f"id is {word[:40]!r}", "write small letters, digits and hyphens: easy-six")
        return word

    def name(self, key: str = "name") -> Name:
        """A name in both languages."""
        names = self.table(key)
        name = Name(names.text("en"), names.text("zh"))
        names.done()
        return name

    def number(self, key: str, low: int, high: int) -> int:
        value: int = self._take(key, int, low, True)
        if not low <= value <= high:
            self.wrong("out_of_range", key, f"{key} is {quote(value)}", f"write a number from {low} to {high}")
            return min(max(value, low), high)
        return value

    def flag(self, key: str, default: bool) -> bool:
        value: bool = self._take(key, bool, default, False)
        return value

    def numbers(self, key: str, low: int, high: int) -> tuple[int, ...]:
        """A list of different whole numbers in a range."""
        values = self._take(key, list, [], True)
        good = [v for v in values if isinstance(v, int) and not isinstance(v, bool) and low <= v <= high]
        if len(good) != len(values) or len(set(good)) != len(good):
            self.wrong("bad_numbers", key, f"{key} is {quote(values)}", f"write different numbers from {low} to {high}")
        return tuple(dict.fromkeys(good))

    def instant(self, key: str) -> datetime | None:
        self._read_keys.add(key)
        value = self._table.get(self._spelling(key))
        if value is UNREADABLE:
            return None
        if not isinstance(value, datetime) or value.tzinfo is None:
            what = f"{key} is missing" if value is None else f"{key} is {quote(value)}"
            self.wrong("bad_instant", key, what, "write a moment with its offset: 2012-06-02T00:00:00+08:00")
            return None
        return value

    def word(self, key: str, words: type[E], default: E | None = None) -> E | None:
        """A word of a closed list."""
        if self.is_unreadable(key):
            return None
        by_value = {str(member.value): member for member in words}
        value = self._take(key, str, default.value if default else "", default is None)
        if value in by_value:
            return by_value[value]
        if not self.has(key) or not isinstance(self._table[self._spelling(key)], str):
            return default
        near = nearest(value, by_value)
        what = f"{key} has no word {quote(value)}"
        self.wrong("unknown_word", key, what, known_ones(value, by_value), guessed=near is not None)
        return by_value[near] if near else None

    def words(self, key: str, known_words: Sequence[str]) -> tuple[str, ...]:
        """A list of different words of a closed list; none where it is missing."""
        values = self._take(key, list, [], False)
        for value in values:
            if value not in known_words:
                what = f"{key} has no word {quote(value)}"
                self.wrong("unknown_word", key, what, known_ones(str(value), known_words))
        return tuple(dict.fromkeys(value for value in values if value in known_words))

    def odds(self, key: str) -> Odds | Push | None:
        """Printed odds, or the word push."""
        text = self.text(key)
        if text == "push":
            return PUSH
        if text:
            try:
                return read_odds(text)
            except ValueError as error:
                self.wrong("impossible_odds", key, str(error), 'or "push" where the stake is returned')
        return None

    def table(self, key: str) -> Section:
        """A table inside this one; empty, with a mistake, if it is missing."""
        table = self._take(key, dict, {}, True)
        table = table | self._torn_off(key, table)
        # A value that is no table is reported already; its missing keys are not reported as well.
        is_table = isinstance(self._table.get(self._spelling(key), {}), dict)
        return Section(table, self.at(key), self.mistakes if is_table else [])

    def _torn_off(self, key: str, table: dict[str, Any]) -> dict[str, Any]:
        """The keys under a misspelt header where one below it is spelt right: [tableu] beside [tableau.more]."""
        strange = [
            word for word, value in self._table.items() if word not in KEYS | self._read_keys and type(value) is dict
        ]
        near = get_close_matches(key, strange, n=1, cutoff=0.75)
        if not near or not table or table.keys() & self._table[near[0]].keys():
            return {}
        self.wrong(
            "unknown_key", near[0], f"there is no key {quote(near[0])} here", f"did you mean {key}?", guessed=True
        )
        self._read_keys.add(near[0])
        torn: dict[str, Any] = self._table[near[0]]
        return torn

    def tables(self, key: str, required: bool = False) -> Iterator[Section]:
        """The tables of a list."""
        for index, value in enumerate(self._take(key, list, [], required)):
            place = f"{self.at(key)}[{index}]"
            if isinstance(value, dict):
                yield Section(value, place, self.mistakes)
            else:
                if value is not UNREADABLE:
                    self.mistakes.append(Mistake("wrong_type", place, f"it is {quote(value)}", "write a table"))
                # It keeps its index, so that later tables have theirs; its missing keys are not reported as well.
                yield Section({}, place, [])

    def rest(self) -> dict[str, Any]:
        """All keys, for tables whose keys are themselves data."""
        self._read_keys |= set(self._table)
        return self._table

    def done(self, optional: Sequence[str] = ()) -> None:
        """Reports each key that was not read as unknown."""
        for key in self._table:
            if key not in self._read_keys:
                known_keys = [*sorted(self._read_keys - {*self._misspelt.values()}), *optional]
                self.wrong("unknown_key", key, f"there is no key {quote(key)} here", known_ones(key, known_keys))


def quote(value: object) -> str:
    """A value as a mistake quotes it: never long, whatever it is."""
    try:
        text = repr(value)
    except RecursionError:
        return "nested too deep to show"
    except ValueError:  # Python writes out no number of more than some thousand digits.
        return "too long to show"
    return text if len(text) <= 60 else text[:57] + "…"
