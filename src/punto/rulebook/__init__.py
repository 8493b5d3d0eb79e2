"""A rule document as data: the model, reading and checking files, settling by them.

Public: `Library`, `Rulebook`, `check_file`, `settle_slip`, `settle_bet`, `offers`, `decided`,
`bulk.BulkSettlement`.
"""

from punto.rulebook.decided import decided, established
from punto.rulebook.decks import decks_of
from punto.rulebook.insurance import most_stake, offers, open_window, settle_insurance, would_win
from punto.rulebook.library import AsOf, FindRulebook, Library, is_in_force
from punto.rulebook.mistake import BadRulebook, Mistake, known_ones
from punto.rulebook.model import Authority, Bet, Cell, Consequence, MaximumPer, Options, PayRow, Rulebook, Window
from punto.rulebook.read import Checked, check_file, checked_file, parse, read_rulebook
from punto.rulebook.settlement import Rounded, Settlement, Terms, paying_row, settle_bet, step_of, terms_of, undivided
from punto.rulebook.slip import Insured, Settled, check_stake, played, settle_slip
from punto.rulebook.spelling import read_drawn, read_insured, read_moment, read_terms

__all__ = [
    "AsOf",
    "Authority",
    "BadRulebook",
    "Bet",
    "Cell",
    "Checked",
    "Consequence",
    "FindRulebook",
    "Insured",
    "Library",
    "MaximumPer",
    "Mistake",
    "Options",
    "PayRow",
    "Rounded",
    "Rulebook",
    "Settled",
    "Settlement",
    "Terms",
    "Window",
    "check_file",
    "check_stake",
    "checked_file",
    "decided",
    "decks_of",
    "established",
    "is_in_force",
    "known_ones",
    "most_stake",
    "offers",
    "open_window",
    "parse",
    "paying_row",
    "played",
    "read_drawn",
    "read_insured",
    "read_moment",
    "read_rulebook",
    "read_terms",
    "settle_bet",
    "settle_insurance",
    "settle_slip",
    "step_of",
    "terms_of",
    "undivided",
    "would_win",
]
