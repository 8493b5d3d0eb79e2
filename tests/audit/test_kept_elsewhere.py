"""Somebody with the database writes a log anew, cuts it or takes it away, consistently: a head kept elsewhere tells.

The rewriter has every right to the database, redoes chain, postings and balances, and no hash of theirs is wrong.
"""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection, text

from audit.recorded import LIBRARY, TABLE, rehashed
from punto.audit import Finding, audit_store
from punto.audit.known_heads import KnownHead, signed_heads
from punto.cli.main import run
from punto.house.tables.desk import Desk, Done
from punto.house.tables.shuffler import seal_shoe
from punto.store import (
    Batch,
    Head,
    NewEvent,
    Posting,
    Record,
    SignedHeads,
    SigningKey,
    Store,
    heads_line,
    key_file,
    open_store,
    shoe_key,
    sign_heads,
)
from punto.store.canonical import canonical
from punto.store.engine import make_engine, writing
from punto.table import Command
from punto.table import commands as c
from store.conftest import server, url  # noqa: F401

KEY = SigningKey(bytes(range(32)))
NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
PEOPLE = "house:people"


def commands() -> list[Command]:
    bets: list[Command] = [c.OpenBets(), c.PlaceBet(patron="ann", box=1, bet="player", stake=100), c.CloseBets()]
    table = c.OpenTable(rulebook="easy-six", settings={"wallets": True})
    return [table, c.BuyIn(patron="ann", amount=5_000), c.OpenShoe(cards="virtual", seed=11), *bets, c.DrawCard()]


def play(store: Store) -> list[SignedHeads]:
    """Books with a table and a log of the house's own; the heads as they were signed after every command."""
    desk = Desk(store, TABLE, LIBRARY.find, key=bytes(32), seal_shoe=seal_shoe, now=lambda: "2026-11-18T08:00:00Z")
    signed = []
    for command in commands():
        assert isinstance(desk.do(command), Done), command
        store.note(PEOPLE, Batch((NewEvent("noted", {"person": "ann"}),), "2026-11-18T08:00:00Z", "", ""))
        signed.append(sign_heads(store, KEY, NOW))
    return signed


@pytest.fixture
def books(url: str) -> tuple[str, list[SignedHeads]]:  # noqa: F811
    with open_store(url) as store:
        return url, play(store)


def found(books: str, *lines: SignedHeads) -> Finding | None:
    known = [head for line in lines for head in signed_heads(heads_line(line), [KEY.public])]
    with open_store(books) as store:
        return audit_store(store, LIBRARY.find, known_heads=known)[1]


def consistent(books: str) -> None:
    """What was done leaves no hash and no balance wrong: nothing but what is kept elsewhere can tell."""
    with open_store(books) as store:
        assert all(store.verify(log) is None for log in store.tables())
        assert store.ledger.fault() is None


class Rewriter:
    """Somebody with the database and every right to it."""

    def __init__(self, books: str) -> None:
        self._engine = make_engine(books)

    def __enter__(self) -> Connection:
        self._writing = writing(self._engine)
        self.at = self._writing.__enter__()
        if self.at.dialect.name == "postgresql":
            self.at.execute(text("SET LOCAL session_replication_role = replica"))
        else:
            for name in self.at.scalars(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).all():
                self.at.execute(text(f"DROP TRIGGER {name}"))
        return self.at

    def __exit__(self, *error: object) -> None:
        self._writing.__exit__(None, None, None)
        self._engine.dispose()


def rewrite(books: str, more: int) -> int:
    """Ann bought in for more, from then on and in every balance; the version of the first event that is another."""
    with open_store(books) as store:
        before = list(store.records(TABLE))
    after = rehashed(_with_more(record, more) for record in before)
    first = next(new.version for old, new in zip(before, after.records, strict=True) if old.hash != new.hash)
    with Rewriter(books) as at:
        for record in after.records:
            named = {"table": TABLE, "version": record.version}
            at.execute(
                text(
                    "UPDATE events SET body = :body, previous_hash = :before, hash = :hash"
                    " WHERE table_id = :table AND version = :version"
                ),
                named | {"body": record.body, "before": record.previous_hash, "hash": record.hash},
            )
            for place, posting in enumerate(record.postings):
                at.execute(
                    text(
                        "UPDATE postings SET amount = :amount"
                        " WHERE table_id = :table AND version = :version AND place = :place"
                    ),
                    named | {"amount": posting.amount, "place": place},
                )
        at.execute(text("UPDATE accounts SET balance = balance + :more WHERE account = 'wallet:ann'"), {"more": more})
        at.execute(text("UPDATE accounts SET balance = balance - :more WHERE account = 'cage'"), {"more": more})
        at.execute(text("UPDATE heads SET hash = :hash WHERE table_id = :table"), msgspec.to_builtins(after.head))
        at.execute(text("DELETE FROM snapshots"))
    return first


def _with_more(record: Record, more: int) -> Record:
    body = json.loads(record.body)
    if record.kind != "bought_in":
        return record
    moved = tuple(Posting(one.account, one.amount + (more if one.amount > 0 else -more)) for one in record.postings)
    body["amount"] += more
    return msgspec.structs.replace(record, body=canonical(body), postings=moved)


def test_a_log_written_anew_is_found_against_any_head_signed_since(books: tuple[str, list[SignedHeads]]) -> None:
    where, signed = books
    assert found(where, *signed) is None
    first = rewrite(where, 1_000)
    consistent(where)
    for line in signed:
        version = next(head.version for head in line.heads if head.table == TABLE)
        finding = found(where, line)
        assert (finding is not None) is (version >= first), line
        if finding:
            assert (finding.table, finding.version) == (TABLE, version)
            assert "heads signed at 2026-11-18T12:00:00+00:00 had here: the log was rewritten" in str(finding)
    assert found(where, *signed) is not None


@pytest.mark.parametrize("log", [TABLE, PEOPLE])
def test_a_log_that_was_cut_or_taken_away_is_found(books: tuple[str, list[SignedHeads]], log: str) -> None:
    where, signed = books
    end = next(head for head in signed[-1].heads if head.table == log)
    with open_store(where) as store:
        kept = next(record for record in store.records(log) if record.version == end.version - 1)
        moved = [posting for record in store.records(log, kept.version) for posting in record.postings]
    with Rewriter(where) as at:
        for table in ("postings", "mentions", "events"):
            at.execute(
                text(f"DELETE FROM {table} WHERE table_id = :log AND version > :v"), {"log": log, "v": kept.version}
            )
        at.execute(
            text("UPDATE heads SET version = :v, hash = :hash WHERE table_id = :log"),
            {"v": kept.version, "hash": kept.hash, "log": log},
        )
        assert not moved  # Nothing of the accounts needs to be made good.
        at.execute(text("DELETE FROM snapshots"))
    consistent(where)
    cut = found(where, signed[-1])
    assert cut is not None
    assert str(cut).startswith(f"table {log}, event {end.version} (log): ends before an event that heads signed at")
    assert found(where, signed[0]) is None  # That is all that heads from before can tell.
    with Rewriter(where) as at:
        for table in ("postings", "mentions", "events", "heads"):
            at.execute(text(f"DELETE FROM {table} WHERE table_id = :log"), {"log": log})
    gone = found(where, signed[0])
    assert gone is not None
    assert "is not in the books, and heads signed at" in str(gone)
    assert gone.table == log


def test_a_write_ahead_log_that_was_cut_between_two_transactions_is_found(tmp_path: Path) -> None:
    """Nothing in the file tells: the books are whole, and end earlier."""
    live, left = tmp_path / "live.db", tmp_path / "left.db"
    with open_store(live) as store:
        play(store)
        with store._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        store.note(PEOPLE, Batch((NewEvent("noted", {}),), "2026-11-18T08:00:00Z", "", ""))
        shorter = Path(f"{live}-wal").stat().st_size
        store.note(PEOPLE, Batch((NewEvent("noted", {}),), "2026-11-18T08:00:00Z", "", ""))
        signed = sign_heads(store, KEY, NOW)
        for end in ("", "-wal"):
            shutil.copy(f"{live}{end}", f"{left}{end}")
    cut = Path(f"{left}-wal")
    whole = cut.read_bytes()
    assert len(whole) > shorter
    assert found(f"sqlite:///{left}", signed) is None
    for end in ("", "-wal", "-shm"):
        Path(f"{left}{end}").unlink(missing_ok=True)
    shutil.copy(live, left)
    cut.write_bytes(whole[:shorter])
    finding = found(f"sqlite:///{left}", signed)
    assert finding is not None
    assert finding.table == PEOPLE
    assert "ends before an event that heads signed at" in finding.why


def test_two_lines_that_contradict_each_other_are_found(tmp_path: Path) -> None:
    with open_store(tmp_path / "books.db") as store:
        signed = play(store)[-1]
    known = [KnownHead(head.table, head.version, head.hash) for head in signed.heads]
    other = KnownHead(PEOPLE, known[0].version, "0" * 64, "heads signed at another time had")
    with open_store(tmp_path / "books.db") as store:
        finding = audit_store(store, LIBRARY.find, known_heads=[*known, other])[1]
    assert finding is not None
    assert "another time" in str(finding)


def test_the_command_tells_what_it_held_and_what_is_not_to_be_believed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    books, kept = str(tmp_path / "books.db"), tmp_path / "heads.jsonl"
    with open_store(books) as store:
        store.use_key(shoe_key(key_file(Path(books))))
        signed = play(store)
    lines = [heads_line(line).decode() for line in signed]
    kept.write_text("".join(lines))
    (tmp_path / "key.pub").write_text(KEY.public)
    for key in (KEY.public, str(tmp_path / "key.pub")):
        assert run(["audit", books, "--heads", str(kept), "--signed-by", key]) == 0
        assert f"Signed heads {len(signed)}, each of them in the logs" in capsys.readouterr().out
    assert run(["audit", books, "--heads", str(kept)]) == 0
    assert "Nobody has said whose key signed them" in capsys.readouterr().out
    assert run(["audit", books, "--heads", str(kept), "--signed-by", KEY.public, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["signed_heads_held"] == len(signed)
    # Where not every log is looked at that they name, they are not called held.
    assert run(["log", TABLE, "--db", books, "--json"]) == 0
    (tmp_path / "log.jsonl").write_text(capsys.readouterr().out)
    for partly in ([books, "--table", TABLE], [str(tmp_path / "log.jsonl")]):
        assert run(["audit", *partly, "--heads", str(kept), "--signed-by", KEY.public]) == 0
        told = capsys.readouterr().out
        assert "each of them in the logs" not in told
        assert "they name others too" in told
        assert run(["audit", *partly, "--heads", str(kept), "--signed-by", KEY.public, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["signed_heads_held"] == 0
    kept.write_text(lines[0] + lines[1].replace('"version":', '"version":1'))
    assert run(["audit", books, "--heads", str(kept), "--signed-by", KEY.public]) == 1
    assert "line 2 its signature does not hold" in capsys.readouterr().out
    kept.write_text(lines[0])
    assert run(["audit", books, "--heads", str(kept), "--signed-by", "00" * 32]) == 1
    assert "no key it may be signed by" in capsys.readouterr().out
    kept.write_text(lines[0] + "no line\n")
    assert run(["audit", books, "--heads", str(kept), "--signed-by", KEY.public]) == 1
    for refused in (["--signed-by", "xy"], ["--heads", "none"], ["--signed-by", KEY.public]):
        assert run(["audit", books, *refused]) == 2
    assert capsys.readouterr().err.count("\n") == 3


def test_an_earlier_audit_is_held_to_the_houses_own_logs_too(tmp_path: Path) -> None:
    books = tmp_path / "books.db"
    with open_store(books) as store:
        play(store)
        heads = store.heads()
        assert audit_store(store, LIBRARY.find, known_heads=heads)[1] is None
        for wrong in (Head(PEOPLE, 1, "0" * 64), Head(PEOPLE, 99, "0" * 64), Head("house:gone", 1, "0" * 64)):
            finding = audit_store(store, LIBRARY.find, known_heads=[*heads, wrong])[1]
            assert finding is not None
            assert "an earlier audit saw" in str(finding)
