"""Settlement of one bet, and of insurance: to the unit, with its paragraph."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.coup import Result, Scope, result_of
from punto.kit import PUSH, NotWhole, Odds, Rounding, Side, read_cards, read_odds
from punto.kit.cards import ALL_CARDS
from punto.rulebook import (
    Cell,
    PayRow,
    Rounded,
    Rulebook,
    Terms,
    Window,
    most_stake,
    offers,
    open_window,
    paying_row,
    settle_bet,
    settle_insurance,
    terms_of,
    undivided,
    would_win,
)
from punto.rulebook.when import Condition
from rulebook.shelf import book, shipped

LUCKY = "insurance-lucky-six"
BANKER_WINS = read_cards("2h 3c 4d 4s")
PLAYER_WINS = read_cards("3h 3c 4d 3s")
TIE = read_cards("3h 3c 4d 4s")
stakes = st.integers(1, 10**15)
roundings = st.sampled_from([Rounding.DOWN, Rounding.NEAREST])


def result(rules: Rulebook, cards: tuple[object, ...] = BANKER_WINS) -> Result:
    return result_of(rules.tableau, cards)  # type: ignore[arg-type]


@st.composite
def results(draw: st.DrawFn) -> Result:
    """A coup dealt from any cards at all."""
    tableau = book("easy-six").tableau
    cards = [draw(st.sampled_from(ALL_CARDS)) for _ in range(4)]
    while tableau.next_side([card.points for card in cards]):
        cards.append(draw(st.sampled_from(ALL_CARDS)))
    return result_of(tableau, cards)


@given(st.sampled_from(shipped()), results(), stakes, roundings)
def test_what_comes_back(id: str, result: Result, stake: int, rounding: Rounding) -> None:
    rules = book(id)
    for bet in rules.bets.values():
        settled = settle_bet(rules, bet.id, stake, result, terms_of(rules, rounding))
        row = paying_row(rules, bet.id, result)
        assert settled.row is row
        match settled.outcome:
            case "lose":
                assert row is None
                assert (settled.odds, settled.winnings, settled.payback, settled.cite) == (None, 0, 0, bet.lose_cite)
            case "push":
                assert (settled.odds, settled.winnings, settled.payback) == (PUSH, 0, stake)
            case "win":
                assert row is not None
                assert settled.odds is row.odds
                assert settled.payback == stake + settled.winnings
                assert settled.winnings >= 0
                assert isinstance(row.odds, Odds)
                kept = terms_of(rules).commission if row.commission else 0
                exact = stake * row.odds.to * (1 - kept)
                whole = exact.denominator == 1
                assert settled.rounded == (None if whole else Rounded(exact, rounding))
                assert settled.winnings == exact or not whole
        assert settled.commission >= 0
        assert settled.outcome == "win" or settled.rounded is None
        assert row is None or settled.cite == row.cite


@given(stakes, roundings, st.fractions(0, Fraction(1, 2), max_denominator=200))
def test_commission_comes_out_of_the_winnings_and_is_never_negative(
    stake: int, rounding: Rounding, rate: Fraction
) -> None:
    rules = book(LUCKY)
    settled = settle_bet(rules, "banker", stake, result(rules), Terms(rounding, rate))
    assert settled.winnings + settled.commission == stake
    assert abs(settled.commission - stake * rate) < 1


def test_a_win_with_commission() -> None:
    rules = book(LUCKY)
    settled = settle_bet(rules, "banker", 101, result(rules), terms_of(rules))
    assert (settled.outcome, settled.winnings, settled.commission, settled.payback) == ("win", 95, 6, 196)
    assert settled.row is rules.bets["banker"].pays[0]
    other = settle_bet(rules, "banker", 100, result(rules), terms_of(rules, commission=Fraction(1, 25)))
    assert (other.winnings, other.commission) == (96, 4)
    free = settle_bet(rules, "banker", 100, result(rules), terms_of(rules, commission=Fraction(0)))
    assert (free.winnings, free.commission) == (100, 0)


def test_what_the_house_keeps_is_rounded_like_the_winnings() -> None:
    row = PayRow(Condition(()), read_odds("1 to 2"), "1.1", commission=True)
    rules = replace(book(LUCKY), bets={"banker": replace(book(LUCKY).bets["banker"], pays=(row,))})
    settled = settle_bet(rules, "banker", 3, result(rules), Terms(Rounding.NEAREST, Fraction(1, 10)))
    assert (settled.winnings, settled.commission) == (1, 1)  # 1.35 of 1.5


def test_a_row_without_commission_takes_none_whatever_the_table_s_rate() -> None:
    rules = book(LUCKY)
    settled = settle_bet(rules, "player", 100, result(rules, PLAYER_WINS), Terms(commission=Fraction(1, 20)))
    assert (settled.winnings, settled.commission, settled.cite) == (100, 0, "reading:standard-player")


def test_the_first_row_that_fits_pays() -> None:
    rules = book("easy-six")
    six = result(rules, read_cards("6h 6c 6d 6s Ad Kc"))
    row = paying_row(rules, "player_pair", six)
    assert row is rules.bets["player_pair"].pays[0]
    assert settle_bet(rules, "player_pair", 10, six, Terms()).winnings == 130


def test_terms() -> None:
    assert Terms() == Terms(Rounding.DOWN, Fraction(0))
    assert terms_of(book("easy-six")) == Terms(Rounding.DOWN, Fraction(0))
    assert terms_of(book(LUCKY)) == Terms(Rounding.DOWN, Fraction(1, 20))
    assert terms_of(book(LUCKY), Rounding.NEAREST, Fraction(1, 50)) == Terms(Rounding.NEAREST, Fraction(1, 50))


def test_a_refusing_table_raises_on_a_fraction() -> None:
    rules = book("easy-six")
    six = result(rules, read_cards("Kh 2c 2d 4s As"))
    assert settle_bet(rules, "banker", 100, six, Terms(Rounding.REFUSE)).winnings == 50
    with pytest.raises(NotWhole):
        settle_bet(rules, "banker", 101, six, Terms(Rounding.REFUSE))


def test_stakes_that_do_not_divide() -> None:
    rules = book("easy-six")
    terms = Terms(Rounding.REFUSE)
    player, banker = rules.bets["player"], rules.bets["banker"]
    assert undivided(player, 20, terms) is None
    assert undivided(player, 19, terms) is player.pays[0]
    assert undivided(banker, 1, terms) is banker.pays[0]
    assert undivided(banker, 2, terms) is None
    assert undivided(rules.bets["tie"], 1, terms) is None
    assert undivided(book(LUCKY).bets["player"], 10, terms_of(book(LUCKY), Rounding.REFUSE)) is None
    lucky = book(LUCKY).bets["banker"]
    assert undivided(lucky, 20, terms_of(book(LUCKY), Rounding.REFUSE)) is None
    assert undivided(lucky, 10, terms_of(book(LUCKY), Rounding.REFUSE)) is lucky.pays[0]
    assert undivided(lucky, 10, terms_of(book(LUCKY), Rounding.REFUSE, Fraction(1, 10))) is None


@given(
    stakes.map(lambda stake: stake % 1000 + 1),
    st.sampled_from(["1 to 2", "5 to 2", "1.05 to 1", "3 to 1"]),
    st.integers(0, 99),
)
def test_a_stake_that_divides_is_settled_by_a_refusing_table(stake: int, odds: str, percent: int) -> None:
    """Even where the winnings are whole and what the house keeps is not."""
    row = PayRow(Condition(()), read_odds(odds), "1.1", commission=True)
    bet = replace(book(LUCKY).bets["banker"], pays=(row,))
    rules = replace(book(LUCKY), bets={"banker": bet})
    terms = Terms(Rounding.REFUSE, Fraction(percent, 100))
    if undivided(bet, stake, terms) is None:
        settled = settle_bet(rules, "banker", stake, result(rules), terms)
        assert settled.winnings + settled.commission == stake * read_odds(odds).to
    else:
        with pytest.raises(NotWhole):
            settle_bet(rules, "banker", stake, result(rules), terms)


def cell(on_loss: str | None, on_tie: str | None, insures: Side = Side.BANKER) -> Cell:
    loss, tie = read_odds(on_loss) if on_loss else None, read_odds(on_tie) if on_tie else PUSH
    return Cell(Window.AFTER_FOUR_CARDS, insures, 3, 7, loss, tie, "4.1.2", "3.17")


@pytest.mark.parametrize(
    ("one", "cards", "outcome", "payback", "cite"),
    [
        (cell("4 to 1", None), PLAYER_WINS, "win", 50, "4.1.2"),
        (cell("4 to 1", None), BANKER_WINS, "lose", 0, "4.1.2"),
        (cell("4 to 1", None), TIE, "push", 10, "3.17"),
        (cell(None, "8 to 1"), PLAYER_WINS, "lose", 0, "4.1.2"),
        (cell(None, "8 to 1"), TIE, "win", 90, "3.17"),
        (cell("4 to 1", None, Side.PLAYER), PLAYER_WINS, "lose", 0, "4.1.2"),
        (cell("4 to 1", None, Side.PLAYER), BANKER_WINS, "win", 50, "4.1.2"),
        (cell("1.5 to 1", "2 to 1"), PLAYER_WINS, "win", 25, "4.1.2"),
        (cell("1.5 to 1", "2 to 1"), TIE, "win", 30, "3.17"),
    ],
)
def test_how_insurance_ends(one: Cell, cards: tuple[object, ...], outcome: str, payback: int, cite: str) -> None:
    rules = book("da-hu-ying-xiong")
    settled = settle_insurance(rules, one, 10, result(rules, cards), Terms())
    assert (settled.outcome, settled.payback, settled.cite) == (outcome, payback, cite)
    assert settled.winnings == (payback - 10 if outcome == "win" else 0)


def test_insurance_is_rounded_like_a_bet() -> None:
    rules = book("da-hu-ying-xiong")
    one = cell("1.5 to 1", None)
    assert settle_insurance(rules, one, 3, result(rules, PLAYER_WINS), Terms()).winnings == 4
    assert settle_insurance(rules, one, 3, result(rules, PLAYER_WINS), Terms(Rounding.NEAREST)).winnings == 5


def test_the_odds_a_lammer_shows() -> None:
    assert str(cell("4 to 1", None).odds) == "4 to 1"
    assert str(cell(None, "8 to 1").odds) == "8 to 1"
    assert str(cell("4 to 1", "8 to 1").odds) == "4 to 1"


cells = st.builds(
    cell,
    st.sampled_from(["1 to 1", "1.5 to 1", "4 to 1", "10 to 1"]),
    st.sampled_from([None, "1 to 2", "2 to 1", "8 to 1"]),
) | st.builds(cell, st.none(), st.sampled_from(["2 to 1", "8 to 1"]))


@given(cells, st.integers(1, 10_000), st.lists(st.tuples(st.integers(1, 500), cells), max_size=3))
def test_insurance_never_wins_more_than_the_original_bet(
    one: Cell, original: int, taken: list[tuple[int, Cell]]
) -> None:
    most = most_stake(one, original, taken)
    best = max(odds.to for odds in (one.on_loss, one.on_tie) if odds and odds is not PUSH)  # type: ignore[union-attr]
    before = would_win(taken)
    assert before == sum(stake * max(odds.to for odds in early.wins) for stake, early in taken)
    assert most >= 0
    if most:
        assert before + most * best <= original
    if before + best <= original:
        assert before + (most + 1) * best > original
    else:
        assert most == 0


def test_nothing_taken_takes_nothing_up() -> None:
    assert would_win([]) == 0
    assert isinstance(would_win([]), Fraction)


def test_the_cell_of_hands_that_count_more_than_ten() -> None:
    (found,) = offers(book("da-hu-ying-xiong"), read_cards("9h 9c 4d 8s"))
    assert (found.player, found.banker, found.insures) == (3, 7, Side.BANKER)


def test_windows() -> None:
    rules = book("da-hu-ying-xiong")
    assert open_window(rules, [2, 3, 0, 4]) is Window.AFTER_FOUR_CARDS
    assert open_window(rules, [6, 3, 0, 0]) is Window.AFTER_FOUR_CARDS
    assert open_window(rules, [6, 7, 0, 0]) is None
    assert open_window(rules, [9, 3, 0, 0]) is None
    assert open_window(rules, [2, 3, 0, 0, 9]) is Window.AFTER_PLAYER_THIRD_CARD
    assert open_window(rules, [2, 3, 0, 0, 8]) is None
    assert open_window(rules, [6, 3, 0, 0, 8]) is None
    assert open_window(rules, [2, 3, 0, 0, 9, 1]) is None
    assert open_window(rules, [2, 3, 0]) is None
    assert open_window(rules, []) is None


@pytest.mark.parametrize(
    ("asks", "words", "scope"),
    [
        ((), "always", Scope.TOTALS),
        ((("points", (6,)), ("banker_cards", (2,))), "points 6, banker cards 2", Scope.TOTALS),
        ((("pairs", (1, 2)),), "pairs 1 or 2", Scope.RANKS),
        ((("natural", (True,)), ("twin_pair", (False,))), "natural yes, twin pair no", Scope.RANKS),
        ((("winner", ("tie",)), ("player_suited_pair", (True,))), "winner tie, player suited pair yes", Scope.SUITS),
    ],
)  # fmt: skip
def test_conditions_in_words(
    asks: tuple[tuple[str, tuple[str | int | bool, ...]], ...], words: str, scope: Scope
) -> None:
    assert str(Condition(asks)) == words
    assert Condition(asks).scope is scope


def test_a_condition_asks_for_every_fact() -> None:
    tie = result(book("easy-six"), TIE)
    assert Condition(()).holds(tie)
    assert Condition((("winner", ("tie",)), ("points", (6, 7)))).holds(tie)
    assert not Condition((("winner", ("tie",)), ("points", (6, 8)))).holds(tie)
    assert not Condition((("winner", ("player", "banker")), ("points", (7,)))).holds(tie)


def test_a_bet_of_no_rows_asks_nothing() -> None:
    assert replace(book("easy-six").bets["tie"], pays=()).scope is Scope.TOTALS
