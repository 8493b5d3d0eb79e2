"""A table of a rulebook file, read key by key: wrong and unknown keys become mistakes, not exceptions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import Enum
from typing import Any, TypeVar
from unicodedata import category

from punto.kit import PUSH, Odds, Push, read_odds
from punto.rulebook.mistake import Mistake, known_ones
from punto.rulebook.model import Name

E = TypeVar("E", bound=Enum)

_KINDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "a table"}


def _obeyed(letter: str) -> bool:
    """Whether a screen obeys this character rather than showing it: an escape, a turn of the writing direction."""
    return category(letter) in ("Cc", "Cf") and letter not in "\n\t"


class Section:
    """One table, its place in the file, and the list its mistakes go to."""

    def __init__(self, table: dict[str, Any], path: str, mistakes: list[Mistake]) -> None:
        self._table = table
        self._asked: set[str] = set()
        self.path = path
        self.mistakes = mistakes

    def at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def wrong(self, code: str, key: str, what: str, fix: str) -> None:
        self.mistakes.append(Mistake(code, self.at(key) if key else self.path, what, fix))

    def has(self, key: str) -> bool:
        return key in self._table

    def _take(self, key: str, kind: type, default: Any, required: bool) -> Any:
        self._asked.add(key)
        if key not in self._table:
            if required:
                self.wrong("missing_key", key, f"{key} is missing", f"write {key} = {_KINDS[kind]}")
            return default
        value = self._table[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.wrong("wrong_type", key, f"{key} is {shown(value)}", f"write {_KINDS[kind]}")
            return default
        return value

    def text(self, key: str, default: str | None = None) -> str:
        value: str = self._take(key, str, default or "", default is None)
        if default is None and self.has(key) and value == "" and isinstance(self._table[key], str):
            self.wrong("empty_text", key, f"{key} is empty", "write something there")
        if hidden := next((letter for letter in value if _obeyed(letter)), ""):
            what = f"{key} has the control character U+{ord(hidden):04X}"
            self.wrong("unprintable_text", key, what, "take it out: screens would obey it instead of showing it")
        return value

    def id(self) -> str:
        """The id of this thing: small letters, digits, hyphens or underscores."""
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
            self.wrong("out_of_range", key, f"{key} is {shown(value)}", f"write a number from {low} to {high}")
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
            self.wrong("bad_numbers", key, f"{key} is {shown(values)}", f"write different numbers from {low} to {high}")
        return tuple(dict.fromkeys(good))

    def instant(self, key: str) -> datetime | None:
        self._asked.add(key)
        value = self._table.get(key)
        if not isinstance(value, datetime) or value.tzinfo is None:
            what = f"{key} is missing" if value is None else f"{key} is {shown(value)}"
            self.wrong("bad_instant", key, what, "write a moment with its offset: 2012-06-02T00:00:00+08:00")
            return None
        return value

    def word(self, key: str, words: type[E], default: E | None = None) -> E | None:
        """A word of a closed list."""
        by_value = {str(member.value): member for member in words}
        value = self._take(key, str, default.value if default else "", default is None)
        if value in by_value:
            return by_value[value]
        if self.has(key) and isinstance(self._table[key], str):
            self.wrong("unknown_word", key, f"{key} has no word {shown(value)}", known_ones(value, by_value))
        return default

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
        return Section(self._take(key, dict, {}, True), self.at(key), self.mistakes)

    def tables(self, key: str, required: bool = False) -> Iterator[Section]:
        """The tables of a list."""
        for index, value in enumerate(self._take(key, list, [], required)):
            if isinstance(value, dict):
                yield Section(value, f"{self.at(key)}[{index}]", self.mistakes)
            else:
                self.wrong("wrong_type", f"{key}[{index}]", f"it is {shown(value)}", "write a table")

    def rest(self) -> dict[str, Any]:
        """All keys, for tables whose keys are themselves data."""
        self._asked |= set(self._table)
        return self._table

    def done(self, optional: Sequence[str] = ()) -> None:
        """Whatever was not asked for is unknown."""
        for key in self._table:
            if key not in self._asked:
                known = [*sorted(self._asked), *optional]
                self.wrong("unknown_key", key, f"there is no key {shown(key)} here", known_ones(key, known))


def shown(value: object) -> str:
    """A value as a mistake quotes it: never long, whatever it is."""
    try:
        text = repr(value)
    except RecursionError:
        return "nested too deep to show"
    except ValueError:  # Python writes out no number of more than some thousand digits.
        return "too long to show"
    return text if len(text) <= 60 else text[:57] + "…"
