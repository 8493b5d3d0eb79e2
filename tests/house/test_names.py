"""Names people may carry: none that hides something, none that passes for the house's staff or for another."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from punto.house.people.names import check_name, skeleton
from punto.kit import Refused


@pytest.mark.parametrize(
    "name",
    ["Guest", "Amy 陳", "O'Neil", "Zoë", "José María", "Łukasz", "Nguyễn Văn", "陳大文", "やまだ 太郎", "김철수",
     "Иван", "Νίκος", "Stafford", "Nicolas Cage", "Cagney", "Anne-Marie", "J. R. Smith", "Seat 7", "Müller", "Mr. 8"],
)  # fmt: skip
def test_people_s_own_names_are_taken(name: str) -> None:
    assert check_name(name, staff=False) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "name",
    ["Dealer", "DEALER 1", "d e a l e r", "D.e.a.l.e.r", "dea1er", "d3aler", "de@ler", "deaIer", "Đealer", "déälêr",
     "Pit Manager", "rnanager", "Superv1sor", "Admin", "adm!n", "4dmin", "adrnin", "The Punto House", "Pvnto staff",
     "Casino", "cas1n0", "Croupier", "Auditor", "audit0r", "Pit Boss", "Inspector", "Cashier", "Official",
     "Display 1", "d1splay", "顯示屏", "Cage 1", "C4ge 12", "Security 2", "security", "Count Team 1", "保安", "點算組",
     "荷官", "荷 官", "經理", "经理人", "主任", "дилер", "Крупье", "админ", "딜러", "ディーラー", "κρουπιέ"],
)  # fmt: skip
def test_names_that_imitate_staff_are_not_a_patron_s(name: str) -> None:
    with pytest.raises(Refused) as refused:
        check_name(name, staff=False)
    assert refused.value.refusal.code == "bad_name"


@pytest.mark.parametrize("name", ["Dealer 1", "Pit Manager 1", "荷官 2", "Display 1"])
def test_staff_may_be_called_what_they_are(name: str) -> None:
    assert check_name(name, staff=True) == name


@pytest.mark.parametrize(
    "hidden",
    ["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u034f", "\u061c", "\u180e", "\u202e", "\u2066",
     "\u3164", "\u115f", "\uffa0", "\u00a0", "\u2003", "\u3000", "\u0332", "\u20dd", "\x00", "\n", "\t", "\x1b",
     "\U000e0041", "\U0001f600", "\ue000", "\u0378"],
)  # fmt: skip
def test_hidden_and_strange_characters_are_refused(hidden: str) -> None:
    for name in (f"Gu{hidden}est", f"{hidden}Guest", f"Guest{hidden}", f"G{hidden}{hidden}"):
        with pytest.raises(Refused):
            check_name(name, staff=True)


@pytest.mark.parametrize(
    "name",
    ["Guеst", "Рaul", "Paνl", "ᴅᴇᴀʟᴇʀ", "Ｇｕｅｓｔ", "𝐆𝐮𝐞𝐬𝐭", "Ⓖuest", "ⅼin", "Ꭰealer", "ɑlice", "Ali\u0441e",
     "<b>Bob</b>", "Bob/Eve", "a:b", "x\\y", "Bob\"", "٣٤٥", "a\u0660", "%41", "a;b", "(Bob)"],
)  # fmt: skip
def test_mixed_alphabets_and_letters_that_only_imitate_are_refused(name: str) -> None:
    with pytest.raises(Refused):
        check_name(name, staff=False)


@pytest.mark.parametrize("name", ["", "a", "x" * 41, " Bob", "Bob ", "Bob  Lee", "..", "- -", "x" * 100_000])
def test_names_that_are_no_names_are_refused(name: str) -> None:
    with pytest.raises(Refused):
        check_name(name, staff=True)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Paul", "PAUL"), ("Paul", "Pau1"), ("Paul", "PauI"), ("Paul", "P aul"), ("Paul", "Pàul"), ("Amy", "Arny"),
     ("Zoe", "Zoë"), ("Bob", "8ob"), ("Guest", "Gue5t"), ("Иван", "ИВАН"), ("Ross", "R0ss"), ("Strasse", "Straße"),
     ("соса", "coca"), ("Wanda", "VVanda")],
)  # fmt: skip
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_different_names_stay_different() -> None:
    names = [
        "Paul",
        "Paula",
        "Guest",
        "Second Guest",
        "Seat 2",
        "Seat 4",
        "Seat 5",
        "Seat 7",
        "陳大文",
        "陳小文",
        "Иван",
    ]
    assert len({skeleton(name) for name in names}) == len(names)


def test_no_character_at_all_brings_it_down() -> None:
    """Every character there is, in a name: taken or refused, and never a skeleton that is not stable."""
    for code in range(0, sys.maxunicode, 7):
        name = f"ab{chr(code)}"
        if 0xD800 <= code <= 0xDFFF:
            continue
        try:
            kept = check_name(name, staff=False)
        except Refused:
            continue
        assert kept.isprintable()
        assert skeleton(kept) == skeleton(kept.upper()) or not chr(code).isascii()
