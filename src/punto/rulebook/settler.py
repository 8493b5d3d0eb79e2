"""A settler: one rulebook on one table's terms, settling coup after coup with a cache of what they share.

`settle_slip` decides; the cache saves asking it the same again. A coup with
anything unusual goes to `settle_slip` whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import lcm

from punto.coup import Result, result_of
from punto.kit import STAKE_CEILING, Odds, Push, Rank, Rounding, read_card, read_cards
from punto.rulebook.model import PayRow, Rulebook
from punto.rulebook.settlement import Terms, loss, paying_row, push, win
from punto.rulebook.slip import Insured, settle_slip
from punto.rulebook.slip_answer import BetAnswer, ResultAnswer, SlipAnswer, bet_answer, result_answer, slip_answer
from punto.rulebook.spelling import read_drawn

_COUP = 6
"""A coup has at most six cards, so a shoe of six decks and more never runs out of one."""


Results = dict[tuple[int, ...], Result]
"""A cache of results by `_key`; settlers with one tableau share it."""


@dataclass(slots=True)
class _Outcome:
    """How the bets settled so far end on one result."""

    result: ResultAnswer
    winning: dict[str, _Pay] = field(default_factory=dict)
    losing: dict[str, BetAnswer] = field(default_factory=dict)


class Settler:
    """Settles coups on one rulebook's terms."""

    def __init__(self, book: Rulebook, terms: Terms, decks: int, results: Results) -> None:
        self.book, self.terms, self.decks = book, terms, decks
        self._results = results
        self._outcomes: dict[Result, _Outcome] = {}
        self._by_key: dict[tuple[int, ...], _Outcome] = {}
        self._pays: dict[int, _Pay] = {}
        self._remembers = decks >= _COUP and terms.rounding is not Rounding.REFUSE

    def settle(self, cards: str, bets: Mapping[str, int], insurance: Sequence[Insured]) -> SlipAnswer:
        """One coup's settlement; Refused if anything about it is wrong."""
        if self._remembers and not insurance and (answer := self._from_memory(cards, bets)) is not None:
            return answer
        return slip_answer(settle_slip(self.book, read_drawn(cards), bets, insurance, self.terms, self.decks))

    def _from_memory(self, cards: str, bets: Mapping[str, int]) -> SlipAnswer | None:
        """The answer from the cache; None if `settle_slip` has to check the coup."""
        try:
            key = _key(cards.split())
            outcome = self._by_key.get(key) or self._outcome(key, cards)
            ends = {}
            for bet, stake in bets.items():
                if type(stake) is not int or not 0 < stake <= STAKE_CEILING:
                    return None
                if (pay := outcome.winning.get(bet)) is not None:
                    ends[bet] = pay.end(stake, self.terms)
                else:
                    ends[bet] = outcome.losing.get(bet) or self._end(outcome, key, bet, stake)
        except (KeyError, ValueError):  # No such card or bet, cards the tableau does not deal, a suit not written.
            return None
        return SlipAnswer(True, outcome.result, ends, [])

    def _outcome(self, key: tuple[int, ...], cards: str) -> _Outcome:
        """The outcome of cards that are not in the cache."""
        result = self._results.get(key)
        if result is None:
            result = self._results[key] = result_of(self.book.tableau, read_cards(cards))
        outcome = self._outcomes.get(result)
        if outcome is None:
            outcome = self._outcomes[result] = _Outcome(result_answer(result))
        self._by_key[key] = outcome
        return outcome

    def _end(self, outcome: _Outcome, key: tuple[int, ...], bet: str, stake: int) -> BetAnswer:
        """How a bet ends on an outcome, where that is not in the cache."""
        row = paying_row(self.book, bet, self._results[key])
        if row is None:
            return outcome.losing.setdefault(bet, bet_answer(loss(self.book.bets[bet].lose_cite)))
        if id(row) not in self._pays:  # The book keeps its rows, so an id never becomes another row's.
            self._pays[id(row)] = _Pay(row, self.terms)
        return outcome.winning.setdefault(bet, self._pays[id(row)]).end(stake, self.terms)


class _Pay:
    """A pay row on a table's terms: what whole lots of a stake win, where nothing needs rounding."""

    __slots__ = ("_commission", "_lot", "_row", "_winnings")

    def __init__(self, row: PayRow, terms: Terms) -> None:
        self._row = row
        gross = row.odds.to if isinstance(row.odds, Odds) else Fraction(0)
        net = gross * (1 - terms.commission) if row.commission else gross
        self._lot = lcm(gross.denominator, net.denominator)
        self._winnings = int(net * self._lot)
        self._commission = int(gross * self._lot) - self._winnings

    def end(self, stake: int, terms: Terms) -> BetAnswer:
        """How a stake that this row pays ends."""
        row = self._row
        if isinstance(row.odds, Push):
            return bet_answer(push(stake, row.cite, row))
        lots, rest = divmod(stake, self._lot)
        if rest:
            return bet_answer(win(stake, row.odds, row.cite, terms, row))
        winnings = lots * self._winnings
        return BetAnswer("win", row.odds.text, winnings, stake + winnings, row.cite, lots * self._commission)


def _key(words: list[str]) -> tuple[int, ...]:
    """The key of a result: each hand's first two cards as far as a bet can tell, and the points of later cards."""
    if len(words) < 4 or len(words) > _COUP:
        raise ValueError
    return (_opening(words[0], words[2]), _opening(words[1], words[3]), *map(_points, words[4:]))


@lru_cache(maxsize=1 << 14)
def _opening(first: str, second: str) -> int:
    """A number for two cards: their total, and which pair they make, if they make one."""
    a, b = read_card(first), read_card(second)
    total = (a.points + b.points) % 10
    if a.rank is not b.rank:
        return total
    suited = 0 if a.suit is None or b.suit is None else 1 if a.suit is b.suit else 2
    return total + 10 * (1 + suited * len(Rank) + a.rank)


@lru_cache(maxsize=1 << 10)
def _points(word: str) -> int:
    return read_card(word).points
