"""Faults a table once had, put back by hand: each must be found by the books, and soon."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from dataclasses import replace as with_changes
from importlib import import_module
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from punto.kit import Refused
from punto.rulebook import decided
from punto.table import (
    betting,
    choice,
    consequence,
    correction,
    dealing,
    insurance,
    irregularity,
    limits,
    neglect,
    reconstruction,
    report,
    ruling,
    shares,
    squeeze,
)
from punto.table import commands as c
from punto.table import events as e
from punto.table.face_down import veil
from punto.table.settlement import voided
from punto.table.state import State
from shifts.shift import Broken, Find, run_in_memory

# The package names its two functions like their modules.
DECIDING = import_module("punto.table.decide")
DECIDE: dict[type[c.Command], Any] = DECIDING._HANDLERS
HANDLERS: dict[type[e.Event], Any] = import_module("punto.table.evolve")._HANDLERS


def nothing(*_: Any) -> None:
    """Instead of a check."""


def no_events(*_: Any) -> list[e.Event]:
    return []


def _certain_without_aside(state: State) -> dict[str, str]:
    return dict(decided(state.rules, state.coup.cards))


def _claim_by_todays_sign(state: State, clause: Any, noted: Any) -> Any:
    return neglect.claim_of(state, clause, noted)._replace(sign=state.sign)


def _all_new(state: State, cards: Any) -> Any:
    record = state.coup.cards if state.table.coup else ()
    return reconstruction.NamedCards((*record, *cards), cards)


_surplus = reconstruction._surplus


def _thrown_away(state: State, clause: Any, cards: Any, can: bool) -> list[e.Event]:
    if can or state.table.phase != "dealing":
        return _surplus(state, clause, cards, can)
    gone = e.CardsDiscarded(cards=" ".join(map(str, cards)), cite=clause.cite)
    return [gone, *choice.options(state, clause, reconstructed=False)]


_open_offers = insurance.open_offers


def _offers_beside_a_card(state: State) -> list[Any]:
    """What is on offer as if no card lay aside."""
    if state.table.shoe is None:
        return _open_offers(state)
    table = replace(state.table, shoe=replace(state.table.shoe, aside=()))
    return _open_offers(with_changes(state, table=table))


_set_aside = HANDLERS[e.CardsSetAside]


def _uncounted(table: Any, event: Any) -> Any:
    after = _set_aside(table, event)
    return replace(after, shoe=replace(after.shoe, out=table.shoe.out, seen=table.shoe.seen))


def _whole_side(book: Any, bets: Any, box: int, hand: Any) -> int:
    return sum(bet.stake for bet in limits.on_hand(book, bets, box, hand))


_uncovered = betting._uncovered


def _withdrawal_refused(state: State, rest: Any) -> list[e.Event]:
    if _uncovered(state, rest):
        raise Refused(code="differential_exceeded", message="it would leave the box beyond its differential")
    return []


_above_maximum = limits._above_maximum


def _maximum_of_a_patron(book: Any, sign: Any, then: Any, bet: Any, lies: int) -> Any:
    return _above_maximum(book, sign, [bet], bet, lies)


def _shares_without_room(book: Any, sign: Any, heavy: Any, room: int) -> list[e.Share]:
    least, _ = sign.limits_of(heavy[0].bet)
    total = sum(bet.stake for bet in heavy)
    return [
        e.Share(patron=bet.patron, box=bet.box, bet=bet.bet, effective=max(least, bet.stake * room // total))
        for bet in heavy
        if bet.stake >= least
    ]


_draw_card: Callable[..., list[e.Event]] = DECIDE[c.DrawCard]


def _surplus_keystroke(state: State, command: Any) -> list[e.Event]:
    try:
        return _draw_card(state, command)
    except Refused as refused:
        if refused.refusal.code != "card_not_in_shoe" or "excess" not in state.rules.irregularities:
            raise
        excess = e.IrregularityReported(what="excess", cite="5.5.2", leads_to="void", decides="", reporter="dealer")
        return [excess, voided(state, "5.5.2", "excess"), e.CardsCondemned(cite="5.5.2")]


_require: Callable[..., str] = vars(squeeze)["require"]


def _dealer_consents(command: Any, least: Any, *rest: Any) -> str:
    return _require(command, type(least).DEALER, *rest)


_resolved: Callable[..., list[e.Event]] = vars(consequence)["resolved"]


def _five_kinds(state: State, clause: Any, cards: Any, can: bool) -> list[e.Event]:
    return [] if clause.what == "dealing_error" else _resolved(state, clause, cards, can)


_card_drawn = HANDLERS[e.CardDrawn]


def _nobody_dealt(table: Any, event: Any) -> Any:
    return _card_drawn(table, replace(event, dealer=""))


def _turned_by_anybody(state: State, command: c.TurnCard) -> list[e.Event]:
    """What is squeezed is turned by whoever asks."""
    squeezed: Any = tuple(veil(state).squeezed)
    return [e.CardTurned(patron=command.patron, cards=squeezed, cite=state.rules.procedure.get("squeeze", ""))]


_patron_left = HANDLERS[e.PatronLeft]


def _left_and_choosing(table: Any, event: Any) -> Any:
    after = _patron_left(table, event)
    return replace(after, coup=replace(after.coup, choosing=table.coup.choosing))


def _only_these(state: State, lighter: Any, events: list[e.Event]) -> list[e.Event]:
    return events


def _same(table: Any, event: Any) -> Any:
    return table


@dataclass(frozen=True)
class Fault:
    """One mistake, as patches of the table."""

    name: str
    row: int
    """Where it stands in the list of what was once wrong."""
    patches: tuple[Callable[[], Any], ...]
    document: str | None = None
    """A document that has the clause; all five in turn if not given."""
    soon: bool = True
    """Whether a few hundred coups show it."""

    @contextmanager
    def put_back(self) -> Iterator[None]:
        made = [make() for make in self.patches]
        for one in made:
            one.start()
        try:
            yield
        finally:
            for one in reversed(made):
                one.stop()


def instead(module: Any, name: str, value: Any) -> Callable[[], Any]:
    return lambda: patch.object(module, name, value)


def folded(kind: type[e.Event], handler: Any) -> Callable[[], Any]:
    return lambda: patch.dict(HANDLERS, {kind: handler})


FULL, INSURED, SUPPLEMENT = "rws-baccarat", "da-hu-ying-xiong", "insurance-lucky-six"

FAULTS = (
    Fault(
        "anybody names the order of a sealed shoe",
        1,
        (instead(report, "require_order_unsealed", nothing), instead(irregularity, "require_order_unsealed", nothing)),
        FULL,
    ),
    Fault(
        "a right number of cards is put in another order",
        1,
        (instead(reconstruction, "_require_wrong_number", nothing),),
    ),
    Fault(
        "an outcome is judged without the cards that were exposed",
        2,
        (instead(choice, "certain", _certain_without_aside), instead(consequence, "certain", _certain_without_aside)),
        FULL,
    ),
    Fault(
        "a paid round is not voided",
        3,
        (instead(consequence, "is_current", lambda state: state.table.phase in ("betting", "dealing")),),
    ),
    Fault("a paid round is closed to a ruling", 3, (instead(ruling, "_REOPENED", ("betting", "dealing")),)),
    Fault(
        "today's sign settles an earlier round",
        4,
        (instead(State, "coup_sign", property(lambda self: self.sign)),),
        SUPPLEMENT,
        soon=False,
    ),
    Fault(
        "today's sign judges a claim",
        4,
        (instead(consequence, "claim_of", _claim_by_todays_sign),),
        INSURED,
        soon=False,
    ),
    Fault("a corrected record leaves the payment", 5, (instead(correction, "settlement_reversed", no_events),)),
    Fault("cards on record are drawn a second time", 6, (instead(reconstruction, "cards_found", _all_new),), FULL),
    Fault(
        "cards that cannot be put in order are thrown away",
        6,
        (instead(reconstruction, "_surplus", _thrown_away),),
        FULL,
    ),
    Fault(
        "somebody insures against a card that lies aside",
        6,
        (instead(insurance, "open_offers", _offers_beside_a_card),),
        INSURED,
        soon=False,
    ),
    Fault("an extra card has not left the shoe", 6, (folded(e.CardsSetAside, _uncounted),), FULL),
    Fault(
        "a waiver outlives its squeeze",
        6,
        (
            instead(betting, "lapsed", no_events),
            instead(choice, "lapsed", no_events),
            instead(correction, "lapsed", no_events),
            instead(consequence, "lapsed", no_events),
        ),
        INSURED,
        soon=False,
    ),
    Fault(
        "a claim leaves a beaten patron richer",
        6,
        (instead(neglect, "_won_by_insurance", lambda claim: 0),),
        INSURED,
        soon=False,
    ),
    Fault("who sits has no priority", 7, (instead(limits, "_seated_on", _whole_side),), soon=False),
    Fault("a withdrawal is refused", 7, (instead(betting, "_uncovered", _withdrawal_refused),)),
    Fault("the maximum is a patron's", 7, (instead(limits, "_above_maximum", _maximum_of_a_patron),), FULL, soon=False),
    Fault("shares do not add up", 7, (instead(shares, "_pro_rata", _shares_without_room),)),
    Fault(
        "a surplus keystroke voids the round",
        8,
        (lambda: patch.dict(DECIDE, {c.DrawCard: _surplus_keystroke}),),
        FULL,
        soon=False,
    ),
    Fault("a dealer's report decides", 8, (instead(irregularity, "decided_at_once", lambda *_: True),)),
    Fault(
        "a report that a graver one replaced is gone with it",
        8,
        (instead(irregularity, "waits_again", _only_these), instead(ruling, "waits_again", _only_these)),
    ),
    Fault(
        "a dealer waives everybody's insurance", 8, (instead(squeeze, "require", _dealer_consents),), "rws-insurance"
    ),
    Fault("anybody turns a squeezed card", 8, (lambda: patch.dict(DECIDE, {c.TurnCard: _turned_by_anybody}),), FULL),
    Fault("drawing on ends everybody's choice", 8, (instead(dealing, "require_no_choice", nothing),), FULL),
    Fault("a name in acting is enough", 8, (instead(DECIDING, "require_assigned", nothing),)),
    Fault("who dealt the round decides about it", 8, (folded(e.CardDrawn, _nobody_dealt),)),
    Fault("who dealt the round rules on it", 8, (instead(ruling, "require_not_dealt", nothing),), soon=False),
    Fault("another order needs no reason", 1, (instead(consequence, "_require_reason", nothing),), FULL),
    Fault("who has left is waited for", 10, (folded(e.PatronLeft, _left_and_choosing),), FULL, soon=False),
    Fault("after a foreign card the same shoe goes on", 9, (folded(e.CardsCondemned, _same),)),
    Fault("only five kinds of error give a choice", 10, (instead(consequence, "resolved", _five_kinds),), FULL),
)


def coups_until_found(fault: Fault, find: Find, most: int, shift: int = 50) -> tuple[int, str]:
    """How many coups the books take to find a fault, and what they say; 0 where they do not within so many."""
    done, seed = 0, 0
    with fault.put_back():
        while done < most:
            seed += 4 if seed else 1_000_000  # Every fourth seed has the worst dealer.
            try:
                done += run_in_memory(seed, shift, find, fault.document, walk=False).coups
            except Broken as broken:
                return done + max(1, broken.coups), str(broken)
    return 0, ""
