"""A count: a whole number for each rank, added up as cards are seen."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from punto.kit import Rank, Refused
from punto.kit.cards import RANK_WORDS
from punto.simulate.paths import Integers

MOST_TAG = 99
SIZE_LIMIT = 64 * 1024
_ENTRY = re.compile(r"([0-9A-Za-z]{1,10}) ?[=:] ?([+-]?\d{1,6})")
RANK_SIGNS = "A 2 3 4 5 6 7 8 9, T (or 0) for all four that count nothing, J Q K"


@dataclass(frozen=True, slots=True)
class Count:
    """Tags by rank, the ace first. A high count favours the bet it was made for."""

    tags: tuple[int, ...]

    @property
    def sum_per_deck(self) -> int:
        """What a whole deck counts to."""
        return 4 * sum(self.tags)

    @property
    def balanced(self) -> bool:
        """Whether a whole deck counts to nothing, as a true count needs."""
        return self.sum_per_deck == 0

    def running(self, unseen: Integers, decks: int) -> Integers:
        """The running count [n] when these cards [n, 13] have not been seen."""
        tags = np.array(self.tags, dtype=np.int64)
        count: Integers = 4 * decks * int(tags.sum()) - unseen @ tags
        return count

    def true(self, unseen: Integers, decks: int) -> NDArray[np.float64]:
        """The running count by decks left, which are all cards not seen, the burned ones too, to the card.

        Not rounded to whole or half decks: published figures are counted this way.
        """
        count: NDArray[np.float64] = self.running(unseen, decks) / (unseen.sum(axis=1) / 52)
        return count

    def words(self) -> dict[str, int]:
        """The tags that are not nothing, as `read_tags` takes them: ten-valued cards as `T` where they agree."""
        by_sign = {rank.sign: tag for rank, tag in zip(Rank, self.tags, strict=True)}
        if len(set(self.tags[9:])) == 1:
            for sign in "TJQK":
                del by_sign[sign]
            by_sign["T"] = self.tags[9]
        return {name: tag for name, tag in by_sign.items() if tag}


def read_tags(text: str) -> Count:
    """Tags as `3=-1,4=-1,7=1`; ranks that are not named count nothing."""
    tags: dict[str, int] = {}
    for entry in (part.strip() for part in text.split(",")):
        match = _ENTRY.fullmatch(entry)
        if match is None:
            raise Refused(code="bad_tags", message=f"{entry[:40]!r} is not a tag; write RANK=NUMBER, as in 3=-1,7=1")
        if match[1] in tags:
            raise Refused(code="bad_tags", message=f"the tag of {match[1]} is given twice")
        tags[match[1]] = int(match[2])
    return count_of(tags)


def read_toml(file: Path) -> dict[str, Any]:
    """A small TOML file; Refused with the reason if it is none."""
    try:
        with file.open("rb") as source:
            content = source.read(SIZE_LIMIT + 1)
        if len(content) > SIZE_LIMIT:
            raise Refused(
                code="too_large",
                message=f"{file} is larger than {SIZE_LIMIT // 1024} KiB; a count or a plan is far smaller",
            )
        return tomllib.loads(content.decode())
    except OSError as error:
        raise Refused(code="unreadable", message=f"{file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise Refused(code="not_utf8", message=f"{file} is not UTF-8 at byte {error.start}; save it as UTF-8") from None
    except RecursionError:
        raise Refused(
            code="nested_too_deep", message=f"{file} is not TOML that can be read: it is nested too deep"
        ) from None
    except ValueError as error:
        raise Refused(code="not_toml", message=f"{file} is not TOML: {str(error)[:120]}") from None


def read_count_file(file: Path) -> Count:
    """A count from a TOML file with a table `tags`."""
    content = read_toml(file)
    tags = content.get("tags")
    if not isinstance(tags, dict) or not tags:
        raise Refused(code="bad_tags", message=f"{file} has no table [tags] with a number for each rank")
    return count_of(tags)


def count_of(tags: Mapping[str, object]) -> Count:
    """The count with these tags by rank; Refused for an unknown rank or a tag that is no whole number.

    A tag of T, 10 or 0 is that of all ten-valued cards; a jack, queen or king named beside it must not differ.
    """
    by_rank: dict[Rank, int] = {}
    tens = next((tag for name, tag in tags.items() if name.upper() in ("T", "10")), None)
    for name, tag in tags.items():
        if isinstance(tag, bool) or not isinstance(tag, int) or abs(tag) > MOST_TAG:
            raise Refused(
                code="bad_tags", message=f"the tag of {name[:20]} is not a whole number from -{MOST_TAG} to {MOST_TAG}"
            )
        for rank in _ranks(name):
            if tens is not None and name.upper() in ("J", "Q", "K") and tag == tens:
                continue  # Written out, as many do; it says the same once more.
            if rank in by_rank:
                both = f"the tag of {rank.sign} is given twice"
                raise Refused(
                    code="bad_tags", message=both + (": T is that of J, Q and K too" if tens is not None else "")
                )
            by_rank[rank] = tag
    if not any(by_rank.values()):
        raise Refused(code="bad_tags", message="every tag is 0: such a count never moves")
    return Count(tuple(by_rank.get(rank, 0) for rank in Rank))


def _ranks(name: str) -> tuple[Rank, ...]:
    if name.upper() in ("0", "T", "10"):
        return (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
    word = "A" if name == "1" else name.upper()
    if word not in RANK_WORDS:
        raise Refused(code="unknown_rank", message=f"there is no rank {name[:20]!r}; the ranks are {RANK_SIGNS}")
    return (RANK_WORDS[word],)
