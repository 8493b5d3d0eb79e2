"""The page on writing a rulebook: its fragments are a whole one, and its lists are those of the program."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from punto.chance import unusual_edges
from punto.coup import FACTS
from punto.rulebook import check_file, read_rulebook
from punto.rulebook.clauses import CLAUSES
from punto.rulebook.model import LIMITS, PROCEDURES, Authority, Became, Consequence, NewCards, Options
from punto.rulebook.read.section import KEYS
from table.shift import Shift

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rulebooks.md").read_text("utf-8")
FRAGMENTS = re.findall(r"```toml\n(.*?)```", PAGE, re.S)


def rows(heading: str) -> list[list[str]]:
    """The rows of the first table after a heading, cell by cell."""
    lines = PAGE.partition(f"\n## {heading}\n")[2].split("\n")
    first = next(place for place, line in enumerate(lines) if line.startswith("|---"))
    table = []
    for line in lines[first + 1 :]:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip("|").split("|")])
    return table


def whole(tmp_path: Path) -> Path:
    file = tmp_path / "2024-02-29.toml"
    file.write_text("\n".join(FRAGMENTS), "utf-8")
    return file


def test_every_fragment_is_toml_and_together_they_are_a_rulebook(tmp_path: Path) -> None:
    for fragment in FRAGMENTS:
        tomllib.loads(fragment)
    assert check_file(whole(tmp_path)) == []


def test_the_rulebook_of_the_page_is_dealt(tmp_path: Path) -> None:
    book = read_rulebook(whole(tmp_path))
    assert unusual_edges(book) == []
    limits = {"stake_min": 1, "differential_max": 10_000}
    table = Shift(lambda name, as_of=None, *, sha256="": book)
    table.try_("open_table", rulebook="lucky-house").refused("limits_are_needed", "2.3")
    table.do("open_table", rulebook="lucky-house", settings=limits).do("open_shoe", cards="physical")
    table.bets("seat 1 banker 400", "seat 2 tiger 10").close().place("seat 1 banker 1").refused(
        "bets_are_closed", "5.4"
    )
    table.cards("2h 2c 2d 4s").insure("seat 1 banker 100").expect("insurance_taken", odds="3 to 1")
    table.cards("Kh").expect("coup_settled", winner="banker").net(seat_1=280, seat_2=120)  # 95 % of 400, less 100.
    table.bets("seat 1 banker 400").close().cards("2h").report("exposed_card", card="Kd").phase("stopped")
    table.decide(reconstruct=True).expect("options_given", cite="5.3")


def test_every_part_of_the_format_is_shown() -> None:
    shown = "\n".join(FRAGMENTS)
    words = set(re.findall(r"[a-z_]+", shown))
    assert set(KEYS) - set(PROCEDURES) - words == set()


def test_the_facts_are_those_that_a_bet_may_ask() -> None:
    listed = {name.strip("`"): (about, values) for name, about, values in rows("Bets, facts and pay rows")}
    assert list(listed) == list(FACTS)
    for name, (about, values) in listed.items():
        assert about == FACTS[name].about
        read = tuple(tomllib.loads(f"x = [{values.replace('`', '')}]")["x"])
        assert read == FACTS[name].values


def test_the_clauses_are_those_that_the_table_acts_upon() -> None:
    def words(cell: str) -> list[str]:
        return re.findall(r"`([a-z_]+)`", cell)

    listed = rows("Irregularities")
    assert [(what.strip("`"), leads_to.strip("`")) for what, leads_to, *_ in listed] == [
        (what, leads_to.value) for what, ways in CLAUSES.items() for leads_to in ways
    ]
    for what, leads_to, does, decides, options, cards in listed:
        may = CLAUSES[what.strip("`")][Consequence(leads_to.strip("`"))]
        assert does == may.does
        assert words(decides) == [rank.word for rank in may.decides[:1] if rank is not Authority.DEALER]
        assert words(options) == [word.value for word in may.options if word is not Options.NEVER]
        assert words(cards) == [word.value for word in may.cards if word is not NewCards.KEPT]


def test_every_word_of_the_other_lists_is_explained() -> None:
    assert [name.strip("`") for name, *_ in rows("Paragraphs")] == [word.value for word in Became]
    for word in (*PROCEDURES, *LIMITS, *(one.value for one in (*Options, *NewCards))):
        assert f"`{word}`" in PAGE, word


def test_the_readme_leads_to_the_page() -> None:
    assert "(docs/rulebooks.md)" in (ROOT / "README.md").read_text("utf-8")
