"""The third cards of a coup: in how many ways openings can end, and what is offered on the way."""

from __future__ import annotations

from dataclasses import dataclass
from math import perm

import numpy as np

from punto.chance.frame import Flags, Integers, Places
from punto.chance.openings import Openings
from punto.coup import Tableau
from punto.kernel import joint_cell

PLAYER, BANKER, TIE = range(3)
JOINT = np.array(
    [[[[joint_cell(pc, bc, p, b) for b in range(10)] for p in range(10)] for bc in (2, 3)] for pc in (2, 3)]
)
OUTCOME = np.array([[PLAYER if p > b else BANKER if b > p else TIE for b in range(10)] for p in range(10)])
# Sixth card by fifth card: the card that is already out cannot come again.
SELF = np.eye(10, dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Ends:
    """Coups counted by their end, as sequences of one length so that counts can be added."""

    joint: Integers
    """[groups, 400]"""
    four: Integers
    """[Player's two-card total, Banker's, outcome] of coups that go on after four cards."""
    five: Integers
    """[Player's three-card total, Banker's two-card total, outcome] of coups in which Banker draws after Player."""
    ways: int
    """All sequences, including those for which the shoe has too few cards."""

    @property
    def complete(self) -> bool:
        """Whether every coup can be finished from the cards there are."""
        return int(self.joint.sum()) == self.ways


class _Tally:
    """Counts of ends while they are added up."""

    def __init__(self, groups: int) -> None:
        self.joint = np.zeros((groups, 400), dtype=np.int64)
        self.four = np.zeros((10, 10, 3), dtype=np.int64)
        self.five = np.zeros((10, 10, 3), dtype=np.int64)


def complete(tableau: Tableau, start: Openings, thirds: tuple[int, ...], groups: int) -> Ends:
    """Finish every opening; `thirds` are the values of third cards already known."""
    unknown = 2 - len(thirds)
    cards = start.cards_left
    deep = min(unknown, cards)
    # A coup with fewer cards than the longest counts once for each order of the cards it does not use.
    idle = [perm(cards - used, deep - used) if used <= deep else 0 for used in range(3)]
    first = _cards(start.left, thirds[:1])
    naturals = _flags(tableau.naturals)
    s, t, ways = start.player, start.banker, start.ways
    open_ = ~(naturals[s] | naturals[t])
    player = open_ & _flags(tableau.player_draws)[s]
    alone = open_ & ~player & _flags(tableau.banker_draws_alone)[t]
    stands = ~player & ~alone
    tally = _Tally(groups)
    _add(tally.joint, (start.group[stands], JOINT[0, 0, s[stands], t[stands]]), ways[stands] * idle[0])
    fifth = 0 if thirds else 1
    _alone(start, alone, first, idle[fifth], tally)
    banker_on = np.array([[x in on for x in range(10)] for on in tableau.banker_draws_on])
    _player(start, player, first, banker_on, idle[fifth], tally)
    second = _second(start, thirds)
    _both(start, player, first, second, banker_on, idle[unknown], tally)
    return Ends(tally.joint, tally.four, tally.five, sum(ways.tolist()) * perm(cards, deep))


def _add(table: Integers, place: tuple[Places, ...], ways: Integers) -> None:
    """Adds ways to a table, at places that may come more than once."""
    flat = np.zeros(1, dtype=np.intp)
    for axis, length in zip(place, table.shape, strict=True):
        flat = flat * length + axis
    np.add.at(table.reshape(-1), np.broadcast_to(flat, ways.shape).ravel(), ways.ravel())


def _flags(points: frozenset[int]) -> Flags:
    return np.array([point in points for point in range(10)])


def _cards(left: Integers, known_values: tuple[int, ...]) -> Integers:
    """In how many ways the next card has each value: one way for a known card."""
    return np.broadcast_to(SELF[known_values[0]], left.shape) if known_values else left


def _second(start: Openings, thirds: tuple[int, ...]) -> Integers:
    """[lines, fifth card, sixth card] ways of the sixth."""
    shape = (len(start.ways), 10, 10)
    if thirds:  # `left` is already without a known fifth card.
        return np.broadcast_to(_cards(start.left, thirds[1:])[:, None, :], shape)
    return start.left[:, None, :] - SELF


def _alone(start: Openings, which: Flags, first: Integers, idle: int, tally: _Tally) -> None:
    """Player stands and Banker draws."""
    s, t = start.player[which, None], start.banker[which, None]
    end = (t + np.arange(10)) % 10
    ways = start.ways[which, None] * first[which] * idle
    _add(tally.joint, (start.group[which, None], JOINT[0, 1, s, end]), ways)
    _add(tally.four, (s, t, OUTCOME[s, end]), ways)


def _player(start: Openings, which: Flags, first: Integers, banker_on: Flags, idle: int, tally: _Tally) -> None:
    """Player draws and Banker stands."""
    s, t = start.player[which, None], start.banker[which, None]
    end = (s + np.arange(10)) % 10
    ways = np.where(banker_on[start.banker[which]], 0, start.ways[which, None] * first[which] * idle)
    _add(tally.joint, (start.group[which, None], JOINT[1, 0, end, t]), ways)
    _add(tally.four, (s, t, OUTCOME[end, t]), ways)


def _both(
    start: Openings, which: Flags, first: Integers, second: Integers, banker_on: Flags, idle: int, tally: _Tally
) -> None:
    """Player draws, and then Banker."""
    line, fifth = np.nonzero(which[:, None] & banker_on[start.banker])
    s, t, group = start.player[line], start.banker[line, None], start.group[line, None]
    player = ((s + fifth) % 10)[:, None]
    end = (t + np.arange(10)) % 10
    ways = (start.ways[line] * first[line, fifth] * idle)[:, None] * second[line, fifth]
    outcome = OUTCOME[player, end]
    _add(tally.joint, (group, JOINT[1, 1, player, end]), ways)
    _add(tally.four, (s[:, None], t, outcome), ways)
    _add(tally.five, (player, t, outcome), ways)
