"""People made up from a seed: patrons who bet, insure, walk away and err; dealers who deal, misread and slip."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from oracle import bets as bets_of
from punto.kit.cards import ALL_CARDS
from punto.rulebook import Rulebook, offers
from punto.table import Command, State
from punto.table import commands as c
from punto.table.face_down import veil
from shifts.seconds import ALONE_MAX, SecondPerson
from shifts.trouble import NAMES, SIDES, Trouble

DEALING = ({"by": "pit_supervisor", "account": "pia"}, {"by": "shift_manager", "account": "sam"})

SIGNS: tuple[dict[str, Any], ...] = (
    {"stake_min": 10},
    {"differential_max": 200},
    {"differential_max": None},
    {"rounding": "down"},
    {"rounding": "nearest"},
    {"decks": 9},
    {"limits": "observed"},
    {"commission": "4%"},
    {"commission": "5%"},
    {"insurance": False, "private_for": "ann"},
    {"insurance": False},
    {"insurance": True},
)


class People:
    """Everybody at one table, for one shift.

    `commands` gives one command after another; the state of the table is looked at
    before each, as people look at the felt. The same seed says the same things.
    """

    def __init__(self, seed: int, book: Rulebook, *, house: bool = False) -> None:
        self.second = SecondPerson(seed) if house else None
        """Those who move large money, where the table is one of a house."""
        self.chance = Random(f"people {seed}")
        self.seed = seed
        self.book = book
        self.bets = bets_of(book.id)
        # Every fourth shift has a dealer who had better gone home.
        self.trouble = 0.25 if seed % 4 == 0 else 0.05
        self.physical = self.chance.random() < 0.45
        self.order: list[str] = []
        """The cards of a physical shoe, as the dealer will find them."""
        self.dealer: dict[str, Any] = {}
        """Who deals the round."""
        self.tried = -1
        """The table's version when a card was last tried."""
        self.staff = Trouble(self)

    def settings(self) -> dict[str, Any]:
        chance, book = self.chance, self.book
        boxes = sorted({number for layout in book.layouts for number in layout.boxes})
        shown = book.limits is not None and "differential_max" in book.limits.needs
        limits = {
            "boxes": chance.choice(boxes),
            "decks": chance.randint(book.decks.least, min(book.decks.most, 6)),
            "stake_min": chance.choice((1, 5, 20)),
            "stake_max": chance.choice((None, 300, 5000)),
            "differential_max": chance.choice((None, 100, 400)) if not shown else chance.choice((100, 400, 3000)),
            "limits": chance.choice(("enforced", "observed")),
            "rounding": chance.choice(("down", "down", "nearest", "refuse")),
            "face_down": chance.random() < 0.4,
            "chip": chance.choice((1, 1, 1, 5)),
            "cut": chance.choice((12, 14, 30)),
            "burn": chance.random() < 0.8,
            "wallets": chance.random() < 0.65,
        }
        if book.commission and chance.random() < 0.5:
            limits["commission"] = chance.choice(("5%", "4.5%", "2.5 %"))
        if book.id == "da-hu-ying-xiong" and chance.random() < 0.1:
            limits |= {"insurance": False, "private_for": "ann"}
        return limits

    def commands(self, coups: int) -> Iterator[Command]:
        """A shift of so many coups, from the opening of the table to its closing; send the state to each."""
        settings = self.settings()
        if self.second is not None:
            settings["alone_max"] = ALONE_MAX
            yield c.Assign(person="dan", position="dealer", by="pit_supervisor")
        if "differential_max" in settings and self.chance.random() < 0.1:
            yield c.OpenTable(
                rulebook=self.book.name, by="pit_supervisor", settings=settings | {"differential_max": None, "chip": 0}
            )
        yield c.OpenTable(rulebook=self.book.name, settings=settings, by="pit_supervisor")
        for name in NAMES:
            yield c.BuyIn(patron=name, amount=self.chance.choice((200, 2000, 50_000)), by="dealer")
        state = yield from self._new_shoe()
        while state.table.coups < coups:
            if state.table.phase == "closed":  # Somebody closed it between two shoes.
                yield c.OpenTable(rulebook=self.book.name, settings=settings, by="pit_supervisor")
                state = yield from self._new_shoe()
            state = yield from self._between(state)
            state = yield from self._coup(state)
        while state.table.phase != "closed":
            state = yield from self._play(state)
            yield c.CloseShoe(by="pit_supervisor", reason="so be it")
            state = yield c.CloseTable(by="pit_supervisor")

    def _new_shoe(self) -> Any:
        state = yield c.CloseShoe(by="pit_supervisor", reason="so be it")
        if self.physical:
            self.order = [str(card) for card in ALL_CARDS * state.sign.decks]
            self.chance.shuffle(self.order)
            state = yield c.OpenShoe(cards="physical")
            if self.chance.random() < 0.5:
                first = self.order[-1]
                state = yield c.Burn(card=first)
                del self.order[-1 - (10 if first[0] in "TJQK" else 1 if first[0] == "A" else int(first[0])) :]
        else:
            state = yield c.OpenShoe(cards="virtual", seed=self.chance.randrange(1 << 40))
            if self.chance.random() < 0.5:
                state = yield c.CutShoe(patron=self.chance.choice(NAMES), place=self.chance.randint(-1, 400))
        return state

    def _between(self, state: State) -> Any:
        """What happens until the next coup opens."""
        chance = self.chance
        if self.second is not None:
            state = yield from self.second.commands(state)
        if chance.random() < self.trouble:
            state = yield self._odd_command(state)
        if chance.random() < 0.02:
            state = yield c.ChangeSign(settings=chance.choice(SIGNS), by=self.staff.rank())
        if chance.random() < 0.05:
            state = yield c.BuyIn(patron=chance.choice(NAMES), amount=chance.randint(0, 3000))
        if chance.random() < 0.05:
            state = yield c.CashOut(patron=chance.choice(NAMES), amount=chance.randint(1, 3000))
        # Somebody of rank deals a round now and then, and may decide nothing about it.
        self.dealer = {} if chance.random() < 0.95 else dict(chance.choice(DEALING))
        state = yield c.OpenBets()
        if state.table.phase != "betting":
            # The cut card is out, or the cards must go, or somebody still has to decide or to choose.
            state = yield from self._play(state)
            if state.table.phase in ("ready", "paying", "idle"):
                state = yield from self._new_shoe()
                state = yield c.OpenBets()
        return state

    def _coup(self, state: State) -> Any:
        chance = self.chance
        if state.table.phase != "betting":
            return state
        for _ in range(chance.randint(0, 7)):
            state = yield self._bet()
        if chance.random() < 0.3:  # Many at one box, so that who sits meets who stands.
            for _ in range(chance.randint(2, 6)):
                state = yield replace(self._bet(), box=3)
        if chance.random() < 0.2:
            state = yield self._withdrawal(state)
        if chance.random() < 0.1:
            state = yield c.Decide(reject_excess=chance.randint(1, 7), by="dealer")
        if chance.random() < 0.1:
            state = yield self._squeeze(state)
            for _ in range(chance.randint(0, 2)):  # Whose bet is the highest may change until the close.
                state = yield chance.choice((self._bet(), self._withdrawal(state)))
        if chance.random() < self.trouble:
            state = yield from self.staff.something(state)
        if state.table.phase == "betting":
            state = yield c.CloseBets()
        if self.physical and self.book.insurance and chance.random() < 0.1:
            self._stack(state)
        state = yield from self._play(state)
        return (yield from self._after(state))

    def _stack(self, state: State) -> None:
        """Cards as they seldom come by chance: both windows offer insurance of Banker, and Player wins."""
        del self.order[state.shoe.left :]
        for place, rank in enumerate("T24375", 1):
            at = next((at for at, card in enumerate(self.order[: 1 - place or None]) if card[0] == rank), None)
            if at is not None and place <= len(self.order):
                self.order[at], self.order[-place] = self.order[-place], self.order[at]

    def _play(self, state: State) -> Any:
        """Until the round is paid or void: cards, decisions and choices."""
        while state.table.phase in ("dealing", "stopped", "betting"):
            if state.table.phase == "stopped":
                state = yield from self.staff.decide(state)
            elif state.table.phase == "betting":
                state = yield c.CloseBets()
            elif state.coup.choosing:
                state = yield from self.staff.choose(state)
            elif state.rules.tableau.next_side(state.coup.points) is None:
                state = yield c.Settle()
            else:
                state = yield from self._around_a_card(state)
                if state.table.phase == "dealing" and not state.coup.choosing:
                    state = yield self._draw(state)
        return state

    def _around_a_card(self, state: State) -> Any:
        chance = self.chance
        if len(state.coup.cards) in (4, 5) and (self.book.insurance or chance.random() < 0.02):
            for _ in range(chance.randint(0, 4)):
                if state.coup.bets and state.table.phase == "dealing":
                    state = yield self._insurance(state)
        state = yield from self._turn(state)
        roll = chance.random()
        if roll < 0.01:
            state = yield self._bet()
        elif roll < 0.02:
            state = yield c.WalkAway(patron=chance.choice(NAMES))
        elif roll < 0.04:
            state = yield self._squeeze(state)
        elif roll < 0.04 + self.trouble:
            state = yield from self.staff.something(state)
        elif roll < 0.042 + self.trouble:
            state = yield self._odd_command(state)
        elif roll < 0.046 + self.trouble:
            settings = chance.choice((*SIGNS, {}))
            state = yield c.ChangeSign(settings=settings, after_round=True, by=self.staff.rank())
        return state

    def _turn(self, state: State) -> Any:
        """Some who squeeze turn their card before its time is over, and some try who do not squeeze."""
        squeezed = veil(state).squeezed
        if squeezed and self.chance.random() < 0.6:
            state = yield c.TurnCard(patron=self.chance.choice((*NAMES, *squeezed.values())), by="patron")
        return state

    def _after(self, state: State) -> Any:
        """What is noticed once a coup is paid: before everybody has their money, and until the next begins."""
        chance = self.chance
        state = yield from self._turn(state)
        for _ in range(2):
            if chance.random() < self._tempted(state):
                if chance.random() < 0.1:
                    state = yield c.ChangeSign(
                        settings={"insurance": chance.random() < 0.5, "private_for": "ann"}, by="pit_manager"
                    )
                state = yield from self.staff.claim(state)
            if chance.random() < 2 * self.trouble:
                if chance.random() < 0.3:
                    state = yield from self._spend(state)
                if chance.random() < 0.4:  # A new sign is for the rounds that come, not for this one.
                    state = yield c.ChangeSign(settings=chance.choice(SIGNS), by="pit_manager")
                state = yield from self.staff.something(state)
                state = yield from self._play(state)
            if chance.random() < 0.6:
                state = yield c.DeclarePaid(by=chance.choice((None, None, "house", "pit_supervisor", "patron")))
        return state

    def _tempted(self, state: State) -> float:
        """How likely a patron says that insurance was not offered: most of all who won some and lost the bet."""
        if self.book.id != "da-hu-ying-xiong":
            return 0.02
        coup = state.table.coup
        lines = coup.settlement.lines if coup and coup.settlement else ()
        return 0.8 if any(line.insures and line.outcome == "win" for line in lines) else 0.2

    def _spend(self, state: State) -> Any:
        """What was just won leaves with its patron, so that a reversal finds less in the wallet."""
        coup = state.table.coup
        lines = coup.settlement.lines if coup and coup.settlement else ()
        for line in lines[:3]:
            if line.payback:
                state = yield c.CashOut(patron=line.patron, amount=line.payback)
        return state

    def _bet(self) -> c.PlaceBet:
        chance = self.chance
        stake: Any = chance.choice((1, 5, 10, 15, 20, 25, 35, 50, 100, 110, 250, 1000))
        if chance.random() < 0.02:
            stake = chance.choice((0, -5, 1.5, "ten", None, 10**16, True))
        return c.PlaceBet(
            patron=chance.choice(NAMES),
            box=chance.choice((1, 2, 3, 3, 4, 4, 5)) if chance.random() < 0.97 else chance.choice((0, 99)),
            stance="seated" if chance.random() < 0.75 else "standing",
            bet=chance.choice(("player", "banker", chance.choice(self.bets))) if chance.random() < 0.98 else "dragon",
            stake=stake,
            also=[c.AlsoBet(chance.choice(SIDES), chance.choice((20, 100, 500)))] if chance.random() < 0.1 else [],
            by=chance.choice((None, None, None, "patron", "dealer")),
        )

    def _withdrawal(self, state: State) -> Command:
        if state.coup.bets and self.chance.random() < 0.8:
            lies = self.chance.choice(state.coup.bets)
            part = self.chance.choice((None, None, 5, 20, lies.stake // 2, lies.stake + 1))
            return c.WithdrawBet(patron=lies.patron, box=lies.box, bet=lies.bet, stake=part)
        return c.WithdrawBet(patron="ann", box=1, bet="player")

    def _squeeze(self, state: State) -> Command:
        cards: Any = (
            "player",
            "banker",
            "player_third",
            "banker_third",
            *("banker_third_first", "expose_banker_third") * 2,
        )
        by, decline = self.chance.choice(
            (("patron", False), ("dealer", False), (None, False), ("dealer", True), ("pit_supervisor", False))
        )
        bets = sorted(state.coup.bets, key=lambda bet: bet.stake) if state.table.coup else []
        sits = [bet.patron for bet in bets if bet.stance == "seated" and bet.bet in SIDES][-1:] * 2
        return c.Squeeze(
            patron=self.chance.choice((*NAMES, *sits * 4)), card=self.chance.choice(cards), by=by, decline=decline
        )

    def _insurance(self, state: State) -> Command:
        chance = self.chance
        lies = chance.choice(state.coup.bets)
        cells = {cell.insures.value for cell in offers(state.rules, state.coup.cards)}
        insurable = [bet for bet in state.coup.bets if bet.bet in cells]
        if insurable and chance.random() < 0.8:
            lies = chance.choice(insurable)
        hand: Any = lies.bet if lies.bet in SIDES and chance.random() < 0.95 else chance.choice(SIDES)
        part = chance.choice((0.1, 0.2, 0.25, 0.33, 0.5, 1.2))
        return c.TakeInsurance(patron=lies.patron, box=lies.box, insures=hand, stake=int(lies.stake * part))

    def _draw(self, state: State) -> Command:
        """The next card; of a physical shoe as the dealer reads it, now and then one that cannot be."""
        chance, stuck = self.chance, self.tried == state.table.version
        self.tried = state.table.version
        if not self.physical or state.shoe.aside:
            return c.DrawCard(**self.dealer)
        if stuck:  # A card misread before has used up the count of this one.
            return c.DrawCard(card=str(chance.choice(ALL_CARDS)), **self.dealer)
        if chance.random() < 0.0005:
            return c.DrawCard(card=chance.choice(("1x", "Kc", "9s")), **self.dealer)
        card = self.staff.next_cards(state, 1)[0]
        if chance.random() < self.trouble / 3:
            self.staff.truth[state.coup.number, len(state.coup.drawn) + 1] = card
            card = str(chance.choice(ALL_CARDS))
        return c.DrawCard(card=card, **self.dealer)

    def _odd_command(self, state: State) -> Command:
        """Something out of place."""
        odd: tuple[Command, ...] = (
            c.OpenTable(rulebook=self.book.name),
            c.CloseTable(),
            c.CloseShoe(by="patron"),
            c.OpenShoe(cards="virtual", seed=1),
            c.CloseBets(),
            c.DrawCard(card="Ah"),
            c.Settle(),
            c.Burn(card="9c"),
            c.CutShoe(patron="bo", place=7),
            c.Choose(patron="ann", option="return"),
            c.Decide(reconstruct=True, by="shift_manager"),
            c.Rule(reason="", by="shift_manager"),
            c.WithdrawBet(patron="ann", box=1, bet="tie"),
            c.TakeInsurance(patron="ann", box=1, insures="banker", stake=5),
            c.PlaceBet(patron=" ann", box=1, bet="player", stake=5),
            c.OpenBets(by="butler"),
            c.CloseChoices(by="dealer"),
            c.DeclarePaid(),
            c.WithdrawReport(by="dealer"),
            c.DrawCard(by="dealer", acting="shift_manager"),
            c.WriteOff(patron="ann", amount=10, by="pit_manager"),
        )
        return self.chance.choice(odd)
