"""A coup told step by step, as a dealer would call it, each line with its paragraph at the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from punto.cli.answer import insurance_dict, result_dict, settlement_dict
from punto.cli.screen import Screen
from punto.coup import Ruling, Why, hands
from punto.kit import Card, Rounding, Side
from punto.rulebook import Cell, Rulebook, Settled, Settlement, Window, most_stake, offers

_STYLE = {"win": "green", "lose": "red", "push": "yellow"}


@dataclass(frozen=True)
class Telling:
    """A settled coup, for a screen or as data."""

    book: Rulebook
    decks: int
    drawn: Sequence[Card]
    bets: Mapping[str, int]
    rounding: Rounding
    settled: Settled

    def as_dict(self) -> dict[str, Any]:
        """The coup as `--json` prints it."""
        book, dealt = self.book, hands(self.book.tableau, self.drawn)
        return {
            "rulebook": book.id,
            "edition": book.edition,
            "decks": self.decks,
            "cards": " ".join(map(str, self.drawn)),
            "player": " ".join(map(str, dealt.player)),
            "banker": " ".join(map(str, dealt.banker)),
            "draws": [
                {"side": r.side.value, "draws": r.draws, "why": r.told(), "cite": book.cite_draw(r.why)}
                for r in self._rulings()
            ],
            "offers": [self._offer_dict(cell) for window in Window for cell in self._offered(window)],
            "result": result_dict(self.settled.result),
            "bets": {bet: settlement_dict(ended) for bet, ended in self.settled.bets.items()},
            "insurance": [insurance_dict(one, ended) for one, _, ended in self.settled.insurance],
        }

    def tell(self, screen: Screen) -> None:
        """The coup on a screen, from the bets to the last chip."""
        book = self.book
        note = f"{book.name}, {self.decks} decks. At the right: its paragraphs."
        screen.title(f"{book.title.en}  {book.title.zh}", note)
        screen.head("Bets")
        for bet, stake in self.bets.items():
            screen.line(f"{book.bets[bet].name.en} {stake:,}", book.bets[bet].cite)
        if not self.bets:
            screen.line("none")
        screen.head("Four cards")
        screen.line(_hand(Side.PLAYER, self.drawn[0:4:2]), book.cite_draw(Why.OPENING))
        screen.line(_hand(Side.BANKER, self.drawn[1:4:2]), book.cite_draw(Why.OPENING))
        self._tell_offers(screen, Window.AFTER_FOUR_CARDS)
        for ruling in self._rulings():
            self._tell_turn(screen, ruling)
        self._tell_result(screen)
        if self.settled.bets:
            self._tell_settlement(screen)

    def _rulings(self) -> list[Ruling]:
        return self.book.tableau.third_cards([card.points for card in self.drawn])

    def _offered(self, window: Window) -> list[Cell]:
        """What was offered in a window; nothing if it never opened."""
        cells = offers(self.book, self.drawn[: window.cards]) if len(self.drawn) > window.cards else []
        return [cell for cell in cells if cell.window is window]

    def _closed(self, cell: Cell) -> bool:
        """Whether the document offers this person no second insurance."""
        terms = self.book.insurance_terms
        again = cell.window is not Window.AFTER_FOUR_CARDS and terms is not None and not terms.both_windows
        return again and any(one.window is not cell.window for one, _, _ in self.settled.insurance)

    def _most(self, cell: Cell) -> int | None:
        """The most this person could have staked on an offer; None without a bet on that hand."""
        original = self.book.bet_on(cell.insures)
        if original is None or original.id not in self.bets:
            return None
        if self._closed(cell):
            return 0
        first = Window.AFTER_FOUR_CARDS
        earlier = [
            (one.stake, taken)
            for one, taken, _ in self.settled.insurance
            if one.insures is cell.insures and one.window is not cell.window and cell.window is not first
        ]
        return most_stake(cell, self.bets[original.id], earlier, self.rounding)

    def _offer_dict(self, cell: Cell) -> dict[str, Any]:
        return {
            "window": cell.window.value,
            "insures": cell.insures.value,
            "player": cell.player,
            "banker": cell.banker,
            "odds": cell.odds.text,
            "on": "tie" if cell.on_loss is None else f"{cell.insures.other.value}_wins",
            "most_stake": self._most(cell),
            "cite": cell.cite if cell.on_loss else cell.tie_cite,
        }

    def _tell_offers(self, screen: Screen, window: Window) -> None:
        terms = self.book.insurance_terms
        if terms is None:
            return
        screen.head(f"Insurance {window.words}")
        cells = self._offered(window)
        if not cells:
            screen.line("none is offered", terms.offered_cite)
        for cell in cells:
            name = cell.insures.value.capitalize()
            wins = "a tie" if cell.on_loss is None else f"{cell.insures.other.value.capitalize()} winning"
            screen.line(f"{name} insurance at {cell.odds} on {wins}", cell.cite if cell.on_loss else cell.tie_cite)
            if self._closed(cell):
                screen.line("not for who insured after four cards", terms.windows_cite, indent=4)
            elif (most := self._most(cell)) is None:
                screen.line(f"there is no bet on {name} to insure", terms.original_cite, indent=4)
            else:
                screen.line(f"at most {most:,} may be staked", terms.cap_cite, indent=4)
            for one, taken, _ in self.settled.insurance:
                if taken is cell:
                    screen.line(f"taken for {one.stake:,}", indent=4)

    def _tell_turn(self, screen: Screen, ruling: Ruling) -> None:
        side = ruling.side
        screen.head("A natural" if ruling.why is Why.NATURAL else f"{side.value.capitalize()}'s third card")
        told = ruling.told()
        screen.line(told[:1].upper() + told[1:], self.book.cite_draw(ruling.why))
        if ruling.draws:
            screen.line(_hand(side, hands(self.book.tableau, self.drawn)[side]))
        if side is Side.PLAYER and ruling.draws:
            self._tell_offers(screen, Window.AFTER_PLAYER_THIRD_CARD)

    def _tell_result(self, screen: Screen) -> None:
        result, dealt = self.settled.result, hands(self.book.tableau, self.drawn)
        screen.head("Result")
        for side in Side:
            screen.line(_hand(side, dealt[side]))
        points = max(result.player_points, result.banker_points)
        won = f"Tie on {points}" if result.winner == "tie" else f"{result.winner.capitalize()} wins on {points}"
        screen.verdict(won, style="bold green")

    def _tell_settlement(self, screen: Screen) -> None:
        screen.head("Settlement")
        for bet, ended in self.settled.bets.items():
            name = f"{self.book.bets[bet].name.en} {self.bets[bet]:,}"
            _tell_end(screen, name, ended, str(ended.row.when) if ended.row else "")
        for one, cell, ended in self.settled.insurance:
            name = f"{one.insures.value.capitalize()} insurance {one.stake:,}"
            _tell_end(screen, name, ended, f"Player {cell.player} v Banker {cell.banker}")
        endings = [*self.settled.bets.values(), *(ended for _, _, ended in self.settled.insurance)]
        staked = sum(self.bets.values()) + sum(one.stake for one, _, _ in self.settled.insurance)
        back = sum(ended.payback for ended in endings)
        screen.line(f"Staked {staked:,}, handed back {back:,}: {back - staked:+,}", style="bold")


def _hand(side: Side, cards: Sequence[Card]) -> str:
    pictures = "  ".join(card.picture for card in cards)
    return f"{side.value.capitalize()}  {pictures:<14}= {sum(card.points for card in cards) % 10}"


def _tell_end(screen: Screen, what: str, ended: Settlement, when: str) -> None:
    """How a bet ended, and below it why."""
    told = {"win": f"wins {ended.winnings:,}", "push": "is returned", "lose": "loses"}[ended.outcome]
    screen.verdict(f"{what} {told}", ended.cite, _STYLE[ended.outcome])
    if ended.outcome == "win":
        less = f", less commission {ended.commission:,}" if ended.commission else ""
        screen.line(f"{ended.odds}{less} ({when}); {ended.payback:,} handed back", style="dim", indent=4)
    elif ended.outcome == "push":
        screen.line(f"({when})", style="dim", indent=4)
