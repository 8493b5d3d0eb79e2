"""Slips in bulk: one JSON object a line is read, handed to the settler of its rulebook and settings, and answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from punto.coup import Tableau
from punto.kit import Refused
from punto.kit.json_line import read_object
from punto.rulebook.decks import decks_of
from punto.rulebook.library import Library
from punto.rulebook.mistake import BadRulebook, known_ones
from punto.rulebook.model import Rulebook
from punto.rulebook.settler import Results, Settler
from punto.rulebook.slip import Insured
from punto.rulebook.slip_answer import SlipAnswer, SlipRefusal
from punto.rulebook.spelling import read_insured, read_terms

SLIP_KEYS = ("rulebook", "cards", "bets", "insurance", "settings")
_SETTINGS = ("commission", "rounding", "decks")
_INSURANCE = ("window", "insures", "stake")

_MOST_SETTLERS = 64
"""No more settlers are kept at once, however many settings a log has."""


class _Slip(msgspec.Struct, forbid_unknown_fields=True):
    """The usual shape of a line."""

    rulebook: str
    cards: str
    bets: dict[str, int]


class BulkSettlement:
    """Answers lines, with a settler for each rulebook and settings."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._settlers: dict[tuple[str, str | None, str | None, int | None], Settler] = {}
        self._results: dict[Tableau, Results] = {}
        self._encode_into = msgspec.json.Encoder().encode_into
        self._quick = msgspec.json.Decoder(_Slip).decode

    def answer(self, line: bytes) -> SlipAnswer | SlipRefusal:
        """One line's settlement, or why it is refused."""
        try:
            slip = self._usual(line)
            if slip is not None:
                return self._settler(slip.rulebook).settle(slip.cards, slip.bets, ())
            return self._strict(read_object(line))
        except Refused as refused:
            return SlipRefusal(False, refused.refusal)

    def answers(self, lines: Sequence[bytes], numbers: Sequence[int] | None = None) -> tuple[bytearray, bool]:
        """The answers to some lines, one a line, and whether all were ok; refusals name the line by its number."""
        lines_out, all_ok = bytearray(), True
        for at, line in enumerate(lines):
            answer = self.answer(line)
            if isinstance(answer, SlipRefusal):
                all_ok = False
                answer = SlipRefusal(False, answer.refusal.at_line(numbers[at])) if numbers else answer
            # Written out at once: answers kept in a list would be looked through by every garbage collection.
            self._encode_into(answer, lines_out, -1)
            lines_out += b"\n"
        return lines_out, all_ok

    def _usual(self, line: bytes) -> _Slip | None:
        """A line of the usual shape, read the quick way; None for any that the strict way must look at.

        The quick reader drops a key that is given twice. Every key and text has two quotes
        at least, so more quotes than those it returned need show that one was dropped.
        """
        try:
            slip = self._quick(line)
        except (msgspec.DecodeError, ValueError, RecursionError):
            return None
        if line.count(b'"') != 10 + 2 * len(slip.bets):
            return None
        return slip

    def _strict(self, fields: dict[str, Any]) -> SlipAnswer:
        _check_keys(fields, SLIP_KEYS, "a line")
        name, cards, bets = fields.get("rulebook"), fields.get("cards"), fields.get("bets", {})
        if not isinstance(name, str):
            raise Refused(code="missing_key", message='a line names its rulebook: "rulebook":"easy-six"')
        settler = self._settler(name, *_settings(fields.get("settings", {})))
        if not isinstance(bets, dict):
            raise Refused(code="wrong_type", message='bets is an object of stakes: {"player":10000}')
        insurance = _insurance(fields["insurance"]) if "insurance" in fields else []
        if not isinstance(cards, str):
            raise Refused(code="missing_key", message='a line names the cards drawn: "cards":"3h 9c 3d 5s 9d"')
        return settler.settle(cards, bets, insurance)

    def _settler(
        self, name: str, rounding: str | None = None, commission: str | None = None, decks: int | None = None
    ) -> Settler:
        """The settler of a table with these settings, a new one if there is none yet."""
        key = (name, rounding, commission, decks)
        settler = self._settlers.get(key)
        if settler is None:
            book = self._book(name)
            results = self._results.setdefault(book.tableau, {})
            settler = Settler(book, read_terms(book, rounding, commission), decks_of(book, decks), results)
            if len(self._settlers) >= _MOST_SETTLERS:
                self._settlers.clear()
            self._settlers[key] = settler
        return settler

    def _book(self, name: str) -> Rulebook:
        try:
            return self._library.find(name)
        except BadRulebook as bad:  # One broken file of the house's must not stop the lines about others.
            raise Refused(code="bad_rulebook", message=str(bad)) from None


def _settings(settings: object) -> tuple[str | None, str | None, int | None]:
    """Rounding, commission and decks, as far as they are set."""
    if not isinstance(settings, dict):
        raise Refused(code="wrong_type", message='settings is an object: {"rounding":"down"}')
    _check_keys(settings, _SETTINGS, "settings")
    for key in ("commission", "rounding"):
        if key in settings and not isinstance(settings[key], str):
            raise Refused(code="wrong_type", message=f"the setting {key} is a text")
    decks = settings.get("decks")
    if "decks" in settings and (not isinstance(decks, int) or isinstance(decks, bool)):
        raise Refused(code="wrong_type", message="the setting decks is a whole number")
    return settings.get("rounding"), settings.get("commission"), decks


def _check_keys(fields: dict[str, Any], known_keys: tuple[str, ...], what: str) -> None:
    for key in fields:
        if key not in known_keys:
            raise Refused(code="unknown_key", message=f"{what} has no key {key[:40]!r}; {known_ones(key, known_keys)}")


def _insurance(value: object) -> list[Insured]:
    if not isinstance(value, list) or not all(isinstance(bet, dict) for bet in value):
        raise Refused(code="wrong_type", message='insurance is a list of objects: {"window":…,"insures":…,"stake":…}')
    return [_insured(bet) for bet in value]


def _insured(fields: dict[str, Any]) -> Insured:
    _check_keys(fields, _INSURANCE, "insurance")
    for key in _INSURANCE:
        if key not in fields:
            raise Refused(code="missing_key", message=f"insurance names its {key}: {', '.join(_INSURANCE)}")
    return read_insured(str(fields["window"]), str(fields["insures"]), fields["stake"])
