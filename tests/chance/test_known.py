"""What is known of cards that do not lie open: exact, against dealing every coup by hand."""

from __future__ import annotations

import random
from itertools import product

import pytest

from chance.by_hand import BOOKS, DA_HU, STRANGE, agrees
from cli.calling import Punto
from cli.conftest import punto as punto
from punto.chance import Composition, price, read_known
from punto.chance.brute import deal
from punto.chance.known import PLACES
from punto.coup import Scope
from punto.kit import Rank, Refused, read_cards

ONE_DECK = Composition.of_ranks([4] * 13)
KNOWN: list[dict[str, object]] = [
    {"player1": "5"},
    {"player2": "K"},
    {"banker1": "6-9"},
    {"banker2": "0-0", "player": 4},
    {"player1": "5", "player2": "K"},
    {"player": "0-5", "banker": 7},
    {"player1": "T", "banker1": "T", "banker2": "1-3"},
    {"player1": "A", "banker1": "A", "player2": "A", "banker2": "A"},
    {"banker": 0},
]


@pytest.mark.exhaustive
@pytest.mark.parametrize("known", KNOWN, ids=str)
def test_known_places_are_what_dealing_one_deck_by_hand_finds(known: dict[str, object]) -> None:
    places = read_known(known)
    for book in (DA_HU, STRANGE):
        tally = deal(book, ONE_DECK, Scope.RANKS, (), places)
        assert not tally.impossible
        sheet = price(book, ONE_DECK, (), None, places)
        agrees(sheet, tally)
        assert {figures.bet.id for figures in sheet.bets} == set(book.bets)
        assert sheet.uses == ()


def test_every_rulebook_with_a_card_known_and_a_coup_begun() -> None:
    rng = random.Random(4)
    for book in BOOKS:
        shoe = Composition.of_ranks(rng.choice([0, 1, 2, 4]) for _ in range(13))
        cards = read_cards("5h 6c")
        with_cards = Composition.of_ranks(
            count + (rank in (Rank.FIVE, Rank.SIX)) for rank, count in zip(Rank, shoe.ranks or (), strict=True)
        )
        places = read_known({"banker2": "4-9", "player": "5-8"})
        tally = deal(book, with_cards, Scope.RANKS, cards, places)
        if tally.ways and not tally.impossible:
            agrees(price(book, with_cards, cards, None, places), tally)


def test_what_is_known_adds_up_to_what_is_not() -> None:
    """Edges given each value of one card, weighed by its chance, are the edge without knowing it."""
    shoe = Composition.fresh(8)
    blind = price(DA_HU, shoe)
    for place in PLACES:
        known = [price(DA_HU, shoe, (), 8, read_known({place: value})) for value in range(10)]
        for figures in blind.bets:
            parts = (sheet.bet(figures.bet.id).edge * (16 if value == 0 else 4) for value, sheet in enumerate(known))
            assert sum(parts) / 52 == figures.edge


def test_a_rank_that_is_gone_cannot_be_known() -> None:
    shoe = Composition.of_ranks([4] * 12 + [0])
    for book in BOOKS:
        with pytest.raises(Refused, match="no four cards of this shoe") as refused:
            price(book, shoe, (), None, read_known({"player1": "K"}))
        assert refused.value.code == "known_impossible"
        with pytest.raises(Refused, match="no four cards"):
            price(book, ONE_DECK, read_cards("5h"), None, read_known({"player1": "6"}))


def test_values_are_enough_for_a_shoe_by_values() -> None:
    by_values, by_ranks = Composition.of_values([16] + [4] * 9), ONE_DECK
    for what in ("K", "6-9", "0"):
        known = read_known({"player1": what})
        one, other = price(DA_HU, by_values, (), None, known), price(DA_HU, by_ranks, (), None, known)
        assert one.insurance == other.insurance
        assert {figures.bet.id: figures.edge for figures in one.bets}.items() <= {
            figures.bet.id: figures.edge for figures in other.bets
        }.items()


def test_places_are_read_as_people_write_them() -> None:
    known = read_known({"player1": "10", "player2": "t", "banker1": 1, "banker2": " 0 - 2 ", "player": "4"})
    assert known.ranks["player1"] == known.ranks["player2"] == {Rank.TEN}
    assert known.ranks["banker1"] == {Rank.ACE}
    assert known.ranks["banker2"] == {Rank.ACE, Rank.TWO, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING}
    assert known.totals["player"] == {4}
    assert known.words() == "player1 T, player2 T, banker1 A, banker2 A or 2 or T or J or Q or K, player 4"


@pytest.mark.parametrize(
    ("known", "sentence"),
    [
        ({"playr1": "5"}, "known: there is no place 'playr1'; did you mean player1?"),
        ({"player1": "B"}, "known player1='B' is no card: write a rank A 2 3"),
        ({"player1": "9-6"}, "known player1='9-6' is no card"),
        ({"player1": True}, "known player1='' is no card"),
        ({"player": "12"}, "known player='12' is no total: write a two-card total from 0 to 9"),
    ],
)
def test_bad_words_get_one_sentence(known: dict[str, object], sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        read_known(known)
    assert str(refused.value).startswith(sentence)


def test_the_command_takes_places_and_refuses_what_is_none(punto: Punto) -> None:
    told = punto("odds", "easy-six", "--known", "player1=5", "--known", "player2=K", "--json").json
    sheet = price(BOOKS[1], Composition.fresh(8), (), 8, read_known({"player1": "5", "player2": "K"}))
    assert BOOKS[1].id == "easy-six"
    assert {bet["bet"]: bet["edge"] for bet in told["bets"]} == {
        figures.bet.id: f"{figures.edge.numerator}/{figures.edge.denominator}" for figures in sheet.bets
    }
    assert "given player1 5, player2 K" in punto("odds", "easy-six", "--known", "player1=5", "--known", "player2=K").out
    for options, sentence in (
        (["--known", "player1"], "is not of the form PLACE=WHAT"),
        (["--known", "player1=5", "--known", "player1=6"], "--known player1 is given twice"),
        (["--known", "player9=5"], "did you mean player"),
        (["--known", "player1=5", "--removal"], "--removal is about the next coup: leave --known out"),
        (["--known", "player1=5", "--html", "x.html"], "leave --known out"),
    ):
        called = punto("odds", "easy-six", *options)
        assert called.status == 2
        assert sentence in called.err


def test_the_holding_of_four_cards_is_plain() -> None:
    known = read_known({"player1": "6-9", "banker": 3})
    for cards, holds in product(["6 A K 2", "9 T 2 3"], [True]):
        assert known.holds(read_cards(cards)) is holds
    for cards in ("5 A K 2", "6 A K 3"):
        assert not known.holds(read_cards(cards))
