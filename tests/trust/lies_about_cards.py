"""Lies in a log of the second format: about dice, hidden cards, the veil and what is optional.

Each changes one thing in the pedlars' log and returns the entry that must be named; the chain of
hashes is made whole again afterwards.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator
from copy import deepcopy
from hashlib import sha256
from typing import Any

from engine.kernel.canonical import canonical
from tests.trust.copies import ODD, Log, places, rehashed
from tests.trust.pedlars import GOODS, VEIL, digest, the_fair

Lie = Callable[[Log], int]


def _first(log: Log, kind: str, number: int = 0) -> tuple[int, Any]:
    at = places(log, kind)[number]
    return at, log[at]["payload"]


def _insert(log: Log, at: int, kind: str, payload: Any) -> None:
    blank = {key: log[1][key] for key in ("version", "at", "seq", "prev", "hash")}
    log.insert(at, {**blank, "kind": kind, "payload": payload})


def _card(log: Log, at: int, card: Any, salt: str | None = None) -> None:
    """The house deals another card, and its digest is right for it."""
    secret = log[at]["secret"]
    secret["answer"], secret["salt"] = card, salt or secret["salt"]
    log[at]["secret_digest"] = digest(secret["salt"], card)


def _other(log: Log, at: int) -> Any:
    return next(card for card in GOODS if card != log[at]["secret"]["answer"])


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


# ---- Seen at once, by everybody, in the middle of the game ---------------------------------------


def a_die_turned(log: Log) -> int:
    at, payload = _first(log, "weather_rolled")
    payload["roll"]["rolled"][0] = payload["roll"]["rolled"][0] % 6 + 1
    return at


def a_die_of_another_step(log: Log) -> int:
    at, payload = _first(log, "weather_rolled")
    payload["roll"] = log[places(log, "weather_rolled")[2]]["payload"]["roll"]
    return at


def a_die_more(log: Log) -> int:
    at, payload = _first(log, "weather_rolled")
    payload["roll"]["rolled"].append(1)
    return at


def a_die_less(log: Log) -> int:
    at, payload = _first(log, "weather_rolled")
    payload["roll"]["rolled"].pop()
    return at


def no_die_at_all(log: Log) -> int:
    at, payload = _first(log, "weather_rolled")
    payload["roll"]["rolled"] = []
    return at


def other_sides(log: Log) -> int:
    at, payload = _first(log, "weather_rolled")
    payload["roll"]["sides"] = 8
    return at


def one_side(log: Log) -> int:
    at, payload = _first(log, "weather_rolled")
    payload["roll"].update(sides=1, rolled=[1, 1])
    return at


def a_word_on_a_die(log: Log) -> int:
    at, payload = _first(log, "weather_rolled")
    payload["roll"]["rolled"][1] = str(payload["roll"]["rolled"][1])
    return at


def a_roll_with_a_note(log: Log) -> int:
    at, payload = _first(log, "weather_rolled")
    payload["roll"]["note"] = "lucky"
    return at


def a_roll_of_another_label(log: Log) -> int:
    at, payload = _first(log, "weather_rolled")
    payload["roll"]["stream"] = "wind 1"
    return at


def a_number_of_a_roll_skipped(log: Log) -> int:
    at, payload = _first(log, "weather_rolled", 1)
    payload["roll"]["stream"] = "weather 2"
    return at


def a_roll_under_the_same_number(log: Log) -> int:
    at = places(log, "weather_rolled")[2]
    log[at]["payload"] = deepcopy(log[at - 1]["payload"])
    return at


def rolls_exchanged(log: Log) -> int:
    at, payload = _first(log, "haggle_rolled")
    payload["rolls"].reverse()
    return at


def a_roll_left_out(log: Log) -> int:
    at, payload = _first(log, "haggle_rolled")
    payload["rolls"].pop()
    return at


def a_roll_that_is_null(log: Log) -> int:
    at, payload = _first(log, "weather_rolled")
    payload["roll"] = None
    return at


def a_roll_where_none_is(log: Log) -> int:
    at, payload = _first(log, "fair_opened")
    payload["roll"] = {"stream": "weather 1", "sides": 6, "rolled": [6, 6]}
    return at


def a_fact_without_its_roll(log: Log) -> int:
    at, payload = _first(log, "weather_rolled")
    del payload["roll"]
    return at


def a_throw_without_a_tower(log: Log) -> int:
    at, payload = _first(log, "goods_sold")
    payload["throw"] = {"stream": "throw 1", "thrown": {}, "lodged": {}, "fell": {}}
    return at


def another_order_drawn(log: Log) -> int:
    at, payload = _first(log, "order_drawn")
    payload["draw"]["drawn"].reverse()
    return at


def of_too_many(log: Log) -> int:
    at, payload = _first(log, "goods_dealt")
    payload["deal"]["of"] += 1
    return at


def of_too_few(log: Log) -> int:
    at, payload = _first(log, "goods_dealt", 1)
    payload["deal"]["of"] -= 1
    return at


def of_one_card(log: Log) -> int:
    at, payload = _first(log, "goods_laid_out")
    payload["deal"]["of"] = 1
    return at


def of_true(log: Log) -> int:
    at, payload = _first(log, "goods_dealt")
    payload["deal"]["of"] = True
    return at


def another_deck(log: Log) -> int:
    at, payload = _first(log, "goods_dealt")
    payload["deal"]["deck"] = "coins"
    return at


def a_deal_of_another_label(log: Log) -> int:
    at, payload = _first(log, "goods_dealt")
    payload["deal"]["stream"] = "stall 1"
    return at


def a_number_of_a_deal_skipped(log: Log) -> int:
    at, payload = _first(log, "goods_dealt", 1)
    payload["deal"]["stream"] = "goods B 2"
    return at


def a_deal_with_its_card(log: Log) -> int:
    at, payload = _first(log, "goods_dealt")
    payload["deal"]["card"] = "wine"
    return at


def a_handle_again(log: Log) -> int:
    at, payload = _first(log, "goods_dealt", 1)
    payload["handle"] = "card 1"
    return at


def an_empty_handle(log: Log) -> int:
    at, payload = _first(log, "goods_dealt")
    payload["handle"] = ""
    return at


def no_handle(log: Log) -> int:
    at, payload = _first(log, "goods_dealt")
    del payload["handle"]
    return at


def dealt_to_another_seat(log: Log) -> int:
    at, payload = _first(log, "goods_dealt")
    payload["seat"] = "B"
    return at


def seats_of_two_deals_exchanged(log: Log) -> int:
    at, payload = _first(log, "goods_dealt")
    _, other = _first(log, "goods_dealt", 1)
    payload["seat"], other["seat"] = "B", "A"
    return at


def dealt_to_the_table(log: Log) -> int:
    at, payload = _first(log, "goods_dealt")
    payload["seat"] = None
    return at


def dealt_to_nobody_there(log: Log) -> int:
    at, payload = _first(log, "goods_dealt")
    payload["seat"] = "C"
    return at


def a_deal_without_a_digest(log: Log) -> int:
    at, _ = _first(log, "goods_dealt")
    del log[at]["secret_digest"]
    log[at].pop("secret", None)
    return at


def a_digest_where_nothing_is_hidden(log: Log) -> int:
    at, _ = _first(log, "goods_sold")
    log[at]["secret_digest"] = "00" * 32
    return at


def a_card_before_anybody_answered(log: Log) -> int:
    at = places(log, "fair_opened")[0] + 1
    deal = {"stream": "goods A 1", "deck": "goods", "of": len(GOODS)}
    _insert(log, at, "goods_dealt", {"seat": "A", "handle": "early", "deal": deal})
    log[at]["secret_digest"] = digest("00" * 32, GOODS[0])
    log[at]["secret"] = {"salt": "00" * 32, "answer": GOODS[0]}
    return at


def another_card_turned_up(log: Log) -> int:
    at, payload = _first(log, "goods_sold")
    payload["shown"]["card"] = next(card for card in GOODS if card != payload["shown"]["card"])
    return at


def turned_up_under_another_salt(log: Log) -> int:
    at, payload = _first(log, "goods_sold")
    payload["shown"]["salt"] = "11" * 32
    return at


def turned_up_without_a_salt(log: Log) -> int:
    at, payload = _first(log, "goods_sold")
    payload["shown"]["salt"] = ""
    return at


def turned_up_the_rivals_card(log: Log) -> int:
    at, payload = _first(log, "goods_sold")
    payload["shown"]["handle"] = "card 1"
    return at


def turned_up_what_was_not_dealt(log: Log) -> int:
    at, payload = _first(log, "goods_sold")
    payload["shown"]["handle"] = "card 99"
    return at


def turned_up_before_it_was_dealt(log: Log) -> int:
    at, _ = _first(log, "goods_dealt", 1)
    _, sold = _first(log, "goods_sold")
    _insert(log, at, "goods_sold", {"seat": "B", "shown": deepcopy(sold["shown"])})
    return at


def turned_up_twice(log: Log) -> int:
    at, payload = _first(log, "goods_sold")
    _insert(log, at + 1, "goods_sold", deepcopy(payload))
    return at + 1


def laid_out_as_another_card(log: Log) -> int:
    at, payload = _first(log, "goods_laid_out")
    payload["shown"]["card"] = next(card for card in GOODS if card != payload["shown"]["card"])
    return at


def a_card_turned_up_and_more(log: Log) -> int:
    at, payload = _first(log, "goods_sold")
    payload["shown"]["note"] = ""
    return at


def the_veil_lifted_early(log: Log) -> int:
    at = places(log, "round_began")[1] + 1
    _insert(log, at, "veil_lifted", {"veil": VEIL.hex()})
    return at


def an_answer_that_may_be_left_out_is(log: Log) -> int:
    at, payload = _first(log, "step_began", 1)
    payload["answers"].pop()
    return at


def answers_of_a_seat_exchanged(log: Log) -> int:
    at, payload = _first(log, "step_began", 1)
    payload["answers"][:2] = payload["answers"][1::-1]
    return at


def answers_of_seats_exchanged(log: Log) -> int:
    at, payload = _first(log, "step_began", 1)
    payload["answers"].reverse()
    return at


def only_what_may_be_left_out_is_answered(log: Log) -> int:
    """What had to be answered is not, and a wish is all the step rests on."""
    at, _ = _first(log, "step_began", 1)
    dropped = next(e["seq"] for e in log[1:at] if e["payload"].get("decision") == "1.move.A")
    del log[dropped]
    answers = log[at - 1]["payload"]["answers"]
    log[at - 1]["payload"]["answers"] = [seq - (seq > dropped) for seq in answers if seq != dropped]
    return at - 1


def a_wish_of_the_house(log: Log) -> int:
    at = next(e["seq"] for e in log[1:] if e["payload"].get("decision") == "1.wish.B")
    log[at]["payload"]["by"] = "default"
    salt = sha256(canonical([log[0]["game"], "1.wish.B"])).hexdigest()
    if "secret" in log[at]:
        log[at]["secret"]["salt"] = salt
        log[at]["secret_digest"] = digest(salt, log[at]["secret"]["answer"])
    return at


def a_wish_for_another_round(log: Log) -> int:
    at = next(e["seq"] for e in log[1:] if e["payload"].get("decision") == "1.wish.B")
    log[at]["payload"]["decision"] = "2.wish.B"
    return at


def a_move_out_of_turn(log: Log) -> int:
    at = next(e["seq"] for e in log[1:] if e["payload"].get("decision") == "1.move.A")
    log[at]["payload"].update(decision="1.move.B", seat="B")
    return at


def late_with_a_wish(log: Log) -> int:
    at, _ = _first(log, "round_began")
    due = {"deadline": log[1]["at"], "reason": "step", "by": "house", "why": ""}
    _insert(log, at + 1, "deadline_set", due)
    _insert(log, at + 2, "time_ran_out", {"seats": ["B"], "policy": "default"})
    return at + 2


def a_fact_after_the_question(log: Log) -> int:
    at, _ = _first(log, "round_began", 1)
    _insert(log, at + 1, "fair_opened", {})
    return at + 1


def a_question_skipped(log: Log) -> int:
    at, _ = _first(log, "round_began", 1)
    del log[at]
    return at


def a_question_again(log: Log) -> int:
    at, payload = _first(log, "round_began", 1)
    payload.update(round=1, seat="A")
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


# ---- Seen when the secrets are open, or when the veil is lifted ----------------------------------


def a_card_that_does_not_fit_its_digest(log: Log) -> int:
    at, _ = _first(log, "goods_dealt")
    log[at]["secret"]["answer"] = _other(log, at)
    return at


def a_better_card(log: Log) -> int:
    at = places(log, "goods_dealt")[3]
    _card(log, at, _other(log, at))
    return at


def a_better_card_that_is_sold(log: Log) -> int:
    """The forged card is turned up later, with the right salt: only the veil tells."""
    at, payload = _first(log, "goods_dealt", 1)
    _card(log, at, _other(log, at))
    for entry in log[1:]:
        shown = entry["payload"].get("shown", {})
        if shown.get("handle") == payload["handle"]:
            shown["card"] = log[at]["secret"]["answer"]
    return at


def a_card_laid_out_that_pleases(log: Log) -> int:
    at, payload = _first(log, "goods_laid_out")
    _card(log, at, _other(log, at))
    payload["shown"]["card"] = log[at]["secret"]["answer"]
    return at


def a_card_of_no_deck(log: Log) -> int:
    at = places(log, "goods_dealt")[3]
    _card(log, at, "a crown")
    return at


def two_cards_exchanged(log: Log) -> int:
    one, other = places(log, "goods_dealt")[2:4]
    cards = [deepcopy(log[at]["secret"]["answer"]) for at in (one, other)]
    assert cards[0] != cards[1]
    _card(log, one, cards[1])
    _card(log, other, cards[0])
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
    _, sold = _first(log, "goods_sold", 1)
    sold["shows"].pop()
    return one


def a_salt_that_the_house_chose(log: Log) -> int:
    at = places(log, "goods_dealt")[3]
    _card(log, at, log[at]["secret"]["answer"], "22" * 32)
    return at


def a_salt_of_another_handle(log: Log) -> int:
    at = places(log, "goods_dealt")[3]
    salt = hmac.digest(VEIL, canonical(["veiled", log[0]["game"], "card 1"]), "sha256").hex()
    _card(log, at, log[at]["secret"]["answer"], salt)
    return at


def another_handle(log: Log) -> int:
    at, payload = _first(log, "goods_dealt", 3)
    payload["handle"] = "card 55"
    return at


def a_card_that_stays_hidden(log: Log) -> int:
    at = places(log, "goods_dealt")[3]
    del log[at]["secret"]
    return at


def another_veil(log: Log) -> int:
    at, payload = _first(log, "veil_lifted")
    payload["veil"] = "33" * 32
    return at


def another_veil_from_the_beginning(log: Log) -> int:
    _, payload = _first(log, "veil_lifted")
    payload["veil"] = "33" * 32
    log[0]["chance"]["veil"] = sha256(bytes.fromhex(payload["veil"])).hexdigest()
    return places(log, "goods_dealt")[0]


def a_veil_that_is_short(log: Log) -> int:
    at, payload = _first(log, "veil_lifted")
    payload["veil"] = payload["veil"][:32]
    return at


def a_veil_with_a_note(log: Log) -> int:
    at, payload = _first(log, "veil_lifted")
    payload["by"] = "house"
    return at


def the_veil_never_lifted(log: Log) -> int:
    at, _ = _first(log, "veil_lifted")
    del log[at]
    return at - 1


def the_veil_lifted_later(log: Log) -> int:
    at, _ = _first(log, "veil_lifted")
    _insert(log, at, "game_paused", {"by": "house", "why": "the wind"})
    return at


def the_veil_lifted_twice(log: Log) -> int:
    at, payload = _first(log, "veil_lifted")
    _insert(log, at + 1, "veil_lifted", deepcopy(payload))
    return at + 1


def on_after_the_veil(log: Log) -> int:
    at, _ = _first(log, "veil_lifted")
    link = sha256(b"another link").hexdigest()
    _insert(log, at + 1, "step_began", {"step": 6, "link": link, "answers": []})
    return at + 1


def a_fact_after_the_veil(log: Log) -> int:
    at, _ = _first(log, "veil_lifted")
    _insert(log, at + 1, "fair_opened", {})
    return at + 1


def closed_without_an_end(log: Log) -> int:
    at, _ = _first(log, "fair_closed")
    del log[at]
    return at


AT_ONCE: list[Lie] = [
    a_die_turned,
    a_die_of_another_step,
    a_die_more,
    a_die_less,
    no_die_at_all,
    other_sides,
    one_side,
    a_word_on_a_die,
    a_roll_with_a_note,
    a_roll_of_another_label,
    a_number_of_a_roll_skipped,
    a_roll_under_the_same_number,
    rolls_exchanged,
    a_roll_left_out,
    a_roll_that_is_null,
    a_roll_where_none_is,
    a_fact_without_its_roll,
    a_throw_without_a_tower,
    another_order_drawn,
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
    another_card_turned_up,
    turned_up_under_another_salt,
    turned_up_without_a_salt,
    turned_up_the_rivals_card,
    turned_up_what_was_not_dealt,
    turned_up_before_it_was_dealt,
    turned_up_twice,
    laid_out_as_another_card,
    a_card_turned_up_and_more,
    the_veil_lifted_early,
    an_answer_that_may_be_left_out_is,
    answers_of_a_seat_exchanged,
    answers_of_seats_exchanged,
    only_what_may_be_left_out_is_answered,
    a_wish_of_the_house,
    a_wish_for_another_round,
    a_move_out_of_turn,
    late_with_a_wish,
    a_fact_after_the_question,
    a_question_skipped,
    a_question_again,
    the_fair_of_another_format,
    a_tower_that_is_none,
    no_veil,
    a_veil_that_is_no_hash,
    a_header_with_more,
]
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
