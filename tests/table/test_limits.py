"""Properties of a box: shares add up, displacement makes it fit, and money is where it was put."""

from __future__ import annotations

from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import oracle
from punto.kit import Refusal, Side
from punto.table.events import BetPlaced, BetRejected, BetWithdrawn
from punto.table.limits import changed_by, excess, on_hand, sides, unit_of
from punto.table.shares import shares
from punto.table.sign import Sign, make_sign
from punto.table.state import PlacedBet
from rulebook.shelf import book
from table.shift import Shift, shift

BOOK = book("rws-baccarat")
ROUNDINGS = st.sampled_from(("down", "nearest", "refuse"))
CHIPS = st.sampled_from((1, 1, 5, 25))
Box = list[tuple[str, int, bool]]
BOXES = st.lists(
    st.tuples(st.sampled_from(("player", "banker")), st.integers(1, 60), st.booleans()), min_size=1, max_size=7
)


def signed(chip: int, least: int, limit: int, rounding: str) -> Sign:
    shown = {"stake_min": least, "differential_max": limit, "chip": chip, "rounding": rounding, "limits": "observed"}
    return make_sign(BOOK, shown)


def laid(box: Box, sign: Sign) -> list[PlacedBet]:
    """The bets of one box: so many chips, or twenty times as many, that the table takes."""
    bets = []
    for order, (bet, chips, many) in enumerate(box):
        stake = chips * unit_of(BOOK, sign, bet) * (20 if many else 1)
        stance: Any = "standing" if order else "seated"
        bets.append(PlacedBet(f"P{order}", 1, stance, bet, stake, order, reached=order))
    return bets


@settings(max_examples=400, deadline=None)
@given(BOXES, CHIPS, st.integers(1, 200), st.integers(0, 800), ROUNDINGS)
def test_shares_add_up_to_the_room(box: Box, chip: int, least: int, more: int, rounding: str) -> None:
    limit = least + more
    sign = signed(chip, least, limit, rounding)
    bets = laid(box, sign)
    found = {share.patron: share.effective for share in shares(BOOK, sign, bets)}
    on = sides(BOOK, bets, 1)
    heavy = "player" if on.player > on.banker else "banker"
    if not found:
        assert abs(on.player - on.banker) <= limit or all(bet.stake < least for bet in bets if bet.bet == heavy)
        return
    unit, room = unit_of(BOOK, sign, heavy), min(on.player, on.banker) + limit
    floor = least + -least % unit
    for bet in bets:
        if bet.patron in found:
            assert floor <= found[bet.patron] <= bet.stake
            assert found[bet.patron] % unit == 0
        elif bet.bet == heavy:
            assert bet.stake < least
    plays = sum(found.get(bet.patron, bet.stake) for bet in bets if bet.bet == heavy)
    if any(stake > floor for stake in found.values()):  # Somebody is cut to a share: the room is filled, no more.
        slack = unit * len(found) if rounding == "refuse" else unit
        assert room - slack < plays <= room
    step = oracle.least_that_divides("rws-baccarat", heavy) if rounding == "refuse" else None
    placed: list[Any] = [(bet.patron, bet.bet, bet.stake) for bet in bets]
    assert [found.get(bet.patron, bet.stake) for bet in bets] == oracle.pro_rata(placed, limit, least, chip, step)


@settings(max_examples=400, deadline=None)
@given(BOXES, CHIPS, st.integers(1, 200), st.integers(0, 800), ROUNDINGS)
def test_a_box_fits_once_the_excess_is_back(box: Box, chip: int, least: int, more: int, rounding: str) -> None:
    limit = least + more
    sign = signed(chip, least, limit, rounding)
    bets = laid(box, sign)
    back = excess(BOOK, sign, bets, 1)
    then = [one for one in changed_by(bets, [replace(one, stake=left) for one, left in back]) if one.stake]
    on = sides(BOOK, then, 1)
    assert abs(on.player - on.banker) <= limit
    assert all(left < one.stake and (left == 0 or left >= least) for one, left in back)
    # With a minimum within the differential only one hand is cut: the worst claim first, the last of them in part.
    assert len({one.bet for one, _ in back}) <= 1
    claims = [(one.stance == "standing", one.order) for one, _ in back]
    assert claims == sorted(claims, reverse=True)
    assert all(left == 0 for _, left in back[:-1])
    stands: list[Any] = [(one.patron, one.bet, one.stake, one.stance == "standing") for one in bets]
    unit = unit_of(BOOK, sign, back[0][0].bet) if back else 1
    assert [(one.order, left) for one, left in back] == oracle.handed_back(stands, limit, least, unit)


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("place", "place", "place", "both", "withdraw", "lower")),
        st.integers(0, 3),
        st.sampled_from(("player", "banker")),
        st.integers(1, 40),
    ),
    max_size=25,
)


@settings(max_examples=80, deadline=None)
@given(STEPS, st.sampled_from(("rws-baccarat", "da-hu-ying-xiong", "easy-six")))
@example([("place", 0, "player", 2), ("place", 1, "banker", 30), ("both", 0, "player", 2)], "rws-baccarat")
def test_an_enforced_box_always_fits_and_money_is_conserved(
    steps: list[tuple[str, int, str, int]], document: str
) -> None:
    table = shift(document, stake_min=20, stake_max=3000, differential_max=300).do("open_bets")
    for what, who, bet, chips in steps:
        named = {"patron": f"P{who}", "box": 1, "bet": bet}
        placing = {"stance": "standing" if who else "seated", "stake": 10 * chips}
        other: dict[str, Any] = {"bet": "banker" if bet == "player" else "player", "stake": 10 * chips + 200}
        match what:
            case "withdraw":
                table.try_("withdraw_bet", **named)
            case "lower":
                table.try_("withdraw_bet", **named, stake=chips * 10)
            case "both":
                fits = _would_fit(table, 300, f"P{who}", {bet: 10 * chips, other["bet"]: other["stake"]})
                _taken_if(fits, table.try_("place_bet", **named, **placing, also=[other]))
            case _:
                fits = _would_fit(table, 300, f"P{who}", {bet: 10 * chips})
                _taken_if(fits, table.try_("place_bet", **named, **placing))
        _fits(table, 300)
    assert table.layout == -sum(table.chips(f"P{who}") for who in range(4))
    table.close().replays()
    assert table.table.coup is not None
    assert all(one.effective is None for one in table.table.coup.bets)


def _would_fit(table: Shift, limit: int, who: str, given: dict[Any, int]) -> bool:
    """Whether 5.1 lets these bets in, by what lies in the box."""
    assert table.table.coup is not None
    lies: dict[tuple[str, Any], int] = {(one.patron, one.bet): one.stake for one in table.table.coup.bets}
    for bet, stake in given.items():
        lies[who, bet] = lies.get((who, bet), 0) + stake
    bets: list[Any] = [(patron, bet, stake, patron != "P0") for (patron, bet), stake in lies.items()]
    return oracle.fits(bets, set(given), limit, standing=who != "P0")


def _taken_if(fits: bool, table: Shift) -> None:
    """A bet that fits is never refused by 5.1, and one that does not always is."""
    refused = isinstance(table.answer, Refusal) and table.answer.code == "differential_exceeded"
    assert fits or isinstance(table.answer, Refusal)
    assert not (fits and refused)


def _fits(table: Shift, limit: int) -> None:
    """The box is within its limit; a bet that is placed sends back standing bets only, and only if it is seated."""
    assert table.table.coup is not None
    on = sides(table.script.state.rules, table.table.coup.bets, 1)
    assert abs(on.player - on.banker) <= limit
    assert table.layout == sum(one.stake for one in table.table.coup.bets)
    if isinstance(table.answer, Refusal):
        return
    back = [one for one in table.answer if isinstance(one, BetRejected)]
    placed = [one for one in table.answer if isinstance(one, BetPlaced)]
    if back and placed:
        assert placed[0].stance == "seated"
        assert all(one.patron != "P0" for one in back)
    assert not back or placed or isinstance(table.answer[0], BetWithdrawn)


# Examples, each for a line that random boxes seldom reach


def placed(who: str, bet: str, stake: int, order: int, stance: Any = "standing") -> PlacedBet:
    return PlacedBet(who, 1, stance, bet, stake, order, reached=order)


def test_who_sits_comes_first_also_when_they_came_last() -> None:
    """A seated patron who takes everything back and bets again has the later place, and the first claim."""
    bets = [placed("Tan", "banker", 100, 0), placed("Lee", "banker", 100, 1), placed("Ann", "banker", 100, 2, "seated")]
    assert [one.patron for one in on_hand(BOOK, bets, 1, Side.BANKER)] == ["Ann", "Tan", "Lee"]
    cut = excess(BOOK, signed(1, 10, 150, "down"), bets, 1)
    assert [(one.patron, left) for one, left in cut] == [("Lee", 0), ("Tan", 50)]


def test_the_excess_is_cut_on_either_hand() -> None:
    for bet in ("player", "banker"):
        cut = excess(BOOK, signed(1, 10, 100, "down"), [placed("Ann", bet, 130, 0, "seated")], 1)
        assert [(one.patron, left) for one, left in cut] == [("Ann", 100)]


def test_what_is_left_is_whole_units_and_not_below_the_bets_own_minimum() -> None:
    ann, tan = placed("Ann", "banker", 100, 0, "seated"), placed("Tan", "banker", 101, 1)
    # Banker pays 1 to 2 on six: a table that refuses what does not divide cuts to an even stake.
    assert [left for _, left in excess(BOOK, signed(1, 1, 151, "refuse"), [ann, tan], 1)] == [50]
    assert [left for _, left in excess(BOOK, signed(1, 1, 101, "down"), [ann, tan], 1)] == [1]
    own = make_sign(BOOK, {"stake_min": 1, "differential_max": 150, "bet_limits": {"banker": (60, 500)}})
    assert [left for _, left in excess(BOOK, own, [ann, tan], 1)] == [0]


def test_a_unit_divides_by_the_chip_and_by_what_the_bet_pays() -> None:
    assert unit_of(BOOK, signed(5, 5, 100, "refuse"), "banker") == 10
    assert unit_of(BOOK, signed(5, 5, 100, "down"), "banker") == 5
    lucky = book("insurance-lucky-six")
    for rate, unit in (("5%", 20), ("4%", 25)):
        assert unit_of(lucky, make_sign(lucky, {"rounding": "refuse", "commission": rate}), "banker") == unit


def test_a_bet_has_limits_of_its_own() -> None:
    limits: dict[str, Any] = {"stake_min": 100, "stake_max": 1000, "bet_limits": {"any_tie": (10, 50)}}
    table = shift("rws-baccarat", **limits).do("open_bets")
    table.place("seat 1 any_tie 9").refused("below_minimum", "5.2", "minimum is 10")
    table.place("seat 1 any_tie 51").refused("above_maximum", None, "maximum is 50")
    table.place("seat 1 any_tie 10").expect("bet_placed").place("seat 1 banker 99").refused("below_minimum")
    short = shift("easy-six", stake_min=100).do("open_bets")
    short.place("seat 1 banker 99").refused("below_minimum", book("easy-six").procedure.get("limits", ""))


def test_a_step_to_the_very_limit_is_one_within_it() -> None:
    table = shift("rws-baccarat", limits="observed", differential_max=100, stake_min=10)
    table.bets("seat 1 player 300").expect("limit_exceeded", code="differential_exceeded", cite="5.1")
    table.bets("box 1 standing Tan banker 150").expect("limit_exceeded", code="differential_exceeded", cite="5.1")
    table.bets("box 1 standing Lee banker 50").lacks("limit_exceeded", "bet_rejected")


def test_a_limit_is_named_with_the_bet_the_box_and_what_is_free() -> None:
    table = shift("rws-baccarat", stake_min=100, stake_max=1000, differential_max=2000).do("open_bets")
    for bet, code, cite, words in (
        ("seat 1 banker 99", "below_minimum", "5.2", "Banker 99 in box 1: the minimum is 100"),
        ("seat 2 banker 1,001", "above_maximum", "3.5", "Banker 1,001 in box 2: the maximum is 1,000"),
    ):
        assert table.place(bet).answer == Refusal(code=code, cite=cite, message=words)
    table.place("seat 1 banker 700").place("box 1 standing Tan banker 400")
    words = "Banker 400 in box 1 beside 700 of others: the maximum of a box is 1,000, so only 300 more can be taken"
    assert table.answer == Refusal(code="above_maximum", cite="3.6", message=words)
    table.place("box 1 standing Tan banker 300").expect("bet_placed", stake=300)
    table.place("box 1 standing Lee banker 100")
    words = "Banker 100 in box 1 beside 1,000 of others: the maximum of a box is 1,000, so only 0 more can be taken"
    assert table.answer == Refusal(code="above_maximum", cite="3.6", message=words)


def test_a_refusal_says_what_lies_in_the_box_and_shares_name_their_paragraph() -> None:
    table = shift("rws-baccarat", differential_max=1000).bets("seat 1 banker 800")
    table.place("box 1 standing Tan banker 300").refused(
        "differential_exceeded", "5.1", "Banker 800 v Player 0 in box 1: only 200 more can be taken on Banker"
    )
    beyond = shift("rws-baccarat", differential_max=1000, limits="observed").bets("seat 1 banker 2000").close()
    beyond.expect("bets_closed", cite="5.1.1")
    # A house's own differential, where the document has no paragraph about one, cites none.
    own = shift("easy-six", differential_max=1000).do("open_bets").place("seat 1 banker 2000")
    assert isinstance(own.answer, Refusal)
    assert (own.answer.code, own.answer.cite) == ("differential_exceeded", "")
