"""One coup, from cards to result: the tableau, whose card is next, what a bet may ask.

Public: `Tableau`, `Result`, `result_of`, `hands`, `FACTS`, `results_from`, `reconstruct`.
"""

from punto.coup.continuations import results_from
from punto.coup.facts import FACTS, Fact, Scope, SuitUnknown
from punto.coup.reconstruction import Reconstruction, reconstruct
from punto.coup.result import Result, WrongCards, hands, result_of
from punto.coup.tableau import STANDARD, Ruling, Tableau, Why

__all__ = [
    "FACTS",
    "STANDARD",
    "Fact",
    "Reconstruction",
    "Result",
    "Ruling",
    "Scope",
    "SuitUnknown",
    "Tableau",
    "Why",
    "WrongCards",
    "hands",
    "reconstruct",
    "result_of",
    "results_from",
]
