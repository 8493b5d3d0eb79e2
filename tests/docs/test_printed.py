"""Every command that a page of documentation prints is run, and what it prints beneath must come out."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from punto.cli.main import run

ROOT = Path(__file__).parents[2]

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.md")])


def printed(page: Path) -> list[tuple[str, str]]:
    """The `$ ./run punto …` commands of a page's console blocks, each with the lines shown under it."""
    found: list[tuple[str, str]] = []
    for block in re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, shown = part.partition("\n")
            if command.startswith("./run punto "):
                found.append((command.removeprefix("./run punto "), shown))
    return found


def fits(shown: str, came: str) -> bool:
    """Whether an output is the one shown; a line of `…` stands for any lines."""
    parts = [
        re.escape("\n".join(line.rstrip() for line in part.split("\n"))) for part in shown.strip("\n").split("…\n")
    ]
    pattern = r"(?:.*\n)*?".join(parts)
    clean = "\n".join(line.rstrip() for line in came.strip("\n").split("\n"))
    return re.fullmatch(pattern + r"\n?", clean + "\n" if pattern.endswith(r"\n") else clean) is not None


CASES = [
    pytest.param(command, shown, id=f"{page.name}: {command}") for page in PAGES for command, shown in printed(page)
]


@pytest.mark.parametrize(("command", "shown"), CASES)
def test_a_printed_command_prints_what_the_page_shows(
    command: str, shown: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(ROOT)
    run(shlex.split(command))
    came = capfd.readouterr().out
    if shown.strip():
        assert fits(shown, came), came


def test_a_wrong_output_is_noticed() -> None:
    assert fits("a\n…\nc\n", "a\nb\nc\n")
    assert not fits("a\n…\nd\n", "a\nb\nc\n")
    assert not fits("a\nc\n", "a\nb\nc\n")


def test_the_readme_shows_its_two_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert "./run punto " in text
    assert "./run pytest" in text
    assert CASES, "no page prints a command"


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as a reader of Markdown makes them."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def test_anchors_in_links_are_headings() -> None:
    linked = []
    for page in PAGES:
        for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", page.read_text("utf-8")):
            linked.append(anchor)
            assert anchor in anchors(page.parent / target if target else page), f"{page.name}: {target}#{anchor}"
    assert len(linked) > 10


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
