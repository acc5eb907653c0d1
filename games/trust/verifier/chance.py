"""Chance: step keys, streams, draws, throws, rolls, and what the veil hides."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from typing import Any

from games.trust.verifier.encoding import Cubes, Json, canonical

WORD = 2**64


def step_key(link: str, game: str, step: int, digests: list[str]) -> bytes:
    """The key that everything random in a step follows from."""
    return hmac.digest(bytes.fromhex(link), canonical([game, step, digests]), "sha256")


def bot_salt(link: str, game: str, decision: str) -> str:
    """The salt of what a bot answers: fixed by the link, so that nobody can choose it."""
    return hmac.digest(bytes.fromhex(link), canonical(["salt", game, decision]), "sha256").hex()


def words(key: bytes, name: str) -> Iterator[int]:
    """The words of a named stream: Philox4x64-10, counted from 1."""
    keyed = hmac.digest(key, name.encode("utf-8"), "sha256")
    first, second = (int.from_bytes(keyed[at : at + 8], "little") for at in (0, 8))
    counter = 0
    while True:
        counter += 1
        a, b, c, d, k0, k1 = counter, 0, 0, 0, first, second
        for _ in range(10):
            left, right = a * 0xD2E7470EE14C6C93, c * 0xCA5A826395121157
            a, b, c, d = right // WORD ^ b ^ k0, right % WORD, left // WORD ^ d ^ k1, left % WORD
            k0, k1 = (k0 + 0x9E3779B97F4A7C15) % WORD, (k1 + 0xBB67AE8584CAA73B) % WORD
        yield from (a, b, c, d)


def below(source: Iterator[int], n: int) -> int:
    """A fair whole number from 0 to n - 1."""
    limit = WORD - WORD % n
    return next(word for word in source if word < limit) % n


def drawn(source: Iterator[int], items: list[Any], count: int) -> list[Any]:
    """So many of a list, in the order drawn."""
    left = list(items)
    return [left.pop(below(source, len(left))) for _ in range(count)]


def left_of(cards: list[Any], gone: list[Any]) -> list[Any]:
    """A deck in its order without the cards that are gone: of equal ones the first."""
    left, names = list(cards), [canonical(card) for card in cards]
    for card in gone:
        at = names.index(canonical(card))
        del left[at], names[at]
    return left


def fallen(source: Iterator[int], tower: Json, thrown: Cubes, lodged: Cubes) -> Cubes:
    """What falls out of the tower."""
    n = sum(thrown.values())
    lodges = WORD * tower["lodges"][0] // tower["lodges"][1]
    loosened = WORD - WORD * tower["stays"][0] ** n // tower["stays"][1] ** n
    fell: Cubes = {}
    for colour in sorted(thrown):
        fell[colour] = sum(next(source) >= lodges for _ in range(thrown[colour]))
    for colour in sorted(lodged):
        loose = sum(next(source) < loosened for _ in range(lodged[colour]))
        fell[colour] = fell.get(colour, 0) + loose
    return some(fell)


def some(cubes: Cubes) -> Cubes:
    """Cubes by colour, without the colours that have none."""
    return {colour: count for colour, count in cubes.items() if count}


def rolled(source: Iterator[int], sides: int, dice: int) -> list[int]:
    """So many dice, in the order rolled."""
    return [1 + below(source, sides) for _ in range(dice)]


def private_key(key: bytes, veil: bytes) -> bytes:
    """The key of what a step hides until the veil is lifted."""
    return hmac.digest(key, veil, "sha256")


def dealt(private: bytes, name: str, cards: list[Any]) -> tuple[Any, list[Any]]:
    """A card that the stream of that name deals, and what it leaves of the deck."""
    card = cards[below(words(private, name), len(cards))]
    return card, left_of(cards, [card])


def veiled_salt(veil: bytes, game: str, handle: str) -> str:
    """The salt of a hidden card: fixed by the veil, so that nobody can choose it."""
    return hmac.digest(veil, canonical(["veiled", game, handle]), "sha256").hex()
