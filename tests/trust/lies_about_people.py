"""Lies about what people and the server did, in a game of the service."""

from __future__ import annotations

import copy
import random
from hashlib import sha256
from typing import Any

from tests.trust.copies import Change, Log, canonical, places


def _moved(log: Log, after: int, by: int) -> None:
    """Let steps rest on the same answers though an entry was put in or taken out."""
    for entry in log[after:]:
        if entry["kind"] == "step_began":
            answers = entry["payload"]["answers"]
            entry["payload"]["answers"] = [n + by if n >= after else n for n in answers]


def _dropped(log: Log, seq: int) -> None:
    del log[seq]
    _moved(log, seq, -1)


def _put(log: Log, seq: int, entry: Any, **payload: Any) -> None:
    """An entry more, before another one, dated as that one is."""
    _moved(log, seq, 1)
    further = {**copy.deepcopy(entry), "at": log[seq]["at"]}
    log.insert(seq, {**further, "payload": {**further["payload"], **payload}})


def _step_after(log: Log, seq: int) -> int:
    return next(began for began in places(log, "step_began") if began > seq)


def _rests_on_the_first(log: Log, decision: str) -> int:
    """A step that rests on the first of two answers to a question; which entry it is."""
    first, second = places(log, "answer_sealed", lambda p: p["decision"] == decision)
    began = _step_after(log, second)
    answers = log[began]["payload"]["answers"]
    answers[answers.index(second)] = first
    return began


def replaced_answer_counts(log: Log, dice: random.Random) -> int:
    """The step rests on the answer that the player thought better of."""
    return _rests_on_the_first(log, "1.spring.plan.A")


def withdrawn_answer_counts(log: Log, dice: random.Random) -> int:
    """The answer that was taken back counts."""
    taken = places(log, "answer_withdrawn")[0]
    return _rests_on_the_first(log, log[taken]["payload"]["decision"])


def withdrawn_twice(log: Log, dice: random.Random) -> int:
    """An answer that is gone is taken back."""
    taken = places(log, "answer_withdrawn")[0]
    _put(log, taken + 1, log[taken])
    return taken + 1


def withdrawn_by_another(log: Log, dice: random.Random) -> int:
    """Somebody else takes the answer back."""
    taken = places(log, "answer_withdrawn")[0]
    log[taken]["payload"]["seat"] = "C"
    return taken


def salt_of_a_default(log: Log, dice: random.Random) -> int:
    """The server looks for a salt where it has none to choose."""
    (seq,) = places(log, "answer_sealed", lambda p: p["by"] == "default")
    secret = log[seq]["secret"]
    secret["salt"] = dice.randbytes(32).hex()
    digest = sha256(bytes.fromhex(secret["salt"]) + canonical(secret["answer"])).hexdigest()
    log[seq]["secret_digest"] = digest
    return seq


def draft_for_who_has_answered(log: Log, dice: random.Random) -> int:
    """The server answers from a draft over an answer."""
    seq = places(log, "answer_sealed", lambda p: p["decision"] == "1.summer.plan.A")[0]
    drafted = log[places(log, "answer_sealed", lambda p: p["by"] == "draft")[0]]
    _put(log, seq + 1, drafted, decision="1.summer.plan.A", seat="A")
    return seq + 1


def late_who_has_answered(log: Log, dice: random.Random) -> int:
    """Time runs out for who was in time."""
    (seq,) = places(log, "time_ran_out")
    log[seq]["payload"]["seats"].insert(0, "A")
    return seq


def late_who_was_not_asked(log: Log, dice: random.Random) -> int:
    """Time runs out for a seat whose question is not open."""
    (seq,) = places(log, "time_ran_out")
    _put(log, seq, log[seq], seats=["D"])
    return seq


def late_before_the_deadline(log: Log, dice: random.Random) -> int:
    """The last deadline was set for later."""
    (seq,) = places(log, "time_ran_out")
    due = max(n for n in places(log, "deadline_set") if n < seq)
    log[due]["payload"]["deadline"] = "2026-07-01T00:00:00Z"
    return seq


def seat_taken_by_a_bot(log: Log, dice: random.Random) -> int:
    """A bot has the seat for one step, and nobody says who gave it."""
    seq = places(log, "answer_sealed", lambda p: p["decision"] == "1.spring.plan.C")[0]
    _put(log, seq, log[places(log, "seat_taken")[0]], seat="C", player="bot marshal")
    return seq


def replaced_at_no_seat(log: Log, dice: random.Random) -> int:
    """Nobody can have a seat that is not in the header."""
    seq = dice.choice(places(log, "player_replaced"))
    log[seq]["payload"]["seat"] = "E"
    return seq


def voted_by_a_word(log: Log, dice: random.Random) -> int:
    """A yes is true, not a word."""
    seq = dice.choice(places(log, "extension_voted"))
    log[seq]["payload"]["yes"] = "true"
    return seq


def rest_without_a_reason(log: Log, dice: random.Random) -> int:
    """A member is missing."""
    seq = places(log, "game_paused")[0]
    del log[seq]["payload"]["why"]
    return seq


CHANGES_BY_PEOPLE: tuple[Change, ...] = (
    replaced_answer_counts,
    withdrawn_answer_counts,
    withdrawn_twice,
    withdrawn_by_another,
    salt_of_a_default,
    draft_for_who_has_answered,
    late_who_has_answered,
    late_who_was_not_asked,
    late_before_the_deadline,
    seat_taken_by_a_bot,
    replaced_at_no_seat,
    voted_by_a_word,
    rest_without_a_reason,
)


# ---- Lies about reasons, which have been there since version 2 -----------------------------------


def substitute_for_no_reason(log: Log, dice: random.Random) -> int:
    """A reason is some words."""
    seq = dice.choice(places(log, "substitute_named"))
    log[seq]["payload"]["why"] = ""
    return seq


def vote_by_nobody(log: Log, dice: random.Random) -> int:
    """So is whoever did it."""
    seq = dice.choice(places(log, "extension_voted"))
    log[seq]["payload"]["by"] = ""
    return seq


def vote_without_its_reason(log: Log, dice: random.Random) -> int:
    """A member of this version is missing."""
    seq = dice.choice(places(log, "extension_voted"))
    del log[seq]["payload"]["why"]
    return seq


def reason_in_version_1(log: Log, dice: random.Random) -> int:
    """A member that the first version did not have."""
    seq = dice.choice(places(log, "substitute_named"))
    log[seq]["version"] = 1
    return seq


def vote_in_version_3(log: Log, dice: random.Random) -> int:
    """A version that nobody knows."""
    seq = dice.choice(places(log, "extension_voted"))
    log[seq]["version"] = 3
    return seq


def rest_in_version_2(log: Log, dice: random.Random) -> int:
    """A pause has had a reason from the first."""
    seq = places(log, "game_paused")[0]
    log[seq]["version"] = 2
    return seq


CHANGES_OF_REASONS: tuple[Change, ...] = (
    substitute_for_no_reason,
    vote_by_nobody,
    vote_without_its_reason,
    reason_in_version_1,
    vote_in_version_3,
    rest_in_version_2,
)


# ---- Lies about a fork ---------------------------------------------------------------------------


def fork_of_another_game(log: Log, dice: random.Random) -> int:
    """The log before it is said to be another game's."""
    (seq,) = places(log, "fork_began")
    log[seq]["payload"]["origin"] = "another"
    return seq


def fork_after_another_step(log: Log, dice: random.Random) -> int:
    """The fork is said to begin elsewhere."""
    (seq,) = places(log, "fork_began")
    log[seq]["payload"]["step"] += 1
    return seq


def fork_on_the_old_chain(log: Log, dice: random.Random) -> int:
    """An anchor that the next link does not lead back to."""
    (seq,) = places(log, "fork_began")
    log[seq]["payload"]["anchor"] = log[0]["chance"]["anchor"]
    return _step_after(log, seq)


def fork_under_another_name(log: Log, dice: random.Random) -> int:
    """Keys and salts are made of the name: the next throw, or the next salt, is another one."""
    (seq,) = places(log, "fork_began")
    log[seq]["payload"]["game"] += "x"
    return seq


def fork_not_told(log: Log, dice: random.Random) -> int:
    """The game goes on as if nothing had happened."""
    (seq,) = places(log, "fork_began")
    began = _step_after(log, seq)
    _dropped(log, seq)
    return began - 1


CHANGES_OF_FORKS: tuple[Change, ...] = (
    fork_of_another_game,
    fork_after_another_step,
    fork_on_the_old_chain,
    fork_under_another_name,
    fork_not_told,
)
