"""Mistakes in a rulebook file: collected values, so that one run reports them all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong, where, and what to do about it."""

    code: str
    path: str
    """Place in the file: `bet[2].pays[0].odds`."""
    what: str
    fix: str
    guessed: bool = False
    """Whether reading went on with the nearest word, so that what stands behind this one is checked too."""
    name: str = ""
    """The name of what the path leads to: `bet tie`."""
    line: int = 0
    """In the file; 0 where the mistake is about no line of it."""

    @property
    def place(self) -> str:
        """Line, path and name, as far as it has them."""
        line = f"line {self.line}, " if self.line else ""
        return f"{line}{self.path or 'file'}" + (f" ({self.name})" if self.name else "")

    def __str__(self) -> str:
        return f"{self.place}: {self.what}; {self.fix}"


class BadRulebook(ValueError):
    """A file that is no rulebook, with every mistake found in it."""

    def __init__(self, file: str, mistakes: Iterable[Mistake]) -> None:
        self.file = file
        self.mistakes = tuple(mistakes)
        count = len(self.mistakes)
        super().__init__(f"{file} has {count} mistake{'s' if count != 1 else ''}; first: {self.mistakes[0]}")


def nearest(word: str, known_words: Iterable[str]) -> str | None:
    """The known word that was probably meant; None if none is near."""
    near = get_close_matches(word[:80], list(known_words), n=1)  # However long the word that somebody sent.
    return near[0] if near else None


def known_ones(word: str, known_words: Iterable[str]) -> str:
    """What to write instead of an unknown word: the nearest first, then all of them."""
    words = [str(known_word) for known_word in known_words]
    near = nearest(word, words)
    listed = ", ".join(words) if len(words) <= 40 else ", ".join(words[:40]) + ", …"
    return f"did you mean {near}? Known: {listed}" if near else f"known: {listed}"
