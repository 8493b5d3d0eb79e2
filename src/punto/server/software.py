"""The software itself, shown to whoever has to verify it: hashes of all it runs on, taken at this moment."""

from __future__ import annotations

import asyncio
import sys
from importlib.metadata import version
from typing import Any, Final

from litestar import Request, get
from litestar.di import NamedDependency

from punto.house.manifest import differences, take_manifest
from punto.house.roles import View
from punto.server.service import Service

_PARTS: Final = ("punto", "argon2-cffi", "cryptography", "litestar", "msgspec", "psycopg", "sqlalchemy", "uvicorn")


@get("/api/manifest", summary="Hashes of the program, its rulebooks and settings, taken now and held against the start")
async def manifest(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> dict[str, Any]:
    person = await service.viewer(request, View.LOG)
    service.pricing.take(person.name)
    now = await asyncio.to_thread(take_manifest, service.floor.settings)
    return {
        "digest": now.digest,
        "at_start": service.manifest.digest,
        "changed": differences(service.manifest, now),
        "changed_at_start": service.changed_at_start,
        "approved_by": service.floor.settings.manifest,
        "files": now.files,
        "versions": {"python": sys.version.split()[0]} | {one: version(one) for one in _PARTS},
    }
