"""The pages and the files beside them, from memory: a browser that has a file already is told so and not sent it."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.params import FromPath

from punto.kit import Refused

PAGES: Final = Path(__file__).parents[1] / "pages"

_KINDS: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}

_ASSET: Final = re.compile(r"(?:[a-z0-9][a-z0-9_-]{0,60}/){0,4}[a-z0-9][a-z0-9._-]{0,60}", re.ASCII | re.IGNORECASE)
"""A file beside the pages: no step up, no hidden name, nothing that is no name at all."""

_PAGES: Final = ("lobby", "table", "dealer", "pit", "board", "odds", "audit", "people", "account")
"""Pages by the first word of their address; what they show comes from their JSON twins."""


_ADDRESSES: Final = ["/", "/sign-in", *(f"/{page}" for page in _PAGES), *(f"/{page}/{{name:str}}" for page in _PAGES)]


@get(_ADDRESSES, include_in_schema=False)
async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page itself is the same for everybody: a frame that asks for what its reader may see."""
    word = request.url.path.strip("/").split("/")[0] or "lobby"
    return _answer(request, PAGES / f"{word}.html")


@get("/assets/{path:path}", include_in_schema=False)
async def asset(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
    name = path.lstrip("/")
    if not _ASSET.fullmatch(name) or Path(name).suffix not in _KINDS or name.endswith(".html"):
        raise Refused(code="unknown_page", message="there is no such file")
    return _answer(request, PAGES / name)


@dataclass(frozen=True, slots=True)
class _CachedFile:
    """A file as it was read."""

    written: int
    """When the file was last written, in nanoseconds: one that was changed since is read again."""
    octets: bytes
    tag: str


_cache: Final[dict[Path, _CachedFile]] = {}


def _read(file: Path) -> _CachedFile:
    # A link that leads out of the pages is not followed.
    if not file.is_file() or not file.resolve().is_relative_to(PAGES.resolve()):
        raise Refused(code="unknown_page", message="there is no such page")
    written = file.stat().st_mtime_ns
    cached = _cache.get(file)
    if cached is None or cached.written != written:
        octets = file.read_bytes()
        cached = _cache[file] = _CachedFile(written, octets, f'"{hashlib.sha256(octets).hexdigest()[:32]}"')
    return cached


def _answer(request: Request[Any, Any, Any], file: Path) -> Response[bytes]:
    cached = _read(file)
    # Asked for every time, so that all modules of a page are of one age; sent only where it changed.
    headers = {"cache-control": "no-cache", "etag": cached.tag}
    known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
    if cached.tag in known:
        return Response(b"", status_code=304, headers=headers)
    return Response(cached.octets, media_type=_KINDS[file.suffix], headers=headers)


HANDLERS = [page, asset]
