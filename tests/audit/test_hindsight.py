"""Books are judged by the rulebook file of their time; what the one in use would decide otherwise is only listed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.calling import process
from punto.audit import audit_logs, audit_store
from punto.house.tables.desk import Desk, Done
from punto.house.tables.shuffler import seal_shoe
from punto.rulebook import Library
from punto.rulebook.library import SHIPPED
from punto.store import Store, open_store, read_logs
from punto.table.script import read_command
from store.old_books import FOLDER

EDITION = "2020-01-15"
KEY = bytes(32)
CARDS = ("Kh", "Ac", "4d", "5s", "7d", "Qc")  # Player 4, then 1; Banker 6 with three cards.


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder with the house's own copy of a document."""
    folder = tmp_path / "rulebooks" / "da-hu-ying-xiong"
    folder.mkdir(parents=True)
    shipped = (SHIPPED / "da-hu-ying-xiong" / f"{EDITION}.toml").read_bytes()
    (folder / f"{EDITION}.toml").write_bytes(shipped + b"# Ours.\n")
    return folder.parent


@pytest.fixture
def books(tmp_path: Path, shelf: Path) -> Path:
    """A coup with insurance on it and one that was interrupted."""
    file = tmp_path / "books.db"
    key = tmp_path / "books.db.key"
    key.touch(0o600)
    key.write_text(KEY.hex())
    with open_store(file, key=KEY) as store:
        desk = opened(store, shelf)
        do(desk, "open_table", rulebook="da-hu-ying-xiong", settings={"stake_min": 10, "differential_max": 5000})
        do(desk, "open_shoe", cards="physical")
        do(desk, "open_bets")
        do(desk, "place_bet", patron="Seat 1", box=1, bet="banker", stake=1000)
        do(desk, "place_bet", patron="Seat 1", box=1, bet="tiger", stake=10)
        do(desk, "close_bets")
        for card in CARDS[:4]:
            do(desk, "draw_card", card=card)
        do(desk, "take_insurance", patron="Seat 1", box=1, insures="banker", stake=100)
        for card in CARDS[4:]:
            do(desk, "draw_card", card=card)
        do(desk, "open_bets")
        do(desk, "report", what="interruption", by="pit_supervisor")
        do(desk, "report", what="foreign_card", by="pit_supervisor")
    return file


def opened(store: Store, shelf: Path) -> Desk:
    find = Library([shelf]).find
    return Desk(store, "T", find, key=KEY, seal_shoe=seal_shoe, now=lambda: "2026-11-18T20:00:00+00:00")


def do(desk: Desk, command: str, **fields: object) -> None:
    answer = desk.do(read_command({"command": command, "by": "dealer", **fields}))
    assert isinstance(answer, Done), answer


def revise(shelf: Path, *changes: tuple[str, str], keep: bool = True) -> None:
    """Change the file, and leave its predecessor a number."""
    file = shelf / "da-hu-ying-xiong" / f"{EDITION}.toml"
    text = file.read_text("utf-8")
    if keep:
        file.with_name(f"{EDITION}.1.toml").write_text(text, "utf-8")
    for before, after in (*changes, ("# Ours.", "# Ours, and revised.")):
        assert before in text
        text = text.replace(before, after)
    file.write_text(text, "utf-8")


def test_a_comment_changes_nothing(books: Path, shelf: Path) -> None:
    revise(shelf)
    with open_store(books) as store:
        account, finding = audit_store(store, Library([shelf]).find)
        assert finding is None
        assert account.differences == []
        assert opened(store, shelf).state.table.phase == "ready", "the table goes on by the file it was opened with"


def test_books_whose_file_is_gone_cannot_be_judged(books: Path, shelf: Path) -> None:
    revise(shelf, keep=False)
    with open_store(books) as store:
        _, finding = audit_store(store, Library([shelf]).find)
    assert finding is not None
    assert "another hash" in finding.why


def test_what_today_s_file_would_decide_otherwise_is_listed(books: Path, shelf: Path) -> None:
    revise(
        shelf,
        (
            'what = "interruption"\nleads_to = "conclude_if_established_else_void"',
            'what = "interruption"\nleads_to = "void"',
        ),
    )
    with open_store(books) as store:
        account, finding = audit_store(store, Library([shelf]).find)
    assert finding is None
    [reported] = account.differences
    assert (reported.table, reported.coup, reported.what) == ("T", 2, "interruption")
    assert reported.then.startswith("leads to conclude if established else void")
    assert reported.now.startswith("leads to void")


def test_a_payment_that_would_be_another_is_listed_with_both(books: Path, shelf: Path) -> None:
    tiger = 'banker_cards = 3 }, odds = "20 to 1"'
    revise(shelf, (tiger, tiger.replace("20", "22")), ("4             2    3    4\n5", "4             2    5    4\n5"))
    done = process("audit", str(books), "--rulebooks", str(shelf))
    assert done.returncode == 0, done.stderr
    said = done.stdout.decode()
    assert said.startswith("All is well")
    assert "By the rulebooks in use today 2 things would be decided otherwise" in said
    assert "insurance of banker is offered at 3 to 1, today is offered at 5 to 1" in said
    assert "Seat 1's tiger 10 in box 1 gives 210 back by 4.1.1, today gives 230 back by 4.1.1" in said
    listed = json.loads(process("audit", str(books), "--rulebooks", str(shelf), "--json").stdout)["differences"]
    assert [one["coup"] for one in listed] == [1, 1]


def test_the_books_of_another_edition_are_left_alone(books: Path, shelf: Path) -> None:
    with open_store(books) as store:
        account, finding = audit_store(store, Library([shelf]).find)
    assert finding is None
    assert account.differences == []


def test_books_of_0_1_0_are_told_what_is_read_otherwise_today_and_in_how_many_rounds() -> None:
    logs = list(read_logs((FOLDER / "logs.jsonl").read_text("utf-8").splitlines()))
    account, finding = audit_logs(logs, Library().find)
    assert finding is None
    assert account.called_otherwise == 2
    today = [(one.coup, one.what, one.then) for one in account.differences if one.now == "that is a fault"]
    assert today == [(4, "card_drawn", "is drawn while Guest may still choose")]
