"""Pages and the files beside them: sent once, asked for every time, and read again when they were changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from punto.server.routes import pages
from server.running import Running, error_of

KINDS = {
    "html": "text/html",
    "js": "text/javascript",
    "json": "application/json",
    "css": "text/css",
    "svg": "image/svg+xml",
}

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


def test_what_is_sent_small_is_the_same(up: Running) -> None:
    client = up.client()
    for address in ("/", "/assets/lib/base.css", "/assets/lib/api.js"):
        plain = client.get(address, headers={"Accept-Encoding": "identity"})
        small = client.get(address, headers={"Accept-Encoding": "br, gzip"})
        assert "content-encoding" not in plain.headers
        assert small.headers["content-encoding"] == "gzip"
        assert small.content == plain.content
        assert small.num_bytes_downloaded < plain.num_bytes_downloaded / 2
        assert small.headers["etag"] != plain.headers["etag"]
        assert small.headers["vary"] == plain.headers["vary"] == "accept-encoding"


def test_a_page_is_made_anew_when_a_module_or_its_words_change(
    up: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "PAGES", tmp_path)
    (tmp_path / "lobby").mkdir()
    files = {
        "lobby.html": '<head>\n<script type="module" src="/assets/lobby/lobby.js"></script>\n</head>\n',
        "lobby.js": "",
        "more.js": "",
        "words.en.json": '{"a": "one"}',
    }
    for name, text in files.items():
        (tmp_path / "lobby" / name).write_text(text)
    tags = [up.client().get("/").headers["etag"]]
    for place, (name, text) in enumerate(
        {"lobby.js": 'import "./more.js";\n', "words.en.json": '{"a": "</script>"}'}.items()
    ):
        file = tmp_path / "lobby" / name
        file.write_text(text)
        written = file.stat().st_mtime_ns + 1 + place
        os.utime(file, ns=(written, written))
        answer = up.client().get("/", headers={"If-None-Match": tags[-1]})
        assert answer.status_code == 200
        tags.append(answer.headers["etag"])
    assert len(set(tags)) == 3
    assert '<link rel="modulepreload" href="/assets/lobby/more.js">' in answer.text
    assert '{"a":"\\u003c/script>"}' in answer.text


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
