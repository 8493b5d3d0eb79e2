"""Holding a sheet to coups that were dealt out one by one."""

from __future__ import annotations

from dataclasses import replace

from punto.chance import Sheet
from punto.chance.brute import Tally, bet_by_hand, gain, insured_by_hand, offer_gain, offers_by_hand
from punto.kit import read_odds
from punto.rulebook import Bet, Library, PayRow, Rulebook
from punto.rulebook.model import Name
from punto.rulebook.when import Condition

LIBRARY = Library()
BOOKS = [LIBRARY.find(id) for id in LIBRARY.ids]
DA_HU = LIBRARY.find("da-hu-ying-xiong")


def agrees(sheet: Sheet, tally: Tally) -> None:
    """Every figure of the sheet is the one counted by hand, to the last unit."""
    book = sheet.rulebook
    for figures in sheet.bets:
        by_hand = bet_by_hand(book, figures.bet.id, tally)
        assert figures.edge == by_hand.edge, (book.id, figures.bet.id)
        assert figures.variance == by_hand.variance, (book.id, figures.bet.id)
        assert tuple(row.chance for row in figures.rows) == by_hand.rows, (book.id, figures.bet.id)
        assert figures.hit + figures.push == sum(by_hand.rows)
    offered = offers_by_hand(book, tally, len(sheet.dealt))
    assert {offer.cell for offer in sheet.insurance} == set(offered)
    for offer in sheet.insurance:
        chance, winners = offered[offer.cell]
        assert offer.offered == chance
        ends = offer.player_wins, offer.banker_wins, offer.tie
        assert ends == tuple(winners.get(who, 0) for who in ("player", "banker", "tie"))
        assert offer.edge == -sum(offer_gain(offer.cell, who) * part for who, part in winners.items())
    every = frozenset(offer.cell for offer in sheet.insurance)
    good = frozenset(offer.cell for offer in sheet.insurance if offer.edge < 0)
    for use in sheet.uses:
        assert (use.always, use.always_taken) == insured_by_hand(book, tally, use.insures, every)
        assert (use.favourable, use.favourable_taken) == insured_by_hand(book, tally, use.insures, good)


def covariances_agree(sheet: Sheet, tally: Tally) -> None:
    book, ids = sheet.rulebook, sheet.covariance.bets
    assert ids == tuple(figures.bet.id for figures in sheet.bets)
    gains = {id: {result: gain(book, id, result) for result in tally.ends} for id in ids}
    means = {id: sum(gains[id][r] * n for r, n in tally.ends.items()) / tally.ways for id in ids}
    for one in ids:
        for other in ids:
            product = sum(gains[one][r] * gains[other][r] * n for r, n in tally.ends.items()) / tally.ways
            assert sheet.covariance.between(one, other) == product - means[one] * means[other], (one, other)


def bet(id: str, *rows: tuple[dict[str, object], str]) -> Bet:
    """A bet nobody prints; rows as in a file."""
    asks = [
        tuple((name, values if isinstance(values, tuple) else (values,)) for name, values in when.items())
        for when, _ in rows
    ]
    pays = tuple(PayRow(Condition(ask), read_odds(odds), "4.1.1") for ask, (_, odds) in zip(asks, rows, strict=True))
    return Bet(id, Name(id, id), "3.7", "4.1.1", pays)


def with_bets(book: Rulebook, *bets: Bet) -> Rulebook:
    return replace(book, bets={**book.bets, **{one.id: one for one in bets}})


STRANGE = with_bets(
    DA_HU,
    # Rows that ask about pairs and totals at once, and rows of different parts one after the other.
    bet("lucky_pair", ({"player_pair": True, "winner": "player"}, "9 to 1"),
        ({"pairs": 2, "points": (8, 9)}, "40 to 1")),
    bet("six_or_sixes", ({"banker_pair_of": "6"}, "25 to 1"), ({"winner": "tie", "points": 6}, "30 to 1"),
        ({"twin_pair": True, "cards": (5, 6)}, "120 to 1"), ({"player_pair_of": ("K", "10"), "margin": 1}, "3 to 2")),
    bet("pictures", ({"player_pair_of": ("J", "Q", "K"), "banker_pair": False}, "12 to 1")),
)  # fmt: skip
SUITED = with_bets(
    STRANGE,
    bet("perfect", ({"suited_pairs": 2}, "200 to 1"), ({"suited_pairs": 1}, "25 to 1"), ({"pairs": 1}, "1 to 1")),
    bet("suited_winner", ({"banker_suited_pair": True, "winner": "banker"}, "50 to 1")),
)
