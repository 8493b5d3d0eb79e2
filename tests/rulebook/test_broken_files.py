"""One broken file for every mistake the checker knows.

Files in `broken/` are named for the mistake. A `.toml` file is read as it is; a `.broken` file says where the mistake
is (`at …`) and what to take out of `minimal.toml` (`-`) and put there instead (`+`).
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import punto.rulebook
from punto.rulebook import BadRulebook, check_file, read_rulebook
from punto.rulebook.read import SIZE_LIMIT

HERE = Path(__file__).parent
MINIMAL = HERE / "minimal.toml"
BROKEN = sorted((HERE / "broken").glob("*.broken"))
WHOLE = sorted((HERE / "broken").glob("*.toml"))
SHOWN_HERE = {"unreadable", "too_large"}
"""Mistakes that no file in the tree can have; each has a test of its own below."""
ONLY_DEALING_SHOWS = {"unreachable_row", "cell_never_offered", "cell_cannot_win"}


def code_of(file: Path) -> str:
    return file.stem.partition("--")[0]


def broken(patch: Path) -> tuple[str, str]:
    """Where the mistake is, and the whole of the broken file."""
    at, *lines = patch.read_text(encoding="utf-8").splitlines()
    taken = "".join(line[1:] + "\n" for line in lines if line.startswith("-"))
    put = "".join(line[1:] + "\n" for line in lines if line.startswith("+"))
    whole = MINIMAL.read_text(encoding="utf-8")
    assert whole.count("\n" + taken) == 1, f"{patch.name} takes out what is not there once"
    return at.removeprefix("at "), whole.replace("\n" + taken, "\n" + put)


def test_the_minimal_file_has_no_mistake() -> None:
    assert check_file(MINIMAL) == []
    assert read_rulebook(MINIMAL).name == "minimal@2020-01-01"


@pytest.mark.parametrize("patch", BROKEN, ids=lambda path: path.stem)
def test_a_broken_file_has_exactly_its_mistake(patch: Path, tmp_path: Path) -> None:
    at, text = broken(patch)
    file = tmp_path / "rules.toml"
    file.write_text(text, encoding="utf-8")
    mistakes = check_file(file)
    assert [(mistake.code, mistake.path) for mistake in mistakes] == [(code_of(patch), at)]
    assert mistakes[0].what
    assert mistakes[0].fix
    assert str(mistakes[0]) == f"{mistakes[0].place}: {mistakes[0].what}; {mistakes[0].fix}"
    assert at in mistakes[0].place
    assert mistakes[0].line or at in ("effective", "insurance_terms", "commission")  # What is not there has no line.


@pytest.mark.parametrize("patch", BROKEN, ids=lambda path: path.stem)
def test_a_broken_file_is_not_played(patch: Path, tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(broken(patch)[1], encoding="utf-8")
    if code_of(patch) in ONLY_DEALING_SHOWS:
        read_rulebook(file)
        return
    with pytest.raises(BadRulebook) as bad:
        read_rulebook(file)
    assert [mistake.code for mistake in bad.value.mistakes] == [code_of(patch)]
    assert str(bad.value).startswith(f"{file} has 1 mistake; first: ")


@pytest.mark.parametrize("file", WHOLE, ids=lambda path: path.stem)
def test_what_is_no_toml_has_exactly_its_mistake(file: Path) -> None:
    assert [(mistake.code, mistake.path) for mistake in check_file(file)] == [(code_of(file), "")]
    with pytest.raises(BadRulebook):
        read_rulebook(file)


def test_too_large(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    minimal = MINIMAL.read_bytes()
    file.write_bytes(minimal + b"#" * (SIZE_LIMIT - len(minimal)))
    assert check_file(file) == []
    file.write_bytes(minimal + b"#" * (SIZE_LIMIT - len(minimal) + 1))
    assert [mistake.code for mistake in check_file(file)] == ["too_large"]


@pytest.mark.parametrize("name", ["not-there.toml", "."])
def test_unreadable(name: str, tmp_path: Path) -> None:
    mistakes = check_file(tmp_path / name)
    assert [(mistake.code, mistake.path) for mistake in mistakes] == [("unreadable", "")]
    assert str(mistakes[0]).startswith("file: it cannot be read: ")


def test_all_mistakes_are_reported_at_once(tmp_path: Path) -> None:
    text = MINIMAL.read_text(encoding="utf-8")
    for good, bad in (
        ('id = "minimal"', 'id = "Minimal"'),
        ('"1 to 1"', '"0 to 1"'),
        ("boxes = [5, 7]", "boxes = []\nx = 1"),
    ):
        assert good in text
        text = text.replace(good, bad)
    file = tmp_path / "rules.toml"
    file.write_text(text, encoding="utf-8")
    found = {(mistake.code, mistake.path) for mistake in check_file(file)}
    assert found == {
        ("bad_id", "id"),
        ("impossible_odds", "bet[0].pays[0].odds"),
        ("impossible_odds", "bet[1].pays[0].odds"),
        ("unknown_key", "layout[0].x"),
    }


def codes_in(source: str) -> Iterator[str]:
    """The codes of mistakes that a module can find."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node.args:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            code = node.args[0]
            if called in ("wrong", "Mistake", "bad") and isinstance(code, ast.Constant) and isinstance(code.value, str):
                yield code.value


def known_codes() -> set[str]:
    folder = Path(punto.rulebook.__file__).parent
    return {code for file in folder.rglob("*.py") for code in codes_in(file.read_text(encoding="utf-8"))}


def test_every_mistake_the_checker_knows_has_a_broken_file() -> None:
    assert {code_of(file) for file in BROKEN + WHOLE} | SHOWN_HERE == known_codes()


def test_codes_are_found_in_the_source() -> None:
    found = codes_in('self.wrong("one", "x")\nMistake(\n    "two", path)\nraise bad("three")\nbad(code)\nprint("four")')
    assert sorted(found) == ["one", "three", "two"]


HUGE = "0x" + "f" * 9000
"""More digits than Python will write out."""


@pytest.mark.parametrize(
    ("good", "bad", "codes"),
    [
        ("least = 4", f"least = {HUGE}", {"out_of_range", "bad_decks"}),
        ('{ winner = "player" }', f"{{ points = {HUGE} }}", {"unknown_value"}),
        ('{ winner = "player" }', "{ winner." + "a." * 100 + "a = 1 }", {"unknown_value"}),
        ('id = "minimal"', f"id = {HUGE}", {"wrong_type"}),
        ('n = "1.4"', 'n = "1.10000000"', set[str]()),
        ('n = "1.4"', f'n = "1.{"9" * 6000}"', set[str]()),
        ('"1 to 1"', '"١ to 1"', {"impossible_odds"}),
        ('"5%"', '"٥%"', {"bad_rate"}),
        ("6             3    3", "٦             3    3", {"bad_grid"}),
    ],
    ids=["decks", "fact", "nested", "id", "paragraph", "digits", "odds", "rate", "grid"],
)
def test_values_that_are_absurdly_large_or_written_in_other_digits(
    good: str, bad: str, codes: set[str], tmp_path: Path
) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(MINIMAL.read_text(encoding="utf-8").replace(good, bad), encoding="utf-8")
    assert {mistake.code for mistake in check_file(file)} == codes


def test_a_mistake_is_reported_at_its_own_place_after_others(tmp_path: Path) -> None:
    """What could not be read keeps its place, so that what follows is counted right."""
    text = MINIMAL.read_text(encoding="utf-8")
    text = text.replace('odds = "1 to 1", cite = "1.1" },', 'odds = "none", cite = "1.1" },')
    text = text.replace('odds = "push", cite = "reading:plain" },', 'odds = "push", cite = "7.7" },')
    text = text.replace('id = "player"\n', 'id = ""\n')
    text = text.replace(
        "[[reading]]", '[[reading]]\nid = "plain"\ncite = "1.3"\nkind = "damage"\nreads = "a"\nwhy = "b"\n[[reading]]'
    )
    text = text.replace('cite = "1.3"\nkind = "silence"', 'cite = "1.9"\nkind = "silence"')
    file = tmp_path / "rules.toml"
    file.write_text(text, encoding="utf-8")
    assert sorted((mistake.path, mistake.code) for mistake in check_file(file)) == [
        ("bet[0].id", "empty_text"),
        ("bet[0].pays[0].odds", "impossible_odds"),
        ("bet[0].pays[1].cite", "unknown_paragraph"),
        ("bet[1].pays[1].cite", "unknown_paragraph"),
        ("reading[1].cite", "unknown_paragraph"),
        ("reading[1].id", "duplicate_reading"),
    ]
