"""What a clause may not say is refused for every irregularity, with the words that it may."""

from itertools import product
from pathlib import Path

import pytest

from punto.rulebook import Consequence, Mistake, parse
from punto.rulebook.clauses import CLAUSES
from punto.rulebook.model import Authority, NewCards, Options

MINIMAL = (Path(__file__).parent / "minimal.toml").read_text(encoding="utf-8")


def mistakes_of(what: str, leads_to: str, decides: str, options: str, cards: str) -> list[Mistake]:
    """Those of a file with this clause."""
    clause = f'what = "{what}"\nleads_to = "{leads_to}"\ndecides = "{decides}"\noptions = "{options}"\n'
    clause += "" if options == "never" else 'options_cite = "1.1"\n'
    before, _, rest = MINIMAL.partition("[[irregularity]]\n")
    text = f'{before}[[irregularity]]\n{clause}cards = "{cards}"\ncite = "1.1"\n\n{rest[rest.index("[[reading]]") :]}'
    text = text.replace("[[insurance]]", 'forgone_cite = "1.1"\n\n[[insurance]]', 1)
    return parse(text.encode(), "clause.toml")[1]


@pytest.mark.parametrize("what", CLAUSES)
def test_every_word_is_allowed_or_refused_with_those_that_are(what: str) -> None:
    for leads_to, may in CLAUSES[what].items():
        for decides, options, cards in product(Authority, Options, NewCards):
            wrong = {
                key: ", ".join(allowed)
                for key, fits, allowed in (
                    ("decides", decides in may.decides, [rank.word for rank in may.decides]),
                    ("options", options in may.options, [word.value for word in may.options]),
                    ("cards", cards in may.cards, [word.value for word in may.cards]),
                )
                if not fits
            }
            found = mistakes_of(what, leads_to.value, decides.word, options.value, cards.value)
            assert {
                mistake.path.removeprefix("irregularity[0]."): mistake.fix for mistake in found
            }.keys() == wrong.keys()
            for mistake in found:
                assert mistake.name == f"irregularity {what}"
                assert what in mistake.what
                assert mistake.fix.endswith(f"allowed: {wrong[mistake.path.removeprefix('irregularity[0].')]}")


@pytest.mark.parametrize("what", CLAUSES)
def test_a_consequence_upon_which_the_table_does_not_act_is_refused(what: str) -> None:
    for leads_to in set(Consequence) - set(CLAUSES[what]):
        may = next(iter(CLAUSES[what].values()))
        [mistake] = mistakes_of(what, leads_to.value, may.decides[0].word, may.options[0].value, may.cards[0].value)
        assert (mistake.code, mistake.path) == ("clause_not_acted_upon", "irregularity[0].leads_to")
        assert f"{what} cannot lead to {leads_to.value}" in mistake.what
        assert mistake.fix == f"allowed: {', '.join(one.value for one in CLAUSES[what])}"


def test_clauses_about_insurance_need_some() -> None:
    text = MINIMAL[: MINIMAL.index("[insurance_terms]")] + MINIMAL[MINIMAL.index("[[layout]]") :]
    for what, leads_to, decides in (
        ("insurance_forgone", "forgo_insurance", "dealer"),
        ("neglected_insurance", "return_original_bet", "pit_manager"),
    ):
        clause = f'what = "{what}"\nleads_to = "{leads_to}"\ndecides = "{decides}"\ncite = "1.1"\n\n[[irregularity]]\n'
        changed = text.replace("[[irregularity]]\n", f"[[irregularity]]\n{clause}")
        [mistake] = parse(changed.encode(), "clause.toml")[1]
        assert (mistake.code, mistake.path) == ("clause_not_acted_upon", "irregularity[0].what")
