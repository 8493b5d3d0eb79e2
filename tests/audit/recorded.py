"""A shift on real books, with everything in it that an auditor looks at; made once a test process."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from punto.house.tables.desk import Desk
from punto.house.tables.shuffler import seal_shoe
from punto.kit.entropy import ShoeName, entropy_commitment
from punto.rulebook import Library
from punto.store import Head, Log, Record, key_file, open_store
from punto.store.chain import chained
from punto.store.entry import start
from punto.store.private import make_private
from punto.table.script import read_command

LIBRARY = Library()
KEY = bytes(32)
TABLE = "north"

SHIFT = """
open_table {"rulebook": "da-hu-ying-xiong", "settings": {"wallets": true, "limits": "observed", \
"face_down": true, "stake_min": 1, "differential_max": 500}}
change_sign {"by": "pit_supervisor", "settings": {"differential_max": 100}}
buy_in {"patron": "ann", "amount": 5000}
buy_in {"patron": "bo", "amount": 5000}
open_shoe {"cards": "virtual", "seed": 11}
cut_shoe {"by": "patron", "patron": "ann", "place": 33}
open_bets {}
place_bet {"patron": "ann", "box": 1, "bet": "player", "stake": 100}
place_bet {"patron": "bo", "box": 1, "stance": "standing", "bet": "player", "stake": 50}
place_bet {"patron": "bo", "box": 2, "bet": "tie", "stake": 10}
close_bets {}
draw* {}
open_bets {}
place_bet {"patron": "ann", "box": 1, "bet": "banker", "stake": 90}
place_bet {"patron": "bo", "box": 2, "bet": "player", "stake": 80}
place_bet {"patron": "bo", "box": 2, "bet": "tiger", "stake": 5}
withdraw_bet {"patron": "bo", "box": 2, "bet": "tiger"}
close_bets {}
insure* {}
report {"what": "late_error", "note": "seen on camera"}
open_bets {}
place_bet {"patron": "ann", "box": 3, "bet": "player", "stake": 60}
close_bets {}
draw_card {}
report {"what": "interruption"}
decide {"by": "pit_supervisor", "confirm": true}
open_bets {}
place_bet {"patron": "ann", "box": 3, "bet": "player", "stake": 60}
place_bet {"patron": "bo", "box": 4, "bet": "banker", "stake": 60}
squeeze {"by": "patron", "patron": "ann", "card": "player"}
squeeze {"patron": "ann", "card": "player", "decline": true}
squeeze {"by": "patron", "patron": "ann", "card": "banker_third_first"}
squeeze {"by": "pit_supervisor", "patron": "ann", "card": "banker_third_first"}
close_bets {}
draw_card {}
report {"what": "exposed_card"}
decide {"by": "pit_supervisor", "reconstruct": true}
choose {"patron": "bo", "option": "return"}
close_choices {"by": "pit_supervisor"}
draw* {}
declare_paid {}
rule {"by": "shift_manager", "reason": "a drink was spilt", "adjustments": [{"patron": "ann", "amount": 25}]}
close_shoe {"by": "pit_supervisor", "reason": "so be it"}
cash_out {"patron": "bo", "amount": 40}
close_table {}
"""


REAL = """
open_table {"rulebook": "da-hu-ying-xiong", "settings": {"stake_min": 10, "differential_max": 1000, "face_down": true}}
assign {"by": "shift_manager", "person": "pit_supervisor", "position": "pit_manager"}
open_shoe {"cards": "physical"}
open_bets {}
place_bet {"patron": "ann", "box": 1, "bet": "banker", "stake": 400}
place_bet {"patron": "bo", "box": 2, "bet": "player", "stake": 200}
squeeze {"by": "pit_supervisor", "patron": "ann", "card": "expose_banker_third"}
withdraw_bet {"patron": "ann", "box": 1, "bet": "banker"}
place_bet {"patron": "ann", "box": 1, "bet": "banker", "stake": 100}
close_bets {}
draw_card {"card": "Kh"}
draw_card {"card": "Ac"}
draw_card {"card": "4d"}
draw_card {"card": "5s"}
take_insurance {"patron": "ann", "box": 1, "insures": "banker", "stake": 30}
draw_card {"card": "7d"}
draw_card {"card": "Qc"}
report {"what": "misread_card", "place": 3, "card": "5d", "note": "read from the wrong side"}
decide {"by": "pit_supervisor", "acting": "pit_supervisor", "confirm": true, "note": "seen on camera"}
report {"what": "misplaced_bet", "patron": "bo", "lay": [{"box": 2, "bet": "player", "stake": 300}]}
decide {"by": "pit_supervisor", "confirm": true, "note": "counted"}
report {"by": "pit_supervisor", "what": "wrong_area", "cards": "Kh 5d Ac 5s 7d Qc", \
"note": "the second and third changed places"}
declare_paid {}
open_bets {}
place_bet {"patron": "ann", "box": 1, "bet": "banker", "stake": 100}
close_bets {}
draw_card {"card": "Kh"}
draw_card {"card": "Ac"}
draw_card {"card": "4d"}
draw_card {"card": "5s"}
draw_card {"card": "5c"}
report {"by": "pit_manager", "what": "neglected_insurance", "patron": "ann", "box": 1, \
"window": "after_four_cards", "insures": "banker"}
report {"by": "pit_supervisor", "what": "misread_card", "place": 1, "card": "Ks"}
declare_paid {"by": "house"}
open_bets {}
place_bet {"patron": "ann", "box": 1, "bet": "banker", "stake": 100}
place_bet {"patron": "bo", "box": 2, "bet": "player", "stake": 100}
close_bets {}
draw_card {"card": "9h"}
report {"what": "foreign_card", "cards": "Xx", "note": "another back"}
withdraw_report {"note": "a shadow"}
draw_card {"card": "2h"}
report {"what": "extra_card", "cards": "3c"}
decide {"by": "pit_supervisor", "reconstruct": false, "note": "nobody saw which came first"}
close_choices {"by": "pit_supervisor"}
draw_card {"card": "Td"}
draw_card {"card": "5h"}
report {"what": "shortage"}
decide {"by": "pit_supervisor", "confirm": false, "note": "counted again"}
open_bets {}
rule {"by": "shift_manager", "reason": "the light failed", "coup": "void"}
rule {"by": "shift_manager", "reason": "the cards are fine", "bets": true}
open_bets {}
place_bet {"patron": "bo", "box": 2, "bet": "player", "stake": 100}
close_bets {}
draw_card {}
draw_card {"card": "6h"}
draw_card {"card": "6d"}
draw_card {"card": "2s"}
report {"what": "foreign_card", "cards": "Xx"}
decide {"by": "pit_supervisor", "acting": "pit_manager", "confirm": true}
close_shoe {"by": "pit_supervisor", "reason": "so be it"}
close_table {}
"""
"""The same with real cards and chips, where record and table differ."""


MIXED = """
open_table {"rulebook": "easy-six", "settings": {"wallets": true}}
buy_in {"patron": "ann", "amount": 5000}
open_shoe {"cards": "virtual", "seed": 12, "entropy": true}
commit* {"patron": "ann", "box": 3}
commit* {"patron": "bo", "box": 1}
commit* {"patron": "cy", "box": 2}
cut_shoe {"by": "patron", "patron": "ann", "place": 33}
close_entropy {"by": "house"}
reveal* {"patron": "bo", "box": 1}
reveal* {"patron": "ann", "box": 3}
mix_shoe {"by": "house"}
open_bets {}
place_bet {"patron": "ann", "box": 3, "bet": "player", "stake": 100}
close_bets {}
draw* {}
close_shoe {"by": "pit_supervisor", "reason": "so be it"}
open_shoe {"cards": "virtual", "seed": 13, "entropy": true}
close_entropy {"by": "house"}
open_bets {}
close_bets {}
draw* {}
close_shoe {"by": "pit_supervisor", "reason": "so be it"}
close_table {}
"""
"""Two shoes that seats may mix: one is mixed by two of three, one is the house's alone."""


def _commands(text: str, desk: Desk) -> Iterable[dict[str, object]]:
    """The shift, one command after another; a star goes on until the coup is over."""
    for line in text.strip().splitlines():
        name, _, fields = line.partition(" ")
        if not name.endswith("*"):
            yield {"command": name, **json.loads(fields)}
            continue
        if name in ("commit*", "reveal*"):
            yield _entropy(name, json.loads(fields), desk.state.shoe.name)
            continue
        while desk.state.table.phase == "dealing":
            if name == "insure*":
                for patron, box, hand in (("ann", 1, "banker"), ("bo", 2, "player")):
                    yield {"command": "take_insurance", "patron": patron, "box": box, "insures": hand, "stake": 10}
            yield {"command": "draw_card"}


def _entropy(name: str, who: dict[str, Any], shoe: ShoeName) -> dict[str, object]:
    """What a seat shows of its bytes: their commitment, or themselves."""
    entropy = sha256(who["patron"].encode()).digest()
    if name == "reveal*":
        return {"command": "reveal_entropy", "by": "patron", "entropy": entropy.hex(), **who}
    commitment = entropy_commitment(shoe, who["box"], who["patron"], entropy)
    return {"command": "commit_entropy", "by": "patron", "commitment": commitment, **who}


@cache
def books(text: str) -> Path:
    """The database of a shift; what is refused in it is refused in the first test that looks."""
    file = Path(mkdtemp(prefix="punto-recorded-")) / "books.db"
    make_private(key_file(file))
    key_file(file).write_text(KEY.hex())
    with open_store(file, key=KEY) as store:
        desk = Desk(store, TABLE, LIBRARY.find, key=KEY, seal_shoe=seal_shoe, now=lambda: "2026-11-16T20:00:00Z")
        for number, given in enumerate(_commands(text, desk), 1):
            desk.do(read_command({**given, "id": f"c{number}"}))
            if number == 20:
                desk.save()
    return file


def shift() -> Path:
    """The database of the shift."""
    return books(SHIFT)


@cache
def log(text: str = SHIFT) -> Log:
    """The same shift as an exported log."""
    with open_store(books(text)) as store:
        return Log(tuple(store.records(TABLE)), store.head(TABLE))


def rehashed(records: Iterable[Record]) -> Log:
    """A log whose every hash is right, whatever its events say: what a forger with the keys of the house makes."""
    head, done = start(TABLE), []
    for record in records:
        made = chained(
            head,
            at=record.at,
            by=record.by,
            acting=record.acting,
            person=record.person,
            session=record.session,
            confirmer=record.confirmer,
            command_id=record.command_id,
            coup=record.coup,
            kind=record.kind,
            schema=record.schema,
            body=record.body,
            postings=record.postings,
        )
        head = Head(TABLE, made.version, made.hash)
        done.append(made)
    return Log(tuple(done), head)
