"""Signatures: Ed25519 (RFC 8032), verification only."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha512

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
Point = tuple[int, int, int, int]


def signature_holds(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether whoever holds the key signed exactly these bytes."""
    holder = _point(public)
    scalar = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or holder is None or scalar >= ORDER:
        return False
    hashed = sha512(signature[:32] + public + message).digest()
    against = _times(int.from_bytes(hashed, "little") % ORDER, _negative(holder))
    return _bytes(_sum(_times(scalar, BASE), against)) == signature[:32]


def _point(encoded: bytes) -> Point | None:
    if len(encoded) != 32:
        return None
    y = int.from_bytes(encoded, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    squared = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(squared, (P + 3) // 8, P)
    if (x * x - squared) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - squared) % P or (x == 0 and sign):
        return None
    if x % 2 != sign:
        x = P - x
    return x, y, 1, x * y % P


def _sum(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * D * one[3] * other[3] % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(scalar: int, point: Point) -> Point:
    result: Point = (0, 1, 1, 0)
    for bit, double in enumerate(_doubles(point)):
        if scalar >> bit & 1:
            result = _sum(result, double)
    return result


@lru_cache(maxsize=16)  # of the base and of the site's keys, for every statement the same
def _doubles(point: Point) -> list[Point]:
    doubles = [point]
    while len(doubles) < ORDER.bit_length():
        doubles.append(_sum(doubles[-1], doubles[-1]))
    return doubles


def _negative(point: Point) -> Point:
    return P - point[0], point[1], point[2], P - point[3]


def _bytes(point: Point) -> bytes:
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _base() -> Point:
    base = _point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
    if base is None:
        raise ArithmeticError
    return base


BASE = _base()
