"""What bulk settlement remembers never changes an answer: quick and plain settlement agree on every line."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from punto.cli.rules_new import starting_file
from punto.kit import Refusal, Refused, read_cards
from punto.kit.cards import ALL_CARDS, RANK_WORDS
from punto.rulebook import Library, Rulebook, read_terms, settle_slip
from punto.rulebook.bulk import BulkSettlement
from punto.rulebook.slip_answer import SlipAnswer, SlipRefusal, slip_answer

SHELF = Library()
SUITLESS = [word for word in RANK_WORDS if word != "T"]


def drawn(book: Rulebook, rng: random.Random) -> list[str]:
    """A coup as words, now and then with other spellings, without suits, or with a card too many or too few."""
    pack = [str(card) for card in ALL_CARDS]
    words: list[str] = []
    while book.tableau.next_side([card.points for card in read_cards(" ".join(words))]) is not None:
        words.append(rng.choice(pack[:8] if rng.random() < 0.3 else pack))
    if rng.random() < 0.2:
        words = [word[:-1] if rng.random() < 0.5 else word.replace("T", "10").upper() for word in words]
    if rng.random() < 0.1:
        words = words[:-1] if rng.random() < 0.5 else [*words, rng.choice([*pack, *SUITLESS, "1x"])]
    return words


def line(book: Rulebook, rng: random.Random) -> dict[str, Any]:
    bets = {bet: rng.choice([1, 5, 7, 20, 99, 1000, 10**15]) for bet in rng.sample(list(book.bets), rng.randint(0, 4))}
    if rng.random() < 0.05:
        bets[rng.choice(["nobody", "tie", "player"])] = rng.choice([0, -1, 10**15 + 1])
    given: dict[str, Any] = {"rulebook": book.id, "cards": " ".join(drawn(book, rng)), "bets": bets}
    if rng.random() < 0.2:
        given["settings"] = {"rounding": rng.choice(["down", "nearest", "refuse"]), "decks": book.decks.least}
    return given


def plainly(book: Rulebook, given: dict[str, Any]) -> SlipAnswer | SlipRefusal:
    """The answer without anything remembered."""
    settings = given.get("settings", {})
    paying = read_terms(book, settings.get("rounding"), None)
    decks = settings.get("decks", book.decks.usual)
    try:
        cards = read_cards(given["cards"])
    except ValueError as error:
        return SlipRefusal(False, Refusal(code="unknown_card", message=str(error)))
    try:
        return slip_answer(settle_slip(book, cards, given["bets"], (), paying, decks))
    except Refused as refused:
        return SlipRefusal(False, refused.refusal)


@pytest.mark.parametrize("id", SHELF.ids)
def test_bulk_settlement_answers_as_plain_settlement_does(id: str) -> None:
    book, rng = SHELF.find(id), random.Random(id)
    bulk = BulkSettlement(SHELF)
    answers = []
    for _ in range(800):
        given = line(book, rng)
        answer = bulk.answer(json.dumps(given).encode())
        assert answer == plainly(book, given), given
        answers.append(answer.ok)
    assert answers.count(True) > 400
    assert answers.count(False) > 40


def test_slips_in_bulk_do_not_mix_their_rulebooks() -> None:
    bulk, rng = BulkSettlement(SHELF), random.Random(5)
    for _ in range(1500):
        book = SHELF.find(rng.choice(SHELF.ids))
        given = line(book, rng)
        assert bulk.answer(json.dumps(given).encode()) == plainly(book, given), given


def test_a_suit_that_a_bet_needs_is_asked_for_even_after_like_cards_with_suits(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    text = starting_file("mine", "2024-01-01") + (
        '[[bet]]\nid = "perfect"\nname = { en = "Perfect", zh = "完美" }\ncite = "2.1"\n'
        'pays = [{ when = { suited_pairs = [1, 2] }, odds = "25 to 1", cite = "4.1" }]\n'
    )
    (folder / "2024-01-01.toml").write_text(text, encoding="utf-8")
    bulk = BulkSettlement(Library([tmp_path]))

    def ask(cards: str) -> SlipAnswer | SlipRefusal:
        return bulk.answer(json.dumps({"rulebook": "mine", "cards": cards, "bets": {"perfect": 1}}).encode())

    def outcome(cards: str) -> str:
        answer = ask(cards)
        assert isinstance(answer, SlipAnswer)
        return answer.bets["perfect"].outcome

    assert outcome("4h Kc 4h 7s") == "win"
    assert outcome("4h Kc 4d 7s") == "lose"
    needed = ask("4 Kc 4 7s")
    assert isinstance(needed, SlipRefusal)
    assert needed.refusal.code == "suit_needed"
    assert outcome("3 Kc 5 7s") == "lose"
