"""Lies about dice and draws at the fair: numbers, sides, labels, and uses of chance left out."""

from __future__ import annotations

from copy import deepcopy

from tests.trust.copies import Lie, Log, first_of, places


def a_die_turned(log: Log) -> int:
    at, payload = first_of(log, "weather_rolled")
    payload["roll"]["rolled"][0] = payload["roll"]["rolled"][0] % 6 + 1
    return at


def a_die_of_another_step(log: Log) -> int:
    at, payload = first_of(log, "weather_rolled")
    payload["roll"] = log[places(log, "weather_rolled")[2]]["payload"]["roll"]
    return at


def a_die_more(log: Log) -> int:
    at, payload = first_of(log, "weather_rolled")
    payload["roll"]["rolled"].append(1)
    return at


def a_die_less(log: Log) -> int:
    at, payload = first_of(log, "weather_rolled")
    payload["roll"]["rolled"].pop()
    return at


def no_die_at_all(log: Log) -> int:
    at, payload = first_of(log, "weather_rolled")
    payload["roll"]["rolled"] = []
    return at


def other_sides(log: Log) -> int:
    at, payload = first_of(log, "weather_rolled")
    payload["roll"]["sides"] = 8
    return at


def one_side(log: Log) -> int:
    at, payload = first_of(log, "weather_rolled")
    payload["roll"].update(sides=1, rolled=[1, 1])
    return at


def a_word_on_a_die(log: Log) -> int:
    at, payload = first_of(log, "weather_rolled")
    payload["roll"]["rolled"][1] = str(payload["roll"]["rolled"][1])
    return at


def a_roll_with_a_note(log: Log) -> int:
    at, payload = first_of(log, "weather_rolled")
    payload["roll"]["note"] = "lucky"
    return at


def a_roll_of_another_label(log: Log) -> int:
    at, payload = first_of(log, "weather_rolled")
    payload["roll"]["stream"] = "wind 1"
    return at


def a_number_of_a_roll_skipped(log: Log) -> int:
    at, payload = first_of(log, "weather_rolled", 1)
    payload["roll"]["stream"] = "weather 2"
    return at


def a_roll_under_the_same_number(log: Log) -> int:
    at = places(log, "weather_rolled")[2]
    log[at]["payload"] = deepcopy(log[at - 1]["payload"])
    return at


def rolls_exchanged(log: Log) -> int:
    at, payload = first_of(log, "haggle_rolled")
    payload["rolls"].reverse()
    return at


def a_roll_left_out(log: Log) -> int:
    at, payload = first_of(log, "haggle_rolled")
    payload["rolls"].pop()
    return at


def a_roll_that_is_null(log: Log) -> int:
    at, payload = first_of(log, "weather_rolled")
    payload["roll"] = None
    return at


def a_roll_where_none_is(log: Log) -> int:
    at, payload = first_of(log, "fair_opened")
    payload["roll"] = {"stream": "weather 1", "sides": 6, "rolled": [6, 6]}
    return at


def a_fact_without_its_roll(log: Log) -> int:
    at, payload = first_of(log, "weather_rolled")
    del payload["roll"]
    return at


def a_throw_without_a_tower(log: Log) -> int:
    at, payload = first_of(log, "goods_sold")
    payload["throw"] = {"stream": "throw 1", "thrown": {}, "lodged": {}, "fell": {}}
    return at


def another_order_drawn(log: Log) -> int:
    at, payload = first_of(log, "order_drawn")
    payload["draw"]["drawn"].reverse()
    return at


# Seen at once, by everybody, in the middle of the game.
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
]
