"""The choice after a dealing error: what it cites, whom it names, and which cards decide whether there is one."""

from __future__ import annotations

import pytest

from punto.kit import Refusal
from table.clauses import dealing
from table.shift import Shift, shift

FULL = pytest.mark.parametrize("document", ["rws-baccarat", "da-hu-ying-xiong"])


def choosing(document: str, reconstruct: bool) -> Shift:
    table = dealing(document).cards("2h")
    return table.report("dealing_error", by="pit_supervisor", reconstruct=reconstruct).expect("options_given")


@FULL
@pytest.mark.parametrize(("reconstruct", "option", "cite"), [
    (True, "return", "5.12.3"), (False, "return", "5.12.3"),
    (True, "continue", "5.12.2"), (False, "continue", "5.12.1"),
])  # fmt: skip
def test_each_option_names_its_part(document: str, reconstruct: bool, option: str, cite: str) -> None:
    table = choosing(document, reconstruct).choose("seat 1", option).expect("option_chosen", cite=cite)
    if option == "return":
        table.expect("bets_returned", cite="5.12.3")


@FULL
def test_who_has_chosen_is_told_so_and_a_long_name_is_cut(document: str) -> None:
    table = choosing(document, True).choose("seat 1", "continue")
    table.choose("seat 1", "return").refused("no_choice_is_open", "5.12", "seat 1 has already chosen to continue")
    table.choose("N" * 70, "return").refused("no_choice_is_open", "5.12")
    assert getattr(table.answer, "message", "") == f"{'N' * 60} has no choice to make now"


@pytest.mark.parametrize("document", ["rws-insurance", "insurance-lucky-six", "easy-six"])
def test_where_the_document_has_no_such_paragraph_none_is_named(document: str) -> None:
    table = shift(document)
    table.choose("seat 1", "return").refused("no_choice_is_open", "")
    table.try_("close_choices", by="pit_supervisor").refused("no_choice_is_open", "")
    table.try_("close_choices", by="dealer").refused("authority_too_low")


@FULL
def test_whether_an_outcome_is_established_is_asked_with_as_many_cards_as_the_round_takes(document: str) -> None:
    """Three cards and two besides: with a natural on four the fifth has no place in this round."""
    table = dealing(document).cards("9h 2c Kd")
    table.report("extra_card", by="pit_supervisor", cards="3c 4c", reconstruct=True)
    table.expect("cards_set_aside").lacks("options_given")


@FULL
def test_without_bets_nobody_chooses(document: str) -> None:
    table = shift(document).do("open_bets").close().cards("2h")
    table.report("dealing_error", by="pit_supervisor", reconstruct=True).lacks("options_given")


@FULL
def test_who_ends_the_time_to_choose_is_told_by_the_paragraph(document: str) -> None:
    table = choosing(document, True).try_("close_choices", by="dealer")
    words = "ending the time to choose takes a pit supervisor or above, and this came from a dealer"
    assert table.answer == Refusal(code="authority_too_low", cite="5.12", message=words)
    table.close_choices().expect("choices_closed", cite="5.12", patrons=("seat 1", "seat 2"))
    table.try_("close_choices", by="pit_supervisor")
    assert table.answer == Refusal(code="no_choice_is_open", cite="5.12", message="nobody has a choice to make now")
