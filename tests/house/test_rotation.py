"""Another key for a house: open shoes are dealt on, second factors still count, and the old key opens nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.recorded import LIBRARY
from house.conftest import Clock, open_people
from house.test_lost_key import desk, key_of, play, settings_of
from house.test_origin import folder, opened  # noqa: F401
from punto.audit import audit_store
from punto.cli.main import run
from punto.house.house import House
from punto.house.people.roles import Role
from punto.house.people.totp import code_at
from punto.house.tables.desk import Done
from punto.kit import Refused
from punto.store import open_store, shoe_key
from punto.store.key_source import key_from_file
from punto.store.rotation import WHY, rotate_key
from punto.store.sealed_order import SealedOrder
from punto.table import commands as c
from store.conftest import server, url  # noqa: F401

AT = "2026-11-18T12:00:00Z"


def test_an_open_shoe_is_dealt_on_with_the_new_key_and_no_longer_with_the_old(url: str) -> None:  # noqa: F811
    play(url, "rws-baccarat", 2)
    books = url.removeprefix("sqlite:///")
    old = shoe_key(key_of(url))
    assert run(["keys", "rotate", books]) == 0
    new = shoe_key(key_of(url))
    assert new != old
    [kept] = Path(key_of(url)).absolute().parent.glob("*.until-*")
    assert key_from_file(kept) == old
    opened(settings_of(url), None)
    with open_store(url) as store:
        here = desk(store, new)
        while here.state.table.phase == "dealing":
            assert isinstance(here.do(c.DrawCard(by="dealer")), Done)
        assert isinstance(here.do(c.CloseShoe(by="pit_supervisor", reason="so be it")), Done)
        assert audit_store(store, LIBRARY.find)[1] is None
        box = store.shoe("mine", 1)
        assert box is not None
        with pytest.raises(Refused, match="another key"):
            SealedOrder(box, old, table="mine", number=1)


@pytest.mark.parametrize("step", ["sealed", "committed"])
def test_interrupted_anywhere_the_same_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    books = f"sqlite:///{tmp_path / 'house.db'}"
    play(books, "rws-baccarat", 2)
    old = shoe_key(key_of(books))
    new = tmp_path / "house.db.key.new"
    new.write_text("ab" * 32)
    new.chmod(0o600)

    def fall(at: str) -> None:
        if at == step:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rotate_key(books, old, b"\xab" * 32, AT, at_step=fall)
    assert run(["keys", "rotate", str(tmp_path / "house.db")]) == 0
    assert shoe_key(key_of(books)) == b"\xab" * 32
    opened(settings_of(books), None)


def test_a_row_that_was_changed_is_not_sealed_as_if_it_had_always_been_so(tmp_path: Path) -> None:
    books = f"sqlite:///{tmp_path / 'house.db'}"
    play(books, "rws-baccarat", 2)
    old = shoe_key(key_of(books))
    with open_store(books) as store, store._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE people SET role = 'administrator'")
        connection.exec_driver_sql("UPDATE shoes SET number = 7")
    with pytest.raises(Refused, match="nothing was changed, because the books are at fault"):
        rotate_key(books, old, b"n" * 32, AT)
    assert shoe_key(key_of(books)) == old


def test_the_rows_beside_the_logs_are_held_against_the_new_key(url: str) -> None:  # noqa: F811
    play(url, "rws-baccarat", 2)
    with open_store(url) as store:
        old = shoe_key(key_of(url))
        store.use_key(old)
        desk(store, old).save()
    assert run(["keys", "rotate", url.removeprefix("sqlite:///")]) == 0
    with open_store(url) as store:
        store.check_with(shoe_key(key_of(url)))
        assert audit_store(store, LIBRARY.find)[1] is None
        assert store.snapshot("mine") is not None
        assert store.unchecked() == {}
        assert [event.body["why"] for event in store.events("house:seals")][-1] == WHY


def test_a_second_factor_counts_with_the_new_key(tmp_path: Path) -> None:
    books, clock, old, new = tmp_path / "people.db", Clock(), b"o" * 32, b"n" * 32
    with open_store(books) as store:
        people = open_people(store, clock, key=old)
        people.add("Checker", Role.AUDITOR, "a long enough word")
        person = store.people.all()[0]
        secret = people.factors.begin(person)
    for sealed in (1, 0):  # A second time there is nothing left to do.
        done = rotate_key(books, old, new, AT)
        assert (done.shoes, done.factors, done.left) == (0, sealed, 0)
    with open_store(books) as store:
        people = open_people(store, clock, key=new)
        assert len(people.factors.confirm(person, code_at(secret, int(clock.now // 30)))) == 10


def test_a_house_that_is_open_keeps_its_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    books = f"sqlite:///{tmp_path / 'house.db'}"
    house = House.open(settings_of(books), None)
    try:
        before = key_of(books).read_text()
        assert run(["keys", "rotate", str(tmp_path / "house.db")]) == 2
        assert "open in another process" in capsys.readouterr().err
        assert key_of(books).read_text() == before
    finally:
        house.floor._writer.close()
        house.close()


def test_a_key_that_lies_elsewhere_needs_to_be_said_where_the_new_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    books = tmp_path / "house.db"
    play(f"sqlite:///{books}", "rws-baccarat", 2)
    monkeypatch.setenv("PUNTO_SHOE_KEY", key_of(f"sqlite:///{books}").read_text().strip())
    assert run(["keys", "rotate", str(books)]) == 2
    assert "--to FILE" in capsys.readouterr().err
    assert run(["keys", "rotate", str(books), "--to", str(tmp_path / "other.key")]) == 0
    monkeypatch.setenv("PUNTO_SHOE_KEY", (tmp_path / "other.key").read_text().strip())
    opened(settings_of(f"sqlite:///{books}"), None)
    monkeypatch.delenv("PUNTO_SHOE_KEY")
    with pytest.raises(Refused, match="shoe 1 of table mine"):
        opened(settings_of(f"sqlite:///{books}"), None)
