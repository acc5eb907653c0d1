"""Accounts of battles, revolts and the tower."""

from __future__ import annotations

from typing import Final

from engine.wallenstein.battle_events import (
    AttackMade,
    BattleDecided,
    RevoltBrokeOut,
    RevoltDecided,
    TowerThrown,
)
from engine.wallenstein.board import PEASANTS
from engine.wallenstein.fill import FillGathered, TrayCleared
from engine.wallenstein.state import added, removed
from engine.wallenstein.words.vocabulary import Tellings
from engine.wallenstein.words.voice import Voice


def attack_made(say: Voice, event: AttackMade) -> str:
    """Who marches where against whom, and what joins from the supplies."""
    who, target, origin = say.seat(event.seat), say.the(event.county), say.out_of(event.origin)
    armies = say.count(event.armies, "army")
    joins = _joins(say, event)
    if event.defender is None:
        return say(
            de=f"{who} marschiert {origin} mit {armies} auf {target} (neutral){joins}.",
            en=f"{who} marches on neutral {target} {origin} with {armies}{joins}.",
        )
    held = f"{say.seat(event.defender)} {say(de='mit', en='with')} {event.defenders}"
    return say(
        de=f"{who} marschiert {origin} mit {armies} auf {target}, gehalten von {held}{joins}.",
        en=f"{who} marches on {target}, held by {held}, {origin} with {armies}{joins}.",
    )


def _joins(say: Voice, event: AttackMade) -> str:
    if not event.extras:
        return ""
    extras = say.both(
        say.count(count, "peasant")
        if colour == PEASANTS
        else f"{say.count(count, 'army')} {say(de='von', en='of')} {say.seat(colour)}"
        for colour, count in event.extras.items()
    )
    one = sum(event.extras.values()) == 1
    return say(
        de=f"; aus dem Vorrat {'kommt' if one else 'kommen'} {extras} hinzu",
        en=f"; {extras} {'joins' if one else 'join'} from the supply",
    )


def tower_thrown(say: Voice, event: TowerThrown) -> str:
    """What went into the tower, what fell out, what stays inside."""
    thrown, fell = event.throw["thrown"], event.throw["fell"]
    inside = removed(added(event.throw["lodged"], thrown), fell)
    went, out, stays = say.cubes(thrown), say.cubes(fell), say.cubes(inside)
    return say(
        de=f"In den Turm: {went}; heraus: {out}; noch darin: {stays}.",
        en=f"Into the tower: {went}; out of it: {out}; still inside: {stays}.",
    )


def battle_decided(say: Voice, event: BattleDecided) -> str:
    """The attack, the tower's answer and what became of the county."""
    who, target, origin = say.seat(event.seat), say.the(event.county), say.out_of(event.origin)
    armies, fate = event.armies, _fate(say, event)
    fell = f"{event.attackers_fell} : {event.defenders_fell}"
    return say(
        de=f"{who} greift {target} {origin} mit {armies} an; der Turm entscheidet {fell}; {fate}.",
        en=f"{who} attacks {target} {origin} with {armies}; the tower decides {fell}; {fate}.",
    )


def _fate(say: Voice, event: BattleDecided) -> str:
    county = event.county
    if event.outcome == "attacker":
        return say.county_does(county, de=("fällt", "fallen"), en="falls")
    if event.defender is None:
        return say.county_does(county, de=("bleibt neutral", "bleiben neutral"), en="stays neutral")
    if event.outcome == "defender":
        return say.county_does(county, de=("hält stand", "halten stand"), en="holds")
    return say.county_does(
        county,
        de=("wird verwüstet und neutral", "werden verwüstet und neutral"),
        en="is laid waste and becomes neutral",
    )


def revolt_broke_out(say: Voice, event: RevoltBrokeOut) -> str:
    """Why the peasants revolt, and who stands against whom."""
    who, here = say.seat(event.seat), say.within(event.county)
    armies, peasants = say.count(event.armies, "army"), say.count(event.peasants, "peasant")
    cause = {
        "collect_grain": say(de="wegen des Getreides", en="over the grain"),
        "collect_taxes": say(de="wegen der Steuern", en="over the taxes"),
        "winter": say(de="aus Hunger", en="from hunger"),
    }[event.cause]
    return say(
        de=f"Aufstand {here} {cause}: {peasants} gegen {armies} von {who}.",
        en=f"Revolt {here} {cause}: {peasants} against {armies} of {who}.",
    )


def revolt_decided(say: Voice, event: RevoltDecided) -> str:
    """The tower's answer and what became of the county."""
    who, here = say.seat(event.seat), say.within(event.county)
    fell = f"{event.armies_fell} : {event.peasants_fell}"
    if event.held:
        fate = say.county_does(event.county, de=("hält stand", "halten stand"), en="holds")
    else:
        fate = say.county_does(
            event.county,
            de=("geht verloren und ist neutral", "gehen verloren und sind neutral"),
            en="is lost and becomes neutral",
        )
    return say(
        de=f"{who} stellt sich dem Aufstand {here}; der Turm entscheidet {fell}; {fate}.",
        en=f"{who} faces the revolt {here}; the tower decides {fell}; {fate}.",
    )


def fill_gathered(say: Voice, event: FillGathered) -> str:
    """The first filling of the tower."""
    cubes = say.cubes(event.cubes)
    return say(
        de=f"Die Grundfüllung des Turms liegt bereit: {cubes}.",
        en=f"The first filling of the tower is ready: {cubes}.",
    )


def tray_cleared(say: Voice, event: TrayCleared) -> str:
    """What fell out of the first filling."""
    cubes = say.cubes(event.home)
    return say(
        de=f"Aus der Schale zurück in den Vorrat: {cubes}.",
        en=f"Back from the tray to the supplies: {cubes}.",
    )


TELLINGS: Final[Tellings] = {
    AttackMade: attack_made,
    TowerThrown: tower_thrown,
    BattleDecided: battle_decided,
    RevoltBrokeOut: revolt_broke_out,
    RevoltDecided: revolt_decided,
    FillGathered: fill_gathered,
    TrayCleared: tray_cleared,
}
