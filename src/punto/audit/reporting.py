"""Reports, decisions and rulings: who says what, who may decide it, and that nobody judges their own dealing."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from punto.audit.decided import Matter
from punto.audit.era import NAMES_WHAT_IT_REPLACES
from punto.audit.finding import Wrong, hold
from punto.audit.giver import RANKS
from punto.audit.sequel import CAUSED, OUT_OF_USE, expect_of_matter, expect_of_ruling
from punto.rulebook import Authority, Consequence, Rulebook
from punto.rulebook.model import Irregularity
from punto.table import events as e

if TYPE_CHECKING:
    from punto.audit.felt import Felt
    from punto.audit.walk import Moves, Walk

_ABOUT_CARDS: Final = (
    "wrong_area",
    "simultaneous",
    "wrong_number_of_cards",
    "misread_card",
    "misplaced_bet",
    "late_withdrawal",
    "face_up",
)
"""What is about cards or chips of a round that lie, or lay until the next one begins."""

NEED_AN_ANSWER: Final = (
    Consequence.RECONSTRUCT,
    Consequence.ORDER_THE_CARDS,
    Consequence.VOID_UNLESS_RECONSTRUCTED,
)
"""What leaves it to somebody of rank whether, and in which order, cards are played: the answer is on record."""


def clause_of(book: Rulebook, what: str) -> Irregularity | None:
    """The clause for what was reported; a misread card is a display that differs from the table."""
    return book.irregularities.get("wrong_display" if what == "misread_card" else what)


def irregularity_reported(walk: Walk, event: e.IrregularityReported) -> None:
    clause = clause_of(walk.rules, event.what)
    if event.again:
        _wait_again(walk, event)
        return
    hold(walk.schema >= walk.report_schema, "is written in the shape of an older version, after events in today's")
    walk.report_schema = walk.schema
    lighter = walk.pending if event.replaces else None
    walk.lighter_before = walk.pending if walk.schema < NAMES_WHAT_IT_REPLACES else None
    if event.what == "out_of_cards" and not event.reporter:
        _check_own_count(walk, event, clause)
    else:
        _check_words(walk, event, clause)
        _check_pending(walk, clause)
        says_so = event.replaces == (walk.pending is not None)
        hold(says_so or walk.schema < NAMES_WHAT_IT_REPLACES, "does not say whether it takes another report's place")
    walk.matter = None
    walk.newly_aside = Counter()
    if event.decides:
        walk.pending, walk.lighter = event if walk.felt or not walk.before else None, lighter
        _check_reporter(walk, event)
        return
    walk.pending, replaced = None, walk.pending is not None
    walk.returning = lighter
    walk.matter = Matter(event, event.cite, walk.giver.position, event.reporter, event.note)
    if event.leads_to in (Consequence.NO_EFFECT.value, Consequence.RULING.value):
        _check_reporter(walk, event)
        walk.reading(event.leads_to != Consequence.RULING.value, "takes a ruling, and waits for none")
        return
    if event.what == "late_withdrawal":
        _check_reporter(walk, event)
        _lift(walk, event)
        return
    if event.reporter or walk.before:
        _check_at_once(walk, event, clause)
    if clause and not walk.before and (replaced or clause.leads_to in NEED_AN_ANSWER):
        walk.expect(e.DecisionMade)
    else:
        expect_of_matter(walk, clause, event)


def _wait_again(walk: Walk, event: e.IrregularityReported) -> None:
    """The lighter report as it was, by whoever reported it; nobody reports it a second time."""
    if walk.returning is None:
        raise Wrong(f"has {event.what} wait again, whose place nothing took")
    hold(event == replace(walk.returning, again=True), "waits again as another report than it was")
    walk.pending, walk.returning, walk.matter = event, None, None
    walk.newly_aside = Counter()


def check_returning(walk: Walk, event: e.Event) -> None:
    """Nothing comes between the end of a graver report and the lighter one but what that end leads to."""
    if walk.returning is None or (isinstance(event, e.IrregularityReported) and event.again):
        return
    follows = type(event) in CAUSED or walk.is_expected(type(event))
    hold(follows, f"happens where {walk.returning.what}, which was replaced, must wait again")


def drop_pending(walk: Walk, voided: Felt) -> None:
    """With its round void a matter is moot; one about another round is not."""
    walk.pending = None
    returns = walk.returning
    if returns is None:
        return
    was_paid = isinstance(walk.last, e.SettlementReversed)
    claims_before = returns.what == "neglected_insurance" and not returns.of_coup and not was_paid
    if not claims_before and returns.of_coup in (0, voided.number):
        walk.returning = None


def _came_to_nothing(walk: Walk) -> None:
    """In a record of before, what a graver report replaced is gone with it: that is listed, and no fault."""
    if walk.lighter_before:
        walk.otherwise.append(f"leaves {walk.lighter_before.what} undecided, whose place it took")
    walk.lighter_before = None


def _over(walk: Walk) -> None:
    """The report that waited is over; the lighter one whose place it took is due."""
    walk.returning, walk.lighter = walk.lighter or walk.returning, None
    walk.pending = None


def _lift(walk: Walk, event: e.IrregularityReported) -> None:
    """Real chips lifted after the close: they lay there, their bets stand, and the patron is to give them back."""
    hold(event.leads_to == Consequence.BET_STANDS.value, "lifts a bet where the document refuses that")
    felt = walk.felt
    if felt is None or walk.terms.wallets:
        raise Wrong("lifts chips where none lie")
    for lay in event.lay:
        place = (event.patron, lay.box, lay.bet)
        lain = felt.bets.get(place)
        felt.lifted[place] += lay.stake
        whole = lain is not None and lay.stake > 0 and felt.lifted[place] <= lain.stake
        hold(whole, f"lifts {lay.stake:,} of {lay.bet} in box {lay.box}, where that did not lie")
        walk.chips_due[event.patron] -= lay.stake


def _check_own_count(walk: Walk, event: e.IrregularityReported, clause: Irregularity | None) -> None:
    """The table's own count, with no card left for a coup that needs one."""
    hold(event.leads_to == Consequence.VOID.value and not event.decides, f"leads to {event.leads_to}")
    hold(event.cite == (clause.cite if clause else ""), f"cites {event.cite}")
    shoe = walk.cards_in_use()
    hold(shoe.left == 0 and not shoe.aside, f"{shoe.left} cards are left")


def _check_words(walk: Walk, event: e.IrregularityReported, clause: Irregularity | None) -> None:
    """What the clause says: where it leads, who decides; and what a sealed shoe rules out."""
    sealed = walk.shoe is not None and walk.shoe.virtual
    # Once the seal of a shoe fails, every report about it takes a ruling.
    if clause is None or (sealed and event.leads_to == Consequence.RULING.value):
        uncovered = walk.rules.irregularities.get("uncovered")
        paragraph = clause.cite if clause else uncovered.cite if uncovered else ""
        hold(event.cite == paragraph, f"cites {event.cite}")
        hold(event.leads_to == Consequence.RULING.value, f"no clause of this document leads to {event.leads_to}")
        hold(event.decides in ("", Authority.SHIFT_MANAGER.word), f"{event.decides} may not rule")
        return
    hold(event.cite == clause.cite, f"cites {event.cite}, the clause is {clause.cite}")
    hold(event.leads_to == clause.leads_to.value, f"leads to {event.leads_to}, not {clause.leads_to.value}")
    hold(event.decides in ("", clause.decides.word), f"{clause.decides.word} decides, not {event.decides}")
    if sealed:
        _check_sealed(walk, event)
    _check_moment(walk, event)


def _check_sealed(walk: Walk, event: e.IrregularityReported) -> None:
    """A sealed shoe knows its cards and their order: nobody says that they are others."""
    about_the_deck = (*OUT_OF_USE, "out_of_cards", "misread_card", "simultaneous")
    walk.reading(event.what not in about_the_deck, f"is {event.what} of a sealed shoe, which cannot be")
    names_order = event.what in ("wrong_area", "wrong_number_of_cards") and bool(event.cards)
    walk.reading(not names_order, f"names an order of a sealed shoe's cards: {event.cards}")
    can = event.reconstruct is not False or event.what not in ("extra_card", "exposed_card", "wrong_area")
    walk.reading(can, "says that cards of a sealed shoe cannot be put in order")


def _check_moment(walk: Walk, event: e.IrregularityReported) -> None:
    felt = walk.felt
    if event.what in _ABOUT_CARDS and not event.of_coup:
        dealt = felt is not None and felt.stage in ("dealing", "settled", "concluded")
        walk.reading(dealt, "is about a round that has not been dealt")
    if event.what == "dealing_error":
        due = felt is not None and felt.stage == "dealing" and not walk.is_complete
        walk.reading(due, "is a dealing error, and no card is due")


def _check_pending(walk: Walk, clause: Irregularity | None) -> None:
    """Only a graver report, one that leads to void, takes the place of one that waits."""
    if walk.pending is None:
        return
    waits = clause_of(walk.rules, walk.pending.what)
    graver = clause is not None and clause.leads_to is Consequence.VOID
    lighter = waits is None or waits.leads_to is not Consequence.VOID
    hold(graver and lighter, f"happens while {walk.pending.what} waits for a {walk.pending.decides}")


def _check_reporter(walk: Walk, event: e.IrregularityReported) -> None:
    hold(not walk.giver.is_patron, "is reported by a patron")
    if not walk.before:
        hold(bool(event.reporter), "is reported by nobody")
        hold(walk.giver.is_called(event.reporter), f"was reported by {event.reporter}, who did not say so")


def _check_at_once(walk: Walk, event: e.IrregularityReported, clause: Irregularity | None) -> None:
    """A report that acts without waiting is one of somebody who may decide it and did not deal the round."""
    _check_reporter(walk, event)
    if clause is None:
        return
    able = walk.giver.has(clause.decides)
    walk.reading(able, f"acts by the report of a {walk.by} alone, and takes a {clause.decides.word}")
    _check_not_dealt(walk, event.reporter, event)


def report_withdrawn(walk: Walk, event: e.ReportWithdrawn) -> None:
    pending = walk.pending
    if pending is None or pending.what != event.what:
        raise Wrong(f"takes back {event.what}, which does not wait")
    hold(event.cite == pending.cite, f"cites {event.cite}, and the report {pending.cite}")
    hold(event.reporter == pending.reporter, f"was reported by {pending.reporter}, who alone may take it back")
    hold(walk.giver.is_called(event.reporter), f"is taken back for {event.reporter} by another")
    _over(walk)
    _came_to_nothing(walk)
    walk.matter = None


def decision_made(walk: Walk, event: e.DecisionMade) -> None:
    report = walk.pending or (walk.matter.report if walk.matter else None)
    waited = walk.pending is not None
    if report is None or report.what != event.what:
        raise Wrong(f"{event.what} was not reported")
    clause = clause_of(walk.rules, event.what)
    ruled = clause is None or report.leads_to == Consequence.RULING.value
    hold(not ruled or not event.confirmed, f"{event.what} takes a ruling, not a decision")
    hold(event.cite == report.cite, f"cites {event.cite}, the report {report.cite}")
    least = RANKS[report.decides] if report.decides else clause.decides if clause else Authority.SHIFT_MANAGER
    # Before a shoe's first coup there was once nothing that took a rank to decide.
    _check_rank(walk, event.decided_by, Authority.DEALER if walk.before and walk.felt is None else least)
    if not walk.before:
        _check_decider(walk, event.decider, report)
    _over(walk)
    if not event.confirmed:
        hold(waited, "dismisses what does not wait")
        _came_to_nothing(walk)
        walk.matter = None
        return
    note = event.note or report.note
    walk.newly_aside = Counter()
    walk.matter = Matter(report, event.cite, event.decided_by, event.decider, note)
    expect_of_matter(walk, clause, report)


def _check_decider(walk: Walk, decider: str, report: e.IrregularityReported) -> None:
    hold(bool(decider), "is decided by nobody")
    hold(walk.giver.is_called(decider), f"was decided by {decider}, who did not say so")
    _check_not_dealt(walk, decider, report)


def _check_not_dealt(walk: Walk, decider: str, report: e.IrregularityReported | None) -> None:
    """Nobody decides about a round in which they dealt a card; a claim is about the round that is paid."""
    number = report.of_coup if report else 0
    about = walk.felt
    paid = next((felt for felt in (walk.felt, walk.previous) if felt and felt.settlement is not None), None)
    if report and report.what == "neglected_insurance" and paid:
        about = paid
    dealers = walk.dealers.get(number, ()) if number else about.dealers if about else ()
    hold(decider not in dealers, f"was decided by {decider}, who dealt the round")


def ruling_made(walk: Walk, event: e.RulingMade) -> Moves:
    _check_rank(walk, event.decided_by, Authority.SHIFT_MANAGER)
    uncovered = walk.rules.irregularities.get("uncovered")
    hold(event.cite == (uncovered.cite if uncovered else ""), f"cites {event.cite}")
    if not walk.before:
        hold(walk.giver.is_called(event.decider), f"was ruled by {event.decider}, who did not say so")
        _check_not_dealt(walk, event.decider, walk.pending)
    pending = walk.pending
    _over(walk)
    if pending:
        covered = clause_of(walk.rules, pending.what) is not None and pending.leads_to != Consequence.RULING.value
        hold(not covered, f"{pending.what} takes a decision, not a ruling")
    walk.matter = Matter(None, event.cite, event.decided_by, event.decider, event.reason)
    walk.ruling = event
    if event.bets and walk.shoe:
        walk.shoe.aside_known = False
        if walk.felt and walk.felt.stage == "betting":
            walk.felt.without_bets = False
    expect_of_ruling(walk, pending)
    moves: Counter[str] = Counter()
    for adjustment in event.adjustments:
        hold(adjustment.amount != 0, f"{adjustment.patron} is adjusted by nothing")
        moves[walk.person(adjustment.patron)] += adjustment.amount
        moves[f"float:{walk.table}"] -= adjustment.amount
    return moves


def _check_rank(walk: Walk, decided_by: str, least: Authority) -> None:
    position = walk.giver.position
    hold(decided_by == position, f"was decided by {decided_by}, and the command came from {position}")
    hold(walk.giver.has(least), f"takes a {least.word} or above, not {decided_by}")


def debt_written_off(walk: Walk, event: e.DebtWrittenOff) -> Moves:
    _check_rank(walk, event.decided_by, Authority.SHIFT_MANAGER)
    hold(event.amount > 0, f"writes {event.amount} off")
    return {f"owed:{event.patron}": event.amount, f"float:{walk.table}": -event.amount}


def position_assigned(walk: Walk, event: e.PositionAssigned) -> None:
    """By somebody of at least that position, to somebody else, up to Pit Manager."""
    position = RANKS.get(event.position)
    if position is None or position > Authority.PIT_MANAGER:
        raise Wrong(f"assigns somebody to act as {event.position}")
    _check_rank(walk, event.assigned_by, position)
    giver = walk.giver
    hold(not giver.person or event.person != giver.person, f"{event.person} assigns themselves")
    cite = walk.book.procedure.get("authority", "") if walk.book else ""
    hold(event.cite == cite, f"cites {event.cite}, and positions are assigned by {cite}")
    walk.assignments[event.person, event.position] = event.until


HANDLERS: dict[type[e.Event], Any] = {
    e.IrregularityReported: irregularity_reported,
    e.ReportWithdrawn: report_withdrawn,
    e.DecisionMade: decision_made,
    e.RulingMade: ruling_made,
    e.DebtWrittenOff: debt_written_off,
    e.PositionAssigned: position_assigned,
}
