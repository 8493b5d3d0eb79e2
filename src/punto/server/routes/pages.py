"""The pages and the files beside them, from memory.

A page is asked for every time, and a browser that has it is told so and not sent it. The files that it names carry
the release of all pages in their address: they never change there, and a browser keeps them without asking.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.exceptions import HTTPException
from litestar.params import FromPath

from punto.kernel import KernelUnavailable
from punto.kernel.wasm import wasm_path
from punto.kit import Refused
from punto.server import errors
from punto.server.compression import takes_gzip
from punto.server.counters import COUNTERS
from punto.server.frame import STYLES, framed, release_of, styles_of
from punto.server.security import COUNTING_POLICY
from punto.view.house import ErrorView

PAGES: Final = Path(__file__).parents[1] / "pages"

_KINDS: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}

_ASSET: Final = re.compile(
    r"/*(?:(?P<release>[0-9a-f]{16})/)?(?P<name>(?:[a-z0-9][a-z0-9_-]{0,60}/){0,4}[a-z0-9][a-z0-9._-]{0,60})",
    re.ASCII | re.IGNORECASE,
)
"""A file beside the pages: no step up, no hidden name, nothing that is no name at all."""

_KERNEL: Final = "lib/kernel.wasm"
"""The C core for pages: it lies in the kernel, and is served as if it lay beside the module that loads it."""

_COUNTING: Final = frozenset({"odds"})
"""Pages that count by themselves. Never one of a live table."""

_FOR_EVER: Final = "public, max-age=31536000, immutable"

_PAGES: Final = (
    *("lobby", "table", "dealer", "pit", "cage", "results", "board", "odds"),
    *("audit", "people", "account", "history", "tour"),
)
"""Pages by the first word of their address; what they show comes from their JSON twins."""


_AHEAD: Final = {
    "table": ("tables/{}",),
    "dealer": ("tables/{}", "dealer/{}"),
    "board": ("tables/{}",),
    "odds": ("rulebooks/{}",),
}
"""What a page asks for first, under /api/, by the name in its address: it is on its way while the modules are."""

_NAME: Final = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
"""A name that stands in an address as it is. Others (several tables side by side) are asked for by the page alone."""


def _ahead(word: str, name: str) -> str:
    """The header that names those answers; empty where there is none."""
    paths = _AHEAD.get(word, ()) if _NAME.fullmatch(name) else ()
    return ", ".join(f"</api/{path.format(name)}>; rel=preload; as=fetch; crossorigin" for path in paths)


_ADDRESSES: Final = ["/", "/sign-in", *(f"/{page}" for page in _PAGES), *(f"/{page}/{{name:str}}" for page in _PAGES)]


@get(_ADDRESSES, include_in_schema=False)
async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page itself is the same for everybody: a frame that asks for what its reader may see."""
    word, _, name = request.url.path.strip("/").partition("/")
    word = word or "lobby"
    answer = _answer(request, PAGES / word / f"{word}.html", lasting=False)
    if ahead := _ahead(word, name):
        answer.headers["link"] = ahead
    if word in _COUNTING:
        answer.headers["content-security-policy"] = COUNTING_POLICY
    return answer


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorView] | Response[bytes]:
    """What cannot be answered: a page of its own for a browser whose address leads nowhere, else the plain refusal."""
    wants_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
    if error.status_code != 404 or not wants_page:
        return errors.on_http(request, error)
    COUNTERS.count_refusal("unknown_page")
    return _answer(request, PAGES / "missing" / "missing.html", lasting=False, status=404)


@get("/assets/{path:path}", include_in_schema=False)
async def asset(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
    match = _ASSET.fullmatch(path)
    if match is None or Path(path).suffix not in _KINDS or path.endswith(".html"):
        raise Refused(code="unknown_page", message="there is no such file")
    if match["name"] == _KERNEL:
        return await asyncio.to_thread(_kernel, request)
    # A page of another release still gets its file, as it is now; nobody keeps it under that name.
    is_current = match["release"] is not None and match["release"] == _latest.get(PAGES)
    return _answer(request, PAGES / match["name"], lasting=is_current)


def _kernel(request: Request[Any, Any, Any]) -> Response[bytes]:
    file = kernel_file()
    if file is None:
        raise Refused(code="unknown_page", message="there is no kernel for pages here")
    return _answer(request, file, lasting=False, home=file.parent)


@cache
def kernel_file() -> Path | None:
    """The core for pages, compiled when it is first asked for; None in a house that cannot, which tries once."""
    try:
        return wasm_path()
    except KernelUnavailable:
        return None


@dataclass(frozen=True, slots=True)
class _CachedFile:
    """A file as it is sent."""

    mtimes: dict[Path, int]
    """What it was made from, and when each was last written, in nanoseconds: a change since makes it anew."""
    octets: bytes
    gzipped: bytes
    tag: str


_cache: Final[dict[Path, _CachedFile]] = {}
_latest: Final[dict[Path, str]] = {}
"""The release that the last page named, by the folder of the pages."""


def _read(file: Path, home: Path) -> _CachedFile:
    cached = _cache.get(file)
    if cached is not None and cached.mtimes == _mtimes(cached.mtimes):
        return cached
    # A link that leads out of the pages is not followed.
    source = _page_of(file) if _is_joined(file) else file
    if not source.is_file() or not source.resolve().is_relative_to(home.resolve()):
        raise Refused(code="unknown_page", message="there is no such page")
    octets, sources = _content_of(file)
    tag = hashlib.sha256(octets).hexdigest()[:32]
    cached = _cache[file] = _CachedFile(_mtimes(sources), octets, gzip.compress(octets, mtime=0), tag)
    return cached


def _content_of(file: Path) -> tuple[bytes, frozenset[Path]]:
    """The bytes that are sent under a file's name, and the files they were made from."""
    if _is_joined(file):
        styles = styles_of(PAGES, _page_of(file))
        return b"\n".join(style.read_bytes() for style in styles), frozenset({_page_of(file), *styles})
    if file.suffix != ".html":
        return file.read_bytes(), frozenset({file})
    release, files = release_of(PAGES)
    _latest[PAGES] = release
    return framed(PAGES, file, release), files


def _is_joined(file: Path) -> bool:
    """Whether this is the one stylesheet that a page's are joined to."""
    return file.parent == PAGES / STYLES and file.suffix == ".css"


def _page_of(joined: Path) -> Path:
    return PAGES / joined.stem / f"{joined.stem}.html"


def _mtimes(files: Iterable[Path]) -> dict[Path, int]:
    return {file: _mtime(file) for file in files}


def _mtime(file: Path) -> int:
    """When a file was last written; 0 where there is none. A page is made of some 300, so each is asked once."""
    try:
        return file.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _answer(
    request: Request[Any, Any, Any], file: Path, lasting: bool, status: int = 200, home: Path | None = None
) -> Response[bytes]:
    cached = _read(file, home or PAGES)
    small = takes_gzip(request.headers)
    tag = f'"{cached.tag}{"-gzip" if small else ""}"'
    headers = {"cache-control": _FOR_EVER if lasting else "no-cache", "etag": tag, "vary": "accept-encoding"}
    etags = {etag.strip().removeprefix("W/") for etag in request.headers.get("if-none-match", "").split(",")}
    if tag in etags and status == 200:
        return Response(b"", status_code=304, headers=headers)
    if small:
        headers["content-encoding"] = "gzip"
    body, kind = cached.gzipped if small else cached.octets, _KINDS[file.suffix]
    return Response(body, status_code=status, media_type=kind, headers=headers)


HANDLERS = [page, asset]
