"""Refusals that the documents do not bear: what somebody of rank was in the right to ask for at that moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shifts.clauses import RANKS, covered, decides
from shifts.insured import claimable
from shifts.round import must

if TYPE_CHECKING:
    from shifts.books import Books
    from shifts.matters import Who


def check_refused(books: Books, command: Any, code: str, who: Who) -> None:
    """A right that was refused is a violation; most refusals are as they should be, and nothing is said here."""
    if books.sign is None or books.matters.pending is not None or code in ("not_assigned", "unknown_rank"):
        return
    match str(command.__struct_config__.tag):
        case "withdraw_bet":
            must(code != "differential_exceeded", "a withdrawal is refused because of the box (5.6)")
        case "place_bet" if code == "differential_exceeded" and not command.also:
            _check_seated(books, command)
        case "rule" if code == "no_coup":
            now = books.now
            must(now is None or now.stage == "voided", "a round still on the table is closed to a ruling")
        case "report":
            _check_report(books, command, code, who)


def _check_seated(books: Books, command: Any) -> None:
    """5.1: a seated bet is measured without the standing bets on its own side."""
    now = books.round
    if command.stance != "seated" or command.bet not in ("player", "banker") or not now.lies:
        return
    limit, other = books.sign.differential_max, "banker" if command.bet == "player" else "player"
    own = command.stake + sum(
        stake for at, stake in now.bets.items() if at[1:] == (command.box, command.bet) and now.stances[at] == "seated"
    )
    whole = now.on(command.box, command.bet) + command.stake
    light = now.on(command.box, other)
    must(own - light > limit or light - whole > limit, "a seated bet that fits is refused")


def _check_report(books: Books, command: Any, code: str, who: Who) -> None:
    now = books.now
    on_table = now is not None and now.stage in ("dealing", "paying", "concluded")
    if command.what in ("wrong_area", "face_up", "wrong_number_of_cards") and covered(books.document, command.what):
        must(not (on_table and code == "no_coup"), f"{command.what} is refused, and the round is on the table")
    if command.what != "neglected_insurance" or RANKS.get(who.rank, 0) < decides(books.document, command.what):
        return
    claim = (command.patron, command.box, command.insures, command.window)
    of_now = now is not None and now.settled and command.coup in (None, now.number)
    round_ = now if of_now else books.before
    if round_ is None or not round_.settled or command.coup not in (None, round_.number):
        return
    due = claimable(books.document, round_, claim)
    must(due == 0 or books.shoe is None, f"{due} is due to {command.patron} by 5.13, and it is refused: {code}")
