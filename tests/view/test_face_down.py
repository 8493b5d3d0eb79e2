"""What a page is shown while cards of a face-down table have not been looked at: nothing that follows from them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from punto.house.floor.floor import Floor
from punto.house.settings import Settings, TableSettings
from punto.house.tables.live import LiveTable
from punto.kit import Refusal
from punto.store import open_store
from punto.table import commands as c
from punto.view.table import lobby_row, table_view

DA_HU = "da-hu-ying-xiong"
NOW = datetime(2026, 11, 18, 20, tzinfo=UTC)
SIGN = {
    "stake_min": 5,
    "stake_max": 5000,
    "differential_max": 10_000,
    "face_down": True,
    "burn": False,
    "wallets": True,
}
NATURAL = "9h 2c Kd 3s"
GOES_ON = "2h 2c 3d 4s"
CALL = timedelta(seconds=TableSettings(id="t", rulebook=DA_HU).call_seconds)


class Clock:
    now = NOW

    def __call__(self) -> datetime:
        return self.now


@contextmanager
def dealt(folder: Path, cards: str, *squeezed: Any, face_down: bool = True) -> Iterator[tuple[Floor, LiveTable, Clock]]:
    """A table with a bet on Player and these cards, of which some are squeezed."""
    clock = Clock()
    sign = SIGN | {"face_down": face_down}
    table = TableSettings(id="t", rulebook=DA_HU, dealer="person", cards="physical", sign=sign, squeeze_seconds=8.0)
    with open_store(folder / "floor.db") as store:
        floor = Floor(store, Settings(tables=[table]), secrets.token_bytes(32), now=clock)
        floor.open_tables()
        live = floor.table("t")
        commands: list[c.Command] = [
            c.BuyIn(patron="Tan", amount=1_000),
            c.OpenShoe(cards="physical"),
            c.OpenBets(),
            c.PlaceBet(patron="Tan", box=1, bet="player", stake=100),
            *(c.Squeeze(patron="Tan", card=card) for card in squeezed),
            c.CloseBets(),
            *(c.DrawCard(card=card) for card in cards.split()),
        ]
        for command in commands:
            assert not isinstance(live.do(command), Refusal), command
        yield floor, live, clock
        floor._writer.close()


def shown(floor: Floor, live: LiveTable) -> Any:
    """Everything that anybody is shown of the table: its page, the lobby, the history, a wallet."""
    scene = live.scene()
    parts = (table_view(scene), lobby_row(scene, live.roads()), live.history_view(scene.visible_version))
    return msgspec.json.decode(msgspec.json.encode((*parts, floor.wallet("Tan"))))


def test_squeezed_cards_that_end_the_coup_look_like_cards_that_do_not(tmp_path: Path) -> None:
    pictures = []
    for cards in (NATURAL, GOES_ON):
        (folder := tmp_path / cards[:2]).mkdir()
        with dealt(folder, cards, "player", "banker") as (floor, live, _):
            pictures.append(shown(floor, live))
    assert pictures[0] == pictures[1]


def test_the_end_of_a_coup_is_told_a_moment_after_its_cards_lie_open(tmp_path: Path) -> None:
    with dealt(tmp_path, NATURAL, "player") as (floor, live, clock):
        clock.now += timedelta(seconds=8)
        [table, lobby, history, wallet] = shown(floor, live)
        assert (table["coup"]["player"], table["coup"]["player_points"]) == (["9h", "Kd"], 9)
        assert (table["coup"]["ended"], table["coup"]["settlement"], table["phase"]) == (None, None, "dealing")
        assert (lobby["roads"]["big_road"], history["coups"], wallet) == ([], [], 900)
        clock.now += CALL
        [table, lobby, history, wallet] = shown(floor, live)
        assert (table["coup"]["ended"], table["phase"]) == ("settled", "paying")
        assert (len(lobby["roads"]["big_road"]), len(history["coups"]), wallet) == (1, 1, 1_100)


def test_that_is_so_too_where_they_are_turned_before_their_time_and_where_nobody_squeezes(tmp_path: Path) -> None:
    for squeezed in (("player",), ()):
        (folder := tmp_path / f"{len(squeezed)}").mkdir()
        with dealt(folder, NATURAL, *squeezed) as (floor, live, clock):
            if squeezed:
                clock.now += timedelta(seconds=3)
                assert not isinstance(live.do(c.TurnCard(patron="Tan", by="patron")), Refusal)
            before, after = shown(floor, live), clock.now + CALL
            assert before[0]["coup"]["player"] == ["9h", "Kd"]
            assert (before[0]["coup"]["settlement"], before[2]["coups"], before[3]) == (None, [], 900)
            clock.now = after
            assert shown(floor, live)[3] == 1_100


def test_that_is_so_where_cards_are_dealt_face_up(tmp_path: Path) -> None:
    with dealt(tmp_path, NATURAL, face_down=False) as (floor, live, clock):
        [table, lobby, history, wallet] = shown(floor, live)
        assert (table["coup"]["player"], table["coup"]["player_points"]) == (["9h", "Kd"], 9)
        assert (table["coup"]["settlement"], lobby["phase"], history["coups"], wallet) == (None, "dealing", [], 900)
        assert lobby["roads"]["big_road"] == []
        clock.now += CALL
        [table, lobby, history, wallet] = shown(floor, live)
        assert (table["coup"]["ended"], len(history["coups"]), wallet) == ("settled", 1, 1_100)
        assert len(lobby["roads"]["big_road"]) == 1


def test_the_next_round_waits_for_no_call(tmp_path: Path) -> None:
    with dealt(tmp_path, NATURAL, face_down=False) as (floor, live, _):
        assert not isinstance(live.do(c.OpenBets()), Refusal)
        assert live.visible_version == live.version
        assert (len(shown(floor, live)[2]["coups"]), floor.wallet("Tan")) == (1, 1_100)


def test_a_coup_that_goes_on_waits_for_nothing(tmp_path: Path) -> None:
    with dealt(tmp_path, GOES_ON) as (_, live, _):
        assert live.scene().face_down is None
        assert live.visible_version == live.version
