"""Resetting an account from the machine itself: the way back when the last administrator forgot the password."""

from __future__ import annotations

from punto.house.people.links import Links
from punto.house.people.moment import iso_moment
from punto.house.people.names import skeleton
from punto.house.people.passwords import hash_password, new_password
from punto.kit import Refused
from punto.rulebook import known_ones
from punto.store import Batch, NewEvent, Store
from punto.store.people import AccountChange, PersonRow


def reset_person(store: Store, name: str, now: float) -> tuple[PersonRow, str]:
    """Whose account it is, and its new password, which is to be replaced by one of their own.

    The second factor, locks, links and every session end with it; a house that is open notices at once.
    """
    row = store.people.find(skeleton(name[:200]))
    if row is None:
        names = [person.name for person in store.people.all()]
        message = f"nobody is called {name[:40]!r}; {known_ones(name, names)}"
        raise Refused(code="unknown_person", message=message)
    password = new_password()
    change = AccountChange(
        password=hash_password(password, row.name),
        temporary=True,
        ends_sessions=True,
        forgives=True,
        removes_factor=True,
    )
    note = Batch((NewEvent("person_reset", {"person": row.name}),), iso_moment(now), "", "")
    store.people.change(row.bones, change, now, note)
    Links(store.people.links, lambda: now).revoke(row.name, lasting=True)
    return row, password
