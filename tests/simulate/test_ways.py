"""Counts as people write and use them: T for tens, several at once, running triggers, cuts, coups after the cut."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import numpy as np
import pytest

from chance.by_hand import SUITED
from cli.calling import Punto
from cli.conftest import punto as punto
from punto.chance import Composition, price
from punto.chance.many import mean_squares, price_many
from punto.kit import Refused
from punto.rulebook import Library
from punto.simulate import dealing_for, job_of
from punto.simulate.count import count_of, read_tags
from punto.simulate.counting import CountReport, chosen_targets, counting, reaching
from punto.simulate.sitting import dealt_at, sitting_of
from punto.simulate.target import bet_gains, targets_of
from punto.simulate.way import Trial, trials_of

BOOK = Library().find("da-hu-ying-xiong")
BETS = ["big_tiger", "small_tiger"]


def counted(trials: Sequence[Trial], bets: Sequence[str] = BETS, shoes: int = 64, after: int = 1) -> CountReport:
    job = job_of(dealing_for(BOOK, 8, 14), shoes, 3)
    targets = chosen_targets(BOOK, 8, list(bets))
    return counting(BOOK, job, targets, 2, trials, cuts=[52], coups_after_cut=after)


def test_ten_is_every_card_that_counts_nothing() -> None:
    count = read_tags("6=-4,T=1")
    assert count.tags[9:] == (1, 1, 1, 1)
    assert count == read_tags("6=-4,t=1") == read_tags("6=-4,10=1") == read_tags("6=-4,0=1")
    assert count == read_tags("6=-4,T=1,J=1,Q=1,K=1") == count_of({"K": 1, "6": -4, "T": 1})
    assert (count.sum_per_deck, count.balanced) == (0, True)
    assert (read_tags("6=-1,T=1").sum_per_deck, read_tags("6=-1,T=1").balanced) == (12, False)
    assert read_tags("K=1").tags[9:] == (0, 0, 0, 1)
    assert count.words() == {"6": -4, "T": 1}
    assert count_of(count.words()) == count
    with pytest.raises(Refused, match="the tag of K is given twice: T is that of J, Q and K too"):
        read_tags("T=1,K=2")


def test_several_counts_in_one_run_are_each_alone() -> None:
    one, other = Trial(read_tags("6=-4,T=1"), 3), Trial(read_tags("3=-1,8=1"), 8, running=True)
    both = counted([one, other])
    for place, trial in enumerate((one, other)):
        alone = counted([trial])
        for many, single in zip(both.targets, alone.targets, strict=True):
            assert many.counted[place] == single.counted[0]
            assert many.perfect == single.perfect


def test_totals_are_the_sums_of_their_bets() -> None:
    report = counted([Trial(read_tags("6=-4,T=1"), 3), Trial(read_tags("6=-1,7=1"), 4)])
    assert [total.perfect for total in report.totals] == [False, False, True]
    for place, total in enumerate(report.totals):
        for depth, taken in enumerate(total.takings):
            parts = [
                (found.perfect if total.perfect else found.counted[place].takings)[depth] for found in report.targets
            ]
            assert taken.units_per_shoe.value == pytest.approx(sum(part.units_per_shoe.value for part in parts))
            assert taken.units_per_100.value == pytest.approx(sum(part.units_per_100.value for part in parts))
            assert taken.bet_share_pct.value == pytest.approx(sum(part.bet_share_pct.value for part in parts))
    assert counted([Trial(read_tags("6=-4,T=1"), 3)], ["tiger"]).totals == ()
    searched = counting(BOOK, report.job, chosen_targets(BOOK, 8, BETS), 2, cuts=[])
    assert [total.way for total in searched.totals] == [None, None]


def test_a_running_trigger_looks_at_the_running_count() -> None:
    """Against the same shoes looked through coup by coup."""
    count, trigger = read_tags("6=-1,T=1"), 9
    report = counted([Trial(count, trigger, running=True)], ["tiger"])
    made, gained, coups = 0, 0.0, 0
    for task in range(report.job.tasks):
        seen = sitting_of(report.job, task)
        gains = bet_gains(BOOK, seen.unseen)[:, list(BOOK.bets).index("tiger")]
        for unseen, gain in zip(seen.unseen, gains, strict=True):
            running = sum(tag * (32 - int(left)) for tag, left in zip(count.tags, unseen, strict=True))
            coups += 1
            made += running >= trigger
            gained += gain if running >= trigger else 0.0
    taken = report.targets[0].counted[0].takings[0]
    assert taken.bet_share_pct.value == pytest.approx(100 * made / coups)
    assert taken.units_per_100.value == pytest.approx(100 * gained / coups)
    assert 0 < made < coups


@pytest.mark.parametrize("after", [0, 1, 2])
def test_so_many_coups_follow_the_one_with_the_cut_card(after: int) -> None:
    job = job_of(dealing_for(BOOK, 8, 20), 64, 3)
    seen = sitting_of(reaching(job, after), 0)
    dealt = dealt_at(seen, job.dealing, 20, after)
    for shoe in range(seen.shoes):
        places = seen.place[seen.shoe == shoe]
        before = sum(place < 416 - 20 for place in places)
        assert dealt[seen.shoe == shoe].tolist() == [number < before + after for number in range(len(places))]
        assert dealt[seen.shoe == shoe].sum() == before + after


def test_more_coups_after_the_cut_are_more_coups() -> None:
    coups = [counted([Trial(read_tags("6=-4,T=1"), 3)], ["tiger"], after=after).coups for after in (0, 1, 2)]
    assert coups[1] - coups[0] == 64
    assert 0 < coups[2] - coups[0] <= 3 * 64


def test_mean_squares_are_those_of_exact_odds() -> None:
    rng = np.random.default_rng(2)
    shoes = 32 - rng.integers(0, 24, size=(12, 13))
    squares = mean_squares(price_many(BOOK, shoes))
    for line, counts in zip(squares, shoes.tolist(), strict=True):
        for found, figures in zip(line, price(BOOK, Composition.of_ranks(counts)).bets, strict=True):
            assert found == pytest.approx(float(figures.variance + figures.edge**2), rel=1e-12)
    mixed = mean_squares(price_many(SUITED, shoes[:1]))[0]
    assert np.isnan(mixed[list(SUITED.bets).index("lucky_pair")])


def test_the_index_is_the_mean_by_the_spread_of_a_coup() -> None:
    """From the figures beside it: a coup wins nothing where no bet is made."""
    taken = counted([Trial(read_tags("6=-4,T=1"), 3)], ["tiger"]).targets[0].counted[0].takings[0]
    assert taken.sd is not None
    assert taken.desirability is not None
    share, mean = taken.bet_share_pct.value / 100, taken.units_per_100.value / 100
    assert taken.edge_when_bet_pct is not None
    square = share * (taken.sd**2 + (taken.edge_when_bet_pct.value / 100) ** 2)
    assert taken.desirability == pytest.approx(1000 * mean / np.sqrt(square - mean**2))
    assert 3 < taken.sd < 4.5  # A tiger pays 12 or 20 to 1.


def test_offers_have_a_spread_too() -> None:
    job = job_of(dealing_for(BOOK, 8, 14), 64, 3)
    report = counting(BOOK, job, targets_of(BOOK, 8), 2, [Trial(read_tags("6=-4,T=1"), 3)], cuts=[])
    spreads = [hand.perfect[0].sd for hand in report.hands]
    assert all(spread is not None and spread > 0.3 for spread in spreads)


@pytest.mark.parametrize(
    ("triggers", "running", "counts", "code"),
    [
        ([3], [4], 1, "trigger_twice"),
        ([3], [], 0, "trigger_alone"),
        ([3, 4], [], 3, "bad_trigger"),
        ([], [1001], 1, "bad_trigger"),
    ],
)
def test_triggers_that_do_not_fit_are_refused(triggers: list[int], running: list[int], counts: int, code: str) -> None:
    with pytest.raises(Refused) as refused:
        trials_of([read_tags("3=1,4=-1")] * counts, triggers, running)
    assert refused.value.code == code


def test_a_trigger_is_for_all_counts_or_one_for_each() -> None:
    counts = [read_tags("3=1,4=-1"), read_tags("6=-4,T=1")]
    assert [trial.trigger for trial in trials_of(counts, [3], [])] == [3, 3]
    assert [(trial.trigger, trial.running) for trial in trials_of(counts, [], [3, 5])] == [(3, True), (5, True)]
    assert [trial.trigger for trial in trials_of(counts, [], [])] == [None, None]


def test_the_command_tells_it_in_text_json_and_csv(punto: Punto) -> None:
    options = ["counts", "da-hu-ying-xiong", "--bet", "tiger", "--bet", "big_tiger", "--shoes", "64", "--cuts", "52"]
    options += ["--tags", "6=-1,T=1", "--tags", "6=-4,T=1", "--running-trigger", "9", "--coups-after-cut", "0"]
    text = " ".join(punto(*options).out.split())
    for words in (
        "cut 14, 0 coups after it",
        "Count 6 -1, T +1 (correlation",
        "sum per deck +12, unbalanced): bet from running count +9 on",
        "sum per deck +0, balanced)",
        "units / shoe",
        "desirability",
        "All bets together",
    ):
        assert words in text
    told = punto(*options, "--json").json
    assert told["coups_after_cut"] == 0
    [tiger, _] = told["bets"]
    assert [(way["sum_per_deck"], way["balanced"], way["running"]) for way in tiger["counts"]] == [
        (12, False, True),
        (0, True, True),
    ]
    assert [line["cut"] for line in tiger["counts"][0]["by_cut"]] == [14, 52]
    assert len(told["totals"]) == 3
    lines = list(csv.DictReader(io.StringIO(punto(*options, "--csv").out)))
    assert len(lines) == (2 * 3 + 3) * 2
    first = next(line for line in lines if line["name"] == "Tiger" and line["way"] == "count")
    assert float(first["units_per_shoe"]) == tiger["counts"][0]["units_per_shoe"]
    assert (first["trigger_is"], first["sum_per_deck"], first["tags"]) == ("running", "12", "6=-1 T=1")


def test_no_cuts_may_be_wanted(punto: Punto) -> None:
    options = ["counts", "easy-six", "--bet", "easy_six", "--shoes", "64", "--tags", "6=-4,T=1", "--trigger", "3"]
    assert [line["cut"] for line in punto(*options, "--cuts", "none", "--json").json["bets"][0]["by_cut"]] == [14]
    for wrong, sentence in (
        (["--cuts", "few"], "--cuts 'few' is no list of cuts"),
        (["--cuts", "5"], "figures cannot be taken with the cut card 5 from the end: shoes are dealt to 14"),
        (["--coups-after-cut", "3"], "0, 1 or 2 are"),
        (["--json", "--csv"], "choose one"),
    ):
        called = punto(*options, *wrong)
        assert called.status == 2
        assert sentence in called.err
