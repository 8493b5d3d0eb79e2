"""Commands: what people at a table ask for, in the imperative. Those of the table itself, and all of them gathered."""

from __future__ import annotations

from typing import Any

import msgspec

from punto.table.bank_commands import (
    AcceptCredit,
    AcceptFill,
    BankCommand,
    CountBox,
    CountInventory,
    DropBox,
    IssueCredit,
    IssueFill,
    RequestCredit,
    RequestFill,
    SlipRequest,
    SlipStep,
    VoidSlip,
)
from punto.table.command import Command, Hand, Option, Position, Reported, Squeezed, Stance
from punto.table.report_commands import (
    Adjustment,
    Choose,
    CloseChoices,
    Decide,
    HandedBack,
    Lay,
    Report,
    Rule,
    WithdrawReport,
)
from punto.table.round_commands import (
    AlsoBet,
    CloseBets,
    DeclarePaid,
    DrawCard,
    OpenBets,
    PlaceBet,
    Settle,
    Squeeze,
    TakeInsurance,
    TurnCard,
    WalkAway,
    WithdrawBet,
)
from punto.table.shoe_commands import (
    AbandonShoe,
    Burn,
    CloseEntropy,
    CloseShoe,
    CommitEntropy,
    CutShoe,
    MixShoe,
    OpenShoe,
    RevealEntropy,
)

__all__ = [
    "COMMANDS",
    "AbandonShoe",
    "AcceptCredit",
    "AcceptFill",
    "Adjustment",
    "AlsoBet",
    "AnyCommand",
    "Assign",
    "BankCommand",
    "Burn",
    "BuyIn",
    "CashOut",
    "ChangeSign",
    "Choose",
    "CloseBets",
    "CloseChoices",
    "CloseEntropy",
    "CloseShoe",
    "CloseTable",
    "Command",
    "CommitEntropy",
    "Confirm",
    "CountBox",
    "CountInventory",
    "CutShoe",
    "Decide",
    "DeclarePaid",
    "DrawCard",
    "DropBox",
    "EnterChips",
    "ExpireWaiting",
    "Hand",
    "HandedBack",
    "IssueCredit",
    "IssueFill",
    "Lay",
    "MixShoe",
    "OpenBets",
    "OpenShoe",
    "OpenTable",
    "Option",
    "PlaceBet",
    "Position",
    "Report",
    "Reported",
    "RequestCredit",
    "RequestFill",
    "RevealEntropy",
    "Rule",
    "Settle",
    "SlipRequest",
    "SlipStep",
    "Squeeze",
    "Squeezed",
    "Stance",
    "TakeInsurance",
    "TurnCard",
    "VoidSlip",
    "WalkAway",
    "WithdrawBet",
    "WithdrawReport",
    "WriteOff",
]


class OpenTable(Command, frozen=True, kw_only=True, tag="open_table"):
    rulebook: str
    settings: dict[str, Any] = msgspec.field(default_factory=dict)


class ChangeSign(Command, frozen=True, kw_only=True, tag="change_sign"):
    """New limits or a notice, between coups."""

    settings: dict[str, Any]
    after_round: bool = False
    """Whether the table keeps it until the round is over; without settings it forgets what it kept."""


class CloseTable(Command, frozen=True, kw_only=True, tag="close_table"):
    pass


class BuyIn(Command, frozen=True, kw_only=True, tag="buy_in"):
    patron: str
    amount: int


class CashOut(Command, frozen=True, kw_only=True, tag="cash_out"):
    patron: str
    amount: int


class WriteOff(Command, frozen=True, kw_only=True, tag="write_off"):
    """What a patron owes and cannot be collected is given up."""

    patron: str
    amount: int
    note: str = ""


class EnterChips(Command, frozen=True, kw_only=True, tag="enter_chips"):
    """Which real chips moved after a payment was taken back; who is not named waits on."""

    moved: list[Adjustment] = msgspec.field(default_factory=list)
    """Positive what was handed to the patron, negative what was collected."""
    felt_was_right: bool = False
    """Whether nothing had to move: the patrons were paid right, and only the record was wrong."""
    note: str = ""


class Assign(Command, frozen=True, kw_only=True, tag="assign"):
    """Somebody is to act in a position that is not their own."""

    person: str
    """A name; in a script the word used in `by`."""
    position: Position
    table: str | None = None
    """Which table; this one where none is named."""
    until: str | None = None
    """An instant; without one until the table closes."""


class Confirm(Command, frozen=True, kw_only=True, tag="confirm"):
    """A second person answers for a command that waits for one."""

    waiting: int
    decline: bool = False
    """Whether the answer is no."""


class ExpireWaiting(Command, frozen=True, kw_only=True, tag="expire_waiting"):
    """The time for a second person is over. The house's clock gives it, and nobody else."""


AnyCommand = (
    OpenTable
    | ChangeSign
    | CloseTable
    | BuyIn
    | CashOut
    | OpenShoe
    | CutShoe
    | Burn
    | CloseShoe
    | OpenBets
    | PlaceBet
    | WithdrawBet
    | CloseBets
    | DrawCard
    | TakeInsurance
    | WalkAway
    | Squeeze
    | TurnCard
    | Report
    | WithdrawReport
    | Choose
    | Decide
    | Rule
    | Settle
    | CloseChoices
    | DeclarePaid
    | WriteOff
    | EnterChips
    | Assign
    | Confirm
    | CountInventory
    | RequestFill
    | IssueFill
    | AcceptFill
    | RequestCredit
    | IssueCredit
    | AcceptCredit
    | VoidSlip
    | DropBox
    | CountBox
)


COMMANDS: dict[str, type[Command]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        OpenTable,
        ChangeSign,
        CloseTable,
        BuyIn,
        CashOut,
        OpenShoe,
        CutShoe,
        CommitEntropy,
        CloseEntropy,
        RevealEntropy,
        MixShoe,
        Burn,
        CloseShoe,
        OpenBets,
        PlaceBet,
        WithdrawBet,
        CloseBets,
        DrawCard,
        TakeInsurance,
        WalkAway,
        Squeeze,
        TurnCard,
        Report,
        WithdrawReport,
        Choose,
        Decide,
        Rule,
        Settle,
        CloseChoices,
        DeclarePaid,
        WriteOff,
        EnterChips,
        Assign,
        Confirm,
        ExpireWaiting,
        CountInventory,
        RequestFill,
        IssueFill,
        AcceptFill,
        RequestCredit,
        IssueCredit,
        AcceptCredit,
        VoidSlip,
        DropBox,
        CountBox,
    )
}
"""Commands by the name a script gives them."""
