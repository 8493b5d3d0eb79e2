"""What each irregularity may lead to: the words on which the table acts, and what it does then.

The checker refuses every other word, the guide to rulebook files prints this list, and a test drives a table through
each line of it. A new consequence that the table acts on is added here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from punto.rulebook.model import Authority, Consequence, NewCards, Options

_TABLE: Final = (Authority.DEALER,)
"""Nobody decides: the table acts by itself or records it, and the clause has no `decides`."""
_HOUSE: Final = (Authority.PIT_SUPERVISOR, Authority.PIT_MANAGER, Authority.SHIFT_MANAGER)
"""A dealer reports, and somebody of rank decides."""
_RULING: Final = (Authority.SHIFT_MANAGER,)

_NO_CHOICE: Final = (Options.NEVER,)
_CHOICE: Final = (Options.NEVER, Options.ALWAYS, Options.UNLESS_ESTABLISHED)
_CHOICE_BY_ORDER: Final = (*_CHOICE, Options.UNLESS_ESTABLISHED_AND_RECONSTRUCTED)
"""Where it depends on a decision whether cards can be put in order."""

_KEPT_CARDS: Final = (NewCards.KEPT,)
_REPLACED_CARDS: Final = (NewCards.REPLACED,)
_KEPT_OR_REPLACED: Final = (NewCards.KEPT, NewCards.REPLACED)
_AS_DECIDED: Final = (NewCards.KEPT, NewCards.MAY_BE_REPLACED)


@dataclass(frozen=True, slots=True)
class Permitted:
    """A consequence on which the table acts: what it does, and what else such a clause may say."""

    does: str
    decides: tuple[Authority, ...] = _HOUSE
    options: tuple[Options, ...] = _NO_CHOICE
    cards: tuple[NewCards, ...] = _KEPT_CARDS


_VOIDS: Final = "The round is void: every stake goes back, a payment already booked is reversed."
_OUT_OF_USE: Final = Permitted(f"{_VOIDS} The shoe is out of use.", cards=_REPLACED_CARDS)
_VOID: Final = Permitted(_VOIDS, cards=_KEPT_OR_REPLACED)

CLAUSES: Final[Mapping[str, Mapping[Consequence, Permitted]]] = {
    "over_differential": {
        Consequence.REJECT_EXCESS_ELSE_PRO_RATA: Permitted(
            "Until bets close the excess of a box is refused or handed back; what remains plays in proportion.", _TABLE
        )
    },
    "under_minimum": {
        Consequence.ADVISE_ELSE_STANDS: Permitted(
            "A bet below the minimum is refused or warned of; one that lies at the close wins or loses as it lies.",
            _TABLE,
        )
    },
    "walked_away": {
        Consequence.SETTLE_AS_IT_LIES: Permitted(
            "The bets of a patron who leaves stay and are settled; no choice and no insurance is theirs any more.",
            _TABLE,
        )
    },
    "insurance_forgone": {
        Consequence.FORGO_INSURANCE: Permitted("The next card closes the window for everybody who let it come.", _TABLE)
    },
    "interruption": {
        Consequence.CONCLUDE_IF_ESTABLISHED_ELSE_VOID: Permitted(
            "With a bet of the layout already certain the round goes on, else it is void; open bets resume."
        ),
        Consequence.VOID: _VOID,
    },
    "foreign_card": {Consequence.VOID: _OUT_OF_USE},
    "shortage": {Consequence.VOID: _OUT_OF_USE},
    "excess": {Consequence.VOID: _OUT_OF_USE},
    "wrong_number_of_cards": {
        Consequence.VOID_UNLESS_RECONSTRUCTED: Permitted(
            "The cards are dealt again in their order if that can be done, else the round is void.", cards=_AS_DECIDED
        )
    },
    "out_of_cards": {Consequence.VOID: _VOID},
    "not_shuffled": {Consequence.VOID: _OUT_OF_USE},
    "late_bet": {Consequence.REFUSE: Permitted("After the close nothing is placed or raised.", _TABLE)},
    "late_withdrawal": {
        Consequence.REFUSE: Permitted("After the close nothing is taken back.", _TABLE),
        Consequence.BET_STANDS: Permitted(
            "What is lifted after the close still wins or loses; real chips are to be given back, or are owed.", _TABLE
        ),
    },
    "extra_card": {
        Consequence.RECONSTRUCT: Permitted(
            "The card is dealt in its turn, or begins the next round if the cards cannot be put in order.",
            options=_CHOICE_BY_ORDER,
            cards=_AS_DECIDED,
        )
    },
    "exposed_card": {
        Consequence.RECONSTRUCT: Permitted(
            "The same for a card that somebody has seen; seen while bets are open, it closes them.",
            options=_CHOICE_BY_ORDER,
            cards=_AS_DECIDED,
        )
    },
    "wrong_area": {
        Consequence.RECONSTRUCT: Permitted(
            "The cards of the round are dealt again in their order, and paid so.",
            options=_CHOICE_BY_ORDER,
            cards=_AS_DECIDED,
        ),
        Consequence.VOID: _VOID,
    },
    "face_up": {
        Consequence.CONTINUE: Permitted(
            "At a table that deals face down the round goes on, and its result stands.", options=_CHOICE
        ),
        Consequence.VOID: _VOID,
    },
    "simultaneous": {
        Consequence.ORDER_THE_CARDS: Permitted(
            "Who decides names which card was first; they are dealt in that order.", options=_CHOICE, cards=_AS_DECIDED
        )
    },
    "dealing_error": {
        Consequence.RECONSTRUCT: Permitted(
            "Who decides says whether the cards can be put in order, and the choice of the clause is given.",
            options=_CHOICE_BY_ORDER,
            cards=_AS_DECIDED,
        ),
        Consequence.VOID: _VOID,
    },
    "late_error": {Consequence.NO_EFFECT: Permitted("It is recorded and changes nothing.", _TABLE)},
    "neglected_insurance": {
        Consequence.RETURN_ORIGINAL_BET: Permitted(
            "A lost bet comes back, if insurance was due on it, was not offered and would have won."
        )
    },
    "misplaced_bet": {
        Consequence.SETTLE_AS_IT_LIES: Permitted(
            "The record of real chips is corrected to where they lay; the round is settled again."
        )
    },
    "wrong_display": {
        Consequence.TABLE_PREVAILS: Permitted(
            "A card on record is corrected, and the round judged again by the true one."
        )
    },
    "uncovered": {Consequence.RULING: Permitted("What no clause covers waits for a ruling.", _RULING)},
}
"""By what went wrong and what it leads to."""

IRREGULARITIES: Final = tuple(CLAUSES)
"""Every irregularity, by the name that clauses, reports and pages give it."""
