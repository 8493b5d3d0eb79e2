"""What a clause leads to, once somebody of rank has confirmed the report."""

from __future__ import annotations

from dataclasses import dataclass

from punto.kit import Card, Refused
from punto.rulebook import Consequence
from punto.rulebook.model import Irregularity, NewCards
from punto.table import commands as c
from punto.table import events as e
from punto.table.choice import certain, options
from punto.table.correction import bets_corrected, card_corrected
from punto.table.insurance import offered
from punto.table.limits import pro_rata_cite
from punto.table.neglect import claim_of, neglected
from punto.table.reconstruction import is_in_order, resolved
from punto.table.report import FROM_THE_SHOE, OUT_OF_USE
from punto.table.round import after, settlement_reversed
from punto.table.settlement import voided
from punto.table.shares import shares
from punto.table.shoe import known_card
from punto.table.squeeze import lapsed
from punto.table.state import State


@dataclass(frozen=True, slots=True)
class Answer:
    """The decision about a report in detail: whether cards can be put in order, and in which."""

    reconstruct: bool | None = None
    cards: tuple[Card, ...] = ()
    new_cards: bool = False
    hand_back: tuple[c.HandedBack, ...] = ()
    reason: str = ""

    @property
    def can(self) -> bool:
        return self.reconstruct is not False


def consequence(state: State, clause: Irregularity, noted: e.IrregularityReported, answer: Answer) -> list[e.Event]:
    """The events that a clause leads to, once somebody of rank has confirmed the report."""
    if answer.hand_back and (noted.what not in FROM_THE_SHOE or state.table.phase != "betting"):
        raise Refused(
            code="bets_are_closed",
            message="bets are handed back where a card was seen while they were open, and at no other moment",
            cite=clause.cite,
        )
    match clause.leads_to:
        case Consequence.VOID:
            return _void(state, clause, noted.what)
        case Consequence.CONCLUDE_IF_ESTABLISHED_ELSE_VOID:
            return _interrupted(state, clause, noted.what)
        case Consequence.CONTINUE:
            stands = e.CoupContinued(cite=clause.cite, because="the result stands")
            return [stands, *options(state, clause, reconstructed=False)]
        case Consequence.RETURN_ORIGINAL_BET:
            return [neglected(state, clause, claim_of(state, clause, noted))]
        case Consequence.TABLE_PREVAILS:
            return card_corrected(state, clause, noted.place, known_card(noted.cards), noted.of_coup)
        case Consequence.SETTLE_AS_IT_LIES:
            return bets_corrected(state, clause, noted.patron, noted.lay, noted.of_coup)
        case _:
            early_close = _early_close(state, clause, answer) if noted.what in FROM_THE_SHOE else []
            if early_close:
                return [*early_close, *_replaced(state, clause, answer.new_cards)]
            _require_reason(state, clause, answer)
            return [
                *resolved(state, clause, answer.cards, answer.can),
                *_replaced(state, clause, answer.new_cards),
            ]


def _require_reason(state: State, clause: Irregularity, answer: Answer) -> None:
    """Refused if another order than the one on record has no reason; cards that are not on record change no order."""
    if clause.what not in ("wrong_area", "wrong_number_of_cards") or not answer.cards or answer.reason.strip():
        return
    if is_in_order(answer.cards, state.coup.cards):
        return
    message = "the order on record is the order drawn: say why another one is played (note)"
    raise Refused(code="reason_is_needed", message=message, cite=clause.cite)


def _void(state: State, clause: Irregularity, what: str) -> list[e.Event]:
    """The round in progress is void, a settlement already booked reversed; those before stand."""
    events: list[e.Event] = []
    if is_current(state):
        events = settlement_reversed(state, clause.cite)
        events.append(voided(after(state, events), clause.cite, what))
    too_few = what == "out_of_cards" and not state.shoe.too_few
    if what in OUT_OF_USE or clause.cards is NewCards.REPLACED or too_few:
        events.append(e.CardsCondemned(cite=clause.cite))
    return events


def is_current(state: State) -> bool:
    """Whether a round is between its first call and the last of its payments."""
    return state.table.phase in ("betting", "dealing", "paying")


def _interrupted(state: State, clause: Irregularity, what: str) -> list[e.Event]:
    """Concluded if some bet on the layout is already decided whatever comes, else void; open bets resume."""
    if state.table.phase == "betting":
        return [e.CoupContinued(cite=clause.cite, because="the bets are open, and the betting resumes")]
    if not is_current(state):
        return []
    fates = certain(state)
    if not fates:
        return [voided(state, state.rules.part(clause.cite, 2), what)]
    bet, fate = next(iter(fates.items()))
    goes_on = e.CoupContinued(cite=state.rules.part(clause.cite, 1), because=f"{bet} is certain to {fate}")
    return [goes_on, *again(state)]


def again(state: State) -> list[e.Event]:
    """A window that was interrupted opens again in full: for a choice, or for insurance."""
    coup = state.coup
    if coup.choosing:
        cite = state.rules.procedure.get("choice", "")
        return [e.OptionsGiven(patrons=coup.choosing, reconstructed=coup.reconstructed, cite=cite)]
    return offered(state) if state.table.phase == "dealing" else []


def _early_close(state: State, clause: Irregularity, answer: Answer) -> list[e.Event]:
    """A card that becomes known while bets are open counts as "No more bets", and everybody may choose."""
    if state.table.phase != "betting":
        return []
    events: list[e.Event] = [*_handed_back(state, clause, answer.hand_back)]
    state = after(state, events)
    parts = tuple(shares(state.rules, state.coup_sign, state.coup.bets))
    closed = e.BetsClosed(shares=parts, cite=pro_rata_cite(state.rules) if parts else clause.cite)
    text = " ".join(map(str, answer.cards))
    events += [closed, *lapsed(after(state, [closed])), e.CardsSetAside(cards=text, known=True)]
    patrons = tuple(dict.fromkeys(bet.patron for bet in state.coup.bets if bet.patron not in state.coup.left))
    if patrons:
        events.append(e.OptionsGiven(patrons=patrons, reconstructed=True, cite=clause.options_cite or clause.cite))
    return events


def _handed_back(state: State, clause: Irregularity, back: tuple[c.HandedBack, ...]) -> list[e.Event]:
    """Hands back the bets that were put down or raised after the card could be seen."""
    events: list[e.Event] = []
    for part in back:
        bet = state.coup.bet(part.patron, part.box, part.bet)
        if bet is None or not 0 < part.stake <= bet.stake:
            message = f"{part.patron[:60]} has no {part.stake:,} on {part.bet[:40]!r} in box {part.box} to hand back"
            raise Refused(code="no_such_bet", message=message, cite=clause.cite)
        left = bet.stake - part.stake
        events.append(
            e.BetRejected(patron=bet.patron, box=bet.box, bet=bet.bet, stake=part.stake, left=left, cite=clause.cite)
        )
    return events


def _replaced(state: State, clause: Irregularity, new_cards: bool) -> list[e.Event]:
    return [e.CardsCondemned(cite=state.rules.part(clause.cite, 2))] if new_cards else []
