"""Tables with real chips and somebody who counts them: how far a shift and its slips have come."""

from __future__ import annotations

from typing import Any

from table.shift import Shift, shift

RACK = {"1000": 20, "100": 35}
DOCUMENT = "rws-baccarat"


def counted(document: str = DOCUMENT, **settings: Any) -> Shift:
    """An opener that dealer and supervisor agree on."""
    table = shift(document, **settings)
    return count(table, "opener", RACK)


def count(table: Shift, what: str, chips: dict[str, int]) -> Shift:
    table.do("count_inventory", what=what, chips=chips, by="dealer")
    return table.do("count_inventory", what=what, chips=chips, by="pit_supervisor")


def requested(what: str = "fill") -> Shift:
    return counted().do(f"request_{what}", chips={"1000": 5}, by="pit_supervisor")


def issued(what: str = "fill") -> Shift:
    return requested(what).do(f"issue_{what}", slip=1, by="cage" if what == "fill" else "dealer")


def accepted(what: str = "fill") -> Shift:
    by, account = ("dealer", "Dealer 2") if what == "fill" else ("cage", "Cage 2")
    return issued(what).do(f"accept_{what}", slip=1, by=by, account=account)


def voided(what: str = "fill") -> Shift:
    return requested(what).do("void_slip", slip=1, by="pit_manager", reason="not needed")


def closed(table: Shift, chips: dict[str, int] = RACK) -> Shift:
    """The closer is counted by both."""
    return count(table, "closer", chips)


def dropped(table: Shift) -> Shift:
    return table.do("drop_box", by="security")


def count_box(table: Shift, account: str = "Count 1", **fields: Any) -> Shift:
    return table.do("count_box", by="count_team", account=account, **fields)


def box_counted(table: Shift, **fields: Any) -> Shift:
    """Two people agree on the box."""
    return count_box(count_box(table, **fields), "Count 2", **fields)
