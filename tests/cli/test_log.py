"""`punto log` and `punto table --db`: a shift told, exported, and one coup with all that proves it."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from audit.recorded import TABLE, log, shift
from punto.audit.record import read_event
from punto.cli.main import run
from punto.report.event_words import _WORDS, event_lines
from punto.table import AnyEvent
from punto.table.events import CoupSettled, Line

SCRIPT = (
    '{"command":"open_table","rulebook":"easy-six","settings":{"wallets":true},"id":"1"}\n'
    '{"command":"buy_in","patron":"ann","amount":500,"id":"2"}\n'
    '{"command":"open_shoe","cards":"physical","id":"3"}\n'
    '{"command":"open_bets","id":"4"}\n'
    '{"command":"place_bet","patron":"ann","box":1,"bet":"player","stake":100,"id":"5"}\n'
    '{"command":"close_bets","id":"6"}\n'
) + "".join(f'{{"command":"draw_card","card":"{card}","id":"{card}"}}\n' for card in ("3h", "9c", "3d", "5s", "9d"))


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def test_every_kind_of_event_has_words() -> None:
    assert set(_WORDS) == set(AnyEvent.__args__)
    assert all(event_lines(read_event(record)) for record in log().records)


def test_a_settlement_tells_what_was_rounded() -> None:
    line = Line(
        patron="ann", box=1, bet="player", stake=25, effective=25, outcome="win", odds="1 to 2", winnings=12,
        commission=0, payback=37, cite="4.1", exact="25/2",
    )  # fmt: skip
    event = CoupSettled(
        coup=1, cards="9h 3c 9d 3s", winner="player", player_points=8, banker_points=6, rounding="down", lines=(line,)
    )
    assert event_lines(event)[2] == ("1 to 2 on 25 is 12.5, rounded down to 12 (sign)", "")
    whole = msgspec.structs.replace(line, exact=msgspec.UNSET)
    assert len(event_lines(msgspec.structs.replace(event, lines=(whole,)))) == 2


def test_a_shift_is_told_with_its_paragraphs_at_the_right(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["log", TABLE, "--db", str(shift())]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert "Coup 1: place your bets, please" in lines
    void = next(line for line in lines if "Coup 3 is void" in line)
    assert void.endswith(" 5.4.2")
    assert max(map(len, lines)) <= 80


def test_json_is_the_log_that_the_auditor_takes(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["log", TABLE, "--db", str(shift()), "--json"]) == 0
    exported = tmp_path / "shift.log"
    exported.write_text(capfd.readouterr().out)
    assert run(["audit", str(exported)]) == 0


def test_a_dispute_pack_holds_all_of_one_coup(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["log", TABLE, "--db", str(shift()), "--coup", "2", "--json"]) == 0
    pack = json.loads(capfd.readouterr().out)
    kinds = [event["kind"] for event in pack["events"]]
    assert kinds[0] == "bets_opened"
    assert "coup_settled" in kinds
    assert kinds.count("bets_opened") == 1
    assert sum(pack["money"].values()) == 0
    assert pack["audit"] is None
    assert pack["paragraphs"]
    cards = [json.loads(event["body"])["card"] for event in pack["events"] if event["kind"] == "card_drawn"]
    order, out, cut = pack["shoe"]["order"].split(), pack["shoe"]["cards_out_before"], pack["shoe"]["cut"]
    assert cards == [order[(cut + out + place) % len(order)] for place in range(len(cards))]
    assert run(["log", TABLE, "--db", str(shift()), "--coup", "2"]) == 0
    assert "nothing at fault" in capfd.readouterr().out


def test_wrong_words_are_one_sentence(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for words in (
        [TABLE],
        ["south", "--db", str(shift())],
        [TABLE, "--db", str(tmp_path / "none")],
        [TABLE, "--db", str(shift()), "--coup", "99"],
    ):
        assert run(["log", *words]) == 2
        assert "Traceback" not in capfd.readouterr().err


def test_a_script_on_the_books_is_answered_as_in_memory_and_goes_on_where_it_stopped(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    script, db = tmp_path / "script.jsonl", str(tmp_path / "books.db")
    script.write_text(SCRIPT)
    assert run(["table", str(script), "--summary"]) == 0
    in_memory = capfd.readouterr().out
    on_books = ["table", str(script), "--db", db, "--table", "1", "--summary"]
    assert run(on_books) == 0
    told_first = capfd.readouterr().out
    balances = [json.loads(out.splitlines()[-1])["summary"] for out in (in_memory, told_first)]
    assert {k: v for k, v in balances[1]["balances"].items() if v} == {
        k: v for k, v in balances[0]["balances"].items() if v
    }
    assert told_first.splitlines()[:-1] == in_memory.splitlines()[:-1]
    assert run(on_books) == 0  # The same ids again: answered alike, nothing done.
    assert capfd.readouterr().out == told_first
    assert run(["audit", db]) == 0
    script.write_text('{"command":"open_bets"}\n')
    assert run(["table", str(script), "--db", db, "--table", "1"]) == 0
    assert '"coup":2' in capfd.readouterr().out


def test_the_same_id_with_another_command_is_refused_in_memory_and_on_books(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "script"
    script.write_text(SCRIPT + '{"command":"cash_out","patron":"ann","amount":5,"id":"2"}\n')
    for books in ([], ["--db", str(tmp_path / "house.db")]):
        assert run(["table", str(script), *books]) == 1
        *before, last = map(json.loads, capfd.readouterr().out.splitlines())
        assert all("events" in answer for answer in before)
        assert last["refusal"]["code"] == "id_is_taken"


def test_a_round_that_is_not_over_says_so(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    script, db = tmp_path / "shift.jsonl", str(tmp_path / "t.db")
    script.write_text("".join(SCRIPT.splitlines(keepends=True)[:5]), encoding="utf-8")
    assert run(["table", str(script), "--db", db]) == 0
    capfd.readouterr()
    assert run(["log", "1", "--db", db, "--coup", "1"]) == 0
    told = capfd.readouterr().out
    assert "Chips\n  The round has no settlement that stands: it is void, or not over.\n  ann: 100 on the felt" in told
    assert "  wallet:ann  −100\n" in told
    assert "Paragraphs" not in told
