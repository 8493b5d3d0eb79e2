"""Pages and the files beside them: sent once, asked for every time, and read again when they were changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from punto.server.routes import pages
from server.running import Running, error_of

KINDS = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}

ADDRESSES = [
    "/",
    "/sign-in",
    "/board/easy-six",
    *(f"/assets/{file.relative_to(pages.PAGES)}" for file in pages.PAGES.rglob("*.*") if file.suffix != ".html"),
]


def test_what_a_browser_has_is_not_sent_again(up: Running) -> None:
    client = up.client()
    for address in ADDRESSES:
        first = client.get(address)
        assert first.status_code == 200, address
        suffix = address.rpartition(".")[2] if address.startswith("/assets/") else "html"
        assert first.headers["content-type"].partition(";")[0] == KINDS[suffix]
        assert first.headers["cache-control"] == "no-cache"
        tag = first.headers["etag"]
        for known in (tag, f"W/{tag}", f'"other", {tag}'):
            again = client.get(address, headers={"If-None-Match": known})
            assert (again.status_code, again.content) == (304, b""), (address, known)
            assert again.headers["etag"] == tag
            assert "content-security-policy" in again.headers
        for strange in ('"other"', "", tag.strip('"'), "x" * 2_000):
            assert client.get(address, headers={"If-None-Match": strange}).content == first.content


def test_a_file_that_was_changed_is_read_again(up: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PAGES", tmp_path)
    file = tmp_path / "a.js"
    tags: list[str] = []
    for place, text in enumerate(("one", "two", "one")):
        file.write_text(text)
        # The clock of a file system may be coarse.
        written = file.stat().st_mtime_ns + place
        os.utime(file, ns=(written, written))
        answer = up.client().get("/assets/a.js", headers={"If-None-Match": tags[-1] if tags else ""})
        assert answer.text == text
        tags.append(answer.headers["etag"])
    assert tags[0] == tags[2] != tags[1]
    file.unlink()
    answer = up.client().get("/assets/a.js")
    assert (answer.status_code, error_of(answer)) == (404, "unknown_page")


def test_a_link_that_leads_out_is_not_followed(up: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "secret.js").write_text("secret")
    (tmp_path / "pages" / "a.js").symlink_to(tmp_path / "secret.js")
    monkeypatch.setattr(pages, "PAGES", tmp_path / "pages")
    for path in ("/assets/a.js", "/assets/../secret.js", "/assets/%2e%2e/secret.js", "/assets/a.html"):
        answer = up.client().get(path)
        assert (answer.status_code, error_of(answer)) == (404, "unknown_page"), path
