"""A small version of the campaigns: seeded shifts, crashes at durable steps, kills, each command ten times."""

from __future__ import annotations

from collections.abc import Generator

import msgspec
import pytest

from oracle import DOCUMENTS
from punto.audit import Walk, Wrong
from punto.house.tables.shuffler import seal_shoe
from punto.rulebook import Authority, Library
from punto.table import State, second_person
from punto.table import commands as c
from punto.table import events as e
from punto.table.sealed import ShoeOrder
from punto.table.turn import Turn, take_turn
from shifts.books import Books, Violation, Who
from shifts.durable import run_on
from shifts.faults import FAULTS, Fault, coups_until_found
from shifts.killing import Killed, deliver_ten_times
from shifts.people import People
from shifts.shift import Broken, Tally, run_in_memory

FIND = Library().find
DEALER = Who("dealer", "dealer", "dealer")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_shifts_of_every_document_break_nothing(document: str) -> None:
    """`./run python -m bench.shifts` is the same with a million coups."""
    tally = Tally()
    for seed in range(1, 9):
        tally.add(run_in_memory(seed, 50, FIND, document))
    assert tally.coups == 400
    kinds = {"coup_settled", "coup_voided", "ruling_made", "irregularity_reported", "bet_withdrawn", "shoe_closed"}
    kinds |= {"round_concluded", "decision_made", "settlement_reversed", "options_given", "report_withdrawn"}
    kinds |= {"card_corrected", "cards_condemned", "position_assigned"}
    kinds |= {"confirmation_awaited", "confirmation_given", "confirmation_declined", "confirmation_expired"}
    kinds |= {"sign_prepared"}
    assert kinds <= set(tally.kinds)
    assert tally.refusals > 300


@pytest.mark.parametrize(
    ("name", "spoilt"),
    [
        ("awaited", lambda state, command, events: None),
        ("rank_above", lambda command: Authority.DEALER),
        ("SECONDS", 10_000),
    ],
)
def test_a_second_person_who_is_not_asked_or_not_the_right_one_is_noticed(
    name: str, spoilt: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the product's auditor, and by the one with the documents in hand."""
    monkeypatch.setattr(second_person, name, spoilt)
    for walk in (True, False):
        with pytest.raises(Broken):
            Tally(coups=sum(run_in_memory(seed, 30, FIND, "easy-six", walk=walk).coups for seed in range(2, 60, 2)))


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault.soon], ids=lambda fault: fault.name)
def test_a_fault_put_back_is_found(fault: Fault) -> None:
    """`./run python -m bench.shifts --faults` also puts back those that seldom show."""
    coups, _ = coups_until_found(fault, FIND, most=1500)
    assert coups > 0


def test_every_row_of_what_was_once_wrong_has_a_fault() -> None:
    assert {fault.row for fault in FAULTS} == set(range(1, 11))


def test_a_table_closed_between_two_shoes_is_opened_again() -> None:
    assert run_in_memory(2000392, 100, FIND).coups == 100


def test_a_shift_that_stands_still_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(People, "commands", lambda people, coups: repeat_refused())
    with pytest.raises(Broken, match="stands still"):
        run_in_memory(1, 2, FIND)


def repeat_refused() -> Generator[c.Command, State, None]:
    while True:
        yield c.OpenBets()


def test_the_same_seed_is_the_same_shift() -> None:
    assert run_in_memory(12, 30, FIND) == run_in_memory(12, 30, FIND)


@pytest.mark.parametrize("seed", [3, 8])
def test_a_shift_on_the_books_survives_crashes_at_durable_steps(url: str, seed: int) -> None:
    tally = run_on(url, seed, 5, FIND, None, often=0.15)
    assert tally.coups == 5
    assert sum(tally.faults.values()) >= 5


def test_a_house_killed_at_every_step_loses_nothing_and_doubles_nothing(url: str) -> None:
    """`./run python -m bench.durable --kill 1000` is the same many times."""
    house = Killed(url, FIND, "da-hu-ying-xiong", seed=7)
    for turn in range(14):
        house.kill_once(turn, after=9)
    house.audit()
    assert house.violations == []
    assert house.acknowledged > 20
    assert set(house.kills.values()) == {2}


def test_each_command_delivered_ten_times_has_one_effect(url: str) -> None:
    commands, events = deliver_ten_times(url, FIND, "da-hu-ying-xiong", 20)
    assert events >= commands


class Recorder:
    """One coup's events, with the money they move, so that a test can spoil them."""

    def __init__(self) -> None:
        self.state = State(FIND)
        self.sealed: ShoeOrder | None = None
        self.taken: list[tuple[e.Event, tuple[object, ...]]] = []

    def do(self, *commands: c.Command) -> None:
        for command in commands:
            turn = take_turn(self.state, command, self.sealed, seal_shoe, "T")
            assert isinstance(turn, Turn), turn
            self.state, self.sealed = turn.state, turn.sealed
            self.taken += list(zip(turn.events, turn.postings, strict=True))


@pytest.fixture
def coup() -> Recorder:
    recorder = Recorder()
    recorder.do(
        c.OpenTable(rulebook="easy-six"),
        c.OpenShoe(cards="physical"),
        c.OpenBets(),
        c.PlaceBet(patron="ann", box=1, bet="player", stake=100),
        c.CloseBets(),
        *(c.DrawCard(card=card) for card in ("3h", "9c", "3d", "5s", "9d")),
    )
    assert isinstance(recorder.taken[-1][0], e.CoupSettled)
    return recorder


def test_both_auditors_notice_a_payment_that_is_one_unit_out(coup: Recorder) -> None:
    for more in (1, -1):
        walk, books = Walk("T", FIND), Books("T")
        for event, postings in coup.taken[:-1]:
            walk.step(event, postings)  # type: ignore[arg-type]
            books.take(event, DEALER, "")
        event = coup.taken[-1][0]
        assert isinstance(event, e.CoupSettled)
        line = msgspec.structs.replace(event.lines[0], payback=event.lines[0].payback + more)
        wrong = msgspec.structs.replace(event, lines=(line,))
        with pytest.raises(Wrong):
            walk.step(wrong, ())
        with pytest.raises(Violation):
            books.take(wrong, DEALER, "")


def test_both_auditors_notice_money_that_comes_from_nowhere(coup: Recorder) -> None:
    books = Books("T")
    for event, _ in coup.taken:
        books.take(event, DEALER, "")
    with pytest.raises(Violation):
        books.check({"chips:ann": 105, "float:T": -105, "cage": 1})
    with pytest.raises(Violation):
        books.check({"chips:ann": 104, "float:T": -104})
    books.check({"chips:ann": 105, "float:T": -105})
