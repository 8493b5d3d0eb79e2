"""Types of the pages are made from the OpenAPI document as it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from punto.server.app import openapi_document
from tools.api_types import STREAMS, api_types, type_of
from tools.word_types import word_types


@pytest.mark.parametrize(
    ("schema", "wanted"),
    [
        ({"type": "integer"}, "number"),
        ({"enum": ["a", "b"]}, '"a" | "b"'),
        ({"anyOf": [{"$ref": "#/components/schemas/Sign"}, {"type": "null"}]}, "Sign | null"),
        ({"type": "array", "items": {"type": "string"}}, "(string)[]"),
        (
            {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False},
            "[string, number]",
        ),
        ({"type": "object", "additionalProperties": {"type": "boolean"}}, "Record<string, boolean>"),
    ],
)
def test_a_schema_is_a_type(schema: dict[str, Any], wanted: str) -> None:
    assert type_of(schema) == wanted


def test_a_default_may_be_left_out_of_what_is_sent_and_never_is_of_an_answer() -> None:
    fields = {"a": {"type": "integer"}, "b": {"type": "integer", "default": 0}, "c": {"type": "integer"}}
    shape = {"type": "object", "properties": fields, "required": ["a"]}
    ok = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Answer"}}}}
    body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Body"}}}}
    types = api_types(
        {
            "components": {"schemas": {"Answer": shape, "Body": shape}},
            "paths": {"/a/{id}": {"post": {"requestBody": body, "responses": {"200": ok}}}},
        }
    )
    assert "interface Answer { a: number; b: number; c?: number; }" in types
    assert "interface Body { a: number; b?: number; c?: number; }" in types
    assert "(path: `/a/${string}${Query}`, body: Body): Promise<Answer>;" in types


def test_every_schema_address_and_stream_of_the_house_has_its_type() -> None:
    document = openapi_document()
    types = api_types(document)
    for name in document["components"]["schemas"]:
        assert f"interface {name} " in types or f"type {name} =" in types
    assert "(path: `/api/tables/${string}/commands${Query}`, body: Command): Promise<DoneView>;" in types
    told = {
        operation["responses"]["200"]["content"]["text/event-stream"]["schema"]["description"]
        for path, item in document["paths"].items()
        for operation in item.values()
        if path.endswith("/events")
    }
    # Two addresses tell of tables: of one, and of several at once.
    assert len(told) == len(STREAMS) + 1
    for name, view in STREAMS.items():
        assert any(f"`{name}`" in text and view in text for text in told)
        assert f"    {name}: {view};" in types


def test_words_are_keys_and_their_beginnings(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "words.en.json").write_text(json.dumps({"x.y": "", "cards.one": "", "cards.other": ""}))
    types = word_types(tmp_path)
    assert all(f'    | "{key}"' in types for key in ("x.y", "cards.one", "cards.other", "cards"))
    assert all(f'    | "{one}"' in types for one in ("", "x.", "cards."))
