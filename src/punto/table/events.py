"""Events: what happened at a table, in the past tense. They are the record; everything else follows from them."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from punto.table.commands import Adjustment, Hand, Option, Squeezed, Stance
from punto.table.sign import Sign

INSURANCE: Final = "insurance"
"""What stands for the bet's id where a line or a return is about insurance."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """One thing that happened."""


def kind_of(event: Event) -> str:
    """The word an event is filed under."""
    return str(event.__struct_config__.tag)


class TableOpened(Event, frozen=True, kw_only=True, tag="table_opened"):
    sign: Sign


class SignChanged(Event, frozen=True, kw_only=True, tag="sign_changed"):
    sign: Sign


class TableClosed(Event, frozen=True, kw_only=True, tag="table_closed"):
    pass


class BoughtIn(Event, frozen=True, kw_only=True, tag="bought_in"):
    patron: str
    amount: int


class CashedOut(Event, frozen=True, kw_only=True, tag="cashed_out"):
    patron: str
    amount: int


class ShoeOpened(Event, frozen=True, kw_only=True, tag="shoe_opened"):
    number: int
    cards: Literal["virtual", "physical"]
    decks: int
    commitment: str
    """SHA-256 of the sealed order and its salt; empty for a physical shoe."""
    seeded: bool = False
    """Whether the order follows from a seed: a lesson or a test, not play."""
    entropy: bool = False
    """Whether the seats mix it."""
    table: str = ""
    """The table that the seats' bytes are bound to."""


class ShoeCut(Event, frozen=True, kw_only=True, tag="shoe_cut"):
    patron: str
    place: int


class EntropyCommitted(Event, frozen=True, kw_only=True, tag="entropy_committed"):
    """A seat takes part in mixing the shoe."""

    patron: str
    box: int
    account: str
    commitment: str


class EntropyClosed(Event, frozen=True, kw_only=True, tag="entropy_closed"):
    """The list of the seats that take part."""

    seats: tuple[int, ...]


class EntropyRevealed(Event, frozen=True, kw_only=True, tag="entropy_revealed"):
    patron: str
    box: int
    entropy: str


class ShoeMixed(Event, frozen=True, kw_only=True, tag="shoe_mixed"):
    """The sealed order was shuffled by the seats' bytes; with no seats it is the house's alone."""

    seats: tuple[int, ...]
    left_out: tuple[str, ...]
    """Who committed and did not reveal in time."""
    commitment: str
    """SHA-256 of the order that is dealt, with the same salt."""


class CardsBurned(Event, frozen=True, kw_only=True, tag="cards_burned"):
    card: str
    unseen: int


class CutCardReached(Event, frozen=True, kw_only=True, tag="cut_card_reached"):
    cards_left: int


class CardsCondemned(Event, frozen=True, kw_only=True, tag="cards_condemned"):
    """The cards in use must go before another coup."""

    cite: str


class ShoeClosed(Event, frozen=True, kw_only=True, tag="shoe_closed"):
    number: int
    order: str | None = None
    salt: str | None = None
    reason: str = ""
    """Why it was closed before it was dealt out; empty where it was."""
    closer: str = ""
    """Who closed it early."""


class ShoeAbandoned(Event, frozen=True, kw_only=True, tag="shoe_abandoned"):
    """A sealed shoe whose order nobody can read any more is closed, and never revealed."""

    number: int
    cite: str
    note: str
    goes_on: bool = False
    """Whether its round is concluded, from the shoe that is opened next."""


class BetsOpened(Event, frozen=True, kw_only=True, tag="bets_opened"):
    coup: int
    rulebook: str
    sha256: str
    without_bets: bool = False
    """Whether the round takes no bets, because a card that begins it is known."""


class BetPlaced(Event, frozen=True, kw_only=True, tag="bet_placed"):
    patron: str
    box: int
    stance: Stance
    bet: str
    stake: int
    total: int
    """What now lies on this bet."""
    placed_by: str = ""
    """The pit employee who put it down at the patron's request."""
    more: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether the next event is another bet that the same patron gave together with this one."""


class BetWithdrawn(Event, frozen=True, kw_only=True, tag="bet_withdrawn"):
    patron: str
    box: int
    bet: str
    stake: int
    """What was taken back."""
    left: int = 0
    """What stays."""


class BetRejected(Event, frozen=True, kw_only=True, tag="bet_rejected"):
    """The part of a bet beyond the differential, handed back before the bets closed; `left` stays."""

    patron: str
    box: int
    bet: str
    stake: int
    left: int
    cite: str


class LimitExceeded(Event, frozen=True, kw_only=True, tag="limit_exceeded"):
    """A warning at a table that records chips as they lie."""

    box: int
    code: str
    cite: str
    message: str


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """Chips of one patron on one bet of one box."""

    box: int
    bet: str
    stake: int
    stance: Stance = "seated"


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a bet that takes part in the coup, where the box is beyond its differential."""

    patron: str
    box: int
    bet: str
    effective: int


class BetsClosed(Event, frozen=True, kw_only=True, tag="bets_closed"):
    shares: tuple[Share, ...] = ()
    cite: str = ""


class CardDrawn(Event, frozen=True, kw_only=True, tag="card_drawn"):
    card: str
    side: Hand
    aside: bool = False
    """Whether it lay aside already rather than coming from the shoe now."""
    dealer: str = ""
    """Who dealt it."""


class InsuranceOffered(Event, frozen=True, kw_only=True, tag="insurance_offered"):
    window: str
    insures: Hand
    player: int
    banker: int
    odds: str
    cite: str


class InsuranceTaken(Event, frozen=True, kw_only=True, tag="insurance_taken"):
    patron: str
    box: int
    insures: Hand
    window: str
    stake: int
    odds: str


class InsuranceForgone(Event, frozen=True, kw_only=True, tag="insurance_forgone"):
    """The next card is drawn: who did not insure has let this window go."""

    window: str
    cite: str


class InsuranceWaived(Event, frozen=True, kw_only=True, tag="insurance_waived"):
    cite: str
    patron: str = ""
    """Whose squeeze waives it."""


class WaiverLapsed(Event, frozen=True, kw_only=True, tag="waiver_lapsed"):
    """The patron whose squeeze waived insurance has lost the right to it: insurance is offered as usual."""

    patron: str
    cite: str


class SqueezeRequested(Event, frozen=True, kw_only=True, tag="squeeze_requested"):
    patron: str
    card: Squeezed
    cite: str


class SqueezeGranted(Event, frozen=True, kw_only=True, tag="squeeze_granted"):
    patron: str
    card: Squeezed
    cite: str


class SqueezeDeclined(Event, frozen=True, kw_only=True, tag="squeeze_declined"):
    patron: str
    card: Squeezed
    cite: str


class PatronLeft(Event, frozen=True, kw_only=True, tag="patron_left"):
    patron: str
    cite: str


class IrregularityReported(Event, frozen=True, kw_only=True, tag="irregularity_reported"):
    what: str
    cite: str
    leads_to: str
    decides: str
    """Who must decide before play goes on; empty when nobody has to."""
    cards: str = ""
    note: str = ""
    reporter: str = ""
    """Who reported it."""
    reconstruct: bool | None = None
    """Whether the reporter says that the cards can be put in order."""
    new_cards: bool = False
    place: int = 0
    """Of a card that was read wrongly; `cards` is what it really is."""
    patron: str = ""
    box: int = 0
    window: str = ""
    insures: Literal["", "player", "banker"] = ""
    lay: tuple[Placed, ...] = ()
    """Where the patron's chips lay."""
    of_coup: int = 0
    """The earlier round it is about; 0 for the one on the table."""


class ReportWithdrawn(Event, frozen=True, kw_only=True, tag="report_withdrawn"):
    """Whoever reported it has taken it back."""

    what: str
    cite: str
    reporter: str
    note: str = ""


class CardsSetAside(Event, frozen=True, kw_only=True, tag="cards_set_aside"):
    """Cards out of the shoe that will be dealt first, in this order."""

    cards: str
    next_round: bool = False
    """Whether they have no place in this round and begin the next."""
    known: bool = False
    """Whether somebody has seen one of them."""


class CardsReconstructed(Event, frozen=True, kw_only=True, tag="cards_reconstructed"):
    """The coup's cards in the order they are played; the surplus begins the next coup."""

    cards: str
    surplus: str
    cite: str


class CardCorrected(Event, frozen=True, kw_only=True, tag="card_corrected"):
    """A card was read wrongly: what lay on the table prevails over the record."""

    place: int
    was: str
    card: str
    cite: str
    of_coup: int = 0
    """The earlier round whose record it corrects, and no money with it; 0 for the one on the table."""


class BetsCorrected(Event, frozen=True, kw_only=True, tag="bets_corrected"):
    """A patron's chips lay elsewhere than the record had them."""

    patron: str
    was: tuple[Placed, ...]
    lay: tuple[Placed, ...]
    shares: tuple[Share, ...] = ()
    """Every effective stake found anew, in boxes beyond their differential."""
    cite: str


class CardsDiscarded(Event, frozen=True, kw_only=True, tag="cards_discarded"):
    """Cards out of the shoe that nobody can place: they take no further part."""

    cards: str
    cite: str


class DecisionMade(Event, frozen=True, kw_only=True, tag="decision_made"):
    what: str
    decided_by: str
    cite: str
    note: str = ""
    decider: str = ""
    """Who decided it, by name."""
    confirmed: bool = True
    """False where the report was dismissed."""


class OptionsGiven(Event, frozen=True, kw_only=True, tag="options_given"):
    patrons: tuple[str, ...]
    reconstructed: bool
    """Whether going on is with cards put back in order."""
    cite: str


class OptionChosen(Event, frozen=True, kw_only=True, tag="option_chosen"):
    patron: str
    option: Option
    cite: str


class Returned(msgspec.Struct, frozen=True, kw_only=True):
    """A stake handed back whole."""

    patron: str
    box: int
    bet: str
    """The bet's id, or `insurance`."""
    insures: Literal["", "player", "banker"] = ""
    """The hand that insurance was taken on."""
    stake: int


class ChoicesClosed(Event, frozen=True, kw_only=True, tag="choices_closed"):
    """The time to choose is over: those who said nothing go on."""

    patrons: tuple[str, ...]
    cite: str


class BetsReturned(Event, frozen=True, kw_only=True, tag="bets_returned"):
    patron: str
    stakes: tuple[Returned, ...]
    cite: str


class InsuranceReturned(Event, frozen=True, kw_only=True, tag="insurance_returned"):
    """The true cards or chips do not bear what was insured: that insurance goes back, or what is above its cap."""

    window: str
    insures: Hand
    stakes: tuple[Returned, ...]
    cite: str


class CoupContinued(Event, frozen=True, kw_only=True, tag="coup_continued"):
    cite: str
    because: str


class CoupVoided(Event, frozen=True, kw_only=True, tag="coup_voided"):
    coup: int
    cite: str
    because: str
    stakes: tuple[Returned, ...]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """How one bet ended: `payback` is all that goes to the patron, an excess that took no part included."""

    patron: str
    box: int
    bet: str
    """The bet's id, or `insurance`: then `insures` and `window` say which."""
    insures: Literal["", "player", "banker"] = ""
    window: str = ""
    stake: int
    effective: int
    outcome: Literal["win", "lose", "push"]
    odds: str
    winnings: int
    commission: int
    payback: int
    cite: str


class CoupSettled(Event, frozen=True, kw_only=True, tag="coup_settled"):
    coup: int
    cards: str
    winner: str
    player_points: int
    banker_points: int
    rounding: str
    lines: tuple[Line, ...]


class SettlementReversed(Event, frozen=True, kw_only=True, tag="settlement_reversed"):
    """A coup that was paid is taken back, because of what was noticed before the next began."""

    coup: int
    lines: tuple[Line, ...]
    returned: tuple[Returned, ...] = ()
    """Lost bets that had been handed back for insurance nobody offered: taken back with the rest."""
    cite: str


class OriginalBetReturned(Event, frozen=True, kw_only=True, tag="original_bet_returned"):
    patron: str
    box: int
    bet: str
    stake: int
    cite: str
    window: str = ""
    insures: Literal["", "player", "banker"] = ""
    of_coup: int = 0
    """The earlier round it belongs to; 0 for the one on the table."""


class RoundConcluded(Event, frozen=True, kw_only=True, tag="round_concluded"):
    """Every payment of a round was declared made."""

    coup: int
    cite: str = ""


class RulingMade(Event, frozen=True, kw_only=True, tag="ruling_made"):
    reason: str
    adjustments: tuple[Adjustment, ...]
    decided_by: str
    cite: str
    decider: str = ""
    bets: bool = False
    """Whether the next round takes bets although a card of it is known."""


class DebtWrittenOff(Event, frozen=True, kw_only=True, tag="debt_written_off"):
    patron: str
    amount: int
    decided_by: str
    note: str = ""


class ChipsMoved(msgspec.Struct, frozen=True, kw_only=True):
    """What was to be moved between a patron and the house, and what was; positive to the patron."""

    patron: str
    due: int
    moved: int


class ChipsEntered(Event, frozen=True, kw_only=True, tag="chips_entered"):
    """What was not collected is owed; what was not handed out is kept for the patron."""

    chips: tuple[ChipsMoved, ...]
    felt_was_right: bool
    entered_by: str
    note: str = ""


class PositionAssigned(Event, frozen=True, kw_only=True, tag="position_assigned"):
    person: str
    position: str
    until: str = ""
    """An instant; empty until the table closes."""
    assigned_by: str
    cite: str


AnyEvent = (
    TableOpened
    | SignChanged
    | TableClosed
    | BoughtIn
    | CashedOut
    | ShoeOpened
    | ShoeCut
    | CardsBurned
    | CutCardReached
    | CardsCondemned
    | ShoeClosed
    | ShoeAbandoned
    | EntropyCommitted
    | EntropyClosed
    | EntropyRevealed
    | ShoeMixed
    | BetsOpened
    | BetPlaced
    | BetWithdrawn
    | BetRejected
    | LimitExceeded
    | BetsClosed
    | CardDrawn
    | InsuranceOffered
    | InsuranceTaken
    | InsuranceForgone
    | InsuranceWaived
    | WaiverLapsed
    | SqueezeRequested
    | SqueezeGranted
    | SqueezeDeclined
    | PatronLeft
    | IrregularityReported
    | ReportWithdrawn
    | CardsSetAside
    | CardsReconstructed
    | CardCorrected
    | BetsCorrected
    | CardsDiscarded
    | DecisionMade
    | OptionsGiven
    | OptionChosen
    | ChoicesClosed
    | BetsReturned
    | InsuranceReturned
    | CoupContinued
    | CoupVoided
    | CoupSettled
    | SettlementReversed
    | OriginalBetReturned
    | RoundConcluded
    | RulingMade
    | DebtWrittenOff
    | ChipsEntered
    | PositionAssigned
)
