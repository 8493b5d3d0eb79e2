"""`punto table`: a shift from a script, its answers, its exit status, its wallets, and ids that are done once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.calling import process
from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refusal
from punto.table import commands as c
from punto.table.script import Script
from rulebook.shelf import LIBRARY
from table.shift import bare, shift

OPEN: list[dict[str, Any]] = [
    {"command": "open_table", "rulebook": "easy-six", "settings": {"wallets": True}},
    {"command": "open_shoe", "cards": "physical"},
    {"command": "buy_in", "patron": "Tan", "amount": 100},
    {"command": "open_bets"},
]
BET = {"command": "place_bet", "patron": "Tan", "box": 1, "bet": "player", "stake": 60}


def told(tmp_path: Path, *lines: dict[str, Any] | str, summary: bool = True) -> tuple[int, list[dict[str, Any]]]:
    """The exit status and the answers of a script, from a file."""
    file = tmp_path / "shift.jsonl"
    file.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    called = process("table", str(file), *(["--summary"] if summary else []))
    assert called.stderr == b""
    return called.returncode, [json.loads(line) for line in called.stdout.splitlines()]


def test_a_line_for_each_command_and_a_summary(tmp_path: Path) -> None:
    status, lines = told(tmp_path, *OPEN, BET)
    assert status == 0
    assert len(lines) == 6
    assert lines[4]["events"][0] == {
        "kind": "bet_placed", "patron": "Tan", "box": 1, "stance": "seated", "bet": "player",
        "stake": 60, "total": 60, "placed_by": "",
    }  # fmt: skip
    summary = lines[5]["summary"]
    assert summary["phase"] == "betting"
    bet = {"patron": "Tan", "stance": "seated", "bet": "player", "stake": 60, "plays": 60}
    assert summary["boxes"] == {"1": [bet]}
    assert summary["balances"] == {"cage": -100, "layout:1": 60, "wallet:Tan": 40}


def test_a_refusal_has_code_cite_and_message_and_the_status_says_so(tmp_path: Path) -> None:
    status, lines = told(tmp_path, *OPEN, BET, BET | {"box": 12}, summary=False)
    assert status == 1
    assert len(lines) == 6
    assert set(lines[-1]["refusal"]) == {"code", "cite", "message"}
    assert lines[-1]["refusal"]["code"] == "unknown_box"
    assert lines[-1]["refusal"]["cite"] == "2.1.2"


def test_the_same_id_is_done_once_and_answered_alike(tmp_path: Path) -> None:
    once = BET | {"id": "a"}
    status, lines = told(tmp_path, *OPEN, once, once, BET | {"id": "a", "stake": 5}, once)
    assert status == 1
    assert lines[4] == lines[5] == lines[7]
    assert lines[6]["refusal"]["code"] == "id_is_taken", "another command with that id, as in a house"
    assert lines[-1]["summary"]["balances"]["wallet:Tan"] == 40


def test_a_table_opens_on_the_edition_in_force_when_the_command_came() -> None:
    opening = {"rulebook": "easy-six", "at": "2012-06-01T23:59:59+08:00"}
    bare().try_("open_table", **opening).refused("no_edition_in_force")
    bare().do("open_table", **opening | {"at": "2012-06-02T00:00:00+08:00"})
    bare().do("open_table", **opening | {"rulebook": "easy-six@2012-06-02"})
    bare().try_("open_table", **opening | {"at": "noon"}).refused("bad_command")


def test_a_refusal_is_remembered_by_its_id_too() -> None:
    table = shift("easy-six")
    late = {"patron": "Tan", "box": 1, "bet": "player", "stake": 5, "id": "x"}
    table.try_("place_bet", **late).refused("bets_are_not_open")
    table.do("open_bets").try_("place_bet", **late).refused("bets_are_not_open")
    table.try_("place_bet", **late | {"id": "y"}).expect("bet_placed")


def test_lines_that_are_no_commands_are_refused_and_the_rest_is_done(tmp_path: Path) -> None:
    bad = ["no json", "[1]", '{"command":"open_bets","command":"x"}', "{}", '{"command":"dance"}', '{"command":5}']
    status, lines = told(tmp_path, *OPEN, *bad, '{"command":"place_bet"}', BET)
    assert status == 1
    codes = [line["refusal"]["code"] for line in lines[4:-2]]
    wanted = ["not_json", "wrong_type", "duplicate_key", "bad_command", "unknown_command", "bad_command", "bad_command"]
    assert codes == wanted
    assert lines[-2]["events"][0]["kind"] == "bet_placed"


def test_a_wallet_is_never_overdrawn(tmp_path: Path) -> None:
    status, lines = told(tmp_path, *OPEN, BET, BET | {"box": 2})
    assert status == 1
    assert lines[5]["refusal"]["code"] == "wallet_too_small"
    assert "40" in lines[5]["refusal"]["message"]
    assert lines[-1]["summary"]["balances"]["wallet:Tan"] == 40


def test_without_wallets_the_books_hold_what_was_observed() -> None:
    table = shift("easy-six").bets("seat 1 player 60")
    assert table.script.ledger.balances == {"chips:seat 1": -60, "layout:1": 60}
    table.try_("buy_in", patron="seat 1", amount=5).refused("no_wallets_here")


def test_standard_input_is_a_script_too() -> None:
    called = process("table", "-", given=json.dumps(OPEN[0]).encode())
    assert called.returncode == 0
    assert json.loads(called.stdout)["events"][0]["kind"] == "table_opened"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    called = process("table", str(tmp_path / "none.jsonl"))
    assert called.returncode != 0
    assert b"cannot be read" in called.stderr


def test_a_claim_on_an_empty_wallet_is_owed() -> None:
    """A coup paid and taken back when the winnings are gone: the wallet stays at nothing and the rest is owed."""
    table = shift("easy-six", wallets=True).do("buy_in", patron="seat 1", amount=100).bets("seat 1 player 100")
    table.close().cards("9h 2c Kd 3s").do("cash_out", patron="seat 1", amount=200)
    recount = {"cards": "9h 2c Kd 3s 7d", "reconstruct": False}
    table.report("wrong_number_of_cards", by="pit_supervisor", **recount).expect("coup_voided")
    balances = table.script.ledger.balances
    assert balances["wallet:seat 1"] == 100  # The stake of the void coup came back,
    assert balances["owed:seat 1"] == -200  # and what was paid out for it is owed.
    assert sum(balances.values()) == 0


def test_a_virtual_shoe_is_burned_with_its_first_coup_and_not_by_a_refused_call() -> None:
    table = shift("easy-six", cards="virtual")
    table.try_("open_bets", by="patron").refused("authority_too_low")
    table.do("open_bets").expect("cards_burned", "bets_opened")
    assert [event.number for event in table.log if hasattr(event, "number")] == [1]


def test_a_shoe_reveals_its_order_when_it_closes_and_it_is_what_was_committed_to() -> None:
    table = (
        shift("easy-six", cards="virtual")
        .do("cut_shoe", by="patron", patron="seat 1", place=100)
        .do("open_bets")
        .close()
    )
    for _ in range(4):
        table.do("draw_card")
    while table.table.phase == "dealing":
        table.do("draw_card")
    shoe = table.table.shoe
    assert shoe is not None
    sealed = seal_shoe(8, 7)
    assert shoe.commitment == sealed.commitment
    table.do("close_shoe", by="pit_supervisor", reason="so be it").expect(
        "shoe_closed", order=sealed.revealed, salt=sealed.salt
    )


def test_only_a_virtual_shoe_follows_from_a_seed() -> None:
    shift("easy-six", cards="virtual").expect("shoe_opened", seeded=True)
    shift("easy-six").expect("shoe_opened", seeded=False).do("close_shoe", by="pit_supervisor", reason="so be it")
    shift("easy-six").do("close_shoe", by="pit_supervisor", reason="so be it").do(
        "open_shoe", cards="physical", seed=3
    ).expect("shoe_opened", seeded=False)
    shift("easy-six").do("close_shoe", by="pit_supervisor", reason="so be it").do("open_shoe", cards="virtual").expect(
        "shoe_opened", seeded=False
    )


def test_numbers_of_coups_and_shoes_go_on_when_a_table_opens_again() -> None:
    table = (
        shift("easy-six")
        .bets("seat 1 player 10")
        .close()
        .cards("9h 2c Kd 3s")
        .do("close_shoe", by="pit_supervisor", reason="so be it")
        .do("close_table")
    )
    table.do("open_table", rulebook="easy-six").do("open_shoe", cards="physical").expect("shoe_opened", number=2)
    table.do("open_bets").expect("bets_opened", coup=2)


@pytest.mark.parametrize("name", ["rulebook", "easy-six@1999-01-01"])
def test_a_rulebook_nobody_has(name: str) -> None:
    answer = bare().try_("open_table", rulebook=name).answer
    assert isinstance(answer, Refusal)


def test_a_script_is_python_too() -> None:
    script = Script(LIBRARY.find, seal_shoe)
    assert isinstance(script.do(c.OpenBets()), Refusal)
    assert isinstance(script.do(c.OpenTable(rulebook="easy-six")), list)


def test_a_wrong_word_or_limit_is_refused_with_what_is_right(tmp_path: Path) -> None:
    table = {"command": "open_table", "rulebook": "rws-insurance"}
    bad: list[tuple[dict[str, Any], str]] = [
        (table | {"settings": {"limits": "x"}}, "limits cannot be 'x'; known: enforced, observed"),
        (table | {"settings": {"stake_min": 0}}, "the least stake is at least 1 unit, not 0"),
        (table | {"settings": {"stake_min": 9, "stake_max": 5}}, "the least stake, 9, is above the most, 5"),
        (table | {"settings": {"stake_max": 10**40}}, "no stake may be above 1,000,000,000,000,000 units"),
        ({"command": "open_shoe", "cards": "paper"}, "cards cannot be 'paper'; known: virtual, physical"),
        ({"command": "report", "what": "aliens"}, "what cannot be 'aliens'; known: foreign_card"),
    ]
    _, lines = told(tmp_path, *(line for line, _ in bad), summary=False)
    for answer, (_, sentence) in zip(lines, bad, strict=True):
        assert sentence in answer["refusal"]["message"]


def test_nobody_names_the_card_a_virtual_shoe_burns(tmp_path: Path) -> None:
    opened = [OPEN[0], {"command": "open_shoe", "cards": "virtual", "seed": 1}]
    _, lines = told(tmp_path, *opened, {"command": "burn", "card": "zz"}, OPEN[3], summary=False)
    assert lines[2]["refusal"]["code"] == "card_is_sealed"
    assert "cards_burned" in [event["kind"] for event in lines[3]["events"]]
