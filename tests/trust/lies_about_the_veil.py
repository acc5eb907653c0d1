"""Lies about the veil: in the header that names it, and when and how it is lifted."""

from __future__ import annotations

from copy import deepcopy
from hashlib import sha256

from tests.trust.copies import Lie, Log, first_of, insert, places
from tests.trust.pedlars import VEIL


def the_veil_lifted_early(log: Log) -> int:
    at = places(log, "round_began")[1] + 1
    insert(log, at, "veil_lifted", {"veil": VEIL.hex()})
    return at


def the_fair_of_another_format(log: Log) -> int:
    log[0]["format"] = "wallenstein-log/1"
    log[0]["tower"] = "sieve-1"
    return 0


def a_tower_that_is_none(log: Log) -> int:
    log[0]["tower"] = "sieve-1"
    return 0


def no_veil(log: Log) -> int:
    del log[0]["chance"]["veil"]
    return 0


def a_veil_that_is_no_hash(log: Log) -> int:
    log[0]["chance"]["veil"] = "thin"
    return 0


def a_header_with_more(log: Log) -> int:
    log[0]["chance"]["seed"] = 4
    return 0


def another_veil(log: Log) -> int:
    at, payload = first_of(log, "veil_lifted")
    payload["veil"] = "33" * 32
    return at


def another_veil_from_the_beginning(log: Log) -> int:
    _, payload = first_of(log, "veil_lifted")
    payload["veil"] = "33" * 32
    log[0]["chance"]["veil"] = sha256(bytes.fromhex(payload["veil"])).hexdigest()
    return places(log, "goods_dealt")[0]


def a_veil_that_is_short(log: Log) -> int:
    at, payload = first_of(log, "veil_lifted")
    payload["veil"] = payload["veil"][:32]
    return at


def a_veil_with_a_note(log: Log) -> int:
    at, payload = first_of(log, "veil_lifted")
    payload["by"] = "house"
    return at


def the_veil_never_lifted(log: Log) -> int:
    at, _ = first_of(log, "veil_lifted")
    del log[at]
    return at - 1


def the_veil_lifted_later(log: Log) -> int:
    at, _ = first_of(log, "veil_lifted")
    insert(log, at, "game_paused", {"by": "house", "why": "the wind"})
    return at


def the_veil_lifted_twice(log: Log) -> int:
    at, payload = first_of(log, "veil_lifted")
    insert(log, at + 1, "veil_lifted", deepcopy(payload))
    return at + 1


def on_after_the_veil(log: Log) -> int:
    at, _ = first_of(log, "veil_lifted")
    link = sha256(b"another link").hexdigest()
    insert(log, at + 1, "step_began", {"step": 6, "link": link, "answers": []})
    return at + 1


def a_fact_after_the_veil(log: Log) -> int:
    at, _ = first_of(log, "veil_lifted")
    insert(log, at + 1, "fair_opened", {})
    return at + 1


def closed_without_an_end(log: Log) -> int:
    at, _ = first_of(log, "fair_closed")
    del log[at]
    return at


# Seen at once, by everybody, in the middle of the game.
AT_ONCE: list[Lie] = [
    the_veil_lifted_early,
    the_fair_of_another_format,
    a_tower_that_is_none,
    no_veil,
    a_veil_that_is_no_hash,
    a_header_with_more,
]
# Seen when the secrets are open, or when the veil is lifted.
IN_THE_END: list[Lie] = [
    another_veil,
    another_veil_from_the_beginning,
    a_veil_that_is_short,
    a_veil_with_a_note,
    the_veil_never_lifted,
    the_veil_lifted_later,
    the_veil_lifted_twice,
    on_after_the_veil,
    a_fact_after_the_veil,
    closed_without_an_end,
]
