"""Answers by the id of their bet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from punto.facade.arguments import unknown_bet
from punto.facade.notebook import NotebookValue, Row

Answer = TypeVar("Answer", bound=NotebookValue)


class ByBet(NotebookValue, Mapping[str, Answer], Generic[Answer]):
    """Read like a dict; a bet that is not among them is refused with the nearest that is."""

    def __init__(self, rulebook: str, answers: Mapping[str, Answer]) -> None:
        self._rulebook = rulebook
        self._answers = answers

    def __getitem__(self, bet: str) -> Answer:
        if bet not in self:
            raise unknown_bet(f"here {self._rulebook}", bet, self)
        return self._answers[bet]

    def get(self, bet: str, default: Any = None) -> Any:
        """As a dict's: the default where the bet is not among them."""
        if bet not in self:
            return default
        return self[bet]

    def __contains__(self, bet: object) -> bool:
        return isinstance(bet, str) and bet in self._answers

    def __iter__(self) -> Iterator[str]:
        return iter(self._answers)

    def __len__(self) -> int:
        return len(self._answers)

    def __repr__(self) -> str:
        return f"<bets {', '.join(self)}>"

    def to_dict(self) -> dict[str, Any]:
        return {bet: answer.to_dict() for bet, answer in self.items()}

    def _rows(self) -> Sequence[Row]:
        return [{"bet": bet} | dict(row) for bet, answer in self.items() for row in answer._rows()]
