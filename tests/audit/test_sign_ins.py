"""Who acted in a session had signed in to it, in that rank: a row that was there for a moment leaves none behind.

Somebody has the database and not the house's key, writes to it while the house runs, and leaves every row as it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text

from punto.audit import Finding, audit_store
from punto.audit.sign_ins import RankGiven, SessionBegin, SessionUse, not_begun
from punto.house.people.names import skeleton
from punto.house.people.people import AccessRules, People
from punto.house.people.roles import Role
from punto.house.people.totp import STEP_SECONDS, code_at
from punto.house.tables.desk import Done
from punto.kit import Refused
from punto.store import Store, open_store
from punto.store.engine import make_engine, writing
from punto.table.script import read_command
from store.conftest import server, url  # noqa: F401
from store.filled import FIND, KEY, desk_at

NOW = 1_795_000_000.0
RULES = AccessRules(300, 1800, 12 * 3600.0, False)
PASSWORD = "seven plain chairs"
OWN = "eleven plain chairs"


class Books:
    """A house with two people, whose table stands open."""

    def __init__(self, store: Store, where: str) -> None:
        self.store, self.url, self.commands = store, where, 0
        self.people = People(store, lambda: NOW, RULES, KEY)
        for name, role in (("Night Manager", Role.SHIFT_MANAGER), ("Day Dealer", Role.DEALER)):
            self.people.add(name, role, PASSWORD)
        self.desk = desk_at(store, "north")
        manager, settings = self.sign_in("Night Manager"), {"wallets": True}
        self.do("Night Manager", manager, command="open_table", rulebook="easy-six", settings=settings)
        self.do("Night Manager", manager, command="assign", person="Day Dealer", position="dealer", table="north")

    def sign_in(self, name: str, password: str = PASSWORD) -> str:
        return self.people.sign_in(name, password, address="192.0.2.1")

    def do(self, name: str, token: str, **given: Any) -> None:
        """Give a command as the server does: in the name and rank that the token's session has now."""
        person, self.commands = self.people.who(token), self.commands + 1
        assert person.name == name
        command = read_command({"id": f"c{self.commands}", "by": person.role.value} | given)
        answer = self.desk.do(command, person=person.name, session=person.session)
        assert isinstance(answer, Done), answer

    def buy_in(self, name: str, token: str) -> None:
        self.do(name, token, command="buy_in", patron="ann", amount=500)

    def write(self, statement: str, **values: Any) -> None:
        engine = make_engine(self.url)
        with writing(engine) as connection:
            connection.execute(text(statement), values)
        engine.dispose()

    def fault(self) -> Finding | None:
        return audit_store(self.store, FIND)[1]


@pytest.fixture
def books(url: str) -> Iterator[Books]:  # noqa: F811
    with open_store(url, key=KEY) as store:
        yield Books(store, url)


def why(finding: Finding | None) -> str:
    assert finding is not None
    return finding.why


def swapped(books: Books, column: str, name: str, value: object) -> object:
    """Put another value into somebody's row; the one that was there."""
    engine = make_engine(books.url)
    with writing(engine) as connection:
        was = connection.execute(text(f"SELECT {column} FROM people WHERE name = :name"), {"name": name}).scalar_one()
        connection.execute(
            text(f"UPDATE people SET {column} = :value WHERE name = :name"), {"value": value, "name": name}
        )
    engine.dispose()
    return was


def test_whoever_signed_in_is_in_order_and_so_is_who_goes_on_in_another_session(books: Books) -> None:
    books.buy_in("Day Dealer", books.people.change_password("Day Dealer", PASSWORD, OWN))
    row = books.store.people.find(skeleton("Night Manager"))
    assert row is not None
    secret = books.people.begin_factor("Night Manager", PASSWORD)
    _, manager = books.people.confirm_factor("Night Manager", code_at(secret, int(NOW) // STEP_SECONDS))
    books.buy_in("Night Manager", manager)
    books.buy_in("Night Manager", books.people.follow(books.people.link("Night Manager")))
    assert books.fault() is None


def test_a_session_that_was_put_in_and_taken_away(books: Books) -> None:
    token = "made by hand"
    row = hashlib.sha256(token.encode()).hexdigest()
    insert = "INSERT INTO sessions (token, name, created, seen, ended, why) VALUES (:row, :name, :now, :now, 0, '')"
    books.write(insert, row=row, name="Night Manager", now=NOW)
    books.buy_in("Night Manager", token)
    books.write("DELETE FROM sessions WHERE token = :row", row=row)
    assert "nobody signed in to it" in why(books.fault())


def test_a_session_that_was_another_persons_for_a_moment(books: Books) -> None:
    token = books.sign_in("Day Dealer")
    books.write("UPDATE sessions SET name = 'Night Manager' WHERE name = 'Day Dealer'")
    books.buy_in("Night Manager", token)
    row = hashlib.sha256(token.encode()).hexdigest()
    books.write("UPDATE sessions SET name = 'Day Dealer' WHERE token = :row", row=row)
    assert "to which Day Dealer had signed in" in why(books.fault())


def test_a_role_that_was_another_for_a_moment(books: Books) -> None:
    token = books.sign_in("Day Dealer")
    was = swapped(books, "role", "Day Dealer", "shift_manager")
    books.buy_in("Day Dealer", token)
    swapped(books, "role", "Day Dealer", was)
    fault = why(books.fault())
    assert "as shift manager in session" in fault
    assert fault.endswith("has them as dealer")


def test_somebody_who_was_shut_out_when_they_signed_in() -> None:
    noon = datetime(2026, 11, 18, 12, tzinfo=UTC)
    given = [RankGiven(noon, "dealer"), RankGiven(noon + timedelta(hours=1), "")]
    use = {"north": [SessionUse("s1", "Day Dealer", "dealer", 7, "bought_in")]}

    def fault(minutes: int) -> Finding | None:
        begin = SessionBegin("Day Dealer", noon + timedelta(minutes=minutes))
        return not_begun(use, {"s1": begin}, {"Day Dealer": given})

    assert [fault(minutes) for minutes in (-600, 0, 59, 60)] == [None] * 4  # A clock that was set proves nothing.
    assert why(fault(62)).endswith("has them as shut out")


def test_nobody_comes_in_by_a_password_that_was_put_in_for_a_moment(books: Books) -> None:
    books.people.set_password("Day Dealer", OWN)
    row = books.store.people.find(skeleton("Day Dealer"))
    assert row is not None
    was = swapped(books, "password", "Night Manager", row.password)
    with pytest.raises(Refused) as refused:
        books.sign_in("Night Manager", OWN)
    assert refused.value.refusal.code == "accounts_were_changed"
    swapped(books, "password", "Night Manager", was)
    books.sign_in("Night Manager")
    assert books.fault() is None
    failed = list(books.store.records("house:sign-ins"))[-2]
    assert (failed.kind, "accounts_were_changed" in str(failed.body)) == ("sign_in_failed", True)


def test_nobody_comes_in_without_a_code_by_taking_a_second_factor_away_for_a_moment(books: Books) -> None:
    secret = books.people.begin_factor("Night Manager", PASSWORD)
    books.people.confirm_factor("Night Manager", code_at(secret, int(NOW) // STEP_SECONDS))
    books.write("UPDATE factors SET confirmed = 0")
    with pytest.raises(Refused) as refused:
        books.sign_in("Night Manager")
    assert refused.value.refusal.code == "accounts_were_changed"
    books.write("UPDATE factors SET confirmed = 1")
    with pytest.raises(Refused) as refused:
        books.sign_in("Night Manager")
    assert refused.value.refusal.code == "code_is_needed"
