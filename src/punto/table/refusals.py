"""Every refusal a table can give, in the order in which they are checked.

A command with two faults is refused for the one that stands earlier here: first
what cannot be read, then what the moment does not allow, then who asked, then
what was asked about, and last what it would have come to.
"""

from __future__ import annotations

PRECEDENCE: tuple[tuple[str, str], ...] = (
    # The command itself.
    ("bad_command", "it cannot be read as a command"),
    ("unknown_command", "there is no such command"),
    ("id_is_taken", "the id belongs to another command"),
    ("card_is_sealed", "a card of a virtual shoe was named by a person"),
    # The moment.
    ("table_is_open", "the table is open already"),
    ("table_is_closed", "the table is not open"),
    ("nothing_to_decide", "no report waits for a decision"),
    ("decision_is_awaited", "a report waits for somebody of rank"),
    ("ruling_is_needed", "no clause covers what waits: it takes a ruling"),
    ("bets_are_closed", "the dealer has called the bets closed"),
    ("bets_are_not_open", "no bets are taken between coups"),
    ("bets_are_open", "the bets must be closed first"),
    ("coup_in_progress", "a coup is in progress"),
    ("coup_is_not_settled", "the coup has no result yet"),
    ("no_coup", "there is no coup it could be about"),
    # Who asks.
    ("unknown_rank", "nobody is called that"),
    ("authority_too_low", "it takes a higher rank"),
    # The table and its cards.
    ("unknown_rulebook", "there is no such rulebook"),
    ("unknown_edition", "the rulebook has no such edition"),
    ("no_edition_in_force", "no edition of the rulebook is in force yet"),
    ("setting_is_fixed", "that setting cannot change while the table is open"),
    ("unknown_setting", "a table has no such setting"),
    ("bad_setting", "a setting does not fit the rulebook"),
    ("insurance_is_due", "the document gives no right to withhold insurance"),
    ("no_shoe", "there are no cards on the table"),
    ("shoe_is_open", "the shoe on the table must be closed first"),
    ("no_commitment", "a virtual shoe opens with a commitment"),
    ("cards_must_be_replaced", "the cards in use must go"),
    ("shoe_is_finished", "the coup after the cut card has been dealt"),
    ("shoe_has_started", "cards have left the shoe already"),
    ("coup_is_complete", "the coup needs no more cards"),
    ("coup_is_not_complete", "the coup needs more cards"),
    ("cards_are_face_up", "cards are dealt face up here"),
    ("no_wallets_here", "the table runs with real chips"),
    ("reason_is_needed", "a ruling is recorded with its reason"),
    # The person, the bet, the box.
    ("bad_name", "that is no name"),
    ("bad_amount", "that is no amount"),
    ("shoe_is_physical", "a physical shoe is cut by hand"),
    ("unknown_place", "the shoe cannot be cut there"),
    ("unknown_bet", "the layout has no such bet"),
    ("unknown_box", "the layout has no such box"),
    ("no_excess", "the box is within its differential"),
    ("no_such_bet", "the patron has no such bet"),
    ("already_left", "the patron has walked away already"),
    ("squeeze_is_not_yours", "another patron has the highest seated bet"),
    ("card_is_drawn", "the card to squeeze is drawn already"),
    ("already_asked", "the patron has asked for that squeeze already"),
    ("no_request_is_open", "nobody waits for an answer to that request"),
    ("no_choice_is_open", "the patron has nothing to choose"),
    ("no_insurance", "the document has no insurance"),
    # The stake.
    ("stake_not_whole", "a stake is a whole number"),
    ("stake_not_positive", "a stake is more than nothing"),
    ("stake_too_large", "a stake is beyond every limit"),
    ("stake_is_no_chips", "a stake is a number of chips"),
    ("stance_is_taken", "the patron bets otherwise in this box"),
    ("box_is_taken", "somebody else sits at the box"),
    ("nobody_is_seated", "nobody sits at the box"),
    # Cards that are named, and what is decided about them.
    ("answer_is_needed", "something that must be said was not said"),
    ("cards_may_not_be_replaced", "the clause gives no right to new cards"),
    ("card_is_needed", "a card must be named"),
    ("unknown_card", "there is no such card"),
    ("card_lies_aside", "another card lies aside and is dealt first"),
    ("suit_is_needed", "a bet depends on suits"),
    ("card_not_in_shoe", "the shoe cannot hold such a card"),
    ("other_cards", "those are not the cards concerned"),
    # Insurance.
    ("no_original_bet", "there is no bet to insure"),
    ("insurance_is_withheld", "a notice says that no insurance is offered"),
    ("insurance_is_forgone", "the patron walked away"),
    ("insurance_not_offered", "the pay table does not offer it now"),
    ("insurance_is_waived", "a squeeze has waived the window"),
    ("insurance_was_not_due", "the pay table did not offer it then"),
    ("insured_in_first_window", "who insured in the first window is not offered the second"),
    ("insurance_was_taken", "it was taken, so it was offered"),
    # What it comes to.
    ("stake_does_not_divide", "the stake would win a fraction of a unit"),
    ("below_minimum", "the bet would be below its minimum"),
    ("above_maximum", "the bet would be above its maximum"),
    ("differential_exceeded", "the box would be beyond its differential"),
    ("insurance_above_cap", "insurance would win more than the bet it insures"),
    ("original_bet_did_not_lose", "only a lost bet is returned"),
    ("insurance_would_not_have_won", "only insurance that would have won is made good"),
    ("already_returned", "a bet is returned once"),
    ("wallet_too_small", "the wallet does not hold it"),
)
"""Codes with their meaning, the first to be named standing first."""

MEANINGS = dict(PRECEDENCE)
