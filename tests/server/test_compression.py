"""A table's page comes gzipped to whoever takes it, and says the same."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from server.running import a_table, running


def test_a_long_answer_is_gzipped_for_whoever_takes_it(tmp_path: Path) -> None:
    with running(tmp_path, a_table("t", "rws-baccarat")) as house:
        client = house.client("Guest")
        for path in ("/api/tables/t", "/api/tables/t/history"):
            plain = client.get(path, headers={"accept-encoding": "identity"})
            with client.stream("GET", path, headers={"accept-encoding": "gzip, br"}) as answer:
                octets = b"".join(answer.iter_raw())
            assert "content-encoding" not in plain.headers
            long = len(plain.content) >= 4_096
            assert answer.headers.get("content-encoding") == ("gzip" if long else None)
            assert answer.headers["vary"] == plain.headers["vary"] == "accept-encoding"
            assert int(answer.headers["content-length"]) == len(octets)
            if long:
                assert len(octets) < len(plain.content) / 3
            said = json.loads(gzip.decompress(octets) if long else octets)
            history = said.get("history", said)
            meant = plain.json()
            assert history == (meant.get("history", meant))
        assert len(client.get("/api/tables/t", headers={"accept-encoding": "identity"}).content) >= 4_096
        refused = client.get("/api/tables/none")
        assert refused.status_code == 404
        assert "content-encoding" not in refused.headers
