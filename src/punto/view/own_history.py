"""A patron's own history: every round they had chips in, with its bets and what it came to."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

import msgspec

from punto.rulebook.model import Name
from punto.table import events as e

KINDS: Final = ("coup_settled", "coup_voided", "settlement_reversed", "original_bet_returned", "ruling_made")
"""Events that set or change what a round paid."""


class OwnBet(msgspec.Struct, frozen=True, kw_only=True):
    """One bet of a round, and how it ended; `insurance` says which hand in `insures`."""

    box: int
    bet: str
    insures: Literal["", "player", "banker"]
    stake: int
    outcome: Literal["win", "lose", "push", "void"]
    odds: str
    effective: int
    """What of the stake took part."""
    winnings: int
    exact: str
    """What the winnings came to before they were rounded, `25/2`; empty where they were whole."""
    commission: int
    net: int


class OwnRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round somebody had chips in."""

    table: str
    coup: int
    at: str
    ending: Literal["settled", "voided"]
    winner: str
    """`player`, `banker` or `tie`; empty where the round was void."""
    player_points: int | None
    banker_points: int | None
    bets: list[OwnBet]
    other: int
    """What moved apart from the bets: a ruling, or a bet handed back for insurance that nobody offered."""
    net: int


class BetsOfTable(msgspec.Struct, frozen=True, kw_only=True):
    """How a table and its bets are called now."""

    name: str
    bets: dict[str, Name]


class OwnHistory(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's own rounds, the newest first; `before` is the moment from which the next older ones are asked for."""

    rounds: list[OwnRound]
    tables: dict[str, BetsOfTable]
    before: str | None


@dataclass(slots=True)
class _Round:
    at: str
    ending: e.CoupSettled | e.CoupVoided | None = None
    returned: int = 0
    ruled: int = 0


@dataclass(slots=True)
class OwnRounds:
    """One patron's rounds at one table, folded from events in their order."""

    table: str
    patron: str
    _rounds: dict[int, _Round] = field(default_factory=dict)

    def take(self, event: e.Event, at: str, coup: int) -> None:
        """Folds an event in; `coup` is the one in which it happened."""
        match event:
            case e.CoupSettled() | e.CoupVoided():
                round_ = self._rounds.setdefault(event.coup, _Round(at))
                round_.at, round_.ending = at, event
            case e.SettlementReversed():
                round_ = self._rounds.setdefault(event.coup, _Round(at))
                round_.ending, round_.returned = None, 0
            case e.OriginalBetReturned() if event.patron == self.patron:
                self._rounds.setdefault(event.of_coup or coup, _Round(at)).returned += event.stake
            case e.RulingMade():
                ruled = sum(move.amount for move in event.adjustments if move.patron == self.patron)
                if ruled:
                    self._rounds.setdefault(coup, _Round(at)).ruled += ruled

    def rounds(self) -> Iterator[OwnRound]:
        """The rounds that have ended and in which the patron had chips, in their order."""
        for number, round_ in self._rounds.items():
            if round_.ending is not None and (bets := list(self._bets(round_.ending))):
                yield self._round(number, round_, round_.ending, bets)

    def _bets(self, ending: e.CoupSettled | e.CoupVoided) -> Iterator[OwnBet]:
        if isinstance(ending, e.CoupVoided):
            for stake in ending.stakes:
                if stake.patron == self.patron:
                    yield _bet(stake, "void")
            return
        for line in ending.lines:
            if line.patron == self.patron:
                yield _bet(line, line.outcome, line)

    def _round(self, number: int, round_: _Round, ending: e.CoupSettled | e.CoupVoided, bets: list[OwnBet]) -> OwnRound:
        settled = ending if isinstance(ending, e.CoupSettled) else None
        other = round_.returned + round_.ruled
        return OwnRound(
            table=self.table,
            coup=number,
            at=round_.at,
            ending="settled" if settled else "voided",
            winner=settled.winner if settled else "",
            player_points=settled.player_points if settled else None,
            banker_points=settled.banker_points if settled else None,
            bets=bets,
            other=other,
            net=sum(bet.net for bet in bets) + other,
        )


def _bet(
    staked: e.Line | e.Returned, outcome: Literal["win", "lose", "push", "void"], line: e.Line | None = None
) -> OwnBet:
    return OwnBet(
        box=staked.box,
        bet=staked.bet,
        insures=staked.insures,
        stake=staked.stake,
        outcome=outcome,
        odds=line.odds if line else "",
        effective=line.effective if line else 0,
        winnings=line.winnings if line else 0,
        exact=line.exact if line and isinstance(line.exact, str) else "",
        commission=line.commission if line else 0,
        net=line.payback - line.stake if line else 0,
    )


HEAD: Final = (
    *("day", "time (UTC)", "table", "round", "result", "player points", "banker points"),
    *("box", "bet", "insures", "stake", "outcome", "odds", "winnings", "exactly", "commission", "net", "round net"),
)


def csv_lines(rounds: Iterable[OwnRound], tables: dict[str, BetsOfTable]) -> Iterator[str]:
    """Rounds as lines of CSV, a bet a line; the first line of a round has its net."""
    yield _line(HEAD)
    for own_round in rounds:
        called = tables.get(own_round.table)
        names = called.bets if called else {}
        result = own_round.winner or "void"
        round_ = (
            own_round.at[:10],
            own_round.at[11:19],
            called.name if called else own_round.table,
            own_round.coup,
            result,
        )
        points = (_figure(own_round.player_points), _figure(own_round.banker_points))
        for place, bet in enumerate(own_round.bets):
            name = names[bet.bet].en if bet.bet in names else bet.bet
            figures = (bet.stake, bet.outcome, bet.odds, bet.winnings, bet.exact, bet.commission, bet.net)
            whole = "" if place else own_round.net
            yield _line((*round_, *points, bet.box, name, bet.insures, *figures, whole))
        if own_round.other:
            yield _line((*round_, *points, "", "other", "", "", "", "", "", "", "", own_round.other, ""))


def _figure(points: int | None) -> object:
    return "" if points is None else points


class _Text:
    """The file object that the CSV writer writes to."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def write(self, part: str) -> int:
        self.parts.append(part)
        return len(part)


def _line(cells: Iterable[object]) -> str:
    text = _Text()
    csv.writer(text, lineterminator="").writerow([_plain(cell) for cell in cells])
    return "".join(text.parts)


def _plain(cell: object) -> object:
    """A cell, with a quote before a text that a spreadsheet would take for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t") else cell
