"""The five documents once more, plainly: what the tests hold the product to.

Nothing here imports the product or shares its shape. Each document is a few literal tables and `if` chains, written
from the printed rules; slow and obvious is the point.
"""

from oracle.boxes import fits, handed_back, pro_rata
from oracle.dealing import Final, final, hands, next_hand, reconstructed, value
from oracle.early import established, settled_early
from oracle.insurance import Offer, insurance_payback, insurance_room, offer, second_window_allowed
from oracle.money import round_down, round_nearest
from oracle.paying import DOCUMENTS, bets, least_that_divides, payback

__all__ = [
    "DOCUMENTS",
    "Final",
    "Offer",
    "bets",
    "established",
    "final",
    "fits",
    "handed_back",
    "hands",
    "insurance_payback",
    "insurance_room",
    "least_that_divides",
    "next_hand",
    "offer",
    "payback",
    "pro_rata",
    "reconstructed",
    "round_down",
    "round_nearest",
    "second_window_allowed",
    "settled_early",
    "value",
]
