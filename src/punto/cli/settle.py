"""`punto settle`: one JSON object a line in and out, for checking somebody else's log."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from punto.cli.lines import json_lines, read_object
from punto.cli.options import RulebookFolders, decks_of, library, terms
from punto.coup import Result
from punto.kit import Refused, Side, read_cards
from punto.rulebook import Insured, Library, Rulebook, Settlement, Terms, Window, check_stake, known_ones, settle_slip

_KEYS = ("rulebook", "cards", "bets", "insurance", "settings")
_SETTINGS = ("commission", "rounding", "decks")
_INSURANCE = ("window", "insures", "stake")
_WINDOWS = {window.value: window for window in Window}
_SIDES = {side.value: side for side in Side}


def add_to(app: typer.Typer) -> None:
    app.command("settle")(settle)


def settle(
    file: Annotated[Path, typer.Argument(help="A file with one JSON object a line, or - for standard input.")],
    rulebooks: RulebookFolders = None,
) -> int:
    """Settle coups in bulk: one JSON object a line in, one out.

    In: {"rulebook":"easy-six","cards":"3h 9c 3d 5s 9d","bets":{"player":10000}}, where wanted
    with "insurance":[{"window","insures","stake"}] and "settings":{"commission","rounding","decks"}.

    Exit status 0 if every line was ok, 1 if any was refused, 2 if nothing could be read.
    """
    clerk = Clerk(library(rulebooks))
    encoder = msgspec.json.Encoder()
    all_ok = True
    write = sys.stdout.buffer.write
    for line in json_lines(file):
        answer = clerk.answer(line)
        all_ok = all_ok and answer["ok"]
        write(encoder.encode(answer) + b"\n")
    return 0 if all_ok else 1


class Clerk:
    """Answers lines; keeps what many lines share, so that each costs little."""

    def __init__(self, shelf: Library) -> None:
        self._library = shelf
        self._books: dict[str, tuple[Rulebook, Terms, int]] = {}

    def answer(self, line: bytes) -> dict[str, Any]:
        """One line's settlement, or why it is refused."""
        try:
            return self._settled(read_object(line))
        except Refused as refused:
            return {"ok": False, "refusal": refused.refusal.as_dict()}

    def _settled(self, given: dict[str, Any]) -> dict[str, Any]:
        book, paying, decks = self._terms(given)
        bets = given.get("bets", {})
        if not isinstance(bets, dict):
            raise Refused("wrong_type", 'bets is an object of stakes: {"player":10000}')
        taken = [_insured(one) for one in _list(given, "insurance")] if "insurance" in given else []
        settled = settle_slip(book, _cards(given), bets, taken, paying, decks)
        return {
            "ok": True,
            "result": result_dict(settled.result),
            "bets": {bet: settlement_dict(ended) for bet, ended in settled.bets.items()},
            "insurance": [
                {"window": one.window.value, "insures": one.insures.value, "stake": one.stake, **settlement_dict(ended)}
                for one, _, ended in settled.insurance
            ],
        }

    def _terms(self, given: dict[str, Any]) -> tuple[Rulebook, Terms, int]:
        _known_keys(given, _KEYS, "a line")
        name = given.get("rulebook")
        if not isinstance(name, str):
            raise Refused("missing_key", 'a line names its rulebook: "rulebook":"easy-six"')
        if "settings" in given:
            return self._set(self._library.find(name), given["settings"])
        if name not in self._books:
            self._books[name] = self._set(self._library.find(name), {})
        return self._books[name]

    def _set(self, book: Rulebook, settings: object) -> tuple[Rulebook, Terms, int]:
        if not isinstance(settings, dict):
            raise Refused("wrong_type", 'settings is an object: {"rounding":"down"}')
        _known_keys(settings, _SETTINGS, "settings")
        for key in ("commission", "rounding"):
            if key in settings and not isinstance(settings[key], str):
                raise Refused("wrong_type", f"the setting {key} is a text")
        decks = settings.get("decks")
        if decks is not None and (not isinstance(decks, int) or isinstance(decks, bool)):
            raise Refused("wrong_type", "the setting decks is a whole number")
        return book, terms(book, settings.get("rounding"), settings.get("commission")), decks_of(book, decks)


def insured(window: str, insures: str, stake: object) -> Insured:
    """An insurance bet from the words for its window and hand."""
    what = f"insurance of {insures[:20]} {window[:40]}"
    if window not in _WINDOWS:
        raise Refused("unknown_window", f"there is no window {window[:40]!r}; {known_ones(window, _WINDOWS)}")
    if insures not in _SIDES:
        raise Refused("unknown_hand", f"no hand is called {insures[:40]!r}; {known_ones(insures, _SIDES)}")
    return Insured(_WINDOWS[window], _SIDES[insures], check_stake(stake, what))


def result_dict(result: Result) -> dict[str, Any]:
    """A result as its facts."""
    return {
        "winner": result.winner,
        "player_points": result.player_points,
        "banker_points": result.banker_points,
        "player_cards": result.player_cards,
        "banker_cards": result.banker_cards,
        "player_pair": result.player_pair is not None,
        "banker_pair": result.banker_pair is not None,
    }


def settlement_dict(ended: Settlement) -> dict[str, Any]:
    """How a bet ended."""
    told: dict[str, Any] = {
        "outcome": ended.outcome,
        "odds": ended.odds.text if ended.odds else None,
        "winnings": ended.winnings,
        "payback": ended.payback,
        "cite": ended.cite,
    }
    if ended.commission:
        told["commission"] = ended.commission
    return told


def _known_keys(given: dict[str, Any], known: tuple[str, ...], what: str) -> None:
    for key in given:
        if key not in known:
            raise Refused("unknown_key", f"{what} has no key {key[:40]!r}; {known_ones(key, known)}")


def _list(given: dict[str, Any], key: str) -> list[Any]:
    value = given[key]
    if not isinstance(value, list):
        raise Refused("wrong_type", f"{key} is a list")
    return value


def _cards(given: dict[str, Any]) -> Any:
    text = given.get("cards")
    if not isinstance(text, str):
        raise Refused("missing_key", 'a line names the cards drawn: "cards":"3h 9c 3d 5s 9d"')
    try:
        return read_cards(text)
    except ValueError as error:
        raise Refused("unknown_card", str(error)) from None


def _insured(given: object) -> Insured:
    if not isinstance(given, dict):
        raise Refused("wrong_type", 'insurance is a list of objects: {"window":…,"insures":…,"stake":…}')
    _known_keys(given, _INSURANCE, "insurance")
    return insured(str(given.get("window")), str(given.get("insures")), given.get("stake"))
