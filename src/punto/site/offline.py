"""The service worker: it keeps every file of the site in the browser, so that the site works without a connection."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

import msgspec

from punto.site.page_frame import PAGES

NAME: Final = "worker.js"
_PLACE: Final = 'const SITE = { release: "", files: [""] };'


def release_of_site(files: Mapping[str, bytes]) -> str:
    """A hash of all files: one byte changed in any of them makes another release."""
    contents = hashlib.sha256()
    for name, octets in sorted(files.items()):
        contents.update(b"%d %b %d " % (len(name.encode()), name.encode(), len(octets)) + octets)
    return contents.hexdigest()[:16]


def worker(files: Mapping[str, bytes]) -> bytes:
    """The worker for these files."""
    text = (PAGES / "site-home" / NAME).read_text(encoding="utf-8")
    assert text.count(_PLACE) == 1
    site = msgspec.json.encode({"release": release_of_site(files), "files": sorted(files)}).decode()
    return text.replace(_PLACE, f"const SITE = {site};").encode()
