"""Accounts and sessions: how passwords are kept, when an account is locked, when a session is over."""

from __future__ import annotations

import statistics
import threading
import time
from pathlib import Path

import pytest

from house.conftest import Clock, open_people
from house.hearing import Ear
from punto.house.people.door import LOCKED_SECONDS
from punto.house.people.links import LINK_SECONDS, token_hash
from punto.house.people.people import People
from punto.house.people.roles import Role
from punto.kit import Refused
from punto.store import Store


@pytest.fixture
def people(store: Store, clock: Clock) -> People:
    made = open_people(store, clock)
    made.add("Guest", Role.PATRON, "correct horse")
    made.add("Dealer 1", Role.DEALER, "battery staple")
    return made


def _code(refused: pytest.ExceptionInfo[Refused]) -> str:
    return refused.value.refusal.code


def test_passwords_are_kept_as_argon2id_with_19_mib_and_two_passes(people: People) -> None:
    for row in people.all():
        assert row.password.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    salts = {row.password.split("$")[4] for row in people.all()}
    assert len(salts) == 2


def test_nothing_in_the_database_signs_anybody_in(people: People, tmp_path: Path, store: Store) -> None:
    token = people.sign_in("Guest", "correct horse")
    link = people.link("Guest")
    octets = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for secret in (token, link, "correct horse"):
        assert secret.encode() not in octets
    assert token_hash(token).encode() in octets
    with pytest.raises(Refused):
        people.who(token_hash(token))


def test_a_token_is_opaque_and_long(people: People) -> None:
    tokens = {people.sign_in("Guest", "correct horse") for _ in range(3)}
    assert len(tokens) == 3
    assert all(len(token) >= 32 for token in tokens)  # 192 bits in 32 characters.


def test_three_failures_lock_for_half_an_hour(people: People, clock: Clock) -> None:
    for _ in range(3):
        with pytest.raises(Refused) as refused:
            people.sign_in("Guest", "wrong")
        assert _code(refused) == "wrong_name_or_password"
        clock.now += 60
    with pytest.raises(Refused) as refused:
        people.sign_in("Guest", "correct horse")
    assert _code(refused) == "account_is_locked"
    assert people.sign_in("Dealer 1", "battery staple")  # Nobody else is.
    clock.now += LOCKED_SECONDS - 3 * 60 - 1
    with pytest.raises(Refused):
        people.sign_in("Guest", "correct horse")
    clock.now += 60 + 2  # The first failure no longer counts.
    assert people.sign_in("Guest", "correct horse")


def test_trying_while_locked_does_not_lock_for_longer(people: People, clock: Clock) -> None:
    for _ in range(50):
        with pytest.raises(Refused):
            people.sign_in("Guest", "wrong")
    clock.now += LOCKED_SECONDS + 1
    assert people.sign_in("Guest", "correct horse")


def test_success_forgives_failures(people: People) -> None:
    for _ in range(4):
        for _ in range(2):
            with pytest.raises(Refused):
                people.sign_in("Guest", "wrong")
        assert people.sign_in("Guest", "correct horse")


def test_many_tries_at_once_are_still_three(people: People) -> None:
    codes: list[str] = []

    def guess() -> None:
        try:
            people.sign_in("Guest", "wrong")
        except Refused as refused:
            codes.append(refused.refusal.code)

    threads = [threading.Thread(target=guess) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == ["account_is_locked"] * 9 + ["wrong_name_or_password"] * 3


def test_a_look_alike_of_the_name_shares_its_lock(people: People) -> None:
    for name in ("Guest", "GUEST", "Gue5t"):
        with pytest.raises(Refused):
            people.sign_in(name, "wrong")
    with pytest.raises(Refused) as refused:
        people.sign_in("guest", "correct horse")
    assert _code(refused) == "account_is_locked"


def test_an_unknown_name_takes_as_long_as_a_known_one(people: People, clock: Clock) -> None:
    """By the processor's own time, because the machine is shared."""

    def took(name: str) -> float:
        clock.now += LOCKED_SECONDS + 1
        began = time.thread_time()
        with pytest.raises(Refused) as refused:
            people.sign_in(name, "wrong")
        assert _code(refused) == "wrong_name_or_password"
        return time.thread_time() - began

    both = [(took("Guest"), took("Nobody")) for _ in range(9)]
    known, unknown = (statistics.median(times) for times in zip(*both, strict=True))
    assert 0.5 < known / unknown < 2


def test_a_disabled_account_is_answered_as_an_unknown_one(people: People) -> None:
    token = people.sign_in("Guest", "correct horse")
    people.disable("Guest", True)
    with pytest.raises(Refused) as refused:
        people.sign_in("Guest", "correct horse")
    assert _code(refused) == "wrong_name_or_password"
    with pytest.raises(Refused):
        people.who(token)
    people.disable("Guest", False)
    with pytest.raises(Refused):
        people.who(token)  # A session that was ear.sessions stays so.


@pytest.mark.parametrize(
    ("name", "password", "minutes"), [("Guest", "correct horse", 30), ("Dealer 1", "battery staple", 5)]
)
def test_a_session_idle_too_long_is_over(people: People, clock: Clock, name: str, password: str, minutes: int) -> None:
    token = people.sign_in(name, password)
    for _ in range(5):  # Used in time it goes on for as long as one likes.
        clock.now += minutes * 60 - 1
        assert people.use(token).name == name
    assert people.going([token_hash(token)]) == {token_hash(token)}
    ear = Ear()
    people.sessions.subscribe(ear)
    clock.now += minutes * 60 + 1
    assert people.going([token_hash(token)]) == set()
    with pytest.raises(Refused) as refused:
        people.who(token)
    assert _code(refused) == "session_is_over"
    assert ear.sessions == [token_hash(token)]
    clock.now -= minutes * 60
    with pytest.raises(Refused):
        people.who(token)


def test_a_display_s_session_lasts_until_it_is_revoked(people: People, clock: Clock) -> None:
    people.add("Display 1", Role.DISPLAY, "high on the wall")
    token, left = people.sign_in("Display 1", "high on the wall"), people.sign_in("Guest", "correct horse")
    clock.now += 1_000 * 24 * 3600.0
    assert people.going([token_hash(token), token_hash(left)]) == {token_hash(token)}
    assert people.who(token).role is Role.DISPLAY
    with pytest.raises(Refused):
        people.who(left)
    people.revoke("Display 1")
    assert people.going([token_hash(token)]) == set()
    with pytest.raises(Refused) as refused:
        people.who(token)
    assert _code(refused) == "session_was_ended"
    again = people.sign_in("Display 1", "high on the wall")
    people.disable("Display 1", True)
    assert people.going([token_hash(again)]) == set()
    with pytest.raises(Refused):
        people.who(again)


def test_signing_out_and_revoking_end_sessions_at_once(people: People) -> None:
    ear = Ear()
    people.sessions.subscribe(ear)
    tokens = [people.sign_in("Guest", "correct horse") for _ in range(3)]
    people.sign_out(tokens[0])
    assert ear.sessions == [token_hash(tokens[0])]
    people.revoke("Guest")
    assert set(ear.sessions) == {token_hash(token) for token in tokens}
    for token in tokens:
        with pytest.raises(Refused):
            people.who(token)


def test_a_link_works_once_and_not_for_ever(people: People, clock: Clock) -> None:
    link = people.link("Guest")
    assert people.who(people.follow(link)).name == "Guest"
    with pytest.raises(Refused):
        people.follow(link)
    late = people.link("Guest")
    clock.now += LINK_SECONDS + 1
    with pytest.raises(Refused):
        people.follow(late)
    shut = people.link("Guest")
    people.disable("Guest", True)
    with pytest.raises(Refused):
        people.follow(shut)
    with pytest.raises(Refused):
        people.follow("guess")


def test_accounts_are_unique_by_look(people: People) -> None:
    for name in ("GUEST", "Gue5t", "G.u.e.s.t", "Guést"):
        with pytest.raises(Refused) as refused:
            people.add(name, Role.PATRON, "correct horse")
        assert _code(refused) == "name_is_taken"


@pytest.mark.parametrize("password", ["", "12345678901", "x" * 201])
def test_passwords_that_are_none(people: People, password: str) -> None:
    with pytest.raises(Refused) as refused:
        people.add("Nova", Role.PATRON, password)
    assert _code(refused) == "bad_password"


def test_nobody_of_that_name(people: People) -> None:
    with pytest.raises(Refused) as refused:
        people.revoke("Nova")
    assert _code(refused) == "unknown_person"
    with pytest.raises(Refused) as refused:
        people.disable("Nova", True)
    assert _code(refused) == "unknown_person"
