"""A house for each module that asks for one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.running import Running, running


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("house")) as house:
        yield house
