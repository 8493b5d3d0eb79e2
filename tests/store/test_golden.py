"""A log of this version, kept: every later version must still read it, and read it alike.

`python -m store.test_golden` in the folder of tests writes it anew; do that only when the log's form
changes on purpose, and keep the old file beside the new one.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from punto.store import (
    Asker,
    Batch,
    EventShape,
    Key,
    NewEvent,
    Posting,
    Store,
    Upcasters,
    log_lines,
    open_store,
    read_logs,
)

GOLDEN = Path(__file__).parent / "golden" / "log-3.jsonl"
OLD_FORM = Path(__file__).parent / "golden" / "log-2.jsonl"
"""Without session and second person."""
OLDER = Path(__file__).parent / "golden" / "log-1.jsonl"
"""As version 0.1.0 wrote it: without person and coup."""

# `bet_put` is what an old program is imagined to have written: it named the person `player`
# and knew no stance, and its second form still had the old name.
OLD = NewEvent("bet_put", {"player": "ann", "box": 3, "bet": "banker", "chips": 100}, schema=1)


def placed(body: dict[str, Any]) -> EventShape:
    rest = {name: value for name, value in body.items() if name not in ("player", "chips")}
    return EventShape("bet_put", 2, rest | {"patron": body["player"], "stake": body["chips"]})


def renamed(body: dict[str, Any]) -> EventShape:
    return EventShape("bet_placed", 1, body | {"stance": "seated"})


UPCASTERS = Upcasters({("bet_put", 1): placed, ("bet_put", 2): renamed})


def write(store: Store) -> None:
    opened = NewEvent("table_opened", {"rulebook": "easy-six", "name": "百家乐", "boxes": 8, "rate": None})
    bought = NewEvent("bought_in", {"patron": "ann"}, (Posting("house", -500), Posting("wallet:ann", 500)))
    stake = NewEvent("bet_placed", {"patron": "ann"}, (Posting("wallet:ann", -100), Posting("layout:T1", 100)))
    asker = Asker("pit_manager", "", "Kim", "9c0d", "Lee")
    claimed = (Posting("wallet:ann", -450, claim=True), Posting("house", 450))
    claim = NewEvent("ruled", {"reason": "5.13"}, claimed, asker=asker)
    for number, event in enumerate((opened, bought, OLD, stake, claim)):
        store.append(
            "T1",
            number,
            Batch(
                (event,),
                at=f"2026-01-01T20:00:0{number}Z",
                by="dealer" if number < 4 else "shift_manager",
                acting="" if number < 4 else "pit_manager",
                session="" if number < 4 else "0f3a",
                command_id=f"c{number}",
                key=Key(f"c{number}", "d", b""),
            ),
        )


@pytest.mark.parametrize("golden", [GOLDEN, OLD_FORM, OLDER], ids=lambda file: file.stem)
def test_the_golden_log_is_whole(golden: Path) -> None:
    [log] = read_logs(golden.read_text().splitlines())
    assert log.verify() is None
    assert [record.version for record in log.records] == [1, 2, 3, 4, 5]


def test_this_version_writes_the_golden_log(store: Store) -> None:
    write(store)
    assert list(log_lines(store.records("T1"), store.head("T1"))) == GOLDEN.read_text().splitlines()


def test_old_events_are_read_in_todays_shape(url: str) -> None:
    with open_store(url, upcasters=UPCASTERS) as store:
        write(store)
        old = next(event for event in store.events("T1") if event.version == 3)
        assert (old.kind, old.schema) == ("bet_placed", 1)
        assert old.body == {"patron": "ann", "box": 3, "bet": "banker", "stake": 100, "stance": "seated"}
        assert [record.kind for record in store.records("T1")][2] == "bet_put", "the log itself stays as it was"
        assert store.verify("T1") is None


def test_upcasters_that_run_in_a_circle_are_a_mistake_of_the_program() -> None:
    circle = Upcasters(
        {("a", 1): lambda body: EventShape("b", 1, body), ("b", 1): lambda body: EventShape("a", 1, body)}
    )
    with pytest.raises(AssertionError, match="in a circle"):
        circle.forward(EventShape("a", 1, {}))


if __name__ == "__main__":
    with TemporaryDirectory() as folder, open_store(Path(folder) / "books.db") as fresh:
        write(fresh)
        GOLDEN.write_text("\n".join(log_lines(fresh.records("T1"), fresh.head("T1"))) + "\n")
    sys.exit(f"{GOLDEN.name} is written")
