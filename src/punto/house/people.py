"""People of the house: accounts, signing in, and sessions that can be ended at any moment."""

from __future__ import annotations

import hashlib
import math
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from punto.house.names import check_name, skeleton
from punto.house.roles import Role
from punto.kit import Refused
from punto.store.people import PeopleStore, PersonRow, SessionRow

FAILURES: Final = 3
"""Wrong passwords in a row before an account is locked for a while."""

LOCKED_SECONDS: Final = 30 * 60.0

TOUCHES: Final = 30
"""A session's last use is written at most this often in the time it may be idle; each is a write to the disk."""

LINK_SECONDS: Final = 24 * 3600.0

_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)

_NOBODY: Final = _HASHER.hash(secrets.token_hex(16))
"""Checked against when there is no such person, so that the answer takes as long."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is signed in."""

    name: str
    role: Role


class People:
    """Accounts and sessions. Tokens are given out once; only their hashes are kept."""

    def __init__(self, kept: PeopleStore, now: Callable[[], float], *, staff_idle: float, patron_idle: float) -> None:
        self._kept = kept
        self._now = now
        self._idle = {role: patron_idle if role is Role.PATRON else staff_idle for role in Role}
        # A screen on a wall is touched by nobody, and nobody stands by to sign it in again. It sees only what the
        # whole room sees and gives no command, so its session lasts until the administrator ends it.
        self._idle[Role.DISPLAY] = math.inf
        self._links: dict[str, tuple[str, float]] = {}
        self.on_end: list[Callable[[str], None]] = []
        """Told the hash of each session that is ended before its time, so that its streams end too."""

    def add(self, name: str, role: Role, password: str) -> Person:
        """A new account."""
        name = check_name(name, staff=role is not Role.PATRON)
        if not 8 <= len(password) <= 200:
            raise Refused("bad_password", "a password has 8 to 200 characters")
        row = PersonRow(skeleton(name), name, role.value, _HASHER.hash(password), False, self._now())
        if not self._kept.add(row):
            raise Refused("name_is_taken", f"{name} is taken, or looks like a name that is")
        return Person(name, role)

    def known(self, name: str) -> bool:
        """Whether somebody is called so, or nearly so."""
        return self._kept.find(skeleton(name)) is not None

    def all(self) -> list[PersonRow]:
        return self._kept.all()

    def disable(self, name: str, disabled: bool) -> None:
        """Shut an account out, or let it in again; its sessions end at once."""
        if not self._kept.change(skeleton(name), disabled=disabled):
            raise Refused("unknown_person", f"nobody is called {name[:40]!r}")
        if disabled:
            self.revoke(name)

    def revoke(self, name: str) -> None:
        """End all sessions of a person."""
        row = self._kept.find(skeleton(name))
        if row is None:
            raise Refused("unknown_person", f"nobody is called {name[:40]!r}")
        for token in self._kept.end_all(row.name, self._now()):
            for listener in self.on_end:
                listener(token)

    def sign_in(self, name: str, password: str) -> str:
        """A session's token, for the right name and password."""
        bones, now = skeleton(name[:200]), self._now()
        if not self._kept.may_try(bones, now, now - LOCKED_SECONDS, FAILURES):
            raise Refused("account_is_locked", "too many wrong passwords; try again in half an hour")
        row = self._kept.find(bones)
        try:
            _HASHER.verify(row.password if row else _NOBODY, password[:1000])
            right = row is not None and not row.disabled
        except (VerificationError, InvalidHashError):
            right = False
        if not right or row is None:
            raise Refused("wrong_name_or_password", "the name or the password is wrong")
        self._kept.forgive(bones)
        return self._open(row.name)

    def link(self, name: str) -> str:
        """A secret that signs a person in once, to be printed where the house was started."""
        secret = secrets.token_urlsafe(24)
        self._links[token_hash(secret)] = (name, self._now() + LINK_SECONDS)
        return secret

    def follow(self, secret: str) -> str:
        """The session that a printed link opens; each opens one."""
        name, until = self._links.pop(token_hash(secret), ("", 0.0))
        row = self._kept.find(skeleton(name)) if name else None
        if row is None or row.disabled or self._now() > until:
            raise Refused("wrong_name_or_password", "this link has been used or is no longer good")
        return self._open(row.name)

    def _open(self, name: str) -> str:
        token = secrets.token_urlsafe(24)  # 192 bits: opaque, and nothing to guess.
        now = self._now()
        self._kept.open_session(SessionRow(token_hash(token), name, now, now, 0.0))
        return token

    def who(self, token: str) -> Person:
        """The person behind a token; Refused once the session is over, idle too long or ended."""
        row = self._kept.session(token_hash(token))
        now = self._now()
        person = self._kept.find(skeleton(row.name)) if row and not row.ended else None
        if row is None or person is None or person.disabled:
            raise Refused("not_signed_in", "sign in first")
        role = Role(person.role)
        if now - row.seen > self._idle[role]:
            self._end(row.token)
            raise Refused("session_is_over", "the session ended because nothing was done for a while; sign in again")
        if now - row.seen > self._idle[role] / TOUCHES:
            self._kept.touch(row.token, now)
        return Person(person.name, role)

    def going(self) -> set[str]:
        """The hashes of all sessions that are neither ended nor idle too long."""
        now = self._now()
        roles = {row.name: Role(row.role) for row in self._kept.all() if not row.disabled}
        longest = max(idle for idle in self._idle.values() if idle < math.inf)
        endless = [name for name, role in roles.items() if self._idle[role] == math.inf]
        return {
            row.token
            for row in self._kept.going(now - longest, endless)
            if row.name in roles and now - row.seen <= self._idle[roles[row.name]]
        }

    def sign_out(self, token: str) -> None:
        self._end(token_hash(token))

    def _end(self, token: str) -> None:
        self._kept.end(token, self._now())
        for listener in self.on_end:
            listener(token)


def token_hash(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
