"""The books of an auditor who has read the documents and nothing else: what lies, what is due, what is held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from oracle import (
    insurance_room,
    next_hand,
    second_window_allowed,
    value,
)
from punto.table import Event
from shifts.betting import Betting
from shifts.clauses import FULL, RANKS, is_complete
from shifts.insured import best, due_offers, terms
from shifts.matters import Matters, Who
from shifts.payment import Payment
from shifts.round import Round, ShoeBook, Violation, must, ranks

__all__ = ["Books", "Violation", "Who"]

LADDER = ("patron", "dealer", "pit_supervisor", "pit_manager", "shift_manager")
"""Who stands next above whom."""

MOVES_CHIPS = (
    "settlement_reversed",
    "bets_corrected",
    "insurance_returned",
    "bets_returned",
    "coup_settled",
    "coup_voided",
    "original_bet_returned",
)
"""What changes how much a patron should hold of a round."""

WHILE_STOPPED = (
    "decision_made",
    "ruling_made",
    "report_withdrawn",
    "irregularity_reported",
    "bought_in",
    "cashed_out",
    "position_assigned",
    "sign_prepared",
    "debt_written_off",
    "chips_entered",
    "confirmation_awaited",
    "confirmation_given",
    "confirmation_declined",
    "confirmation_expired",
)


class Books:
    """One table's money and cards, by the documents: wallets, what lies on the felt, the house."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.document = ""
        self.sign: Any = None
        self.prepared: Any = None
        self.held: Counter[str] = Counter()
        self.shoe: ShoeBook | None = None
        self.now: Round | None = None
        self.before: Round | None = None
        self.rounds: list[Round] = []
        """Every round since the table opened."""
        self.offered: set[tuple[str, str]] = set()
        """What was offered since the cards last changed."""
        self.changed = False
        """Whether this command changed the cards that lie."""
        self.chips_due: Counter[str] = Counter()
        self.coups = 0
        self.betting = Betting(self)
        self.payment = Payment(self)
        self.matters = Matters(self)
        self.command = ""
        self.waiting: dict[int, Any] = {}
        self.confirmed: Any = None

    def take(self, event: Event, who: Who, command: str) -> None:
        """Go on by an event, as far as money and cards go."""
        if command != self.command:
            self._end_command()
            self.command = command
        kind = str(event.__struct_config__.tag)
        must(
            not self.betting.owed or kind in ("bet_rejected", "limit_exceeded"),
            f"{self.betting.owed} must go back first",
        )
        must(not self.betting.together or kind == "bet_placed", "bets were given together, and one is missing")
        if self.matters.pending is not None:
            must(kind in WHILE_STOPPED, f"{kind} while {self.matters.pending.what} waits")
        self.matters.begin(who)
        held, paid = dict(self.held), self.now is not None and self.now.settled
        parts = (self.betting, self.payment, self.matters)
        for handler in (getattr(self, f"_{kind}", None), *(getattr(part, kind, None) for part in parts)):
            if handler is not None:
                handler(event)
        self._count_chips(kind, held, paid)

    def _count_chips(self, kind: str, held: dict[str, int], paid: bool) -> None:
        """A round that was paid before: what each patron should hold more or less of real chips than they got."""
        now = self.now
        if now is None or self.sign.wallets or kind not in MOVES_CHIPS:
            return
        if now.reversed or kind == "settlement_reversed" or (kind == "bets_corrected" and paid):
            for account, amount in self.held.items():
                if account.startswith("chips:") and amount != held.get(account, 0):
                    self.chips_due[account.removeprefix("chips:")] += amount - held.get(account, 0)
        now.reversed = now.reversed or kind == "settlement_reversed"

    def _irregularity_reported(self, event: Any) -> None:
        """Chips lifted after the close (000 5.3): the bet stands, so whoever took them is to give them back."""
        if event.what != "late_withdrawal" or event.decides:
            return
        now = self.now
        must(now is not None and not self.sign.wallets and now.stage != "betting", "chips are lifted where none lie")
        assert now is not None
        for lay in event.lay:
            place = (event.patron, lay.box, lay.bet)
            now.lifted[place] += lay.stake
            must(lay.stake > 0 and now.lifted[place] <= now.bets.get(place, 0), f"{lay} is lifted, and did not lie")
            self.chips_due[event.patron] -= lay.stake

    def _chips_entered(self, event: Any) -> None:
        """A Pit Supervisor says what moved; the rest is owed, or kept for whoever has left."""
        must(RANKS.get(self.matters.who.rank, 0) >= 2, "chips are entered by a dealer")
        for one in event.chips:
            due = self.chips_due.pop(one.patron, 0)
            must(one.due == due != 0, f"{one.due} is said to be due, and {due} is")
            must(abs(one.moved) <= abs(due) and one.moved * due >= 0, f"{one.moved} moves where {due} is due")
            if not event.felt_was_right:
                rest = due - one.moved
                self.held[self.person(one.patron)] -= rest
                self.held[("owed:" if rest < 0 else "kept:") + one.patron] += rest

    def check(self, balances: Mapping[str, int]) -> None:
        """The live books are these books, and add up to nothing."""
        self._end_command()
        must(sum(balances.values()) == 0, f"all accounts together hold {sum(balances.values())}")
        must(balances.get(f"layout:{self.table}", 0) == self.lies, "the layout is not what lies on the felt")
        for account, amount in self.held.items():
            if balances.get(account, 0) != amount:
                raise Violation(f"{account} holds {balances.get(account, 0)}, by the documents {amount}")
        for account, amount in balances.items():
            must(amount >= 0 or not account.startswith("wallet:"), f"{account} holds {amount}")

    def _end_command(self) -> None:
        """What must have happened by the time a command is done."""
        self.matters.end()
        now = self.now
        if now is not None and now.settled:
            must(now.paid_on == (now.played, now.bets), "the record is corrected, and the payment stands")
        if now is None or now.stage != "dealing" or self.matters.pending:
            self.changed = False
            return
        must(bool(now.choosing) or not is_complete(now.cards), "the last card lies, and nobody is paid")
        if self.changed:
            due = self.due if not is_complete(now.cards) else set()
            must(due == self.offered, f"{self.offered} is offered, and {due} is due")
        self.changed = False

    @property
    def due(self) -> set[tuple[str, str]]:
        """What may be insured now: until the next card is drawn (5.3), and one that lies aside for the round is."""
        return set() if self.cards.aside else due_offers(self.document, self.round)

    @property
    def lies(self) -> int:
        if self.now is None or not self.now.lies:
            return 0
        return sum(self.now.bets.values()) + sum(slip[4] for slip in self.now.insured)

    @property
    def round(self) -> Round:
        if self.now is None:
            raise Violation("it happens without a round")
        return self.now

    def person(self, patron: str) -> str:
        return ("wallet:" if self.sign.wallets else "chips:") + patron

    def claim(self, patron: str, amount: int) -> None:
        """Take money back; what a wallet lacks is owed."""
        account = self.person(patron)
        if not self.sign.wallets:
            self.held[account] -= amount
            return
        taken = min(amount, self.held[account])
        self.held[account] -= taken
        if amount > taken:
            self.held[f"owed:{patron}"] -= amount - taken

    # The table and its shoe.

    def _table_opened(self, event: Any) -> None:
        self.sign = event.sign
        self.document = event.sign.rulebook.partition("@")[0]
        self._check_notice()
        if self.document in FULL:
            must(event.sign.differential_max is not None, "no differential is displayed (3.4)")

    def _check_notice(self) -> None:
        """003 4.2.2: a patron asks for it, and a Pit Supervisor puts it up."""
        rank = RANKS.get(self.matters.who.rank, 0)
        must(self.sign.insurance or rank >= 2, "insurance is withheld by a dealer")
        asked = self.sign.private_for or self.document != "da-hu-ying-xiong"
        must(self.sign.insurance or bool(asked), "insurance is withheld, and nobody asked for it")

    def _sign_changed(self, event: Any) -> None:
        ranked = RANKS.get(self.matters.who.rank, 0) >= 2
        must(ranked or event.sign == self.prepared, "a sign goes up that nobody of rank put up or prepared")
        before, self.sign = self.prepared, event.sign
        if event.sign != before:
            self._check_notice()
        self.prepared = None
        must(self.document not in FULL or event.sign.differential_max is not None, "no differential is displayed (3.4)")

    def _sign_prepared(self, event: Any) -> None:
        must(RANKS.get(self.matters.who.rank, 0) >= 2, "a dealer prepares a sign")
        must(event.sign is not None or self.prepared is not None, "what nobody prepared is withdrawn")
        self.prepared = event.sign

    def _table_closed(self, event: Any) -> None:
        must(self.shoe is None, "a table closes with its cards on it")
        self.now = self.before = self.prepared = None
        self.rounds = []
        self.matters.assigned.clear()

    def _alone(self, amount: int) -> None:
        """In a house nobody moves more than the sign says without a second person, other than themselves."""
        who, most = self.matters.who, getattr(self.sign, "alone_max", None)
        if who.session and isinstance(most, int) and amount > most:
            must(bool(who.confirmer) and who.confirmer != who.person, f"{who.person} moves {amount} alone")
            asked = self.confirmed
            must(asked is not None and asked.asker == who.person, "what is carried out was not confirmed")
            must(asked.sum == amount, f"{amount} moves, and {asked.sum} was confirmed")

    def _confirmation_awaited(self, event: Any) -> None:
        must(event.waiting not in self.waiting, "a number is given twice")
        waits = datetime.fromisoformat(event.until) - datetime.fromisoformat(self.matters.who.at)
        must(waits == timedelta(minutes=2), f"it waits for {waits}")
        self.waiting[event.waiting] = event

    def _confirmation_given(self, event: Any) -> None:
        self.confirmed, who = self.waiting.pop(event.waiting), self.matters.who
        must(event.confirmer == who.person != self.confirmed.asker, "somebody confirms their own")
        must(who.session != self.confirmed.session, "it is confirmed in the same session")
        must(who.at <= self.confirmed.until, "it is confirmed too late")
        asker = max(LADDER.index(word) for word in (self.confirmed.by, self.confirmed.acting) if word)
        must(LADDER.index(who.rank) >= min(asker + 1, len(LADDER) - 1), f"a {who.rank} confirms it")

    def _confirmation_declined(self, event: Any) -> None:
        self.waiting.pop(event.waiting)

    def _confirmation_expired(self, event: Any) -> None:
        asked = self.waiting.pop(event.waiting)
        must(event.because == "table_closed" or self.matters.who.at > asked.until, "it is ended before its time")

    def _bought_in(self, event: Any) -> None:
        self._alone(event.amount)
        self.held[f"wallet:{event.patron}"] += event.amount

    def _cashed_out(self, event: Any) -> None:
        self._alone(event.amount)
        self.held[f"wallet:{event.patron}"] -= event.amount

    def _shoe_opened(self, event: Any) -> None:
        must(self.shoe is None, "a second shoe on the table")
        self.shoe = ShoeBook(event.cards == "virtual", event.decks, event.commitment)

    def _shoe_cut(self, event: Any) -> None:
        self.cards.cut = event.place

    def _cards_burned(self, event: Any) -> None:
        self.cards.leave([event.card, *[""] * event.unseen])
        must(event.unseen == (value(ranks([event.card])[0]) or 10), "another number of cards is burned")

    def _shoe_closed(self, event: Any) -> None:
        must(self.now is None or self.now.stage in ("concluded", "voided"), "a shoe closes in the middle of a round")
        if self.cards.virtual:
            self.cards.check_seal(event.order, event.salt)
        self.before, self.now, self.shoe = self.now or self.before, None, None

    @property
    def cards(self) -> ShoeBook:
        if self.shoe is None:
            raise Violation("it happens without a shoe")
        return self.shoe

    # The round.

    def _bets_opened(self, event: Any) -> None:
        must(self.now is None or self.now.stage in ("concluded", "voided"), "a round opens inside another")
        must(self.prepared is None, "a round opens under another sign than was prepared for it")
        shoe = self.cards
        must(not shoe.condemned, "the cards are out of use, and another round is dealt from them")
        must(shoe.left + len(shoe.carried) >= 6, "fewer cards are left than a round may take")
        must(
            event.without_bets == (bool(shoe.carried) and shoe.known), "a round with a known card is dealt without bets"
        )
        shoe.aside, shoe.following, shoe.known = shoe.carried, [], False
        self.before = self.now or self.before
        self.now = Round(event.coup, self.sign, event.without_bets, shoe=self.shoe)
        self.rounds.append(self.now)
        self.coups += 1

    def _round_concluded(self, event: Any) -> None:
        must(self.round.stage == "paying", "payments are declared made that were not")
        self.round.stage = "concluded"

    def commission(self) -> Fraction:
        """What the house takes of a winning Banker bet."""
        rate = self.round.sign.commission
        return Fraction(rate.strip("% ")) / 100 if rate else Fraction(1, 20)

    def _card_drawn(self, event: Any) -> None:
        now, shoe = self.round, self.cards
        must(now.stage == "dealing" and not now.choosing, "a card is drawn while patrons may choose")
        must(next_hand([value(rank) for rank in now.cards]) == event.side, "a card goes to the wrong hand")
        must(event.aside == bool(shoe.aside), "a card that lay aside comes first")
        if event.aside:
            must(shoe.aside[0] == event.card, "another card than lay aside")
            shoe.aside = shoe.aside[1:]
            shoe.known = shoe.known and bool(shoe.carried)
        else:
            shoe.leave([event.card])
        must(event.dealer == self.matters.who.person, "another dealer is named than dealt")
        now.drawn.append(event.card)
        now.played.append(event.card)
        now.dealers.add(event.dealer)
        self.cards_changed()

    def cards_changed(self) -> None:
        self.changed, self.offered = True, set()

    # Insurance.

    def _patron_left(self, event: Any) -> None:
        self.round.left.add(event.patron)
        self.round.choosing.discard(event.patron)  # Who has left goes on.

    def _insurance_offered(self, event: Any) -> None:
        must((event.window, event.insures) in self.due, "what is offered is not due")
        self.offered.add((event.window, event.insures))

    def _insurance_taken(self, event: Any) -> None:
        now = self.round
        must(now.stage == "dealing", "insurance without cards")
        must((event.window, event.insures) in self.due, "insurance where none is offered")
        place = (event.patron, event.box, event.insures)
        must(place in now.bets, "insurance without an original bet")
        must(event.patron not in now.left, "who walked away insures")
        mine = [slip for slip in now.insured if slip[:3] == place]
        # Both windows count against one cap: what would be won never exceeds the bet.
        first = any(slip[0] == event.patron and slip[3] != event.window for slip in now.insured)
        must(event.window == "after_four_cards" or second_window_allowed(self.document, first), "insured twice")
        already = [(slip[4], self._odds(slip[3], slip[2])) for slip in mine]
        room = insurance_room(self.document, now.plays(place), already, self._odds(event.window, event.insures))
        must(event.stake <= room, f"insurance of {event.stake} where {room} is the most")
        now.insured.append((*place, event.window, event.stake))
        self.held[self.person(event.patron)] -= event.stake

    def _odds(self, window: str, hand: str) -> Fraction:
        found = terms(self.document, self.round.cards, window, hand)
        if found is None:
            raise Violation(f"insurance of {hand} {window} lies, and these cards offer none")
        return best(found)

    def _insurance_returned(self, event: Any) -> None:
        """What goes back of each slip; the last taken gives first."""
        now = self.round
        for back in event.stakes:
            must(back.insures == event.insures and back.bet == "insurance", "a bet goes back as insurance")
            self.held[self.person(back.patron)] += back.stake
            owed, kept = back.stake, []
            for patron, box, hand, window, stake in reversed(now.insured):
                same = (patron, box, hand, window) == (back.patron, back.box, event.insures, event.window)
                off = min(owed, stake) if same else 0
                owed -= off
                if stake > off:
                    kept.append((patron, box, hand, window, stake - off))
            must(owed == 0, "more insurance goes back than lies")
            now.insured = kept[::-1]
