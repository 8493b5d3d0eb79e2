"""What a store promises, on both engines."""

from __future__ import annotations

from threading import Barrier, Thread
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy import event as event_of

from punto.store import (
    AlreadyDone,
    Answer,
    Append,
    Appended,
    Batch,
    Conflict,
    Key,
    KeyReused,
    NewEvent,
    Posting,
    SealedShoe,
    Snapshot,
    Sought,
    Store,
    StoreError,
    WalletShort,
    open_store,
    reading,
)
from punto.store.engine import make_engine
from store.shift import batch, bet, event, fund, shift


def test_what_was_appended_is_read_again_after_reopening(url: str) -> None:
    with open_store(url) as store:
        first = store.append("T1", 0, batch("c1", event("opened", table="安"), event("noted")))
        assert isinstance(first, Appended)
    with open_store(url) as store:
        assert tuple(store.records("T1")) == first.records
        assert [(e.version, e.kind, e.body) for e in store.events("T1", after=0)] == [
            (1, "opened", {"table": "安"}),
            (2, "noted", {}),
        ]
        assert [e.version for e in store.events("T1", after=1)] == [2]
        assert store.head("T1").version == first.version == 2
        assert store.head("T1").hash == first.records[-1].hash
        assert store.tables() == ["T1"]


def test_a_table_nobody_wrote_to_stands_at_nothing(store: Store) -> None:
    assert store.head("T1").version == 0
    assert list(store.events("T1")) == []
    assert store.tables() == []
    assert store.verify("T1") is None


def test_the_last_event_of_a_kind_up_to_a_version(store: Store) -> None:
    store.append("T1", 0, batch("c1", event("opened"), event("noted"), event("opened"), event("noted")))
    store.append("T2", 0, batch("c1", event("closed")))
    records = [None, *store.records("T1")]
    for upto, found in ((0, 0), (1, 1), (2, 1), (3, 3), (4, 3), (99, 3)):
        assert store.last("T1", ("opened", "closed"), upto) == records[found]
    assert store.last("T1", ("closed",), 99) is None


def test_what_is_sought_is_found_from_either_end(store: Store) -> None:
    shift(store, "T1", 3)
    shift(store, "T2", 1)
    records = list(store.records("T1"))

    def found(most: int = 99, newest: bool = False, **sought: Any) -> list[int]:
        some = store.find("T1", Sought(**sought), most, newest=newest)
        assert some == [records[record.version - 1] for record in some]
        return [record.version for record in some]

    assert found() == list(range(1, 10))
    assert found(kinds=("noted", "none")) == [2, 5, 8]
    assert found(2, kinds=("noted",)) == [2, 5]
    assert found(2, newest=True, kinds=("noted",)) == [5, 8]
    assert found(after=2, before=5) == [3, 4]
    assert found(coup=2) == [4, 5, 6]
    assert found(coup=2, kinds=("noted",)) == [5]
    assert found(coup=9) == []
    assert found(person="安") == [1, 4, 7]
    assert found(person="T1-1") == found(person="%") == found(person="dealer") == []
    assert found(person="Dealer 2") == [4, 5, 6]
    assert found(1, person="Dealer 2") == [4]
    assert found(1, newest=True, person="Dealer 2") == [6]
    assert found(2, newest=True, person="安") == [4, 7]
    assert found(person="安", before=7, coup=2) == [4]
    assert found(since="2026-01-01T20:00:00", until="2026-01-01T20:00:00") == found()
    assert found(since="2026-01-01T20:00:01") == found(until="2026-01-01T19:59:59") == []
    assert [(version, kind) for version, kind, _ in store.bodies("T1", Sought(after=7))] == [
        (8, "noted"),
        (9, "coup_settled"),
    ]


@pytest.mark.parametrize(
    ("sought", "indexes"),
    [
        (Sought(kinds=("ruling_made",)), ["events_kind"]),
        (Sought(coup=2), ["events_coup"]),
        (Sought(since="2026-01-02T00:00:00"), ["events_moment"]),
        (Sought(since="2026-01-02T00:00:00", until="2026-01-03T00:00:00"), ["events_moment"]),
        (Sought(person="安"), ["events_person", "mentions"]),
    ],
)
def test_what_is_rare_is_found_without_reading_the_log(
    url: str, store: Store, sought: Sought, indexes: list[str]
) -> None:
    shift(store, "T1", 3)
    engine = make_engine(url)
    plans: list[str] = []

    def explain(connection: Connection, cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        sqlite = connection.dialect.name == "sqlite"
        cursor.execute(("EXPLAIN QUERY PLAN " if sqlite else "EXPLAIN ") + statement, parameters)
        plans.extend(str(row[-1]) for row in cursor.fetchall())

    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET enable_seqscan = off"))  # It would read so small a table whole.
        event_of.listen(engine, "before_cursor_execute", explain)
        assert [record.version for record in reading.search(connection, "T1", sought, 5, True)] in (
            [],
            [4, 5, 6],
            [1, 4, 7],
        )
    engine.dispose()
    plan = "\n".join(plans)
    assert all(index in plan for index in indexes), plan
    assert "SCAN events" not in plan
    assert "Seq Scan" not in plan


def test_another_version_than_expected_is_a_conflict_and_writes_nothing(store: Store) -> None:
    store.append("T1", 0, bet("c1"))
    assert store.append("T1", 0, bet("c2")) == Conflict(1)
    assert store.append("T1", 2, bet("c3")) == Conflict(1)
    assert store.append("T2", 1, bet("c4")) == Conflict(0)
    assert store.head("T1").version == 1
    assert store.tables() == ["T1"]


def test_a_wallet_pays_what_it_holds_and_no_more(store: Store) -> None:
    fund(store, "ann", 100)
    assert store.append("T1", 0, bet("c1", "wallet:ann -130", "layout +130")) == WalletShort("wallet:ann", 100, 130)
    assert store.head("T1").version == 0
    assert store.ledger.balances() == {"house": -100, "wallet:ann": 100}
    assert isinstance(store.append("T1", 0, bet("c1", "wallet:ann -100", "layout +100")), Appended)
    assert store.ledger.balance("wallet:ann") == 0
    assert store.append("T1", 1, bet("c2", "wallet:ann -1", "layout +1")) == WalletShort("wallet:ann", 0, 1)


def test_the_second_event_of_a_batch_may_spend_what_the_first_brought(store: Store) -> None:
    won = event("won", "house -50", "wallet:ann +50")
    spent = event("spent", "wallet:ann -50", "layout +50")
    assert store.append("T1", 0, batch("c1", spent, won)) == WalletShort("wallet:ann", 0, 50)
    assert isinstance(store.append("T1", 0, batch("c1", won, spent)), Appended)


@pytest.mark.parametrize(
    ("held", "claimed", "made"),
    [
        (100, 30, (Posting("wallet:ann", -30), Posting("house", 30))),
        (100, 100, (Posting("wallet:ann", -100), Posting("house", 100))),
        (100, 130, (Posting("wallet:ann", -100), Posting("owed:ann", -30), Posting("house", 130))),
        (0, 130, (Posting("owed:ann", -130), Posting("house", 130))),
    ],
)
def test_a_claim_takes_what_is_there_and_the_rest_is_owed(
    store: Store, held: int, claimed: int, made: tuple[Posting, ...]
) -> None:
    if held:
        fund(store, "ann", held)
    answer = store.append("T1", 0, bet("c1", f"wallet:ann -{claimed} claimed", f"house +{claimed}"))
    assert isinstance(answer, Appended)
    assert answer.records[0].postings == made
    assert store.ledger.postings("T1", 1) == made
    assert store.ledger.balance("owed:ann") == min(0, held - claimed)
    assert store.ledger.fault() is None
    assert store.verify("T1") is None


def test_a_claim_may_take_what_the_same_event_pays_in(store: Store) -> None:
    store.append("T1", 0, bet("c1", "wallet:ann -80 claimed", "house +80", "house -50", "wallet:ann +50"))
    assert store.ledger.balances() == {"house": 30, "owed:ann": -30, "wallet:ann": 0}


def test_a_request_is_done_once_and_answered_alike(store: Store) -> None:
    fund(store, "ann", 100)
    once = bet("c1", "wallet:ann -60", "layout +60", key=Key("k1", "digest", b"\x00answer"))
    assert isinstance(store.append("T1", 0, once), Appended)
    for version in (0, 1, 7):
        assert store.append("T1", version, once) == AlreadyDone(b"\x00answer")
    other = bet("c1", key=Key("k1", "another digest", b""))
    assert store.append("T1", 1, other) == KeyReused("k1")
    assert isinstance(store.append("T2", 0, other), Appended), "keys belong to a table"
    assert store.ledger.balance("wallet:ann") == 40


def test_a_refused_command_keeps_its_answer_without_an_event(store: Store) -> None:
    refused = batch("c1", key=Key("k1", "digest", b"bets are closed"))
    assert store.append("T1", 0, refused) == Appended(0, ())
    assert store.append("T1", 0, refused) == AlreadyDone(b"bets are closed")
    assert store.tables() == []


def test_what_was_not_done_may_be_tried_again_under_its_key(store: Store) -> None:
    once = bet("c1", "wallet:ann -60", "layout +60", key=Key("k1", "digest", b"done"))
    assert isinstance(store.append("T1", 0, once), WalletShort)
    assert isinstance(store.append("T1", 3, once), Conflict)
    fund(store, "ann", 60)
    assert isinstance(store.append("T1", 0, once), Appended)


def test_of_those_written_together_only_the_ones_at_fault_fail(store: Store) -> None:
    fund(store, "ann", 100)
    store.append("T1", 0, bet("old", key=Key("k1", "d", b"old")))
    answers = store.append_together(
        [
            Append("T1", 1, bet("a", "wallet:ann -80", "layout +80")),
            Append("T2", 0, bet("b", "wallet:ann -80", "layout +80")),
            Append("T1", 1, bet("c")),
            Append("T1", 1, bet("old", key=Key("k1", "d", b"new"))),
            Append("T1", 2, bet("d", "wallet:ann -20", "layout +20", key=Key("k2", "d", b"d"))),
            Append("T1", 2, bet("d", "wallet:ann -20", "layout +20", key=Key("k2", "d", b"d"))),
            Append("T3", 0, bet("e")),
        ]
    )
    match answers:
        case [Appended(2), WalletShort("wallet:ann", 20, 80), Conflict(2), old, Appended(3), again, Appended(1)]:
            assert (old, again) == (AlreadyDone(b"old"), AlreadyDone(b"d"))
        case _:
            pytest.fail(str(answers))
    assert store.tables() == ["T1", "T3", "cage-ann"]
    assert store.ledger.balances() == {"house": -100, "layout": 100, "wallet:ann": 0}
    assert [store.verify(table) for table in store.tables()] == [None] * 3


def test_postings_that_do_not_sum_to_nothing_are_a_mistake_of_the_program() -> None:
    with pytest.raises(ValueError, match="sum to 5"):
        event("wrong", "house -95", "wallet:ann +100")
    with pytest.raises(ValueError, match="more than the books hold"):
        event("wrong", f"house -{10**19}", f"layout +{10**19}")
    for claimed in ("house -5 claimed", "wallet:ann +5 claimed"):
        with pytest.raises(ValueError, match="only a wallet"):
            event("wrong", claimed)


def test_balances_are_by_prefix_and_all_add_up(store: Store) -> None:
    fund(store, "ann", 100)
    fund(store, "bob", 50)
    store.append("T1", 0, bet("c1", "wallet:ann -30", "Wallet:odd +30"))
    assert store.ledger.balances("wallet:") == {"wallet:ann": 70, "wallet:bob": 50}
    assert store.ledger.balances("wallet:a") == {"wallet:ann": 70}
    assert store.ledger.balances("wallet%") == {}
    assert store.ledger.balance("nobody") == 0
    assert store.ledger.trial_balance() == 0
    assert store.ledger.fault() is None


def test_large_sums_are_kept_to_the_unit(store: Store) -> None:
    store.append("T1", 0, bet("c1", f"house -{10**18}", f"wallet:ann +{10**18}"))
    store.append("T1", 1, bet("c2", "house -1", "wallet:ann +1"))
    assert store.ledger.balance("wallet:ann") == 10**18 + 1


def test_more_than_an_account_can_hold_is_an_error_and_nothing_is_written(store: Store) -> None:
    for version in range(9):
        store.append("T1", version, bet(f"c{version}", f"house -{10**18}", f"wallet:ann +{10**18}"))
    with pytest.raises(StoreError, match="house would hold"):
        store.append("T1", 9, bet("c9", f"house -{10**18}", f"wallet:ann +{10**18}"))
    assert store.head("T1").version == 9
    assert store.ledger.fault() is None


def test_a_snapshot_is_the_latest_one_that_belongs_to_the_log(store: Store) -> None:
    store.use_key(bytes(32))
    shift(store, "T1", 2)
    hashes = [record.hash for record in store.records("T1")]
    assert store.snapshot("T1") is None
    store.save_snapshot(Snapshot("T1", 3, b"\x00state", hashes[2]))
    assert store.snapshot("T1") == Snapshot("T1", 3, b"\x00state", hashes[2])
    store.save_snapshot(Snapshot("T1", 2, b"older", hashes[1]))
    assert store.snapshot("T1") == Snapshot("T1", 3, b"\x00state", hashes[2])
    store.save_snapshot(Snapshot("T1", 5, b"of another log", hashes[3]))
    assert store.snapshot("T1") is None


def test_a_sealed_shoe_is_written_with_the_event_that_opens_it(store: Store) -> None:
    opened = Batch((NewEvent("shoe_opened", {}),), at="", by="", command_id="c1", shoe=SealedShoe(1, b"\x00sealed"))
    assert store.append("T1", 5, opened) == Conflict(0)
    assert store.shoe("T1", 1) is None
    store.append("T1", 0, opened)
    assert store.shoe("T1", 1) == b"\x00sealed"
    assert store.shoe("T2", 1) is None


def together(*works: list[Answer]) -> list[Answer]:
    return [answer for work in works for answer in work]


@pytest.mark.parametrize("shared", [True, False], ids=["one store", "two processes' stores"])
def test_two_tables_betting_from_one_wallet_at_once_never_overdraw_it(url: str, shared: bool) -> None:
    rounds = 20
    with open_store(url) as ours, open_store(url) as theirs:
        fund(ours, "ann", 10 * rounds)
        gate = Barrier(2)
        answers: dict[str, list[Answer]] = {"T1": [], "T2": []}

        def play(store: Store, table: str) -> None:
            gate.wait()
            version = 0
            for number in range(rounds):
                answer = store.append(table, version, bet(f"c{number}", "wallet:ann -7", f"layout:{table} +7"))
                answers[table].append(answer)
                version += isinstance(answer, Appended)

        threads = [Thread(target=play, args=(ours, "T1")), Thread(target=play, args=(ours if shared else theirs, "T2"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        written = [answer for answer in together(*answers.values()) if isinstance(answer, Appended)]
        assert len(written) == 10 * rounds // 7
        assert len(together(*answers.values())) == 2 * rounds
        assert ours.ledger.balance("wallet:ann") == 10 * rounds % 7
        assert ours.ledger.fault() is None


def test_of_two_who_write_the_same_version_one_is_first(url: str) -> None:
    rounds = 15
    with open_store(url) as ours, open_store(url) as theirs:
        gate = Barrier(2)
        answers: list[list[Answer]] = [[], []]

        def race(which: int, store: Store) -> None:
            for number in range(rounds):
                gate.wait()
                once = bet(f"{which}", f"new:{number} +1", "house -1", key=Key(f"{which}-{number}", "d", b""))
                answers[which].append(store.append("T1", number, once))

        threads = [Thread(target=race, args=(which, store)) for which, store in enumerate((ours, theirs))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for number, pair in enumerate(zip(*answers, strict=True)):
            assert {type(answer) for answer in pair} == {Appended, Conflict}, (number, pair)
        assert ours.verify("T1") is None
        assert ours.ledger.balances("new:") == {f"new:{number}": 1 for number in sorted(range(rounds), key=str)}


def test_the_same_request_sent_from_two_places_at_once_is_done_once(url: str) -> None:
    rounds = 15
    with open_store(url) as ours, open_store(url) as theirs:
        gate = Barrier(2)
        kinds: list[list[type[Answer]]] = [[], []]

        def send(which: int, store: Store) -> None:
            for number in range(rounds):
                gate.wait()
                once = bet(f"{number}", key=Key(f"{number}", "d", b"done"))
                kinds[which].append(type(store.append(f"T{number}", 0, once)))

        threads = [Thread(target=send, args=(which, store)) for which, store in enumerate((ours, theirs))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [set(pair) for pair in zip(*kinds, strict=True)] == [{Appended, AlreadyDone}] * rounds
