"""People of the house: accounts, signing in, and sessions that can be ended at any moment."""

from __future__ import annotations

import contextlib
import math
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from punto.house.listener import Listener
from punto.house.people.links import Links, token_hash
from punto.house.people.names import check_name, skeleton
from punto.house.people.roles import Role
from punto.kit import Refused
from punto.store import Batch, NewEvent
from punto.store.people import AccountChange, LastOfRole, PeopleStore, PersonRow, SessionRow

HOUSE: Final = ""
"""Who made an account that nobody made: the house by itself."""

FAILURES: Final = 3
"""Wrong passwords in a row before an account is locked for a while."""

LOCKED_SECONDS: Final = 30 * 60.0

TOUCHES: Final = 30
"""A session's last use is written at most this often in the time it may be idle; each is a write to the disk."""

_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)

_NOBODY: Final = _HASHER.hash(secrets.token_hex(16))
"""Checked against when there is no such person, so that the answer takes as long."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is signed in."""

    name: str
    role: Role
    has_password: bool = True
    """False for somebody who came by a link and has set none yet."""


class People:
    """Accounts and sessions. Tokens are given out once; only their hashes are kept.

    Whatever is done to an account is noted in the log of accounts: who did what to whom, and when.
    """

    def __init__(
        self, accounts: PeopleStore, now: Callable[[], float], *, staff_idle: float, patron_idle: float
    ) -> None:
        self._accounts = accounts
        self._now = now
        self._idle = {role: patron_idle if role is Role.PATRON else staff_idle for role in Role}
        # A screen on a wall is touched by nobody, and nobody stands by to sign it in again. It sees only what the
        # whole room sees and gives no command, so its session lasts until the administrator ends it.
        self._idle[Role.DISPLAY] = math.inf
        self.links = Links(accounts.links, now)
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> None:
        """Let somebody hear of sessions that end before their time."""
        self._listeners.append(listener)

    def add(self, name: str, role: Role, password: str | None, by: str = HOUSE) -> Person:
        """A new account; without a password its person comes in by a link until one is set."""
        name = check_name(name, staff=role is not Role.PATRON)
        hashed = "" if password is None else _hash(password)
        row = PersonRow(skeleton(name), name, role.value, hashed, False, self._now())
        if not self._accounts.add(row, self._note("person_added", by, name, role=role.value)):
            raise Refused(code="name_is_taken", message=f"{name} is taken, or looks like a name that is")
        return Person(name, role, bool(hashed))

    def known(self, name: str) -> bool:
        """Whether somebody is called so, or nearly so."""
        return self._accounts.find(skeleton(name)) is not None

    def is_patron(self, name: str) -> bool:
        """Whether a patron's account is called exactly so."""
        return self.role_of(name) is Role.PATRON

    def role_of(self, name: str) -> Role | None:
        """The role of the account that is called exactly so; None where there is none."""
        row = self._accounts.find(skeleton(name[:200]))
        return Role(row.role) if row is not None and row.name == name else None

    def all(self) -> list[PersonRow]:
        return self._accounts.all()

    def locked(self) -> set[str]:
        """The names of those who may not try to sign in at present."""
        bones = self._accounts.locked(self._now() - LOCKED_SECONDS, FAILURES)
        return {row.name for row in self._accounts.all() if row.bones in bones}

    def disable(self, name: str, disabled: bool, by: str = HOUSE) -> None:
        """Shut an account out, or let it in again; its sessions end at once."""
        kind = "person_shut_out" if disabled else "person_let_in"
        self._change(self._row(name), AccountChange(disabled=disabled, ends_sessions=disabled), kind, by)

    def revoke(self, name: str, by: str = HOUSE) -> None:
        """End all sessions of a person."""
        self._change(self._row(name), AccountChange(ends_sessions=True), "sessions_ended", by)

    def unlock(self, name: str, by: str = HOUSE) -> None:
        """Let somebody try again who has given too many wrong passwords."""
        self._change(self._row(name), AccountChange(forgives=True), "person_unlocked", by)

    def set_role(self, name: str, role: Role, by: str = HOUSE) -> None:
        """Give a person another role; sessions end, because streams were opened by what the old one may see."""
        row = self._row(name)
        check_name(row.name, staff=role is not Role.PATRON)
        if role.value != row.role:
            change = AccountChange(role=role.value, ends_sessions=True)
            self._change(row, change, "role_changed", by, was=row.role, role=role.value)

    def set_password(self, name: str, password: str, by: str = HOUSE) -> None:
        """Give a person a password: every other way in is closed, and a lock with it."""
        row, hashed = self._row(name), _hash(password)
        self._change(row, AccountChange(password=hashed, ends_sessions=True, forgives=True), "password_set", by)
        self.links.revoke(row.name, lasting=True)

    def change_password(self, name: str, current: str, password: str) -> str:
        """Somebody's own new password, for the present one where there is one; a new session's token, others end."""
        row, hashed = self._row(name), _hash(password)
        if row.password and not self._is_right(row.bones, row, current):
            raise Refused(code="wrong_password", message="the present password is wrong")
        self._change(row, AccountChange(password=hashed, ends_sessions=True), "password_set", row.name)
        self.links.revoke(row.name, lasting=False)
        return self._open(row.name)

    def _row(self, name: str) -> PersonRow:
        row = self._accounts.find(skeleton(name[:200]))
        if row is None:
            raise Refused(code="unknown_person", message=f"nobody is called {name[:40]!r}")
        return row

    def _change(self, row: PersonRow, change: AccountChange, kind: str, by: str, **more: str) -> None:
        note = self._note(kind, by, row.name, **more)
        try:
            ended = self._accounts.change(row.bones, change, self._now(), note, keep=Role.ADMINISTRATOR.value)
        except LastOfRole:
            why = f"{row.name} is the last administrator who is not shut out; make another first"
            raise Refused(code="last_administrator", message=why) from None
        for token in ended:
            self._session_ended(token)

    def _note(self, kind: str, by: str, name: str, **more: str) -> Batch:
        at = datetime.fromtimestamp(self._now(), UTC).isoformat()
        return Batch((NewEvent(kind, {"person": name, **more}),), at, "", "", person=by)

    def sign_in(self, name: str, password: str) -> str:
        """A session's token, for the right name and password."""
        bones = skeleton(name[:200])
        row = self._accounts.find(bones)
        if not self._is_right(bones, row, password) or row is None:
            raise Refused(code="wrong_name_or_password", message="the name or the password is wrong")
        return self._open(row.name)

    def _is_right(self, bones: str, row: PersonRow | None, password: str) -> bool:
        """Whether this is somebody's password; a try counts towards the lock until one is right."""
        now = self._now()
        if not self._accounts.may_try(bones, now, now - LOCKED_SECONDS, FAILURES):
            raise Refused(code="account_is_locked", message="too many wrong passwords; try again in half an hour")
        try:
            _HASHER.verify(row.password if row and row.password else _NOBODY, password[:1000])
        except (VerificationError, InvalidHashError):
            return False
        if row is None or row.disabled or not row.password:
            return False
        self._accounts.forgive(bones)
        return True

    def link(self, name: str, *, lasts: bool = False) -> str:
        """A secret that signs a person in: once, or for as long as this process is open."""
        return self.links.make([name], lasts=lasts)[name]

    def follow(self, secret: str) -> str:
        """The session that a printed link opens."""
        name = self.links.follow(secret)
        row = self._accounts.find(skeleton(name)) if name else None
        if row is None or row.disabled:
            raise Refused(code="link_is_spent", message="this link has been used or is no longer good")
        return self._open(row.name)

    def administrator_link(self) -> dict[str, str]:
        """A link for an administrator, made if there is none, by name; nothing once one of them has a password."""
        ours = [row for row in self.all() if row.role == Role.ADMINISTRATOR.value and not row.disabled]
        if any(row.password for row in ours):
            return {}
        name = ours[0].name if ours else self._free_name()
        if not ours:
            with contextlib.suppress(Refused):  # Another process may open the same house at this moment.
                self.add(name, Role.ADMINISTRATOR, None)
        return {name: self.link(name)}

    def _free_name(self) -> str:
        names = (f"Administrator {number}" for number in count(1))
        return next(name for name in names if not self.known(name))

    def _open(self, name: str) -> str:
        token = secrets.token_urlsafe(24)  # 192 bits: opaque, and nothing to guess.
        now = self._now()
        self._accounts.open_session(SessionRow(token_hash(token), name, now, now, 0.0))
        return token

    def who(self, token: str) -> Person:
        """The person behind a token; Refused once the session is over, idle too long or ended."""
        row = self._accounts.session(token_hash(token))
        now = self._now()
        person = self._accounts.find(skeleton(row.name)) if row and not row.ended else None
        if row is None or person is None or person.disabled:
            raise Refused(code="not_signed_in", message="sign in first")
        role = Role(person.role)
        if now - row.last_used > self._idle[role]:
            self._end(row.token)
            raise Refused(
                code="session_is_over", message="the session ended because nothing was done for a while; sign in again"
            )
        if now - row.last_used > self._idle[role] / TOUCHES:
            self._accounts.touch(row.token, now)
        return Person(person.name, role, bool(person.password))

    def going(self) -> set[str]:
        """The hashes of all sessions that are neither ended nor idle too long."""
        now = self._now()
        roles = {row.name: Role(row.role) for row in self._accounts.all() if not row.disabled}
        longest = max(idle for idle in self._idle.values() if idle < math.inf)
        endless = [name for name, role in roles.items() if self._idle[role] == math.inf]
        return {
            row.token
            for row in self._accounts.going(now - longest, endless)
            if row.name in roles and now - row.last_used <= self._idle[roles[row.name]]
        }

    def sign_out(self, token: str) -> None:
        self._end(token_hash(token))

    def _end(self, token: str) -> None:
        self._accounts.end(token, self._now())
        self._session_ended(token)

    def _session_ended(self, token: str) -> None:
        for listener in self._listeners:
            listener.session_ended(token)


def _hash(password: str) -> str:
    if not 8 <= len(password) <= 200:
        raise Refused(code="bad_password", message="a password has 8 to 200 characters")
    return _HASHER.hash(password)
