"""Flip, delete, insert, reorder, truncate any event, forge a payment or a card: the auditor finds every one."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from audit.recorded import LIBRARY, MIXED, REAL, SHIFT, TABLE, log, rehashed, shift
from punto.audit import Finding, audit_logs, audit_store
from punto.cli.main import run
from punto.store import Head, Log, Posting, Record, log_lines, open_store
from punto.store.canonical import canonical

FIELDS = ("table", "at", "by", "acting", "command_id", "kind", "body", "previous_hash", "hash")


def found(tampered: Log, known: tuple[Head, ...] = ()) -> Finding | None:
    return audit_logs([tampered], LIBRARY.find, known_heads=known)[1]


def flipped(text: str) -> str:
    """One bit of one letter changed, in the middle."""
    if not text:
        return "x"
    middle = len(text) // 2
    return text[:middle] + chr(ord(text[middle]) ^ 1) + text[middle + 1 :]


def test_the_shift_has_what_an_auditor_looks_at_and_nothing_is_at_fault() -> None:
    kinds = {record.kind for record in log().records}
    for kind in ("insurance_taken", "coup_settled", "coup_voided", "bets_returned", "ruling_made", "shoe_closed"):
        assert kind in kinds
    account, finding = audit_logs([log()], LIBRARY.find)
    assert finding is None
    assert account.coups == 4
    assert account.voided == 1
    assert account.shoes_revealed == 1
    with open_store(shift()) as store:
        assert audit_store(store, LIBRARY.find) == (account, None)


def test_the_shift_with_real_cards_has_what_is_new_and_nothing_is_at_fault() -> None:
    kinds = {record.kind for record in log(REAL).records}
    for kind in (
        *("card_corrected", "bets_corrected", "settlement_reversed", "insurance_returned", "original_bet_returned"),
        *("report_withdrawn", "choices_closed", "waiver_lapsed", "position_assigned", "round_concluded"),
        *("cards_set_aside", "cards_reconstructed", "cards_condemned", "coup_voided", "ruling_made"),
    ):
        assert kind in kinds
    account, finding = audit_logs([log(REAL)], LIBRARY.find)
    assert finding is None
    assert (account.coups, account.settled, account.voided) == (5, 3, 2)
    assert account.differences == []


def test_each_decided_difference_is_listed_with_who_and_why() -> None:
    account, _ = audit_logs([log(REAL)], LIBRARY.find)
    assert [(one.coup, one.what, one.recorded, one.played) for one in account.decided] == [
        (1, "card 3", "4d", "5d"),
        (1, "bo's chips", "player 200 in box 2", "player 300 in box 2"),
        (1, "drawn", "Kh Ac 5d 5s 7d Qc", "Kh 5d Ac 5s 7d Qc"),
        (2, "card 1", "Kh", "Ks"),
        (3, "drawn", "3c", "the first of the next round"),
    ]
    assert {one.decided_by for one in account.decided} == {"pit_supervisor"}
    assert [one.cite for one in account.decided] == ["5.15", "5.14", "5.8", "5.15", "5.7"]
    assert account.decided[0].note == "seen on camera"
    assert "decided by pit supervisor: the second and third changed places" in str(account.decided[2])
    assert audit_logs([log()], LIBRARY.find)[0].decided == [], "a sealed shoe is played as it was drawn"


@pytest.mark.exhaustive
def test_every_field_of_every_event_flipped_is_found_at_that_event() -> None:
    records = log().records
    for place, record in enumerate(records):
        for name in FIELDS:
            changed = replace(record, **{name: flipped(getattr(record, name))})
            finding = found(Log((*records[:place], changed, *records[place + 1 :]), log().head))
            assert finding is not None, (place, name)
            assert finding.version in (record.version, record.version + 1), (place, name)
        for changed in (replace(record, schema=record.schema + 1), replace(record, version=record.version + 1)):
            assert found(Log((*records[:place], changed, *records[place + 1 :]), log().head))


def test_every_posting_changed_is_found() -> None:
    records = log().records
    for place, record in enumerate(records):
        for line, posting in enumerate(record.postings):
            for other in (Posting(posting.account, posting.amount + 1), Posting("wallet:eve", posting.amount)):
                changed = (*record.postings[:line], other, *record.postings[line + 1 :])
                assert found(
                    Log((*records[:place], replace(record, postings=changed), *records[place + 1 :]), log().head)
                )


def test_every_event_deleted_doubled_moved_or_cut_off_is_found() -> None:
    records, head = log().records, log().head
    for place in range(len(records)):
        before, after = records[:place], records[place + 1 :]
        last = Head(TABLE, place, before[-1].hash) if before else Head(TABLE, 0, "0" * 64)
        wrong = [
            Log((*before, *after), head),
            Log((*before, records[place], *records[place:]), head),
            Log((*before, records[0], *records[place:]), head),
            Log(before, head),
            Log(records, last),
        ]
        if after:
            wrong.append(Log((*before, after[0], records[place], *after[1:]), head))
        for tampered in wrong:
            assert found(tampered), place


def bodies(kind: str) -> Iterator[tuple[int, dict[str, object]]]:
    for place, record in enumerate(log().records):
        if record.kind == kind:
            yield place, json.loads(record.body)


def forged(changes: Mapping[int, tuple[dict[str, object], tuple[Posting, ...] | None]]) -> Log:
    """The log with these bodies and postings, and every hash made anew."""
    records = list(log().records)
    for place, (body, postings) in changes.items():
        record = records[place]
        records[place] = replace(record, body=canonical(body), postings=postings or record.postings)
    return rehashed(records)


def test_a_settlement_forged_with_its_postings_and_every_hash_is_found_at_the_settlement() -> None:
    forgeries = 0
    for place, body in bodies("coup_settled"):
        lines = body["lines"]
        assert isinstance(lines, list)
        for number, line in enumerate(lines):
            for more in (1, -1, line["stake"]):
                new = line | {"payback": line["payback"] + more, "winnings": line["winnings"] + more}
                changed = body | {"lines": [*lines[:number], new, *lines[number + 1 :]]}
                moved = moved_by(log().records[place], f"wallet:{line['patron']}", more)
                finding = found(forged({place: (changed, moved)}))
                assert finding is not None
                assert (finding.version, finding.what) == (place + 1, "coup_settled")
                forgeries += 1
    assert forgeries >= 15


def moved_by(record: Record, wallet: str, more: int) -> tuple[Posting, ...]:
    """The postings with so much more from the house to a wallet."""
    held = {posting.account: posting.amount for posting in record.postings}
    for account, gain in ((wallet, more), (f"float:{TABLE}", -more)):
        held[account] = held.get(account, 0) + gain
    return tuple(Posting(account, amount) for account, amount in held.items() if amount)


def test_a_bet_line_left_out_or_made_up_is_found() -> None:
    for place, body in bodies("coup_settled"):
        lines = body["lines"]
        assert isinstance(lines, list)
        for changed in (lines[1:], [*lines, lines[0]], [lines[0] | {"patron": "eve"}, *lines[1:]]):
            finding = found(forged({place: (body | {"lines": changed}, None)}))
            assert finding is not None
            assert finding.version == place + 1


def test_a_card_forged_with_every_hash_is_found_even_where_the_result_is_the_same() -> None:
    suits = {"s": "h", "h": "d", "d": "c", "c": "s"}
    forgeries = 0
    for place, body in bodies("card_drawn"):
        card = str(body["card"])
        for other in (card[0] + suits[card[1]], ("2" if card[0] != "2" else "3") + card[1]):
            alone = {place: (body | {"card": other}, None)}
            # The forger also mends the settlement's own list of the cards.
            settled = next((at for at, _ in bodies("coup_settled") if at > place), None)
            with_cards = dict(alone)
            if settled is not None:
                told = json.loads(log().records[settled].body)
                with_cards[settled] = (told | {"cards": told["cards"].replace(card, other)}, None)
            for changes in (alone, with_cards):
                assert found(forged(changes)), (place, other)
                forgeries += 1
    assert forgeries >= 40


def test_a_squeeze_that_nobody_consented_to_is_found() -> None:
    """A patron who consents, a request from the dealer, an answer nobody waited for, a waiver nobody asked for."""
    records = log().records

    def at(kind: str) -> int:
        return next(place for place, record in enumerate(records) if record.kind == kind)

    for kind, by in (
        ("squeeze_granted", "patron"),
        ("squeeze_granted", "dealer"),
        ("squeeze_declined", "patron"),
        ("squeeze_requested", "dealer"),
    ):
        place = at(kind)
        finding = found(rehashed((*records[:place], replace(records[place], by=by), *records[place + 1 :])))
        assert finding is not None
        assert (finding.version, finding.what) == (place + 1, kind)
    for gone, blamed in (("squeeze_requested", "squeeze_declined"), ("squeeze_granted", "insurance_waived")):
        place = at(gone)
        finding = found(rehashed((*records[:place], *records[place + 1 :])))
        assert finding is not None
        assert finding.what == blamed
    waived = at("insurance_waived")
    finding = found(rehashed((*records[:waived], *records[waived + 1 :])))
    assert finding is not None
    assert finding.version == waived + 1
    asked = at("squeeze_requested")
    again = found(rehashed((*records[: asked + 1], records[asked], *records[asked + 1 :])))
    assert again is not None
    assert "already" in again.why


def test_an_order_revealed_that_was_not_committed_to_is_found() -> None:
    ((place, body),) = bodies("shoe_closed")
    cards = str(body["order"]).split()
    finding = found(forged({place: (body | {"order": " ".join([*cards[:-2], cards[-1], cards[-2]])}, None)}))
    assert finding is not None
    assert "commitment" in finding.why


def test_every_event_rewritten_with_every_hash_is_found_by_a_head_kept_elsewhere() -> None:
    records, known = log().records, (log().head,)
    assert found(log(), known) is None
    for place in range(len(records)):
        gone = rehashed((*records[:place], *records[place + 1 :]))
        renamed = rehashed(
            (*records[:place], replace(records[place], at="2026-11-16T21:00:00Z"), *records[place + 1 :])
        )
        assert found(gone, known), place
        assert found(renamed, known), place


UNPROVABLE = {
    # Words and wishes that nothing else in a log bears witness to: only a head kept elsewhere proves them.
    ("shoe_closed", "reason"),
    ("table_opened", "face_down"),
    ("table_opened", "stake_min"),
    ("table_opened", "stake_max"),
    ("table_opened", "differential_max"),  # The sign is changed before the first bet.
    ("table_opened", "insurance"),
    ("sign_changed", "stake_min"),
    ("sign_changed", "stake_max"),
    ("shoe_opened", "seeded"),
    ("shoe_cut", "patron"),
    ("bet_placed", "placed_by"),
    ("limit_exceeded", "box"),
    ("limit_exceeded", "code"),
    ("limit_exceeded", "message"),
    ("irregularity_reported", "note"),
    ("decision_made", "note"),
    ("report_withdrawn", "note"),
    ("ruling_made", "reason"),
    ("ruling_made", "bets"),  # Where no card that begins the next round is known.
    # What a report says beyond its kind is not acted upon.
    *(("irregularity_reported", name) for name in ("new_cards", "place", "patron", "box", "window", "of_coup")),
    ("irregularity_reported", "cards"),
}

UNPROVABLE_WITH_REAL_CARDS = UNPROVABLE | {
    # The shoe was never dealt down to the cut card, and no burn is asked of real cards.
    *(("table_opened", name) for name in ("boxes", "burn", "chip", "cut", "layout", "denominations")),
}


UNPROVABLE_WHERE_MIXED = UNPROVABLE_WITH_REAL_CARDS | {("table_opened", "cut"), ("shoe_cut", "patron")}


def leaves(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], object]]:
    if isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, name))
    else:
        yield path, value


def put(value: Any, path: tuple[str | int, ...], new: object) -> Any:
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = put(value[path[0]], path[1:], new)
    return copy


def other(value: object) -> object:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case None:
            return 7
    return f"{value}x"


@pytest.mark.parametrize(
    ("text", "unprovable", "least"),
    [
        (SHIFT, UNPROVABLE, 200),
        (REAL, UNPROVABLE_WITH_REAL_CARDS, 250),
        (MIXED, UNPROVABLE_WHERE_MIXED, 80),
    ],
)
def test_any_field_of_any_kind_of_event_forged_with_every_hash_is_found_but_for_mere_words(
    text: str, unprovable: set[tuple[str, str]], least: int
) -> None:
    kinds: set[str] = set()
    tried = 0
    records = log(text).records
    for place, record in enumerate(records):
        body = json.loads(record.body)
        if (kind := f"{record.kind} {body.get('what', '')}") in kinds:
            continue
        kinds.add(kind)
        for path, value in leaves(body):
            changed = replace(record, body=canonical(put(body, path, other(value))))
            tried += 1
            if found(rehashed((*records[:place], changed, *records[place + 1 :]))) is None:
                field = next(name for name in reversed(path) if isinstance(name, str))
                assert (record.kind, field) in unprovable, (record.kind, path)
    assert tried > least


WITHOUT_A_TRACE = {
    # Money from the cage, warnings, requests and rulings about money can be left out without a trace in the log itself.
    *("bought_in", "cashed_out", "limit_exceeded", "squeeze_requested", "squeeze_declined", "ruling_made"),
    "irregularity_reported",  # One that led to nothing.
    "table_closed",  # The last.
}


@pytest.mark.parametrize("text", [SHIFT, REAL, MIXED])
def test_any_event_left_out_with_every_hash_made_anew_is_found(text: str) -> None:
    records = log(text).records
    for place, record in enumerate(records):
        if found(rehashed((*records[:place], *records[place + 1 :]))) is None:
            assert record.kind in WITHOUT_A_TRACE, record
            assert record.kind != "irregularity_reported" or "no_effect" in record.body


DATABASE: tuple[tuple[str, ...], ...] = (
    ("UPDATE events SET body = replace(body, '{', '{ ') WHERE version = :v",),
    ('UPDATE events SET "by" = "by" || \'x\' WHERE version = :v',),
    ("UPDATE events SET hash = previous_hash WHERE version = :v",),
    ("DELETE FROM postings WHERE version = :v", "DELETE FROM events WHERE version = :v"),
    ("DELETE FROM postings WHERE version >= :v", "DELETE FROM events WHERE version >= :v"),
    ("UPDATE events SET version = 9999 WHERE version = :v",),
    (  # The event and the one after it change places.
        "UPDATE events SET version = -1 WHERE version = :v",
        "UPDATE events SET version = :v WHERE version = :v + 1",
        "UPDATE events SET version = :v + 1 WHERE version = -1",
    ),
    (  # The event stands there twice.
        "UPDATE events SET version = -version WHERE version > :v",
        "UPDATE events SET version = 1 - version WHERE version < 0",
        "CREATE TEMP TABLE copy AS SELECT * FROM events WHERE version = :v",
        "UPDATE copy SET version = version + 1",
        "INSERT INTO events SELECT * FROM copy",
    ),
)

Tampered = Callable[..., Finding | None]


@pytest.fixture
def tampered(tmp_path: Path) -> Tampered:
    """What the auditor finds in a copy of the books after somebody with the file in hand did this to it."""
    names = count()

    def with_sql(*statements: str, **values: int) -> Finding | None:
        file = tmp_path / f"{next(names)}.db"
        shutil.copy(shift(), file)
        database = sqlite3.connect(file)
        for (trigger,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            database.execute(statement, {name: value for name, value in values.items() if f":{name}" in statement})
        database.commit()
        database.close()
        with open_store(file) as store:
            return audit_store(store, LIBRARY.find)[1]

    return with_sql


@pytest.mark.exhaustive
def test_every_event_changed_in_the_database_is_found(tampered: Tampered) -> None:
    assert tampered() is None
    last = log().head.version
    for version in range(1, last + 1):
        # All ways on every eleventh event, one way in turn on the others: each costs a whole audit.
        for way in DATABASE if version % 11 == 0 else (DATABASE[version % len(DATABASE)],):
            if version == last and len(way) == 3:
                continue  # There is nothing after the last to change places with.
            finding = tampered(*way, v=version)
            assert finding is not None, (version, way)
            assert finding.version in (version, version + 1, 9999), (version, way, finding)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("UPDATE heads SET version = version - 1", "chain"),
        ("UPDATE heads SET hash = 'x'", "chain"),
        ("DELETE FROM heads", "chain"),
        ("UPDATE accounts SET balance = balance + 1 WHERE account = 'wallet:ann'", "balances"),
        ("UPDATE accounts SET balance = balance + 1 WHERE account IN ('wallet:ann')", "balances"),
        ("INSERT INTO accounts VALUES ('wallet:eve', 5)", "balances"),
        ("UPDATE snapshots SET body = CAST(replace(body, 'ann', 'eve') AS BLOB)", "snapshot"),
        ("UPDATE snapshots SET body = 'nothing'", "snapshots"),
        ("INSERT INTO postings VALUES ('north', 1, 0, 'wallet:eve', 5)", "chain"),
        ("INSERT INTO postings VALUES ('north', 2, 7, 'wallet:eve', 0)", "chain"),
    ],
)
def test_books_that_do_not_fit_the_events_are_found(tampered: Tampered, change: str, what: str) -> None:
    finding = tampered(change)
    assert finding is not None
    assert finding.what == what


def test_the_command_line_names_the_first_event_at_fault(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lines = list(log_lines(log().records, log().head))
    whole = tmp_path / "whole.log"
    whole.write_text("\n".join(lines) + "\n")
    assert run(["audit", str(whole), "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert told["ok"]
    assert told["account"]["coups"] == 4
    heads = tmp_path / "heads.json"
    heads.write_text(json.dumps(told))
    broken = tmp_path / "broken.log"
    broken.write_text("\n".join([*lines[:7], *lines[8:]]) + "\n")
    assert run(["audit", str(broken), "--json"]) == 1
    fault = json.loads(capfd.readouterr().out)["fault"]
    assert (fault["table"], fault["version"]) == (TABLE, 8)
    for cut in range(1, len(lines)):
        broken.write_text("\n".join(lines[:cut]) + "\n")
        assert run(["audit", str(broken)]) == 1
    shorter = rehashed(log().records[:-1])
    broken.write_text("\n".join(log_lines(shorter.records, shorter.head)) + "\n")
    assert run(["audit", str(broken)]) == 0  # Nothing in it is wrong, but it ends too soon:
    assert run(["audit", str(broken), "--heads", str(heads)]) == 1
    capfd.readouterr()
    assert run(["audit", str(shift())]) == 0
    assert "All is well" in capfd.readouterr().out


def test_wrong_arguments_are_one_sentence_and_two(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    empty, plain = tmp_path / "empty", tmp_path / "plain"
    empty.write_text("")
    plain.write_text("hello\n")
    other = tmp_path / "other.db"
    sqlite3.connect(other).execute("CREATE TABLE mine (x)").connection.close()
    for words in (
        [str(tmp_path / "none")],
        [str(empty)],
        [str(plain)],
        [str(other)],
        [str(shift()), "--table", "south"],
        [str(shift()), "--heads", str(plain)],
        [str(shift()), "--heads", "/dev/zero"],
        ["mysql://x"],
        [],
    ):
        assert run(["audit", *words]) == 2, words
        assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM mentions WHERE name = (SELECT min(name) FROM mentions)",
        "UPDATE mentions SET name = 'Nobody' WHERE version = (SELECT min(version) FROM mentions)",
        "INSERT INTO mentions SELECT table_id, 'Nobody', version FROM mentions LIMIT 1",
        "INSERT INTO mentions SELECT table_id, 'Nobody', max(version) + 900 FROM mentions",
    ],
)
def test_an_index_of_people_that_says_otherwise_than_the_log_is_found(tmp_path: Path, statement: str) -> None:
    file = tmp_path / "books.db"
    shutil.copy(shift(), file)
    with sqlite3.connect(file) as robbed:
        assert robbed.execute(statement).rowcount
    robbed.close()
    with open_store(file) as store:
        finding = audit_store(store, LIBRARY.find)[1]
    assert finding is not None
    assert "filed" in finding.why
