"""Irregularities: what a clause leads to, who decides, what goes back to whom, and that it goes back once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from punto.audit.dealing import on_offer, settled_moves
from punto.audit.felt import Felt, Stake
from punto.audit.finding import Wrong, hold
from punto.audit.paying import due_on_insurance, offered_on
from punto.coup import result_of
from punto.kit import Card, Side, read_cards
from punto.rulebook import Authority, Cell, Consequence, Options, Window, established
from punto.table import events as e

if TYPE_CHECKING:
    from punto.audit.walk import Moves, Walk

_RANKS = {rank.word: rank for rank in Authority}

_VOID_AFTER = (e.IrregularityReported, e.RulingMade, e.DecisionMade, e.SettlementReversed)


def irregularity_reported(walk: Walk, event: e.IrregularityReported) -> None:
    felt = walk.felt
    clause = walk.rules.irregularities.get(event.what)
    if clause:
        hold(event.cite == clause.cite, f"cites {event.cite}, the clause is {clause.cite}")
        hold(event.leads_to == clause.leads_to.value, f"leads to {event.leads_to}, not {clause.leads_to.value}")
        hold(event.decides in ("", clause.decides.word), f"{clause.decides.word} decides, not {event.decides}")
    elif event.what == "out_of_cards":
        hold(event.leads_to == Consequence.VOID.value, f"leads to {event.leads_to}")
        shoe = walk.cards_in_use()
        hold(shoe.left == 0 and not shoe.aside, f"{shoe.left} cards are left")
    else:
        hold(event.leads_to == Consequence.RULING.value, f"no clause of this document leads to {event.leads_to}")
        hold(event.decides in ("", Authority.SHIFT_MANAGER.word), f"{event.decides} may not rule")
    walk.reported = event.what
    if event.decides and felt is not None:
        felt.pending, felt.decides = event.what, event.decides


def decision_made(walk: Walk, event: e.DecisionMade) -> None:
    felt = walk.felt
    hold(event.what == (felt.pending if felt and felt.pending else walk.reported), f"{event.what} was not reported")
    clause = walk.rules.irregularities.get(event.what)
    if clause is None:
        raise Wrong(f"{event.what} takes a ruling, not a decision")
    hold(event.cite == clause.cite, f"cites {event.cite}, the clause is {clause.cite}")
    # Before a shoe's first coup there is nothing that takes a rank to decide.
    _check_rank(walk, event.decided_by, clause.decides if felt else Authority.DEALER)
    walk.reported = event.what
    if felt:
        felt.pending = ""


def ruling_made(walk: Walk, event: e.RulingMade) -> Moves:
    _check_rank(walk, event.decided_by, Authority.SHIFT_MANAGER)
    uncovered = walk.rules.irregularities.get("uncovered")
    hold(event.cite == (uncovered.cite if uncovered else ""), f"cites {event.cite}")
    felt = walk.felt
    if felt and felt.pending:
        hold(felt.pending not in walk.rules.irregularities, f"{felt.pending} takes a decision, not a ruling")
        felt.pending = ""
    moves: Counter[str] = Counter()
    for one in event.adjustments:
        hold(one.amount != 0, f"{one.patron} is adjusted by nothing")
        moves[walk.person(one.patron)] += one.amount
        moves[f"float:{walk.table}"] -= one.amount
    return moves


def _check_rank(walk: Walk, decided_by: str, least: Authority) -> None:
    hold(decided_by == walk.by, f"was decided by {decided_by}, and the command came from {walk.by}")
    rank = _RANKS.get(decided_by)
    hold(rank is not None and rank >= least, f"takes a {least.word} or above, not {decided_by}")


def cards_set_aside(walk: Walk, event: e.CardsSetAside) -> None:
    shoe, cards = walk.cards_in_use(), read_cards(event.cards)
    shoe.take(cards)
    shoe.aside.extend(cards)


def cards_discarded(walk: Walk, event: e.CardsDiscarded) -> None:
    walk.cards_in_use().take(read_cards(event.cards))


def cards_reconstructed(walk: Walk, event: e.CardsReconstructed) -> None:
    """The same cards in another order, dealt by the tableau; a surplus only when the coup is complete."""
    felt, shoe = walk.live("dealing"), walk.cards_in_use()
    cards, surplus = read_cards(event.cards), read_cards(event.surplus)
    known = Counter(felt.cards) + Counter(shoe.aside)
    hold(Counter(cards) + Counter(surplus) == known, "puts other cards in order than were drawn")
    points = [card.points for card in cards]
    hold(len(walk.rules.tableau.owners(points)) == len(cards), "the tableau has no place for all these cards")
    waiting = len(surplus) > 0 and walk.rules.tableau.next_side(points) is not None
    # What lay aside before may go on lying there; nothing of the coup's own is left over while it needs cards.
    hold(not waiting or Counter(surplus) <= Counter(shoe.aside), "leaves cards over while the coup needs more")
    for one in felt.insurance:
        now = _cell_then(walk, cards, one.insures, one.window)
        hold(now == one.cell, f"{one.patron}'s insurance was taken at odds these cards do not offer, and stays")
    for side, window, cell in felt.uninsured:
        hold(_cell_then(walk, cards, side, window) != cell, f"insurance {window} went back though these cards offer it")
    felt.uninsured = []
    felt.cards, shoe.aside = list(cards), list(surplus)
    walk.due = {(cell.window.value, side.value) for side, cell in on_offer(walk, felt).items()}


def _cell_then(walk: Walk, cards: Sequence[Card], side: Side, window: str) -> Cell | None:
    """What a window offered on a hand, had these been the cards."""
    return offered_on(walk.rules, cards[: Window(window).cards]).get(side)


def insurance_returned(walk: Walk, event: e.InsuranceReturned) -> Moves:
    """All insurance of one hand and window, because the cards in their order do not offer it."""
    felt, side = walk.live("dealing"), Side(event.insures)
    gone = [one for one in felt.insurance if (one.insures, one.window) == (side, event.window)]
    hold(bool(gone), f"no insurance of {event.insures} was taken {event.window}")
    lies = Counter((one.patron, one.box, (e.INSURANCE, side.value), one.stake) for one in gone)
    moves = _give(walk, event.stakes, lies)
    felt.insurance = [one for one in felt.insurance if one not in gone]
    felt.uninsured.append((side, event.window, gone[0].cell))
    return moves


def options_given(walk: Walk, event: e.OptionsGiven) -> None:
    felt = walk.coup()
    hold(felt.live, f"coup {felt.number} is {felt.stage}")
    clause = walk.rules.irregularities.get(walk.reported)
    if clause is None or clause.options is Options.NEVER:
        raise Wrong(f"{walk.reported or 'nothing that was reported'} gives no choice")
    hold(event.cite == clause.options_cite, f"cites {event.cite}, the choice is {clause.options_cite}")
    sure = established(walk.rules, tuple(felt.cards))
    if clause.options is Options.UNLESS_ESTABLISHED:
        hold(not sure, "an outcome is established: there is no choice")
    if clause.options is Options.UNLESS_ESTABLISHED_AND_RECONSTRUCTED:
        hold(not (sure and event.reconstructed), "an outcome is established and the cards are in order: no choice")
    here = {patron for patron, _, _ in felt.bets} - felt.left
    hold(set(event.patrons) == here, f"the choice is given to {event.patrons}, and {sorted(here)} have bets")
    felt.choosing = here


def option_chosen(walk: Walk, event: e.OptionChosen) -> None:
    felt = walk.coup()
    hold(event.patron in felt.choosing, f"{event.patron} has no choice to make")
    felt.choosing.discard(event.patron)
    felt.must_return = event.patron if event.option == "return" else ""


def bets_returned(walk: Walk, event: e.BetsReturned) -> Moves:
    felt = walk.coup()
    hold(felt.live and felt.must_return == event.patron, f"{event.patron} did not ask for the bets back")
    moves = _hand_back(walk, felt, event.stakes, event.patron)
    felt.bets = {at: chips for at, chips in felt.bets.items() if at[0] != event.patron}
    felt.insurance = [one for one in felt.insurance if one.patron != event.patron]
    felt.must_return = ""
    return moves


def _hand_back(walk: Walk, felt: Felt, stakes: Iterable[e.Returned], patron: str | None) -> Moves:
    return _give(walk, stakes, felt.stakes(patron))


def _give(walk: Walk, stakes: Iterable[e.Returned], lies: Counter[Stake]) -> Moves:
    """Exactly what lies goes back, no more and no less."""
    given = Counter((one.patron, one.box, (one.bet, one.insures), one.stake) for one in stakes)
    hold(given == lies, f"hands back {sum(n * s[3] for s, n in given.items())} where other stakes lie: {dict(lies)}")
    moves: Counter[str] = Counter()
    for (whose, _, _, stake), times in given.items():
        moves[walk.person(whose)] += times * stake
        moves[f"layout:{walk.table}"] -= times * stake
    return moves


def coup_continued(walk: Walk, event: e.CoupContinued) -> None:
    felt = walk.coup()
    hold(felt.live, "no coup is in progress")
    clause = walk.rules.irregularities.get(walk.reported)
    if clause and clause.leads_to is Consequence.CONCLUDE_IF_ESTABLISHED_ELSE_VOID:
        hold(established(walk.rules, tuple(felt.cards)), "goes on, and no outcome is established")


def coup_voided(walk: Walk, event: e.CoupVoided) -> Moves:
    felt = walk.coup()
    hold(felt.live, f"coup {felt.number} is {felt.stage} already")
    hold(event.coup == felt.number, f"voids coup {event.coup}, and coup {felt.number} is on the felt")
    hold(isinstance(walk.last, _VOID_AFTER), "nothing that happened makes this coup void")
    clause = walk.rules.irregularities.get(walk.reported)
    ruled = isinstance(walk.last, e.RulingMade)
    if not ruled and clause and clause.leads_to is Consequence.CONCLUDE_IF_ESTABLISHED_ELSE_VOID:
        hold(not established(walk.rules, tuple(felt.cards)), "is void, and an outcome is established")
    because = walk.last.reason if isinstance(walk.last, e.RulingMade) else walk.reported
    hold(event.because == because, f"is void because of {event.because}, and what happened is {because}")
    moves = _hand_back(walk, felt, event.stakes, None)
    felt.bets, felt.insurance, felt.stage = {}, [], "voided"
    felt.choosing.clear()
    felt.pending = ""
    walk.account.voided += 1
    return moves


def settlement_reversed(walk: Walk, event: e.SettlementReversed) -> Moves:
    felt = walk.live("settled")
    hold(event.coup == felt.number, f"takes back coup {event.coup}, and coup {felt.number} was paid")
    settlement = felt.settlement
    hold(settlement is not None and settlement.lines == event.lines, "takes back other lines than were paid")
    returned = {(one.patron, one.box, one.bet): one.stake for one in event.returned}
    hold(returned == felt.repaid, f"takes back {returned} with it, and {felt.repaid} had been returned")
    felt.stage, felt.settlement, felt.repaid = "dealing", None, {}
    account = walk.account
    account.settled -= 1
    account.bets -= len(felt.bets)
    account.insurance -= len(felt.insurance)
    account.staked -= sum(line.stake for line in event.lines)
    account.paid_back -= sum(line.payback for line in event.lines)
    moves = Counter({to: -amount for to, amount in settled_moves(walk, event.lines).items()})
    for one in event.returned:
        moves[walk.person(one.patron)] -= one.stake
        moves[f"float:{walk.table}"] += one.stake
    return moves


def original_bet_returned(walk: Walk, event: e.OriginalBetReturned) -> Moves:
    """A lost original bet, once, where insurance was due on it and would have won (5.13)."""
    felt = walk.live("settled")
    place = (event.patron, event.box, event.bet)
    chips, bet = felt.bets.get(place), walk.rules.bets.get(event.bet)
    if chips is None or bet is None or bet.hand is None:
        raise Wrong(f"{event.patron} had no such original bet")
    hold("neglected_insurance" in walk.rules.irregularities, "no clause of this document returns it")
    hold(place not in felt.repaid, "was returned already")
    hold(event.stake == chips.plays, f"returns {event.stake}, and {chips.plays} took part")
    result = result_of(walk.rules.tableau, felt.cards)
    hold(result.winner == bet.hand.other.value, f"{event.bet} did not lose")
    hold(_would_have_won(walk, felt, event.patron, event.box, bet.hand), "no insurance was due that would have won")
    hold(event.patron not in felt.left, f"{event.patron} walked away")
    felt.repaid[place] = event.stake
    return {walk.person(event.patron): event.stake, f"float:{walk.table}": -event.stake}


def _would_have_won(walk: Walk, felt: Felt, patron: str, box: int, hand: Side) -> bool:
    result = result_of(walk.rules.tableau, felt.cards)
    taken = {one.window for one in felt.insurance if (one.patron, one.box, one.insures) == (patron, box, hand)}
    for seen in (4, 5):
        cell = offered_on(walk.rules, felt.cards[:seen]).get(hand) if len(felt.cards) > seen else None
        waived = felt.waived and seen == 5
        if cell is None or waived or cell.window.value in taken or not walk.terms.insurance:
            continue
        if due_on_insurance(cell, 1, result, "down").outcome == "win":
            return True
    return False


HANDLERS: dict[type[e.Event], Any] = {
    e.IrregularityReported: irregularity_reported,
    e.DecisionMade: decision_made,
    e.RulingMade: ruling_made,
    e.CardsSetAside: cards_set_aside,
    e.CardsDiscarded: cards_discarded,
    e.CardsReconstructed: cards_reconstructed,
    e.OptionsGiven: options_given,
    e.OptionChosen: option_chosen,
    e.BetsReturned: bets_returned,
    e.InsuranceReturned: insurance_returned,
    e.CoupContinued: coup_continued,
    e.CoupVoided: coup_voided,
    e.SettlementReversed: settlement_reversed,
    e.OriginalBetReturned: original_bet_returned,
}
