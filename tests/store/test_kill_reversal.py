"""A house killed in the middle of a reversal has done it whole or not at all, and no money is lost or made.

Each reversal is killed once at every step of its durable write, on both engines; then the same command is sent again.
"""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from audit.recorded import KEY, LIBRARY
from punto.house.tables.desk import Desk, Done
from punto.house.tables.shuffler import seal_shoe
from punto.store import Store, open_store
from punto.store.writing import STEPS
from punto.table import kind_of
from punto.table.script import read_command

NATURAL = ("9h", "2c", "Kd", "3s")
PIT = {"by": "pit_supervisor"}

Step = tuple[str, dict[str, Any]]


def round_of(name: str, wallets: bool, *after: Step) -> list[Step]:
    """A round that was paid: Player wins 9 to 5, with a bet on each hand, and what happened after it."""
    sign = {"wallets": wallets, "stake_min": 1, "differential_max": 10_000}
    chips: list[Step] = [("buy_in", {"patron": f"{who} {name}", "amount": 100}) for who in ("ann", "bo") if wallets]
    return [
        ("open_table", {"rulebook": "da-hu-ying-xiong", "settings": sign}),
        *chips,
        ("open_shoe", {"cards": "physical"}),
        ("open_bets", {}),
        ("place_bet", {"patron": f"ann {name}", "box": 1, "bet": "player", "stake": 100}),
        ("place_bet", {"patron": f"bo {name}", "box": 2, "bet": "banker", "stake": 100}),
        ("close_bets", {}),
        *(("draw_card", {"card": card}) for card in NATURAL),
        *((command, {key: _named(value, name) for key, value in fields.items()}) for command, fields in after),
    ]


def _named(value: Any, name: str) -> Any:
    return f"{value} {name}" if value in ("ann", "bo") else value


SPENT: Step = ("cash_out", {"patron": "ann", "amount": 200})
MISREAD: Step = ("report", {"what": "misread_card", "place": 2, "card": "9c"})
MISREAD_BY_PIT: Step = ("report", {"what": "misread_card", "place": 4, "card": "7s", **PIT})
REVERSALS: dict[str, tuple[bool, list[Step], list[str]]] = {
    "a misread card, confirmed": (
        True,
        [MISREAD, ("decide", {"confirm": True, **PIT})],
        ["decision_made", "card_corrected", "settlement_reversed", "coup_settled"],
    ),
    "a misread card after the winner has left with the money": (
        True,
        [SPENT, MISREAD_BY_PIT],
        ["irregularity_reported", "card_corrected", "settlement_reversed", "coup_settled"],
    ),
    "a void after settlement": (
        True,
        [("report", {"what": "foreign_card", **PIT})],
        ["irregularity_reported", "settlement_reversed", "coup_voided", "cards_condemned"],
    ),
    "a void by ruling after the round was declared paid": (
        True,
        [("declare_paid", {}), ("rule", {"reason": "so be it", "coup": "void", "by": "shift_manager"})],
        ["ruling_made", "settlement_reversed", "coup_voided"],
    ),
    "chips that lay elsewhere": (
        False,
        [
            (
                "report",
                {
                    "what": "misplaced_bet",
                    "patron": "bo",
                    "lay": [{"box": 2, "bet": "player", "stake": 150}],
                    **PIT,
                },
            )
        ],
        ["irregularity_reported", "bets_corrected", "settlement_reversed", "coup_settled"],
    ),
    "cards that cannot be counted right": (
        True,
        [("report", {"what": "wrong_number_of_cards", "cards": "9h 2c Kd 3s 4d", "reconstruct": False, **PIT})],
        ["irregularity_reported", "decision_made", "settlement_reversed", "cards_set_aside", "coup_voided"],
    ),
    "a debt written off": (
        True,
        [
            SPENT,
            ("report", {"what": "foreign_card", **PIT}),
            ("write_off", {"patron": "ann", "amount": 100, "by": "shift_manager"}),
        ],
        ["debt_written_off"],
    ),
}


def desk(store: Store, table: str) -> Desk:
    return Desk(store, table, LIBRARY.find, key=KEY, seal_shoe=seal_shoe, now=lambda: "2026-11-18T06:00:00Z")


def send(here: Desk, steps: list[Step]) -> Done:
    done: list[Done] = []
    for number, (command, fields) in enumerate(steps):
        answer = here.do(read_command({"command": command, "by": "dealer", "id": f"c{number}"} | fields))
        assert isinstance(answer, Done), (command, answer)
        done.append(answer)
    return done[-1]


def killed(url: str, work: Callable[[Store], object], step: str) -> None:
    """Do some work in a process of its own, which dies when it comes to this step."""

    def at_step(reached: str) -> None:
        if reached == step:
            os.kill(os.getpid(), signal.SIGKILL)

    with warnings.catch_warnings():
        # A test runner has threads of its own; the child touches nothing of theirs and never returns.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            work(open_store(url, key=KEY, at_step=at_step))
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "it did not come to that step"
    assert os.WTERMSIG(status) == signal.SIGKILL


def balances(store: Store, table: str) -> dict[str, int]:
    """What the accounts of one table and its patrons hold, by the names they have at every table."""
    return {
        account.removesuffix(f" {table}").replace(f":{table}", ""): amount
        for account, amount in store.ledger.balances().items()
        if account.endswith((f" {table}", f":{table}")) and amount
    }


@pytest.mark.parametrize("name", REVERSALS)
def test_a_reversal_is_done_whole_or_not_at_all(url: str, name: str) -> None:
    wallets, after, kinds = REVERSALS[name]
    with open_store(url, key=KEY) as store:
        done = send(desk(store, "whole"), round_of("whole", wallets, *after))
        assert [kind_of(event) for event in done.events] == kinds
        expected = balances(store, "whole")
        for step in STEPS:
            table = f"t-{step}"
            steps = round_of(table, wallets, *after)
            send(desk(store, table), steps[:-1])
            before, version = balances(store, table), store.head(table).version
            last, fields = steps[-1]
            command = read_command({"command": last, "by": "dealer", "id": f"c{len(steps) - 1}"} | fields)
            killed(url, lambda opened, table=table, command=command: desk(opened, table).do(command), step)  # type: ignore[misc]
            whole = step == "committed"
            assert store.head(table).version == version + (len(kinds) if whole else 0), step
            assert balances(store, table) == (expected if whole else before), step
            again = desk(store, table).do(command)
            assert isinstance(again, Done)
            assert [kind_of(event) for event in again.events] == kinds
            assert balances(store, table) == expected, step
            assert store.verify(table) is None
        assert store.ledger.fault() is None
        assert store.ledger.trial_balance() == 0
