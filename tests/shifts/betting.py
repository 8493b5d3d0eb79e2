"""The auditor's own account of bets: what may lie in a box, what must go back, what takes part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle import handed_back, least_that_divides, pro_rata
from shifts.clauses import FULL
from shifts.round import Place, must

if TYPE_CHECKING:
    from shifts.books import Books


class Betting:
    """The bets of the round on one table."""

    def __init__(self, books: Books) -> None:
        self.books = books
        self.owed: list[tuple[Place, int]] = []
        """Bets that must go back now, with what is left of each."""
        self.together: list[Place] = []

    def bet_placed(self, event: Any) -> None:
        now = self.books.round
        must(now.stage == "betting" and not now.without_bets, "a bet is taken where none may be")
        place = (event.patron, event.box, event.bet)
        now.bets[place] = now.bets.get(place, 0) + event.stake
        now.stances[place] = event.stance
        must(now.bets[place] == event.total, "a total is not the sum of what was put down")
        self._reach(place)
        self.books.held[self.books.person(event.patron)] -= event.stake
        self.together.append(place)
        if event.more is not True:
            self._check_box(event.box, event.stance == "seated")
            self.together = []

    def _reach(self, place: Place) -> None:
        now = self.books.round
        now.moments += 1
        now.reached[place] = now.moments

    def _check_box(self, box: int, seated: bool) -> None:
        """5.1: who sits comes first, and standing bets make room; 3.6: what a box may hold on one area."""
        now, sign = self.books.round, self.books.sign
        limit, enforced, most = sign.differential_max, sign.limits == "enforced", sign.stake_max
        if enforced and most is not None:
            for patron, _, bet in self.together:
                whole_box = self.books.document in FULL
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
            # Chips on the other side that the patron gives too are measured in their own turn, as who sits has them.
            gap = 0 if other in sides else now.on(box, other) - now.on(box, side)
            if own - now.on(box, other) > limit or gap > limit:
                must(not enforced, f"box {box} is beyond its differential")
                return
        self._owe(box)

    def _owe(self, box: int) -> None:
        now = self.books.round
        here = [at for at in now.bets if at[1] == box and at[2] in ("player", "banker")]
        limit, least = self.books.sign.differential_max, self.books.sign.stake_min
        heavy = "player" if now.on(box, "player") > now.on(box, "banker") else "banker"
        lies: list[Any] = [(at[0], at[2], now.bets[at], now.stances[at] == "standing") for at in here]
        self.owed = [(here[index], left) for index, left in handed_back(lies, limit, least, self._unit(heavy))]

    def _unit(self, side: str) -> int:
        unit, step = self.books.sign.chip, self._divides(side) or 1
        while unit % step:
            unit += self.books.sign.chip
        return int(unit)

    def _divides(self, side: str) -> int | None:
        if self.books.round.sign.rounding != "refuse":
            return None
        return least_that_divides(self.books.document, side, self.books.commission())

    def bet_withdrawn(self, event: Any) -> None:
        now = self.books.round
        place = (event.patron, event.box, event.bet)
        must(now.stage == "betting", "a bet is taken back after the close")
        must(now.bets[place] == event.stake + event.left, "other chips are withdrawn than lie")
        self._leave(event, place)
        if event.bet in ("player", "banker") and self.books.sign.differential_max is not None:
            other = "banker" if event.bet == "player" else "player"
            if now.on(event.box, event.bet) - now.on(event.box, other) <= self.books.sign.differential_max:
                self._owe(event.box)

    def _leave(self, event: Any, place: Place) -> None:
        now = self.books.round
        now.bets[place] = event.left
        if event.left:
            self._reach(place)
        else:
            del now.bets[place]
        self.books.held[self.books.person(event.patron)] += event.stake

    def bet_rejected(self, event: Any) -> None:
        now = self.books.round
        place = (event.patron, event.box, event.bet)
        must(now.stage == "betting", "a bet is handed back after the close")
        must(now.bets[place] - event.stake == event.left >= 0, "what is left of a bet is not what is left")
        if not self.books.matters.card_seen:
            if not self.owed:
                self._owe(event.box)
            must(self.owed[:1] == [(place, event.left)], f"{place} goes back to {event.left}, and {self.owed} should")
            self.owed = self.owed[1:]
        self._leave(event, place)

    def bets_closed(self, event: Any) -> None:
        now = self.books.round
        must(now.stage == "betting", "bets close that are not open")
        now.stage = "dealing"
        now.at_the_close = list(now.bets)
        self.apportion(event.shares)
        self.books.matters.waiver_may_lapse()

    def apportion(self, shares: Any) -> None:
        """5.1.1: what takes part of each bet, box by box."""
        now = self.books.round
        limit = now.sign.differential_max
        stated = {(one.patron, one.box, one.bet): one.effective for one in shares}
        now.effective = {}
        lay = now.closed_with
        for box in {box for _, box, _ in lay}:
            here = [(at, stake) for at, stake in lay.items() if at[1] == box and at[2] in ("player", "banker")]
            if limit is None or not here:
                continue
            sides: list[tuple[str, Any, int]] = [(at[0], at[2], stake) for at, stake in here]
            heavy = "player" if now.on(box, "player") > now.on(box, "banker") else "banker"
            # Both hands have one minimum in these documents' tables.
            share = pro_rata(sides, limit, now.sign.stake_min, now.sign.chip, self._divides(heavy))
            for (at, stake), effective in zip(here, share, strict=True):
                if at in now.returned:
                    continue
                now.effective[at] = effective
                must(stated.get(at, stake) == effective, f"{at} plays {stated.get(at, stake)}, pro rata {effective}")
