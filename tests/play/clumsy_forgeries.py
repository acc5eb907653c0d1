"""Forgeries that leave the hashes as they were."""

from __future__ import annotations

from tests.play.forgery import SALT, Forged, changed, honest, log_of, place_of


def changed_payload() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "taxes_collected")
    entries[place] = changed(entries[place], "amount", to=99)
    return header, entries, place + 1


def changed_throw() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "tower_thrown", 2)
    entries[place] = changed(entries[place], "throw", "fell", to={"A": 5})
    return header, entries, place + 1


def dropped_event() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "taxes_collected")
    del entries[place]
    return header, entries, place + 1


def dropped_first_event() -> Forged:
    header, entries = log_of(honest())
    return header, entries[1:], 1


def two_swapped_events() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "action_passed")
    entries[place : place + 2] = entries[place + 1], entries[place]
    return header, entries, place + 1


def wrong_link() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "step_began", 3)
    entries[place] = changed(entries[place], "link", to="0" * 64)
    return header, entries, place + 1


def changed_answer() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "answer_sealed", 4)
    secret = entries[place].secret
    assert secret is not None
    entries[place] = entries[place].but(secret=secret.but(answer={**secret.answer, "bid": 0}))
    return header, entries, place + 1


def changed_salt() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "answer_sealed", 4)
    secret = entries[place].secret
    assert secret is not None
    entries[place] = entries[place].but(secret=secret.but(salt=SALT))
    return header, entries, place + 1


def changed_digest() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "answer_sealed", 4)
    entries[place] = entries[place].but(secret_digest="0" * 64)
    return header, entries, place + 1


def changed_hash() -> Forged:
    header, entries = log_of(honest())
    entries[-1] = entries[-1].but(hash="0" * 64)
    return header, entries, len(entries)


def changed_prev() -> Forged:
    header, entries = log_of(honest())
    entries[7] = entries[7].but(prev="0" * 64)
    return header, entries, 8


def changed_time() -> Forged:
    header, entries = log_of(honest())
    entries[7] = entries[7].but(at="2026-11-16T12:00:01Z")
    return header, entries, 8


def an_entry_twice() -> Forged:
    header, entries = log_of(honest())
    return header, [*entries[:8], *entries[7:]], 9


def head_of_another_game() -> Forged:
    header, _ = log_of(honest("ask"))
    return header, log_of(honest())[1], 1
