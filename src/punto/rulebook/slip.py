"""A slip: the bets and insurance of one finished coup, checked and settled together.

Refusals come in a fixed order: cards, then bets in the order given, then
insurance window by window; within a bet the name before the stake.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from punto.coup import Result, SuitUnknown, WrongCards, result_of
from punto.kit import STAKE_CEILING, Card, Refused, Rounding, Side
from punto.kit.excerpt import excerpt
from punto.rulebook.insurance import most_stake, offers, open_window, settle_insurance, would_win
from punto.rulebook.mistake import known_ones
from punto.rulebook.model import Cell, InsuranceTerms, Rulebook, Window
from punto.rulebook.settlement import Settlement, Terms, settle_bet, undivided


@dataclass(frozen=True, slots=True)
class Insured:
    """An insurance bet as asked for."""

    window: Window
    insures: Side
    stake: int


@dataclass(frozen=True, slots=True)
class Settled:
    """A finished coup with every bet's settlement."""

    result: Result
    bets: dict[str, Settlement]
    insurance: tuple[tuple[Insured, Cell, Settlement], ...]


def settle_slip(
    book: Rulebook,
    cards: Sequence[Card],
    bets: Mapping[str, int],
    insurance: Sequence[Insured],
    terms: Terms,
    decks: int,
) -> Settled:
    """Settle one coup; Refused, with nothing settled, if anything about it is wrong."""
    result = played(book, cards, decks)
    for bet, stake in bets.items():
        _check_bet(book, bet, stake, terms)
    with_cells = _with_cells(book, cards, bets, insurance, terms) if insurance else ()
    try:
        settled = {bet: settle_bet(book, bet, stake, result, terms) for bet, stake in bets.items()}
    except SuitUnknown as error:
        raise Refused(code="suit_needed", message=str(error)) from None
    return Settled(
        result,
        settled,
        tuple((each, cell, settle_insurance(book, cell, each.stake, result, terms)) for each, cell in with_cells),
    )


def played(book: Rulebook, cards: Sequence[Card], decks: int) -> Result:
    """The result of these cards; Refused if the tableau or the shoe cannot have dealt them."""
    _check_shoe(book, cards, decks)
    try:
        return result_of(book.tableau, cards)
    except WrongCards as error:
        cite = book.cite_draw(error.ruling.why) if error.ruling else ""
        raise Refused(code=error.code, message=str(error), cite=cite) from None


def _check_shoe(book: Rulebook, cards: Sequence[Card], decks: int) -> None:
    """No card may come more often than this many decks hold it."""
    if decks > 1 and len(set(cards)) == len(cards):
        return
    for card, times in Counter(cards).items():
        most = decks if card.suit else 4 * decks
        if times > most:
            message = f"{card} is drawn {times} times, but {decks} decks hold it {most} times"
            raise Refused(code="card_not_in_shoe", message=message, cite=book.decks.cite)
    for rank, times in Counter(card.rank for card in cards).items():
        if times > 4 * decks:
            message = f"{rank.sign} is drawn {times} times, but {decks} decks hold it {4 * decks} times"
            raise Refused(code="card_not_in_shoe", message=message, cite=book.decks.cite)


def check_stake(stake: object, what: str) -> int:
    """A stake in whole units; Refused if it is anything else."""
    if not isinstance(stake, int) or isinstance(stake, bool):
        text = stake[:40] if isinstance(stake, str) else excerpt(stake)
        raise Refused(code="stake_not_whole", message=f"{what}: a stake is a whole number of units, not {text!r}")
    if stake <= 0:
        raise Refused(code="stake_not_positive", message=f"{what}: a stake is at least 1 unit, not {excerpt(stake)}")
    if stake > STAKE_CEILING:
        raise Refused(code="stake_too_large", message=f"{what}: no stake may be above {STAKE_CEILING:,} units")
    return stake


def _check_bet(book: Rulebook, bet: str, stake: int, terms: Terms) -> None:
    if bet not in book.bets:
        raise Refused(code="unknown_bet", message=f"{book.id} has no bet {bet[:40]!r}; {known_ones(bet, book.bets)}")
    check_stake(stake, bet)
    if terms.rounding is Rounding.REFUSE and (row := undivided(book.bets[bet], stake, terms)):
        message = f"{bet}: a stake of {stake:,} does not divide at {row.odds}, and this table refuses such stakes"
        raise Refused(code="stake_does_not_divide", message=message, cite=row.cite)


def _with_cells(
    book: Rulebook, cards: Sequence[Card], bets: Mapping[str, int], insurance: Sequence[Insured], terms: Terms
) -> tuple[tuple[Insured, Cell], ...]:
    """Each insurance with its cell, checked window by window as it would have been offered."""
    rules = book.insurance_terms
    if rules is None:
        raise Refused(code="no_insurance", message=f"{book.id} has no insurance")
    windows = list(Window)
    accepted: list[tuple[Insured, Cell]] = []
    for bet in sorted(insurance, key=lambda bet: windows.index(bet.window)):
        what = f"insurance of {bet.insures.value} {bet.window.value}"
        check_stake(bet.stake, what)
        original = _original(book, rules, bets, bet.insures, what)
        first = next((early for early, _ in accepted if early.window is not bet.window), None)
        if not rules.both_windows and first is not None:
            message = f"{what}: who insured {first.window.value} is not offered insurance again"
            raise Refused(code="insured_in_first_window", message=message, cite=rules.windows_cite)
        cell = _offered(book, rules, cards, bet, what)
        _check_cap(rules, cell, bet, original, accepted, what)
        odd = next((odds for odds in cell.wins if (bet.stake * odds.to).denominator != 1), None)
        if terms.rounding is Rounding.REFUSE and odd:
            message = f"{what}: a stake of {bet.stake:,} does not divide at {odd}"
            raise Refused(code="stake_does_not_divide", message=message, cite=cell.cite)
        accepted.append((bet, cell))
    # In the order given; equal insurance in one window is interchangeable.
    cells = {(bet.window, bet.insures): cell for bet, cell in accepted}
    return tuple((bet, cells[bet.window, bet.insures]) for bet in insurance)


def _original(book: Rulebook, rules: InsuranceTerms, bets: Mapping[str, int], side: Side, what: str) -> int:
    bet = book.bet_on(side)
    if bet is None or bet.id not in bets:
        raise Refused(
            code="no_original_bet",
            message=f"{what}: there is no bet on {side.value} to insure",
            cite=rules.original_cite,
        )
    return bets[bet.id]


def _offered(book: Rulebook, rules: InsuranceTerms, cards: Sequence[Card], bet: Insured, what: str) -> Cell:
    drawn = cards[: bet.window.cards]
    for cell in offers(book, drawn):
        if cell.insures is bet.insures and cell.window is bet.window:
            return cell
    points = [card.points for card in drawn]
    if open_window(book, points) is not bet.window:
        rulings = book.tableau.third_cards(points)
        why = "; ".join(ruling.sentence() for ruling in rulings)
        raise Refused(code="insurance_not_offered", message=f"{what} is not offered: {why}", cite=rules.offered_cite)
    totals = f"Player {sum(points[::2]) % 10} v Banker {(points[1] + points[3]) % 10}"
    raise Refused(code="insurance_not_offered", message=f"{what} is not offered at {totals}", cite=rules.offered_cite)


def _check_cap(
    rules: InsuranceTerms,
    cell: Cell,
    bet: Insured,
    original: int,
    accepted: Sequence[tuple[Insured, Cell]],
    what: str,
) -> None:
    same = [(early.stake, early_cell) for early, early_cell in accepted if early.insures is bet.insures]
    most = most_stake(cell, original, same)
    if bet.stake > most:
        already = f", of which {would_win(same)} is taken up" if same else ""
        message = (
            f"{what}: at {cell.odds} at most {most:,} may be staked, so that it wins no more than "
            f"the original bet of {original:,}{already}; {bet.stake:,} was asked"
        )
        raise Refused(code="insurance_above_cap", message=message, cite=rules.cap_cite)
