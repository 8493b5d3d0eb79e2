"""What pages are told of a table: plain values, the same for everybody who may look at it.

Cards are in it once they are drawn and never before, and those that somebody squeezes only when
they are turned; an undealt card is nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from punto.coup import hands
from punto.house.live import LiveTable, Seen
from punto.house.squeezing import Covered, may_ask
from punto.house.timing import earliest_draw, insurable
from punto.kit import Card, Rounding
from punto.report.roads import roads
from punto.rulebook import most_stake
from punto.table import State
from punto.table.insurance import insurance_taken, open_offers
from punto.table.limits import sides
from punto.table.squeeze import may_squeeze, waives

FACE_DOWN = "??"
"""A card that has come and that nobody sees yet."""


def table_view(live: LiveTable, seen: Seen | None = None) -> dict[str, Any]:
    """A table as every page sees it now."""
    state, hidden = seen = seen or live.seen()
    table = state.table
    until = None if hidden else earliest_draw(state, live.history, live.settings)
    return {
        "table": live.id,
        "name": live.settings.name or live.id,
        "version": table.version,
        "now": live.now().isoformat(),
        "phase": "dealing" if hidden else table.phase,
        "dealer": live.settings.dealer,
        "next": _next(live, hidden),
        "insurance_until": until.isoformat() if until else None,
        "sign": msgspec.to_builtins(table.sign) if table.sign else None,
        "shoe": _shoe(state),
        "coup": _coup(live, seen),
        "coups": table.coups,
        "pending": _pending(state),
        "disabled": [msgspec.to_builtins(one.switch) for one in live.switches.off_at(live.id)],
    }


def _next(live: LiveTable, hidden: Covered | None) -> dict[str, Any] | None:
    """What the pages count down to. What comes after a squeeze would tell how the card looks."""
    if hidden and hidden.until:
        return {"at": hidden.until.isoformat(), "waits_for": "squeeze"}
    step = live.next_step()
    return {"at": step.at.isoformat(), "waits_for": step.waits_for} if step else None


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


def _coup(live: LiveTable, seen: Seen) -> dict[str, Any] | None:
    state, hidden = seen
    coup = state.table.coup
    if coup is None or state.book is None:
        return None
    dealt = hands(state.rules.tableau, coup.cards)
    dealing = state.table.phase == "dealing" and not hidden
    turn = state.rules.tableau.next_side(coup.points) if dealing else None
    terms = state.rules.insurance_terms
    return {
        "number": coup.number,
        "ended": None if hidden else coup.ended,
        **_hand("player", dealt.player, hidden),
        **_hand("banker", dealt.banker, hidden),
        "turn": turn.value if turn else None,
        "bets": [msgspec.to_builtins(bet) | {"plays": bet.plays} for bet in coup.bets],
        "insurance": [msgspec.to_builtins(one) for one in coup.insurance],
        "offers": _offers(state) if dealing else [],
        "insurable": dealing and insurable(state),
        "waived": terms.squeeze_waives_cite if terms and coup.waived else "",
        "left": list(coup.left),
        "may_ask": {} if hidden and hidden.until else may_ask(state, live.settings),
        "requests": _requests(state),
        "squeeze": _squeeze(hidden),
        "choosing": list(coup.choosing),
        "chosen": dict(coup.chosen),
        "settlement": msgspec.to_builtins(coup.settlement) if coup.settlement and not hidden else None,
        "differentials": _differentials(state),
        "late": [msgspec.to_builtins(one) for one in live.late.of(coup.number)],
    }


def _hand(side: str, cards: Sequence[Card], hidden: Covered | None) -> dict[str, Any]:
    down = [hidden is not None and hidden.hides(side, place) for place in range(len(cards))]
    return {
        side: [FACE_DOWN if face_down else str(card) for card, face_down in zip(cards, down, strict=True)],
        f"{side}_points": sum(card.points for card in cards) % 10 if cards and not any(down) else None,
    }


def _requests(state: State) -> list[dict[str, Any]]:
    """Squeezes asked for, with what was answered and what consent would waive; gone once the card has come."""
    cite = state.rules.procedure.get("squeeze", "")
    return [
        msgspec.to_builtins(one) | {"cite": cite, "waives": waives(state, one.card)}
        for one in state.coup.requests
        if may_squeeze(state, one.patron, one.card)
    ]


def _squeeze(hidden: Covered | None) -> dict[str, Any] | None:
    """The cards that lie face down, who squeezes which, and until when; no time where they wait for another card."""
    if hidden is None:
        return None
    until = hidden.until.isoformat() if hidden.until else None
    return {"by": hidden.lies.squeezed, "waits": hidden.lies.waits, "until": until}


def squeezed_faces(live: LiveTable, patron: str) -> dict[str, list[str]]:
    """The faces of the cards this patron squeezes at this moment: theirs alone until everybody sees them."""
    state, hidden = live.seen()
    if hidden is None or hidden.until is None:
        return {}
    dealt = hands(state.rules.tableau, state.coup.cards)
    of = {"player": dealt.player[:2], "banker": dealt.banker[:2]}
    of |= {"player_third": dealt.player[2:], "banker_third": dealt.banker[2:]}
    return {card: [str(one) for one in of[card]] for card, who in hidden.lies.squeezed.items() if who == patron}


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
    seen = live.seen()
    return {
        "roads": roads_view(live, seen),
        "coups": [
            {"coup": past.number, "at": past.at, "version": past.version, **msgspec.to_builtins(past.ended)}
            for past in reversed(live.history.last)
            if past.version <= seen.told
        ],
        "remarks": [
            {"coup": one.coup, "version": one.version, **msgspec.to_builtins(one.event)}
            for one in live.history.remarks
            if one.version <= seen.told
        ],
    }


def roads_view(live: LiveTable, seen: Seen | None = None) -> dict[str, Any]:
    """The shoe's roads, without a coup whose last card is still being squeezed."""
    told = (seen or live.seen()).told
    found: dict[str, Any] = msgspec.to_builtins(roads([coup for version, coup in live.history.shoe if version <= told]))
    return found
