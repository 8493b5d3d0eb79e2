"""A coup as lines that read like a coup.

    check(
        "da-hu-ying-xiong",
        "cards 2h 2c Ad 5s | 9d",                            the bar stands where the first four cards end
        "player draws (3.15)",
        "offer banker 4 to 1 after four cards",
        "banker stands (3.15)",
        "result banker 7 v 2",                               or: result tie 6
        "bet banker 100 -> +100 (4.1.1)",                    what is won or lost; 0 is a push; the paragraph is optional
        "insure banker 25 after four cards -> -25 (4.1.2)",
    )

`refused CODE (PARAGRAPH)` as the last line says that the whole slip is refused.
"""

import re
from collections.abc import Callable

from punto.kit import Odds, Refusal, Refused, Side, read_cards
from punto.rulebook import Insured, Rulebook, Settled, Window, offers, settle_slip, terms_of
from rulebook.shelf import book

WINDOWS = {
    "after four cards": Window.AFTER_FOUR_CARDS,
    "after Player's third card": Window.AFTER_PLAYER_THIRD_CARD,
}
_WHEN = "(?P<when>" + "|".join(WINDOWS) + ")"
_CITE = r"(?: \((?P<cite>[^)]*)\))?"
_MONEY = r"(?P<change>0|[+-][0-9,]+)"


class Coup:
    """One coup's cards under a rulebook, and the slip that the lines fill."""

    def __init__(self, rules: Rulebook, cards: str) -> None:
        self.rules = rules
        self.cards = read_cards(cards.replace("|", " "))
        self.bets: dict[str, int] = {}
        self.insured: list[Insured] = []

    def settled(self) -> Settled:
        return settle_slip(
            self.rules, self.cards, self.bets, self.insured, terms_of(self.rules), self.rules.decks.usual
        )

    def refusal(self) -> Refusal | None:
        try:
            self.settled()
        except Refused as refused:
            return refused.refusal
        return None


def check(id: str, cards: str, *lines: str) -> None:
    """Deal the cards under a rulebook and hold it to every line."""
    coup = Coup(book(id), cards.removeprefix("cards "))
    later: list[Callable[[], None]] = []
    for line in lines:
        for pattern, read in _KINDS:
            if found := re.fullmatch(pattern, line):
                later.append(lambda read=read, found=found: read(coup, found))  # type: ignore[misc]
                break
        else:
            raise AssertionError(f"not a line of a coup: {line}")
        _stake(coup, line)
    for one in later:
        one()


def _stake(coup: Coup, line: str) -> None:
    """Put the line's stake on the slip, before any line is judged."""
    if found := re.match(r"bet (\w+) ([0-9,]+)", line):
        coup.bets[found[1]] = _number(found[2])
    elif found := re.match(rf"insure (\w+) ([0-9,]+) {_WHEN}", line):
        coup.insured.append(Insured(WINDOWS[found["when"]], Side(found[1]), _number(found[2])))


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def _bet(coup: Coup, found: re.Match[str]) -> None:
    if not found["change"]:
        return
    settled = coup.settled().bets[found["bet"]]
    assert settled.payback - _number(found["stake"]) == _number(found["change"]), f"{found[0]}: {settled}"
    if found["cite"] is not None:
        assert settled.cite == found["cite"], found[0]


def _insure(coup: Coup, found: re.Match[str]) -> None:
    if not found["change"]:
        return
    one = Insured(WINDOWS[found["when"]], Side(found["side"]), _number(found["stake"]))
    settled = next(settlement for asked, _, settlement in coup.settled().insurance if asked == one)
    assert settled.payback - one.stake == _number(found["change"]), f"{found[0]}: {settled}"
    if found["cite"] is not None:
        assert settled.cite == found["cite"], found[0]


def _offers(coup: Coup, when: str) -> list[str]:
    """The window's offers in words."""
    drawn = 4 if WINDOWS[when] is Window.AFTER_FOUR_CARDS else 5
    told = []
    for cell in offers(coup.rules, coup.cards[:drawn]):
        if cell.window is WINDOWS[when]:
            told.append(f"{cell.insures.value} {cell.odds}{', on a tie' if isinstance(cell.on_tie, Odds) else ''}")
    return told


def _offer(coup: Coup, found: re.Match[str]) -> None:
    assert found["offer"] + (found["tie"] or "") in _offers(coup, found["when"]), found[0]


def _no_offer(coup: Coup, found: re.Match[str]) -> None:
    assert not [offer for offer in _offers(coup, found["when"]) if offer.startswith(found["side"] or "")], found[0]


def _draw(coup: Coup, found: re.Match[str]) -> None:
    for ruling in coup.rules.tableau.third_cards([card.points for card in coup.cards]):
        if ruling.side is Side(found["side"]):
            assert ruling.draws is (found["verb"] == "draws"), found[0]
            if found["cite"] is not None:
                assert coup.rules.cite_draw(ruling.why) == found["cite"], found[0]
            return
    raise AssertionError(f"nothing is decided about {found['side']}")


def _natural(coup: Coup, found: re.Match[str]) -> None:
    (ruling,) = coup.rules.tableau.third_cards([card.points for card in coup.cards])
    assert (ruling.draws, coup.rules.cite_draw(ruling.why)) == (False, found["cite"])
    assert ruling.sentence() == f"a natural {found['points']}: no hand draws"


def _result(coup: Coup, found: re.Match[str]) -> None:
    result = coup.settled().result
    high, low = int(found["high"]), int(found["low"] or found["high"])
    assert (result.winner, *sorted((result.player_points, result.banker_points))) == (found["winner"], low, high)


def _refused(coup: Coup, found: re.Match[str]) -> None:
    refusal = coup.refusal()
    assert refusal is not None, f"not refused: {found['code']}"
    assert (refusal.code, refusal.cite) == (found["code"], found["cite"] or ""), refusal


_KINDS: tuple[tuple[str, Callable[[Coup, re.Match[str]], None]], ...] = (
    (rf"bet (?P<bet>\w+) (?P<stake>[0-9,]+)(?: -> {_MONEY}{_CITE})?", _bet),
    (rf"insure (?P<side>\w+) (?P<stake>[0-9,]+) {_WHEN}(?: -> {_MONEY}{_CITE})?", _insure),
    (rf"offer (?P<offer>\w+ [0-9.]+ to 1) {_WHEN}(?P<tie>, on a tie)?", _offer),
    (rf"no (?P<side>player|banker)? ?offer {_WHEN}", _no_offer),
    (rf"(?P<side>player|banker) (?P<verb>draws|stands){_CITE}", _draw),
    (rf"natural (?P<points>[0-9]){_CITE}", _natural),
    (r"result (?P<winner>\w+) (?P<high>[0-9])(?: v (?P<low>[0-9]))?", _result),
    (rf"refused (?P<code>\w+){_CITE}", _refused),
)
