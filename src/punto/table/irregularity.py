"""Irregularities: what is reported, and who decides it."""

from __future__ import annotations

from dataclasses import replace as with_changes

from msgspec.structs import replace

from punto.kit import Card, Refused
from punto.rulebook import Authority, Consequence, check_stake
from punto.rulebook.model import Irregularity, NewCards
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import RANKS, person_of, rank_of, require
from punto.table.consequence import Answer, consequence
from punto.table.correction import card_on_record
from punto.table.late import require_lifted
from punto.table.neglect import settled_coup
from punto.table.phase import require_name, require_no_decision, require_open
from punto.table.reconstruction import cards_found
from punto.table.report import (
    FROM_THE_SHOE,
    LEAST_CARDS,
    clause_of,
    decided_at_once,
    is_graver,
    recorded,
    require_incomplete,
    require_known_round,
    require_moment,
    require_not_dealt,
    require_order_unsealed,
    require_orderable,
    require_unsealed,
    waits_again,
)
from punto.table.round import after
from punto.table.settlement import voided
from punto.table.shoe import can_hold, known_cards
from punto.table.state import State

_NAMES_CARDS = (*LEAST_CARDS, "wrong_area", "wrong_number_of_cards")
"""Reports that name cards of the round in an order."""


def report(state: State, command: c.Report) -> list[e.Event]:
    """Record what went wrong. It waits for a decision, unless the reporter may decide and says what is to be done."""
    reported, *decided = _reported(state, command)
    waits = state.table.pending
    if waits is None or not isinstance(reported, e.IrregularityReported):
        return [reported, *decided]
    events = [replace(reported, replaces=True), *decided]
    return events if reported.decides else waits_again(state, waits.report, events)


def _reported(state: State, command: c.Report) -> list[e.Event]:
    require_open(state)
    if state.table.pending is None or not is_graver(state.rules, command.what, state.pending.what):
        require_no_decision(state)
    clause = clause_of(state.rules, command.what)
    by = clause or state.rules.irregularities.get("uncovered")
    cite = by.cite if by else ""
    require_moment(state, command, cite)
    if clause and command.what == "neglected_insurance":
        settled_coup(state, clause, command.coup or 0)
    require(command, Authority.DEALER, state.book, "reporting an irregularity")
    recorded_only = clause is not None and clause.leads_to is Consequence.NO_EFFECT
    claimed = clause is not None and command.what == "neglected_insurance"  # Its round may be the last of a shoe.
    if state.table.shoe is None and not recorded_only and not claimed and not command.coup:
        raise Refused(code="no_shoe", message="there are no cards on the table to report about")
    require_known_round(state, command, cite)
    require_unsealed(state, command, cite)
    require_incomplete(state, command, cite)
    if command.what == "misplaced_bet" and command.patron is not None:
        require_name(command.patron)
    for lay in command.lay or ():
        check_stake(lay.stake, lay.bet)
    if clause is None:
        return _uncovered(state, command)
    if command.seal_broken:
        return [recorded(command, clause.cite, Consequence.RULING, Authority.SHIFT_MANAGER.word)]
    if recorded_only:
        return [recorded(command, clause.cite, clause.leads_to, "")]
    if command.what == "late_withdrawal":
        _require_answers(command, clause.cite)
        require_lifted(state, clause, command)
        return [recorded(command, clause.cite, clause.leads_to, "")]
    _check(state, clause, command)
    require_orderable(state, command.what, command.reconstruct, cite)
    if decided_at_once(state, clause, command, rank_of(command)):
        return _decided_by_reporter(state, clause, command)
    if command.hand_back:
        require(command, clause.decides, state.book, "handing back what was placed since", clause.cite)
    waits = recorded(command, clause.cite, clause.leads_to, clause.decides.word)
    # A consequence that is impossible is refused now; the reason for another order may come with the decision.
    resumed = after(state, [waits, _decision(command, command.what, "", clause.cite, "")])
    consequence(resumed, clause, waits, with_changes(_answer(command), reason=command.note or waits.what))
    return [_unnamed(state, waits)]


def _answer(command: c.Report) -> Answer:
    cards = known_cards(command.cards or command.card or "") if command.what in _NAMES_CARDS else ()
    return Answer(command.reconstruct, cards, command.new_cards, tuple(command.hand_back), command.note)


def _unnamed(state: State, waits: e.IrregularityReported) -> e.IrregularityReported:
    """The report without the next card of a sealed shoe: the decision reveals that card, the report does not."""
    if waits.what not in FROM_THE_SHOE or state.shoe.source != "virtual":
        return waits
    return replace(waits, cards="")


def _uncovered(state: State, command: c.Report) -> list[e.Event]:
    """No clause speaks of it: the Shift Manager rules, and nothing goes on until then."""
    clause = state.rules.irregularities.get("uncovered")
    return [recorded(command, clause.cite if clause else "", Consequence.RULING, Authority.SHIFT_MANAGER.word)]


def _check(state: State, clause: Irregularity, command: c.Report) -> None:
    """Refused if the report lacks something, or names cards that the shoe cannot hold."""
    if clause.leads_to is Consequence.CONTINUE and not state.coup_sign.face_down:
        raise Refused(code="cards_are_face_up", message="cards are dealt face up at this table", cite=clause.cite)
    _require_answers(command, clause.cite)
    if command.what == "misread_card":
        card_on_record(state, clause, command.place or 0, command.coup or 0)
    if command.new_cards:
        _require_replaceable(clause)
    # A foreign card may be anything at all; every other is a card of a deck.
    cards = () if command.what == "foreign_card" else known_cards(command.cards or command.card or "")
    if command.what in LEAST_CARDS:
        _check_drawn(state, clause, cards)


def _require_answers(command: c.Report, cite: str) -> None:
    """Refused if a field is missing that such a report needs."""
    fields: tuple[object, ...]
    match command.what:
        case "misread_card":
            fields = (command.place, command.card)
            message = "name the place of the card in the order drawn, and the card that it really is"
        case "misplaced_bet":
            fields = (command.patron, command.lay)
            message = "name the patron, and where the chips lay: a list of box, bet and stake, empty for none"
        case "late_withdrawal":
            fields = (command.patron, command.lay or None)
            message = "name the patron, and the chips that were lifted: a list of box, bet and stake"
        case "neglected_insurance":
            fields = (command.patron, command.box, command.window, command.insures)
            message = "name the patron, box, window and insures of the insurance that was not offered"
        case _:
            return
    if None in fields:
        raise Refused(code="answer_is_needed", message=message, cite=cite)


def _check_drawn(state: State, clause: Irregularity, cards: tuple[Card, ...]) -> None:
    """Refused if too few cards are named, or cards that the shoe cannot hold besides those on record."""
    needed = LEAST_CARDS[clause.what]
    if len(cards) < needed:
        message = f"a report of {clause.what.replace('_', ' ')} names at least {needed} card{'s' * (needed > 1)}"
        raise Refused(code="card_is_needed", message=f"{message}, not {len(cards)}", cite=clause.cite)
    new = cards if clause.what in FROM_THE_SHOE else cards_found(state, cards).new
    if not can_hold(state.shoe, *new):
        text = " ".join(map(str, new))
        message = f"the shoe cannot hold {text} as well as what came out of it"
        raise Refused(code="card_not_in_shoe", message=message, cite=clause.cite)


def _require_replaceable(clause: Irregularity) -> None:
    if clause.cards is not NewCards.MAY_BE_REPLACED:
        message = f"{clause.what.replace('_', ' ')} gives no right to replace the cards"
        raise Refused(code="cards_may_not_be_replaced", message=message, cite=clause.cite)


def _decided_by_reporter(state: State, clause: Irregularity, command: c.Report) -> list[e.Event]:
    """A Pit Supervisor or above who reports a matter and says what is to be done has decided it."""
    noted = recorded(command, clause.cite, clause.leads_to, "")
    decisions: list[e.Event] = []
    if clause.leads_to in _NEED_AN_ANSWER or state.table.pending is not None:
        decided_by = rank_of(command) or clause.decides  # The reporter has that rank, or one above.
        decisions = [_decision(command, command.what, decided_by.word, clause.cite, command.note)]
    follows = consequence(after(state, [noted, *decisions]), clause, noted, _answer(command))
    return [noted, *decisions, *follows]


_NEED_AN_ANSWER = (
    Consequence.RECONSTRUCT,
    Consequence.ORDER_THE_CARDS,
    Consequence.VOID_UNLESS_RECONSTRUCTED,
)
"""Clauses that leave it to somebody of rank whether, and in which order, cards are played."""


def _decision(
    command: c.Command, what: str, decided_by: str, cite: str, note: str, confirmed: bool = True
) -> e.DecisionMade:
    return e.DecisionMade(
        what=what, decided_by=decided_by, cite=cite, note=note, decider=person_of(command), confirmed=confirmed
    )


def decide_pending(state: State, command: c.Decide) -> list[e.Event]:
    """The decision of somebody of rank about the report that waits."""
    require_open(state)
    if state.table.phase != "stopped":
        raise Refused(code="nothing_to_decide", message="nothing waits for a decision")
    pending = state.pending
    clause = clause_of(state.rules, pending.what)
    ruled = clause is None or pending.report.leads_to == Consequence.RULING.value
    if ruled and command.confirm is not False:
        message = f"{pending.what.replace('_', ' ')} is not covered by the document: it takes a ruling (rule)"
        raise Refused(code="ruling_is_needed", message=message, cite=pending.cite)
    decided_by = require(command, RANKS[pending.decides], state.book, "this decision", pending.cite)
    require_not_dealt(state, command, pending.what, pending.report.of_coup, pending.cite)
    if command.confirm is False:
        dismissed = _decision(command, pending.what, decided_by, pending.cite, command.note, confirmed=False)
        return waits_again(state, pending.lighter, [dismissed])
    assert clause is not None
    answer = _answered(state, clause, command)
    decision = _decision(command, pending.what, decided_by, pending.cite, command.note)
    follows = consequence(after(state, [decision]), clause, pending.report, answer)
    return waits_again(state, pending.lighter, [decision, *follows])


def _answered(state: State, clause: Irregularity, command: c.Decide) -> Answer:
    """The whole answer to the pending report; Refused if a part of it is missing."""
    pending = state.pending
    reconstruct = command.reconstruct if command.reconstruct is not None else pending.report.reconstruct
    if clause.leads_to not in _NEED_AN_ANSWER:
        if command.confirm is None:
            message = "say whether it is so: confirm true or false"
            raise Refused(code="answer_is_needed", message=message, cite=pending.cite)
    elif clause.leads_to is not Consequence.ORDER_THE_CARDS and command.reconstruct is None and not command.confirm:
        message = "say whether the cards can be put in order: reconstruct true or false"
        raise Refused(code="answer_is_needed", message=message, cite=pending.cite)
    order = command.cards or command.order
    require_orderable(state, pending.what, reconstruct, pending.cite)
    if order and pending.what not in FROM_THE_SHOE:
        require_order_unsealed(state, pending.cite)
    if command.new_cards:
        _require_replaceable(clause)
    reported_cards = pending.cards if pending.what in _NAMES_CARDS else ()
    cards = known_cards(order) if order else reported_cards
    if order and reported_cards and sorted(map(str, cards)) != sorted(map(str, reported_cards)):
        reported = " ".join(map(str, reported_cards))
        message = f"the order must name the cards that were reported: {reported}"
        raise Refused(code="other_cards", message=message, cite=pending.cite)
    if pending.what in LEAST_CARDS:
        _check_drawn(state, clause, cards)
    new_cards = command.new_cards or pending.report.new_cards
    reason = command.note or pending.report.note
    return Answer(reconstruct, cards, new_cards, tuple(command.hand_back), reason)


def withdraw_report(state: State, command: c.WithdrawReport) -> list[e.Event]:
    """Whoever reported it takes it back before anybody has decided."""
    require_open(state)
    if state.table.phase != "stopped":
        raise Refused(code="nothing_to_decide", message="nothing waits for a decision")
    require(command, Authority.DEALER, state.book, "withdrawing a report")
    pending = state.pending
    if person_of(command) != pending.report.reporter:
        message = (
            f"{pending.what.replace('_', ' ')} was reported by {pending.report.reporter}, who alone may withdraw it"
        )
        raise Refused(code="not_your_report", message=message, cite=pending.cite)
    withdrawn = e.ReportWithdrawn(what=pending.what, cite=pending.cite, reporter=person_of(command), note=command.note)
    return waits_again(state, pending.lighter, [withdrawn])


def out_of_cards(state: State) -> list[e.Event]:
    """The shoe is empty in the middle of a coup, by the table's own count."""
    clause = state.rules.irregularities.get("out_of_cards")
    cite = clause.cite if clause else ""
    noticed = e.IrregularityReported(what="out_of_cards", cite=cite, leads_to="void", decides="")
    return [noticed, voided(state, cite, "out_of_cards")]
