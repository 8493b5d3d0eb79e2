"""Every module that a rulebook names as the carrier of a paragraph exists."""

import pytest

from punto.rulebook import Rulebook
from punto.rulebook.model import Became
from rulebook.shelf import book, shipped
from structure.tree import PACKAGE


def named(rules: Rulebook) -> set[str]:
    return {paragraph.by for paragraph in rules.paragraphs if paragraph.became is Became.PROCEDURE}


def exists(module: str) -> bool:
    file = PACKAGE.joinpath(*module.split("."))
    return file.with_suffix(".py").is_file() or (file / "__init__.py").is_file()


@pytest.mark.parametrize("id", shipped())
def test_modules_named_in_a_rulebook_exist(id: str) -> None:
    missing = {module for module in named(book(id)) if not exists(module)}
    assert missing == set()


def test_a_module_that_is_not_there_is_seen() -> None:
    assert exists("coup.tableau")
    assert exists("coup")
    assert not exists("coup.tablo")
