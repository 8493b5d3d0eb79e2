"""A coup with its bets settled, step by step: what `punto coup` tells, as a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import cached_property
from operator import index
from typing import Any

from msgspec import structs

from punto.coup import hands
from punto.facade.arguments import listed, word_of
from punto.facade.notebook import Listed, NotebookValue, Row
from punto.kit import Card, Odds, Refused
from punto.kit.excerpt import excerpt
from punto.report.coup_data import CoupSteps, DrawStep, OfferStep, SettledCoup, coup_steps
from punto.rulebook import Insured, Rulebook, Settlement, decks_of, read_insured, settle_slip
from punto.rulebook.settlement import Terms
from punto.rulebook.slip_answer import (
    BetAnswer,
    InsuranceAnswer,
    ResultAnswer,
    bet_answer,
    insurance_answer,
    result_answer,
)

INSURANCE = "(window, hand, stake), as in ('after_four_cards', 'banker', 25)"


@dataclass(frozen=True)
class CoupLine(NotebookValue):
    """One bet or insurance, settled: what it wins exactly, and rounded to whole units."""

    bet: str
    """A bet's id; `insurance` for one of those."""
    stake: int
    outcome: str
    odds: str | None
    exact: Fraction
    """Won on top of the stake before rounding, commission taken off; nothing where it does not win."""
    winnings: int
    payback: int
    """Handed back, stake included."""
    cite: str
    commission: int = 0
    window: str | None = None
    insures: str | None = None
    answer: BetAnswer | InsuranceAnswer | None = field(default=None, compare=False)
    """The line as the command line's JSON has it."""

    @property
    def row(self) -> Row:
        """The line as one of a table."""
        insured = "" if self.insures is None else f" of {self.insures} {self.window}"
        return {
            "bet": self.bet + insured,
            "stake": self.stake,
            "outcome": self.outcome,
            "odds": self.odds,
            "exact": str(self.exact),
            "winnings": self.winnings,
            "payback": self.payback,
            "cite": self.cite,
        }

    def __repr__(self) -> str:
        row = self.row
        odds = f" at {self.odds}" if self.odds else ""
        return f"<{row['bet']}: {self.stake:,} staked, {self.outcome}{odds}, {self.payback:,} handed back>"

    def _json(self) -> object:
        return self.answer

    def _rows(self) -> Sequence[Row]:
        return [self.row]


@dataclass(frozen=True)
class CoupResult(NotebookValue):
    """What a bet may ask about a finished coup: who won, totals, numbers of cards, pairs."""

    winner: str
    player_points: int
    banker_points: int
    player_cards: int
    banker_cards: int
    player_pair: bool
    """Whether Player's first two cards are of one rank."""
    banker_pair: bool

    def __repr__(self) -> str:
        won = "tie" if self.winner == "tie" else f"{self.winner} wins"
        pairs = "".join(f", {side} pair" for side in ("player", "banker") if getattr(self, f"{side}_pair"))
        return f"<{won}: player {self.player_points}, banker {self.banker_points}{pairs}>"

    def _json(self) -> object:
        return ResultAnswer(**asdict(self))

    def _rows(self) -> Sequence[Row]:
        return [asdict(self)]


class GameCoup(NotebookValue):
    """A finished coup: its cards, who drew and why, what was offered, and how every bet ended."""

    def __init__(self, coup: SettledCoup, terms: Terms) -> None:
        self._coup = coup
        self._terms = terms

    @property
    def cards(self) -> str:
        """In the order drawn."""
        return " ".join(map(str, self._coup.drawn))

    @cached_property
    def player(self) -> tuple[Card, ...]:
        return hands(self._coup.book.tableau, self._coup.drawn).player

    @cached_property
    def banker(self) -> tuple[Card, ...]:
        return hands(self._coup.book.tableau, self._coup.drawn).banker

    @cached_property
    def result(self) -> CoupResult:
        return CoupResult(**structs.asdict(result_answer(self._coup.settled.result)))

    @property
    def winner(self) -> str:
        return self.result.winner

    @cached_property
    def lines(self) -> Listed[CoupLine]:
        """Every bet and insurance, in the order given."""
        settled = self._coup.settled
        bets = [self._line(bet, self._coup.bets[bet], ended, bet_answer(ended)) for bet, ended in settled.bets.items()]
        insurance = [
            self._line("insurance", insured.stake, ended, insurance_answer(insured, ended))
            for insured, _, ended in settled.insurance
        ]
        return Listed("bets and insurances", (*bets, *insurance))

    def _line(self, bet: str, stake: int, ended: Settlement, answer: BetAnswer | InsuranceAnswer) -> CoupLine:
        insured = answer if isinstance(answer, InsuranceAnswer) else None
        return CoupLine(
            bet=bet,
            stake=stake,
            outcome=ended.outcome,
            odds=ended.odds.text if ended.odds else None,
            exact=self._exact(stake, ended),
            winnings=ended.winnings,
            payback=ended.payback,
            cite=ended.cite,
            commission=ended.commission,
            window=insured.window if insured else None,
            insures=insured.insures if insured else None,
            answer=answer,
        )

    def _exact(self, stake: int, ended: Settlement) -> Fraction:
        if ended.outcome != "win" or not isinstance(ended.odds, Odds):
            return Fraction(0)
        takes = ended.row is not None and ended.row.commission
        return stake * ended.odds.to * (1 - self._terms.commission if takes else 1)

    @property
    def staked(self) -> int:
        return sum(line.stake for line in self.lines)

    @property
    def payback(self) -> int:
        """Handed back in all, stakes included."""
        return sum(line.payback for line in self.lines)

    @property
    def draws(self) -> list[DrawStep]:
        """Whether each hand took a third card: `why` in words, and the paragraph."""
        return self._steps.draws

    @property
    def offers(self) -> list[OfferStep]:
        """What insurance was offered on the way."""
        return self._steps.offers

    @cached_property
    def _steps(self) -> CoupSteps:
        return coup_steps(self._coup)

    def __repr__(self) -> str:
        result = self.result
        won = "tie" if result.winner == "tie" else f"{result.winner} wins"
        totals = f"player {result.player_points}, banker {result.banker_points}"
        money = f", {self.staked:,} staked, {self.payback:,} handed back" if self.lines else ""
        return f"<{self.cards}: {won} ({totals}){money}>"

    def _json(self) -> object:
        return self._steps

    def _rows(self) -> Sequence[Row]:
        if self.lines:
            return [line.row for line in self.lines]
        return [{"hand": step.side, "draws": step.draws, "why": step.why, "cite": step.cite} for step in self.draws]


def settled_coup(
    book: Rulebook,
    drawn: Sequence[Card],
    stakes: Mapping[str, object],
    insurance: Iterable[object],
    terms: Terms,
    decks: int | None,
) -> GameCoup:
    """The coup of these cards with these bets; Refused, with nothing settled, if anything about it is wrong."""
    number = decks_of(book, decks)
    bets: dict[str, Any] = {bet: _whole(stake) for bet, stake in stakes.items()}
    insured = [_insured(entry) for entry in listed(insurance, "insurance", "bad_insurance", INSURANCE)]
    settled = settle_slip(book, drawn, bets, insured, terms, number)
    return GameCoup(SettledCoup(book, number, drawn, bets, settled), terms)


def _whole(stake: object) -> object:
    """Whole numbers of any kind as Python's own; anything else as it is, to be refused with the bet's name."""
    if isinstance(stake, bool):
        return stake
    try:
        return index(stake)  # type: ignore[arg-type]
    except TypeError:
        return stake


def _insured(entry: object) -> Insured:
    if isinstance(entry, Insured):
        return entry
    if isinstance(entry, Mapping) and set(entry) == {"window", "insures", "stake"}:
        return read_insured(word_of(entry["window"]), word_of(entry["insures"]), _whole(entry["stake"]))
    if isinstance(entry, Sequence) and not isinstance(entry, str) and len(entry) == 3:
        return read_insured(word_of(entry[0]), word_of(entry[1]), _whole(entry[2]))
    raise Refused(code="bad_insurance", message=f"insurance is a list of {INSURANCE}, not of {excerpt(entry, 60)}")
