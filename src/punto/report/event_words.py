"""Events in words, as a dealer would say them, each line with its paragraph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

from punto.kit import read_cards
from punto.report.bank_words import BANK_WORDS
from punto.report.rounding_words import rounding_words
from punto.rulebook import Window
from punto.table import Event
from punto.table import events as e

_WINDOW = {window.value: window.words for window in Window}
_SQUEEZED = {
    "player": "Player's cards",
    "banker": "Banker's cards",
    "player_third": "Player's third card",
    "banker_third": "Banker's third card",
    "banker_third_first": "Banker's third card before Player's is opened",
    "expose_banker_third": "Player's third card once Banker's is exposed",
}
_END = {"win": "wins", "lose": "loses", "push": "is returned"}

Lines = list[tuple[str, str]]
"""Lines of one event, each with its paragraph; those after the first are details."""


def event_lines(event: Event) -> Lines:
    """An event in words."""
    return _WORDS[type(event)](event)


_HEADINGS = e.TableOpened | e.ShoeOpened | e.BetsOpened | e.ShoeClosed | e.ShoeAbandoned | e.TableClosed


def is_heading(event: Event) -> bool:
    """Whether something new begins with this event."""
    return isinstance(event, _HEADINGS)


def _pictures(cards: str) -> str:
    return "  ".join(card.picture for card in read_cards(cards))


def _words(text: str) -> str:
    return text.replace("_", " ")


def bet_words(bet: str) -> str:
    """A bet's id as it is read out; `insurance:banker` is insurance of Banker."""
    name, _, hand = bet.partition(":")
    return f"insurance of {hand}" if hand else _words(name)


def _name(line: e.Line | e.Returned) -> str:
    return f"insurance of {line.insures}" if line.bet == e.INSURANCE else _words(line.bet)


def _returned(stakes: tuple[e.Returned, ...]) -> Lines:
    return [(f"{bet.patron}: {_name(bet)} {bet.stake:,} in box {bet.box} goes back", "") for bet in stakes]


def _line(line: e.Line) -> Lines:
    when = f" {_WINDOW.get(line.window, '')}" if line.window else ""
    part = f", of which {line.effective:,} took part" if line.effective != line.stake else ""
    at = f" at {line.odds}" if line.odds else ""
    less = f", less commission {line.commission:,}" if line.commission else ""
    end = f"{_END[line.outcome]}{at}{less}, {line.payback:,} back"
    sentence = f"{line.patron}, box {line.box}: {_name(line)}{when} {line.stake:,}{part} {end}"
    return [(sentence, line.cite), *([(line_rounding(line), "")] if line.exact else [])]


def line_rounding(line: e.Line) -> str:
    """What rounding did to a line that records its exact winnings."""
    exact = Fraction(line.exact or 0)
    return rounding_words(line.odds, line.effective, exact, line.winnings, less_commission=line.commission > 0)


def _settled(event: e.CoupSettled) -> Lines:
    score = f"Player {event.player_points} v Banker {event.banker_points}"
    winner = "a tie" if event.winner == "tie" else f"{event.winner.capitalize()} wins"
    return [(f"{score}: {winner}", ""), *chain.from_iterable(map(_line, event.lines))]


def _placed(event: e.BetPlaced) -> Lines:
    more = f", now {event.total:,}" if event.total != event.stake else ""
    helper = f" (put down by the {_words(event.placed_by)})" if event.placed_by else ""
    where = f"box {event.box}, {event.stance}"
    return [(f"{event.patron} bets {event.stake:,} on {_words(event.bet)} in {where}{more}{helper}", "")]


def _closed(event: e.BetsClosed) -> Lines:
    shares = [
        (f"{share.patron}'s {_words(share.bet)} in box {share.box} plays for {share.effective:,}", event.cite)
        for share in event.shares
    ]
    return [("No more bets", ""), *shares]


def _boxes(seats: Sequence[int]) -> str:
    return ", ".join(f"box {seat}" for seat in seats) or "none"


def _shoe_mixed(event: e.ShoeMixed) -> Lines:
    by = (
        f"mixed by the bytes of {_boxes(event.seats)}" if event.seats else "house only: no seat had a part in its order"
    )
    left_out = [(f"left out, not revealed in time: {', '.join(event.left_out)}", "")] if event.left_out else []
    return [(f"The shoe is {by}", ""), (f"its order is committed to as {event.commitment}", ""), *left_out]


def _shoe_opened(event: e.ShoeOpened) -> Lines:
    seeded = ", its order from a seed" if event.seeded else ""
    sealed = [(f"committed to as {event.commitment}", "")] if event.commitment else []
    return [(f"Shoe {event.number}: {event.decks} decks, {event.cards}{seeded}", ""), *sealed]


def _reported(event: e.IrregularityReported) -> Lines:
    cards = f": {_pictures(event.cards)}" if event.cards else ""
    waits = f"; a {_words(event.decides)} must decide" if event.decides else ""
    note = [(event.note, "")] if event.note else []
    does = "waits again" if event.again else "reported"
    return [(f"{_words(event.what).capitalize()} {does}{cards}{waits}", event.cite), *note]


def _ruling(event: e.RulingMade) -> Lines:
    moves = [
        (f"{move.patron} {'gets' if move.amount > 0 else 'gives'} {abs(move.amount):,}", "")
        for move in event.adjustments
    ]
    return [(f"The {_words(event.decided_by)} rules: {event.reason}", event.cite), *moves]


def _decided(event: e.DecisionMade) -> Lines:
    note = f": {event.note}" if event.note else ""
    does = "decides on" if event.confirmed else "dismisses the report of"
    return [(f"The {_words(event.decided_by)} {does} {_words(event.what)}{note}", event.cite)]


def _lay(chips: tuple[e.Placed, ...]) -> str:
    return ", ".join(f"{lay.stake:,} on {_words(lay.bet)} in box {lay.box}" for lay in chips) or "nothing"


def _card_corrected(event: e.CardCorrected) -> Lines:
    of = f" of coup {event.of_coup}" if event.of_coup else ""
    return [(f"Card {event.place}{of} was read as {_pictures(event.was)} and is {_pictures(event.card)}", event.cite)]


def _bets_corrected(event: e.BetsCorrected) -> Lines:
    of = f" in coup {event.of_coup}" if event.of_coup else ""
    was = (f"the record had {_lay(event.was)}", "")
    return [(f"{event.patron}'s chips lay otherwise{of}: {_lay(event.lay)}", event.cite), was]


def _set_aside(event: e.CardsSetAside) -> Lines:
    when = "begins the next coup" if event.next_round else "is dealt next"
    return [(f"{_pictures(event.cards)} lies aside and {when}", "")]


def _chips_entered(event: e.ChipsEntered) -> Lines:
    who = _words(event.entered_by)
    if event.felt_was_right:
        return [(f"The {who} finds that the felt was right: no chips move", "")]
    ways = [(entry, "to" if entry.due > 0 else "from") for entry in event.chips]
    return [
        (f"The {who} enters {abs(entry.moved):,} of {abs(entry.due):,} moved {way} {entry.patron}", "")
        for entry, way in ways
    ]


def _assigned(event: e.PositionAssigned) -> Lines:
    until = f" until {event.until}" if event.until else ""
    by = _words(event.assigned_by)
    return [(f"{event.person} is to act as {_words(event.position)}{until}, by the {by}", event.cite)]


def _awaited(event: e.ConfirmationAwaited) -> Lines:
    what = _words(str(event.command.get("command", "")))
    of = f" of {event.sum:,}" if event.sum else ""
    about = event.command.get("patron")
    whom = f" for {about}" if about and about != event.asker else ""
    waits = f"waits as number {event.waiting} for a {_words(event.needs)} or above"
    return [(f"{event.asker}'s {what}{of}{whom} {waits}, until {event.until}", "")]


def _expired(event: e.ConfirmationExpired) -> Lines:
    why = "nobody confirmed it in time" if event.because == "time" else "the table is closed"
    return [(f"Number {event.waiting} waits no longer: {why}", "")]


def _sign(sign: Any) -> Lines:
    most = f" to {sign.stake_max:,}" if sign.stake_max else ""
    apart = f", differential {sign.differential_max:,}" if sign.differential_max is not None else ""
    money = f"bets {sign.stake_min:,}{most}{apart}, limits {sign.limits}, rounding {sign.rounding}"
    return [(f"{sign.boxes} boxes, {sign.decks} decks, {money}", "")]


_WORDS: dict[type[Event], Callable[[Any], Lines]] = {
    e.TableOpened: lambda event: [(f"The table opens on {event.sign.rulebook}", ""), *_sign(event.sign)],
    e.SignChanged: lambda event: [("The sign is changed", ""), *_sign(event.sign)],
    e.SignPrepared: lambda event: (
        [("The sign changes when the round is over", ""), *_sign(event.sign)]
        if event.sign
        else [("The sign that was prepared is withdrawn", "")]
    ),
    e.TableClosed: lambda event: [("The table closes", "")],
    e.BoughtIn: lambda event: [(f"{event.patron} buys in for {event.amount:,}", "")],
    e.CashedOut: lambda event: [(f"{event.patron} cashes out {event.amount:,}", "")],
    e.ShoeOpened: _shoe_opened,
    e.ShoeCut: lambda event: [(f"{event.patron} cuts the shoe at card {event.place}", "")],
    e.EntropyCommitted: lambda event: [
        (f"{event.patron} at box {event.box} commits to bytes of their own: {event.commitment}", "")
    ],
    e.EntropyClosed: lambda event: [(f"Seats that mix the shoe: {_boxes(event.seats)}", "")],
    e.EntropyRevealed: lambda event: [(f"{event.patron} at box {event.box} reveals {event.entropy}", "")],
    e.ShoeMixed: _shoe_mixed,
    e.CardsBurned: lambda event: [(f"{_pictures(event.card)} is turned, {event.unseen} more burned unseen", "")],
    e.CutCardReached: lambda event: [(f"The cut card, {event.cards_left} cards from the end: one more coup", "")],
    e.CardsCondemned: lambda event: [("These cards must be replaced", event.cite)],
    e.ShoeClosed: lambda event: [
        (f"Shoe {event.number} is closed", ""),
        *([("its order is revealed with its salt", "")] if event.order else []),
    ],
    e.ShoeAbandoned: lambda event: [
        (f"Shoe {event.number} is closed, and its order is not revealed: {event.note}", event.cite),
        *([("the round is concluded from another shoe", "")] if event.goes_on else []),
    ],
    e.BetsOpened: lambda event: [(f"Coup {event.coup}: place your bets, please", "")],
    e.BetPlaced: _placed,
    e.BetWithdrawn: lambda event: [
        (f"{event.patron} takes back {event.stake:,} from {_words(event.bet)} in box {event.box}", "")
    ],
    e.BetRejected: lambda event: [
        (f"{event.stake:,} of {event.patron}'s {_words(event.bet)} in box {event.box} is handed back", event.cite)
    ],
    e.LimitExceeded: lambda event: [(f"Noticed: {event.message}", event.cite)],
    e.BetsClosed: _closed,
    e.CardDrawn: lambda event: [
        (f"{event.side.capitalize()} gets {_pictures(event.card)}{', which lay aside' if event.aside else ''}", "")
    ],
    e.InsuranceOffered: lambda event: [
        (f"Insurance of {event.insures.capitalize()} is offered at {event.odds}", event.cite),
        (f"Player {event.player} v Banker {event.banker}", ""),
    ],
    e.InsuranceTaken: lambda event: [
        (f"{event.patron} insures {event.insures.capitalize()} in box {event.box} for {event.stake:,}", "")
    ],
    e.InsuranceForgone: lambda event: [(f"Insurance {_WINDOW[event.window]} is over", event.cite)],
    e.InsuranceWaived: lambda event: [("Insurance after Player's third card is waived for this coup", event.cite)],
    e.WaiverLapsed: lambda event: [(f"{event.patron}'s squeeze waives insurance no longer", event.cite)],
    e.SqueezeRequested: lambda event: [(f"{event.patron} asks to squeeze {_SQUEEZED[event.card]}", event.cite)],
    e.SqueezeGranted: lambda event: [(f"{event.patron} may squeeze {_SQUEEZED[event.card]}", event.cite)],
    e.SqueezeDeclined: lambda event: [(f"{event.patron} may not squeeze {_SQUEEZED[event.card]}", event.cite)],
    e.CardTurned: lambda event: [
        (f"{event.patron} turns {' and '.join(_SQUEEZED[card] for card in event.cards)}", event.cite)
    ],
    e.PatronLeft: lambda event: [(f"{event.patron} walks away", event.cite)],
    e.IrregularityReported: _reported,
    e.ReportWithdrawn: lambda event: [(f"The report of {_words(event.what)} is withdrawn", event.cite)],
    e.CardsSetAside: _set_aside,
    e.CardCorrected: _card_corrected,
    e.BetsCorrected: _bets_corrected,
    e.CardsReconstructed: lambda event: [
        (f"The cards in their order: {_pictures(event.cards)}", event.cite),
        *([(f"left over for the next coup: {_pictures(event.surplus)}", "")] if event.surplus else []),
    ],
    e.CardsDiscarded: lambda event: [(f"{_pictures(event.cards)} takes no further part", event.cite)],
    e.DecisionMade: _decided,
    e.OptionsGiven: lambda event: [(f"{', '.join(event.patrons)} may go on or have the bets back", event.cite)],
    e.OptionChosen: lambda event: [
        (f"{event.patron} {'goes on' if event.option == 'continue' else 'wants the bets back'}", event.cite)
    ],
    e.ChoicesClosed: lambda event: [(f"The time to choose is over: {', '.join(event.patrons)} go on", event.cite)],
    e.BetsReturned: lambda event: [(f"{event.patron}'s bets go back", event.cite), *_returned(event.stakes)],
    e.InsuranceReturned: lambda event: [
        (f"Insurance of {event.insures} {_WINDOW[event.window]} goes back", event.cite),
        *_returned(event.stakes),
    ],
    e.CoupContinued: lambda event: [(f"The coup goes on: {_words(event.because)}", event.cite)],
    e.CoupVoided: lambda event: [
        (f"Coup {event.coup} is void ({_words(event.because)})", event.cite),
        *_returned(event.stakes),
    ],
    e.CoupSettled: _settled,
    e.SettlementReversed: lambda event: [
        (f"The payment of coup {event.coup} is taken back", event.cite),
        *chain.from_iterable(map(_line, event.lines)),
    ],
    e.OriginalBetReturned: lambda event: [
        (f"{event.patron}'s {_words(event.bet)} {event.stake:,} in box {event.box} goes back", event.cite)
    ],
    e.RoundConcluded: lambda event: [(f"Coup {event.coup} is paid", event.cite)],
    e.RulingMade: _ruling,
    e.DebtWrittenOff: lambda event: [
        (f"The {_words(event.decided_by)} writes off {event.amount:,} that {event.patron} owes", "")
    ],
    e.ChipsEntered: _chips_entered,
    e.PositionAssigned: _assigned,
    e.ConfirmationAwaited: _awaited,
    e.ConfirmationGiven: lambda event: [
        (f"{event.confirmer}, {_words(event.confirmed_as)}, confirms number {event.waiting}", "")
    ],
    e.ConfirmationDeclined: lambda event: [
        (f"{event.decliner}, {_words(event.declined_as)}, declines number {event.waiting}", "")
    ],
    e.ConfirmationExpired: _expired,
    **BANK_WORDS,
}
