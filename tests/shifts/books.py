"""The books of an auditor who has read the documents and nothing else: what lies, what is due, what is held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from oracle import (
    final,
    handed_back,
    insurance_payback,
    insurance_room,
    least_that_divides,
    next_hand,
    payback,
    pro_rata,
    round_down,
    round_nearest,
    second_window_allowed,
    value,
)
from punto.table import Event
from shifts.clauses import FULL, RANKS, is_complete
from shifts.insured import best, due_offers, terms
from shifts.matters import Matters, Who
from shifts.round import Place, Round, ShoeBook, Violation, must, ranks

__all__ = ["Books", "Violation", "Who"]

PAYBACK = lru_cache(maxsize=1 << 18)(payback)

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
    "debt_written_off",
    "chips_entered",
)


class Books:
    """One table's money and cards, by the documents: wallets, what lies on the felt, the house."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.document = ""
        self.sign: Any = None
        self.held: Counter[str] = Counter()
        self.shoe: ShoeBook | None = None
        self.now: Round | None = None
        self.before: Round | None = None
        self.rounds: list[Round] = []
        """Every round since the table opened."""
        self.owed: list[tuple[Place, int]] = []
        """Bets that must go back now, with what is left of each."""
        self.together: list[Place] = []
        self.offered: set[tuple[str, str]] = set()
        """What was offered since the cards last changed."""
        self.changed = False
        """Whether this command changed the cards that lie."""
        self.voids: Counter[int] = Counter()
        self.chips_due: Counter[str] = Counter()
        self.coups = 0
        self.matters = Matters(self)
        self.command = ""

    def take(self, event: Event, who: Who, command: str) -> None:
        """Go on by an event, as far as money and cards go."""
        if command != self.command:
            self._end_command()
            self.command = command
        kind = str(event.__struct_config__.tag)
        must(not self.owed or kind in ("bet_rejected", "limit_exceeded"), f"{self.owed} must go back first")
        must(not self.together or kind == "bet_placed", "bets were given together, and one is missing")
        if self.matters.pending is not None:
            must(kind in WHILE_STOPPED, f"{kind} while {self.matters.pending.what} waits")
        self.matters.begin(who)
        held, paid = dict(self.held), self.now is not None and self.now.settled
        for handler in (getattr(self, f"_{kind}", None), getattr(self.matters, kind, None)):
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
            due = due_offers(self.document, now) if not is_complete(now.cards) else set()
            must(due == self.offered, f"{self.offered} is offered, and {due} is due")
        self.changed = False

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
        self.sign = event.sign
        self._check_notice()
        must(self.document not in FULL or event.sign.differential_max is not None, "no differential is displayed (3.4)")

    def _table_closed(self, event: Any) -> None:
        must(self.shoe is None, "a table closes with its cards on it")
        self.now = self.before = None
        self.rounds = []
        self.matters.assigned.clear()

    def _bought_in(self, event: Any) -> None:
        self.held[f"wallet:{event.patron}"] += event.amount

    def _cashed_out(self, event: Any) -> None:
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

    def _bet_placed(self, event: Any) -> None:
        now = self.round
        must(now.stage == "betting" and not now.without_bets, "a bet is taken where none may be")
        place = (event.patron, event.box, event.bet)
        now.bets[place] = now.bets.get(place, 0) + event.stake
        now.stances[place] = event.stance
        must(now.bets[place] == event.total, "a total is not the sum of what was put down")
        self._reach(place)
        self.held[self.person(event.patron)] -= event.stake
        self.together.append(place)
        if event.more is not True:
            self._check_box(event.box, event.stance == "seated")
            self.together = []

    def _reach(self, place: Place) -> None:
        now = self.round
        now.moments += 1
        now.reached[place] = now.moments

    def _check_box(self, box: int, seated: bool) -> None:
        """5.1: who sits comes first, and standing bets make room; 3.6: what a box may hold on one area."""
        now = self.round
        limit, enforced, most = self.sign.differential_max, self.sign.limits == "enforced", self.sign.stake_max
        if enforced and most is not None:
            for patron, _, bet in self.together:
                whole_box = self.document in FULL
                held = sum(
                    s for (p, n, b), s in now.bets.items() if (n, b) == (box, bet) and (whole_box or p == patron)
                )
                must(held <= most, f"{held} on {bet} of box {box}")
        sides = [bet for _, _, bet in self.together if bet in ("player", "banker")]
        if limit is None or not sides:
            return
        for side in sides:
            other = "banker" if side == "player" else "player"
            own = sum(
                stake
                for at, stake in now.bets.items()
                if at[1:] == (box, side) and (not seated or now.stances[at] == "seated")
            )
            if own - now.on(box, other) > limit or now.on(box, other) - now.on(box, side) > limit:
                must(not enforced, f"box {box} is beyond its differential")
                return
        self._owe(box)

    def _owe(self, box: int) -> None:
        now = self.round
        here = [at for at in now.bets if at[1] == box and at[2] in ("player", "banker")]
        limit, least = self.sign.differential_max, self.sign.stake_min
        heavy = "player" if now.on(box, "player") > now.on(box, "banker") else "banker"
        lies: list[Any] = [(at[0], at[2], now.bets[at], now.stances[at] == "standing") for at in here]
        self.owed = [(here[index], left) for index, left in handed_back(lies, limit, least, self._unit(heavy))]

    def _unit(self, side: str) -> int:
        unit, step = self.sign.chip, self._divides(side) or 1
        while unit % step:
            unit += self.sign.chip
        return int(unit)

    def _commission(self) -> Fraction:
        rate = self.round.sign.commission
        return Fraction(rate.strip("% ")) / 100 if rate else Fraction(1, 20)

    def _divides(self, side: str) -> int | None:
        if self.round.sign.rounding != "refuse":
            return None
        return least_that_divides(self.document, side, self._commission())

    def _bet_withdrawn(self, event: Any) -> None:
        now = self.round
        place = (event.patron, event.box, event.bet)
        must(now.stage == "betting", "a bet is taken back after the close")
        must(now.bets[place] == event.stake + event.left, "other chips are withdrawn than lie")
        self._leave(event, place)
        if event.bet in ("player", "banker") and self.sign.differential_max is not None:
            other = "banker" if event.bet == "player" else "player"
            if now.on(event.box, event.bet) - now.on(event.box, other) <= self.sign.differential_max:
                self._owe(event.box)

    def _leave(self, event: Any, place: Place) -> None:
        now = self.round
        now.bets[place] = event.left
        if event.left:
            self._reach(place)
        else:
            del now.bets[place]
        self.held[self.person(event.patron)] += event.stake

    def _bet_rejected(self, event: Any) -> None:
        now = self.round
        place = (event.patron, event.box, event.bet)
        must(now.stage == "betting", "a bet is handed back after the close")
        must(now.bets[place] - event.stake == event.left >= 0, "what is left of a bet is not what is left")
        if not self.matters.card_seen:
            if not self.owed:
                self._owe(event.box)
            must(self.owed[:1] == [(place, event.left)], f"{place} goes back to {event.left}, and {self.owed} should")
            self.owed = self.owed[1:]
        self._leave(event, place)

    def _bets_closed(self, event: Any) -> None:
        now = self.round
        must(now.stage == "betting", "bets close that are not open")
        now.stage = "dealing"
        self.apportion(event.shares)
        self.matters.waiver_may_lapse()

    def apportion(self, shares: Any) -> None:
        """5.1.1: what takes part of each bet, box by box."""
        now = self.round
        limit = now.sign.differential_max
        stated = {(one.patron, one.box, one.bet): one.effective for one in shares}
        now.effective = {}
        for box in {box for _, box, _ in now.bets}:
            here = [(at, stake) for at, stake in now.bets.items() if at[1] == box and at[2] in ("player", "banker")]
            if limit is None or not here:
                continue
            sides: list[tuple[str, Any, int]] = [(at[0], at[2], stake) for at, stake in here]
            heavy = "player" if now.on(box, "player") > now.on(box, "banker") else "banker"
            # Both hands have one minimum in these documents' tables.
            share = pro_rata(sides, limit, now.sign.stake_min, now.sign.chip, self._divides(heavy))
            for (at, stake), effective in zip(here, share, strict=True):
                now.effective[at] = effective
                must(stated.get(at, stake) == effective, f"{at} plays {stated.get(at, stake)}, pro rata {effective}")

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
        must((event.window, event.insures) in due_offers(self.document, self.round), "what is offered is not due")
        self.offered.add((event.window, event.insures))

    def _insurance_taken(self, event: Any) -> None:
        now = self.round
        must(now.stage == "dealing", "insurance without cards")
        must((event.window, event.insures) in due_offers(self.document, now), "insurance where none is offered")
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

    # The end of a round.

    def _coup_settled(self, event: Any) -> None:
        now = self.round
        must(now.stage == "dealing" and not now.choosing, "a round is paid that is not over")
        must(event.cards.split() == now.played, f"{event.cards} is paid, and {now.played} was played")
        values = [value(rank) for rank in now.cards]
        end = final(values)
        stated = (event.winner, event.player_points, event.banker_points)
        must(stated == (end.winner, end.player_points, end.banker_points), f"{stated} is not the result")
        due = Counter((*at, "", "", stake, self._due(at, stake)) for at, stake in now.bets.items())
        for patron, box, hand, window, stake in now.insured:
            back = self._whole(insurance_payback(self.document, window, hand, values, stake))  # type: ignore[arg-type]
            due[patron, box, "insurance", hand, window, stake, back] += 1
        paid = Counter(
            (one.patron, one.box, one.bet, one.insures, one.window, one.stake, one.payback) for one in event.lines
        )
        must(due == paid, f"paid {paid - due} where {due - paid} is due, on {now.played}")
        for one in event.lines:
            self.held[self.person(one.patron)] += one.payback
        now.stage, now.paid = "paying", list(event.lines)
        now.paid_on = (list(now.played), dict(now.bets))

    def _due(self, at: Place, stake: int) -> int:
        plays = self.round.plays(at)
        back = PAYBACK(self.document, at[2], tuple(self.round.cards), plays, self._commission())
        return self._whole(back) + stake - plays

    def _whole(self, amount: Fraction) -> int:
        return round_nearest(amount) if self.round.sign.rounding == "nearest" else round_down(amount)

    def _coup_voided(self, event: Any) -> None:
        now = self.round
        must(now.lies, "a round that is over is void")
        self.voids[event.coup] += 1
        must(self.voids[event.coup] == 1, "a void returns stakes a second time")
        self._hand_back(event.stakes, self._stakes(None))
        now.stage, now.bets, now.insured, now.choosing = "voided", {}, [], set()

    def _bets_returned(self, event: Any) -> None:
        now = self.round
        must(now.stage == "dealing", "bets are returned when none lie")
        self._hand_back(event.stakes, self._stakes(event.patron))
        now.bets = {at: stake for at, stake in now.bets.items() if at[0] != event.patron}
        now.insured = [slip for slip in now.insured if slip[0] != event.patron]

    def _stakes(self, patron: str | None) -> Counter[tuple[str, int, str, str, int]]:
        now = self.round
        lies = Counter((*at, "", stake) for at, stake in now.bets.items() if patron in (None, at[0]))
        lies.update((p, b, "insurance", h, s) for p, b, h, _, s in now.insured if patron in (None, p))
        return lies

    def _hand_back(self, stakes: Any, lies: Counter[tuple[str, int, str, str, int]]) -> None:
        given = Counter((one.patron, one.box, one.bet, one.insures, one.stake) for one in stakes)
        must(given == lies, f"{given} goes back where {lies} lies")
        for one in stakes:
            self.held[self.person(one.patron)] += one.stake

    def _settlement_reversed(self, event: Any) -> None:
        now = self.round
        must(now.settled and list(event.lines) == now.paid, "another payment is taken back than was made")
        taken = [(one.patron, one.box, one.bet, one.stake) for one in event.returned]
        returned = [(one.patron, one.box, one.bet, one.stake) for one in now.repaid]
        must(taken == returned, "other bets are taken back than were returned")
        back: Counter[str] = Counter()
        for one in (*event.lines, *event.returned):
            back[one.patron] += getattr(one, "payback", one.stake)
        # The stakes lie on the felt again; only the payments come out of the wallets.
        for patron, amount in back.items():
            self.claim(patron, amount)
        now.stage, now.paid, now.repaid, now.claims = "dealing", [], [], now.repaid

    def _ruling_made(self, event: Any) -> None:
        net: Counter[str] = Counter()
        for one in event.adjustments:
            net[one.patron] += one.amount
        for patron, amount in net.items():
            if amount < 0:
                self.claim(patron, -amount)
            else:
                self.held[self.person(patron)] += amount

    def _debt_written_off(self, event: Any) -> None:
        self.held[f"owed:{event.patron}"] += event.amount
        must(RANKS[self.matters.who.rank] >= RANKS["shift_manager"], "a debt is written off by somebody else")
