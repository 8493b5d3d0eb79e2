"""Limits and boxes at a table of 002 and 003 (sections 3 and 5.1), and what the other three documents have of them."""

from __future__ import annotations

from typing import Any

import pytest

from punto.table import events as e
from table import clauses
from table.clauses import rejected
from table.shift import Shift, bare, kind_of, shift, wide_limits

RWS, DA_HU = "rws-baccarat", "da-hu-ying-xiong"
BOTH = pytest.mark.parametrize("document", [RWS, DA_HU])
THREE = pytest.mark.parametrize("document", ["rws-insurance", "insurance-lucky-six", "easy-six"])
WAYS = pytest.mark.parametrize("limits", ["enforced", "observed"])


def limited(document: str, limits: str = "enforced", **settings: Any) -> Shift:
    given: dict[str, Any] = {"stake_min": 50, "differential_max": 1000, "limits": limits}
    return shift(document, **given | settings)


def stakes(table: Shift) -> dict[str, int]:
    assert table.table.coup is not None
    return {f"{one.patron} {one.bet}": one.stake for one in table.table.coup.bets}


def kinds(table: Shift) -> list[str]:
    assert isinstance(table.answer, list)
    return [kind_of(event) for event in table.answer]


# 3.4: what the sign must show


@BOTH
@pytest.mark.parametrize("shown", [{}, {"stake_min": 50}, {"differential_max": 1000}, {"stake_min": None}])
def test_3_4_no_table_is_opened_without_its_limits(document: str, shown: dict[str, int | None]) -> None:
    bare().try_("open_table", rulebook=document, settings=shown).refused("limits_are_needed", "3.4", "must be given")
    both = {"stake_min": 50, "differential_max": 1000}
    bare().do("open_table", rulebook=document, settings=both).expect("table_opened")


@BOTH
@pytest.mark.parametrize("name", ["stake_min", "differential_max"])
def test_3_4_no_sign_is_changed_so_that_a_limit_is_gone(document: str, name: str) -> None:
    table = limited(document).try_("change_sign", by="pit_supervisor", settings={name: None})
    table.refused("limits_are_needed", "3.4", name)
    table.do("change_sign", by="pit_supervisor", settings={name: 100}).expect("sign_changed")


@THREE
def test_documents_without_3_4_open_without_limits(document: str) -> None:
    table = bare().do("open_table", rulebook=document)
    assert table.table.sign is not None
    assert table.table.sign.differential_max is None


# 3.6: the maximum of a box


@BOTH
@pytest.mark.parametrize("bet", ["banker", "tie"])
def test_3_6_the_maximum_is_held_against_all_who_share_an_area(document: str, bet: str) -> None:
    bet = clauses.TIE[document] if bet == "tie" else bet
    table = limited(document, stake_max=500, differential_max=10_000).bets(f"seat 1 {bet} 300")
    table.place(f"box 1 standing Tan {bet} 201").refused("above_maximum", "3.6", "201", "500", "only 200 more")
    table.place(f"box 1 standing Tan {bet} 200").expect("bet_placed")
    table.place(f"box 1 standing Lim {bet} 50").refused("above_maximum", "3.6", "only 0 more")
    # Nobody is displaced under the maximum, not even for the patron who sits there.
    table.place(f"seat 1 {bet} 50").refused("above_maximum", "3.6", "beside 200 of others", "only 0 more")
    table.place(f"seat 2 {bet} 500").expect("bet_placed")  # Another box has a maximum of its own,
    table.place("box 1 standing Lim player 500").expect("bet_placed")  # and so has another area.


@BOTH
def test_3_6_an_increase_beyond_the_maximum_says_how_much_is_still_free(document: str) -> None:
    table = limited(document, stake_max=500).bets("seat 1 banker 300", "box 1 standing Tan banker 50")
    table.place("seat 1 banker 151").refused("above_maximum", "3.6", "beside 50 of others", "only 150 more")
    table.place("seat 1 banker 150").expect("bet_placed", total=450)


@pytest.mark.parametrize("document", ["rws-insurance", "insurance-lucky-six", "easy-six"])
def test_where_the_maximum_is_a_patrons_an_increase_is_told_what_is_free(document: str) -> None:
    table = shift(document, stake_max=500).bets("seat 1 banker 300", "box 1 standing Tan banker 450")
    table.place("seat 1 banker 201").refused("above_maximum", None, "only 200 more")
    table.place("seat 1 banker 200").expect("bet_placed", total=500)


@BOTH
def test_3_6_one_bet_above_the_maximum_is_refused_by_3_5(document: str) -> None:
    limited(document, stake_max=500).do("open_bets").place("seat 1 banker 501").refused("above_maximum", "3.5", "501")


@BOTH
def test_3_6_a_bet_of_the_whole_maximum_beside_others_is_refused_by_3_6(document: str) -> None:
    table = limited(document, stake_max=500).bets("seat 1 player 300", "box 1 standing Tan banker 100")
    table.place("box 1 standing Lim banker 500").refused("above_maximum", "3.6", "beside 100 of others", "only 400")


@BOTH
def test_3_6_without_a_maximum_the_differential_is_the_limit(document: str) -> None:
    table = limited(document).bets("seat 1 banker 1000", "box 1 standing Tan player 1000")
    table.place("seat 1 banker 1000").expect("bet_placed")
    table.place("seat 1 banker 1").refused("differential_exceeded", "5.1", "only 0 more")


@BOTH
def test_3_6_an_observed_table_warns_of_a_box_above_its_maximum(document: str) -> None:
    table = limited(document, "observed", stake_max=500).bets("seat 1 banker 300")
    table.place("box 1 standing Tan banker 300").expect("limit_exceeded", cite="3.6", code="above_maximum")


@THREE
def test_where_there_is_no_3_6_the_maximum_is_each_patrons(document: str) -> None:
    table = shift(document, stake_max=500).bets("seat 1 banker 500")
    table.place("box 1 standing Tan banker 500").expect("bet_placed")
    table.place("box 1 standing Tan banker 1").refused("above_maximum", None, "501", "500")


@BOTH
def test_3_6_the_minimum_is_each_patrons_on_each_area(document: str) -> None:
    table = limited(document).bets("seat 1 banker 500")
    table.place("box 1 standing Tan banker 49").refused("below_minimum", "5.2")
    table.place("seat 1 player 49").refused("below_minimum", "5.2")


# 3.9: the highest bet


@BOTH
def test_3_9_of_equal_bets_the_first_to_reach_its_amount_is_the_highest(document: str) -> None:
    table = shift(document, face_down=True)
    table.bets("seat 1 banker 400", "seat 2 player 700", "seat 1 banker 300")
    table.try_("squeeze", patron="seat 1", card="player").refused("squeeze_is_not_yours", "3.9", "seat 2")
    table.do("squeeze", patron="seat 2", card="player").expect("squeeze_granted")
    # Lowered to 600 and raised again, seat 2 came to 700 after seat 1.
    table.do("withdraw_bet", patron="seat 2", box=2, bet="player", stake=100).bets("seat 2 player 100")
    table.try_("squeeze", patron="seat 2", card="banker").refused("squeeze_is_not_yours", "3.9", "seat 1")


@BOTH
def test_3_9_side_bets_and_sums_do_not_count(document: str) -> None:
    table = shift(document, face_down=True).bets("seat 1 banker 400", "seat 1 player 400", "seat 2 player 401")
    table.place(f"seat 1 {clauses.TIE[document]} 5000").expect("bet_placed")
    table.try_("squeeze", patron="seat 1", card="player").refused("squeeze_is_not_yours", "3.9", "seat 2", "401")


# 5.1: who sits comes first


@BOTH
@WAYS
def test_5_1_a_seated_bet_takes_the_room_of_standing_ones(document: str, limits: str) -> None:
    table = limited(document, limits).bets("seat 1 banker 100", "box 1 standing Tan banker 500")
    table.bets("box 1 standing Lim banker 400").place("seat 1 banker 600").expect("bet_rejected", cite="5.1")
    assert kinds(table) == ["bet_placed", "bet_rejected", "bet_rejected"]
    assert rejected(table) == [("Lim", 400, 0), ("Tan", 200, 300)]
    assert stakes(table) == {"seat 1 banker": 700, "Tan banker": 300}
    table.net(seat_1=-700, Tan=-300, Lim=0).replays()


@BOTH
@WAYS
def test_5_1_a_remainder_below_the_minimum_goes_back_whole(document: str, limits: str) -> None:
    table = limited(document, limits).bets("seat 1 banker 100", "box 1 standing Tan banker 500")
    table.place("seat 1 banker 851").expect("bet_rejected", left=0, stake=500)
    assert stakes(table) == {"seat 1 banker": 951}
    table = limited(document, limits).bets("seat 1 banker 100", "box 1 standing Tan banker 500")
    table.place("seat 1 banker 850").expect("bet_rejected", left=50, stake=450)


@BOTH
def test_5_1_what_lies_standing_on_the_other_side_counts(document: str) -> None:
    table = limited(document).bets("seat 1 banker 100", "box 1 standing Tan player 500")
    table.place("seat 1 banker 1401").refused("differential_exceeded", "5.1", "only 1,400 more", "Banker")
    table.place("seat 1 banker 1400").expect("bet_placed").lacks("bet_rejected")


@BOTH
def test_5_1_a_seated_bet_beyond_the_limit_by_itself_displaces_nobody(document: str) -> None:
    table = limited(document).bets("seat 1 banker 100", "box 1 standing Tan banker 500")
    table.place("seat 1 banker 901").refused("differential_exceeded", "5.1", "only 900 more")
    watched = limited(document, "observed").bets("seat 1 banker 100", "box 1 standing Tan banker 500")
    watched.place("seat 1 banker 901").expect("bet_placed", "limit_exceeded", cite="5.1").lacks("bet_rejected")
    watched.decide(by="dealer", reject_excess=1).expect("bet_rejected", cite="5.1")
    assert rejected(watched) == [("Tan", 500, 0), ("seat 1", 1, 1000)]


@BOTH
def test_5_1_a_standing_bet_displaces_nobody(document: str) -> None:
    table = limited(document).bets("seat 1 banker 100", "box 1 standing Tan banker 500")
    table.place("box 1 standing Lim banker 401").refused("differential_exceeded", "5.1", "only 400 more")


@BOTH
def test_5_1_a_step_towards_balance_is_never_refused(document: str) -> None:
    """Player's own standing bets left out, 1,300 would lie against 100: and yet more on Player only evens the box."""
    table = limited(document).bets("seat 1 banker 600", "box 1 standing Tan player 500", "seat 1 banker 700")
    table.place("seat 1 player 100").expect("bet_placed").lacks("bet_rejected", "limit_exceeded")


@BOTH
def test_5_1_side_bets_displace_nobody(document: str) -> None:
    table = limited(document, "observed").bets("seat 1 banker 900", "box 1 standing Tan banker 500")
    table.place(f"seat 1 {clauses.TIE[document]} 100").expect("bet_placed").lacks("bet_rejected")


@BOTH
@WAYS
def test_5_1_bets_on_both_sides_are_measured_together(document: str, limits: str) -> None:
    table = limited(document, limits).do("open_bets")
    both = {"patron": "seat 1", "box": 1, "bet": "banker", "stake": 2500, "also": [{"bet": "player", "stake": 2000}]}
    table.do("place_bet", **both)
    assert kinds(table) == ["bet_placed", "bet_placed"]
    assert stakes(table) == {"seat 1 banker": 2500, "seat 1 player": 2000}
    table.replays()
    if limits == "enforced":
        more = {**both, "box": 2, "patron": "seat 2", "stake": 3001}
        table.try_("place_bet", **more).refused("differential_exceeded", "5.1", "3,000")
        assert "seat 2 player" not in stakes(table)


@BOTH
@WAYS
def test_5_1_who_sits_and_bets_on_both_sides_displaces_on_either(document: str, limits: str) -> None:
    """The seat has 1,200 on Banker against 500: that fits 1,000, so of the 600 that stand on Banker 300 go back."""
    table = limited(document, limits).bets("seat 1 player 100", "box 1 standing Tan banker 600")
    also = [{"bet": "player", "stake": 400}]
    table.do("place_bet", patron="seat 1", box=1, bet="banker", stake=1200, also=also)
    table.expect("bet_rejected", patron="Tan", stake=300, left=300, cite="5.1").lacks("limit_exceeded")
    assert stakes(table) == {"seat 1 player": 500, "seat 1 banker": 1200, "Tan banker": 300}
    table.replays()


@BOTH
def test_5_1_bets_given_together_are_taken_or_refused_together(document: str) -> None:
    table = limited(document, stake_max=600).do("open_bets")
    one = {"patron": "seat 1", "box": 1, "bet": "banker", "stake": 500}
    for also, code in (
        ([{"bet": "player", "stake": 49}], "below_minimum"),
        ([{"bet": "player", "stake": 601}], "above_maximum"),
        ([{"bet": "dragon", "stake": 100}], "unknown_bet"),
        ([{"bet": "player", "stake": 0}], "stake_not_positive"),
        ([{"bet": "banker", "stake": 100}], "bad_command"),
    ):
        table.try_("place_bet", **one, also=also).refused(code)
        assert stakes(table) == {}


# 5.6: withdrawing until the bets close


@BOTH
@WAYS
def test_5_6_a_bet_may_be_withdrawn_whatever_that_does_to_its_box(document: str, limits: str) -> None:
    table = limited(document, limits).bets("seat 1 player 400", "seat 1 banker 900", "box 1 standing Tan banker 300")
    table.bets("box 1 standing Lim banker 200").do("withdraw_bet", patron="seat 1", box=1, bet="player")
    table.expect("bet_withdrawn", "bet_rejected", cite="5.1")
    assert rejected(table) == [("Lim", 200, 0), ("Tan", 200, 100)]
    assert stakes(table) == {"seat 1 banker": 900, "Tan banker": 100}
    table.net(seat_1=-900, Tan=-100, Lim=0).replays()


@BOTH
@WAYS
def test_5_6_after_the_standing_bets_the_seated_one_is_cut(document: str, limits: str) -> None:
    table = limited(document, limits).bets("seat 1 banker 100", "box 1 standing Tan player 400", "seat 1 banker 1250")
    table.do("withdraw_bet", patron="Tan", box=1, bet="player").expect("bet_rejected", stake=350, left=1000)
    assert rejected(table) == [("seat 1", 350, 1000)]


@BOTH
@WAYS
def test_5_6_a_bet_may_be_lowered(document: str, limits: str) -> None:
    table = limited(document, limits).bets("seat 1 player 400", "seat 1 banker 1300")
    table.do("withdraw_bet", patron="seat 1", box=1, bet="player", stake=100)
    table.expect("bet_withdrawn", stake=100, left=300)
    assert rejected(table) == []
    table.do("withdraw_bet", patron="seat 1", box=1, bet="player", stake=100)
    assert rejected(table) == [("seat 1", 100, 1200)]
    table.net(seat_1=-1400).replays()


@BOTH
def test_5_6_what_is_left_is_a_bet(document: str) -> None:
    table = limited(document, chip=5, rounding="refuse").bets("seat 1 banker 100")
    fields = {"patron": "seat 1", "box": 1, "bet": "banker"}
    table.try_("withdraw_bet", **fields, stake=60).refused("below_minimum", "5.2", "40", "50")
    table.try_("withdraw_bet", **fields, stake=5).refused("stake_does_not_divide")
    table.try_("withdraw_bet", **fields, stake=101).refused("stake_is_no_chips")
    table.try_("withdraw_bet", **fields, stake=105).refused("more_than_lies", "", "100", "105")
    table.do("withdraw_bet", **fields, stake=100).expect("bet_withdrawn", stake=100, left=0)
    assert stakes(table) == {}
    watched = limited(document, "observed").bets("seat 1 banker 100")
    watched.do("withdraw_bet", **fields, stake=60).expect("bet_withdrawn", "limit_exceeded", code="below_minimum")


@BOTH
def test_5_6_standing_bets_stay_when_the_seated_patron_takes_everything_back(document: str) -> None:
    table = limited(document).bets("seat 1 banker 100", "box 1 standing Tan banker 500")
    table.do("withdraw_bet", patron="seat 1", box=1, bet="banker").lacks("bet_rejected")
    assert stakes(table) == {"Tan banker": 500}
    table.place("box 1 standing Lim banker 100").refused("nobody_is_seated")
    table.close().cards("3h 9c 3d 8s").net(Tan=500, seat_1=0)


@BOTH
def test_5_6_a_withdrawal_from_the_heavy_side_sends_nobody_back(document: str) -> None:
    """Chips that lay beyond the limit before are the dealer's to hand back."""
    table = limited(document, "observed").bets("seat 1 banker 1500", "box 1 standing Tan banker 300")
    table.do("withdraw_bet", patron="Tan", box=1, bet="banker").expect("bet_withdrawn", "limit_exceeded", cite="5.1")
    table.lacks("bet_rejected")


# 5.1.1 and 5.1.2: shares


def played(table: Shift) -> list[int]:
    assert table.table.coup is not None
    return [bet.plays for bet in table.table.coup.bets]


@BOTH
def test_5_1_2_a_bet_under_the_minimum_takes_its_room_first(document: str) -> None:
    table = limited(document, "observed", differential_max=100)
    assert played(table.bets("seat 1 banker 1000", "box 1 standing Tan banker 40").close()) == [60, 40]


@BOTH
def test_5_1_1_who_plays_at_the_minimum_takes_room_first(document: str) -> None:
    bets = ("seat 1 player 1000", "box 1 standing Tan player 60", "box 1 standing Lim player 140")
    table = limited(document, "observed", differential_max=450).bets(*bets).close()
    assert played(table) == [350, 50, 50]  # Room for Tan's minimum leaves Lim below it too.
    table = limited(document, "observed", differential_max=480).bets(*bets).close()
    assert played(table) == [377, 50, 53]


@BOTH
def test_5_1_1_only_the_minimum_carries_a_box_beyond_its_limit(document: str) -> None:
    bets = ("seat 1 banker 60", "box 1 standing Tan banker 60", "box 1 standing Lim banker 40")
    table = limited(document, "observed", differential_max=60).bets(*bets).close()
    assert played(table) == [50, 50, 40]


@BOTH
def test_5_1_1_after_the_close_nobody_comes_first(document: str) -> None:
    bets = ("seat 1 banker 600", "box 1 standing Tan banker 600")
    assert played(limited(document, "observed").bets(*bets).close()) == [500, 500]


@BOTH
def test_5_1_1_shares_are_whole_chips(document: str) -> None:
    bets = ("seat 1 player 500", "box 1 standing Tan player 500", "box 1 standing Lim player 500")
    assert played(limited(document, "observed", chip=5).bets(*bets).close()) == [335, 335, 330]


@BOTH
def test_5_1_1_shares_round_down_to_what_divides_where_stakes_must(document: str) -> None:
    bets = ("seat 1 banker 500", "box 1 standing Tan banker 500", "box 1 standing Lim banker 500")
    table = limited(document, "observed", rounding="refuse").bets(*bets).close()
    assert played(table) == [332, 332, 332]
    table.cards("2h 9c 3d 7s | 8d").lines(seat_1__banker=500 + 166)  # Banker on six wins half, in whole units.


@BOTH
def test_5_5_4_no_bets_are_opened_with_too_few_cards(document: str) -> None:
    clauses.check_too_few_cards(document, "5.5.4")


def test_no_bets_are_opened_with_too_few_cards_by_001() -> None:
    clauses.check_too_few_cards("insurance-lucky-six", "reading:burn-and-cut")


def test_3_12_2_insurance_is_capped_by_the_stake_that_takes_part() -> None:
    table = limited(DA_HU, "observed").bets("seat 1 banker 2000").close().cards("Kh 2c Qd 2s | 3d")
    table.insure("seat 1 banker 667").refused("insurance_above_cap", "3.12.2", "666", "1,000")
    table.insure("seat 1 banker 666").expect("insurance_taken", odds="1.5 to 1")


def test_limits_that_are_shown_need_not_be_narrow() -> None:
    assert wide_limits(RWS) == {"stake_min": 1, "differential_max": 1_000_000}
    assert wide_limits("easy-six") == {}


@BOTH
def test_5_1_1_every_box_is_shared_by_itself_and_a_bets_own_minimum_holds(
    document: str,
) -> None:
    table = limited(document, "observed", bet_limits={"banker": (700, 5000)})
    table.bets("seat 1 banker 900", "seat 2 banker 2000", "seat 3 player 3000")
    table.bets("seat 4 banker 3000", "box 4 standing Tan banker 750").close()
    assert isinstance(table.answer, list)
    (closed,) = table.answer
    assert isinstance(closed, e.BetsClosed)
    shares = {(share.box, share.patron): share.effective for share in closed.shares}
    # In proportion box 4 would be 800 and 200: what falls below the minimum plays at it, and then so does the other.
    assert shares == {(2, "seat 2"): 1000, (3, "seat 3"): 1000, (4, "seat 4"): 700, (4, "Tan"): 700}
