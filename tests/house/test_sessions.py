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
        assert token_hash(token) in people.going()
    clock.now += 1
    assert token_hash(token) not in people.going()
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
    assert token_hash(token) not in people.going()
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
