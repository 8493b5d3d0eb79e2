"""The OpenAPI document as a page that a person can read: every route, what it takes, what it answers, every shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any, Final

Json = Mapping[str, Any]

_HEAD: Final = """<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Punto: the interface</title>
  <link rel="icon" href="/assets/lib/sign.svg">
  <link rel="stylesheet" href="/assets/lib/tokens.css">
  <link rel="stylesheet" href="/assets/lib/base.css">
  <link rel="stylesheet" href="/assets/lib/interface.css">
</head>
<body>
  <main id="page" class="interface">
"""
_INTRO: Final = """
<h1>The interface</h1>
<p>Everything the pages do, a program can do: JSON over HTTP, in the session that signing in gives. A request that
changes something carries the header <code>X-Punto: 1</code>. Whatever is refused answers
<code>{"error": {"code", "cite", "message"}}</code>: a word for programs, the paragraph behind it, a sentence for
people. For programs this page is <a href="/api/schema/openapi.json">openapi.json</a>.
<a href="/">Back to the tables</a></p>
"""


def interface_page(document: Json) -> str:
    """The page of a whole OpenAPI document."""
    routes = [(path, method, route) for path, item in document["paths"].items() for method, route in item.items()]
    shapes = sorted(document["components"]["schemas"].items())
    return "".join(
        (
            _HEAD,
            _INTRO,
            "<h2>Routes</h2>",
            _table(("", "address", "what it is"), (_listed(*route) for route in routes)),
            *(_route(*route) for route in routes),
            "<h2>Shapes</h2><p>What bodies and answers are made of.</p>",
            *(_shape(name, shape) for name, shape in shapes),
            "</main></body></html>",
        )
    )


def _listed(path: str, method: str, route: Json) -> tuple[str, str, str]:
    link = f'<a href="#{_anchor(method, path)}"><code>{escape(path)}</code></a>'
    return f"<code>{method.upper()}</code>", link, escape(route.get("summary", ""))


def _route(path: str, method: str, route: Json) -> str:
    parts = [f'<section id="{_anchor(method, path)}"><h3><code>{method.upper()} {escape(path)}</code></h3>']
    parts.append(f"<p>{escape(route.get('summary', ''))}</p>")
    if parameters := list(_parameters(route)):
        parts.append(_table(("takes", "where", "what", "needed", ""), parameters))
    if body := _content(route.get("requestBody", {})):
        parts.append(f"<p>Body: {body}</p>")
    for status, answer in sorted(route["responses"].items()):
        if status.startswith("2") and (content := _content(answer)):
            parts.append(f"<p>Answers {status}: {content}</p>")
    refusals = sorted(status for status in route["responses"] if status[0] in "45")
    if refusals:
        parts.append(f"<p>Refuses with {', '.join(refusals)}.</p>")
    return "".join((*parts, "</section>"))


def _parameters(route: Json) -> Iterator[tuple[str, ...]]:
    for parameter in route.get("parameters", ()):
        needed = "yes" if parameter.get("required") else ""
        name = f"<code>{escape(parameter['name'])}</code>"
        yield (
            name,
            escape(parameter["in"]),
            _type(parameter.get("schema", {})),
            needed,
            escape(parameter.get("description", "")),
        )


def _content(holder: Json) -> str:
    """What a body or an answer is: its shape, or the kind of file."""
    for kind, content in holder.get("content", {}).items():
        shape = _type(content.get("schema", {}))
        return shape if kind == "application/json" else f"{shape} (<code>{escape(kind)}</code>)"
    return ""


def _shape(name: str, shape: Json) -> str:
    description = f"<p>{escape(text)}</p>" if (text := shape.get("description")) else ""
    needed = shape.get("required", ())
    fields = [
        (f"<code>{escape(field)}</code>", _type(kind), "" if field in needed else "may be left out", _says(kind))
        for field, kind in shape.get("properties", {}).items()
    ]
    body = _table(("field", "what", "", ""), fields) if fields else f"<p>{_type(shape)}</p>"
    return f'<section id="shape-{escape(name)}"><h3>{escape(name)}</h3>{description}{body}</section>'


def _says(kind: Json) -> str:
    return escape(str(kind.get("description", "")))


def _type(schema: Json) -> str:
    """A type in a few words, with links to shapes."""
    if ref := schema.get("$ref"):
        name = ref.rpartition("/")[2]
        return f'<a href="#shape-{escape(name)}">{escape(name)}</a>'
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(_type(choice) for choice in schema[several])
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return ", ".join(f"<code>{escape(str(value))}</code>" for value in values)
    if "prefixItems" in schema:
        return f"list of {', '.join(_type(entry) for entry in schema['prefixItems'])}"
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if schema.get("type") == "object" and isinstance(of := schema.get("additionalProperties"), dict):
        return f"object of {_type(of)}"
    kind = schema.get("type", "anything")
    return escape(" or ".join(kind) if isinstance(kind, list) else str(kind))


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    head = "".join(f"<th>{title}</th>" for title in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    # On a narrow screen it is scrolled sideways, by key too.
    wide = '<div class="wide" tabindex="0" role="group" aria-label="Table">'
    return f"{wide}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _anchor(method: str, path: str) -> str:
    words = "".join(letter if letter.isalnum() else "-" for letter in path).strip("-")
    return f"{method}-{words}"
