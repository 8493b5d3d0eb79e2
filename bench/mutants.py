"""Changes the source in every small way that mutmut knows, and looks which changes no test notices.

./run --group qa python -m bench.mutants "punto.table.irregularity.*" "punto.table.limits.*"
./run --group qa python -m bench.mutants --sample 300 --seed 7 "punto.table.*"
./run --group qa python -m bench.mutants --survivors --tests tests/table/test_limits.py -- "punto.table.limits.*"

The mutants, the selection of tests and the file of results are mutmut's own ([tool.mutmut] in pyproject.toml), so
`mutmut show NAME` prints a survivor afterwards. What differs is the time. Tests are collected once, and each mutant is
a fork of the process that has collected them. It runs only the tests that reach the statement it has changed: first
those that killed most mutants of that function in the least time, then the quick before the slow, up to the first that
fails. A test that takes ten times as long as it did without a mutant is ended, and counts as having noticed.
"""

from __future__ import annotations

import argparse
import ast
import gc
import io
import json
import os
import random
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import cache
from itertools import accumulate
from math import inf
from pathlib import Path
from textwrap import dedent
from time import perf_counter, process_time
from types import FrameType
from typing import Any

import mutmut.__main__ as mutmut
import pytest
from mutmut.configuration import config
from mutmut.mutation.data import LineSpan, MutantLineSpans, SourceFileMutationData
from mutmut.utils.file_utils import walk_mutatable_files

SURVIVED, KILLED, NO_TESTS, TIMED_OUT = 0, 1, 33, 36
WORDS = {KILLED: "killed", TIMED_OUT: "timed out", SURVIVED: "survived", NO_TESTS: "no tests"}
LONGER, GRACE = 10, 3.0
ROOT = Path.cwd()
MEASURED = ROOT / "mutants" / "measured.json"

Line = tuple[str, int]
"""A function's mangled name, and a line counted from its first."""


@dataclass
class Test:
    """A collected test: how long it takes by itself, and which lines of mutable functions it runs."""

    item: pytest.Item
    seconds: float = 0.0
    lines: frozenset[Line] = frozenset()


@dataclass
class Mutant:
    """A mutant's name, and the lines of the statement that it has changed."""

    name: str
    lines: frozenset[Line]

    @property
    def function(self) -> str:
        return function_of(self.name)


@dataclass
class Campaign:
    """The mutants to try and their results; pytest calls it in place of its own loop over the tests."""

    mutants: list[Mutant]
    results: dict[str, SourceFileMutationData]
    limit_s: float | None = None
    budget_s: float = inf
    trust: bool = False
    warm: bool = False
    tests: dict[str, Test] = field(default_factory=dict)
    kills: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        self.tests = {item.nodeid: Test(item) for item in session.items}
        started = perf_counter()
        self._measure()
        print(f"{len(self.tests)} tests without a mutant: {perf_counter() - started:.0f} s", flush=True)
        if self.warm:
            self._fill_caches()
        gc.collect()
        gc.freeze()
        everything = frozenset(line for test in self.tests.values() for line in test.lines)
        code, killer = self._try(Mutant("no.mutant__mutmut_0", everything))
        if code != SURVIVED:
            sys.exit(f"{killer} fails in a fork without any mutant")
        started = perf_counter()
        for number, mutant in enumerate(self.mutants, 1):
            if self.limit_s is not None and perf_counter() - started > self.limit_s:
                print(f"out of time after {number - 1} of {len(self.mutants)}")
                break
            begun = perf_counter()
            code, killer = self._try(mutant)
            self._keep(mutant, code)
            print(f"{number} {mutant.name} {WORDS[code]} {perf_counter() - begun:.2f} s {killer}", flush=True)
        print(f"{perf_counter() - started:.0f} s")
        return True

    def _keep(self, mutant: Mutant, code: int) -> None:
        """Saves the result in mutmut's file after each mutant, so that a campaign that is broken off can go on."""
        data = self.results[mutant.name]
        data.exit_code_by_key[mutant.name] = code
        with chdir(ROOT):
            data.save()

    def _measure(self) -> None:
        """Runs every test once without a mutant, in a process of its own; tests measured before are not run again."""
        measurements: dict[str, Any] = json.loads(MEASURED.read_text()) if self.trust and MEASURED.exists() else {}
        missing = [test.item for nodeid, test in self.tests.items() if nodeid not in measurements]
        reading, writing = os.pipe()
        pid = os.fork()
        if not pid:
            os.close(reading)
            with os.fdopen(writing, "w") as out:
                out.writelines(json.dumps(measured(item)) + "\n" for item in missing)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as answers:
            measurements |= dict(map(json.loads, answers))
        os.waitpid(pid, 0)
        for nodeid, test in self.tests.items():
            if nodeid not in measurements or measurements[nodeid]["failed"]:
                sys.exit(f"{nodeid} fails without any mutant")
            test.seconds = measurements[nodeid]["seconds"]
            test.lines = frozenset((function, line) for function, line in measurements[nodeid]["lines"])
        MEASURED.write_text(json.dumps(measurements))

    def _fill_caches(self) -> None:
        """Runs the two quickest tests of each file here, so that every fork has what is read and calculated once."""
        os.environ["MUTANT_UNDER_TEST"] = ""
        quickest = sorted(self.tests.values(), key=lambda test: test.seconds)
        done: Counter[Path] = Counter()
        for test in quickest:
            done[test.item.path] += 1
            if done[test.item.path] <= 2:
                passes(test.item, None)

    def _try(self, mutant: Mutant) -> tuple[int, str]:
        """The exit code of one mutant, and the test that noticed it."""
        kills = self.kills[mutant.function]
        tests = [test for test in self.tests.values() if not mutant.lines.isdisjoint(test.lines)]
        tests.sort(key=lambda test: (-kills[test.item.nodeid] / (test.seconds + 0.01), test.seconds))
        if not tests:
            return NO_TESTS, ""
        spent = accumulate(test.seconds for test in tests[1:])
        tests = tests[: 1 + sum(seconds <= self.budget_s for seconds in spent)]
        reading, writing = os.pipe()
        pid = os.fork()
        if not pid:
            run(mutant, tests, writing)
        os.close(writing)
        with os.fdopen(reading) as nodeids:
            begun = nodeids.read().splitlines()
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if not status:
            return SURVIVED, ""
        kills[begun[-1]] += 1
        return TIMED_OUT if status == -signal.SIGPROF else KILLED, begun[-1]


def measured(item: pytest.Item) -> tuple[str, dict[str, object]]:
    """How long this test takes, and the lines of mutable functions that it runs."""
    lines: set[Line] = set()

    def on_call(frame: FrameType, event: str, argument: object) -> Any:
        name = frame.f_code.co_name
        if not name.endswith("__mutmut_orig"):
            return None
        function, first = f"{frame.f_globals['__name__']}.{function_of(name)}", frame.f_code.co_firstlineno

        def on_line(frame: FrameType, event: str, argument: object) -> Any:
            lines.add((function, frame.f_lineno - first))
            return on_line

        return on_line(frame, event, argument)

    os.environ["MUTANT_UNDER_TEST"] = ""
    begun = process_time()
    sys.settrace(on_call)
    ok = passes(item, None)
    sys.settrace(None)
    return item.nodeid, {"failed": not ok, "seconds": process_time() - begun, "lines": sorted(lines)}


def run(mutant: Mutant, tests: list[Test], writing: int) -> None:
    """In the fork: one test after the other, each named before it begins; never returns."""
    os.environ["MUTANT_UNDER_TEST"] = mutant.name
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    for test, following in zip(tests, [*tests[1:], None], strict=True):
        os.write(writing, f"{test.item.nodeid}\n".encode())
        signal.setitimer(signal.ITIMER_PROF, LONGER * test.seconds + GRACE)
        if not passes(test.item, following.item if following else None):
            os._exit(1)
    os._exit(0)


def passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Whether setup and test come through: without a report, whose traceback would cost more than the test."""
    try:
        item.ihook.pytest_runtest_setup(item=item)
        item.ihook.pytest_runtest_call(item=item)
    except pytest.skip.Exception:
        pass
    except BaseException:  # Whatever it was, somebody noticed.
        return False
    item.ihook.pytest_runtest_teardown(item=item, nextitem=following)
    return True


def function_of(name: str) -> str:
    return name.rpartition("__mutmut_")[0]


def changed_lines(name: str, path: Path) -> frozenset[Line]:
    """The lines of the statement that this mutant has changed, as counted in the function without it."""
    function, mutant = function_of(name), name.rpartition(".")[2]
    original = f"{function_of(mutant)}__mutmut_orig"
    old, new = function_source(path, original), function_source(path, mutant).replace(mutant, original)
    pairs = zip(old.splitlines(), new.splitlines(), strict=False)
    line = next((number for number, (was, now) in enumerate(pairs, 1) if was != now), 1)
    whole = (1, len(old.splitlines()) + 1)
    first, after = next((span for span in statements(old) if span[0] <= line < span[1]), whole)
    return frozenset((function, number - 1) for number in range(first, after))


def function_source(path: Path, name: str) -> str:
    lines, spans = mutated_file(path)
    return dedent("".join(lines[spans[name].start - 1 : spans[name].end])).lstrip("\n")


@cache
def mutated_file(path: Path) -> tuple[list[str], Mapping[str, LineSpan]]:
    spans = MutantLineSpans.load(path)
    assert spans is not None
    return spans.mutants_path.read_text(encoding="utf-8").splitlines(keepends=True), spans.span_by_function_name


@cache
def statements(source: str) -> list[tuple[int, int]]:
    """First line and line after of every statement, the inner before the outer, and of a block's head by itself."""
    spans = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt):
            spans.append((node.lineno, (node.end_lineno or 0) + 1))
            if body := getattr(node, "body", None):
                spans.append((node.lineno, body[0].lineno))
    return spans[::-1]


def write_mutants() -> dict[str, SourceFileMutationData]:
    """Makes the folder `mutants` anew where a source is newer; the results of each mutant, by its name."""
    os.environ["MUTANT_UNDER_TEST"] = "mutant_generation"
    Path("mutants").mkdir(exist_ok=True)
    with redirect_stdout(io.StringIO()):
        mutmut.copy_src_dir()
        mutmut.copy_also_copy_files()
        mutmut.setup_source_paths()
        mutmut.create_mutants(1)
    results: dict[str, SourceFileMutationData] = {}
    for path in walk_mutatable_files():
        data = SourceFileMutationData(path=path)
        data.load()
        results |= dict.fromkeys(data.exit_code_by_key, data)
    return results


def summary(mutants: list[str], results: dict[str, SourceFileMutationData]) -> None:
    """One line a module: how many mutants it has, and what came of them, in this run or an earlier one."""
    modules: dict[str, Counter[str]] = defaultdict(Counter)
    for name in mutants:
        module = name.rpartition(".")[0]
        modules[module][WORDS.get(results[name].exit_code_by_key[name], "not run")] += 1
    for module, counts in modules.items():
        ran = counts.total() - counts["not run"]
        noticed = counts["killed"] + counts["timed out"]
        words = ", ".join(f"{number} {word}" for word, number in counts.most_common())
        print(f"{module}: {counts.total()} mutants, {words}; {noticed} of {ran}, {noticed / max(ran, 1):.1%}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="+", help="names of mutants, with * for any")
    parser.add_argument("--sample", type=int, help="so many of them at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--survivors", action="store_true", help="only those that were tried, and no test noticed")
    parser.add_argument("--untried", action="store_true", help="only those that were never tried")
    parser.add_argument("--tests", nargs="+", help="instead of the selection in pyproject.toml")
    parser.add_argument("--measured", action="store_true", help="trusts the last run for the tests that it measured")
    parser.add_argument("--budget", type=float, default=inf, help="tries a mutant only with so many seconds of tests")
    parser.add_argument("--warm", action="store_true", help="shares caches: only for mutants that none of them is of")
    parser.add_argument("--minutes", type=float, help="begins no mutant after that time")
    options = parser.parse_args()

    results = write_mutants()
    names = [name for name in results if any(fnmatch(name, pattern) for pattern in options.names)]
    noticed = (KILLED, TIMED_OUT)
    mutants = [n for n in names if not options.survivors or results[n].exit_code_by_key[n] not in (None, *noticed)]
    mutants = [n for n in mutants if not options.untried or results[n].exit_code_by_key[n] is None]
    if options.sample is not None:
        mutants = random.Random(options.seed).sample(mutants, min(options.sample, len(mutants)))
    changes = [Mutant(name, changed_lines(name, Path(results[name].path))) for name in mutants]
    campaign = Campaign(
        changes, results, options.minutes and options.minutes * 60, options.budget, options.measured, options.warm
    )
    arguments = [*(options.tests or config().pytest_add_cli_args_test_selection), *config().pytest_add_cli_args]
    with chdir("mutants"):
        status = pytest.main(["--rootdir=.", "-q", *arguments], plugins=[campaign])
    summary(names, results)
    sys.exit(status not in (0, pytest.ExitCode.NO_TESTS_COLLECTED))


if __name__ == "__main__":
    main()
