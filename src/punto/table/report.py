"""Reports: what each says besides a note, which cards it names, and when it can be made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec.structs import replace

from punto.kit import Refused
from punto.rulebook import Authority, Rulebook
from punto.rulebook.model import Consequence, Irregularity
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import person_of
from punto.table.correction import is_earlier
from punto.table.state import State

LEAST_CARDS: Final[Mapping[str, int]] = {"extra_card": 1, "exposed_card": 1, "simultaneous": 2}
"""How many cards such a report names, at least."""

FROM_THE_SHOE: Final = ("extra_card", "exposed_card")
"""Reports with which cards leave the shoe. A sealed shoe names these itself."""

OUT_OF_USE: Final = ("foreign_card", "shortage", "excess", "not_shuffled")
"""After these the cards in use must be replaced before the next round, in every document."""

_ABOUT_THE_DECK: Final = (*OUT_OF_USE, "out_of_cards")
"""Reports that a sealed shoe rules out, as long as its seal and its count hold."""

_ABOUT_CARDS: Final = ("wrong_area", "simultaneous", "wrong_number_of_cards", "misread_card", "face_up")
"""Reports about the cards of a round, until the next round begins."""

_ABOUT_CHIPS: Final = ("misplaced_bet", "late_withdrawal")
"""Reports about chips as they lay when the bets closed."""

_ABOUT_ANY_ROUND: Final = (
    "misread_card",
    "misplaced_bet",
    "neglected_insurance",
    "late_error",
    "other",
)
"""Reports that may name the round they are about; every other is about the round on the table."""

_CLAUSES: Final[Mapping[str, str]] = {"misread_card": "wrong_display"}
"""Reports that go by a clause of another name."""

_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "foreign_card": ("cards",),
    "excess": ("cards",),
    "wrong_number_of_cards": ("cards", "reconstruct"),
    "extra_card": ("cards", "reconstruct"),
    "exposed_card": ("cards", "reconstruct"),
    "wrong_area": ("cards", "reconstruct"),
    "simultaneous": ("cards", "new_cards"),
    "dealing_error": ("reconstruct",),
    "misread_card": ("place", "card"),
    "misplaced_bet": ("patron", "lay"),
    "late_withdrawal": ("patron", "lay"),
    "neglected_insurance": ("patron", "box", "window", "insures"),
}


def fields_of(what: str, source: Literal["virtual", "physical"]) -> tuple[str, ...]:
    """The fields of such a report besides its note, with cards from such a shoe."""
    return tuple(field for field in _FIELDS.get(what, ()) if not (source == "virtual" and field == "cards"))


def clause_of(book: Rulebook, what: str) -> Irregularity | None:
    """The clause a report goes by; None where the document does not speak of it."""
    return book.irregularities.get(_CLAUSES.get(what, what))


def recorded(command: c.Report, cite: str, leads_to: Consequence, decides: str) -> e.IrregularityReported:
    """The report as it stands in the log."""
    lay = command.lay or ()
    return e.IrregularityReported(
        what=command.what,
        cite=cite,
        leads_to=leads_to.value,
        decides=decides,
        cards=command.cards or command.card or "",
        note=command.note,
        reporter=person_of(command),
        reconstruct=command.reconstruct,
        new_cards=command.new_cards,
        place=command.place or 0,
        patron=command.patron or "",
        box=command.box or 0,
        window=command.window or "",
        insures=command.insures or "",
        lay=tuple(e.Placed(box=chips.box, bet=chips.bet, stake=chips.stake) for chips in lay),
        of_coup=command.coup or 0,
    )


def require_moment(state: State, command: c.Report, cite: str) -> None:
    """Refused if the report is about cards or chips of a round, and the round is not at that stage."""
    table = state.table
    if command.what not in _ABOUT_ANY_ROUND and is_earlier(state, command.coup or 0):
        message = (
            f"{command.what.replace('_', ' ')} is about the round on the table alone, and not round {command.coup}"
        )
        raise Refused(code="no_coup", message=message, cite=cite)
    phase = table.pending.resumes if table.pending else table.phase
    dealt = table.coup is not None and table.coup.ended != "voided" and phase in ("dealing", "paying", "ready")
    earlier = command.what in ("misread_card", "misplaced_bet") and is_earlier(state, command.coup or 0)
    if command.what in _ABOUT_CARDS and not dealt and not earlier:
        raise Refused(code="no_coup", message="no coup has been dealt since the bets opened", cite=cite)
    if command.what in _ABOUT_CHIPS and phase == "betting" and not earlier:
        message = "the bets are open: chips count where they lie when the bets close"
        raise Refused(code="bets_are_open", message=message, cite=cite)
    if command.what in _ABOUT_CHIPS and not dealt and not earlier:
        raise Refused(code="no_coup", message="no coup has been dealt since the bets opened", cite=cite)
    if command.what == "dealing_error":
        _require_card_due(state, phase, dealt, cite)


def require_known_round(state: State, command: c.Report, cite: str) -> None:
    """The round that is named has been dealt here."""
    if command.coup and not 0 < command.coup <= state.table.coups:
        message = f"there has been no round {command.coup} at this table"
        raise Refused(code="unknown_coup", message=message, cite=cite)


def _require_card_due(state: State, phase: str, dealt: bool, cite: str) -> None:
    """The general clause is for an error noticed while a card is still due."""
    if not dealt:
        raise Refused(code="no_coup", message="no coup is being dealt", cite=cite)
    if phase != "dealing" or state.rules.tableau.next_side(state.coup.points) is None:
        message = "the last card lies: any other error is for a ruling (rule)"
        raise Refused(code="ruling_is_needed", message=message, cite=cite)


def require_unsealed(state: State, command: c.Report, cite: str) -> None:
    """A sealed shoe knows its cards and their order: nobody names others."""
    if state.table.shoe is None or state.shoe.source != "virtual":
        return
    what = command.what.replace("_", " ")
    if command.what in _ABOUT_THE_DECK and not command.seal_broken:
        message = f"the shoe is sealed and its seal and count hold: {what} cannot be"
        raise Refused(code="shoe_is_sealed", message=message, cite=cite)
    if command.what in ("misread_card", "simultaneous"):
        message = f"the cards of a sealed shoe are known, and their order with them: {what} cannot be"
        raise Refused(code="shoe_is_sealed", message=message, cite=cite)
    if command.what in ("wrong_area", "wrong_number_of_cards") and command.cards:
        require_order_unsealed(state, cite)


def require_order_unsealed(state: State, cite: str) -> None:
    """An order is named where none is known: not of a sealed shoe's cards."""
    if state.table.shoe is not None and state.shoe.source == "virtual":
        message = "the order of a sealed shoe's cards is the one in which they left it, and nobody names another"
        raise Refused(code="shoe_is_sealed", message=message, cite=cite)


def require_incomplete(state: State, command: c.Report, cite: str) -> None:
    """Once the last card of a round lies, there were cards enough for it."""
    phase = state.table.pending.resumes if state.table.pending else state.table.phase
    if command.what == "out_of_cards" and phase == "paying":
        message = "the last card lies: there were cards enough for this round"
        raise Refused(code="coup_is_complete", message=message, cite=cite)


def require_not_dealt(state: State, command: c.Command, what: str, number: int, cite: str) -> None:
    """Refused if the person who decides dealt the round."""
    person = person_of(command)
    if person in dealers_of(state, what, number):
        message = f"{person} dealt this round, and another person decides about its errors"
        raise Refused(code="dealt_this_round", message=message, cite=cite)


def require_orderable(state: State, what: str, reconstruct: bool | None, cite: str) -> None:
    """Of a sealed shoe nobody says that its cards cannot be put in order: that order is known."""
    if reconstruct is False and what in (*FROM_THE_SHOE, "wrong_area") and state.shoe.source == "virtual":
        message = "the order of a sealed shoe's cards is known: they can be put in order"
        raise Refused(code="shoe_is_sealed", message=message, cite=cite)


def is_graver(book: Rulebook, what: str, waiting: str) -> bool:
    """Whether a report leads to a void round, and the one that waits does not."""
    now, before = clause_of(book, what), clause_of(book, waiting)
    voids = now is not None and now.leads_to is Consequence.VOID
    return voids and (before is None or before.leads_to is not Consequence.VOID)


def waits_again(state: State, lighter: e.IrregularityReported | None, events: list[e.Event]) -> list[e.Event]:
    """The events by which a graver report is over, and after them the lighter one in whose place it waited.

    Else whoever reports a graver matter and takes it back would make what somebody else reported vanish.
    """
    if lighter is None:
        return events
    voided = any(isinstance(event, e.CoupVoided) for event in events)
    if voided and _is_about_round_on_table(state, lighter):
        return events
    return [*events, replace(lighter, again=True)]


def _is_about_round_on_table(state: State, lighter: e.IrregularityReported) -> bool:
    if lighter.what == "neglected_insurance" and not lighter.of_coup:
        return state.table.coup is not None and state.table.coup.settlement is not None
    return not is_earlier(state, lighter.of_coup)


def dealers_of(state: State, what: str, number: int) -> tuple[str, ...]:
    """Who dealt a card of the round that a report is about."""
    table = state.table
    rounds = [coup for coup in (table.coup, table.previous) if coup is not None]
    if number:
        dealt = {round.number: round.dealers for round in table.earlier} | {
            coup.number: coup.dealers for coup in rounds
        }
        return dealt.get(number, ())
    paid = next((coup for coup in rounds if coup.settlement is not None), None)
    about = paid if what == "neglected_insurance" and paid else table.coup  # A claim is about the round that is paid.
    return about.dealers if about else ()


def decided_at_once(state: State, clause: Irregularity, command: c.Report, rank: Authority | None) -> bool:
    """Whether who reports it may decide it, says what is to be done, and did not deal the round."""
    if rank is None or rank < clause.decides:
        return False
    if person_of(command) in dealers_of(state, command.what, command.coup or 0):
        return False
    names_cards = bool(command.cards or command.card)
    match clause.leads_to:
        case Consequence.VOID_UNLESS_RECONSTRUCTED | Consequence.ORDER_THE_CARDS:
            return command.reconstruct is not None or names_cards
        case Consequence.RECONSTRUCT:
            # Cards named in their order, or on the record in it, are an answer in themselves.
            return command.reconstruct is not None or names_cards or command.what == "wrong_area"
    return True
