"""Lies about what the court and the Landsknechte bring, told while every plan is sealed."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator
from typing import Any

from tests.trust.copies import Copy, game_of, in_the_dark, log_of, places

GAME = game_of("2010-4p-draft-ask-emperors_court-landsknechte")
FEW_REGIONS = game_of("2010-4p-default-orders-landsknechte")
ARMIES = "armies_to_tray"
Lie = Callable[[Any], None]


def _any(_: Any) -> bool:
    return True


def _lays(payload: Any) -> bool:
    return bool(payload["tray"])


def _lays_nothing(payload: Any) -> bool:
    return not payload["tray"]


def _said(kind: str, member: str, value: Any, that: Callable[[Any], bool] = _any) -> Iterator[Copy]:
    """Some facts of a kind, each in a log of its own, with one member changed."""
    honest = log_of(GAME)
    for seq in places(honest, kind, that)[:3]:
        log = copy.deepcopy(honest)
        payload = log[seq]["payload"]
        before = payload[member]
        payload[member] = value(payload) if callable(value) else value
        if payload[member] != before:
            yield in_the_dark(log, seq, f"{kind} {seq}: {member} was {before}")


def _again(kind: str, about: Lie | None = None, later: int = 1) -> Copy:
    """A fact told once more, perhaps of something else."""
    log = log_of(GAME)
    seq = places(log, kind)[-1]
    log.insert(seq + later, copy.deepcopy(log[seq]))
    if about:
        about(log[seq + later]["payload"])
    return in_the_dark(log, seq + later, f"{kind} again {about}")


def _another_box(payload: Any) -> None:
    payload["box"] = "convert_4"


def _invented() -> Copy:
    """Armies for a seat that rules in too few regions."""
    log = log_of(FEW_REGIONS)
    due, phases = places(log, "bonus_taken"), places(log, "phase_began")
    for began, ended in itertools.pairwise(phases):
        served = {log[seq]["payload"]["seat"] for seq in due if began < seq < ended}
        poor = [seat for seat in log[0]["seats"] if seat not in served]
        if log[began]["payload"]["phase"] == "landsknechte" and poor:
            break
    seat, fact = poor[0], copy.deepcopy(log[due[0]])
    card = 1 + sum(log[seq]["payload"]["seat"] == seat for seq in due if seq < began)
    payload = {"seat": seat, "card": card, "bonus": ARMIES, "amount": card, "tray": {seat: card}}
    log.insert(began + 1, {**fact, "payload": payload})
    return in_the_dark(log, began + 1, "a bonus that nobody was due")


def other_cubes() -> list[Copy]:
    """What lies in the tray is not what the fact says was gained."""
    one = {"A": 1}
    return [
        *_said("bonus_taken", "tray", one, _lays_nothing),
        *_said("bonus_taken", "tray", {}, _lays),
        *_said("bonus_taken", "bonus", "thalers", _lays),
        *_said("bonus_taken", "bonus", "nothing"),
        *_said("bonus_taken", "amount", lambda p: p["amount"] + 1),
        *_said("bonus_taken", "card", lambda p: p["card"] % 3 + 1),
        *_said("favor_gained", "tray", one, _lays_nothing),
        *_said("favor_gained", "tray", {}, _lays),
        *_said("favor_gained", "seat", lambda p: "B" if p["seat"] == "A" else "A"),
        *_said("favor_gained", "card", lambda p: p["card"] % 21 + 1),
        *_said("favor_gained", "gain", ARMIES),
        *_said("favor_gained", "amount", lambda p: p["amount"] + 1),
        *_said("favor_taken", "card", lambda p: p["card"] % 21 + 22),
        *_said("courtiers_sent", "tray", lambda p: {} if p["tray"] else {p["seat"]: 1}),
        *_said("courtiers_sent", "courtiers", lambda p: p["courtiers"] % 3 + 1),
        *_said("courtiers_sent", "box", "convert_4"),
    ]


def told_again() -> list[Copy]:
    """What is told once a season comes a second time, or to whom it is not due."""
    return [
        _again("bonus_taken"),
        _again("courtiers_sent"),
        _again("courtiers_sent", _another_box),
        _again("favor_taken", later=2),
        _again("favor_gained"),
        _invented(),
    ]
