"""Codes by time: the vectors of RFC 6238 (appendix B, SHA-1) and RFC 4226 (appendix D), and the QR code of a secret."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
import segno

from punto.house.people.totp import STEP_SECONDS, address, base32_secret, code_at, new_secret, step_of
from punto.server.qr import MARGIN, qr_of

SECRET = b"12345678901234567890"


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_the_vectors_of_rfc_6238(seconds: int, code: str) -> None:
    assert code_at(SECRET, seconds // STEP_SECONDS, digits=8) == code


def test_the_vectors_of_rfc_4226() -> None:
    codes = "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489"
    assert " ".join(code_at(SECRET, step) for step in range(10)) == codes


def test_a_clock_may_be_one_step_wrong_and_no_more() -> None:
    now, present = 1_000_000.0, 1_000_000 // STEP_SECONDS
    found = [step_of(SECRET, code_at(SECRET, present + skew), now, after=0) for skew in range(-2, 3)]
    assert found == [None, present - 1, present, present + 1, None]


def test_a_code_is_not_taken_after_itself_or_a_later_one() -> None:
    now, present = 1_000_000.0, 1_000_000 // STEP_SECONDS
    assert step_of(SECRET, code_at(SECRET, present), now, after=present) is None
    assert step_of(SECRET, code_at(SECRET, present - 1), now, after=present) is None
    assert step_of(SECRET, code_at(SECRET, present + 1), now, after=present) == present + 1


@pytest.mark.parametrize("code", ["", "1", "abcdef", "１２３４５６", "-12345", "0" * 7])
def test_what_is_no_code(code: str) -> None:
    assert step_of(SECRET, code, 1_000_000.0, after=0) is None


def test_an_app_reads_the_secret_and_whose_it_is() -> None:
    parts = urlsplit(address(SECRET, "Amy 陳"))
    assert (parts.scheme, parts.netloc, parts.path) == ("otpauth", "totp", "/Punto:Amy%20%E9%99%B3")
    assert parse_qs(parts.query) == {
        "secret": ["GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"],
        "issuer": ["Punto"],
        "algorithm": ["SHA1"],
        "digits": ["6"],
        "period": ["30"],
    }
    assert base32_secret(new_secret()) != base32_secret(new_secret())


def test_the_drawn_qr_code_is_the_code_square_by_square() -> None:
    text = address(SECRET, "Pit Manager 1")
    drawn = qr_of(text)
    dark = {
        (int(x) + right, int(y))
        for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", drawn.path)
        for right in range(int(length))
    }
    matrix = segno.make_qr(text, error="m").matrix
    assert drawn.size == len(matrix) + 2 * MARGIN
    assert dark == {(x + MARGIN, y + MARGIN) for y, row in enumerate(matrix) for x, square in enumerate(row) if square}
