"""Signed heads: the bytes of docs/heads.md, three times over, and where their key comes from."""

from __future__ import annotations

import json
import os
import random
import re
import struct
import sys
from hashlib import sha256
from io import StringIO
from pathlib import Path

import pytest

from punto.audit.known_heads import BadStatement, signed_heads
from punto.cli.main import run
from punto.store import (
    Head,
    SignedHeads,
    SigningKey,
    Store,
    StoreError,
    contradictions,
    heads_line,
    key_source,
    sign_heads,
    signature_holds,
    signing_key,
)
from punto.store.key_source import key_from_command, key_from_descriptor
from punto.store.signed_heads import heads_message
from punto.table.receipt import Receipt, receipt_message
from store import plain_ed25519 as plain
from store.shift import shift

PRIVATE = bytes(range(32))
AT = "2026-11-18T12:00:00+00:00"
HEADS = [Head("house:people", 3, "a" * 64), Head("牌桌", 12, "0123456789abcdef" * 4)]
DOCS = Path(__file__).parents[2] / "docs"


def vectors(page: str) -> list[str]:
    return re.findall(r"^\| [^|]*\| `([0-9a-f ]+)` \|$", (DOCS / page).read_text("utf-8"), re.MULTILINE)


def plain_fields(*fields: str | bytes) -> bytes:
    """A third account of the bytes."""
    whole = b""
    for field in fields:
        octets = field if isinstance(field, bytes) else field.encode("utf-8")
        whole += struct.pack(">I", len(octets)) + octets
    return whole


def plain_message(line: dict[str, object]) -> bytes:
    fields = ["punto heads 1", str(line["at"]), str(len(line["heads"]))]  # type: ignore[arg-type]
    for head in line["heads"]:  # type: ignore[attr-defined]
        fields += [head["table"], str(head["version"]), head["hash"]]
    return plain_fields(*fields)


@pytest.mark.parametrize(
    ("private", "public", "message", "signature"),
    [  # RFC 8032, 7.1, tests 1 and 3.
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
        ),
    ],
)
def test_the_plain_version_is_that_of_the_standard(private: str, public: str, message: str, signature: str) -> None:
    assert plain.public_key(bytes.fromhex(private)).hex() == public == SigningKey(bytes.fromhex(private)).public
    assert plain.sign(bytes.fromhex(private), bytes.fromhex(message)).hex() == signature
    assert plain.verify(bytes.fromhex(public), bytes.fromhex(signature), bytes.fromhex(message))


def test_the_test_vectors_of_the_documentation_come_out() -> None:
    public, length, digest, signature = vectors("heads.md")[-4:]
    key, message = SigningKey(PRIVATE), heads_message(AT, HEADS)
    assert (key.public, str(len(message)), sha256(message).hexdigest(), key.sign(message)) == (
        public,
        length,
        digest,
        signature,
    )
    line = json.loads(heads_line(SignedHeads(at=AT, heads=HEADS, key=public, signature=signature)))
    assert plain_message(line) == message
    assert plain.sign(PRIVATE, plain_message(line)).hex() == signature


def test_the_vectors_of_a_receipt_come_out() -> None:
    length, digest, signature = vectors("shoe.md")[:3]
    receipt = Receipt(
        table="t",
        version=12,
        hash="a" * 64,
        shoe=1,
        sealed_as="0" * 64,
        box=3,
        patron="Guest",
        entropy=PRIVATE.hex(),
        key=SigningKey(PRIVATE).public,
        signature="",
    )
    message = receipt_message(receipt)
    assert message == plain_fields("punto receipt 1", "t", "12", "a" * 64, "1", "0" * 64, "3", "Guest", PRIVATE)
    assert (str(len(message)), sha256(message).hexdigest()) == (length, digest)
    assert SigningKey(PRIVATE).sign(message) == plain.sign(PRIVATE, message).hex() == signature


def test_what_is_signed_is_verified_by_three_and_nothing_else_is() -> None:
    source = random.Random(1)
    for _ in range(6):
        private = source.randbytes(32)
        key = SigningKey(private)
        heads = [Head(f"t{number}", source.randrange(10**6), source.randbytes(32).hex()) for number in range(3)]
        signed = SignedHeads(at=AT, heads=heads, key=key.public, signature=key.sign(heads_message(AT, heads)))
        line = json.loads(heads_line(signed))
        octets, public = bytes.fromhex(signed.signature), bytes.fromhex(key.public)
        assert plain.verify(public, octets, plain_message(line))
        assert len(list(signed_heads(heads_line(signed), [key.public]))) == 3
        line["heads"][1]["version"] += 1
        assert not plain.verify(public, octets, plain_message(line))
        assert not signature_holds(key.public, signed.signature, plain_message(line))
        with pytest.raises(BadStatement, match="does not hold"):
            list(signed_heads(json.dumps(line).encode(), [key.public]))
        with pytest.raises(BadStatement, match="no key it may be signed by"):
            list(signed_heads(heads_line(signed), ["00" * 32]))


def test_all_heads_are_signed_in_the_order_of_their_names(store: Store) -> None:
    for table in ("b", "ä", "a-1", "house:people"):
        shift(store, table, 1)
    from datetime import UTC, datetime

    signed = sign_heads(store, SigningKey(PRIVATE), datetime(2026, 11, 18, tzinfo=UTC))
    names = [head.table for head in signed.heads]
    assert names == sorted(store.tables(), key=str.encode)
    assert contradictions(store, signed.heads) == []
    others = [Head("b", 1, "0" * 64), Head("b", 99, "0" * 64), Head("gone", 1, "0" * 64)]
    assert contradictions(store, others) == others


def test_the_command_signs_appends_and_is_audited(
    store: Store, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shift(store, "house:people", 1)
    books = url.removeprefix("sqlite:///")
    key, kept = tmp_path / "heads.key", tmp_path / "heads.jsonl"
    assert run(["heads", "--new-key", str(key)]) == 0
    assert key.stat().st_mode & 0o777 == 0o600
    public = (tmp_path / "heads.key.pub").read_text().strip()
    assert run(["heads", "--new-key", str(key)]) == 2
    capsys.readouterr()
    assert run(["heads", books, "--key", str(key), "--append", str(kept)]) == 0
    assert capsys.readouterr().out == ""
    printing = f"{sys.executable} -c \"print(open('{key}').read())\""
    assert run(["heads", books, "--key-command", printing]) == 0
    by_command = json.loads(capsys.readouterr().out)
    monkeypatch.setattr(sys, "stdin", StringIO(key.read_text()))
    assert run(["heads", books, "--key", "-"]) == 0
    by_input = json.loads(capsys.readouterr().out)
    assert by_command["key"] == by_input["key"] == public
    assert by_command["heads"] == json.loads(kept.read_text())["heads"]
    for refused in ([], ["--key", str(tmp_path / "none")], ["--key", str(key), "--key-command", "true"]):
        assert run(["heads", books, *refused]) == 2
    assert capsys.readouterr().err.count("\n") == 3


def test_a_key_comes_from_a_command_or_a_descriptor_and_is_never_shown() -> None:
    secret = "ab" * 32
    assert key_from_command(f"{sys.executable} -c \"print('{secret}')\"", "X") == b"\xab" * 32
    for command in (f"{sys.executable} -c \"print('{secret}1')\"", "false", "/no/such/program", '"', ""):
        with pytest.raises(StoreError) as refused:
            key_from_command(command, "X")
        assert secret not in str(refused.value)
    key_source._descriptors.clear()  # A process is started with its descriptors; this one had others before.
    reading, writing = os.pipe()
    os.write(writing, secret.encode())
    os.close(writing)
    for _ in range(2):  # A pipe is read once, and asked for twice.
        assert key_from_descriptor(str(reading), "X") == b"\xab" * 32
    for number in ("x", "-1", "999999999"):
        with pytest.raises(StoreError):
            key_from_descriptor(number, "X")


def test_a_signing_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("ab" * 32)
    file.chmod(0o644)
    with pytest.raises(StoreError, match="600"):
        signing_key(str(file), "")
    assert signing_key("", "") is None
