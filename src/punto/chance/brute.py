"""The slow obvious version: deal every coup, settle it by the rulebook, add up. Tests hold the rest to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import perm

from punto.chance.composition import SUITS, Composition
from punto.chance.frame import pays_of
from punto.chance.known import NOTHING_KNOWN, KnownPlaces
from punto.coup import Result, Scope, Tableau
from punto.coup.result import finished
from punto.kit import PUSH, Card, Odds, Rank, Side
from punto.rulebook import Cell, Rulebook, Window, offers, paying_row


@dataclass(slots=True)
class Tally:
    """Coups counted as sequences of one length: a shorter coup counts once for each order of the cards it leaves."""

    ends: Counter[Result] = field(default_factory=Counter)
    totals: Counter[Result] = field(default_factory=Counter)
    """The ends without the pairs they began with: all that a bet on totals looks at."""
    paths: Counter[tuple[int, int, int | None, str]] = field(default_factory=Counter)
    """(Player's two-card total, Banker's, Player's third card or None, winner) of coups that go beyond four cards."""
    impossible: int = 0
    """Deals for which the shoe has too few cards."""

    @property
    def ways(self) -> int:
        return sum(self.ends.values())


def deal(
    book: Rulebook,
    shoe: Composition,
    scope: Scope,
    known_cards: tuple[Card, ...] = (),
    places: KnownPlaces = NOTHING_KNOWN,
) -> Tally:
    """Every coup that begins with `known_cards` and whose first four cards fit `places`.

    The first four cards are dealt by rank, or by card where bets ask about suits; third
    cards by value, since no bet asks more of them.
    """
    left = shoe.without(known_cards)
    longest = min(left.total, 6 - len(known_cards))
    tally = Tally()
    ends: Counter[tuple[int, int, tuple[int, ...], tuple[_Start, _Start]]] = Counter()
    thirds_after = {(p, b): list(_thirds(book.tableau, p, b, known_cards[4:])) for p in range(10) for b in range(10)}
    deals, opened = 0, max(4 - len(known_cards), 0)
    for four, ways, values in _fours(left, known_cards[:4], scope):
        if not places.holds(four):
            continue
        deals += ways * perm(left.total - opened, longest - opened)
        player, banker = (four[0].points + four[2].points) % 10, (four[1].points + four[3].points) % 10
        starts = _pair(four[0], four[2]), _pair(four[1], four[3])
        for thirds in thirds_after[player, banker]:
            drawn = thirds[len(known_cards[4:]) :]
            count = ways
            for at, value in enumerate(drawn):
                count *= values[value] - (at == 1 and drawn[0] == value)
            if count:
                unknown = max(4 - len(known_cards), 0) + len(drawn)
                ends[player, banker, thirds, starts] += count * perm(left.total - unknown, longest - unknown)
    for (player, banker, thirds, starts), count in ends.items():
        result = _result(book.tableau, player, banker, thirds, starts)
        tally.ends[result] += count
        tally.totals[_result(book.tableau, player, banker, thirds, _NO_PAIRS)] += count
        if thirds:
            drew = book.tableau.next_side([player, banker, 0, 0]) is Side.PLAYER
            tally.paths[player, banker, thirds[0] if drew else None, result.winner] += count
    tally.impossible = deals - tally.ways
    return tally


def _fours(
    left: Composition, known_cards: tuple[Card, ...], scope: Scope
) -> Iterator[tuple[tuple[Card, ...], int, list[int]]]:
    """Four cards in the order dealt, in how many ways they come, and the values then left."""
    kinds = _kinds(left, scope)
    counts, values = [count for _, count in kinds], list(left.values)

    def more(cards: tuple[Card, ...], ways: int) -> Iterator[tuple[tuple[Card, ...], int, list[int]]]:
        if len(cards) == 4:
            yield cards, ways, values
            return
        for at, (card, _) in enumerate(kinds):
            if count := counts[at]:
                counts[at] -= 1
                values[card.points] -= 1
                yield from more((*cards, card), ways * count)
                counts[at] += 1
                values[card.points] += 1

    return more(known_cards, 1)


def _kinds(left: Composition, scope: Scope) -> list[tuple[Card, int]]:
    if scope is Scope.SUITS and left.cards is not None:
        return list(zip((Card(rank, suit) for rank in Rank for suit in SUITS), left.cards, strict=True))
    if scope is Scope.RANKS and left.ranks is not None:
        return [(Card(rank), count) for rank, count in zip(Rank, left.ranks, strict=True)]
    counted = zip((Rank.TEN, *list(Rank)[:9]), left.values, strict=True)
    return [(Card(rank), count) for rank, count in counted]


def _thirds(tableau: Tableau, player: int, banker: int, known_cards: tuple[Card, ...]) -> Iterator[tuple[int, ...]]:
    """The third cards that may follow two-card totals, known ones first."""
    firsts = [card.points for card in known_cards[:1]] or range(10)
    seconds = [card.points for card in known_cards[1:]] or range(10)
    side = tableau.next_side([player, banker, 0, 0])
    if side is None:
        yield ()
        return
    for first in firsts:
        if side is Side.BANKER or tableau.next_side([player, banker, 0, 0, first]) is None:
            yield (first,)
        else:
            yield from ((first, second) for second in seconds)


_Start = tuple[Rank | None, bool]
_NO_PAIRS: tuple[_Start, _Start] = ((None, False), (None, False))


def _result(
    tableau: Tableau, player: int, banker: int, thirds: tuple[int, ...], starts: tuple[_Start, _Start]
) -> Result:
    player_draws = bool(thirds) and tableau.next_side([player, banker, 0, 0]) is Side.PLAYER
    of_banker = thirds[1:] if player_draws else thirds
    return finished(
        (player + sum(thirds[:1] if player_draws else ())) % 10,
        (banker + sum(of_banker)) % 10,
        3 if player_draws else 2,
        2 + len(of_banker),
        *starts,
    )


def _pair(first: Card, second: Card) -> _Start:
    if first.rank is not second.rank:
        return None, False
    return first.rank, first.suit is not None and first.suit is second.suit


@dataclass(frozen=True, slots=True)
class BruteBet:
    """A bet's figures, added up coup by coup."""

    edge: Fraction
    variance: Fraction
    rows: tuple[Fraction, ...]


def bet_by_hand(book: Rulebook, bet: str, tally: Tally) -> BruteBet:
    rows = book.bets[bet].pays
    counts = [0] * (len(rows) + 1)
    for result, count in (tally.totals if book.bets[bet].scope is Scope.TOTALS else tally.ends).items():
        row = paying_row(book, bet, result)
        counts[len(rows) if row is None else next(at for at, pay_row in enumerate(rows) if pay_row is row)] += count
    chances = [Fraction(count, tally.ways) for count in counts]
    pays = [*(pays_of(book, row) for row in rows), Fraction(-1)]
    gain = sum((pay * chance for pay, chance in zip(pays, chances, strict=True)), Fraction(0))
    square = sum((pay**2 * chance for pay, chance in zip(pays, chances, strict=True)), Fraction(0))
    return BruteBet(-gain, square - gain**2, tuple(chances[:-1]))


def gain(book: Rulebook, bet: str, result: Result) -> Fraction:
    row = paying_row(book, bet, result)
    return Fraction(-1) if row is None else pays_of(book, row)


def offers_by_hand(
    book: Rulebook, tally: Tally, known_count: int = 0
) -> dict[Cell, tuple[Fraction, dict[str, Fraction]]]:
    """For each offer that can still be made, its chance and the winner's chances given it."""
    ends: dict[Cell, Counter[str]] = {}
    for (player, banker, third, winner), count in tally.paths.items():
        for cell in _offered(book, player, banker, None) if known_count <= 4 else ():
            ends.setdefault(cell, Counter())[winner] += count
        for cell in _offered(book, player, banker, third) if third is not None and known_count <= 5 else ():
            ends.setdefault(cell, Counter())[winner] += count
    return {
        cell: (Fraction(won.total(), tally.ways), {who: Fraction(n, won.total()) for who, n in won.items()})
        for cell, won in ends.items()
    }


@lru_cache(maxsize=1 << 14)
def _offered(book: Rulebook, player: int, banker: int, third: int | None) -> tuple[Cell, ...]:
    """The offers at these two-card totals, before Player's third card or after it."""
    points = [player, banker, 0, 0] + ([] if third is None else [third])
    return tuple(offers(book, [Card(Rank(point) if point else Rank.TEN) for point in points]))


def offer_gain(cell: Cell, winner: str) -> Fraction:
    """What a unit of insurance gains."""
    if winner == "tie":
        return Fraction(0) if cell.on_tie is PUSH else _to(cell.on_tie)
    if winner == cell.insures.value or cell.on_loss is None:
        return Fraction(-1)
    return cell.on_loss.to


def _to(odds: object) -> Fraction:
    assert isinstance(odds, Odds)
    return odds.to


def insured_by_hand(book: Rulebook, tally: Tally, side: Side, cells: frozenset[Cell]) -> tuple[Fraction, Fraction]:
    """The house's gain and the chance of an insurance, per coup, when these offers are taken as they come."""
    house = uses = Fraction(0)
    for (player, banker, third, winner), count in tally.paths.items():
        room = Fraction(1)  # What insurance on one unit may still win.
        for window in Window:
            open_third = None if window is Window.AFTER_FOUR_CARDS else third
            if window is Window.AFTER_PLAYER_THIRD_CARD and third is None:
                continue
            for cell in _offered(book, player, banker, open_third):
                if cell.insures is side and cell in cells and room:
                    stake = room / cell.odds.to
                    room = Fraction(0)
                    house -= count * stake * offer_gain(cell, winner)
                    uses += count
    return house / tally.ways, uses / tally.ways
