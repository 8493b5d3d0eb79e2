"""A desk: one rulebook on one table's terms, settling coup after coup and remembering what they share.

`settle_slip` is the rule; what is remembered here only saves asking it the same
thing again. Whatever is not plainly in order is left to `settle_slip` whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from punto.cli.answer import result_dict, settled_dict, settlement_dict
from punto.cli.options import cards_of
from punto.coup import Result, result_of
from punto.kit import STAKE_CEILING, Push, Rank, Rounding, read_card, read_cards
from punto.rulebook import Insured, PayRow, Rulebook, Terms, paying_row, settle_slip
from punto.rulebook.settlement import lost, pushed, won

_COUP = 6
"""A coup has at most six cards, so a shoe of six decks and more never runs out of one."""


@dataclass(slots=True)
class _Outcome:
    """A result met before, and what it did to the bets asked about so far."""

    result: Result
    told: dict[str, Any]
    rows: dict[str, PayRow] = field(default_factory=dict)
    losers: dict[str, dict[str, Any]] = field(default_factory=dict)


class Desk:
    """Settles coups on one rulebook's terms."""

    def __init__(self, book: Rulebook, terms: Terms, decks: int) -> None:
        self.book, self.terms, self.decks = book, terms, decks
        self._outcomes: dict[tuple[int, ...], _Outcome] = {}
        self._remembers = decks >= _COUP and terms.rounding is not Rounding.REFUSE

    def settle(self, cards: str, bets: Mapping[str, int], insurance: Sequence[Insured]) -> dict[str, Any]:
        """One coup's settlement; Refused if anything about it is wrong."""
        if self._remembers and not insurance and (answer := self._remembered(cards, bets)) is not None:
            return answer
        return settled_dict(settle_slip(self.book, cards_of(cards), bets, insurance, self.terms, self.decks))

    def _remembered(self, cards: str, bets: Mapping[str, int]) -> dict[str, Any] | None:
        """The answer to a coup that is all in order; None to have it looked at whole."""
        try:
            key = _key(cards.split())
            outcome = self._outcomes.get(key) or self._remember(key, cards)
            ends = {}
            for bet, stake in bets.items():
                if type(stake) is not int or not 0 < stake <= STAKE_CEILING:
                    return None
                if (row := outcome.rows.get(bet)) is not None:
                    ends[bet] = self._paid(row, stake)
                else:
                    ends[bet] = outcome.losers.get(bet) or self._ended(outcome, bet, stake)
        except (KeyError, ValueError):  # No such card or bet, cards the tableau does not deal, a suit not written.
            return None
        return {"ok": True, "result": outcome.told, "bets": ends, "insurance": []}

    def _remember(self, key: tuple[int, ...], cards: str) -> _Outcome:
        result = result_of(self.book.tableau, read_cards(cards))
        self._outcomes[key] = outcome = _Outcome(result, result_dict(result))
        return outcome

    def _ended(self, outcome: _Outcome, bet: str, stake: int) -> dict[str, Any]:
        """A bet's end on a result it was not yet asked about."""
        row = paying_row(self.book, bet, outcome.result)
        if row is None:
            return outcome.losers.setdefault(bet, settlement_dict(lost(self.book.bets[bet].lose_cite)))
        outcome.rows[bet] = row
        return self._paid(row, stake)

    def _paid(self, row: PayRow, stake: int) -> dict[str, Any]:
        if isinstance(row.odds, Push):
            return settlement_dict(pushed(stake, row.cite, row))
        return settlement_dict(won(stake, row.odds, row.cite, self.terms, row))


def _key(words: list[str]) -> tuple[int, ...]:
    """What a result depends on: each hand's first two cards as far as a bet can tell, and what later cards count."""
    if len(words) < 4 or len(words) > _COUP:
        raise ValueError
    return (_opening(words[0], words[2]), _opening(words[1], words[3]), *map(_points, words[4:]))


@lru_cache(maxsize=1 << 14)
def _opening(first: str, second: str) -> int:
    """A number for two cards: their total, and the pair they are if they are one."""
    one, two = read_card(first), read_card(second)
    total = (one.points + two.points) % 10
    if one.rank is not two.rank:
        return total
    suited = 0 if one.suit is None or two.suit is None else 1 if one.suit is two.suit else 2
    return total + 10 * (1 + suited * len(Rank) + one.rank)


@lru_cache(maxsize=1 << 10)
def _points(word: str) -> int:
    return read_card(word).points
