"""Tables in the situations that refusals are about."""

from __future__ import annotations

from typing import Any

from table.banking import RACK
from table.clauses import NATURAL, dealing
from table.mixing import BYTES, revealing
from table.shift import Shift, bare, shift, wide_limits

RWS, DA_HU, LUCKY = "rws-baccarat", "da-hu-ying-xiong", "insurance-lucky-six"
FOUR = "2h 2c 3d 4s"
CLAIM = {"patron": "seat 1", "box": 1, "window": "after_four_cards", "insures": "banker"}
SECOND = {"window": "after_player_third_card"}


def stopped(document: str = RWS) -> Shift:
    return dealing(document).cards("2h").report("other").phase("stopped")


def betting(document: str = RWS, **settings: Any) -> Shift:
    return shift(document, **settings).bets("seat 1 banker 100")


def prepared() -> Shift:
    return betting().do("change_sign", by="pit_supervisor", after_round=True, settings={"stake_min": 5})


def idle(document: str = RWS, **settings: Any) -> Shift:
    return bare().do("open_table", rulebook=document, settings=wide_limits(document) | settings)


def idle_rack() -> Shift:
    """A table without a shoe whose opener is counted."""
    return idle().do("count_inventory", what="opener", chips=RACK)


def settled(document: str = RWS) -> Shift:
    return dealing(document).cards(NATURAL)


def condemned() -> Shift:
    return dealing("easy-six").report("foreign_card").confirm()


def finished() -> Shift:
    table = shift(RWS, cut=8 * 52 - 6)
    for _ in range(3):
        table.bets("seat 1 banker 10").close().cards(NATURAL)
    return table


def complete() -> Shift:
    """A natural that was paid, its cards beyond order: nothing is settled while everybody may choose."""
    return settled().report("wrong_area", by="pit_supervisor", reconstruct=False).phase("dealing")


def aside() -> Shift:
    return dealing(RWS).cards("2h").report("extra_card", by="pit_supervisor", card="9d")


def seen_before() -> Shift:
    """A round whose first card everybody knows."""
    return shift(RWS).report("exposed_card", by="pit_supervisor", card="9d").do("open_bets")


def sealed_deal(document: str = RWS) -> Shift:
    """A card of a sealed shoe lies."""
    return shift(document, cards="virtual").bets("seat 1 banker 10").close().do("draw_card")


def owing() -> Shift:
    """A payment that was taken back when it was spent."""
    table = shift(RWS, wallets=True).do("buy_in", patron="seat 1", amount=100).bets("seat 1 player 100").close()
    table.cards(NATURAL).do("cash_out", patron="seat 1", amount=200)
    return table.report("wrong_number_of_cards", by="pit_supervisor", cards=f"{NATURAL} 7d", reconstruct=False)


def overpaid() -> Shift:
    """A payment of real chips that was taken back."""
    table = shift(RWS).bets("seat 1 player 100").close().cards(NATURAL)
    return table.report("wrong_number_of_cards", by="pit_supervisor", cards=f"{NATURAL} 7d", reconstruct=False)


def dealt_by_the_pit() -> Shift:
    return dealing(RWS).do("draw_card", card="2h", by="pit_supervisor").report("extra_card", card="9d")


def void_waits() -> Shift:
    return dealing(RWS).cards("2h").report("foreign_card").phase("stopped")


def dealing_virtual() -> Shift:
    table = shift(RWS, cards="virtual").bets("seat 1 banker 10").close()
    while table.table.phase == "dealing":
        table.do("draw_card")
    return table


def revealed_one() -> Shift:
    return revealing(3).do("reveal_entropy", patron="seat 3", box=3, entropy=BYTES[3])


def full_box(**settings: Any) -> Shift:
    sign: dict[str, Any] = {
        "chip": 5,
        "stake_min": 50,
        "stake_max": 2000,
        "differential_max": 1500,
        "rounding": "refuse",
    } | settings
    table = shift(RWS, **sign).do("open_bets")
    if settings.get("wallets"):
        table.do("buy_in", patron="seat 1", amount=2000).do("buy_in", patron="Tan", amount=10)
    return table.place("seat 1 banker 1000")


def insurable(document: str = DA_HU, **settings: Any) -> Shift:
    bets = ("seat 1 banker 100", "seat 1 player 100")
    table = shift(document, rounding="refuse", **settings)
    if settings.get("wallets"):
        table.do("buy_in", patron="seat 1", amount=200)
    return table.bets(*bets).close().cards("Kh 2c Qd 2s | 3d")  # Player 3 v Banker 4: Banker 1.5 to 1.


def squeezed() -> Shift:
    table = shift(DA_HU, face_down=True).bets("seat 1 banker 100", "seat 1 player 100").close()
    consent = {"patron": "seat 1", "card": "banker_third_first", "by": "pit_supervisor"}
    return table.do("squeeze", **consent).cards("Kh 2c Qd 2s | 3d")


def squeezing() -> Shift:
    return asking().do("squeeze", patron="seat 1", card="player_third").cards(f"{FOUR} 6d")


def asking() -> Shift:
    return dealing(RWS, face_down=True).do("squeeze", patron="seat 1", card="player_third", by="patron")


def taken() -> Shift:
    """Where whoever bets may ask, one card is still squeezed by one patron."""
    table = shift("rws-insurance").bets("seat 1 banker 100", "seat 2 player 100").close()
    return table.do("squeeze", patron="seat 2", card="player_third")


def insured_first() -> Shift:
    table = shift(LUCKY).bets("seat 1 banker 100", "seat 1 player 100").close().cards("2h 2c 3d 4s")
    return table.insure("seat 1 banker 4").cards("6d")


def left(table: Shift) -> Shift:
    return table.do("walk_away", patron="seat 1")


def neglected(cards: str, **settings: Any) -> Shift:
    return shift(DA_HU, **settings).bets("seat 1 banker 99", "seat 1 player 50").close().cards(cards)


def capped() -> Shift:
    return neglected(FOUR).insure("seat 1 banker 33").cards("6d 4c")


def waived_and_lost() -> Shift:
    table = shift(DA_HU, face_down=True).bets("seat 1 banker 99").close()
    consent = {"patron": "seat 1", "card": "banker_third_first", "by": "pit_supervisor"}
    return table.do("squeeze", **consent).cards(f"{FOUR} 6d 4c")


def returned() -> Shift:
    table = neglected(f"{FOUR} 3c")
    return table.report("neglected_insurance", by="pit_manager", **CLAIM)


AT = "2026-11-18T10:00:00+00:00"
LEE = {"by": "dealer", "account": "Lee", "session": "s1", "at": AT}
KIM = {"by": "dealer", "account": "Kim", "session": "s4", "at": AT}
PIA = {"by": "pit_supervisor", "account": "Pia", "session": "s2", "at": AT}


def waiting() -> Shift:
    """A buy-in above what one person moves alone, with two dealers assigned."""
    table = shift(RWS, wallets=True, alone_max=1000)
    for name in ("Lee", "Kim"):
        table.do("assign", person=name, position="dealer", by="pit_supervisor")
    return table.do("buy_in", patron="seat 1", amount=5000, **LEE).expect("confirmation_awaited")


def early_close() -> Shift:
    return shift(RWS, alone_max=1000).do("close_shoe", reason="worn", **PIA).expect("confirmation_awaited")


def another_shoe() -> Shift:
    return early_close().do("close_shoe", reason="torn", by="pit_supervisor").do("open_shoe", cards="physical")
