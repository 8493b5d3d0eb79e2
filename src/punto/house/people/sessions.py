"""Sessions: opened with a token that is told once, ended by leaving, by idleness, by age, or by the administrator.

Looking is not using: a page that asks again and again, or a stream, keeps no session alive. A command does, and so does
a key, a click or a touch, which pages report.
"""

from __future__ import annotations

import dataclasses
import hashlib
import math
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from punto.house.listener import Listener
from punto.house.people.links import token_hash
from punto.house.people.roles import Role
from punto.kit import Refusal, Refused
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
"""What whoever comes back with the token of an ended session is told, by why it ended."""

_WHY: Final = {refusal.code: refusal for refusal in _OVER}


@dataclass(frozen=True, slots=True)
class SessionEnds:
    """When a session ends: if it is not used until then, and in any case; infinite for a screen on a wall."""

    idle: float
    life: float


class Sessions:
    """The sessions of a house. Tokens are given out once; only their hashes are kept."""

    def __init__(
        self, accounts: PeopleStore, now: Callable[[], float], *, staff_idle: float, patron_idle: float, life: float
    ) -> None:
        self._accounts = accounts
        self._now = now
        self.idle = {role: patron_idle if role is Role.PATRON else staff_idle for role in Role}
        self.life = dict.fromkeys(Role, life)
        # A screen on a wall is touched by nobody, and nobody stands by to sign it in again. It sees only what the
        # whole room sees and gives no command, so its session lasts until the administrator ends it.
        self.idle[Role.DISPLAY] = self.life[Role.DISPLAY] = math.inf
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> None:
        """Let somebody hear of sessions that end before their time."""
        self._listeners.append(listener)

    def open(self, name: str, arrival: Arrival | None = None) -> str:
        """A new session's token; with who came in from where, unless they were here already."""
        token = secrets.token_urlsafe(24)  # 192 bits: opaque, and nothing to guess.
        now, kept_as = self._now(), token_hash(token)
        if arrival is not None:  # What is done in this session names it: so one finds who came in, and from where.
            arrival = dataclasses.replace(arrival, note=replace(arrival.note, session=public_id(kept_as)))
        self._accounts.open_session(SessionRow(kept_as, name, now, now, 0.0), arrival)
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
        ends, now = self.ends(row, role), self._now()
        if now <= min(ends.idle, ends.life):
            return
        why = IDLE if ends.idle <= ends.life else AGED
        self.end(row.token, why)
        raise _over(why)

    def ends(self, row: SessionRow, role: Role) -> SessionEnds:
        return SessionEnds(row.last_used + self.idle[role], row.created + self.life[role])

    def use(self, row: SessionRow, role: Role) -> SessionRow:
        """Count a use; the session as it is then."""
        now = self._now()
        if now - row.last_used <= self.idle[role] / TOUCHES:
            return row
        self._accounts.touch(row.token, now)
        return SessionRow(row.token, row.name, row.created, now, row.ended)

    def going(self, roles: Mapping[str, Role]) -> set[str]:
        """The hashes of all sessions of these people that are neither ended, idle too long nor too old."""
        now = self._now()
        longest = max(idle for idle in self.idle.values() if idle < math.inf)
        endless = [name for name, role in roles.items() if self.idle[role] == math.inf]
        return {
            row.token
            for row in self._accounts.going(now - longest, endless)
            if row.name in roles and self._goes_on(row, roles[row.name], now)
        }

    def _goes_on(self, row: SessionRow, role: Role, now: float) -> bool:
        ends = self.ends(row, role)
        return now <= min(ends.idle, ends.life)

    def end(self, token: str, why: str) -> None:
        """End a session, by its token's hash."""
        self._accounts.end(token, self._now(), why)
        self.ended([token])

    def ended(self, tokens: list[str]) -> None:
        """Tell everybody who listens of sessions that have ended in the books."""
        for token in tokens:
            for listener in self._listeners:
                listener.session_ended(token)


def public_id(token: str) -> str:
    """What a session is called on record, from its token's hash: neither follows from it."""
    return hashlib.sha256(f"punto session\n{token}".encode()).hexdigest()[:16]


def _over(why: str) -> Refused:
    return Refused(code=_WHY[why].code, message=_WHY[why].message)
