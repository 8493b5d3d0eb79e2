"""A lost key: the house says so instead of dealing on, and without the key every stake finds its way home."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.recorded import LIBRARY
from house.test_origin import folder, opened  # noqa: F401
from punto.audit import Account, audit_store
from punto.cli.main import run
from punto.house.floor.presence import Presence
from punto.house.house import House
from punto.house.listener import Listener
from punto.house.settings import Settings
from punto.house.tables import lost_key
from punto.house.tables.desk import Desk, Done
from punto.house.tables.lost_key import NOTE
from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refused
from punto.store import Store, key_file, open_store, shoe_key
from punto.table import abandonment, kind_of
from punto.table import commands as c
from server.running import a_table
from store.conftest import server, url  # noqa: F401
from store.server import Server

ESTABLISHED = 3
"""With so many cards Player's pair is decided, won or lost: an outcome of the layout."""


def key_of(url: str) -> Path:  # noqa: F811
    return key_file(Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite") else Path("punto"))


def settings_of(url: str, book: str = "rws-baccarat") -> Settings:  # noqa: F811
    return Settings(database=url, tables=[a_table("mine", book), a_table("other", "easy-six")])


def desk(store: Store, key: bytes) -> Desk:
    store.use_key(key)
    return Desk(store, "mine", LIBRARY.find, key=key, seal_shoe=seal_shoe, now=lambda: "2026-11-18T08:00:00Z")


def play(url: str, book: str, cards: int, *, bets_close: bool = True) -> None:  # noqa: F811
    """A house with a stake on the layout and so many cards of the round drawn."""
    opened(settings_of(url, book), None)
    with open_store(url) as store:
        here = desk(store, shoe_key(key_of(url)))
        steps = [
            c.OpenShoe(cards="virtual", seed=12),
            c.BuyIn(patron="ann", amount=1_000),
            c.OpenBets(),
            c.PlaceBet(patron="ann", box=1, bet="player", stake=400),
            *([c.CloseBets()] if bets_close else []),
            *[c.DrawCard(by="dealer")] * cards,
        ]
        for step in steps:
            assert isinstance(here.do(step), Done), step


def lose(url: str) -> None:  # noqa: F811
    key_of(url).unlink()


def audited(url: str) -> Account:  # noqa: F811
    with open_store(url) as store:
        account, finding = audit_store(store, LIBRARY.find)
        assert finding is None, finding
        assert account.shoes_unrevealed == 1
        assert [(one.table, one.played, one.note) for one in account.decided] == [("mine", "unrevealed", NOTE)]
        return account


def kinds(url: str, after: str) -> list[str]:  # noqa: F811
    with open_store(url) as store:
        found = [event.kind for event in store.events("mine")]
        return found[found.index(after) :]


@pytest.mark.parametrize("instead", ["none", "another"])
def test_a_house_does_not_start_on_a_shoe_whose_key_it_lacks(url: str, instead: str) -> None:  # noqa: F811
    play(url, "rws-baccarat", 2)
    lose(url)
    if instead == "another":
        shoe_key(key_of(url))
    with pytest.raises(Refused, match="shoe 1 of table mine") as refused:
        opened(settings_of(url), None)
    assert refused.value.refusal.code == "key_is_lost"
    assert "--without-key" in str(refused.value)
    assert key_of(url).exists() is (instead == "another")  # Nothing takes a lost key's place in silence.


def test_a_lost_key_is_said_on_the_terminal_with_exit_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    books = str(tmp_path / "house.db")
    play(f"sqlite:///{books}", "rws-baccarat", 2)
    lose(f"sqlite:///{books}")
    assert run(["serve", "--port", "0", "--database", books]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "table mine" in said.err
    script = tmp_path / "more.jsonl"
    script.write_text('{"command":"draw_card"}\n')
    assert run(["table", str(script), "--db", books, "--table", "mine"]) == 2
    assert run(["table", str(script), "--db", books, "--table", "new"]) == 2  # All tables of the books have one seal.


@pytest.mark.parametrize("cards", [0, 2])
@pytest.mark.parametrize("book", ["rws-baccarat", "easy-six"])
def test_without_the_key_a_round_that_nothing_decides_is_void_and_money_flows(
    url: str,  # noqa: F811
    book: str,
    cards: int,
) -> None:
    play(url, book, cards, bets_close=cards > 0)
    lose(url)
    house = _without_key(url, book)
    assert [str(shoe) for shoe in house.abandoned] == ["shoe 1 of table mine"]
    assert kinds(url, "shoe_abandoned") == ["shoe_abandoned", "coup_voided"]
    audited(url)
    with open_store(url) as store:
        void = next(event for event in store.events("mine") if event.kind == "coup_voided")
        assert void.body["cite"] == ("5.4.2" if book == "rws-baccarat" else "5.1.3")
        assert store.ledger.balance("wallet:ann") == 1_000
        here = desk(store, shoe_key(key_of(url)))
        assert isinstance(here.do(c.CashOut(patron="ann", amount=600)), Done)
        for step in (c.OpenShoe(cards="virtual"), c.OpenBets(), c.CloseBets(), c.DrawCard(by="dealer")):
            assert isinstance(here.do(step), Done), step
    opened(settings_of(url, book), None)  # From here on it has its key.


def test_without_the_key_a_round_with_an_outcome_is_concluded_from_another_shoe(url: str) -> None:  # noqa: F811
    play(url, "rws-baccarat", ESTABLISHED)
    lose(url)
    _without_key(url, "rws-baccarat")
    assert kinds(url, "shoe_abandoned")[:3] == ["shoe_abandoned", "shoe_opened", "coup_continued"]
    audited(url)
    with open_store(url) as store:
        here = desk(store, shoe_key(key_of(url)))
        assert here.state.table.phase == "dealing"
        while here.state.table.phase == "dealing":
            answer = here.do(c.DrawCard(by="dealer"))
            assert isinstance(answer, Done), answer
        assert kind_of(answer.events[-1]) == "coup_settled"
        assert isinstance(here.do(c.CloseShoe(by="pit_supervisor", reason="so be it")), Done)
        closed = [event for event in store.events("mine") if event.kind == "shoe_closed"][-1]
        assert closed.body["number"] == 2
        assert store.ledger.balance("layout:mine") == 0
    assert audited(url).shoes_revealed == 1


def test_without_the_key_a_report_that_waited_falls_with_its_shoe(url: str) -> None:  # noqa: F811
    play(url, "rws-baccarat", 2)
    with open_store(url) as store:
        here = desk(store, shoe_key(key_of(url)))
        assert isinstance(here.do(c.Report(what="interruption", by="dealer")), Done)
    lose(url)
    _without_key(url, "rws-baccarat")
    assert kinds(url, "irregularity_reported") == ["irregularity_reported", "shoe_abandoned", "coup_voided"]
    audited(url)


def test_without_the_key_a_round_that_is_paid_stays_paid(url: str) -> None:  # noqa: F811
    play(url, "rws-baccarat", 0)
    with open_store(url) as store:
        here = desk(store, shoe_key(key_of(url)))
        while here.state.table.phase == "dealing":
            assert isinstance(here.do(c.DrawCard(by="dealer")), Done)
        paid = store.ledger.balance("wallet:ann")
    lose(url)
    _without_key(url, "rws-baccarat")
    assert kinds(url, "coup_settled") == ["coup_settled", "round_concluded", "shoe_abandoned"]
    audited(url)
    with open_store(url) as store:
        assert store.ledger.balance("wallet:ann") == paid


def test_a_process_without_the_key_does_not_close_the_shoes_of_one_that_has_it(server: Server) -> None:  # noqa: F811
    url = server.make_database("keyed")  # noqa: F811
    play(url, "rws-baccarat", 2)
    with open_store(url, key=shoe_key(key_of(url))) as other:
        here = Presence(other, ["mine"], Listener())
        here.start()
        key_of(url).rename("elsewhere.key")
        with pytest.raises(Refused) as refused:
            _without_key(url, "rws-baccarat")
        assert refused.value.refusal.code == "house_is_open"
        here.stop()
    assert "shoe_abandoned" not in kinds(url, "shoe_opened")


@pytest.mark.parametrize(
    ("place", "put", "says"),
    [
        ("_goes_on", lambda state, clause: False, "against 5.4"),
        ("HOUSE", "dealer", "the house alone"),
    ],
)
def test_the_audit_finds_a_shoe_abandoned_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, put: object, says: str
) -> None:
    books = f"sqlite:///{tmp_path / 'house.db'}"
    play(books, "rws-baccarat", ESTABLISHED)
    lose(books)
    monkeypatch.setattr(abandonment, place, put)
    if place == "HOUSE":
        monkeypatch.setattr(lost_key, place, put)
    _without_key(books, "rws-baccarat")
    with open_store(books) as store:
        _, finding = audit_store(store, LIBRARY.find)
    assert finding is not None
    assert says in str(finding)


def test_with_its_key_a_house_abandons_nothing(url: str) -> None:  # noqa: F811
    play(url, "rws-baccarat", 2)
    assert _without_key(url, "rws-baccarat").abandoned == []
    assert "shoe_abandoned" not in kinds(url, "shoe_opened")


def _without_key(url: str, book: str) -> House:  # noqa: F811
    house = House.open(settings_of(url, book), None, without_key=True)
    house.floor._writer.close()
    house.close()
    return house
