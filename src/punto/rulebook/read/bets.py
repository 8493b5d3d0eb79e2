"""Bets and their pay rows in a rulebook file."""

from __future__ import annotations

from punto.coup import FACTS
from punto.coup.facts import Value
from punto.kit import PUSH, Push, Side, read_percent
from punto.rulebook.mistake import known_ones, nearest
from punto.rulebook.model import Bet, Commission, PayRow
from punto.rulebook.read.section import Section, quote
from punto.rulebook.read.toml import UNREADABLE
from punto.rulebook.when import Condition


def read_bets(root: Section) -> dict[str, Bet]:
    """The bets in the order of the file, by id."""
    bets: dict[str, Bet] = {}
    for section in root.tables("bet", required=True):
        bet = _bet(section)
        if bet.id in bets:
            section.wrong("duplicate_bet", "id", f"there are two bets {bet.id!r}", "give each bet its own id")
        if other := next((b for b in bets.values() if bet.hand and b.hand is bet.hand), None):
            section.wrong("two_bets_on_a_hand", "hand", f"{other.id} backs that hand already", "one bet a hand")
        # A bet that cannot be named still has its place, so that later ones are reported at theirs.
        bets[section.path if bet.id in ("", *bets) else bet.id] = bet
    return bets


def _bet(section: Section) -> Bet:
    id = section.id()
    hand = section.word("hand", Side) if section.has("hand") else None
    cite = section.text("cite")
    rows = tuple(map(_row, section.tables("pays", required=True)))
    bet = Bet(id, section.name(), cite, section.text("lose_cite", cite), rows, hand)
    section.done(["hand"])
    return bet


def _row(section: Section) -> PayRow:
    when = _condition(section.table("when"))
    odds = section.odds("odds")
    cite = section.text("cite")
    commission = section.flag("commission", False)
    section.done()
    if commission and isinstance(odds, Push):
        section.wrong("commission_on_push", "commission", "a returned stake has no commission", "take it out")
    return PayRow(when, PUSH if odds is None else odds, cite, commission)


def _condition(section: Section) -> Condition:
    asks: list[tuple[str, tuple[Value, ...]]] = []
    for word, value in section.rest().items():
        if value is UNREADABLE:
            continue
        if word in FACTS:
            fact_name: str | None = word
        else:
            fact_name = nearest(word, [name for name in FACTS if name not in section.rest()])
            fix = known_ones(word, FACTS)
            section.wrong("unknown_fact", word, f"no fact is called {word[:40]!r}", fix, guessed=fact_name is not None)
        if fact_name is None:
            continue
        fact = FACTS[fact_name]
        values = value if isinstance(value, list) else [value]
        # True == 1 in Python; a flag and a number must not pass for each other.
        good = [v for v in values if any(v == allowed and type(v) is type(allowed) for allowed in fact.values)]
        if len(good) < len(values) or not good:
            choices = ", ".join(str(v).lower() if isinstance(v, bool) else str(v) for v in fact.values)
            section.wrong("unknown_value", word, f"{word} cannot be {quote(value)}", f"known: {choices}")
        asks.append((fact_name, tuple(good)))
    return Condition(tuple(asks))


def read_commission(root: Section, bets: dict[str, Bet]) -> Commission | None:
    """The rate, which must be there if and only if a pay row takes it."""
    takes_commission = any(row.commission for bet in bets.values() for row in bet.pays)
    if not root.has("commission"):
        if takes_commission:
            what = "a pay row takes a commission, but there is no rate"
            root.wrong("no_commission_rate", "commission", what, 'add [commission] with rate = "5%"')
        return None
    section = root.table("commission")
    printed, cite = section.text("rate"), section.text("cite")
    section.done()
    if not takes_commission:
        section.wrong("unused_commission", "", "no pay row takes it", "mark a row with commission = true, or drop it")
    try:
        return Commission(read_percent(printed), printed, cite) if printed else None
    except ValueError as error:
        section.wrong("bad_rate", "rate", str(error), "mend the rate")
        return None
