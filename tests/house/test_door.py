"""The door: nobody locks anybody else out, a code is good once, and the way back from the machine itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from house.conftest import Clock, open_people
from punto.house.people.door import ANYWHERE, CODES, FAILURES, LOCKED_SECONDS
from punto.house.people.links import token_hash
from punto.house.people.networks import network_of
from punto.house.people.people import People
from punto.house.people.reset import reset_person
from punto.house.people.roles import Role
from punto.house.people.totp import STEP_SECONDS, code_at
from punto.kit import Refused
from punto.store import Store
from punto.store.people import LOG

HOME, AWAY, MOBILE = "192.0.2.1", "198.51.100.7", "2001:db8:1:2::9"
RIGHT = "correct horse"
BOSS = "Administrator 1"


@pytest.fixture
def people(store: Store, clock: Clock) -> People:
    made = open_people(store, clock)
    made.add(BOSS, Role.ADMINISTRATOR, RIGHT)
    made.add("Guest", Role.PATRON, "battery staple")
    return made


def code(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.refusal.code


def fail(people: People, address: str, times: int, name: str = BOSS) -> list[str]:
    return [code(lambda: people.sign_in(name, "wrong", address=address)) for _ in range(times)]


def test_three_wrong_tries_by_anybody_lock_nobody_out(people: People) -> None:
    assert fail(people, AWAY, 4) == ["wrong_name_or_password"] * 3 + ["account_is_locked"]
    assert code(lambda: people.sign_in(BOSS, RIGHT, address=AWAY)) == "account_is_locked"
    assert people.sign_in(BOSS, RIGHT, address=HOME)
    assert people.locked() == {BOSS: [AWAY]}


def test_an_account_always_comes_in_from_where_it_came_in_before(people: People) -> None:
    people.sign_in(BOSS, RIGHT, address=HOME)
    assert set(fail(people, HOME, 3 * FAILURES)) == {"wrong_name_or_password"}
    for number in range(ANYWHERE):
        fail(people, f"10.0.{number}.1", 2)
    assert people.sign_in(BOSS, RIGHT, address=HOME)
    # Many addresses are not many guesses: those it never came from wait.
    assert code(lambda: people.sign_in(BOSS, RIGHT, address="203.0.113.5")) == "account_is_locked"
    assert people.sign_in("Guest", "battery staple", address="203.0.113.5")


def test_a_link_makes_an_address_known_too(people: People) -> None:
    people.follow(people.link(BOSS), HOME)
    fail(people, HOME, 5)
    assert people.sign_in(BOSS, RIGHT, address=HOME)


def test_a_network_of_ipv6_counts_as_one_address(people: People) -> None:
    assert [network_of(one) for one in (MOBILE, "2001:db8:1:2:ffff::1", "::ffff:192.0.2.1", HOME, "testclient")] == [
        "2001:db8:1:2::/64", "2001:db8:1:2::/64", HOME, HOME, "testclient",
    ]  # fmt: skip
    for last in range(FAILURES):
        fail(people, f"2001:db8:1:2::{last}", 1)
    assert fail(people, "2001:db8:1:2:abcd::", 1) == ["account_is_locked"]
    assert fail(people, "2001:db8:1:3::", 1) == ["wrong_name_or_password"]


def test_success_elsewhere_does_not_forgive_whoever_guesses(people: People, clock: Clock) -> None:
    fail(people, AWAY, 2)
    people.sign_in(BOSS, RIGHT, address=HOME)
    assert fail(people, AWAY, 2) == ["wrong_name_or_password", "account_is_locked"]
    clock.now += LOCKED_SECONDS + 1
    assert fail(people, AWAY, 1) == ["wrong_name_or_password"]


def enrol(people: People, clock: Clock, name: str = BOSS) -> tuple[bytes, list[str]]:
    secret = people.begin_factor(name, RIGHT if name == BOSS else "battery staple")
    codes, _ = people.confirm_factor(name, now_code(secret, clock))
    clock.now += STEP_SECONDS
    return secret, codes


def now_code(secret: bytes, clock: Clock) -> str:
    return code_at(secret, int(clock.now) // STEP_SECONDS)


def test_a_second_factor_is_asked_for_once_it_is_confirmed(people: People, clock: Clock) -> None:
    assert code(lambda: people.begin_factor(BOSS, "wrong")) == "wrong_password"
    people.begin_factor(BOSS, RIGHT)
    assert people.sign_in(BOSS, RIGHT)  # Not yet: nobody has shown that an app has it.
    assert code(lambda: people.confirm_factor(BOSS, "000000")) == "wrong_code"
    before = people.sign_in(BOSS, RIGHT)
    secret, _ = enrol(people, clock)
    assert code(lambda: people.who(before)) == "session_was_ended"
    assert code(lambda: people.sign_in(BOSS, RIGHT)) == "code_is_needed"
    assert code(lambda: people.sign_in(BOSS, "wrong", now_code(secret, clock))) == "wrong_name_or_password"
    assert people.who(people.sign_in(BOSS, RIGHT, now_code(secret, clock))).name == BOSS
    assert code(lambda: people.begin_factor(BOSS, RIGHT)) == "second_factor_is_set"


def test_a_used_code_is_refused(people: People, clock: Clock) -> None:
    secret, _ = enrol(people, clock)
    used = now_code(secret, clock)
    assert people.sign_in(BOSS, RIGHT, used)
    assert code(lambda: people.sign_in(BOSS, RIGHT, used)) == "wrong_code"
    clock.now += STEP_SECONDS
    assert code(lambda: people.sign_in(BOSS, RIGHT, used)) == "wrong_code"
    assert people.sign_in(BOSS, RIGHT, now_code(secret, clock))


def test_the_code_that_confirmed_it_is_used(people: People, clock: Clock) -> None:
    secret = people.begin_factor(BOSS, RIGHT)
    used = now_code(secret, clock)
    people.confirm_factor(BOSS, used)
    assert code(lambda: people.sign_in(BOSS, RIGHT, used)) == "wrong_code"


def test_a_recovery_code_lets_in_once(people: People, clock: Clock, store: Store) -> None:
    _, codes = enrol(people, clock)
    assert len(set(codes)) == 10
    assert people.sign_in(BOSS, RIGHT, codes[0].upper().replace("-", " "))
    assert code(lambda: people.sign_in(BOSS, RIGHT, codes[0])) == "wrong_code"
    assert people.factors.codes_left("admlnlstratorl") == 9
    new = people.renew_recovery_codes(BOSS, codes[1])
    assert code(lambda: people.sign_in(BOSS, RIGHT, codes[2])) == "wrong_code"
    assert people.sign_in(BOSS, RIGHT, new[0])
    kinds = [event.kind for event in store.events(LOG)]
    assert kinds[2:] == ["second_factor_set", "recovery_code_used", "recovery_code_used", "recovery_codes_made",
                         "recovery_code_used"]  # fmt: skip


def test_codes_are_not_guessed_by_who_has_the_password(people: People, clock: Clock) -> None:
    people.sign_in(BOSS, RIGHT, address=HOME)
    secret, _ = enrol(people, clock)
    tries = [code(lambda: people.sign_in(BOSS, RIGHT, "000000", HOME)) for _ in range(CODES + 1)]
    assert tries == ["wrong_code"] * CODES + ["account_is_locked"]
    assert people.locked() == {BOSS: [HOME]}
    assert people.sign_in(BOSS, RIGHT, now_code(secret, clock), AWAY)
    people.unlock(BOSS)
    clock.now += STEP_SECONDS
    assert people.sign_in(BOSS, RIGHT, now_code(secret, clock), HOME)


def test_nothing_in_the_database_makes_a_code(people: People, clock: Clock, tmp_path: Path, store: Store) -> None:
    secret, codes = enrol(people, clock)
    octets = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    plain = [word for one in codes for word in (one.encode(), one.replace("-", "").encode())]
    for word in (secret, *plain):
        assert word not in octets
    assert token_hash(codes[0].replace("-", "")).encode() in octets
    # With another key no code is known, and a recovery code still lets in; nobody else's secret can be laid under it.
    other = open_people(store, clock, key=b"x" * 32)
    assert code(lambda: other.sign_in(BOSS, RIGHT, now_code(secret, clock))) == "factor_is_sealed"
    assert other.sign_in(BOSS, RIGHT, codes[0])


def test_an_administrator_takes_a_lost_factor_away(people: People, clock: Clock, store: Store) -> None:
    _, codes = enrol(people, clock, "Guest")
    token = people.sign_in("Guest", "battery staple", codes[0])
    people.remove_factor("Guest", BOSS)
    assert code(lambda: people.who(token)) == "session_was_ended"
    assert people.sign_in("Guest", "battery staple")
    assert code(lambda: people.remove_factor("Guest", BOSS)) == "no_second_factor"
    last = list(store.events(LOG))[-1]
    assert (last.kind, last.person, last.body) == ("second_factor_removed", BOSS, {"person": "Guest"})


def test_one_does_without_it_for_a_code_unless_the_house_requires_it(
    store: Store, people: People, clock: Clock
) -> None:
    secret, _ = enrol(people, clock)
    assert code(lambda: people.drop_factor(BOSS, "000000")) == "wrong_code"
    strict = open_people(store, clock, second_factor=True)
    assert code(lambda: strict.drop_factor(BOSS, now_code(secret, clock))) == "second_factor_is_required"
    assert people.who(people.drop_factor(BOSS, now_code(secret, clock))).name == BOSS
    assert people.sign_in(BOSS, RIGHT)


@pytest.mark.parametrize("role", list(Role))
def test_from_pit_supervisor_up_it_is_owed_where_the_settings_say_so(store: Store, clock: Clock, role: Role) -> None:
    people = open_people(store, clock, second_factor=True)
    people.add("Morgan 1", role, RIGHT)
    person = people.who(people.sign_in("Morgan 1", RIGHT))
    # Cage, security and count team have no rank at a table.
    ranked = (Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER, Role.AUDITOR, Role.ADMINISTRATOR)
    assert person.owes == ("second_factor" if role in ranked else None)
    assert open_people(store, clock).who(people.sign_in("Morgan 1", RIGHT)).owes is None


def test_the_last_administrator_who_forgot_everything_comes_back_from_the_machine(
    store: Store, people: People, clock: Clock
) -> None:
    enrol(people, clock)
    token, link = people.follow(people.link(BOSS)), people.link(BOSS, lasts=True)
    fail(people, AWAY, 3)
    row, password = reset_person(store, "administrator 1", clock.now)
    assert row.name == BOSS
    assert code(lambda: people.who(token)) == "session_was_ended"
    assert code(lambda: people.follow(link)) == "link_is_spent"
    assert code(lambda: people.sign_in(BOSS, RIGHT, address=HOME)) == "wrong_name_or_password"
    mine = people.sign_in(BOSS, password, address=AWAY)
    assert people.who(mine).owes == "password"
    assert code(lambda: people.change_password(BOSS, password, password)) == "common_password"
    assert people.who(people.change_password(BOSS, password, "a new one of mine")).owes is None
    assert code(lambda: people.sign_in(BOSS, password, address=HOME)) == "wrong_name_or_password"
    assert [event.kind for event in store.events(LOG)][-2:] == ["person_reset", "password_set"]
    assert code(lambda: reset_person(store, "Nova", clock.now)) == "unknown_person"
