"""What is out of play takes no bets; a round in progress is finished; the switches are a log that cannot be bent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.audit import audit_store
from punto.house.tables.switches import LOG, Switches
from punto.kit import Refused
from punto.store import Head, Store, open_store
from punto.table import Command
from punto.table import commands as c
from punto.view.switch import Switch

BET = c.PlaceBet(patron="Ann", box=1, bet="tie", stake=5, by="patron")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "house.db") as opened:
        yield opened


@pytest.fixture
def switches(store: Store) -> Switches:
    return Switches(store, lambda: "2024-01-01T00:00:00+00:00")


def refused(switches: Switches, command: Command, table: str = "t") -> str:
    answer = switches.refusal(table, command)
    return answer.code if answer else ""


@pytest.mark.parametrize(
    ("switch", "here", "elsewhere"),
    [
        (Switch("house"), "house_is_disabled", "house_is_disabled"),
        (Switch("table", "t"), "table_is_disabled", ""),
        (Switch("bet", "tie"), "bet_is_disabled", "bet_is_disabled"),
        (Switch("bet", "tie", "t"), "bet_is_disabled", ""),
        (Switch("patron", "Ann"), "patron_is_disabled", "patron_is_disabled"),
        (Switch("bet", "player"), "", ""),
        (Switch("patron", "Bob"), "", ""),
    ],
)
def test_a_bet_meanwhile_is_refused(switches: Switches, switch: Switch, here: str, elsewhere: str) -> None:
    assert refused(switches, BET) == ""
    switches.flip(switch, True, "as asked", "Pit Manager 1")
    assert (refused(switches, BET), refused(switches, BET, "u")) == (here, elsewhere)
    switches.flip(switch, False, "as asked", "Pit Manager 1")
    assert refused(switches, BET) == ""


@pytest.mark.parametrize(
    "command",
    [
        c.CloseBets(),
        c.DrawCard(),
        c.Settle(),
        c.TakeInsurance(patron="Ann", box=1, insures="banker", stake=5),
        c.Report(what="interruption"),
        c.Decide(),
        c.Choose(patron="Ann", option="continue"),
        c.WithdrawBet(patron="Ann", box=1, bet="tie"),
        c.CashOut(patron="Ann", amount=5),
        c.CloseShoe(by="pit_supervisor", reason="so be it"),
        c.CloseTable(),
    ],
)
def test_a_round_in_progress_is_finished(switches: Switches, command: Command) -> None:
    for switch in (Switch("house"), Switch("table", "t"), Switch("patron", "Ann"), Switch("bet", "tie")):
        switches.flip(switch, True, "as asked", "Pit Manager 1")
    assert refused(switches, command) == ""
    assert refused(switches, c.OpenBets()) == "house_is_disabled"


def test_another_process_reads_the_same(store: Store, switches: Switches) -> None:
    other = Switches(store, lambda: "2024-01-01T00:00:01+00:00")
    switches.flip(Switch("table", "t"), True, "a lamp", "Pit Manager 1")
    assert other.off() == []
    other.refresh()
    assert [(one.switch, one.reason, one.by) for one in other.off()] == [
        (Switch("table", "t"), "a lamp", "Pit Manager 1")
    ]
    with pytest.raises(Refused, match="already out of play"):
        other.flip(Switch("table", "t"), True, "again", "Pit Manager 1")
    other.flip(Switch("table", "t"), False, "a new lamp", "Shift Manager 1")
    switches.refresh()
    assert switches.off() == []
    assert Switches(store, lambda: "").off() == []


def test_the_public_is_told_of_tables_and_bets_and_of_no_patron(switches: Switches) -> None:
    told = (Switch("house"), Switch("table", "t"), Switch("bet", "tie"), Switch("bet", "tie", "t"))
    for switch in (*told, Switch("table", "u"), Switch("bet", "tie", "u"), Switch("patron", "Ann")):
        switches.flip(switch, True, "as asked", "Pit Manager 1")
    assert [one.switch for one in switches.off_at("t")] == list(told)


@pytest.mark.parametrize("reason", ["", "  ", "x" * 501])
def test_a_reason_is_needed(switches: Switches, reason: str) -> None:
    with pytest.raises(Refused, match="say why"):
        switches.flip(Switch("house"), True, reason, "Pit Manager 1")
    assert switches.off() == []


def test_the_log_of_switches_is_chained_and_the_auditor_passes_it(store: Store, switches: Switches) -> None:
    switches.flip(Switch("house"), True, "as asked", "Pit Manager 1")
    switches.flip(Switch("house"), False, "as asked", "Pit Manager 1")
    assert store.head(LOG).version == 2
    assert store.verify(LOG) is None
    _, found = audit_store(store, lambda name, *_, **__: pytest.fail(f"{name} is asked for, and no table is here"))
    assert found is None


def test_a_command_does_not_wait_for_the_books_to_say_what_is_switched(
    store: Store, switches: Switches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a house of one process they can say nothing new."""
    switches.flip(Switch("house"), True, "as asked", "Pit Manager 1")

    def never(_: str) -> Head:
        raise AssertionError("read from the database")

    monkeypatch.setattr(store, "head", never)
    switches.refresh_before(BET)
    assert refused(switches, BET) == "house_is_disabled"


@pytest.mark.parametrize("command", [BET, c.OpenBets(), c.BuyIn(patron="Ann", amount=5)])
def test_what_another_process_has_switched_holds_for_the_next_command(
    store: Store, switches: Switches, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.setattr(Store, "shared", True)
    other = Switches(store, lambda: "2024-01-01T00:00:01+00:00")
    for switch in (Switch("house"), Switch("patron", "Ann")):
        other.flip(switch, True, "as asked", "Pit Manager 1")
    assert refused(switches, command) == ""
    switches.refresh_before(command)
    assert refused(switches, command) != ""


def test_only_commands_that_can_be_out_of_play_ask_what_is(
    store: Store, switches: Switches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "shared", True)
    asked: list[str] = []
    monkeypatch.setattr(switches, "refresh", lambda: asked.append("refresh"))
    for command in (c.CloseBets(), c.DrawCard(), c.Settle(), c.CashOut(patron="Ann", amount=5), BET):
        switches.refresh_before(command)
    assert asked == ["refresh"]
