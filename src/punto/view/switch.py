"""What is out of play: the house, a table, a bet or a patron, with who took it out and why."""

from __future__ import annotations

from typing import Literal

import msgspec

SwitchKind = Literal["house", "table", "bet", "patron"]


class Switch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is switched: `id` is a table, a bet or a patron; a bet may be switched at one `table` only."""

    what: SwitchKind
    id: str = ""
    table: str = ""


class SwitchedOff(msgspec.Struct, frozen=True):
    """Something that is out of play."""

    switch: Switch
    reason: str
    by: str
    at: str


class Switched(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was just taken out of play, or put back."""

    switch: Switch
    disabled: bool
