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


class ShoeCut(Event, frozen=True, kw_only=True, tag="shoe_cut"):
    patron: str
    place: int


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


class BetsOpened(Event, frozen=True, kw_only=True, tag="bets_opened"):
    coup: int
    rulebook: str
    sha256: str


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


class BetWithdrawn(Event, frozen=True, kw_only=True, tag="bet_withdrawn"):
    patron: str
    box: int
    bet: str
    stake: int


class BetRejected(Event, frozen=True, kw_only=True, tag="bet_rejected"):
    """The part of a bet beyond the differential, handed back before the bets closed."""

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


class CardsSetAside(Event, frozen=True, kw_only=True, tag="cards_set_aside"):
    """Cards out of the shoe that will be dealt first, in this order."""

    cards: str


class CardsReconstructed(Event, frozen=True, kw_only=True, tag="cards_reconstructed"):
    """The coup's cards in the order they are played; the surplus begins the next coup."""

    cards: str
    surplus: str
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


class BetsReturned(Event, frozen=True, kw_only=True, tag="bets_returned"):
    patron: str
    stakes: tuple[Returned, ...]
    cite: str


class InsuranceReturned(Event, frozen=True, kw_only=True, tag="insurance_returned"):
    """The cards, put in order, do not offer what was insured: that insurance goes back."""

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


class RulingMade(Event, frozen=True, kw_only=True, tag="ruling_made"):
    reason: str
    adjustments: tuple[Adjustment, ...]
    decided_by: str
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
    | SqueezeRequested
    | SqueezeGranted
    | SqueezeDeclined
    | PatronLeft
    | IrregularityReported
    | CardsSetAside
    | CardsReconstructed
    | CardsDiscarded
    | DecisionMade
    | OptionsGiven
    | OptionChosen
    | BetsReturned
    | InsuranceReturned
    | CoupContinued
    | CoupVoided
    | CoupSettled
    | SettlementReversed
    | OriginalBetReturned
    | RulingMade
)
