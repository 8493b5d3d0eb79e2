"""Irregularities by example: what is handed back for a card that was seen, and what an interruption gives again."""

from __future__ import annotations

import pytest

from punto.kit import Refusal
from punto.rulebook import Consequence
from punto.table import Event
from punto.table import events as e
from table.clauses import NATURAL, dealing
from table.shift import Shift, bare, kind_of, shift, wide_limits
from table.test_acted_upon import plain

FULL = pytest.mark.parametrize("document", ["rws-baccarat", "da-hu-ying-xiong"])


@FULL
def test_all_of_a_bet_or_a_part_is_handed_back_and_never_nothing_or_more(document: str) -> None:
    for stake, left in ((1, 499), (500, 0)):
        table = shift(document).bets("seat 2 banker 500")
        late = [{"patron": "seat 2", "box": 2, "bet": "banker", "stake": stake}]
        table.try_("report", what="exposed_card", by="pit_supervisor", cards="9d", hand_back=late)
        table.expect("bet_rejected", patron="seat 2", box=2, bet="banker", stake=stake, left=left)
    table = shift(document).bets("seat 2 banker 500")
    for patron, bet, stake in (("seat 2", "banker", 0), ("seat 2", "banker", 501), ("N" * 70, "b" * 50, 5)):
        late = [{"patron": patron, "box": 2, "bet": bet, "stake": stake}]
        table.try_("report", what="exposed_card", by="pit_supervisor", cards="9d", hand_back=late)
        words = f"{patron[:60]} has no {stake} on {bet[:40]!r} in box 2 to hand back"
        says(table, "no_such_bet", "5.7", words)


@FULL
def test_a_choice_that_was_interrupted_is_given_again_by_its_paragraph(document: str) -> None:
    table = dealing(document).cards("2h 2c 3d 4s").report("dealing_error", by="pit_supervisor", reconstruct=True)
    table.report("interruption").confirm().expect("options_given", cite="5.12")


@FULL
def test_too_few_cards_take_a_shoe_out_of_use_only_where_more_are_counted(document: str) -> None:
    dealing(document).cards("2h").report("out_of_cards").confirm().expect("coup_voided", "cards_condemned")
    counted = dealing(document).cards("2h").cards_left(3).report("out_of_cards").confirm()
    counted.expect("coup_voided").lacks("cards_condemned")


def answer(table: Shift) -> list[Event]:
    assert not isinstance(table.answer, Refusal), table.answer
    return table.answer


def says(table: Shift, code: str, cite: str, sentence: str) -> None:
    """Refused with exactly this sentence."""
    assert table.answer == Refusal(code=code, cite=cite, message=sentence)


# What stands on record, to the last field


@FULL
def test_a_report_that_is_dismissed_or_withdrawn_says_who_and_why(document: str) -> None:
    table = dealing(document).cards("2h").report("interruption", note="lights")
    assert answer(table) == [
        e.IrregularityReported(
            what="interruption",
            cite="5.4",
            leads_to="conclude_if_established_else_void",
            decides="pit_supervisor",
            note="lights",
            reporter="dealer",
        )
    ]
    withdrawn = table.try_("withdraw_report", by="dealer", note="on again")
    wanted: list[Event] = [e.ReportWithdrawn(what="interruption", cite="5.4", reporter="dealer", note="on again")]
    assert answer(withdrawn) == wanted
    table.report("interruption").decide(by="pit_manager", confirm=False, note="nothing seen")
    dismissed = e.DecisionMade(
        what="interruption",
        decided_by="pit_manager",
        cite="5.4",
        note="nothing seen",
        decider="pit_manager",
        confirmed=False,
    )
    assert answer(table) == [dismissed]
    for command in ("withdraw_report", "decide"):
        table.phase("dealing").try_(command, by="pit_supervisor")
        says(table, "nothing_to_decide", "", "nothing waits for a decision")


@FULL
def test_who_reports_and_decides_stands_there_twice_with_the_note(document: str) -> None:
    table = dealing(document).cards("2h 2c")
    table.report("wrong_area", by="pit_manager", cards="2c 2h", reconstruct=True, note="seen on camera")
    noted, made, *rest = answer(table)
    assert noted == e.IrregularityReported(
        what="wrong_area",
        cite="5.8",
        leads_to="reconstruct",
        decides="",
        cards="2c 2h",
        note="seen on camera",
        reporter="pit_manager",
        reconstruct=True,
    )
    assert made == e.DecisionMade(
        what="wrong_area", decided_by="pit_manager", cite="5.8", note="seen on camera", decider="pit_manager"
    )
    assert rest
    table.expect("cards_reconstructed", cards="2c 2h")
    one = dealing(document).cards("2h 2c 3d 4s").report("exposed_card", by="pit_supervisor", card="9d")
    one.expect("cards_set_aside", cards="9d")


@FULL
def test_a_graver_report_that_is_decided_with_it_takes_the_place_of_the_one_that_waits(document: str) -> None:
    """The lighter one is over by that decision, which stands on record although a void needs no answer."""
    table = dealing(document).cards("2h").report("interruption").report("foreign_card", by="pit_supervisor")
    table.expect("irregularity_reported", "coup_voided", "cards_condemned")
    table.expect("decision_made", cite="5.5.1", what="foreign_card", decided_by="pit_supervisor").phase("ready")
    alone = dealing(document).cards("2h").report("foreign_card", by="pit_supervisor")
    alone.expect("coup_voided").lacks("decision_made")


@FULL
def test_cards_that_run_out_in_the_middle_are_reported_by_the_table(document: str) -> None:
    table = dealing(document).cards("2h 2c").cards_left(0).try_("draw_card", card="3d")
    noticed, void, *_ = answer(table)
    assert noticed == e.IrregularityReported(what="out_of_cards", cite="5.5.4", leads_to="void", decides="")
    assert isinstance(void, e.CoupVoided)
    assert (void.cite, void.because) == ("5.5.4", "out_of_cards")


def test_a_rulebook_that_is_silent_cites_nothing() -> None:
    silent = plain("late_error", Consequence.NO_EFFECT)
    table = silent.dealing()
    table.report("other").expect("irregularity_reported", cite="", decides="shift_manager", leads_to="ruling")
    silent.dealing().report("dealing_error").expect("irregularity_reported", cite="")
    silent.table().bets().report("wrong_area").refused("no_coup", "")
    table = silent.dealing("2h 2c").cards_left(0).try_("draw_card", card="3d")
    table.expect("irregularity_reported", cite="").expect("coup_voided", cite="")


# What a clause says when it acts


@FULL
def test_an_interruption_says_why_play_goes_on(document: str) -> None:
    table = shift(document).bets("seat 1 banker 500").report("interruption").confirm()
    table.expect("coup_continued", cite="5.4", because="the bets are open, and the betting resumes")
    # Player 9 v Banker 2 with one card: a natural is certain, and the first bet it decides is named.
    table = dealing(document).cards("9h 2c Kd").report("interruption").confirm()
    event = next(event for event in answer(table) if isinstance(event, e.CoupContinued))
    assert event.cite == "5.4.1"
    bet, _, fate = event.because.partition(" is certain to ")
    assert bet in table.script.state.rules.bets
    assert fate in ("win", "lose")
    table = dealing(document).cards("2h").report("interruption").confirm()
    table.expect("coup_voided", cite="5.4.2", because="interruption")
    # Once it is paid there is nothing left to conclude or to void.
    over = dealing(document).cards(NATURAL).do("declare_paid").report("interruption").confirm()
    assert [kind_of(event) for event in answer(over)] == ["decision_made"]


@FULL
def test_a_card_face_up_stands_and_the_choice_is_with_cards_as_they_are(document: str) -> None:
    table = dealing(document, face_down=True).cards("2h").report("face_up").confirm()
    table.expect("coup_continued", cite="5.9", because="the result stands")
    table.expect("options_given", reconstructed=False, patrons=("seat 1", "seat 2"))
    table = dealing(document).cards("2h").report("face_up")
    says(table, "cards_are_face_up", "5.9", "cards are dealt face up at this table")


@FULL
@pytest.mark.parametrize("reconstruct", [True, False])
def test_a_choice_given_again_is_the_same_choice(document: str, reconstruct: bool) -> None:
    """Whether cards were put in order belongs to it; who has chosen is not asked again."""
    table = dealing(document).cards("2h 2c 3d 4s")
    table.report("dealing_error", by="pit_supervisor", reconstruct=reconstruct)
    table.choose("seat 1", "continue").report("interruption").confirm()
    table.expect("options_given", cite="5.12", patrons=("seat 2",), reconstructed=reconstruct)


@FULL
def test_a_card_seen_while_bets_are_open_closes_them_with_the_shares_of_the_box(document: str) -> None:
    table = shift(document, stake_min=50, differential_max=1000, limits="observed")
    table.bets("seat 1 banker 1200", "box 1 standing Tan banker 800", "seat 2 player 300")
    table.try_("walk_away", patron="seat 2")
    late = [{"patron": "Tan", "box": 1, "bet": "banker", "stake": 300}]
    table.try_("report", what="exposed_card", by="pit_supervisor", cards="9d 8c", hand_back=late)
    # 1,200 and 500 are left: of 1,000 they have 12 parts and 5 of 17.
    table.expect("bets_closed", cite="5.1.1")
    closed = next(event for event in answer(table) if isinstance(event, e.BetsClosed))
    assert [(one.patron, one.effective) for one in closed.shares] == [("seat 1", 706), ("Tan", 294)]
    table.expect("cards_set_aside", cards="9d 8c", known=True, next_round=False)
    table.expect("options_given", cite="5.12", reconstructed=True, patrons=("seat 1", "Tan"))


@FULL
def test_a_card_seen_with_no_bets_closes_them_and_asks_nobody(document: str) -> None:
    table = shift(document).bets().report("exposed_card", by="pit_supervisor", cards="9d", reconstruct=True)
    table.expect("bets_closed", cite="5.7", shares=()).lacks("options_given").phase("dealing")


@FULL
def test_nothing_is_handed_back_at_another_moment_or_for_another_report(document: str) -> None:
    late = [{"patron": "seat 1", "box": 1, "bet": "banker", "stake": 10}]
    words = "bets are handed back where a card was seen while they were open, and at no other moment"
    table = shift(document).bets("seat 1 banker 500")
    says(table.report("interruption", by="pit_supervisor", hand_back=late), "bets_are_closed", "5.4", words)
    table.report("exposed_card", cards="9d", hand_back=late).refused(
        "authority_too_low", "5.7", "handing back what was placed since takes a pit supervisor"
    )
    table = dealing(document).cards("2h")
    says(table.report("exposed_card", by="pit_supervisor", cards="9d", hand_back=late), "bets_are_closed", "5.7", words)


@FULL
def test_new_cards_after_the_round_are_asked_for_with_the_report_or_with_the_decision(document: str) -> None:
    for asked, decided in ((True, False), (False, True), (False, False)):
        table = dealing(document).cards("2h 2c 3d 4s").report("simultaneous", cards="7d 8d", new_cards=asked)
        table.decide(cards="7d 8d", new_cards=decided)
        if asked or decided:
            table.expect("cards_condemned", cite="5.10.2")
        else:
            table.expect("decision_made").lacks("cards_condemned")
    table = dealing(document).cards("2h 2c 3d 4s")
    table.report("simultaneous", by="pit_supervisor", cards="7d 8d", new_cards=True).expect("cards_condemned")
    table = dealing(document).cards("2h")
    words = "exposed card gives no right to replace the cards"
    table = dealing(document).cards("2h")
    says(table.report("exposed_card", cards="9d", new_cards=True), "cards_may_not_be_replaced", "5.7", words)
    table.report("exposed_card", cards="9d").decide(reconstruct=True, new_cards=True)
    says(table, "cards_may_not_be_replaced", "5.7", words)


# What is refused


@FULL
def test_cards_that_the_shoe_cannot_hold_are_named_in_the_refusal(document: str) -> None:
    table = dealing(document, decks=4).cards("8c 8c 8c 8c").bets("seat 1 banker 500").close().cards("2h")
    words = "the shoe cannot hold 8c 8c as well as what came out of it"
    says(table.report("simultaneous", cards="8c 8c"), "card_not_in_shoe", "5.10", words)
    words = "a report of simultaneous names at least 2 cards, not 1"
    says(table.report("simultaneous", cards="7d"), "card_is_needed", "5.10", words)
    words = "a report of exposed card names at least 1 card, not 0"
    says(table.report("exposed_card"), "card_is_needed", "5.7", words)
    # The fourth is on record; a fifth that was exposed is another one.
    table = dealing(document, decks=4).cards("8c 9c 8c 9c").bets("seat 1 banker 500").close().cards("8c 8c")
    words = "the shoe cannot hold 8c as well as what came out of it"
    says(table.report("exposed_card", cards="8c"), "card_not_in_shoe", "5.7", words)
    # Those on record have left the shoe once, and are not asked of it again.
    dealing(document, decks=4).cards("8c 8c 8c").report("simultaneous", cards="8c 8c").phase("stopped")


@FULL
def test_the_order_decided_is_of_the_cards_reported(document: str) -> None:
    table = dealing(document).cards("2h").report("simultaneous", cards="7d 8d").decide(cards="7d 9d")
    says(table, "other_cards", "5.10", "the order must name the cards that were reported: 7d 8d")
    table.decide(cards="8d 7d").expect("cards_set_aside", cards="8d 7d")


@FULL
def test_a_place_counts_from_one(document: str) -> None:
    cite = {"rws-baccarat": "5.14", "da-hu-ying-xiong": "5.15"}[document]
    table = dealing(document).cards("2h 2c")
    table.report("misread_card", place=0, card="8h").refused("unknown_place", cite)
    table.report("misread_card", place=3, card="8h").refused("unknown_place", cite)
    table.report("misread_card", place=1, card="8h", by="pit_supervisor").expect("card_corrected", place=1, was="2h")


@FULL
def test_a_correction_that_names_no_round_is_of_the_one_on_the_table(document: str) -> None:
    table = dealing(document).cards(NATURAL).bets("seat 1 banker 500").close().cards("2h 2c")
    table.report("misread_card", place=1, card="8h", by="pit_supervisor")
    table.expect("card_corrected", place=1, was="2h", card="8h", of_coup=0)


@FULL
def test_another_order_needs_more_than_blanks_for_a_reason(document: str) -> None:
    words = "the order on record is the order drawn: say why another one is played (note)"
    table = dealing(document).cards("2h 2c").report("wrong_area", cards="2c 2h").phase("stopped")
    says(table.decide(reconstruct=True, note=" "), "reason_is_needed", "5.8", words)
    table.decide(reconstruct=True, note="seen on camera").expect("cards_reconstructed")
    again = dealing(document).cards("2h 2c").report("wrong_area", by="pit_supervisor", cards="2c 2h", note=" ")
    again.refused("reason_is_needed", "5.8", words)
    dealing(document).cards("2h 2c").report("wrong_area", by="pit_supervisor", cards="2h 2c").expect("decision_made")


def test_what_the_document_does_not_cover_is_named_in_plain_words() -> None:
    table = dealing("rws-insurance").cards("2h").report("wrong_area").decide(confirm=True)
    words = "wrong area is not covered by the document: it takes a ruling (rule)"
    says(table, "ruling_is_needed", "reading:uncovered-matters", words)
    words = "wrong area was reported by dealer, who alone may withdraw it"
    says(table.try_("withdraw_report", by="pit_supervisor"), "not_your_report", "reading:uncovered-matters", words)
    table.try_("withdraw_report", by="patron").refused("authority_too_low", "", "withdrawing a report takes a dealer")
    table.decide(by="shift_manager", confirm=False).expect("decision_made", confirmed=False).phase("dealing")


@FULL
def test_a_decision_is_asked_for_in_the_words_of_its_clause(document: str) -> None:
    table = dealing(document).cards("2h").report("interruption").decide()
    says(table, "answer_is_needed", "5.4", "say whether it is so: confirm true or false")
    table = dealing(document).cards("2h").report("exposed_card", cards="9d").decide()
    says(table, "answer_is_needed", "5.7", "say whether the cards can be put in order: reconstruct true or false")
    table.decide(by="dealer", confirm=True).refused("authority_too_low", "5.7", "this decision takes a pit supervisor")


@FULL
def test_who_may_not_report_is_told_so_after_what_the_moment_does_not_allow(document: str) -> None:
    table = dealing(document).cards("2h")
    table.report("interruption", by="patron").refused(
        "authority_too_low", None, "reporting an irregularity takes a dealer or above"
    )
    table.report("misplaced_bet", by="patron", patron="").refused("authority_too_low")
    claim = {"patron": "seat 1", "box": 1, "window": "after_four_cards", "insures": "banker"}
    if document == "da-hu-ying-xiong":
        table.report("neglected_insurance", by="patron", **claim).refused("coup_is_not_settled", "5.13")
    empty = bare().do("open_table", rulebook=document, settings={"decks": 8} | wide_limits(document))
    says(empty.report("interruption"), "no_shoe", "", "there are no cards on the table to report about")


@FULL
def test_chips_are_reported_of_somebody_with_a_name_and_in_stakes(document: str) -> None:
    table = dealing(document).cards("2h")
    lay = [{"box": 1, "bet": "banker", "stake": 0}]
    table.report("misplaced_bet", patron="seat 1", lay=lay).refused("stake_not_positive", None, "banker: a stake")
    table.report("misplaced_bet", patron=" ", lay=[]).refused("bad_name")


@FULL
def test_of_a_sealed_shoe_nobody_says_that_its_cards_are_beyond_order(document: str) -> None:
    table = shift(document, cards="virtual").bets("seat 1 banker 500").close().do("draw_card")
    words = "the order of a sealed shoe's cards is known: they can be put in order"
    table.report("extra_card", reconstruct=False).refused("shoe_is_sealed", "5.7", words)
    table.report("extra_card").decide(reconstruct=False).refused("shoe_is_sealed", "5.7", words)
    table.decide(reconstruct=True, cards="7d").refused("card_is_sealed")
    other = shift(document, cards="virtual").bets("seat 1 banker 500").report("foreign_card")
    other.refused("shoe_is_sealed", "5.5.1", "its seal and count hold: foreign card cannot be")


@FULL
def test_what_the_dealer_says_about_the_order_holds_unless_the_decision_says_otherwise(document: str) -> None:
    """Cards beyond order begin the next round; those in order are played in this one."""
    for said, decided, next_round in ((False, None, True), (True, None, False), (False, True, False)):
        table = dealing(document).cards("2h 2c 3d 4s").report("extra_card", cards="9d", reconstruct=said)
        table.confirm(reconstruct=decided).expect("cards_set_aside", cards="9d", next_round=next_round)


@FULL
def test_there_were_cards_enough_once_the_last_one_lies(document: str) -> None:
    words = "the last card lies: there were cards enough for this round"
    says(dealing(document).cards(NATURAL).report("out_of_cards"), "coup_is_complete", "5.5.4", words)


def test_a_claim_is_judged_by_its_paragraph() -> None:
    table = dealing("da-hu-ying-xiong").cards("2h 2c 3d 4s 3c")
    claim = {"box": 1, "window": "after_four_cards", "insures": "banker"}
    table.report("neglected_insurance", by="pit_manager", patron="Nobody", **claim).refused("no_original_bet", "5.13")


@FULL
def test_a_foreign_card_voids_also_while_the_bets_are_open(document: str) -> None:
    shift(document).bets("seat 1 banker 500").report("foreign_card").confirm().expect("coup_voided", cite="5.5.1")


@FULL
def test_the_paragraph_on_who_may_is_cited_where_the_clause_is_not_asked_yet(document: str) -> None:
    cite = {"rws-baccarat": "1.13", "da-hu-ying-xiong": "1.14"}[document]
    table = dealing(document).cards("2h").report("interruption", by="patron").refused("authority_too_low", cite)
    table.report("interruption").try_("withdraw_report", by="patron").refused("authority_too_low", cite)


@FULL
def test_a_report_says_what_it_cannot_do_without(document: str) -> None:
    chips, cards = {"rws-baccarat": ("5.13", "5.14"), "da-hu-ying-xiong": ("5.14", "5.15")}[document]
    table = dealing(document).cards("2h")
    words = "name the place of the card in the order drawn, and the card that it really is"
    for fields in ({"place": 1}, {"card": "8h"}):
        says(table.report("misread_card", **fields), "answer_is_needed", cards, words)
    words = "name the patron, and where the chips lay: a list of box, bet and stake, empty for none"
    says(table.report("misplaced_bet", patron="seat 1"), "answer_is_needed", chips, words)
    says(table.report("misplaced_bet", lay=[]), "answer_is_needed", chips, words)
    if document == "da-hu-ying-xiong":
        table = dealing(document).cards("2h 2c 3d 4s 3c")
        words = "name the patron, box, window and insures of the insurance that was not offered"
        says(table.report("neglected_insurance", patron="seat 1", box=1), "answer_is_needed", "5.13", words)


@FULL
def test_a_foreign_card_may_be_anything_at_all(document: str) -> None:
    table = dealing(document).cards("2h").report("foreign_card", by="pit_supervisor", cards="a joker")
    table.expect("irregularity_reported", cite="5.5.1", cards="a joker").expect("coup_voided", cite="5.5.1")
    table = dealing(document).cards("2h").report("foreign_card", cards="a joker")
    table.expect("irregularity_reported", cards="a joker").decide(confirm=True).expect("coup_voided", cite="5.5.1")


def test_chips_that_were_lifted_are_somebodys_and_not_none() -> None:
    table = dealing("rws-insurance").cards("2h")
    words = "name the patron, and the chips that were lifted: a list of box, bet and stake"
    lay = [{"box": 1, "bet": "banker", "stake": 200}]
    for said in ({}, {"patron": "seat 1"}, {"patron": "seat 1", "lay": []}, {"lay": lay}):
        says(table.report("late_withdrawal", **said), "answer_is_needed", "5.3", words)
    table.report("late_withdrawal", patron="seat 1", lay=lay).expect("irregularity_reported", cite="5.3", decides="")
    table.phase("dealing")  # It stands on record, and nothing waits for a decision.


@FULL
def test_a_misread_card_is_of_the_round_on_the_table_where_none_is_named(document: str) -> None:
    """The first round has four cards, the second so far one: a second place is on record in the first alone."""
    cite = {"rws-baccarat": "5.14", "da-hu-ying-xiong": "5.15"}[document]
    table = dealing(document).cards(NATURAL).bets("seat 1 banker 500").close().cards("2h")
    table.report("misread_card", place=2, card="8h").refused("unknown_place", cite).phase("dealing")
    table.report("misread_card", place=2, card="8h", coup=1).expect("irregularity_reported", of_coup=1)
