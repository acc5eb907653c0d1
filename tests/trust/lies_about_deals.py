"""Lies about cards that are dealt: how many, from where, to whom, and which card it was."""

from __future__ import annotations

import hmac
from copy import deepcopy

from engine.kernel.canonical import canonical
from tests.trust.copies import Lie, Log, first_of, insert, places
from tests.trust.pedlars import GOODS, VEIL, deal_card, digest, other_card


def of_too_many(log: Log) -> int:
    at, payload = first_of(log, "goods_dealt")
    payload["deal"]["of"] += 1
    return at


def of_too_few(log: Log) -> int:
    at, payload = first_of(log, "goods_dealt", 1)
    payload["deal"]["of"] -= 1
    return at


def of_one_card(log: Log) -> int:
    at, payload = first_of(log, "goods_laid_out")
    payload["deal"]["of"] = 1
    return at


def of_true(log: Log) -> int:
    at, payload = first_of(log, "goods_dealt")
    payload["deal"]["of"] = True
    return at


def another_deck(log: Log) -> int:
    at, payload = first_of(log, "goods_dealt")
    payload["deal"]["deck"] = "coins"
    return at


def a_deal_of_another_label(log: Log) -> int:
    at, payload = first_of(log, "goods_dealt")
    payload["deal"]["stream"] = "stall 1"
    return at


def a_number_of_a_deal_skipped(log: Log) -> int:
    at, payload = first_of(log, "goods_dealt", 1)
    payload["deal"]["stream"] = "goods B 2"
    return at


def a_deal_with_its_card(log: Log) -> int:
    at, payload = first_of(log, "goods_dealt")
    payload["deal"]["card"] = "wine"
    return at


def a_handle_again(log: Log) -> int:
    at, payload = first_of(log, "goods_dealt", 1)
    payload["handle"] = "card 1"
    return at


def an_empty_handle(log: Log) -> int:
    at, payload = first_of(log, "goods_dealt")
    payload["handle"] = ""
    return at


def no_handle(log: Log) -> int:
    at, payload = first_of(log, "goods_dealt")
    del payload["handle"]
    return at


def dealt_to_another_seat(log: Log) -> int:
    at, payload = first_of(log, "goods_dealt")
    payload["seat"] = "B"
    return at


def seats_of_two_deals_exchanged(log: Log) -> int:
    at, payload = first_of(log, "goods_dealt")
    _, other = first_of(log, "goods_dealt", 1)
    payload["seat"], other["seat"] = "B", "A"
    return at


def dealt_to_the_table(log: Log) -> int:
    at, payload = first_of(log, "goods_dealt")
    payload["seat"] = None
    return at


def dealt_to_nobody_there(log: Log) -> int:
    at, payload = first_of(log, "goods_dealt")
    payload["seat"] = "C"
    return at


def a_deal_without_a_digest(log: Log) -> int:
    at, _ = first_of(log, "goods_dealt")
    del log[at]["secret_digest"]
    log[at].pop("secret", None)
    return at


def a_digest_where_nothing_is_hidden(log: Log) -> int:
    at, _ = first_of(log, "goods_sold")
    log[at]["secret_digest"] = "00" * 32
    return at


def a_card_before_anybody_answered(log: Log) -> int:
    at = places(log, "fair_opened")[0] + 1
    deal = {"stream": "goods A 1", "deck": "goods", "of": len(GOODS)}
    insert(log, at, "goods_dealt", {"seat": "A", "handle": "early", "deal": deal})
    log[at]["secret_digest"] = digest("00" * 32, GOODS[0])
    log[at]["secret"] = {"salt": "00" * 32, "answer": GOODS[0]}
    return at


def a_card_that_does_not_fit_its_digest(log: Log) -> int:
    at, _ = first_of(log, "goods_dealt")
    log[at]["secret"]["answer"] = other_card(log, at)
    return at


def a_better_card(log: Log) -> int:
    at = places(log, "goods_dealt")[3]
    deal_card(log, at, other_card(log, at))
    return at


def a_better_card_that_is_sold(log: Log) -> int:
    """The forged card is turned up later, with the right salt: only the veil tells."""
    at, payload = first_of(log, "goods_dealt", 1)
    deal_card(log, at, other_card(log, at))
    for entry in log[1:]:
        shown = entry["payload"].get("shown", {})
        if shown.get("handle") == payload["handle"]:
            shown["card"] = log[at]["secret"]["answer"]
    return at


def a_card_laid_out_that_pleases(log: Log) -> int:
    at, payload = first_of(log, "goods_laid_out")
    deal_card(log, at, other_card(log, at))
    payload["shown"]["card"] = log[at]["secret"]["answer"]
    return at


def a_card_of_no_deck(log: Log) -> int:
    at = places(log, "goods_dealt")[3]
    deal_card(log, at, "a crown")
    return at


def two_cards_exchanged(log: Log) -> int:
    one, other = places(log, "goods_dealt")[2:4]
    cards = [deepcopy(log[at]["secret"]["answer"]) for at in (one, other)]
    assert cards[0] != cards[1]
    deal_card(log, one, cards[1])
    deal_card(log, other, cards[0])
    for entry in log[1:]:
        for shown in entry["payload"].get("shows", []):
            if shown["handle"] == log[one]["payload"]["handle"]:
                shown["card"] = cards[1]
    return one


def digests_exchanged(log: Log) -> int:
    one, other = places(log, "goods_dealt")[2:4]
    parts = ("secret", "secret_digest")
    held = {part: log[one][part] for part in parts}
    log[one].update({part: log[other][part] for part in parts})
    log[other].update(held)
    # The later sale would give it away at once: whoever forges this sells nothing.
    _, sold = first_of(log, "goods_sold", 1)
    sold["shows"].pop()
    return one


def a_salt_that_the_house_chose(log: Log) -> int:
    at = places(log, "goods_dealt")[3]
    deal_card(log, at, log[at]["secret"]["answer"], "22" * 32)
    return at


def a_salt_of_another_handle(log: Log) -> int:
    at = places(log, "goods_dealt")[3]
    salt = hmac.digest(VEIL, canonical(["veiled", log[0]["game"], "card 1"]), "sha256").hex()
    deal_card(log, at, log[at]["secret"]["answer"], salt)
    return at


def another_handle(log: Log) -> int:
    at, payload = first_of(log, "goods_dealt", 3)
    payload["handle"] = "card 55"
    return at


def a_card_that_stays_hidden(log: Log) -> int:
    at = places(log, "goods_dealt")[3]
    del log[at]["secret"]
    return at


# Seen at once, by everybody, in the middle of the game.
AT_ONCE: list[Lie] = [
    of_too_many,
    of_too_few,
    of_one_card,
    of_true,
    another_deck,
    a_deal_of_another_label,
    a_number_of_a_deal_skipped,
    a_deal_with_its_card,
    a_handle_again,
    an_empty_handle,
    no_handle,
    dealt_to_another_seat,
    seats_of_two_deals_exchanged,
    dealt_to_the_table,
    dealt_to_nobody_there,
    a_deal_without_a_digest,
    a_digest_where_nothing_is_hidden,
    a_card_before_anybody_answered,
]
# Seen when the secrets are open, or when the veil is lifted.
IN_THE_END: list[Lie] = [
    a_card_that_does_not_fit_its_digest,
    a_better_card,
    a_better_card_that_is_sold,
    a_card_laid_out_that_pleases,
    a_card_of_no_deck,
    two_cards_exchanged,
    digests_exchanged,
    a_salt_that_the_house_chose,
    a_salt_of_another_handle,
    another_handle,
    a_card_that_stays_hidden,
]
