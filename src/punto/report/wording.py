"""Words and shades shared by all sections of a PAR sheet."""

from __future__ import annotations

from fractions import Fraction

from punto.chance.sheet import BetFigures, CellFigures
from punto.coup import FACTS
from punto.coup.facts import Value
from punto.kit import Odds, Side
from punto.report.document import SheetCell, Tone
from punto.rulebook import Bet
from punto.rulebook import Cell as Offer
from punto.rulebook.when import Condition

BANDS = (
    (Fraction(-5, 100), Tone.PATRON_3, "patron gains 5 % or more"),
    (Fraction(-1, 100), Tone.PATRON_2, "patron gains 1 to 5 %"),
    (Fraction(0), Tone.PATRON_1, "patron gains less than 1 %"),
    (Fraction(1, 100), Tone.HOUSE_1, "house gains less than 1 %"),
    (Fraction(25, 1000), Tone.HOUSE_2, "1 to 2.5 %"),
    (Fraction(5, 100), Tone.HOUSE_3, "2.5 to 5 %"),
    (Fraction(10, 100), Tone.HOUSE_4, "5 to 10 %"),
)
MOST = (Tone.HOUSE_5, "10 % or more")
WINNERS: dict[Value, str] = {"player": "Player wins", "banker": "Banker wins", "tie": "a tie"}


def hand(side: Side) -> str:
    return side.value.capitalize()


def tone_of(edge: Fraction) -> Tone:
    """The shade of an edge: the same band is the same shade on every sheet."""
    if edge <= BANDS[0][0]:
        return BANDS[0][1]
    if edge <= BANDS[1][0]:
        return BANDS[1][1]
    return next((tone for limit, tone, _ in BANDS[2:] if edge < limit), MOST[0])


def bet_name(bet: Bet) -> SheetCell:
    return SheetCell(bet.name.en, aside=bet.name.zh)


def bet_edge(figures: BetFigures | CellFigures, text: str) -> SheetCell:
    """An edge in a line of figures, marked where it is the patron's."""
    return SheetCell(text, marked=figures.favours == "patron")


def totals(offer: Offer) -> str:
    """`Player 5 v Banker 6`."""
    return f"Player {offer.player} v Banker {offer.banker}"


def offer_odds(offer: Offer) -> str:
    """What an offer pays, in the fewest words: `4.5`, `tie 8`."""
    parts = [_to_one(offer.on_loss)] if offer.on_loss else []
    if isinstance(offer.on_tie, Odds):
        parts.append(f"tie {_to_one(offer.on_tie)}")
    return ", ".join(parts)


def _to_one(odds: Odds) -> str:
    return odds.text.removesuffix(" to 1")


def when(condition: Condition) -> str:
    """A pay row's condition in words: `Banker wins, on 6, Banker with 2 cards`."""
    return ", ".join(_fact(name, values) for name, values in condition.asks) or "always"


def _fact(name: str, values: tuple[Value, ...]) -> str:
    either = " or ".join(map(str, values))
    if name == "winner":
        return " or ".join(WINNERS[value] for value in values)
    if name == "points":
        return f"on {either}"
    if name in ("player_cards", "banker_cards"):
        return f"{name.split('_')[0].capitalize()} with {either} cards"
    if isinstance(values[0], bool) and len(values) == 1:
        return FACTS[name].about if values[0] else f"not: {FACTS[name].about}"
    return f"{FACTS[name].about}: {either}"
