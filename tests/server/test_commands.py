"""A command in the body of a request."""

from __future__ import annotations

import msgspec
import pytest

from punto.house.tables.command_key import digest_of
from punto.kit import Refused
from punto.server.commands import read_body


def test_the_type_of_a_command_is_not_resolved_anew_with_each_request(monkeypatch: pytest.MonkeyPatch) -> None:
    body = {"command": "place_bet", "patron": "Ann", "box": 1, "bet": "player", "stake": 25, "id": "a"}
    first = read_body(body)
    digest = digest_of(first)

    def never(_: object) -> object:
        raise AssertionError("resolved anew")

    monkeypatch.setattr(msgspec.structs, "fields", never)
    assert read_body(body) == first
    assert digest_of(first) == digest
    with pytest.raises(Refused) as refused:
        read_body(body | {"account": "Bob"})
    assert refused.value.refusal.code == "bad_command"
