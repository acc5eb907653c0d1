"""Lies in a log of the second format: about dice, hidden cards, the veil and what is optional.

Each changes one thing in the pedlars' log and returns the entry that must be named; the chain of
hashes is made whole again afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

from tests.trust import (
    lies_about_deals,
    lies_about_dice,
    lies_about_shown_cards,
    lies_about_the_veil,
    lies_about_wishes,
)
from tests.trust.copies import ODD, Lie, rehashed
from tests.trust.pedlars import the_fair

# Seen at once, by everybody, in the middle of the game.
AT_ONCE: list[Lie] = [
    *lies_about_dice.AT_ONCE,
    *lies_about_deals.AT_ONCE,
    *lies_about_shown_cards.AT_ONCE,
    *lies_about_wishes.AT_ONCE,
    *lies_about_the_veil.AT_ONCE,
]
# Seen when the secrets are open, or when the veil is lifted.
IN_THE_END: list[Lie] = [*lies_about_deals.IN_THE_END, *lies_about_the_veil.IN_THE_END]


def odd_payloads() -> Iterator[bytes]:
    """The log of the fair with something odd in the place of each member of each kind of entry."""
    log, kinds = the_fair(), set()
    for at, entry in enumerate(log[1:], 1):
        if entry["kind"] in kinds:
            continue
        kinds.add(entry["kind"])
        for number, member in enumerate(entry["payload"]):
            forged = deepcopy(log)
            forged[at]["payload"][member] = ODD[(at + number) % len(ODD)]
            yield rehashed(forged)
            for part in (
                entry["payload"][member] if isinstance(entry["payload"][member], dict) else ()
            ):
                forged = deepcopy(log)
                forged[at]["payload"][member][part] = ODD[(at + len(part)) % len(ODD)]
                yield rehashed(forged)
