"""All mistakes of a file come in one run, each with its line and the name of what it is in."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import punto.rulebook
from punto.coup import FACTS, Why
from punto.rulebook import BadRulebook, check_file, read_rulebook
from punto.rulebook.read.lines import lines_of
from punto.rulebook.read.section import KEYS

MINIMAL = Path(__file__).parent / "minimal.toml"
SHIPPED = sorted(Path(punto.rulebook.__file__).parent.parent.glob("rulebooks/*/*.toml"))


def changed(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """The minimal file with these changes, each at its first place."""
    text = MINIMAL.read_text(encoding="utf-8")
    for good, bad in changes:
        assert good in text, good
        text = text.replace(good, bad, 1)
    file = tmp_path / "rules.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_misspelt_header_beside_one_below_it_is_one_mistake(tmp_path: Path) -> None:
    file = changed(tmp_path, ("[tableau]", "[tableu]"))
    assert "[tableau.banker_draws_on]" in file.read_text(encoding="utf-8")
    [mistake] = check_file(file)
    assert (mistake.code, mistake.line) == ("unknown_key", line_of(file, "[tableu]"))
    assert mistake.fix == "did you mean tableau?"


def line_of(file: Path, words: str) -> int:
    lines = file.read_text(encoding="utf-8").split("\n")
    return next(number for number, line in enumerate(lines, 1) if words in line)


@pytest.mark.parametrize(
    ("good", "bad", "code", "name"),
    [
        ('id = "banker"', 'id = "banker"\nlimit = 3', "unknown_key", "bet banker"),
        ('what = "foreign_card"', 'what = "foreign_card"\nreplaced = true', "unknown_key", "irregularity foreign_card"),
        ('by = "coup.result"', 'by = "Coup!"', "bad_module", "paragraph 1.2"),
        ('cite = "1.3"', 'cite = "1.33"', "unknown_paragraph", "reading plain"),
        ("boxes = [5, 7]", "boxes = [5, 70]", "bad_numbers", "layout A"),
    ],
)
def test_a_message_has_the_line_and_the_name(good: str, bad: str, code: str, name: str, tmp_path: Path) -> None:
    file = changed(tmp_path, (good, bad))
    [mistake] = check_file(file)
    assert (mistake.code, mistake.name) == (code, name)
    assert mistake.line == line_of(file, bad.split("\n")[-1])
    assert str(mistake).startswith(f"line {mistake.line}, {mistake.path} ({name}): ")


@pytest.mark.parametrize(
    ("good", "bad", "code", "name", "stands"),
    [
        (
            "7             4    4",
            "7             4    many",
            "bad_grid",
            "after_four_cards player banker_wins",
            "grid =",
        ),
        (
            "9             n/a  n/a",
            "9             2  n/a",
            "cell_cannot_win",
            "after_player_third_card player",
            "[[ins",
        ),
    ],
)
def test_a_cell_is_told_with_its_grid(good: str, bad: str, code: str, name: str, stands: str, tmp_path: Path) -> None:
    file = changed(tmp_path, (good, bad))
    [mistake] = check_file(file)
    assert mistake.code == code
    assert mistake.name.startswith(f"insurance {name}")
    lines = file.read_text(encoding="utf-8").split("\n")
    assert lines[mistake.line - 1].startswith(stands)
    assert bad in lines[mistake.line : mistake.line + 9]


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("[[bet]]", "[[bets]]"),
        ("[[bet]]", "[[Bet]]"),
        ("[[bet]]", "[[bte]]"),
        ('id = "banker"', 'idd = "banker"'),
        ("[[bet]]", "[[bet]]"),
    ],
)
def test_a_bet_is_told_by_its_id_also_behind_a_misspelt_key(good: str, bad: str, tmp_path: Path) -> None:
    text = MINIMAL.read_text(encoding="utf-8").replace(good, bad)
    before, _, after = text.partition('"banker" }, odds = "1 to 1"')
    file = tmp_path / "rules.toml"
    file.write_text(f'{before}"banker" }}, odds = "1 two 1"{after}', encoding="utf-8")
    odds = next(mistake for mistake in check_file(file) if mistake.code == "impossible_odds")
    assert (odds.name, odds.line) == ("bet banker", line_of(file, "1 two 1"))


def test_a_clause_is_told_which_words_are_allowed(tmp_path: Path) -> None:
    late = '[[irregularity]]\nwhat = "late_bet"\nleads_to = "void"\ncite = "1.1"\n\n[[irregularity]]\n'
    file = changed(tmp_path, ("[[irregularity]]\n", late))
    [mistake] = check_file(file)
    assert (mistake.code, mistake.fix) == ("clause_not_acted_upon", "allowed: refuse")
    assert mistake.name == "irregularity late_bet"
    assert mistake.line == line_of(file, 'leads_to = "void"')


BEHIND_SPELLING: dict[str, tuple[list[tuple[str, str]], list[tuple[str, str]]]] = {
    "what stands under a misspelt key is read for what it was meant to be": (
        [('leads_to = "void"', 'lead_to = "vood"'), ('cards = "replaced"', 'cards = "kept"')],
        [
            ("irregularity[0].cards", "clause_not_acted_upon"),
            ("irregularity[0].lead_to", "unknown_key"),
            ("irregularity[0].lead_to", "unknown_word"),
        ],
    ),
    "a whole list of tables": (
        [("[[layout]]", "[[layouts]]"), ("boxes = [5, 7]", "boxes = [0]")],
        [("layouts", "unknown_key"), ("layouts[0].boxes", "bad_numbers")],
    ),
    "a fact, and a row that no coup reaches": (
        [
            ('{ winner = "player" }, odds', '{ winer = "player" }, odds'),
            ('{ when = { winner = "tie" }, odds = "push"', '{ when = { winner = "player" }, odds = "push"'),
        ],
        [("bet[0].pays[0].when.winer", "unknown_fact"), ("bet[0].pays[1]", "unreachable_row")],
    ),
    "a condition that cannot be read says nothing about another bet, nor a wrong cell about another": (
        [
            ('{ winner = "player" }, odds', '{ winner = "dealer" }, odds'),
            ('{ winner = "banker" }, odds', '{ winner = "banker", points = 0 }, odds'),
            ("6             3    3", "6             3    x"),
            ("9             n/a  n/a", "9             2    n/a"),
        ],
        [
            ("bet[0].pays[0].when.winner", "unknown_value"),
            ("bet[1].pays[0]", "unreachable_row"),
            ("insurance (after_player_third_card player)", "cell_cannot_win"),
            ("insurance[0].grid", "bad_grid"),
        ],
    ),
    "a grid for a tie that could not be read: whether a cell wins by it is not known": (
        [("9             8    8", "9             8    eight")],
        [("insurance[2].grid", "bad_grid")],
    ),
    "a grid that could not be placed": ([('on = "tie"', 'on = "draw"')], [("insurance[2].on", "unknown_word")]),
    "an unknown consequence: what none of the known ones allows is still a mistake": (
        [('leads_to = "void"', 'leads_to = "xyz"'), ('decides = "pit_supervisor"', 'decides = "dealer"')],
        [("irregularity[0].decides", "decided_too_low"), ("irregularity[0].leads_to", "unknown_word")],
    ),
    "a row that is no table keeps its place": (
        [
            ('  { when = { winner = "player" }, odds = "1 to 1", cite = "1.1" },', "  5,"),
            ('"push", cite = "reading:plain"', '"push", cite = "9.9"'),
        ],
        [("bet[0].pays[0]", "wrong_type"), ("bet[0].pays[1].cite", "unknown_paragraph")],
    ),
    "words without their quotes are no TOML, and reading goes on": (
        [
            ('source = "trade"', "source = trade"),
            ('leads_to = "void"', 'leads_to = "void'),
            ("boxes = [5, 7]", "boxes = [0]"),
        ],
        [("irregularity[0].leads_to", "not_toml"), ("layout[0].boxes", "bad_numbers"), ("source", "not_toml")],
    ),
    "a pay row without its comma": (
        [
            ('  { when = { winner = "player" }, odds', '  { when = { winner = "player" } odds'),
            ('rate = "5%"', "rate = 5%"),
            ('what = "foreign_card"', 'what = "strange"'),
        ],
        [
            ("bet[0].pays[0]", "not_toml"),
            ("commission.rate", "not_toml"),
            ("irregularity[0].what", "unknown_word"),
        ],
    ),
}


@pytest.mark.parametrize("case", BEHIND_SPELLING)
def test_what_stands_behind_a_spelling_mistake_comes_in_the_same_run(case: str, tmp_path: Path) -> None:
    changes, wanted = BEHIND_SPELLING[case]
    mistakes = check_file(changed(tmp_path, *changes))
    assert sorted((mistake.path, mistake.code) for mistake in mistakes) == sorted(wanted)
    assert [mistake.line for mistake in mistakes] == sorted(mistake.line for mistake in mistakes)


@pytest.mark.parametrize("key", ["cite", "odds", "when", "leads_to", "window", "insures", "decides", "reads", "boxes"])
def test_a_misspelt_key_is_one_mistake(key: str, tmp_path: Path) -> None:
    """Nothing is missing besides, and no key of the format is taken for another."""
    text = MINIMAL.read_text(encoding="utf-8")
    at = text.index(f"{key} =")
    file = tmp_path / "rules.toml"
    file.write_text(text[:at] + key[:-1] + "x" + text[at + len(key) :], encoding="utf-8")
    [mistake] = check_file(file)
    assert (mistake.code, mistake.fix) == ("unknown_key", f"did you mean {key}?")


@pytest.mark.parametrize("bad", ["x = ", "[[bet]\n", 'id = "a', "a = [1,\n", "{}", "a = 1\na = 2"])
def test_what_is_too_damaged_has_its_first_mistake_alone(bad: str, tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(bad, encoding="utf-8")
    [mistake] = check_file(file)
    assert mistake.code == "not_toml"


def test_a_rulebook_without_end_is_left_alone_after_its_lines_are_used_up(tmp_path: Path) -> None:
    file = changed(tmp_path, ('source = "trade"\n', "".join(f"x{n} = y\n" for n in range(30))))
    mistakes = check_file(file)
    assert {mistake.code for mistake in mistakes} == {"not_toml"}
    assert len(mistakes) == 21


def keys_in(value: object) -> Iterator[str]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        if isinstance(key, str):
            yield key
        yield from keys_in(one)


def test_every_key_of_the_format_is_known_as_one() -> None:
    used = {key for file in (MINIMAL, *SHIPPED) for key in keys_in(tomllib.loads(file.read_text(encoding="utf-8")))}
    assert {key for key in used if key not in FACTS and not key.isdigit()} - {why.value for why in Why} <= KEYS


def paths_in(value: object, path: str = "") -> Iterator[str]:
    inside: Iterator[tuple[str, object]] = iter(())
    if isinstance(value, dict):
        inside = ((f"{path}.{key}" if path else key, one) for key, one in value.items())
    elif isinstance(value, list):
        inside = ((f"{path}[{index}]", one) for index, one in enumerate(value))
    for place, one in inside:
        yield place
        yield from paths_in(one, place)


@pytest.mark.parametrize("file", [MINIMAL, *SHIPPED], ids=lambda file: f"{file.parent.name} {file.name}")
def test_every_key_of_a_file_has_its_line(file: Path) -> None:
    """Held against the standard library's reader: the same paths, and each line has its key."""
    text = file.read_text(encoding="utf-8")
    lines = lines_of(text)
    root = tomllib.loads(text)
    lists = {key for key, value in root.items() if isinstance(value, list)} - set(lines)
    assert set(paths_in(root)) - lists == set(lines)
    for path, line in lines.items():
        key = path.rpartition(".")[2]
        assert key.endswith("]") or key in text.split("\n")[line - 1], path


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('"a b" = 1\n\'c\' = 2', {"a b": 1, "c": 2}),
        ("a.b = 1\n[c.d]\ne = 2\n", {"a": 1, "a.b": 1, "c.d": 2, "c.d.e": 3}),
        ('a = """\nb = 1\n""""\nc = 2', {"a": 1, "c": 4}),
        ("a = [ # ]\n 1,\n [2, 3],\n]\nb = {c = [\n4]}", {
            "a": 1, "a[0]": 2, "a[1]": 3, "a[1][0]": 3, "a[1][1]": 3, "b": 5, "b.c": 5, "b.c[0]": 6,
        }),
        ("[[x]]\n[[x.y]]\nz = 1\n[[x]]\n[[x.y]]\nz = 2", {
            "x[0]": 1, "x[0].y[0]": 2, "x[0].y[0].z": 3, "x[1]": 4, "x[1].y[0]": 5, "x[1].y[0].z": 6,
        }),
        ("a = " + "[" * 100_000, None),
    ],
)  # fmt: skip
def test_lines_of_other_toml(text: str, lines: dict[str, int] | None) -> None:
    found = lines_of(text)
    assert lines is None or found == lines


def test_a_file_that_was_replaced_is_read_as_it_was_released(tmp_path: Path) -> None:
    """Books are judged by it, also where it says what is refused now."""
    file = changed(tmp_path, ('cards = "replaced"\n', ""), ('decides = "pit_supervisor"\n', ""))
    assert {mistake.code for mistake in check_file(file)} == {"clause_not_acted_upon", "decided_too_low"}
    with pytest.raises(BadRulebook):
        read_rulebook(file)
    assert check_file(file.rename(tmp_path / "2020-01-01.1.toml")) == []
    assert read_rulebook(tmp_path / "2020-01-01.1.toml").id == "minimal"
