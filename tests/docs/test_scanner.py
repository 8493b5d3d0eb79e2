"""The page about scanners: every curl command it prints is sent to a house, and what stands beneath must come back."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from punto.house.people.roles import Role
from punto.table.commands import Assign
from server.running import PASSWORD, Running, a_table, running

PAGE = Path(__file__).parents[2] / "docs" / "scanner.md"

SHOWN = re.findall(r"^\$ curl (.*)\n(.*)$", PAGE.read_text("utf-8"), re.M)


def send(client: httpx.Client, line: str, address: str) -> httpx.Response:
    """What curl would send: a POST with these headers and data, and the cookies so far."""
    words = shlex.split(line)
    flags: dict[str, list[str]] = {"-H": [], "-d": [], "-b": [], "-c": []}
    rest = iter(word for word in words if word != "-s")
    urls = []
    for word in rest:
        if word in flags:
            flags[word].append(next(rest))
        else:
            urls.append(word)
    [url], [data] = urls, flags["-d"]
    headers = dict(header.split(": ", 1) for header in flags["-H"])
    if not flags["-b"]:
        client.cookies.clear()
    return client.post(url.replace("http://127.0.0.1:8417", address), content=data, headers=headers)


def fits(shown: str, came: str) -> bool:
    """Whether an answer is the one shown; an ellipsis stands for any words."""
    return re.fullmatch(".+".join(map(re.escape, shown.split("…"))), came) is not None


@pytest.fixture
def up(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, a_table("easy-six", "easy-six", cards="physical", sign={"burn": False})) as house:
        house.house.people.add("Scanner 1", Role.DEALER, PASSWORD)
        house.live("easy-six").do(Assign(person="Scanner 1", position="dealer", by="pit_supervisor"))
        yield house


def test_what_the_page_prints_is_what_the_house_answers(up: Running) -> None:
    up.must("open_shoe", "easy-six", cards="physical")
    up.must("open_bets", "easy-six")
    up.must("close_bets", "easy-six")
    assert len(SHOWN) == 4
    with httpx.Client(timeout=20) as client:
        for line, shown in SHOWN:
            answer = send(client, line, up.url)
            assert fits(shown, answer.text), (line, answer.text)
    assert [str(card) for card in up.live("easy-six").state.coup.cards] == ["9h"]


def test_a_wrong_answer_is_noticed() -> None:
    assert fits('{"a":"…"}', '{"a":"b c"}')
    assert not fits('{"a":"…"}', '{"b":"c"}')
