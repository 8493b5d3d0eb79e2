"""People made up from a seed: patrons who bet, insure, walk away and err; dealers who err and report; managers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from oracle import bets as bets_of
from punto.kit.cards import ALL_CARDS
from punto.rulebook import Rulebook
from punto.table import Command, State
from punto.table import commands as c

NAMES = ("ann", "bo", "chen", "dora", "emil", "fang", "gus")
RANKS = ("dealer", "pit_supervisor", "pit_manager", "shift_manager")
REPORTS: tuple[c.Reported, ...] = (
    "foreign_card",
    "shortage",
    "excess",
    "not_shuffled",
    "wrong_number_of_cards",
    "extra_card",
    "exposed_card",
    "wrong_area",
    "face_up",
    "simultaneous",
    "interruption",
    "late_error",
    "other",
)
WINDOWS: tuple[Any, ...] = ("after_four_cards", "after_player_third_card")
SIDES: tuple[Any, ...] = ("player", "banker")
SIGNS: tuple[dict[str, Any], ...] = (
    {"stake_min": 10},
    {"differential_max": 200},
    {"rounding": "down"},
    {"decks": 9},
    {"limits": "observed"},
)


class People:
    """Everybody at one table, for one shift.

    `commands` gives one command after another; the state of the table is looked at
    before each, as people look at the felt. The same seed says the same things.
    """

    def __init__(self, seed: int, book: Rulebook) -> None:
        self.chance = Random(f"people {seed}")
        self.seed = seed
        self.book = book
        self.bets = bets_of(book.id)
        # Every fourth shift has a dealer who had better gone home.
        self.trouble = 0.15 if seed % 4 == 0 else 0.03
        self.physical = self.chance.random() < 0.3
        self.order: list[str] = []
        """The cards of a physical shoe, as the dealer will find them."""

    def settings(self) -> dict[str, Any]:
        chance, book = self.chance, self.book
        boxes = sorted({number for layout in book.layouts for number in layout.boxes})
        limits = {
            "boxes": chance.choice(boxes),
            "decks": chance.randint(book.decks.least, min(book.decks.most, 6)),
            "stake_min": chance.choice((1, 5, 20)),
            "stake_max": chance.choice((None, 300, 5000)),
            "differential_max": chance.choice((None, 100, 400)),
            "limits": chance.choice(("enforced", "observed")),
            "rounding": chance.choice(("down", "down", "nearest", "refuse")),
            "face_down": chance.random() < 0.4,
            "chip": chance.choice((1, 1, 1, 5)),
            "cut": chance.choice((0, 6, 14, 30)),
            "burn": chance.random() < 0.8,
            "wallets": chance.random() < 0.8,
        }
        if book.commission and chance.random() < 0.5:
            limits["commission"] = chance.choice(("5%", "4.5%", "2.5 %"))
        if book.id == "da-hu-ying-xiong" and chance.random() < 0.1:
            limits["insurance"] = False
        return limits

    def commands(self, coups: int) -> Iterator[Command]:
        """A shift of so many coups, from the opening of the table to its closing; send the state to each."""
        yield c.OpenTable(rulebook=self.book.name, settings=self.settings())
        for name in NAMES:
            yield c.BuyIn(patron=name, amount=self.chance.choice((200, 2000, 50_000)), by="dealer")
        state = yield from self._new_shoe()
        while state.table.coups < coups:
            state = yield from self._between(state)
            state = yield from self._coup(state)
        yield c.CloseShoe()
        yield c.CloseTable(by="pit_supervisor")

    def _new_shoe(self) -> Any:
        state = yield c.CloseShoe()
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
        if chance.random() < self.trouble:
            state = yield self._odd_command(state)
        if chance.random() < 0.02:
            change: dict[str, Any] = chance.choice(
                (
                    {"stake_min": 10},
                    {"differential_max": 200},
                    {"rounding": "down"},
                    {"decks": 9},
                    {"limits": "observed"},
                )
            )
            state = yield c.ChangeSign(settings=change, by=chance.choice(RANKS))
        if chance.random() < 0.05:
            state = yield c.BuyIn(patron=chance.choice(NAMES), amount=chance.randint(0, 3000))
        if chance.random() < 0.05:
            state = yield c.CashOut(patron=chance.choice(NAMES), amount=chance.randint(1, 3000))
        state = yield c.OpenBets()
        if state.table.phase != "betting":
            # The cut card is out, or the cards must go, or somebody still has to decide.
            state = yield from self._decisions(state)
            state = yield from self._new_shoe()
            state = yield c.OpenBets()
        return state

    def _coup(self, state: State) -> Any:
        chance = self.chance
        if state.table.phase != "betting":
            return state
        for _ in range(chance.randint(0, 7)):
            state = yield self._bet()
        if chance.random() < 0.1:
            state = yield self._withdrawal(state)
        if chance.random() < 0.1:
            state = yield c.Decide(reject_excess=chance.randint(1, 7), by="dealer")
        if chance.random() < 0.05:
            state = yield self._squeeze()
        if chance.random() < self.trouble:
            state = yield self._report(state)
            state = yield from self._decisions(state)
        if state.table.phase == "betting":
            state = yield c.CloseBets()
        while state.table.phase == "dealing":
            state = yield from self._around_a_card(state)
            if state.table.phase == "dealing":
                state = yield self._draw(state)
        state = yield from self._decisions(state)
        return (yield from self._after(state))

    def _around_a_card(self, state: State) -> Any:
        chance = self.chance
        if len(state.coup.cards) in (4, 5) and (self.book.insurance or chance.random() < 0.02):
            for _ in range(chance.randint(0, 3)):
                if state.coup.bets and state.table.phase == "dealing":
                    state = yield self._insurance(state)
        roll = chance.random()
        if roll < 0.01:
            state = yield self._bet()
        elif roll < 0.02:
            state = yield c.WalkAway(patron=chance.choice(NAMES))
        elif roll < 0.04:
            state = yield self._squeeze()
        elif roll < 0.04 + self.trouble:
            state = yield self._report(state)
            state = yield from self._decisions(state)
        elif roll < 0.042 + self.trouble:
            state = yield self._odd_command(state)
        return (yield from self._choices(state))

    def _choices(self, state: State) -> Any:
        while state.table.phase == "dealing" and state.coup.choosing and self.chance.random() < 0.8:
            state = yield c.Choose(
                patron=self.chance.choice((*state.coup.choosing, "ann")),
                option=self.chance.choice(("continue", "return")),
            )
        return state

    def _decisions(self, state: State) -> Any:
        """Somebody of rank decides, or rules, until play can go on; some try who may not."""
        chance = self.chance
        while state.table.phase == "stopped":
            by = chance.choice((*RANKS, "pit_manager", "shift_manager", "shift_manager"))
            named = [str(card) for card in state.coup.cards] if chance.random() < 0.4 else []
            chance.shuffle(named)
            pending = state.coup.pending
            covered = pending is not None and pending.what in self.book.irregularities
            if chance.random() < (0.1 if covered else 0.9):
                fate: Any = chance.choice(("continue", "continue", "void"))
                state = yield c.Rule(reason="as it was", adjustments=self._adjustments(), coup=fate, by=by)
            else:
                state = yield c.Decide(
                    reconstruct=chance.choice((True, True, False, None)),
                    cards=" ".join(named) or None,
                    new_cards=chance.random() < 0.1,
                    by="dealer" if chance.random() < 0.5 else by,
                    acting=by if chance.random() < 0.5 else None,
                )
        return (yield from self._choices(state))

    def _after(self, state: State) -> Any:
        """What is noticed once a coup is paid, before the next."""
        chance = self.chance
        if chance.random() < 0.05:
            state = yield c.Report(
                what="neglected_insurance",
                patron=chance.choice(NAMES),
                box=chance.randint(1, 7),
                window=chance.choice(WINDOWS),
                insures=chance.choice(SIDES),
                by=chance.choice(RANKS),
            )
        elif chance.random() < self.trouble:
            state = yield self._report(state)
            state = yield from self._decisions(state)
            while state.table.phase == "dealing":  # A payment was taken back: the coup goes on, or is paid anew.
                state = yield from self._choices(state)
                if state.book and state.book.tableau.next_side(state.coup.points) is None:
                    state = yield c.Settle()
                else:
                    state = yield self._draw(state)
            state = yield from self._decisions(state)
        elif chance.random() < self.trouble:
            state = yield c.Rule(reason="goodwill", adjustments=self._adjustments(), by=chance.choice(RANKS))
        return state

    def _adjustments(self) -> list[c.Adjustment]:
        chance = self.chance
        some = range(chance.randint(0, 2))
        return [c.Adjustment(chance.choice(NAMES), chance.choice((-5000, -40, 25, 300, 0))) for _ in some]

    def _bet(self) -> Command:
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
            by=chance.choice((None, None, None, "patron", "dealer")),
        )

    def _withdrawal(self, state: State) -> Command:
        if state.coup.bets and self.chance.random() < 0.8:
            lies = self.chance.choice(state.coup.bets)
            return c.WithdrawBet(patron=lies.patron, box=lies.box, bet=lies.bet)
        return c.WithdrawBet(patron="ann", box=1, bet="player")

    def _squeeze(self) -> Command:
        cards: Any = ("player", "banker", "player_third", "banker_third", "banker_third_first", "expose_banker_third")
        by, decline = self.chance.choice((("patron", False), ("dealer", False), (None, False), ("dealer", True)))
        return c.Squeeze(patron=self.chance.choice(NAMES), card=self.chance.choice(cards), by=by, decline=decline)

    def _insurance(self, state: State) -> Command:
        chance = self.chance
        lies = chance.choice(state.coup.bets)
        hand: Any = lies.bet if lies.bet in SIDES and chance.random() < 0.95 else chance.choice(SIDES)
        part = chance.choice((0.1, 0.2, 0.25, 0.33, 0.5, 1.2))
        return c.TakeInsurance(patron=lies.patron, box=lies.box, insures=hand, stake=int(lies.stake * part))

    def _draw(self, state: State) -> Command:
        """The next card; of a physical shoe as the dealer reads it, now and then one that cannot be."""
        if not self.physical or state.shoe.aside:
            return c.DrawCard()
        if self.chance.random() < 0.0005:
            return c.DrawCard(card=self.chance.choice(("1x", "Kc", "9s")))
        if not self.order or state.shoe.left < 1:
            return c.DrawCard(card="2c")
        # The shoe's own count of what is left is the truth; a misread card does not move it.
        del self.order[state.shoe.left :]
        return c.DrawCard(card=self.order[-1])

    def _report(self, state: State) -> Command:
        chance = self.chance
        what = chance.choice(REPORTS)
        cards = None
        if what in ("extra_card", "exposed_card", "simultaneous") and (self.physical or chance.random() < 0.1):
            del self.order[state.shoe.left :]
            cards = " ".join(self.order[: -1 - (2 if what == "simultaneous" else 1) : -1]) or "2c"
        if what in ("wrong_number_of_cards", "wrong_area") and chance.random() < 0.6 and state.table.coup:
            mixed = [str(card) for card in state.coup.cards]
            chance.shuffle(mixed)
            cards = " ".join(mixed) or None
            if what == "wrong_number_of_cards" and self.order and chance.random() < 0.5:
                cards = f"{cards or ''} {self.order[-1]}".strip()
        return c.Report(
            what=what,
            cards=cards,
            reconstruct=chance.choice((None, True, False)),
            by=chance.choice(RANKS),
            note="seen by the pit",
        )

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
        )
        return self.chance.choice(odd)
