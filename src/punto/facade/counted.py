"""Where a game can be beaten, as values: what a count and perfect play take from each bet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from punto.facade.arguments import listed, whole, word_of
from punto.facade.by_bet import ByBet
from punto.facade.notebook import Listed, NotebookValue, Row
from punto.kit import Refused
from punto.kit.excerpt import excerpt
from punto.report.count_data import count_figures
from punto.report.count_figures import CountFigures, TakingsFigures, TotalFigures, WayFigures, WeaknessFigures
from punto.simulate.count import Count, count_of, read_tags
from punto.simulate.counting import CountReport

Tags = Mapping[str, int] | str


@dataclass(frozen=True)
class CountedTakings(NotebookValue):
    """What a way of betting takes. Gains are the patron's."""

    figures: TakingsFigures

    @property
    def units_per_100(self) -> float:
        """Units gained in 100 coups dealt."""
        return self.figures.units_per_100

    @property
    def units_per_shoe(self) -> float:
        return self.figures.units_per_shoe

    @property
    def bet_share_pct(self) -> float:
        """In how many of 100 coups it bets."""
        return self.figures.bet_share_pct

    @property
    def edge_when_bet_pct(self) -> float | None:
        """The patron's; None where nothing was ever bet."""
        return self.figures.edge_when_bet_pct

    @property
    def sd(self) -> float | None:
        return self.figures.sd

    @property
    def desirability(self) -> float | None:
        return self.figures.desirability

    def _json(self) -> object:
        return self.figures


@dataclass(frozen=True)
class CountedBet(CountedTakings):
    """One bet, or one offer of insurance: what the last of its counts takes, each of them, and perfect play."""

    figures: WeaknessFigures

    @property
    def id(self) -> str:
        """The bet's; an offer of insurance is named by its hand, window and totals."""
        figures = self.figures
        if figures.bet is msgspec.UNSET:
            return f"insurance of {figures.insures} {figures.window}, {figures.player} v {figures.banker}"
        return str(figures.bet)

    @property
    def counts(self) -> list[WayFigures]:
        """Each count that was tried or found: tags, trigger, correlation, and what it takes at every cut."""
        return self.figures.counts

    @property
    def perfect(self) -> TakingsFigures:
        return self.figures.perfect

    @property
    def verdict(self) -> str:
        return self.figures.verdict

    def __repr__(self) -> str:
        per = f"{self.units_per_100:.4f} units per 100 coups by a count, {self.perfect.units_per_100:.4f} perfect"
        return f"<{self.id}: {per}>"

    def _rows(self) -> Sequence[Row]:
        ways = [(_way_name(way), way) for way in self.counts]
        return [{"bet": self.id} | _row(name, takings) for name, takings in [*ways, ("perfect", self.perfect)]]


@dataclass(frozen=True)
class CountedTotal(CountedTakings):
    """Several bets together: by one count, each by its own, or by perfect play."""

    figures: TotalFigures

    @property
    def name(self) -> str:
        """By which way of betting."""
        if self.figures.perfect:
            return "perfect"
        if self.figures.tags is None:
            return "each by its own count"
        return _count_name(self.figures.tags, self.figures.trigger, self.figures.running)

    def __repr__(self) -> str:
        return f"<all bets together, {self.name}: {self.units_per_100:.4f} units per 100 coups>"

    def _rows(self) -> Sequence[Row]:
        return [_row(self.name, self.figures)]


class CountRun(NotebookValue):
    """Shoes that were looked at coup by coup: `bets` by id, `insurance`, and `totals` over several bets."""

    def __init__(self, report: CountReport) -> None:
        self.figures: CountFigures = count_figures(report)
        self.bets = ByBet(
            self.figures.rulebook, {str(weakness.bet): CountedBet(weakness) for weakness in self.figures.bets}
        )

    @cached_property
    def insurance(self) -> Listed[CountedBet]:
        """Every offer, in the order of the pay tables."""
        return Listed("offers of insurance", map(CountedBet, self.figures.insurance))

    @cached_property
    def totals(self) -> Listed[CountedTotal]:
        """Where several bets were looked at."""
        return Listed("totals", map(CountedTotal, self.figures.totals))

    @property
    def coups(self) -> int:
        return self.figures.coups

    @property
    def shoes(self) -> int:
        return self.figures.shoes

    def __repr__(self) -> str:
        figures = self.figures
        where = f"{figures.decks} decks, cut {figures.cut}, {figures.coups_after_cut} after it, seed {figures.seed}"
        return f"<{figures.rulebook} counted: {figures.coups:,} coups in {figures.shoes:,} shoes of {where}>"

    def _json(self) -> object:
        return self.figures

    def _rows(self) -> Sequence[Row]:
        return self.bets._rows()


def _way_name(way: WayFigures) -> str:
    return _count_name(way.tags, way.trigger, way.running)


def _count_name(count: Mapping[str, int], trigger: int | None, running: bool) -> str:
    tags = ", ".join(f"{name} {tag:+d}" for name, tag in count.items())
    when = "never" if trigger is None else f"from {'running' if running else 'true'} {trigger:+d}"
    return f"count {tags}; {when}"


def _row(name: str, takings: TakingsFigures) -> dict[str, Any]:
    return {
        "way": name,
        "bet_share_pct": takings.bet_share_pct,
        "edge_when_bet_pct": takings.edge_when_bet_pct,
        "units_per_100": takings.units_per_100,
        "units_per_100_se": takings.units_per_100_se,
        "units_per_shoe": takings.units_per_shoe,
        "sd": takings.sd,
        "desirability": takings.desirability,
    }


def counts_of(tags: Tags | Sequence[Tags] | None) -> list[Count]:
    """One count, or several, as a caller gives them."""
    if tags is None:
        return []
    if isinstance(tags, str | Mapping):
        return [_count(tags)]
    return [_count(count) for count in listed(tags, "tags", "bad_tags", "counts as {'3': -1, '8': 2}")]


def _count(tags: object) -> Count:
    if isinstance(tags, str):
        return read_tags(tags)
    if isinstance(tags, Mapping):
        words = [(word_of(name), tag) for name, tag in tags.items()]
        return count_of({name: whole(tag, f"the tag of {name:.20}", "bad_tags") for name, tag in words})
    raise Refused(code="bad_tags", message=f"tags are a mapping as {{'3': -1, '8': 2}}, not {excerpt(tags)}")
