"""The chips in the rack, as the sign names them."""

import pytest

from punto.house.tables.shuffler import seal_shoe
from punto.kit import STAKE_CEILING, Refusal, Refused
from punto.rulebook import Library
from punto.table import State
from punto.table import commands as c
from punto.table.sign import MOST_DENOMINATIONS, make_sign
from punto.table.turn import Turn, take_turn

LIBRARY = Library()
BOOK = LIBRARY.find("easy-six")


def denominations(**settings: object) -> tuple[int, ...]:
    return make_sign(BOOK, settings).denominations


def test_chips_are_named_in_any_order_and_shown_from_the_highest() -> None:
    assert denominations(denominations=[5, 1000, 25, 500, 100]) == (1000, 500, 100, 25, 5)


def test_a_sign_without_them_shows_the_usual_ones_down_to_its_smallest_chip() -> None:
    assert denominations() == (100_000, 25_000, 5_000, 1_000, 500, 100, 25, 5, 1)
    assert denominations(chip=25) == (100_000, 25_000, 5_000, 1_000, 500, 100, 25)
    assert denominations(chip=10) == (100_000, 25_000, 5_000, 1_000, 500, 100, 10)
    assert denominations(chip=7) == (7,)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            [100, 25, 10],
            "denominations: 10 is neither a multiple of the smallest chip that is staked, 25, nor a part of it",
        ),
        ([100, 100], "denominations: 100 is named twice"),
        ([100, 0], "denominations: a chip is worth 1 to 1,000,000,000,000,000 units, not 0"),
        ([-25], "denominations: a chip is worth 1 to 1,000,000,000,000,000 units, not -25"),
        ([STAKE_CEILING + 25], "denominations: a chip is worth 1 to 1,000,000,000,000,000 units, not 1000000000000025"),
        (
            list(range(25, 25 * (MOST_DENOMINATIONS + 2), 25)),
            "denominations: a rack has up to 20 kinds of chips, not 21",
        ),
    ],
)
def test_chips_that_the_table_cannot_have(values: list[int], message: str) -> None:
    with pytest.raises(Refused) as refused:
        denominations(chip=25, denominations=values)
    assert (refused.value.refusal.code, refused.value.refusal.message) == ("bad_setting", message)


def test_a_fraction_of_a_chip_is_no_chip() -> None:
    with pytest.raises(Refused) as refused:
        denominations(denominations=[2.5])
    assert refused.value.refusal.code == "bad_setting"


def opened(rulebook: str, **settings: object) -> Turn | Refusal:
    command = c.OpenTable(rulebook=rulebook, settings={"stake_min": 25, "differential_max": 10_000, **settings})
    return take_turn(State(LIBRARY.find), command, None, seal_shoe, "T")


@pytest.mark.parametrize(
    ("rulebook", "settings", "why"),
    [
        ("easy-six", {"denominations": [100, 25]}, "player wins 26 on 25, and the smallest chip in the rack is 25"),
        ("easy-six", {"denominations": [100, 25], "chip": 25}, "player wins 26 on 25"),
        ("easy-six", {"denominations": [100, 50], "chip": 50}, "player wins 52 on 50"),
        ("punto-banco", {"denominations": [100, 25], "chip": 25}, "banker wins 23 on 25"),
        ("punto-banco", {"denominations": [100, 10], "chip": 100, "rounding": "refuse"}, "banker wins 95 on 100"),
        ("rws-insurance", {"denominations": [100, 10], "chip": 10}, "banker wins 15 on 30"),
        (
            "rws-insurance",
            {"denominations": [100, 10], "chip": 10, "bet_limits": {"banker": [40, 40]}},
            "insurance on banker wins 15 on 10",
        ),
    ],
)
def test_a_rack_that_cannot_pay_what_its_bets_win_is_refused(
    rulebook: str, settings: dict[str, object], why: str
) -> None:
    answer = opened(rulebook, **settings)
    assert isinstance(answer, Refusal)
    assert answer.code == "bad_setting"
    assert answer.message.startswith(f"denominations: {why}")


@pytest.mark.parametrize(
    ("rulebook", "settings"),
    [
        ("easy-six", {"denominations": [100, 25, 1]}),
        ("easy-six", {"denominations": [100, 5], "chip": 100}),
        ("easy-six", {"denominations": [100, 25, 5, 1], "chip": 25}),
        ("easy-six", {"denominations": [100, 25], "wallets": True}),
        ("easy-six", {"chip": 25}),  # Names no chips, and may never count any.
        ("punto-banco", {"denominations": [100, 5], "chip": 100}),
        ("punto-banco", {"denominations": [100, 25], "chip": 25, "rounding": "refuse", "commission": "0%"}),
    ],
)
def test_a_rack_that_can_pay_is_taken(rulebook: str, settings: dict[str, object]) -> None:
    assert isinstance(opened(rulebook, **settings), Turn)


def test_a_sign_that_the_rack_could_no_longer_pay_is_refused() -> None:
    turn = opened("punto-banco", denominations=[100, 5], chip=100)
    assert isinstance(turn, Turn)
    answer = take_turn(turn.state, c.ChangeSign(settings={"commission": "4%"}, by="pit_manager"), None, seal_shoe, "T")
    assert isinstance(answer, Refusal)
    assert answer.message.startswith("denominations: banker wins 96 on 100")
