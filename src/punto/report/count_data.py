"""Where a game can be beaten, as JSON gives it, and the words that its screen and its document share."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import asdict, replace

from punto.kit import Rank
from punto.report.count_figures import (
    CountFigures,
    CutFigures,
    CutTakings,
    HandInsurance,
    TakingsFigures,
    TotalFigures,
    WayFigures,
    WeaknessFigures,
)
from punto.report.sheet_data import offer_fields
from punto.report.simulation_data import burn_word, offer_name
from punto.rulebook import Bet, Cell
from punto.simulate.counting import Beaten, CountReport, CountTotal, Vulnerability
from punto.simulate.takings import Figure, Takings
from punto.simulate.verdict import verdict
from punto.simulate.way import Way

NOTES = (
    "The true count is the running count by decks not yet seen, burned cards included, to the card.",
    "Gains are the patron's, from the exact value of each bet given every card seen; standard errors are over shoes.",
    "Insurance is priced with the coup's open cards known and staked so that it would win one unit, the most allowed.",
    "Triggers are chosen on other shoes than those the figures come from.",
    "The standard deviation is that of one bet, in units.",
    "The desirability index is a thousand times the mean gain of a coup dealt, by the standard deviation of that gain.",
)

_NOTHING = Figure(0.0, 0.0)


def bets_and_offers(report: CountReport) -> tuple[list[Vulnerability], list[Vulnerability]]:
    """The report's targets: bets, and offers of insurance."""
    bets = [target for target in report.targets if isinstance(target.target.what, Bet)]
    return bets, [target for target in report.targets if isinstance(target.target.what, Cell)]


def count_figures(report: CountReport) -> CountFigures:
    """The report as `--json` prints it."""
    dealing = report.job.dealing
    bets, offers = bets_and_offers(report)
    return CountFigures(
        rulebook=report.book.name,
        decks=dealing.decks,
        cut=dealing.cut,
        coups_after_cut=report.coups_after_cut,
        burn=burn_word(dealing),
        shoes=report.job.shoes,
        coups=report.coups,
        seed=report.job.seed,
        bets=[_weakness(report, bet) for bet in bets],
        insurance=[_weakness(report, offer) for offer in offers],
        insurance_hands=[
            HandInsurance(
                insures=hand.insures.value,
                perfect=_takings(hand.perfect[0]),
                by_cut=_by_cut(report, hand.perfect),
            )
            for hand in report.hands
        ],
        totals=[_total(report, total) for total in report.totals],
        notes=list(NOTES),
    )


def _weakness(report: CountReport, weakness: Vulnerability) -> WeaknessFigures:
    what, best = weakness.target.what, weakness.counted[-1] if weakness.counted else None
    figures = WeaknessFigures(
        effects_pct={
            rank.sign: float(100 * effect) for rank, effect in zip(Rank, weakness.target.effects, strict=True)
        },
        tags=best.way.count.words() if best else None,
        trigger=best.way.trigger if best else None,
        correlation=best.way.correlation if best else None,
        **asdict(_takings(best.takings[0] if best else None)),
        counts=[_way(report, counted) for counted in weakness.counted],
        perfect=_takings(weakness.perfect[0]),
        by_cut=[
            CutFigures(cut=cut, counted=_takings(best.takings[at] if best else None), perfect=_takings(perfect))
            for at, (cut, perfect) in enumerate(zip(report.depths, weakness.perfect, strict=True))
        ],
        verdict=verdict(weakness),
    )
    return replace(figures, bet=what.id) if isinstance(what, Bet) else replace(figures, **offer_fields(what))


def _way(report: CountReport, beaten: Beaten) -> WayFigures:
    way = beaten.way
    return WayFigures(
        level=max(map(abs, way.count.tags)),
        tags=way.count.words(),
        sum_per_deck=way.count.sum_per_deck,
        balanced=way.count.balanced,
        trigger=way.trigger,
        running=way.running,
        correlation=way.correlation,
        **asdict(_takings(beaten.takings[0])),
        by_cut=_by_cut(report, beaten.takings),
    )


def _total(report: CountReport, total: CountTotal) -> TotalFigures:
    way = total.way
    return TotalFigures(
        perfect=total.perfect,
        tags=way.count.words() if way else None,
        trigger=way.trigger if way else None,
        running=way.running if way else False,
        **asdict(_takings(total.takings[0])),
        by_cut=_by_cut(report, total.takings),
    )


def _by_cut(report: CountReport, takings: tuple[Takings, ...]) -> list[CutTakings]:
    return [CutTakings(cut=cut, **asdict(_takings(at_cut))) for cut, at_cut in zip(report.depths, takings, strict=True)]


def _takings(takings: Takings | None) -> TakingsFigures:
    """Takings as JSON; None stands for a bet that no count follows, which is never made."""
    figures = takings or Takings(_NOTHING, None, _NOTHING, _NOTHING)
    edge = figures.edge_when_bet_pct
    return TakingsFigures(
        bet_share_pct=figures.bet_share_pct.value,
        bet_share_pct_se=figures.bet_share_pct.se,
        edge_when_bet_pct=edge.value if edge else None,
        edge_when_bet_pct_se=edge.se if edge else None,
        units_per_100=figures.units_per_100.value,
        units_per_100_se=figures.units_per_100.se,
        units_per_shoe=figures.units_per_shoe.value,
        units_per_shoe_se=figures.units_per_shoe.se,
        sd=figures.sd,
        desirability=figures.desirability,
    )


def takings_cells(takings: Takings) -> tuple[str, ...]:
    """Takings in digits: how often, at which edge, for how much, each with its error."""
    edge = takings.edge_when_bet_pct
    return (
        f"{takings.bet_share_pct.value:.3f}",
        f"{takings.bet_share_pct.se:.3f}",
        f"{edge.value:.2f}" if edge else "",
        f"{edge.se:.2f}" if edge else "",
        f"{takings.units_per_100.value:.4f}",
        f"{takings.units_per_100.se:.4f}",
        f"{takings.units_per_shoe.value:.4f}",
        "" if takings.sd is None else f"{takings.sd:.3f}",
        "" if takings.desirability is None else f"{takings.desirability:.2f}",
    )


TAKINGS = ("bet %", "± se", "edge %", "± se", "units / 100", "± se", "units / shoe", "sd", "desirability")
"""The columns of `takings_cells`."""


def cut_rows(report: CountReport, name: str, takings: Sequence[Takings]) -> list[tuple[str, ...]]:
    """The cells of a row for each cut, by its name."""
    return [(f"{name}, cut {cut}", *takings_cells(at_cut)) for cut, at_cut in zip(report.depths, takings, strict=True)]


def insurance_rows(report: CountReport, offers: Sequence[Vulnerability]) -> list[tuple[str, ...]]:
    """What perfect play takes by insurance: of each hand at every cut, and of each offer."""
    rows = [
        row
        for hand in report.hands
        for row in cut_rows(report, f"all of {hand.insures.value.capitalize()}", hand.perfect)
    ]
    return rows + [
        (offer_name(offer.target.what), *takings_cells(offer.perfect[0]))
        for offer in offers
        if isinstance(offer.target.what, Cell)
    ]


def total_rows(report: CountReport) -> list[tuple[str, ...]]:
    """What all bets take together, at every cut."""
    return [row for total in report.totals for row in cut_rows(report, total_name(total), total.takings)]


def total_name(total: CountTotal) -> str:
    """Which way all bets were made together."""
    if total.perfect:
        return "all bets, perfect"
    return "all bets, each by its count" if total.way is None else f"all bets, count {tag_words(total.way)}"


def tag_list(way: Way) -> str:
    """Its tags as people write them: T is every card that counts nothing."""
    return ", ".join(f"{name} {tag:+d}" for name, tag in way.count.words().items())


def tag_words(way: Way) -> str:
    """A count in words: its tags, and what a deck counts to where that is not nothing."""
    tags = tag_list(way)
    return tags if way.count.balanced else f"{tags} (unbalanced, {way.count.sum_per_deck:+d} a deck)"


def trigger_words(way: Way) -> str:
    """From when on a way bets."""
    if way.trigger is None:
        return "never worth a bet"
    return f"bet from {'running' if way.running else 'true'} count {way.trigger:+d} on"


CSV_COLUMNS = (
    "rulebook", "decks", "cut", "coups_after_cut", "shoes", "coups", "seed", "kind", "name", "way", "tags",
    "sum_per_deck", "trigger", "trigger_is", "correlation", *TakingsFigures.__struct_fields__,
)  # fmt: skip


def count_csv(report: CountReport) -> str:
    """A line for each bet or offer, way of betting and cut."""
    text = io.StringIO()
    out = csv.DictWriter(text, CSV_COLUMNS, restval="", lineterminator="\n")
    out.writeheader()
    dealing = report.job.dealing
    run = {
        "rulebook": report.book.name,
        "decks": dealing.decks,
        "coups_after_cut": report.coups_after_cut,
        "shoes": report.job.shoes,
        "coups": report.coups,
        "seed": report.job.seed,
    }
    for what, takings in _csv_ways(report):
        for cut, at_cut in zip(report.depths, takings, strict=True):
            out.writerow(run | asdict(what) | {"cut": cut} | asdict(_takings(at_cut)))
    return text.getvalue()


class CsvWay(msgspec.Struct, kw_only=True):
    """The columns of a row that name its bet and its count, or perfect play."""

    kind: str
    name: str
    way: str = "perfect"
    tags: str = ""
    sum_per_deck: int | str = ""
    trigger: float | str = ""
    trigger_is: str = ""
    correlation: float | str = ""


def _csv_ways(report: CountReport) -> Iterator[tuple[CsvWay, tuple[Takings, ...]]]:
    for weakness in report.targets:
        what = weakness.target.what
        kind, name = ("bet", what.name.en) if isinstance(what, Bet) else ("insurance", offer_name(what))
        for counted in weakness.counted:
            yield _csv_way(kind, name, counted.way), counted.takings
        yield CsvWay(kind=kind, name=name), weakness.perfect
    for hand in report.hands:
        yield CsvWay(kind="insurance", name=f"all of {hand.insures.value}"), hand.perfect
    for total in report.totals:
        name, how = "all bets", "perfect" if total.perfect else "count"
        yield (
            _csv_way("total", name, total.way) if total.way else CsvWay(kind="total", name=name, way=how),
            total.takings,
        )


def _csv_way(kind: str, name: str, way: Way) -> CsvWay:
    return CsvWay(
        kind=kind,
        name=name,
        way="count",
        tags=" ".join(f"{rank}={tag}" for rank, tag in way.count.words().items()),
        sum_per_deck=way.count.sum_per_deck,
        trigger="" if way.trigger is None else way.trigger,
        trigger_is="running" if way.running else "true",
        correlation=way.correlation,
    )
