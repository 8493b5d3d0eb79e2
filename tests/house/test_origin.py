"""A demonstration is only made of books that began as one: nothing mints play chips into the books of a real house."""

from __future__ import annotations

from pathlib import Path

import pytest

from punto.cli.main import run
from punto.house.house import House
from punto.house.settings import Settings
from punto.kit import Refused
from punto.store import open_store
from server.running import a_table
from store.conftest import server, url  # noqa: F401


def opened(settings: Settings, as_demo: bool | None) -> House:
    house = House.open(settings, as_demo)
    house.floor._writer.close()
    house.close()
    return house


def _refused(settings: Settings, as_demo: bool | None) -> None:
    with pytest.raises(Refused) as refused:
        opened(settings, as_demo)
    assert refused.value.refusal.code == "not_a_demonstration"


def _written(url: str) -> tuple[dict[str, int], list[str], list[str]]:  # noqa: F811
    with open_store(url) as store:
        heads = [store.head(table).hash for table in store.tables()]
        return store.ledger.balances(), heads, [person.name for person in store.people.all()]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # The key of a house on a server lies where it is started.


def test_demo_on_a_real_house_makes_no_link_and_no_chips(url: str) -> None:  # noqa: F811
    real = Settings(database=url, tables=[a_table("mine")])
    opened(real, None)
    before = _written(url)
    _refused(real, True)  # By the flag, with tables or without.
    _refused(Settings(database=url), True)
    _refused(Settings(database=url, demo=True), None)  # By the setting.
    assert _written(url) == before
    assert not opened(Settings(database=url), None).settings.demo


def test_books_made_by_a_script_do_not_become_a_demonstration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script, books = tmp_path / "shift.jsonl", str(tmp_path / "books.db")
    script.write_text('{"command":"open_table","rulebook":"easy-six"}\n')
    assert run(["table", str(script), "--db", books]) == 0
    before = _written(books)
    capsys.readouterr()
    for arguments in ([], ["--demo"]):
        assert run(["serve", "--port", "0", "--database", books, *arguments]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert "not_a_demonstration" in said.err
    assert _written(books) == before


def test_an_empty_database_may_be_a_demonstration_and_stays_one(url: str) -> None:  # noqa: F811
    with open_store(url):
        pass  # Made, and nothing written.
    assert opened(Settings(database=url), None).settings.demo
    assert opened(Settings(database=url), True).settings.demo
    assert not opened(Settings(database=url), False).settings.demo
    assert opened(Settings(database=url), True).settings.demo  # It began as one.


def test_a_demonstration_that_never_opened_leaves_no_licence_to_a_real_house(url: str) -> None:  # noqa: F811
    with pytest.raises(Refused):
        opened(Settings(database=url, manifest="nowhere.json"), True)
    opened(Settings(database=url, tables=[a_table("mine")]), None)
    _refused(Settings(database=url), True)
