"""Signed heads over the web: the newest, and whether the books still hold those that somebody kept."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from punto.house.people.roles import Resource
from punto.kit import Refused
from punto.server.service import Service
from punto.store import Head, SignedHeads, contradictions
from punto.view.heads import ContradictedHead, HeldHeadsView


class KeptHeads(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Heads that a browser has kept."""

    heads: Annotated[list[Head], msgspec.Meta(max_length=200)]


@get("/api/heads", summary="Where every log of the house ended a moment ago, signed: keep it")
async def heads(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> SignedHeads:
    await service.viewer(request, Resource.LOBBY)
    if (newest := service.house.heads.newest) is None:
        raise Refused(code="books_are_closed", message="no heads are signed yet, because the books cannot be read")
    return newest


@post("/api/heads/held", status_code=200, summary="Which of the heads that were kept the books no longer hold")
async def held(
    request: Request[Any, Any, Any], service: NamedDependency[Service], data: JSONBody[KeptHeads]
) -> HeldHeadsView:
    person = await service.user(request)  # It changes nothing, and still no other site asks in their name.
    service.pricing.take(person.name)
    # Nothing is said of an event that lies face down, not even that a guess at its hash is wrong.
    fits = [
        head for head in data.heads if 0 < head.version < 2**62 and len(head.table) <= 80 and not _hidden(service, head)
    ]
    missing = await asyncio.to_thread(contradictions, service.floor.store, fits)
    # What stands there instead is not told: a hash next to one that was shown could be guessed from.
    return HeldHeadsView(
        contradicted=[ContradictedHead(table=head.table, version=head.version, hash=head.hash) for head in missing]
    )


def _hidden(service: Service, head: Head) -> bool:
    live = service.floor.tables.get(head.table)
    return live is not None and live.hides(head.version)


HANDLERS = [heads, held]
