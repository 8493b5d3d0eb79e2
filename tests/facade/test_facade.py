"""The library against the command line, against brute force, and against itself."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from copy import copy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import punto
from chance.by_hand import agrees
from cli.calling import Punto
from cli.conftest import punto as calling
from punto.chance import Composition
from punto.chance.brute import bet_by_hand, deal
from punto.coup import Scope
from punto.kit import Refused, read_cards
from rulebook.shelf import shipped
from structure.tree import PACKAGE

command = calling
"""The fixture `punto` under another name: here that is the library."""


def told(command: Punto, *arguments: str) -> object:
    called = command(*arguments)
    assert called.status == 0, called.err
    return called.json


def plain(value: object) -> object:
    """As JSON has it."""
    return json.loads(json.dumps(value, default=str))


@pytest.mark.parametrize("id", shipped())
def test_a_sheet_is_that_of_the_command_line_and_of_dealing_by_hand(id: str, command: Punto) -> None:
    game = punto.load(id)
    assert game.price().to_dict() == told(command, "odds", id, "--json")
    shoe = dict(zip("A23456789TJQK", [2, 1, 1, 2, 1, 2, 1, 1, 2, 0, 1, 1, 1], strict=True))
    sheet = game.price(shoe=shoe)
    tally = deal(game.rulebook, Composition.of_ranks(shoe.values()), Scope.RANKS)
    agrees(sheet._sheet, tally)
    for bet in game.bets:
        by_hand, priced = bet_by_hand(game.rulebook, bet, tally), sheet.bets[bet]
        assert (priced.edge, priced.variance) == (by_hand.edge, by_hand.variance)
        assert priced.returns == 1 - priced.edge
        assert priced.hit + priced.push == sum(row.chance for row in priced.rows)
        assert isinstance(priced.edge, Fraction)
    assert game.to_dict() == told(command, "rules", "show", id, "--json")


def test_shoes_and_coups_under_way_are_those_of_the_command_line(command: Punto) -> None:
    game = punto.load("easy-six@2012-06-02")
    counts = ",".join(f"{rank}:{number}" for rank, number in zip("A23456789TJQK", range(10, 23), strict=True))
    shoe = dict(zip("A23456789TJQK", range(10, 23), strict=True))
    pairs: list[tuple[dict[str, Any], list[str]]] = [
        ({"decks": 6}, ["--decks", "6"]),
        ({"without": "6h 6d"}, ["--without", "6h 6d"]),
        ({"shoe": shoe}, ["--composition", counts]),
        ({"cards": "5h 6c 2d"}, ["--cards", "5h 6c 2d"]),
        ({"known": {"player1": "6-9", "banker": 4}}, ["--known", "player1=6-9", "--known", "banker=4"]),
    ]
    for arguments, options in pairs:
        assert game.price(**arguments).to_dict() == told(command, "odds", "easy-six", "--json", *options)
    lucky = punto.load("insurance-lucky-six")
    assert lucky.price(commission="4%").bets["banker"].edge < lucky.price().bets["banker"].edge


def test_a_settlement_is_that_of_the_command_line(command: Punto) -> None:
    game = punto.load("easy-six")
    coup = game.settle("3h 9c 3d 5s 9d", player=10_000, easy_six=500)
    options = ["--cards", "3h 9c 3d 5s 9d", "--bet", "player=10000", "--bet", "easy_six=500", "--json"]
    assert coup.to_dict() == told(command, "coup", "easy-six", *options)
    assert coup.payback == 20_500 + 3_500
    assert type(coup.payback) is int
    assert (coup.result.winner, coup.result.player_points, coup.winner) == ("player", 6, "player")
    [player, six] = coup.lines
    assert (player.exact, player.winnings, player.cite) == (Fraction(10_500), 10_500, "4.1.1")
    assert six.odds == "6 to 1"
    odd = game.settle("3h 9c 3d 5s 9d", player=333).lines[0]
    assert (odd.exact, odd.winnings) == (333 * Fraction(105, 100), 349)
    assert game.settle("3h 9c 3d 5s 9d", rounding="nearest", player=333).lines[0].winnings == 350


def test_commission_and_insurance_are_settled() -> None:
    game = punto.load("insurance-lucky-six")
    line = game.settle("2h 9c 3d Ts", banker=101).lines[0]
    assert (line.exact, line.winnings) == (101 * Fraction(95, 100), 95)
    assert game.settle("2h 9c 3d Ts", commission="4%", banker=100).payback == 196
    game = punto.load("da-hu-ying-xiong")
    cards = next(
        coup.cards
        for seed in range(400)
        for coup in [game.deal(seed=seed)]
        if any(offer.window == "after_four_cards" and offer.insures == "banker" for offer in coup.offers)
    )
    by_tuple = game.settle(cards, insurance=[("after_four_cards", "banker", 10)], banker=1000)
    by_mapping = game.settle(
        cards, insurance=[{"window": "after_four_cards", "insures": "banker", "stake": 10}], banker=1000
    )
    assert by_tuple.lines == by_mapping.lines
    assert (by_tuple.lines[1].bet, by_tuple.lines[1].insures, by_tuple.staked) == ("insurance", "banker", 1010)


def test_a_coup_from_a_seed_is_that_of_the_command_line(command: Punto) -> None:
    game = punto.load("rws-insurance")
    assert game.deal(seed=7).to_dict() == told(command, "coup", "rws-insurance", "--seed", "7", "--json")
    assert game.deal(seed=7, player=100).staked == 100
    assert {game.deal().cards for _ in range(20)} != {game.deal(seed=7).cards}


def test_a_shoe_is_dealt_to_its_cut_card_and_one_coup_more() -> None:
    from punto.kit.cards import ALL_CARDS
    from punto.kit.shuffle import seeded, shuffled

    game = punto.load("punto-banco")
    for seed in range(12):
        shoe = game.shoe(seed=seed, cut=14 + 20 * seed)
        order = shuffled(ALL_CARDS * 8, seeded(seed))
        assert shoe.burned == tuple(order[:1])
        dealt = [card for coup in shoe.coups for card in read_cards(coup.cards)]
        gone = 1 + (order[0].points or 10)
        assert dealt == order[gone : gone + len(dealt)]
        assert shoe.cards_left == 416 - gone - len(dealt)
        lengths = [len(coup.player + coup.banker) for coup in shoe.coups]
        limit = 416 - shoe_cut(seed)
        # The last began with the cut card out; the one before it did not.
        assert gone + sum(lengths[:-1]) >= limit > gone + sum(lengths[:-2])
        assert shoe.roads.counts["coups"] == len(shoe)
    assert not game.shoe(seed=1, burn="none").burned
    assert len(game.shoe(seed=1, burn=3).burned) == 3


def shoe_cut(seed: int) -> int:
    return 14 + 20 * seed


def test_a_simulation_is_that_of_the_command_line(command: Punto) -> None:
    game = punto.load("easy-six")
    run = game.simulate(coups=100_000, seed=3)
    assert plain(run.to_dict()) == told(command, "simulate", "easy-six", "--coups", "1e5", "--seed", "3", "--json")
    banker = run.bets["banker"]
    assert isinstance(banker.edge, float)
    assert banker.exact == game.price().bets["banker"].edge
    assert isinstance(banker.exact, Fraction)
    assert banker.z == pytest.approx((banker.edge - banker.exact) / banker.se)
    assert banker.z is not None
    assert abs(banker.z) < 4


def test_counts_are_those_of_the_command_line(command: Punto) -> None:
    game = punto.load("easy-six")
    run = game.counts("easy_six", shoes=64, tags={"6": -4, "T": 1}, trigger=8, cuts=[52])
    options = ["--bet", "easy_six", "--shoes", "64", "--tags", "6=-4,T=1", "--trigger", "8", "--cuts", "52", "--json"]
    assert plain(run.to_dict()) == told(command, "counts", "easy-six", *options)
    assert run.bets["easy_six"].perfect.units_per_100 >= run.bets["easy_six"].units_per_100


def test_edges_of_many_shoes_are_those_of_each() -> None:
    game = punto.load("da-hu-ying-xiong")
    shoes = [[32] * 13, [30, 32, 31, 32, 32, 28, 32, 32, 32, 32, 32, 32, 32]]
    table = game.edges(shoes)
    for at, counts in enumerate(shoes):
        sheet = game.price(shoe=dict(zip("A23456789TJQK", counts, strict=True)))
        for bet in game.bets:
            assert table[bet][at] == pytest.approx(float(sheet.bets[bet].edge), rel=1e-12)
            assert table.exact(at, bet) == sheet.bets[bet].edge
    assert len(game.edges(shoes[0])) == 1
    assert table.to_dict()[0]["banker"] == table.values[0, game.bets.index("banker")]


def test_roads_take_letters_words_and_coups() -> None:
    by_letters = punto.roads("BPPTB")
    assert by_letters.to_dict() == punto.roads("b p p t b").to_dict() == punto.roads("BPP,TB").to_dict()
    assert by_letters.to_dict() == punto.roads(["banker", "player", "player", "tie", "banker"]).to_dict()
    assert by_letters.drawing() == "BPB\n.P.\n...\n...\n...\n..."
    assert by_letters.counts == {"player": 2, "banker": 2, "tie": 1, "player_pair": 0, "banker_pair": 0, "coups": 5}
    shoe = punto.load("punto-banco").shoe(seed=3)
    assert punto.roads(shoe.coups).to_dict() == shoe.roads.to_dict()


def test_rulebooks_are_those_of_the_command_line(command: Punto) -> None:
    shelf = punto.rulebooks()
    assert plain(shelf.to_dict()) == told(command, "rules", "list", "--json")
    assert "easy-six" in shelf
    assert "easy-six@2012-06-02" in shelf
    assert "easy-seven" not in shelf
    assert [row.id for row in shelf] == shipped()
    assert shelf["easy-six"] == shelf["easy-six@2012-06-02"] == next(row for row in shelf if row.id == "easy-six")
    assert shelf[-1] in shelf
    for wrong, sentence in (("easy-seven", "did you mean easy-six"), (99, "numbered 0 to")):
        with pytest.raises(punto.Refused, match=sentence) as refused:
            shelf[wrong]
        assert refused.value.code == "unknown_rulebook"


def test_a_rulebook_of_ones_own_is_loaded_from_a_file_or_a_folder(tmp_path: Path) -> None:
    source = (PACKAGE / "rulebooks/easy-six/2012-06-02.toml").read_text("utf-8")
    file = tmp_path / "my-six" / "2012-06-02.toml"
    file.parent.mkdir()
    file.write_text(source.replace('"easy-six"', '"my-six"', 1), encoding="utf-8")
    assert punto.load(file).id == punto.load(str(file)).id == "my-six"
    assert punto.load("my-six", rulebooks=tmp_path).name == "my-six@2012-06-02"
    assert "my-six" in punto.rulebooks(rulebooks=[tmp_path])
    assert punto.load("easy-six", as_of="2012-06-02").edition == "2012-06-02"
    wrongs: list[dict[str, Any]] = [{"as_of": "2011-01-01"}, {"as_of": "yesterday"}, {"rulebooks": tmp_path / "none"}]
    for wrong in wrongs:
        with pytest.raises(punto.Refused):
            punto.load("easy-six", **wrong)


@pytest.mark.parametrize(
    "what",
    [
        "sheet",
        "bet",
        "offer",
        "coup",
        "shoe",
        "run",
        "counts",
        "roads",
        "game",
        "shelf",
        "edges",
        "bets",
        "removal",
        "line",
        "insured line",
        "simulated bet",
        "simulated bets",
        "simulated offer",
        "counted bet",
        "counted offer",
        "counted total",
        "counted bets",
        "pay rows",
        "pay row",
        "offers",
        "lines",
        "result",
        "simulated offers",
        "counted offers",
        "counted totals",
    ],
)
def test_every_answer_shows_itself(what: str) -> None:
    game = punto.load("da-hu-ying-xiong")
    made: dict[str, Callable[[], Any]] = {
        "sheet": game.price,
        "bet": lambda: game.price().bets["banker"],
        "offer": lambda: game.price().insurance[0],
        "coup": lambda: game.settle("3h 9c 3d 5s 9d", player=100),
        "shoe": lambda: game.shoe(seed=1),
        "run": lambda: game.simulate(coups=5000),
        "counts": lambda: game.counts("tiger", shoes=64, tags="6=-4,T=1", trigger=3, cuts=()),
        "roads": lambda: punto.roads("BBP"),
        "game": lambda: game,
        "shelf": punto.rulebooks,
        "edges": lambda: game.edges([32] * 13),
        "bets": lambda: game.price().bets,
        "removal": lambda: game.price().removal(),
        "line": lambda: game.settle("3h 9c 3d 5s 9d", player=100).lines[0],
        "insured line": lambda: game.settle(
            "Jc Ac Jc 5s Qh", insurance=[("after_four_cards", "banker", 10)], banker=100
        ).lines[1],
        "simulated offer": lambda: game.simulate(coups=5000).insurance[0],
        "counted offer": lambda: game.counts(shoes=2, cuts=()).insurance[0],
        "counted total": lambda: game.counts("tiger", "tie", shoes=64, tags="6=-4,T=1", trigger=3, cuts=()).totals[0],
        "simulated bet": lambda: game.simulate(coups=5000).bets["banker"],
        "simulated bets": lambda: game.simulate(coups=5000).bets,
        "counted bet": lambda: game.counts("tiger", shoes=64, tags="6=-4,T=1", trigger=3, cuts=()).bets["tiger"],
        "counted bets": lambda: game.counts("tiger", shoes=64, tags="6=-4,T=1", trigger=3, cuts=()).bets,
        "pay rows": lambda: game.price().bets["tiger"].rows,
        "pay row": lambda: game.price().bets["tiger"].rows[0],
        "offers": lambda: game.price().insurance,
        "lines": lambda: game.settle("3h 9c 3d 5s 9d", player=100, tie=5).lines,
        "result": lambda: game.settle("3h 9c 3d 5s 9d").result,
        "simulated offers": lambda: game.simulate(coups=5000).insurance,
        "counted offers": lambda: game.counts(shoes=2, cuts=()).insurance,
        "counted totals": lambda: game.counts("tiger", "tie", shoes=64, tags="6=-4,T=1", trigger=3, cuts=()).totals,
    }
    value = made[what]()
    assert "\n" not in repr(value)
    assert len(repr(value)) < 300
    assert repr(value).startswith("<")
    page = value._repr_html_()
    assert page.startswith("<table>")
    assert page.count("<tr>") >= 2
    assert value.to_dict()
    frame = value.to_frame()
    assert len(frame) >= 1


def test_parts_of_an_answer_are_those_of_the_whole() -> None:
    game = punto.load("da-hu-ying-xiong")
    coup = game.settle("Jc Ac Jc 5s Qh", insurance=[("after_four_cards", "banker", 11)], banker=101)
    assert coup.lines[0].to_dict() == coup.to_dict()["bets"]["banker"]
    assert coup.lines[1].to_dict() == coup.to_dict()["insurance"][0]
    sheet = game.price()
    assert coup.lines.to_dict() == [*coup.to_dict()["bets"].values(), *coup.to_dict()["insurance"]]
    assert coup.result.to_dict() == coup.to_dict()["result"]
    assert list(sheet.bets.to_dict().values()) == sheet.to_dict()["bets"]
    assert sheet.bets["tiger"].rows.to_dict() == sheet.bets["tiger"].to_dict()["rows"]
    assert sheet.insurance.to_dict() == sheet.to_dict()["insurance"]
    assert pickle.loads(pickle.dumps(coup.lines)) == copy(coup.lines) == coup.lines
    assert sheet.insurance[1:3] == (sheet.insurance[1], sheet.insurance[2])
    assert sheet.bets.get("no such bet") is None
    assert sheet.bets.get("banker") == sheet.bets["banker"]
    run = game.simulate(coups=5000)
    assert list(run.bets.to_dict().values()) == run.to_dict()["bets"]
    assert [offer.to_dict() for offer in run.insurance] == run.to_dict()["insurance"]
    for offer, priced in zip(run.insurance, sheet.insurance, strict=True):
        assert (offer.window, offer.insures, offer.player, offer.banker) == (
            priced.window, priced.insures, priced.player, priced.banker,
        )  # fmt: skip
        assert isinstance(offer.edge, float)
        assert offer.exact == priced.edge
    both = game.counts("tiger", "tie", shoes=64, tags="6=-4,T=1", trigger=3, cuts=())
    assert [total.to_dict() for total in both.totals] == both.to_dict()["totals"]
    assert [total.name for total in both.totals] == ["count 6 -4, T +1; from true +3", "perfect"]
    counted = game.counts("tiger", shoes=64, tags="6=-4,T=1", trigger=3, cuts=())
    assert list(counted.bets.to_dict().values()) == counted.to_dict()["bets"]
    assert "count 6 -4, T +1; from true +3" in counted._repr_html_()


def test_removal_is_that_of_the_command_line(command: Punto) -> None:
    removal = punto.load("easy-six").price().removal()
    whole: Any = told(command, "odds", "easy-six", "--removal", "--json")
    assert removal.to_dict() == whole["removal"]
    fewer = punto.load("easy-six").price(without="6").bets["easy_six"].edge
    assert removal.bets["easy_six"]["6"] == fewer - punto.load("easy-six").price().bets["easy_six"].edge


def test_exact_edges_of_many_shoes_hold_for_bets_on_suits_and_on_both_parts_of_a_coup(tmp_path: Path) -> None:
    """A rulebook whose bets look at suits, at pairs alone, and at pairs and totals together."""
    source = (PACKAGE / "rulebooks/easy-six/2012-06-02.toml").read_text("utf-8")
    row = '[[bet]]\nid = "{id}"\nname = {{ en = "{id}", zh = "對" }}\ncite = "4.1.1"\npays = [\n'
    row += '  {{ when = {{ {when} }}, odds = "9 to 1", cite = "4.1.1" }},\n]\n\n'
    added = row.format(id="suited", when="player_suited_pair = true")
    added += row.format(id="both", when='player_pair = true, winner = "banker"')
    file = tmp_path / "mine.toml"
    file.write_text(source.replace("[[bet]]", added + "[[bet]]", 1), encoding="utf-8")
    game = punto.load(file)
    shoe = [4 + card % 3 for card in range(52)]
    table = game.edges([shoe, [8] * 52])
    for bet in game.bets:
        for at in (0, 1):
            assert table[bet][at] == pytest.approx(float(table.exact(at, bet)), rel=1e-12)
        assert table.exact(1, bet) == game.price().bets[bet].edge
    with pytest.raises(punto.Refused) as refused:
        game.edges([32] * 13).exact(0, "suited")
    assert refused.value.code == "bet_not_open"


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_frame_is_one_of_whichever_library_there_is(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import punto.facade.notebook as notebook

    monkeypatch.setattr(notebook, "FRAMES", ("no_such_frames", library))
    sheet = punto.load("easy-six").price()
    frame = sheet.to_frame()
    assert type(frame).__module__.split(".")[0] == library
    assert list(frame["bet"]) == list(sheet.bets)
    assert list(frame["edge"]) == [f"{bet.edge.numerator}/{bet.edge.denominator}" for bet in sheet.bets.values()]


def test_a_frame_needs_a_library_of_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    import punto.facade.notebook as notebook

    monkeypatch.setattr(notebook, "FRAMES", ("no_such_frames",))
    with pytest.raises(Refused) as refused:
        punto.load("easy-six").price().to_frame()
    assert refused.value.code == "no_frames"
    assert "pip install pandas" in refused.value.message


def test_numbers_of_numpy_are_numbers() -> None:
    import numpy as np

    number: Any = np.int64
    game, one = punto.load("easy-six"), number(1)
    assert game.deal(seed=one).cards == game.deal(seed=1).cards
    assert game.shoe(seed=one, cut=number(20)).to_dict() == game.shoe(seed=1, cut=20).to_dict()
    assert game.price(decks=number(6)).to_dict() == game.price(decks=6).to_dict()
    assert game.simulate(coups=number(500), seed=one).seed == 1
    counted = game.counts("easy_six", shoes=number(64), tags={"6": -4 * one, "T": one}, trigger=8 * one, cuts=())
    assert counted.bets["easy_six"].counts[0].trigger == 8


def test_importing_loads_no_server_no_database_no_documents_and_is_quick() -> None:
    program = (
        "import sys, punto; game = punto.load('easy-six'); game.settle('3h 9c 3d 5s 9d', player=1); "
        "game.price().bets['banker'].edge; game.simulate(coups=1000); "
        "heavy = {'litestar', 'uvicorn', 'sqlalchemy', 'alembic', 'psycopg', 'sqlite3', 'typst', 'typer', 'rich', "
        "'cryptography', 'argon2', 'distributed', 'pyarrow'}; "
        "print(sorted(heavy & {name.split('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout == "[]\n"
