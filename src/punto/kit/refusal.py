"""What a person may do wrong, as a value: a code, the paragraph behind it, a sentence with the figures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why something was not done. `cite` is empty where no document speaks of it."""

    code: str
    cite: str = ""
    message: str

    def error(self) -> Refused:
        """The same as an exception, for where nobody can be answered yet."""
        return Refused(code=self.code, cite=self.cite, message=self.message)


class Refused(Exception):
    """Carries a refusal up to whoever answers the person."""

    def __init__(self, *, code: str, message: str, cite: str = "") -> None:
        super().__init__(message)
        self.refusal = Refusal(code=code, cite=cite, message=message)
