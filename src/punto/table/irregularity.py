"""Irregularities: what is reported, what the clause makes of it, and who decides."""

from __future__ import annotations

from punto.kit import Card, Refused
from punto.rulebook import Authority, Consequence, decided
from punto.rulebook.model import Irregularity, NewCards
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import RANKS, rank_of, require
from punto.table.choice import options
from punto.table.evolve import evolve
from punto.table.neglect import claimed, neglected
from punto.table.phase import require_no_decision, require_open
from punto.table.reconstruction import resolved
from punto.table.report import LEAST_CARDS
from punto.table.settlement import voided
from punto.table.shoe import can_hold, known_cards
from punto.table.state import State

_WHILE_DEALING = ("wrong_area", "face_up", "simultaneous")
"""What can only be noticed while a coup is dealt."""


def report(state: State, command: c.Report) -> list[e.Event]:
    """Record what went wrong and do what the clause says; what no clause covers waits for a ruling."""
    require_open(state)
    require_no_decision(state)
    clause = state.rules.irregularities.get(command.what)
    if clause:
        _require_moment(state, clause)
    if clause and clause.leads_to is Consequence.RETURN_ORIGINAL_BET:
        require(command, clause.decides, state.book, "returning an original bet", clause.cite)
    require(command, Authority.DEALER, state.book, "reporting an irregularity")
    recorded_only = clause is not None and clause.leads_to is Consequence.NO_EFFECT
    if state.table.shoe is None and not recorded_only:
        raise Refused(code="no_shoe", message="there are no cards on the table to report about")
    if clause and clause.leads_to is Consequence.CONTINUE and not state.sign.face_down:
        raise Refused(code="cards_are_face_up", message="cards are dealt face up at this table", cite=clause.cite)
    claim = claimed(clause, command) if clause and clause.leads_to is Consequence.RETURN_ORIGINAL_BET else None
    if clause and command.new_cards:
        _require_replaceable(clause)
    # A foreign card may be anything at all, and so may what no clause foresaw.
    foreign = clause is None or clause.what == "foreign_card"
    cards = () if foreign else known_cards(command.cards or command.card or "")
    if clause is None:
        return _uncovered(state, command)
    match clause.leads_to:
        case Consequence.VOID:
            return _void(state, clause, command)
        case Consequence.CONCLUDE_IF_ESTABLISHED_ELSE_VOID:
            return _interrupted(state, clause, command)
        case Consequence.NO_EFFECT:
            return [_reported(clause, command)]
        case Consequence.CONTINUE:
            stands = e.CoupContinued(cite=clause.cite, because="the result stands")
            return [_reported(clause, command), stands, *options(state, clause, reconstructed=False)]
        case Consequence.RETURN_ORIGINAL_BET:
            assert claim is not None
            return [_reported(clause, command), neglected(state, clause, claim)]
        case _:
            return _to_be_decided(state, clause, command, cards)


def _require_moment(state: State, clause: Irregularity) -> None:
    """Some things can be noticed only while cards are dealt, or until the next coup opens."""
    phase, coup = state.table.phase, state.table.coup
    if clause.leads_to is Consequence.RETURN_ORIGINAL_BET and (coup is None or coup.ended != "settled"):
        message = "this is settled between the settlement of the coup and the opening of the next"
        raise Refused(code="coup_is_not_settled", message=message, cite=clause.cite)
    if clause.what in _WHILE_DEALING and phase != "dealing":
        raise Refused(code="no_coup", message="no coup is being dealt", cite=clause.cite)
    paid = phase == "ready" and coup is not None and coup.ended == "settled"
    if clause.what == "wrong_number_of_cards" and phase != "dealing" and not paid:
        raise Refused(code="no_coup", message="no coup has been dealt since the bets opened", cite=clause.cite)


def _reported(clause: Irregularity, command: c.Report, decides: str = "") -> e.IrregularityReported:
    return _record(command, clause.cite, clause.leads_to, decides)


def _record(command: c.Report, cite: str, leads_to: Consequence, decides: str) -> e.IrregularityReported:
    return e.IrregularityReported(
        what=command.what,
        cite=cite,
        leads_to=leads_to.value,
        decides=decides,
        cards=command.cards or command.card or "",
        note=command.note,
    )


def _uncovered(state: State, command: c.Report) -> list[e.Event]:
    """No clause speaks of it: the Shift Manager rules, and nothing goes on until then."""
    clause = state.rules.irregularities.get("uncovered")
    decides = Authority.SHIFT_MANAGER.word if state.table.coup else ""
    return [_record(command, clause.cite if clause else "", Consequence.RULING, decides)]


def is_live(state: State) -> bool:
    """Whether a coup is between its first call and its settlement."""
    return state.table.phase in ("betting", "dealing")


def _void(state: State, clause: Irregularity, command: c.Report) -> list[e.Event]:
    """The coup in progress is void; those before stand."""
    events: list[e.Event] = [_reported(clause, command)]
    if is_live(state):
        events.append(voided(state, clause.cite, command.what))
    if clause.cards is NewCards.REPLACED:
        events.append(e.CardsCondemned(cite=clause.cite))
    return events


def _interrupted(state: State, clause: Irregularity, command: c.Report) -> list[e.Event]:
    """Concluded if some bet on the layout is already decided whatever comes, else void."""
    events: list[e.Event] = [_reported(clause, command)]
    if not is_live(state):
        return events
    fates = decided(state.rules, state.coup.cards)
    if fates:
        bet, fate = next(iter(fates.items()))
        because = f"{bet} is certain to {fate}"
        return [*events, e.CoupContinued(cite=state.rules.part(clause.cite, 1), because=because)]
    return [*events, voided(state, state.rules.part(clause.cite, 2), command.what)]


def _to_be_decided(state: State, clause: Irregularity, command: c.Report, cards: tuple[Card, ...]) -> list[e.Event]:
    """Whether cards can be put in order, and in which, is for somebody of rank to say."""
    _check_drawn(state, clause, cards)
    rank = rank_of(command) or Authority.DEALER
    # Cards named in their order, or on the record in it, are an answer in themselves; and before
    # a shoe's first coup there is nothing to decide: its cards are dealt in the order they came.
    answered = command.reconstruct is not None or bool(cards) or clause.what == "wrong_area"
    if (rank >= clause.decides and answered) or state.table.coup is None:
        made = e.DecisionMade(what=clause.what, decided_by=rank.word, cite=clause.cite, note=command.note)
        can = command.reconstruct is not False or rank < clause.decides
        return [
            _reported(clause, command),
            made,
            *resolved(state, clause, cards, can),
            *_replaced(state, clause, command.new_cards),
        ]
    return [_reported(clause, command, clause.decides.word)]


def _check_drawn(state: State, clause: Irregularity, cards: tuple[Card, ...]) -> None:
    """Cards that left the shoe just now: named, and such as it was able to hold."""
    needed = LEAST_CARDS.get(clause.what, 0)
    if len(cards) < needed:
        message = f"a report of {clause.what.replace('_', ' ')} names at least {needed} card{'s' * (needed > 1)}"
        raise Refused(code="card_is_needed", message=f"{message}, not {len(cards)}", cite=clause.cite)
    if needed and not can_hold(state.shoe, *cards):
        text = " ".join(map(str, cards))
        raise Refused(
            code="card_not_in_shoe",
            message=f"the shoe cannot hold {text} as well as what came out of it",
            cite=clause.cite,
        )


def decide_pending(state: State, command: c.Decide) -> list[e.Event]:
    """What a supervisor says about the report that waits."""
    require_open(state)
    if state.table.phase != "stopped":
        raise Refused(code="nothing_to_decide", message="nothing waits for a decision")
    pending = state.coup.pending
    assert pending is not None
    clause = state.rules.irregularities.get(pending.what)
    if clause is None:
        message = f"{pending.what.replace('_', ' ')} is not covered by the document: it takes a ruling (rule)"
        raise Refused(code="ruling_is_needed", message=message, cite=pending.cite)
    decided_by = require(command, RANKS[pending.decides], state.book, "this decision", pending.cite)
    if clause.leads_to is not Consequence.ORDER_THE_CARDS and command.reconstruct is None:
        message = "say whether the cards can be put in order: reconstruct true or false"
        raise Refused(code="answer_is_needed", message=message, cite=pending.cite)
    if command.new_cards:
        _require_replaceable(clause)
    order = command.cards or command.order
    cards = known_cards(order) if order else pending.cards
    if clause.what in LEAST_CARDS and sorted(map(str, cards)) != sorted(map(str, pending.cards)):
        reported = " ".join(map(str, pending.cards))
        raise Refused(
            code="other_cards",
            message=f"the order must name the cards that were reported: {reported}",
            cite=pending.cite,
        )
    made = e.DecisionMade(what=pending.what, decided_by=decided_by, cite=pending.cite, note=command.note)
    after = evolve(state, made)
    can = command.reconstruct is not False
    return [made, *resolved(after, clause, cards, can), *_replaced(after, clause, command.new_cards)]


def _require_replaceable(clause: Irregularity) -> None:
    if clause.cards is not NewCards.MAY_BE_REPLACED:
        message = f"{clause.what.replace('_', ' ')} gives no right to replace the cards"
        raise Refused(code="cards_may_not_be_replaced", message=message, cite=clause.cite)


def _replaced(state: State, clause: Irregularity, new_cards: bool) -> list[e.Event]:
    return [e.CardsCondemned(cite=state.rules.part(clause.cite, 2))] if new_cards else []


def out_of_cards(state: State) -> list[e.Event]:
    """The shoe is empty in the middle of a coup."""
    clause = state.rules.irregularities.get("out_of_cards")
    cite = clause.cite if clause else ""
    noticed = e.IrregularityReported(what="out_of_cards", cite=cite, leads_to="void", decides="")
    return [noticed, voided(state, cite, "out_of_cards")]


def impossible_card(state: State, card: Card) -> list[e.Event]:
    """A card came out that the decks in use cannot hold: noticed as it is drawn."""
    clauses = state.rules.irregularities
    what: c.Reported = "excess" if "excess" in clauses else "foreign_card"
    return report(state, c.Report(what=what, cards=str(card), note=f"{card} came out once too often"))
