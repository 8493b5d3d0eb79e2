"""Every bet and every insurance cell of the five documents, on every coup, as the second implementation has it."""

import random
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import oracle
from oracle.dealing import Side as OracleSide
from oracle.insurance import Window as OracleWindow
from punto.coup import Result, Scope, result_of
from punto.kit import PUSH, Odds, Rounding, Side
from punto.rulebook import (
    Cell,
    Rulebook,
    Terms,
    Window,
    decided,
    established,
    most_stake,
    offers,
    paying_row,
    settle_bet,
    settle_insurance,
    terms_of,
)
from rulebook.shelf import book, cards_of, coups, finish, ranks_of

WHOLE = 400
"""A stake that every printed odds divide, commission and all."""

ODD_STAKES = (1, 3, 7, 25, 99, 101, 12_345, 10**15 - 1)
SIDES: tuple[OracleSide, ...] = ("player", "banker")
WINDOWS: dict[int, tuple[OracleWindow, Window]] = {
    4: ("after_four_cards", Window.AFTER_FOUR_CARDS),
    5: ("after_player_third_card", Window.AFTER_PLAYER_THIRD_CARD),
}
WITH_INSURANCE = ("rws-insurance", "insurance-lucky-six", "da-hu-ying-xiong")


def paybacks(rules: Rulebook, result: Result, stake: int, terms: Terms) -> list[int]:
    return [settle_bet(rules, bet, stake, result, terms).payback for bet in rules.bets]


@pytest.mark.parametrize("document", oracle.DOCUMENTS)
def test_the_layout_has_the_document_s_bets_in_its_order(document: str) -> None:
    assert list(book(document).bets) == oracle.bets(document)


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", range(10))
@pytest.mark.parametrize("document", sorted(oracle.DOCUMENTS, key=lambda document: document != "rws-baccarat"))
def test_every_bet_on_every_coup(document: str, first: int) -> None:
    rules = book(document)
    terms = terms_of(rules)
    known: dict[Result, list[int]] = {}
    bets = oracle.bets(document)
    for values in coups((first,)):
        ranks = ranks_of(values)
        result = result_of(rules.tableau, cards_of(ranks))
        if result not in known:
            known[result] = paybacks(rules, result, WHOLE, terms)
        assert known[result] == [oracle.payback(document, bet, ranks, WHOLE) for bet in bets], ranks


@pytest.mark.parametrize("document", oracle.DOCUMENTS)
def test_every_pay_row_at_odd_stakes_under_both_roundings(document: str) -> None:
    """One coup for each set of rows that pay together: the test above has shown that the others pay alike."""
    rules = book(document)
    seen: set[tuple[Fraction, ...]] = set()
    reached: set[tuple[str, int]] = set()
    for values in product((0, 1, 2, 3, 4, 6, 7), repeat=4):
        for filler in (2, 5, 13):
            ranks = finish(ranks_of(values), filler)
            result = result_of(rules.tableau, cards_of(ranks))
            exact = tuple(oracle.payback(document, bet, ranks, 1) for bet in rules.bets)
            if exact in seen:
                continue
            seen.add(exact)
            for bet in rules.bets.values():
                reached |= {
                    (bet.id, place) for place, row in enumerate(bet.pays) if row is paying_row(rules, bet.id, result)
                }
            for stake in ODD_STAKES:
                exactly = [oracle.payback(document, bet, ranks, stake) for bet in rules.bets]
                assert paybacks(rules, result, stake, terms_of(rules)) == list(map(oracle.round_down, exactly))
                nearest = paybacks(rules, result, stake, terms_of(rules, Rounding.NEAREST))
                assert nearest == list(map(oracle.round_nearest, exactly))
    assert reached == {(bet.id, place) for bet in rules.bets.values() for place in range(len(bet.pays))}


@pytest.mark.parametrize("rate", [Fraction(0), Fraction(1, 40), Fraction(1, 20), Fraction(1, 3)])
def test_banker_with_any_commission(rate: Fraction) -> None:
    rules = book("insurance-lucky-six")
    ranks = (13, 4, 2, 4)
    result = result_of(rules.tableau, cards_of(ranks))
    for stake in range(1, 200):
        exact = oracle.payback("insurance-lucky-six", "banker", ranks, stake, rate)
        down = settle_bet(rules, "banker", stake, result, terms_of(rules, commission=rate))
        assert down.payback == oracle.round_down(exact)
        nearest = settle_bet(rules, "banker", stake, result, terms_of(rules, Rounding.NEAREST, rate))
        assert nearest.payback == oracle.round_nearest(exact)


@pytest.mark.parametrize("document", oracle.DOCUMENTS)
def test_bets_on_pairs_for_every_rank_of_the_first_four_cards(document: str) -> None:
    rules = book(document)
    terms = terms_of(rules)
    bets = [bet.id for bet in rules.bets.values() if bet.scope is Scope.RANKS]
    assert bets == [bet for bet in oracle.bets(document) if "pair" in bet]
    for first in product(range(1, 14), repeat=4):
        for filler in (1, 12):
            ranks = finish(first, filler)
            result = result_of(rules.tableau, cards_of(ranks))
            for bet in bets:
                expected = oracle.payback(document, bet, ranks, WHOLE)
                assert settle_bet(rules, bet, WHOLE, result, terms).payback == expected, ranks


def same_offer(cell: Cell | None, expected: oracle.Offer | None) -> bool:
    if cell is None or expected is None:
        return cell is None and expected is None
    on_loss = None if cell.on_loss is None else cell.on_loss.to
    on_tie = "push" if cell.on_tie is PUSH else cell.on_tie.to if isinstance(cell.on_tie, Odds) else None
    return (on_loss, on_tie) == expected


@pytest.mark.parametrize("document", oracle.DOCUMENTS)
def test_every_offer_in_both_windows(document: str) -> None:
    rules = book(document)
    offered = 0
    for four in product(range(10), repeat=4):
        deals = [four]
        if oracle.next_hand(four) is not None:
            deals += [(*four, value) for value in range(10)]
        for values in deals:
            theirs, ours = WINDOWS[len(values)]
            found = offers(rules, cards_of(ranks_of(values)))
            assert all(cell.window is ours for cell in found)
            for side in SIDES:
                cell = next((cell for cell in found if cell.insures is Side(side)), None)
                assert same_offer(cell, oracle.offer(document, theirs, side, values)), (values, side)
                offered += cell is not None
    assert (offered > 0) == (document in WITH_INSURANCE)


@pytest.mark.parametrize("cards", range(4))
def test_no_insurance_is_offered_before_four_cards_or_after_six(cards: int) -> None:
    rules = book("da-hu-ying-xiong")
    assert offers(rules, cards_of([1, 2, 3, 4][:cards])) == []
    assert offers(rules, cards_of([13, 13, 13, 13, 1, 2])) == []


def test_the_offer_checks_can_fail() -> None:
    cell = offers(book("da-hu-ying-xiong"), cards_of([2, 2, 1, 5]))[0]
    assert same_offer(cell, oracle.Offer(Fraction(4), "push"))
    assert not same_offer(cell, oracle.Offer(Fraction(3), "push"))
    assert not same_offer(cell, oracle.Offer(Fraction(4), Fraction(8)))
    assert not same_offer(cell, None)
    assert not same_offer(None, oracle.Offer(Fraction(4), "push"))


@pytest.mark.parametrize("first", range(10))
@pytest.mark.parametrize("document", WITH_INSURANCE)
def test_insurance_of_every_coup(document: str, first: int) -> None:
    rules = book(document)
    known: dict[tuple[Cell, str], Fraction] = {}
    offered = cache(lambda drawn: offers(rules, cards_of(ranks_of(drawn))))
    for values in coups((first,)):
        windows = [(seen, cells) for seen in range(4, len(values)) if (cells := offered(values[:seen]))]
        if not windows:
            continue
        result = result_of(rules.tableau, cards_of(ranks_of(values)))
        for seen, cells in windows:
            for cell in cells:
                insures = SIDES[cell.insures is Side.BANKER]
                exact = oracle.insurance_payback(document, WINDOWS[seen][0], insures, values, 1)
                if (cell, result.winner) not in known:
                    known[cell, result.winner] = exact
                    for stake in (WHOLE, *ODD_STAKES):
                        down = settle_insurance(rules, cell, stake, result, terms_of(rules))
                        assert down.payback == oracle.round_down(stake * exact)
                        nearest = settle_insurance(rules, cell, stake, result, terms_of(rules, Rounding.NEAREST))
                        assert nearest.payback == oracle.round_nearest(stake * exact)
                # Ours looks at the cell and the winner alone; so must theirs.
                assert known[cell, result.winner] == exact, (values, cell)


@pytest.mark.parametrize("document", WITH_INSURANCE)
def test_the_cap_over_both_windows_in_every_cell(document: str) -> None:
    rules = book(document)
    cells = list(rules.insurance.values())
    early = [cell for cell in cells if cell.window is Window.AFTER_FOUR_CARDS]
    for cell in cells:
        for original in (1, 100, 101, 1234):
            assert most_stake(cell, original, []) == oracle.insurance_room(document, original, [], cell.odds.to)
            for taken, first in ((stake, other) for stake in (1, 20, 33) for other in early[:: len(early) // 3]):
                expected = oracle.insurance_room(document, original, [(taken, first.odds.to)], cell.odds.to)
                assert most_stake(cell, original, [(taken, first)]) == expected


@pytest.mark.parametrize("document", WITH_INSURANCE)
def test_whether_both_windows_may_be_used(document: str) -> None:
    terms = book(document).insurance_terms
    assert terms is not None
    assert terms.both_windows is oracle.second_window_allowed(document, insured_in_first=True)


def test_the_agreement_can_fail() -> None:
    """The comparison sees a pay row that is off by one."""
    ranks = (13, 2, 2, 4, 1)
    result = result_of(book("rws-baccarat").tableau, cards_of(ranks))
    ours = settle_bet(book("rws-baccarat"), "banker_wins_on_6", WHOLE, result, Terms()).payback
    assert ours == oracle.payback("rws-baccarat", "banker_wins_on_6", ranks, WHOLE)
    assert ours != oracle.payback("rws-baccarat", "banker_wins_on_6", ranks, WHOLE + 1)


def legal_starts(length: int, count: int) -> list[tuple[int, ...]]:
    """Ranks of part-dealt or complete coups, as many as asked, the same every time."""
    chooser = random.Random(f"starts of {length}")
    found: list[tuple[int, ...]] = []
    while len(found) < count:
        # Few ranks, so that pairs are as common as hands without one.
        pool = chooser.sample(range(1, 14), 3) if len(found) % 2 else range(1, 14)
        ranks: tuple[int, ...] = ()
        while len(ranks) < length and oracle.next_hand([oracle.value(rank) for rank in ranks]) is not None:
            ranks = (*ranks, chooser.choice(pool))
        if len(ranks) == length:
            found.append(ranks)
    return found


STARTS: dict[int, list[tuple[int, ...]]] = {
    0: [()],
    1: [(rank,) for rank in range(1, 14)],
    2: legal_starts(2, 15),
    3: legal_starts(3, 40),
    4: legal_starts(4, 150),
    5: legal_starts(5, 300),
    6: legal_starts(6, 60),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("length", STARTS)
@pytest.mark.parametrize("document", oracle.DOCUMENTS)
def test_what_a_part_dealt_coup_has_already_decided(document: str, length: int) -> None:
    words = {"win": "won", "lose": "lost"}
    some = 0
    for ranks in STARTS[length]:
        expected = oracle.settled_early(document, ranks)
        found = decided(book(document), cards_of(ranks))
        assert {bet: words[fate] for bet, fate in found.items()} == {b: f for b, f in expected.items() if f}, ranks
        assert established(book(document), cards_of(ranks)) is oracle.established(document, ranks)
        some += bool(found)
    assert (some > 0) == (length > 2)
