"""`punto coup`: a coup told on 80 columns and as JSON; bad arguments get one sentence."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from cli.calling import Punto

INSURED = ("coup", "rws-insurance", "--cards", "Ah 9c Kd 6s 5d 3c", "--bet", "player=1,000", "--bet", "banker=400")
FOUR, FIVE = "after_four_cards", "after_player_third_card"


def test_a_coup_is_told_step_by_step(punto: Punto) -> None:
    called = punto("coup", "easy-six", "--cards", "3h 9c 3d 5s 9d", "--bet", "player=100", "--bet", "tie=5")
    assert called.status == 0
    told = called.out
    steps = ["Bets", "Four cards", "Player's third card", "Banker's third card", "Result", "Settlement"]
    places = [told.index(f"\n{step}\n") for step in steps]
    assert places == sorted(places)
    for line in (
        "  Player  3♥  3♦        = 6",
        "  Player has 6: Player stands",
        "  Banker has 4 and Player stood: Banker draws",
        "  Banker  9♣  5♠  9♦    = 3",
        "  Player wins on 6",
        "  Player 100 wins 105",
        "    1.05 to 1 (winner player, points 6); 205 handed back",
        "  Tie 5 loses",
        "  Staked 105, handed back 205: +100",
    ):
        assert f"\n{line}" in told


def test_rounding_is_told_with_the_settlement(punto: Punto) -> None:
    called = punto("coup", "easy-six", "--cards", "3h 9c 3d 5s 9d", "--bet", "player=105", "--rounding", "down")
    assert "\n    1.05 to 1 on 105 is 110.25, rounded down to 110 (sign)\n" in called.out
    called = punto("coup", "easy-six", "--cards", "3h 9c 3d 5s 9d", "--bet", "player=110", "--rounding", "nearest")
    assert "\n    1.05 to 1 on 110 is 115.5, rounded up to 116 (sign)\n" in called.out
    called = punto("coup", "easy-six", "--cards", "3h 9c 3d 5s 9d", "--bet", "player=100")
    assert "rounded" not in called.out


def test_each_decision_has_its_paragraph_at_the_right_edge(punto: Punto) -> None:
    called = punto("coup", "easy-six", "--cards", "3h 9c 3d 5s 9d", "--bet", "player=100")
    lines = called.out.splitlines()
    for start, cite in (("  Player has 6", "3.6"), ("  Banker has 4", "3.5"), ("  Player 100 wins", "4.1.1")):
        [line] = [line for line in lines if line.startswith(start)]
        assert line.endswith(f" {cite}")
        assert len(line) == 80


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("id", ["insurance-lucky-six", "da-hu-ying-xiong", "rws-baccarat"])
def test_no_line_is_wider_than_the_screen(punto: Punto, id: str, seed: int) -> None:
    called = punto("coup", id, "--seed", str(seed), "--bet", "player=1,000,000", "--bet", "banker=999999999999999")
    assert called.status == 0
    assert max(map(cell_len, called.out.splitlines())) <= 80
    assert "\x1b" not in called.out


def test_no_heading_is_printed_twice(punto: Punto) -> None:
    for seed in range(20):
        called = punto("coup", "rws-insurance", "--seed", str(seed), "--bet", "player=100")
        headings = [line for line in called.out.splitlines()[2:] if line and not line.startswith(" ")]
        assert len(headings) == len(set(headings))


def test_insurance_is_told_with_odds_and_the_most_that_may_be_staked(punto: Punto) -> None:
    called = punto(*INSURED, "--insure", f"{FOUR}:banker=150", "--insure", f"{FIVE}:player=30")
    assert called.status == 0
    assert "Banker insurance at 2 to 1 on Player winning" in called.out
    assert "at most 200 may be staked" in called.out
    assert "taken for 150" in called.out
    assert "Player insurance at 3 to 1 on Banker winning" in called.out
    assert "at most 333 may be staked" in called.out
    assert "Player insurance 30 wins 90" in called.out


def test_without_a_bet_there_is_nothing_to_insure(punto: Punto) -> None:
    called = punto("coup", "rws-insurance", "--cards", "Ah 9c Kd 6s 5d 3c")
    assert "there is no bet on Banker to insure" in called.out


def test_who_insured_first_is_not_offered_the_second_window(punto: Punto) -> None:
    given = ("coup", "insurance-lucky-six", *INSURED[2:])
    first = punto(*given, "--insure", f"{FOUR}:banker=10")
    assert "not for who insured after four cards" in first.out
    second = punto(*given, "--insure", f"{FIVE}:player=10", "--json").json
    assert [(offer["window"], offer["most_stake"]) for offer in second["offers"]] == [(FOUR, 200), (FIVE, 400)]


def test_a_natural_offers_no_insurance_and_nobody_draws(punto: Punto) -> None:
    called = punto("coup", "da-hu-ying-xiong", "--cards", "Kh 3c 9d 3s", "--bet", "banker=50")
    assert "none is offered" in called.out
    assert "A natural 9: no hand draws" in called.out
    assert "Player's third card" not in called.out


def test_json_has_the_whole_coup(punto: Punto) -> None:
    called = punto(*INSURED, "--insure", f"{FOUR}:banker=150", "--json")
    told = called.json
    assert called.out.count("\n") == 1
    assert (told["rulebook"], told["edition"], told["decks"]) == ("rws-insurance", "2013-10-22", 8)
    assert (told["cards"], told["player"], told["banker"]) == ("Ah 9c Kd 6s 5d 3c", "Ah Kd 5d", "9c 6s 3c")
    assert [(one["side"], one["draws"]) for one in told["draws"]] == [("player", True), ("banker", True)]
    assert all(one["cite"] and one["why"] for one in told["draws"])
    assert [(o["window"], o["insures"], o["odds"], o["most_stake"]) for o in told["offers"]] == [
        (FOUR, "banker", "2 to 1", 200),
        (FIVE, "player", "3 to 1", 333),
    ]
    assert told["result"]["winner"] == "banker"
    assert told["bets"]["banker"]["payback"] == 800
    assert told["insurance"][0]["outcome"] == "lose"


def test_the_cap_counts_both_windows(punto: Punto) -> None:
    given = ("coup", "rws-insurance", "--cards", "4h 9c Kd 6s 7d 3c", "--bet", "banker=400", "--json")
    open_ = {offer["window"]: offer["most_stake"] for offer in punto(*given).json["offers"]}
    assert open_ == {FOUR: 200, FIVE: 57}
    used = punto(*given, "--insure", f"{FOUR}:banker=180").json["offers"]
    assert [offer["most_stake"] for offer in used] == [200, 5]
    later = punto(*given, "--insure", f"{FIVE}:banker=50").json["offers"]
    assert [offer["most_stake"] for offer in later] == [200, 57]


def test_a_seed_deals_the_same_coup_again_and_none_deals_any(punto: Punto) -> None:
    seeded = [punto("coup", "easy-six", "--seed", "7", "--json").json["cards"] for _ in range(2)]
    assert seeded[0] == seeded[1]
    free = {punto("coup", "easy-six", "--json").json["cards"] for _ in range(4)}
    assert len(free) > 1


def test_terms_of_the_table_can_be_set(punto: Punto) -> None:
    given = ("coup", "punto-banco", "--cards", "2h 9c Kd Ks", "--bet", "banker=105", "--json")
    assert punto(*given).json["bets"]["banker"]["winnings"] == 99
    assert punto(*given, "--rounding", "nearest").json["bets"]["banker"]["winnings"] == 100
    assert punto(*given, "--commission", "10%").json["bets"]["banker"]["winnings"] == 94
    assert punto(*given, "--decks", "6").json["decks"] == 6


EASY = ("coup", "easy-six", "--cards", "3h 9c 3d 5s 9d")
WRONG: list[tuple[tuple[str, ...], str]] = [
    (("coup",), "ID"),
    (("coup", "easy-sixx"), "did you mean easy-six?"),
    (("coup", "easy-six@1999-01-01"), "2012-06-02"),
    (("coup", "\udcff"), "known: "),
    ((*EASY, "--bet", "player"), "player=100"),
    ((*EASY, "--bet", "=5"), "player=100"),
    ((*EASY, "--bet", "player="), "player=100"),
    ((*EASY, "--bet", "player=0"), "at least 1"),
    ((*EASY, "--bet", "player=-5"), "at least 1"),
    ((*EASY, "--bet", "player=--5"), "whole number"),
    ((*EASY, "--bet", "player=1.5"), "whole number"),
    ((*EASY, "--bet", "player=1,00"), "whole number"),
    ((*EASY, "--bet", "player=١"), "whole number"),
    ((*EASY, "--bet", "player=ten"), "whole number"),
    ((*EASY, "--bet", "player=1000000000000001"), "above"),
    ((*EASY, "--bet", "player=" + "9" * 6000), "above"),
    ((*EASY, "--bet", "players=5"), "did you mean player?"),
    ((*EASY, "--bet", "player=5", "--bet", "player=6"), "twice"),
    ((*EASY, "--insure", "banker=5"), "after_four_cards:banker=25"),
    ((*EASY, "--insure", "after_four_cards:banker"), "after_four_cards:banker=25"),
    ((*EASY, "--insure", f"{FOUR}:banker=5"), "no insurance"),
    ((*INSURED, "--insure", "later:banker=5"), FOUR),
    ((*INSURED, "--insure", f"{FOUR}:dealer=5"), "player, banker"),
    ((*INSURED, "--insure", f"{FOUR}:banker=0"), "at least 1"),
    ((*INSURED, "--insure", f"{FOUR}:banker=x"), "whole number"),
    ((*INSURED, "--insure", f"{FOUR}:banker=201"), "at most 200"),
    ((*INSURED, "--insure", f"{FOUR}:player=1"), "not offered at Player 1 v Banker 5"),
    (("coup", "easy-six", "--cards", "3h 9c 3d 5z"), "5z"),
    (("coup", "easy-six", "--cards", "3h 9c 3d 5s"), "Banker draws"),
    (("coup", "easy-six", "--cards", "9h 9c Kd 5s 2c"), "one card too many"),
    (("coup", "easy-six", "--cards", ""), "four cards"),
    (("coup", "easy-six", "--cards", "2h 2h 2h 2h 2h 2h", "--decks", "4"), "4 decks hold it 4 times"),
    (("coup", "easy-six", "--cards", "x", "--seed", "1"), "choose one"),
    (("coup", "easy-six", "--decks", "9"), "4 to 8 decks"),
    (("coup", "easy-six", "--decks", "9" * 30), "4 to 8 decks"),
    (("coup", "easy-six", "--decks", "many"), "--decks"),
    (("coup", "easy-six", "--seed", "9" * 6000), "--seed"),
    ((*EASY, "--rounding", "up"), "nearest"),
    ((*EASY, "--commission", "5%"), "no commission"),
    (("coup", "punto-banco", "--commission", "five"), "5%"),
    ((*EASY, "--nonsense"), "--nonsense"),
    ((*EASY, "extra"), "extra"),
    ((*EASY, "--rulebooks", "/nonexistent"), "/nonexistent"),
]


@pytest.mark.parametrize(("arguments", "says"), WRONG, ids=[str(n) for n in range(len(WRONG))])
def test_a_wrong_argument_gets_one_sentence(punto: Punto, arguments: tuple[str, ...], says: str) -> None:
    called = punto(*arguments)
    assert called.status == 2
    assert called.out == ""
    assert called.err.startswith("punto: ")
    assert called.err.count("\n") == 1
    assert says in called.err


def test_a_seed_below_nothing_is_refused(punto: Punto) -> None:
    called = punto("coup", "easy-six", "--seed", "-1")
    assert (called.status, called.out) == (2, "")
    assert "the seed -1 is not a whole number from 0 on" in called.err
