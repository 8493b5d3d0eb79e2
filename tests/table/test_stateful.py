"""Shifts nobody planned: random commands, sensible and not, at tables of all five documents.

After every command: the record replays to the live state bit for bit, money is conserved and lies where
it should, insurance wins no more than what it insures, and nobody has seen a card before it was dealt.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import oracle
from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refusal, read_odds
from punto.table import AnyEvent, Command, Event, State, evolve, postings
from punto.table import events as e
from punto.table.refusals import MEANINGS
from punto.table.script import Script, read_command
from punto.table.snapshot import from_bytes, to_bytes
from punto.table.squeeze import waiting
from rulebook.shelf import LIBRARY
from table.shift import wide_limits

SUITS = "shdc"
PATRONS = ("A", "B", "C", "D")
CARDS = tuple(sign + suit for sign in "A23456789TJQK" for suit in SUITS)
WHATS = (
    "foreign_card", "shortage", "excess", "not_shuffled", "wrong_number_of_cards", "extra_card", "exposed_card",
    "wrong_area", "face_up", "simultaneous", "interruption", "neglected_insurance", "late_error", "other",
    "dealing_error", "out_of_cards", "misread_card", "misplaced_bet",
)  # fmt: skip
RANKS = st.sampled_from((None, "patron", "dealer", "pit_supervisor", "pit_manager", "shift_manager", "king"))
STAKES = st.one_of(st.integers(1, 400), st.sampled_from((0, -5, 10**16, 1.5, "9", True)))
STAFF = st.sampled_from(("dealer", "pit_supervisor", "shift_manager"))
SQUEEZES = st.sampled_from(("player", "banker_third", "banker_third_first", "expose_banker_third"))
ASKERS = st.sampled_from(("patron", "patron", "dealer"))
WHO = st.sampled_from((*PATRONS, ""))
NAMED = st.none() | st.lists(st.sampled_from(CARDS), max_size=7).map(" ".join)
MAYBE = st.none() | st.booleans()
WINDOWS = st.sampled_from((None, "after_four_cards", "after_player_third_card"))
HANDS = st.sampled_from(("player", "banker"))
STANCES = st.sampled_from(("seated", "standing"))
ALL_BETS = st.sampled_from(sorted({bet for document in oracle.DOCUMENTS for bet in oracle.bets(document)} | {"dragon"}))


LAID = st.lists(
    st.fixed_dictionaries({"box": st.integers(1, 3), "bet": HANDS, "stake": st.sampled_from((10, 40, 300))}),
    max_size=3,
    unique_by=lambda lay: (lay["box"], lay["bet"]),
)
"""Where chips may have lain."""


def command(name: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    return st.tuples(st.just(name), st.fixed_dictionaries({"by": RANKS} | fields))


NONSENSE = st.one_of(
    command("open_bets"),
    command("close_bets"),
    command("place_bet", patron=WHO, box=st.integers(0, 8), stance=STANCES, bet=ALL_BETS, stake=STAKES),
    command("withdraw_bet", patron=WHO, box=st.integers(0, 8), bet=ALL_BETS, stake=st.none() | STAKES),
    command("draw_card", card=st.none() | st.sampled_from((*CARDS, "1x", "9"))),
    command("take_insurance", patron=WHO, box=st.integers(0, 8), insures=HANDS, stake=STAKES),
    command("walk_away", patron=WHO),
    command("turn_card", patron=WHO),
    command("squeeze", patron=WHO, card=SQUEEZES, decline=st.booleans()),
    command(
        "report", what=st.sampled_from(WHATS), cards=NAMED, reconstruct=MAYBE, new_cards=st.booleans(), patron=WHO,
        box=st.none() | st.integers(1, 3), window=WINDOWS, insures=st.none() | HANDS,
        place=st.none() | st.integers(-1, 7), card=st.none() | st.sampled_from((*CARDS, "1x")), lay=st.none() | LAID,
        coup=st.none() | st.integers(0, 9), note=st.sampled_from(("", "seen by two")),
    ),
    command("withdraw_report"),
    command("close_choices"),
    command("declare_paid"),
    command("write_off", patron=WHO, amount=st.integers(-1, 50)),
    command("assign", person=st.sampled_from(("dealer", "")), position=st.sampled_from(("dealer", "pit_manager"))),
    command("choose", patron=WHO, option=st.sampled_from(("continue", "return"))),
    command(
        "decide", confirm=MAYBE, reconstruct=MAYBE, cards=NAMED, new_cards=st.booleans(),
        reject_excess=st.none() | st.integers(0, 8),
    ),
    command(
        "rule", options=st.booleans(), bets=st.booleans(),
        reason=st.sampled_from(("", "a ruling")), coup=st.sampled_from(("continue", "void")),
        adjustments=st.lists(st.fixed_dictionaries({"patron": WHO, "amount": st.integers(-500, 500)}), max_size=2),
    ),
    command("settle"),
    command("buy_in", patron=WHO, amount=st.integers(-1, 800)),
    command("cash_out", patron=WHO, amount=st.integers(-1, 800)),
    command("burn", card=st.sampled_from(CARDS)),
    command("cut_shoe", patron=WHO, place=st.integers(-1, 300)),
    command("close_table"),
)  # fmt: skip
BETS = st.lists(
    st.fixed_dictionaries(
        {
            "patron": st.sampled_from(PATRONS), "box": st.integers(1, 3), "stance": STANCES, "bet": HANDS,
            "stake": st.integers(1, 30).map(lambda tens: tens * 10),
        }
    ),
    min_size=1, max_size=5,
)  # fmt: skip
DEAL = st.lists(st.sampled_from(CARDS), min_size=6, max_size=6)
LOG = msgspec.json.Decoder(AnyEvent)
SEED = 5
DECKS = dict.fromkeys(oracle.DOCUMENTS, 4) | {"insurance-lucky-six": 6}


def place_of(one: e.Line | e.Returned) -> str:
    """Where the chips of a line lay: on a bet, or on the insurance of a hand."""
    return f"{one.bet} {one.insures}".strip()


class Shifts(RuleBasedStateMachine):
    """One table from its opening on, beside an account of its own of what should lie where."""

    def __init__(self) -> None:
        super().__init__()
        self.script = Script(LIBRARY.find, seal_shoe)
        self.replayed = State(LIBRARY.find)
        self.layout = 0
        self.order: tuple[str, ...] = ()
        self.places: Counter[tuple[str, int, str]] = Counter()
        """Stakes on the felt in this coup, as somebody at the table would count them."""

    @initialize(
        document=st.sampled_from(oracle.DOCUMENTS),
        virtual=st.booleans(),
        wallets=st.booleans(),
        limits=st.sampled_from(("enforced", "observed")),
        rounding=st.sampled_from(("down", "nearest", "refuse")),
        differential=st.sampled_from((None, 100, 300)),
        face_down=st.booleans(),
    )
    def open(
        self,
        document: str,
        virtual: bool,
        wallets: bool,
        limits: str,
        rounding: str,
        differential: int | None,
        face_down: bool,
    ) -> None:
        self.document = document
        sign = {
            "decks": DECKS[document], "boxes": 7, "limits": limits, "rounding": rounding,
            "stake_min": 10, "stake_max": 300,
            "differential_max": differential or wide_limits(document).get("differential_max"),
            "face_down": face_down, "wallets": wallets,
        }  # fmt: skip
        self.give("open_table", rulebook=document, settings=sign)
        self.give("open_shoe", cards="virtual" if virtual else "physical", seed=SEED)
        if virtual:
            self.order = tuple(map(str, seal_shoe(DECKS[document], SEED).order))
        for patron in PATRONS[:3]:
            self.give("buy_in", patron=patron, amount=1000)

    def give(self, command: str, **fields: Any) -> list[Event] | Refusal:
        return self.ask(read_command({"command": command} | {k: v for k, v in fields.items() if v is not None}))

    def ask(self, command: Command) -> list[Event] | Refusal:
        before, books = self.script.state, dict(self.script.ledger.balances)
        answer = self.script.do(command)
        if isinstance(answer, Refusal):
            assert self.script.state is before
            assert self.script.ledger.balances == books
            assert answer.code in MEANINGS
            assert answer.message
            return answer
        for event in answer:
            self.seen(event)
        return answer

    def seen(self, event: Event) -> None:
        """One event more on the record: read back, followed, and its money counted by hand."""
        written = msgspec.json.encode(event)
        again = LOG.decode(written)
        assert again == event
        self.replayed = evolve(self.replayed, again)
        if self.order and not isinstance(event, e.ShoeClosed):
            shoe = self.replayed.table.shoe
            out = shoe.out if shoe else 0
            ahead = " ".join(self.order[out : out + 6])
            assert len(self.order) - out < 6 or ahead.encode() not in written
        moved = postings(event, "1", self.replayed.sign.wallets)
        assert sum(posting.amount for posting in moved) == 0
        self.layout += sum(posting.amount for posting in moved if posting.account.startswith("layout:"))
        self.count(event)

    def count(self, event: Event) -> None:
        match event:
            case e.BetsOpened():
                assert not self.places
            case e.BetPlaced(patron=patron, box=box, bet=bet, stake=stake):
                self.places[patron, box, bet] += stake
            case e.InsuranceTaken(patron=patron, box=box, insures=insures, stake=stake):
                self.places[patron, box, f"insurance {insures}"] += stake
            case (
                e.BetWithdrawn(patron=patron, box=box, bet=bet, stake=stake)
                | e.BetRejected(patron=patron, box=box, bet=bet, stake=stake)
            ):
                self.places[patron, box, bet] -= stake
            case e.BetsReturned(stakes=stakes) | e.CoupVoided(stakes=stakes) | e.InsuranceReturned(stakes=stakes):
                for one in stakes:
                    self.places[one.patron, one.box, place_of(one)] -= one.stake
                self.places = +self.places
                if isinstance(event, e.CoupVoided):
                    assert not self.places, "a void returns every stake"
            case e.CoupSettled(lines=lines):
                self.settled(event)
                for line in lines:
                    self.places[line.patron, line.box, place_of(line)] -= line.stake
            case e.BetsCorrected(patron=patron, was=was, lay=lay):
                # A payment is reversed only afterwards: until then a place may owe what was paid from it.
                self.places.subtract({(patron, one.box, one.bet): one.stake for one in was})
                self.places.update({(patron, one.box, one.bet): one.stake for one in lay})
                return
            case e.SettlementReversed(lines=lines):
                for line in lines:
                    self.places[line.patron, line.box, place_of(line)] += line.stake
        assert all(stake >= 0 for stake in self.places.values()), (event, self.places)
        self.places = +self.places

    def settled(self, event: e.CoupSettled) -> None:
        """Paid as the second implementation pays, and insurance never above what it insures."""
        ranks = [int(card.rank) for card in self.script.state.coup.cards] if self.script.state.table.coup else []
        won: Counter[tuple[str, int, str]] = Counter()
        slips: Counter[tuple[str, int, str]] = Counter()
        original = {(line.patron, line.box, line.bet): line.effective for line in event.lines}
        for line in event.lines:
            assert 0 <= line.effective <= line.stake
            if line.bet == e.INSURANCE:
                if line.outcome == "win":
                    won[line.patron, line.box, line.insures] += line.winnings
                    slips[line.patron, line.box, line.insures] += 1
                continue
            exact = oracle.payback(self.document, line.bet, ranks, line.effective)
            if event.rounding == "nearest":
                paid = line.effective and oracle.round_nearest(exact)
            else:
                paid = oracle.round_down(exact)
            assert line.payback == paid + line.stake - line.effective, line
        for place, winnings in won.items():
            # The cap is measured before rounding, which can add half a unit to each slip.
            over = Fraction(slips[place], 2) if event.rounding == "nearest" else 0
            assert winnings - over <= original[place], (event, place)

    # What people do

    @rule(given=NONSENSE)
    def nonsense(self, given: tuple[str, dict[str, Any]]) -> None:
        """Any command by anybody at any time."""
        command, fields = given
        self.give(command, **fields)

    @precondition(lambda self: self.phase in ("paying", "ready", "idle"))
    @rule(bets=BETS, cards=DEAL)
    def coup(self, bets: list[dict[str, Any]], cards: list[str]) -> None:
        """Bets opened, placed and closed, and cards until something asks for attention."""
        if isinstance(self.give("open_bets"), Refusal):
            self.new_shoe()
            return
        self.bet(bets)
        self.deal(cards)

    @precondition(lambda self: self.phase == "betting")
    @rule(bets=BETS, side=st.integers(0, 30), reject=st.booleans())
    def bet(self, bets: list[dict[str, Any]], side: int = 0, reject: bool = False) -> None:
        for one in bets:
            self.give("place_bet", **one)
        names = oracle.bets(self.document)
        self.give("place_bet", patron="D", box=7, bet=names[side % len(names)], stake=20)
        if reject:
            for box in (1, 2, 3):
                self.give("decide", by="dealer", reject_excess=box)

    @precondition(lambda self: self.phase == "betting")
    @rule(patron=st.sampled_from(PATRONS), box=st.integers(1, 3), bet=st.sampled_from(("player", "banker")))
    def withdraw(self, patron: str, box: int, bet: str) -> None:
        self.give("withdraw_bet", patron=patron, box=box, bet=bet)

    @precondition(lambda self: self.phase in ("betting", "dealing"))
    @rule(cards=DEAL)
    def deal(self, cards: list[str]) -> None:
        if self.phase == "betting":
            self.give("close_bets")
        for card in cards:
            aside = self.phase == "dealing" and self.script.state.shoe.aside
            answer = self.give("draw_card", card=None if self.order or aside else card)
            if isinstance(answer, Refusal) or any(isinstance(one, e.InsuranceOffered) for one in answer):
                return

    @precondition(lambda self: self.phase == "dealing" and self.script.state.coup.bets)
    @rule(data=st.data(), stake=st.integers(1, 60))
    def insure(self, data: st.DataObject, stake: int) -> None:
        bet = data.draw(st.sampled_from(self.script.state.coup.bets))
        if bet.bet in ("player", "banker"):
            self.give("take_insurance", patron=bet.patron, box=bet.box, insures=bet.bet, stake=stake)

    @precondition(lambda self: self.phase in ("betting", "dealing"))
    @rule(patron=st.sampled_from(PATRONS), card=SQUEEZES, leaves=st.booleans(), by=ASKERS, decline=st.booleans())
    def squeeze_or_leave(self, patron: str, card: str, leaves: bool, by: str, decline: bool) -> None:
        if leaves:
            self.give("walk_away", patron=patron)
            return
        self.give("squeeze", patron=patron, card=card, by=by)
        for one in waiting(self.script.state):
            # Whatever waits can be answered, so a house that answers by itself never stands still over it.
            answer = self.give("squeeze", patron=one.patron, card=one.card, by="pit_supervisor", decline=decline)
            assert not isinstance(answer, Refusal)

    @precondition(lambda self: self.phase in ("paying", "ready", "betting", "dealing"))
    @rule(what=st.sampled_from(WHATS), by=STAFF, cards=st.lists(st.sampled_from(CARDS), min_size=1, max_size=2))
    def report(self, what: str, by: str, cards: list[str]) -> None:
        named = None if self.order else " ".join(cards)
        takes = what in ("extra_card", "exposed_card", "simultaneous")
        self.give("report", what=what, by=by, cards=named if takes else None)

    @precondition(lambda self: self.script.state.table.coup is not None and self.script.state.coup.cards)
    @rule(data=st.data(), what=st.sampled_from(("wrong_area", "wrong_number_of_cards")), more=st.sampled_from(CARDS))
    def misdealt(self, data: st.DataObject, what: str, more: str) -> None:
        cards = data.draw(st.permutations([str(card) for card in self.script.state.coup.cards]))
        named = [*cards, more] if what != "wrong_area" and data.draw(st.booleans()) else cards
        put = data.draw(st.booleans())
        self.give("report", what=what, cards=" ".join(named), by="pit_supervisor", reconstruct=put, note="seen by two")

    @precondition(lambda self: self.script.state.table.coup is not None and self.script.state.coup.drawn)
    @rule(data=st.data(), card=st.sampled_from(CARDS), by=STAFF)
    def misread(self, data: st.DataObject, card: str, by: str) -> None:
        place = data.draw(st.integers(1, len(self.script.state.coup.drawn)))
        self.give("report", what="misread_card", place=place, card=card, by=by)

    @precondition(lambda self: self.script.state.table.coup is not None)
    @rule(patron=st.sampled_from(PATRONS), lay=LAID, by=STAFF)
    def misplaced(self, patron: str, lay: list[dict[str, Any]], by: str) -> None:
        self.give("report", what="misplaced_bet", patron=patron, lay=lay, by=by)

    @precondition(lambda self: self.phase == "paying")
    @rule()
    def declare_paid(self) -> None:
        self.give("declare_paid", by="dealer")

    @precondition(lambda self: self.script.state.table.coup is not None and self.script.state.coup.choosing)
    @rule()
    def time_is_over(self) -> None:
        self.give("close_choices", by="pit_supervisor")

    @precondition(lambda self: self.script.state.table.coup is not None and self.script.state.coup.settlement)
    @rule(data=st.data(), window=st.sampled_from(("after_four_cards", "after_player_third_card")))
    def neglect(self, data: st.DataObject, window: str) -> None:
        settlement = self.script.state.coup.settlement
        if settlement is not None and settlement.lines:
            line = data.draw(st.sampled_from(settlement.lines))
            if line.bet in ("player", "banker"):
                claim = {"patron": line.patron, "box": line.box, "insures": line.bet, "window": window}
                self.give("report", what="neglected_insurance", by="pit_manager", **claim)

    @precondition(lambda self: self.script.state.table.coup is not None and self.script.state.coup.choosing)
    @rule(data=st.data(), option=st.sampled_from(("continue", "return")))
    def choose(self, data: st.DataObject, option: str) -> None:
        self.give("choose", patron=data.draw(st.sampled_from(self.script.state.coup.choosing)), option=option)

    @precondition(lambda self: self.phase == "stopped")
    @rule(reconstruct=st.booleans(), void=st.booleans(), new_cards=st.booleans())
    def resolve(self, reconstruct: bool, void: bool, new_cards: bool) -> None:
        """Whoever may decides, or rules."""
        confirm = {"by": "shift_manager", "confirm": True}
        answer = self.give("decide", reconstruct=reconstruct, new_cards=new_cards, note="as it was", **confirm)
        if isinstance(answer, Refusal):
            answer = self.give("decide", reconstruct=reconstruct, **confirm)
        if isinstance(answer, Refusal):
            answer = self.give("decide", by="pit_manager", confirm=False)
        if isinstance(answer, Refusal):
            self.give("rule", by="shift_manager", reason="so be it", coup="void" if void else "continue")

    @precondition(lambda self: self.phase == "dealing")
    @rule()
    def settle(self) -> None:
        self.give("settle")

    @rule(
        sign=st.sampled_from(
            ({"insurance": False, "private_for": "Ann"}, {"insurance": True}, {"stake_min": 20}, {"boxes": 5})
        )
    )
    def change_sign(self, sign: dict[str, Any]) -> None:
        self.give("change_sign", by="pit_supervisor", settings=sign)

    @precondition(lambda self: self.phase in ("paying", "ready", "idle") and self.script.state.table.coups % 5 == 4)
    @rule()
    def new_shoe(self) -> None:
        answer = self.give("close_shoe", by="pit_supervisor", reason="so be it")
        if self.order and not isinstance(answer, Refusal):
            closed = answer[-1]
            assert isinstance(closed, e.ShoeClosed)
            assert closed.order == " ".join(self.order)
        self.give("open_shoe", cards="virtual" if self.order else "physical", seed=SEED)

    @property
    def phase(self) -> str:
        return self.script.state.table.phase

    # What must always hold

    @invariant()
    def the_record_gives_the_live_state(self) -> None:
        live = self.script.state.table
        assert self.replayed.table == live
        kept = to_bytes(live)
        assert from_bytes(kept) == live
        assert to_bytes(self.replayed.table) == kept

    @invariant()
    def money_is_conserved(self) -> None:
        balances = self.script.ledger.balances
        assert sum(balances.values()) == 0
        assert all(amount >= 0 for account, amount in balances.items() if account.startswith("wallet:"))
        assert balances.get("layout:1", 0) == self.layout == sum(self.places.values())

    @invariant()
    def insurance_never_wins_more_than_it_insures(self) -> None:
        coup = self.script.state.table.coup
        if coup is None or coup.ended:
            return
        wins: Counter[tuple[str, int, str]] = Counter()
        for one in coup.insurance:
            taken = read_odds(self.odds(one))
            wins[one.patron, one.box, one.insures.value] += Fraction(one.stake) * taken.to  # type: ignore[assignment]
        for (patron, box, bet), amount in wins.items():
            original = coup.bet(patron, box, bet)
            assert original is not None
            assert amount <= original.plays

    def odds(self, taken: Any) -> str:
        values = [card.points for card in self.script.state.coup.cards]
        seen = values[: 4 if taken.window == "after_four_cards" else 5]
        offer = oracle.offer(self.document, taken.window, taken.insures.value, seen)
        assert offer is not None
        best = max(odds for odds in (offer.on_loss, offer.on_tie) if isinstance(odds, Fraction))
        return f"{best.numerator} to {best.denominator}"

    @invariant()
    def the_shoe_holds_what_it_can(self) -> None:
        shoe = self.script.state.table.shoe
        if shoe is not None:
            assert 0 <= shoe.left <= shoe.decks * 52
            assert all(times <= (shoe.decks if len(card) == 2 else 4 * shoe.decks) for card, times in shoe.seen.items())
            assert sum(shoe.seen.values()) <= shoe.out


TestShifts = Shifts.TestCase
TestShifts.settings = settings(max_examples=80, stateful_step_count=50)
