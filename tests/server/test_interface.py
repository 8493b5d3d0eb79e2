"""The OpenAPI document as a page for people: everything is on it, and every link on it leads somewhere."""

from __future__ import annotations

import re

from punto.house.people.roles import Role
from punto.server.app import openapi_document
from punto.server.interface import interface_page
from server.running import Running
from structure.tree import PACKAGE, ROOT


def test_every_route_and_every_shape_is_on_the_page() -> None:
    document = openapi_document()
    page = interface_page(document)
    for path, item in document["paths"].items():
        for method, route in item.items():
            assert f"{method.upper()} {path}" in page.replace("{", "{")
            for taken in route.get("parameters", ()):
                assert f"<code>{taken['name']}</code>" in page
    for name in document["components"]["schemas"]:
        assert f'id="shape-{name}"' in page
    anchors = set(re.findall(r'id="([^"]+)"', page))
    assert len(anchors) == len(re.findall(r' id="', page))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= anchors
    assert "<script" not in page


def test_a_link_that_leads_nowhere_would_be_seen() -> None:
    document = openapi_document()
    del document["components"]["schemas"]["SheetFigures"]
    page = interface_page(document)
    anchors = set(re.findall(r'id="([^"]+)"', page))
    assert set(re.findall(r'href="#([^"]+)"', page)) - anchors == {"shape-SheetFigures"}


def test_the_page_is_served_and_linked(up: Running) -> None:
    answer = up.client(Role.PATRON).get("/api/schema/page")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert "GET /api/odds/{name}" in answer.text
    for file in (ROOT / "README.md", PACKAGE / "server/pages/lobby/lobby.html"):
        assert "/api/schema/page" in file.read_text("utf-8")


def test_a_refusal_over_http_speaks_of_the_request(up: Running) -> None:
    table = up.client(Role.DEALER).get("/api/tables").json()["tables"][0]["table"]
    answer = up.client(Role.DEALER).post(f"/api/tables/{table}/commands", json={"id": "1"})
    told = answer.json()["error"]
    assert told["code"] == "bad_command"
    assert told["message"].startswith("the body of a request names its command")
    assert "line" not in told["message"]
    bodies = {
        b"": "the body of the request is missing",
        b"[1]": "the body of the request: Expected `object`, got `array`",
        b"nonsense": "the body of the request is no JSON: invalid character (byte 4)",
    }
    for body, says in bodies.items():
        answer = up.client(Role.DEALER).post(f"/api/tables/{table}/commands", content=body)
        assert (answer.status_code, answer.json()["error"]["message"]) == (400, says)
