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
    """What `punto simulate` says of a document."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(out):
        assert run(["simulate", document, "--coups", coups, "--seed", str(SEED), "--json"]) == 0
    out.flush()
    found: dict[str, Any] = json.loads(out.buffer.getvalue())
    return found


def largest(rows: list[dict[str, Any]]) -> str:
    found = [abs(row["z"]) for row in rows if row["z"] is not None]
    return f"{max(found):.2f}" if found else ""


def line(*cells: object) -> None:
    print("| " + " | ".join(map(str, cells)) + " |")


def figures(row: dict[str, Any]) -> list[str]:
    z = "" if row["z"] is None else f"{row['z']:+.2f}"
    return [f"{row['edge_pct']:.4f}", f"{row['se_pct']:.4f}", f"{row['exact_edge_pct']:.4f}", z]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--coups", default="1e9")
    found = {document: simulated(document, parser.parse_args().coups) for document in DOCUMENTS}
    one = found[DOCUMENTS[0]]
    print(f"{one['coups']:,} coups in {one['shoes']:,} shoes of {one['decks']} decks, cut {one['cut']}, seed {SEED}.\n")
    line("document", "bets", "largest z", "offers", "largest z", "largest z of insurance as a whole")
    print("|---|---:|---:|---:|---:|---:|")
    for document, told in found.items():
        offers, use = told["insurance"], told["insurance_use"]
        line(f"`{document}`", len(told["bets"]), largest(told["bets"]), len(offers), largest(offers), largest(use))
    for told in found.values():
        print(f"\n### `{told['rulebook']}`\n")
        line("bet", "edge %", "± se", "exact %", "z")
        print("|---|---:|---:|---:|---:|")
        for bet in told["bets"]:
            line(bet["bet"], *figures(bet))
        if told["insurance_use"]:
            print()
            line("insurance of", "taken", "adds %", "± se", "exact %", "z")
            print("|---|---|---:|---:|---:|---:|")
            for use in told["insurance_use"]:
                line(use["insures"], use["policy"], *figures(use))


if __name__ == "__main__":
    main()
