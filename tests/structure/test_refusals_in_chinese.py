"""Every refusal that can reach a page has its Chinese sentence, and none loses figures on the way."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple, get_args

from punto.server.errors import _HTTP_CODES, STATUS
from punto.table.refusals import MEANINGS
from punto.view.switch import SwitchKind
from structure.tree import PACKAGE

LIB: Final = PACKAGE / "server" / "pages" / "lib"

ELSEWHERE: Final = {
    "cli": "commands answer on a terminal",
    "simulate": "simulations are run from a terminal",
    "kernel": "a core that is missing is noted by the server and not told to the outside",
    "site": "a site is written by `punto site`",
    "audit": "the second reading of a log is `punto audit`",
    "kit/json_line.py": "lines of a file are read by `punto settle` and `punto table`",
    "rulebook/bulk.py": "slips in bulk are settled by `punto settle`",
    "store/backup.py": "backups are taken by `punto backup`",
    "store/restore.py": "backups are restored by `punto restore`",
}
"""Folders and modules whose refusals no page sees."""

NEVER_ON_A_PAGE: Final = {
    "store_failed": "sent as books_are_closed",
    "store_is_contended": "sent as books_are_closed",
    "snapshot_is_wrong": "the log is replayed instead",
    "lease_is_lost": "the answer to the house's own clock",
    "log_is_broken": "an exported log is read by `punto audit`",
    "misplaced_rulebook": "the shelf is read before the house opens",
    **dict.fromkeys(
        ("no_commission", "unknown_hand", "unknown_rounding", "unknown_window"),
        "words that a command or a line of a file is written in; a page has buttons",
    ),
    **dict.fromkeys(
        (
            "bad_manifest",
            "bad_settings",
            "books_are_not_sealed",
            "file_is_there",
            "house_cannot_open",
            "house_is_open",
            "house_is_restored",
            "key_is_lost",
            "key_is_needed",
            "key_is_not_a_key",
            "key_is_open_to_others",
            "no_address",
            "no_books",
            "no_key",
            "no_tables",
            "not_a_demonstration",
            "schema_is_another",
            "seal_has_another_key",
            "seals_are_gone",
            "software_is_not_as_approved",
            "store_has_no_such_url",
            "store_needs_a_file",
        ),
        "said on the terminal where the house is opened",
    ),
}

NOTHING_LOST: Final = {
    **dict.fromkeys(
        ("coup_in_progress", "coup_is_complete", "coup_is_not_complete", "shoe_is_open"),
        "the number of the round or shoe stands on the page",
    ),
    **dict.fromkeys(("id_is_taken", "page_is_stale"), "ids and versions are the page's own"),
    "not_your_bet": "it names only whoever reads it",
    "no_shoe": "what was to be done with the shoe is what was just pressed",
    "shoe_has_started": "what was to be done with the shoe is what was just pressed",
    "no_insurance": "the rulebook is the table's",
    "insurance_is_due": "the rulebook is the table's",
    "insurance_is_withheld": "always the same words, kept in a variable",
    "insurance_is_waived": "always the same words, kept in a variable",
    "coup_is_not_settled": "always the same words, kept in a variable",
    "nothing_to_switch": "already out of play, or not: the page shows which",
    "request_too_slow": "the seconds are always the same",
    **dict.fromkeys(("head_too_large", "request_too_large"), "the bytes are always the same"),
    "too_many_requests": "how many wait on a connection is nothing to whoever waits",
    "too_many_streams": "how many is not shown: a stream that is refused has no words",
    "writer_is_full": "how many wait is nothing to whoever waits",
    **dict.fromkeys(
        ("account_is_full", "shoe_has_another_key", "shoe_is_another", "shoe_is_damaged"),
        "for whoever keeps the house, who has the log",
    ),
}
"""Sentences with something filled in that a reader of the Chinese one does not miss."""


class Said(NamedTuple):
    """A refusal as the sources make it: a code, and whether its sentence is always the same."""

    code: str
    fixed: bool


def refusals(source: str, kinds: set[str]) -> Iterator[Said]:
    """What a module refuses, by calls of these names and by answers written out; codes passed on are left out."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            fields = {key.value: value for key, value in pairs if isinstance(key, ast.Constant)}
            if {"code", "cite", "message"} <= set(fields) and isinstance(written := fields["code"], ast.Constant):
                yield Said(str(written.value), isinstance(fields["message"], ast.Constant))
        if isinstance(node, ast.Call) and _name(node.func) in kinds:
            given = {keyword.arg: keyword.value for keyword in node.keywords}
            if "code" not in given:
                continue
            fixed = isinstance(given.get("message"), ast.Constant)
            match given["code"]:
                case ast.Constant(value=str(code)):
                    yield Said(code, fixed)
                case ast.JoinedStr() as made:
                    assert ast.unparse(made) == "f'{off.what}_is_disabled'", f"a code made up: {ast.unparse(made)}"
                    for what in get_args(SwitchKind):
                        yield Said(f"{what}_is_disabled", True)
                case passed:
                    assert ast.unparse(passed).endswith("code"), f"a code made up: {ast.unparse(passed)}"


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def kinds(sources: list[str]) -> set[str]:
    """Names of what carries a refusal: Refusal, Refused and every exception made from it."""
    found = {"Refusal", "Refused", "WrongCards"}
    classes = [node for source in sources for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]
    while more := {one.name for one in classes if {_name(base) for base in one.bases} & found} - found:
        found |= more
    return found


def sources() -> list[str]:
    files = [file for file in sorted(PACKAGE.rglob("*.py")) if not _elsewhere(file)]
    return [file.read_text(encoding="utf-8") for file in files]


def _elsewhere(file: Path) -> bool:
    return any(file.is_relative_to(PACKAGE / folder) for folder in ELSEWHERE)


def said() -> set[Said]:
    """All that can be refused where a page asks."""
    texts = sources()
    named = kinds(texts)
    found = {one for text in texts for one in refusals(text, named)}
    return {one for one in found if one.code not in NEVER_ON_A_PAGE}


def pages_own() -> set[str]:
    """Codes that the pages themselves give, where the house does not answer."""
    return set(re.findall(r'code: "(\w+)"', (LIB / "api.js").read_text(encoding="utf-8")))


def sentences(name: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((LIB / "refusals.zh.json").read_text(encoding="utf-8"))[name]
    return found


def test_every_refusal_has_a_chinese_sentence() -> None:
    needed = {one.code for one in said()} | pages_own() | set(STATUS) | set(_HTTP_CODES.values()) | set(MEANINGS)
    known = set(sentences("whole")) | set(sentences("part"))
    assert needed - known == set(), "lib/refusals.zh.json has no sentence for these"
    assert known - needed == set(), "nothing is refused by these any more"


def test_figures_and_names_are_not_lost() -> None:
    filled = {one.code for one in said() if not one.fixed}
    assert filled & set(sentences("whole")) - set(NOTHING_LOST) == set(), "these belong to part"
    assert set(NOTHING_LOST) - set(sentences("whole")) == set()


def test_a_sentence_is_chinese_and_stands_once() -> None:
    whole, part = sentences("whole"), sentences("part")
    assert not whole.keys() & part.keys()
    for code, sentence in {**whole, **part}.items():
        assert re.fullmatch(r"[^A-Za-z]+。", sentence), f"{code}: {sentence}"


def test_what_is_left_out_is_refused_somewhere() -> None:
    texts = [file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py")]
    named = kinds(texts)
    everywhere = {one.code for text in texts for one in refusals(text, named)}
    assert set(NEVER_ON_A_PAGE) <= everywhere


def test_a_new_refusal_is_seen() -> None:
    source = """
class Late(Refused): ...
raise Late(code="too_late", message=f"it is {hour}")
raise Refused(code="too_early", message="it is early")
answer = Refusal(code="too_soon", cite=cite, message="it is soon")
body = {"error": {"code": "too_dark", "cite": "", "message": "it is dark"}}
raise Refused(code=over.code, message=over.message)
"""
    found = set(refusals(source, kinds([source])))
    assert found == {Said("too_late", False), Said("too_early", True), Said("too_soon", True), Said("too_dark", True)}
