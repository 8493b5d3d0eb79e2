"""What every layer speaks of: cards, the two sides, printed odds, whole money, refusals.

Public: `Card`, `Rank`, `Suit`, `read_cards`, `Side`, `BySide`, `Odds`, `PUSH`, `Rounding`, `round_units`, `Refusal`.
"""

from punto.kit.cards import Card, Rank, Suit, read_card, read_cards
from punto.kit.money import STAKE_CEILING, NotWhole, Rounding, read_percent, round_units
from punto.kit.odds import PUSH, Odds, Push, read_odds
from punto.kit.refusal import Refusal, Refused
from punto.kit.sides import BySide, Side

__all__ = [
    "PUSH",
    "STAKE_CEILING",
    "BySide",
    "Card",
    "NotWhole",
    "Odds",
    "Push",
    "Rank",
    "Refusal",
    "Refused",
    "Rounding",
    "Side",
    "Suit",
    "read_card",
    "read_cards",
    "read_odds",
    "read_percent",
    "round_units",
]
