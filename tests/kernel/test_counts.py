from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from kernel.dealing import STANDARD, STRANGE, deal, shoe
from punto.kernel import CELLS, MOST_CARDS, Masks, Route, counts, routes, sequences

ANCHORS = Path(__file__).parent / "anchors"


def dealt(composition: list[int], masks: Masks) -> list[int]:
    cells = deal(composition, masks)
    return [cells[cell] for cell in range(CELLS)]


def random_compositions(seed: int, number: int, decks: int) -> list[list[int]]:
    return np.random.default_rng(seed).integers(0, np.array(shoe(decks)) + 1, size=(number, 10)).tolist()  # type: ignore[no-any-return]


def nearly_empty(seed: int, number: int) -> list[list[int]]:
    """Six to twelve cards out of one deck, as they may lie behind a cut card set too deep."""
    rng = np.random.default_rng(seed)
    cards = np.repeat(np.arange(10), shoe(1))
    picks = [rng.choice(cards, size=int(rng.integers(6, 13)), replace=False) for _ in range(number)]
    return [np.bincount(pick, minlength=10).tolist() for pick in picks]


@pytest.mark.parametrize("decks", range(1, 11))
def test_a_full_shoe_counts_as_dealing_every_sequence_does(decks: int) -> None:
    assert counts([shoe(decks)], STANDARD)[0].tolist() == dealt(shoe(decks), STANDARD)


def test_random_compositions_count_as_dealing_does() -> None:
    compositions = random_compositions(1, 3, 8) + random_compositions(2, 4, 1)
    found = counts(compositions, STANDARD).tolist()
    assert found == [dealt(composition, STANDARD) for composition in compositions]


def test_nearly_empty_shoes_count_as_dealing_does() -> None:
    compositions = nearly_empty(3, 60)
    found = counts(compositions, STANDARD).tolist()
    assert found == [dealt(composition, STANDARD) for composition in compositions]


def test_any_tableau_is_data() -> None:
    compositions = [shoe(8), *random_compositions(4, 2, 2), *nearly_empty(5, 20)]
    found = counts(compositions, STRANGE).tolist()
    assert found == [dealt(composition, STRANGE) for composition in compositions]


def test_a_tableau_without_naturals_or_draws_ends_with_four_cards() -> None:
    still = Masks(0, 0, 0, (0,) * 10)
    found = counts([shoe(2)], still)[0]
    assert found[:100].sum() == found.sum() == sequences(104)


@pytest.mark.parametrize("route", routes())
def test_every_route_gives_the_same_bits(route: Route) -> None:
    compositions = [
        shoe(8),
        *random_compositions(6, 301, 8),
        *nearly_empty(7, 40),
        [0] * 10,
        *random_compositions(8, 4, 1),
    ]
    for masks in (STANDARD, STRANGE):
        expected = counts(compositions, masks, Route.INTEGER)
        assert counts(compositions, masks, route).tobytes() == expected.tobytes()
        assert counts(compositions, masks).tobytes() == expected.tobytes()


@pytest.mark.parametrize("route", routes())
@pytest.mark.parametrize("cards", [457, 458, 459, 1449, MOST_CARDS])
def test_big_shoes_among_small_ones_are_exact_to_the_last_unit(route: Route, cards: int) -> None:
    # All cards of two values, so that single cells come close to the largest number there is.
    big = [cards - 7, 0, 0, 0, 0, 7, 0, 0, 0, 0]
    compositions = [shoe(1), big, shoe(2), shoe(3), big, big, shoe(8)]
    found = counts(compositions, STANDARD, route)
    expected = dealt(big, STANDARD)
    assert [found[at].tolist() for at in (1, 4, 5)] == [expected] * 3
    assert sum(expected[:400]) == sequences(cards)
    assert [sum(line[:400].tolist()) for line in found[[0, 2, 3, 6]]] == [
        sequences(52 * decks) for decks in (1, 2, 3, 8)
    ]


def test_four_and_five_card_looks_are_parts_of_the_whole() -> None:
    for line in counts(random_compositions(9, 50, 8), STANDARD):
        joint = line[:400].reshape(2, 2, 10, 10)
        assert line[400:700].sum() == joint[0, 1].sum() + joint[1, 0].sum() + joint[1, 1].sum()
        assert line[700:].sum() == joint[1, 1].sum()


@pytest.mark.parametrize("cards", range(6))
def test_fewer_than_six_cards_have_no_sequence(cards: int) -> None:
    for route in routes():
        assert not counts([[cards, *(0,) * 9], [0, 0, cards, *(0,) * 7]], STANDARD, route).any()


def published(name: str) -> list[dict[str, str]]:
    with (ANCHORS / name).open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


@pytest.mark.parametrize("line", published("combinations-by-decks.csv"), ids=lambda line: f"{line['decks']}-decks")
def test_published_counts_by_number_of_decks_come_out(line: dict[str, str]) -> None:
    joint = counts([shoe(int(line["decks"]))], STANDARD)[0, :400].reshape(4, 10, 10).sum(axis=0)
    ours = {
        "player": int(np.tril(joint, -1).sum()),
        "banker": int(np.triu(joint, 1).sum()),
        "tie": int(np.trace(joint)),
        "total": int(joint.sum()),
    }
    for name, count in ours.items():
        # Where a page's last digits were lost to a spreadsheet, it cut single counts after the fifteenth digit and
        # rounded sums of what was cut: less than two units of that digit are missing.
        lost = 0 if line["digits_that_hold"] == "all" else max(len(str(count)) - int(line["digits_that_hold"]), 0)
        assert abs(count - int(line[name])) < (2 * 10**lost if lost else 1), name
    assert ours["total"] == sequences(52 * int(line["decks"]))


@pytest.mark.parametrize(
    "line", published("winning-side-and-total-8-decks.csv"), ids=lambda line: f"{line['side']}-{line['total']}"
)
def test_published_counts_by_winning_side_and_total_come_out(line: dict[str, str]) -> None:
    joint = counts([shoe(8)], STANDARD)[0, :400].reshape(4, 10, 10).sum(axis=0)
    total = int(line["total"])
    ours = {"player": joint[total, :total].sum(), "banker": joint[:total, total].sum(), "tie": joint[total, total]}
    assert ours[line["side"]] == int(line["combinations"])
    assert joint.sum() == int(line["of"])


@pytest.mark.parametrize(
    ("compositions", "sentence"),
    [
        (
            [[1] * 10, [9, 9, 9, -2, 9, 9, 9, 9, 9, 9]],
            "composition 1 has -2 cards of value 3: a count is never negative",
        ),
        (
            [[1] * 10] * 20 + [[1442, *(1,) * 9]],
            "composition 20 has 1451 cards: at most 1450 can be counted in 64 bits",
        ),
        ([[2**62] * 10], f"composition 0 has {10 * 2**62} cards: at most 1450 can be counted in 64 bits"),
        ([[1] * 9], r"compositions have shape \(1, 9\): ten counts each, \[n, 10\], are needed"),
        ([1] * 10, r"compositions have shape \(10,\): ten counts each, \[n, 10\], are needed"),
        ([[1.5] * 10], "compositions are float64: counts of cards are whole numbers"),
    ],
)
def test_bad_compositions_get_one_clear_sentence(compositions: list[list[int]], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        counts(compositions, STANDARD)


def test_no_compositions_are_no_counts() -> None:
    assert counts(np.empty((0, 10), dtype=np.int64), STANDARD).shape == (0, CELLS)


def test_compositions_may_come_in_any_layout() -> None:
    whole = np.array(random_compositions(10, 20, 8))
    expected = counts(whole, STANDARD)
    assert (counts(np.asfortranarray(whole), STANDARD) == expected).all()
    assert (counts(whole.astype(np.int16), STANDARD) == expected).all()
    assert (counts(whole[::2], STANDARD) == expected[::2]).all()


@pytest.mark.parametrize(
    ("masks", "sentence"),
    [
        ((0x400, 0, 0, (0,) * 10), "a mask is 0x400: only bits 0 to 9 mean anything"),
        ((0, 0, -1, (0,) * 10), "a mask is -0x1: only bits 0 to 9 mean anything"),
        ((0, 0, 0, (0,) * 9), "banker_draws_on has 9 masks, one for each total 0 to 9 needed"),
    ],
)
def test_bad_masks_get_one_clear_sentence(masks: tuple[int, int, int, tuple[int, ...]], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        Masks(*masks)
