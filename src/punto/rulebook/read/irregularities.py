"""The irregularity code in a rulebook file: its clauses, and whether the table acts on what they say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Final

from punto.rulebook.clauses import CLAUSES, IRREGULARITIES, Permitted
from punto.rulebook.mistake import known_ones, nearest
from punto.rulebook.model import Authority, Consequence, InsuranceTerms, Irregularity, NewCards, Options
from punto.rulebook.read.section import Section

ABOUT_CLAUSES: Final = ("clause_not_acted_upon", "decided_too_low", "unused_options_cite", "options_without_cite")
"""Mistakes of files that were released before clauses were checked against the table. A file that was replaced is read
in spite of them, for the books that were made with it."""


def read_irregularities(root: Section, terms: InsuranceTerms | None) -> dict[str, Irregularity]:
    """The clauses by what went wrong."""
    clauses: dict[str, Irregularity] = {}
    for section in root.tables("irregularity"):
        what = _what(section)
        if what in clauses:
            section.wrong("duplicate_clause", "what", f"{what} has two clauses", "one clause for each")
        clause = _clause(section, what)
        _check_insurance(section, clause, terms)
        clauses[section.path if what in clauses else what] = clause
    return clauses


def _what(section: Section) -> str:
    what = section.text("what")
    if not what or what in IRREGULARITIES:
        return what
    near = nearest(what, IRREGULARITIES)
    message = f"no irregularity is called {what[:40]!r}"
    section.wrong("unknown_word", "what", message, known_ones(what, IRREGULARITIES), guessed=near is not None)
    return near or what


def _clause(section: Section, what: str) -> Irregularity:
    leads_to = section.word("leads_to", Consequence)
    decides = _authority(section)
    options = section.word("options", Options, Options.NEVER)
    cards = section.word("cards", NewCards, NewCards.KEPT)
    cite, options_cite = section.text("cite"), section.text("options_cite", "")
    section.done()
    if what in CLAUSES:
        _check(section, what, leads_to, decides, options, cards)
    _check_options_cite(section, options, options_cite)
    return Irregularity(
        what,
        leads_to or Consequence.RULING,
        cite,
        decides or Authority.SHIFT_MANAGER,
        options or Options.NEVER,
        options_cite,
        cards or NewCards.KEPT,
    )


def _authority(section: Section) -> Authority | None:
    if section.is_unreadable("decides"):
        return None
    word = section.text("decides", Authority.DEALER.word)
    by_word = {rank.word: rank for rank in Authority}
    if word in by_word:
        return by_word[word]
    near = nearest(word, by_word)
    message = f"nobody is called {word[:40]!r}"
    section.wrong("unknown_word", "decides", message, known_ones(word, by_word), guessed=near is not None)
    return by_word[near] if near else None


def _check(
    section: Section,
    what: str,
    leads_to: Consequence | None,
    decides: Authority | None,
    options: Options | None,
    cards: NewCards | None,
) -> None:
    """Each word of a clause is one the table acts on for this irregularity; unreadable words are reported already."""
    ways = CLAUSES[what]
    if leads_to is not None and leads_to not in ways:
        message = f"{what} cannot lead to {leads_to.value}: the table would do nothing about it"
        section.wrong("clause_not_acted_upon", "leads_to", message, _allowed(way.value for way in ways))
    # With a wrong consequence, a word is wrong if none of the right consequences allows it.
    open_ways = {leads_to: ways[leads_to]} if leads_to in ways and leads_to is not None else ways
    _check_decides(section, what, decides, open_ways)
    _check_word(section, what, "options", options, [option for way in open_ways.values() for option in way.options])
    _check_word(section, what, "cards", cards, [new_cards for way in open_ways.values() for new_cards in way.cards])


def _check_decides(
    section: Section, what: str, decides: Authority | None, ways: Mapping[Consequence, Permitted]
) -> None:
    allowed = dict.fromkeys(rank for way in ways.values() for rank in way.decides)
    if decides is None or decides in allowed:
        return
    fix = _allowed(rank.word for rank in allowed)
    if Authority.DEALER in allowed:
        message = f"nobody decides about {what}: the table sees to it, or records it"
        section.wrong("clause_not_acted_upon", "decides", message, f"leave it out; {fix}")
    elif decides is Authority.DEALER:
        message = f"{what} is never decided by the dealer, who reports it"
        section.wrong("decided_too_low", "decides", message, fix)
    else:
        message = f"{what} is decided by a {next(iter(allowed)).word}, not by a {decides.word}"
        section.wrong("decided_too_low", "decides", message, fix)


def _check_word(section: Section, what: str, key: str, word: Enum | None, allowed: Iterable[Enum]) -> None:
    words = list(dict.fromkeys(allowed))
    if word is not None and word not in words:
        message = f"with {what} {key} cannot be {word.value}: the table would do nothing about it"
        section.wrong("clause_not_acted_upon", key, message, _allowed(member.value for member in words))


def _check_options_cite(section: Section, options: Options | None, cite: str) -> None:
    if options not in (None, Options.NEVER) and not cite:
        message = "the paragraph that gives the choice is not named"
        section.wrong("options_without_cite", "options", message, "write options_cite")
    if options is Options.NEVER and cite:
        section.wrong("unused_options_cite", "options_cite", "no choice is given here", "say options, or leave it out")


def _check_insurance(section: Section, clause: Irregularity, terms: InsuranceTerms | None) -> None:
    """Clauses about insurance need some, and forgoing it is the paragraph that the terms name."""
    if clause.what not in ("insurance_forgone", "neglected_insurance"):
        return
    if terms is None:
        message = f"{clause.what} is about insurance, and this rulebook has none"
        section.wrong("clause_not_acted_upon", "what", message, "leave the clause out, or add [insurance_terms]")
    elif clause.what == "insurance_forgone" and clause.cite and clause.cite != terms.forgone_cite:
        message = f"insurance is forgone by insurance_terms.forgone_cite, which is {terms.forgone_cite!r}"
        section.wrong("clause_not_acted_upon", "cite", message, "name one paragraph in both places")


def _allowed(words: Iterable[str]) -> str:
    return f"allowed: {', '.join(words)}"
