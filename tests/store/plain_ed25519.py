"""Ed25519 as RFC 8032 writes it down, slow and plain: a third account of signatures, for tests alone."""

from __future__ import annotations

from hashlib import sha512

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)

Point = tuple[int, int]


def _add(one: Point, two: Point) -> Point:
    (x1, y1), (x2, y2) = one, two
    both = D * x1 * x2 * y1 * y2
    return (
        (x1 * y2 + x2 * y1) * pow(1 + both, P - 2, P) % P,
        (y1 * y2 + x1 * x2) * pow(1 - both, P - 2, P) % P,
    )


def _times(number: int, point: Point) -> Point:
    total = (0, 1)
    while number:
        if number & 1:
            total = _add(total, point)
        point, number = _add(point, point), number >> 1
    return total


def _with_y(y: int, odd: int) -> Point | None:
    """The point with this y, and with an odd x or an even one (5.1.3)."""
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and odd):
        return None
    return (P - x if x & 1 != odd else x, y)


def _decoded(octets: bytes) -> Point | None:
    number = int.from_bytes(octets, "little")
    y = number & (2**255 - 1)
    return _with_y(y, number >> 255) if y < P else None


def _encoded(point: Point) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


_BASE = _with_y(4 * pow(5, P - 2, P) % P, 0)
assert _BASE is not None
BASE: Point = _BASE


def _number(*parts: bytes) -> int:
    return int.from_bytes(sha512(b"".join(parts)).digest(), "little")


def _secrets(private: bytes) -> tuple[int, bytes]:
    digest = sha512(private).digest()
    scalar = int.from_bytes(digest[:32], "little") & ((1 << 254) - 8) | (1 << 254)
    return scalar, digest[32:]


def public_key(private: bytes) -> bytes:
    return _encoded(_times(_secrets(private)[0], BASE))


def sign(private: bytes, message: bytes) -> bytes:
    scalar, prefix = _secrets(private)
    public, nonce = public_key(private), _number(prefix, message) % L
    commitment = _encoded(_times(nonce, BASE))
    answer = (nonce + _number(commitment, public, message) * scalar) % L
    return commitment + answer.to_bytes(32, "little")


def verify(public: bytes, signature: bytes, message: bytes) -> bool:
    key, commitment = _decoded(public), _decoded(signature[:32])
    answer = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or len(signature) != 64 or answer >= L:
        return False
    challenge = _number(signature[:32], public, message) % L
    return _times(answer, BASE) == _add(commitment, _times(challenge, key))
