"""What pages are told of a table: plain values, the same for everybody who may look at it.

Cards are in it once they are drawn and never before; an undealt card is nowhere.
"""

from __future__ import annotations

from typing import Any

import msgspec

from punto.coup import hands
from punto.house.live import LiveTable
from punto.house.squeezing import may_ask, veil
from punto.house.timing import earliest_draw, insurable, squeeze_ends
from punto.kit import Rounding
from punto.report.roads import roads
from punto.rulebook import Rulebook, most_stake
from punto.table import State
from punto.table.insurance import insurance_taken, open_offers
from punto.table.limits import sides
from punto.table.squeeze import may_squeeze, waives


def table_view(live: LiveTable) -> dict[str, Any]:
    """A table as every page sees it now."""
    state = live.state
    table = state.table
    step = live.next_step()
    until = earliest_draw(state, live.history, live.settings)
    return {
        "table": live.id,
        "name": live.settings.name or live.id,
        "version": table.version,
        "now": live.now().isoformat(),
        "phase": table.phase,
        "dealer": live.settings.dealer,
        "next": {"at": step.at.isoformat(), "waits_for": step.waits_for} if step else None,
        "insurance_until": until.isoformat() if until else None,
        "sign": msgspec.to_builtins(table.sign) if table.sign else None,
        "shoe": _shoe(state),
        "coup": _coup(live),
        "coups": table.coups,
        "pending": _pending(state),
        "disabled": [msgspec.to_builtins(one.switch) for one in live.switches.off_at(live.id)],
    }


def _shoe(state: State) -> dict[str, Any] | None:
    shoe = state.table.shoe
    if shoe is None:
        return None
    return {
        "number": shoe.number,
        "source": shoe.source,
        "commitment": shoe.commitment,
        "cards_left": shoe.left,
        "decks": shoe.decks,
        "last_coup": shoe.coups_after_cut is not None,
        "finished": shoe.condemned or (shoe.coups_after_cut or 0) >= 1,
        "untouched": shoe.out == 0,
        "aside": [str(card) for card in shoe.aside],
        "condemned": shoe.condemned,
    }


def _coup(live: LiveTable) -> dict[str, Any] | None:
    state = live.state
    coup = state.table.coup
    if coup is None or state.book is None:
        return None
    dealt = hands(state.rules.tableau, coup.cards)
    turn = state.rules.tableau.next_side(coup.points) if state.table.phase == "dealing" else None
    terms = state.rules.insurance_terms
    return {
        "number": coup.number,
        "ended": coup.ended,
        "player": [str(card) for card in dealt.player],
        "banker": [str(card) for card in dealt.banker],
        "player_points": sum(card.points for card in dealt.player) % 10 if dealt.player else None,
        "banker_points": sum(card.points for card in dealt.banker) % 10 if dealt.banker else None,
        "turn": turn.value if turn else None,
        "bets": [msgspec.to_builtins(bet) | {"plays": bet.plays} for bet in coup.bets],
        "insurance": [msgspec.to_builtins(one) for one in coup.insurance],
        "offers": _offers(state) if state.table.phase == "dealing" else [],
        "insurable": state.table.phase == "dealing" and insurable(state),
        "waived": terms.squeeze_waives_cite if terms and coup.waived else "",
        "left": list(coup.left),
        "may_ask": may_ask(state, live.settings),
        "requests": _requests(state),
        "squeeze": _squeeze(live),
        "choosing": list(coup.choosing),
        "chosen": dict(coup.chosen),
        "settlement": msgspec.to_builtins(coup.settlement) if coup.settlement else None,
        "differentials": _differentials(state),
    }


def _requests(state: State) -> list[dict[str, Any]]:
    """Squeezes asked for, with what was answered and what consent would waive; gone once the card has come."""
    cite = state.rules.procedure.get("squeeze", "")
    return [
        msgspec.to_builtins(one) | {"cite": cite, "waives": waives(state, one.card)}
        for one in state.coup.requests
        if may_squeeze(state, one.patron, one.card)
    ]


def _squeeze(live: LiveTable) -> dict[str, Any] | None:
    """The cards that lie face down, who squeezes which, and until when; no time where they wait for another card."""
    lies = veil(live.state)
    if not lies.squeezed and not lies.waits:
        return None
    until = squeeze_ends(live.state, live.history, live.settings)
    return {"by": lies.squeezed, "waits": lies.waits, "until": until.isoformat() if until else None}


def _offers(state: State) -> list[dict[str, Any]]:
    """What may be insured, and for each bet on that hand how much still."""
    told = []
    terms, rounding = state.rules.insurance_terms, Rounding(state.sign.rounding)
    for cell in open_offers(state):
        original = state.rules.bet_on(cell.insures)
        # Who walked away is offered nothing more; nor, in some documents, is who insured in the first window.
        barred = set(state.coup.left)
        if terms and not terms.both_windows:
            barred |= {one.patron for one in state.coup.insurance if one.window != cell.window.value}
        most = [
            {
                "patron": bet.patron,
                "box": bet.box,
                "most": most_stake(
                    cell, bet.plays, insurance_taken(state, bet.patron, bet.box, cell.insures), rounding
                ),
            }
            for bet in state.coup.bets
            if original and bet.bet == original.id and bet.patron not in barred
        ]
        told.append(
            {
                "window": cell.window.value,
                "insures": cell.insures.value,
                "player": cell.player,
                "banker": cell.banker,
                "odds": cell.odds.text,
                "wins_on": "loss" if cell.on_loss else "tie",
                "cite": cell.cite,
                "most": most,
            }
        )
    return told


def _pending(state: State) -> dict[str, Any] | None:
    pending = state.table.coup.pending if state.table.coup else None
    if pending is None:
        return None
    return {
        "what": pending.what,
        "cite": pending.cite,
        "decides": pending.decides,
        "cards": [str(card) for card in pending.cards],
    }


def _differentials(state: State) -> list[dict[str, Any]]:
    """For each box with money on a hand: what lies there and what the limit is."""
    found = []
    for box in sorted({bet.box for bet in state.coup.bets}):
        on = sides(state.rules, state.coup.bets, box)
        found.append({"box": box, "player": on.player, "banker": on.banker, "limit": state.sign.differential_max})
    return found


def history_view(live: LiveTable) -> dict[str, Any]:
    """The shoe's roads and the last coups."""
    return {
        "roads": roads_view(live),
        "coups": [
            {"coup": past.number, "at": past.at, "version": past.version, **msgspec.to_builtins(past.ended)}
            for past in reversed(live.history.last)
        ],
    }


def roads_view(live: LiveTable) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(roads(live.history.shoe))
    return found


def felt_view(book: Rulebook) -> dict[str, Any]:
    """The felt of a rulebook: its areas in order, with printed odds and paragraphs."""
    return {
        "id": book.id,
        "edition": book.edition,
        "title": {"en": book.title.en, "zh": book.title.zh},
        "source": book.source,
        "commission": {"rate": book.commission.printed, "cite": book.commission.cite} if book.commission else None,
        "sha256": book.sha256,
        "bets": [
            {
                "id": bet.id,
                "name": {"en": bet.name.en, "zh": bet.name.zh},
                "hand": bet.hand.value if bet.hand else None,
                "cite": bet.cite,
                "pays": [
                    {"when": str(row.when), "odds": str(row.odds), "cite": row.cite, "commission": row.commission}
                    | {"asks": {fact: list(values) for fact, values in row.when.asks}}
                    for row in bet.pays
                ],
            }
            for bet in book.bets.values()
        ],
        "insurance": [
            {"insures": area.insures.value, "name": {"en": area.name.en, "zh": area.name.zh}, "cite": area.cite}
            for area in book.areas
            if area.insures
        ],
        "squeeze": book.procedure.get("squeeze", ""),
        "paragraphs": {one.number: one.says for one in book.paragraphs},
        "readings": {f"reading:{one.id}": one.reads for one in book.readings},
    }
