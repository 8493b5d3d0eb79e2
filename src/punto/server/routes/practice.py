"""The practice table over the web: a lesson is sent with all its moves and answered with the table after them."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

import msgspec
from litestar import Request, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from punto.house.practice import play
from punto.server.service import Service
from punto.view.practice import LessonName, PracticeMove, PracticeView


class TakenLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lesson: LessonName
    moves: list[PracticeMove] = []


@post(
    "/api/practice",
    status_code=200,
    summary="A lesson at the practice table, from its first move on: by the real rules, in memory, nothing is written",
)
async def practice(
    request: Request[Any, Any, Any], service: NamedDependency[Service], data: JSONBody[TakenLesson]
) -> PracticeView:
    person = await service.user(request)  # It changes nothing, and still no other site plays here in their name.
    find = service.floor.library.find
    return await asyncio.to_thread(play, find, data.lesson, data.moves, person.name, datetime.now(UTC))


HANDLERS = [practice]
