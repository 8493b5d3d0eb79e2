"""What each report comes to in each phase, written down from section 5 of the documents and their readings.

A table for each kind of document. A line is a report, the paragraph it goes by (two where RWS Baccarat and Da Hu
Ying Xiong number differently, in that order) and the rank that decides it; then a cell for each phase:

    betting   the first round, its bets open              choosing  patrons may still choose
    dealing   one card lies                               paying    the last card lies, nobody is declared paid
    waits     a lighter report waits                      paid      every payment is declared made
                                                          next      the bets of the round after are open

A cell names what follows when somebody of that rank says so:

    void, condemns     the round is void; the cards in use must be replaced
    reversed, settled  a payment is taken back; the round is paid (again)
    reordered, aside   cards are put in their order; cards wait for their turn or the next round
    closed, options    that was "No more bets"; every patron may choose
    corrected, chips   the record of a card, or of chips, is corrected
    returned           a lost bet goes back for insurance nobody offered
    goes_on            play goes on as it was
    recorded           it stands on record and changes nothing

or the code of the refusal, or `ruling`: nobody decides it but the Shift Manager by a ruling.
"""

# ruff: noqa: E501 - a line of a table is a line.

from __future__ import annotations

PHASES = ("betting", "dealing", "waits", "choosing", "paying", "paid", "next")

# 002 and 003: the full code.
FULL = """
foreign_card          5.5.1      pit_supervisor | void condemns | void condemns | void condemns | void condemns | reversed void condemns | condemns | void condemns
shortage              5.5.2      pit_supervisor | void condemns | void condemns | void condemns | void condemns | reversed void condemns | condemns | void condemns
excess                5.5.2      pit_supervisor | void condemns | void condemns | void condemns | void condemns | reversed void condemns | condemns | void condemns
not_shuffled          5.5.5      pit_supervisor | void condemns | void condemns | void condemns | void condemns | reversed void condemns | condemns | void condemns
out_of_cards          5.5.4      pit_supervisor | void condemns | void condemns | void condemns | void condemns | coup_is_complete       | condemns | void condemns
wrong_number_of_cards 5.5.3      pit_supervisor | no_coup | number_is_right | decision_is_awaited | number_is_right | reversed aside reordered settled | reversed aside reordered settled | no_coup
extra_card            5.7        pit_supervisor | closed aside options | aside options | decision_is_awaited | aside options | aside | aside | closed aside options
exposed_card          5.7        pit_supervisor | closed aside options | aside options | decision_is_awaited | aside options | aside | aside | closed aside options
wrong_area            5.8        pit_supervisor | no_coup | reordered options | decision_is_awaited | reordered options | recorded | recorded | no_coup
beyond_order          5.8        pit_supervisor | no_coup | options | decision_is_awaited | options | reversed options | reversed options | no_coup
face_up               5.9        pit_supervisor | no_coup | goes_on options | decision_is_awaited | goes_on options | goes_on | goes_on | no_coup
simultaneous          5.10       pit_supervisor | no_coup | aside options | decision_is_awaited | aside options | aside | aside | no_coup
dealing_error         5.12       pit_supervisor | no_coup | options | decision_is_awaited | options | ruling_is_needed | ruling_is_needed | no_coup
interruption          5.4        pit_supervisor | goes_on | void | decision_is_awaited | void | goes_on | recorded | goes_on
misread_card          5.14/5.15  pit_supervisor | no_coup | corrected | decision_is_awaited | corrected | corrected reversed settled | corrected reversed settled | no_coup
misplaced_bet         5.13/5.14  pit_supervisor | bets_are_open | chips | decision_is_awaited | chips | chips reversed settled | chips reversed settled | bets_are_open
late_withdrawal       5.6        -              | bets_are_open | bets_are_closed | decision_is_awaited | bets_are_closed | bets_are_closed | bets_are_closed | bets_are_open
late_error            5.11       -              | recorded | recorded | decision_is_awaited | recorded | recorded | recorded | recorded
other                 5.17/5.18  ruling         | ruling | ruling | decision_is_awaited | ruling | ruling | ruling | ruling
"""

# 003 alone has a clause about insurance that was not offered; claimed also once the next bets are open.
NEGLECTED = """
neglected_insurance   5.13       pit_manager    | coup_is_not_settled | coup_is_not_settled | decision_is_awaited | coup_is_not_settled | returned | returned | returned
"""

# 000 and 004: three clauses that void, and the record that gives way to the table; the rest is ruled.
SHORT = """
foreign_card          5.1.1      pit_supervisor | void condemns | void condemns | void condemns | void condemns | reversed void condemns | condemns | void condemns
out_of_cards          5.1.3      pit_supervisor | void condemns | void condemns | void condemns | void condemns | coup_is_complete       | condemns | void condemns
wrong_number_of_cards 5.1.2      pit_supervisor | no_coup | number_is_right | decision_is_awaited | number_is_right | reversed aside reordered settled | reversed aside reordered settled | no_coup
misread_card          reading:record-and-table   pit_supervisor | no_coup | corrected | decision_is_awaited | corrected | corrected reversed settled | corrected reversed settled | no_coup
misplaced_bet         reading:record-and-table   pit_supervisor | bets_are_open | chips | decision_is_awaited | chips | chips reversed settled | chips reversed settled | bets_are_open
shortage              reading:uncovered-matters  ruling | ruling | ruling | decision_is_awaited | ruling | ruling | ruling | ruling
excess                reading:uncovered-matters  ruling | ruling | ruling | decision_is_awaited | ruling | ruling | ruling | ruling
not_shuffled          reading:uncovered-matters  ruling | ruling | ruling | decision_is_awaited | ruling | ruling | ruling | ruling
extra_card            reading:uncovered-matters  ruling | ruling | ruling | decision_is_awaited | ruling | ruling | ruling | ruling
exposed_card          reading:uncovered-matters  ruling | ruling | ruling | decision_is_awaited | ruling | ruling | ruling | ruling
wrong_area            reading:uncovered-matters  ruling | no_coup | ruling | decision_is_awaited | ruling | ruling | ruling | no_coup
face_up               reading:uncovered-matters  ruling | no_coup | ruling | decision_is_awaited | ruling | ruling | ruling | no_coup
simultaneous          reading:uncovered-matters  ruling | no_coup | ruling | decision_is_awaited | ruling | ruling | ruling | no_coup
dealing_error         reading:uncovered-matters  ruling | no_coup | ruling | decision_is_awaited | ruling | ruling_is_needed | ruling_is_needed | no_coup
interruption          reading:uncovered-matters  ruling | ruling | ruling | decision_is_awaited | ruling | ruling | ruling | ruling
neglected_insurance   reading:uncovered-matters  ruling | ruling | ruling | decision_is_awaited | ruling | ruling | ruling | ruling
late_withdrawal       5.3                        -      | bets_are_open | recorded | decision_is_awaited | recorded | recorded | recorded | bets_are_open
late_error            reading:uncovered-matters  ruling | ruling | ruling | decision_is_awaited | ruling | ruling | ruling | ruling
other                 reading:uncovered-matters  ruling | ruling | ruling | decision_is_awaited | ruling | ruling | ruling | ruling
"""

# 004 refuses a bet that is lifted after the close, where 000 lets it win or lose.
LIFTED = """
late_withdrawal       5.2                        -      | bets_are_open | bets_are_closed | decision_is_awaited | bets_are_closed | bets_are_closed | bets_are_closed | bets_are_open
"""

# 001 says nothing: what differs from the short code.
NONE = """
late_withdrawal       reading:uncovered-matters  ruling | bets_are_open | ruling | decision_is_awaited | ruling | ruling | ruling | bets_are_open
foreign_card          reading:uncovered-matters  ruling | ruling | ruling | decision_is_awaited | ruling | ruling | ruling | ruling
out_of_cards          reading:burn-and-cut       pit_supervisor | void condemns | void condemns | void condemns | void condemns | coup_is_complete | condemns | void condemns
wrong_number_of_cards reading:uncovered-matters  ruling | no_coup | ruling | decision_is_awaited | ruling | ruling | ruling | no_coup
"""

# A sealed shoe knows its cards and their order, in every document: what differs then. What is waiting is lighter than
# what would void a round, so such a report is heard, and refused by the seal.
SEALED = """
foreign_card          *  * | shoe_is_sealed | shoe_is_sealed | * | shoe_is_sealed | shoe_is_sealed | shoe_is_sealed | shoe_is_sealed
shortage              *  * | shoe_is_sealed | shoe_is_sealed | * | shoe_is_sealed | shoe_is_sealed | shoe_is_sealed | shoe_is_sealed
excess                *  * | shoe_is_sealed | shoe_is_sealed | * | shoe_is_sealed | shoe_is_sealed | shoe_is_sealed | shoe_is_sealed
not_shuffled          *  * | shoe_is_sealed | shoe_is_sealed | * | shoe_is_sealed | shoe_is_sealed | shoe_is_sealed | shoe_is_sealed
out_of_cards          *  * | shoe_is_sealed | shoe_is_sealed | * | shoe_is_sealed | shoe_is_sealed | shoe_is_sealed | shoe_is_sealed
misread_card          *  * | no_coup | shoe_is_sealed | decision_is_awaited | shoe_is_sealed | shoe_is_sealed | shoe_is_sealed | no_coup
simultaneous          *  * | no_coup | shoe_is_sealed | decision_is_awaited | shoe_is_sealed | shoe_is_sealed | shoe_is_sealed | no_coup
"""

# Under the full code a card out of place is put in order, since its order is known, and the number on record is right.
SEALED_FULL = """
beyond_order          5.8        pit_supervisor | no_coup | shoe_is_sealed | decision_is_awaited | shoe_is_sealed | shoe_is_sealed | shoe_is_sealed | no_coup
wrong_number_of_cards 5.5.3      pit_supervisor | no_coup | number_is_right | decision_is_awaited | number_is_right | number_is_right | number_is_right | no_coup
"""

SEALED_SHORT = """
wrong_number_of_cards 5.1.2      pit_supervisor | no_coup | number_is_right | decision_is_awaited | number_is_right | number_is_right | number_is_right | no_coup
"""
