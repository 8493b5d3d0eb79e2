"""A graver report in the place of a lighter one: what was raised is decided, whatever becomes of the graver one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from punto.kit import Refusal
from punto.table import events as e
from punto.table.snapshot import from_bytes, to_bytes
from table.clauses import dealing
from table.shift import Shift, shift

FULL = pytest.mark.parametrize("document", ["rws-baccarat", "da-hu-ying-xiong"])
EXPOSED = {"card": "9d", "note": "everybody saw it"}
CLAIM: dict[str, Any] = {"patron": "seat 1", "box": 1, "window": "after_four_cards", "insures": "banker"}


def waits(table: Shift) -> e.IrregularityReported:
    assert table.table.pending is not None
    return table.table.pending.report


def exposed(document: str = "rws-baccarat") -> Shift:
    """A supervisor has seen a card that waits for a decision, and the dealer reports a foreign one."""
    table = dealing(document).cards("2h").do("assign", person="Lee", position="dealer", by="pit_supervisor")
    table.do("report", what="exposed_card", account="Lee", **EXPOSED)
    return table.report("foreign_card").expect("irregularity_reported", replaces=True, again=False).phase("stopped")


@FULL
def test_a_lighter_report_waits_again_when_the_graver_one_is_withdrawn(document: str) -> None:
    table = exposed(document).do("withdraw_report", note="a shadow").expect("report_withdrawn", what="foreign_card")
    table.expect("irregularity_reported", what="exposed_card", again=True, reporter="Lee", note="everybody saw it")
    table.phase("stopped").try_("draw_card", card="3c").refused("decision_is_awaited")
    table.try_("open_bets").refused("decision_is_awaited")
    table.try_("withdraw_report").refused("not_your_report", None, "Lee")
    table.decide(reconstruct=True).expect("cards_set_aside", cards="9d").replays()


@FULL
def test_a_lighter_report_waits_again_when_the_graver_one_is_dismissed(document: str) -> None:
    table = exposed(document).do("decide", by="pit_supervisor", confirm=False, note="one of ours")
    table.expect("decision_made", confirmed=False).expect("irregularity_reported", what="exposed_card", again=True)
    table.phase("stopped").replays()
    table.do("withdraw_report", account="Lee").lacks("irregularity_reported").phase("dealing").replays()


def test_one_that_waits_again_may_be_replaced_again() -> None:
    table = exposed()
    for graver in ("shortage", "foreign_card", "excess"):
        table.do("withdraw_report").phase("stopped").report(graver).expect("irregularity_reported", replaces=True)
        assert waits(table).what == graver
    table.report("exposed_card", **EXPOSED).refused("decision_is_awaited")
    table.decide(confirm=False).phase("stopped")
    assert waits(table).what == "exposed_card"
    table.replays()


def test_a_void_round_makes_the_lighter_report_moot() -> None:
    exposed().confirm().expect("coup_voided").lacks("irregularity_reported").phase("ready").replays()


def test_a_graver_report_that_voids_nothing_leaves_the_lighter_one_to_be_decided() -> None:
    """5.5: cards found foreign after the payments leave the settlement; the card read wrongly is still wrong."""
    table = dealing("rws-baccarat").cards("2h 2c 3d 4s Kh").do("declare_paid")
    table.report("misread_card", place=1, card="2s")
    table.report("foreign_card").confirm().expect("cards_condemned").lacks("coup_voided").phase("stopped")
    table.expect("irregularity_reported", what="misread_card", again=True)
    table.try_("open_bets").refused("decision_is_awaited")
    table.confirm().expect("card_corrected", card="2s").phase("paying").replays()
    at_once = dealing("rws-baccarat").cards("2h 2c 3d 4s Kh").do("declare_paid")
    at_once.report("misread_card", place=1, card="2s").report("foreign_card", by="pit_supervisor")
    at_once.expect("decision_made", "cards_condemned", "irregularity_reported", what="misread_card", again=True)
    at_once.phase("stopped").replays()


def test_a_claim_about_the_round_before_outlives_the_void_of_the_next() -> None:
    table = shift("da-hu-ying-xiong").bets("seat 1 banker 99").close().cards("2h 2c 3d 4s 4h").bets("seat 1 banker 99")
    table.report("neglected_insurance", **CLAIM).expect("irregularity_reported", decides="pit_manager")
    table.report("foreign_card").confirm().expect("coup_voided").phase("stopped")
    table.expect("irregularity_reported", what="neglected_insurance", again=True).replays()


def test_a_ruling_on_a_graver_report_leaves_the_lighter_one() -> None:
    """Where the seal of a shoe has failed, what is said about its cards takes a ruling."""
    table = dealing("rws-baccarat").cards("2h").report("exposed_card", **EXPOSED)
    state = table.script.state
    lighter = waits(table)
    broken = replace(lighter, what="foreign_card", leads_to="ruling", decides="shift_manager", replaces=True, cards="")
    table.script.state = type(state)(
        state.find,
        replace(state.table, pending=replace(state.pending, report=broken, lighter=lighter)),
        state.book,
    )
    ruled = table.rule("the seal was whole").answer
    assert not isinstance(ruled, Refusal)
    assert [type(event) for event in ruled] == [e.RulingMade, e.CardsCondemned, e.IrregularityReported]
    assert waits(table) == replace(lighter, again=True)


def test_a_restart_between_them_changes_nothing() -> None:
    table = exposed()
    kept = to_bytes(table.table)
    assert from_bytes(kept) == table.table
    # A snapshot of before has no lighter report in it: there it was gone.
    old = msgspec.json.decode(kept)
    del old["pending"]["lighter"], old["pending"]["report"]["replaces"], old["pending"]["report"]["again"]
    read = from_bytes(msgspec.json.encode(old))
    assert read.pending is not None
    assert read.pending.lighter is None
    assert read.pending.what == "foreign_card"
