"""Simulated figures against exact ones: every bet and every offer inside four standard errors, the seeds fixed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.kernel.deal import Tallies, deal, no_tallies
from punto.kit import Refused
from punto.rulebook import Library, read_rulebook
from punto.simulate import dealing_for, job_of, on_threads, score, shoes_for, simulate
from punto.simulate.engine import Job

SHELF = Library()
DOCUMENTS = ["da-hu-ying-xiong", "easy-six", "insurance-lucky-six", "rws-baccarat", "rws-insurance"]


@pytest.mark.parametrize("id", DOCUMENTS)
def test_every_bet_and_offer_is_within_four_standard_errors(id: str) -> None:
    book = SHELF.find(id)
    dealing = dealing_for(book, 8, 14)
    done = simulate(job_of(dealing, shoes_for(dealing, 10_000_000), 20261116), on_threads(2))
    assert done.complete
    assert abs(done.tallies.coups - 10_000_000) < 100_000
    found = score(book, 8, done.tallies)
    assert {one.bet.id for one in found.bets} == set(book.bets)
    edges = [one.edge for one in found.bets] + [one.edge for one in found.offers] + [one.edge for one in found.uses]
    for estimate in edges:
        assert estimate.z is None or abs(estimate.z) < 4, estimate
    if book.insurance:
        assert found.offers
        by_policy = {(use.insures.value, use.policy): use for use in found.uses}
        for side in {use.insures.value for use in found.uses}:
            assert by_policy[side, "never"].times == 0 == by_policy[side, "never"].edge.mean
            assert by_policy[side, "favourable"].times < by_policy[side, "always"].times
            assert by_policy[side, "favourable"].edge.exact <= 0 <= by_policy[side, "always"].edge.exact


def test_bets_on_suits_and_mixtures_are_scored_too(tmp_path: Path) -> None:
    """A rulebook nobody has: a bet that asks winner, pair and suit at once."""
    shipped = next(file for file in SHELF.files if file.parent.name == "punto-banco")
    text = shipped.read_text(encoding="utf-8")
    extra = """
[[bet]]
id = "odd"
name = { en = "Odd", zh = "怪" }
cite = "house"
lose_cite = "house"
pays = [
  { when = { winner = "banker", player_suited_pair = true }, odds = "60 to 1", cite = "house" },
  { when = { winner = "tie", pairs = 1 }, odds = "20 to 1", cite = "house" },
  { when = { banker_pair_of = "K", banker_cards = 2 }, odds = "30 to 1", cite = "house" },
]
"""
    cite = text.partition("lose_cite = ")[2].partition("\n")[0]
    at = text.index("[[bet]]")
    file = tmp_path / "punto-banco" / shipped.name
    file.parent.mkdir()
    file.write_text(text[:at] + extra.replace('"house"', cite).lstrip() + "\n" + text[at:], encoding="utf-8")
    book = read_rulebook(file)
    dealing = dealing_for(book, 6, 20)
    done = simulate(job_of(dealing, 60_000, 4), on_threads(2))
    odd = next(one for one in score(book, 6, done.tallies).bets if one.bet.id == "odd")
    assert odd.edge.z is not None
    assert abs(odd.edge.z) < 4
    assert odd.edge.se < 0.01


def test_threads_change_nothing() -> None:
    book = SHELF.find("easy-six")
    job = job_of(dealing_for(book, 8, 14), 5000, 99)
    one, two, seven = (simulate(job, on_threads(threads)).tallies for threads in (1, 2, 7))
    assert one.same(two)
    assert one.same(seven)
    assert one.same(deal(job.dealing, 99, 0, job.tasks, 5000))


def test_an_interrupted_run_is_a_shorter_run() -> None:
    book = SHELF.find("easy-six")
    job = job_of(dealing_for(book, 8, 14), 20_000, 7)
    inner = on_threads(2)

    def stopped(job: Job) -> Iterator[Tallies]:
        parts = inner(job)
        yield next(parts)
        yield next(parts)
        raise KeyboardInterrupt

    done = simulate(job, stopped)
    assert not done.complete
    assert 0 < done.job.shoes < 20_000
    assert done.tallies.same(simulate(done.job, on_threads(1)).tallies)


def test_an_interruption_before_anything_is_dealt_is_an_interruption() -> None:
    book = SHELF.find("easy-six")

    def stopped(job: Job) -> Iterator[Tallies]:
        raise KeyboardInterrupt
        yield no_tallies()

    with pytest.raises(KeyboardInterrupt):
        simulate(job_of(dealing_for(book, 8, 14), 64, 7), stopped)


@pytest.mark.parametrize(
    ("shoes", "seed", "code"), [(0, 1, "bad_number_of_shoes"), (10**14, 1, "bad_number_of_shoes"), (1, -1, "bad_seed")]
)
def test_numbers_that_mean_nothing_are_refused(shoes: int, seed: int, code: str) -> None:
    dealing = dealing_for(SHELF.find("easy-six"), 8, 14)
    with pytest.raises(Refused) as refused:
        job_of(dealing, shoes, seed)
    assert refused.value.refusal.code == code
