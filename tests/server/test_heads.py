"""A house signs its heads by itself, shows them, gives them away, and signs for what seats reveal."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from audit.recorded import LIBRARY
from punto.audit import audit_store
from punto.audit.known_heads import KnownHead, signed_heads
from punto.audit.receipts import missing_reveal, read_receipt
from punto.cli.main import run
from punto.house.floor import heads as keeping
from punto.house.people.roles import Role
from punto.house.settings import Settings, checked, read_settings
from punto.kit import Refused
from punto.kit.entropy import entropy_commitment
from punto.server.metrics import metrics
from punto.store import make_signing_key, open_store
from server.processes import eventually
from server.running import Running, a_table, error_of, order, running

ENTROPY = bytes(range(32))


@contextmanager
def receiver(status: int = 204) -> Iterator[tuple[str, list[bytes], list[int]]]:
    """An address on this machine that takes what is posted; its answers can be changed."""
    got: list[bytes] = []
    answers = [status]

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if answers[0] < 300:
                got.append(body)
            self.send_response(answers[0])
            self.end_headers()

        def log_message(self, format: str, *about: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Taking)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/heads?house=1", got, answers
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def figure(up: Running, name: str) -> float:
    line = next(line for line in metrics(up.service).splitlines() if line.startswith(f"{name} "))
    return float(line.split()[1])


def known(line: bytes | str) -> list[KnownHead]:
    return list(signed_heads(line if isinstance(line, bytes) else line.encode(), ()))


def _mixed(up: Running) -> bool:
    mixing = up.live().state.shoe.mixing
    return mixing is not None and mixing.stage == "mixed"


def test_the_newest_heads_are_shown_to_everybody_who_is_signed_in(up: Running) -> None:
    for role in (Role.PATRON, Role.DISPLAY, Role.DEALER, Role.AUDITOR, Role.ADMINISTRATOR):
        shown = up.client(role).get("/api/heads")
        assert shown.status_code == 200
        logs = {head.table for head in known(shown.content)}
        assert {"t", "house:settings"} <= logs
        assert shown.json()["key"] == up.house.heads.key.public
    assert error_of(up.client().get("/api/heads")) == "not_signed_in"
    assert figure(up, "punto_heads_age_seconds") < 60
    assert figure(up, "punto_heads_unsent") == figure(up, "punto_heads_contradicted") == 0


def test_the_public_key_is_on_record(up: Running) -> None:
    changes = [change for event in up.house.store.events("house:settings") for change in event.body["changes"]]
    assert {"setting": "signing_key", "was": None, "is": up.house.heads.key.public} in changes


def test_a_browser_is_told_which_of_its_heads_the_books_no_longer_hold(up: Running) -> None:
    client = up.client(Role.PATRON)
    shown = client.get("/api/heads").json()["heads"]
    assert client.post("/api/heads/held", json={"heads": shown}).json() == {"contradicted": []}
    other = {"table": "t", "version": 1, "hash": "0" * 64}
    gone = {"table": "house:gone", "version": 3, "hash": "1" * 64}
    answer = client.post("/api/heads/held", json={"heads": [*shown, other, gone]}).json()
    assert answer == {"contradicted": [other, gone]}
    assert error_of(client.post("/api/heads/held", json={"heads": [other] * 201})) == "bad_request"


def test_heads_are_signed_when_a_table_closes_and_given_away(tmp_path: Path) -> None:
    kept = tmp_path / "elsewhere.jsonl"
    make_signing_key(tmp_path / "heads.key")
    with receiver() as (url, got, _):
        given = {"heads_file": str(kept), "heads_url": url, "heads_key": str(tmp_path / "heads.key")}
        with running(tmp_path, a_table("t"), a_table("u"), **given) as up:
            before = len(kept.read_text().splitlines())
            assert before >= 1
            up.must("close_table")
            eventually(lambda: len(kept.read_text().splitlines()) > before)
            closed = {head.table: head.version for head in known(kept.read_text().splitlines()[before])}
            assert closed["t"] == up.live().version
            public = up.house.heads.key.public
        lines = kept.read_text().splitlines()
        assert [line.decode().strip() for line in got] == lines  # With those of the end, each once and in order.
    assert kept.stat().st_mode & 0o777 == 0o600
    assert run(["audit", str(tmp_path / "house.db"), "--heads", str(kept), "--signed-by", public]) == 0


def test_an_address_that_does_not_answer_holds_nothing_up_and_gets_all_of_it_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with receiver(500) as (url, got, answers), running(tmp_path, heads_url=url) as up:
        eventually(lambda: figure(up, "punto_heads_unsent") == 1)
        up.house.heads.step()
        up.must("open_shoe", cards="virtual")  # And the house goes on.
        assert got == []
        answers[0] = 200
        up.house.heads.step()
        eventually(lambda: len(got) == 3)
        assert [json.loads(line)["at"] for line in got] == sorted(json.loads(line)["at"] for line in got)
    monkeypatch.setattr(keeping, "STOP_SECONDS", 0.3)
    began = monotonic()
    with running(tmp_path, heads_url="http://192.0.2.1:9/", heads_file="/no/such/folder/x") as up:
        assert up.client(Role.PATRON).get("/api/heads").status_code == 200
        assert figure(up, "punto_heads_age_seconds") < 60
    assert monotonic() - began < 30


def test_of_a_card_that_lies_face_down_no_hash_is_told(tmp_path: Path) -> None:
    sign = {"face_down": True}
    with running(tmp_path, a_table("t", "da-hu-ying-xiong", squeeze_seconds=3600.0, sign=sign)) as up:
        steps: list[tuple[str, dict[str, Any]]] = [
            ("open_shoe", {"cards": "virtual", "seed": 1}),
            ("buy_in", {"patron": "Guest", "amount": 1_000}),
            ("open_bets", {}),
            ("place_bet", {"patron": "Guest", "box": 1, "bet": "player", "stake": 100}),
            ("squeeze", {"patron": "Guest", "card": "player", "by": "patron"}),
            ("squeeze", {"patron": "Guest", "card": "player", "by": "pit_supervisor"}),
            ("close_bets", {}),
            *[("draw_card", {})] * 4,
        ]
        for command, fields in steps:
            up.must(command, **fields)
        live = up.live()
        assert live.visible_version < live.version
        up.house.heads.step()
        newest = up.house.heads.newest
        assert newest is not None
        told = next(head for head in newest.heads if head.table == "t")
        assert told.version == live.visible_version
        assert up.house.store.hashes_at([told]) == {("t", told.version): told.hash}
        # Nor is anybody told that a guess at one is right, or wrong: the house would be asked card by card.
        guesses = [
            {"table": "t", "version": live.version, "hash": hash} for hash in (up.house.store.head("t").hash, "0" * 64)
        ]
        answers = [up.client("Guest").post("/api/heads/held", json={"heads": [guess]}).json() for guess in guesses]
        assert answers == [{"contradicted": []}] * 2
        beyond = {"table": "t", "version": live.version + 1, "hash": "0" * 64}
        assert up.client("Guest").post("/api/heads/held", json={"heads": [beyond]}).json() == {"contradicted": [beyond]}


NOTHING = {"at": "2026-11-18T12:00:00+00:00", "heads": [], "key": "00" * 32, "signature": "00" * 64}


@pytest.mark.parametrize("after", ["", "no line\n", json.dumps(NOTHING) + "\n", '{"at":"2026-11-18T12'])
def test_a_start_says_that_books_were_cut_since_they_were_signed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, after: str
) -> None:
    """Also where somebody has written after the last line of the file, or that was cut short."""
    kept = tmp_path / "elsewhere.jsonl"
    with running(tmp_path, heads_file=str(kept)) as up:
        up.must("open_shoe", cards="virtual")
        up.house.heads.step()
        assert up.house.heads.contradicted == []
    with kept.open("a") as file:
        file.write(after)
    with open_store(tmp_path / "house.db") as store, store._engine.begin() as at:
        for name in at.scalars(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).all():
            at.execute(text(f"DROP TRIGGER {name}"))
        for table in ("mentions", "events", "heads"):
            at.execute(text(f"DELETE FROM {table} WHERE table_id = 'house:people'"))
    with caplog.at_level(logging.ERROR, "punto"), running(tmp_path, heads_file=str(kept)) as up:
        assert figure(up, "punto_heads_contradicted") == 1
    assert [line.getMessage() for line in caplog.records if "house:people no longer holds" in line.getMessage()]


def test_a_reveal_is_answered_with_a_receipt_and_the_audit_misses_what_it_is_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    books, kept = tmp_path / "house.db", tmp_path / "receipts.jsonl"
    with running(tmp_path, a_table(cards="virtual", cut_seconds=3600.0, reveal_seconds=3600.0)) as up:
        guest = up.client("Guest")
        up.must("open_shoe", cards="virtual")
        shoe = up.live().state.shoe
        promised = entropy_commitment(shoe.name, 3, "Guest", ENTROPY)
        committed = order(guest, "commit_entropy", patron="Guest", box=3, commitment=promised)
        assert "receipt" not in committed.json()
        up.must("close_entropy", by="house")
        body: dict[str, Any] = {"patron": "Guest", "box": 3, "entropy": ENTROPY.hex(), "id": "mine"}
        refused = order(guest, "reveal_entropy", **body | {"entropy": "00" * 32, "id": "other"})
        assert error_of(refused) == "bad_entropy"
        answered = order(guest, "reveal_entropy", **body).json()
        receipt = answered["receipt"]
        eventually(lambda: _mixed(up))
        assert order(guest, "reveal_entropy", **body).json() == answered  # However late it is asked for again.
        public = up.house.heads.key.public
        assert {name: value for name, value in receipt.items() if name not in ("hash", "signature")} == {
            "table": "t",
            "version": answered["version"],
            "shoe": 1,
            "sealed_as": shoe.commitment,
            "box": 3,
            "patron": "Guest",
            "entropy": ENTROPY.hex(),
            "key": public,
        }
    line = json.dumps(receipt)
    kept.write_text(line + "\n")
    assert run(["audit", str(books), "--receipt", str(kept), "--signed-by", public]) == 0
    assert "Receipts 1, each for what is in the books" in capsys.readouterr().out
    read = read_receipt(line.encode(), [public])
    with open_store(books) as store:
        assert missing_reveal(store, read) is None
        for changed in ({"version": read.version + 50}, {"version": 1}, {"entropy": "00" * 32}, {"table": "gone"}):
            finding = missing_reveal(store, msgspec.structs.replace(read, **changed))
            assert finding is not None
            assert "has a receipt" in str(finding)
        assert audit_store(store, LIBRARY.find)[1] is None
    with open_store(books) as store, store._engine.begin() as at:  # The house takes it back, from its log on.
        for name in at.scalars(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).all():
            at.execute(text(f"DROP TRIGGER {name}"))
        for table in ("postings", "mentions", "events"):
            at.execute(text(f"DELETE FROM {table} WHERE table_id = 't' AND version >= {read.version}"))
    with open_store(books) as store:
        finding = missing_reveal(store, read)
        assert finding is not None
        assert str(finding) == (
            f"table t, event {read.version} (receipt): the bytes of box 3 for shoe 1,"
            " for which Guest has a receipt are not in the books"
        )
    kept.write_text(line.replace('"box": 3', '"box": 4') + "\n")
    capsys.readouterr()
    assert run(["audit", str(books), "--receipt", str(kept), "--signed-by", public]) == 1


@pytest.mark.parametrize(
    "given",
    [
        {"heads_url": "ftp://elsewhere.example/"},
        {"heads_url": "http:///x"},
        {"heads_url": "http://a b/"},
        {"heads_url": "http://x:99999/"},
        {"heads_key": "a", "heads_key_command": "b"},
    ],
)
def test_settings_that_cannot_be_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        checked(Settings(**given))


def test_the_environment_names_where_heads_go() -> None:
    names = ("heads_minutes", "heads_key_command", "heads_file", "heads_url")
    given = {f"PUNTO_{name.upper()}": value for name, value in zip(names, ("2", "a", "b", "http://c"), strict=True)}
    settings = read_settings(None, given)
    assert [getattr(settings, name) for name in names] == [2.0, "a", "b", "http://c"]
