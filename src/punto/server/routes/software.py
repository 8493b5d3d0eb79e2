"""The software itself, shown to whoever has to verify it: hashes of all it runs on, taken at this moment."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import Any, Final

from litestar import Request, get
from litestar.di import NamedDependency

from punto.house.floor.manifest import differences, take_manifest
from punto.house.people.roles import Resource
from punto.server.service import Service
from punto.view.house import ManifestView

_PARTS: Final = ("punto", "argon2-cffi", "cryptography", "litestar", "msgspec", "psycopg", "sqlalchemy", "uvicorn")


@get("/api/manifest", summary="Hashes of the program, its rulebooks and settings, taken now and held against the start")
async def manifest(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> ManifestView:
    person = await service.viewer(request, Resource.LOG)
    service.pricing.take(person.name)
    now = await service.bulk.alone(person.name, take_manifest, service.floor.settings)
    house = service.house
    return ManifestView(
        digest=now.digest,
        at_start=house.manifest.digest,
        changed=differences(house.manifest, now),
        changed_at_start=house.changed_at_start,
        approved_by=house.settings.manifest,
        files=now.files,
        versions={"python": sys.version.split()[0]} | {part: version(part) for part in _PARTS},
    )


HANDLERS = [manifest]
