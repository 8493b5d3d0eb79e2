"""What went wrong and was put right: reports, cards and chips corrected, decisions, choices."""

from __future__ import annotations

from typing import Literal

from punto.table.command import Option
from punto.table.event import Event
from punto.table.round_events import Placed, Share


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
    replaces: bool = False
    """Whether it takes the place of a lighter report, which waits again if this one comes to nothing."""
    again: bool = False
    """Whether it was reported before, and waits again now that the graver one in its place has come to nothing."""


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
    of_coup: int = 0
    """The earlier round whose record alone is corrected; 0 for the one on the table."""


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


class ChoicesClosed(Event, frozen=True, kw_only=True, tag="choices_closed"):
    """The time to choose is over: those who said nothing go on."""

    patrons: tuple[str, ...]
    cite: str


class CoupContinued(Event, frozen=True, kw_only=True, tag="coup_continued"):
    cite: str
    because: str
