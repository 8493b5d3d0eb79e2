"""Bets after the close: refused by their paragraph, seen by whoever watches the table, and in every process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from punto.house.tables.late import MOST, LateBets
from punto.store.signal import Signal
from punto.table.late import LateBet
from server.running import Running, a_table, error_of, order, running

BET: dict[str, Any] = {"patron": "Guest", "box": 2, "bet": "banker", "stake": 300}
SEEN = BET | {"what": "place", "cite": "5.6"}


@pytest.fixture
def up(tmp_path: Path) -> Iterator[Running]:
    """A house whose bets have just been closed."""
    with running(tmp_path, a_table("t", "da-hu-ying-xiong", cards="physical")) as house:
        for command, fields in (
            ("buy_in", {"patron": "Guest", "amount": 1_000}),
            ("open_shoe", {"cards": "physical"}),
            ("open_bets", {}),
            ("close_bets", {}),
        ):
            house.must(command, "t", **fields)
        yield house


def shown(house: Running) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = house.client("Auditor 1").get("/api/tables/t").json()["view"]["coup"]["late"]
    return found


def test_a_bet_after_the_close_is_refused_by_its_paragraph_and_shown(up: Running) -> None:
    guest, version = up.client("Guest"), up.live().version
    # The page had not heard of the close yet: it is told that, and not only that it is old.
    for seen in (version - 1, version):
        assert error_of(order(guest, "place_bet", seen=seen, **BET)) == "bets_are_closed"
    assert up.live().version == version
    assert shown(up) == [SEEN]


def test_nothing_is_shown_that_was_no_bet(up: Running) -> None:
    guest, dealer = up.client("Guest"), up.client("Dealer 1")
    wrongs: tuple[dict[str, Any], ...] = (
        {"bet": "x" * 9_000},
        {"box": 99},
        {"stake": "much"},
        {"stake": 10**30},
        {"stake": True},
    )
    for wrong in wrongs:
        assert error_of(order(guest, "place_bet", **BET | wrong)) in ("bets_are_closed", "bad_command", "bad_request")
    lifted: dict[str, Any] = {"patron": "Guest", "box": 2, "bet": "banker"}
    assert error_of(order(guest, "withdraw_bet", **lifted)) == "bets_are_closed"
    # What the dealer tries on somebody's behalf the dealer knows.
    assert error_of(order(dealer, "place_bet", **BET)) == "bets_are_closed"
    assert shown(up) == []


def test_it_belongs_to_its_coup_and_does_not_pile_up() -> None:
    bets = LateBets()
    one = LateBet("Guest", 2, "banker", 300, "place", "5.6")
    assert bets.note(4, one)
    assert not bets.note(4, one)
    assert (bets.of(4), bets.of(5)) == ((one,), ())
    for box in range(2 * MOST):
        bets.note(5, LateBet("Guest", box, "banker", 300, "place", "5.6"))
    assert len(bets.of(5)) == MOST
    assert not bets.note(4, one)
    assert bets.of(4) == ()


def test_the_other_processes_show_it_too(up: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Signal] = []
    monkeypatch.setattr(up.house.store, "send", told.append)
    order(up.client("Guest"), "place_bet", **BET)
    [notice] = told
    assert notice == Signal("late", notice.name, 1)
    service = up.service
    service.signal_received(notice)  # One's own comes back, too.
    assert shown(up) == [SEEN]
    assert told == [notice]
    up.live().late = LateBets()  # As in a process that the patron did not speak to.
    service.signal_received(notice)
    assert shown(up) == [SEEN]
    service.signal_received(Signal("late", notice.name.replace('"t"', '"elsewhere"'), 1))


def test_what_a_patron_holds_is_for_those_who_see_the_dealer_s_page(up: Running) -> None:
    def ask(who: str, patron: str) -> Any:
        return up.client(who).get(f"/api/dealer/t/wallets/{patron}")

    assert ask("Dealer 1", "Guest").json() == {"patron": "Guest", "account": True, "wallet": 1_000}
    assert ask("Dealer 1", "guest").json() == {"patron": "guest", "account": False, "wallet": 0}
    assert ask("Dealer 1", "Dealer 1").json()["account"] is False
    assert error_of(ask("Guest", "Guest")) == "not_your_role"
    assert error_of(ask("Dealer 1", "%00")) == "bad_name"
