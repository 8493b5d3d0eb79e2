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
"""Sends a path of the database a question, or None for a plain look, and gives the answer."""


class Package(NamedTuple):
    """A package as it is installed."""

    name: str
    version: str


class Vulnerability(NamedTuple):
    """What is known against a package."""

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
    found = {_plain(one.name): Package(_plain(one.name), one.version) for one in distributions()}
    found.pop(PROJECT, None)
    return sorted(found.values())


def shipped() -> list[Package]:
    """What `punto` needs to run, and what that needs."""
    known = {package.name: package for package in installed()}
    wanted, reached = [PROJECT], set[str]()
    while wanted:
        if (name := wanted.pop()) not in reached:
            reached.add(name)
            wanted += _needs(name)
    return sorted(known[name] for name in reached if name in known)


def _needs(name: str) -> list[str]:
    """The packages that one names, its extras left out; of our own extras those that a house runs with."""
    try:
        lines = distribution(name).requires or []
    except PackageNotFoundError:  # Another system's, or another Python's.
        return []
    ours = {f"extra == '{extra}'" for extra in HOUSE_EXTRAS} if name == PROJECT else set()
    wanted = [line for line in lines if "extra ==" not in line or any(extra in line for extra in ours)]
    return [_plain(found[0]) for line in wanted if (found := re.match(r"[A-Za-z0-9._-]+", line))]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def known(packages: Iterable[Package], ask: Ask) -> list[Vulnerability]:
    """What is known against these packages; Unreachable if that cannot be found out of every one."""
    waiting = [(package, "") for package in packages]
    found: set[tuple[Package, str]] = set()
    while waiting:
        answers = ask("/v1/querybatch", {"queries": [_query(*one) for one in waiting]}).get("results", [])
        if len(answers) != len(waiting):
            raise Unreachable(f"it answered for {len(answers)} of {len(waiting)} packages")
        pages = [(package, answer or {}) for (package, _), answer in zip(waiting, answers, strict=True)]
        found |= {(package, one["id"]) for package, page in pages for one in page.get("vulns", [])}
        waiting = [(package, page["next_page_token"]) for package, page in pages if page.get("next_page_token")]
    return [_described(package, ask(f"/v1/vulns/{id}", None)) for package, id in sorted(found)]


def _query(package: Package, page: str) -> dict[str, Any]:
    query: dict[str, Any] = {"package": {"name": package.name, "ecosystem": "PyPI"}, "version": package.version}
    return query | ({"page_token": page} if page else {})


def _described(package: Package, entry: dict[str, Any]) -> Vulnerability:
    ours = [one for one in entry.get("affected", []) if _plain(one.get("package", {}).get("name", "")) == package.name]
    events = [event for one in ours for span in one.get("ranges", []) for event in span.get("events", [])]
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
    given = parser.parse_args(arguments)
    packages = shipped() if given.shipped else installed()
    try:
        found = known(packages, asking(given.source))
    except Unreachable as error:
        print(f"Nothing was checked: {given.source} cannot be asked ({error}).", file=sys.stderr)
        return 2
    for one in found:
        print(one)
    counted = f"{len(packages)} packages held against {given.source}"
    print(f"{counted}: {len(found)} known vulnerabilities." if found else f"{counted}: no known vulnerability.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
