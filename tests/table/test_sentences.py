"""The sentences of refusals: what was read and found right stays so."""

from table.sentences import FILE, lines


def test_every_refusal_says_what_it_said() -> None:
    """A sentence that changes is written anew by `python -m table.sentences` and read again."""
    assert lines() == FILE.read_text("utf-8").splitlines()
