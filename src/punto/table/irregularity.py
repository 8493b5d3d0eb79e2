"""Irregularities: what is reported, what the clause makes of it, who decides, and what each patron may choose."""

from __future__ import annotations

from punto.coup import reconstruct
from punto.kit import Card, Refused
from punto.rulebook import Authority, Consequence, Options, decided, established
from punto.rulebook.model import Irregularity, NewCards
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import RANKS, rank_of, require
from punto.table.betting import sub_paragraph
from punto.table.evolve import evolve
from punto.table.neglect import neglected
from punto.table.phase import require_no_decision, require_open
from punto.table.settlement import is_complete, settled, stakes_of, voided
from punto.table.shoe import can_hold, known_cards
from punto.table.state import State


def report(state: State, command: c.Report) -> list[e.Event]:
    """Record what went wrong and do what the clause says; what no clause covers waits for a ruling."""
    require_open(state)
    require_no_decision(state)
    require(command, Authority.DEALER, state.book, "reporting an irregularity")
    if state.table.shoe is None:
        raise Refused("no_shoe", "there are no cards on the table to report about")
    cards = known_cards(command.cards or command.card or "")
    clause = state.rules.irregularities.get(command.what)
    if clause is None:
        return _uncovered(state, command)
    match clause.leads_to:
        case Consequence.VOID:
            return _void(state, clause, command)
        case Consequence.CONCLUDE_IF_ESTABLISHED_ELSE_VOID:
            return _interrupted(state, clause, command)
        case Consequence.NO_EFFECT:
            return [_reported(clause, command)]
        case Consequence.CONTINUE:
            return _face_up(state, clause, command)
        case Consequence.RETURN_ORIGINAL_BET:
            return [_reported(clause, command), *neglected(state, clause, command)]
        case _:
            return _to_be_decided(state, clause, command, cards)


def _reported(clause: Irregularity, command: c.Report, decides: str = "") -> e.IrregularityReported:
    return e.IrregularityReported(
        what=command.what,
        cite=clause.cite,
        leads_to=clause.leads_to.value,
        decides=decides,
        cards=command.cards or command.card or "",
        note=command.note,
    )


def _uncovered(state: State, command: c.Report) -> list[e.Event]:
    """No clause speaks of it: the Shift Manager rules, and nothing goes on until then."""
    clause = state.rules.irregularities.get("uncovered")
    cite = clause.cite if clause else ""
    return [
        e.IrregularityReported(
            what=command.what,
            cite=cite,
            leads_to=Consequence.RULING.value,
            decides=Authority.SHIFT_MANAGER.word if state.table.coup else "",
            cards=command.cards or command.card or "",
            note=command.note,
        )
    ]


def is_live(state: State) -> bool:
    """Whether a coup is between its first call and its settlement."""
    return state.table.phase in ("betting", "dealing")


def _void(state: State, clause: Irregularity, command: c.Report) -> list[e.Event]:
    """The coup in progress is void; those before stand."""
    events: list[e.Event] = [_reported(clause, command)]
    if is_live(state):
        events.append(voided(state, clause.cite, command.what))
    if clause.cards is NewCards.REPLACED:
        events.append(e.CardsCondemned(cite=clause.cite))
    return events


def _interrupted(state: State, clause: Irregularity, command: c.Report) -> list[e.Event]:
    """Concluded if some bet on the layout is already decided whatever comes, else void."""
    events: list[e.Event] = [_reported(clause, command)]
    if not is_live(state):
        return events
    fates = decided(state.rules, state.coup.cards)
    if fates:
        bet, fate = next(iter(fates.items()))
        because = f"{bet} is certain to {fate}"
        return [*events, e.CoupContinued(cite=sub_paragraph(state, clause.cite, 1), because=because)]
    return [*events, voided(state, sub_paragraph(state, clause.cite, 2), command.what)]


def _face_up(state: State, clause: Irregularity, command: c.Report) -> list[e.Event]:
    if not state.sign.face_down:
        raise Refused("cards_are_face_up", "cards are dealt face up at this table", clause.cite)
    _require_dealt(state, clause)
    events = [_reported(clause, command), e.CoupContinued(cite=clause.cite, because="the result stands")]
    return events + _options(state, clause, reconstructed=False)


def _require_dealt(state: State, clause: Irregularity) -> None:
    if state.table.phase != "dealing":
        raise Refused("no_coup", "no coup is being dealt", clause.cite)


def _to_be_decided(state: State, clause: Irregularity, command: c.Report, cards: tuple[Card, ...]) -> list[e.Event]:
    """Whether cards can be put in order, and in which, is for somebody of rank to say."""
    if state.table.coup is None or state.table.phase == "betting" or state.coup.ended == "voided":
        raise Refused("no_coup", "no coup has been dealt", clause.cite)
    _check_cards(state, clause, cards)
    rank = rank_of(command) or Authority.DEALER
    # Cards named in their order, or on the record in it, are an answer in themselves.
    answered = command.reconstruct is not None or bool(cards) or clause.what == "wrong_area"
    if rank >= clause.decides and answered:
        made = e.DecisionMade(what=clause.what, decided_by=rank.word, cite=clause.cite, note=command.note)
        return [_reported(clause, command), made, *_resolved(state, clause, cards, command.reconstruct is not False)]
    return [_reported(clause, command, clause.decides.word)]


def _check_cards(state: State, clause: Irregularity, cards: tuple[Card, ...]) -> None:
    needed = {"extra_card": 1, "exposed_card": 1, "simultaneous": 2}.get(clause.what, 0)
    if len(cards) < needed:
        message = f"a report of {clause.what.replace('_', ' ')} names at least {needed} card{'s' * (needed > 1)}"
        raise Refused("card_is_needed", message, clause.cite)
    if needed:  # These left the shoe just now, so it must have been able to hold them.
        for card in cards:
            if not can_hold(state.shoe, card):
                raise Refused("card_not_in_shoe", f"the shoe cannot hold another {card}", clause.cite)
    if needed and state.table.phase != "dealing" and clause.what == "simultaneous":
        raise Refused("no_coup", "no coup is being dealt", clause.cite)


def decide_pending(state: State, command: c.Decide) -> list[e.Event]:
    """What a supervisor says about the report that waits."""
    require_open(state)
    if state.table.phase != "stopped":
        raise Refused("nothing_to_decide", "nothing waits for a decision")
    pending = state.coup.pending
    assert pending is not None
    clause = state.rules.irregularities.get(pending.what)
    if clause is None:
        message = f"{pending.what.replace('_', ' ')} is not covered by the document: it takes a ruling (rule)"
        raise Refused("ruling_is_needed", message, pending.cite)
    decided_by = require(command, RANKS[pending.decides], state.book, "this decision", pending.cite)
    order = command.cards or command.order
    cards = known_cards(order) if order else pending.cards
    if clause.leads_to is Consequence.ORDER_THE_CARDS:
        if sorted(cards) != sorted(pending.cards):
            raise Refused("other_cards", "the order must name the cards that were drawn together", pending.cite)
    elif command.reconstruct is None:
        raise Refused(
            "answer_is_needed", "say whether the cards can be put in order: reconstruct true or false", pending.cite
        )
    made = e.DecisionMade(what=pending.what, decided_by=decided_by, cite=pending.cite, note=command.note)
    after = evolve(state, made)
    events = [made, *_resolved(after, clause, cards, command.reconstruct is not False)]
    if command.new_cards:
        if clause.cards is not NewCards.MAY_BE_REPLACED:
            message = f"{clause.what.replace('_', ' ')} gives no right to replace the cards"
            raise Refused("cards_may_not_be_replaced", message, clause.cite)
        events.append(e.CardsCondemned(cite=sub_paragraph(state, clause.cite, 2)))
    return events


def _resolved(state: State, clause: Irregularity, cards: tuple[Card, ...], can: bool) -> list[e.Event]:
    """What follows once it is settled whether the cards can be put in order."""
    text = " ".join(map(str, cards))
    match clause.what:
        case "wrong_number_of_cards":
            return _recounted(state, clause, cards, can)
        case "simultaneous":
            return [e.CardsSetAside(cards=text), *_options(state, clause, reconstructed=True)]
        case "extra_card" | "exposed_card":
            aside = e.CardsSetAside(cards=text) if can else e.CardsDiscarded(cards=text, cite=clause.cite)
            return [aside, *_options(state, clause, reconstructed=can)]
        case _:
            _require_dealt(state, clause)
            order = cards or state.coup.cards
            if sorted(order) != sorted(state.coup.cards):
                raise Refused("other_cards", "the order must name the cards of this coup", clause.cite)
            events = [_reconstructed(state, order, state.shoe.aside, clause)] if can or cards else []
            then = evolve(state, events[0]) if events else state
            return [*events, *_options(then, clause, reconstructed=can)]


def _reconstructed(
    state: State, drawn: tuple[Card, ...], aside: tuple[Card, ...], clause: Irregularity
) -> e.CardsReconstructed:
    """The cards dealt again in their order; what the tableau has no place for begins the next coup."""
    built = reconstruct(state.rules.tableau, [(card, None) for card in drawn])
    kept = drawn[: len(drawn) - len(built.surplus)]
    return e.CardsReconstructed(cards=_text(kept), surplus=_text((*built.surplus, *aside)), cite=clause.cite)


def _recounted(state: State, clause: Irregularity, drawn: tuple[Card, ...], can: bool) -> list[e.Event]:
    """A wrong number of cards: dealt again if that can be done, else void; a payment made is taken back first."""
    events: list[e.Event] = []
    if state.coup.ended == "settled":
        settlement = state.coup.settlement
        assert settlement is not None
        events.append(e.SettlementReversed(coup=state.coup.number, lines=settlement.lines, cite=clause.cite))
        state = evolve(state, events[-1])
    if not can:
        return [*events, voided(state, clause.cite, clause.what)]
    order = drawn or state.coup.cards
    newly, aside = _accounted(state, order, clause)
    if newly:
        events.append(e.CardsSetAside(cards=_text(newly)))
        state = evolve(state, events[-1])
    events.append(_reconstructed(state, order, aside, clause))
    state = evolve(state, events[-1])
    return [*events, settled(state)] if is_complete(state) else events


def _accounted(state: State, order: tuple[Card, ...], clause: Irregularity) -> tuple[list[Card], tuple[Card, ...]]:
    """Of a true order: the cards that the record did not have yet, and those that go on lying aside."""
    dealt, aside = list(state.coup.cards), list(state.shoe.aside)
    newly = []
    for card in order:
        if card in dealt:
            dealt.remove(card)
        elif card in aside:
            aside.remove(card)
        elif can_hold(state.shoe, card):
            newly.append(card)
        else:
            raise Refused("card_not_in_shoe", f"the shoe cannot hold another {card}", clause.cite)
    if dealt:
        raise Refused("other_cards", f"{_text(dealt)} was dealt in this coup and is not in that order", clause.cite)
    return newly, tuple(aside)


def _text(cards: list[Card] | tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def _options(state: State, clause: Irregularity, reconstructed: bool) -> list[e.Event]:
    """The choice between going on and having the bets back, where the clause gives it."""
    if not state.coup.bets or state.coup.ended:
        return []
    sure = established(state.rules, state.coup.cards)
    given = {
        Options.NEVER: False,
        Options.ALWAYS: True,
        Options.UNLESS_ESTABLISHED: not sure,
        Options.UNLESS_ESTABLISHED_AND_RECONSTRUCTED: not (sure and reconstructed),
    }[clause.options]
    if not given:
        return []
    patrons = tuple(dict.fromkeys(one.patron for one in state.coup.bets if one.patron not in state.coup.left))
    return [e.OptionsGiven(patrons=patrons, reconstructed=reconstructed, cite=clause.options_cite)] if patrons else []


def choose(state: State, command: c.Choose) -> list[e.Event]:
    """A patron goes on, or has all bets of this coup back."""
    require_open(state)
    require_no_decision(state)
    rank_of(command)
    cite = state.rules.procedure.get("choice", "")
    coup = state.table.coup
    if coup is None or command.patron not in coup.choosing:
        made = dict(coup.chosen).get(command.patron) if coup else None
        why = f"has already chosen to {made}" if made else "has no choice to make now"
        raise Refused("no_choice_is_open", f"{command.patron[:60]} {why}", cite)
    place = 3 if command.option == "return" else 2 if coup.reconstructed else 1
    chosen = e.OptionChosen(patron=command.patron, option=command.option, cite=sub_paragraph(state, cite, place))
    if command.option == "continue":
        return [chosen]
    back = stakes_of(state, command.patron)
    return [chosen, e.BetsReturned(patron=command.patron, stakes=back, cite=sub_paragraph(state, cite, 3))]


def out_of_cards(state: State) -> list[e.Event]:
    """The shoe is empty in the middle of a coup."""
    clause = state.rules.irregularities.get("out_of_cards")
    cite = clause.cite if clause else ""
    noticed = e.IrregularityReported(what="out_of_cards", cite=cite, leads_to="void", decides="")
    return [noticed, voided(state, cite, "out_of_cards")]


def impossible_card(state: State, card: Card) -> list[e.Event]:
    """A card came out that the decks in use cannot hold: noticed as it is drawn."""
    clauses = state.rules.irregularities
    what: c.Reported = "excess" if "excess" in clauses else "foreign_card"
    return report(state, c.Report(what=what, cards=str(card), note=f"{card} came out once too often"))
