"""Accounts and links on both engines: what is changed is noted with it, and what is refused leaves nothing."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest

from punto.store import Batch, NewEvent, Store, open_store
from punto.store.links import Link
from punto.store.people import LOG, AccountChange, LastOfRole, PersonRow, SessionRow
from punto.store.tries import Limits

AT = "2024-01-01T00:00:00+00:00"


def note(kind: str = "noted") -> Batch:
    return Batch((NewEvent(kind, {"person": "x"}),), AT, "Administrator 1", "")


def person(name: str, role: str = "patron") -> PersonRow:
    return PersonRow(name.lower(), name, role, "", False, 1.0)


def kinds(store: Store) -> list[str]:
    assert store.verify(LOG) is None
    return [event.kind for event in store.events(LOG)]


def test_an_account_and_its_note_are_one(store: Store) -> None:
    assert store.people.add(person("Ann"), note("added"))
    assert not store.people.add(person("ANN"), note("again"))
    assert kinds(store) == ["added"]
    found = store.people.find("ann")
    assert found is not None
    assert found.name == "Ann"


def test_a_change_ends_sessions_and_forgives_in_one(store: Store) -> None:
    people = store.people
    people.add(person("Ann"), note())
    for token, name in (("a", "Ann"), ("b", "Ann"), ("c", "Bob")):
        people.open_session(SessionRow(token, name, 1.0, 1.0, 0.0))
    assert all(store.tries.may_try("ann", "here", 5.0, Limits(0.0, 2, 9)) for _ in range(2))
    assert store.tries.failed(0.0) == {("ann", "here"): 2}
    assert store.tries.failed(6.0) == {}
    change = AccountChange(disabled=True, password="hash", role="dealer", ends_sessions=True, forgives=True)
    assert sorted(people.change("ann", change, 9.0, note("changed"))) == ["a", "b"]
    found = people.find("ann")
    assert found is not None
    assert (found.disabled, found.password, found.role) == (True, "hash", "dealer")
    assert store.tries.failed(0.0) == {}
    assert [row.token for row in people.going(["a", "b", "c", "d"])] == ["c"]
    assert people.change("ann", AccountChange(disabled=False), 9.0, note("changed")) == []
    assert kinds(store) == ["noted", "changed", "changed"]


@pytest.mark.parametrize("change", [AccountChange(disabled=True, ends_sessions=True), AccountChange(role="patron")])
def test_the_last_of_a_role_stays_and_nothing_is_noted(store: Store, change: AccountChange) -> None:
    people = store.people
    people.add(person("Ann", "administrator"), note())
    people.add(person("Bob", "administrator"), note())
    people.add(person("Guest"), note())
    people.open_session(SessionRow("b", "Bob", 1.0, 1.0, 0.0))
    people.change("guest", AccountChange(disabled=True), 1.0, note(), "administrator")
    people.change("ann", change, 1.0, note(), "administrator")
    with pytest.raises(LastOfRole):
        people.change("bob", change, 1.0, note("refused"), "administrator")
    assert kinds(store) == ["noted"] * 5
    found = people.find("bob")
    assert found is not None
    assert (found.role, found.disabled) == ("administrator", False)
    assert [row.token for row in people.going(["b"])] == ["b"]


def test_two_who_shut_each_other_out_at_once(url: str) -> None:
    with open_store(url) as one, open_store(url) as other:
        for name in ("Ann", "Bob"):
            one.people.add(person(name, "administrator"), note())
        refused: list[str] = []
        both = Barrier(2)

        def shut(store: Store, bones: str) -> None:
            both.wait()
            try:
                store.people.change(bones, AccountChange(disabled=True), 1.0, note("shut"), "administrator")
            except LastOfRole:
                refused.append(bones)

        threads = [Thread(target=shut, args=each) for each in ((one, "ann"), (other, "bob"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(refused) == 1
        assert sum(not row.disabled for row in one.people.all()) == 1
        assert kinds(one) == ["noted", "noted", "shut"]


def test_the_first_of_two_processes_begins_the_log(url: str) -> None:
    with open_store(url) as one, open_store(url) as other:
        both = Barrier(2)

        def add(store: Store, *names: str) -> None:
            both.wait()
            for name in names:
                store.people.add(person(name), note())

        threads = [Thread(target=add, args=(one, "Ann", "Bob")), Thread(target=add, args=(other, "Bob", "Ann"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(row.name for row in one.people.all()) == ["Ann", "Bob"]
        assert kinds(one) == ["noted", "noted"]


def test_links_are_kept_for_every_process_and_taken_once(url: str) -> None:
    with open_store(url) as one, open_store(url) as other:
        link = Link("Ann", 5.0, once=True)
        one.people.links.keep({"h1": link, "h2": Link("Bob", 5.0, once=False)})
        one.people.links.keep({})
        one.remember("tables", b"[]")
        assert other.people.links.find("h1") == link
        other.people.links.keep({"h2": Link("Bob", 9.0, once=False)})
        assert one.people.links.all() == {"h1": link, "h2": Link("Bob", 9.0, once=False)}
        assert one.people.links.drop("h1")
        assert not other.people.links.drop("h1")
        assert not other.people.links.drop()
        assert other.people.links.find("h1") is None
        assert one.remembered("tables") == b"[]"
