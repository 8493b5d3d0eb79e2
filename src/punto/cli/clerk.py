"""The clerk: reads slips, one JSON object a line, hands each to its desk, and answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from punto.cli.desk import Desk, Results
from punto.cli.lines import read_object
from punto.cli.options import decks_of, insured, terms
from punto.coup import Tableau
from punto.kit import Refused
from punto.rulebook import BadRulebook, Insured, Library, Rulebook, known_ones

_KEYS = ("rulebook", "cards", "bets", "insurance", "settings")
_SETTINGS = ("commission", "rounding", "decks")
_INSURANCE = ("window", "insures", "stake")

_DESKS = 64
"""More are not kept at once, whatever settings a log goes through."""


class _Slip(msgspec.Struct, forbid_unknown_fields=True):
    """The usual shape of a line."""

    rulebook: str
    cards: str
    bets: dict[str, int]


class Clerk:
    """Answers lines; keeps a desk for each table's rulebook and settings."""

    def __init__(self, shelf: Library) -> None:
        self._library = shelf
        self._desks: dict[tuple[str, str | None, str | None, int | None], Desk] = {}
        self._results: dict[Tableau, Results] = {}
        self._encode_into = msgspec.json.Encoder().encode_into
        self._quick = msgspec.json.Decoder(_Slip).decode

    def answer(self, line: bytes) -> dict[str, Any]:
        """One line's settlement, or why it is refused."""
        try:
            slip = self._usual(line)
            if slip is not None:
                return self._desk(slip.rulebook).settle(slip.cards, slip.bets, ())
            return self._strict(read_object(line))
        except Refused as refused:
            return {"ok": False, "refusal": refused.refusal}

    def answers(self, lines: Iterable[bytes]) -> tuple[bytearray, bool]:
        """The answers to some lines, one a line, and whether all were ok."""
        told, all_ok = bytearray(), True
        for line in lines:
            answer = self.answer(line)
            all_ok = all_ok and answer["ok"]
            # Written out at once: answers kept in a list would be looked through by every garbage collection.
            self._encode_into(answer, told, -1)
            told += b"\n"
        return told, all_ok

    def _usual(self, line: bytes) -> _Slip | None:
        """A line of the usual shape, read the quick way; None for any that the strict way must look at.

        The quick reader drops a key that is given twice. Every text has two quotes at
        least, so more of them than the kept ones need show that something was dropped.
        """
        try:
            slip = self._quick(line)
        except (msgspec.DecodeError, ValueError, RecursionError):
            return None
        if line.count(b'"') != 10 + 2 * len(slip.bets):
            return None
        return slip

    def _strict(self, given: dict[str, Any]) -> dict[str, Any]:
        _known_keys(given, _KEYS, "a line")
        name, cards, bets = given.get("rulebook"), given.get("cards"), given.get("bets", {})
        if not isinstance(name, str):
            raise Refused(code="missing_key", message='a line names its rulebook: "rulebook":"easy-six"')
        desk = self._desk(name, *_settings(given.get("settings", {})))
        if not isinstance(bets, dict):
            raise Refused(code="wrong_type", message='bets is an object of stakes: {"player":10000}')
        taken = _insurance(given["insurance"]) if "insurance" in given else []
        if not isinstance(cards, str):
            raise Refused(code="missing_key", message='a line names the cards drawn: "cards":"3h 9c 3d 5s 9d"')
        return desk.settle(cards, bets, taken)

    def _desk(
        self, name: str, rounding: str | None = None, commission: str | None = None, decks: int | None = None
    ) -> Desk:
        """The desk of a table with these settings, a new one if there is none yet."""
        key = (name, rounding, commission, decks)
        desk = self._desks.get(key)
        if desk is None:
            book = self._book(name)
            paying, shoe = terms(book, rounding, commission), decks_of(book, decks)
            desk = Desk(book, paying, shoe, self._results.setdefault(book.tableau, {}))
            if len(self._desks) >= _DESKS:
                self._desks.clear()
            self._desks[key] = desk
        return desk

    def _book(self, name: str) -> Rulebook:
        try:
            return self._library.find(name)
        except BadRulebook as bad:  # One broken file of the house's must not stop the lines about others.
            raise Refused(code="bad_rulebook", message=str(bad)) from None


def _settings(settings: object) -> tuple[str | None, str | None, int | None]:
    """Rounding, commission and decks, as far as they are set."""
    if not isinstance(settings, dict):
        raise Refused(code="wrong_type", message='settings is an object: {"rounding":"down"}')
    _known_keys(settings, _SETTINGS, "settings")
    for key in ("commission", "rounding"):
        if key in settings and not isinstance(settings[key], str):
            raise Refused(code="wrong_type", message=f"the setting {key} is a text")
    decks = settings.get("decks")
    if "decks" in settings and (not isinstance(decks, int) or isinstance(decks, bool)):
        raise Refused(code="wrong_type", message="the setting decks is a whole number")
    return settings.get("rounding"), settings.get("commission"), decks


def _known_keys(given: dict[str, Any], known: tuple[str, ...], what: str) -> None:
    for key in given:
        if key not in known:
            raise Refused(code="unknown_key", message=f"{what} has no key {key[:40]!r}; {known_ones(key, known)}")


def _insurance(given: object) -> list[Insured]:
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise Refused(code="wrong_type", message='insurance is a list of objects: {"window":…,"insures":…,"stake":…}')
    return [_insured(one) for one in given]


def _insured(given: dict[str, Any]) -> Insured:
    _known_keys(given, _INSURANCE, "insurance")
    for key in _INSURANCE:
        if key not in given:
            raise Refused(code="missing_key", message=f"insurance names its {key}: {', '.join(_INSURANCE)}")
    return insured(str(given["window"]), str(given["insures"]), given["stake"])
