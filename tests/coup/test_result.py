"""Results, facts, and the cards a coup cannot have."""

import pytest

import oracle
from punto.coup import FACTS, STANDARD, Result, Scope, SuitUnknown, WrongCards, hands, result_of
from punto.coup.facts import Value
from punto.kit import BySide, Rank, Side, read_cards
from rulebook.shelf import cards_of, coups, ranks_of


def result(cards: str) -> Result:
    return result_of(STANDARD, read_cards(cards))


@pytest.mark.parametrize("first", range(0, 10, 4))
def test_results_and_hands_of_many_coups(first: int) -> None:
    for values in coups((first, 3)):
        cards = cards_of(ranks_of(values))
        end = oracle.final(values)
        found = result_of(STANDARD, cards)
        assert (found.winner, found.player_points, found.banker_points, found.player_cards, found.banker_cards) == end
        assert (found.points(Side.PLAYER), found.points(Side.BANKER)) == end[1:3]
        dealt = hands(STANDARD, cards)
        assert tuple([card.points for card in hand] for hand in dealt) == oracle.hands(values)


def test_cards_beyond_the_tableau_belong_to_nobody() -> None:
    assert hands(STANDARD, read_cards("4h 2c 4d 3s 9d 9c")) == BySide(read_cards("4h 4d"), read_cards("2c 3s"))
    assert hands(STANDARD, read_cards("4h 2c 4d")) == BySide(read_cards("4h 4d"), read_cards("2c"))


@pytest.mark.parametrize(
    ("cards", "player", "banker"),
    [
        ("Kh 6c Kh Qd 3s", (Rank.KING, True), (None, False)),
        ("Kh 3c Ks 3c 9s", (Rank.KING, False), (Rank.THREE, True)),
        ("Kh 3c Qh 3d 9s", (None, False), (Rank.THREE, False)),
        ("K 3 Kd 3d 9s", (Rank.KING, None), (Rank.THREE, None)),
        ("Kh 3d K 3 9s", (Rank.KING, None), (Rank.THREE, None)),
        ("Kh 7d Th Kd 9s", (None, False), (None, False)),
    ],
)
def test_pairs_and_their_suits(
    cards: str, player: tuple[Rank | None, bool | None], banker: tuple[Rank | None, bool | None]
) -> None:
    found = result(cards)
    assert (found.player_pair, found.player_suited) == player
    assert (found.banker_pair, found.banker_suited) == banker


@pytest.mark.parametrize(
    ("cards", "code", "message"),
    [
        ("", "too_few_cards", "a coup starts with four cards and 0 are given"),
        ("9h", "too_few_cards", "a coup starts with four cards and 1 is given"),
        ("9h 9c 9d", "too_few_cards", "a coup starts with four cards and 3 are given"),
        ("2h 2c 2d 2s 2h 2c 2d", "too_many_cards", "a coup has at most six cards and 7 are given"),
        ("2h 2c Kd Ks", "too_few_cards", "Player has 2: Player draws, but only 4 cards are given"),
        ("6h 2c Kd Ks", "too_few_cards", "Banker has 2 and Player stood: Banker draws, but only 4 cards are given"),
        (
            "2h 2c Kd Ks 9h",
            "too_few_cards",
            "Banker has 2 and Player's third card counts 9: Banker draws, but only 5 cards are given",
        ),
        (
            "9h 2c Kd Ks 9h",
            "too_many_cards",
            "a natural 9: no hand draws; the coup is complete and 9h is one card too many",
        ),
        (
            "6h 7c Kd Ks 9h",
            "too_many_cards",
            "Banker has 7 and Player stood: Banker stands; the coup is complete and 9h is one card too many",
        ),
        (
            "6h 2c Kd Ks 9h 8c",
            "too_many_cards",
            "Banker has 2 and Player stood: Banker draws; the coup is complete and 8c is one card too many",
        ),
        (
            "2h 7c Kd Ks 9h 8c",
            "too_many_cards",
            (
                "Banker has 7 and Player's third card counts 9: Banker stands; "
                "the coup is complete and 8c is one card too many"
            ),
        ),
    ],
)
def test_cards_a_coup_cannot_have(cards: str, code: str, message: str) -> None:
    with pytest.raises(WrongCards) as wrong:
        result(cards)
    assert (wrong.value.code, str(wrong.value)) == (code, message)
    told = message.split("; ")[0].split(", but")[0]
    assert (
        wrong.value.ruling is None if "coup " in told else wrong.value.ruling and wrong.value.ruling.sentence() == told
    )


FACTS_OF: dict[str, dict[str, Value | None]] = {
    "2h 2c 4d 5s": {
        "winner": "banker",
        "points": 7,
        "player_points": 6,
        "banker_points": 7,
        "margin": 1,
        "player_cards": 2,
        "banker_cards": 2,
        "cards": 4,
        "player_natural": False,
        "banker_natural": False,
        "natural": False,
        "player_pair": False,
        "banker_pair": False,
        "player_pair_of": None,
        "banker_pair_of": None,
        "pairs": 0,
        "twin_pair": False,
        "player_suited_pair": False,
        "banker_suited_pair": False,
        "suited_pairs": 0,
    },
    "4h 4c 4d 5s": {
        "winner": "banker",
        "points": 9,
        "margin": 1,
        "player_natural": True,
        "banker_natural": True,
        "natural": True,
        "player_pair": True,
        "banker_pair": False,
        "player_pair_of": "4",
        "pairs": 1,
        "twin_pair": False,
        "player_suited_pair": False,
        "suited_pairs": 0,
    },
    "9h 2c Td 2c": {
        "winner": "player",
        "points": 9,
        "margin": 5,
        "player_natural": True,
        "banker_natural": False,
        "natural": True,
        "banker_pair": True,
        "banker_pair_of": "2",
        "player_pair_of": None,
        "pairs": 1,
        "banker_suited_pair": True,
        "player_suited_pair": False,
        "suited_pairs": 1,
    },
    "2h 9c Kd Qs": {"winner": "banker", "player_natural": False, "banker_natural": True, "natural": True},
    "Th Tc Td Ts 8h 8c": {
        "winner": "tie",
        "points": 8,
        "margin": 0,
        "player_cards": 3,
        "banker_cards": 3,
        "cards": 6,
        "player_natural": False,
        "banker_natural": False,
        "natural": False,
        "player_pair_of": "10",
        "banker_pair_of": "10",
        "pairs": 2,
        "twin_pair": True,
    },
    "Ah Kc Ah Kc 7h 2c": {"pairs": 2, "twin_pair": False, "suited_pairs": 2, "cards": 6},
    "6h Kc Kd 3s 2h": {"winner": "player", "player_cards": 2, "banker_cards": 3, "cards": 5, "points": 6, "margin": 1},
}


@pytest.mark.parametrize("cards", FACTS_OF)
def test_facts_of_a_coup(cards: str) -> None:
    found = result(cards)
    assert {name: FACTS[name].ask(found) for name in FACTS_OF[cards]} == FACTS_OF[cards]


@pytest.mark.parametrize("first", [0, 6])
def test_facts_have_only_their_listed_values(first: int) -> None:
    for values in coups((first, 7)):
        found = result_of(STANDARD, cards_of(ranks_of(values)))
        for fact in FACTS.values():
            if fact.scope is not Scope.SUITS:
                value = fact.ask(found)
                assert value is None or (value in fact.values and type(value) is type(fact.values[0]))


@pytest.mark.parametrize("name", ["player_suited_pair", "banker_suited_pair", "suited_pairs"])
def test_a_suit_that_was_not_written_down(name: str) -> None:
    with pytest.raises(
        SuitUnknown, match=r"^a bet here depends on suits: write the first four cards with theirs, as in 9d$"
    ):
        FACTS[name].ask(result("K 3 K 3 9"))
    assert not FACTS[name].ask(result("K 3 Q 2 9"))


def test_the_vocabulary_is_told() -> None:
    assert all(fact.about and fact.name == name for name, fact in FACTS.items())
    assert [name for name, fact in FACTS.items() if fact.scope is Scope.SUITS] == [
        "player_suited_pair",
        "banker_suited_pair",
        "suited_pairs",
    ]
    ranks = ["player_pair", "banker_pair", "player_pair_of", "banker_pair_of", "pairs", "twin_pair"]
    assert [name for name, fact in FACTS.items() if fact.scope is Scope.RANKS] == ranks
    assert FACTS["player_pair_of"].values == ("A", "2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "10")
