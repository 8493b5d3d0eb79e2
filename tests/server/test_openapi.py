"""The OpenAPI document tells the truth: every route is asked rightly and wrongly, and answers as the document says."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from punto.house.people.roles import Role
from punto.house.people.totp import STEP_SECONDS, code_at
from punto.kit import Refused
from punto.server.commands import read_body
from punto.server.errors import STATUS
from punto.server.security import BODY_LIMIT, RateLimit
from punto.table.commands import COMMANDS
from punto.table.refusals import MEANINGS
from server.running import OF_ROLE, PASSWORD, Running, a_table, error_of, order, running, told

JSON = "application/json"
GUEST = OF_ROLE[Role.PATRON]
Step = tuple[str, dict[str, Any]]


TABLE = a_table(
    "t",
    "da-hu-ying-xiong",
    cards="physical",
    sign={"burn": False, "face_down": True, "limits": "observed", "differential_max": 1_000},
)


@pytest.fixture
def up(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, TABLE) as house:
        for name in (GUEST, "Second Guest"):
            house.must("buy_in", patron=name, amount=10_000)
        yield house


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    with running(tmp_path_factory.mktemp("document")) as house:
        found: dict[str, Any] = house.client().get("/api/schema/openapi.json").json()
    return found


def test_every_refusal_of_a_table_is_in_the_document(document: dict[str, Any]) -> None:
    told = {status: one["description"] for status, one in document["components"]["responses"].items()}
    for code in MEANINGS:
        status = str(STATUS.get(code, 422))
        assert re.search(rf"\b{code}\b", told[status]), f"{code} is not among the refusals with {status}"


def operations(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        f"{method.upper()} {path}": operation
        for path, item in document["paths"].items()
        for method, operation in item.items()
    }


def strict(schema: Any) -> Any:
    """The same schema, but what it does not name may not be there."""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: strict(value) for key, value in schema.items()}
    fields = closed.get("properties")
    if not isinstance(fields, dict) or "type" not in closed:
        return closed
    return {"additionalProperties": False} | closed


class Held:
    """Answers held to the document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.operations = operations(document)
        self.components = strict(document["components"])
        self.seen: set[tuple[str, int]] = set()

    def check(self, schema: dict[str, Any], value: Any) -> None:
        whole = strict(schema) | {"components": self.components}
        wrong = [f"{one.json_path}: {one.message[:200]}" for one in Draft202012Validator(whole).iter_errors(value)]
        assert not wrong, wrong[:5]

    def answer(self, route: str, answer: httpx.Response) -> None:
        """The status is one the document names, and the body has the shape it tells."""
        responses = self.operations[route]["responses"]
        assert str(answer.status_code) in responses, (route, answer.status_code, answer.text[:300])
        self.seen.add((route, answer.status_code))
        response = responses[str(answer.status_code)]
        if "$ref" in response:
            response = self.components["responses"][response["$ref"].rpartition("/")[2]]
        kind = answer.headers["content-type"].partition(";")[0]
        assert list(response["content"]) == [kind], (route, kind)
        if kind == JSON:
            self.check(response["content"][kind]["schema"], answer.json())
        if answer.status_code >= 400:
            error_of(answer)


@pytest.fixture(scope="module")
def held(document: dict[str, Any]) -> Held:
    return Held(document)


def path_of(route: str, table: str = "t", name: str = "") -> str:
    name = name or ("easy-six" if "odds" in route or "rulebooks" in route else GUEST)
    return route.partition(" ")[2].replace("{table_id}", table).replace("{name}", name).replace("{coup}", "1")


def play_a_round(up: Running) -> None:
    """One round without bets, and its shoe away again: what a dispute can be about."""
    up.must("open_shoe", cards="physical")
    up.must("open_bets")
    up.must("close_bets")
    for card in ("9h", "3c", "9d", "3s"):
        up.must("draw_card", card=card)
    up.must("close_shoe", by="pit_supervisor", reason="done")


BODIES: dict[str, dict[str, Any]] = {
    "POST /api/tables/{table_id}/commands": {"command": "open_shoe", "cards": "physical", "id": "o1"},
    "POST /api/switches": {"switch": {"what": "patron", "id": "Nobody"}, "disabled": True, "reason": "as asked"},
    "POST /api/sign-in": {"name": GUEST, "password": PASSWORD},
    "POST /api/sign-out": {},
    "POST /api/heads/held": {"heads": []},
    "POST /api/me/password": {"current": PASSWORD, "password": PASSWORD},
    "POST /api/me/session": {},
    "POST /api/practice": {"lesson": "coup", "moves": [{"do": "bet", "bet": "player", "stake": 50}, {"do": "close"}]},
    "POST /api/me/second-factor": {"current": PASSWORD},
    "POST /api/me/second-factor/confirm": {"code": "123456"},
    "POST /api/me/second-factor/recovery": {"code": "123456"},
    "POST /api/me/second-factor/remove": {"code": "123456"},
    "POST /api/people": {"name": "Nova", "role": "patron", "password": PASSWORD},
    "POST /api/people/{name}": {"disabled": False},
    "POST /api/people/{name}/role": {"role": "patron"},
    "POST /api/people/{name}/password": {"password": PASSWORD},
}

QUERIES = {"GET /api/dealer/{table_id}/wallet": {"patron": GUEST}}

# Who may ask for what the auditor may not.
ASKS = {
    "GET /api/dealer/{table_id}/wallet": Role.DEALER,
    "POST /api/tables/{table_id}/commands": Role.DEALER,
    "POST /api/switches": Role.PIT_MANAGER,
    "POST /api/me/password": Role.PATRON,
    **dict.fromkeys(
        (f"POST /api/me/second-factor{end}" for end in ("", "/confirm", "/recovery", "/remove")), Role.PATRON
    ),
    "GET /api/tables/{table_id}/squeeze": Role.PATRON,
}


DISPLAYED = {"/api/tables", "/api/tables/t", "/api/tables/t/history", "/api/tables/t/squeeze", "/api/tables/t/events",
    "/api/events",
    "/api/tables/t/closed-shoe", "/api/tables/t/waiting", "/api/heads", "/api/heads/held",
    "/api/rulebooks/easy-six", "/api/me", "/api/me/session", "/api/practice",
    "/api/me/history", "/api/me/history/csv", "/api/sign-in", "/api/sign-out"}  # fmt: skip
"""What nobody who is signed in is refused."""


def asker(route: str) -> Role:
    return ASKS.get(route) or (Role.ADMINISTRATOR if "people" in route else Role.AUDITOR)


def test_every_schema_is_one(document: dict[str, Any]) -> None:
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    named = set(document["components"]["schemas"])
    for ref in _refs(document):
        *_, kind, name = ref.split("/")
        assert name in document["components"][kind], ref
    assert {"Command", "ErrorView", "NewsView", "LobbyView", "LogPage"} <= named


def _refs(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, one in value.items():
            if key == "$ref":
                yield one
            else:
                yield from _refs(one)
    elif isinstance(value, list):
        for one in value:
            yield from _refs(one)


def with_second_factor(up: Running, route: str) -> dict[str, Any] | None:
    """The guest with the second factor that a route needs, and the body that it takes then."""
    people = up.house.people
    if "second-factor" not in route:
        return BODIES.get(route)
    with contextlib.suppress(Refused):
        people.remove_factor(GUEST)
    if route.endswith("/second-factor") and route.startswith("POST"):
        return BODIES[route]
    code = code_at(people.begin_factor(GUEST, PASSWORD), int(time.time()) // STEP_SECONDS)
    if route.endswith("/confirm"):
        return {"code": code}
    recovery_codes, _ = people.confirm_factor(GUEST, code)
    return {"code": recovery_codes[0]} if route.startswith("POST") else None


def test_every_route_answers_rightly(up: Running, held: Held) -> None:
    play_a_round(up)
    for route in held.operations:
        method = route.partition(" ")[0]
        body = with_second_factor(up, route)
        client = up.client(asker(route))
        with client.stream(method, path_of(route), json=body, params=QUERIES.get(route)) as answer:
            if not route.endswith("/events"):
                answer.read()
            assert answer.status_code in (200, 201), (route, answer.read())
            if route.endswith("/events"):
                assert list(held.operations[route]["responses"]["200"]["content"]) == ["text/event-stream"]
                assert answer.headers["content-type"].startswith("text/event-stream")
            else:
                held.answer(route, answer)


def test_every_route_refuses_as_it_says(up: Running, held: Held) -> None:
    for route, operation in held.operations.items():
        method, path = route.partition(" ")[0], path_of(route)
        client, body = up.client(asker(route)), BODIES.get(route)
        asked: list[httpx.Response] = []
        if operation.get("security") != []:
            asked.append(up.client().request(method, path, json=body))
        if path not in DISPLAYED:
            asked.append(up.client(Role.DISPLAY).request(method, path, json=body))
        if "{" in route:
            asked.append(client.request(method, path_of(route, "nothing", "nothing at all"), json=body))
        for parameter in operation["parameters"]:
            if parameter["in"] == "query" and parameter["schema"].get("type") == "integer":
                asked.append(client.request(method, path, params={parameter["name"]: "x"}))
        if method != "GET":
            forged = {"Sec-Fetch-Site": "cross-site"}
            asked.append(client.request(method, path, json=body, headers=forged))
            asked.append(client.request(method, path, json=body, headers={"X-Punto": "2"}))
            asked.append(client.request(method, path, content=b"x", headers={"Content-Type": "text/plain"}))
        if body is not None and route not in ("POST /api/sign-out", "POST /api/me/session"):
            for content in (b"[]", b"{", b'{"x":' * 10_000, b'"' + b"x" * BODY_LIMIT + b'"'):
                asked.append(client.request(method, path, content=content, headers={"Content-Type": JSON}))
        for answer in asked:
            assert answer.status_code >= 400, (route, answer.status_code)
            held.answer(route, answer)
    statuses = {status for _, status in held.seen}
    assert {400, 401, 403, 404, 413, 415} <= statuses


def test_the_other_refusals_are_described_too(up: Running, held: Held) -> None:
    commands, log = "POST /api/tables/{table_id}/commands", "GET /api/log/{table_id}"
    dealer = up.client(Role.DEALER)
    held.answer(commands, order(dealer, "settle"))
    held.answer(commands, dealer.post(path_of(commands), json={"command": "open_bets", "id": "a"}))
    held.answer(commands, dealer.post(path_of(commands), json={"command": "close_bets", "id": "a"}))
    held.answer("GET /api/odds/{name}", dealer.get("/api/odds/easy-six", params={"cards": "Zz"}))
    held.answer("POST /api/sign-in", up.client().post("/api/sign-in", json={"name": GUEST, "password": "wrong one"}))
    before, up.service.pricing = up.service.pricing, RateLimit(1, 3600.0)
    try:
        for _ in range(2):
            held.answer(log, up.client(Role.AUDITOR).get(path_of(log), params={"kind": "x"}))
    finally:
        up.service.pricing = before
    assert {
        (commands, 422),
        (commands, 409),
        ("GET /api/odds/{name}", 422),
        ("POST /api/sign-in", 401),
        (log, 429),
    } <= (held.seen)


LOOKS = (
    "GET /api/tables",
    "GET /api/tables/{table_id}",
    "GET /api/tables/{table_id}/history",
    "GET /api/tables/{table_id}/squeeze",
    "GET /api/pit",
    "GET /api/dealer/{table_id}",
)

# A shift in which nearly everything happens that a table can show.
SHIFT: list[Step] = [
    ("open_shoe", {"cards": "physical"}),
    ("open_bets", {}),
    ("place_bet", {"patron": GUEST, "box": 1, "bet": "banker", "stake": 1_500}),
    ("place_bet", {"patron": "Second Guest", "box": 1, "bet": "player", "stake": 10, "stance": "standing"}),
    ("squeeze", {"patron": GUEST, "card": "player_third", "by": "patron"}),
    ("close_bets", {}),
    *(("draw_card", {"card": card}) for card in ("2h", "2c", "3d", "4s")),
    ("take_insurance", {"patron": GUEST, "box": 1, "insures": "banker", "stake": 10}),
    ("draw_card", {"card": "3c"}),
    ("open_bets", {}),
    ("place_bet", {"patron": GUEST, "box": 1, "bet": "tie", "stake": 5}),
    ("close_bets", {}),
    ("report", {"what": "extra_card", "card": "9d"}),
    ("decide", {"reconstruct": True, "by": "pit_supervisor"}),
    ("choose", {"patron": GUEST, "option": "return"}),
    *(("draw_card", {"card": card}) for card in ("9d", "2c", "9c")),
    ("report", {"what": "other", "note": "a chip fell"}),
    ("rule", {"reason": "void it is", "coup": "void", "by": "shift_manager"}),
    ("change_sign", {"settings": {"insurance": False, "private_for": "Guest"}, "by": "pit_supervisor"}),
    ("close_shoe", {"reason": "so be it", "by": "pit_supervisor"}),
    ("close_table", {}),
]


def test_a_table_is_told_as_the_document_says_in_all_it_goes_through(up: Running, held: Held) -> None:
    client = up.client(Role.AUDITOR)
    kinds = set()
    for command, fields in SHIFT:
        done = up.must(command, **fields)
        kinds |= {event.__struct_config__.tag for event in done.events}
        for route in LOOKS:
            held.answer(route, client.get(path_of(route)))
    held.answer("GET /api/log/{table_id}", client.get("/api/log/t", params={"limit": 500}))
    assert {"limit_exceeded", "options_given", "insurance_taken", "coup_voided", "ruling_made"} <= kinds


def test_what_a_command_answers_is_described(up: Running, held: Held) -> None:
    route = "POST /api/tables/{table_id}/commands"
    dealer = up.client(Role.DEALER)
    for command, fields in SHIFT[:3]:
        answer = order(dealer, command, **fields)
        assert answer.status_code == 200, answer.text
        held.answer(route, answer)
    held.answer(route, order(up.client(GUEST), "squeeze", patron=GUEST, card="banker"))
    up.must("close_bets")
    for card in ("2h", "2c", "3d", "4s", "3c"):
        held.answer(route, order(dealer, "draw_card", card=card))


def test_news_are_as_the_document_says(up: Running, held: Held) -> None:
    for command, fields in SHIFT[:12]:
        up.must(command, **fields)
    with up.client(Role.AUDITOR).stream("GET", "/api/tables/t/events?after=0") as answer:
        news = next(told(answer.iter_lines())).body
    assert news["events"]
    held.check({"$ref": "#/components/schemas/NewsView"}, news)
    with up.client(Role.AUDITOR).stream("GET", "/api/pit/events") as answer:
        held.check({"$ref": "#/components/schemas/PitView"}, next(told(answer.iter_lines())).body)


def example(schema: dict[str, Any], document: dict[str, Any]) -> Any:
    """Something that fits a schema, by what the schema itself says."""
    if "$ref" in schema:
        return example(document["components"]["schemas"][schema["$ref"].rpartition("/")[2]], document)
    if schema.get("examples"):
        return schema["examples"][0]
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return example(schema["anyOf"][0], document)
    if schema.get("type") == "object":
        return {key: example(one, document) for key, one in schema.get("properties", {}).items()}
    if schema.get("type") == "array":
        return [example(schema["items"], document)]
    return {"string": "x", "integer": 1, "boolean": True}[schema["type"]]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_read_as_the_document_tells_it(command: str, document: dict[str, Any]) -> None:
    ref = document["components"]["schemas"]["Command"]["discriminator"]["mapping"][command]
    schema = document["components"]["schemas"][ref.rpartition("/")[2]]
    whole = Draft202012Validator({"$ref": "#/components/schemas/Command", "components": document["components"]})
    full = example(schema, document)
    least = {key: full[key] for key in schema["required"]}
    for body in (full, least):
        whole.validate(body)
        asked = deepcopy(body)
        asked.pop("seen", None)
        assert type(read_body(asked)) is COMMANDS[command]
    for wrong in (
        least | {"at": "now"},
        least | {"account": "Pit Manager 1"},
        {**least, "id": "a b"},
        {"command": command},
    ):
        assert not whole.is_valid(wrong)
        with pytest.raises(Refused):
            read_body(wrong)


def test_only_the_house_says_how_a_shoe_lies(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert not {"seed", "commitment"} & set(schemas["OpenShoe"]["properties"])
    assert not {"order", "salt"} & set(schemas["CloseShoe"]["properties"])
    assert "seal_broken" not in schemas["Report"]["properties"]
    assert not any({"by", "at", "account"} & set(schemas[kind.__name__]["properties"]) for kind in COMMANDS.values())


def test_who_writes_says_so(document: dict[str, Any]) -> None:
    assert document["security"] == [{"session": []}]
    assert document["components"]["securitySchemes"]["session"]["in"] == "cookie"
    for route, operation in operations(document).items():
        headers = [one["name"] for one in operation["parameters"] if one["in"] == "header" and one.get("required")]
        assert headers == ([] if route.startswith("GET") else ["X-Punto"]), route


def test_an_answer_that_is_not_as_described_is_seen(held: Held) -> None:
    right: dict[str, Any] = {"tables": [], "chips": "play"}
    held.check({"$ref": "#/components/schemas/LobbyView"}, right)
    wrongs: list[dict[str, Any]] = [{"tables": []}, right | {"more": 1}, right | {"tables": [{}]}]
    for wrong in wrongs:
        with pytest.raises(AssertionError):
            held.check({"$ref": "#/components/schemas/LobbyView"}, wrong)
