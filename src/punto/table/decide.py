"""`decide`: what a command leads to at this table, or why it is refused. Pure: it only answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from punto.kit import Refusal, Refused
from punto.table import (
    abandonment,
    assignment,
    betting,
    chips,
    choice,
    dealing,
    drop,
    insurance,
    inventory,
    irregularity,
    mixing,
    opening,
    round,
    ruling,
    second_person,
    settlement,
    shoe,
    slips,
    squeeze,
    turning,
)
from punto.table import commands as c
from punto.table.authority import require_assigned
from punto.table.events import Event
from punto.table.state import State, Waiting


def decide(state: State, command: c.Command) -> list[Event] | Refusal:
    """The events a command brings about, or the refusal that leaves everything as it was.

    Where one person alone may not bring the events about, the one event that the command waits for a second person.
    """
    try:
        events = _events(state, command)
        waits = second_person.awaited(state, command, events)
        return events if waits is None else [waits]
    except Refused as refused:
        return refused.refusal


def decide_confirmed(state: State, command: c.Command, waiting: Waiting) -> list[Event] | Refusal:
    """The events of a command that a second person has confirmed, if it moves the money that was confirmed."""
    try:
        events = _events(state, command)
        second_person.require_same_money(state, waiting, events)
        return events
    except Refused as refused:
        return refused.refusal


def _events(state: State, command: c.Command) -> list[Event]:
    require_assigned(state, command)
    return _HANDLERS[type(command)](state, command)


def _decide(state: State, command: c.Decide) -> list[Event]:
    if command.reject_excess is not None:
        return betting.reject_excess(state, command, command.reject_excess)
    return irregularity.decide_pending(state, command)


_HANDLERS: dict[type[c.Command], Callable[[State, Any], list[Event]]] = {
    c.OpenTable: opening.open_table,
    c.ChangeSign: opening.change_sign,
    c.CloseTable: shoe.close_table,
    c.BuyIn: opening.buy_in,
    c.CashOut: opening.cash_out,
    c.OpenShoe: shoe.open_shoe,
    c.CutShoe: shoe.cut_shoe,
    c.CommitEntropy: mixing.commit_entropy,
    c.CloseEntropy: mixing.close_entropy,
    c.RevealEntropy: mixing.reveal_entropy,
    c.MixShoe: mixing.mix_shoe,
    c.Burn: shoe.burn,
    c.CloseShoe: shoe.close_shoe,
    c.AbandonShoe: abandonment.abandon_shoe,
    c.OpenBets: betting.open_bets,
    c.PlaceBet: betting.place_bet,
    c.WithdrawBet: betting.withdraw_bet,
    c.CloseBets: betting.close_bets,
    c.DrawCard: dealing.draw_card,
    c.TakeInsurance: insurance.take_insurance,
    c.WalkAway: choice.walk_away,
    c.Squeeze: squeeze.squeeze,
    c.TurnCard: turning.turn_card,
    c.Report: irregularity.report,
    c.WithdrawReport: irregularity.withdraw_report,
    c.Choose: choice.choose,
    c.Decide: _decide,
    c.Rule: ruling.rule,
    c.Settle: settlement.settle,
    c.CloseChoices: choice.close_choices,
    c.DeclarePaid: round.declare_paid,
    c.WriteOff: ruling.write_off,
    c.EnterChips: chips.enter_chips,
    c.Assign: assignment.assign,
    c.Confirm: second_person.confirm,
    c.ExpireWaiting: second_person.expire_waiting,
    c.CountInventory: inventory.count_inventory,
    c.RequestFill: slips.request_fill,
    c.IssueFill: slips.issue_fill,
    c.AcceptFill: slips.accept_fill,
    c.RequestCredit: slips.request_credit,
    c.IssueCredit: slips.issue_credit,
    c.AcceptCredit: slips.accept_credit,
    c.VoidSlip: slips.void_slip,
    c.DropBox: drop.drop_box,
    c.CountBox: drop.count_box,
}
