"""How long a command takes to start, beside an interpreter that only imports what such commands are made of.

Everything is compiled first, into a folder of its own, so that nothing hangs on what the environment keeps. The
processor's time is what counts: the clock's hangs on what else the machine does.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from statistics import median

TIMES = 15
PUNTO = "from punto.cli.main import main; main()"
PLAIN = "import numpy, msgspec, typer, rich"
LIBRARY = "import punto.simulate, punto.view.table"

Row = tuple[str, list[str], float | None]
"""What it is, the interpreter's arguments, the most seconds it may take."""

ROWS: list[Row] = [
    (f"python -c '{PLAIN}'", ["-c", PLAIN], None),
    ("punto --help", ["-c", PUNTO, "--help"], 0.2),
    ("punto --version", ["-c", PUNTO, "--version"], 0.2),
    *((f"punto odds {id} --json", ["-c", PUNTO, "odds", id, "--json"], 0.4) for id in ("easy-six", "da-hu-ying-xiong")),
    ("punto odds easy-six", ["-c", PUNTO, "odds", "easy-six"], None),
    ("punto rules list", ["-c", PUNTO, "rules", "list"], None),
    (f"python -c '{LIBRARY}'", ["-c", LIBRARY], None),
]


def start(arguments: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Seconds of the processor, and of the clock."""
    before, at = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=environment)
    clock, after = time.perf_counter() - at, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, clock


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = folder
        for _, arguments, _ in ROWS:
            start(arguments, environment)
        # In turns: whatever else the machine does falls on all of them alike.
        rounds = [[start(arguments, environment) for _, arguments, _ in ROWS] for _ in range(TIMES)]
    plain = median(turn[0][0] for turn in rounds)
    print(f"{TIMES} starts each, in turns, with bytecode: the processor's time (median), beside the first line's,")
    print("and the clock's (best)")
    for (name, _, limit), times in zip(ROWS, zip(*rounds, strict=True), strict=True):
        processor, clock = median(time[0] for time in times), min(time[1] for time in times)
        verdict = "" if limit is None else f"  limit {limit:.1f} s: {'ok' if processor <= limit else 'TOO SLOW'}"
        print(f"{name:<48}{processor:6.3f} s {processor / plain:6.2f} times {clock:6.3f} s{verdict}")


if __name__ == "__main__":
    main()
