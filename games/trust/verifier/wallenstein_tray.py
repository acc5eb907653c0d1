"""Wallenstein's tray: which cubes a fact moves, and what a battle or a revolt comes to."""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.trust.verifier.chance import some
from games.trust.verifier.encoding import Cubes, Json, is_count


def battle_of(
    tray: Counter[str],
    attacker: str,
    defender: str | None,
    is_calm: bool,
    is_held: bool = False,
) -> Json:
    """What a battle comes to; where the county is calm the peasants stand with its holder.

    Where armies in reserve hold it, the peasants alone can defend it.
    """
    attack, own = tray[attacker], tray[defender] if defender else 0
    peasants = tray["peasants"] if is_calm or defender is None else 0
    home = {attacker: attack, "peasants": peasants, **({defender: own} if defender else {})}
    outcome, owner, garrison = "tie", None, 0
    if attack > own + peasants:
        outcome, owner, garrison = "attacker", attacker, attack - own - peasants
    elif own + peasants > attack and defender is None:
        outcome = "defender"
    elif own + peasants > attack and (own or is_held):
        # The peasants are lost first.
        outcome, owner, garrison = "defender", defender, own - max(0, attack - peasants)
    if owner is not None:
        home[owner] -= garrison
    return {
        "attackers_fell": attack,
        "defenders_fell": own + peasants,
        "outcome": outcome,
        "owner": owner,
        "garrison": garrison,
        "home": some(home),
    }


def revolt_of(tray: Counter[str], seat: str) -> Json:
    """What a revolt comes to; all peasants in the tray take part in it."""
    own, against = tray[seat], tray["peasants"]
    garrison = max(0, own - against)
    return {
        "armies_fell": own,
        "peasants_fell": against,
        "held": own > against,
        "garrison": garrison,
        "home": some({seat: own - garrison, "peasants": against}),
    }


def cubes_of(term: str, payload: Json) -> Cubes:
    """The cubes that a fact moves, as a term of the table names them."""
    amount, kind, colour = term.partition(" of ")
    if kind:
        return _one(payload[colour], payload[amount])
    amount, kind, colour = term.partition(" as ")
    if kind:
        return _one(colour, payload[amount])
    cubes = payload[term]
    if not all(is_count(count, 1) for count in cubes.values()):
        raise TypeError
    return dict(cubes)


def _one(colour: Any, count: Any) -> Cubes:
    if not is_count(count) or (count and not isinstance(colour, str)):
        raise TypeError
    return {colour: count} if count else {}
