"""What a person may do wrong, as a value: a code, the paragraph behind it, a sentence with the figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why something was not done. `cite` is empty where no document speaks of it."""

    code: str
    cite: str = ""
    message: str

    def at_line(self, number: int) -> Refusal:
        """The same about a line of a file, which the sentence then names."""
        return Refusal(code=self.code, cite=self.cite, message=f"line {number}: {self.message}")

    def error(self) -> Refused:
        """The same as an exception, for where nobody can be answered yet."""
        return Refused(code=self.code, cite=self.cite, message=self.message)


class Refused(Exception):
    """Carries a refusal up to whoever answers the person: `code`, `cite` (the paragraph, or empty) and `message`."""

    def __init__(self, *, code: str, message: str, cite: str = "") -> None:
        super().__init__(message)
        self.refusal = Refusal(code=code, cite=cite, message=message)

    @property
    def code(self) -> str:
        return self.refusal.code

    @property
    def cite(self) -> str:
        return self.refusal.cite

    @property
    def message(self) -> str:
        return self.refusal.message

    def __reduce__(self) -> tuple[Callable[[], Refused], tuple[()]]:
        """Sent whole between processes, as a pool of them does."""
        return self.refusal.error, ()
