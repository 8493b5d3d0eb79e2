"""Types of every answer, command and stream message, for the TypeScript compiler: from the OpenAPI document.

`namespace Api` has a type for every schema; `Api.Get`, `Api.Post` and `Api.Delete` say what each address takes and
answers, `Api.Streams` the messages of each stream.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

STREAMS: Final = {"table": "NewsView", "pit": "PitView", "cage": "CageView", "results": "ResultsView"}
"""Server-sent events by their name; their text in the OpenAPI document says the same."""

_PLAIN: Final = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}

Schema = dict[str, Any]


def api_types(document: Schema) -> str:
    """The declaration file."""
    schemas: dict[str, Schema] = document["components"]["schemas"]
    sent = set(_reached(schemas, _bodies(document)))
    lines = ["// Made from the OpenAPI document by tools/api_types.py.", "declare namespace Api {"]
    for name, schema in sorted(schemas.items()):
        if comment := schema.get("description", "").partition("\n")[0]:
            lines.append(f"  /** {comment} */")
        lines.append(f"  {_declared(name, schema, sent=name in sent)}")
    lines.append('  type Query = "" | `?${string}`;')
    for method in ("get", "post", "delete"):
        lines.append(f"  interface {method.title()} {{")
        lines += [f"    {line}" for line in _calls(document, method)]
        lines.append("  }")
    lines.append("  interface Streams {")
    lines += [f"    {name}: {view};" for name, view in STREAMS.items() if view in schemas]
    lines.append("  }")
    if "Command" in schemas:
        lines.append("  /** What a command says besides its name, its id and the version it was decided on. */")
        lines.append('  type FieldsOf<N> = Omit<Extract<Command, { command: N }>, "command" | "id" | "seen">;')
    lines += ["}", ""]
    return "\n".join(lines)


def _declared(name: str, schema: Schema, *, sent: bool) -> str:
    if "properties" in schema:
        return f"interface {name} {_object(schema, sent=sent)}"
    return f"type {name} = {type_of(schema)};"


def _object(schema: Schema, *, sent: bool) -> str:
    required = schema.get("required", [])
    fields = []
    for name, field in schema.get("properties", {}).items():
        # A field with a default may be left out of what a page sends, and is never left out of what it is answered.
        there = name in required or (not sent and "default" in field)
        key = name if re.fullmatch(r"[A-Za-z_$][\w$]*", name) else json.dumps(name)
        fields.append(f"{key}{'' if there else '?'}: {type_of(field)};")
    return "{ " + " ".join(fields) + " }"


def type_of(schema: Schema) -> str:
    """The type that a schema describes; one that describes none is a mistake in the document."""
    match schema:
        case {"$ref": str(ref)}:
            return ref.rpartition("/")[2]
        case {"const": value}:
            return json.dumps(value, ensure_ascii=False)
        case {"enum": list(values)}:
            return " | ".join(json.dumps(value, ensure_ascii=False) for value in values)
        case {"anyOf": list(parts)} | {"oneOf": list(parts)}:
            return " | ".join(dict.fromkeys(type_of(part) for part in parts))
        case {"type": list(kinds)}:
            return " | ".join(type_of({**schema, "type": kind}) for kind in kinds)
        case {"type": "array", "prefixItems": list(parts)}:
            return "[" + ", ".join(type_of(part) for part in parts) + "]"
        case {"type": "array", "items": dict(items)}:
            return f"({type_of(items)})[]"
        case {"type": "object", "properties": _}:
            return _object(schema, sent=False)
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {type_of(values)}>"
        case {"type": "array"}:
            return "unknown[]"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": str(kind)}:
            return _PLAIN[kind]
        case _:
            return "unknown"


def _calls(document: Schema, method: str) -> Iterator[str]:
    """How each address is asked; the longer ones come first, because the compiler takes the first that fits."""
    paths = [path for path, item in document["paths"].items() if method in item]
    for path in sorted(paths, key=lambda path: (path.count("{") > 0, -path.count("/"), path)):
        operation = document["paths"][path][method]
        done = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
        schema = done.get("content", {}).get("application/json", {}).get("schema")
        if schema is None:
            continue
        address = "`" + re.sub(r"\{[^}]+\}", "${string}", path) + "${Query}`"
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        second = f", body: {type_of(body)}" if body else ""
        yield f"(path: {address}{second}): Promise<{type_of(schema)}>;"


def _bodies(document: Schema) -> Iterator[Schema]:
    for item in document["paths"].values():
        for operation in item.values():
            yield from (content["schema"] for content in operation.get("requestBody", {}).get("content", {}).values())


def _reached(schemas: dict[str, Schema], roots: Iterator[Schema]) -> Iterator[str]:
    waiting: list[Any] = list(roots)
    names: set[str] = set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if (ref := part.get("$ref")) and (name := ref.rpartition("/")[2]) not in names:
                names.add(name)
                yield name
                waiting.append(schemas[name])
            waiting += [value for key, value in part.items() if key != "mapping"]
        elif isinstance(part, list):
            waiting += part
