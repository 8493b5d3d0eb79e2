"""Section 5 on its worst day: wrong money and wrong results once seen, and the readings that decide them.

Each test is named by its paragraph as 002 and 003 number it (003 in brackets where it differs), and runs at a table of
every document that it touches, with real cards and, where that can be, with a sealed shoe.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

import oracle
from punto.kit import Refusal, read_cards
from punto.table import commands as c
from punto.table import decide, evolve
from table import clauses
from table.clauses import NATURAL, dealing
from table.shift import Shift, shift

RWS, DA_HU, LUCKY, INSURANCE, EASY = (
    "rws-baccarat", "da-hu-ying-xiong", "insurance-lucky-six", "rws-insurance", "easy-six",
)  # fmt: skip
FULL = pytest.mark.parametrize("document", [RWS, DA_HU])
SHORT = pytest.mark.parametrize("document", [INSURANCE, EASY])
ALL = pytest.mark.parametrize("document", oracle.DOCUMENTS)
FOUR = "2h 2c 3d 4s"  # Player 5 v Banker 6.
CLAIM: dict[str, Any] = {"patron": "seat 1", "box": 1, "window": "after_four_cards", "insures": "banker"}
COUNT = {RWS: "5.5.3", DA_HU: "5.5.3", INSURANCE: "5.1.2", EASY: "5.1.2"}
TABLE_PREVAILS = {RWS: "5.14", DA_HU: "5.15"}
CHIPS = {RWS: "5.13", DA_HU: "5.14"}
RECORD = "reading:record-and-table"


def sealed(document: str, cards: int, **settings: Any) -> Shift:
    """A sealed shoe with so many cards drawn of its first round."""
    table = shift(document, cards="virtual", **settings).bets("seat 1 banker 500", "seat 2 player 300").close()
    for _ in range(cards):
        table.do("draw_card")
    return table


def finished(document: str, **settings: Any) -> Shift:
    """The same, to the last card."""
    table = sealed(document, 0, **settings)
    while table.table.phase == "dealing":
        table.do("draw_card")
    return table.phase("paying")


def kinds_of(table: Shift) -> list[str]:
    """The events of the last answer, in their order."""
    assert not isinstance(table.answer, Refusal), table.answer
    return [type(event).__name__ for event in table.answer]


def lie(table: Shift) -> str:
    assert table.table.coup is not None
    return " ".join(map(str, table.table.coup.cards))


def drawn(table: Shift) -> str:
    assert table.table.coup is not None
    return " ".join(map(str, table.table.coup.drawn))


# The order of the cards is a fact, not an opinion


@FULL
def test_5_8_nobody_names_another_order_of_a_sealed_shoes_cards(document: str) -> None:
    table = sealed(document, 3)
    order = " ".join(reversed(lie(table).split()))
    for by in ("dealer", "pit_supervisor", "shift_manager"):
        table.report("wrong_area", by=by, cards=order, note="so it was").refused("shoe_is_sealed", "5.8")
        table.report("wrong_area", by=by, reconstruct=False).refused("shoe_is_sealed", "5.8")
    before = lie(table)
    table.report("wrong_area").confirm().expect("cards_reconstructed", cards=before, surplus="")
    assert lie(table) == drawn(table) == before
    waiting = sealed(document, 3).report("wrong_area")
    waiting.decide(confirm=True, order=order, note="so it was").refused("shoe_is_sealed", "5.8")


@FULL
def test_5_8_with_real_cards_another_order_is_a_pit_supervisors_with_the_reason_and_the_record_keeps_both(
    document: str,
) -> None:
    table = dealing(document).cards("2h 9c 3d").report("wrong_area", cards="9c 2h 3d").phase("stopped")
    assert lie(table) == "2h 9c 3d"  # A dealer's report decides nothing.
    table.decide(by="dealer", confirm=True, note="so").refused("authority_too_low", "5.8")
    table.decide(confirm=True).refused("reason_is_needed", "5.8")
    table.decide(confirm=True, note="the camera shows it").expect("cards_reconstructed", cards="9c 2h 3d")
    assert (lie(table), drawn(table)) == ("9c 2h 3d", "2h 9c 3d")
    direct = dealing(document).cards("2h 9c").report("wrong_area", by="pit_supervisor", cards="9c 2h")
    direct.refused("reason_is_needed", "5.8")
    table.replays()


@pytest.mark.parametrize("document", COUNT)
def test_5_5_3_an_incorrect_number_of_cards_needs_one(document: str) -> None:
    """The same number in another order is no wrong number; with a sealed shoe no card is named at all.

    Not even in one that the tableau would go on from: who names the order would name the winner.
    """
    table = dealing(document).cards(NATURAL)
    first, second, *rest = NATURAL.split()
    order = " ".join(reversed(NATURAL.split()))
    for named in (order, NATURAL, " ".join([second, first, *rest])):
        table.report("wrong_number_of_cards", by="pit_supervisor", cards=named, reconstruct=True, note="x")
        table.refused("number_is_right", COUNT[document], "4 cards")
    table.report("wrong_number_of_cards", by="pit_supervisor", reconstruct=False).refused("number_is_right")
    table.report("wrong_number_of_cards", cards=order).refused("number_is_right")
    shoe = finished(document)
    for by in ("dealer", "pit_supervisor"):
        shoe.report("wrong_number_of_cards", by=by, cards=f"{lie(shoe)} 7d").refused("shoe_is_sealed", COUNT[document])
        shoe.report("wrong_number_of_cards", by=by, reconstruct=True).refused("number_is_right", COUNT[document])


@pytest.mark.parametrize("document", ["rws-insurance", "insurance-lucky-six", "easy-six"])
def test_a_report_that_no_clause_covers_is_refused_by_the_reading_on_rulings(document: str) -> None:
    dealing(document).cards(NATURAL).report("dealing_error").refused("ruling_is_needed", "reading:uncovered-matters")
    betting = shift(document).do("open_bets").report("simultaneous", cards="9h 2c")
    betting.refused("no_coup", "reading:uncovered-matters")


# Outcome established


@FULL
def test_5_7_1_an_outcome_is_established_with_the_card_that_was_exposed(document: str) -> None:
    seen = set()
    for seed in range(16):
        cards = clauses.random_coup(document, seed)
        for number in range(1 if seed < 2 else 2, min(4, len(cards) - 1)):  # Few cards take long.
            table = dealing(document).cards(" ".join(cards[:number]))
            table.report("exposed_card", by="pit_supervisor", card=cards[number], reconstruct=True)
            with_it = clauses.ranks(read_cards(" ".join(cards[: number + 1])))
            sure = oracle.established(document, with_it)
            without = oracle.established(document, with_it[:-1])
            seen.add((without, sure))
            (table.lacks if sure else table.expect)("options_given")
    assert {(False, True), (False, False)} <= seen


def test_5_7_1_a_bet_that_the_exposed_card_has_lost_is_not_taken_back() -> None:
    """Player 2 and then a 9 exposed: Player Pair is lost, though only two cards are dealt."""
    table = (
        dealing(RWS, "seat 1 player_pair 50").cards("2h 2c").report("exposed_card", card="9d").decide(reconstruct=True)
    )
    table.lacks("options_given").choose("seat 1", "return").refused("no_choice_is_open")


@FULL
def test_5_7_1_a_sealed_shoes_next_card_counts_too(document: str) -> None:
    table = sealed(document, 3).report("exposed_card").confirm()
    cards = [*lie(table).split(), *(str(card) for card in table.table.shoe.aside)]  # type: ignore[union-attr]
    assert len(cards) == 4
    assert oracle.established(document, clauses.ranks(read_cards(" ".join(cards))))
    table.lacks("options_given")


# How long a round lasts


@ALL
def test_1_19_a_round_is_current_until_it_is_declared_paid(document: str) -> None:
    """[1.18] A ruling voids it after the last card, and after the payments, until the next bets open."""
    for paid in (False, True):
        table = dealing(document).cards(NATURAL).net(seat_1=-500, seat_2=300)
        if paid:
            table.do("declare_paid").expect("round_concluded").phase("ready")
        table.rule("no fair result", coup="void").expect("settlement_reversed", "coup_voided")
        table.net(seat_1=0, seat_2=0).phase("ready").replays()
        assert table.layout == 0
        table.rule("again", coup="void").refused("no_coup")
    late = dealing(document).cards(NATURAL).bets("seat 1 banker 10")
    late.rule("this round", coup="void").expect("coup_voided").net(seat_1=-500)


@ALL
def test_1_19_opening_the_bets_declares_a_round_paid_first(document: str) -> None:
    table = dealing(document).cards(NATURAL).phase("paying")
    table.do("open_bets").expect("round_concluded", "bets_opened", coup=2)
    other = dealing(document).cards(NATURAL).do("declare_paid").try_("declare_paid").refused("nothing_to_pay")
    other.do("open_bets").lacks("round_concluded")
    shoe = (
        dealing(document)
        .cards(NATURAL)
        .do("close_shoe", by="pit_supervisor", reason="so be it")
        .expect("round_concluded", "shoe_closed")
    )
    shoe.phase("idle")


@pytest.mark.parametrize(
    ("document", "cite"), [(RWS, "5.5.1"), (DA_HU, "5.5.1"), (INSURANCE, "5.1.1"), (EASY, "5.1.1")]
)
def test_5_5_1_a_foreign_card_after_the_last_card_voids_the_round_and_the_shoe_goes(document: str, cite: str) -> None:
    table = dealing(document).cards(NATURAL).report("foreign_card").confirm()
    kinds = kinds_of(table)
    assert kinds == ["DecisionMade", "SettlementReversed", "CoupVoided", "CardsCondemned"]
    table.expect("coup_voided", cite=cite).net(seat_1=0, seat_2=0).try_("open_bets").refused("cards_must_be_replaced")
    table.do("close_shoe", by="pit_supervisor", reason="so be it").do("open_shoe", cards="physical").do("open_bets")
    # Declared paid, the settlement stands and only the cards go.
    paid = dealing(document).cards(NATURAL).do("declare_paid").report("foreign_card", by="pit_supervisor")
    paid.expect("cards_condemned").lacks("coup_voided", "settlement_reversed").net(seat_1=-500, seat_2=300)
    paid.try_("open_bets").refused("cards_must_be_replaced")


@FULL
def test_5_8_and_5_10_reach_a_round_whose_last_card_lies(document: str) -> None:
    table = dealing(document).cards(NATURAL).net(seat_1=-500)
    table.report("wrong_area", by="pit_supervisor", cards="2c 9h 3s Kd", note="all four the other way about")
    table.expect("settlement_reversed", "cards_reconstructed", "coup_settled", winner="banker").lacks("options_given")
    table.net(seat_1=500, seat_2=-300).phase("paying").replays()
    together = dealing(document).cards("9h 8c Kd Ks").report("simultaneous", cards="9h 8c").decide(cards="8c 9h")
    together.expect("settlement_reversed", "cards_reconstructed", "options_given", cite="5.12").lacks("cards_set_aside")
    together.choose("seat 1", "continue").choose("seat 2", "return").expect("coup_settled", winner="banker")
    together.net(seat_1=500, seat_2=0).phase("paying").replays()


# What was in force when the bets opened


def test_5_13_a_notice_that_went_up_afterwards_takes_no_claim_away() -> None:
    table = dealing(DA_HU).cards(f"{FOUR} 3c").net(seat_1=-500)
    table.do("change_sign", by="pit_supervisor", settings={"insurance": False, "private_for": "seat 1"})
    table.report("neglected_insurance", by="pit_manager", **CLAIM).expect("original_bet_returned", stake=500)
    withheld = dealing(DA_HU, insurance=False).cards(f"{FOUR} 3c")
    withheld.do("change_sign", by="pit_supervisor", settings={"insurance": True})
    withheld.report("neglected_insurance", by="pit_manager", **CLAIM).refused("insurance_is_withheld", "4.2.2")


@ALL
def test_1_19_a_second_settlement_rounds_by_the_sign_the_bets_were_opened_with(document: str) -> None:
    table = dealing(document, "seat 1 player 33", "seat 2 banker 33").cards("3h Ac 3d 4s Kd")  # Player wins on six.
    first = table.settled
    table.do("change_sign", by="pit_supervisor", settings={"rounding": "nearest"})
    table.report("misread_card", by="pit_supervisor", place=5, card="Qd").expect("settlement_reversed", "coup_settled")
    assert table.settled.rounding == first.rounding == "down"
    assert [line.payback for line in table.settled.lines] == [line.payback for line in first.lines]


def test_5_13_belongs_to_the_round_and_is_judged_anew_by_a_second_settlement() -> None:
    table = dealing(DA_HU).cards(f"{FOUR} 3c").report("neglected_insurance", by="pit_manager", **CLAIM).net(seat_1=0)
    table.report("misread_card", by="pit_supervisor", place=5, card="3h").net(seat_1=0, seat_2=300)
    table.expect("settlement_reversed", "coup_settled", "original_bet_returned", stake=500)
    # With a king Banker wins on six: there is nothing to claim any more.
    table.report("misread_card", by="pit_supervisor", place=5, card="Kh").lacks("original_bet_returned")
    table.net(seat_1=250, seat_2=-300).replays()


def test_5_13_is_claimed_also_once_the_next_bets_are_open() -> None:
    table = dealing(DA_HU).cards(f"{FOUR} 3c").bets("seat 1 banker 10").net(seat_1=-510)
    table.report("neglected_insurance", **CLAIM).expect("irregularity_reported", decides="pit_manager")
    table.confirm(by="pit_manager").expect("original_bet_returned", stake=500, of_coup=1).phase("betting")
    table.net(seat_1=-10).report("neglected_insurance", by="pit_manager", **CLAIM).refused("already_returned")
    table.close().cards(NATURAL).bets("seat 1 banker 10")
    table.report("neglected_insurance", by="pit_manager", coup=1, **CLAIM).refused("coup_is_not_settled", "5.13")


# The table prevails over its record


@ALL
def test_5_14_a_card_that_was_read_wrongly_is_corrected(document: str) -> None:
    """[5.15] The dealer reports place and card, a Pit Supervisor confirms, the coup is judged again."""
    cite = TABLE_PREVAILS.get(document, RECORD)
    table = dealing(document).cards(NATURAL).net(seat_1=-500)
    table.report("misread_card", place=1, card="6h").expect("irregularity_reported", cite=cite).phase("stopped")
    table.net(seat_1=-500).confirm().expect("card_corrected", place=1, was="9h", card="6h", cite=cite)
    kinds = kinds_of(table)
    assert kinds[:3] == ["DecisionMade", "CardCorrected", "SettlementReversed"]
    # Player 6 stands, Banker draws on 5: a card is missing, and it is dealt.
    table.lacks("coup_settled").phase("dealing").net(seat_1=-500, seat_2=-300)
    table.do("draw_card", card="2s").expect("coup_settled", winner="banker").phase("paying").replays()
    assert drawn(table) == "6h 2c Kd 3s 2s"
    assert table.table.shoe is not None
    assert table.table.shoe.seen.get("9h", 0) == 0
    assert table.table.shoe.out == 5


@ALL
def test_5_14_a_correction_that_shows_a_card_too_many_leaves_it_for_the_next_round(document: str) -> None:
    """[5.15]"""
    table = dealing(document).cards(f"{FOUR} 3c").expect("coup_settled", winner="player")
    table.report("misread_card", by="pit_supervisor", place=3, card="6d")  # Player 8: a natural after all.
    table.expect("card_corrected", "settlement_reversed", "cards_reconstructed", surplus="3c")
    table.expect("coup_settled", winner="player").net(seat_2=300)
    assert table.settled.cards == "2h 2c 6d 4s"
    table.do("open_bets").expect("bets_opened", without_bets=True).close()
    table.do("draw_card").expect("card_drawn", card="3c", aside=True).replays()


@ALL
def test_5_14_what_there_is_not_to_correct(document: str) -> None:
    """[5.15]"""
    table, card = dealing(document).cards(NATURAL), {"what": "misread_card", "by": "pit_supervisor"}
    for place in (0, -1, 5):
        table.try_("report", place=place, card="6h", **card).refused("unknown_place")
    table.try_("report", place=1, card="9h", **card).refused("nothing_to_correct", None, "9h")
    table.try_("report", place=1, card="6h", by="dealer", what="misread_card", coup=9).refused("unknown_coup")
    for _ in range(4):
        table.bets("seat 1 player 10").close().cards("As Ks As 8d")
    table.try_("report", place=2, card="As", **card).refused("card_not_in_shoe", None, "As")
    finished(document).try_("report", place=1, card="6h", **card).refused("shoe_is_sealed")


@ALL
def test_5_14_the_record_of_an_earlier_round_is_corrected_and_its_money_stands(document: str) -> None:
    """[5.15] Money of an earlier round moves by a ruling alone."""
    table = dealing(document).cards(NATURAL).bets("seat 1 banker 10").net(seat_1=-510, seat_2=300)
    table.report("misread_card", place=1, card="6h", coup=1).phase("stopped")
    table.confirm().expect("card_corrected", place=1, was="9h", card="6h", of_coup=1)
    table.lacks("settlement_reversed").phase("betting").net(seat_1=-510, seat_2=300).replays()


@ALL
def test_5_13_chips_are_settled_where_they_lay(document: str) -> None:
    """[5.14] Never to what was meant; a dealer's report decides nothing."""
    lay = [{"box": 1, "bet": "player", "stake": 400}]
    table = dealing(document).cards(NATURAL).net(seat_1=-500)
    table.report("misplaced_bet", patron="seat 1", lay=lay).phase("stopped").net(seat_1=-500)
    table.confirm().expect("bets_corrected", patron="seat 1", cite=CHIPS.get(document, RECORD))
    kinds = kinds_of(table)
    assert kinds == ["DecisionMade", "BetsCorrected", "SettlementReversed", "CoupSettled"]
    table.net(seat_1=400, seat_2=300).phase("paying").replays()
    assert table.layout == 0
    # None lay at all; and somebody the record does not have.
    table.report("misplaced_bet", by="pit_supervisor", patron="seat 1", lay=[]).net(seat_1=0, seat_2=300)
    new = [{"box": 2, "bet": "banker", "stake": 50}]
    table.report("misplaced_bet", by="pit_supervisor", patron="Tan", lay=new).net(Tan=-50, seat_1=0).replays()
    table.report("misplaced_bet", by="pit_supervisor", patron="Tan", lay=new).refused("nothing_to_correct")


@FULL
def test_5_13_shares_are_found_anew_with_the_chips_as_they_lay(document: str) -> None:
    """[5.14] Banker 2,000 at a limit of 1,000 played by half; with 500 of Player in the box 1,500 play."""
    table = shift(document, stake_min=50, differential_max=1000, limits="observed")
    table.bets("seat 1 banker 1200", "box 1 standing Tan banker 800").close().cards("3h 9c 3d 8s")
    table.lines(seat_1__banker=1200 + 600, Tan__banker=800 + 400)
    lay = [{"box": 1, "bet": "player", "stake": 500}]
    table.report("misplaced_bet", by="pit_supervisor", patron="Lim", lay=lay).expect("bets_corrected", "coup_settled")
    table.lines(seat_1__banker=1200 + 900, Tan__banker=800 + 600, Lim__player=0)
    table.net(seat_1=900, Tan=600, Lim=-500).replays()


def test_5_14_insurance_without_its_original_bet_is_returned() -> None:
    table = dealing(DA_HU).cards(FOUR).insure("seat 1 banker 100").cards("3c").net(seat_1=-500 + 300)
    table.report("misplaced_bet", by="pit_supervisor", patron="seat 1", lay=[{"box": 1, "bet": "tie", "stake": 5}])
    table.expect("insurance_returned", insures="banker", cite="5.14").net(seat_1=-5).replays()
    # Smaller than the record had it, the bet bears less insurance.
    smaller = dealing(DA_HU).cards(FOUR).insure("seat 1 banker 100").cards("3c")
    lay = [{"box": 1, "bet": "banker", "stake": 90}]
    smaller.report("misplaced_bet", by="pit_supervisor", patron="seat 1", lay=lay)
    smaller.expect("insurance_returned").net(seat_1=-90 + 90).replays()
    assert [one.stake for one in smaller.answer[-2].stakes] == [70]  # type: ignore[index, union-attr]


# Insurance on cards that were not so


@pytest.mark.parametrize("document", [DA_HU, INSURANCE])
def test_3_12_insurance_stands_at_the_same_or_better_odds_and_goes_back_at_worse_ones(document: str) -> None:
    insured = dealing(document).cards(FOUR).insure("seat 1 banker 100")  # 5 v 6: 3 to 1.
    same = dealing(document).cards(FOUR).insure("seat 1 banker 100")
    same.report("misread_card", by="pit_supervisor", place=3, card="2d").lacks("insurance_returned")  # 4 v 6: 3 to 1.
    same.net(seat_1=-600)
    better = dealing(document).cards(FOUR).insure("seat 1 banker 160")
    better.report("misread_card", by="pit_supervisor", place=4, card="5s").expect("insurance_returned")  # 4 to 1.
    better.net(seat_1=-500 - 125)  # 125 at 4 to 1 is the bet.
    worse = insured.report("misread_card", by="pit_supervisor", place=4, card="3s")  # 5 v 5: none is due.
    worse.expect("insurance_returned").net(seat_1=-500).replays()


def test_3_12_the_true_window_opens_while_the_next_card_is_not_drawn() -> None:
    table = dealing(DA_HU).cards("2h 2c 3d 3s").lacks("insurance_offered")  # 5 v 5: none.
    table.report("misread_card", by="pit_supervisor", place=4, card="4s").expect("insurance_offered", odds="3 to 1")
    table.insure("seat 1 banker 100").expect("insurance_taken")
    drawn_on = dealing(DA_HU).cards("2h 2c 3d 3s | 3c").phase("paying")  # 8 v 5, Banker stands on a 3.
    drawn_on.report("misread_card", by="pit_supervisor", place=4, card="4s").expect("coup_settled")
    drawn_on.report("neglected_insurance", by="pit_manager", **CLAIM).expect("original_bet_returned", stake=500)


# Cards out of their turn


@FULL
def test_5_10_cards_already_on_record_are_ordered_and_not_dealt_again(document: str) -> None:
    table = dealing(document).cards("2h 9c").report("simultaneous", cards="2h 9c").phase("stopped")
    table.decide(cards="9c 2h").expect("cards_reconstructed", cards="9c 2h").lacks("cards_set_aside")
    assert (lie(table), drawn(table)) == ("9c 2h", "2h 9c")
    assert table.table.shoe is not None
    assert (table.table.shoe.out, table.table.shoe.aside) == (2, ())
    mixed = dealing(document).cards("2h 9c").report("simultaneous", cards="9c 3d").decide(cards="3d 9c")
    assert lie(mixed) == "2h 3d 9c"
    assert mixed.table.shoe is not None
    assert mixed.table.shoe.out == 3
    mixed.replays()
    sealed(document, 2).report("simultaneous", cards="2h 9c").refused("shoe_is_sealed", "5.10")


@FULL
def test_5_7_every_card_that_is_out_is_counted_as_having_left_the_shoe(document: str) -> None:
    for put in (True, False):
        table = dealing(document).cards("2h").report("extra_card", cards="9d 8d").decide(reconstruct=put)
        assert table.table.shoe is not None
        assert (table.table.shoe.out, table.table.shoe.seen.get("9d")) == (3, 1)
        assert (table.table.shoe.aside if put else table.table.shoe.next_round) == read_cards("9d 8d")
        table.replays()


@FULL
def test_5_7_a_round_that_begins_with_a_known_card_takes_bets_only_by_a_ruling(document: str) -> None:
    table = shift(document).report("exposed_card", by="pit_supervisor", card="9d")
    table.rule("nobody has seen its face", by="pit_manager", bets=True).refused("authority_too_low")
    table.rule("nobody has seen its face", bets=True).do("open_bets").expect("bets_opened", without_bets=False)
    table.place("seat 1 player 10").expect("bet_placed").close().do("draw_card").expect("card_drawn", card="9d")


@FULL
def test_5_7_with_face_down_cards_that_nobody_saw_the_next_round_takes_bets(document: str) -> None:
    table = dealing(document, face_down=True).cards("2h").report("extra_card", card="9d").decide(reconstruct=False)
    table.close_choices().cards("2c 3d 4s Kd").expect("coup_settled")
    table.do("open_bets").expect("bets_opened", without_bets=False).place("seat 1 player 5").expect("bet_placed")
    table.close().do("draw_card").expect("card_drawn", card="9d", aside=True)


@FULL
def test_5_7_cards_that_wait_leave_with_the_shoe(document: str) -> None:
    table = dealing(document).cards(NATURAL).report("extra_card", by="pit_supervisor", card="9d")
    table.do("close_shoe", by="pit_supervisor", reason="so be it").do("open_shoe", cards="physical").do(
        "open_bets"
    ).expect("bets_opened", without_bets=False)
    table.place("seat 1 player 5").expect("bet_placed").close().do("draw_card", card="2h").expect(
        "card_drawn", aside=False
    )


@FULL
def test_5_7_what_was_put_down_after_the_card_could_be_seen_goes_back(document: str) -> None:
    table = shift(document).bets("seat 1 banker 500", "seat 2 player 300").report("exposed_card", card="9d")
    late = [{"patron": "seat 1", "box": 1, "bet": "banker", "stake": 200}]
    table.decide(reconstruct=True, hand_back=[late[0] | {"stake": 501}]).refused("no_such_bet", "5.7")
    table.decide(reconstruct=True, hand_back=late).expect("bet_rejected", stake=200, left=300, cite="5.7")
    table.expect("options_given", patrons=("seat 1", "seat 2")).net(seat_1=-300, seat_2=-300).phase("dealing")
    nobody = shift(document).do("open_bets").report("exposed_card", by="pit_supervisor", card="9d")
    nobody.expect("bets_closed").lacks("options_given").phase("dealing").do("draw_card").expect("card_drawn", card="9d")


@FULL
def test_5_7_a_sealed_shoes_card_is_told_when_it_is_decided_that_it_is_out(document: str) -> None:
    table = sealed(document, 1).report("exposed_card").expect("irregularity_reported", cards="").phase("stopped")
    table.decide(reconstruct=False).refused("shoe_is_sealed", "5.7")
    table.decide(reconstruct=True, cards="9d").refused("card_is_sealed")
    table.confirm().expect("cards_set_aside", next_round=False)
    aside = " ".join(map(str, table.table.shoe.aside))  # type: ignore[union-attr]
    table.close_choices().do("draw_card").expect("card_drawn", card=aside, aside=True)


@FULL
def test_5_9_reported_after_the_last_card_it_is_recorded_and_changes_nothing(document: str) -> None:
    table = dealing(document, face_down=True).cards(NATURAL).report("face_up").confirm()
    table.lacks("options_given", "settlement_reversed").phase("paying").net(seat_1=-500, seat_2=300)


# One person does not do it all


@FULL
def test_5_5_2_a_surplus_keystroke_is_refused_with_the_count(document: str) -> None:
    clauses.check_a_card_too_many_is_noticed(document)


@FULL
def test_5_12_drawing_on_does_not_end_anybodys_choice_nor_does_the_dealer(document: str) -> None:
    table = dealing(document).cards("2h").report("dealing_error", reconstruct=True).confirm().expect("options_given")
    for command in ("draw_card", "settle", "open_bets"):
        table.try_(command).refused("choices_are_open", "5.12", "seat 1", "seat 2")
    table.try_("close_choices", by="dealer").refused("authority_too_low", "5.12", "pit supervisor")
    table.choose("seat 1", "return").try_("draw_card", card="2c").refused("choices_are_open", "5.12", "seat 2")
    # The house's clock ends the time as a Pit Supervisor does.
    table.do("close_choices", by="house").expect("choices_closed", patrons=("seat 2",))
    table.try_("close_choices", by="house").refused("no_choice_is_open", "5.12")
    table.cards("2c").net(seat_1=0).choose("seat 2", "return").refused("no_choice_is_open", "5.12")


@FULL
def test_5_12_any_other_dealing_error_gives_the_options_while_a_card_is_due(document: str) -> None:
    for put, cite in ((True, "5.12.2"), (False, "5.12.1")):
        table = dealing(document).cards(FOUR).report("dealing_error", note="the wrong pack").phase("stopped")
        table.decide().refused("answer_is_needed", "5.12")
        table.decide(reconstruct=put).expect("options_given", reconstructed=put, cite="5.12")
        table.choose("seat 1", "continue").expect("option_chosen", cite=cite)
    dealing(document).cards(NATURAL).report("dealing_error").refused("ruling_is_needed", "5.12")
    dealing(document).report("dealing_error", by="pit_supervisor", reconstruct=True).expect("options_given")


@FULL
def test_5_12_a_new_error_gives_new_options_to_everybody_still_in_the_round(document: str) -> None:
    table = dealing(document, "seat 1 banker 500", "seat 2 player 300", "seat 3 banker 7").cards("2h")
    table.report("dealing_error", by="pit_supervisor", reconstruct=True)
    table.choose("seat 1", "return").choose("seat 2", "continue").choose("seat 3", "continue").cards("2c")
    table.report("dealing_error", by="pit_supervisor", reconstruct=True)
    table.expect("options_given", patrons=("seat 2", "seat 3")).choose("seat 2", "return").net(seat_2=0)


@FULL
def test_5_12_returned_bets_leave_the_shares_of_the_others_as_they_were(document: str) -> None:
    table = shift(document, differential_max=1000, limits="observed")
    table.bets("seat 1 banker 1200", "box 1 standing Tan banker 800", "box 1 standing Lim player 500").close()
    table.cards("3h").report("dealing_error", by="pit_supervisor", reconstruct=True)
    table.choose("Lim", "return").net(Lim=0).choose("Tan", "return").net(Tan=0).choose("seat 1", "continue")
    table.cards("9c 3d 8s").lines(seat_1__banker=1200 + 900)


@ALL
def test_5_17_a_ruling_may_give_the_options_for_what_the_document_does_not_cover(document: str) -> None:
    """[5.18]"""
    table = dealing(document).cards("2h").rule("a fight at the next table", options=True).expect("options_given")
    table.choose("seat 1", "return").net(seat_1=0).choose("seat 2", "continue").phase("dealing")
    paid = dealing(document).cards(NATURAL).rule("a fight", options=True).expect("settlement_reversed", "options_given")
    paid.choose("seat 1", "return").choose("seat 2", "continue").expect("coup_settled").net(seat_1=0, seat_2=300)
    shift(document).rule("nobody there", options=True).refused("no_coup")
    shift(document).do("open_bets").rule("nobody there", options=True).refused("bets_are_open")
    dealing(document).do("walk_away", patron="seat 1").do("walk_away", patron="seat 2").cards("2h").rule(
        "nobody there", options=True
    ).refused("no_such_bet")


@pytest.mark.parametrize(("document", "cite"), [(DA_HU, "3.14"), (INSURANCE, "4.1.4")])
def test_3_14_a_waiver_lapses_with_the_right_to_the_squeeze(document: str, cite: str) -> None:
    squeeze = {"patron": "seat 1", "card": "banker_third_first", "by": "pit_supervisor"}
    taken_back = dealing(document, face_down=True).do("squeeze", **squeeze)
    taken_back.expect("insurance_waived", cite=cite, patron="seat 1")
    if document == DA_HU:
        taken_back.cards("2h").report("dealing_error", by="pit_supervisor", reconstruct=True)
        taken_back.choose("seat 1", "return").expect("waiver_lapsed", patron="seat 1", cite=cite).choose(
            "seat 2", "continue"
        )
        taken_back.cards("2c 3d 4s 6d").expect("insurance_offered")
        overtaken = shift(document, face_down=True).bets("seat 1 banker 400").do("squeeze", **squeeze)
        overtaken.bets("seat 2 player 700").close().expect("waiver_lapsed", patron="seat 1", cite=cite)
        overtaken.cards(f"{FOUR} 6d").expect("insurance_offered")
        stays = shift(document, face_down=True).bets("seat 1 banker 400").do("squeeze", **squeeze)
        stays.bets("seat 2 player 300").close().lacks("waiver_lapsed").cards(f"{FOUR} 6d").lacks("insurance_offered")
    else:
        withdrawn = shift(document).bets("seat 1 banker 400", "seat 2 banker 100").do("squeeze", **squeeze)
        withdrawn.do("withdraw_bet", patron="seat 1", box=1, bet="banker").close().expect("waiver_lapsed", cite=cite)
        withdrawn.cards(f"{FOUR} 6d").expect("insurance_offered")


def test_3_14_it_may_be_asked_for_until_players_third_card_is_opened() -> None:
    """On a face-down table that is after it was drawn, while it is squeezed."""
    squeeze = {"patron": "seat 1", "card": "banker_third_first", "by": "pit_supervisor"}
    table = dealing(DA_HU, face_down=True).do("squeeze", patron="seat 1", card="player_third").cards(f"{FOUR} 6d")
    table.do("squeeze", **squeeze).expect("insurance_waived", cite="3.14")
    table.insure("seat 1 banker 10").refused("insurance_is_waived", "3.14")
    opened = dealing(DA_HU, face_down=True).cards(f"{FOUR} 6d")
    opened.try_("squeeze", **squeeze).refused("card_is_drawn", "3.9")


# Interruptions


@FULL
def test_5_4_an_interrupted_window_opens_again_in_full(document: str) -> None:
    table = dealing(document).cards(FOUR).report("interruption").confirm().expect("coup_continued", cite="5.4.1")
    (table.expect if document == DA_HU else table.lacks)("insurance_offered")
    choosing = dealing(document).cards(FOUR).report("dealing_error", by="pit_supervisor", reconstruct=True)
    choosing.choose("seat 1", "continue").report("interruption").confirm()
    choosing.expect("coup_continued", "options_given", patrons=("seat 2",))


@ALL
def test_5_5_a_broken_seal_stops_the_table_for_the_shift_manager(document: str) -> None:
    """While seal and count hold, nothing is wrong with a sealed shoe; when they fail, a ruling takes it out of use."""
    table = sealed(document, 2)
    table.report("foreign_card").refused("shoe_is_sealed")
    broken = structs.replace(c.Report(what="foreign_card", by="dealer"), seal_broken=True)
    answer = decide(table.script.state, broken)
    assert not isinstance(answer, Refusal)
    assert [getattr(event, "decides", "") for event in answer] == ["shift_manager"]
    cites = {"rws-insurance": "5.1.1", "easy-six": "5.1.1", "insurance-lucky-six": "reading:uncovered-matters"}
    assert [getattr(event, "cite", "") for event in answer] == [cites.get(document, "5.5.1")]
    state = evolve(table.script.state, answer[0])
    for by in ("pit_supervisor", "shift_manager"):
        ruled = decide(state, c.Decide(by=by, confirm=True))
        assert isinstance(ruled, Refusal)
        assert ruled.code == "ruling_is_needed"
    ruling = decide(state, c.Rule(by="shift_manager", reason="the seal is broken", coup="void"))
    assert not isinstance(ruling, Refusal)
    assert [type(event).__name__ for event in ruling] == ["RulingMade", "CoupVoided", "CardsCondemned"]
