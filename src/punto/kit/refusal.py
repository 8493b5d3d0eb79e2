"""A refusal: why a person's request is not carried out, as a code, a paragraph and a sentence with the figures."""

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
        """This refusal with the number of a file's line before its sentence."""
        return Refusal(code=self.code, cite=self.cite, message=f"line {number}: {self.message}")

    def error(self) -> Refused:
        """This refusal as an exception, for code that cannot return it."""
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
        """Pickles code, paragraph and sentence, so that a pool of processes can raise it."""
        return self.refusal.error, ()
