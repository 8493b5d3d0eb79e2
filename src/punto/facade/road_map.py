"""The roads of a row of results, as values and as a drawing in letters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from punto.facade.arguments import nearest_of, several_of
from punto.facade.notebook import NotebookValue, Row
from punto.kit import Refused
from punto.kit.excerpt import excerpt
from punto.report.roads import ROWS, Mark, RoadCell, RoadCoup, Roads, roads

ROADS = ("bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig")
_WORDS: dict[str, Mark] = {
    "P": "player", "B": "banker", "T": "tie", "PLAYER": "player", "BANKER": "banker", "TIE": "tie",
    "閒": "player", "庄": "banker", "和": "tie",
}  # fmt: skip


class RoadMap(NotebookValue):
    """The five roads of a shoe: each a row of cells with column, row and what it shows."""

    def __init__(self, roads: Roads) -> None:
        self._roads = roads
        self.bead_plate = roads.bead_plate
        self.big_road = roads.big_road
        self.big_eye_boy = roads.big_eye_boy
        self.small_road = roads.small_road
        self.cockroach_pig = roads.cockroach_pig
        self.next_if = roads.next_if
        """For `player` and `banker`: the mark that each derived road would get if that side wins next."""
        self.counts = roads.counts

    def drawing(self, road: str = "big_road") -> str:
        """A road in letters, six lines: P B T, or r b of the derived roads."""
        if not isinstance(road, str) or road not in ROADS:
            message = f"there is no road {excerpt(road)}; {nearest_of(road, ROADS)}"
            raise Refused(code="unknown_road", message=message)
        cells: tuple[RoadCell, ...] = getattr(self, road)
        width = 1 + max((cell.column for cell in cells), default=-1)
        felt = [["."] * width for _ in range(ROWS)]
        for cell in cells:
            felt[cell.row][cell.column] = cell.shows[0] if cell.shows in ("red", "blue") else cell.shows[0].upper()
        return "\n".join("".join(line) for line in felt)

    def __repr__(self) -> str:
        counts = self.counts
        return f"<roads of {counts['coups']} coups: {', '.join(f'{side} {counts[side]}' for side in _SIDES)}>"

    def _json(self) -> object:
        return self._roads

    def _rows(self) -> Sequence[Row]:
        return [
            {"road": road, "column": cell.column, "row": cell.row, "shows": cell.shows, "ties": cell.ties}
            for road in ROADS
            for cell in getattr(self, road)
        ]


WRITE = "write P, B or T, or player, banker or tie"
_SIDES = ("player", "banker", "tie")


def road_map(results: str | Iterable[object]) -> RoadMap:
    """The five roads of results in order: letters as in `BPPTB`, words, or coups; Refused for what is no result."""
    if isinstance(results, str):
        results = results.replace(",", " ").split() if "," in results or " " in results.strip() else list(results)
        # Letters may stand together between the spaces: BPP TB.
        results = [letter for word in results for letter in ([word] if word.upper() in _WORDS else word)]
    if (several := several_of(results)) is None:
        raise Refused(code="unknown_result", message=f"{excerpt(results)} is no row of results; {WRITE}")
    return RoadMap(roads([RoadCoup(_mark(result, place)) for place, result in enumerate(several, 1)]))


def _mark(result: object, place: int) -> Mark:
    word = getattr(result, "winner", result)
    mark = _WORDS.get(word.upper()) if isinstance(word, str) else None
    if mark is None:
        raise Refused(code="unknown_result", message=f"result {place} is {excerpt(word)}, which is none; {WRITE}")
    return mark
