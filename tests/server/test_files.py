"""Pages and the files beside them: sent once, asked for every time, and read again when they were changed."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest

from punto.kernel import KernelUnavailable
from punto.kernel.wasm import wasm_path
from punto.server.frame import modules_of
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


def test_files_that_a_page_names_are_kept_without_asking_until_a_file_changes(
    up: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "PAGES", tmp_path)
    (tmp_path / "lobby").mkdir()
    html = '<head>\n<script type="module" src="/assets/a.js"></script>\n</head>'
    (tmp_path / "lobby" / "lobby.html").write_text(html)
    script = tmp_path / "a.js"

    def named() -> str:
        [address] = re.findall(r'src="(/assets/[0-9a-f]{16}/a.js)"', up.client().get("/").text)
        return str(address)

    def kept(address: str) -> bool:
        answer = up.client().get(address)
        assert answer.text == script.read_text()
        return "immutable" in answer.headers["cache-control"]

    script.write_text("one")
    first = named()
    assert kept(first)
    assert not kept("/assets/a.js")
    assert not kept("/assets/0123456789abcdef/a.js")
    script.write_text("two")
    os.utime(script, ns=(1, 1))
    assert named() != first
    assert kept(named())
    assert not kept(first)


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
    assert re.search(r'<link rel="modulepreload" href="/assets/[0-9a-f]{16}/lobby/more.js">', answer.text)
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


def test_a_page_is_sent_its_stylesheets_as_one(up: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PAGES", tmp_path)
    (tmp_path / "lobby").mkdir()
    (tmp_path / "lib").mkdir()
    for shared in ("tokens", "base"):
        (tmp_path / "lib" / f"{shared}.css").write_text(f".{shared} {{}}")
    links = "".join(f'  <link rel="stylesheet" href="/assets/lobby/{name}.css">\n' for name in "ba")
    (tmp_path / "lobby" / "lobby.html").write_text(f"<head>\n  <title>Lobby</title>\n{links}</head>")
    (tmp_path / "lobby" / "a.css").write_text(".a { color: red; }")
    second = tmp_path / "lobby" / "b.css"
    second.write_text(".b { color: red; }")
    [address] = re.findall(r'href="(/assets/[0-9a-f]{16}/styles/lobby.css)"', up.client().get("/").text)
    first = up.client().get(address)
    assert first.text == ".tokens {}\n.base {}\n.b { color: red; }\n.a { color: red; }"
    assert first.headers["content-type"].startswith("text/css")
    assert "immutable" in first.headers["cache-control"]
    second.write_text(".b { color: green; }")
    os.utime(second, ns=(0, 1))
    assert up.client().get(address).text.endswith(".b { color: green; }\n.a { color: red; }")
    for wrong in ("/assets/styles/none.css", "/assets/styles/lobby.js", "/assets/styles/lobby.html"):
        assert error_of(up.client().get(wrong)) == "unknown_page"


def test_a_link_that_leads_out_is_not_followed(up: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "secret.js").write_text("secret")
    (tmp_path / "pages" / "a.js").symlink_to(tmp_path / "secret.js")
    monkeypatch.setattr(pages, "PAGES", tmp_path / "pages")
    for path in ("/assets/a.js", "/assets/../secret.js", "/assets/%2e%2e/secret.js", "/assets/a.html"):
        answer = up.client().get(path)
        assert (answer.status_code, error_of(answer)) == (404, "unknown_page"), path


def test_the_kernel_is_sent_as_if_it_lay_beside_the_module_that_loads_it(up: Running) -> None:
    client = up.client()
    for address in ("/assets/lib/kernel.wasm", "/assets/0123456789abcdef/lib/kernel.wasm"):
        answer = client.get(address)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/wasm")
        assert answer.content == wasm_path().read_bytes()
        assert answer.headers["cache-control"] == "no-cache"
        again = client.get(address, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert client.get("/assets/odds/kernel.wasm").status_code == 404


def test_a_house_without_the_compiler_has_no_kernel_for_pages_and_tries_once(
    up: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def none() -> Path:
        tried.append("compiler")
        raise KernelUnavailable("no_compiler", "there is none")

    monkeypatch.setattr(pages, "wasm_path", none)
    pages.kernel_file.cache_clear()
    for _ in range(2):
        answer = up.client().get("/assets/lib/kernel.wasm")
        assert (answer.status_code, error_of(answer)) == (404, "unknown_page")
    assert tried == ["compiler"]
    pages.kernel_file.cache_clear()


def modules_at_any_time(script: str) -> set[str]:
    """The modules that a page loads, at once or when they are called for."""
    modules: set[str] = set()
    waiting = [script]
    while waiting:
        for name in modules_of(pages.PAGES, [waiting.pop()]) - modules:
            modules.add(name)
            code = re.sub(r"/\*.*?\*/", "", (pages.PAGES / name).read_text("utf-8"), flags=re.DOTALL)
            waiting += [urljoin(name, later) for later in re.findall(r'\bimport\("([^"]+)"\)', code)]
    return modules


@pytest.mark.parametrize(
    ("address", "answers"),
    [
        ("/table/easy-six", ["tables/easy-six"]),
        ("/dealer/easy-six", ["tables/easy-six", "dealer/easy-six"]),
        ("/board/easy-six", ["tables/easy-six"]),
        ("/odds/easy-six", ["rulebooks/easy-six"]),
        ("/table/easy-six+other", []),  # Several are asked for by the page.
        ("/table/%3E%0D%0Ax", []),
        ("/dealer", []),
        ("/", []),
    ],
)
def test_a_page_names_the_answers_that_it_asks_for_first(up: Running, address: str, answers: list[str]) -> None:
    client = up.client()
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first.headers["etag"]})
    links = ", ".join(f"</api/{answer}>; rel=preload; as=fetch; crossorigin" for answer in answers)
    assert [one.headers.get("link", "") for one in (first, again)] == [links, links]


def test_the_content_policy_allows_webassembly_on_the_odds_page_alone(up: Running) -> None:
    client = up.client()
    allowed = set()
    # Pages of the site are not a house's; each carries a policy of its own (tests/static_site).
    served = (file.parent for file in pages.PAGES.glob("*/*.html") if not file.stem.startswith("site-"))
    for folder in sorted(served):
        address = {"lobby": "/", "missing": "/nowhere"}.get(folder.name, f"/{folder.name}")
        answer = client.get(address, headers={"accept": "text/html"})
        again = client.get(address, headers={"If-None-Match": answer.headers.get("etag", "")})
        policies = {one.headers["content-security-policy"] for one in (answer, again)}
        if any("wasm" in policy for policy in policies):
            allowed.add(folder.name)
            [policy] = policies  # A browser takes over the headers of an answer that says it has the page.
            assert "script-src 'self' 'wasm-unsafe-eval';" in policy
            assert "'unsafe-eval'" not in policy
        counts = "lib/kernel.js" in modules_at_any_time(f"{folder.name}/{folder.name}.js")
        assert counts == (folder.name in allowed), folder.name
    assert allowed == {"odds"}
