"""Events: what happened at a table, in the past tense. They are the record; everything else follows from them."""

from __future__ import annotations

from punto.table.bank_events import (
    BoxCounted,
    BoxDropped,
    CreditAccepted,
    CreditIssued,
    CreditRequested,
    ExceptionFound,
    ExceptionKind,
    FillAccepted,
    FillIssued,
    FillRequested,
    InventoryCounted,
    SlipEvent,
    SlipVoided,
    WinCounted,
)
from punto.table.confirmation_events import (
    ConfirmationAwaited,
    ConfirmationDeclined,
    ConfirmationExpired,
    ConfirmationGiven,
)
from punto.table.event import Event, kind_of
from punto.table.report_events import (
    BetsCorrected,
    CardCorrected,
    CardsDiscarded,
    CardsReconstructed,
    CardsSetAside,
    ChoicesClosed,
    CoupContinued,
    DecisionMade,
    IrregularityReported,
    OptionChosen,
    OptionsGiven,
    ReportWithdrawn,
)
from punto.table.round_events import (
    BetPlaced,
    BetRejected,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    CardDrawn,
    CardTurned,
    InsuranceForgone,
    InsuranceOffered,
    InsuranceTaken,
    InsuranceWaived,
    LimitExceeded,
    PatronLeft,
    Placed,
    Share,
    SqueezeDeclined,
    SqueezeGranted,
    SqueezeRequested,
    WaiverLapsed,
)
from punto.table.settlement_events import (
    INSURANCE,
    BetsReturned,
    ChipsEntered,
    ChipsMoved,
    CoupSettled,
    CoupVoided,
    DebtWrittenOff,
    InsuranceReturned,
    Line,
    OriginalBetReturned,
    Returned,
    RoundConcluded,
    RulingMade,
    SettlementReversed,
)
from punto.table.shoe_events import (
    CardsBurned,
    CardsCondemned,
    CutCardReached,
    EntropyClosed,
    EntropyCommitted,
    EntropyRevealed,
    ShoeAbandoned,
    ShoeClosed,
    ShoeCut,
    ShoeMixed,
    ShoeOpened,
)
from punto.table.sign import Sign

__all__ = [
    "INSURANCE",
    "AnyEvent",
    "BetPlaced",
    "BetRejected",
    "BetWithdrawn",
    "BetsClosed",
    "BetsCorrected",
    "BetsOpened",
    "BetsReturned",
    "BoughtIn",
    "BoxCounted",
    "BoxDropped",
    "CardCorrected",
    "CardDrawn",
    "CardTurned",
    "CardsBurned",
    "CardsCondemned",
    "CardsDiscarded",
    "CardsReconstructed",
    "CardsSetAside",
    "CashedOut",
    "ChipsEntered",
    "ChipsMoved",
    "ChoicesClosed",
    "ConfirmationAwaited",
    "ConfirmationDeclined",
    "ConfirmationExpired",
    "ConfirmationGiven",
    "CoupContinued",
    "CoupSettled",
    "CoupVoided",
    "CreditAccepted",
    "CreditIssued",
    "CreditRequested",
    "CutCardReached",
    "DebtWrittenOff",
    "DecisionMade",
    "EntropyClosed",
    "EntropyCommitted",
    "EntropyRevealed",
    "Event",
    "ExceptionFound",
    "ExceptionKind",
    "FillAccepted",
    "FillIssued",
    "FillRequested",
    "InsuranceForgone",
    "InsuranceOffered",
    "InsuranceReturned",
    "InsuranceTaken",
    "InsuranceWaived",
    "InventoryCounted",
    "IrregularityReported",
    "LimitExceeded",
    "Line",
    "OptionChosen",
    "OptionsGiven",
    "OriginalBetReturned",
    "PatronLeft",
    "Placed",
    "PositionAssigned",
    "ReportWithdrawn",
    "Returned",
    "RoundConcluded",
    "RulingMade",
    "SettlementReversed",
    "Share",
    "ShoeAbandoned",
    "ShoeClosed",
    "ShoeCut",
    "ShoeMixed",
    "ShoeOpened",
    "SignChanged",
    "SignPrepared",
    "SlipEvent",
    "SlipVoided",
    "SqueezeDeclined",
    "SqueezeGranted",
    "SqueezeRequested",
    "TableClosed",
    "TableOpened",
    "WaiverLapsed",
    "WinCounted",
    "kind_of",
]


class TableOpened(Event, frozen=True, kw_only=True, tag="table_opened"):
    sign: Sign


class SignChanged(Event, frozen=True, kw_only=True, tag="sign_changed"):
    sign: Sign


class SignPrepared(Event, frozen=True, kw_only=True, tag="sign_prepared"):
    """The sign that goes up when the round is over; nothing where what was prepared is withdrawn."""

    sign: Sign | None


class TableClosed(Event, frozen=True, kw_only=True, tag="table_closed"):
    pass


class BoughtIn(Event, frozen=True, kw_only=True, tag="bought_in"):
    patron: str
    amount: int


class CashedOut(Event, frozen=True, kw_only=True, tag="cashed_out"):
    patron: str
    amount: int


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
    | SignPrepared
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
    | CardTurned
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
    | ConfirmationAwaited
    | ConfirmationGiven
    | ConfirmationDeclined
    | ConfirmationExpired
    | InventoryCounted
    | FillRequested
    | FillIssued
    | FillAccepted
    | CreditRequested
    | CreditIssued
    | CreditAccepted
    | SlipVoided
    | BoxDropped
    | BoxCounted
    | WinCounted
    | ExceptionFound
)
