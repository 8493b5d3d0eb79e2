"""A table as the pit and the dealer see it: besides the common view, clauses, who decides, and the patrons there."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, Literal, get_args

import msgspec

from punto.rulebook import Authority, Rulebook, Window
from punto.rulebook.model import Name
from punto.table import Sign, State
from punto.table import events as e
from punto.table.commands import Reported
from punto.table.limits import sides
from punto.table.opening import CHANGEABLE
from punto.table.report import fields_of
from punto.table.state import Assignment
from punto.view.decision import AnswerView, answers
from punto.view.exposure import exposure
from punto.view.extended import extended
from punto.view.pace import rounds_an_hour
from punto.view.recorded import LogLine, SignedEvent, signed
from punto.view.rulebook import ClauseView, CommissionView, clause_view, commission_view, report_clause
from punto.view.switch import SwitchedOff
from punto.view.table import Scene, TableView, WaitingView, table_view, waiting_views
from punto.view.waits import WaitView, waits

REPORTS: Final = 8
"""Reports that the pit sees of a table, the newest first."""


class AtCoup(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody with money on the layout, or with a choice, and what they have there."""

    patron: str
    boxes: list[int]
    seated: bool
    staked: int
    insured: int
    left: bool
    choosing: bool
    chosen: str | None


class ChipsDueView(msgspec.Struct, frozen=True, kw_only=True):
    """Chips to hand to a patron or, below nothing, to collect."""

    patron: str
    amount: int


class Excess(msgspec.Struct, frozen=True, kw_only=True):
    """A box beyond its differential."""

    box: int
    player: int
    banker: int
    limit: int
    over: int


class ReportView(e.IrregularityReported, frozen=True, kw_only=True, tag="irregularity_reported"):
    """A report, by whom, and the events that followed from it."""

    version: int
    at: str
    person: str | None
    says: str
    after: list[SignedEvent]


class NoticeView(msgspec.Struct, frozen=True, kw_only=True):
    """A notice that a document wants posted, whether it is up, and whether the table may put it up or take it down."""

    what: Literal["limits", "no_insurance"]
    cite: str
    says: str
    up: bool
    may: bool


class OpensWith(msgspec.Struct, frozen=True, kw_only=True):
    """What the settings open the table with."""

    rulebook: str
    settings: dict[str, Any]


class PitTableView(TableView, frozen=True, kw_only=True):
    """A table as the pit sees it: what everybody sees, and more."""

    title: Name | None
    bets: dict[str, Name]
    answers: list[AnswerView]
    """What may be answered to the report that waits, and what each answer does to everybody's money."""
    people: list[AtCoup]
    excess: list[Excess]
    reports: list[ReportView]
    chips_due: list[ChipsDueView]
    """Real chips that payments taken back have left to move."""
    seconds: list[WaitingView]
    """Commands that wait for a second person."""
    assignments: tuple[Assignment, ...]
    notices: list[NoticeView]
    commission: CommissionView | None
    opens_with: OpensWith
    prepared: Sign | None
    """The sign that goes up when the round is over."""
    waits: list[WaitView]
    exposure: int | None
    """The most that the house can lose on what lies; null where nothing does."""
    rounds_an_hour: int | None


class PitView(msgspec.Struct, frozen=True, kw_only=True):
    tables: list[PitTableView]
    switches: list[SwitchedOff]
    ranks: list[str]
    may_switch: list[str]


class ReportableView(ClauseView, frozen=True, kw_only=True):
    """Something that can be reported: its clause, and which fields it takes."""

    fields: tuple[str, ...]


class CitedWords(msgspec.Struct, frozen=True, kw_only=True):
    cite: str
    says: str


class DealerSeconds(msgspec.Struct, frozen=True, kw_only=True):
    bets: float
    insurance: float
    choice: float


class DealerView(msgspec.Struct, frozen=True, kw_only=True):
    """What a dealer needs besides the table, and what does not change from coup to coup."""

    table: str
    cards: Literal["virtual", "physical"]
    dealer: Literal["automatic", "person"]
    ranks: list[str]
    reports: list[ReportableView]
    windows: list[str]
    procedure: dict[str, CitedWords]
    changeable: tuple[str, ...]
    differential: ClauseView | None
    seconds: DealerSeconds


class WalletView(msgspec.Struct, frozen=True, kw_only=True):
    """What a patron has in the wallet, and whether there is an account of that name."""

    patron: str
    account: bool
    wallet: int


def pit_table_view(scene: Scene, recent: list[LogLine], ends: list[datetime], opens_with: OpensWith) -> PitTableView:
    """A table as the pit sees it; `recent` are the events in which it looks for reports, `ends` when rounds ended."""
    state, book = scene.state, scene.state.book
    excess = _excess(state)
    return extended(
        PitTableView,
        table_view(scene),
        title=book.title if book else None,
        bets={bet.id: bet.name for bet in book.bets.values()} if book else {},
        answers=answers(state),
        people=_people(state),
        excess=excess,
        reports=_reports(book, recent),
        chips_due=[ChipsDueView(patron=due.patron, amount=due.amount) for due in state.table.chips_due],
        seconds=waiting_views(state),
        assignments=state.table.assignments,
        notices=_notices(state),
        commission=commission_view(book) if book else None,
        opens_with=opens_with,
        prepared=state.table.prepared,
        waits=waits(state, scene.reported_at, [beyond.box for beyond in excess], recent),
        exposure=exposure(state, scene.face_down),
        rounds_an_hour=rounds_an_hour(ends, scene.now),
    )


def _people(state: State) -> list[AtCoup]:
    """Everybody with money on the layout, or with a choice."""
    coup = state.table.coup
    if coup is None:
        return []
    chosen = dict(coup.chosen)
    names = dict.fromkeys([*(bet.patron for bet in coup.bets), *coup.choosing, *chosen])
    return [
        AtCoup(
            patron=name,
            boxes=sorted({bet.box for bet in coup.bets if bet.patron == name}),
            seated=any(bet.patron == name and bet.stance == "seated" for bet in coup.bets),
            staked=sum(bet.stake for bet in coup.bets if bet.patron == name),
            insured=sum(insurance.stake for insurance in coup.insurance if insurance.patron == name),
            left=name in coup.left,
            choosing=name in coup.choosing,
            chosen=chosen.get(name),
        )
        for name in names
    ]


def _excess(state: State) -> list[Excess]:
    """Boxes beyond their differential, while that can still be put right."""
    if state.table.phase != "betting" or (limit := state.sign.differential_max) is None:
        return []
    boxes = sorted({bet.box for bet in state.coup.bets})
    money = {box: sides(state.rules, state.coup.bets, box) for box in boxes}
    over = {box: abs(on.player - on.banker) - limit for box, on in money.items()}
    return [
        Excess(box=box, player=on.player, banker=on.banker, limit=limit, over=over[box])
        for box, on in money.items()
        if over[box] > 0
    ]


_AFTER: Final = (
    e.DecisionMade
    | e.ReportWithdrawn
    | e.RulingMade
    | e.CardCorrected
    | e.BetsCorrected
    | e.CardsReconstructed
    | e.CardsSetAside
    | e.CardsDiscarded
    | e.InsuranceReturned
    | e.SettlementReversed
    | e.OriginalBetReturned
    | e.OptionsGiven
    | e.OptionChosen
    | e.ChoicesClosed
    | e.CoupVoided
    | e.CoupContinued
    | e.CardsCondemned
)


def _reports(book: Rulebook | None, recent: Iterable[LogLine]) -> list[ReportView]:
    """The latest reports with the events that followed from each, the newest first."""
    reports: list[ReportView] = []
    for version, at, person, event in recent:
        if isinstance(event, e.IrregularityReported):
            says = book.says(event.cite) if book else ""
            reports.append(
                extended(ReportView, event, version=version, at=at, person=person or None, says=says, after=[])
            )
        elif reports and (isinstance(event, _AFTER) or _pays_again(event, reports[-1])):
            reports[-1].after.append(signed(event, version, at, person))
    return reports[: -REPORTS - 1 : -1]


def _pays_again(event: e.Event, report: ReportView) -> bool:
    """Whether this payment replaces one that was taken back after the report."""
    if not isinstance(event, e.CoupSettled):
        return False
    return any(isinstance(other, e.SettlementReversed) and other.coup == event.coup for other in report.after)


def _notices(state: State) -> list[NoticeView]:
    """What the documents want posted at this table.

    The limits are up as long as the table is open: the sign shows them. A notice that no insurance is offered may be
    put up where the document lets a table withhold insurance; elsewhere the view says that it may not.
    """
    sign, book = state.table.sign, state.book
    if sign is None or book is None or state.table.phase == "closed":
        return []
    limits = book.procedure.get("limits", "")
    notices = [NoticeView(what="limits", cite=limits, says=book.says(limits), up=True, may=False)]
    if (terms := book.insurance_terms) is not None:
        # The paragraph that gives the right to withhold it, else the one by which it must be offered.
        cite = terms.notice_cite or terms.offered_cite
        withheld = not sign.insurance
        notices.append(
            NoticeView(what="no_insurance", cite=cite, says=book.says(cite), up=withheld, may=bool(terms.notice_cite))
        )
    return notices


def dealer_view(scene: Scene, cards: Literal["virtual", "physical"], seconds: DealerSeconds) -> DealerView:
    """Clauses for a report, times, and where cards come from."""
    state, book = scene.state, scene.state.book
    source = state.table.shoe.source if state.table.shoe else cards
    differential = book.irregularities.get("over_differential") if book else None
    return DealerView(
        table=scene.table,
        cards=cards,
        dealer=scene.dealer,
        ranks=[rank.word for rank in Authority],
        reports=[_reportable(report_clause(book, what), source) for what in get_args(Reported)],
        windows=[window.value for window in Window] if book and book.insurance else [],
        procedure={step: CitedWords(cite=cite, says=book.says(cite)) for step, cite in book.procedure.items()}
        if book
        else {},
        changeable=CHANGEABLE,
        differential=clause_view(book, differential) if book and differential else None,
        seconds=seconds,
    )


def _reportable(clause: ClauseView, source: Literal["virtual", "physical"]) -> ReportableView:
    return extended(ReportableView, clause, fields=fields_of(clause.what, source))
