"""The shelf: ids, editions, the edition in force."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from punto.kit import Refused
from punto.rulebook import BadRulebook, Library, check_file, is_in_force
from punto.rulebook.library import SHIPPED
from punto.rulebook.read import edition_of
from rulebook.shelf import book, shipped

MINIMAL = Path(__file__).with_name("minimal.toml").read_text(encoding="utf-8")
RELEASED = Path(__file__).with_name("released.txt")
SINGAPORE = timezone(timedelta(hours=8))


def put(folder: Path, edition: str, effective: str, name: str = "", id: str = "minimal") -> None:
    text = MINIMAL.replace('edition = "2020-01-01"', f'edition = "{edition}"').replace("2020-01-01T00:00:00", effective)
    (folder / id).mkdir(exist_ok=True)
    (folder / id / f"{name or edition}.toml").write_text(text, encoding="utf-8")


@pytest.fixture
def library(tmp_path: Path) -> Library:
    put(tmp_path, "2021-05-01", "2021-05-01T08:00:00")
    put(tmp_path, "2020-01-01", "2020-01-01T00:00:00")
    return Library([tmp_path])


@contextmanager
def refused(code: str) -> Iterator["pytest.ExceptionInfo[Refused]"]:
    with pytest.raises(Refused) as error:
        yield error
    assert error.value.refusal.code == code


@pytest.mark.parametrize("id", shipped())
def test_a_shipped_rulebook_has_no_mistake(id: str) -> None:
    for file in (SHIPPED / id).glob("*.toml"):
        assert check_file(file) == []
    assert book(id).id == id


def test_the_shipped_rulebooks() -> None:
    assert set(shipped()) >= {
        *("easy-six", "da-hu-ying-xiong", "rws-baccarat", "rws-insurance", "insurance-lucky-six"),
        *("punto-banco", "ez-baccarat"),
    }


@pytest.mark.parametrize(
    ("id", "edition", "effective"),
    [
        ("rws-insurance", "2013-10-22", datetime(2013, 10, 22, tzinfo=SINGAPORE)),
        ("rws-baccarat", "2019-11-06", datetime(2019, 11, 6, 8, tzinfo=SINGAPORE)),
        ("da-hu-ying-xiong", "2020-01-15", datetime(2020, 1, 15, 8, tzinfo=SINGAPORE)),
        ("easy-six", "2012-06-02", datetime(2012, 6, 2, tzinfo=SINGAPORE)),
    ],
)
def test_editions_of_the_documents(id: str, edition: str, effective: datetime) -> None:
    rules = Library().find(f"{id}@{edition}")
    assert (rules.name, rules.effective, rules.source) == (f"{id}@{edition}", effective, "document")


def test_folders_add_to_the_shipped_ones(library: Library) -> None:
    assert "minimal" in library.ids
    assert "easy-six" in library.ids
    assert [rules.edition for rules in library.editions("minimal")] == ["2020-01-01", "2021-05-01"]


def test_the_edition_in_force_now_and_a_named_one(library: Library) -> None:
    assert library.find("minimal").edition == "2021-05-01"
    assert library.find("minimal@2020-01-01").edition == "2020-01-01"
    assert library.find("minimal") is library.find("minimal@2021-05-01")


def test_the_edition_in_force(library: Library) -> None:
    turn = datetime(2021, 5, 1, 0, 0, 0, tzinfo=UTC)
    assert library.in_force("minimal", turn).edition == "2021-05-01"
    assert library.in_force("minimal", turn - timedelta(microseconds=1)).edition == "2020-01-01"
    with refused("no_edition_in_force"):
        library.in_force("minimal", datetime(2019, 12, 31, 15, 59, tzinfo=UTC))
    assert library.in_force("minimal", datetime(2019, 12, 31, 16, 0, tzinfo=UTC)).edition == "2020-01-01"


def test_an_edition_is_not_played_before_it_is_in_force(tmp_path: Path) -> None:
    put(tmp_path, "2020-01-01", "2020-01-01T00:00:00")
    put(tmp_path, "2999-01-01", "2999-01-01T00:00:00")
    library = Library([tmp_path])
    assert library.find("minimal").edition == "2020-01-01"
    assert library.find("minimal", date(2999, 1, 1)).edition == "2999-01-01"
    assert library.find("minimal@2999-01-01").edition == "2999-01-01", "named, it can be looked at before"
    assert [rules.edition for rules in library.all_in_force() if rules.id == "minimal"] == ["2020-01-01"]
    put(tmp_path, "2999-01-01", "2999-01-01T00:00:00", id="later")
    later = tmp_path / "later" / "2999-01-01.toml"
    later.write_text(later.read_text("utf-8").replace('id = "minimal"', 'id = "later"', 1), "utf-8")
    with refused("no_edition_in_force"):
        Library([tmp_path]).find("later")
    assert "later" not in [rules.id for rules in Library([tmp_path]).all_in_force()]


def test_a_day_means_its_end_at_the_place_of_the_document() -> None:
    """Da Hu's edition is since 15 January 2020, eight in the morning of Singapore."""
    since = Library().find("da-hu-ying-xiong").effective
    day = date(2020, 1, 15)
    for as_of, so in (
        (day, True),
        (day - timedelta(days=1), False),
        (since, True),
        (since - timedelta(seconds=1), False),
        (datetime.fromisoformat("2020-01-15T08:00"), True),
        (datetime.fromisoformat("2020-01-15T07:59"), False),
        (datetime(2020, 1, 15, 0, 0, tzinfo=UTC), True),
        (datetime(2020, 1, 14, 23, 59, tzinfo=UTC), False),
    ):
        assert is_in_force(book("da-hu-ying-xiong"), as_of) is so, as_of


def test_a_file_that_was_replaced_is_found_by_its_hash(tmp_path: Path) -> None:
    put(tmp_path, "2020-01-01", "2020-01-01T00:00:00")
    file = tmp_path / "minimal" / "2020-01-01.toml"
    first = file.read_bytes()
    (file.with_name("2020-01-01.1.toml")).write_bytes(first)
    file.write_bytes(first + b"# A comment, and another hash.\n")
    library = Library([tmp_path])
    old = hashlib.sha256(first).hexdigest()
    now = library.find("minimal")
    assert now.sha256 == hashlib.sha256(first + b"# A comment, and another hash.\n").hexdigest()
    assert library.find("minimal@2020-01-01", sha256=old).sha256 == old
    assert library.find("minimal@2020-01-01", sha256=now.sha256) is now
    assert library.find("minimal@2020-01-01", sha256="0" * 64) is now, "who compares the hash sees that it is another"
    assert [rules.edition for rules in library.editions("minimal")] == ["2020-01-01"]
    assert len([one for one in library.files if one.parent.name == "minimal"]) == 2


def test_a_house_s_own_file_takes_the_place_of_a_shipped_one_and_old_books_find_theirs(tmp_path: Path) -> None:
    shipped_one = book("easy-six")
    (tmp_path / "easy-six").mkdir()
    own = tmp_path / "easy-six" / "2012-06-02.toml"
    own.write_bytes((SHIPPED / "easy-six" / "2012-06-02.toml").read_bytes() + b"# Ours.\n")
    library = Library([tmp_path])
    assert library.find("easy-six").sha256 != shipped_one.sha256
    assert library.find("easy-six@2012-06-02", sha256=shipped_one.sha256).sha256 == shipped_one.sha256


def test_every_file_that_was_ever_released_is_still_there() -> None:
    """Books name the hash of the file they were made with. A file that changes leaves its predecessor a number."""
    kept = {hashlib.sha256(file.read_bytes()).hexdigest() for file in Library().files}
    released = [line.split() for line in RELEASED.read_text().splitlines() if not line.startswith("#")]
    missing = [name for sha256, name in released if sha256 not in kept]
    assert missing == [], "copy the file as it was to EDITION.1.toml (the next free number) beside it"
    current = {rules.sha256 for id in shipped() for rules in Library().editions(id)}
    assert current <= {sha256 for sha256, _ in released}, f"add the new hash to {RELEASED.name}"


def test_replaced_files_are_numbered_without_gaps() -> None:
    numbers: dict[str, list[int]] = {}
    for file in SHIPPED.glob("*/*.toml"):
        edition, number = edition_of(file)
        numbers.setdefault(f"{file.parent.name}@{edition}", []).append(number)
    assert {name: sorted(found) for name, found in numbers.items() if sorted(found) != list(range(len(found)))} == {}


@pytest.mark.parametrize("name", ["easy-sicks", "", "../easy-six", "x" * 1000])
def test_a_rulebook_that_is_not_there(name: str) -> None:
    with refused("unknown_rulebook") as error:
        Library().find(name)
    assert len(str(error.value)) < 300
    with refused("unknown_rulebook"):
        Library().find(f"{name}@2012-06-02")


@pytest.mark.parametrize("edition", ["", "2012-06-03", "2012", "../2012-06-02"])
def test_an_edition_that_is_not_there(edition: str) -> None:
    with refused("unknown_edition"):
        Library().find(f"easy-six@{edition}")


def test_a_near_miss_is_suggested() -> None:
    with pytest.raises(Refused, match="did you mean easy-six"):
        Library().find("easy-sicks")


def test_a_file_whose_place_says_otherwise(tmp_path: Path) -> None:
    put(tmp_path, "2020-01-01", "2020-01-01T00:00:00", name="2022-02-02")
    with refused("misplaced_rulebook"):
        Library([tmp_path]).find("minimal")
    put(tmp_path, "2020-01-01", "2020-01-01T00:00:00", id="other")
    with refused("misplaced_rulebook"):
        Library([tmp_path]).find("other")


def test_a_broken_file_on_the_shelf_is_not_played(tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "common.toml").write_text("id = 5")
    library = Library([tmp_path])
    assert library.find("easy-six").id == "easy-six"
    with pytest.raises(BadRulebook):
        library.find("broken")


def test_a_folder_that_is_not_there_adds_nothing(tmp_path: Path) -> None:
    assert Library([tmp_path / "nowhere"]).ids == Library().ids


def test_the_hash_is_of_the_file_s_bytes() -> None:
    content = (SHIPPED / "easy-six" / "2012-06-02.toml").read_bytes()
    assert book("easy-six").sha256 == hashlib.sha256(content).hexdigest()
