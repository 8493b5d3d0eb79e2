"""A billion coups of each document against exact values: prints the tables of docs/figures-simulate.md.

./run python -m bench.billion [--coups 1e9]
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
from typing import Any

from punto.cli.main import run

DOCUMENTS = ("da-hu-ying-xiong", "easy-six", "insurance-lucky-six", "rws-baccarat", "rws-insurance")
SEED = 20261116


def simulated(document: str, coups: str) -> dict[str, Any]:
    """The report of `punto simulate` on a document."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(out):
        assert run(["simulate", document, "--coups", coups, "--seed", str(SEED), "--json"]) == 0
    out.flush()
    report: dict[str, Any] = json.loads(out.buffer.getvalue())
    return report


def largest(rows: list[dict[str, Any]]) -> str:
    sizes = [abs(row["z"]) for row in rows if row["z"] is not None]
    return f"{max(sizes):.2f}" if sizes else ""


def line(*cells: object) -> None:
    print("| " + " | ".join(map(str, cells)) + " |")


def figures(row: dict[str, Any]) -> list[str]:
    z = "" if row["z"] is None else f"{row['z']:+.2f}"
    return [f"{row['edge_pct']:.4f}", f"{row['se_pct']:.4f}", f"{row['exact_edge_pct']:.4f}", z]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--coups", default="1e9")
    reports = {document: simulated(document, parser.parse_args().coups) for document in DOCUMENTS}
    first = reports[DOCUMENTS[0]]
    print(
        f"{first['coups']:,} coups in {first['shoes']:,} shoes of {first['decks']} decks, cut {first['cut']}, "
        f"seed {SEED}.\n"
    )
    line("document", "bets", "largest z", "offers", "largest z", "largest z of insurance as a whole")
    print("|---|---:|---:|---:|---:|---:|")
    for document, report in reports.items():
        offers, use = report["insurance"], report["insurance_use"]
        line(f"`{document}`", len(report["bets"]), largest(report["bets"]), len(offers), largest(offers), largest(use))
    for report in reports.values():
        print(f"\n### `{report['rulebook']}`\n")
        line("bet", "edge %", "± se", "exact %", "z")
        print("|---|---:|---:|---:|---:|")
        for bet in report["bets"]:
            line(bet["bet"], *figures(bet))
        if report["insurance_use"]:
            print()
            line("insurance of", "taken", "adds %", "± se", "exact %", "z")
            print("|---|---|---:|---:|---:|---:|")
            for use in report["insurance_use"]:
                line(use["insures"], use["policy"], *figures(use))


if __name__ == "__main__":
    main()
