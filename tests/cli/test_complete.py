"""A shell completes commands and options."""

from __future__ import annotations

import pytest

from cli.calling import Punto, process


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_the_lines_for_a_shell_are_printed(punto: Punto, shell: str) -> None:
    told = punto("complete", shell)
    assert told.status == 0
    assert "_PUNTO_COMPLETE" in told.out


def test_an_unknown_shell_is_refused(punto: Punto) -> None:
    assert "there is no shell 'bsh'; did you mean bash?" in punto("complete", "bsh").err


@pytest.mark.parametrize(
    ("words", "follows"),
    [("punto od", "odds"), ("punto odds --know", "--known"), ("punto counts --cou", "--coups-after-cut")]
    + [(f"punto {command} easy", "easy-six") for command in ("odds", "coup", "counts", "simulate", "rules show")],
)
def test_what_could_follow_is_told(words: str, follows: str) -> None:
    place = str(len(words.split()) - 1)
    called = process(_PUNTO_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=place)
    assert called.returncode == 0
    assert follows in called.stdout.decode().split()
