"""Lies about wishes, which may be left out, and about the questions and answers around them."""

from __future__ import annotations

from hashlib import sha256

from engine.kernel.canonical import canonical
from tests.trust.copies import Lie, Log, first_of, insert
from tests.trust.pedlars import digest


def an_answer_that_may_be_left_out_is(log: Log) -> int:
    at, payload = first_of(log, "step_began", 1)
    payload["answers"].pop()
    return at


def answers_of_a_seat_exchanged(log: Log) -> int:
    at, payload = first_of(log, "step_began", 1)
    payload["answers"][:2] = payload["answers"][1::-1]
    return at


def answers_of_seats_exchanged(log: Log) -> int:
    at, payload = first_of(log, "step_began", 1)
    payload["answers"].reverse()
    return at


def only_what_may_be_left_out_is_answered(log: Log) -> int:
    """What had to be answered is not, and a wish is all the step rests on."""
    at, _ = first_of(log, "step_began", 1)
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
    at, _ = first_of(log, "round_began")
    due = {"deadline": log[1]["at"], "reason": "step", "by": "house", "why": ""}
    insert(log, at + 1, "deadline_set", due)
    insert(log, at + 2, "time_ran_out", {"seats": ["B"], "policy": "default"})
    return at + 2


def a_fact_after_the_question(log: Log) -> int:
    at, _ = first_of(log, "round_began", 1)
    insert(log, at + 1, "fair_opened", {})
    return at + 1


def a_question_skipped(log: Log) -> int:
    at, _ = first_of(log, "round_began", 1)
    del log[at]
    return at


def a_question_again(log: Log) -> int:
    at, payload = first_of(log, "round_began", 1)
    payload.update(round=1, seat="A")
    return at


# Seen at once, by everybody, in the middle of the game.
AT_ONCE: list[Lie] = [
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
]
