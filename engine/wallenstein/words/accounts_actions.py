"""Accounts of the ten actions, battles apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.text.lexicon import Words
from engine.text.voice import begun
from engine.wallenstein.action_events import (
    ActionPassed,
    ActionSkipped,
    ArmiesDeployed,
    ArmiesMoved,
    BuildingBuilt,
    GrainCollected,
    MarchDeclined,
    RevoltMarkerAdded,
    TaxesCollected,
)
from engine.wallenstein.board import BUILDING_KINDS
from engine.wallenstein.words.vocabulary import Tellings
from engine.wallenstein.words.voice import Voice


def action_passed(say: Voice, event: ActionPassed) -> str:
    """A coin card, or no card, in the box."""
    who, action = say.seat(event.seat), say.action(event.action)
    if event.card is None:
        return say(de=f"{who} hat für {action} keine Karte.", en=f"{who} has no card for {action}.")
    return say(de=f"{who} verzichtet auf {action}.", en=f"{who} passes on {action}.")


def action_skipped(say: Voice, event: ActionSkipped) -> str:
    """The action and why it could not be done."""
    who, action, here = say.seat(event.seat), say.action(event.action), say.within(event.county)
    why = why_skipped(say, event)
    return say(
        de=f"{who} kann {action} {here} nicht ausführen: {why}.",
        en=f"{who} cannot carry out {action} {here}: {why}.",
    )


_WHY_SKIPPED: Final[Mapping[str, Words]] = {
    "no_money": {"de": "das Geld reicht nicht", "en": "there is not enough money"},
    "building_there": {"de": "dort steht schon {a}", "en": "there is {a} already"},
    "no_free_city": {"de": "keine Stadt ist mehr frei", "en": "no city is free"},
    "no_tile_left": {"de": "im Vorrat ist {no} mehr", "en": "there is {no} left in the supply"},
    "no_armies_left": {
        "de": "im Vorrat sind zu wenige Armeen",
        "en": "too few armies are left in the supply",
    },
    "county_lost": {
        "de": "das Land ging in dieser Jahreszeit verloren",
        "en": "the county was lost this season",
    },
    "one_army_must_stay": {
        "de": "eine Armee muss zurückbleiben",
        "en": "one army must stay behind",
    },
    "nowhere_to_go": {
        "de": "es gibt kein Ziel für die Armeen",
        "en": "there is nowhere for the armies to go",
    },
}


def why_skipped(say: Voice, event: ActionSkipped) -> str:
    """Why an action could not be done, as a clause."""
    why = _WHY_SKIPPED[event.reason][say.language]
    building = event.action.removeprefix("build_")
    if building not in BUILDING_KINDS:
        return why
    return why.format(a=say.a_building(building), no=say.no_building(building))


def building_built(say: Voice, event: BuildingBuilt) -> str:
    """What was built where, and whom it calmed."""
    who, here = say.seat(event.seat), say.within(event.county)
    price = say.count(event.price, "thaler")
    building = say.a_building_built(event.building)
    calmed = ""
    if event.calmed:
        markers = say.count(event.calmed, "marker")
        calmed = say(de=f" und entfernt {markers}", en=f" and removes {markers}")
    return say(
        de=f"{who} baut {here} {building} für {price}{calmed}.",
        en=f"{who} builds {building} {here} for {price}{calmed}.",
    )


def grain_collected(say: Voice, event: GrainCollected) -> str:
    """Grain from a county."""
    who, here = say.seat(event.seat), say.within(event.county)
    grain = say.count(event.amount, "grain")
    return say(de=f"{who} zieht {here} {grain} ein.", en=f"{who} collects {grain} {here}.")


def taxes_collected(say: Voice, event: TaxesCollected) -> str:
    """Taxes from a county."""
    who, here = say.seat(event.seat), say.within(event.county)
    taxes = say.count(event.amount, "thaler")
    return say(
        de=f"{who} zieht {here} {taxes} Steuern ein.",
        en=f"{who} collects {taxes} of tax {here}.",
    )


def revolt_marker_added(say: Voice, event: RevoltMarkerAdded) -> str:
    """The peasants grow restless."""
    here = say.within(event.county)
    return say(
        de=f"{begun(here)} kommt ein Unruhemarker hinzu.",
        en=f"A revolt marker is laid {here}.",
    )


def armies_deployed(say: Voice, event: ArmiesDeployed) -> str:
    """Armies where, and for how much."""
    who, here = say.seat(event.seat), say.within(event.county)
    armies, price = say.count(event.armies, "army"), say.count(event.price, "thaler")
    return say(
        de=f"{who} stellt {here} {armies} für {price} auf.",
        en=f"{who} deploys {armies} {here} for {price}.",
    )


def march_declined(say: Voice, event: MarchDeclined) -> str:
    """Armies that stay."""
    who, here = say.seat(event.seat), say.within(event.county)
    return say(de=f"{who} bleibt {here} stehen.", en=f"{who} stays {here}.")


def armies_moved(say: Voice, event: ArmiesMoved) -> str:
    """Armies from here to there."""
    who, armies = say.seat(event.seat), say.count(event.armies, "army")
    way = f"{say.out_of(event.origin)} {say.into(event.county)}"
    return say(de=f"{who} zieht mit {armies} {way}.", en=f"{who} moves {armies} {way}.")


TELLINGS: Final[Tellings] = {
    ActionPassed: action_passed,
    ActionSkipped: action_skipped,
    BuildingBuilt: building_built,
    GrainCollected: grain_collected,
    TaxesCollected: taxes_collected,
    RevoltMarkerAdded: revolt_marker_added,
    ArmiesDeployed: armies_deployed,
    MarchDeclined: march_declined,
    ArmiesMoved: armies_moved,
}
