"""Trouble at a table: slips, lies and mistakes, reported by anybody, decided by some who may and some who may not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from punto.kit.cards import ALL_CARDS
from punto.rulebook import offers
from punto.table import Command, State
from punto.table import commands as c

if TYPE_CHECKING:
    from shifts.people import People

NAMES = ("ann", "bo", "chen", "dora", "emil", "fang", "gus")
SIDES: tuple[Any, ...] = ("player", "banker")
WINDOWS: tuple[Any, ...] = ("after_four_cards", "after_player_third_card")

STAFF: tuple[dict[str, str], ...] = (
    {"by": "dealer"},
    {"by": "dealer", "account": "dan"},
    {"by": "pit_supervisor"},
    {"by": "pit_supervisor", "account": "pia"},
    {"by": "pit_manager", "account": "max"},
    {"by": "shift_manager", "account": "sam"},
    {"by": "dealer", "account": "dan", "acting": "pit_supervisor"},
    {"by": "dealer", "acting": "shift_manager"},
    {"by": "pit_supervisor", "acting": "pit_manager"},
    {"by": "house"},
)
"""Who says something: by rank and name, some in a position they may not have been assigned to."""

DECK: tuple[c.Reported, ...] = ("foreign_card", "shortage", "excess", "not_shuffled", "out_of_cards")
CARDS: tuple[c.Reported, ...] = ("wrong_number_of_cards", "extra_card", "exposed_card", "wrong_area", "simultaneous")
OTHERS: tuple[c.Reported, ...] = (
    "face_up", "dealing_error", "interruption", "late_error", "late_withdrawal", "other",
)  # fmt: skip

Saying = Iterator[Command]


class Trouble:
    """Everybody of the house at one table, on a bad day."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.chance = people.chance
        self.truth: dict[tuple[int, int], str] = {}
        """Cards that were keyed wrongly, by round and place: what they really were."""

    def rank(self) -> str:
        return self.chance.choice(("dealer", "pit_supervisor", "pit_manager", "shift_manager"))

    def somebody(self) -> dict[str, Any]:
        return dict(self.chance.choice(STAFF))

    def next_cards(self, state: State, number: int) -> list[str]:
        """What a physical shoe gives next; its own count of what is left is the truth."""
        order = self.people.order
        del order[state.shoe.left :]
        return order[: -1 - number : -1] or ["2c"]

    def something(self, state: State) -> Any:
        """One thing goes wrong, or is said to."""
        chance = self.chance
        roll = chance.random()
        if roll < 0.06:
            state = yield c.Assign(
                person=chance.choice(("dealer", "dan", "pit_supervisor", "pia")),
                position=chance.choice(("dealer", "pit_supervisor", "pit_manager")),
                **self.somebody(),
            )
        elif roll < 0.14:
            state = yield self.ruling(state)
        elif roll < 0.18:
            state = yield c.WriteOff(patron=chance.choice(NAMES), amount=chance.choice((0, 5)), **self.somebody())
        elif roll < 0.2:
            state = yield self.entry(state)
        elif roll < 0.24:
            state = yield from self.claim(state)
        else:
            state = yield self.report(state)
        while state.table.phase == "stopped":
            state = yield from self.decide(state)
        return state

    def entry(self, state: State) -> Command:
        """Chips that moved after a payment was taken back, it is said: all, some, too many, or none had to."""
        chance = self.chance
        if chance.random() < 0.2:
            return c.EnterChips(felt_was_right=True, **self.somebody())
        waits = [(one.patron, one.amount) for one in state.table.chips_due] or [("ann", 5)]
        some = chance.sample(waits, chance.randint(1, len(waits)))
        moved = [c.Adjustment(who, chance.choice((due, due, due // 2, 0, 2 * due, -due))) for who, due in some]
        return c.EnterChips(moved=moved, **self.somebody())

    def report(self, state: State) -> Command:
        """What somebody says has happened."""
        chance = self.chance
        kinds = (DECK, CARDS, CARDS, OTHERS, ("misread_card",), ("misread_card",), ("misplaced_bet",))
        what: Any = chance.choice(chance.choice(kinds))
        says: dict[str, Any] = {"note": chance.choice(("seen by the pit", "a slip", "")), **self.somebody()}
        if what == "misread_card":
            says |= self._misread(state)
        elif what == "misplaced_bet":
            says |= self._misplaced(state)
        elif what == "late_withdrawal":
            says |= self._lifted(state)
        elif what in CARDS:
            says |= self._cards(state, what)
            if what in ("extra_card", "exposed_card") and chance.random() < 0.3:
                says["hand_back"] = self._handed_back(state)
        elif what == "dealing_error":
            says["reconstruct"] = chance.choice((None, True, False))
        return c.Report(what=what, **says)

    def _cards(self, state: State, what: str) -> dict[str, Any]:
        """Cards in an order, true or not; of a sealed shoe mostly none, and some who try."""
        chance, physical = self.chance, self.people.physical
        says: dict[str, Any] = {"reconstruct": chance.choice((None, True, True, False))}
        lie = [str(card) for card in state.coup.cards] if state.table.coup else []
        if what in ("extra_card", "exposed_card"):
            if physical or chance.random() < 0.1:
                fresh = self.next_cards(state, 1 + (chance.random() < 0.1)) if state.table.shoe else ["2c"]
                says["cards"] = " ".join(fresh)
        elif what == "simultaneous":
            lying = lie[-2:] if chance.random() < 0.5 else lie[-1:]
            fresh = self.next_cards(state, 2 - len(lying)) if state.table.shoe and len(lying) < 2 else []
            both = lying + fresh
            chance.shuffle(both)
            says |= {"cards": " ".join(both), "new_cards": chance.random() < 0.1}
        elif chance.random() < 0.6:
            if chance.random() < 0.7:
                chance.shuffle(lie)
            if what == "wrong_number_of_cards" and state.table.shoe and chance.random() < 0.6:
                lie += self.next_cards(state, 1)
            says["cards"] = " ".join(lie) or None
        return says

    def _misread(self, state: State) -> dict[str, Any]:
        """A card that was keyed wrongly, as it really is; some name a card that never lay there."""
        chance = self.chance
        number = state.table.coup.number if state.table.coup else state.table.coups
        slips = list(self.truth)
        if slips and chance.random() < 0.8:
            coup, place = chance.choice(slips)
            card = self.truth.pop((coup, place))
            return {"place": place, "card": card, "coup": coup if coup != number else None}
        earlier = chance.randint(max(0, number - 9), number) if chance.random() < 0.1 else None
        return {"place": chance.randint(0, 7), "card": str(chance.choice(ALL_CARDS)), "coup": earlier}

    def _misplaced(self, state: State) -> dict[str, Any]:
        """Chips that lay elsewhere than the record has them, or not at all."""
        chance = self.chance
        bets: Any = state.table.coup.bets if state.table.coup else ()
        number = None
        if chance.random() < 0.3 and state.table.earlier:
            earlier = chance.choice(state.table.earlier[-9:])
            bets, number = earlier.chips, earlier.number
        whose = chance.choice(bets).patron if bets else chance.choice(NAMES)
        lay = [c.Lay(box=bet.box, bet=bet.bet, stake=bet.stake) for bet in bets if bet.patron == whose]
        if lay:
            gone = lay.pop(chance.randrange(len(lay)))
            for _ in range(chance.randint(0, 1)):
                bet = chance.choice(("player", "banker", chance.choice(self.people.bets)))
                if (gone.box, bet) not in {(one.box, one.bet) for one in lay}:
                    lay.append(c.Lay(box=gone.box, bet=bet, stake=chance.choice((gone.stake, 50, 400))))
        return {"patron": whose, "lay": lay, "coup": number}

    def _lifted(self, state: State) -> dict[str, Any]:
        """Chips that somebody took off the layout late: some of a bet, all of it, or more than lay."""
        chance = self.chance
        bets: Any = state.table.coup.bets if state.table.coup else ()
        if not bets or chance.random() < 0.1:
            return {"patron": chance.choice(NAMES), "lay": [c.Lay(box=1, bet="player", stake=50)]}
        bet = chance.choice(bets)
        stake = chance.choice((bet.stake, max(1, bet.stake // 2), bet.stake + 50))
        return {"patron": bet.patron, "lay": [c.Lay(box=bet.box, bet=bet.bet, stake=stake)]}

    def claim(self, state: State) -> Any:
        """Insurance that should have been offered, of this round or the one before, as a patron tells it."""
        chance = self.chance
        coup = chance.choice((state.table.coup, state.table.coup, state.table.previous))
        told = self._neglected(state, coup) if coup else []
        patron, box, insures, window = (
            chance.choice(told)
            if told and chance.random() < 0.9
            else (chance.choice(NAMES), chance.randint(1, 7), chance.choice(SIDES), chance.choice(WINDOWS))
        )
        state = yield c.Report(
            what="neglected_insurance",
            patron=patron,
            box=box,
            window=window,
            insures=insures,
            coup=coup.number if coup and chance.random() < 0.5 else None,
            **(self.somebody() if chance.random() < 0.5 else {"by": "pit_manager", "account": "max"}),
        )
        while state.table.phase == "stopped":
            state = yield from self.decide(state)
        return state

    def _neglected(self, state: State, coup: Any) -> list[tuple[str, int, Any, Any]]:
        """Lost bets with a window that was there, as if nobody had offered it; who insured in another comes first."""
        lines = coup.settlement.lines if coup.settlement else ()
        lost = [line for line in lines if line.bet in SIDES and line.outcome == "lose"]
        cells = [cell for cards in (4, 5) for cell in offers(state.rules, coup.cards[:cards])] if state.book else []
        told = [
            (line.patron, line.box, line.bet, cell.window.value)
            for line in lost
            for cell in cells
            if cell.insures.value == line.bet
        ]
        slips = {(slip.patron, slip.box, slip.insures.value, slip.window) for slip in coup.insurance}
        halves = [one for one in told if one not in slips and one[:3] in {slip[:3] for slip in slips}]
        return halves or told

    def ruling(self, state: State) -> Command:
        chance = self.chance
        amounts = chance.choice(((), (-5000,), (-40,), (25,), (300, -25), (0,)))
        adjustments = [c.Adjustment(chance.choice(NAMES), amount) for amount in amounts]
        fate: Any = chance.choice(("continue", "continue", "void"))
        return c.Rule(
            reason=chance.choice(("as it was", "goodwill", "")),
            adjustments=adjustments,
            coup=fate,
            options=fate == "continue" and chance.random() < 0.3,
            bets=chance.random() < 0.2,
            **(self.somebody() if chance.random() < 0.5 else {"by": "shift_manager", "account": "sam"}),
        )

    def decide(self, state: State) -> Any:
        """Somebody says what is to be done about the report that waits; some try who may not."""
        chance = self.chance
        pending = state.pending
        if pending.lighter is not None and chance.random() < 0.6:
            return (yield self._to_nothing(pending.report.reporter))
        roll = chance.random()
        if roll < 0.05:
            return (yield c.WithdrawReport(note="a slip", **self._reporter(pending.report.reporter)))
        if roll < 0.12:
            graver = c.Report(what=chance.choice(DECK), note="instead", by="dealer")
            return (yield graver if roll < 0.085 else self.report(state))
        if roll < 0.2 or (pending.decides == "shift_manager" and roll < 0.7):
            return (yield self.ruling(state))
        if roll < 0.24:
            return (
                yield chance.choice(
                    (
                        c.DrawCard(),
                        c.OpenBets(),
                        c.DeclarePaid(),
                        c.CloseBets(),
                        c.CloseShoe(by="pit_supervisor", reason="so be it"),
                    )
                )
            )
        named = [str(card) for card in state.coup.cards] if state.table.coup and chance.random() < 0.2 else []
        chance.shuffle(named)
        back = self._handed_back(state) if chance.random() < 0.2 else []
        return (
            yield c.Decide(
                confirm=chance.choice((True, True, True, False, None)),
                reconstruct=chance.choice((True, True, False, None)),
                cards=" ".join(named) or None,
                new_cards=chance.random() < 0.1,
                hand_back=back,
                note=chance.choice(("as the cameras have it", "")),
                **self.somebody(),
            )
        )

    def _to_nothing(self, reporter: str) -> Command:
        """A graver report that was only to make the lighter one vanish, or that nobody believes."""
        if self.chance.random() < 0.5:
            return c.WithdrawReport(note="nothing after all", **self._reporter(reporter))
        return c.Decide(confirm=False, note="all is there", **self.somebody())

    def _handed_back(self, state: State) -> list[c.HandedBack]:
        """What was put down, it is said, after a card could be seen."""
        if not state.table.coup or not state.coup.bets:
            return []
        bet = self.chance.choice(state.coup.bets)
        stake = self.chance.choice((bet.stake, 5))
        return [c.HandedBack(patron=bet.patron, box=bet.box, bet=bet.bet, stake=stake)]

    def _reporter(self, name: str) -> dict[str, Any]:
        known = [who for who in STAFF if (who.get("account") or who["by"]) == name]
        return dict(self.chance.choice(known)) if known and self.chance.random() < 0.8 else self.somebody()

    def choose(self, state: State) -> Any:
        """Patrons choose, or the time for it is over; some would draw on."""
        chance = self.chance
        roll = chance.random()
        if roll < 0.1:
            return (yield c.CloseChoices(**self.somebody()))
        if roll < 0.2:
            return (yield chance.choice((c.DrawCard(), c.Settle(), c.OpenBets(), c.DeclarePaid())))
        if roll < 0.23:
            return (yield self.report(state))
        if roll < 0.27:
            return (yield c.WalkAway(patron=chance.choice(state.coup.choosing)))
        return (
            yield c.Choose(
                patron=chance.choice((*state.coup.choosing, "ann")), option=chance.choice(("continue", "return"))
            )
        )
