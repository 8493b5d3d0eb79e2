"""Where a game can be beaten, as values: what a count and perfect play take from each bet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from punto.facade.arguments import listed, whole, word_of
from punto.facade.by_bet import ByBet
from punto.facade.notebook import NotebookValue, Row
from punto.kit import Refused
from punto.kit.excerpt import excerpt
from punto.report.count_data import count_figures
from punto.report.count_figures import CountFigures, TakingsFigures, TotalFigures, WayFigures, WeaknessFigures
from punto.simulate.count import Count, count_of, read_tags
from punto.simulate.counting import CountReport

Tags = Mapping[str, int] | str


@dataclass(frozen=True)
class CountedBet(NotebookValue):
    """One bet: what the last of its counts takes, each of them, and perfect play. Gains are the patron's."""

    figures: WeaknessFigures

    @property
    def id(self) -> str:
        return str(self.figures.bet)

    @property
    def counts(self) -> list[WayFigures]:
        """Each count that was tried or found: tags, trigger, correlation, and what it takes at every cut."""
        return self.figures.counts

    @property
    def perfect(self) -> TakingsFigures:
        return self.figures.perfect

    @property
    def units_per_100(self) -> float:
        """Units gained by the count in 100 coups dealt."""
        return self.figures.units_per_100

    @property
    def units_per_shoe(self) -> float:
        return self.figures.units_per_shoe

    @property
    def bet_share_pct(self) -> float:
        """In how many of 100 coups the count bets."""
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

    @property
    def verdict(self) -> str:
        return self.figures.verdict

    def __repr__(self) -> str:
        per = f"{self.units_per_100:.4f} units per 100 coups by a count, {self.perfect.units_per_100:.4f} perfect"
        return f"<{self.id}: {per}>"

    def _json(self) -> object:
        return self.figures

    def _rows(self) -> Sequence[Row]:
        ways = [(_way_name(way), way) for way in self.counts]
        return [_row(name, takings) for name, takings in [*ways, ("perfect", self.perfect)]]


class CountRun(NotebookValue):
    """Shoes that were looked at coup by coup: `bets` by id, `insurance`, and `totals` over several bets."""

    def __init__(self, report: CountReport) -> None:
        self.figures: CountFigures = count_figures(report)
        self.bets = ByBet(self.figures.rulebook, {str(found.bet): CountedBet(found) for found in self.figures.bets})

    @property
    def insurance(self) -> list[WeaknessFigures]:
        return self.figures.insurance

    @property
    def totals(self) -> list[TotalFigures]:
        return self.figures.totals

    @property
    def coups(self) -> int:
        return self.figures.coups

    @property
    def shoes(self) -> int:
        return self.figures.shoes

    def __repr__(self) -> str:
        told = self.figures
        where = f"{told.decks} decks, cut {told.cut}, {told.coups_after_cut} after it, seed {told.seed}"
        return f"<{told.rulebook} counted: {told.coups:,} coups in {told.shoes:,} shoes of {where}>"

    def _json(self) -> object:
        return self.figures

    def _rows(self) -> Sequence[Row]:
        return self.bets._rows()


def _way_name(way: WayFigures) -> str:
    tags = ", ".join(f"{name} {tag:+d}" for name, tag in way.tags.items())
    when = "never" if way.trigger is None else f"from {'running' if way.running else 'true'} {way.trigger:+d}"
    return f"count {tags}; {when}"


def _row(name: str, takings: TakingsFigures) -> Row:
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
    return [_count(one) for one in listed(tags, "tags", "bad_tags", "counts as {'3': -1, '8': 2}")]


def _count(tags: object) -> Count:
    if isinstance(tags, str):
        return read_tags(tags)
    if isinstance(tags, Mapping):
        words = [(word_of(name), tag) for name, tag in tags.items()]
        return count_of({name: whole(tag, f"the tag of {name:.20}", "bad_tags") for name, tag in words})
    raise Refused(code="bad_tags", message=f"tags are a mapping as {{'3': -1, '8': 2}}, not {excerpt(tags)}")
