"""What the pit and the dealer are told of a table beyond what everybody sees: clauses, who decides, who is there."""

from __future__ import annotations

from typing import Any, Final, get_args

from punto.house.live import LiveTable
from punto.house.notices import notices
from punto.house.reports import lately, words_of
from punto.house.view import table_view
from punto.rulebook import Authority, Rulebook, Window
from punto.rulebook.model import Irregularity, NewCards
from punto.table.commands import Reported
from punto.table.limits import sides
from punto.table.opening import CHANGEABLE
from punto.table.state import State

_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "foreign_card": ("cards",),
    "excess": ("cards",),
    "wrong_number_of_cards": ("cards", "reconstruct"),
    "extra_card": ("cards", "reconstruct"),
    "exposed_card": ("cards", "reconstruct"),
    "wrong_area": ("cards", "reconstruct"),
    "simultaneous": ("cards", "new_cards"),
    "neglected_insurance": ("patron", "box", "window", "insures"),
}
"""What each report says besides a note."""

_SEALED: Final = ("extra_card", "exposed_card", "simultaneous")
"""Reports whose cards a virtual shoe names by itself."""


def pit_view(live: LiveTable) -> dict[str, Any]:
    """A table as the pit sees it."""
    view = table_view(live)
    state = live.state
    book = state.book
    return view | {
        "title": book.title.as_dict() if book else None,
        "bets": {bet.id: bet.name.as_dict() for bet in book.bets.values()} if book else {},
        "pending": _pending(state),
        "people": _people(state),
        "excess": _excess(state),
        "reports": lately(live),
        "notices": notices(live),
        "commission": {"printed": book.commission.printed, "cite": book.commission.cite}
        if book and book.commission
        else None,
        "opens_with": {"rulebook": live.settings.rulebook, "settings": live.settings.sign},
    }


def _pending(state: State) -> dict[str, Any] | None:
    pending = state.table.coup.pending if state.table.coup else None
    if pending is None:
        return None
    clause = state.rules.irregularities.get(pending.what)
    told = _clause(state.rules, clause) if clause else {}
    return told | {
        "what": pending.what,
        "cite": pending.cite,
        "says": words_of(state.book, pending.cite),
        "decides": pending.decides,
        "cards": [str(card) for card in pending.cards],
        "takes": "decision" if clause else "ruling",
    }


def _people(state: State) -> list[dict[str, Any]]:
    """Everybody with money on the layout, or with a choice, and what they have there."""
    coup = state.table.coup
    if coup is None:
        return []
    chosen = dict(coup.chosen)
    names = dict.fromkeys([*(bet.patron for bet in coup.bets), *coup.choosing, *chosen])
    return [
        {
            "patron": name,
            "boxes": sorted({bet.box for bet in coup.bets if bet.patron == name}),
            "seated": any(bet.patron == name and bet.stance == "seated" for bet in coup.bets),
            "staked": sum(bet.stake for bet in coup.bets if bet.patron == name),
            "insured": sum(one.stake for one in coup.insurance if one.patron == name),
            "left": name in coup.left,
            "choosing": name in coup.choosing,
            "chosen": chosen.get(name),
        }
        for name in names
    ]


def _excess(state: State) -> list[dict[str, Any]]:
    """Boxes beyond their differential, while that can still be put right."""
    if state.table.phase != "betting" or (limit := state.sign.differential_max) is None:
        return []
    found = []
    for box in sorted({bet.box for bet in state.coup.bets}):
        on = sides(state.rules, state.coup.bets, box)
        if (over := abs(on.player - on.banker) - limit) > 0:
            found.append({"box": box, "player": on.player, "banker": on.banker, "limit": limit, "over": over})
    return found


def dealer_view(live: LiveTable) -> dict[str, Any]:
    """What does not change from coup to coup: clauses for a report, times, and where cards come from."""
    book = live.state.book
    source = live.state.table.shoe.source if live.state.table.shoe else live.settings.cards
    clauses = book.irregularities if book else {}
    return {
        "table": live.id,
        "cards": live.settings.cards,
        "dealer": live.settings.dealer,
        "ranks": [rank.word for rank in Authority],
        "reports": [
            {"what": what, "fields": _fields(what, source)}
            | (_clause(book, clauses[what]) if book and what in clauses else _uncovered(book))
            for what in get_args(Reported)
        ],
        "windows": [window.value for window in Window] if book and book.insurance else [],
        "procedure": {step: {"cite": cite, "says": words_of(book, cite)} for step, cite in book.procedure.items()}
        if book
        else {},
        "changeable": list(CHANGEABLE),
        "differential": _clause(book, clauses["over_differential"])
        if book and "over_differential" in clauses
        else None,
        "seconds": {
            "bets": live.settings.betting_seconds,
            "insurance": live.settings.insurance_seconds,
            "choice": live.settings.choice_seconds,
        },
    }


def _fields(what: str, source: str) -> list[str]:
    fields = _FIELDS.get(what, ())
    return [one for one in fields if not (one == "cards" and source == "virtual" and what in _SEALED)]


def _clause(book: Rulebook, clause: Irregularity) -> dict[str, Any]:
    return {
        "cite": clause.cite,
        "says": words_of(book, clause.cite),
        "leads_to": clause.leads_to.value,
        "decides": clause.decides.word,
        "options": clause.options.value,
        "options_cite": clause.options_cite,
        "options_says": words_of(book, clause.options_cite),
        "may_replace_cards": clause.cards is NewCards.MAY_BE_REPLACED,
    }


def _uncovered(book: Rulebook | None) -> dict[str, Any]:
    """No clause speaks of it: the Shift Manager rules."""
    clause = book.irregularities.get("uncovered") if book else None
    cite = clause.cite if clause else ""
    return {
        "cite": cite,
        "says": words_of(book, cite),
        "leads_to": "ruling",
        "decides": Authority.SHIFT_MANAGER.word,
        "options": "never",
    }
