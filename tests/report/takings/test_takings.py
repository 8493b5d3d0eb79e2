"""HouseTakings against brute force over the log, and against the money that the postings move."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from math import isclose, sqrt
from typing import Any, get_args
from zoneinfo import ZoneInfo

import msgspec
import pytest
from msgspec.structs import replace

from oracle import DOCUMENTS
from punto.chance import Composition, at_commission, price
from punto.chance.brute import deal
from punto.chance.frame import pays_of
from punto.coup import Result, Scope
from punto.coup.result import finished
from punto.kit import Rank
from punto.kit.business_day import BusinessCalendar
from punto.report.takings import By, HouseTakings, Span
from punto.report.takings.figures import TakingsRow
from punto.report.takings.round_list import RoundList, RowRounds
from punto.rulebook import Rulebook, paying_row
from punto.table import Event, Sign
from punto.table import events as e
from report.takings.messy import BEGAN, STEP, messy_shift
from rulebook.shelf import LIBRARY, book
from table.shift import shift

CALENDAR = BusinessCalendar()


def taken(events: list[tuple[datetime, Event]], *by: By, span: Span | None = None) -> HouseTakings:
    takings = HouseTakings(LIBRARY.find, CALENDAR, *by, span=span or Span())
    for at, event in events:
        takings.take("T", at, event)
    takings.end()
    return takings


class Plain:
    """The obvious way: every standing settlement kept in a list, by the coup it is of."""

    def __init__(self, events: list[tuple[datetime, Event]]) -> None:
        self.settled: dict[int, tuple[Sign, e.CoupSettled]] = {}
        self.voids: set[int] = set()
        self.reversals = 0
        self.given = 0
        """By claims, rulings and debts written off."""
        sign, coup, claimed = None, 0, Counter[int]()
        for _, event in events:
            match event:
                case e.TableOpened() | e.SignChanged():
                    shown = event.sign
                case e.BetsOpened():
                    sign, coup = shown, event.coup
                case e.CoupSettled():
                    assert sign is not None
                    self.settled[coup] = sign, event
                case e.CoupVoided():
                    self.voids.add(coup)
                    self.settled.pop(coup, None)
                case e.SettlementReversed():
                    del self.settled[coup]
                    self.reversals += 1
                    self.given -= claimed.pop(coup, 0)
                case e.OriginalBetReturned():
                    self.given += event.stake
                    claimed[event.of_coup or coup] += event.stake
                case e.RulingMade():
                    self.given += sum(move.amount for move in event.adjustments)
                case e.DebtWrittenOff():
                    self.given += event.amount

    @property
    def lines(self) -> list[tuple[Sign, e.Line]]:
        return [(sign, line) for sign, event in self.settled.values() for line in event.lines]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_messy_shift_is_counted_to_the_unit(document: str) -> None:
    for seed in (1, 2, 3):
        events, balances = messy_shift(seed, 60, document)
        total = taken(events, "table").report("table").total
        plain = Plain(events)
        assert total.rounds == len(plain.settled)
        assert total.voids == len(plain.voids)
        assert total.reversals == plain.reversals
        assert total.handle == sum(line.effective for _, line in plain.lines)
        back = sum(line.payback - line.stake + line.effective for _, line in plain.lines) + plain.given
        assert (total.payback, total.win) == (back, total.handle - back)
        assert total.commission == sum(line.commission for _, line in plain.lines) == balances.get("commission:T", 0)
        assert total.win == balances.get("float:T", 0) + balances.get("commission:T", 0)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_rows_of_every_kind_add_up_to_the_same(document: str) -> None:
    events, _ = messy_shift(5, 60, document)
    takings = taken(events, *get_args(By))
    totals = {by: takings.report(by).total for by in get_args(By)}
    first = totals["table"]
    for by, total in totals.items():
        report = takings.report(by)
        for field in ("rounds", "handle", "payback", "win", "commission", "voids", "reversals", "theo", "rounding"):
            assert getattr(total, field) == getattr(first, field), (by, field)
        assert isclose(total.theo_moment, first.theo_moment, rel_tol=1e-9, abs_tol=1e-6)
        assert isclose(total.sd, first.sd, rel_tol=1e-12)
        for row in report.rows:
            assert {type(row.theo_trade), type(row.theo_moment), type(row.sd)} == {float}, row.key
        for field in ("handle", "payback", "win", "commission"):
            assert sum(getattr(row, field) for row in report.rows) == getattr(total, field)
        assert sum((Fraction(row.theo) for row in report.rows), Fraction(0)) == Fraction(total.theo)
        assert sum((Fraction(row.rounding) for row in report.rows), Fraction(0)) == Fraction(total.rounding)
    assert len(takings.report("patron").rows) > 2
    assert len(takings.report("bet").rows) > 2


@pytest.mark.parametrize("by", get_args(By))
def test_the_rounds_of_a_row_are_those_it_was_made_of(by: By) -> None:
    events, _ = messy_shift(5, 60, "easy-six")
    report = taken(events, by).report(by)
    for row in report.rows:
        rounds = RoundList(1000, UTC, RowRounds(by, row.key, CALENDAR))
        takings = HouseTakings(LIBRARY.find, CALENDAR, by)
        takings.listen(rounds)
        for at, event in events:
            takings.take("T", at, event)
        takings.end()
        found = rounds.newest_first()
        assert len(found) == row.rounds + row.voids
        assert sum(one.handle for one in found) == row.handle
        assert isclose(sum(one.theo for one in found), Fraction(row.theo), rel_tol=1e-9, abs_tol=1e-6)


@pytest.mark.parametrize("by", ["table", "patron"])
def test_a_report_so_far_is_the_report_of_a_log_that_ends_there(by: By) -> None:
    """Asked again and again between the events, it tells the settled round on the table and spoils nothing."""
    events, _ = messy_shift(11, 25, "easy-six")
    live = HouseTakings(LIBRARY.find, CALENDAR, by)
    asked = 0
    for at, (moment, event) in enumerate(events, 1):
        live.take("T", moment, event)
        if isinstance(event, e.CoupSettled | e.SettlementReversed | e.CoupVoided) or at == len(events):
            found, plain = live.report_so_far(by), taken(events[:at], by).report(by)
            assert replace(found.total, theo_moment=0.0) == replace(plain.total, theo_moment=0.0)
            assert isclose(found.total.theo_moment, plain.total.theo_moment, rel_tol=1e-9, abs_tol=1e-6)
            assert [row.win for row in found.rows] == [row.win for row in plain.rows]
            asked += isinstance(event, e.SettlementReversed)
    assert asked, "a payment is taken back"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_rounding_is_what_the_lines_tell(document: str) -> None:
    events, _ = messy_shift(7, 80, document)
    told = sum((Fraction(line.exact) - line.winnings for _, line in Plain(events).lines if line.exact), Fraction(0))
    assert Fraction(taken(events, "table").report("table").total.rounding) == told


def ends_of(rules: Rulebook, decks: int) -> Counter[Result]:
    """Every coup dealt from a fresh shoe, one after another."""
    scope = max(bet.scope for bet in rules.bets.values())
    return deal(rules, Composition.fresh(decks), scope).ends


def gain(rules: Rulebook, bet: str, result: Result) -> Fraction:
    row = paying_row(rules, bet, result)
    return Fraction(-1) if row is None else pays_of(rules, row)


def test_theoretical_and_variance_are_those_of_brute_force_over_the_log() -> None:
    """The bets of each coup settled on every coup there is: mean and variance of the whole, coup by coup."""
    document = "easy-six"
    rules = book(document)
    assert max(bet.scope for bet in rules.bets.values()) < Scope.SUITS
    ends = ends_of(rules, 8)
    ways = sum(ends.values())
    bets = list(rules.bets)
    staked = [{"player": 100, bets[-1]: 5}, {"banker": 70, "tie": 30, "player": 15}, {bets[-2]: 7}, {"banker": 40}]
    events = settled_log(document, staked)
    mean = variance = Fraction(0)
    for stakes in staked:
        gains = {
            result: sum((stake * gain(rules, bet, result) for bet, stake in stakes.items()), Fraction(0))
            for result in ends
        }
        average = sum((times * gains[result] for result, times in ends.items()), Fraction(0)) / ways
        square = sum((times * gains[result] ** 2 for result, times in ends.items()), Fraction(0)) / ways
        mean, variance = mean - average, variance + square - average**2
    total = taken(events, "bet").report("bet").total
    assert Fraction(total.theo) == mean
    assert isclose(total.sd, sqrt(variance), rel_tol=1e-14)
    assert total.z is not None
    assert isclose(total.z, float(total.win - mean) / sqrt(variance), rel_tol=1e-12)


def settled_log(
    document: str, staked: list[dict[str, int]], cards: str = "9h 3c 9d 3s", **settings: Any
) -> list[tuple[datetime, Event]]:
    """Coups played one after another with these stakes, a patron to each."""
    table = shift(document, **settings)
    for stakes in staked:
        table.bets(*(f"seat 1 {bet} {stake}" for bet, stake in stakes.items())).close().cards(cards)
    return [(BEGAN + at * STEP, event) for at, event in enumerate(table.log)]


def test_insurance_counts_by_its_cell_and_with_its_covariance() -> None:
    """Every coup that comes to the offer, dealt one after another, from the ranks up."""
    table = shift("rws-insurance")
    table.bets("seat 1 banker 1000", "seat 1 player_pair 50").close().cards("Ah 4c Kd Ks 2d")
    table.insure("seat 1 banker 25").cards("8c")
    events = [(BEGAN + at * STEP, event) for at, event in enumerate(table.log)]
    report = taken(events, "bet").report("bet")
    rules = book("rws-insurance")
    cell = next(one for one in price(rules, Composition.fresh(8)).insurance if cell_is(one.cell, "3 4 banker"))
    [row] = [row for row in report.rows if row.key == "insurance:banker"]
    assert Fraction(row.theo) == 25 * cell.edge
    bets = {"banker": 1000, "player_pair": 50}
    sums: defaultdict[str, Fraction] = defaultdict(Fraction)
    for result, weight in coups_to(3, 4).items():
        insured = {"banker": Fraction(-25), "player": 25 * Fraction(3, 2), "tie": Fraction(0)}[result.winner]
        staked = sum((stake * gain(rules, bet, result) for bet, stake in bets.items()), Fraction(0))
        sums["1"] += weight
        sums["i"] += weight * insured
        sums["b"] += weight * staked
        sums["ii"] += weight * insured**2
        sums["ib"] += weight * insured * staked
    mean_i, mean_b = sums["i"] / sums["1"], sums["b"] / sums["1"]
    added = sums["ii"] / sums["1"] - mean_i**2 + 2 * (sums["ib"] / sums["1"] - mean_i * mean_b)
    covariance = price(rules, Composition.fresh(8)).covariance
    alone = sum(a * b * covariance.between(one, other) for one, a in bets.items() for other, b in bets.items())
    assert isclose(report.total.sd, sqrt(alone + added), rel_tol=1e-14)


def cell_is(cell: object, wanted: str) -> bool:
    found = f"{cell.player} {cell.banker} {cell.insures.value}"  # type: ignore[attr-defined]
    return found == wanted and cell.window.value == "after_player_third_card"  # type: ignore[attr-defined]


def coups_to(player: int, banker: int) -> Counter[Result]:
    """Every coup in which Player has so many with three cards and Banker, with two, still draws."""
    ranks, points = [32] * 13, [*range(1, 10), 0, 0, 0, 0]
    tableau = book("rws-insurance").tableau
    found: Counter[Result] = Counter()
    for one in range(13):
        for two in range(13):
            start = (points[one] + points[two]) % 10
            if start not in tableau.player_draws or start in tableau.naturals:
                continue
            third = (player - start) % 10
            if third not in tableau.banker_draws_on[banker]:
                continue
            for other in range(13):
                for last in range(13):
                    if (points[other] + points[last]) % 10 != banker:
                        continue
                    weight, left = 1, list(ranks)
                    for rank in (one, two, other, last):
                        weight *= left[rank]
                        left[rank] -= 1
                    unseen = Counter[int]()
                    for rank in range(13):
                        unseen[points[rank]] += left[rank]
                    weight *= unseen[third]
                    unseen[third] -= 1
                    for sixth, times in unseen.items():
                        pair = Rank(one + 1) if one == two else None
                        end = finished(player, (banker + sixth) % 10, 3, 3, (pair, False), (None, False))
                        found[end] += weight * times
    return found


def test_a_commission_of_the_sign_is_in_the_theoretical() -> None:
    events = settled_log("punto-banco", [{"banker": 100}], cards="3h 9c 3d Ks", commission="4%")
    total = taken(events, "table").report("table").total
    edge = price(at_commission(book("punto-banco"), "4%"), Composition.fresh(8)).bet("banker").edge
    assert Fraction(total.theo) == 100 * edge
    assert (total.payback, total.commission) == (196, 4)


def test_what_was_staked_beyond_the_differential_is_no_handle() -> None:
    events, _ = messy_shift(11, 200, "rws-baccarat")
    plain = Plain(events)
    excess = sum(line.stake - line.effective for _, line in plain.lines)
    assert excess > 0
    assert taken(events, "table").report("table").total.handle == sum(line.stake for _, line in plain.lines) - excess


def test_a_span_takes_its_start_and_leaves_its_end() -> None:
    events = settled_log("punto-banco", [{"banker": 100}, {"player": 10}, {"tie": 1}])
    ends = [at for at, event in events if isinstance(event, e.CoupSettled)]

    def handle(start: datetime | None, end: datetime | None) -> int:
        return taken(events, "table", span=Span(start, end)).report("table").total.handle

    assert handle(None, None) == 111
    assert handle(ends[0], ends[1]) == 100
    assert handle(ends[1], None) == 11
    assert handle(None, ends[0]) == 0
    assert handle(ends[0] + timedelta(seconds=1), ends[2]) == 10


def test_a_settlement_that_is_not_made_again_yet_is_no_void() -> None:
    events = settled_log("punto-banco", [{"banker": 100}])
    [settled] = [event for _, event in events if isinstance(event, e.CoupSettled)]
    later = BEGAN + timedelta(hours=1)
    reversed_ = e.SettlementReversed(coup=settled.coup, lines=settled.lines, cite="")
    total = taken([*events, (later, reversed_)], "table").report("table").total
    assert (total.rounds, total.voids, total.handle) == (0, 0, 0)
    again = [*events, (later, reversed_), (later, settled)]
    total = taken(again, "hour").report("hour").total
    assert (total.rounds, total.reversals, total.handle) == (1, 1, 100)


def test_shifts_and_days_are_the_houses() -> None:
    events = settled_log("punto-banco", [{"banker": 100}])
    takings = HouseTakings(LIBRARY.find, BusinessCalendar(ZoneInfo("Asia/Singapore")), "shift", "day", "month", "hour")
    for _, event in events:
        takings.take("T", datetime(2026, 11, 30, 21, 30, tzinfo=UTC), event)
    takings.end()
    keys = {by: [row.key for row in takings.report(by).rows] for by in takings.folds}
    assert keys == {
        "shift": ["2026-11-30 22:00"],
        "day": ["2026-11-30"],
        "month": ["2026-11"],
        "hour": ["2026-12-01T05:00+08:00"],
    }


def test_names_of_bets_tell_games_apart_where_there_are_several() -> None:
    one = settled_log("punto-banco", [{"banker": 100}])
    other = settled_log("ez-baccarat", [{"banker": 100}])
    takings = HouseTakings(LIBRARY.find, CALENDAR, "bet", "game", "shoe")
    for table, events in (("A", one), ("B", other)):
        for at, event in events:
            takings.take(table, at, event)
    takings.end()
    assert [row.key for row in takings.report("bet").rows] == ["ez-baccarat:banker", "punto-banco:banker"]
    assert [row.key for row in takings.report("game").rows] == ["ez-baccarat", "punto-banco"]
    assert [row.key for row in takings.report("shoe").rows] == ["A:1", "B:1"]
    assert [row.key for row in taken(one, "bet").report("bet").rows] == ["banker"]


def test_the_last_round_of_a_shoe_is_that_shoes() -> None:
    """Nothing can change it any more only when the next bets open: by then another shoe may lie there."""
    table = shift("punto-banco")
    table.bets("seat 1 banker 100").close().cards("9h 3c 9d 3s").do("declare_paid")
    table.do("close_shoe", by="pit_supervisor", reason="worn").do("open_shoe", cards="physical")
    table.bets("seat 1 banker 30").close().cards("9h 3c 9d 3s")
    events = [(BEGAN + at * STEP, event) for at, event in enumerate(table.log)]
    assert [(row.key, row.handle) for row in taken(events, "shoe").report("shoe").rows] == [("1", 100), ("2", 30)]


def test_a_card_of_an_earlier_shoe_is_none_of_this_one_wherever_a_walk_begins() -> None:
    """A report of a span begins with the shoe then in use; the round before it is corrected later."""
    table = shift("punto-banco")
    table.bets("seat 1 banker 100").close().cards("9h 3c 9d 3s").do("declare_paid")
    table.do("close_shoe", by="pit_supervisor", reason="worn").do("open_shoe", cards="physical")
    table.bets("seat 1 banker 30").close().cards("9h 3c 9d 3s").do("declare_paid")
    table.do("report", what="misread_card", coup=1, place=1, card="8h", by="pit_supervisor", note="the cards lie there")
    table.bets("seat 1 banker 50").close().cards("9h 3c 9d 3s")
    events = [(BEGAN + at * STEP, event) for at, event in enumerate(table.log)]
    assert any(isinstance(event, e.CardCorrected) for _, event in events)
    second = [place for place, (_, event) in enumerate(events) if isinstance(event, e.ShoeOpened)][1]
    whole = row(taken(events, "shoe"), "shoe", "2").theo_moment
    later = row(taken([events[0], *events[second:]], "shoe"), "shoe", "2").theo_moment
    assert whole == later


def test_the_trade_rates_by_hours_and_pace() -> None:
    """Somebody who bets in every other round is rated for all of them, by the game's one edge."""
    nominal = price(book("punto-banco"), Composition.fresh(8))
    edge = float(nominal.bet("banker").edge + nominal.bet("player").edge) / 2
    staked = [{"banker": 100}, {}, {"banker": 300}]
    takings = taken(settled_log("punto-banco", staked), "patron", "table")
    [row] = takings.report("patron").rows
    assert row.rounds == 2
    assert isclose(row.theo_trade, 200 * 3 * edge)
    assert isclose(takings.report("table").total.theo_trade, 200 * 3 * edge)


def row(takings: HouseTakings, by: By, key: str) -> TakingsRow:
    return next(one for one in takings.report(by).rows if one.key == key)


def test_rounds_an_hour_are_over_the_time_the_table_was_at_work() -> None:
    events = settled_log("punto-banco", [{"banker": 1}] * 4)
    opened = next(at for at, event in events if isinstance(event, e.TableOpened))
    ended = [at for at, event in events if isinstance(event, e.CoupSettled)][-1]
    found = row(taken(events, "table"), "table", "T").rounds_per_hour
    assert found is not None
    assert isclose(found, 4 * 3600 / (ended - opened).total_seconds())


def counted_shift() -> list[tuple[datetime, Event]]:
    """A table with real chips from opener to count: 100 won by the house, 1,000 of chips bought at the table."""
    table = shift("punto-banco", denominations=[100, 10, 5, 1])
    at = {"at": "2026-11-17T12:30:00+00:00"}
    table.do("count_inventory", what="opener", chips={"100": 50}, by="dealer", **at)
    table.do("count_inventory", what="opener", chips={"100": 50}, by="pit_supervisor", **at)
    table.bets("seat 1 banker 100").close().cards("9h 3c 9d 3s")
    table.do("declare_paid")
    table.do("count_inventory", what="closer", chips={"100": 41}, by="dealer", **at)
    table.do("count_inventory", what="closer", chips={"100": 41}, by="pit_supervisor", **at)
    table.do("drop_box", by="security", **at)
    table.do("count_box", currency=900, chips={"10": 10}, by="count_team", account="Count 1", **at)
    table.do("count_box", currency=900, chips={"10": 10}, by="count_team", account="Count 2", **at)
    return [(BEGAN + place * STEP, event) for place, event in enumerate(table.log)]


def test_drop_hold_and_the_counted_win_stand_by_table_game_shift_and_day() -> None:
    events = counted_shift()
    takings = taken(events, *get_args(By))
    for by in get_args(By):
        report = takings.report(by)
        for one in (*report.rows, report.total):
            if by in ("table", "game", "shift", "day") and one.win:
                assert (one.win_counted, one.drop, one.hold_pct) == (100, 1000, 10.0), by
            elif by not in ("table", "game", "shift", "day"):
                assert (one.win_counted, one.drop, one.hold_pct) == (None, None, None), by
    assert takings.exceptions == []


def test_a_count_that_is_made_anew_counts_once() -> None:
    events = counted_shift()
    [*_, (at, last)] = [(at, event) for at, event in events if isinstance(event, e.WinCounted)]
    assert isinstance(last, e.WinCounted)
    again = msgspec.structs.replace(last, drop=last.drop + 10, win_counted=last.win_counted + 10)
    [row_] = taken([*events, (at + STEP, again)], "table").report("table").rows
    assert (row_.win_counted, row_.drop) == (110, 1010)


def test_a_table_with_wallets_counts_itself() -> None:
    table = shift("punto-banco", wallets=True)
    table.do("buy_in", patron="seat 1", amount=5000).bets("seat 1 banker 100").close().cards("9h 3c 9d 3s")
    events = [(BEGAN + place * STEP, event) for place, event in enumerate(table.log)]
    [found] = taken(events, "shift").report("shift").rows
    assert (found.win, found.win_counted, found.drop, found.hold_pct) == (100, 100, 5000, 2.0)
