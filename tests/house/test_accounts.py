"""What is done to accounts: passwords, roles, locks, the last administrator, links, and the log of it all."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from house.conftest import Clock, open_people
from punto.audit import audit_store
from punto.house.people.links import LINK_SECONDS
from punto.house.people.people import HOUSE, People
from punto.house.people.roles import Role
from punto.kit import Refused
from punto.store import Store
from punto.store.people import LOG

BOSS = "Administrator 1"


@pytest.fixture
def people(store: Store, clock: Clock) -> People:
    made = open_people(store, clock)
    made.add(BOSS, Role.ADMINISTRATOR, None)
    made.add("Guest", Role.PATRON, "correct horse", BOSS)
    return made


def code(act: Callable[[], object]) -> str:
    """Why something is refused."""
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.refusal.code


def log(store: Store) -> list[tuple[str, str, object]]:
    assert store.verify(LOG) is None
    return [(event.kind, event.person, event.body) for event in store.events(LOG)]


def test_whatever_is_done_to_an_account_is_in_the_log(store: Store, people: People, clock: Clock) -> None:
    clock.now += 60
    people.disable("guest", True, BOSS)
    people.disable("Guest", False, BOSS)
    people.revoke("Guest", BOSS)
    people.unlock("Guest", BOSS)
    people.set_role("Guest", Role.DEALER, BOSS)
    people.set_password("Guest", "battery staple", BOSS)
    people.change_password("Guest", "battery staple", "and another one")
    guest = {"person": "Guest"}
    assert log(store) == [
        ("person_added", HOUSE, {"person": BOSS, "role": "administrator"}),
        ("person_added", BOSS, {"person": "Guest", "role": "patron"}),
        ("person_shut_out", BOSS, guest),
        ("person_let_in", BOSS, guest),
        ("sessions_ended", BOSS, guest),
        ("person_unlocked", BOSS, guest),
        ("role_changed", BOSS, {"person": "Guest", "was": "patron", "role": "dealer"}),
        ("password_set", BOSS, guest),
        ("password_set", "Guest", guest),
    ]
    assert [event.at for event in store.events(LOG)][1:3] == ["1970-01-12T13:46:40+00:00", "1970-01-12T13:47:40+00:00"]
    octets = b"".join(record.body.encode() for record in store.records(LOG))
    assert b"argon2" not in octets
    assert b"staple" not in octets
    _, found = audit_store(store, lambda name, *_, **__: pytest.fail(f"{name} is asked for, and no table is here"))
    assert found is None


def test_what_is_refused_is_not_in_the_log(store: Store, people: People) -> None:
    before = log(store)
    assert code(lambda: people.add("GUEST", Role.PATRON, "correct horse", BOSS)) == "name_is_taken"
    assert code(lambda: people.set_password("Guest", "short", BOSS)) == "bad_password"
    assert code(lambda: people.set_password("Nova", "long enough!!", BOSS)) == "unknown_person"
    assert code(lambda: people.set_role("Nova", Role.DEALER, BOSS)) == "unknown_person"
    assert code(lambda: people.unlock("Nova", BOSS)) == "unknown_person"
    assert code(lambda: people.disable(BOSS, True, BOSS)) == "last_administrator"
    people.set_role("Guest", Role.PATRON, BOSS)  # As it was.
    assert log(store) == before


def test_the_last_administrator_stays(people: People) -> None:
    token = people.follow(people.link(BOSS))
    for act in (lambda: people.disable(BOSS, True), lambda: people.set_role(BOSS, Role.AUDITOR)):
        assert code(act) == "last_administrator"
        assert people.who(token).role is Role.ADMINISTRATOR
    people.add("Administrator 2", Role.ADMINISTRATOR, "long enough!!")
    people.disable("Administrator 2", True)
    assert code(lambda: people.disable(BOSS, True)) == "last_administrator"  # Another who is shut out is none.
    people.disable("Administrator 2", False)
    people.set_role(BOSS, Role.AUDITOR)
    assert code(lambda: people.set_role("Administrator 2", Role.DEALER)) == "last_administrator"


def test_a_role_ends_sessions_and_a_staff_name_is_no_patron_s(people: People) -> None:
    token = people.sign_in("Guest", "correct horse")
    people.set_role("Guest", Role.PIT_MANAGER)
    assert code(lambda: people.who(token)) == "session_was_ended"
    assert people.who(people.sign_in("Guest", "correct horse")).role is Role.PIT_MANAGER
    people.add("Dealer 7", Role.DEALER, "long enough!!")
    assert code(lambda: people.set_role("Dealer 7", Role.PATRON)) == "bad_name"


def test_a_password_that_is_set_closes_every_other_way_in(people: People) -> None:
    token, link = people.sign_in("Guest", "correct horse"), people.link("Guest", lasts=True)
    for _ in range(3):
        assert code(lambda: people.sign_in("Guest", "wrong", address="203.0.113.9")) == "wrong_name_or_password"
    assert people.locked() == {"Guest": ["203.0.113.9"]}
    people.set_password("Guest", "battery staple", BOSS)
    assert people.locked() == {}
    assert code(lambda: people.who(token)) == "session_was_ended"
    assert code(lambda: people.follow(link)) == "link_is_spent"
    assert code(lambda: people.sign_in("Guest", "correct horse")) == "wrong_name_or_password"
    assert people.sign_in("Guest", "battery staple")


def test_who_is_locked_out_can_be_let_in_at_once(people: People) -> None:
    for _ in range(4):
        code(lambda: people.sign_in("Guest", "wrong"))
    assert code(lambda: people.sign_in("Guest", "correct horse")) == "account_is_locked"
    people.unlock("Guest", BOSS)
    assert people.sign_in("Guest", "correct horse")


def test_one_s_own_password_needs_the_present_one_and_ends_other_sessions(people: People) -> None:
    mine, other = (people.sign_in("Guest", "correct horse") for _ in range(2))
    lasting, once = people.link("Guest", lasts=True), people.link("Guest")
    assert code(lambda: people.change_password("Guest", "wrong", "battery staple")) == "wrong_password"
    assert code(lambda: people.change_password("Guest", "correct horse", "short")) == "bad_password"
    assert people.who(other)
    new = people.change_password("Guest", "correct horse", "battery staple")
    assert people.who(new).name == "Guest"
    for old in (mine, other):
        assert code(lambda old=old: people.who(old)) == "session_was_ended"  # type: ignore[misc]
    assert people.follow(lasting)  # The demonstration's, which everybody shares.
    assert code(lambda: people.follow(once)) == "link_is_spent"
    for _ in range(3):
        assert code(lambda: people.change_password("Guest", "wrong", "battery staple")) == "wrong_password"
    assert code(lambda: people.change_password("Guest", "battery staple", "yet another one")) == "account_is_locked"


@pytest.mark.parametrize("password", ["", "\0", "None", "correct horse"])
def test_an_account_without_a_password_is_entered_by_link_only(people: People, password: str) -> None:
    assert code(lambda: people.sign_in(BOSS, password)) == "wrong_name_or_password"
    person = people.who(people.follow(people.link(BOSS)))
    assert not person.has_password
    token = people.change_password(BOSS, "", "battery staple")
    assert people.who(token).has_password
    assert people.sign_in(BOSS, "battery staple")


def test_a_new_house_has_one_way_in_until_its_administrator_has_a_password(store: Store, clock: Clock) -> None:
    people = open_people(store, clock)
    first = people.administrator_link()
    assert list(first) == [BOSS]
    assert people.who(people.follow(first[BOSS])).role is Role.ADMINISTRATOR
    assert code(lambda: people.follow(first[BOSS])) == "link_is_spent"
    # Left without a password, the next start has another; what was printed before is of no use then.
    again, unused = people.administrator_link(), people.administrator_link()
    people.follow(again[BOSS])
    people.change_password(BOSS, "", "battery staple")
    assert people.administrator_link() == {}
    assert code(lambda: people.follow(unused[BOSS])) == "link_is_spent"
    assert [kind for kind, *_ in log(store)] == ["person_added", "password_set"]


def test_a_house_whose_administrator_is_called_otherwise(store: Store, clock: Clock) -> None:
    people = open_people(store, clock)
    people.add(BOSS, Role.DEALER, "long enough!!")
    assert list(people.administrator_link()) == ["Administrator 2"]


def test_a_lasting_link_is_good_at_every_process_until_its_own_closes(store: Store, clock: Clock) -> None:
    one, other = open_people(store, clock), open_people(store, clock)
    one.add("Guest", Role.PATRON, None)
    link, theirs = one.link("Guest", lasts=True), other.link("Guest", lasts=True)
    for _ in range(3):
        for people in (one, other):
            assert people.who(people.follow(link)).name == "Guest"
        clock.now += LINK_SECONDS - 1
        one.links.renew()
        other.links.renew()
    one.links.close()
    for people in (one, other):
        assert code(lambda people=people: people.follow(link)) == "link_is_spent"  # type: ignore[misc]
        assert people.follow(theirs)


def test_a_killed_process_s_links_end_by_themselves(store: Store, clock: Clock) -> None:
    one = open_people(store, clock)
    one.add("Guest", Role.PATRON, None)
    link, next_start = one.link("Guest", lasts=True), open_people(store, clock)
    assert next_start.follow(link)
    clock.now += LINK_SECONDS + 1
    assert code(lambda: next_start.follow(link)) == "link_is_spent"
    next_start.link("Guest")
    assert len(store.people.links.all()) == 1  # What is over is swept away.
    next_start.links.revoke_all()
    assert store.people.links.all() == {}


def test_a_revoked_link_is_not_brought_back(people: People, clock: Clock) -> None:
    link = people.link("Guest", lasts=True)
    people.set_password("Guest", "battery staple")
    clock.now += LINK_SECONDS / 2
    people.links.renew()
    assert code(lambda: people.follow(link)) == "link_is_spent"


def test_of_many_who_follow_a_link_at_once_one_comes_in(people: People) -> None:
    link, came = people.link("Guest"), []

    def follow() -> None:
        try:
            came.append(people.follow(link))
        except Refused:
            came.append("")

    threads = [threading.Thread(target=follow) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(came) == 8
    assert len([token for token in came if token]) == 1


@pytest.mark.parametrize(("role", "said"), [(Role.AUDITOR, "an auditor"), (Role.PIT_MANAGER, "a pit manager")])
def test_a_role_in_a_sentence(role: Role, said: str) -> None:
    assert role.with_article == said
