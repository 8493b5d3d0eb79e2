"""One shape for everything that is refused: {"error": {"code", "cite", "message"}} with a fitting status."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.types import Send

from punto.kit import Refusal, Refused
from punto.server.counters import COUNTERS
from punto.view.house import ErrorView

STATUS = {
    "not_signed_in": 401,
    "wrong_name_or_password": 401,
    "session_is_over": 401,
    "session_is_too_old": 401,
    "session_was_ended": 401,
    "signed_out": 401,
    "code_is_needed": 401,
    "wrong_code": 403,
    "own_password_is_needed": 403,
    "second_factor_is_needed": 403,
    "second_factor_is_required": 403,
    "link_is_spent": 401,
    "accounts_were_changed": 401,
    "wrong_password": 403,
    "not_your_role": 403,
    "not_your_bet": 403,
    "forged_request": 403,
    "authority_too_low": 403,
    "not_assigned": 403,
    "assigned_to_oneself": 403,
    "dealt_this_round": 403,
    "not_your_report": 403,
    "own_command": 403,
    "own_session": 403,
    "second_person_needed": 409,
    "wrong_office": 403,
    "same_person": 403,
    "unknown_table": 404,
    "unknown_rulebook": 404,
    "unknown_page": 404,
    "no_such_coup": 404,
    "no_such_patron": 404,
    "unknown_person": 404,
    "wrong_method": 405,
    "page_is_stale": 409,
    "id_is_taken": 409,
    "table_is_busy": 409,
    "last_administrator": 409,
    "request_too_large": 413,
    "head_too_large": 431,
    "account_is_locked": 429,
    "too_many_requests": 429,
    "too_many_connections": 429,
    "too_many_streams": 429,
    "bad_request": 400,
    "bad_command": 400,
    "unknown_command": 400,
    "books_are_closed": 503,
    "mistake_of_ours": 500,
    "house_is_closing": 503,
    "writer_is_closed": 503,
    "writer_is_full": 503,
    "request_too_slow": 408,
    "wrong_content_type": 415,
}
"""A refusal by the rules of the game is 422; those about the request itself have their own status."""

_HTTP_CODES = {
    400: "bad_request",
    401: "not_signed_in",
    403: "not_your_role",
    404: "unknown_page",
    405: "wrong_method",
    413: "request_too_large",
    415: "wrong_content_type",
    429: "too_many_requests",
}


_OF_THE_STORE = ("store_failed", "store_is_contended", "store_is_full", "store_is_read_only", "store_is_damaged")
"""Failures of the database, whose sentences go into the journal and not into the answer."""


def answer_refusal(refusal: Refusal) -> Response[ErrorView]:
    """A refusal as it goes over the wire."""
    COUNTERS.count_refusal(refusal.code)
    return Response(ErrorView(refusal), status_code=STATUS.get(refusal.code, 422))


async def send_refusal(send: Send, refusal: Refusal) -> None:
    """Send a refusal where no route was reached."""
    COUNTERS.count_refusal(refusal.code)
    body = msgspec.json.encode(ErrorView(refusal))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    status = STATUS.get(refusal.code, 422)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def on_refused(request: Request[Any, Any, Any], error: Refused) -> Response[ErrorView]:
    if error.refusal.code in _OF_THE_STORE:
        # What the database says is for whoever keeps the house, not for the outside.
        logging.getLogger("punto").error("%s", error)
        return answer_refusal(Refusal(code="books_are_closed", message="the books cannot be read or written now"))
    return answer_refusal(error.refusal)


def on_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorView]:
    code = _HTTP_CODES.get(error.status_code, "bad_request")
    message = _sentence(error) or code.replace("_", " ")
    refusal = Refusal(code=code, message=message)
    COUNTERS.count_refusal(code)
    return Response(ErrorView(refusal), status_code=error.status_code, headers=error.headers)


_SENTENCES: Final = {
    404: "there is nothing at this address",
    405: "this address takes another method",
    413: "the body of the request is too large",
}
"""Where the framework says nothing but the status."""

_BODY: Final = "the body of the request"

_FAULTS: Final = {
    "JSON is malformed": f"{_BODY} is no JSON",
    "Input data was truncated": f"{_BODY} is no JSON: it ends too early",
}
"""Of a body, as msgspec calls them."""


def _sentence(error: HTTPException) -> str:
    """What is wrong, and with which part of the request; its address is not repeated."""
    parts = [_about(str(part.get("key", "")), str(part.get("message", ""))) for part in _extra(error)]
    sentence = "; ".join(parts) or ("" if "://" in str(error.detail) else str(error.detail))
    if sentence == HTTPStatus(error.status_code).phrase:
        sentence = _SENTENCES.get(error.status_code, sentence)
    for fault, words in _FAULTS.items():
        sentence = sentence.replace(fault, words)
    return " ".join(sentence.split())[:300]


def _about(part: str, why: str) -> str:
    """A part of the request and what is wrong with it, in a reader's words; the framework calls the body `data`."""
    if part != "data":
        return f"{part}: {why}"
    return f"{_BODY} is missing" if why == "'data'" else f"{_BODY}: {why}"


def _extra(error: HTTPException) -> list[dict[str, Any]]:
    return [part for part in error.extra if isinstance(part, dict)] if isinstance(error.extra, list) else []


def on_bad_body(_: Request[Any, Any, Any], error: msgspec.ValidationError) -> Response[ErrorView]:
    return answer_refusal(
        Refusal(code="bad_request", message=f"the request is not of the right shape: {str(error)[:300]}")
    )


def on_bad_text(_: Request[Any, Any, Any], error: Exception) -> Response[ErrorView]:
    """A body that is no UTF-8, or nested deeper than anything means: the reader gives up on it in its own ways."""
    why = "not UTF-8" if isinstance(error, UnicodeError) else "nested too deeply"
    return answer_refusal(Refusal(code="bad_request", message=f"the request cannot be read: it is {why}"))


def on_unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorView]:
    """A mistake of ours: told to the log, not to the outside."""
    # The route's own name and not its address, which may be a link that signs somebody in.
    name = getattr(request.scope.get("route_handler"), "handler_name", "?")
    logging.getLogger("punto").error("unexpected error in %s %s", request.method, name, exc_info=error)
    return answer_refusal(Refusal(code="mistake_of_ours", message="something went wrong here; it has been noted"))
