"""Equal information: everybody is told everything once, and a bet is in time or not at all."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from punto.house.people.roles import Role
from punto.house.tables.desk import Done, log_line
from punto.house.tables.recent import RecentEvents
from punto.rulebook import Library
from punto.table import AnyEvent, State, evolve
from punto.table import commands as c
from punto.table.turn import Turn, take_turn
from punto.view.recorded import LogLine
from server.processes import Watcher, eventually
from server.running import Running, a_table, error_of, order, running, told

PRIVATE = (
    "bought_in",
    "cashed_out",
    "confirmation_awaited",
    "confirmation_given",
    "confirmation_declined",
    "confirmation_expired",
)


def _public(up: Running, table: str = "t") -> list[int]:
    """The versions everybody is told of."""
    return [event.version for event in up.house.store.events(table) if event.kind not in PRIVATE]


def _play(up: Running, coups: int, table: str = "t") -> None:
    """Coups with a bet or two, from an open table on."""
    if up.live(table).state.table.shoe is None:
        up.must("open_shoe", table, cards="virtual")
    for _ in range(coups):
        up.must("open_bets", table)
        up.must("place_bet", table, patron="Guest", box=1, bet="player", stake=100)
        up.must("place_bet", table, patron="Second Guest", box=2, bet="banker", stake=50)
        up.must("close_bets", table)
        while up.live(table).state.table.phase == "dealing":
            up.must("draw_card", table)


@pytest.fixture
def played(tmp_path: Path) -> Any:
    with running(tmp_path) as house:
        for name in ("Guest", "Second Guest"):
            house.must("buy_in", patron=name, amount=100_000)
        _play(house, 3)
        yield house


def _read(client: httpx.Client, after: int | None, until: int, query: bool = False) -> list[int]:
    """The versions told from one on, until another has come."""
    headers = {} if after is None or query else {"Last-Event-ID": str(after)}
    path = f"/api/tables/t/events?after={after}" if query else "/api/tables/t/events"
    seen: list[int] = []
    with client.stream("GET", path, headers=headers) as answer:
        assert answer.status_code == 200
        for one in told(answer.iter_lines()):
            versions = [event["version"] for event in one.body["events"]]
            assert one.body["version"] == one.id
            assert one.body["view"]["version"] >= one.id
            assert all(version <= one.id for version in versions)
            seen += versions
            if one.id >= until:
                return seen
    raise AssertionError("the stream ended")


def test_whoever_comes_back_at_any_event_misses_nothing_and_sees_nothing_twice(played: Running) -> None:
    public, last = _public(played), played.live().version
    client = played.client(Role.PATRON)
    for after in range(last):
        assert _read(client, after, last) == [version for version in public if version > after]
        assert _read(client, after, last, query=True) == [version for version in public if version > after]


def test_a_last_event_nobody_sent(up: Running) -> None:
    client = up.client(Role.PATRON)
    for after in ("-1", "x", "1.0", "1e3", "９", "9" * 19, "0x1", "1,2", "null", "\x80"):
        answer = client.get("/api/tables/t/events", headers=[(b"Last-Event-ID", after.encode("utf-8"))])
        assert (answer.status_code, error_of(answer)) == (400, "bad_request")
    for after in ("-1", "x", "1.5", "9" * 30):
        answer = client.get(f"/api/tables/t/events?after={after}")
        assert (answer.status_code, error_of(answer)) == (400, "bad_request")


def test_an_event_of_the_future_is_answered_with_the_present(played: Running) -> None:
    last = played.live().version
    assert _read(played.client(Role.PATRON), 10**17, last) == []


def test_who_was_away_for_longer_than_is_remembered_gets_a_fresh_view(played: Running) -> None:
    """One message with the table as it is, that says so; and from there on every event."""
    live = played.live()
    last = live.version
    live._recent = RecentEvents(most=5)
    live._recent.add(live_lines(played, last - 4))
    for after in range(last - 5, last):
        assert _read(played.client("Guest"), after, last) == [one for one in _public(played) if one > after]
    with played.client("Guest").stream("GET", "/api/tables/t/events?after=1") as answer:
        news = told(answer.iter_lines())
        first = next(news)
        assert (first.id, first.body["events"], first.body["fresh"]) == (last, [], True)
        assert first.body["view"]["version"] == last
        assert first.body["roads"]["counts"]
        played.must("open_bets")
        second = next(news)
        assert second.body["events"][0]["version"] == last + 1
        assert "fresh" not in second.body


def live_lines(up: Running, first: int) -> list[LogLine]:
    return [log_line(stored) for stored in up.house.store.events("t", first - 1)]


def test_viewers_who_come_and_go_while_the_table_plays_are_told_everything_once(played: Running) -> None:
    start = played.live().version
    steady = [Watcher(played.client("Guest"), "t", start) for _ in range(3)]
    problems: list[str] = []
    done = threading.Event()

    def come_and_go(seed: int) -> None:
        chance, client, at, seen = random.Random(seed), played.client("Second Guest"), start, [start]
        while not done.is_set() or at < played.live().version:
            with client.stream("GET", "/api/tables/t/events", headers={"Last-Event-ID": str(at)}) as answer:
                for _, one in zip(range(chance.randint(1, 3)), told(answer.iter_lines()), strict=False):
                    seen += [event["version"] for event in one.body["events"]]
                    at = one.id
                    if done.is_set() and at >= played.live().version:
                        break
        if seen[1:] != [version for version in _public(played) if start < version <= at]:
            problems.append(str(seen))

    threads = [threading.Thread(target=come_and_go, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    _play(played, 8)
    done.set()
    for thread in threads:
        thread.join(60)
    assert problems == []
    last = played.live().version
    for watcher in steady:
        assert watcher.saw(last)
        assert watcher.versions == [version for version in _public(played) if version > start]


def test_what_is_between_a_patron_and_the_cage_is_not_told_to_the_table(played: Running) -> None:
    seen = Watcher(played.client("Second Guest"), "t", 0)
    played.must("buy_in", patron="Guest", amount=77_777)
    _play(played, 1)
    assert seen.saw(played.live().version)
    kinds = {event["kind"] for news in seen.news for event in news["events"]}
    assert not kinds & set(PRIVATE)
    assert ": 77777" not in str(seen.news)


def test_bets_that_race_the_close_are_in_time_or_refused(played: Running) -> None:
    """Many patrons against the dealer, many times: each bet answered with yes lies before the close in the log."""
    people = [played.client(name) for name in ("Guest", "Second Guest") for _ in range(3)]
    names = ["Guest"] * 3 + ["Second Guest"] * 3
    dealer = played.client(Role.DEALER)
    late = taken = turned_away = 0
    for coup in range(12):
        played.must("open_bets")
        start = threading.Barrier(len(people) + 1)
        answers: list[httpx.Response] = []

        def bet(place: int, start: threading.Barrier = start, answers: list[httpx.Response] = answers) -> None:
            start.wait()
            for _ in range(4):
                box = 1 if names[place] == "Guest" else 2
                answer = order(people[place], "place_bet", patron=names[place], box=box, bet="tie", stake=5)
                answers.append(answer)

        threads = [threading.Thread(target=bet, args=(place,)) for place in range(len(people))]
        for thread in threads:
            thread.start()
        start.wait()
        threading.Event().wait(0.004 * (coup % 6))
        closed = order(dealer, "close_bets")
        for thread in threads:
            thread.join()
        assert closed.status_code == 200, closed.text
        for answer in answers:
            if answer.status_code == 200:
                taken += 1
                late += answer.json()["version"] > closed.json()["version"]
            else:
                assert error_of(answer) == "bets_are_closed", answer.text
                turned_away += 1
        log = [(event.version, event.kind) for event in played.house.store.events("t", closed.json()["version"] - 1)]
        assert not [kind for version, kind in log if kind == "bet_placed" and version > closed.json()["version"]]
        while played.live().state.table.phase == "dealing":
            played.must("draw_card")
    assert late == 0
    assert taken > 20
    assert turned_away > 20


def test_many_clients_at_one_table_are_as_one_after_the_other(played: Running) -> None:
    """Linearisable: the answers, put in the log's order, are those of a single thread that does the same."""
    people = {name: [played.client(name) for _ in range(3)] for name in ("Guest", "Second Guest")}
    dealers = [played.client(Role.DEALER) for _ in range(2)]
    answers: list[dict[str, Any]] = []
    wrong: list[str] = []
    stop = threading.Event()
    begin = played.live().version
    state = State(Library().find)
    for event in played.house.store.events("t"):
        state = _on(state, event.body)

    def patron(client: httpx.Client, name: str, seed: int) -> None:
        chance = random.Random(seed)
        box = 1 if name == "Guest" else 2
        while not stop.is_set():
            bet = chance.choice(["player", "banker", "tie"])
            if chance.random() < 0.7:
                answer = order(client, "place_bet", patron=name, box=box, bet=bet, stake=5)
            else:
                answer = order(client, "withdraw_bet", patron=name, box=box, bet=bet)
            keep(answer)

    def keep(answer: httpx.Response) -> None:
        if answer.status_code == 200:
            answers.append(answer.json())
        elif answer.status_code not in (409, 422):
            wrong.append(answer.text)

    def dealer(client: httpx.Client) -> None:
        while not stop.is_set():
            for command in ("open_bets", "close_bets", *["draw_card"] * 6):
                keep(order(client, command))

    threads = [
        threading.Thread(target=patron, args=(client, name, seed))
        for name, clients in people.items()
        for seed, client in enumerate(clients)
    ]
    threads += [threading.Thread(target=dealer, args=(client,)) for client in dealers]
    for thread in threads:
        thread.start()
    threading.Event().wait(2.5)
    assert eventually(lambda: played.live().version > begin + 20, 30)  # At once, but where the machine is busy.
    stop.set()
    for thread in threads:
        thread.join(30)
    assert wrong == []
    # Each answer's events lie in the log where the answer says, and nothing else does.
    claimed: dict[int, dict[str, Any]] = {}
    for answer in answers:
        for place, event in enumerate(answer["events"], answer["version"] - len(answer["events"]) + 1):
            assert place not in claimed
            claimed[place] = event
    written = {event.version: event.body for event in played.house.store.events("t", begin)}
    assert written == claimed
    assert len(written) > 20
    # And a single thread that follows the log never meets an event it would not have decided itself.
    for version in sorted(written):
        state = _on(state, written[version])
        assert state.table.version == version
    assert state.table == played.live().state.table
    assert played.house.store.ledger.fault() is None


def _on(state: State, body: Any) -> State:
    return evolve(state, msgspec.convert(body, AnyEvent))


def test_the_same_id_is_done_once_however_often_and_wherever_it_comes(played: Running) -> None:
    client = played.client("Guest")
    played.must("open_bets")
    seen = played.live().version
    body = {
        "command": "place_bet",
        "patron": "Guest",
        "box": 1,
        "bet": "player",
        "stake": 25,
        "id": "once",
        "seen": seen,
    }
    answers = [client.post("/api/tables/t/commands", json=body) for _ in range(10)]
    assert {answer.text for answer in answers} == {answers[0].text}
    assert answers[0].status_code == 200
    assert played.live().version == seen + 1
    # Also after the table has moved on: whoever lost the answer learns it, and is not told that the page is stale.
    played.must("close_bets")
    assert client.post("/api/tables/t/commands", json=body).text == answers[0].text
    other = client.post("/api/tables/t/commands", json=body | {"stake": 30})
    assert other.status_code == 409
    # The same id of somebody else is another command.
    assert error_of(
        played.client("Second Guest").post("/api/tables/t/commands", json=body | {"patron": "Second Guest", "box": 2})
    ) in ("page_is_stale", "bets_are_closed")


def test_a_page_that_fell_behind_is_told_so(played: Running) -> None:
    played.must("open_bets")
    seen = played.live().version
    played.must("close_bets")
    answer = order(played.client(Role.DEALER), "draw_card", seen=seen)
    assert (answer.status_code, error_of(answer)) == (409, "page_is_stale")
    assert order(played.client(Role.DEALER), "draw_card", seen=played.live().version).status_code == 200


def test_two_dealers_with_one_page_draw_one_card(played: Running) -> None:
    played.must("open_bets")
    played.must("place_bet", patron="Guest", box=1, bet="player", stake=25)
    played.must("close_bets")
    seen, clients = played.live().version, [played.client(Role.DEALER) for _ in range(4)]
    codes: list[int] = []
    threads = [
        threading.Thread(target=lambda one=one: codes.append(order(one, "draw_card", seen=seen).status_code))
        for one in clients
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200, 409, 409, 409]
    assert len(played.live().state.coup.cards) == 1


def test_nobody_rushes_the_table_while_insurance_may_be_taken(tmp_path: Path) -> None:
    table = a_table("t", "rws-insurance", insurance_seconds=3600.0)
    with running(tmp_path, table) as house:
        house.must("buy_in", patron="Guest", amount=100_000)
        house.must("open_shoe", cards="physical")
        house.must("burn", card="2s")
        house.must("open_bets")
        house.must("place_bet", patron="Guest", box=1, bet="banker", stake=1000)
        house.must("close_bets")
        for card in ("2h", "2c", "3d", "4s"):
            house.must("draw_card", card=card)
        answer = order(house.client(Role.DEALER), "draw_card", card="3c")
        assert error_of(answer) == "insurance_time_is_running"


def test_a_turn_is_what_the_desk_did(played: Running) -> None:
    """The guard asked at each try does not change what a command leads to."""
    live = played.live()
    command = c.OpenBets(by="dealer")
    order = live.desk._shoe.order(live.state.table.shoe)
    expected = take_turn(live.state, command, order, live.desk._seal_shoe, "t")
    answer = live.do(command)
    assert isinstance(answer, Done)
    assert isinstance(expected, Turn)
    assert answer.events == expected.events
