"""Part-dealt coups: what is open, against dealing by hand; what is decided, against the rulebook's own view."""

from __future__ import annotations

import random
import time

import pytest

from chance.by_hand import BOOKS, DA_HU, STRANGE, SUITED, agrees
from punto.chance import Composition, price
from punto.chance.brute import deal
from punto.coup import Scope
from punto.kit import Card, Rank, Refused, Suit, read_cards
from punto.rulebook import Rulebook, decided


def dealt(rng: random.Random, book: Rulebook, shoe: Composition, cards: int) -> tuple[Card, ...]:
    """Some cards of a coup from this shoe, as many as the tableau takes."""
    assert shoe.cards is not None
    held = [
        Card(rank, suit)
        for (rank, suit), count in zip(((r, s) for r in Rank for s in Suit), shoe.cards, strict=True)
        for _ in range(count)
    ]
    drawn: list[Card] = []
    for card in rng.sample(held, cards):
        if book.tableau.next_side([one.points for one in drawn]) is None:
            break
        drawn.append(card)
    return tuple(drawn)


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(6))
def test_any_part_dealt_coup_is_what_dealing_by_hand_finds(part: int) -> None:
    rng = random.Random(part)
    for number in range(40):
        book = [*BOOKS, STRANGE, SUITED][number % (len(BOOKS) + 2)]
        shoe = Composition.of_cards(rng.choice([0, 0, 0, 1, 2]) for _ in range(52))
        known = dealt(rng, book, shoe, rng.randint(2, 6) if book is SUITED else rng.randint(1, 6))
        tally = deal(book, shoe, Scope.SUITS if book is SUITED else Scope.RANKS, known)
        assert not tally.impossible
        agrees(price(book, shoe, known), tally)


@pytest.mark.parametrize("cards", ["5h 6c 2d 3s", "5h 6c Td 8s", "Kh 6c Kd Ks 5d", "6h 6c 6d 6s", "4h 4c 4d 4s"])
def test_a_known_four_from_a_whole_shoe(cards: str) -> None:
    shoe = Composition.fresh(8)
    agrees(price(SUITED, shoe, read_cards(cards)), deal(SUITED, shoe, Scope.SUITS, read_cards(cards)))


def test_bets_are_decided_exactly_where_the_rulebook_says_so() -> None:
    rng = random.Random(7)
    for _ in range(60):
        book = rng.choice([*BOOKS, STRANGE])
        known = dealt(rng, book, Composition.fresh(8), rng.randint(2, 6))
        sheet = price(book, Composition.fresh(8), known)
        told = {"win": "has already won", "lose": "has already lost"}
        fates = decided(book, known)
        for bet, fate in fates.items():
            assert f"{book.bets[bet].name.en} {told[fate]}, whatever cards come." in sheet.notes
        open_ = {figures.bet.id for figures in sheet.bets}
        assert not open_ & set(fates)
        returned = [note for note in sheet.notes if "will be returned" in note]
        assert len(open_) + len(fates) + len(returned) == len(book.bets)


def test_offers_close_as_cards_are_drawn() -> None:
    shoe = Composition.fresh(8)
    windows = [
        {(offer.cell.window.value, float(offer.offered)) for offer in price(DA_HU, shoe, read_cards(cards)).insurance}
        for cards in ("5h 6c Td 8s", "5h 6c Td 8s 2d", "5h 6c Td 8s 2d Ks")
    ]
    assert ("after_four_cards", 1) in windows[0]
    assert {window for window, _ in windows[0]} == {"after_four_cards", "after_player_third_card"}
    assert windows[1] == {("after_player_third_card", 1)}
    assert windows[2] == set()


def test_a_finished_coup_has_nothing_open() -> None:
    sheet = price(DA_HU, Composition.fresh(8), read_cards("9h 3d Kh 6c"))
    assert not sheet.bets
    assert not sheet.insurance
    assert "Player will be returned, whatever cards come." in sheet.notes
    assert "Tie has already won, whatever cards come." in sheet.notes


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ("9h 3d Kh 6c 2d", "a natural 9: no hand draws; the coup is complete and 2d is one card too many"),
        ("6h 3d Kh 3c 2d 4s", "Banker has 6 and Player stood: Banker stands; the coup is complete"),
        ("2h 3d Kh Kc 2d 4s 5s", "a coup has at most six cards and 7 are given"),
    ],
)
def test_cards_that_break_the_tableau_are_refused(cards: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        price(DA_HU, Composition.fresh(8), read_cards(cards))


def test_a_card_that_is_not_there_is_refused() -> None:
    shoe = Composition.fresh(1).without(read_cards("5h"))
    with pytest.raises(Refused, match=r"^5h is taken out once and the shoe has none$"):
        price(DA_HU, shoe, read_cards("5h 6c"))


def test_any_part_dealt_coup_is_priced_at_once() -> None:
    for cards in ("5h", "5h 6c", "5h 6c Td", "5h 6c Td 8s", "5h 6c Td 8s 2d"):
        for book in (DA_HU, SUITED):
            price(book, Composition.fresh(8), read_cards(cards))
            best = min(_timed(book, cards) for _ in range(3))
            assert best < 0.25, cards  # 50 ms on a free core; shared ones may be slower.


def _timed(book: Rulebook, cards: str) -> float:
    start = time.perf_counter()
    price(book, Composition.fresh(8), read_cards(cards))
    return time.perf_counter() - start
