"""The shelf: ids, editions, the edition in force."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from punto.kit import Refused
from punto.rulebook import BadRulebook, Library, check_file
from punto.rulebook.library import SHIPPED
from rulebook.shelf import book, shipped

MINIMAL = Path(__file__).with_name("minimal.toml").read_text(encoding="utf-8")
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


def test_the_newest_edition_and_a_named_one(library: Library) -> None:
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
