"""Names people may carry: nothing hidden, nothing that passes for a member of staff."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from typing import Final

from punto.kit import Refused

_STAFF: Final = (
    "dealer",
    "croupier",
    "supervisor",
    "inspector",
    "manager",
    "pitboss",
    "shiftboss",
    "auditor",
    "admin",
    "moderator",
    "operator",
    "official",
    "regulator",
    "cashier",
    "support",
    "casino",
    "staff",
    "punto",
    "display",
    "security",
    "countteam",
    "荷官",
    "經理",
    "经理",
    "主任",
    "管理",
    "監督",
    "监督",
    "稽核",
    "審計",
    "审计",
    "員工",
    "员工",
    "賭場",
    "赌场",
    "官方",
    "客服",
    "顯示",
    "显示",
    "保安",
    "點算",
    "点算",
    "дилер",
    "крупье",
    "менеджер",
    "админ",
    "аудитор",
    "кассир",
    "κρουπιε",
    "ディーラー",
    "딜러",
)
"""Words that belong to the house, in whatever letters they are written."""

_OWN: Final = (
    *(f"{article}{word}" for article in ("", "the ") for word in ("house", "clock", "system", "server", "machine")),
    *("automatic", "automatic dealer", "program", "computer", "bot", "nobody", "anonymous", "unknown", "root"),
    *("patron", "dealer", "pit supervisor", "pit manager", "shift manager", "auditor", "administrator", "display"),
    *("cage", "the cage", "security", "count team", "scanner", "script"),
    *("系統", "系统", "時鐘", "时钟", "程式", "伺服器", "自動", "自動荷官", "匿名", "無人"),
)
"""What records call the house's own actors, and a role with no name: an account called so could be taken for them."""

_NUMBERED: Final = ("cage",)
"""Roles that are surnames too: a patron is not called so with a number behind it, as in Cage 1."""

_HONEST: Final = ("stafford",)
"""Names that hold such a word and pass for nothing."""

_LOOKS_LIKE: Final = str.maketrans(
    {
        like: letter
        for letter, alike in {
            "a": "4@аαɑ",
            "b": "8ьвƅ",
            "c": "сϲ¢ç",
            "d": "ԁđð",
            "e": "3еєεɛ",
            "f": "ƒſ",
            "g": "9ɡ",
            "h": "һнħ",
            "k": "κкқ",
            "l": "1i!|іιıłӏⅼ",
            "m": "м",
            "n": "пηŋ",
            "o": "0оοσøɵө○〇",
            "p": "рρþ",
            "r": "гѓ",
            "s": "5$ѕʂ",
            "t": "7тτŧ",
            "u": "υμцս",
            "v": "νѵ",
            "w": "ωшѡ",
            "x": "хχ×",
            "y": "уγүұ",
            "z": "2ƶ",
            "二": "ニ",
            "口": "ロ",
            "夕": "タ",
            "力": "カ",
            "工": "エ",
            "八": "ハ",
            "一": "ー",
        }.items()
        for like in alike
    }
)
"""Characters that pass for another at a glance, by what they pass for."""

_ALPHABETS: Final = {
    "LATIN": "latin",
    "CYRILLIC": "cyrillic",
    "GREEK": "greek",
    "CJK": "east",
    "IDEOGRAPHIC": "east",
    "HIRAGANA": "east",
    "KATAKANA": "east",
    "KATAKANA-HIRAGANA": "east",
    "HANGUL": "east",
}
"""The alphabets in which names can be told apart here, by the first word of a letter's name in Unicode."""

_TOGETHER: Final = ({"latin", "east"},)
"""Alphabets that stand side by side in one name, as in Amy 陳, and are not taken for each other."""

_BETWEEN: Final = " .-'’·"


def skeleton(name: str) -> str:
    """A name with everything taken off that the eye may miss: case, accents, spaces, look-alike letters."""
    # Folded before it is taken apart, and after: some capitals fall apart into others.
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold()).casefold()
    plain = "".join(letter for letter in folded if not unicodedata.combining(letter))
    bare = re.sub(r"[\W_]+", "", plain.translate(_LOOKS_LIKE))
    return bare.replace("rn", "m").replace("vv", "w")


_STAFF_BONES: Final = tuple(skeleton(word) for word in _STAFF)
_HONEST_BONES: Final = tuple(skeleton(word) for word in _HONEST)
_DIGITS: Final = "".join(sorted({skeleton(digit) for digit in "0123456789"}))
_NUMBERED_BONES: Final = re.compile(f"(?:{'|'.join(map(skeleton, _NUMBERED))})[{_DIGITS}]{{1,3}}")
_OWN_BONES: Final = frozenset(skeleton(word) for word in _OWN)


def check_name(name: str, *, staff: bool, reserved: Collection[str] = ()) -> str:
    """The name as it is kept; Refused if it hides something, imitates the house or is one of these reserved ones."""
    name = unicodedata.normalize("NFC", name[:200])
    if not 2 <= len(name) <= 40:
        raise Refused(code="bad_name", message="a name has 2 to 40 characters")
    if name != name.strip() or "  " in name:
        raise Refused(code="bad_name", message="a name has no spaces at its ends and no two together")
    alphabets = {_alphabet(letter) for letter in name} - {""}
    if len(alphabets) > 1 and alphabets not in _TOGETHER:
        raise Refused(code="bad_name", message="a name is written in one alphabet, so that nobody passes for another")
    bones = skeleton(name)
    if not bones:
        raise Refused(code="bad_name", message="a name has at least one letter or digit")
    if not staff and _is_staffs(bones):
        raise Refused(
            code="bad_name", message="a name that could be taken for the house's staff is not given to a patron"
        )
    if bones in _OWN_BONES or any(bones == skeleton(own) for own in reserved):
        raise Refused(code="name_is_reserved", message="this is what the house calls something of its own")
    return name


def _alphabet(letter: str) -> str:
    """The alphabet of a letter, nothing for a digit or what may stand between; Refused for all else."""
    if letter in _BETWEEN or letter in "0123456789":
        return ""
    alphabet = _ALPHABETS.get(unicodedata.name(letter, "").split(" ")[0], "")
    if not unicodedata.category(letter).startswith("L") or not alphabet or _is_strange(letter, alphabet):
        raise Refused(code="bad_name", message=f"a name may not hold the character U+{ord(letter):04X}")
    return alphabet


def _is_strange(letter: str, alphabet: str) -> bool:
    """Small capitals, phonetic letters, half and full widths and what else only imitates ordinary letters."""
    if unicodedata.normalize("NFKC", letter) != letter:
        return True
    if unicodedata.name(letter).startswith("HANGUL") and not "가" <= letter <= "힣":
        return True  # Parts of syllables, of which one is invisible.
    return alphabet == "latin" and not (letter < "\u0250" or "\u1e00" <= letter <= "\u1eff")


def _is_staffs(bones: str) -> bool:
    for honest in _HONEST_BONES:
        bones = bones.replace(honest, "")
    return any(word in bones for word in _STAFF_BONES) or bool(_NUMBERED_BONES.fullmatch(bones))
