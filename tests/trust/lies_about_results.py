"""Lies about what a throw came to, who fought, and when the game was over."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from games.trust.verifier.wallenstein_tray import battle_of
from tests.trust.copies import (
    BOTH,
    SMALL,
    SMALL_2002,
    Copy,
    Log,
    in_the_dark,
    log_of,
    places,
    rehashed,
)

GAMES = (SMALL, SMALL_2002, BOTH)
# Lies of one kind that are told of each game.
OF_EACH = 2
Lie = Callable[[Any], object]


def _told(game: Path, kind: str, that: Lie, lie: Lie, name: str) -> Iterator[Copy]:
    """Some facts of a kind, each in a copy of its own, told otherwise in the dark."""
    honest = log_of(game)
    for seq in places(honest, kind, lambda payload: bool(that(payload)))[:OF_EACH]:
        log = copy.deepcopy(honest)
        lie(log[seq]["payload"])
        yield in_the_dark(log, seq, f"{game.name} {seq}: {name}")


def _retreats(payload: Any) -> None:
    """Who has won gets nothing: the county is nobody's, all cubes go home."""
    owner, garrison = payload["owner"], payload["garrison"]
    payload["home"][owner] = payload["home"].get(owner, 0) + garrison
    payload.update(outcome="tie", owner=None, garrison=0)


def _loses(payload: Any) -> None:
    seat, garrison = payload["seat"], payload["garrison"]
    payload["home"][seat] = payload["home"].get(seat, 0) + garrison
    payload.update(held=False, garrison=0)


def _sends_one_home(payload: Any) -> None:
    owner = payload.get("owner", payload["seat"])
    payload["garrison"] -= 1
    payload["home"][owner] = payload["home"].get(owner, 0) + 1


def _one_more(member: str) -> Lie:
    return lambda payload: payload.update({member: payload[member] + 1})


def _peasants_change_sides(game: Path) -> Iterator[Copy]:
    """Battles in which the peasants are said to stand where they do not."""
    honest, count = log_of(game), 0
    for seq in places(honest, "battle_decided", lambda p: p["defender"] is not None):
        payload, fell = honest[seq]["payload"], Counter(honest[seq - 1]["payload"]["throw"]["fell"])
        sides = [
            battle_of(fell, payload["seat"], payload["defender"], calm) for calm in (True, False)
        ]
        lies = [side for side in sides if any(side[key] != payload[key] for key in side)]
        if lies and count < OF_EACH:
            log, count = copy.deepcopy(honest), count + 1
            log[seq]["payload"].update(lies[0])
            yield in_the_dark(log, seq, f"{game.name} {seq}: the peasants change sides")


def other_results() -> list[Copy]:
    """Results that the cubes in the tray do not give."""
    battle, revolt = "battle_decided", "revolt_decided"
    lies: list[Copy] = []
    for game in GAMES:
        lies += [
            *_told(game, battle, lambda p: p["owner"], _retreats, "who has won retreats"),
            *_told(game, battle, lambda p: p["garrison"] > 1, _sends_one_home, "one goes home"),
            *_told(game, battle, lambda p: True, _one_more("attackers_fell"), "an attacker more"),
            *_told(game, battle, lambda p: True, _one_more("defenders_fell"), "a defender more"),
            *_told(game, battle, lambda p: True, lambda p: p.update(outcome="draw"), "no word"),
            *_told(game, revolt, lambda p: p["held"], _loses, "who has won loses"),
            *_told(game, revolt, lambda p: p["garrison"] > 1, _sends_one_home, "one goes home"),
            *_told(game, revolt, lambda p: True, _one_more("armies_fell"), "an army more"),
            *_told(game, revolt, lambda p: True, _one_more("peasants_fell"), "a peasant more"),
            *_peasants_change_sides(game),
        ]
    return lies


def _another(payload: Any) -> str:
    return "B" if payload["seat"] == "A" else "A"


def other_fights() -> list[Copy]:
    """Fights for and from counties that are not theirs."""
    attack, revolt = "attack_made", "revolt_broke_out"
    lies: list[Copy] = []
    for game in GAMES:
        lies += [
            *_told(game, attack, lambda p: True, lambda p: p.update(origin=p["county"]), "from"),
            *_told(game, attack, lambda p: True, lambda p: p.update(county="holstein"), "out"),
            *_told(game, attack, lambda p: True, lambda p: p.update(defender=p["seat"]), "own"),
            *_told(
                game,
                attack,
                lambda p: p["defender"] is None,
                lambda p: p.update(defender=_another(p)),
                "somebody else defends",
            ),
            *_told(
                game,
                revolt,
                lambda p: p["cause"] != "winter",
                lambda p: p.update(seat=_another(p)),
                "against somebody else",
            ),
        ]
    return lies


def cubes_left_in_the_tray() -> Copy:
    """What falls out of the first filling stays there, so that the next throw is another one."""
    log = log_of(SMALL)
    (seq,) = places(log, "tray_cleared")
    log[seq]["payload"]["home"].popitem()
    return Copy("left in the tray", rehashed(log), seq)


def other_ends() -> list[Copy]:
    """The game, or its year, is said to be over when it is not, or is not when it is."""
    honest = log_of(SMALL)
    (ended,), (over,) = places(honest, "year_ended"), places(honest, "game_ended")
    cleaned = places(honest, "season_ended")[0]
    third = {"year": 3, "season": "spring", "phase": "display"}
    return [
        _instead(honest, ended, honest[over], "over after a year"),
        _instead(honest, cleaned + 1, honest[over], "over after a season"),
        _instead(honest, over, {**honest[ended], "payload": {"year": 2}}, "a year more"),
        _instead(
            honest,
            over,
            {**honest[ended], "kind": "season_began", "payload": third},
            "a third year begins",
        ),
        _instead(honest, ended, {**honest[ended], "payload": {"year": 2}}, "another year"),
    ]


def _instead(log: Log, seq: int, entry: Any, name: str) -> Copy:
    """The log up to an entry, and in its place another one with which it ends."""
    return Copy(name, rehashed(copy.deepcopy([*log[:seq], entry])), seq)
