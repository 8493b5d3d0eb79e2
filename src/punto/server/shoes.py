"""The shoe that was closed last, over the web: what a patron's page holds to the seal it showed."""

from __future__ import annotations

from typing import Any

from litestar import Request, get
from litestar.di import NamedDependency

from punto.house.roles import View
from punto.house.shoes import closed_shoe
from punto.server.service import Service
from punto.server.tables import TableId


@get(
    "/api/tables/{table_id:str}/closed-shoe",
    summary="The shoe that was closed last: its seal, every card that came out of it, and the order it revealed",
)
async def closed(
    request: Request[Any, Any, Any], service: NamedDependency[Service], table_id: TableId
) -> dict[str, Any]:
    await service.viewer(request, View.TABLE)
    return {"events": closed_shoe(service.floor.table(table_id))}
