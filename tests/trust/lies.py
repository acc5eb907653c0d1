"""Lies about a game: one thing of its log changed, by a hand that knows the format."""

from __future__ import annotations

import copy
import random
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.trust.copies import BOTH, COURT, LANDSKNECHTE, Change, Log, canonical, places


def _payload(log: Log, seq: int) -> Any:
    return log[seq]["payload"]


def _one_more(cubes: dict[str, int], colour: str) -> None:
    cubes[colour] = cubes.get(colour, 0) + 1


def _shuffles(log: Log) -> list[int]:
    return [*places(log, "tiles_laid"), *places(log, "order_drawn")]


def fell_otherwise(log: Log, dice: random.Random) -> int:
    """A cube more falls out of the tower."""
    seq = dice.choice(places(log, "tower_thrown"))
    _one_more(_payload(log, seq)["throw"]["fell"], "A")
    return seq


def fell_less(log: Log, dice: random.Random) -> int:
    """A colour stays in the tower that fell out of it."""
    seq = dice.choice(places(log, "tower_thrown", lambda p: p["throw"]["fell"]))
    _payload(log, seq)["throw"]["fell"].popitem()
    return seq


def thrown_otherwise(log: Log, dice: random.Random) -> int:
    """A cube is thrown that was not in the tray."""
    seq = dice.choice(places(log, "tower_thrown"))
    _one_more(_payload(log, seq)["throw"]["thrown"], "peasants")
    return seq


def lodged_otherwise(log: Log, dice: random.Random) -> int:
    """A cube was in the tower that nobody threw."""
    seq = dice.choice(places(log, "tower_thrown"))
    _one_more(_payload(log, seq)["throw"]["lodged"], "B")
    return seq


def stream_by_another_name(log: Log, dice: random.Random) -> int:
    """A house that looks for a label under which the throw pleases it."""
    seq = dice.choice(places(log, "tower_thrown"))
    _payload(log, seq)["throw"]["stream"] = f"cast {dice.randrange(1, 9)}"
    return seq


def stream_of_another_number(log: Log, dice: random.Random) -> int:
    """The next stream instead of this one."""
    seq = dice.choice(_shuffles(log))
    draw = _payload(log, seq)["draw"]
    draw["stream"] = draw["stream"].replace(" 1", " 2")
    return seq


def drawn_in_another_order(log: Log, dice: random.Random) -> int:
    """The tiles lie otherwise, or the seats play otherwise."""
    seq = dice.choice(_shuffles(log))
    drawn = _payload(log, seq)["draw"]["drawn"]
    drawn[0], drawn[1] = drawn[1], drawn[0]
    return seq


def drawn_another_event(log: Log, dice: random.Random) -> int:
    """Another event card."""
    seq = dice.choice(places(log, "event_drawn"))
    draw = _payload(log, seq)["draw"]
    draw["drawn"] = [next(card for card in draw["from"] if card not in draw["drawn"])]
    return seq


def drawn_from_another_list(log: Log, dice: random.Random) -> int:
    """The same draw from cards in another order gives another card: here the list is turned."""
    seq = dice.choice(places(log, "event_drawn"))
    draw = _payload(log, seq)["draw"]
    at = draw["from"].index(draw["drawn"][0])
    draw["from"].reverse()
    draw["drawn"] = [draw["from"][at]]
    return seq


def drawn_fewer(log: Log, dice: random.Random) -> int:
    """One action card stays hidden."""
    seq = dice.choice(places(log, "actions_revealed"))
    _payload(log, seq)["draw"]["drawn"].pop()
    return seq


def not_drawn(log: Log, dice: random.Random) -> int:
    """An action card is not turned up at all."""
    seq = dice.choice(places(log, "action_ended", lambda p: p["draw"] is not None))
    _payload(log, seq)["draw"] = None
    return seq


def chance_in_a_fact_that_has_none(log: Log, dice: random.Random) -> int:
    """A draw where the rules know of none."""
    seq = dice.choice(places(log, "season_ended"))
    _payload(log, seq)["draw"] = {"stream": "whim 1", "from": [], "drawn": []}
    return seq


def another_link(log: Log, dice: random.Random) -> int:
    """A link made up after seeing the plans."""
    seq = dice.choice(places(log, "step_began"))
    _payload(log, seq)["link"] = dice.randbytes(32).hex()
    return seq


def another_anchor(log: Log, dice: random.Random) -> int:
    """Another chain from the start."""
    log[0]["chance"]["anchor"] = dice.randbytes(32).hex()
    return places(log, "step_began")[0]


def another_game(log: Log, dice: random.Random) -> int:
    """The game under another id: its keys are others."""
    log[0]["game"] += "x"
    return 1


def step_skipped(log: Log, dice: random.Random) -> int:
    """A step by another number."""
    seq = dice.choice(places(log, "step_began"))
    _payload(log, seq)["step"] += 1
    return seq


def answer_left_out(log: Log, dice: random.Random) -> int:
    """A plan that the step does not know."""
    seq = dice.choice(places(log, "step_began", lambda p: p["answers"]))
    _payload(log, seq)["answers"].pop()
    return seq


def answers_in_another_order(log: Log, dice: random.Random) -> int:
    """Seats in another order."""
    seq = dice.choice(places(log, "step_began", lambda p: len(p["answers"]) > 1))
    _payload(log, seq)["answers"].reverse()
    return seq


def another_answer(log: Log, dice: random.Random) -> int:
    """The plan is exchanged, its digest is not."""
    seq = dice.choice(places(log, "answer_sealed"))
    log[seq]["secret"]["answer"] = {"swapped": True}
    return seq


def another_salt(log: Log, dice: random.Random) -> int:
    """The salt is exchanged, the digest is not."""
    seq = dice.choice(places(log, "answer_sealed"))
    log[seq]["secret"]["salt"] = dice.randbytes(32).hex()
    return seq


def another_digest(log: Log, dice: random.Random) -> int:
    """The digest is exchanged, the plan is not."""
    seq = dice.choice(places(log, "answer_sealed"))
    log[seq]["secret_digest"] = dice.randbytes(32).hex()
    return seq


def plan_and_digest(log: Log, dice: random.Random) -> int:
    """Salt, plan and digest fit each other; the step's key, and so its chance, is another one."""
    # The first season, in which much is drawn and thrown: two cards may well be the same again.
    seq = dice.choice(
        places(log, "answer_sealed", lambda p: p["decision"].startswith("1.spring.plan"))
    )
    secret = log[seq]["secret"]
    secret["salt"] = dice.randbytes(32).hex()
    digest = sha256(bytes.fromhex(secret["salt"]) + canonical(secret["answer"])).hexdigest()
    log[seq]["secret_digest"] = digest
    return seq


def answer_never_opened(log: Log, dice: random.Random) -> int:
    """The game is over and a plan stays sealed."""
    seq = dice.choice(places(log, "answer_sealed"))
    del log[seq]["secret"]
    return seq


def answer_sealed_again(log: Log, dice: random.Random) -> int:
    """A second answer before the step, which rests on the first."""
    began = dice.choice(places(log, "step_began", lambda p: p["answers"]))
    first = _payload(log, began)["answers"][0]
    log.insert(first + 1, copy.deepcopy(log[first]))
    for entry in log[first + 2 :]:
        if entry["kind"] == "step_began":
            answers = entry["payload"]["answers"]
            entry["payload"]["answers"] = [n + 1 if n > first else n for n in answers]
    return first + 1


def nothing_withdrawn(log: Log, dice: random.Random) -> int:
    """An answer is taken back that was never given."""
    seq = dice.choice(places(log, "step_began"))
    payload = {"decision": "9.winter.plan.A", "seat": "A"}
    log.insert(seq, {**log[seq], "kind": "answer_withdrawn", "payload": payload})
    return seq


def fact_outside_a_step(log: Log, dice: random.Random) -> int:
    """Somebody pauses the game in the middle of a step."""
    seq = dice.choice(places(log, "tower_thrown"))
    payload = {"by": "house", "why": ""}
    log.insert(seq, {**log[seq], "kind": "game_paused", "payload": payload})
    return seq


def more_attackers(log: Log, dice: random.Random) -> int:
    """An army more attacks than lies in the tray."""
    seq = dice.choice(places(log, "attack_made"))
    _payload(log, seq)["armies"] += 1
    return seq


def more_peasants(log: Log, dice: random.Random) -> int:
    """A peasant less rises than lies in the tray."""
    seq = dice.choice(places(log, "revolt_broke_out"))
    _payload(log, seq)["peasants"] += 1
    return seq


def tray_emptied(log: Log, dice: random.Random) -> int:
    """Cubes go home that are not in the tray."""
    seq = dice.choice(places(log, "battle_decided"))
    _payload(log, seq)["home"]["A"] = 40
    return seq


def another_fill(log: Log, dice: random.Random) -> int:
    """The tower is filled with more of one colour."""
    (seq,) = places(log, "fill_gathered")
    _one_more(_payload(log, seq)["cubes"], "C")
    return seq


def throw_not_told(log: Log, dice: random.Random) -> int:
    """A throw is left out; the next one finds a tower it does not know."""
    seq = dice.choice(places(log, "tower_thrown")[:-1])
    del log[seq]
    for entry in log[seq:]:
        if entry["kind"] == "step_began":
            entry["payload"]["answers"] = [n - 1 for n in entry["payload"]["answers"]]
    return seq


def told_twice(log: Log, dice: random.Random) -> int:
    """Chance is asked again, by the next stream of its label, directly after the first answer."""
    again = ("tower_thrown", "event_drawn", "actions_revealed", "events_revealed")
    seq = dice.choice(places(log, dice.choice(again)))
    fact = copy.deepcopy(log[seq])
    record = fact["payload"].get("draw") or fact["payload"]["throw"]
    label, _, number = record["stream"].rpartition(" ")
    record["stream"] = f"{label} {int(number) + 1}"
    log.insert(seq + 1, fact)
    for entry in log[seq + 2 :]:
        if entry["kind"] == "step_began":
            entry["payload"]["answers"] = [n + 1 for n in entry["payload"]["answers"]]
    return seq + 1


def another_owner(log: Log, dice: random.Random) -> int:
    """A county changes hands on paper: revolts are drawn among other counties."""
    seq = dice.choice(places(log, "revolts_drawn"))
    _payload(log, seq)["draw"]["from"].pop()
    return seq


def told_after_the_end(log: Log, dice: random.Random) -> int:
    """One fact more when the game is over."""
    log.append(copy.deepcopy(log[-2]))
    return len(log) - 1


def time_out_before_its_time(log: Log, dice: random.Random) -> int:
    """The server is done waiting before the deadline that it set; there the copy ends."""
    began = dice.choice(places(log, "step_began", lambda p: p["answers"]))
    seq = min(_payload(log, began)["answers"])
    at = {**log[began], "at": "2000-01-01T00:00:00Z"}
    asked = _payload(log, seq)["seat"]
    deadline = {"deadline": "2000-01-02T00:00:00Z", "reason": "step", "by": "house", "why": ""}
    ran_out = {"seats": [asked], "policy": "default"}
    log[seq:] = [
        {**at, "kind": "deadline_set", "payload": deadline},
        {**at, "kind": "time_ran_out", "payload": ran_out},
    ]
    return seq + 1


CHANGES: tuple[Change, ...] = (
    fell_otherwise,
    fell_less,
    thrown_otherwise,
    lodged_otherwise,
    stream_by_another_name,
    stream_of_another_number,
    drawn_in_another_order,
    drawn_another_event,
    drawn_from_another_list,
    drawn_fewer,
    not_drawn,
    chance_in_a_fact_that_has_none,
    another_link,
    another_anchor,
    another_game,
    step_skipped,
    answer_left_out,
    answers_in_another_order,
    another_answer,
    another_salt,
    another_digest,
    plan_and_digest,
    answer_never_opened,
    answer_sealed_again,
    nothing_withdrawn,
    fact_outside_a_step,
    more_attackers,
    more_peasants,
    tray_emptied,
    another_fill,
    throw_not_told,
    told_twice,
    another_owner,
    told_after_the_end,
    time_out_before_its_time,
)


# ---- Lies about what only an expansion has -------------------------------------------------------


def other_favors(log: Log, dice: random.Random) -> int:
    """Other cards are turned up at court."""
    seq = dice.choice(places(log, "favors_laid"))
    drawn = _payload(log, seq)["draw"]["drawn"]
    drawn[0], drawn[2] = drawn[2], drawn[0]
    return seq


def favor_seen_before(log: Log, dice: random.Random) -> int:
    """A favour card that has left the game is in the pile again."""
    first, *later = places(log, "favors_laid")
    seq = dice.choice(later)
    pile = _payload(log, seq)["draw"]["from"]
    pile.insert(0, _payload(log, first)["draw"]["drawn"][0])
    return seq


def fewer_favors(log: Log, dice: random.Random) -> int:
    """Two favour cards are turned up."""
    seq = dice.choice(places(log, "favors_laid"))
    _payload(log, seq)["draw"]["drawn"].pop()
    return seq


def tower_card_for_a_county(log: Log, dice: random.Random) -> int:
    """A tower card counts as nothing, a county card as more: other seats are equal."""
    seq = places(log, "bids_revealed", lambda p: [*p["bids"].values()].count("tower") > 1)[0]
    bids = _payload(log, seq)["bids"]
    bids[next(seat for seat in bids if bids[seat] == "tower")] = "trier"
    return seq


def courtiers_of_nobody(log: Log, dice: random.Random) -> int:
    """More armies become courtiers than lie in the tray."""
    seq = dice.choice(places(log, "courtiers_sent", lambda p: p["tray"]))
    payload = _payload(log, seq)
    payload["tray"][payload["seat"]] = 40
    return seq


def more_favor_gained(log: Log, dice: random.Random) -> int:
    """A favour lays an army more into the tray."""
    seq = dice.choice(places(log, "favor_gained", lambda p: p["tray"]))
    payload = _payload(log, seq)
    payload["tray"][payload["seat"]] += 1
    return seq


def more_bonus_taken(log: Log, dice: random.Random) -> int:
    """A banner lays an army more into the tray."""
    seq = dice.choice(places(log, "bonus_taken", lambda p: p["tray"]))
    payload = _payload(log, seq)
    payload["tray"][payload["seat"]] += 1
    return seq


CHANGES_OF_EXPANSIONS: tuple[tuple[Path, Change], ...] = (
    (COURT, other_favors),
    (BOTH, other_favors),
    (COURT, favor_seen_before),
    (COURT, fewer_favors),
    (COURT, tower_card_for_a_county),
    (COURT, courtiers_of_nobody),
    (BOTH, courtiers_of_nobody),
    (COURT, more_favor_gained),
    (LANDSKNECHTE, more_bonus_taken),
)
# Where the lie shows only in what follows from it: the next use of chance, the next throw.
SHOWS_LATER = (
    another_game,
    plan_and_digest,
    answer_sealed_again,
    more_attackers,
    more_peasants,
    another_fill,
    throw_not_told,
    more_favor_gained,
    more_bonus_taken,
)
