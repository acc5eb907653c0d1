"""Lies about hidden cards that are turned up: another card, another salt, too early, twice."""

from __future__ import annotations

from copy import deepcopy

from tests.trust.copies import Lie, Log, first_of, insert
from tests.trust.pedlars import GOODS


def another_card_turned_up(log: Log) -> int:
    at, payload = first_of(log, "goods_sold")
    payload["shown"]["card"] = next(card for card in GOODS if card != payload["shown"]["card"])
    return at


def turned_up_under_another_salt(log: Log) -> int:
    at, payload = first_of(log, "goods_sold")
    payload["shown"]["salt"] = "11" * 32
    return at


def turned_up_without_a_salt(log: Log) -> int:
    at, payload = first_of(log, "goods_sold")
    payload["shown"]["salt"] = ""
    return at


def turned_up_the_rivals_card(log: Log) -> int:
    at, payload = first_of(log, "goods_sold")
    payload["shown"]["handle"] = "card 1"
    return at


def turned_up_what_was_not_dealt(log: Log) -> int:
    at, payload = first_of(log, "goods_sold")
    payload["shown"]["handle"] = "card 99"
    return at


def turned_up_before_it_was_dealt(log: Log) -> int:
    at, _ = first_of(log, "goods_dealt", 1)
    _, sold = first_of(log, "goods_sold")
    insert(log, at, "goods_sold", {"seat": "B", "shown": deepcopy(sold["shown"])})
    return at


def turned_up_twice(log: Log) -> int:
    at, payload = first_of(log, "goods_sold")
    insert(log, at + 1, "goods_sold", deepcopy(payload))
    return at + 1


def laid_out_as_another_card(log: Log) -> int:
    at, payload = first_of(log, "goods_laid_out")
    payload["shown"]["card"] = next(card for card in GOODS if card != payload["shown"]["card"])
    return at


def a_card_turned_up_and_more(log: Log) -> int:
    at, payload = first_of(log, "goods_sold")
    payload["shown"]["note"] = ""
    return at


# Seen at once, by everybody, in the middle of the game.
AT_ONCE: list[Lie] = [
    another_card_turned_up,
    turned_up_under_another_salt,
    turned_up_without_a_salt,
    turned_up_the_rivals_card,
    turned_up_what_was_not_dealt,
    turned_up_before_it_was_dealt,
    turned_up_twice,
    laid_out_as_another_card,
    a_card_turned_up_and_more,
]
