"""Passwords that are not taken, and names that nobody is given."""

from __future__ import annotations

import secrets

import pytest

from house.conftest import Clock, open_people
from punto.house.people import passwords
from punto.house.people.common_passwords import Filter, is_common
from punto.house.people.names import check_name
from punto.house.people.passwords import hash_password, is_right, new_password
from punto.house.people.roles import Role
from punto.kit import Refused
from punto.store import Store


def _code(password: str, name: str = "Nova") -> str:
    with pytest.raises(Refused) as refused:
        hash_password(password, name)
    return refused.value.refusal.code


@pytest.mark.parametrize("password", ["", "x" * 11, "vnqpwrtkxbz", "x" * 201])
def test_short_and_endless_passwords_are_refused(password: str) -> None:
    assert _code(password) == "bad_password"


@pytest.mark.parametrize(
    "password",
    [
        "password1234", "Password2024!", "P@ssw0rd2024", "p4ssw0rd-1234", "dragon123456", "!!iloveyou!!99",
        "qwertyuiop12",
        "1q2w3e4r5t6y", "123456789012", "987654321098", "abcdefghijkl", "qwertyuiopas", "aaaaaaaaaaaa", "abcabcabcabc",
        "monkeymonkey", "motherfucker", "letmein!letmein!", "Baccarat2024", "PUNTO BANCO 1",
    ],
)  # fmt: skip
def test_common_passwords_are_refused(password: str) -> None:
    assert _code(password) == "common_password"


@pytest.mark.parametrize("password", ["Nova12345678", "nova-nova-ab1", "N0VA-1987-ab"])
def test_a_password_is_not_its_owner_s_name(password: str) -> None:
    assert _code(password, "Nova") == "common_password"


@pytest.mark.parametrize(
    "password", ["correct horse", "battery staple", "violet-otter-12", "kx83-hh29-aa01", "我的密碼是這樣的一句話嗎"]
)
def test_other_passwords_are_taken(password: str) -> None:
    assert is_right(hash_password(password, "Nova"), password)


def test_hardly_any_random_password_is_taken_for_a_common_one() -> None:
    assert sum(is_common(secrets.token_hex(8)) for _ in range(5_000)) <= 15


def test_a_new_password_is_never_one_that_would_be_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []

    def first_two_are_common(password: str) -> bool:
        looked_at.append(password)
        return len(looked_at) <= 2

    monkeypatch.setattr(passwords, "is_common", first_two_are_common)
    assert new_password() == looked_at[2]
    assert len(set(looked_at)) == 3


def test_a_filter_never_misses_what_is_in_it() -> None:
    entries = [f"entry {number}" for number in range(2_000)]
    made = Filter(Filter.of(entries).octets)
    assert all(entry in made for entry in entries)
    assert sum(f"other {number}" in made for number in range(20_000)) <= 20


@pytest.mark.parametrize(
    "name",
    ["House", "the house", "H0use", "System", "Clock", "dealer", "Pit Manager", "系統", "Root", "Cage", "Count Team",
     "script"],
)  # fmt: skip
def test_names_of_the_house_s_own_actors_are_given_to_nobody(name: str) -> None:
    with pytest.raises(Refused) as refused:
        check_name(name, staff=True)
    assert refused.value.refusal.code == "name_is_reserved"


def test_nobody_takes_the_name_and_the_wallet_of_one_who_plays_by_itself(store: Store, clock: Clock) -> None:
    people = open_people(store, clock, reserved=("Seat 2",))
    for name in ("Seat 2", "SEAT 2", "5eat 2"):
        with pytest.raises(Refused) as refused:
            people.add(name, Role.PATRON, "correct horse")
        assert refused.value.refusal.code == "name_is_reserved"
    assert people.add("Seat 3", Role.PATRON, "correct horse")
