"""A round is told with all that is about it, and with nothing of another, whenever it came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from punto.kit import Refused
from punto.report.dispute import CoupInLog, Dispute
from punto.report.dispute_document import dispute_document
from punto.report.html import html_of
from punto.report.statement import Statement, statement_of
from punto.report.takings.pricing import Pricings
from punto.report.takings.span import ALWAYS
from punto.table import Event
from punto.table import events as e
from punto.table.postings import Posting
from rulebook.shelf import LIBRARY
from table.shift import Shift, shift

BEGAN = datetime(2026, 11, 17, 23, 50, tzinfo=UTC)


@dataclass(frozen=True)
class Noted:
    """An event as the books would hold it, a minute after the one before."""

    version: int
    kind: str = ""
    postings: Sequence[Posting] = ()
    by: str = "dealer"
    person: str = "Dealer 1"
    session: str = ""
    confirmer: str = ""
    acting: str = ""
    previous_hash: str = ""
    hash: str = ""

    @property
    def at(self) -> str:
        return (BEGAN + timedelta(minutes=self.version)).isoformat()


def log_of(table: Shift) -> list[tuple[Noted, Event]]:
    return [(Noted(version, str(event.__struct_config__.tag)), event) for version, event in enumerate(table.log, 1)]


def pack(table: Shift, coup: int) -> Dispute:
    return CoupInLog(log_of(table), "T", coup).pack(LIBRARY.find, UTC, None, Noted(len(table.log)))


def statement(table: Shift) -> Statement:
    return statement_of(log_of(table), "T", "seat 1", ALWAYS, UTC, Pricings(LIBRARY.find))


def kinds(found: Dispute, table: Shift) -> list[str]:
    return [type(table.log[one.version - 1]).__name__ for one in found.told]


def chips(found: Dispute) -> list[tuple[int, int]]:
    return [(one.before, one.after) for one in found.patrons if one.patron == "seat 1"]


def two_rounds() -> Shift:
    """A round that seat 1 has lost, and bets open for the next."""
    table = shift("da-hu-ying-xiong", stake_min=10)
    table.bets("seat 1 banker 500").close().cards("9h 3c 9d 3s").do("declare_paid")
    return table.bets("seat 1 player 30")


def test_a_record_put_right_during_the_next_round_is_told_with_its_own() -> None:
    table = two_rounds()
    said = {"by": "pit_supervisor", "patron": "seat 1", "note": "as the cameras have it"}
    table.report("misplaced_bet", coup=1, lay=[{"box": 1, "bet": "player", "stake": 300}], **said)
    table.report("misread_card", coup=1, place=1, card="8h", by="pit_supervisor", note="as the cameras have it")
    table.close().cards("9h 3c 9d 3s")
    first, second = pack(table, 1), pack(table, 2)
    assert kinds(first, table)[-4:] == [
        "IrregularityReported", "BetsCorrected", "IrregularityReported", "CardCorrected",
    ]  # fmt: skip
    assert not {"BetsCorrected", "CardCorrected", "IrregularityReported"} & set(kinds(second, table))
    # What lay then was settled as it was on record; no chip moved.
    assert (chips(first), chips(second)) == ([(500, 0)], [(30, 60)])
    assert [(one.coup, one.before, one.after) for one in statement(table).rounds] == [(1, 500, 0), (2, 30, 60)]


def test_a_claim_is_money_of_the_round_it_is_about() -> None:
    table = shift("da-hu-ying-xiong", stake_min=10).bets("seat 1 banker 500").close().cards("2h 2c 3d 4s 3c")
    table.bets("seat 1 banker 10")
    table.report("neglected_insurance", patron="seat 1", box=1, window="after_four_cards", insures="banker")
    table.confirm(by="pit_manager").expect("original_bet_returned", stake=500, of_coup=1)
    table.close().cards("9h 3c 9d 3s")
    assert [chips(pack(table, coup)) for coup in (1, 2)] == [[(500, 500)], [(10, 0)]]
    assert [(one.coup, one.net) for one in statement(table).rounds] == [(1, 0), (2, -10)]


def test_a_report_about_an_earlier_round_takes_its_decision_with_it() -> None:
    table = two_rounds()
    table.report("misread_card", coup=1, place=1, card="8h", note="the cards lie there").confirm()
    assert kinds(pack(table, 1), table)[-3:] == ["IrregularityReported", "DecisionMade", "CardCorrected"]
    assert "DecisionMade" not in kinds(pack(table, 2), table)
    table.report("misread_card", coup=1, place=1, card="7h", note="again").decide(confirm=False)
    assert kinds(pack(table, 1), table)[-2:] == ["IrregularityReported", "DecisionMade"]
    table.rule("the next round was slow", adjustments=[{"patron": "seat 1", "amount": 5}])
    assert kinds(pack(table, 2), table)[-1] == "RulingMade"
    assert "RulingMade" not in kinds(pack(table, 1), table)


def test_what_came_on_another_day_says_so() -> None:
    table = two_rounds()
    table.report("misread_card", coup=1, place=1, card="8h", by="pit_supervisor", note="the cards lie there")
    found = pack(table, 1)
    page = html_of(dispute_document(found, LIBRARY.find("da-hu-ying-xiong"), "", BEGAN))
    assert found.told[0].at[:10] == "2026-11-17"
    assert "2026-11-18 00:" in page


def test_a_ruling_after_the_shoe_is_closed_is_the_last_rounds() -> None:
    table = shift("da-hu-ying-xiong").bets("seat 1 banker 500").close().cards("9h 3c 9d 3s").do("declare_paid")
    table.do("close_shoe", by="pit_supervisor", reason="worn").do("open_shoe", cards="physical")
    table.rule("paid too little", adjustments=[{"patron": "seat 1", "amount": 5}])
    found = pack(table, 1)
    assert isinstance(table.log[found.told[-1].version - 1], e.RulingMade)
    assert chips(found) == [(500, 5)]
    assert "ShoeOpened" not in kinds(found, table)


def test_a_round_that_was_not_is_refused_with_how_many_there_were() -> None:
    with pytest.raises(Refused, match="it has had 2"):
        pack(two_rounds(), 7)
