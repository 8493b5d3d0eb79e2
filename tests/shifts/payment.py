"""The auditor's own account of payments: what is due, what goes back, what is taken back."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from oracle import final, insurance_payback, payback, round_down, round_nearest, value
from shifts.clauses import RANKS
from shifts.round import Place, must

if TYPE_CHECKING:
    from shifts.books import Books

PAYBACK = lru_cache(maxsize=1 << 18)(payback)


class Payment:
    """How the rounds of one table end."""

    def __init__(self, books: Books) -> None:
        self.books = books
        self.voids: Counter[int] = Counter()

    def coup_settled(self, event: Any) -> None:
        now = self.books.round
        must(now.stage == "dealing" and not now.choosing, "a round is paid that is not over")
        must(event.cards.split() == now.played, f"{event.cards} is paid, and {now.played} was played")
        values = [value(rank) for rank in now.cards]
        end = final(values)
        stated = (event.winner, event.player_points, event.banker_points)
        must(stated == (end.winner, end.player_points, end.banker_points), f"{stated} is not the result")
        due = Counter((*at, "", "", stake, self._due(at, stake)) for at, stake in now.bets.items())
        for patron, box, hand, window, stake in now.insured:
            back = self._whole(insurance_payback(self.books.document, window, hand, values, stake))  # type: ignore[arg-type]
            due[patron, box, "insurance", hand, window, stake, back] += 1
        paid = Counter(
            (one.patron, one.box, one.bet, one.insures, one.window, one.stake, one.payback) for one in event.lines
        )
        must(due == paid, f"paid {paid - due} where {due - paid} is due, on {now.played}")
        for one in event.lines:
            self._check_told(one)
        for one in event.lines:
            self.books.held[self.books.person(one.patron)] += one.payback
        now.stage, now.paid = "paying", list(event.lines)
        now.paid_on = (list(now.played), dict(now.bets))

    def _due(self, at: Place, stake: int) -> int:
        plays = self.books.round.plays(at)
        back = PAYBACK(self.books.document, at[2], tuple(self.books.round.cards), plays, self.books.commission())
        return self._whole(back) + stake - plays

    def _check_told(self, line: Any) -> None:
        """Winnings that were rounded say from what; those that were whole say nothing."""
        cards, plays = tuple(self.books.round.cards), line.effective
        if line.bet == "insurance":
            values = [value(rank) for rank in cards]
            back = insurance_payback(self.books.document, line.window, line.insures, values, plays)
        else:
            back = PAYBACK(self.books.document, line.bet, cards, plays, self.books.commission())
        due = "" if back.denominator == 1 else str(back - plays)
        must((line.exact or "") == due, f"{line} came to {due} before it was rounded")

    def _whole(self, amount: Fraction) -> int:
        return round_nearest(amount) if self.books.round.sign.rounding == "nearest" else round_down(amount)

    def coup_voided(self, event: Any) -> None:
        now = self.books.round
        must(now.lies, "a round that is over is void")
        self.voids[event.coup] += 1
        must(self.voids[event.coup] == 1, "a void returns stakes a second time")
        self._hand_back(event.stakes, self._stakes(None))
        now.stage, now.bets, now.insured, now.choosing = "voided", {}, [], set()

    def bets_returned(self, event: Any) -> None:
        now = self.books.round
        must(now.stage == "dealing", "bets are returned when none lie")
        self._hand_back(event.stakes, self._stakes(event.patron))
        now.returned |= {at: stake for at, stake in now.bets.items() if at[0] == event.patron}
        now.bets = {at: stake for at, stake in now.bets.items() if at[0] != event.patron}
        now.insured = [slip for slip in now.insured if slip[0] != event.patron]

    def _stakes(self, patron: str | None) -> Counter[tuple[str, int, str, str, int]]:
        now = self.books.round
        lies = Counter((*at, "", stake) for at, stake in now.bets.items() if patron in (None, at[0]))
        lies.update((p, b, "insurance", h, s) for p, b, h, _, s in now.insured if patron in (None, p))
        return lies

    def _hand_back(self, stakes: Any, lies: Counter[tuple[str, int, str, str, int]]) -> None:
        given = Counter((one.patron, one.box, one.bet, one.insures, one.stake) for one in stakes)
        must(given == lies, f"{given} goes back where {lies} lies")
        for one in stakes:
            self.books.held[self.books.person(one.patron)] += one.stake

    def settlement_reversed(self, event: Any) -> None:
        now = self.books.round
        must(now.settled and list(event.lines) == now.paid, "another payment is taken back than was made")
        taken = [(one.patron, one.box, one.bet, one.stake) for one in event.returned]
        returned = [(one.patron, one.box, one.bet, one.stake) for one in now.repaid]
        must(taken == returned, "other bets are taken back than were returned")
        back: Counter[str] = Counter()
        for one in (*event.lines, *event.returned):
            back[one.patron] += getattr(one, "payback", one.stake)
        # The stakes lie on the felt again; only the payments come out of the wallets.
        for patron, amount in back.items():
            self.books.claim(patron, amount)
        now.stage, now.paid, now.repaid, now.claims = "dealing", [], [], now.repaid

    def ruling_made(self, event: Any) -> None:
        net: Counter[str] = Counter()
        for one in event.adjustments:
            net[one.patron] += one.amount
        for patron, amount in net.items():
            if amount < 0:
                self.books.claim(patron, -amount)
            else:
                self.books.held[self.books.person(patron)] += amount

    def debt_written_off(self, event: Any) -> None:
        self.books.held[f"owed:{event.patron}"] += event.amount
        must(RANKS[self.books.matters.who.rank] >= RANKS["shift_manager"], "a debt is written off by somebody else")
