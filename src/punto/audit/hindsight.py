"""Hindsight: what the file in use today would decide otherwise about coups played by the one it replaced.

Books are judged by the file whose hash they recorded. A later file of the same edition may read the document
otherwise; that is no fault of books made before, but whoever keeps them wants to know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from punto.audit.felt import Felt
from punto.audit.limits import shares
from punto.audit.paying import Due, due_on_bet, due_on_insurance, offered_on
from punto.coup import Result, WrongCards, result_of
from punto.rulebook import Rulebook, Window
from punto.table import Event, Sign, kind_of
from punto.table import events as e

if TYPE_CHECKING:
    from punto.audit.walk import Walk


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that was right by the file of its time and would be decided otherwise by today's."""

    table: str
    version: int
    coup: int
    what: str
    then: str
    now: str

    def __str__(self) -> str:
        return f"table {self.table}, coup {self.coup}, event {self.version}: {self.what} {self.then}, today {self.now}"


def differences(walk: Walk, event: Event, version: int) -> Iterator[Difference]:
    """What today's file would make of the event that was just walked."""
    for why in walk.otherwise:
        yield Difference(walk.table, version, walk.coups, kind_of(event), why, "that is a fault")
    today, felt = walk.today, walk.felt
    if today is None or felt is None:
        return
    match event:
        case e.CoupSettled():
            apart = _settled(walk.rules, today, felt.sign, felt)
        case e.CardDrawn() | e.CardsReconstructed() if felt.sign.insurance:
            apart = _offered(walk.rules, today, felt)
        case e.BetsClosed():
            apart = _closed(today, walk.terms, felt)
        case e.IrregularityReported(again=False):
            apart = _reported(walk.rules, today, event.what)
        case _:
            return
    for what, then, now in apart:
        yield Difference(walk.table, version, walk.coups, what, then, now)


def _closed(today: Rulebook, sign: Sign, felt: Felt) -> Iterator[tuple[str, str, str]]:
    """Each bet of which another part would play, where the file in use says how a box is shared."""
    due = shares(today, sign, felt) if today.limits else {}
    for place, effective in due.items():
        chips, (patron, box, bet) = felt.bets[place], place
        if chips.plays != effective:
            yield f"of {patron}'s {bet} {chips.stake} in box {box}", f"{chips.plays} plays", f"{effective} plays"


def _settled(book: Rulebook, today: Rulebook, sign: Sign, felt: Felt) -> Iterator[tuple[str, str, str]]:
    """Each bet and each insurance that would be paid otherwise."""
    then, now = (_result(rules, felt) for rules in (book, today))
    if then is None or now is None:
        yield "the cards", "are a coup" if then else "are none", "are a coup" if now else "are none"
        return
    for (patron, box, bet), chips in felt.bets.items():
        was = due_on_bet(book, sign, bet, chips.plays, then)
        becomes = due_on_bet(today, sign, bet, chips.plays, now) if bet in today.bets else None
        yield from _apart(f"{patron}'s {bet} {chips.stake} in box {box}", was, becomes)
    for slip in felt.insurance:
        was = due_on_insurance(slip.cell, slip.stake, then, sign.rounding)
        cell = offered_on(today, felt.cards[: Window(slip.window).cards]).get(slip.insures)
        becomes = due_on_insurance(cell, slip.stake, now, sign.rounding) if cell else None
        what = f"{slip.patron}'s insurance of {slip.insures.value} {slip.stake} in box {slip.box}"
        yield from _apart(what, was, becomes)


def _result(book: Rulebook, felt: Felt) -> Result | None:
    try:
        return result_of(book.tableau, felt.cards)
    except WrongCards:
        return None


def _apart(what: str, was: Due, becomes: Due | None) -> Iterator[tuple[str, str, str]]:
    if becomes is None:
        yield what, f"gives {was.payback} back", "is not taken"
    elif was.payback != becomes.payback:
        yield what, f"gives {was.payback} back by {was.cite}", f"gives {becomes.payback} back by {becomes.cite}"


def _offered(book: Rulebook, today: Rulebook, felt: Felt) -> Iterator[tuple[str, str, str]]:
    """Insurance that would be offered at other odds, or not."""
    was, becomes = (offered_on(rules, felt.cards) for rules in (book, today))
    for side in dict.fromkeys((*was, *becomes)):
        then, now = (
            f"is offered at {cells[side].odds}" if side in cells else "is not offered" for cells in (was, becomes)
        )
        if then != now:
            yield f"insurance of {side.value}", then, now


def _reported(book: Rulebook, today: Rulebook, what: str) -> Iterator[tuple[str, str, str]]:
    """A clause that leads to something else, or leaves it to somebody else."""
    then, now = (_clause(rules, what) for rules in (book, today))
    if then != now:
        yield what.replace("_", " "), then, now


def _clause(book: Rulebook, what: str) -> str:
    clause = book.irregularities.get(what)
    if clause is None:
        return "takes a ruling"
    words = (clause.leads_to.value, clause.decides.word, clause.options.value, clause.cards.value)
    leads_to, decides, options, cards = (word.replace("_", " ") for word in words)
    return f"leads to {leads_to} ({decides} decides, options {options}, cards {cards})"
