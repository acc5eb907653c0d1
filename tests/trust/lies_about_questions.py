"""Lies about who was asked what, about seasons and holders: what no draw or throw would show."""

from __future__ import annotations

import copy
import random
from pathlib import Path

from tests.trust.copies import COURT, FIVE, SMALL, SMALL_2002, Change, Log, places


def _shifted(log: Log, after: int, by: int) -> None:
    """Let steps rest on the same answers though entries were put in, or taken out."""
    for entry in log[after:]:
        if entry["kind"] == "step_began":
            answers = entry["payload"]["answers"]
            entry["payload"]["answers"] = [n + by if n >= after else n for n in answers]


def _question(log: Log, dice: random.Random, choice: str) -> int:
    return dice.choice(places(log, "choice_asked", lambda p: p["choice"] == choice))


def _renamed(log: Log, seq: int, name: str) -> None:
    """A question, and the answer to it, under another name."""
    old = log[seq]["payload"]["decision"]
    for entry in log[seq:]:
        if entry["payload"].get("decision") == old:
            entry["payload"]["decision"] = name


def answer_to_another_name(log: Log, dice: random.Random) -> int:
    """A house that tries names until the salt of a silent seat pleases it."""
    seq = dice.choice(places(log, "answer_sealed"))
    log[seq]["payload"]["decision"] += f"{dice.randrange(9)}"
    return seq


def answer_of_another_seat(log: Log, dice: random.Random) -> int:
    """The question was put to somebody else."""
    seq = dice.choice(places(log, "answer_sealed"))
    log[seq]["payload"]["seat"] = "B" if log[seq]["payload"]["seat"] != "B" else "A"
    return seq


def answer_nobody_asked_for(log: Log, dice: random.Random) -> int:
    """One seat is asked, and a second one answers."""
    began = dice.choice(places(log, "step_began", lambda p: len(p["answers"]) == 1))
    (asked,) = log[began]["payload"]["answers"]
    seat = "B" if log[asked]["payload"]["seat"] == "A" else "A"
    _shifted(log, asked + 1, 1)
    second = copy.deepcopy(log[asked])
    second["payload"] |= {"seat": seat, "decision": f"1.spring.whim.{seat}"}
    log.insert(asked + 1, second)
    answers = sorted([asked, asked + 1], key=lambda seq: str(log[seq]["payload"]["seat"]))
    log[began + 1]["payload"]["answers"] = answers
    return asked + 1


def answer_not_waited_for(log: Log, dice: random.Random) -> int:
    """The step begins though a plan is missing."""
    began = dice.choice(places(log, "step_began", lambda p: len(p["answers"]) > 1))
    missing = log[began]["payload"]["answers"].pop(1)
    del log[missing]
    _shifted(log, missing, -1)
    return began - 1


def question_by_another_name(log: Log, dice: random.Random) -> int:
    """The fact that puts the question has the other name already."""
    seq = _question(log, dice, "position")
    payload = log[seq]["payload"]
    _renamed(log, seq, payload["decision"].replace("position", f"position{dice.randrange(9)}"))
    return seq


def question_about_another_action(log: Log, dice: random.Random) -> int:
    """A march is asked for in an action that is not the one of the moment."""
    seq = _question(log, dice, "move")
    about, decision = log[seq]["payload"]["about"], log[seq]["payload"]["decision"]
    other = "combat_b" if about["action"] == "combat_a" else "combat_a"
    _renamed(log, seq, decision.replace(about["action"], other))
    about["action"] = other
    return seq


def question_of_another_edition(log: Log, dice: random.Random) -> int:
    """In a game of 2010 somebody is asked how to defend a county, as only 2002 asks."""
    seq = _question(log, dice, "move")
    payload = log[seq]["payload"]
    action = payload["about"]["action"]
    payload["choice"] = "defence"
    payload["about"] = {"action": action, "county": "anhalt", "by": None}
    _renamed(log, seq, payload["decision"].replace(action, f"defence_{action}_anhalt"))
    return seq


def pick_of_another_number(log: Log, dice: random.Random) -> int:
    """The draft counts its picks otherwise."""
    seq = _question(log, dice, "draft_pick")
    _renamed(log, seq, log[seq]["payload"]["decision"].replace("pick", "pick1"))
    return seq


def question_in_a_game_by_orders(log: Log, dice: random.Random) -> int:
    """Plans by orders leave nothing to ask, and the server asks all the same."""
    seq = dice.choice(places(log, "position_taken"))
    asked = {"decision": "1.spring.position.A", "choice": "position", "seat": "A", "about": {}}
    log[seq] |= {"kind": "choice_asked", "payload": asked}
    return seq


def told_after_a_question(log: Log, dice: random.Random) -> int:
    """The step goes on though somebody was asked."""
    seq = _question(log, dice, "move") + 1
    fact = log[places(log, "season_ended")[0]]
    _shifted(log, seq, 1)
    log.insert(seq, copy.deepcopy(fact))
    return seq


def another_year(log: Log, dice: random.Random) -> int:
    """Plans are asked for by the year, so the year is not to be chosen either."""
    seq = dice.choice(places(log, "season_began"))
    log[seq]["payload"]["year"] += 7
    return seq


def plans_in_winter(log: Log, dice: random.Random) -> int:
    """Everybody is asked for a plan more than there are."""
    seq = dice.choice(places(log, "phase_began", lambda p: p["phase"] == "hunger"))
    log[seq]["payload"]["phase"] = "plan"
    return seq


def held_without_armies(log: Log, dice: random.Random) -> int:
    """Who has no army left keeps the county, and is asked for a plan."""
    seq = dice.choice(places(log, "battle_decided", lambda p: p["garrison"]))
    payload = log[seq]["payload"]
    home = payload["home"].get(payload["owner"], 0)
    payload["home"][payload["owner"]] = home + payload["garrison"]
    payload["garrison"] = 0
    return seq


def lost_with_armies(log: Log, dice: random.Random) -> int:
    """A county is lost though armies are left in it."""
    seq = dice.choice(places(log, "revolt_decided", lambda p: p["held"]))
    log[seq]["payload"]["held"] = False
    return seq


def another_hunger(log: Log, dice: random.Random) -> int:
    """As many counties revolt as there are in no row of the table."""
    seq = dice.choice(places(log, "revolts_drawn", lambda p: len(p["draw"]["from"]) > 6))
    payload = log[seq]["payload"]
    payload["unfed"] = 7 if len(payload["draw"]["drawn"]) < 3 else 1
    return seq


def card_from_below(log: Log, dice: random.Random) -> int:
    """A card comes up from under the pile, where none was put."""
    seq = dice.choice(places(log, "draft_cards_turned_up"))
    log[seq]["payload"]["from_bottom"] = ["trier"]
    return seq


CHANGES_OF_QUESTIONS: tuple[tuple[Path, Change], ...] = (
    (SMALL, answer_to_another_name),
    (SMALL_2002, answer_to_another_name),
    (COURT, answer_of_another_seat),
    (COURT, answer_nobody_asked_for),
    (SMALL, answer_not_waited_for),
    (COURT, question_by_another_name),
    (FIVE, question_about_another_action),
    (FIVE, pick_of_another_number),
    (SMALL, question_in_a_game_by_orders),
    (COURT, told_after_a_question),
    (SMALL, another_year),
    (SMALL, plans_in_winter),
    (SMALL, held_without_armies),
    (SMALL, lost_with_armies),
    (SMALL_2002, another_hunger),
    (FIVE, card_from_below),
)
