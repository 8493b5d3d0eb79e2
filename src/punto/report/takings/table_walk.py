"""A table's log as rounds: each is yielded once it is over and nothing can change it any more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from punto.chance.composition import SUITS
from punto.kit import read_card
from punto.report.takings.finished import CountedWin, Finished, HandedOut
from punto.report.takings.pricing import Pricing, Pricings
from punto.table import Sign
from punto.table import events as e

RULING = "ruling"
WRITTEN_OFF = "written_off"
"""In place of a bet, where money moved by a ruling and where a debt was written off."""

CARD_KINDS = frozenset(
    {
        "shoe_opened",
        "cards_burned",
        "cards_set_aside",
        "cards_discarded",
        "card_corrected",
        "bets_opened",
        "card_drawn",
    }
)
"""The kinds of events that say which cards are out; they change no figure of a report."""

KINDS = CARD_KINDS | {
    "table_opened",
    "sign_changed",
    "coup_voided",
    "coup_settled",
    "settlement_reversed",
    "original_bet_returned",
    "ruling_made",
    "debt_written_off",
    "bought_in",
    "win_counted",
    "exception_found",
    "box_dropped",
    "box_counted",
    "slip_voided",
}
"""The kinds of events that a walk uses; all others can be left unread."""


@dataclass(slots=True)
class _Round:
    """The round on the table."""

    number: int
    shoe: int
    """The round's own shoe: the next may be open while the round can still be corrected."""
    pricing: Pricing
    left: tuple[int, ...] | None
    dealer: str | None = None
    settlement: e.CoupSettled | None = None
    voided: e.CoupVoided | None = None
    ended: datetime | None = None
    claims: list[e.OriginalBetReturned] = field(default_factory=list)
    reversals: int = 0


class TableWalk:
    """Follows one table: its sign, the cards unseen in its shoe, its round."""

    def __init__(self, table: str, pricings: Pricings) -> None:
        self.table = table
        self._pricings = pricings
        self._pricing: Pricing | None = None
        self._wallets = False
        self._counted: dict[int, tuple[int, int]] = {}
        """Win and drop of each drop box by its last count."""
        self._shoe = 0
        self._first_coup: int | None = None
        """The first round of this shoe, once bets have opened."""
        self._out_by_card: list[int] = [0] * 52
        self._without_suit = [0] * 13
        self._since: datetime | None = None
        self._round: _Round | None = None

    def take(self, at: datetime, event: e.Event) -> Iterator[Finished | HandedOut | CountedWin]:
        """Folds an event in; yields rounds, money and counts that are final."""
        match event:
            case e.CardDrawn():
                if not event.aside:
                    self._see(event.card)
                if self._round and self._round.dealer is None:
                    self._round.dealer = event.dealer
            case e.BetsOpened():
                yield from self.end()
                self._open(event)
            case e.CoupSettled() if self._round:
                self._round.settlement, self._round.ended = event, at
            case e.CoupVoided() if self._round:
                self._round.voided, self._round.settlement, self._round.ended = event, None, at
            case e.SettlementReversed() if self._round:
                self._round.settlement = self._round.ended = None
                self._round.claims.clear()
                self._round.reversals += 1
            case e.OriginalBetReturned():
                yield from self._claim(at, event)
            case e.RulingMade() if self._pricing:
                for move in event.adjustments:
                    yield self._handed_out(at, self._pricing, move.patron, RULING, move.amount)
            case e.DebtWrittenOff() if self._pricing:
                yield self._handed_out(at, self._pricing, event.patron, WRITTEN_OFF, event.amount)
            case e.WinCounted():
                yield from self._count_win(at, event)
            case e.BoughtIn() if self._pricing and self._wallets:
                yield CountedWin(self.table, self._pricing, at, self._shoe, "", "", 0, event.amount)
            case e.TableOpened(sign=sign) | e.SignChanged(sign=sign):
                yield from self._show(at, sign, opens=isinstance(event, e.TableOpened))
            case _:
                self._count(event)

    def _show(self, at: datetime, sign: Sign, *, opens: bool) -> Iterator[Finished]:
        if opens:
            yield from self.end()
            self._since = at
        self._pricing, self._wallets = self._pricings.of(sign), sign.wallets

    def _count_win(self, at: datetime, event: e.WinCounted) -> Iterator[CountedWin]:
        win, drop = self._counted.get(event.drop_box, (0, 0))
        self._counted[event.drop_box] = event.win_counted, event.drop
        if self._pricing:
            more = event.win_counted - win, event.drop - drop
            yield CountedWin(self.table, self._pricing, at, self._shoe, event.day, event.shift, *more)

    def _count(self, event: e.Event) -> None:
        """Counts the cards that an event takes out of the shoe."""
        match event:
            case e.ShoeOpened():
                self._shoe, self._first_coup = event.number, None
                self._out_by_card, self._without_suit = [0] * 52, [0] * 13
            case e.CardsBurned():
                self._see(event.card)
            case e.CardsSetAside(cards=cards) | e.CardsDiscarded(cards=cards):
                for card in cards.split():
                    self._see(card)
            case e.CardCorrected() if self._of_this_shoe(event):
                self._see(event.was, -1)
                self._see(event.card)

    def _of_this_shoe(self, corrected: e.CardCorrected) -> bool:
        """Whether the card left the shoe in use; a round that names no number is the one on the table."""
        if not corrected.of_coup:
            return self._round is not None and self._round.shoe == self._shoe
        return self._first_coup is not None and corrected.of_coup >= self._first_coup

    def _see(self, text: str, times: int = 1) -> None:
        try:
            place = _PLACES[text]
        except KeyError:
            try:
                card = read_card(text)
            except ValueError:  # A foreign card is none of the shoe's.
                return
            place = -1 if card.suit is None else (card.rank - 1) * 4 + SUITS.index(card.suit)
            if place < 0:
                self._without_suit[card.rank - 1] += times
                return
            _PLACES[text] = place
        self._out_by_card[place] += times

    def _open(self, event: e.BetsOpened) -> None:
        assert self._pricing is not None, "bets open at an open table only"
        if self._first_coup is None:
            self._first_coup = event.coup
        self._round = _Round(event.coup, self._shoe, self._pricing, self._left(self._pricing))

    def _left(self, pricing: Pricing) -> tuple[int, ...] | None:
        """The cards unseen, by card where a bet asks about suits, else by rank; None where the record is impossible."""
        decks, out_by_card = pricing.decks, self._out_by_card
        if pricing.by_suits and not any(self._without_suit):
            left = [decks - times for times in out_by_card]
        else:
            out = self._without_suit
            left = [4 * decks - sum(out_by_card[at * 4 : at * 4 + 4]) - out[at] for at in range(13)]
        return None if min(left) < 0 else tuple(left)

    def _claim(self, at: datetime, event: e.OriginalBetReturned) -> Iterator[HandedOut]:
        if self._round and self._round.settlement and event.of_coup in (0, self._round.number):
            self._round.claims.append(event)
        elif self._pricing:
            yield self._handed_out(at, self._pricing, event.patron, event.bet, event.stake)

    def _handed_out(self, at: datetime, pricing: Pricing, patron: str, bet: str, amount: int) -> HandedOut:
        return HandedOut(self.table, pricing, at, self._shoe, patron, bet, amount, self._wallets)

    def settled(self) -> Finished | None:
        """The round on the table, if it is over; until the next opens, its payments may still be taken back."""
        round = self._round
        if round is None or round.ended is None:
            return None
        return Finished(
            table=self.table,
            coup=round.number,
            pricing=round.pricing,
            shoe=round.shoe,
            dealer=round.dealer or "",
            since=min(self._since or round.ended, round.ended),
            at=round.ended,
            settlement=round.settlement,
            left=round.left,
            returned=round.voided.stakes if round.voided and not round.settlement else (),
            claims=tuple(round.claims),
            reversals=round.reversals,
            wallets=self._wallets,
        )

    def end(self) -> Iterator[Finished]:
        """Yields the round on the table, if it is over, as final."""
        over, self._round = self.settled(), None
        if over is not None:
            self._since = over.at
            yield over


_PLACES: dict[str, int] = {}
"""The place among 52 counts of each card read so far, by its text."""


def read_instant(text: str) -> datetime | None:
    """The time of an event; None where it cannot be read."""
    try:
        instant = datetime.fromisoformat(text)
    except ValueError:
        return None
    return instant if instant.tzinfo else instant.replace(tzinfo=UTC)
