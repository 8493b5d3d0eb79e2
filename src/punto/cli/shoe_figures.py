"""Whole-shoe figures, ruin and plans, as JSON and on the screen."""

from __future__ import annotations

from typing import Any

from punto.cli.columns import show_columns
from punto.cli.screen import Screen
from punto.rulebook import Rulebook
from punto.simulate.session import Played
from punto.simulate.whole_shoe import WholeShoe

PLAIN = (
    "No plan changes what a unit staked loses on average: the edge per unit staked is the bet's own. A plan only "
    "chooses how the same loss is spread: many small wins against few large losses, or the other way round."
)
HELPED = "Only knowing which cards are gone changes what a unit is worth: this plan bets by a count."


def whole_shoe_dict(figures: WholeShoe) -> dict[str, Any]:
    """The figures as `--json` prints them."""
    streaks = figures.streaks
    return {
        "shoes": figures.shoes,
        "coups": figures.coups,
        "coups_by_cut": [
            {"cut": one.cut, "mean": one.mean, "sd": one.sd, "least": one.least, "most": one.most}
            for one in figures.lengths
        ],
        "streaks": {name: getattr(streaks, name) for name in type(streaks).__slots__},
        "bets": [
            {
                "bet": one.bet,
                "house_win_per_shoe": one.shoe_mean,
                "house_win_per_shoe_sd": one.shoe_sd,
                "house_win_per_shoe_quantiles": dict(_named(one.shoe_quantiles)),
                "drawdown_mean": one.drawdown_mean,
                "drawdown_95": one.drawdown_95,
                "longest_losing": one.longest_losing,
                "house_win_over": [
                    {"coups": coups, "quantiles": dict(_named(quantiles))} for coups, quantiles in one.blocks
                ],
            }
            for one in figures.bets
        ],
    }


def played_dict(played: Played) -> dict[str, Any]:
    plan = played.plan
    return {
        "plan": plan.name,
        "bet": plan.bet,
        "choose": plan.choose,
        "bankroll": plan.bankroll,
        "sessions": played.sessions,
        "coups": played.coups,
        "bets": played.bets,
        "staked": played.staked,
        "gained": played.gained,
        "edge_pct": played.edge_pct.value if played.bets else None,
        "edge_pct_se": played.edge_pct.se if played.bets else None,
        "ruin_pct": played.ruin_pct.value,
        "ruin_pct_se": played.ruin_pct.se,
        "time_to_ruin": dict(_named(played.time_to_ruin)),
        "end": dict(_named(played.ends)),
        "mean_end": played.mean_end.value,
        "mean_end_se": played.mean_end.se,
        "drawdown": dict(_named(played.drawdown)),
        "verdict": verdict(played),
    }


def verdict(played: Played) -> str:
    """What a plan does and does not do."""
    return HELPED if played.plan.count is not None else PLAIN


def _named(quantiles: tuple[tuple[float, float], ...]) -> list[tuple[str, float]]:
    return [(f"{100 * q:g}%", value) for q, value in quantiles]


def show_whole_shoe(screen: Screen, book: Rulebook, figures: WholeShoe, ruined: list[Played]) -> None:
    """The figures for people."""
    screen.head(f"Whole shoes, from the first {figures.shoes:,}")
    rows = [
        (f"cut {one.cut}", f"{one.mean:.2f}", f"{one.sd:.2f}", str(one.least), str(one.most)) for one in figures.lengths
    ]
    show_columns(screen, ("coups of a shoe", "mean", "sd", "least", "most"), rows)
    streaks = figures.streaks
    screen.line(
        f"{streaks.columns_per_shoe:.1f} columns of the Big Road a shoe, {streaks.ties_per_shoe:.1f} ties; the longest "
        f"column {streaks.longest_mean:.1f} on average and {streaks.longest_most} at most; the longest chop "
        f"{streaks.chops_mean:.1f} columns"
    )
    lengths = [*map(str, range(1, 8)), "8 +"]
    show_columns(
        screen,
        ("length", *lengths),
        [
            ("columns %", *(f"{100 * share:.2f}" for share in streaks.share_by_length)),
            ("of a coin %", *(f"{100 * share:.2f}" for share in streaks.expected_by_length)),
        ],
    )
    screen.head("A unit a coup: the house's win on a shoe, a patron's fall, and coups lost in a row")
    lines = [
        (
            book.bets[one.bet].name.en,
            f"{one.shoe_mean:.2f}",
            f"{one.shoe_sd:.1f}",
            *(f"{value:.1f}" for _, value in one.shoe_quantiles[1:4]),
            f"{one.drawdown_mean:.1f}",
            str(one.longest_losing),
        )
        for one in figures.bets
    ]
    names = [f"{100 * q:g} %" for q, _ in figures.bets[0].shoe_quantiles[1:4]] if figures.bets else []
    show_columns(screen, ("bet", "mean", "sd", *names, "fall", "lost"), lines)
    if ruined:
        _show_ruin(screen, book, ruined)


def _show_ruin(screen: Screen, book: Rulebook, ruined: list[Played]) -> None:
    plan = ruined[0].plan
    screen.head(
        f"Ruin: {plan.steps[0]:,} a coup from {plan.bankroll:,}, at most {plan.coups:,} coups, "
        f"{ruined[0].sessions:,} sessions"
    )
    rows = []
    for one in ruined:
        times = dict(one.time_to_ruin)
        rows.append(
            (
                book.bets[one.plan.bet].name.en,
                f"{one.ruin_pct.value:.2f}",
                f"{one.ruin_pct.se:.2f}",
                f"{times[0.5]:.0f}" if times else "",
                f"{one.mean_end.value:.1f}",
            )
        )
    show_columns(screen, ("bet", "ruined %", "± se", "after coups (median)", "money left (mean)"), rows)


def show_played(screen: Screen, played: Played, exact: float | None) -> None:
    """A plan's sessions for people."""
    screen.head(played.plan.name)
    beside = "" if exact is None else f"; the bet's exact edge is {100 * exact:.4f} %"
    screen.line(
        f"{played.sessions:,} sessions, {played.coups:,} coups, {played.bets:,} bets, {played.staked:,.0f} units "
        f"staked, {played.gained:+,.1f} gained"
    )
    screen.line(f"The house's edge per unit staked: {played.edge_pct.value:.3f} ± {played.edge_pct.se:.3f} %{beside}")
    times = dict(played.time_to_ruin)
    after = f", half of them within {times[0.5]:.0f} coups" if times else ""
    screen.line(f"Ruined: {played.ruin_pct.value:.2f} ± {played.ruin_pct.se:.2f} % of sessions{after}")
    rows = [
        ("money at the end", *(f"{value:.1f}" for _, value in played.ends)),
        ("deepest fall", *(f"{value:.1f}" for _, value in played.drawdown)),
    ]
    show_columns(screen, ("quantile", *(f"{100 * q:g} %" for q, _ in played.ends)), rows)
    screen.verdict(verdict(played))
