"""What undoes: a void that returns every stake once, a payment taken back, chips corrected to where they lay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from punto.audit.dealing import settled_moves
from punto.audit.decided import list_decided
from punto.audit.felt import Chips, Felt, Stake
from punto.audit.finding import Wrong, hold
from punto.audit.insured import expect_back
from punto.audit.limits import shares
from punto.audit.reporting import clause_of, drop_pending
from punto.audit.sequel import NextEvent, certain
from punto.audit.squeezing import expect_lapse
from punto.rulebook import Authority, Consequence
from punto.table import events as e

if TYPE_CHECKING:
    from punto.audit.walk import Moves, Walk

_VOID_AFTER = (
    e.IrregularityReported,
    e.RulingMade,
    e.DecisionMade,
    e.SettlementReversed,
    e.CardsSetAside,
    e.ShoeAbandoned,
)


def hand_back(walk: Walk, stakes: Iterable[e.Returned], lies: Counter[Stake]) -> Moves:
    """Exactly what lies goes back, no more and no less."""
    returns = Counter((back.patron, back.box, (back.bet, back.insures), back.stake) for back in stakes)
    hold(
        returns == lies, f"hands back {sum(n * s[3] for s, n in returns.items())} where other stakes lie: {dict(lies)}"
    )
    moves: Counter[str] = Counter()
    for (whose, _, _, stake), times in returns.items():
        moves[walk.person(whose)] += times * stake
        moves[f"layout:{walk.table}"] -= times * stake
    return moves


def coup_continued(walk: Walk, event: e.CoupContinued) -> None:
    felt = walk.coup()
    matter = walk.matter
    clause = clause_of(walk.rules, matter.what) if matter else None
    if clause is None:
        raise Wrong("goes on, and nothing has stopped it")
    interrupted = clause.leads_to is Consequence.CONCLUDE_IF_ESTABLISHED_ELSE_VOID
    hold(felt.current if interrupted else felt.stage != "voided", "no coup is in progress")
    in_part = interrupted and felt.stage != "betting"
    cite = walk.rules.part(clause.cite, 1) if in_part else clause.cite
    hold(event.cite == cite, f"cites {event.cite}, the clause is {cite}")
    if in_part:
        hold(certain(walk, felt), "goes on, and no outcome is established")
    if walk.before:
        return
    if interrupted and felt.stage == "dealing":
        if felt.choosing:
            walk.expect(e.OptionsGiven)
        else:
            walk.offer()
    elif not interrupted:
        walk.expect_choice_of(clause, in_order=False)


def coup_voided(walk: Walk, event: e.CoupVoided) -> Moves:
    felt = walk.coup()
    hold(felt.live, f"coup {felt.number} is {felt.stage} already")
    hold(event.coup == felt.number, f"voids coup {event.coup}, and coup {felt.number} is on the felt")
    hold(isinstance(walk.last, _VOID_AFTER), "nothing that happened makes this coup void")
    _check_void(walk, felt, event)
    moves = hand_back(walk, event.stakes, felt.stakes())
    walk.spend(felt)
    felt.bets, felt.insurance, felt.stage = {}, [], "voided"
    if walk.shoe and walk.shoe.abandoned:
        walk.previous, walk.shoe = felt, None
    felt.choosing.clear()
    felt.claims = []
    drop_pending(walk, felt)
    walk.account.voided += 1
    return moves


def _check_void(walk: Walk, felt: Felt, event: e.CoupVoided) -> None:
    """By a ruling with its reason, or by the clause with what was reported."""
    matter = walk.matter
    if matter is None:
        raise Wrong("nothing that happened makes this coup void")
    if matter.report is None:
        because, cite = matter.note, matter.cite
    else:
        because, cite = matter.what, matter.report.cite
        clause = clause_of(walk.rules, matter.what)
        if clause and clause.leads_to is Consequence.CONCLUDE_IF_ESTABLISHED_ELSE_VOID:
            hold(not certain(walk, felt), "is void, and an outcome is established")
            cite = walk.rules.part(clause.cite, 2)
    hold(event.because == because, f"is void because of {event.because}, and what happened is {because}")
    hold(event.cite == cite, f"cites {event.cite}, and is void by {cite}")


def settlement_reversed(walk: Walk, event: e.SettlementReversed) -> Moves:
    felt = walk.coup()
    settlement = felt.settlement
    hold(felt.stage in ("settled", "concluded"), f"takes back coup {felt.number}, which is {felt.stage}")
    hold(event.coup == felt.number, f"takes back coup {event.coup}, and coup {felt.number} was paid")
    hold(settlement is not None and settlement.lines == event.lines, "takes back other lines than were paid")
    returned = {(back.patron, back.box, back.bet): back.stake for back in event.returned}
    repaid = {place: claim.stake for place, claim in felt.repaid.items()}
    hold(returned == repaid, f"takes back {returned} with it, and {repaid} had been returned")
    if walk.matter is None:
        raise Wrong("takes a payment back, and nothing that happened asks for it")
    hold(event.cite == walk.matter.cite, f"cites {event.cite}, and it is taken back by {walk.matter.cite}")
    walk.unspend(felt)
    felt.stage, felt.settlement, felt.claims, felt.repaid = "dealing", None, list(felt.repaid.values()), {}
    felt.adrift = 0
    _expect_after(walk)
    account = walk.account
    account.settled -= 1
    account.bets -= sum(line.bet != e.INSURANCE for line in event.lines)
    account.insurance -= sum(line.bet == e.INSURANCE for line in event.lines)
    account.staked -= sum(line.stake for line in event.lines)
    account.paid_back -= sum(line.payback for line in event.lines)
    moves = Counter({to: -amount for to, amount in settled_moves(walk, event.lines).items()})
    for back in event.returned:
        moves[walk.person(back.patron)] -= back.stake
        moves[f"float:{walk.table}"] += back.stake
    return moves


def _expect_after(walk: Walk) -> None:
    """A payment is not taken back for nothing: what takes its place must follow."""
    matter = walk.matter
    if walk.before or matter is None:
        return
    if matter.report is None:
        walk.next_events.insert(0, NextEvent((e.CoupVoided, e.OptionsGiven)))
    elif matter.what == "wrong_area":
        walk.next_events[:] = [
            NextEvent((e.InsuranceReturned,), must=False, many=True),
            NextEvent((e.CardsReconstructed, e.OptionsGiven, e.CoupSettled)),
        ]


def bets_corrected(walk: Walk, event: e.BetsCorrected) -> Moves:
    """A patron's chips as they lay when the bets closed; shares and insurance are found anew."""
    if event.of_coup:
        _correct_chips_on_record(walk, event)
        return {}
    felt = walk.coup()
    hold(not walk.terms.wallets, "corrects chips where they are in wallets")
    hold(felt.stage in ("dealing", "settled", "concluded"), f"corrects the chips of a coup that is {felt.stage}")
    hold(
        not any(patron == event.patron for patron, _, _ in felt.returned),
        f"lays chips of {event.patron}, who has taken all bets of the round back",
    )
    _check_lay(walk, felt, event)
    was = sum(chips.stake for (patron, _, _), chips in felt.bets.items() if patron == event.patron)
    _lay(felt, event)
    stated = {(share.patron, share.box, share.bet): share.effective for share in event.shares}
    for chips in felt.bets.values():
        chips.effective = None
    due = {at: part for at, part in shares(walk.rules, felt.sign, felt).items() if at in felt.bets}
    hold(stated == due, f"the shares are {stated}, and pro rata they are {due}")
    for place, effective in due.items():
        felt.bets[place].effective = effective
    list_decided(walk, f"{event.patron}'s chips", _chips(event.was), _chips(event.lay))
    more = sum(chips.stake for chips in event.lay) - was
    if felt.settlement is not None:
        felt.adrift = more
        walk.expect(e.CoupSettled)
    else:
        expect_lapse(walk)
    expect_back(walk, felt, felt.cards)
    if felt.settlement is not None:
        walk.expect(e.SettlementReversed)
    return {walk.person(event.patron): -more, f"layout:{walk.table}": more}


def _correct_chips_on_record(walk: Walk, event: e.BetsCorrected) -> None:
    """The record of an earlier round has the chips where they lay; no money moves."""
    earlier = walk.chip_rounds.get(event.of_coup)
    if earlier is None or earlier is walk.felt or not earlier.drawn:
        raise Wrong(f"corrects chips of round {event.of_coup}, which is no earlier round with chips on record")
    hold(not event.shares, "finds shares anew in a round that is over")
    # What the round was paid by stands, and a claim about it goes by that.
    earlier = walk.chip_rounds[event.of_coup] = replace(earlier, bets=earlier.closed_with, returned={})
    _check_reported(walk, event)
    _check_record(earlier, event)
    for chips in event.lay:
        hold(chips.bet in walk.rules.bets and chips.box >= 1 and chips.stake > 0, f"{chips.bet} cannot lie there")
        stance = _stance(earlier, event.patron, chips.box)
        hold(chips.stance == stance, f"{event.patron} is {chips.stance} in box {chips.box}")
    _lay(earlier, event)
    list_decided(walk, f"{event.patron}'s chips", _chips(event.was), f"{_chips(event.lay)} on record", event.of_coup)


def _check_lay(walk: Walk, felt: Felt, event: e.BetsCorrected) -> None:
    _check_reported(walk, event)
    _check_record(felt, event)
    for chips in event.lay:
        hold(chips.bet in walk.rules.bets and 1 <= chips.box <= felt.sign.boxes, f"{chips.bet} cannot lie there")
        hold(chips.stake > 0 and chips.stake % felt.sign.chip == 0, f"{chips.stake} cannot lie there")
        stance = _stance(felt, event.patron, chips.box)
        hold(chips.stance == stance, f"{event.patron} is {chips.stance} in box {chips.box}")


def _check_reported(walk: Walk, event: e.BetsCorrected) -> None:
    report = walk.matter.report if walk.matter else None
    clause = clause_of(walk.rules, "misplaced_bet")
    hold(clause is not None and event.cite == clause.cite, f"cites {event.cite}")
    if report is None or report.what != "misplaced_bet" or report.patron != event.patron:
        raise Wrong(f"corrects {event.patron}'s chips, and nobody reported that")
    reported = Counter((chips.box, chips.bet, chips.stake) for chips in report.lay)
    lay = Counter((chips.box, chips.bet, chips.stake) for chips in event.lay)
    hold(reported == lay, f"lays {_chips(event.lay)}, and {_chips(report.lay)} was reported")
    same = report.of_coup in (event.of_coup, walk.coups)
    hold(same, f"corrects round {event.of_coup or walk.coups}, and round {report.of_coup} was reported")


def _check_record(felt: Felt, event: e.BetsCorrected) -> None:
    lay = Counter((chips.box, chips.bet, chips.stake) for chips in event.lay)
    mine = {at: chips for at, chips in felt.bets.items() if at[0] == event.patron}
    was = Counter((event.patron, chips.box, chips.bet, chips.stake, chips.stance) for chips in event.was)
    record = Counter((*at, chips.stake, chips.stance) for at, chips in mine.items())
    hold(was == record, f"says that {_chips(event.was)} was on record")
    hold(lay != Counter((chips.box, chips.bet, chips.stake) for chips in event.was), "corrects nothing")
    hold(len({(chips.box, chips.bet) for chips in event.lay}) == len(event.lay), "lays two bets on one area")


def _stance(felt: Felt, patron: str, box: int) -> str:
    """How a patron is at a box: as the record has it, else behind whoever sits there."""
    here = {who: chips.stance for (who, other, _), chips in felt.closed_with.items() if other == box}
    return here.get(patron) or ("standing" if "seated" in here.values() else "seated")


def _lay(felt: Felt, event: e.BetsCorrected) -> None:
    before = felt.bets
    felt.bets = {at: chips for at, chips in before.items() if at[0] != event.patron}
    for lay in event.lay:
        place = (event.patron, lay.box, lay.bet)
        lain = before.get(place)
        order, reached = (lain.order, lain.reached) if lain else (felt.puts, felt.puts)
        felt.puts += lain is None
        felt.bets[place] = Chips(lay.stake, lay.stance, order, reached)


def _chips(placed: Iterable[e.Placed]) -> str:
    return ", ".join(f"{chips.bet} {chips.stake:,} in box {chips.box}" for chips in placed) or "none"


def chips_entered(walk: Walk, event: e.ChipsEntered) -> Moves:
    """What moved of real chips: never more than was due; what did not is owed, or kept for the patron."""
    hold(walk.giver.has(Authority.PIT_SUPERVISOR), f"is entered by a {walk.by}")
    hold(event.entered_by == walk.giver.position, f"names {event.entered_by}, and a {walk.giver.position} entered it")
    hold(bool(event.chips) and not walk.terms.wallets, "enters chips where none are to be moved")
    moves: Counter[str] = Counter()
    for chips in event.chips:
        due = walk.chips_due.pop(chips.patron, 0)
        hold(chips.due == due != 0, f"says that {chips.due} was due from or to {chips.patron}, and it was {due}")
        hold(min(due, 0) <= chips.moved <= max(due, 0), f"moves {chips.moved} where {due} was due")
        if not event.felt_was_right:
            rest = due - chips.moved
            moves[walk.person(chips.patron)] -= rest
            moves[f"{'owed' if rest < 0 else 'kept'}:{chips.patron}"] += rest
    hold(
        not event.felt_was_right or not any(walk.chips_due.values()), "calls the felt right for some and not for others"
    )
    return moves


def count_chips(walk: Walk, event: e.Event, moves: Moves) -> None:
    """How a round that was paid before is paid otherwise now, patron by patron, where chips are real."""
    felt = walk.felt
    if felt is None or type(event) not in _MOVES_CHIPS or walk.terms.wallets:
        return
    if (
        felt.reversed
        or isinstance(event, e.SettlementReversed)
        or (isinstance(event, e.BetsCorrected) and felt.settlement is not None)
    ):
        for account, amount in moves.items():
            if account.startswith("chips:"):
                walk.chips_due[account.removeprefix("chips:")] += amount
    felt.reversed = felt.reversed or isinstance(event, e.SettlementReversed)


_MOVES_CHIPS: frozenset[type[e.Event]] = frozenset(
    {
        e.SettlementReversed,
        e.BetsCorrected,
        e.InsuranceReturned,
        e.BetsReturned,
        e.CoupSettled,
        e.CoupVoided,
        e.OriginalBetReturned,
    }
)


def cards_condemned(walk: Walk, event: e.CardsCondemned) -> None:
    walk.cards_in_use().condemned = True


HANDLERS: dict[type[e.Event], Any] = {
    e.CoupContinued: coup_continued,
    e.CoupVoided: coup_voided,
    e.SettlementReversed: settlement_reversed,
    e.BetsCorrected: bets_corrected,
    e.CardsCondemned: cards_condemned,
    e.ChipsEntered: chips_entered,
}
