"""Sessions: opened with a token that is told once, ended by leaving, by idleness, by age, or by the administrator.

Looking is not using: a page that asks again and again, or a stream, keeps no session alive. A command does, and so does
a key, a click or a touch, which pages report.
"""

from __future__ import annotations

import hashlib
import math
import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from punto.house.listener import Listener
from punto.house.people.links import token_hash
from punto.house.people.roles import Role
from punto.house.people.session_age import SessionAges
from punto.kit import Refusal, Refused
from punto.store import Batch
from punto.store.people import Arrival, PeopleStore, SessionRow

TOUCHES: Final = 30
"""A session's last use is written at most this often in the time it may be idle; each is a write to the disk."""

IDLE: Final = "session_is_over"
AGED: Final = "session_is_too_old"
LEFT: Final = "signed_out"

_OVER: Final = (
    Refusal(code="session_is_over", message="the session ended because nothing was done for a while; sign in again"),
    Refusal(
        code="session_is_too_old",
        message="the session ended because it had lasted as long as one may; sign in again",
    ),
    Refusal(code="session_was_ended", message="the session was ended; sign in again"),
    Refusal(code="signed_out", message="you signed out; sign in again"),
)
"""Refusals for the token of a session that has ended, by why it ended."""

_WHY: Final = {refusal.code: refusal for refusal in _OVER}


@dataclass(frozen=True, slots=True)
class SessionEnds:
    """When a session ends: if it is not used until then, and in any case; infinite for a screen on a wall."""

    idle: float
    life: float


class Sessions:
    """The sessions of a house. Tokens are given out once; only their hashes are kept.

    `now` is the time of day, `passed` the monotonic clock: how long a session was idle does not change because
    somebody has set the machine's clock.
    """

    def __init__(
        self,
        accounts: PeopleStore,
        now: Callable[[], float],
        passed: Callable[[], float],
        *,
        staff_idle: float,
        patron_idle: float,
        life: float,
    ) -> None:
        self._accounts = accounts
        self._now = now
        self._ages = SessionAges(now, passed)
        self.idle = {role: patron_idle if role is Role.PATRON else staff_idle for role in Role}
        self.life = dict.fromkeys(Role, life)
        # A screen on a wall is touched by nobody, and nobody stands by to sign it in again. It sees only what the
        # whole room sees and gives no command, so its session lasts until the administrator ends it.
        self.idle[Role.DISPLAY] = self.life[Role.DISPLAY] = math.inf
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> None:
        """Add a listener for sessions that end before their time."""
        self._listeners.append(listener)

    def open(self, name: str, note: Batch, arrival: Arrival | None = None) -> str:
        """A new session's token, noted in the log of sign-ins; with from where, unless they were here already."""
        token = secrets.token_urlsafe(24)  # 192 bits: opaque, and nothing to guess.
        now, token_digest = self._now(), token_hash(token)
        # What is done in this session names it: so one finds who came in, and an auditor that somebody did.
        note = replace(note, session=public_id(token_digest))
        row = SessionRow(token_digest, name, now, now, 0.0)
        self._accounts.open_session(row, note, arrival)
        self._ages.of(row)
        return token

    def find(self, token: str) -> SessionRow:
        """The session of a token; Refused with why where it is none, or no longer one."""
        row = self._accounts.session(token_hash(token))
        if row is None or (row.ended and row.why not in _WHY):
            raise Refused(code="not_signed_in", message="sign in first")
        if row.ended:
            raise _over(row.why)
        return row

    def require(self, row: SessionRow, role: Role) -> None:
        """Refused if a session, found before, was idle or has lasted too long for this role; it ends then."""
        if self._goes_on(row, role):
            return
        ends = self.ends(row, role)
        why = IDLE if ends.idle <= ends.life else AGED
        self.end(row.token, why)
        raise _over(why)

    def ends(self, row: SessionRow, role: Role) -> SessionEnds:
        now, age = self._now(), self._ages.of(row)
        used, begun = _steady_moment(row.last_used, now - age.used), _steady_moment(row.created, now - age.begun)
        return SessionEnds(used + self.idle[role], begun + self.life[role])

    def use(self, row: SessionRow, role: Role) -> SessionRow:
        """Count a use; the session as it is then."""
        if self._ages.of(row).used <= self.idle[role] / TOUCHES:
            return row
        used = SessionRow(row.token, row.name, row.created, self._now(), row.ended)
        self._accounts.touch(used.token, used.last_used)
        self._ages.of(used)
        return used

    def going(self, tokens: Collection[str], roles: Mapping[str, Role]) -> set[str]:
        """The sessions with these token hashes that are these people's and neither ended, idle too long nor too old."""
        rows = self._accounts.going(tokens)
        return {row.token for row in rows if row.name in roles and self._goes_on(row, roles[row.name])}

    def _goes_on(self, row: SessionRow, role: Role) -> bool:
        age = self._ages.of(row)
        return age.used <= self.idle[role] and age.begun <= self.life[role]

    def end(self, token: str, why: str) -> None:
        """End a session, by its token's hash."""
        self._accounts.end(token, self._now(), why)
        self.ended([token])

    def ended(self, tokens: list[str]) -> None:
        """Tell the listeners of sessions that have ended in the books."""
        for token in tokens:
            for listener in self._listeners:
                listener.session_ended(token)


def public_id(token: str) -> str:
    """What a session is called on record, from its token's hash: neither follows from it."""
    return hashlib.sha256(f"punto session\n{token}".encode()).hexdigest()[:16]


def _over(why: str) -> Refused:
    return Refused(code=_WHY[why].code, message=_WHY[why].message)


def _steady_moment(in_books: float, counted: float) -> float:
    """The moment in the books, or the counted one where they are apart because a clock was set."""
    return in_books if abs(counted - in_books) < 1 else counted
