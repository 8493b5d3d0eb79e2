"""Sessions: looking is not using, nothing lasts for ever, and whoever comes back is told why it ended."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from house.conftest import Clock, open_people
from punto.house.people.links import token_hash
from punto.house.people.people import People
from punto.house.people.roles import Role
from punto.kit import Refused
from punto.store import Store

HOUR = 3600.0
DAY = 24 * HOUR


@pytest.fixture
def people(store: Store, clock: Clock) -> People:
    made = open_people(store, clock)
    made.add("Guest", Role.PATRON, "correct horse")
    made.add("Dealer 1", Role.DEALER, "battery staple")
    made.add("Display 1", Role.DISPLAY, "high on the wall")
    return made


def code(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.refusal.code


def test_polling_keeps_no_session_alive(people: People, clock: Clock) -> None:
    token = people.sign_in("Dealer 1", "battery staple")
    for _ in range(30):
        clock.now += 10
        assert people.who(token)
        assert people.going([token_hash(token)]) == {token_hash(token)}
    clock.now += 1
    assert people.going([token_hash(token)]) == set()
    assert code(lambda: people.who(token)) == "session_is_over"
    assert code(lambda: people.who(token)) == "session_is_over"  # And still tells why.


def test_use_keeps_it_alive_and_is_written_sparingly(people: People, clock: Clock, store: Store) -> None:
    token = people.sign_in("Dealer 1", "battery staple")
    written = set()
    for _ in range(600):
        clock.now += 1
        people.use(token)
        row = store.people.session(token_hash(token))
        assert row is not None
        written.add(row.last_used)
    assert people.who(token)
    assert 2 < len(written) <= 61


def test_a_session_has_a_life_however_much_it_is_used(people: People, clock: Clock) -> None:
    token = people.sign_in("Dealer 1", "battery staple")
    for _ in range(12 * 15):
        clock.now += 239
        people.use(token)
    clock.now += 12 * 15
    people.use(token)
    clock.now += 1
    assert people.going([token_hash(token)]) == set()
    assert code(lambda: people.use(token)) == "session_is_too_old"
    assert code(lambda: people.who(token)) == "session_is_too_old"


def test_when_a_session_ends_is_known_and_asking_changes_nothing(people: People, clock: Clock) -> None:
    token, began = people.sign_in("Dealer 1", "battery staple"), clock.now
    clock.now += 100
    assert people.session_ends(token).idle == began + 300
    people.use(token)
    ends = people.session_ends(token)
    assert (ends.idle, ends.life) == (clock.now + 300, began + 12 * HOUR)
    wall = people.session_ends(people.sign_in("Display 1", "high on the wall"))
    assert wall.idle == wall.life == float("inf")


def test_whoever_comes_back_is_told_why(people: People) -> None:
    left, ended, shut = (people.sign_in("Guest", "correct horse") for _ in range(3))
    people.sign_out(left)
    assert code(lambda: people.who(left)) == "signed_out"
    people.sign_out(left)  # Again does no harm.
    people.revoke("Guest")
    assert code(lambda: people.who(ended)) == "session_was_ended"
    assert code(lambda: people.who(left)) == "signed_out"
    people.disable("Guest", True)
    assert code(lambda: people.who(shut)) == "session_was_ended"
    assert code(lambda: people.who("nobody's")) == "not_signed_in"


@pytest.mark.parametrize("jump", [-HOUR, HOUR, DAY], ids=["back", "forward", "a day forward"])
def test_a_clock_that_is_set_signs_nobody_out_and_keeps_nobody_in(store: Store, clock: Clock, jump: float) -> None:
    """A machine's clock that was set forward by an hour signed everybody out; set back, nobody for an hour."""
    steady = Clock()
    people = open_people(store, clock, passed=steady)
    people.add("Dealer 1", Role.DEALER, "battery staple")
    used, idle = (people.sign_in("Dealer 1", "battery staple") for _ in range(2))
    both = [token_hash(used), token_hash(idle)]

    def wait(seconds: float) -> None:
        clock.now += seconds
        steady.now += seconds

    wait(200)
    people.use(used)
    clock.now += jump
    assert people.going(both) == set(both)
    assert people.who(idle)
    assert people.session_ends(idle).idle == clock.now + 100  # What a page counts down to.
    wait(100)
    people.use(used)
    wait(1)
    assert people.going(both) == {token_hash(used)}
    assert code(lambda: people.who(idle)) == "session_is_over"
    for _ in range(215):
        wait(199)
        people.use(used)
    wait(12 * HOUR - 301 - 215 * 199)
    assert people.who(used)
    wait(1)
    assert code(lambda: people.who(used)) == "session_is_too_old"


def test_what_another_process_wrote_of_a_session_counts_by_the_time_of_day(store: Store, clock: Clock) -> None:
    one, other = (open_people(store, clock, passed=Clock()) for _ in range(2))  # Whose own clocks stand still.
    one.add("Dealer 1", Role.DEALER, "battery staple")
    token = one.sign_in("Dealer 1", "battery staple")
    clock.now += 290
    assert other.session_ends(token).idle == clock.now + 10
    one.use(token)
    store.people.touch(token_hash(token), clock.now)
    assert other.session_ends(token).idle == clock.now + 300
    clock.now -= HOUR  # Read for the first time after the clock was set back: used just now, and not an hour from now.
    assert open_people(store, clock, passed=Clock()).session_ends(token).idle == clock.now + 300
