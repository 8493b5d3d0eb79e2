"""The pages and the files beside them, from memory: a browser that has a file already is told so and not sent it."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.params import FromPath

from punto.kit import Refused
from punto.server.frame import framed

PAGES: Final = Path(__file__).parents[1] / "pages"

_KINDS: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
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
    return _answer(request, PAGES / word / f"{word}.html")


@get("/assets/{path:path}", include_in_schema=False)
async def asset(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
    name = path.lstrip("/")
    if not _ASSET.fullmatch(name) or Path(name).suffix not in _KINDS or name.endswith(".html"):
        raise Refused(code="unknown_page", message="there is no such file")
    return _answer(request, PAGES / name)


@dataclass(frozen=True, slots=True)
class _CachedFile:
    """A file as it is sent."""

    written: dict[Path, int]
    """What it was made from, and when each was last written, in nanoseconds: a change since makes it anew."""
    octets: bytes
    gzipped: bytes
    tag: str


_cache: Final[dict[Path, _CachedFile]] = {}


def _read(file: Path) -> _CachedFile:
    # A link that leads out of the pages is not followed.
    if not file.is_file() or not file.resolve().is_relative_to(PAGES.resolve()):
        raise Refused(code="unknown_page", message="there is no such page")
    cached = _cache.get(file)
    if cached is None or cached.written != _written(cached.written):
        octets, sources = framed(PAGES, file) if file.suffix == ".html" else (file.read_bytes(), {file})
        tag = hashlib.sha256(octets).hexdigest()[:32]
        cached = _cache[file] = _CachedFile(_written(sources), octets, gzip.compress(octets, mtime=0), tag)
    return cached


def _written(files: Iterable[Path]) -> dict[Path, int]:
    return {file: file.stat().st_mtime_ns if file.exists() else 0 for file in files}


def _answer(request: Request[Any, Any, Any], file: Path) -> Response[bytes]:
    cached = _read(file)
    small = _takes_gzip(request)
    tag = f'"{cached.tag}{"-gzip" if small else ""}"'
    # Asked for every time, so that all modules of a page are of one age; sent only where it changed.
    headers = {"cache-control": "no-cache", "etag": tag, "vary": "accept-encoding"}
    known = {one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")}
    if tag in known:
        return Response(b"", status_code=304, headers=headers)
    if small:
        headers["content-encoding"] = "gzip"
    return Response(cached.gzipped if small else cached.octets, media_type=_KINDS[file.suffix], headers=headers)


def _takes_gzip(request: Request[Any, Any, Any]) -> bool:
    names = {name.strip().lower() for name in request.headers.get("accept-encoding", "").split(",")}
    return "gzip" in names


HANDLERS = [page, asset]
