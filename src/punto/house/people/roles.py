"""Roles: what each may do and see. This table is the only place that says so; docs/roles.md shows the same."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Role(Enum):
    """Whom a session belongs to."""

    PATRON = "patron"
    DEALER = "dealer"
    PIT_SUPERVISOR = "pit_supervisor"
    PIT_MANAGER = "pit_manager"
    SHIFT_MANAGER = "shift_manager"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"
    CAGE = "cage"
    """Gives chips out to the tables and takes them back."""
    SECURITY = "security"
    """Carries chips and boxes."""
    COUNT_TEAM = "count_team"
    """Counts what lay in the boxes."""
    DISPLAY = "display"
    """A screen on a wall, not a person."""

    @property
    def with_article(self) -> str:
        """The role in a sentence: a dealer, an auditor."""
        words = self.value.replace("_", " ")
        return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


class Resource(Enum):
    """What can be looked at."""

    LOBBY = "lobby"
    TABLE = "table"
    BOARD = "board"
    ODDS = "odds"
    DEALER = "dealer"
    PIT = "pit"
    LOG = "log"
    PEOPLE = "people"
    CAGE = "cage"
    RESULTS = "results"


_AT_THE_FELT: Final = frozenset(
    {
        *("place_bet", "withdraw_bet", "take_insurance", "choose", "walk_away"),
        *("squeeze", "turn_card", "cut_shoe", "cash_out"),
    }
)
"""What a patron does, or a dealer for them."""

_PLAY: Final = _AT_THE_FELT | {"commit_entropy", "reveal_entropy"}
"""A patron's commands, each only for themselves."""

_DEAL: Final = _AT_THE_FELT | {
    "open_table",
    "close_table",
    "open_shoe",
    "burn",
    "close_shoe",
    "open_bets",
    "close_bets",
    "draw_card",
    "settle",
    "declare_paid",
    "report",
    "withdraw_report",
    "decide",
    "assign",
    "buy_in",
    "confirm",
    "count_inventory",
    "request_fill",
    "accept_fill",
    "request_credit",
    "issue_credit",
}
"""A dealer's commands; which of them a clause leaves to a higher rank is the table's own business."""

_PIT: Final = _DEAL | {"change_sign", "close_choices", "enter_chips", "void_slip", "drop_box"}

COMMANDS_OF: Final[dict[Role, frozenset[str]]] = {
    Role.PATRON: _PLAY,
    Role.DEALER: _DEAL,
    Role.PIT_SUPERVISOR: _PIT,
    Role.PIT_MANAGER: _PIT,
    Role.SHIFT_MANAGER: _PIT | {"rule", "write_off"},
    Role.AUDITOR: frozenset(),
    Role.ADMINISTRATOR: frozenset(),
    Role.CAGE: frozenset({"issue_fill", "issue_credit", "accept_credit", "void_slip"}),
    Role.SECURITY: frozenset({"drop_box"}),
    Role.COUNT_TEAM: frozenset({"count_box"}),
    Role.DISPLAY: frozenset(),
}

RANKED: Final = (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER)
"""Who has a rank at the tables, and may be assigned to act in another position."""


def may_give(role: Role, command: str, acting: str | None) -> bool:
    """Whether a role gives a command at all, or the position acted in does; the table knows who was assigned."""
    positions = [position for position in RANKED if position.value == acting] if role in RANKED else []
    return any(command in COMMANDS_OF[position] for position in (role, *positions))


_PUBLIC: Final = frozenset({Resource.LOBBY, Resource.TABLE, Resource.BOARD, Resource.ODDS})

_PIT_VIEWS: Final = frozenset({Resource.DEALER, Resource.PIT, Resource.LOG, Resource.CAGE, Resource.RESULTS})

RESOURCES_OF: Final[dict[Role, frozenset[Resource]]] = {
    Role.PATRON: _PUBLIC,
    Role.DEALER: _PUBLIC | {Resource.DEALER},
    Role.PIT_SUPERVISOR: _PUBLIC | _PIT_VIEWS,
    Role.PIT_MANAGER: _PUBLIC | _PIT_VIEWS,
    Role.SHIFT_MANAGER: _PUBLIC | _PIT_VIEWS,
    Role.AUDITOR: _PUBLIC | _PIT_VIEWS | {Resource.PEOPLE},
    Role.ADMINISTRATOR: frozenset({Resource.LOBBY, Resource.ODDS, Resource.PEOPLE}),
    Role.CAGE: frozenset({Resource.LOBBY, Resource.CAGE}),
    Role.SECURITY: frozenset({Resource.LOBBY, Resource.CAGE}),
    Role.COUNT_TEAM: frozenset({Resource.LOBBY, Resource.CAGE}),
    Role.DISPLAY: frozenset({Resource.LOBBY, Resource.TABLE, Resource.BOARD}),
}

COUNTS_BLIND: Final = frozenset({Role.SECURITY, Role.COUNT_TEAM})
"""Who carries and counts the drop boxes, and is not told what must be in them."""

MAY_SWITCH: Final = frozenset({Role.PIT_MANAGER, Role.SHIFT_MANAGER})
"""Who may take the house, a table, a bet or a patron out of play, and back."""
