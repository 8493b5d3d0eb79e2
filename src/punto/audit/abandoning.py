"""Abandoning: a sealed shoe that is never revealed, by the house alone, and what must become of its round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from punto.audit.decided import Matter, list_decided
from punto.audit.finding import hold
from punto.audit.sequel import certain
from punto.rulebook import Consequence
from punto.table import events as e

if TYPE_CHECKING:
    from punto.audit.walk import Walk


def shoe_abandoned(walk: Walk, event: e.ShoeAbandoned) -> None:
    shoe = walk.cards_in_use()
    hold(walk.giver.is_clock, "abandons a shoe, which the house alone does")
    hold(shoe.virtual, "abandons a shoe whose cards can be read")
    hold(event.number == shoe.number, f"abandons shoe {event.number}, and shoe {shoe.number} is on the table")
    hold(bool(event.note.strip()), "abandons a shoe, and does not say why")
    walk.check_concluded()
    clauses = walk.rules.irregularities
    what = "interruption" if "interruption" in clauses else "out_of_cards"
    clause = clauses.get(what)
    cite = clause.cite if clause else ""
    hold(event.cite == cite, f"cites {event.cite}, and an abandoned shoe is {what} by {cite}")
    report = e.IrregularityReported(
        what=what, cite=cite, leads_to=clause.leads_to.value if clause else Consequence.VOID.value, decides=""
    )
    walk.matter = Matter(report, cite, "house", "", event.note)
    walk.pending = walk.lighter = walk.returning = None
    walk.account.shoes_unrevealed += 1
    list_decided(walk, "the order of shoe", f"{event.number}", "unrevealed")
    judged = clause is not None and clause.leads_to is Consequence.CONCLUDE_IF_ESTABLISHED_ELSE_VOID
    felt = walk.felt
    dealing = felt is not None and felt.stage == "dealing"
    goes_on = dealing and (certain(walk, walk.coup()) if judged else walk.is_complete)
    hold(event.goes_on == goes_on, f"has its round {'go on' if event.goes_on else 'end'}, against {cite or what}")
    shoe.abandoned = True
    if goes_on:
        walk.expect(e.ShoeOpened, *((e.CoupContinued,) if judged else ()))
    elif felt is not None and felt.live:
        walk.expect(e.CoupVoided)
    else:
        walk.previous = felt or walk.previous
        walk.shoe = walk.felt = None


HANDLERS: dict[type[e.Event], Any] = {e.ShoeAbandoned: shoe_abandoned}
