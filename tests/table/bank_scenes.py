"""Scenes of the bank: inventory, slips and the drop box."""

from __future__ import annotations

from typing import Any

from table.banking import RACK, accepted, box_counted, closed, counted, dropped, issued, requested, voided
from table.faults import BETWEEN, CLOSED, WHO
from table.scene import Build, Scene
from table.shift import shift
from table.situations import RWS, idle_rack

CHIPS: dict[str, dict[str, Any]] = {
    "unknown_denomination": {"chips": {"250": 1}},
    "count_not_whole": {"chips": {"500": 1.5}},
    "count_negative": {"chips": {"25": -1}},
    "count_too_large": {"chips": {"5": 10**7}},
}
REQUESTING: dict[str, Build] = CLOSED | {
    "books_keep_themselves": lambda: shift(RWS, wallets=True),
    "no_opener": lambda: shift(RWS),
    "box_is_dropped": lambda: dropped(counted()),
    "inventory_is_closed": lambda: closed(counted()),
}
SLIP: dict[str, Build] = CLOSED | {
    "books_keep_themselves": lambda: shift(RWS, wallets=True),
    "slip_is_void": voided,
    "slip_is_finished": accepted,
}

BANK_SCENES = [
    Scene("open_bets", counted, {},
          {"box_is_dropped": lambda: dropped(counted()), "inventory_is_closed": lambda: closed(counted())}, WHO),
    Scene("close_table", lambda: closed(idle_rack()), {}, {"closer_is_missing": idle_rack}, WHO),
    Scene("count_inventory", lambda: shift(RWS), {"what": "opener", "chips": RACK},
          BETWEEN | {"books_keep_themselves": lambda: shift(RWS, wallets=True),
                     "opener_is_counted": accepted, "box_is_not_dropped": lambda: closed(counted())},
          WHO | CHIPS),
    Scene("count_inventory", counted, {"what": "closer", "chips": RACK},
          BETWEEN | {"no_opener": lambda: shift(RWS)}, WHO | CHIPS),
    *(Scene(f"request_{what}", counted, {"chips": {"1000": 5}}, REQUESTING,
            WHO | CHIPS | {"no_chips": {"chips": {"1000": 0}}}) for what in ("fill", "credit")),
    Scene("issue_fill", requested, {"slip": 1, "by": "cage"},
          SLIP | {"slip_is_issued": issued, "other_slip": lambda: requested("credit"),
                  "box_is_dropped": lambda: dropped(requested()), "inventory_is_closed": lambda: closed(requested())},
          CHIPS | {"unknown_rank": {"by": "king"}, "wrong_office": {"by": "dealer"}, "unknown_slip": {"slip": 2},
           "same_person": {"account": "pit_supervisor"}}),
    Scene("accept_fill", issued, {"slip": 1},
          SLIP | {"slip_not_issued": requested, "other_slip": lambda: issued("credit"),
                  "box_is_dropped": lambda: dropped(issued()), "inventory_is_closed": lambda: closed(issued())},
          CHIPS | {"unknown_rank": {"by": "king"}, "authority_too_low": {"by": "patron"}, "unknown_slip": {"slip": 2},
           "same_person": {"account": "cage"}}),
    Scene("issue_credit", lambda: requested("credit"), {"slip": 1},
          SLIP | {"slip_is_issued": lambda: issued("credit"), "other_slip": requested},
          CHIPS | {"unknown_rank": {"by": "king"}, "authority_too_low": {"by": "patron"}, "unknown_slip": {"slip": 2},
           "same_person": {"account": "pit_supervisor"}}),
    Scene("accept_credit", lambda: issued("credit"), {"slip": 1, "by": "cage"},
          SLIP | {"slip_not_issued": lambda: requested("credit"), "other_slip": issued},
          CHIPS | {"unknown_rank": {"by": "king"}, "wrong_office": {"by": "pit_manager"}, "unknown_slip": {"slip": 2},
           "same_person": {"account": "dealer"}}),
    Scene("void_slip", requested, {"slip": 1, "by": "pit_manager", "reason": "not needed"},
          CLOSED | {"books_keep_themselves": lambda: shift(RWS, wallets=True), "slip_is_void": voided,
                    "slip_is_finished": accepted},
          {"unknown_rank": {"by": "king"}, "authority_too_low": {"by": "dealer"}, "unknown_slip": {"slip": 2},
           "same_person": {"account": "pit_supervisor"}, "reason_is_needed": {"reason": " "}}),
    Scene("drop_box", counted, {"by": "security"},
          BETWEEN | {"books_keep_themselves": lambda: shift(RWS, wallets=True), "no_opener": lambda: shift(RWS),
                     "box_is_dropped": lambda: dropped(counted())},
          {"unknown_rank": {"by": "king"}, "authority_too_low": {"by": "dealer"}}),
    Scene("count_box", lambda: dropped(counted()), {"by": "count_team", "currency": 500, "chips": {"100": 1}},
          CLOSED | {"books_keep_themselves": lambda: shift(RWS, wallets=True), "no_box_waits": counted},
          CHIPS | {"unknown_rank": {"by": "king"}, "wrong_office": {"by": "pit_manager"},
                   "unknown_drop_box": {"drop_box": 2}}),
    Scene("count_box", lambda: dropped(counted()), {"by": "count_team", "currency": 500, "drop_box": 1},
          {"box_is_not_dropped": counted, "box_is_counted": lambda: box_counted(dropped(counted()))},
          {"count_not_whole": {"currency": 1.5}, "count_negative": {"currency": -1},
           "count_too_large": {"currency": 10**16}}),
]  # fmt: skip
