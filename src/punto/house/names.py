"""Names people may carry: nothing hidden, nothing that passes for a member of staff."""

from __future__ import annotations

import re
import unicodedata

from punto.kit import Refused

_STAFF = (
    "dealer",
    "croupier",
    "supervisor",
    "manager",
    "pitboss",
    "auditor",
    "admin",
    "casino",
    "staff",
    "punto",
    "荷官",
    "經理",
    "经理",
    "主任",
    "管理",
)
"""Words that belong to the house, in whatever letters they are written."""

_LOOKS_LIKE = str.maketrans(
    {
        "0": "o",
        "1": "l",
        "3": "e",
        "4": "a",
        "5": "s",
        "7": "t",
        "8": "b",
        "@": "a",
        "$": "s",
        "!": "i",
        "|": "l",
        "а": "a",
        "е": "e",
        "о": "o",
        "р": "p",
        "с": "c",
        "у": "y",
        "х": "x",
        "і": "i",
        "ѕ": "s",
        "ԁ": "d",
        "ɡ": "g",
        "ο": "o",
        "α": "a",
        "ι": "i",
        "ν": "v",
        "ρ": "p",
        "τ": "t",
        "κ": "k",
        "ı": "i",
        "ł": "l",
    }
)
"""Characters that pass for a letter of the Latin alphabet at a glance."""


def skeleton(name: str) -> str:
    """A name with everything taken off that the eye may miss: case, accents, spaces, look-alike letters."""
    folded = unicodedata.normalize("NFKD", name).casefold()
    plain = "".join(letter for letter in folded if not unicodedata.combining(letter))
    return re.sub(r"[\W_]+", "", plain.translate(_LOOKS_LIKE))


def check_name(name: str, *, staff: bool) -> str:
    """The name as it is kept; Refused if it hides something or imitates the house."""
    name = unicodedata.normalize("NFC", name)
    if not 2 <= len(name) <= 40:
        raise Refused("bad_name", "a name has 2 to 40 characters")
    if name != name.strip() or "  " in name:
        raise Refused("bad_name", "a name has no spaces at its ends and no two together")
    for letter in name:
        kind = unicodedata.category(letter)
        if letter != " " and (kind[0] in "CZ" or kind in ("Mn", "Me", "Sk")):
            raise Refused("bad_name", f"a name may not hide the character U+{ord(letter):04X}")
    alphabets = {unicodedata.name(letter, "").split(" ")[0] for letter in name if letter.isalpha()}
    if len(alphabets & {"LATIN", "CYRILLIC", "GREEK"}) > 1:
        raise Refused("bad_name", "a name is written in one alphabet, so that nobody passes for another")
    bones = skeleton(name)
    if not bones:
        raise Refused("bad_name", "a name has at least one letter or digit")
    if not staff and any(word in bones for word in _STAFF):
        raise Refused("bad_name", "a name that could be taken for the house's staff is not given to a patron")
    return name
