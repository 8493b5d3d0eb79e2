"""People of the house: accounts and what is done to them, and coming in."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import count
from typing import Final, Literal

from punto.house.people.door import WITHIN, Door
from punto.house.people.links import Links
from punto.house.people.moment import iso_moment
from punto.house.people.names import check_name, skeleton
from punto.house.people.passwords import hash_password
from punto.house.people.roles import Role
from punto.house.people.second_factor import RANKED_ROLES, SecondFactors
from punto.house.people.sessions import LEFT, SessionEnds, Sessions, public_id
from punto.house.people.sign_in_log import SignInLog
from punto.kit import Refused
from punto.store import Batch, NewEvent, Store
from punto.store.people import AccountChange, LastOfRole, PersonRow, SessionRow

HOUSE: Final = ""
"""The doer where the house makes an account by itself."""

Duty = Literal["password", "second_factor"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is signed in."""

    name: str
    role: Role
    has_password: bool = True
    """False for somebody who came by a link and has set none yet."""
    owes: Duty | None = None
    """What they must do before anything else: set a password of their own, or a second factor."""
    session: str = ""
    """The public id of the session they are in."""


Doer = Person | str
"""Who does something to an account: somebody in a session, or a name where there is none, as the house's own."""


@dataclass(frozen=True, slots=True)
class AccessRules:
    """What the settings say about sessions and second factors; times in seconds."""

    staff_idle: float
    patron_idle: float
    life: float
    second_factor: bool = False
    """Whether everybody from pit supervisor up must have one."""


class People:
    """Accounts. Whatever is done to one is noted in the log of accounts: who did what to whom, and when."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        rules: AccessRules,
        key: bytes,
        reserved: Collection[str] = (),
        passed: Callable[[], float] | None = None,
    ) -> None:
        """`now` is the time of day, `passed` a clock that is never set; `now` stands in for it where none is given."""
        self._accounts = store.people
        self._now = now
        self._rules = rules
        self._reserved = reserved
        self.sessions = Sessions(
            store.people,
            now,
            passed or now,
            staff_idle=rules.staff_idle,
            patron_idle=rules.patron_idle,
            life=rules.life,
        )
        self.factors = SecondFactors(store.factors, now, key, self._own_note)
        self.sign_ins = SignInLog(store, now)
        self.links = Links(store.people.links, now)
        self.door = Door(store, now, self.sessions, self.factors, self.sign_ins, self.links)

    # Accounts.

    def add(self, name: str, role: Role, password: str | None, by: Doer = HOUSE) -> Person:
        """A new account; without a password its person comes in by a link until one is set."""
        name = check_name(name, staff=role is not Role.PATRON, reserved=self._reserved)
        hashed = "" if password is None else hash_password(password, name)
        row = PersonRow(skeleton(name), name, role.value, hashed, False, self._now())
        if not self._accounts.add(row, self._note("person_added", by, name, role=role.value)):
            raise Refused(code="name_is_taken", message=f"{name} is taken, or looks like a name that is")
        return Person(name, role, bool(hashed))

    def has_name(self, name: str) -> bool:
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

    def locked(self) -> dict[str, list[str]]:
        """By name: the addresses from which somebody may not try to sign in at present."""
        locked = self.door.locked()
        return {row.name: locked[row.bones] for row in self._accounts.all() if row.bones in locked}

    def disable(self, name: str, disabled: bool, by: Doer = HOUSE) -> None:
        """Shut an account out, or let it in again; its sessions end at once."""
        kind = "person_shut_out" if disabled else "person_let_in"
        self._change(self._row(name), AccountChange(disabled=disabled, ends_sessions=disabled), kind, by)

    def revoke(self, name: str, by: Doer = HOUSE) -> None:
        """End all sessions of a person."""
        self._change(self._row(name), AccountChange(ends_sessions=True), "sessions_ended", by)

    def unlock(self, name: str, by: Doer = HOUSE) -> None:
        """Let somebody try again, from wherever, who has given too many wrong passwords."""
        self._change(self._row(name), AccountChange(forgives=True), "person_unlocked", by)

    def set_role(self, name: str, role: Role, by: Doer = HOUSE) -> None:
        """Give a person another role; sessions end, because streams were opened by what the old one may see."""
        row = self._row(name)
        check_name(row.name, staff=role is not Role.PATRON)
        if role.value != row.role:
            change = AccountChange(role=role.value, ends_sessions=True)
            self._change(row, change, "role_changed", by, was=row.role, role=role.value)

    def set_password(self, name: str, password: str, by: Doer = HOUSE) -> None:
        """Give a person a password: every other way in is closed, and a lock with it."""
        row = self._row(name)
        hashed = hash_password(password, row.name)
        change = AccountChange(password=hashed, temporary=False, ends_sessions=True, forgives=True)
        self._change(row, change, "password_set", by)
        self.links.revoke(row.name, lasting=True)

    def remove_factor(self, name: str, by: Doer = HOUSE) -> None:
        """Take somebody's second factor away, as after a lost telephone; their sessions end."""
        row = self._row(name)
        if not self.factors.has(row.bones):
            raise Refused(code="no_second_factor", message="there is no second factor")
        change = AccountChange(removes_factor=True, ends_sessions=True, forgives=True)
        self._change(row, change, "second_factor_removed", by)

    # One's own account.

    def change_password(self, name: str, current: str, password: str, session: str = "") -> str:
        """Somebody's own new password, for the present one where there is one; a new session's token, others end."""
        row = self._row(name)
        hashed = hash_password(password, row.name)
        self._require_password(row, current)
        if row.temporary and current == password:
            raise Refused(code="common_password", message="the password that was given is to be replaced by another")
        change = AccountChange(password=hashed, temporary=False, ends_sessions=True)
        self._change(row, change, "password_set", _owner(row, session))
        self.links.revoke(row.name, lasting=False)
        return self._renew(row, session, "password_set")

    def begin_factor(self, name: str, current: str) -> bytes:
        """The secret of one's own second factor, for the present password where there is one."""
        row = self._row(name)
        self._require_password(row, current)
        return self.factors.begin(row)

    def confirm_factor(self, name: str, code: str, session: str = "") -> tuple[list[str], str]:
        """One's own second factor is asked for from now on: recovery codes, and a new session's token; others end."""
        row = self._row(name)
        codes = self.factors.confirm(row, code, session)
        self.sessions.ended(self._accounts.end_all(row.name, self._now()))
        return codes, self._renew(row, session, "second_factor_set")

    def renew_recovery_codes(self, name: str, code: str, session: str = "") -> list[str]:
        """New recovery codes of one's own, for a code."""
        row = self._row(name)
        self.door.take_code(row, code, WITHIN)
        return self.factors.renew_codes(row, session)

    def drop_factor(self, name: str, code: str, session: str = "") -> str:
        """Do without a second factor from now on, for a code; a new session's token."""
        row = self._row(name)
        if self._requires_factor(Role(row.role)):
            raise Refused(code="second_factor_is_required", message="in this house your role has a second factor")
        self.door.take_code(row, code, WITHIN)
        change = AccountChange(removes_factor=True, ends_sessions=True)
        self._change(row, change, "second_factor_removed", _owner(row, session))
        return self._renew(row, session, "second_factor_removed")

    def _renew(self, row: PersonRow, session: str, by: str) -> str:
        """The token of the session in which somebody goes on who has changed their own account."""
        return self.sessions.open(row.name, self.sign_ins.renewed(row.name, session, by))

    def _require_password(self, row: PersonRow, current: str) -> None:
        if row.password and not self.door.is_right(row.bones, row, current, WITHIN):
            raise Refused(code="wrong_password", message="the present password is wrong")

    def _row(self, name: str) -> PersonRow:
        row = self._accounts.find(skeleton(name[:200]))
        if row is None:
            raise Refused(code="unknown_person", message=f"nobody is called {name[:40]!r}")
        return row

    def _change(self, row: PersonRow, change: AccountChange, kind: str, by: Doer, **more: str) -> None:
        note = self._note(kind, by, row.name, **more)
        try:
            ended = self._accounts.change(row.bones, change, self._now(), note, keep=Role.ADMINISTRATOR.value)
        except LastOfRole:
            why = f"{row.name} is the last administrator who is not shut out; make another first"
            raise Refused(code="last_administrator", message=why) from None
        self.sessions.ended(ended)

    def _note(self, kind: str, by: Doer, name: str, **more: str) -> Batch:
        rank, person, session = ("", by, "") if isinstance(by, str) else (by.role.value, by.name, by.session)
        event = NewEvent(kind, {"person": name, **more})
        return Batch((event,), iso_moment(self._now()), rank, "", person=person, session=session)

    def _own_note(self, kind: str, row: PersonRow, session: str) -> Batch:
        return self._note(kind, _owner(row, session), row.name)

    # Coming in, and who somebody is.

    def sign_in(self, name: str, password: str, code: str = "", address: str = "") -> str:
        """A session's token, for the right name, password and, where there is a second factor, code."""
        return self.door.sign_in(name, password, code, address)

    def came_from(self, name: str, address: str) -> bool:
        """Whether an account of this name came in from this address before."""
        return self.door.came_from(name, address)

    def follow(self, secret: str, address: str = "") -> str:
        """The session that a printed link opens."""
        return self.door.follow(secret, address)

    def link(self, name: str, *, lasts: bool = False) -> str:
        """A secret that signs a person in: once, or for as long as this process is open."""
        return self.links.make([name], lasts=lasts)[name]

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
        return next(name for name in names if not self.has_name(name))

    def who(self, token: str) -> Person:
        """The person behind a token; Refused once the session is over, idle too long or ended. Looking is not using."""
        return self._behind(token)[0]

    def use(self, token: str) -> Person:
        """The person behind a token who does something: the time that the session may be idle begins again."""
        person, row = self._behind(token)
        self.sessions.use(row, person.role)
        return person

    def session_ends(self, token: str) -> SessionEnds:
        """When a session ends."""
        person, row = self._behind(token)
        return self.sessions.ends(row, person.role)

    def _behind(self, token: str) -> tuple[Person, SessionRow]:
        row = self.sessions.find(token)
        account = self._accounts.find(skeleton(row.name))
        if account is None or account.disabled:
            raise Refused(code="not_signed_in", message="sign in first")
        role = Role(account.role)
        self.sessions.require(row, role)
        owes = self._owes(account, role)
        return Person(account.name, role, bool(account.password), owes, public_id(row.token)), row

    def _owes(self, account: PersonRow, role: Role) -> Duty | None:
        if account.temporary:
            return "password"
        if self._requires_factor(role) and not self.factors.has(account.bones):
            return "second_factor"
        return None

    def _requires_factor(self, role: Role) -> bool:
        return self._rules.second_factor and role in RANKED_ROLES

    def going(self, tokens: Collection[str]) -> set[str]:
        """The sessions with these token hashes that are neither over nor of somebody shut out."""
        return self.sessions.going(tokens, {row.name: Role(row.role) for row in self.all() if not row.disabled})

    def sign_out(self, token: str) -> None:
        """End a session because whoever has it leaves."""
        with contextlib.suppress(Refused):  # It has ended already.
            row = self.sessions.find(token)
            self.sessions.end(row.token, LEFT)
            self.sign_ins.signed_out(row.name, public_id(row.token))


def _owner(row: PersonRow, session: str) -> Person:
    """Whose account it is, as who does something to it."""
    return Person(row.name, Role(row.role), session=session)
