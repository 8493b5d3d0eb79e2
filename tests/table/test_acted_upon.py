"""Each consequence that a clause may have is acted upon: a table is driven through every line of the list.

The rulebook is the minimal one with a single clause in it, whose paragraph is 1.9, and the choice it gives is 1.8:
what cites them was done by that clause.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, get_args

import pytest

import rulebook as rulebook_tests
from punto.kit import Refusal
from punto.rulebook import Consequence, Rulebook, parse
from punto.rulebook.clauses import CLAUSES
from punto.rulebook.model import Authority, NewCards, Options
from punto.table.commands import Reported
from table.shift import Shift, kind_of

MINIMAL = (Path(rulebook_tests.__file__).parent / "minimal.toml").read_text(encoding="utf-8")
CITE, CHOICE_CITE = "1.9", "1.8"
BOTH_PAIRS = """[[bet]]
id = "both_pairs"
name = { en = "Both Pairs", zh = "雙對" }
cite = "1.1"
pays = [{ when = { pairs = 2 }, odds = "100 to 1", cite = "1.1" }]

"""
"""A bet that is lost once Player's first two cards are no pair: an outcome that three cards can establish."""

CERTAIN = "2h 2c 3d"
NATURAL = "9h 2c Kd 3s"  # Player 9 v Banker 5, no third card.
INSURABLE = "3h 2c 3d 2s"  # Player 6 v Banker 4: the minimal rulebook insures Player at 3 to 1.


@dataclass(frozen=True)
class Clause:
    """One way in which a clause may be written."""

    what: str
    leads_to: Consequence
    decides: Authority
    options: Options = Options.NEVER
    cards: NewCards = NewCards.KEPT

    @property
    def book(self) -> Rulebook:
        """The minimal rulebook with this clause alone, read and checked like any file."""
        clause = f'[[irregularity]]\nwhat = "{self.what}"\nleads_to = "{self.leads_to.value}"\ncite = "{CITE}"\n'
        clause += f'decides = "{self.decides.word}"\noptions = "{self.options.value}"\n'
        clause += f'options_cite = "{CHOICE_CITE}"\n' if self.options is not Options.NEVER else ""
        clause += f'cards = "{self.cards.value}"\n\n'
        before, _, rest = MINIMAL.partition("[[irregularity]]\n")
        text = before + clause + rest[rest.index("[[reading]]") :]
        numbers = ("1.5", "1.6", "1.7", CHOICE_CITE, CITE)
        more = "".join(f'{{ n = "{n}", became = "procedure", by = "table", says = "A clause." }},\n' for n in numbers)
        text = text.replace('  { n = "1.4",', f'{more}  {{ n = "1.4",')
        text = text.replace("[[insurance]]", f'forgone_cite = "{CITE}"\n\n[[insurance]]', 1)
        text = text.replace("[commission]", f"{BOTH_PAIRS}[commission]")
        book, mistakes = parse(text.encode(), "clause.toml")
        assert mistakes == []
        return book

    def table(self, **settings: Any) -> Shift:
        book = self.book

        def find(name: str, as_of: date | datetime | None = None, *, sha256: str = "") -> Rulebook:
            return book

        table = Shift(find).do("open_table", rulebook="minimal", settings={"decks": 8, "boxes": 7} | settings)
        return table.do("open_shoe", cards="physical")

    def dealing(self, cards: str = "2h 2c", **settings: Any) -> Shift:
        settings = {"face_down": self.what == "face_up"} | settings
        table = self.table(**settings).bets("seat 1 banker 500", "seat 2 player 300").close()
        return table.cards(cards)

    def decided(self, table: Shift, what: str = "", answer: dict[str, Any] | None = None, **fields: Any) -> Shift:
        """Reported by the dealer, who decides nothing; confirmed by the clause's rank, not by the one below."""
        table.report(what or self.what, **fields)
        table.expect("irregularity_reported", cite=CITE, leads_to=self.leads_to.value, decides=self.decides.word)
        table.phase("stopped")
        below = Authority(self.decides - 1).word
        table.decide(by=below, **(answer or {"confirm": True})).refused("authority_too_low", CITE)
        return table.decide(by=self.decides.word, **(answer or {"confirm": True}))


def plain(what: str, leads_to: Consequence, **words: Any) -> Clause:
    """The clause in its first permitted words, but for those given."""
    may = CLAUSES[what][leads_to]
    return Clause(
        what, leads_to, **({"decides": may.decides[0], "options": may.options[0], "cards": may.cards[0]} | words)
    )


def by_the_clause(table: Shift, *kinds: str) -> None:
    """The last answer has these events, each with the clause's paragraph."""
    assert not isinstance(table.answer, Refusal), table.answer
    found = {kind_of(event): getattr(event, "cite", "") for event in table.answer}
    for kind in kinds:
        assert found.get(kind) == CITE, (kind, found)


# What the table sees to by itself


def excess_is_rejected(clause: Clause) -> None:
    table = clause.table(differential_max=100, limits="observed").bets("seat 1 banker 300")
    table.expect("limit_exceeded", cite=CITE)
    table.decide(by="dealer", reject_excess=1).expect("bet_rejected", cite=CITE, left=100)
    table.bets("seat 1 banker 200").close().expect("bets_closed", cite=CITE).cards("2h 9c Kd Ks").net(seat_1=95)
    enforced = clause.table(differential_max=100).do("open_bets").place("seat 1 banker 300")
    enforced.refused("differential_exceeded", CITE)


def small_bet_stands(clause: Clause) -> None:
    clause.table(stake_min=50).do("open_bets").place("seat 1 banker 10").refused("below_minimum", CITE)
    table = clause.table(stake_min=50, limits="observed").bets("seat 1 player 10").expect("limit_exceeded", cite=CITE)
    table.close().cards(NATURAL).net(seat_1=10)


def left_bet_is_settled(clause: Clause) -> None:
    table = clause.dealing("").try_("walk_away", patron="seat 2").expect("patron_left", cite=CITE)
    table.cards(NATURAL).net(seat_2=300)


def window_closes(clause: Clause) -> None:
    table = clause.dealing(INSURABLE).expect("insurance_offered")
    table.do("draw_card", card="Kd").expect("insurance_forgone", cite=CITE)


def late_bet_is_refused(clause: Clause) -> None:
    clause.dealing("").place("seat 3 banker 100").refused("bets_are_closed", CITE)


def late_withdrawal_is_refused(clause: Clause) -> None:
    table = clause.dealing("").try_("withdraw_bet", patron="seat 2", box=2, bet="player")
    table.refused("bets_are_closed", CITE).cards(NATURAL).net(seat_2=300)


def lifted_chips_are_due(clause: Clause) -> None:
    """The bet stands; real chips that were lifted wait to be collected, and what is not collected is owed."""
    lifted: dict[str, Any] = {"patron": "seat 2", "lay": [{"box": 2, "bet": "player", "stake": 200}]}
    table = clause.dealing("2h 2c").report("late_withdrawal", **lifted)
    table.expect("irregularity_reported", cite=CITE, leads_to="bet_stands", decides="")
    assert [(due.patron, due.amount) for due in table.table.chips_due] == [("seat 2", -200)]
    table.report("late_withdrawal", **lifted).refused("no_such_bet", CITE, "200")
    late_withdrawal_is_refused(clause)


def late_withdrawal_cannot_be_reported(clause: Clause) -> None:
    late_withdrawal_is_refused(clause)
    lifted: dict[str, Any] = {"patron": "seat 2", "lay": [{"box": 2, "bet": "player", "stake": 200}]}
    clause.dealing("2h 2c").report("late_withdrawal", **lifted).refused("bets_are_closed", CITE, "put back")


def recorded_without_effect(clause: Clause) -> None:
    table = clause.dealing("9h 2c").report("late_error").expect("irregularity_reported", cite=CITE, decides="")
    assert isinstance(table.answer, list)
    assert len(table.answer) == 1
    table.phase("dealing").cards("Kd 3s").expect("coup_settled").net(seat_2=300)


# What somebody of rank decides


def concluded_or_void(clause: Clause) -> None:
    by_the_clause(clause.decided(clause.dealing("2h 2c")), "coup_voided")
    table = clause.decided(clause.dealing(CERTAIN))
    by_the_clause(table, "coup_continued")
    table.lacks("coup_voided").cards("4s Kd").expect("coup_settled")


def voided(clause: Clause) -> None:
    table = clause.decided(clause.dealing())
    by_the_clause(table, "coup_voided")
    table.net(seat_1=0, seat_2=0)
    if clause.what in ("dealing_error", "out_of_cards"):
        return  # These are noticed while a card is due.
    table = clause.decided(clause.dealing(NATURAL))
    by_the_clause(table, "settlement_reversed", "coup_voided")
    table.net(seat_1=0, seat_2=0)


def recounted_or_void(clause: Clause) -> None:
    for can, then in ((True, "cards_reconstructed"), (False, "coup_voided")):
        table = clause.dealing(NATURAL).report(clause.what, cards=f"{NATURAL} 7d").phase("stopped")
        table.decide(by=clause.decides.word, reconstruct=can)
        by_the_clause(table, "settlement_reversed", then)


def dealt_in_its_turn(clause: Clause) -> None:
    for can in (True, False):
        table = clause.decided(clause.dealing(), cards="Kd", answer={"reconstruct": can})
        table.expect("cards_set_aside", cards="Kd", next_round=not can)
        if can:
            table.do("draw_card").expect("card_drawn", card="Kd")
    betting = clause.table().bets("seat 1 banker 500").report(clause.what, cards="Kd")
    betting.decide(by=clause.decides.word, reconstruct=True).expect("bets_closed", "cards_set_aside", known=True)


def dealt_again_in_order(clause: Clause) -> None:
    table = clause.dealing(NATURAL).report("wrong_area", cards="9h 3s Kd 2c", note="dealt across").phase("stopped")
    by_the_clause(table.decide(by=clause.decides.word, reconstruct=True), "settlement_reversed", "cards_reconstructed")
    assert [str(card) for card in table.table.coup.cards] == ["9h", "3s", "Kd", "2c"]  # type: ignore[union-attr]


def result_stands(clause: Clause) -> None:
    by_the_clause(clause.decided(clause.dealing()), "coup_continued")
    face_up = clause.dealing(face_down=False).report("face_up").refused("cards_are_face_up", CITE)
    face_up.phase("dealing")


def ordered_by_rank(clause: Clause) -> None:
    table = clause.decided(clause.dealing(""), cards="Kd Qd", answer={"cards": "Qd Kd"})
    table.expect("cards_set_aside", cards="Qd Kd")


def choice_of_the_clause(clause: Clause) -> None:
    for can in (True, False):
        table = clause.decided(clause.dealing(), answer={"reconstruct": can}).expect("decision_made", cite=CITE)
        table.phase("dealing").lacks("coup_voided")
    always = plain(clause.what, clause.leads_to, options=Options.ALWAYS)
    always.decided(always.dealing(), answer={"reconstruct": True}).expect("options_given", cite=CHOICE_CITE)


def original_bet_returned(clause: Clause) -> None:
    table = clause.dealing(f"{INSURABLE} 5d").net(seat_2=-300)
    claim: dict[str, Any] = {"patron": "seat 2", "box": 2, "window": "after_four_cards", "insures": "player"}
    clause.decided(table, **claim).expect("original_bet_returned", cite=CITE, stake=300).net(seat_2=0)


def chips_where_they_lay(clause: Clause) -> None:
    table = clause.dealing(NATURAL).net(seat_1=-500)
    clause.decided(table, patron="seat 1", lay=[{"box": 1, "bet": "player", "stake": 500}]).net(seat_1=500)
    by_the_clause(table, "bets_corrected", "settlement_reversed")


def card_as_it_is(clause: Clause) -> None:
    table = clause.dealing(NATURAL).net(seat_2=300)
    clause.decided(table, "misread_card", place=1, card="2d").lacks("coup_settled")
    by_the_clause(table, "card_corrected", "settlement_reversed")


def waits_for_a_ruling(clause: Clause) -> None:
    table = clause.dealing().report("other").expect("irregularity_reported", cite=CITE, decides="shift_manager")
    table.decide(by="shift_manager", confirm=True).refused("ruling_is_needed", CITE)
    table.rule("void it", coup="void")
    by_the_clause(table, "ruling_made", "coup_voided")


DRIVES: dict[tuple[str, str], Callable[[Clause], None]] = {
    ("over_differential", "reject_excess_else_pro_rata"): excess_is_rejected,
    ("under_minimum", "advise_else_stands"): small_bet_stands,
    ("walked_away", "settle_as_it_lies"): left_bet_is_settled,
    ("insurance_forgone", "forgo_insurance"): window_closes,
    ("interruption", "conclude_if_established_else_void"): concluded_or_void,
    ("interruption", "void"): voided,
    ("foreign_card", "void"): voided,
    ("shortage", "void"): voided,
    ("excess", "void"): voided,
    ("wrong_number_of_cards", "void_unless_reconstructed"): recounted_or_void,
    ("out_of_cards", "void"): voided,
    ("not_shuffled", "void"): voided,
    ("late_bet", "refuse"): late_bet_is_refused,
    ("late_withdrawal", "refuse"): late_withdrawal_cannot_be_reported,
    ("late_withdrawal", "bet_stands"): lifted_chips_are_due,
    ("extra_card", "reconstruct"): dealt_in_its_turn,
    ("exposed_card", "reconstruct"): dealt_in_its_turn,
    ("wrong_area", "reconstruct"): dealt_again_in_order,
    ("wrong_area", "void"): voided,
    ("face_up", "continue"): result_stands,
    ("face_up", "void"): voided,
    ("simultaneous", "order_the_cards"): ordered_by_rank,
    ("dealing_error", "reconstruct"): choice_of_the_clause,
    ("dealing_error", "void"): voided,
    ("late_error", "no_effect"): recorded_without_effect,
    ("neglected_insurance", "return_original_bet"): original_bet_returned,
    ("misplaced_bet", "settle_as_it_lies"): chips_where_they_lay,
    ("wrong_display", "table_prevails"): card_as_it_is,
    ("uncovered", "ruling"): waits_for_a_ruling,
}
PAIRS = [(what, leads_to) for what, ways in CLAUSES.items() for leads_to in ways]


def test_every_permitted_consequence_is_driven_and_no_other() -> None:
    assert set(DRIVES) == {(what, leads_to.value) for what, leads_to in PAIRS}


def test_every_consequence_is_permitted_somewhere() -> None:
    assert {leads_to for _, leads_to in PAIRS} == set(Consequence)


@pytest.mark.parametrize(("what", "leads_to"), PAIRS)
def test_a_permitted_consequence_is_acted_upon(what: str, leads_to: Consequence) -> None:
    DRIVES[what, leads_to.value](plain(what, leads_to))


RANKS = [
    (what, leads_to, rank)
    for what, leads_to in PAIRS
    for rank in CLAUSES[what][leads_to].decides
    if len(CLAUSES[what][leads_to].decides) > 1
]


@pytest.mark.parametrize(("what", "leads_to", "rank"), RANKS)
def test_every_permitted_rank_decides(what: str, leads_to: Consequence, rank: Authority) -> None:
    DRIVES[what, leads_to.value](plain(what, leads_to, decides=rank))


def test_whatever_is_reported_takes_somebody_of_rank() -> None:
    dealers = {what for what, leads_to in PAIRS if Authority.DEALER in CLAUSES[what][leads_to].decides}
    # Two are put on record and move nothing; what becomes of lifted chips a Pit Supervisor enters.
    assert dealers & set(get_args(Reported)) == {"late_error", "late_withdrawal"}


# The options


def answered(clause: Clause, certain: bool, can: bool) -> Shift:
    """The report of such a clause, decided, with an outcome established or none, with cards in order or not."""
    cards = {"extra_card": "Kd", "exposed_card": "Kd", "simultaneous": "Kd Qd"}.get(clause.what)
    table = clause.dealing(CERTAIN if certain else "" if clause.what == "simultaneous" else "2h")
    said: dict[str, Any] = {"confirm": True} if clause.leads_to is Consequence.CONTINUE else {"reconstruct": can}
    if clause.leads_to is Consequence.ORDER_THE_CARDS:
        said = {"cards": cards}
    return clause.decided(table, answer=said, **({"cards": cards} if cards else {}))


OPTIONS = [
    (what, leads_to, options)
    for what, leads_to in PAIRS
    for options in CLAUSES[what][leads_to].options
    if len(CLAUSES[what][leads_to].options) > 1
]


@pytest.mark.parametrize("certain", [True, False])
@pytest.mark.parametrize(("what", "leads_to", "options"), OPTIONS)
def test_permitted_options_are_given_as_they_say(
    what: str, leads_to: Consequence, options: Options, certain: bool
) -> None:
    for can in (True, False):
        given = {
            Options.NEVER: False,
            Options.ALWAYS: True,
            Options.UNLESS_ESTABLISHED: not certain,
            Options.UNLESS_ESTABLISHED_AND_RECONSTRUCTED: not (certain and can),
        }[options]
        table = answered(plain(what, leads_to, options=options), certain, can)
        if given:
            table.expect("options_given", cite=CHOICE_CITE, patrons=("seat 1", "seat 2"))
        else:
            table.lacks("options_given")


# The cards in use


@pytest.mark.parametrize(
    ("what", "leads_to"), [(what, to) for what, to in PAIRS if NewCards.MAY_BE_REPLACED in CLAUSES[what][to].cards]
)
def test_cards_that_may_be_replaced_are_if_somebody_says_so(what: str, leads_to: Consequence) -> None:
    cards = {"extra_card": "Kd", "exposed_card": "Kd", "simultaneous": "Kd Qd"}.get(what)
    cards = f"{NATURAL} 7d" if what == "wrong_number_of_cards" else cards
    dealt = NATURAL if what == "wrong_number_of_cards" else ""
    for kept in (False, True):
        clause = plain(what, leads_to, cards=NewCards.KEPT if kept else NewCards.MAY_BE_REPLACED)
        table = clause.dealing(dealt or "2h 2c").report(what, **({"cards": cards} if cards else {})).phase("stopped")
        table.decide(by=clause.decides.word, confirm=True, reconstruct=True, new_cards=True)
        if kept:
            table.refused("cards_may_not_be_replaced", CITE)
        else:
            by_the_clause(table, "cards_condemned")


def test_cards_seen_while_bets_are_open_may_be_replaced_too() -> None:
    for what in ("extra_card", "exposed_card"):
        clause = plain(what, Consequence.RECONSTRUCT, cards=NewCards.MAY_BE_REPLACED)
        table = clause.table().bets("seat 1 banker 500").report(what, cards="Kd")
        table.decide(by=clause.decides.word, reconstruct=True, new_cards=True)
        by_the_clause(table, "cards_condemned")


@pytest.mark.parametrize(
    ("what", "leads_to"), [(what, to) for what, to in PAIRS if NewCards.REPLACED in CLAUSES[what][to].cards]
)
def test_replaced_cards_are_out_of_use(what: str, leads_to: Consequence) -> None:
    clause = plain(what, leads_to, cards=NewCards.REPLACED)
    table = clause.decided(clause.dealing())
    by_the_clause(table, "cards_condemned")
    table.try_("open_bets").refused("cards_must_be_replaced")
    if NewCards.KEPT in CLAUSES[what][leads_to].cards and what != "out_of_cards":  # Whose shoe is at its end.
        clause = plain(what, leads_to, cards=NewCards.KEPT)
        clause.decided(clause.dealing()).lacks("cards_condemned").do("open_bets")
