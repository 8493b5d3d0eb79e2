"""Commands: what people at a table ask for, in the imperative."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Stance = Literal["seated", "standing"]
Hand = Literal["player", "banker"]
Squeezed = Literal["player", "banker", "player_third", "banker_third", "banker_third_first", "expose_banker_third"]
Reported = Literal[
    "foreign_card",
    "shortage",
    "excess",
    "not_shuffled",
    "wrong_number_of_cards",
    "extra_card",
    "exposed_card",
    "wrong_area",
    "face_up",
    "simultaneous",
    "dealing_error",
    "interruption",
    "out_of_cards",
    "misread_card",
    "misplaced_bet",
    "neglected_insurance",
    "late_error",
    "other",
]
Option = Literal["continue", "return"]
Position = Literal["dealer", "pit_supervisor", "pit_manager"]
"""What a person may be assigned to act as; a Shift Manager's deputy is appointed by the administrator."""


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="command"):
    """What every command may carry: who, in whose place, when, and an id that makes it happen once."""

    by: str | None = None
    acting: str | None = None
    """The position this person was assigned to act in, if it is not their own."""
    account: str | None = None
    """The person who gives it, by name; in a script the word in `by` stands for the person."""
    at: str | None = None
    id: str | None = None


class OpenTable(Command, frozen=True, kw_only=True, tag="open_table"):
    rulebook: str
    settings: dict[str, Any] = {}


class ChangeSign(Command, frozen=True, kw_only=True, tag="change_sign"):
    """New limits or a notice, between coups."""

    settings: dict[str, Any]


class CloseTable(Command, frozen=True, kw_only=True, tag="close_table"):
    pass


class BuyIn(Command, frozen=True, kw_only=True, tag="buy_in"):
    patron: str
    amount: int


class CashOut(Command, frozen=True, kw_only=True, tag="cash_out"):
    patron: str
    amount: int


class OpenShoe(Command, frozen=True, kw_only=True, tag="open_shoe"):
    cards: Literal["virtual", "physical"]
    seed: int | None = None
    entropy: bool = False
    """Whether the seats mix its order with bytes of their own before the first card."""
    commitment: str = ""
    """Filled in by whoever holds the sealed order, as is the table's name."""
    table: str = ""


class CutShoe(Command, frozen=True, kw_only=True, tag="cut_shoe"):
    """A patron's cut of a virtual shoe after its commitment: the order starts anew from that card."""

    patron: str
    place: int


class CommitEntropy(Command, frozen=True, kw_only=True, tag="commit_entropy"):
    """A seat's commitment to 32 bytes of its own, in hexadecimal digits."""

    patron: str
    box: int
    commitment: str


class CloseEntropy(Command, frozen=True, kw_only=True, tag="close_entropy"):
    """No more commitments are taken."""

    house_cut: int = 0
    """Filled in by whoever holds the sealed order, like the commitment to the order that is dealt."""
    commitment: str = ""


class RevealEntropy(Command, frozen=True, kw_only=True, tag="reveal_entropy"):
    """The bytes that a seat committed to, in hexadecimal digits."""

    patron: str
    box: int
    entropy: str


class MixShoe(Command, frozen=True, kw_only=True, tag="mix_shoe"):
    """The sealed order is shuffled by the bytes that were revealed."""

    commitment: str = ""
    """Filled in by whoever holds the sealed order."""


class Burn(Command, frozen=True, kw_only=True, tag="burn"):
    card: str


class CloseShoe(Command, frozen=True, kw_only=True, tag="close_shoe"):
    reason: str = ""
    """Why a shoe is closed that could still be dealt from."""
    order: str | None = None
    """The whole order and its salt, revealed by whoever held the sealed shoe."""
    salt: str | None = None


class AbandonShoe(Command, frozen=True, kw_only=True, tag="abandon_shoe"):
    """A sealed shoe whose key is lost goes. The house's own: no request and no script can give it."""

    note: str
    commitment: str = ""
    """Of the shoe that takes its place, should the round go on."""


class OpenBets(Command, frozen=True, kw_only=True, tag="open_bets"):
    pass


class AlsoBet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another bet of the same patron in the same box."""

    bet: str
    stake: Any


class PlaceBet(Command, frozen=True, kw_only=True, tag="place_bet"):
    patron: str
    box: int
    stance: Stance = "seated"
    bet: str
    stake: Any
    """Any, so that a stake that is no whole number is refused as such and not as a broken command."""
    also: list[AlsoBet] = []
    """Bets given together with this one: all are measured together, and taken or refused together."""


class WithdrawBet(Command, frozen=True, kw_only=True, tag="withdraw_bet"):
    patron: str
    box: int
    bet: str
    stake: Any = None
    """What is taken back, where the rest stays; all of it if nothing is said."""


class CloseBets(Command, frozen=True, kw_only=True, tag="close_bets"):
    pass


class DrawCard(Command, frozen=True, kw_only=True, tag="draw_card"):
    card: str | None = None


class TakeInsurance(Command, frozen=True, kw_only=True, tag="take_insurance"):
    patron: str
    box: int
    insures: Hand
    stake: Any


class WalkAway(Command, frozen=True, kw_only=True, tag="walk_away"):
    patron: str


class Squeeze(Command, frozen=True, kw_only=True, tag="squeeze"):
    """By a patron a request; by the dealer or above the House's answer, asked for here or only spoken."""

    patron: str
    card: Squeezed
    decline: bool = False
    """Whether the House says no."""


class Lay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a patron's chips lay when the bets closed."""

    box: int
    bet: str
    stake: Any


class HandedBack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part of a bet that was put down or raised after a card could be seen."""

    patron: str
    box: int
    bet: str
    stake: int


class Report(Command, frozen=True, kw_only=True, tag="report"):
    """Something went wrong. Which fields matter depends on `what`."""

    what: Reported
    cards: str | None = None
    """The cards concerned, in the order drawn as far as it is known."""
    card: str | None = None
    """The same, where it is one card."""
    reconstruct: bool | None = None
    """Whether the cards can be put back in order, if the reporter may decide that."""
    patron: str | None = None
    box: int | None = None
    window: Literal["after_four_cards", "after_player_third_card"] | None = None
    insures: Hand | None = None
    new_cards: bool = False
    """With cards drawn at once: whether the shoe is to be replaced, if the reporter may decide that."""
    place: int | None = None
    """Of a card that was read wrongly: its place in the order drawn, from 1; `card` is what it really is."""
    lay: list[Lay] | None = None
    """Of chips whose record is wrong: where all of the patron's chips lay; empty for none."""
    coup: int | None = None
    """The round it is about, where that is not the one on the table."""
    hand_back: list[HandedBack] = []
    """With a card seen while bets are open: what was placed or raised since, if the reporter may decide that."""
    seal_broken: bool = False
    """Filled in by whoever holds the sealed order: its seal or its count fails verification."""
    note: str = ""


class WithdrawReport(Command, frozen=True, kw_only=True, tag="withdraw_report"):
    """Whoever reported something takes it back before it is decided."""

    note: str = ""


class Choose(Command, frozen=True, kw_only=True, tag="choose"):
    patron: str
    option: Option


class Decide(Command, frozen=True, kw_only=True, tag="decide"):
    """What a supervisor or manager settles about what was reported, or about a box beyond its limits."""

    confirm: bool | None = None
    """Whether what was reported is so; false dismisses the report."""
    reconstruct: bool | None = None
    cards: str | None = None
    """The order in which the cards are to be played."""
    order: str | None = None
    """Another word for it."""
    new_cards: bool = False
    hand_back: list[HandedBack] = []
    """Bets placed or raised after a card could be seen."""
    reject_excess: int | None = None
    """A box whose excess over the differential is handed back before the bets close."""
    note: str = ""


class Adjustment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Money a ruling moves: positive from the house to the patron."""

    patron: str
    amount: int


class Rule(Command, frozen=True, kw_only=True, tag="rule"):
    reason: str
    adjustments: list[Adjustment] = []
    coup: Literal["continue", "void"] = "continue"
    options: bool = False
    """Whether every patron may choose between going on and having the bets back."""
    bets: bool = False
    """Whether the next round takes bets although a card of it is known."""


class Settle(Command, frozen=True, kw_only=True, tag="settle"):
    pass


class CloseChoices(Command, frozen=True, kw_only=True, tag="close_choices"):
    """The time to choose is over: who said nothing goes on."""


class DeclarePaid(Command, frozen=True, kw_only=True, tag="declare_paid"):
    """Every payment of the round is made: it is over."""


class WriteOff(Command, frozen=True, kw_only=True, tag="write_off"):
    """What a patron owes and cannot be collected is given up."""

    patron: str
    amount: int
    note: str = ""


class EnterChips(Command, frozen=True, kw_only=True, tag="enter_chips"):
    """Which real chips moved after a payment was taken back; who is not named waits on."""

    moved: list[Adjustment] = []
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
    )
}
"""Commands by the name a script gives them."""
