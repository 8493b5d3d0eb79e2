"""Nobody, auditor and administrator included, sees an undealt card: every answer to every role is read through."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from house.secrecy import look_for
from punto.house.people.roles import Role
from punto.house.tables.shuffler import seal_shoe
from punto.table.sealed import Sealed
from server.running import Running, a_table, running
from server.test_roles import LOOK


def _read_all(up: Running) -> int:
    """Every answer there is, held against the cards that nobody may know yet."""
    live = up.live()
    sealed = live.desk._shoe.order(live.state.table.shoe)
    read = 0
    for role in Role:
        client = up.client(role)
        for path in LOOK:
            if path.endswith("/events"):
                content = b""
                with client.stream("GET", path, headers={"Last-Event-ID": "0"}) as answer:
                    if answer.status_code == 200:
                        for line in answer.iter_lines():
                            content += line.encode()
                            if line.startswith("data: "):
                                break
                    else:
                        content = answer.read()
            else:
                content = client.get(path).content
            read += 1
            if sealed is not None:
                shoe = live.state.shoe
                look_for(sealed, shoe.out, shoe.cut_place, f"{role.value} {path}", content)
        client.close()
    return read


@pytest.mark.exhaustive
def test_no_answer_to_anybody_holds_an_undealt_card(tmp_path: Path) -> None:
    with running(tmp_path, a_table("t", "easy-six")) as up:
        up.must("buy_in", patron="Guest", amount=100_000)
        up.must("open_shoe", cards="virtual")
        read = _read_all(up)
        up.must("cut_shoe", patron="Guest", place=200, by="patron")
        for coup in range(30):
            up.must("open_bets")
            up.must("place_bet", patron="Guest", box=1, bet="banker", stake=25)
            up.must("close_bets")
            while up.live().state.table.phase == "dealing":
                up.must("draw_card")
                if coup == 7:
                    read += _read_all(up)
        read += _read_all(up)
        # Refusals are answers too.
        dealer = up.client(Role.SHIFT_MANAGER)
        shoe = up.live().state.shoe
        sealed = up.live().desk._shoe.order(shoe)
        assert sealed is not None
        for body in ({"command": "draw_card", "card": "2s"}, {"command": "burn", "card": ""}, {"command": "settle"}):
            answer = dealer.post("/api/tables/t/commands", json=body | {"id": f"s{body['command']}"})
            look_for(sealed, shoe.out, shoe.cut_place, str(body), answer.content)
        assert read > 500
        # Once the shoe is closed, its order is for everybody to check.
        order = sealed.revealed
        up.must("close_shoe", by="pit_supervisor", reason="so be it")
        log = up.client(Role.AUDITOR).get("/api/log/t/export").text
        assert order in log


def test_what_is_to_come_changes_nothing_anybody_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two shoes alike as far as they were dealt and different after: every answer is the same, but for their seals."""
    first = seal_shoe(8, 5)
    other = Sealed((*first.order[:60], *reversed(first.order[60:])), first.salt)
    told: list[dict[str, str]] = []
    for place, sealed in enumerate((first, other)):
        monkeypatch.setattr("punto.house.tables.live.seal_shoe", lambda decks, seed=None, sealed=sealed: sealed)
        folder = tmp_path / str(place)
        folder.mkdir()
        with running(folder, a_table("t", "easy-six")) as up:
            up.must("open_shoe", cards="virtual")
            for _ in range(5):
                up.must("open_bets")
                up.must("close_bets")
                while up.live().state.table.phase == "dealing":
                    up.must("draw_card")
            assert up.live().state.shoe.out < 60
            answers = {}
            for role in Role:
                client = up.client(role)
                for path in LOOK:
                    # Full of hashes, or of figures by the hour.
                    if not any(word in path for word in ("events", "manifest", "/log", "verify", "/heads", "/results")):
                        answers[f"{role.value} {path}"] = _without_moments(client.get(path).text, sealed.commitment)
            told.append(answers)
    assert told[0] == told[1]


def _without_moments(text: str, commitment: str) -> str:
    """An answer without what differs from one start to the next."""
    text = text.replace(commitment, "COMMITMENT")
    text = re.sub(r"\"rounds_an_hour\":[^,}]+", "PACE", text)
    return re.sub(r"\d{4}-\d\d-\d\dT[0-9:.]+(?:\+00:00|Z)", "MOMENT", text)
