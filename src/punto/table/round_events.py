"""What happened in a round: bets, cards, insurance, squeezes."""

from __future__ import annotations

from typing import Literal

import msgspec

from punto.table.command import Hand, Squeezed, Stance
from punto.table.event import Event


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


class CardTurned(Event, frozen=True, kw_only=True, tag="card_turned"):
    """The patron who squeezed these turned them before their time was over; from here everybody sees them."""

    patron: str
    cards: tuple[Literal["player", "banker", "player_third", "banker_third"], ...]
    cite: str


class PatronLeft(Event, frozen=True, kw_only=True, tag="patron_left"):
    patron: str
    cite: str
