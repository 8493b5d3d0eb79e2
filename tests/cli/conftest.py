"""The call every test of the command line makes."""

from __future__ import annotations

import pytest

from cli.calling import Called, Punto
from punto.cli.main import run


@pytest.fixture
def punto(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Punto:
    """Runs a command in this process, at 80 columns and without the house's own rulebooks."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("PUNTO_RULEBOOKS", raising=False)

    def call(*arguments: str) -> Called:
        capfd.readouterr()
        status = run(list(arguments))
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return Called(status, out, err)

    return call
