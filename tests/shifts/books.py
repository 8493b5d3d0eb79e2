"""The books of an auditor who has read the documents and nothing else: what lies, what is due, what is held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from oracle import (
    established,
    final,
    insurance_payback,
    insurance_room,
    next_hand,
    offer,
    payback,
    pro_rata,
    round_down,
    round_nearest,
    second_window_allowed,
    value,
)
from punto.table import Event

RANKS = "A23456789TJQK"

ESTABLISHED = lru_cache(maxsize=1 << 16)(established)

PAYBACK = lru_cache(maxsize=1 << 18)(payback)


class Violation(AssertionError):
    """One of the seven things that must always hold did not."""


def must(so: bool, why: str) -> None:
    if not so:
        raise Violation(why)


def ranks(cards: str) -> list[int]:
    return [RANKS.index(card[0]) + 1 for card in cards.split()]


class Books:
    """One table's money, by the documents: wallets, what lies on the felt, the house."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.document = ""
        self.sign: Any = None
        self.held: Counter[str] = Counter()
        self.bets: dict[tuple[str, int, str], int] = {}
        self.effective: dict[tuple[str, int, str], int] = {}
        self.insured: list[tuple[str, int, str, str, int]] = []
        """Patron, box, hand, window, stake."""
        self.cards: list[int] = []
        self.open = False
        self.left: set[str] = set()
        self.waived = False
        self.paid: list[Any] = []
        self.repaid: list[Any] = []
        self.returned_coups: Counter[int] = Counter()
        self.coups = 0

    def take(self, event: Event) -> None:
        """Go on by an event, as far as money and cards go."""
        kind = str(event.__struct_config__.tag)
        handler = getattr(self, f"_{kind}", None)
        if handler is not None:
            handler(event)

    def check(self, balances: Mapping[str, int]) -> None:
        """The live books are these books, and add up to nothing."""
        must(sum(balances.values()) == 0, f"all accounts together hold {sum(balances.values())}")
        must(balances.get(f"layout:{self.table}", 0) == self.lies, "the layout is not what lies on the felt")
        for account, amount in self.held.items():
            if balances.get(account, 0) != amount:
                raise Violation(f"{account} holds {balances.get(account, 0)}, by the documents {amount}")
        for account, amount in balances.items():
            must(amount >= 0 or not account.startswith("wallet:"), f"{account} holds {amount}")

    @property
    def lies(self) -> int:
        if not self.open:
            return 0
        return sum(self.bets.values()) + sum(stake for *_, stake in self.insured)

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

    def _table_opened(self, event: Any) -> None:
        self.sign = event.sign
        self.document = event.sign.rulebook.partition("@")[0]

    def _sign_changed(self, event: Any) -> None:
        self.sign = event.sign

    def _bought_in(self, event: Any) -> None:
        self.held[f"wallet:{event.patron}"] += event.amount

    def _cashed_out(self, event: Any) -> None:
        self.held[f"wallet:{event.patron}"] -= event.amount

    def _bets_opened(self, event: Any) -> None:
        must(not self.open, "a coup opens inside another")
        self.bets, self.effective, self.insured, self.cards = {}, {}, [], []
        self.open, self.waived, self.left = True, False, set()
        self.paid, self.repaid = [], []
        self.coups += 1

    def _bet_placed(self, event: Any) -> None:
        place = (event.patron, event.box, event.bet)
        self.bets[place] = self.bets.get(place, 0) + event.stake
        must(self.bets[place] == event.total, "a total is not the sum of what was put down")
        self.held[self.person(event.patron)] -= event.stake

    def _bet_withdrawn(self, event: Any) -> None:
        must(self.bets.pop((event.patron, event.box, event.bet)) == event.stake, "other chips are withdrawn than lie")
        self.held[self.person(event.patron)] += event.stake

    def _bet_rejected(self, event: Any) -> None:
        place = (event.patron, event.box, event.bet)
        self.bets[place] -= event.stake
        must(self.bets[place] == event.left >= 0, "what is left of a bet is not what is left")
        if not event.left:
            del self.bets[place]
        self.held[self.person(event.patron)] += event.stake

    def _bets_closed(self, event: Any) -> None:
        limit = self.sign.differential_max
        stated = {(one.patron, one.box, one.bet): one.effective for one in event.shares}
        for box in {box for _, box, _ in self.bets}:
            here = [(at, stake) for at, stake in self.bets.items() if at[1] == box and at[2] in ("player", "banker")]
            if limit is None or not here:
                continue
            sides: list[tuple[str, Any, int]] = [(at[0], at[2], stake) for at, stake in here]
            # Both hands have one minimum in these documents' tables.
            share = pro_rata(sides, limit, self.sign.stake_min)
            for (at, stake), effective in zip(here, share, strict=True):
                self.effective[at] = effective
                must(stated.get(at, stake) == effective, f"{at} plays {stated.get(at, stake)}, pro rata {effective}")

    def _card_drawn(self, event: Any) -> None:
        must(next_hand([value(rank) for rank in self.cards]) == event.side, "a card goes to the wrong hand")
        self.cards += ranks(event.card)

    def _cards_reconstructed(self, event: Any) -> None:
        self.cards = ranks(event.cards)

    def _insurance_waived(self, event: Any) -> None:
        self.waived = True

    def _patron_left(self, event: Any) -> None:
        self.left.add(event.patron)

    def _insurance_offered(self, event: Any) -> None:
        self._offered(event.window, event.insures)

    def _offered(self, window: Any, insures: Any) -> Fraction:
        seen = 4 if window == "after_four_cards" else 5
        must(len(self.cards) == seen, f"{window} is not now")
        terms = offer(self.document, window, insures, [value(rank) for rank in self.cards])
        must(terms is not None, f"insurance of {insures} is not offered on {self.cards}")
        must(not (self.waived and seen == 5), "that window is waived")
        must(self.sign.insurance, "a notice says that none is offered")
        assert terms is not None
        return max(odds for odds in (terms.on_loss, terms.on_tie) if isinstance(odds, Fraction))

    def _insurance_taken(self, event: Any) -> None:
        odds = self._offered(event.window, event.insures)
        place = (event.patron, event.box, event.insures)
        must(place in self.bets, "insurance without an original bet")
        must(event.patron not in self.left, "who walked away insures")
        mine = [one for one in self.insured if one[:3] == place]
        # Both windows count against one cap: what would be won never exceeds the bet.
        first = any(one[0] == event.patron and one[3] != event.window for one in self.insured)
        must(event.window == "after_four_cards" or second_window_allowed(self.document, first), "insured twice")
        already = [(one[4], self._best(one[3], one[2])) for one in mine]
        original = self.effective.get(place, self.bets[place])
        room = insurance_room(self.document, original, already, odds)
        must(event.stake <= room, f"insurance of {event.stake} where {room} is the most")
        self.insured.append((*place, event.window, event.stake))
        self.held[self.person(event.patron)] -= event.stake

    def _best(self, window: Any, insures: Any) -> Fraction:
        seen = 4 if window == "after_four_cards" else 5
        terms = offer(self.document, window, insures, [value(rank) for rank in self.cards[:seen]])
        assert terms is not None
        return max(odds for odds in (terms.on_loss, terms.on_tie) if isinstance(odds, Fraction))

    def _insurance_returned(self, event: Any) -> None:
        gone = [one for one in self.insured if one[2:4] == (event.insures, event.window)]
        self._hand_back(event.stakes, Counter((p, b, "insurance", h, s) for p, b, h, _, s in gone))
        self.insured = [one for one in self.insured if one not in gone]

    def _coup_settled(self, event: Any) -> None:
        must(self.open, "a coup is paid twice")
        end = final([value(rank) for rank in self.cards])
        stated = (event.winner, event.player_points, event.banker_points)
        must(stated == (end.winner, end.player_points, end.banker_points), f"{stated} is not the result")
        due = Counter((*at, "", "", stake, self._due(at, stake)) for at, stake in self.bets.items())
        values = [value(rank) for rank in self.cards]
        for patron, box, hand, window, stake in self.insured:
            back = self._whole(insurance_payback(self.document, window, hand, values, stake))  # type: ignore[arg-type]
            due[patron, box, "insurance", hand, window, stake, back] += 1
        paid = Counter(
            (one.patron, one.box, one.bet, one.insures, one.window, one.stake, one.payback) for one in event.lines
        )
        must(due == paid, f"paid {paid - due} where {due - paid} is due, on {self.cards}")
        for one in event.lines:
            self.held[self.person(one.patron)] += one.payback
        self.open, self.paid = False, list(event.lines)

    def _due(self, at: tuple[str, int, str], stake: int) -> int:
        plays = self.effective.get(at, stake)
        rate = self.sign.commission
        commission = Fraction(rate.strip("% ")) / 100 if rate else Fraction(1, 20)
        back = PAYBACK(self.document, at[2], tuple(self.cards), plays, commission)
        return self._whole(back) + stake - plays

    def _whole(self, amount: Fraction) -> int:
        return round_nearest(amount) if self.sign.rounding == "nearest" else round_down(amount)

    def _coup_voided(self, event: Any) -> None:
        must(self.open, "a coup that is over is void")
        self.returned_coups[event.coup] += 1
        must(self.returned_coups[event.coup] == 1, "a void returns stakes a second time")
        if event.because == "interruption":
            must(not ESTABLISHED(self.document, tuple(self.cards)), "void, and an outcome was established")
        self._hand_back(event.stakes, self._stakes(None))
        self.open, self.bets, self.insured = False, {}, []

    def _coup_continued(self, event: Any) -> None:
        if "certain" in event.because:
            must(ESTABLISHED(self.document, tuple(self.cards)), "goes on, and no outcome is established")

    def _bets_returned(self, event: Any) -> None:
        self._hand_back(event.stakes, self._stakes(event.patron))
        self.bets = {at: stake for at, stake in self.bets.items() if at[0] != event.patron}
        self.insured = [one for one in self.insured if one[0] != event.patron]

    def _stakes(self, patron: str | None) -> Counter[tuple[str, int, str, str, int]]:
        lies = Counter((*at, "", stake) for at, stake in self.bets.items() if patron in (None, at[0]))
        lies.update((p, b, "insurance", h, s) for p, b, h, _, s in self.insured if patron in (None, p))
        return lies

    def _hand_back(self, stakes: Any, lies: Counter[tuple[str, int, str, str, int]]) -> None:
        given = Counter((one.patron, one.box, one.bet, one.insures, one.stake) for one in stakes)
        must(given == lies, f"{given} goes back where {lies} lies")
        for one in stakes:
            self.held[self.person(one.patron)] += one.stake

    def _settlement_reversed(self, event: Any) -> None:
        must(not self.open and list(event.lines) == self.paid, "another payment is taken back than was made")
        must(list(event.returned) == self.repaid, "other bets are taken back than were returned")
        back: Counter[str] = Counter()
        for one in (*event.lines, *event.returned):
            back[one.patron] += getattr(one, "payback", one.stake)
        # The stakes lie on the felt again; only the payments come out of the wallets.
        for patron, amount in back.items():
            self.claim(patron, amount)
        self.open, self.paid, self.repaid = True, [], []

    def _original_bet_returned(self, event: Any) -> None:
        place = (event.patron, event.box, event.bet)
        must(self.document == "da-hu-ying-xiong", "no other document returns it")
        must(not self.open and self.effective.get(place, self.bets[place]) == event.stake, "another stake is returned")
        must(place not in [(one.patron, one.box, one.bet) for one in self.repaid], "returned twice")
        end = final([value(rank) for rank in self.cards])
        must(end.winner not in ("tie", event.bet), "a bet is returned that did not lose")
        self.held[self.person(event.patron)] += event.stake
        self.repaid.append(event)

    def _ruling_made(self, event: Any) -> None:
        net: Counter[str] = Counter()
        for one in event.adjustments:
            net[one.patron] += one.amount
        for patron, amount in net.items():
            if amount < 0:
                self.claim(patron, -amount)
            else:
                self.held[self.person(patron)] += amount
