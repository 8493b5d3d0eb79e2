"""How a coup can end from here, counted exactly: what every figure of a sheet is read off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import lcm

import numpy as np

from punto.chance.completion import complete
from punto.chance.composition import POINTS, Composition
from punto.chance.frame import Frame, FramedBet, Integers
from punto.chance.known import NOTHING_KNOWN, KnownPlaces
from punto.chance.openings import Openings, openings
from punto.coup import Scope, WrongCards, result_of
from punto.kernel import MOST_CARDS, counts
from punto.kit import Card, Refused

VALUE_OF_STATE = np.array([0, *POINTS, *POINTS], dtype=np.intp)


@dataclass(frozen=True, eq=False)
class Outlook:
    """Counts of equally likely continuations."""

    frame: Frame
    scope: Scope
    """The finest detail known of the cards; bets that ask for more are not priced."""
    finals: Integers
    """By the frame's classes of finals."""
    four: Integers
    """[Player, Banker, outcome] where a hand still draws after four cards."""
    five: Integers
    """[Player, Banker, outcome] where Banker draws after Player's third card."""
    ways: int
    count_starts: Callable[[], Integers]
    count_ends: Callable[[], Integers]

    @cached_property
    def starts(self) -> Integers:
        """By the frame's classes of starts."""
        return self.count_starts()

    @cached_property
    def ends(self) -> Integers:
        """[starts, finals] by the frame's classes: what bets on both, and covariances, are read off."""
        return self.count_ends()

    @cached_property
    def bets(self) -> tuple[FramedBet, ...]:
        """The bets that these counts can price."""
        return tuple(framed for framed in self.frame.bets if framed.bet.scope <= self.scope)

    def rows(self, framed: FramedBet) -> list[int]:
        """In how many continuations each row pays, and last in how many the bet loses."""
        if framed.by_finals:
            ends, row_of = self.finals, framed.row_of[0]
        elif framed.by_starts:
            ends, row_of = self.starts, framed.row_of[:, 0]
        else:
            ends, row_of = self.ends.ravel(), framed.row_of.ravel()
        # Not bincount: its weights are doubles, and these counts are longer than a double's digits.
        tally = np.zeros(len(framed.pays), dtype=np.int64)
        np.add.at(tally, row_of, ends)
        counts: list[int] = tally.tolist()
        return counts

    @cached_property
    def gains(self) -> tuple[int, list[int], list[list[int]]]:
        """A denominator common to what bets pay; over it, each bet's sum of gains and each two bets' of products."""
        denominator = lcm(1, *(pay.denominator for framed in self.bets for pay in framed.pays))
        happen = np.flatnonzero(self.ends)
        ways = self.ends.ravel()[happen].astype(object)
        gains = np.empty((len(self.bets), len(happen)), dtype=object)
        for at, framed in enumerate(self.bets):
            scaled = np.array([int(pay * denominator) for pay in framed.pays], dtype=object)
            gains[at] = scaled[framed.row_of.ravel()[happen]]
        weighted = gains * ways
        return denominator, list(weighted.sum(axis=1)), (weighted @ gains.T).tolist()


def outlook_of(
    frame: Frame, shoe: Composition, dealt: tuple[Card, ...] = (), places: KnownPlaces = NOTHING_KNOWN
) -> Outlook:
    """From a shoe, after the cards dealt have left it, given `places`; Refused if such a coup cannot be finished."""
    check_dealt(frame, dealt)
    if shoe.total > MOST_CARDS:
        raise Refused(
            code="too_many_cards", message=f"{shoe.total:,} cards are more than the {MOST_CARDS:,} that can be counted"
        )
    left = shoe.without(dealt)
    scope = min(frame.scope, left.knows)
    needed = max(4 - len(dealt), 0)
    if left.total < needed:
        raise Refused(
            code="too_few_cards", message=f"a coup starts with four cards: {needed} are still to come, {_left(left)}"
        )
    if dealt or places or left.total < 6:
        return _dealt_out(frame, left, dealt, scope, places)
    return _fresh(frame, left, scope)


def check_dealt(frame: Frame, dealt: tuple[Card, ...]) -> None:
    """Refused if the tableau does not deal these cards."""
    if len(frame.book.tableau.owners([card.points for card in dealt])) < len(dealt):
        try:
            result_of(frame.book.tableau, dealt)
        except WrongCards as error:
            cite = frame.book.cite_draw(error.ruling.why) if error.ruling else ""
            raise Refused(code=error.code, message=str(error), cite=cite) from None


def _left(left: Composition) -> str:
    return "none is left" if left.total == 0 else f"only {left.total} {'is' if left.total == 1 else 'are'} left"


def _dealt_out(frame: Frame, left: Composition, dealt: tuple[Card, ...], scope: Scope, places: KnownPlaces) -> Outlook:
    """Counted opening by opening: for coups under way, for known places, and for shoes that are nearly empty."""
    # A rank that is known must be there, whether or not a bet looks at ranks.
    start = openings(left, dealt, max(scope, min(places.asks, left.knows)), frame.start_of, places)
    if not len(start.ways):
        raise Refused(code="known_impossible", message="no four cards of this shoe are such as is known of them")
    ends = complete(frame.book.tableau, start, tuple(card.points for card in dealt[4:]), frame.starts)
    if not ends.complete:
        message = f"some coups need more cards than there are, {_left(left)}: the chances are not defined"
        raise Refused(code="too_few_cards", message=message)
    four = ends.four if len(dealt) <= 4 else np.zeros_like(ends.four)
    five = ends.five if len(dealt) <= 5 else np.zeros_like(ends.five)
    table = by_finals(frame, ends.joint)
    return Outlook(frame, scope, table.sum(axis=0), four, five, ends.ways, lambda: table.sum(axis=1), lambda: table)


def _fresh(frame: Frame, left: Composition, scope: Scope) -> Outlook:
    """Counted by the kernel; coups by their starting pairs are counted on first use."""
    cells = counts([left.values], frame.masks)[0]
    finals = by_finals(frame, cells[None, :400])[0]
    four, five = cells[400:700].reshape(10, 10, 3), cells[700:].reshape(10, 10, 3)
    if scope is Scope.TOTALS or frame.starts == 1:
        only = np.zeros((frame.starts, frame.finals), dtype=np.int64)
        only[frame.start_of[0, 0]] = finals
        return Outlook(frame, scope, finals, four, five, int(finals.sum()), lambda: only.sum(axis=1), lambda: only)
    return Outlook(
        frame,
        scope,
        finals,
        four,
        five,
        int(finals.sum()),
        lambda: _starts(frame, left, scope),
        lambda: _by_starts(frame, left, finals, scope),
    )


def _starts(frame: Frame, left: Composition, scope: Scope) -> Integers:
    """Six-card sequences by class of starts: the four cards, and any two more."""
    single, double = pair_ways(left, scope)
    n, kind = left.total, frame.start_of
    rest = (n - 2) * (n - 3)
    sequences = np.zeros(frame.starts, dtype=np.int64)
    np.add.at(sequences, kind[1:, 1:], double)
    for own, both in ((kind[1:, 0], double.sum(axis=1)), (kind[0, 1:], double.sum(axis=0))):
        np.add.at(sequences, own, single * rest - both)
    sequences[kind[0, 0]] += n * (n - 1) * rest - 2 * int(single.sum()) * rest + int(double.sum())
    return sequences * ((n - 4) * (n - 5))


def by_finals(frame: Frame, joint: Integers) -> Integers:
    """Joint cells gathered into the frame's classes of finals."""
    table = np.zeros((frame.finals, len(joint)), dtype=np.int64)
    reached = frame.final_of >= 0
    np.add.at(table, frame.final_of[reached], joint[:, reached].T)
    return np.ascontiguousarray(table.T)


def _by_starts(frame: Frame, left: Composition, everything: Integers, scope: Scope) -> Integers:
    """All coups by the pairs they begin with.

    Coups in which Player has a given pair, those in which Banker has one, and those in
    which both have are counted by dealing these cards first; what they leave of all
    coups begins without that pair. Dealing depends on a pair's value alone, so ranks
    come in as weights.
    """
    player, banker, both = _pair_ends(frame, left)
    single, double = pair_ways(left, scope)
    kind, value = frame.start_of, VALUE_OF_STATE[1:]
    weight_both = np.zeros((frame.starts, 10, 10), dtype=np.int64)
    weight_player, weight_banker = (np.zeros((frame.starts, 10), dtype=np.int64) for _ in range(2))
    shape = double.shape
    at = (value[:, None], value[None, :])
    for kinds, sign in ((kind[1:, 1:], 1), (kind[1:, :1], -1), (kind[:1, 1:], -1), (kind[:1, :1], 1)):
        np.add.at(weight_both, (np.broadcast_to(kinds, shape), *at), sign * double)
    for weight, own in ((weight_player, kind[1:, 0]), (weight_banker, kind[0, 1:])):
        np.add.at(weight, (own, value), single)
        np.add.at(weight, (np.broadcast_to(kind[0, 0], own.shape), value), -single)
    ends: Integers = weight_both.reshape(frame.starts, 100) @ both + weight_player @ player + weight_banker @ banker
    ends[kind[0, 0]] += everything
    return ends


def pair_ways(left: Composition, scope: Scope) -> tuple[Integers, Integers]:
    """In how many ways a hand starts with each pair [26], and both hands with two of them [26, 26]."""
    assert left.ranks is not None
    ranks = np.array(left.ranks, dtype=np.int64)
    pairs = ranks * (ranks - 1)
    fours = pairs * (ranks - 2) * (ranks - 3)
    suited = np.zeros(13, dtype=np.int64)
    suited_both = np.zeros(13, dtype=np.int64)
    if scope is Scope.SUITS:
        cards = np.array(left.cards, dtype=np.int64).reshape(13, 4)
        of_suit = cards * (cards - 1)
        suited = of_suit.sum(axis=1)
        # Both hands suited in one suit use its cards up; in two suits they do not meet.
        suited_both = suited**2 - (of_suit**2).sum(axis=1) + (of_suit * (cards - 2) * (cards - 3)).sum(axis=1)
    suited_first = suited * (ranks - 2) * (ranks - 3) - suited_both
    single = np.concatenate([pairs - suited, suited])
    double = single[:, None] * single[None, :]
    rank = np.arange(13)
    double[rank, rank] = fours - 2 * suited_first - suited_both
    double[rank + 13, rank] = double[rank, rank + 13] = suited_first
    double[rank + 13, rank + 13] = suited_both
    return single, double


def _pair_ends(frame: Frame, left: Composition) -> tuple[Integers, Integers, Integers]:
    """Ends of coups from one pair of each value [10, finals], for Player, for Banker, and for both [100, finals]."""
    values = np.array(left.values, dtype=np.int64)
    pair, first, second = (axis.ravel() for axis in np.meshgrid(*(np.arange(10),) * 3, indexing="ij"))
    once = first <= second  # The other order of a hand's cards comes to the same.
    pair, first, second = pair[once], first[once], second[once]
    unit = np.eye(10, dtype=np.int64)
    rest = values - 2 * unit[pair]
    after = rest - unit[first]
    line = np.arange(len(pair))
    ways = rest[line, first] * after[line, second] * np.where(first == second, 1, 2)
    own, other, remains = 2 * pair % 10, (first + second) % 10, after - unit[second]
    player_pair, banker_pair = (axis.ravel() for axis in np.meshgrid(np.arange(10), np.arange(10), indexing="ij"))
    start = Openings(
        player=np.concatenate([own, other, 2 * player_pair % 10]),
        banker=np.concatenate([other, own, 2 * banker_pair % 10]),
        left=np.concatenate([remains, remains, values - 2 * unit[player_pair] - 2 * unit[banker_pair]]),
        ways=np.concatenate([ways, ways, np.ones(100, dtype=np.int64)]),
        group=np.concatenate([pair, 10 + pair, 20 + 10 * player_pair + banker_pair]),
    )
    ends = by_finals(frame, complete(frame.book.tableau, start, (), 120).joint)
    return ends[:10], ends[10:20], ends[20:]
