"""`punto settle`: the shapes that the issue promises, and a refusal for every kind of bad line."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest

from cli.calling import PUNTO, Punto, process
from punto.cli.lines import batches
from punto.kit.json_line import LINE_LIMIT

EASY = {"rulebook": "easy-six", "cards": "3h 9c 3d 5s 9d", "bets": {"player": 10000, "easy_six": 500}}
FOUR, FIVE = "after_four_cards", "after_player_third_card"


def insure(window: str, insures: str, stake: Any) -> dict[str, Any]:
    return {"window": window, "insures": insures, "stake": stake}


def settled(punto: Punto, tmp_path: Path, *lines: Any) -> tuple[int, list[Any]]:
    """Status and answers for lines given as objects, texts or bytes."""
    file = tmp_path / "log.jsonl"
    raw = [
        line if isinstance(line, bytes) else line.encode() if isinstance(line, str) else json.dumps(line).encode()
        for line in lines
    ]
    file.write_bytes(b"\n".join(raw) + b"\n")
    called = punto("settle", str(file))
    assert called.err == ""
    return called.status, called.lines


def test_a_line_is_answered_as_the_issue_writes_it(punto: Punto, tmp_path: Path) -> None:
    status, [answer] = settled(punto, tmp_path, EASY)
    assert status == 0
    assert answer == {
        "ok": True,
        "result": {
            "winner": "player",
            "player_points": 6,
            "banker_points": 3,
            "player_cards": 2,
            "banker_cards": 3,
            "player_pair": True,
            "banker_pair": False,
        },
        "bets": {
            "player": {"outcome": "win", "odds": "1.05 to 1", "winnings": 10500, "payback": 20500, "cite": "4.1.1"},
            "easy_six": {"outcome": "win", "odds": "6 to 1", "winnings": 3000, "payback": 3500, "cite": "4.1.1"},
        },
        "insurance": [],
    }
    assert list(answer) == ["ok", "result", "bets", "insurance"]


def test_a_loss_has_no_odds_and_a_push_hands_the_stake_back(punto: Punto, tmp_path: Path) -> None:
    tie = {"rulebook": "easy-six", "cards": "9h 9c Kd Ks", "bets": {"player": 700, "easy_six": 5}}
    _, [answer] = settled(punto, tmp_path, tie)
    assert answer["bets"]["player"] == {"outcome": "push", "odds": "push", "winnings": 0, "payback": 700, "cite": "3.8"}
    assert answer["bets"]["easy_six"]["outcome"] == "lose"
    assert answer["bets"]["easy_six"]["odds"] is None
    assert answer["bets"]["easy_six"]["payback"] == 0


@pytest.mark.parametrize(
    ("line", "policy", "winnings", "exact"),
    [
        ({"rulebook": "easy-six", "cards": "9h 3c 9d 3s", "bets": {"player": 25}}, "down", 25, None),
        ({"rulebook": "easy-six", "cards": "3h 9c 3d 5s 9d", "bets": {"player": 105}}, "down", 110, "441/4"),
        ({"rulebook": "easy-six", "cards": "3h 9c 3d 5s 9d", "bets": {"player": 110}}, "nearest", 116, "231/2"),
    ],
)
def test_an_answer_tells_what_was_rounded_and_by_which_policy(
    punto: Punto, tmp_path: Path, line: dict[str, Any], policy: str, winnings: int, exact: str | None
) -> None:
    _, [answer] = settled(punto, tmp_path, line | {"settings": {"rounding": policy}})
    [bet] = answer["bets"].values()
    assert (bet["winnings"], bet.get("exact"), bet.get("rounding")) == (winnings, exact, policy if exact else None)


def test_insurance_tells_what_was_rounded(punto: Punto, tmp_path: Path) -> None:
    line = {
        "rulebook": "rws-insurance",
        "cards": "Ah 4c Kd Ks 2d 8c",
        "bets": {"banker": 1001},
        "insurance": [insure(FIVE, "banker", 25)],
    }
    _, [answer] = settled(punto, tmp_path, line)
    [won] = answer["insurance"]
    assert (won["winnings"], won["exact"], won["rounding"]) == (37, "75/2", "down")


def test_insurance_is_answered_in_the_order_asked(punto: Punto, tmp_path: Path) -> None:
    line = {
        "rulebook": "rws-insurance",
        "cards": "Ah 9c Kd 6s 5d 3c",
        "bets": {"player": 1000, "banker": 400},
        "insurance": [insure(FIVE, "player", 30), insure(FOUR, "banker", 100)],
    }
    status, [answer] = settled(punto, tmp_path, line)
    assert status == 0
    assert [(one["window"], one["insures"], one["stake"]) for one in answer["insurance"]] == [
        (FIVE, "player", 30),
        (FOUR, "banker", 100),
    ]
    assert answer["insurance"][0] == {
        **insure(FIVE, "player", 30),
        "outcome": "win",
        "odds": "3 to 1",
        "winnings": 90,
        "payback": 120,
        "cite": answer["insurance"][0]["cite"],
    }
    assert answer["insurance"][1]["outcome"] == "lose"


def test_settings_change_commission_rounding_and_decks(punto: Punto, tmp_path: Path) -> None:
    line = {"rulebook": "punto-banco", "cards": "2h 9c Kd Ks 5d", "bets": {"banker": 105}}
    lines = [
        line,
        {**line, "settings": {"commission": "4%", "rounding": "nearest"}},
        {**line, "settings": {"rounding": "nearest", "decks": 6}},
        {**line, "settings": {"rounding": "refuse"}},
    ]
    lines = [{**one, "cards": "2h 9c Kd Ks"} for one in lines]
    status, answers = settled(punto, tmp_path, *lines)
    assert status == 1
    assert [a["bets"]["banker"]["winnings"] for a in answers[:3]] == [99, 101, 100]
    assert answers[0]["bets"]["banker"]["commission"] == 6
    assert answers[3]["refusal"]["code"] == "stake_does_not_divide"


def test_an_edition_may_be_named(punto: Punto, tmp_path: Path) -> None:
    named, unknown = ({**EASY, "rulebook": f"easy-six@{edition}"} for edition in ("2012-06-02", "1999-01-01"))
    status, answers = settled(punto, tmp_path, EASY, named, unknown)
    assert answers[0] == answers[1]
    assert answers[2]["refusal"]["code"] == "unknown_edition"
    assert "2012-06-02" in answers[2]["refusal"]["message"]
    assert status == 1


INSURED = {"rulebook": "rws-insurance", "cards": "Ah 9c Kd 6s 5d 3c", "bets": {"player": 1000, "banker": 400}}
LUCKY = {**INSURED, "rulebook": "insurance-lucky-six"}
STANDS = {**INSURED, "cards": "Ah 9c Kd 7s 5d"}
"""Banker has six, Player's third card counts five: Banker stands."""
NATURAL = {**INSURED, "cards": "9h Kc Kd 6s"}

BAD: list[tuple[str, Any, str]] = [
    ("unknown_rulebook", {**EASY, "rulebook": "easy-sixx"}, "easy-six"),
    ("unknown_bet", {**EASY, "bets": {"player_pear": 5}}, "player_pair"),
    ("unknown_window", {**INSURED, "insurance": [insure("after_lunch", "player", 1)]}, FOUR),
    ("unknown_hand", {**INSURED, "insurance": [insure(FOUR, "dealer", 1)]}, "banker"),
    ("unknown_card", {**EASY, "cards": "3h 9c 3d 1s"}, "1s"),
    ("unknown_card", {**EASY, "cards": "3h 9c 3d 5x 9d"}, "5x"),
    ("too_many_cards", {**EASY, "cards": "9h Kc Kd 6s 2c"}, "2c"),
    ("too_many_cards", {**EASY, "cards": "3h 9c 3d 5s 9d 2c"}, "2c"),
    ("too_many_cards", {**EASY, "cards": "3h 9c 3d 5s 9d 2c 2c"}, "six"),
    ("too_few_cards", {**EASY, "cards": "3h 9c 3d 5s"}, "Banker draws"),
    ("too_few_cards", {**EASY, "cards": "3h 9c 3d"}, "four"),
    ("too_few_cards", {**EASY, "cards": ""}, "four"),
    ("card_not_in_shoe", {**EASY, "cards": "2h 2h 2h 2h 2h 2h", "settings": {"decks": 4}}, "2h"),
    ("stake_not_positive", {**EASY, "bets": {"player": 0}}, "player"),
    ("stake_not_positive", {**EASY, "bets": {"player": -5}}, "-5"),
    ("stake_not_whole", {**EASY, "bets": {"player": 1.5}}, "1.5"),
    ("stake_not_whole", {**EASY, "bets": {"player": 5.0}}, "5.0"),
    ("stake_not_whole", {**EASY, "bets": {"player": "100"}}, "100"),
    ("stake_not_whole", {**EASY, "bets": {"player": True}}, "player"),
    ("stake_not_whole", {**EASY, "bets": {"player": None}}, "player"),
    ("stake_not_whole", {**EASY, "bets": {"player": [5]}}, "player"),
    ("stake_too_large", {**EASY, "bets": {"player": 10**15 + 1}}, "1,000,000,000,000,000"),
    ("stake_too_large", {**EASY, "bets": {"player": 10**30}}, "player"),
    ("no_insurance", {**EASY, "insurance": [insure(FOUR, "player", 1)]}, "easy-six"),
    ("no_original_bet", {**INSURED, "bets": {"player": 5}, "insurance": [insure(FOUR, "banker", 1)]}, "banker"),
    ("insurance_not_offered", {**INSURED, "insurance": [insure(FOUR, "player", 1)]}, "Player 1 v Banker 5"),
    ("insurance_not_offered", {**STANDS, "insurance": [insure(FIVE, "player", 1)]}, "Banker stands"),
    ("insurance_not_offered", {**NATURAL, "insurance": [insure(FOUR, "banker", 1)]}, "natural"),
    ("insurance_above_cap", {**INSURED, "insurance": [insure(FOUR, "banker", 201)]}, "200"),
    (
        "insurance_above_cap",
        {**INSURED, "insurance": [insure(FOUR, "banker", 200), insure(FOUR, "banker", 1)]},
        "at most 0",
    ),
    (
        "insured_in_first_window",
        {**LUCKY, "insurance": [insure(FOUR, "banker", 1), insure(FIVE, "player", 1)]},
        "again",
    ),
    ("stake_not_positive", {**INSURED, "insurance": [insure(FOUR, "banker", 0)]}, "0"),
    ("stake_not_whole", {**INSURED, "insurance": [insure(FOUR, "banker", 1.5)]}, "1.5"),
    ("missing_key", {**INSURED, "insurance": [{"window": FOUR, "insures": "banker"}]}, "stake"),
    ("wrong_type", {**INSURED, "insurance": {}}, "list"),
    ("wrong_type", {**INSURED, "insurance": [5]}, "list"),
    ("unknown_key", {**INSURED, "insurance": [{**insure(FOUR, "banker", 1), "odds": 9}]}, "odds"),
    ("missing_key", {"cards": "3h 9c 3d 5s 9d"}, "rulebook"),
    ("missing_key", {"rulebook": "easy-six"}, "cards"),
    ("missing_key", {**EASY, "rulebook": 5}, "rulebook"),
    ("missing_key", {**EASY, "cards": ["3h"]}, "cards"),
    ("wrong_type", {**EASY, "bets": [1]}, "bets"),
    ("wrong_type", {**EASY, "settings": []}, "settings"),
    ("wrong_type", {**EASY, "settings": {"commission": 5}}, "commission"),
    ("wrong_type", {**EASY, "settings": {"decks": "8"}}, "decks"),
    ("wrong_number_of_decks", {**EASY, "settings": {"decks": 9}}, "4 to 8"),
    ("unknown_rounding", {**EASY, "settings": {"rounding": "up"}}, "nearest"),
    ("no_commission", {**EASY, "settings": {"commission": "5%"}}, "easy-six"),
    ("bad_commission", {**LUCKY, "settings": {"commission": "five"}}, "5%"),
    ("unknown_key", {**EASY, "settings": {"colour": 1}}, "colour"),
    ("unknown_key", {**EASY, "bet": {}}, "bets"),
    ("wrong_type", "[1]", "object"),
    ("wrong_type", "7", "object"),
    ("not_json", "{", "JSON"),
    ("not_json", "hello", "JSON"),
    ("not_json", '{"rulebook":NaN}', "NaN"),
    ("not_json", json.dumps(EASY) + " {}", "JSON"),
    ("not_json", '{"a":' * 10_000, "deep"),
    ("not_json", "[" * 60_000, "deep"),
    ("not_json", json.dumps(EASY).replace("10000", "9" * 5000), "a number in it has too many digits"),
    ("not_utf8", b'{"rulebook":"\xff"}', "byte 13"),
    ("not_utf8", json.dumps(EASY).encode("utf-16"), "byte 0"),
    ("line_too_long", '{"rulebook":"' + "x" * 70_000 + '"}', "65,536"),
    ("line_too_long", '{"rulebook":"' + "x" * 1_000_000 + '"}', "65,536"),
    ("duplicate_key", '{"rulebook":"easy-six","rulebook":"easy-six","cards":"9h Kc Kd 6s","bets":{}}', "rulebook"),
    ("duplicate_key", '{"rulebook":"easy-six","cards":"9h Kc Kd 6s","bets":{"tie":1,"tie":2}}', "tie"),
    ("duplicate_key", '{"rulebook":"easy-six","cards":"9h Kc Kd 6s","bets":{},"bets":{"tie":2}}', "bets"),
    ("duplicate_key", '{"rulebook":"easy-six","cards":"9h Kc Kd 6s","bets":{"tie":1,"\\u0074ie":2}}', "tie"),
    ("unknown_bet", '{"rulebook":"easy-six","cards":"9h Kc Kd 6s","bets":{"\\ud800":1}}', "\\ud800"),
    ("unknown_rulebook", '{"rulebook":"\\ud800","cards":"9h Kc Kd 6s","bets":{}}', "known"),
]


@pytest.mark.parametrize(("code", "line", "says"), BAD, ids=[f"{n}-{code}" for n, (code, _, _) in enumerate(BAD)])
def test_a_bad_line_is_refused_by_name(punto: Punto, tmp_path: Path, code: str, line: Any, says: str) -> None:
    status, answers = settled(punto, tmp_path, line)
    assert status == 1
    assert len(answers) == 1
    assert list(answers[0]) == ["ok", "refusal"]
    assert answers[0]["ok"] is False
    assert list(answers[0]["refusal"]) == ["code", "cite", "message"]
    assert answers[0]["refusal"]["code"] == code
    assert says in answers[0]["refusal"]["message"]
    assert len(answers[0]["refusal"]["message"]) < 5000


def test_a_refusal_by_the_document_cites_its_paragraph(punto: Punto, tmp_path: Path) -> None:
    _, answers = settled(
        punto,
        tmp_path,
        {**EASY, "cards": "3h 9c 3d 5s"},
        {**INSURED, "insurance": [insure(FOUR, "banker", 201)]},
        {**EASY, "settings": {"decks": 9}},
    )
    assert [answer["refusal"]["cite"] for answer in answers] == ["3.5", "3.5.2", "2.2.1"]


def test_bad_lines_do_not_stop_good_ones(punto: Punto, tmp_path: Path) -> None:
    lines = [EASY, b"\xff", "", EASY, "x" * 500_000, "   ", EASY, "{}"]
    status, answers = settled(punto, tmp_path, *lines)
    assert status == 1
    assert [answer["ok"] for answer in answers] == [True, False, True, False, True, False]
    assert answers[0] == answers[2] == answers[4]


def test_an_empty_file_is_all_ok(punto: Punto, tmp_path: Path) -> None:
    assert settled(punto, tmp_path, "", "") == (0, [])


def test_the_last_line_needs_no_end(punto: Punto, tmp_path: Path) -> None:
    file = tmp_path / "log"
    file.write_bytes(json.dumps(EASY).encode() + b"\r\n" + json.dumps(EASY).encode())
    called = punto("settle", str(file))
    assert (called.status, len(called.lines)) == (0, 2)


def test_many_lines_over_many_blocks_keep_their_order(punto: Punto, tmp_path: Path) -> None:
    lines = [{**EASY, "bets": {"tie": stake, "player": stake}} for stake in range(1, 6001)]
    status, answers = settled(punto, tmp_path, *lines)
    assert status == 0
    assert [answer["bets"]["player"]["payback"] for answer in answers] == [s + s * 105 // 100 for s in range(1, 6001)]


def test_rulebooks_of_the_house_can_be_settled_by(punto: Punto, tmp_path: Path) -> None:
    (tmp_path / "house" / "mine").mkdir(parents=True)
    file = tmp_path / "house" / "mine" / "2024-02-29.toml"
    assert punto("rules", "new", "mine", "--edition", "2024-02-29", "--out", str(file)).status == 0
    log = tmp_path / "log"
    log.write_text(json.dumps({"rulebook": "mine", "cards": "9h Kc Kd 6s", "bets": {"player": 5}}))
    called = punto("settle", str(log), "--rulebooks", str(tmp_path / "house"))
    assert called.lines[0]["bets"]["player"]["payback"] == 10


def test_a_broken_rulebook_of_the_house_refuses_its_own_lines_only(punto: Punto, tmp_path: Path) -> None:
    (tmp_path / "house" / "mine").mkdir(parents=True)
    (tmp_path / "house" / "mine" / "common.toml").write_text("id = 5")
    log = tmp_path / "log"
    log.write_text("\n".join(json.dumps({**EASY, "rulebook": id}) for id in ("easy-six", "mine", "easy-six")))
    called = punto("settle", str(log), "--rulebooks", str(tmp_path / "house"))
    assert called.status == 1
    assert [answer.get("refusal", {}).get("code") for answer in called.lines] == [None, "bad_rulebook", None]


def test_standard_input_is_read_for_a_dash() -> None:
    done = process("settle", "-", given=json.dumps(EASY).encode() + b"\nx\n")
    assert done.returncode == 1
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True, False]
    assert done.stderr == b""


def test_each_line_is_answered_before_the_next_is_sent() -> None:
    buffered = {**os.environ, "PYTHONUNBUFFERED": ""}
    pipe = subprocess.PIPE
    with subprocess.Popen([*PUNTO, "settle", "-"], stdin=pipe, stdout=pipe, env=buffered) as running:
        alarm = threading.Timer(30, running.kill)  # An answer that is held back would never come.
        alarm.start()
        assert running.stdin is not None
        assert running.stdout is not None
        for stake in (1, 2, 3):
            running.stdin.write(json.dumps({**EASY, "bets": {"tie": stake}}).encode() + b"\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["ok"] is True
        alarm.cancel()
        running.stdin.close()
        assert running.wait(30) == 0


def test_of_an_endless_line_only_the_start_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "log"
    file.write_bytes(b"x" * 3_000_000 + b"\n" + b"y")
    [[first], [second]] = batches(file)
    assert LINE_LIMIT < len(first) < 1_000_000
    assert second == b"y"


def test_a_refusal_names_the_line_of_the_file(punto: Punto, tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    good = json.dumps({**EASY, "bets": {"tie": 1}})
    bad = json.dumps({**EASY, "bets": {"tie": 0}})
    file.write_text(f"\n{good}\n\n{bad}\nnonsense\n{good}\n", encoding="utf-8")
    told = punto("settle", str(file)).lines
    assert [answer["ok"] for answer in told] == [True, False, False, True]
    assert told[1]["refusal"]["message"].startswith("line 4: tie: a stake is at least 1 unit")
    # One number of a line, the file's: the reader's own would be another.
    assert told[2]["refusal"]["message"] == "line 5: the line is not JSON: expecting value, at character 1"
    many = tmp_path / "many.jsonl"
    many.write_text(f"{good}\n" * 9_000 + "nonsense\n", encoding="utf-8")  # More than is read at once.
    assert punto("settle", str(many)).lines[-1]["refusal"]["message"].startswith("line 9001: ")


NO_LOGS = {
    "a table": ("shoe,coup\n" + "1,2\n" * 400, 401),
    "JSON over several lines": (json.dumps([EASY, EASY], indent=1) + "\n", 18),
    "an array of objects, one a line": (f"[\n{json.dumps(EASY)},\n{json.dumps(EASY)},\n]\n", 4),
    "braces here and there": ("%PDF-1.7\n{<<\n{ stream\n}\n", 4),
}


@pytest.mark.parametrize("what", NO_LOGS)
@pytest.mark.parametrize("command", ["settle", "table"])
def test_a_file_that_is_no_log_gets_one_sentence(punto: Punto, tmp_path: Path, command: str, what: str) -> None:
    text, lines = NO_LOGS[what]
    file = tmp_path / "shoes.csv"
    file.write_text(text, encoding="utf-8")
    called = punto(command, str(file))
    assert called.status == 2
    assert called.out == ""
    assert called.err.count("\n") == 1
    says = f"shoes.csv is no log: a log has a JSON object a line, and none of its first {lines} lines is one"
    assert says in called.err


ANOTHER_KIND = '{"shoe":1,"coup":1}\n{"shoe":1,"coup":2}\n'


@pytest.mark.parametrize(("command", "key"), [("settle", "rulebook, cards"), ("table", "command, do")])
def test_a_log_of_another_kind_gets_one_sentence(punto: Punto, tmp_path: Path, command: str, key: str) -> None:
    file = tmp_path / "shoes.jsonl"
    file.write_text(ANOTHER_KIND, encoding="utf-8")
    called = punto(command, str(file))
    assert (called.status, called.out, called.err.count("\n")) == (2, "", 1)
    assert "shoes.jsonl is another kind of log: here a line has " + key in called.err
    assert called.err.rstrip().endswith("none of its first 2 lines has any")
    # One line that is meant for it, and each mistake is told by its own.
    with file.open("a", encoding="utf-8") as more:
        more.write('{"rulebook":"easy-six"}\n' if command == "settle" else '{"open_bets":{}}\n')
    assert len(punto(command, str(file)).lines) == 3


def test_a_log_of_mistakes_is_still_one(punto: Punto, tmp_path: Path) -> None:
    """Lines in braces that are no JSON are somebody's mistakes, each to be told by its line."""
    file = tmp_path / "log.jsonl"
    file.write_text("{'rulebook': 'easy-six'}\n{rulebook: easy-six}\n", encoding="utf-8")
    codes = [answer["refusal"]["code"] for answer in punto("settle", str(file)).lines]
    assert codes == ["not_json", "not_json"]


def test_a_table_names_the_line_of_the_file(punto: Punto, tmp_path: Path) -> None:
    file = tmp_path / "shift.jsonl"
    file.write_text('\n{"command":"open_bet"}\n{"command":"open_bets","by":"dealer"}\n', encoding="utf-8")
    told = punto("table", str(file)).lines
    assert told[0]["refusal"]["message"].startswith("line 2: there is no command 'open_bet'; did you mean open_bets?")
    assert told[1]["refusal"]["message"].startswith("line 3: ")
