"""Known vulnerabilities of what is installed: every package of this environment, held against the OSV database.

./run python -m tools.vulnerabilities            all packages, those of the tools too
./run python -m tools.vulnerabilities --shipped  only what `punto` itself needs to run

Exit status 0 when none is known, 1 when one is, 2 when the database could not be asked: that is not the same as none.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import PackageNotFoundError, distribution, distributions
from typing import Any, Final, NamedTuple
from urllib.error import URLError
from urllib.request import Request, urlopen

SOURCE: Final = "https://api.osv.dev"
PROJECT: Final = "punto"

HOUSE_EXTRAS: Final = ("cli", "serve", "sheets", "postgres")
"""What a house is installed with: the library alone needs none of it."""
SECONDS: Final = 20

Ask = Callable[[str, Any], Any]
"""Posts a question to a path of the database (None for a GET), and returns the answer."""


class Package(NamedTuple):
    """A package as it is installed."""

    name: str
    version: str


class Vulnerability(NamedTuple):
    """A vulnerability of a package, as the database describes it."""

    package: Package
    id: str
    summary: str
    fixed: tuple[str, ...]

    def __str__(self) -> str:
        mended = f"; mended in {', '.join(self.fixed)}" if self.fixed else ""
        return f"{self.package.name} {self.package.version}: {self.id} {self.summary or 'no summary'}{mended}"


class Unreachable(Exception):
    """The database could not be asked, and why."""


def installed() -> list[Package]:
    """Every package of this environment but our own."""
    packages = {_plain(package.name): Package(_plain(package.name), package.version) for package in distributions()}
    packages.pop(PROJECT, None)
    return sorted(packages.values())


def shipped() -> list[Package]:
    """What `punto` needs to run, with all dependencies of those packages."""
    packages = {package.name: package for package in installed()}
    waiting, reached = [PROJECT], set[str]()
    while waiting:
        if (name := waiting.pop()) not in reached:
            reached.add(name)
            waiting += _needs(name)
    return sorted(packages[name] for name in reached if name in packages)


def _needs(name: str) -> list[str]:
    """The packages that one names, its extras left out; of our own extras those that a house runs with."""
    try:
        lines = distribution(name).requires or []
    except PackageNotFoundError:  # Another system's, or another Python's.
        return []
    ours = {f"extra == '{extra}'" for extra in HOUSE_EXTRAS} if name == PROJECT else set()
    requirements = [line for line in lines if "extra ==" not in line or any(extra in line for extra in ours)]
    return [_plain(match[0]) for line in requirements if (match := re.match(r"[A-Za-z0-9._-]+", line))]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def vulnerabilities_of(packages: Iterable[Package], ask: Ask) -> list[Vulnerability]:
    """The vulnerabilities of these packages; raises Unreachable unless the database answered for each."""
    waiting = [(package, "") for package in packages]
    ids: set[tuple[Package, str]] = set()
    while waiting:
        answers = ask("/v1/querybatch", {"queries": [_query(*question) for question in waiting]}).get("results", [])
        if len(answers) != len(waiting):
            raise Unreachable(f"it answered for {len(answers)} of {len(waiting)} packages")
        pages = [(package, answer or {}) for (package, _), answer in zip(waiting, answers, strict=True)]
        ids |= {(package, vulnerability["id"]) for package, page in pages for vulnerability in page.get("vulns", [])}
        waiting = [(package, page["next_page_token"]) for package, page in pages if page.get("next_page_token")]
    return [_described(package, ask(f"/v1/vulns/{id}", None)) for package, id in sorted(ids)]


def _query(package: Package, page: str) -> dict[str, Any]:
    query: dict[str, Any] = {"package": {"name": package.name, "ecosystem": "PyPI"}, "version": package.version}
    return query | ({"page_token": page} if page else {})


def _described(package: Package, entry: dict[str, Any]) -> Vulnerability:
    ours = [
        affected
        for affected in entry.get("affected", [])
        if _plain(affected.get("package", {}).get("name", "")) == package.name
    ]
    events = [event for affected in ours for span in affected.get("ranges", []) for event in span.get("events", [])]
    fixed = tuple(dict.fromkeys(event["fixed"] for event in events if "fixed" in event and "." in event["fixed"]))
    names = ", ".join([entry["id"], *(name for name in entry.get("aliases", []) if name.startswith("CVE-"))])
    return Vulnerability(package, names, entry.get("summary", ""), fixed)


def asking(source: str) -> Ask:
    """Asks a database over the network."""

    def ask(path: str, question: Any) -> Any:
        body = None if question is None else json.dumps(question).encode()
        request = Request(source + path, data=body, headers={"Content-Type": "application/json"})
        try:
            with urlopen(request, timeout=SECONDS) as answer:
                return json.load(answer)
        except URLError as error:
            raise Unreachable(str(error.reason)) from None
        except (OSError, ValueError) as error:
            raise Unreachable(str(error)) from None

    return ask


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shipped", action="store_true", help="only what punto itself needs to run")
    parser.add_argument("--source", default=SOURCE, help="another database that speaks as OSV does")
    options = parser.parse_args(arguments)
    packages = shipped() if options.shipped else installed()
    try:
        vulnerabilities = vulnerabilities_of(packages, asking(options.source))
    except Unreachable as error:
        print(f"Nothing was checked: {options.source} cannot be asked ({error}).", file=sys.stderr)
        return 2
    for vulnerability in vulnerabilities:
        print(vulnerability)
    counted = f"{len(packages)} packages held against {options.source}"
    print(
        f"{counted}: {len(vulnerabilities)} known vulnerabilities."
        if vulnerabilities
        else f"{counted}: no known vulnerability."
    )
    return 1 if vulnerabilities else 0


if __name__ == "__main__":
    sys.exit(main())
