"""Matters: what somebody reported, who decided it, and what must then have followed by the time the command is done.

A matter is decided when a report by somebody of rank says so at once, when a waiting report is confirmed, or when the
Shift Manager rules. Nothing of a round changes by anybody else's word.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from shifts.clauses import (
    OUT_OF_USE,
    RANKS,
    REOPENS,
    SEALED_OUT,
    VOIDS,
    certain,
    covered,
    decides,
    is_complete,
    is_graver,
)
from shifts.insured import claimable, standing, totals
from shifts.round import Round, Slip, must, ranks

if TYPE_CHECKING:
    from shifts.books import Books

EARLY = ("extra_card", "exposed_card")
OPENING = {"player", "banker"}
THIRDS = {"player_third", "banker_third"}
SQUEEZED_AS = {
    "player": ("player",),
    "banker": ("banker",),
    "player_third": ("player_third", "expose_banker_third"),
    "banker_third": ("banker_third", "banker_third_first"),
}
"""By which consent each card lies before a patron."""


class Who(NamedTuple):
    """Who gave a command: by name, in which rank, and in which rank of their own."""

    person: str
    rank: str
    own: str
    at: str = ""
    session: str = ""
    confirmer: str = ""


HOUSE = Who("house", "house", "house")


@dataclass
class Matter:
    """Something decided, with the table as it was just before."""

    what: str
    stage: str
    played: list[str]
    insured: list[Slip]
    choosing: set[str]
    named: list[str]
    waited: str = ""
    """What waited when the Shift Manager ruled."""
    note: str = ""
    """The reason that was given."""
    happened: Counter[str] = field(default_factory=Counter)
    """Kinds of events that followed."""


class Matters:
    """What is being decided at one table."""

    def __init__(self, books: Books) -> None:
        self.books = books
        self.who = HOUSE
        self.pending: Any = None
        self.lighter: Any = None
        """The report whose place the one that waits has taken."""
        self.due_again: Any = None
        """That lighter report once the graver one is over: it waits again before the command is done."""
        self.matter: Matter | None = None
        self.assigned: set[tuple[str, str]] = set()
        self.lapses = False
        """Whether a waiver must have lapsed by the end of the command."""
        self.returning = ""

    def begin(self, who: Who) -> None:
        """Another event of a command by this person."""
        self.who = who
        if who.rank != who.own:
            must((who.person, who.rank) in self.assigned, f"{who.person} acts as {who.rank} without being assigned")

    @property
    def card_seen(self) -> bool:
        """Whether a card became known while bets are open, and what was put down since goes back."""
        return self.matter is not None and self.matter.what in EARLY

    def _dealers(self, what: str, number: int) -> set[str]:
        """Who dealt the round that a report is about; a claim is about the one that is paid."""
        now, before = self.books.now, self.books.before
        if number:
            return next((round_.dealers for round_ in self.books.rounds if round_.number == number), set())
        claims_before = what == "neglected_insurance" and before is not None and before.settled
        about = before if claims_before and not (now and now.settled) else now
        return about.dealers if about else set()

    def _decided(self, what: str, named: str = "", waited: str = "", number: int = 0, note: str = "") -> Matter:
        now = self.books.now
        document = self.books.document
        least = decides(document, what) if what != "ruling" else RANKS["shift_manager"]
        must(RANKS.get(self.who.rank, 0) >= least, f"a {self.who.rank} decides about {what}")
        dealers = self._dealers(waited or what, number)
        must(self.who.person not in dealers, f"{self.who.person} dealt the round and decides about {what}")
        matter = Matter(
            what,
            now.stage if now else "",
            list(now.played) if now else [],
            list(now.insured) if now else [],
            set(now.choosing) if now else set(),
            named.split(),
            waited,
            note,
        )
        self.matter = matter
        return matter

    def _follows(self, kind: str) -> Matter:
        """Something that only happens because somebody decided it."""
        if self.matter is None:
            must(False, f"{kind}, and nobody decided anything")
        assert self.matter is not None
        self.matter.happened[kind] += 1
        return self.matter

    # What is said.

    def irregularity_reported(self, event: Any) -> None:
        books = self.books
        sealed = books.shoe is not None and books.shoe.virtual
        if event.again:
            self._wait_again(event)
            return
        lighter = self.pending
        must(event.replaces == (lighter is not None), "a report hides that it takes another's place")
        if self.pending is not None:
            must(is_graver(books.document, event.what, self.pending.what), "a report replaces another that is as grave")
        empty = event.what == "out_of_cards" and books.shoe is not None and not books.shoe.left
        if sealed and not empty:
            must(event.what not in SEALED_OUT or event.leads_to == "ruling", f"{event.what} of a sealed shoe")
            must(not event.cards or event.what in EARLY or event.leads_to == "ruling", "somebody names sealed cards")
        must(event.reporter == self.who.person or empty, "another reporter is named than reports")
        if event.decides:
            must(RANKS[event.decides] >= decides(books.document, event.what), f"{event.decides} may not decide")
            self.pending, self.lighter = event, lighter
            return
        must(covered(books.document, event.what), f"{event.what} is in no clause, and nobody rules")
        if empty:
            self.matter = Matter("out_of_cards", "dealing", [], [], set(), [])
        elif event.what not in ("late_error", "late_withdrawal"):  # These two are put on record, and move nothing.
            self._decided(event.what, event.cards, number=event.of_coup, note=event.note)
        self.pending, self.due_again = None, lighter

    def _wait_again(self, event: Any) -> None:
        """What a graver report had replaced is not gone with it: it was raised, and must be decided."""
        must(self.due_again is not None, f"{event.what} waits again, and nothing had replaced it")
        for part in event.__struct_fields__:
            same = getattr(event, part) == getattr(self.due_again, part) or part == "again"
            must(same, f"{event.what} waits again with another {part}")
        self.pending, self.due_again = event, None

    def _over(self) -> None:
        """The report that waited is withdrawn, decided or ruled on."""
        self.due_again = self.lighter or self.due_again
        self.pending = self.lighter = None

    def report_withdrawn(self, event: Any) -> None:
        must(self.pending is not None and self.pending.reporter == self.who.person, "a report of another is withdrawn")
        self._over()

    def decision_made(self, event: Any) -> None:
        waits = self.pending
        if waits is None:
            must(self.matter is not None and self.matter.what == event.what, "a decision about nothing")
            return
        must(waits.what == event.what and event.decider == self.who.person, "another matter, or another person")
        self._over()
        if event.confirmed:
            must(covered(self.books.document, event.what) and waits.leads_to != "ruling", "it takes a ruling")
            self._decided(event.what, waits.cards, number=waits.of_coup, note=event.note or waits.note)
            return
        must(RANKS[self.who.rank] >= RANKS[waits.decides], f"a {self.who.rank} dismisses {event.what}")
        dealers = self._dealers(event.what, waits.of_coup)
        must(self.who.person not in dealers, f"{self.who.person} dealt the round and dismisses {event.what}")

    def ruling_made(self, event: Any) -> None:
        waits = self.pending
        self._over()
        if waits is not None:
            ruled = not covered(self.books.document, waits.what) or waits.leads_to == "ruling"
            must(ruled, f"{waits.what} is covered, and somebody rules around it")
        self._decided("ruling", waited=waits.what if waits else "", number=waits.of_coup if waits else 0)
        if event.bets and self.books.shoe:
            self.books.shoe.known = False
            if self.books.now is not None and self.books.now.stage == "betting":
                self.books.now.without_bets = False

    def position_assigned(self, event: Any) -> None:
        must(event.person != self.who.person, "somebody assigns themselves")
        must(RANKS[self.who.rank] >= RANKS[event.position], f"a {self.who.rank} makes a {event.position}")
        self.assigned.add((event.person, event.position))

    # What follows.

    def coup_voided(self, event: Any) -> None:
        matter = self._follows("coup_voided")
        waits = self.due_again
        if waits is None:
            return
        # A matter of the void round is moot; a claim, or another round's record, is not.
        claims_before = waits.what == "neglected_insurance" and matter.stage not in ("paying", "concluded")
        if waits.of_coup in (0, event.coup) and (waits.of_coup or not claims_before):
            self.due_again = None

    def settlement_reversed(self, event: Any) -> None:
        matter = self._follows("settlement_reversed")
        if matter.stage == "concluded":
            must(matter.what in REOPENS, f"{matter.what} reopens a round whose payments were declared made")

    def cards_condemned(self, event: Any) -> None:
        self._follows("cards_condemned")
        self.books.cards.condemned = True

    def coup_continued(self, event: Any) -> None:
        self._follows("coup_continued")

    def cards_set_aside(self, event: Any) -> None:
        matter, shoe = self._follows("cards_set_aside"), self.books.cards
        cards = event.cards.split()
        shoe.leave(cards)
        if event.next_round:
            must(not shoe.virtual, "cards of a sealed shoe can be put in order")
            shoe.following += cards
        else:
            shoe.aside += cards
        if matter.what == "simultaneous":
            new = Counter(matter.named) - Counter(matter.played)
            must(Counter(cards) == new, f"{cards} lie aside, and of {matter.named} only {list(new)} was not on record")
        if matter.what == "exposed_card":
            must(event.known, "an exposed card is called unknown")
        shoe.known = shoe.known or event.known

    def cards_discarded(self, event: Any) -> None:
        must(False, f"{event.cards} is thrown away (5.7)")

    def cards_reconstructed(self, event: Any) -> None:
        matter, books = self._follows("cards_reconstructed"), self.books
        now, shoe = books.round, books.cards
        cards, surplus = event.cards.split(), event.surplus.split()
        lay = Counter(now.played) + Counter(shoe.aside)
        must(Counter(cards) + Counter(surplus) == lay, f"{cards} and {surplus} are put in order where {lay} lies")
        shoe.check_order(cards + surplus)
        named = sorted(matter.named)
        if cards + surplus != now.played + shoe.aside:
            must(matter.what in ("wrong_area", "wrong_number_of_cards", "simultaneous"), "nobody decided another order")
        if matter.what == "wrong_number_of_cards":
            # The cards on record in another order are no other number: that order is the order drawn.
            besides = bool(matter.happened["cards_set_aside"])
            wrong = besides and (is_complete(ranks(matter.played)) or bool(surplus))
            must(wrong, f"{cards} are as many cards as the tableau asks for")
        again = [card for card in cards + surplus if card in now.played]
        if matter.what in ("wrong_area", "wrong_number_of_cards") and len(set(again)) == len(again):
            moved_at_all = again[: len(now.played)] != now.played
            must(not moved_at_all or bool(matter.note.strip()), "another order is played, and nobody says why")
        if matter.what == "simultaneous" and len(cards) == len(now.played):
            moved = [at for at, card in enumerate(cards) if card != now.played[at]]
            must(all(cards[at] in named for at in moved), "a card moves that was not drawn at once with another")
        # What begins the next round is a card of that one, and of no other.
        for card in (Counter(now.drawn) - Counter(cards)).elements():
            del now.drawn[len(now.drawn) - 1 - now.drawn[::-1].index(card)]
        now.drawn += (Counter(cards) - Counter(now.drawn)).elements()
        now.played, shoe.aside = cards, surplus
        shoe.known = bool(shoe.carried) and (shoe.known or not now.sign.face_down)
        books.cards_changed()

    def card_corrected(self, event: Any) -> None:
        matter, books = self._follows("card_corrected"), self.books
        must(matter.what == "misread_card" and not books.cards.virtual, "a card is another than was sealed")
        if event.of_coup:
            self._record_corrected(event)
            return
        now, shoe = books.round, books.cards
        must(now.drawn[event.place - 1] == event.was != event.card, "another card is corrected than lies there")
        earlier = now.drawn[: event.place].count(event.was)
        now.drawn[event.place - 1] = event.card
        same = [at for at, card in enumerate(now.played) if card == event.was]
        if len(same) >= earlier:
            now.played[same[earlier - 1]] = event.card
        shoe.correct(event.was, event.card)
        books.cards_changed()

    def _record_corrected(self, event: Any) -> None:
        """The record of an earlier round alone, and the count of the cards if they are still in use."""
        books = self.books
        round_ = next((old for old in books.rounds if old.number == event.of_coup), None)
        must(round_ is not None and round_ is not books.now, "no such round has been dealt, or it is on the table")
        assert round_ is not None
        must(round_.drawn[event.place - 1] == event.was != event.card, "another card is corrected than was drawn")
        round_.drawn[event.place - 1] = event.card
        if round_.shoe is books.shoe:
            books.cards.correct(event.was, event.card)

    def bets_corrected(self, event: Any) -> None:
        matter, books = self._follows("bets_corrected"), self.books
        must(matter.what == "misplaced_bet" and not books.sign.wallets, "the record is the layout")
        if event.of_coup:
            self._chips_on_record(event)
            return
        now = books.round
        must(not any(at[0] == event.patron for at in now.returned), "bets that were taken back lie again")
        was = {(event.patron, one.box, one.bet): one.stake for one in event.was}
        must(was == {at: s for at, s in now.bets.items() if at[0] == event.patron}, "other chips are on record")
        lay = {(event.patron, one.box, one.bet): one for one in event.lay}
        must(len(lay) == len(event.lay), "chips lie twice in one place")
        now.bets = {
            at: lay[at].stake if at in lay else stake
            for at, stake in now.bets.items()
            if at[0] != event.patron or at in lay
        }
        for at, one in lay.items():
            must(one.stake % now.sign.chip == 0, f"{one.stake} is no number of chips")
            now.bets[at] = one.stake
            now.stances[at] = one.stance
            now.reached.setdefault(at, now.moments + 1)
        books.betting.apportion(event.shares)
        books.held[books.person(event.patron)] -= sum(one.stake for one in lay.values()) - sum(was.values())
        if now.stage == "dealing":
            self.waiver_may_lapse()

    def _chips_on_record(self, event: Any) -> None:
        """The record of an earlier round alone: nobody is paid otherwise."""
        books = self.books
        round_ = next((old for old in books.rounds if old.number == event.of_coup), None)
        must(round_ is not None and round_ is not books.now, "no such round has been dealt, or it is on the table")
        assert round_ is not None
        record = round_.closed_with if round_.record is None else round_.record
        was = {(event.patron, one.box, one.bet): one.stake for one in event.was}
        lay = {(event.patron, one.box, one.bet): one.stake for one in event.lay}
        must(was == {at: s for at, s in record.items() if at[0] == event.patron}, "other chips are on record")
        must(len(lay) == len(event.lay) and lay != was and not event.shares, "nothing is corrected, or more than that")
        round_.record = {at: s for at, s in record.items() if at[0] != event.patron} | lay

    def options_given(self, event: Any) -> None:
        matter, now = self._follows("options_given"), self.books.round
        must(now.stage == "dealing", "a choice is given where no bets lie")
        who = matter.choosing if matter.what == "interruption" else now.patrons
        must(set(event.patrons) == who, f"{event.patrons} may choose, and {who} should")
        now.choosing = set(event.patrons)

    def option_chosen(self, event: Any) -> None:
        now = self.books.round
        must(event.patron in now.choosing, f"{event.patron} has no choice to make")
        now.choosing.discard(event.patron)
        self.returning = event.patron if event.option == "return" else ""

    def bets_returned(self, event: Any) -> None:
        must(event.patron == self.returning, f"{event.patron} did not ask for the bets back")
        self.returning = ""
        self.waiver_may_lapse()

    def choices_closed(self, event: Any) -> None:
        now = self.books.round
        must(self.who.own == "house" or RANKS[self.who.rank] >= 2, f"a {self.who.rank} ends everybody's choice")
        must(set(event.patrons) == now.choosing, "others are without a choice than had one")
        now.choosing = set()

    def original_bet_returned(self, event: Any) -> None:
        """003 5.13: what was lost, less what insurance on the same bet won; once."""
        books = self.books
        if event.of_coup and books.now is not None and books.now.number == event.of_coup:
            round_: Round | None = books.now
        else:
            round_ = books.before if event.of_coup else books.now
        must(round_ is not None and (not event.of_coup or round_.number == event.of_coup), "a round of another number")
        assert round_ is not None
        must(round_.settled, "a bet is returned before it is lost")
        if not round_.claims:  # Else it is judged anew with the payment made again.
            self._follows("original_bet_returned")
        due = claimable(books.document, round_, (event.patron, event.box, event.insures, event.window))
        must(event.stake == due > 0, f"{event.stake} is returned to {event.patron}, and {due} is due")
        books.held[books.person(event.patron)] += event.stake
        round_.repaid.append(event)

    # The squeeze that waives insurance.

    def insurance_waived(self, event: Any) -> None:
        must(RANKS[self.who.rank] >= 2, f"a {self.who.rank} waives everybody's insurance")
        self.books.round.waived_by = event.patron

    def waiver_lapsed(self, event: Any) -> None:
        must(self.lapses, "a waiver lapses that holds")
        self.books.round.waived_by, self.lapses = "", False
        self.books.cards_changed()

    def squeeze_granted(self, event: Any) -> None:
        self.books.round.squeezes.add((event.patron, event.card))

    def card_turned(self, event: Any) -> None:
        now = self.books.round
        must(now.stage in ("dealing", "paying", "concluded"), f"a card is turned when the round is {now.stage}")
        must(self._may_squeeze(event.patron), "cards are turned by somebody without the right to squeeze")
        hands = OPENING if len(now.played) == 4 else THIRDS
        for card in event.cards:
            must(card in hands, f"{card} is turned of {len(now.played)} cards")
            must(card not in now.turned, f"{card} is turned twice")
            must(any((event.patron, asked) in now.squeezes for asked in SQUEEZED_AS[card]), f"{card} was not theirs")
            now.turned.add(card)

    def waiver_may_lapse(self) -> None:
        """It is for the patron it was granted to, as long as that patron has the right to squeeze."""
        now = self.books.round
        if now.waived_by and len(now.played) <= 5:
            self.lapses = not self._may_squeeze(now.waived_by)

    def _may_squeeze(self, patron: str) -> bool:
        now = self.books.round
        if self.books.document != "da-hu-ying-xiong":
            return patron in now.patrons
        seated = [
            (-stake, now.reached[at], at[0])
            for at, stake in now.bets.items()
            if at[2] in ("player", "banker") and now.stances[at] == "seated" and at[0] not in now.left
        ]
        return bool(seated) and min(seated)[2] == patron and bool(self.books.sign.face_down)

    # The end of a command.

    def end(self) -> None:
        """Whether all followed that had to."""
        matter, self.matter = self.matter, None
        must(self.due_again is None, "a report that was replaced is gone with the one in its place")
        must(not self.lapses, "a waiver outlives the squeeze it was for")
        must(not self.returning, f"{self.returning}'s bets must be returned")
        self._check_claims()
        if matter is None:
            return
        self._check_void(matter)
        self._check_options(matter)
        now = self.books.now
        if now is not None and matter.stage in ("dealing", "paying", "concluded") and now.stage != "voided":
            self._check_insurance(matter, now)

    def _check_void(self, matter: Matter) -> None:
        happened, what = matter.happened, matter.what
        current = matter.stage in ("betting", "dealing", "paying")
        voided = bool(happened["coup_voided"])
        if what in VOIDS:
            must(voided == current, f"{what} at {matter.stage}: void is {voided}")
        elif what == "interruption":
            sure = certain(self.books.document, tuple(ranks(matter.played + self.books.cards.aside)))
            must(voided == (matter.stage == "dealing" and not sure), f"{what} with {matter.played}: void is {voided}")
        elif what == "wrong_number_of_cards":
            must(voided != bool(happened["cards_reconstructed"]), "cards are neither put in order nor void")
        elif what != "ruling":
            must(not voided, f"{what} voids a round")
        gone = what in OUT_OF_USE or matter.waited in OUT_OF_USE
        if gone and self.books.shoe is not None:
            must(bool(happened["cards_condemned"]), f"after {matter.waited or what} the same cards go on")
        if voided and matter.stage in ("paying", "concluded"):
            must(bool(happened["settlement_reversed"]), "a paid round is void, and its payment stands")

    def _check_options(self, matter: Matter) -> None:
        given = bool(matter.happened["options_given"])
        if matter.what == "ruling":
            return
        expected = self._options(matter)
        must(given == expected, f"{matter.what} at {matter.stage}: the choice is given {given}, and should {expected}")

    def _options(self, matter: Matter) -> bool:
        """Whether the readings give everybody a choice."""
        what, happened = matter.what, matter.happened
        if what == "interruption":
            return bool(matter.choosing) and matter.stage == "dealing" and not happened["coup_voided"]
        now = self.books.now
        if now is None or not now.patrons:
            return False
        lies = matter.stage == "dealing" or bool(happened["settlement_reversed"])
        if what in EARLY:
            return matter.stage == "betting" or (matter.stage == "dealing" and not self._sure(now))
        if what == "wrong_area":
            put = bool(happened["cards_reconstructed"])
            return lies and not (put and self._sure(now))
        if what == "face_up":
            return matter.stage == "dealing" and not self._sure(now)
        return what in ("simultaneous", "dealing_error") and lies

    def _sure(self, now: Round) -> bool:
        """Whether an outcome is established by every card drawn for the round, those that lie aside with them."""
        return certain(self.books.document, tuple(now.cards + ranks(self.books.cards.aside)))

    def _check_insurance(self, matter: Matter, now: Round) -> None:
        """Insurance held against the true cards and chips."""
        if now.played == matter.played and not matter.happened["bets_corrected"]:
            return
        due = standing(self.books.document, matter.insured, ranks(matter.played), now)
        must(totals(now.insured) == due, f"{now.insured} is insured, and {due} should be")

    def _check_claims(self) -> None:
        """What was returned by 5.13 is judged anew with the second settlement."""
        now = self.books.now
        if now is None or not now.settled or not now.claims:
            return
        claims, now.claims = now.claims, []
        repaid, now.repaid = now.repaid, []
        again = []
        for old in claims:
            if due := claimable(self.books.document, now, (old.patron, old.box, old.insures, old.window)):
                again.append((old.patron, old.box, old.bet, due))
                now.repaid.append(old)
        must(again == [(one.patron, one.box, one.bet, one.stake) for one in repaid], "claims are not judged anew")
        now.repaid = repaid
